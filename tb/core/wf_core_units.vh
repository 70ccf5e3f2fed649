// SPDX-License-Identifier: Apache-2.0
// wf_core_units.vh - the units around wf_core in wf_core_tb: each answers a hash of the request, late and in any
//   order (LDS: in order).  A wrong operand, mask, tag or write-back gives a wrong value.  Few answers have no request.
    // ---- what the units around the core answer ----
    function [31:0] mix(input [31:0] a, input [31:0] b, input [31:0] c, input [31:0] d);
        mix = (a ^ {b[18:0], b[31:19]}) + {c[8:0], c[31:9]} * 32'd5 + ({d[4:0], d[31:5]} ^ 32'h3c6ef372);
    endfunction

    function reads_a(input [7:0] op);
        reads_a = op == `WF_OP_READLANE || op == `WF_OP_QBCAST || op == `WF_OP_WADD;
    endfunction
    function reads_b(input [7:0] op);
        reads_b = op != `WF_OP_WADD && op != `WF_OP_MATCH;
    endfunction
    function reads_q(input [7:0] op, input [7:0] mod);
        reads_q = op == `WF_OP_MBIT || op == `WF_OP_MATCH || (op == `WF_OP_WADD && mod[3:2] == `WF_SCOPE_MULTI);
    endfunction

    // ---- requests taken, answers due: xlane, packer, memory by tag; LDS in a line ----
    reg [TAGS-1:0]       xp = 0, pp = 0, mp = 0, dp = 0;
    reg [128*LANES-1:0]  xd [0:TAGS-1];
    reg [32*LANES-1:0]   pd [0:TAGS-1], md [0:TAGS-1], dd [0:255];
    reg [`WF_REPORT_W-1:0] d_report [0:255];     // of the answer in dd
    reg [7:0]            dw = 0, dr = 0;
    reg [2:0]            d_bad;                  // low bits of an address that are not 0
    reg                  m_wide [0:TAGS-1], m_high [0:TAGS-1];    // 64-bit atomics, of the upper half
    reg                  m_id [0:TAGS-1], bus_met = 1'b0;         // whose a memory request was, for an error with its answer
    reg [15:0]           m_wave [0:TAGS-1], m_pc [0:TAGS-1];
    reg [31:0]           m_gid [0:TAGS-1], m_base [0:TAGS-1];
    reg [TAG_W-1:0]      bus_tag;
    reg [`WF_ACCESS_ERROR_W-1:0] bus_error;
    reg                  give, stray_x = 0, stray_p = 0, stray_m = 0, stray_d = 0;
    integer              s, l, k, i;
    reg [31:0]           r1, r2, r3;             // random numbers of the cycle
    // A tag from `from` on of which an answer is due, or else any.
    function integer due(input [TAGS-1:0] set, input integer from);
        integer n;
        begin
            due = from;
            for (n = TAGS - 1; n >= 0 && set != 0; n = n - 1) if (set[(from + n) % TAGS]) due = (from + n) % TAGS;
        end
    endfunction
    // LDS before memory, as the fault rule has it
    task take_requests;
        begin
            if ((x_valid && x_ready && xp[x_tag]) || (p_valid && p_ready && pp[p_tag]) || (d_valid && d_ready && dp[d_tag]) ||
                (m_valid && m_ready && mp[m_tag])) fail("a tag that is out already", 0, 0, {x_tag, p_tag}, {d_tag, m_tag});
            if (x_valid && x_ready) begin
                if (x_log2 !== 3'd2) fail("wave size", x_tag >> ENTRY_W, 0, x_log2, 2);
                for (l = 0; l < LANES; l = l + 1)
                    for (k = 0; k < 4; k = k + 1)
                        xd[x_tag][(4*l+k)*32 +: 32] = k * 32'h01010101 +
                            mix(reads_a(x_op) ? x_a[32*l +: 32] + 3 * x_a[32*(l^1) +: 32] : 32'd0, reads_b(x_op) ? x_b[32*l +: 32] : 32'd0,
                            reads_q(x_op, x_mod) ? mix(x_q[128*l +: 32], x_q[128*l+32 +: 32], x_q[128*l+64 +: 32],
                                                       x_q[128*l+96 +: 32]) : mix(0, 0, 0, 0),
                            {x_op, x_mod, 13'd0, x_exec[l], x_active[l], 1'b0});
                xp[x_tag] = 1'b1;
            end
            if (p_valid && p_ready) begin
                if (p_y !== p_x + 32'd1 || p_z !== p_x + 32'd2) fail("packer request", p_tag >> ENTRY_W, 0, p_y, p_x);
                for (l = 0; l < LANES; l = l + 1) pd[p_tag][32*l +: 32] = mix({29'd0, p_sv}, p_x, {16'd0, ~p_place}, l);
                pp[p_tag] = 1'b1;
            end
            if (d_valid && d_ready) begin
                check_request(d_tag >> ENTRY_W, 1'b0, d_req[`WF_MREQ_KIND], d_req[`WF_MREQ_ATOM], d_mask, d_addr, d_req[`WF_MREQ_DATA], d_req[`WF_MREQ_COMPARE]);
                d_report[dw] = 0;
                d_report[dw][`WF_REPORT_TAG] = d_tag;
                for (l = LANES - 1; l >= 0; l = l - 1) begin
                    dd[dw][32*l +: 32] = 32'd0;
                    // both lanes of a pair fault where one of its words is beyond
                    k = d_req[`WF_MREQ_KIND] == `WF_ACCESS_PAIRS;
                    d_bad = d_addr[32*(l - (k ? l % 2 : 0)) +: 3] & {k[0], 2'b11};
                    if (d_mask[l]) begin
                        if (d_bad != 0 || {1'b0, d_addr[32*(k ? l - l % 2 : l) +: 32]} + 4*k >= {14'd0, d_words, 2'd0}) begin
                            d_report[dw][`WF_REPORT_COUNT] = d_report[dw][`WF_REPORT_COUNT] + 8'd1;
                            d_report[dw][`WF_REPORT_LANE]  = l;
                            d_report[dw][`WF_REPORT_ADDR]  = d_addr[32*l +: 32];
                            d_report[dw][`WF_REPORT_KIND]  = d_bad != 0 ? `WF_FAULT_LDS_ALIGN : `WF_FAULT_LDS_RANGE;
                        end else
                            dd[dw][32*l +: 32] = mix(d_addr[32*l +: 32], {16'd0, d_base}, {16'd0, d_words}, 0);
                    end
                end
                dp[d_tag] = 1'b1;
                dw = dw + 8'd1;
            end
            if (m_valid && m_ready) begin
                check_request(m_tag >> ENTRY_W, 1'b1, m_req[`WF_MREQ_KIND], m_req[`WF_MREQ_ATOM], m_mask, m_addr, m_req[`WF_MREQ_DATA], m_req[`WF_MREQ_COMPARE]);
                for (l = 0; l < LANES; l = l + 1)
                    md[m_tag][32*l +: 32] = m_mask[l] ? mix(m_addr[32*l +: 32], 32'd1, 0, 0) : r2 ^ l;
                mp[m_tag] = 1'b1;
                m_wide[m_tag] = is_wide(f_word[found]); m_high[m_tag] = f_word[found][48];
                m_id[m_tag] = id_of[m_tag >> ENTRY_W]; m_wave[m_tag] = wave_of[m_tag >> ENTRY_W]; m_gid[m_tag] = gid_of[m_tag >> ENTRY_W];
                m_base[m_tag] = is_table(f_word[found]) ? 32'd0 : base_of_buffer(m_id[m_tag], f_word[found][47:40]); m_pc[m_tag] = f_pc[found];
            end
        end
    endtask
    // With no other before it, a request is offered three cycles after its operands.
    reg [2:0]       alone = 0;
    reg [TAG_W-1:0] alone_tag;
    task check_request_time;
        begin
            if (alone[2] && u_dut.u_mem.posts != 3'd4 && (!m_valid || m_tag !== alone_tag))
                fail("cycles of a memory request", alone_tag >> ENTRY_W, 0, {m_valid, m_tag}, {1'b1, alone_tag});
            alone = {alone[1:0], !rst && u_dut.u_mem.in_valid && !u_dut.u_mem.in_table && !u_dut.u_mem.head_valid &&
                                 !u_dut.u_mem.check_valid_q && !u_dut.u_mem.out_valid};
            if (alone[0]) alone_tag = u_dut.u_mem.in_tag;
            if (rst) alone = 0;
        end
    endtask
    // The head of the memory queue waits a cycle per distinct number of its lanes, at least one, and one more; without
    // numbers none.
    integer held = 0, numbers;
    reg [LANES-1:0] counted;
    task check_lookup;
        if (!u_dut.u_mem.head_valid || !u_dut.u_mem.check_ready)
            held = u_dut.u_mem.head_valid ? held : 0;
        else if (!u_dut.u_mem.head_ready)
            held = held + 1;
        else begin
            numbers = 0;
            counted = ~u_dut.u_mem.head_lanes;
            for (s = 0; s < LANES; s = s + 1)
                if (!counted[s]) begin
                    numbers = numbers + 1;
                    for (l = s; l < LANES; l = l + 1)
                        if (u_dut.u_mem.head_number[9*l +: 9] == u_dut.u_mem.head_number[9*s +: 9]) counted[l] = 1'b1;
                end
            if (held != (!u_dut.u_mem.head_table ? 0 : numbers == 0 ? 2 : numbers + 1)) fail("cycles of a lookup", 0, 0, held, numbers);
            held = 0;
        end
    endtask
    task note_bus;
        begin
            bus_met = 1'b0;
            l = bus_error[`WF_ACCESS_ERROR_LANE];
            k = bus_error[`WF_ACCESS_ERROR_LANES];
            if (m_wide[bus_tag]) begin
                l = l/2 + (m_high[bus_tag] ? LANES/2 : 0);
                k = k/2;
            end
            fault_lanes[m_id[bus_tag]] = fault_lanes[m_id[bus_tag]] + k;
            note_fault(m_id[bus_tag], bus_tag >> ENTRY_W, `WF_FAULT_MEM_BUS, 32'd0, l,
                       bus_error[`WF_ACCESS_ERROR_ADDRESS] - m_base[bus_tag], m_pc[bus_tag], m_wave[bus_tag], m_gid[bus_tag]);
        end
    endtask
    task give_answers;
        begin
            stray_x = 1'b0; stray_p = 1'b0; stray_m = 1'b0; stray_d = 1'b0;
            if (!xr_valid || xr_ready) begin
                s = r3[5] ? r2[9:0] % TAGS : due(xp, r2[9:0] % TAGS); give = xp[s] && (rush || r3[0]); stray_x = !xp[s] && r3[19:16] == 4'd0;
                xr_valid <= give || stray_x; xr_tag <= s; xr_data <= give ? xd[s] : {4*LANES{r2}};
                if (give) xp[s] = 1'b0;
            end
            if (!pr_valid || pr_ready) begin
                s = r3[6] ? r2[15:8] % TAGS : due(pp, r2[15:8] % TAGS); give = pp[s] && (rush || r3[1]); stray_p = !pp[s] && r3[23:20] == 4'd0;
                pr_valid <= give || stray_p; pr_tag <= s; pr_data <= give ? pd[s] : {LANES{r2}};
                if (give) pp[s] = 1'b0;
            end
            if (!mr_valid || mr_ready) begin
                s = r3[7] ? r2[25:16] % TAGS : due(mp, r2[25:16] % TAGS); give = mp[s] && (rush || r3[2]); stray_m = !mp[s] && r3[27:24] == 4'd0;
                mr_valid <= give || stray_m; mr_tag <= s; mr_data <= give ? md[s] : {LANES{r2}};
                // an error of the bus now and then, in some rounds often, so that it is the first; of an answer that is none whatever comes
                mr_error <= !give ? {1'b1, r1, r2[15:0]} : round[2] && (r1[31:25] & (round[3] ? 7'h40 : 7'h7f)) == 7'd0 ? {1'b1, 8'd1 + r2[1:0], 5'd0, r2[4:2], {r3[31:2], 2'd0}} : 49'd0;
                if (give && m_wide[s]) begin                 // whole pairs
                    mr_error[`WF_ACCESS_ERROR_LANES] <= 8'd4 - {6'd0, r2[0], 1'b0};
                    mr_error[`WF_ACCESS_ERROR_LANE]  <= {5'd0, r2[4:3], 1'b0};
                end
                if (give) mp[s] = 1'b0;
            end
            if (!dr_valid || dr_ready) begin
                give = dr != dw && (rush || (r3[4:3] != 0 && (!slow_lds || r3[15:13] == 0)));
                s = r2[31:22] % TAGS; stray_d = !give && !dp[s] && r3[31:28] == 4'd0;
                dr_valid <= give || stray_d; dr_data <= give ? dd[dr] : {LANES{r2}}; dr_report <= d_report[dr];
                if (give) begin
                    dp[d_report[dr][`WF_REPORT_TAG]] = 1'b0;
                    dr = dr + 8'd1;
                end else begin                   // an answer that is none has a fault
                    dr_report[`WF_REPORT_TAG]   <= s;
                    dr_report[`WF_REPORT_COUNT] <= 8'd1;
                    dr_report[`WF_REPORT_KIND]  <= `WF_FAULT_LDS_ALIGN;
                end
            end
        end
    endtask
    // After a reset no wave is there, and whatever still answers was not asked for.
    task forget;
        begin
            for (s = 0; s < WAVES*FLY; s = s + 1) f_live[s] = 1'b0;
            in_slot = 0; waiting = 0; arrived = 0; ended = 0; still = 0;
            xp = 0; pp = 0; mp = 0; dp = 0; dr = dw;
            stray_x = xr_valid; stray_p = pr_valid; stray_m = mr_valid; stray_d = dr_valid;
            waits = 4'd0; results_left = 0; waited = 7'd0; in_use = 0;
            for (s = 0; s < 7; s = s + 1) over[s] = 7'd0;
            target_valid = 1'b0; bus_met = 1'b0;
        end
    endtask
    // After a barrier or a fence no request to memory is pending.
    task check_fence(input integer slot);
        if ((mp >> (slot << ENTRY_W)) % (1 << (1 << ENTRY_W)) != 0)
            fail("a fence before memory has answered", slot, 0, mp >> (slot << ENTRY_W), 0);
    endtask
    // An answer that was asked for is granted after one of another unit in its first cycle, at most five more, whose turns come round, three
    // promised ones of the float unit, and seven of the ALU in a row, for the pick leaves a gap within so many cycles.  One of memory may let a
    // posted instruction go first, and five others again.  One that was not asked for is taken at once.
    reg [3:0] waits = 4'd0;
    reg       was_alu = 1'b0, by_alu = 1'b0;     // a result of the ALU was granted in the cycle before; what retires now is one
    reg [6:0] waited = 7'd0, turn, over [0:6];     // units that wait; the one that has its turn; those that had one while a unit waits
    integer   others_over [0:3], alu_over [0:3], u, results_left = 0;      // valid in the cycle before, not granted: the scheduler makes room for them
    task check_answers;
        begin
            if ((stray_x && !xr_ready) || (stray_p && !pr_ready) || (stray_m && !mr_ready) || (stray_d && !dr_ready))
                fail("an answer that nobody asked for is not taken", 0, 0, 0, 0);
            for (u = 0; u < 4; u = u + 1) begin                  // rt_valid: something was granted in the cycle before
                others_over[u] = waits[u] ? others_over[u] + (rt_valid && !was_alu) : 0;
                alu_over[u]    = waits[u] && was_alu ? alu_over[u] + 1 : 0;
                if (others_over[u] > (u == 3 ? 15 : 9)) fail("grants of other units before an answer's", 0, u, others_over[u], 9);
                if (alu_over[u] > 7)    fail("grants of the ALU in a row before an answer's", 0, u, alu_over[u], 7);
            end
            if (u_dut.results_waiting !== results_left) fail("results that wait", 0, 0, u_dut.results_waiting, results_left);
            results_left = 0;
            turn = u_dut.rsp_valid & u_dut.rsp_ready & ~(7'd1 << `WF_UNIT_ALU) & ~({6'd0, u_dut.fpu_rsp_early} << `WF_UNIT_FPU);
            for (u = 0; u < 7; u = u + 1) begin
                if ((over[u] & turn & ~(7'd1 << u)) != 0) fail("a second turn while another unit waits", 0, u, turn, over[u]);
                over[u] = u_dut.rsp_valid[u] && !u_dut.rsp_ready[u] ? over[u] | (waited[u] ? turn : 7'd0) : 7'd0;
                waited[u] = u_dut.rsp_valid[u] && !u_dut.rsp_ready[u];
                results_left = results_left + waited[u];
            end
            by_alu  = was_alu;
            was_alu = u_dut.rsp_valid[`WF_UNIT_ALU];
            waits = {mr_valid && !mr_ready, dr_valid && !dr_ready, xr_valid && !xr_ready, pr_valid && !pr_ready};
        end
    endtask
    // A slot is in use from its launch to the handshake of its end.
    reg [WAVES-1:0] in_use = 0;
    task check_state;
        begin
            if (st_valid !== in_use) fail("slots in use", 0, 0, st_valid, in_use);
            if (end_valid && end_ready) in_use[end_slot] = 1'b0;
            if (launch_valid) in_use[launch[`WF_LAUNCH_SLOT]] = 1'b1;
        end
    endtask
    // No unit gives back more than it was given, and all of it when nothing is in flight.
`ifdef WF_NETLIST_wf_core_sched                                 // a netlist has no names inside
    task check_credits(input rests); begin end endtask
`else
    function integer credits_of(input integer unit);        // with those that are lent
        credits_of = u_dut.u_sched.credit_q[3*unit +: 3] + (unit == `WF_UNIT_FPU ? u_dut.u_sched.fpu_lent : 2'd0);
    endfunction
    task check_credits(input rests);
        for (u = 0; u < 7; u = u + 1)
            if (credits_of(u) > u_dut.u_sched.DEPTH || (rests && credits_of(u) != u_dut.u_sched.DEPTH))
                fail("credits of a unit", 0, u, credits_of(u), u_dut.u_sched.DEPTH);
    endtask
`endif
    // A target that was read ahead stays at the memory's output until the next fetch: a jump of its wave to it needs no fetch.
    reg              target_valid = 1'b0, target_loops, asked_loops;
    reg [SLOT_W-1:0] target_slot;
    reg [16:0]       target_pc;
    integer          targets = 0;
    task check_target;
`ifdef WF_NETLIST
        targets = 0;                                            // a netlist of fetch has no such names
`else
        begin
            if (u_dut.u_fetch.jump && u_dut.u_flow.op != `WF_OP_ENDLOOP && u_dut.next_pc == {1'b0, u_dut.u_flow.pc} + 17'd1)
                fail("a jump to what follows in the text", u_dut.flow_slot, 0, u_dut.next_pc, u_dut.u_flow.pc);
            if (u_dut.u_fetch.jump && target_valid && target_slot == u_dut.u_fetch.next_slot && target_pc == u_dut.u_fetch.next_pc &&
                !(target_loops && u_dut.next_skips)) begin       // endloop asks for what is after it
                if (!u_dut.u_fetch.hit) fail("a target is read twice", target_slot, 0, 0, target_pc);
                targets = targets + u_dut.next_skips;
            end
            if (u_dut.u_fetch.read_valid_q) target_valid = 1'b0;
            else if (u_dut.u_fetch.prefetch_valid) begin
                target_valid = 1'b1;
                target_slot  = u_dut.u_fetch.read_slot_q;
                target_pc    = u_dut.u_fetch.read_pc;
                target_loops = asked_loops;
            end
            if (u_dut.u_fetch.prefetch_request) asked_loops = u_dut.insn_word[7:0] == `WF_OP_ENDLOOP;
        end
`endif
    endtask
    // The pc of a report stays where it is until the wave reads another instruction.
    reg [WAVES-1:0] still = 0;
    integer         still_at [0:WAVES-1], stills = 0;
    task check_reports;
        for (s = 0; s < WAVES; s = s + 1)
            if (still[s] && in_slot[s] && !ended[s] && reads_of[s] == still_at[s]) begin
                if (st_pc[16*s +: 16] !== pc[s]) fail("pc of a report that waits", s, 0, {16'd0, st_pc[16*s +: 16]}, {16'd0, pc[s]});
                stills = stills + 1;
            end else
                still[s] = 1'b0;
    endtask

    // ---- the float lanes: products are asked for now and then, and come in order, each within a bound ----
    // The core has at most 3 of the 5 places of the queue while 2 are lent; the float unit waits for a grant, 8 others at most.
    localparam integer ROW_WAIT = 100;
    reg [2:0]            row_due = 0;
    reg [32*LANES-1:0]   row_want [0:7];
    reg                  row_was_soon = 0;               // what was announced in the cycle before
    reg [2:0]            row_was_tag = 0;
    integer              row_out = 0, row_left = 0, row_since = 0, row_checks = 0;
    task use_row;
        begin
            if (row_done && !rst) begin
                if (row_out == 0 || !row_was_soon || row_was_tag !== row_due || row_data !== row_want[row_due]) fail("a product of the float lanes", 0, 0, row_data[31:0], row_want[row_due][31:0]);
                row_due = row_due + 1'b1;
                row_out = row_out - 1;
                row_checks = row_checks + 1;
            end
            row_was_soon = row_soon; row_was_tag = row_soon_tag;
            row_since = row_valid && !row_ready ? row_since + 1 : 0;
            if (row_since > ROW_WAIT) fail("the float lanes are not lent", 0, 0, row_since, ROW_WAIT);
            if (row_valid && row_ready) begin
                for (l = 0; l < LANES; l = l + 1) row_want[row_tag][32*l +: 32] = row_a[32*l +: 32] * row_b[32*l +: 32];
                row_out = row_out + 1;
                row_left = row_left - 1;
                row_tag <= row_tag + 1'b1;
            end
            if (rst) begin row_left = 0; row_out = 0; row_due = row_tag; end
            else if (FPU_LANES != 0 && row_left == 0 && row_out == 0 && r2[7:2] == 6'd0) row_left = 1 + r2[31:27];
            row_wanted <= row_left != 0 || row_out != 0;
            if (rst) row_valid <= 1'b0;
            else if (!row_valid || row_ready) begin
                row_valid <= row_wanted && row_left != 0 && row_out < 7 && r3[4:3] != 2'd0;
                for (l = 0; l < LANES; l = l + 1) begin
                    row_a[32*l +: 32] <= r1 * (2 * l + 1);
                    row_b[32*l +: 32] <= r3 - l;
                end
            end
        end
    endtask

// SPDX-License-Identifier: Apache-2.0
// wf_core_reference.vh - what wf_core_tb expects: registers and one set of lanes a nesting level for each wave, executed an instruction
//   when it retires; requests checked when they leave; the first fault.
    // ---- reference ----
    reg [31:0]      value [0:WAVES*REGS*LANES-1];
    reg [LANES-1:0] run [0:WAVES-1], alive [0:WAVES-1], help [0:WAVES-1];
    reg [LANES-1:0] to_else [0:WAVES*16-1], to_merge [0:WAVES*16-1], to_continue [0:WAVES*16-1];
    reg [15:0]      pc [0:WAVES-1], wave_of [0:WAVES-1], count_of [0:WAVES-1], base_of [0:WAVES-1], words_of [0:WAVES-1];
    reg [31:0]      gid_of [0:WAVES-1], tbase_of [0:WAVES-1];
    integer         regs_of [0:WAVES-1];     // registers it was given: others read 0
    reg [WAVES-1:0] in_slot = 0, waiting = 0, arrived = 0, ended = 0, asked = 0;
    integer         started = 0, finished = 0, retired = 0;
    reg             first_fault = 0;
    reg [2:0]       first_kind;
    reg [31:0]      first_addr, first_gid;
    reg [15:0]      first_wave, first_pc;
    integer         first_slot;
    reg [7:0]       first_lane;
    reg [63:0]      fault_lanes = 0;

    function integer at_reg(input integer slot, input integer number, input integer lane);
        at_reg = (slot*REGS + number)*LANES + lane;
    endfunction

    // one lane's request of a memory instruction: offset, whether it asks, whether it faults and how
    reg [31:0] w_offset, w_size;
    reg        w_ask, w_ok;
    reg [2:0]  w_kind;
    task lane_request(input integer slot, input [63:0] word, input integer lane);
        begin
            w_offset = value[at_reg(slot, word[22:16], lane)] + {16'd0, word[63:48]};
            w_ask    = run[slot][lane] && (word[1:0] == 2'd0 || (word[7:0] == `WF_OP_GST && word[40]) || !help[slot][lane]);
            w_size   = (word[7:2] == 6'h25) ? size_of[word[47:44]] : {14'd0, words_of[slot], 2'd0};
            w_ok     = w_ask && w_offset[1:0] == 2'd0 && {1'b0, w_offset} + 33'd4 <= {1'b0, w_size};
            w_kind   = (word[7:2] == 6'h25) ? (w_offset[1:0] != 0 ? `WF_FAULT_MEM_ALIGN : `WF_FAULT_MEM_RANGE)
                                            : (w_offset[1:0] != 0 ? `WF_FAULT_LDS_ALIGN : `WF_FAULT_LDS_RANGE);
        end
    endtask
    task note_fault(input integer slot, input [2:0] kind, input integer lane, input [31:0] addr);
        if (!first_fault) begin
            first_fault = 1'b1; first_kind = kind; first_slot = slot; first_lane = lane; first_addr = addr;
            first_gid = gid_of[slot]; first_wave = wave_of[slot]; first_pc = pc[slot];
        end
    endtask
    task check_fault_record;
        begin
            if (fault_count !== fault_lanes) fail("fault count", 0, 0, fault_count[31:0], fault_lanes[31:0]);
            if (fault_valid !== first_fault) fail("fault", 0, 0, fault_valid, first_fault);
            if (first_fault) begin
                if (fault_kind !== first_kind) fail("fault kind", fault_slot, 0, fault_kind, first_kind);
                if (fault_slot !== first_slot) fail("fault slot", first_slot, 0, fault_slot, first_slot);
                if (fault_wave !== first_wave) fail("fault wave", first_slot, 0, fault_wave, first_wave);
                if (fault_lane !== first_lane) fail("fault lane", first_slot, 0, fault_lane, first_lane);
                if (fault_pc !== first_pc) fail("fault pc", first_slot, 0, fault_pc, first_pc);
                if (fault_addr !== first_addr) fail("fault address", first_slot, 0, fault_addr, first_addr);
                if (fault_gid_x !== first_gid) fail("fault group x", first_slot, 0, fault_gid_x, first_gid);
                if (fault_gid_y !== ~first_gid) fail("fault group y", first_slot, 0, fault_gid_y, ~first_gid);
                if (fault_gid_z !== first_gid + 32'd5) fail("fault group z", first_slot, 0, fault_gid_z, first_gid + 32'd5);
                kinds_seen[first_kind] = 1'b1;
            end
        end
    endtask
    reg [7:0] kinds_seen = 0;                // of first faults, a bit a kind
    // check a request against the reference, note its faults
    task check_request(input integer slot, input is_mem, input [1:0] kind, input [3:0] atom, input [LANES-1:0] mask,
                       input [32*LANES-1:0] addr, input [32*LANES-1:0] data, input [32*LANES-1:0] compare);
        reg [63:0] word;
        integer    l;
        begin
            word = code[pc[slot]];
            if (!in_slot[slot] || waiting[slot] || asked[slot]) fail("request of a wave that may not", slot, 0, 0, 0);
            asked[slot] = 1'b1;
            if (word[7:2] !== (is_mem ? 6'h25 : 6'h24) || kind !== word[1:0] || (kind == `WF_ACCESS_ATOMIC && atom !== word[43:40]))
                fail("request kind", slot, 0, kind, word[7:0]);
            for (l = 0; l < LANES; l = l + 1) begin
                lane_request(slot, word, l);
                if (mask[l] !== (is_mem ? w_ok : w_ask)) fail("request mask", slot, l, mask[l], w_ask);
                if (w_ask && !w_ok) begin
                    fault_lanes = fault_lanes + 64'd1;
                    note_fault(slot, w_kind, l, w_offset);
                end
                if (mask[l]) begin
                    if (addr[32*l +: 32] !== w_offset + (is_mem ? {16'd1, 4'd0, word[47:44], 8'd0} : 32'd0))
                        fail("request address", slot, l, addr[32*l +: 32], w_offset);
                    if (kind != `WF_ACCESS_LOAD && data[32*l +: 32] !== value[at_reg(slot, word[30:24], l)])
                        fail("request data", slot, l, data[32*l +: 32], value[at_reg(slot, word[30:24], l)]);
                    if (kind == `WF_ACCESS_ATOMIC && compare[32*l +: 32] !== value[at_reg(slot, word[38:32], l)])
                        fail("request compare", slot, l, compare[32*l +: 32], value[at_reg(slot, word[38:32], l)]);
                    checks = checks + 1;
                end
            end
        end
    endtask

    // execute one instruction of the reference and compare the record
    reg [63:0]          e_word;
    reg [LANES-1:0]     e_run, e_cond, e_write, e_next, e_voters;
    reg [32*LANES-1:0]  e_w [0:3];
    integer             e_words, e_top, el, ek, lv;
    reg                 e_out, e_bad;
    reg [31:0]          va, vb, vc, vq0, vq1, vq2, vq3, res;
    task reference(input integer s);
        begin
            e_out  = pc[s] >= code_words || pc[s] >= IMEM_WORDS;
            e_word = e_out ? 64'd0 : code[pc[s]];
            e_bad  = e_out || e_word[7:4] == 4'hf;               // opcodes f0 to ff do not exist
            e_run = run[s]; e_words = 0; e_write = 0; lv = s*16 + depth_of(e_word[47:40]);
            if (rt_pc !== pc[s]) fail("pc", s, 0, rt_pc, pc[s]);
            if (rt_word !== e_word) fail("word", s, 0, rt_word[31:0], e_word[31:0]);
            if (rt_exec !== e_run) fail("exec", s, 0, rt_exec, e_run);
            if (rt_wave !== wave_of[s] || rt_gid_x !== gid_of[s] || rt_gid_y !== ~gid_of[s] || rt_gid_z !== gid_of[s] + 32'd5 ||
                rt_gslot !== wave_of[s][1:0]) fail("whose", s, 0, rt_gid_x, gid_of[s]);
            for (el = 0; el < LANES; el = el + 1) begin
                va  = value[at_reg(s, e_word[22:16], el)];
                vb  = e_word[31] ? e_word[63:32] : value[at_reg(s, e_word[30:24], el)];
                vc  = value[at_reg(s, e_word[38:32], el)];
                vq0 = value[at_reg(s, {e_word[38:34], 2'd0 + e_word[33:32]}, el)];
                vq1 = value[at_reg(s, {e_word[38:34], 2'd1 + e_word[33:32]}, el)];
                vq2 = value[at_reg(s, {e_word[38:34], 2'd2 + e_word[33:32]}, el)];
                vq3 = value[at_reg(s, {e_word[38:34], 2'd3 + e_word[33:32]}, el)];
                e_cond[el]  = va != 32'd0;
                e_write[el] = e_run[el];
                res = 32'd0;
                case (e_word[7:0])
                    `WF_OP_ADD: begin res = va + vb; e_words = 1; end
                    `WF_OP_MOV: begin res = vb; e_words = 1; end
                    `WF_OP_XOR: begin res = va ^ vb; e_words = 1; end
                    `WF_OP_AND: begin res = va & vb; e_words = 1; end
                    `WF_OP_SHL: begin res = va << vb[4:0]; e_words = 1; end
                    `WF_OP_LTU: begin res = va < vb; e_words = 1; end
                    `WF_OP_GEU: begin res = va >= vb; e_words = 1; end
                    `WF_OP_SEL: begin res = va != 0 ? vb : vc; e_words = 1; end
                    `WF_OP_MUL: begin res = va * vb; e_words = 1; end
                    `WF_OP_MAD: begin res = va * vb + vc; e_words = 1; end
                    `WF_OP_SV: begin
                        e_words = 1;
                        case (e_word[47:40])
                            `WF_SV_GID_X: res = gid_of[s];
                            `WF_SV_GID_Y: res = ~gid_of[s];
                            `WF_SV_GID_Z: res = gid_of[s] + 32'd5;
                            `WF_SV_LANE:  res = el;
                            `WF_SV_LANES: res = 32'd4;
                            `WF_SV_WAVE:  res = wave_of[s];
                            `WF_SV_WAVES: res = count_of[s];
                            `WF_SV_HELPER: res = help[s][el];
                            `WF_SV_SLOT:  res = s;
                            `WF_SV_GRID_X: res = 32'd71;
                            `WF_SV_GRID_Y: res = 32'd72;
                            `WF_SV_GRID_Z: res = 32'd73;
                            default: res = (e_word[47:40] >= `WF_SV_SIZE0) ? size_of[e_word[43:40]]
                                                    : mix({29'd0, e_word[42:40]}, tbase_of[s], {16'd0, wave_of[s]}, el);
                        endcase
                    end
                    `WF_OP_READLANE, `WF_OP_MBIT, `WF_OP_QBCAST, `WF_OP_WADD, `WF_OP_BALLOT, `WF_OP_MATCH: begin
                        e_words = (e_word[7:0] == `WF_OP_BALLOT || e_word[7:0] == `WF_OP_MATCH) ? 4 : 1;
                        e_voters = (e_run & ~help[s]) != 0 ? e_run & ~help[s] : e_run;    // helpers alone stand for active lanes
                        if (e_word[7:0] == `WF_OP_MATCH || (e_word[7:0] == `WF_OP_WADD && e_word[43:40] != 4'd0))
                            e_write[el] = e_voters[el];                                 // not the same for the whole wave
                        if (!reads_a(e_word[7:0])) va = 0;
                        if (!reads_b(e_word[7:0])) vb = 0;
                        if (!reads_q(e_word[7:0], e_word[47:40])) begin
                            vq0 = 0; vq1 = 0; vq2 = 0; vq3 = 0;
                        end
                        // of the lane beside it too, whether that runs or not: cross-lane operations read registers of any lane
                        res = mix(va + 3 * (reads_a(e_word[7:0]) ? value[at_reg(s, e_word[22:16], el ^ 1)] : 32'd0), vb, mix(vq0, vq1, vq2, vq3),
                                  {e_word[7:0], e_word[31] ? 8'd0 : e_word[47:40], 13'd0, e_run[el], e_voters[el], 1'b0});
                    end
                    `WF_OP_LDSLD, `WF_OP_LDSATOM, `WF_OP_GLD, `WF_OP_GATOM: begin
                        e_words = e_word[15] ? 0 : 1;
                        lane_request(s, e_word, el);
                        e_write[el] = w_ask;
                        if (e_word[7:2] == 6'h25)
                            res = w_ok ? mix(w_offset + {16'd1, 4'd0, e_word[47:44], 8'd0}, 32'd1, 0, 0) : 32'd0;
                        else
                            res = w_ok ? mix(w_offset, base_of[s], words_of[s], 0) : 32'd0;
                    end
                    default: ;
                endcase
                for (ek = 0; ek < 4; ek = ek + 1) e_w[ek][32*el +: 32] = res + ek * 32'h01010101;
            end
            if (e_word[7:4] == 4'h9 && !asked[s]) fail("retired without a request", s, 0, 0, 0);
            asked[s] = 1'b0;
            if (e_words == 0) e_write = 0;
            if (rt_write !== e_write) fail("write mask", s, 0, rt_write, e_write);
            if (rt_words !== e_words) fail("words", s, 0, rt_words, e_words);
            if (e_words != 0 && rt_dst !== e_word[14:8]) fail("destination", s, 0, rt_dst, e_word[14:8]);
            for (el = 0; el < LANES; el = el + 1)
                for (ek = 0; ek < e_words; ek = ek + 1) begin
                    if (e_write[el]) begin
                        if (rt_data[(4*el+ek)*32 +: 32] !== e_w[ek][32*el +: 32])
                            fail("value", s, el, rt_data[(4*el+ek)*32 +: 32], e_w[ek][32*el +: 32]);
                        if (e_word[14:8] + ek < regs_of[s]) value[at_reg(s, e_word[14:8] + ek, el)] = e_w[ek][32*el +: 32];
                        checks = checks + 1;
                    end
                end
            // control: a set of waiting lanes a level
            e_next = e_run;
            e_top  = 0;
            case (e_word[7:0])
                `WF_OP_IF: begin
                    to_else[lv] = e_run & ~e_cond; to_merge[lv] = 0; e_next = e_run & e_cond;
                end
                `WF_OP_ELSE: begin
                    to_merge[lv] = to_merge[lv] | e_run; e_next = to_else[lv]; to_else[lv] = 0;
                end
                `WF_OP_ENDIF: begin
                    e_next = e_run | to_else[lv] | to_merge[lv];
                end
                `WF_OP_LOOP: begin
                    to_merge[lv] = 0; to_continue[lv] = 0;
                end
                `WF_OP_BREAK: begin to_merge[lv] = to_merge[lv] | e_run; e_next = 0; end
                `WF_OP_BREAKIF: begin to_merge[lv] = to_merge[lv] | (e_run & e_cond); e_next = e_run & ~e_cond; end
                `WF_OP_CONTINUE: begin to_continue[lv] = to_continue[lv] | e_run; e_next = 0; end
                `WF_OP_CONTINUING: begin e_next = e_run | to_continue[lv]; to_continue[lv] = 0; end
                `WF_OP_ENDLOOP: if (e_run != 0) e_top = 1; else e_next = to_merge[lv];
                `WF_OP_RET: begin alive[s] = alive[s] & ~e_run; e_next = 0; end
                `WF_OP_DEMOTE: help[s] = help[s] | e_run;
                `WF_OP_BARRIER: waiting[s] = 1'b1;
                `WF_OP_END: alive[s] = 0;
                default: ;
            endcase
            if (e_bad) begin
                for (el = LANES - 1; el >= 0; el = el - 1) if (e_run[el]) ek = el;
                note_fault(s, e_out ? `WF_FAULT_CODE_RANGE : `WF_FAULT_OPCODE, ek, 32'd0);
                fault_lanes = fault_lanes + 64'd1;
                alive[s] = 0;
            end
            run[s] = e_next;
            if (e_top != 0) pc[s] = e_word[23:8];
            else if (e_next == 0) pc[s] = e_word[63:48];
            else pc[s] = pc[s] + 16'd1;
            if (alive[s] == 0) ended[s] = 1'b1;
            retired = retired + 1;
        end
    endtask


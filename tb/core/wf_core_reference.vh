// SPDX-License-Identifier: Apache-2.0
// wf_core_reference.vh - what wf_core_tb expects: registers and lanes per nesting level of each wave; the first fault.
//   Instructions are executed in program order, only when an event needs one.  Each is kept until it retires, with
//   the request and record that it must show; an event finds its instruction there.  Orders that no wave may take fail.
    // ---- reference ----
    localparam integer FLY = 2*(INFLIGHT + 4);       // instructions kept per wave: in flight, not retired, light ones
    reg [31:0]      value [0:WAVES*REGS*LANES-1];
    reg [LANES-1:0] run [0:WAVES-1], alive [0:WAVES-1], help [0:WAVES-1];
    reg [LANES-1:0] to_else [0:WAVES*16-1], to_merge [0:WAVES*16-1], to_continue [0:WAVES*16-1];
    reg [15:0]      pc [0:WAVES-1], wave_of [0:WAVES-1], count_of [0:WAVES-1], base_of [0:WAVES-1], words_of [0:WAVES-1];
    reg [31:0]      gid_of [0:WAVES-1], tbase_of [0:WAVES-1];
    reg             pixel_of [0:WAVES-1];    // a wave of a pixel shader,
    reg [7*LANES-1:0] at_of [0:WAVES-1];     // where its quads are
    reg             id_of [0:WAVES-1];       // dispatch: it has buffers, a grid and a fault record of its own
    integer         regs_of [0:WAVES-1];     // registers it was given: others read 0
    reg [WAVES-1:0] in_slot = 0, waiting = 0, arrived = 0, ended = 0;
    integer         started = 0, finished = 0, retired = 0;
    // by dispatch
    reg [1:0]       first_fault = 0;
    reg [`WF_FAULT_W-1:0] first [0:1];       // except for its count
    reg [63:0]      fault_lanes [0:1];
    function is_bound(input id, input [31:0] number);
        is_bound = number < 32'd256 && number[7:4] == number[3:0] && bound[{id, number[3:0]}];
    endfunction
    function [31:0] base_of_buffer(input id, input [31:0] number);
        base_of_buffer = is_bound(id, number) ? {14'd0, id, 1'b1, 4'd0, number[3:0], 8'd0} : 32'd0;
    endfunction
    function is_robust(input id, input [31:0] number);
        is_robust = is_bound(id, number) && robust[{id, number[3:0]}];
    endfunction
    function [31:0] size_of_buffer(input id, input [31:0] number);
        size_of_buffer = is_bound(id, number) ? sized[{id, number[3:0]}] : 32'd0;
    endfunction

    function integer at_reg(input integer slot, input integer number, input integer lane);
        at_reg = (slot*REGS + number)*LANES + lane;
    endfunction

    // one lane's request of a memory instruction: offset, whether it asks, whether it may
    reg [31:0] w_offset, w_size, w_number;
    reg        w_ask, w_ok;
    task lane_request(input integer slot, input [63:0] word, input integer lane);
        begin
            w_offset = value[at_reg(slot, word[22:16], lane)] +
                       (is_mem(word) && word[`WF_ACCESS_ATOMICS] ? {20'd0, word[59:51], is_wide(word) ? 3'd0 : word[50:48]}
                                                                 : {16'd0, word[63:51], is_wide(word) ? 3'd0 : word[50:48]});
            w_ask    = run[slot][lane] && (word[1:0] == 2'd0 || word[7:0] == `WF_OP_GSTP || !help[slot][lane]) &&
                       !(is_wide(word) && (lane >= LANES/2) != word[48]);
            w_number = !is_table(word) ? {24'd0, word[47:40]} : value[at_reg(slot, is_wide(word) ? word[30:24] : word[38:32], lane)];
            w_size   = is_mem(word) ? size_of_buffer(id_of[slot], w_number) : {14'd0, words_of[slot], 2'd0};
            w_ok     = w_ask && w_offset % (is_wide(word) ? 8 : 4) == 0 && {1'b0, w_offset} + (is_wide(word) ? 33'd8 : 33'd4) <= {1'b0, w_size};
        end
    endtask
    // A fault of a wave; an error of the bus comes when the wave may have ended.
    task note_fault(input id, input integer slot, input [2:0] kind, input [31:0] buffer, input [7:0] lane, input [31:0] addr, input [15:0] where,
                    input [15:0] wave, input [31:0] gid);
        if (!first_fault[id]) begin
            first_fault[id] = 1'b1;
            first[id] = 0;
            first[id][`WF_FAULT_KIND] = kind;
            first[id][`WF_FAULT_SLOT] = FIRST_SLOT + slot;
            first[id][`WF_FAULT_WAVE] = wave;
            first[id][`WF_FAULT_LANE] = lane;
            first[id][`WF_FAULT_BUFFER] = buffer < 256 ? buffer : 256;
            first[id][`WF_FAULT_PC]   = where;
            first[id][`WF_FAULT_ADDR] = addr;
            first[id][`WF_FAULT_GID]  = group_of(gid);
        end
    endtask
    function [95:0] group_of(input [31:0] gid);      // {z, y, x}
        group_of = {gid + 32'd5, ~gid, gid};
    endfunction
    integer d;
    reg [`WF_FAULT_W-1:0] a_fault;
    task check_fault_record;
        for (d = 0; d < 2; d = d + 1) begin
            a_fault = fault[`WF_FAULT_W*d +: `WF_FAULT_W];
            if (a_fault[`WF_FAULT_COUNT] !== fault_lanes[d]) fail("fault count", 0, 0, a_fault[`WF_FAULT_COUNT], fault_lanes[d]);
            if (fault_found[d] !== first_fault[d] || fault_settled[d] !== 1'b1) fail("fault", 0, 0, {fault_found[d], fault_settled[d]}, {first_fault[d], 1'b1});
            if (first_fault[d]) begin
                a_fault[`WF_FAULT_COUNT] = 64'd0;
                if (a_fault !== first[d]) begin
                    $display("fault record %h, expected %h: its fields are in docs/isa.md", a_fault, first[d]);
                    fail("fault record", first[d][`WF_FAULT_SLOT], 0, a_fault[`WF_FAULT_KIND], first[d][`WF_FAULT_KIND]);
                end
                kinds_seen[first[d][`WF_FAULT_KIND]] = 1'b1;
            end
        end
    endtask
    reg [7:0] kinds_seen = 0;                // of first faults, a bit a kind
    // ---- instructions of a wave that were executed here and have not retired: FLY places per wave, in any order ----
    integer             begun [0:WAVES-1], reads_of [0:WAVES-1], f_number [0:WAVES*FLY-1];     // how many began, and were read by the device; its number among them
    reg                 f_live [0:WAVES*FLY-1], f_asked [0:WAVES*FLY-1];
    reg [15:0]          f_pc [0:WAVES*FLY-1];
    reg [63:0]          f_word [0:WAVES*FLY-1];
    reg [LANES-1:0]     f_run [0:WAVES*FLY-1], f_write [0:WAVES*FLY-1], f_ask [0:WAVES*FLY-1], f_ok [0:WAVES*FLY-1], f_robust [0:WAVES*FLY-1];
    reg [2:0]           f_words [0:WAVES*FLY-1];
    reg [128*LANES-1:0] f_data [0:WAVES*FLY-1];
    reg [32*LANES-1:0]  f_buffer [0:WAVES*FLY-1], f_base [0:WAVES*FLY-1], f_offset [0:WAVES*FLY-1], f_b [0:WAVES*FLY-1], f_c [0:WAVES*FLY-1];
    reg [128*LANES-1:0] f_q [0:WAVES*FLY-1];         // of 64-bit atomics: operand and compare value
    reg                 f_bad [0:WAVES*FLY-1], f_out [0:WAVES*FLY-1], f_light [0:WAVES*FLY-1];
    function is_lds(input [63:0] word);
        is_lds = word[7:2] == 6'h24;
    endfunction
    function is_mem(input [63:0] word);
        is_mem = word[7:4] == 4'h9 && word[3:2] != 2'd0;
    endfunction
    function is_table(input [63:0] word);  // each lane has the number of its buffer
        is_table = word[7:2] == 6'h26;
    endfunction
    function is_wide(input [63:0] word);   // a 64-bit atomic: of half of the lanes, each with a pair of lanes of the request
        is_wide = word[7:4] == 4'h9 && word[1:0] == 2'd3;
    endfunction
    function [3:0] atom_of(input [63:0] word);
        atom_of = is_mem(word) ? word[63:60] : word[43:40];
    endfunction
    // Structure: nothing waits for it where it leaves the running lanes as they are.
    function is_structure(input [63:0] word);
        is_structure = word[7:0] == `WF_OP_NOP || word[7:0] == `WF_OP_LOOP || word[7:0] == `WF_OP_ENDLOOP || word[7:0] == `WF_OP_CONTINUING || word[7:0] == `WF_OP_ENDIF;
    endfunction
    function is_flow(input [63:0] word);
        is_flow = word[7:4] == 4'd0 || word[7:4] == 4'hf;
    endfunction
    // Bits of the registers that an instruction reads, or writes.
    function [127:0] quad_bits(input [6:0] number);
        quad_bits = 128'hf << {number[6:2], 2'd0};
    endfunction
    function [127:0] writes(input integer f);
        writes = (f_words[f] == 3'd0) ? 128'd0 : (f_words[f] == 3'd4) ? quad_bits(f_word[f][14:8]) : 128'd1 << f_word[f][14:8];
    endfunction
    reg [127:0] bits;
    task reads(input [63:0] word);           // into bits
        begin
            bits = 128'd0;
            case (word[7:0])
                `WF_OP_SEL, `WF_OP_MAD:
                    bits = 128'd1 << word[22:16] | 128'd1 << word[30:24] | 128'd1 << word[38:32];
                `WF_OP_ADD, `WF_OP_XOR, `WF_OP_AND, `WF_OP_SHL, `WF_OP_LTU, `WF_OP_GEU, `WF_OP_MUL, `WF_OP_READLANE, `WF_OP_QBCAST,
                `WF_OP_LDSST, `WF_OP_GST, `WF_OP_GSTP:
                    bits = 128'd1 << word[22:16] | (word[31] && word[7:4] != 4'h9 ? 128'd0 : 128'd1 << word[30:24]);
                `WF_OP_LDSATOM, `WF_OP_GATOM:
                    bits = 128'd1 << word[22:16] | 128'd1 << word[30:24] | (atom_of(word) == `WF_ATOM_CAS ? 128'd1 << word[38:32] : 128'd0);
                `WF_OP_TATOM:
                    bits = 128'd1 << word[22:16] | 128'd1 << word[30:24] |
                           (atom_of(word) == `WF_ATOM_CAS ? quad_bits(word[38:32]) : 128'd1 << word[38:32]);
                `WF_OP_LDSATOM64, `WF_OP_GATOM64:
                    bits = 128'd1 << word[22:16] | quad_bits(word[38:32]);
                `WF_OP_TATOM64:
                    bits = 128'd1 << word[22:16] | 128'd1 << word[30:24] | quad_bits(word[38:32]);
                `WF_OP_TST:
                    bits = 128'd1 << word[22:16] | 128'd1 << word[30:24] | 128'd1 << word[38:32];
                `WF_OP_TLD:
                    bits = 128'd1 << word[22:16] | 128'd1 << word[38:32];
                `WF_OP_LDSLD, `WF_OP_GLD, `WF_OP_IF, `WF_OP_BREAKIF:
                    bits = 128'd1 << word[22:16];
                `WF_OP_WADD:
                    bits = 128'd1 << word[22:16] | (reads_q(word[7:0], word[47:40]) ? quad_bits(word[38:32]) : 128'd0);
                `WF_OP_MBIT:
                    bits = 128'd1 << word[30:24] | quad_bits(word[38:32]);
                `WF_OP_MATCH:
                    bits = 128'd1 << word[38:32];
                default: ;
            endcase
        end
    endtask
    // Nothing before it in flight writes what it reads, or, when `over`, writes.
    task check_order(input integer slot, input integer place, input over);
        integer n;
        begin
            reads(f_word[place]);
            if (over) bits = bits | writes(place);
            for (n = slot*FLY; n < (slot + 1)*FLY; n = n + 1)
                if (f_live[n] && f_number[n] < f_number[place] && (writes(n) & bits) != 128'd0)
                    fail("performed before what it depends on", slot, 0, f_pc[place], f_pc[n]);
        end
    endtask

    // check a request against the reference, note its faults
    integer found;                           // place of an instruction; -1: none
    task check_request(input integer slot, input global, input [1:0] kind, input [3:0] atom, input [LANES-1:0] mask,
                       input [32*LANES-1:0] addr, input [32*LANES-1:0] data, input [32*LANES-1:0] compare);
        integer    l, f, n;
        begin
            if (!in_slot[slot] || waiting[slot] || ended[slot]) fail("request of a wave that may not", slot, 0, 0, 0);
            found = -1;                      // the oldest of that memory that made none
            for (n = slot*FLY; n < (slot + 1)*FLY; n = n + 1)
                if (f_live[n] && !f_asked[n] && (global ? is_mem(f_word[n]) : is_lds(f_word[n])) && (found < 0 || f_number[n] < f_number[found]))
                    found = n;
            while (found < 0) begin
                execute(slot);
                if (global ? is_mem(f_word[ef]) : is_lds(f_word[ef])) found = ef;
            end
            f = found;
            check_order(slot, f, 1'b0);
            f_asked[f] = 1'b1;
            if (kind !== f_word[f][1:0] || (kind[`WF_ACCESS_ATOMICS] && atom !== atom_of(f_word[f])))
                fail("request kind", slot, 0, kind, f_word[f][7:0]);
            if (is_wide(f_word[f]))
                check_pairs(slot, f, global, mask, addr, data, compare);
            else if (mask !== (global ? f_ok[f] : f_ask[f]))
                fail("request mask", slot, 0, mask, f_ask[f]);
            for (l = 0; l < LANES; l = l + 1) begin
                if (f_ask[f][l] && !f_ok[f][l] && !f_robust[f][l]) begin
                    fault_lanes[id_of[slot]] = fault_lanes[id_of[slot]] + 64'd1;
                    w_offset = f_offset[f][32*l +: 32];
                    n = w_offset % (is_wide(f_word[f]) ? 8 : 4);
                    note_fault(id_of[slot], slot, global ? (n != 0 ? `WF_FAULT_MEM_ALIGN : `WF_FAULT_MEM_RANGE)
                                                         : (n != 0 ? `WF_FAULT_LDS_ALIGN : `WF_FAULT_LDS_RANGE),
                               global ? f_buffer[f][32*l +: 32] : 32'd0, l, w_offset, f_pc[f], wave_of[slot], gid_of[slot]);
                end
                if (mask[l] && !is_wide(f_word[f])) begin
                    if (addr[32*l +: 32] !== f_offset[f][32*l +: 32] + f_base[f][32*l +: 32])
                        fail("request address", slot, l, addr[32*l +: 32], f_offset[f][32*l +: 32]);
                    if (kind != `WF_ACCESS_LOAD && data[32*l +: 32] !== f_b[f][32*l +: 32])
                        fail("request data", slot, l, data[32*l +: 32], f_b[f][32*l +: 32]);
                    if (kind == `WF_ACCESS_ATOMIC && atom == `WF_ATOM_CAS && compare[32*l +: 32] !== f_c[f][32*l +: 32])
                        fail("request compare", slot, l, compare[32*l +: 32], f_c[f][32*l +: 32]);
                    checks = checks + 1;
                end
            end
        end
    endtask

    // Lane i of the half asks with lanes 2i and 2i+1: low word, high word.
    task check_pairs(input integer slot, input integer f, input global, input [LANES-1:0] mask, input [32*LANES-1:0] addr,
                     input [32*LANES-1:0] data, input [32*LANES-1:0] compare);
        integer lane, l;
        for (l = 0; l < LANES; l = l + 1) begin
            lane = l/2 + (f_word[f][48] ? LANES/2 : 0);
            if (mask[l] !== (global ? f_ok[f][lane] : f_ask[f][lane])) fail("request mask", slot, l, mask, f_ask[f]);
            // of a misaligned lane the even address alone counts
            if (mask[l] && (l % 2 == 0 || f_offset[f][32*lane +: 3] == 3'd0) &&
                addr[32*l +: 32] !== f_offset[f][32*lane +: 32] + f_base[f][32*lane +: 32] + l % 2 * 4)
                fail("request address", slot, l, addr[32*l +: 32], f_offset[f][32*lane +: 32]);
            if (mask[l] && data[32*l +: 32] !== f_q[f][128*lane + 32*(l % 2) +: 32])
                fail("request data", slot, l, data[32*l +: 32], f_q[f][128*lane + 32*(l % 2) +: 32]);
            if (mask[l] && compare[32*l +: 32] !== f_q[f][128*lane + 64 + 32*(l % 2) +: 32])
                fail("request compare", slot, l, compare[32*l +: 32], f_q[f][128*lane + 64 + 32*(l % 2) +: 32]);
            if (mask[l]) checks = checks + 1;
            pairs_checked = pairs_checked + (mask[l] && l % 2 == 1);
        end
    endtask
    integer pairs_checked = 0;

    // execute the next instruction of a wave
    reg [63:0]          e_word;
    reg [LANES-1:0]     e_run, e_cond, e_write, e_next, e_voters;
    reg [32*LANES-1:0]  e_w [0:3];
    integer             e_words, e_top, el, ek, lv;
    reg                 e_out, e_bad;
    reg [31:0]          va, vb, vc, vq0, vq1, vq2, vq3, res;
    integer             ef;
    task execute(input integer s);
        begin
            e_out  = pc[s] >= code_words || pc[s] >= IMEM_WORDS || !loaded[pc[s]];
            e_word = e_out ? 64'd0 : code[pc[s]];
            e_bad  = e_out || e_word[7:4] == 4'hf ||              // opcodes f0 to ff do not exist
                     (FPU_LANES == 0 && (e_word[7:0] == `WF_OP_MUL || e_word[7:0] == `WF_OP_MAD || e_word[7:0] == `WF_OP_WFADD));
            e_run = run[s]; e_words = 0; e_write = 0; lv = s*16 + depth_of(e_word[47:40]);
            ef = -1;
            for (ek = s*FLY; ek < (s + 1)*FLY; ek = ek + 1) if (!f_live[ek]) ef = ek;
                else begin
                    if (is_flow(f_word[ek]) && !f_light[ek]) fail("performed behind control flow", s, 0, pc[s], f_pc[ek]);
                    if (e_bad || e_word[7:0] == `WF_OP_END || e_word[7:0] == `WF_OP_BARRIER || e_word[7:0] == `WF_OP_MEMBAR)
                        fail("performed with others in flight", s, 0, pc[s], f_pc[ek]);
                end
            if (ef < 0) fail("not performed in time", s, 0, rt_pc, f_pc[s*FLY]);
            f_number[ef] = begun[s];
            begun[s] = begun[s] + 1;
            f_live[ef] = 1'b1; f_asked[ef] = 1'b0; f_pc[ef] = pc[s]; f_word[ef] = e_word; f_run[ef] = e_run; f_bad[ef] = e_bad; f_out[ef] = e_out;
            for (el = 0; el < LANES; el = el + 1) begin
                va  = value[at_reg(s, e_word[22:16], el)];
                vb  = e_word[31] ? e_word[63:32] : value[at_reg(s, e_word[30:24], el)];
                vc  = value[at_reg(s, e_word[38:32], el)];
                vq0 = value[at_reg(s, {e_word[38:34], 2'd0 + e_word[33:32]}, el)];
                vq1 = value[at_reg(s, {e_word[38:34], 2'd1 + e_word[33:32]}, el)];
                vq2 = value[at_reg(s, {e_word[38:34], 2'd2 + e_word[33:32]}, el)];
                vq3 = value[at_reg(s, {e_word[38:34], 2'd3 + e_word[33:32]}, el)];
                f_b[ef][32*el +: 32] = vb;
                f_c[ef][32*el +: 32] = e_word[7:0] == `WF_OP_TATOM ? vq1 : vc;
                f_q[ef][128*el +: 128] = {vq3, vq2, vq1, vq0};
                if (e_word[7:4] == 4'h9) begin
                    f_b[ef][32*el +: 32] = value[at_reg(s, e_word[30:24], el)];
                    lane_request(s, e_word, el);
                    f_offset[ef][32*el +: 32] = w_offset;
                    f_buffer[ef][32*el +: 32] = w_number;
                    f_robust[ef][el] = is_mem(e_word) && is_robust(id_of[s], w_number) && w_offset % (is_wide(e_word) ? 8 : 4) == 0;
                    f_base[ef][32*el +: 32]   = is_mem(e_word) ? base_of_buffer(id_of[s], w_number) : 32'd0;
                    f_ask[ef][el] = w_ask;
                    f_ok[ef][el]  = w_ok;
                end
                e_cond[el]  = va != 32'd0;
                e_write[el] = e_run[el];
                res = 32'd0;
                case (e_bad ? 8'hff : e_word[7:0])
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
                            `WF_SV_SLOT:  res = FIRST_SLOT + s;
                            `WF_SV_PIXEL_X: res = pixel_of[s] ? at_of[s][28*(el/4) +: 14] + el % 2 : 0;
                            `WF_SV_PIXEL_Y: res = pixel_of[s] ? at_of[s][28*(el/4) + 14 +: 14] + el / 2 % 2 : 0;
                            `WF_SV_CORE:  res = CORE;
                            `WF_SV_CORES: res = CORES;
                            `WF_SV_SLOTS: res = WAVES;
                            `WF_SV_GRID_X: res = 32'd71 + 10 * id_of[s];
                            `WF_SV_GRID_Y: res = 32'd72 + 10 * id_of[s];
                            `WF_SV_GRID_Z: res = 32'd73 + 10 * id_of[s];
                            `WF_SV_CLOCK_LOW, `WF_SV_CLOCK_HIGH: res = 32'd0;       // not known before it retires: set_clock
                            default: res = mix({29'd0, e_word[42:40]}, tbase_of[s], {16'd0, wave_of[s]}, el);
                        endcase
                    end
                    `WF_OP_SIZE: begin res = size_of_buffer(id_of[s], e_word[47:40]); e_words = 1; end
                    `WF_OP_READLANE, `WF_OP_MBIT, `WF_OP_QBCAST, `WF_OP_WADD, `WF_OP_BALLOT, `WF_OP_MATCH: begin
                        e_words = (e_word[7:0] == `WF_OP_BALLOT || e_word[7:0] == `WF_OP_MATCH) ? 4 : 1;
                        e_voters = (e_run & ~help[s]) != 0 ? e_run & ~help[s] : e_run;    // else the helper lanes
                        if (e_word[7:0] == `WF_OP_MATCH || (e_word[7:0] == `WF_OP_WADD && e_word[43:40] != 4'd0))
                            e_write[el] = e_voters[el];                                 // not the same for the whole wave
                        if (!reads_a(e_word[7:0])) va = 0;
                        if (!reads_b(e_word[7:0])) vb = 0;
                        if (!reads_q(e_word[7:0], e_word[47:40])) begin
                            vq0 = 0; vq1 = 0; vq2 = 0; vq3 = 0;
                        end
                        // the neighbour's too, running or not: cross-lane operations read registers of any lane
                        res = mix(va + 3 * (reads_a(e_word[7:0]) ? value[at_reg(s, e_word[22:16], el ^ 1)] : 32'd0), vb, mix(vq0, vq1, vq2, vq3),
                                  {e_word[7:0], e_word[31] ? 8'd0 : e_word[47:40], 13'd0, e_run[el], e_voters[el], 1'b0});
                    end
                    `WF_OP_LDSLD, `WF_OP_LDSATOM, `WF_OP_GLD, `WF_OP_GATOM, `WF_OP_TLD, `WF_OP_TATOM: begin
                        e_words = e_word[15] ? 0 : 1;
                        e_write[el] = w_ask;
                        if (is_mem(e_word))
                            res = w_ok ? mix(w_offset + base_of_buffer(id_of[s], w_number), 32'd1, 0, 0) : 32'd0;
                        else
                            res = w_ok ? mix(w_offset, base_of[s], words_of[s], 0) : 32'd0;
                    end
                    `WF_OP_LDSATOM64, `WF_OP_GATOM64, `WF_OP_TATOM64: begin
                        e_words = e_word[15] ? 0 : 4;
                        e_write[el] = w_ask;
                    end
                    default: ;
                endcase
                for (ek = 0; ek < 4; ek = ek + 1)
                    e_w[ek][32*el +: 32] = !is_wide(e_word) ? res + ek * 32'h01010101 : !w_ok || ek > 1 ? 32'd0
                                         : is_mem(e_word) ? mix(w_offset + 4*ek + base_of_buffer(id_of[s], w_number), 32'd1, 0, 0)
                                                          : mix(w_offset + 4*ek, base_of[s], words_of[s], 0);
            end
            if (e_words == 0) e_write = 0;
            f_words[ef] = e_words; f_write[ef] = e_write;
            for (ek = 0; ek < 4; ek = ek + 1)
                for (el = 0; el < LANES; el = el + 1) begin
                    f_data[ef][(4*el+ek)*32 +: 32] = e_w[ek][32*el +: 32];
                    if (ek < e_words && e_write[el] && e_word[14:8] + ek < regs_of[s]) value[at_reg(s, e_word[14:8] + ek, el)] = e_w[ek][32*el +: 32];
                end
            // control: a set of waiting lanes a level
            e_next = e_run;
            e_top  = 0;
            case (e_bad ? 8'hff : e_word[7:0])
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
                alive[s] = 0;
            end
            f_light[ef] = !e_bad && is_structure(e_word) && e_run != 0 && e_next == e_run;
            run[s] = e_next;
            if (e_top != 0) pc[s] = e_word[23:8];
            else if (e_next == 0) pc[s] = e_word[63:48];
            else pc[s] = pc[s] + 16'd1;
            if (alive[s] == 0) ended[s] = 1'b1;
        end
    endtask

    // A read of the clock retires: its value is that of a fixed number of cycles ago.
    integer clocks = 0;
    function is_clock(input [63:0] word);
        is_clock = word[7:0] == `WF_OP_SV && (word[47:40] == `WF_SV_CLOCK_LOW || word[47:40] == `WF_SV_CLOCK_HIGH);
    endfunction
    task set_clock(input integer s, input integer f);
        integer    l;
        reg [31:0] now;
        begin
            now = cycles_before[64*(READ-1) + (f_word[f][47:40] == `WF_SV_CLOCK_HIGH ? 32 : 0) +: 32];
            for (l = 0; l < LANES; l = l + 1)
                if (f_write[f][l]) begin
                    f_data[f][128*l +: 32] = now;
                    if (f_word[f][14:8] < regs_of[s]) value[at_reg(s, f_word[f][14:8], l)] = now;
                end
            clocks = clocks + 1;
        end
    endtask

    // find what retires, and compare the record
    reg [128*LANES-1:0] result;
    task check_retired(input integer s);
        integer n, f, l, k;
        begin
            found = -1;                      // of several at this pc, which have no results, the oldest in these lanes; light ones of other lanes go with another
            for (n = s*FLY; n < (s + 1)*FLY; n = n + 1)
                if (f_live[n] && f_pc[n] === rt_pc && (!f_light[n] || f_run[n] === rt_exec) && (found < 0 || (f_run[n] === rt_exec && (f_run[found] !== rt_exec || f_number[n] < f_number[found]))))
                    found = n;
            while (found < 0) begin
                if (ended[s] || waiting[s]) fail("retired while not running", s, 0, rt_pc, 0);
                execute(s);
                if (f_pc[ef] === rt_pc && (!f_light[ef] || f_run[ef] === rt_exec)) found = ef;
            end
            f = found;
            check_order(s, f, 1'b1);
            if (!f_bad[f] && is_clock(f_word[f])) set_clock(s, f);
            if (ended[s] || waiting[s])      // with this one, then
                for (n = s*FLY; n < (s + 1)*FLY; n = n + 1)
                    if (n != f && f_live[n]) fail("the wave stops with others in flight", s, 0, rt_pc, f_pc[n]);
            if (rt_word !== f_word[f]) fail("word", s, 0, rt_word[31:0], f_word[f][31:0]);
            if (rt_exec !== f_run[f]) fail("exec", s, 0, rt_exec, f_run[f]);
            if (rt[`WF_RT_WAVE] !== wave_of[s] || rt[`WF_RT_GID] !== group_of(gid_of[s]) || rt[`WF_RT_GSLOT] !== wave_of[s][1:0] || rt[`WF_RT_ID] !== id_of[s])
                fail("whose", s, 0, rt[`WF_RT_GID], gid_of[s]);
            if ((is_lds(f_word[f]) || is_mem(f_word[f])) && !f_asked[f]) fail("retired without a request", s, 0, 0, 0);
            if (rt[`WF_RT_WRITE] !== f_write[f]) fail("write mask", s, 0, rt[`WF_RT_WRITE], f_write[f]);
            if (rt[`WF_RT_WORDS] !== f_words[f]) fail("words", s, 0, rt[`WF_RT_WORDS], f_words[f]);
            result = rt[`WF_RT_DATA];
            for (l = 0; l < LANES; l = l + 1)
                if (f_write[f][l])
                    for (k = 0; k < f_words[f]; k = k + 1) begin
                        if (result[(4*l+k)*32 +: 32] !== f_data[f][(4*l+k)*32 +: 32])
                            fail("value", s, l, result[(4*l+k)*32 +: 32], f_data[f][(4*l+k)*32 +: 32]);
                        checks = checks + 1;
                    end
            // what leaves all running lanes as they are goes through the ALU, whatever other lanes wait for
            if (f_light[f] && f_word[f][39:24] == 16'd0 && !by_alu && f_word[f][7:0] != `WF_OP_ENDIF && f_word[f][7:0] != `WF_OP_CONTINUING)
                fail("structure waits for its turn as control flow", s, 0, f_word[f][31:0], 0);
            if (f_bad[f]) begin
                for (l = LANES - 1; l >= 0; l = l - 1) if (f_run[f][l]) k = l;
                note_fault(id_of[s], s, f_out[f] ? `WF_FAULT_CODE_RANGE : `WF_FAULT_OPCODE, 32'd0, k, 32'd0, f_pc[f], wave_of[s], gid_of[s]);
                fault_lanes[id_of[s]] = fault_lanes[id_of[s]] + 64'd1;
            end
            f_live[f] = 1'b0;
            retired = retired + 1;
        end
    endtask

    // what retires with it: the next of the program, structure that changes nothing
    integer folded = 0;
    task check_folded(input integer s);
        integer carrier, n;
        begin
            carrier = f_number[found];
            found = -1;
            for (n = s*FLY; n < (s + 1)*FLY; n = n + 1) if (f_live[n] && f_number[n] == carrier + 1) found = n;
            for (n = s*FLY; n < (s + 1)*FLY; n = n + 1)          // another may have retired under its name: the end of a loop, of the next round
                if (f_live[n] && begun[s] != carrier + 1 && found < 0 && f_light[n] && f_pc[n] == rt_pc + 16'd1 && f_run[n] == rt[`WF_RT_FOLD_EXEC]) found = n;
            if (found < 0) begin
                if (ended[s] || waiting[s] || begun[s] != carrier + 1) fail("folded, but nothing follows", s, 0, rt_pc, 0);
                execute(s);
                found = ef;
            end
            if (!f_light[found]) fail("folded, though it changes something", s, 0, rt_pc, f_pc[found]);
            if (f_pc[found] !== rt_pc + 16'd1) fail("folded from elsewhere", s, 0, rt_pc, f_pc[found]);
            if (f_run[found] !== rt[`WF_RT_FOLD_EXEC]) fail("exec of a folded one", s, 0, rt[`WF_RT_FOLD_EXEC], f_run[found]);
            f_live[found] = 1'b0;
            retired = retired + 1;
            folded  = folded + 1;
        end
    endtask

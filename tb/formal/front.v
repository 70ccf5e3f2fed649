// SPDX-License-Identifier: Apache-2.0
// front.v - wf_lds_front on 4 lanes: which lanes access memory, which are faulty, and which share a word.
//   Ghost: by stage, the record of the request there by the rules of the page.
//   Environment: the allocation is inside memory. The two lanes of a pair have one mask bit, and the address of the odd
//   one is 4 more. Pairs have no float operation.
// prove lanes: lanes that access memory, their words and operands; what is done
// prove sets: which lanes share a word, the next lower one of each and the highest
// prove faults: the number of faulty lanes, the lowest of them, its address, and whether it is misaligned
// prove early: the wires of stage 2 are of the request there
// prove order: a request is there 3 enabled cycles later, and nothing changes without enable
// reach sets: two sets of two lanes, that are mixed
// reach half: an allocation ends between the halves of a pair
// reach fault: the lowest faulty lane is out of range, a higher one misaligned
// run front: bmc 7, 10 s, ADDR_W=3
`default_nettype none
`include "wf_isa.vh"
`include "wf_lds.vh"

module formal_front #(
    parameter integer ADDR_W = 3,
    parameter integer LANES  = 4,
    parameter integer TAG_W  = 1
) (
    input  wire                clk,
    input  wire                en, req_valid, req_tag,
    input  wire [1:0]          req_kind,
    input  wire [3:0]          req_atom,
    input  wire [ADDR_W-1:0]   req_base,
    input  wire [ADDR_W:0]     req_words,
    input  wire [LANES-1:0]    req_mask,
    input  wire [32*LANES-1:0] req_addr, req_data, req_compare,
    output wire                p_lanes, p_sets, p_faults, p_early, p_order, w_sets, w_half, w_fault
);
    `include "wf_formal.vh"
    wire                    float2, faulty2, valid, tag, combines, align;
    wire [LANES-1:0]        ok2, ok3, has;
    wire [ADDR_W*LANES-1:0] word2, word3;
    wire [2:0]              does, faults;
    wire [3:0]              op;
    wire [32*LANES-1:0]     data3, compare3;
    reg  [LANES*LANES-1:0]  same3;           // lanes that have one highest lane
    wire [2*LANES-1:0]      prev3, last3;
    wire [1:0]              fault_lane;
    wire [31:0]             fault_addr;
    wf_lds_front #(.LANES(LANES), .TAG_W(TAG_W), .IDX_W(2), .ADDR_W(ADDR_W)) u_dut (
        .clk(clk), .rst(rst), .en(en), .req_valid(req_valid), .req_tag(req_tag), .req_kind(req_kind), .req_atom(req_atom),
        .req_base(req_base), .req_words(req_words), .req_mask(req_mask), .req_addr(req_addr), .req_data(req_data),
        .req_compare(req_compare), .float2(float2), .faulty2(faulty2), .ok2_q(ok2), .word2_q(word2), .valid_q(valid), .tag_q(tag),
        .does_q(does), .op_q(op), .combines_q(combines), .ok_q(ok3), .word_q(word3), .data_q(data3), .compare_q(compare3),
        .has_prev_q(has), .prev_q(prev3), .last_q(last3), .faults_q(faults), .fault_align_q(align),
        .fault_lane_q(fault_lane), .fault_addr_q(fault_addr));
    wire pairs = req_kind == `WF_ACCESS_PAIRS, atomic = req_kind == `WF_ACCESS_ATOMIC || pairs;
    wire float = req_atom == `WF_ATOM_FADD || req_atom == `WF_ATOM_FMIN || req_atom == `WF_ATOM_FMAX;
    assign legal = !(rst && req_valid) && {1'b0, req_base} + req_words <= (1 << ADDR_W) && !(pairs && (float ||
                   req_mask[0] != req_mask[1] || req_mask[2] != req_mask[3] || req_addr[63:32] != req_addr[31:0] + 32'd4 ||
                   req_addr[127:96] != req_addr[95:64] + 32'd4));

    // ---- what the scan combines, plainly: of minima, maxima and AND a number whose least is wanted, or the inverse ----
    function [31:0] key(input [3:0] op, input high, input [31:0] x);
        reg [31:0] number;
        begin
            number = x[31] ? ~x : x + 32'h80000000;      // floats in their order
            case (op)
                `WF_ATOM_MINS: key = high ? x + 32'h80000000 : x;
                `WF_ATOM_MAXS: key = high ? 32'h7fffffff - x : ~x;
                `WF_ATOM_MAXU, `WF_ATOM_AND: key = ~x;
                `WF_ATOM_FMIN, `WF_ATOM_FMAX: key = x[30:23] == 8'hff && x[22:0] != 23'd0 ? 32'hffffffff : op == `WF_ATOM_FMIN ? number : ~number;
                default: key = x;
            endcase
        end
    endfunction

    // ---- the page -----------------------------------------------------------------------------------------------------
    localparam integer LANES_W = TAG_W + 3 + 4 + 1 + LANES + (ADDR_W + 64) * LANES, SETS_W = LANES*LANES + 5*LANES, FAULTS_W = 3 + 1 + 2 + 32;
    reg  [LANES-1:0]        off, outside, bad, good, lower;
    reg  [ADDR_W*LANES-1:0] word;
    reg  [32*LANES-1:0]     data, compare;
    reg  [LANES*LANES-1:0]  same;
    reg  [2*LANES-1:0]      prev, last;
    reg  [2:0]              count;
    reg  [34:0]             first;           // {misaligned, lane, address}
    wire                    adds = atomic && req_atom == `WF_ATOM_FADD;
    integer                 i, j;
    always @* begin
        for (i = 0; i < LANES; i = i + 1) begin
            off[i]     = pairs ? req_addr[64*(i/2) +: 3] != 3'd0 : req_addr[32*i +: 2] != 2'd0;
            outside[i] = req_addr[32*i +: 32] >> 2 >= req_words;
        end
        {count, first} = 0;
        for (i = LANES - 1; i >= 0; i = i - 1) begin
            bad[i] = off[i] || outside[i] || (pairs && outside[i ^ 1]);
            if (req_mask[i] && bad[i]) {count, first} = {count + 3'd1, off[i], i[1:0], req_addr[32*i +: 32]};
        end
        good = req_mask & ~bad;
        for (i = 0; i < LANES; i = i + 1) begin
            word[ADDR_W*i +: ADDR_W] = good[i] ? req_base + req_addr[32*i + 2 +: ADDR_W] : 0;
            data[32*i +: 32]         = good[i] ? req_data[32*i +: 32] : 0;
            compare[32*i +: 32]      = good[i] ? req_compare[32*i +: 32] : 0;
        end
        lower = 0;
        prev  = 0;
        last  = 0;
        for (i = 0; i < LANES; i = i + 1)
            for (j = 0; j < LANES; j = j + 1) begin
                same[LANES*i + j] = good[i] && good[j] && word[ADDR_W*i +: ADDR_W] == word[ADDR_W*j +: ADDR_W];
                if (same[LANES*i + j] && j < i) {lower[i], prev[2*i +: 2]} = {1'b1, j[1:0]};
                if (same[LANES*i + j]) last[2*i +: 2] = j[1:0];
            end
    end
    wire [LANES_W-1:0]  want_lanes  = {req_tag, adds ? `WF_LDS_FREAD : {1'b0, req_kind}, atomic && !adds ? req_atom : `WF_ATOM_XCHG,
                                       atomic && !adds && req_atom != `WF_ATOM_XCHG && req_atom != `WF_ATOM_CAS, good, word, keys, compare};
    reg  [32*LANES-1:0] keys;
    always @*
        for (i = 0; i < LANES; i = i + 1)
            keys[32*i +: 32] = atomic && !adds ? key(req_atom, !pairs || i % 2 == 1, data[32*i +: 32]) : data[32*i +: 32];
    wire [SETS_W-1:0]   want_sets   = {same, lower, prev, last};
    wire [FAULTS_W-1:0] want_faults = {count, first};

    reg  [LANES_W-1:0]  lanes1_q, lanes2_q, lanes3_q;
    reg  [SETS_W-1:0]   sets1_q, sets2_q, sets3_q;
    reg  [FAULTS_W-1:0] faults1_q, faults2_q, faults3_q;
    reg  [3:1]          valid_q = 0, adds_q = 0;
    reg                 still_q = 0;
    wire [LANES_W-1:0]  is_lanes  = {tag, does, op, combines, ok3, word3, data3, compare3};
    wire [FAULTS_W-1:0] is_faults = {faults, align, fault_lane, fault_addr};
    reg  [LANES_W+SETS_W+FAULTS_W-1:0] was_q;
    always @(posedge clk) begin
        if (en) begin
            valid_q <= {valid_q[2:1], req_valid};
            adds_q  <= {adds_q[2:1], adds};
            {lanes3_q, lanes2_q, lanes1_q}    <= {lanes2_q, lanes1_q, want_lanes};
            {sets3_q, sets2_q, sets1_q}       <= {sets2_q, sets1_q, want_sets};
            {faults3_q, faults2_q, faults1_q} <= {faults2_q, faults1_q, want_faults};
        end
        if (rst) valid_q <= 3'd0;
        still_q <= ok && !en;
        was_q   <= {is_lanes, same3, has, prev3, last3, is_faults};
    end
    reg wrong_sets;
    always @* begin
        for (i = 0; i < LANES; i = i + 1)
            for (j = 0; j < LANES; j = j + 1) same3[LANES*i + j] = ok3[i] && ok3[j] && last3[2*i +: 2] == last3[2*j +: 2];
        wrong_sets = same3 != sets3_q[5*LANES +: LANES*LANES] || has != sets3_q[4*LANES +: LANES];
        for (i = 0; i < LANES; i = i + 1) begin
            if (has[i] && prev3[2*i +: 2] != sets3_q[2*LANES+2*i +: 2]) wrong_sets = 1'b1;
            if (ok3[i] && last3[2*i +: 2] != sets3_q[2*i +: 2]) wrong_sets = 1'b1;
        end
    end
    assign p_lanes  = ok && valid_q[3] && is_lanes != lanes3_q;
    assign p_sets   = ok && valid_q[3] && wrong_sets;
    assign p_faults = ok && valid_q[3] && is_faults != faults3_q;
    assign p_early  = ok && valid_q[2] && (float2 != adds_q[2] || faulty2 != (faults2_q[35 +: 3] != 3'd0) ||
                                           {ok2, word2} != lanes2_q[64*LANES +: (ADDR_W+1)*LANES]);
    assign p_order  = ok && (valid != valid_q[3] || (still_q && was_q != {is_lanes, same3, has, prev3, last3, is_faults}));
    assign w_sets   = ok && en && req_valid && same == 16'ha5a5;
    assign w_half   = ok && en && req_valid && pairs && outside == 4'b0010 && off == 4'd0 && req_mask == 4'hf;
    assign w_fault  = ok && en && req_valid && req_mask == 4'hf && first[34] == 1'b0 && count == 3'd2 && off == 4'b1000;
endmodule

`default_nettype wire

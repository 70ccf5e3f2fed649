// SPDX-License-Identifier: Apache-2.0
// wf_lds - groupshared memory with same-address combining: one bank operation per distinct word.
//   Latency max(log2(LANES), 4) + 7 without bank conflicts, throughput 1 instruction/cycle; with conflicts one cycle
//   for each further word of the busiest bank.  One response per request, in request order; but an f32 add may answer
//   after some later requests (docs/lds.md), which the tag identifies.  Results are those of performing in order.
//   Page: docs/lds.md   Test: tb/lds/wf_lds_tb.v
//
//   1-3 wf_lds_front: check, match   then wf_lds_scan_stage x DEPTH: scan of each set; wf_lds_select: lanes per bank
//   then wf_lds_bank x BANKS/2: read, operate, write, and wf_lds_return: old values, answers, skid register
//   in parallel: wf_lds_fadd, f32 adds between their two passes, and wf_lds_guard: which requests wait for them
`default_nettype none
`include "wf_isa.vh"
`include "wf_lds.vh"
`include "wf_link.vh"
`include "wf_eager.vh"

module wf_lds #(
    parameter integer LANES = 32,            // lanes a wave: 4, 8, .. 128
    parameter integer WORDS = 8192,          // 32-bit words: a power of two, at least 2*BANKS
    parameter integer BANKS = 32,            // banks: a power of two from 2 to 128; bank = word mod BANKS
    parameter integer TAG_W = 4,             // bits of the tag
    parameter integer COALESCE = 1           // 0: atomics make one bank operation a lane; the results are the same
) (
    input  wire                       clk,
    input  wire                       rst,

    // write zeros over words nobody uses; valid holds until ready
    input  wire                       clear_valid,
    output wire                       clear_ready,
    /* verilator lint_off UNUSEDSIGNAL */           // whole rows: the low bits are 0
    input  wire [$clog2(WORDS)-1:0]   clear_base,   // words; a multiple of BANKS
    input  wire [$clog2(WORDS):0]     clear_words,  // a multiple of BANKS
    /* verilator lint_on UNUSEDSIGNAL */

    input  wire                       req_valid,
    output wire                       req_ready,
    input  wire [TAG_W-1:0]           req_tag,
    input  wire [1:0]                 req_kind,     // WF_ACCESS_*
    input  wire [3:0]                 req_atom,     // WF_ATOM_*
    input  wire [$clog2(WORDS)-1:0]   req_base,     // of the allocation, words; a multiple of BANKS
    input  wire [$clog2(WORDS):0]     req_words,    // of the allocation
    input  wire [LANES-1:0]           req_mask,
    input  wire [32*LANES-1:0]        req_addr,     // byte offset in the allocation
    input  wire [32*LANES-1:0]        req_data,
    input  wire [32*LANES-1:0]        req_compare,

    output wire                       rsp_valid,
    input  wire                       rsp_ready,
    output wire [TAG_W-1:0]           rsp_tag,
    output wire [32*LANES-1:0]        rsp_data,
    output wire [$clog2(LANES):0]     rsp_faults,     // faulty lanes
    output wire [2:0]                 rsp_fault_kind, // of the lowest of them: WF_FAULT_*
    output wire [$clog2(LANES)-1:0]   rsp_fault_lane,
    output wire [31:0]                rsp_fault_addr,

    output reg                        stat_busy,      // banks served words (a cycle ago)
    output reg                        stat_more,      // ... and more of the same instruction is left: a bank conflict
    output reg  [$clog2(BANKS):0]     stat_ops        // so many
);
    localparam integer IDX_W  = $clog2(LANES);
    localparam integer BANK_W = $clog2(BANKS);
    localparam integer ADDR_W = $clog2(WORDS);
    localparam integer ROW_W  = ADDR_W - BANK_W;
    localparam integer DEPTH  = IDX_W < 4 ? 4 : IDX_W;
    localparam integer CTL_W  = `WF_LDS_CTL_ANSWER + TAG_W + (IDX_W + 1) + 1 + IDX_W + 32;

    generate
        if (TAG_W < 1) wf_lds_TAG_W_must_be_at_least_1 u_error ();
        if (COALESCE < 0 || COALESCE > 1) wf_lds_COALESCE_must_be_0_or_1 u_error ();
        if (LANES < 4 || LANES > 128 || LANES != (1 << IDX_W))
            wf_lds_LANES_must_be_a_power_of_two_from_4_to_128 u_error ();
        if (BANKS < 2 || BANKS > 128 || BANKS != (1 << BANK_W))
            wf_lds_BANKS_must_be_a_power_of_two_from_2_to_128 u_error ();
        if (WORDS < 2*BANKS || WORDS != (1 << ADDR_W))
            wf_lds_WORDS_must_be_a_power_of_two_and_at_least_twice_BANKS u_error ();
    endgenerate

    wire go;                                 // banks and answers move
    wire issue;                              // the instruction at the banks begins a cycle
    wire more;                               // and it is not the last one
    wire move;                               // the scan pipeline moves
    wire front_move;                         // stages 1 to 3 move

    // ---- stages 1 to 3 ----
    wire                    front_valid, front_combines, front_align;
    wire [TAG_W-1:0]        front_tag;
    wire [2:0]              front_does;
    wire [3:0]              front_op;
    wire [LANES-1:0]        front_ok, front_has;
    wire [ADDR_W*LANES-1:0] front_word;
    wire [32*LANES-1:0]     front_data, front_compare;
    wire [IDX_W*LANES-1:0]  front_prev, front_last;
    wire [IDX_W:0]          front_faults;
    wire [IDX_W-1:0]        front_fault_lane;
    wire [31:0]             front_fault_addr;
    wire                    float2, faulty2;
    wire [LANES-1:0]        ok2;
    wire [ADDR_W*LANES-1:0] word2;

    wf_lds_front #(.LANES(LANES), .TAG_W(TAG_W), .COALESCE(COALESCE), .IDX_W(IDX_W), .ADDR_W(ADDR_W)) u_front (
        .clk(clk), .rst(rst), .en(front_move),
        .req_valid(req_valid), .req_tag(req_tag), .req_kind(req_kind), .req_atom(req_atom), .req_base(req_base),
        .req_words(req_words), .req_mask(req_mask), .req_addr(req_addr), .req_data(req_data), .req_compare(req_compare),
        .float2(float2), .faulty2(faulty2), .ok2_q(ok2), .word2_q(word2), .valid_q(front_valid), .tag_q(front_tag),
        .does_q(front_does), .op_q(front_op), .combines_q(front_combines), .ok_q(front_ok), .word_q(front_word),
        .data_q(front_data), .compare_q(front_compare), .has_prev_q(front_has),
        .prev_q(front_prev), .last_q(front_last), .faults_q(front_faults),
        .fault_align_q(front_align), .fault_lane_q(front_fault_lane), .fault_addr_q(front_fault_addr));

    wire [CTL_W-1:0] front_ctl = {front_fault_addr, front_fault_lane, front_align, front_faults, front_tag,
                                  front_combines, front_does, front_op};

    // Without combining each lane of an atomic serves itself, in ascending order, and returns what it found; both
    // passes of an f32 add too.
    wire                   front_serial = COALESCE == 0 && front_does != `WF_LDS_LOAD && front_does != `WF_LDS_STORE;
    wire [LANES-1:0]       front_plain  = front_ctl[`WF_LDS_CTL_ATOMICS] && !front_serial ? ~front_has : {LANES{1'b1}};
    wire [IDX_W*LANES-1:0] front_server;

    wire [8*LANES-1:0] front_link;           // has_prev and prev, as the scan keeps them
    genvar n;
    generate
        for (n = 0; n < LANES; n = n + 1) begin : g_link
            localparam [31:0] LANE = n;
            assign front_server[IDX_W*n +: IDX_W] = front_serial ? LANE[IDX_W-1:0] : front_last[IDX_W*n +: IDX_W];
            assign front_link[8*n+`WF_LINK_SOME] = front_has[n];
            assign front_link[8*n +: IDX_W]      = front_prev[IDX_W*n +: IDX_W];
            if (IDX_W < `WF_LINK_SOME) begin : g_pad
                assign front_link[8*n+IDX_W +: `WF_LINK_SOME-IDX_W] = {(`WF_LINK_SOME-IDX_W){1'b0}};
            end
        end
    endgenerate

    // ---- f32 add: goes down the pipeline twice, to read and, with its sums, to write; others pass in between ----
    // One is under way, another may wait beside the pipeline, with both passes before it.
    wire                    float_busy, float_full, float_reads, float_done, float_old_valid, waits;
    wire [32*LANES-1:0]     float_old, float_sum, float_result;
    wire [CTL_W-1:0]        float_ctl;
    wire [LANES-1:0]        float_ok;
    wire [ADDR_W*LANES-1:0] float_word;
    wire [IDX_W*LANES-1:0]  float_server;
    wire                    float_pass  = float_done || float_reads;             // of the one that wf_lds_fadd holds
    wire                    front_float = front_valid && front_does == `WF_LDS_FREAD;
    wire                    front_waits = front_float ? float_full : waits && float_busy;
    wire                    front_held  = float_pass || (front_valid && front_waits);
    wire                    float_start = front_float && !front_held && move;
    wire                    float_aside = front_float && float_busy;             // it waits there for its first pass

    wf_lds_guard #(.LANES(LANES), .ADDR_W(ADDR_W)) u_guard (
        .clk(clk), .en(front_move), .float2(float2), .faulty2(faulty2), .ok2(ok2), .word2(word2),
        .float3(front_float), .start(float_start), .faulty3(|front_faults), .ok3(front_ok), .word3(front_word),
        .busy(float_busy), .full(float_full), .done(float_done), .waits_q(waits));

    wf_lds_fadd #(.LANES(LANES), .IDX_W(IDX_W), .HOLD_W(CTL_W - 3 + (1 + ADDR_W + IDX_W)*LANES)) u_fadd (
        .clk(clk), .rst(rst), .start(float_start), .prev(front_link), .data(front_data),
        .hold({front_ctl[CTL_W-1:`WF_LDS_CTL_COMBINES], front_op, front_ok, front_word, front_server}),
        .busy(float_busy), .full(float_full), .reads(float_reads), .read_taken(float_reads && move),
        .old_valid(float_old_valid), .old(float_old), .done(float_done), .taken(float_done && move),
        .held({float_ctl[CTL_W-1:`WF_LDS_CTL_COMBINES], float_ctl[`WF_LDS_CTL_OP], float_ok, float_word, float_server}),
        .sum(float_sum), .result(float_result));
    assign float_ctl[`WF_LDS_CTL_DOES] = float_done ? `WF_LDS_FWRITE : `WF_LDS_FREAD;

    assign front_move = move && !front_held;
    assign req_ready  = front_move;

    // ---- scan inside each set ----
    genvar k;
    generate
        for (k = 0; k <= DEPTH; k = k + 1) begin : g_scan
            wire                    valid;
            wire [CTL_W-1:0]        ctl;
            wire [LANES-1:0]        ok, plain;
            wire [ADDR_W*LANES-1:0] word;
            wire [IDX_W*LANES-1:0]  server, prev;
            wire [32*LANES-1:0]     value, compare;
            /* verilator lint_off UNUSEDSIGNAL */   // no stage follows the last one
            wire [LANES-1:0]        differs;
            wire [8*LANES-1:0]      link;
            // What the next stage takes: as the wires above, but for the split after stage 2.
            wire [LANES-1:0]        plain_to;
            wire [IDX_W*LANES-1:0]  server_to;
            /* verilator lint_on UNUSEDSIGNAL */

            if (k == 0) begin : g_from_front        // or a pass of the f32 add that is held
                assign valid   = float_pass || (front_valid && !front_held && !float_aside);
                assign ctl     = float_pass ? float_ctl : front_ctl;
                assign ok      = float_pass ? float_ok : front_ok;
                assign plain   = front_plain;
                assign word    = float_pass ? float_word : front_word;
                assign server  = float_pass ? float_server : front_server;
                assign prev    = front_prev;
                assign link    = front_link;
                assign differs = {LANES{1'b0}};
                assign value   = front_data;
                assign compare = front_compare;
            end else begin : g_stage
                wf_lds_scan_stage #(.LANES(LANES), .IDX_W(IDX_W), .ADDR_W(ADDR_W), .CTL_W(CTL_W),
                                    .STEP(k <= IDX_W ? 1 << (k - 1) : 0)) u_stage (
                    .clk(clk), .rst(rst), .en(move), .in_valid(g_scan[k-1].valid), .in_ctl(g_scan[k-1].ctl),
                    .in_work(k == 1 ? front_ctl[7:0] : g_scan[k-1].ctl[7:0]),
                    .in_ok(g_scan[k-1].ok), .in_plain(g_scan[k-1].plain_to), .in_word(g_scan[k-1].word),
                    .in_server(g_scan[k-1].server_to), .in_prev(g_scan[k-1].prev), .in_link(g_scan[k-1].link),
                    .in_value(g_scan[k-1].value), .in_compare(g_scan[k-1].compare), .in_given(k == 1 && float_done),
                    .in_given_value(float_sum), .in_given_compare(float_result), .out_valid(valid), .out_ctl(ctl),
                    .out_ok(ok), .out_plain(plain), .out_word(word), .out_server(server),
                    .out_prev(prev), .out_link(link), .out_value(value), .out_compare(compare), .out_differs(differs));
            end

            if (k == 2) begin : g_split
                wf_lds_split #(.LANES(LANES), .IDX_W(IDX_W)) u_split (
                    .clk(clk), .en(move),
                    .in_valid(front_move && front_valid && front_ctl[`WF_LDS_CTL_ATOMICS] && front_op == `WF_ATOM_CAS),
                    .differs1(g_scan[1].differs), .server1(g_scan[1].server), .plain(plain), .server(server),
                    .plain_to(plain_to), .server_to(server_to));
            end else begin : g_straight
                assign plain_to  = plain;
                assign server_to = server;
            end
        end
    endgenerate

    // ---- lanes a bank, in parallel to the last two scan stages ----
    wire [BANKS-1:0]       serve;
    wire [IDX_W*BANKS-1:0] lane;
    wire                   at_banks = g_scan[DEPTH].valid;
    wire [2:0]             does     = g_scan[DEPTH].ctl[`WF_LDS_CTL_DOES];
    wire                   writes   = does != `WF_LDS_LOAD && does != `WF_LDS_FREAD;
    wire                   more_q;

    wf_lds_select #(.LANES(LANES), .BANKS(BANKS), .IDX_W(IDX_W), .BANK_W(BANK_W), .ADDR_W(ADDR_W)) u_select (
        .clk(clk), .en(move), .in_valid(g_scan[DEPTH-2].valid), .in_ok(g_scan[DEPTH-2].ok),
        .in_word(g_scan[DEPTH-2].word), .in_server(g_scan[DEPTH-2].server_to), .mid_valid(g_scan[DEPTH-1].valid), .out_valid(at_banks),
        .next(issue && more), .more_q(more_q), .serve_q(serve), .lane_q(lane));

    // ---- clear: takes cycles in which no bank writes, and after a while makes some ----
    localparam [2:0] PATIENCE = 3'd7;        // refusals before it holds up the instruction at the banks
    reg [ROW_W:0] cleared_q;                 // rows
    reg [2:0]     refused_q;                 // cycles
    reg           writes1_q, writes2_q;      // an instruction that writes is in stage 1, 2 of the banks
    wire          clear_now   = clear_valid && !clear_ready && !(go && writes2_q);
    wire          clear_turn  = refused_q == PATIENCE;
    wire [ROW_W-1:0] clear_row = clear_base[ADDR_W-1:BANK_W] + cleared_q[ROW_W-1:0];

    assign clear_ready = clear_valid && cleared_q == clear_words[ADDR_W:BANK_W];

    assign issue = go && at_banks && !clear_turn;
    assign more  = at_banks && more_q;
    assign move  = at_banks ? issue && !more_q : go;

    // ---- banks ----
    wire [BANKS-1:0]       take;
    wire [ROW_W*BANKS-1:0] bank_row;
    wire [32*BANKS-1:0]    bank_value, bank_compare, bank_old;
    wire [BANKS-1:0]       bank_same;

    // Rows of the lanes, a power of two apart: then their choice is a decoder and a gather as that of the values.
    localparam integer PLACE_LOG = ROW_W > 1 ? $clog2(ROW_W) : 1;
    wire [(LANES<<PLACE_LOG)-1:0] rows;
    genvar b;
    generate
        for (b = 0; b < LANES; b = b + 1) begin : g_row
            assign rows[(b<<PLACE_LOG) +: ROW_W] = g_scan[DEPTH].word[ADDR_W*b+BANK_W +: ROW_W];
            if ((1 << PLACE_LOG) > ROW_W) begin : g_pad
                assign rows[(b<<PLACE_LOG)+ROW_W +: (1<<PLACE_LOG)-ROW_W] = {((1<<PLACE_LOG)-ROW_W){1'b0}};
            end
        end
        for (b = 0; b < BANKS; b = b + 1) begin : g_bank
            wire [IDX_W-1:0] from = lane[IDX_W*b +: IDX_W];
            assign take[b] = issue && serve[b];
            assign bank_row[ROW_W*b +: ROW_W] = `WF_EAGER || take[b] ? rows[{from, {PLACE_LOG{1'b0}}} +: ROW_W] : {ROW_W{1'b0}};
            assign bank_value[32*b +: 32]     = `WF_EAGER || take[b] ? g_scan[DEPTH].value[{from, 5'd0} +: 32] : 32'd0;
            assign bank_compare[32*b +: 32]   = `WF_EAGER || take[b] ? g_scan[DEPTH].compare[{from, 5'd0} +: 32] : 32'd0;
        end
        // The words of a pair are in two neighbouring banks, which serve its two lanes in the same cycle.
        for (b = 0; b < BANKS; b = b + 2) begin : g_banks
            wf_lds_bank #(.ROW_W(ROW_W)) u_bank (
                .clk(clk), .rst(rst), .go(go), .in_valid(take[b +: 2]), .in_write(writes),
                .in_op(g_scan[DEPTH].ctl[`WF_LDS_CTL_OP]), .in_pair(does == `WF_LDS_PAIRS),
                .in_row(bank_row[ROW_W*b +: 2*ROW_W]), .in_value(bank_value[32*b +: 64]), .in_compare(bank_compare[32*b +: 64]),
                .old(bank_old[32*b +: 64]), .same(bank_same[b +: 2]), .clear(clear_now), .clear_row(clear_row));
        end
    endgenerate

    // ---- answers ----
    /* verilator lint_off UNUSEDSIGNAL */    // what is below the answer's fields ends here
    wire [CTL_W-1:0] rsp_ctl;
    /* verilator lint_on UNUSEDSIGNAL */
    wire             rsp_align;

    wf_lds_return #(.LANES(LANES), .BANKS(BANKS), .IDX_W(IDX_W), .BANK_W(BANK_W),
                    .ADDR_W(ADDR_W), .CTL_W(CTL_W), .COMPARED(1)) u_return (
        .clk(clk), .rst(rst), .go(go), .in_valid(issue), .in_last(!more_q), .in_ctl(g_scan[DEPTH].ctl),
        .in_ok(g_scan[DEPTH].ok), .in_plain(g_scan[DEPTH].plain), .in_word(g_scan[DEPTH].word),
        .in_server(g_scan[DEPTH].server), .in_prev(g_scan[DEPTH].prev), .in_value(g_scan[DEPTH].value),
        .in_compare(g_scan[DEPTH].compare), .in_serve(serve), .in_lane(lane), .bank_old(bank_old), .bank_same(bank_same),
        .read_valid(float_old_valid), .read_old(float_old),
        .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_ctl(rsp_ctl), .rsp_data(rsp_data));

    assign {rsp_fault_addr, rsp_fault_lane, rsp_align, rsp_faults, rsp_tag} = rsp_ctl[CTL_W-1:`WF_LDS_CTL_ANSWER];
    assign rsp_fault_kind = rsp_faults == {(IDX_W+1){1'b0}} ? `WF_FAULT_NONE :
                            rsp_align ? `WF_FAULT_LDS_ALIGN : `WF_FAULT_LDS_RANGE;

    function [BANK_W:0] count(input [BANKS-1:0] set);
        integer i;
        begin
            count = {(BANK_W+1){1'b0}};
            for (i = 0; i < BANKS; i = i + 1) count = count + {{BANK_W{1'b0}}, set[i]};
        end
    endfunction

    wire counts = issue && |serve && does != `WF_LDS_FREAD;

    always @(posedge clk) begin
        stat_busy <= counts;
        stat_more <= counts && more_q;
        stat_ops  <= counts ? count(serve) : {(BANK_W+1){1'b0}};

        if (go) begin
            writes1_q <= issue && writes;
            writes2_q <= writes1_q;
        end

        if (clear_now) begin
            cleared_q <= cleared_q + 1'b1;
            refused_q <= 3'd0;
        end else if (clear_ready) begin
            cleared_q <= {(ROW_W+1){1'b0}};
        end else if (clear_valid && !clear_turn) begin
            refused_q <= refused_q + 3'd1;
        end

        if (rst) begin
            stat_busy <= 1'b0;
            stat_more <= 1'b0;
            stat_ops  <= {(BANK_W+1){1'b0}};
            writes1_q <= 1'b0;
            writes2_q <= 1'b0;
            cleared_q <= {(ROW_W+1){1'b0}};
            refused_q <= 3'd0;
        end
    end
endmodule

`default_nettype wire

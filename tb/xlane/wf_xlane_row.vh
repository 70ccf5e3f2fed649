// SPDX-License-Identifier: Apache-2.0
// wf_xlane_row.vh - for wf_xlane_tb: the float lanes next to the unit (wf_fpu), with a core that uses them too.
//   Before the random part the core brings nothing and lends a place in the cycle in which it is asked: the latencies of
//   docs/xlane.md.  In the random part it lends late, multiplies numbers of its own, and takes results when it likes.
    localparam integer CORE_TAG_W = 6, PLACES = 5;           // of the queue
    reg                  core_valid = 1'b0, core_take = 1'b1;
    reg [CORE_TAG_W-1:0] core_tag = 0, core_due = 0;         // the numbers of its instructions
    wire                 core_credit, core_rsp_valid, row_lend;
    wire [CORE_TAG_W-1:0] core_rsp_tag;
    reg [1:0]            row_lent = 2'd0;
    integer              core_credits = PLACES, core_checks = 0, row_passes = 0, row_waits = 0;

    function [31:0] core_word(input [CORE_TAG_W-1:0] tag, input integer lane, input [31:0] salt);
        core_word = ({tag, 8'd0, lane[7:0]} + salt) * 32'h9e3779b1;
    endfunction
    reg [32*LANES-1:0] core_a = 0, core_b = 0;

    wf_fpu #(.LANES(LANES), .TAG_W(CORE_TAG_W), .DEPTH(PLACES)) u_row (
        .clk(clk), .rst(rst), .in_valid(core_valid), .in_tag(core_tag), .in_op(`WF_OP_MUL), .in_active({LANES{1'b1}}),
        .in_a(core_a), .in_b(core_b), .in_c({LANES{32'hxxxxxxxx}}), .credit_return(core_credit),
        .row_wanted(row_wanted), .row_req_valid(row_req_valid), .row_req_ready(row_req_ready), .row_req_tag(row_req_tag),
        .row_req_op(row_req_op), .row_req_active(row_req_active), .row_req_a(row_req_a), .row_req_b(row_req_b),
        .row_soon_valid(row_soon_valid), .row_soon_tag(row_soon_tag), .row_rsp_valid(row_rsp_valid), .lend(row_lend), .lent(row_lent),
        .early_ok(1'b0), .early_valid(), .early_tag(), .rsp_valid(core_rsp_valid), .rsp_ready(core_take), .rsp_early(),
        .rsp_tag(core_rsp_tag), .rsp_data(row_rsp_data));

    // A request stays as it is until it is taken, and waits for few others: the core has at most 3 of the places while
    // 2 are lent, so of any 5 cycles in which the float unit moves 2 are free.
    localparam integer ROW_WAIT = 24;
    reg                 row_held = 1'b0;
    reg [11+65*LANES-1:0] row_was;
    integer             row_since = 0, row_moved = 0;
    wire [11+65*LANES-1:0] row_is = {row_req_tag, row_req_op, row_req_active, row_req_a, row_req_b};
    task forget_row;
        begin
            row_held = 1'b0; row_since = 0;
            core_credits = PLACES;
            core_due = core_tag;
            core_valid <= 1'b0;
            row_lent <= 2'd0;
        end
    endtask
    task check_row;
        reg core_goes;
        begin
            if (row_held && (!row_req_valid || row_is !== row_was))
                $fatal(1, "FAIL xlane seed=%0d LANES=%0d cycle=%0d: a request to the float lanes changed while it waited", seed, LANES, cycle);
            row_held = row_req_valid && !row_req_ready;
            row_was  = row_is;
            if (row_req_valid && row_req_ready) row_passes = row_passes + 1;
            row_since = row_held ? row_since + (core_take || !core_rsp_valid) : 0;
            if (row_since > ROW_WAIT)
                $fatal(1, "FAIL xlane seed=%0d LANES=%0d cycle=%0d: a request to the float lanes waits for %0d cycles", seed, LANES, cycle, row_since);
            if (row_since > row_waits) row_waits = row_since;
            if ((row_req_valid || row_rsp_valid) && !row_wanted)
                $fatal(1, "FAIL xlane seed=%0d LANES=%0d cycle=%0d: the float lanes are used and not wanted", seed, LANES, cycle);
            if (core_rsp_valid && core_take) begin
                if (core_rsp_tag !== core_due) $fatal(1, "FAIL xlane seed=%0d LANES=%0d: the core's product %0d came as %0d", seed, LANES, core_due, core_rsp_tag);
                for (i = 0; i < LANES; i = i + 1)
                    if (row_rsp_data[32*i +: 32] !== core_word(core_due, i, 32'd1) * core_word(core_due, i, 32'd2))
                        $fatal(1, "FAIL xlane seed=%0d LANES=%0d lane=%0d: the core's product %0d is %h", seed, LANES, i, core_due, row_rsp_data[32*i +: 32]);
                core_due = core_due + 1'b1;
                core_checks = core_checks + 1;
            end
            // credits, as wf_core_sched keeps them
            core_credits = core_credits + core_credit;
            if (row_lend && row_lent < 2'd2 && core_credits > 0 && (request < REST_AT || prng[25])) begin
                row_lent <= row_lent + 2'd1;
                core_credits = core_credits - 1;
            end else if (!row_lend && row_lent != 2'd0) begin
                row_lent <= row_lent - 2'd1;
                core_credits = core_credits + 1;
            end
            core_goes = request > REST_AT && core_credits > 0 && (cycle[11] ? prng[28:26] != 3'd0 : prng[28:26] == 3'd0);
            if (core_valid) core_tag = core_tag + 1'b1;
            core_valid <= core_goes;
            if (core_goes) begin
                core_credits = core_credits - 1;
                for (i = 0; i < LANES; i = i + 1) begin
                    core_a[32*i +: 32] <= core_word(core_tag, i, 32'd1);
                    core_b[32*i +: 32] <= core_word(core_tag, i, 32'd2);
                end
            end
            core_take <= request < REST_AT || (cycle[10] ? prng[30:29] != 2'd0 : prng[30:29] == 2'd0);
        end
    endtask

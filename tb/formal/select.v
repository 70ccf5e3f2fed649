// SPDX-License-Identifier: Apache-2.0
// select.v - wf_lds_select on 4 lanes and 2 banks: every lane that serves is served once by its bank, in ascending order.
//   Ghost: the lanes of the instruction at the output that serve, and those that were served.
//   Environment: `en` comes when nothing is at the output or its last cycle is done. `next` comes when another cycle is
//   done. A lane serves when it accesses memory and is its own server.
// prove serves: a bank serves the lowest lane of its own that is not served yet, and only when there is one
// prove more: `more` is 1 exactly while a lane is left beyond those of this cycle
// prove once: when an instruction leaves, each of its lanes was served once
// prove holds: the choice holds until the cycle is done
// implied once: by serves and more
// reach four: an instruction takes four cycles, for its lanes have one bank
// reach both: both banks serve in two cycles
// run select: pdr, 5 s, BANKS=2
// run select-four: pdr, 10 s, BANKS=4
`default_nettype none

module formal_select #(
    parameter integer BANKS  = 2,
    parameter integer LANES  = 4,
    parameter integer BANK_W = $clog2(BANKS),
    parameter integer ADDR_W = BANK_W + 1
) (
    input  wire                    clk,
    input  wire                    in_valid, go, done,
    input  wire [LANES-1:0]        in_ok,
    input  wire [ADDR_W*LANES-1:0] in_word,
    input  wire [2*LANES-1:0]      in_server,
    output wire                    p_serves, p_more, p_once, p_holds, w_four, w_both
);
    `include "wf_formal.vh"
    wire               more;
    wire [BANKS-1:0]   serve;
    wire [2*BANKS-1:0] lane;
    reg                mid_q = 0, out_q = 0, held_q = 0;     // an instruction is between the stages, at the output
    wire               issue = out_q && done;
    wire               next  = issue && more;
    wire               en    = out_q ? issue && !more : go;
    wf_lds_select #(.LANES(LANES), .BANKS(BANKS), .IDX_W(2), .BANK_W(BANK_W), .ADDR_W(ADDR_W)) u_dut (
        .clk(clk), .en(en), .in_valid(in_valid), .in_ok(in_ok), .in_word(in_word), .in_server(in_server), .mid_valid(mid_q), .out_valid(out_q),
        .next(next), .more_q(more), .serve_q(serve), .lane_q(lane));
    assign legal = !(rst && (in_valid || go || done));

    reg  [LANES-1:0]        serves, mid_serves_q, serves_q, served_q, now;
    reg  [BANK_W*LANES-1:0] bank, mid_bank_q, bank_q;        // of each lane
    reg  [BANKS-1:0]        want;
    reg  [2*BANKS-1:0]      want_lane;
    reg                     wrong;
    reg  [3*BANKS:0]        was_q;
    reg  [1:0]              cycles_q;
    integer                 i, b;
    always @* begin
        for (i = 0; i < LANES; i = i + 1) begin
            serves[i] = in_ok[i] && in_server[2*i +: 2] == i;
            bank[BANK_W*i +: BANK_W] = in_word[ADDR_W*i +: BANK_W];
        end
        wrong = 1'b0;
        now   = 0;
        for (b = 0; b < BANKS; b = b + 1) begin
            want[b]             = 1'b0;
            want_lane[2*b +: 2] = 2'd0;
            for (i = LANES - 1; i >= 0; i = i - 1)
                if (serves_q[i] && !served_q[i] && bank_q[BANK_W*i +: BANK_W] == b) {want[b], want_lane[2*b +: 2]} = {1'b1, i[1:0]};
            if (serve[b] != want[b] || (want[b] && lane[2*b +: 2] != want_lane[2*b +: 2])) wrong = 1'b1;
            if (serve[b]) now[lane[2*b +: 2]] = 1'b1;
        end
    end
    always @(posedge clk) begin
        if (en) begin
            mid_q <= in_valid;
            out_q <= mid_q;
            {mid_serves_q, mid_bank_q} <= {serves, bank};
            {serves_q, bank_q}         <= {mid_serves_q, mid_bank_q};
            served_q <= 0;
            cycles_q <= 2'd0;
        end else if (next) begin
            served_q <= served_q | now;
            cycles_q <= cycles_q + 2'd1;
        end
        held_q <= ok && out_q && !issue;
        was_q  <= {more, serve, lane};
        if (rst) {mid_q, out_q} <= 2'b00;
    end
    assign p_serves = ok && out_q && wrong;
    assign p_more   = ok && out_q && more != ((serves_q & ~served_q & ~now) != 0);
    assign p_once   = ok && issue && ((now & served_q) != 0 || (!more && (served_q | now) != serves_q));
    assign p_holds  = ok && held_q && was_q != {more, serve, lane};
    assign w_four  = ok && issue && !more && cycles_q == 2'd3 && serve[1];
    assign w_both   = ok && issue && !more && cycles_q == 2'd1 && (&serve[1:0]);
endmodule

`default_nettype wire

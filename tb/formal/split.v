// SPDX-License-Identifier: Apache-2.0
// split.v - wf_lds_split on 4 lanes: a compare-exchange whose lanes of a word differ takes one operation per lane.
//   Ghost: by instruction, the lanes that have a differing one in their set.
//   Environment: lanes that share a word have one server, any. Servers and differences come one enabled cycle after the
//   instruction, its lanes and servers of the next stage another one later.
// prove self: each lane of a set that differs serves itself, and returns what it finds
// prove other: lanes of other sets, and of other instructions, keep their server and what they return
// reach half: one set differs and another does not
// run split: pdr, 5 s, LANES=4
`default_nettype none

module formal_split #(
    parameter integer LANES = 4
) (
    input  wire                   clk,
    input  wire                   en, in_valid,
    input  wire [LANES-1:0]       differs1, plain,
    input  wire [2*LANES-1:0]     server1, server,
    output wire                   p_self, p_other, w_half
);
    `include "wf_formal.vh"
    wire [LANES-1:0]   plain_to;
    wire [2*LANES-1:0] server_to;
    wf_lds_split #(.LANES(LANES), .IDX_W(2)) u_dut (
        .clk(clk), .en(en), .in_valid(in_valid), .differs1(differs1), .server1(server1), .plain(plain), .server(server),
        .plain_to(plain_to), .server_to(server_to));
    reg     wrong_self, wrong_other;
    integer i, j;
    assign legal = !rst || (en && !in_valid);

    reg  [LANES-1:0]       split_q = 0, any_q = 0, split;
    reg                    valid1_q = 0, known_q = 0, known1_q = 0;      // known: what is there came after reset
    always @* begin
        split       = 0;
        wrong_self  = 1'b0;
        wrong_other = 1'b0;
        for (i = 0; i < LANES; i = i + 1) begin
            for (j = 0; j < LANES; j = j + 1) if (server1[2*i +: 2] == server1[2*j +: 2] && differs1[j]) split[i] = 1'b1;
            if (split_q[i]) begin
                if (!plain_to[i] || server_to[2*i +: 2] != i) wrong_self = 1'b1;
            end else if (plain_to[i] != plain[i] || server_to[2*i +: 2] != server[2*i +: 2]) wrong_other = 1'b1;
        end
    end
    always @(posedge clk) begin
        if (en) begin
            valid1_q <= in_valid;
            known1_q <= 1'b1;
            known_q  <= known1_q;
            split_q  <= valid1_q ? split : 0;
            any_q    <= valid1_q ? ~split : 0;
        end
    end
    assign p_self  = ok && known_q && wrong_self;
    assign p_other = ok && known_q && wrong_other;
    assign w_half  = ok && known_q && split_q != 0 && any_q != 0;
endmodule

`default_nettype wire

// SPDX-License-Identifier: Apache-2.0
// pick.v - wf_pick and the ring in it: the choice is one request, the next one above the choice taken last.
//   Ghost: the number taken last; for one request, any of them, the choices taken while it waits.
//   Environment: for the bounded wait the request that is watched stays until it is taken; nothing else.
// prove one: exactly one request is chosen when there is one, none without
// prove index: `index` is the number of the chosen one, `any` is 1 when there is one
// prove next: the choice is the lowest request above the one taken last, or else the lowest
// prove wait: a request that stays is taken after at most N - 1 others
// implied wait: by next
// reach last: a request waits for N - 1 others
// run pick: pdr, 10 s, N=4
// run pick-rows: pdr, 20 s, N=18
// run pick-one: pdr, 1 s, N=1
`default_nettype none

module formal_pick #(
    parameter integer N       = 4,
    parameter integer INDEX_W = (N > 1) ? $clog2(N) : 1      // derived
) (
    input  wire               clk,
    input  wire [N-1:0]       req,
    input  wire               take,
    input  wire [INDEX_W-1:0] pick,          // the watched request: the first value holds
    output wire               p_one, p_index, p_next, p_wait, w_last
);
    `include "wf_formal.vh"
    wire               any;
    wire [N-1:0]       onehot;
    wire [INDEX_W-1:0] index;
    wf_pick #(.N(N)) u_dut (.clk(clk), .rst(rst), .req(req), .take(take), .any(any), .onehot(onehot), .index(index));

    reg [INDEX_W-1:0] watched_q;
    reg [INDEX_W:0]   from_q, waited_q = 0;      // requests from this one on go first
    reg               stays_q = 1'b0;
    wire              mine = onehot[watched_q];
    assign legal = (rst ? pick < N : 1'b1) && !(stays_q && !req[watched_q]) && !(take && !any);

    // the ghost's choice: a search upwards
    reg [INDEX_W:0] want;
    integer         n;
    always @* begin
        want = N;
        for (n = N - 1; n >= 0; n = n - 1) if (req[n]) want = n;
        for (n = N - 1; n >= 0; n = n - 1) if (req[n] && n >= from_q) want = n;
    end
    always @(posedge clk) begin
        if (rst) watched_q <= pick;
        from_q   <= rst ? 0 : take && any ? want + 1'b1 : from_q;
        stays_q  <= ok && req[watched_q] && !(take && mine);
        waited_q <= ok && req[watched_q] && !(take && mine) ? waited_q + take : 0;
    end

    assign p_one   = ok && ((onehot & (onehot - 1'b1)) != 0 || (onehot & ~req) != 0 || (onehot == 0) != (req == 0));
    assign p_index = ok && (any != (req != 0) || (any && !onehot[index]));
    assign p_next  = ok && any && !onehot[want[INDEX_W-1:0]];
    assign p_wait  = ok && waited_q >= N;
    assign w_last  = ok && waited_q == N - 1;
endmodule

`default_nettype wire

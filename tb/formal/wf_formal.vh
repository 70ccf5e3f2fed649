// SPDX-License-Identifier: Apache-2.0
// wf_formal.vh - the part that all harnesses of tb/formal share, inside the module: reset in the first cycle, and `ok`.
//   A harness defines `legal`: the environment keeps its contract in this cycle.  Each property is an output `p_NAME`,
//   1 when it is violated; each witness is an output `w_NAME`, 1 when the event is there.  Both hang on `ok`.
    reg  first_q = 1'b1, kept_q = 1'b1;
    wire legal;
    wire rst = first_q;
    wire ok  = !rst && kept_q && legal;      // out of reset, and the contract was kept up to now
    always @(posedge clk) begin
        first_q <= 1'b0;
        kept_q  <= kept_q && legal;
    end

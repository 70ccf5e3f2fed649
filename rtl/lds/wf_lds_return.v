// SPDX-License-Identifier: Apache-2.0
// wf_lds_return - lane side of the banks: collect each lane's old value, apply the operations of lanes below, answer.
//   Latency 4 cycles of `go` from the last bank cycle, throughput 1/cycle.  `go` is a register: it falls when the spare
//   answer is taken, and everything that moves with it stalls.
//   1, 2 with the banks   3 old values   4 answer (a skid register)
//   Page: docs/lds.md   Test: tb/lds/wf_lds_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_lds.vh"
`include "wf_eager.vh"

module wf_lds_return #(
    parameter integer LANES  = 32,           // lanes, a power of two
    parameter integer BANKS  = 32,           // banks, a power of two
    parameter integer IDX_W  = 5,            // bits of a lane number
    parameter integer BANK_W = 5,            // bits of a bank number
    parameter integer ADDR_W = 13,           // bits of a word number
    parameter integer CTL_W  = 50,           // bits of ctl: wf_lds.vh
    parameter integer COMPARED = 0             // 1: the banks compare, for a compare-exchange; 0: it is done here
) (
    input  wire                    clk,
    input  wire                    rst,
    output wire                    go,

    input  wire                    in_valid,     // a bank cycle of an instruction begins
    input  wire                    in_last,      // its last
    input  wire [CTL_W-1:0]        in_ctl,
    input  wire [LANES-1:0]        in_ok,
    input  wire [LANES-1:0]        in_plain,
    input  wire [ADDR_W*LANES-1:0] in_word,
    input  wire [IDX_W*LANES-1:0]  in_server,
    /* verilator lint_off UNUSEDSIGNAL */           // lane 0 has none below it
    input  wire [IDX_W*LANES-1:0]  in_prev,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [32*LANES-1:0]     in_value,
    input  wire [32*LANES-1:0]     in_compare,   // with COMPARED only of the second pass of an f32 add
    input  wire [BANKS-1:0]        in_serve,
    input  wire [IDX_W*BANKS-1:0]  in_lane,

    input  wire [32*BANKS-1:0]     bank_old,     // in stage 2
    input  wire [BANKS-1:0]        bank_same,    // with COMPARED: it is what was compared

    output wire                    read_valid,   // old values for the float adder
    output wire [32*LANES-1:0]     read_old,

    output wire                    rsp_valid,
    input  wire                    rsp_ready,
    output wire [CTL_W-1:0]        rsp_ctl,
    output wire [32*LANES-1:0]     rsp_data
);
    `include "wf_lds_op.vh"

    reg                    valid1_q, last1_q, valid2_q, last2_q, valid3_q;
    reg [CTL_W-1:0]        ctl1_q, ctl2_q, ctl3_q;
    reg [LANES-1:0]        ok1_q, ok2_q, ok3_q, plain1_q, plain2_q, plain3_q, served1_q, served2_q, same3_q;
    reg [BANK_W*LANES-1:0] bank1_q, bank2_q;
    reg [32*LANES-1:0]     prefix1_q, prefix2_q, prefix3_q, old3_q;
    wire [32*LANES-1:0]    compare3;

    wire [2:0] does3 = ctl3_q[`WF_LDS_CTL_DOES];
    wire       inner = in_ctl[`WF_LDS_CTL_ATOMICS] && in_ctl[`WF_LDS_CTL_OP] != `WF_ATOM_CAS;
    wire       swaps3  = COMPARED != 0 && ctl3_q[`WF_LDS_CTL_OP] == `WF_ATOM_CAS;    // to the own value, or not
    wire       answers = valid3_q && does3 != `WF_LDS_FREAD;

    assign read_valid = go && valid3_q && does3 == `WF_LDS_FREAD;
    assign read_old   = old3_q;

    // Temporaries of the clocked block: wide functions would cost simulation time in idle cycles too.
    integer                i;
    reg [BANK_W*LANES-1:0] bank;
    reg [LANES-1:0]        serves, served, same;     // lanes that a bank takes, lanes whose server is one
    reg [IDX_W-1:0]        from;
    reg [32*LANES-1:0]     near, prefix, olds;

    /* verilator lint_off BLKSEQ */          // the temporaries above are blocking on purpose
    always @(posedge clk) begin
        if (go) begin
            valid1_q <= in_valid;
            if (in_valid) begin
                last1_q    <= in_last;
                ctl1_q     <= in_ctl;
                ok1_q      <= in_ok;
                plain1_q   <= in_plain;
                serves = {LANES{1'b0}};
                for (i = 0; i < BANKS; i = i + 1)
                    serves = serves | ({{LANES-1{1'b0}}, in_serve[i]} << in_lane[IDX_W*i +: IDX_W]);
                for (i = 0; i < LANES; i = i + 1) begin
                    bank[BANK_W*i +: BANK_W] = in_word[ADDR_W*i +: BANK_W];
                    served[i] = in_ok[i] && serves[in_server[IDX_W*i +: IDX_W]];
                end
                bank1_q    <= bank;
                served1_q  <= served;
                // What the members below add up to: the inclusive value of the next lower member; nobody asks a plain lane.
                // Compare-exchange: the own value, for all members of such a set carry the same.  Second pass of an f32 add: the results.
                prefix = in_ctl[`WF_LDS_CTL_DOES] == `WF_LDS_FWRITE ? in_compare : in_value;
                if (in_ctl[`WF_LDS_CTL_ATOMICS]) begin
                    near = in_value;         // lanes up to the own, constant zeros above: no gate for them
                    for (i = LANES - 1; i > 0; i = i - 1) begin
                        from = inner ? in_prev[IDX_W*i +: IDX_W] : i[IDX_W-1:0];
                        prefix[32*i +: 32] = near[{from, 5'd0} +: 32];
                        near[32*i +: 32]   = 32'd0;
                    end
                end
                prefix1_q  <= prefix;
            end

            valid2_q <= valid1_q;
            if (valid1_q) begin
                last2_q    <= last1_q;
                ctl2_q     <= ctl1_q;
                ok2_q      <= ok1_q;
                plain2_q   <= plain1_q;
                bank2_q    <= bank1_q;
                served2_q  <= served1_q;
                prefix2_q  <= prefix1_q;
            end

            valid3_q <= valid2_q && last2_q;
            if (valid2_q) begin
                ctl3_q     <= ctl2_q;
                ok3_q      <= ok2_q;
                plain3_q   <= plain2_q;
                prefix3_q  <= prefix2_q;
                for (i = 0; i < LANES; i = i + 1) begin
                    olds[32*i +: 32] = served2_q[i] ? bank_old[{bank2_q[BANK_W*i +: BANK_W], 5'd0} +: 32] :
                                       old3_q[32*i +: 32];
                    same[i] = served2_q[i] ? bank_same[bank2_q[BANK_W*i +: BANK_W]] : same3_q[i];
                end
                old3_q     <= olds;
                same3_q    <= same & {LANES{COMPARED != 0}};
            end
        end
        if (rst) begin
            valid1_q <= 1'b0;
            valid2_q <= 1'b0;
            valid3_q <= 1'b0;
        end
    end
    /* verilator lint_on BLKSEQ */

    generate
        if (COMPARED != 0) begin : g_compared        // what is compared is there: a word equals itself, which costs no gate
            assign compare3 = old3_q;
        end else begin : g_compares
            reg [32*LANES-1:0] compare1_q, compare2_q, compare3_q;
            assign compare3 = compare3_q;
            always @(posedge clk) if (go) begin
                if (in_valid) compare1_q <= in_compare;
                if (valid1_q) compare2_q <= compare1_q;
                if (valid2_q) compare3_q <= compare2_q;
            end
            wire unused = &{1'b0, bank_same};
        end
    endgenerate

    integer                j, k;
    reg [63:0]             after;            // the operations of the lanes below lanes j and j + 1
    reg                    given, plain;
    reg [32*LANES-1:0]     answer;
    always @* begin
        answer = {32*LANES{1'b0}};
        after  = 64'd0;
        given  = does3 == `WF_LDS_FWRITE;
        plain  = 1'b0;
        if ((`WF_EAGER || answers) && does3 != `WF_LDS_STORE)       // nothing to compute costs a simulator nothing
            for (j = 0; j < LANES; j = j + 2) begin
                after = 64'd0;
                if (`WF_EAGER || plain3_q[j +: 2] != 2'b11)
                    after = wf_lds_op(ctl3_q[`WF_LDS_CTL_OP], does3 == `WF_LDS_PAIRS, old3_q[32*j +: 64],
                                      prefix3_q[32*j +: 64], compare3[32*j +: 64]);
                for (k = j; k < j + 2; k = k + 1) begin
                    plain = (plain3_q[k] || (swaps3 && !same3_q[k])) && !given;
                    answer[32*k +: 32] = {32{ok3_q[k]}} & ((prefix3_q[32*k +: 32] & {32{given}}) |
                                                           (old3_q[32*k +: 32] & {32{plain}}) |
                                                           (after[32*(k-j) +: 32] & {32{!given && !plain}}));
                end
            end
    end
    wf_skid #(.WIDTH(CTL_W + 32*LANES)) u_answer (
        .clk(clk), .rst(rst), .in_valid(answers), .in_ready(go), .in_data({ctl3_q, answer}),
        .out_valid(rsp_valid), .out_ready(rsp_ready), .out_data({rsp_ctl, rsp_data}));
endmodule

`default_nettype wire

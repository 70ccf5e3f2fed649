// SPDX-License-Identifier: Apache-2.0
// answers.v - the turn in the answers of memory of wf_core: results of loads and posted instructions at one port.
//   Ghost: whether one of the other kind went while one waits. The parts of the core are cut, except for wf_core_answer.
//   Environment: an answer of memory holds until it is taken, and a posted instruction waits until it goes.
// prove loads: while the result of a load waits, one posted instruction goes before it at most
// prove posts: while a posted instruction waits, the result of one load goes before it at most
// prove free: the answer of a posted instruction is taken at once, and so is one without a request
// reach both: a load and a posted instruction wait, and one of them goes
// run answers: pdr, 5 s, LANES=4
// cut wf_core_fetch wf_core_sched wf_core_score wf_core_sv wf_core_regs wf_core_flow wf_valu wf_fpu wf_queue wf_core_operands
// cut wf_core_mem wf_core_wb wf_core_waves wf_core_report wf_core_faults
`default_nettype none
`include "wf_record.vh"

module formal_answers #(
    parameter integer LANES = 4,
    parameter integer TAG_W = 3
) (
    input  wire             clk,
    input  wire             mrsp_valid, mreq_ready,
    input  wire [TAG_W-1:0] tag,
    output wire             p_loads, p_posts, p_free, w_both
);
    `include "wf_formal.vh"
    wire                  mrsp_ready, mreq_valid, load, post, turn, port, posted;
    wire [6:0]            s_ready;
    reg  [`WF_MRSP_W-1:0] mrsp;
    always @* begin
        mrsp = 0;
        mrsp[`WF_MRSP_TAG] = tag;
    end
    wf_core #(.LANES(LANES), .WAVES(2), .REGS(16), .INFLIGHT(4), .FPU_LANES(0), .IMEM_WORDS(16), .DISPATCHES(1)) u_dut (
        .clk(clk), .rst(rst), .mrsp_valid(mrsp_valid), .mrsp_ready(mrsp_ready), .mrsp(mrsp), .mreq_valid(mreq_valid),
        .mreq_ready(mreq_ready));
    // see load: u_dut.load_valid
    // see post: u_dut.post_valid
    // see turn: u_dut.post_turn
    // see posted: u_dut.mem_posted
    // see s_ready: u_dut.rsp_ready
    assign port = s_ready[6];                // WF_UNIT_MEM

    reg             once_load_q = 0, once_post_q = 0, stalled_q = 0, post_q = 0, posted_q;
    reg [TAG_W-1:0] tag_q;
    wire            load_goes = load && port && !turn, post_goes = post && port && turn;
    assign legal = !(rst && (mrsp_valid || post)) && !(stalled_q && !(mrsp_valid && tag == tag_q && posted == posted_q)) && !(post_q && !post);
    always @(posedge clk) begin
        stalled_q   <= ok && mrsp_valid && !mrsp_ready;
        tag_q       <= tag;
        posted_q    <= posted;
        post_q      <= ok && post && !post_goes;
        once_load_q <= ok && load && !load_goes && (post_goes || once_load_q);
        once_post_q <= ok && post && !post_goes && (load_goes || once_post_q);
    end
    assign p_loads = ok && once_load_q && load && post_goes;
    assign p_posts = ok && once_post_q && post && load_goes;
    assign p_free  = ok && mrsp_valid && !load && !mrsp_ready;
    assign w_both  = ok && load && post && port;
endmodule

`default_nettype wire

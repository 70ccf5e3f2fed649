// SPDX-License-Identifier: Apache-2.0
// wf_check_axi - the rules of an AXI4 link, seen from outside: one checker for both ends.
//   `master_ok` and `slave_ok` are 0 in a cycle in which that end breaks a rule. Of the master: valid and payload hold
//   until they are taken; bursts are INCR of aligned beats and stay in 4 KiB; a burst of data has the beats of its
//   address, the last one marked. Of the slave: the same holds; a response of an ID has a whole write of that ID
//   before it; beats of a read come after its address, as many as it asked for, the last one marked.
//   Narrowed to what the masters here do: one read per ID at a time, and a write's address and data before the next's.
`default_nettype none

module wf_check_axi #(
    parameter integer ID_W = 1,
    parameter integer DATA = 128,
    parameter integer IDS  = 1 << ID_W       // derived
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              awvalid, awready, wvalid, wready, wlast, bvalid, bready, arvalid, arready, rvalid, rready, rlast,
    input  wire [ID_W-1:0]   awid, bid, arid, rid,
    input  wire [31:0]       awaddr, araddr,
    input  wire [7:0]        awlen, arlen,
    input  wire [2:0]        awsize, arsize,
    input  wire [1:0]        awburst, arburst, bresp, rresp,
    input  wire              wdata, rdata,   // one bit of each: all are carried alike
    input  wire [DATA/8-1:0] wstrb,
    output wire              master_ok, slave_ok,
    output wire              aw_open, w_open,        // of the write in progress: its address, its data were taken
    output wire [IDS-1:0]    read_open, write_due,   // by ID: a read without its last beat; a whole write without a response
    output wire [7:0]        beat            // of the data in progress
);
    localparam integer SIZE = $clog2(DATA / 8);
    reg                aw_q = 0, w_q = 0, b_q = 0, ar_q = 0, r_q = 0;    // stalled in the cycle before
    reg [ID_W+41:0]    aw_was_q, ar_was_q;
    reg [DATA/8+1:0]   w_was_q;
    reg [ID_W+1:0]     b_was_q;
    reg [ID_W+3:0]     r_was_q;
    reg                aw_open_q = 0, w_open_q = 0;
    reg [ID_W-1:0]     id_q;
    reg [7:0]          len_q, beat_q = 0;
    reg [3*IDS-1:0]    writes_q = 0;
    reg [IDS-1:0]      reads_q = 0;
    reg [8*IDS-1:0]    left_q = 0;
    wire               took_aw = awvalid && awready, took_w = wvalid && wready, took_b = bvalid && bready;
    wire               took_ar = arvalid && arready, took_r = rvalid && rready;
    wire               whole_aw = aw_open_q || took_aw, whole_w = w_open_q || (took_w && wlast);
    wire [ID_W-1:0]    id  = aw_open_q ? id_q : awid;
    wire [7:0]         len = aw_open_q ? len_q : awlen;
    integer            i;
    always @(posedge clk) begin
        aw_q <= !rst && awvalid && !awready;
        w_q  <= !rst && wvalid && !wready;
        b_q  <= !rst && bvalid && !bready;
        ar_q <= !rst && arvalid && !arready;
        r_q  <= !rst && rvalid && !rready;
        aw_was_q <= {awid, awlen, awsize[1:0], awaddr};
        ar_was_q <= {arid, arlen, arsize[1:0], araddr};
        w_was_q  <= {wlast, wdata, wstrb};
        b_was_q  <= {bid, bresp};
        r_was_q  <= {rid, rresp, rlast, rdata};
        if (took_aw && !aw_open_q) begin
            id_q  <= awid;
            len_q <= awlen;
        end
        beat_q    <= took_w ? (wlast ? 8'd0 : beat_q + 8'd1) : beat_q;
        aw_open_q <= whole_aw && !(whole_aw && whole_w);
        w_open_q  <= whole_w && !(whole_aw && whole_w);
        for (i = 0; i < IDS; i = i + 1) begin
            writes_q[3*i +: 3] <= writes_q[3*i +: 3] + (whole_aw && whole_w && id == i) - (took_b && bid == i);
            if (took_r && rid == i) begin
                left_q[8*i +: 8] <= left_q[8*i +: 8] - 8'd1;
                if (rlast) reads_q[i] <= 1'b0;
            end
            if (took_ar && arid == i) begin
                reads_q[i]       <= 1'b1;
                left_q[8*i +: 8] <= arlen;
            end
        end
        if (rst) begin
            aw_open_q <= 1'b0;
            w_open_q  <= 1'b0;
            beat_q    <= 8'd0;
            writes_q  <= 0;
            reads_q   <= 0;
        end
    end
    function fits(input [31:0] address, input [7:0] beats);      // INCR bursts of whole beats, in 4 KiB
        fits = (address & (DATA / 8 - 1)) == 0 && {1'b0, address[11:0]} + (({5'd0, beats} + 13'd1) << SIZE) <= 13'd4096;
    endfunction
    assign master_ok = rst ? 1'b1 :
        !(aw_q && !(awvalid && aw_was_q == {awid, awlen, awsize[1:0], awaddr})) &&
        !(ar_q && !(arvalid && ar_was_q == {arid, arlen, arsize[1:0], araddr})) &&
        !(w_q && !(wvalid && w_was_q == {wlast, wdata, wstrb})) &&
        !(awvalid && (awburst != 2'b01 || awsize != SIZE || !fits(awaddr, awlen) || aw_open_q)) &&
        !(arvalid && (arburst != 2'b01 || arsize != SIZE || !fits(araddr, arlen) || reads_q[arid])) &&
        !(wvalid && w_open_q) && !(wvalid && whole_aw && wlast != (beat_q == len)) && !(took_aw && w_open_q && beat_q != 8'd0);
    assign slave_ok = rst ? !(bvalid || rvalid) :
        !(b_q && !(bvalid && b_was_q == {bid, bresp})) && !(r_q && !(rvalid && r_was_q == {rid, rresp, rlast, rdata})) &&
        !(bvalid && writes_q[3*bid +: 3] == 3'd0) &&
        !(rvalid && (!reads_q[rid] || rlast != (left_q[8*rid +: 8] == 8'd0)));
    assign aw_open   = aw_open_q;
    assign w_open    = w_open_q;
    assign read_open = reads_q;
    assign beat      = beat_q;
    genvar n;
    generate
        for (n = 0; n < IDS; n = n + 1) begin : g_due
            assign write_due[n] = writes_q[3*n +: 3] != 3'd0;
        end
    endgenerate
endmodule

`default_nettype wire

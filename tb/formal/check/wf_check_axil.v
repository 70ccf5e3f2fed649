// SPDX-License-Identifier: Apache-2.0
// wf_check_axil - the rules of an AXI4-Lite link, seen from outside: one checker for both ends.
//   `master_ok` and `slave_ok` are 0 in a cycle in which that end breaks a rule: valid and payload hold until they are
//   taken; no response without its address and, of a write, its data; a response in answer to each, at most MOST open.
//   `waits` counts the cycles since a response became due or was taken, while none is on offer.
`default_nettype none

module wf_check_axil #(
    parameter integer ADDR_W = 16,
    parameter integer MOST   = 2             // open writes, open reads
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready,
    input  wire [ADDR_W-1:0] awaddr, araddr,
    input  wire [31:0]       wdata, rdata,
    input  wire [3:0]        wstrb,
    input  wire [1:0]        bresp, rresp,
    output wire              master_ok, slave_ok,
    output wire [3:0]        write_waits, read_waits,
    output wire [2:0]        writes, reads   // open: addresses taken without a response
);
    localparam integer M_W = 2*ADDR_W + 36, S_W = 36;
    reg              aw_q = 0, w_q = 0, b_q = 0, ar_q = 0, r_q = 0;      // stalled in the cycle before
    reg [ADDR_W-1:0] awaddr_q, araddr_q;
    reg [31:0]       wdata_q, rdata_q;
    reg [3:0]        wstrb_q, write_waits_q = 0, read_waits_q = 0;
    reg [1:0]        bresp_q, rresp_q;
    reg [2:0]        aws_q = 0, ws_q = 0, ars_q = 0;
    wire             took_b = bvalid && bready, took_r = rvalid && rready;
    always @(posedge clk) begin
        aw_q <= !rst && awvalid && !awready;
        w_q  <= !rst && wvalid && !wready;
        b_q  <= !rst && bvalid && !bready;
        ar_q <= !rst && arvalid && !arready;
        r_q  <= !rst && rvalid && !rready;
        {awaddr_q, araddr_q, wdata_q, rdata_q, wstrb_q, bresp_q, rresp_q} <= {awaddr, araddr, wdata, rdata, wstrb, bresp, rresp};
        aws_q <= rst ? 3'd0 : aws_q + {2'd0, awvalid && awready} - {2'd0, took_b};
        ws_q  <= rst ? 3'd0 : ws_q + {2'd0, wvalid && wready} - {2'd0, took_b};
        ars_q <= rst ? 3'd0 : ars_q + {2'd0, arvalid && arready} - {2'd0, took_r};
        write_waits_q <= rst || bvalid || aws_q == 3'd0 || ws_q == 3'd0 ? 4'd0 : write_waits_q + {3'd0, !(&write_waits_q)};
        read_waits_q  <= rst || rvalid || ars_q == 3'd0 ? 4'd0 : read_waits_q + {3'd0, !(&read_waits_q)};
    end
    assign master_ok = rst ? !(awvalid || wvalid || arvalid) :
                       !(aw_q && !(awvalid && awaddr == awaddr_q)) && !(w_q && !(wvalid && wdata == wdata_q && wstrb == wstrb_q)) &&
                       !(ar_q && !(arvalid && araddr == araddr_q));
    assign slave_ok  = rst || (!(b_q && !(bvalid && bresp == bresp_q)) && !(r_q && !(rvalid && rdata == rdata_q && rresp == rresp_q)) &&
                               !(bvalid && (aws_q == 3'd0 || ws_q == 3'd0)) && !(rvalid && ars_q == 3'd0) &&
                               aws_q <= MOST && ars_q <= MOST && ws_q <= MOST);
    assign write_waits = write_waits_q;
    assign read_waits  = read_waits_q;
    assign writes = aws_q;
    assign reads  = ars_q;
endmodule

`default_nettype wire

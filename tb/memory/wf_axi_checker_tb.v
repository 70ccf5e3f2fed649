// SPDX-License-Identifier: Apache-2.0
// wf_axi_checker_tb - a read and a write that break rule +rule=N of test_axi_checker.sh; 0, 98, 99: no rule.
`timescale 1ns/1ps
`default_nettype none

module wf_axi_checker_tb;
    reg         clk = 1'b0, rst = 1'b1;
    reg         awvalid = 1'b0, awready = 1'b0, wvalid = 1'b0, wready = 1'b0, wlast = 1'b0, bvalid = 1'b0, bready = 1'b0;
    reg         arvalid = 1'b0, arready = 1'b0, rvalid = 1'b0, rready = 1'b0, rlast = 1'b0;
    reg [3:0]   awid = 2, bid = 2, arid = 1, rid = 1;
    reg [31:0]  awaddr = 32'h2000, araddr = 32'h1000;
    reg [7:0]   awlen = 3, arlen = 3;
    reg [2:0]   awsize = 4, arsize = 4;
    reg [1:0]   awburst = 1, arburst = 1, bresp = 0, rresp = 0;
    reg [127:0] wdata = 0, rdata = 0;
    reg [15:0]  wstrb = 16'hffff;
    wire        idle;
    integer     rule, beat;

    wf_axi_checker #(.ID_W(4), .DATA(128)) u_dut (
        .clk(clk), .rst(rst), .idle(idle), .awvalid(awvalid), .awready(awready), .awid(awid), .awaddr(awaddr), .awlen(awlen), .awsize(awsize),
        .awburst(awburst), .wvalid(wvalid), .wready(wready), .wdata(wdata), .wstrb(wstrb), .wlast(wlast), .bvalid(bvalid), .bready(bready),
        .bid(bid), .bresp(bresp), .arvalid(arvalid), .arready(arready), .arid(arid), .araddr(araddr), .arlen(arlen), .arsize(arsize),
        .arburst(arburst), .rvalid(rvalid), .rready(rready), .rid(rid), .rdata(rdata), .rresp(rresp), .rlast(rlast));

    always #5 clk = !clk;

    task tick;                                   // signals change behind the edge
        begin
            @(posedge clk);
            #1;
        end
    endtask

    task address_read;
        begin
            arvalid = 1'b1;
            if (rule == 8) arid = 4'bx;
            tick;
            if (rule == 13) araddr = 32'h1040;
            if (rule == 14) arvalid = 1'b0;
            if (rule == 20) arburst = 2'b00;
            if (rule == 21) arsize = 5;
            if (rule == 22) araddr = 32'h1004;
            if (rule == 23) arlen = 7;
            if (rule == 24) araddr = 32'h1fe0;
            if (rule >= 20 && rule <= 24) begin  // shown anew, else it did not stand
                arvalid = 1'b0;
                u_dut.ar_stood = 1'b0;
                tick;
                arvalid = 1'b1;
            end
            arready = 1'b1;
            tick;
            if (rule == 25) begin                // the same ID again
                araddr = 32'h3000;
                tick;
            end
            arvalid = 1'b0;
            arready = 1'b0;
        end
    endtask

    task data_read;
        begin
            for (beat = 0; beat < 4; beat = beat + 1) begin
                rvalid = 1'b1;
                rdata  = {96'd0, beat};
                rlast  = beat == (rule == 33 ? 2 : rule == 34 ? 4 : 3);
                if (rule == 31) rid = 3;
                if (rule == 10 && beat == 2) rresp = 2'bx;
                rready = 1'b0;
                tick;
                if (rule == 16 && beat == 1) rdata = ~rdata;
                rready = 1'b1;
                tick;
            end
            rvalid = 1'b0;
        end
    endtask

    task address_write;
        begin
            awvalid = 1'b1;
            if (rule == 6) awlen = 8'bx;
            tick;
            if (rule == 11) awid = 4;
            if (rule == 30) begin                // a line that a read is under way for
                awvalid = 1'b0;
                u_dut.aw_stood = 1'b0;
                tick;
                awaddr  = 32'h1000;
                awvalid = 1'b1;
            end
            awready = 1'b1;
            tick;
            awvalid = 1'b0;
            awready = 1'b0;
        end
    endtask

    task data_write;
        for (beat = 0; beat < (rule == 28 ? 3 : 4); beat = beat + 1) begin
            wvalid = 1'b1;
            wdata  = {96'd0, beat};
            wlast  = beat == (rule == 27 ? 4 : rule == 28 ? 2 : 3);
            if (rule == 7 && beat == 2) wstrb = 16'bx;
            wready = 1'b0;
            tick;
            if (rule == 12 && beat == 1) wdata = ~wdata;
            wready = 1'b1;
            tick;
            wvalid = 1'b0;
            wready = 1'b0;
        end
    endtask

    task response;
        begin
            bvalid = 1'b1;
            bready = 1'b0;
            if (rule == 9) bresp = 2'bx;
            if (rule == 32) bid = 5;
            tick;
            if (rule == 15) bresp = 2;
            bready = 1'b1;
            tick;
            bvalid = 1'b0;
        end
    endtask

    initial begin
        if (!$value$plusargs("rule=%d", rule)) rule = 0;
        repeat (3) tick;
        awvalid = rule == 1;
        wvalid  = rule == 2;
        arvalid = rule == 3;
        bvalid  = rule == 4;
        rvalid  = rule == 5;
        rst = 1'b0;
        tick;
        if (rule == 30) begin
            address_read;
            address_write;
        end
        if (rule == 29) begin                    // a read of a line whose write is under way
            address_write;
            araddr = 32'h2000;
        end
        address_read;
        data_read;
        if (rule == 35) begin
            address_write;
            response;
        end
        if (rule == 26) begin                    // data without an address
            data_write;
            tick;
            tick;
        end
        if (rule >= 36 && rule <= 38 || rule == 98) begin      // two writes under way
            address_write;
            if (rule == 36) awid = 5;            // of one line, under two IDs
            if (rule == 37) awaddr = 32'h3000;   // of two lines, under one ID
        end
        if (rule % 2 == 0) begin                 // address first, or data
            address_write;
            data_write;
        end else begin
            data_write;
            address_write;
        end
        response;
        if (rule == 98) data_write;              // the other one's, before its response
        if (rule == 38 || rule == 98) response;
        tick;
        tick;
        if (idle !== 1'b1) $display("FAIL axi-checker: not idle");
        else $display("PASS axi-checker: nothing broken");
        $finish;
    end
endmodule
`default_nettype wire

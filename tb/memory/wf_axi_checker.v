// SPDX-License-Identifier: Apache-2.0
// wf_axi_checker - watches an AXI4 bus of one manager; a rule that is broken ends the simulation with its name.
//   Of both sides: *_X valid is known; *_HELD valid and payload hold until ready; *_RESET valid is low after a reset.
//   Of the manager: BURST type, SIZE no wider than the bus, ALIGNED to a beat, LENGTH, BOUNDARY no burst crosses 4 KB,
//   WLAST with the last beat and no other, AW_MISSING no more bursts of data than addresses in the end (finished), and
//   of this manager: ID no ID twice at a time, except for writes of one line; ORDER no request for a line while one is
//   in flight that it must not pass: a write passes only the writes of its own ID.
//   Of the subordinate: B_ID, R_ID an answer to a request; B_EARLY not before address and last data; RLAST as WLAST.
//   Test: tb/memory/test_axi_checker.sh breaks each of them.
`timescale 1ns/1ps
`default_nettype none

module wf_axi_checker #(
    parameter integer ID_W = 4,
    parameter integer DATA = 128
) (
    input wire              clk,
    input wire              rst,
    output reg              idle,            // nothing is under way
    input wire              awvalid, awready,
    input wire [ID_W-1:0]   awid,
    input wire [31:0]       awaddr,
    input wire [7:0]        awlen,
    input wire [2:0]        awsize,
    input wire [1:0]        awburst,
    input wire              wvalid, wready,
    input wire [DATA-1:0]   wdata,
    input wire [DATA/8-1:0] wstrb,
    input wire              wlast,
    input wire              bvalid, bready,
    input wire [ID_W-1:0]   bid,
    input wire [1:0]        bresp,
    input wire              arvalid, arready,
    input wire [ID_W-1:0]   arid,
    input wire [31:0]       araddr,
    input wire [7:0]        arlen,
    input wire [2:0]        arsize,
    input wire [1:0]        arburst,
    input wire              rvalid, rready,
    input wire [ID_W-1:0]   rid,
    input wire [DATA-1:0]   rdata,
    input wire [1:0]        rresp,
    input wire              rlast
);
    localparam integer IDS = 1 << ID_W, STRB = DATA / 8, QUEUE = 1024;

    task broken(input [8*12-1:0] rule);
        $fatal(1, "FAIL axi rule %0s", rule);
    endtask

    // ---- valid and payload ----
    localparam integer AW_W = ID_W + 32 + 8 + 3 + 2, W_W = DATA + STRB + 1, B_W = ID_W + 2, R_W = ID_W + DATA + 2 + 1;
    wire [AW_W-1:0] aw = {awid, awaddr, awlen, awsize, awburst}, ar = {arid, araddr, arlen, arsize, arburst};
    wire [W_W-1:0]  w = {wdata, wstrb, wlast};
    wire [B_W-1:0]  b = {bid, bresp};
    wire [R_W-1:0]  r = {rid, rdata, rresp, rlast};
    reg             aw_stood = 1'b0, w_stood = 1'b0, b_stood = 1'b0, ar_stood = 1'b0, r_stood = 1'b0, was_reset = 1'b0;
    reg [AW_W-1:0]  aw_was, ar_was;
    reg [W_W-1:0]   w_was;
    reg [B_W-1:0]   b_was;
    reg [R_W-1:0]   r_was;
    task check_channels;
        begin
            if (was_reset) begin
                if (awvalid !== 1'b0) broken("AW_RESET");
                if (wvalid !== 1'b0)  broken("W_RESET");
                if (arvalid !== 1'b0) broken("AR_RESET");
                if (bvalid !== 1'b0)  broken("B_RESET");
                if (rvalid !== 1'b0)  broken("R_RESET");
            end
            if (awvalid === 1'bx || (awvalid && ^aw === 1'bx)) broken("AW_X");
            if (wvalid === 1'bx || (wvalid && ^{wstrb, wlast} === 1'bx)) broken("W_X");
            if (arvalid === 1'bx || (arvalid && ^ar === 1'bx)) broken("AR_X");
            if (bvalid === 1'bx || (bvalid && ^b === 1'bx)) broken("B_X");
            if (rvalid === 1'bx || (rvalid && ^{rid, rresp, rlast} === 1'bx)) broken("R_X");
            if (aw_stood && (!awvalid || aw !== aw_was)) broken("AW_HELD");
            if (w_stood && (!wvalid || w !== w_was)) broken("W_HELD");
            if (ar_stood && (!arvalid || ar !== ar_was)) broken("AR_HELD");
            if (b_stood && (!bvalid || b !== b_was)) broken("B_HELD");
            if (r_stood && (!rvalid || r !== r_was)) broken("R_HELD");
            aw_stood = awvalid && !awready;
            w_stood  = wvalid && !wready;
            ar_stood = arvalid && !arready;
            b_stood  = bvalid && !bready;
            r_stood  = rvalid && !rready;
            aw_was = aw;
            w_was  = w;
            ar_was = ar;
            b_was  = b;
            r_was  = r;
        end
    endtask

    // ---- bursts ----
    integer bytes_of;
    task check_burst(input [31:0] addr, input [7:0] len, input [2:0] size, input [1:0] burst);
        begin
            bytes_of = (len + 1) << size;
            if (burst !== 2'b01) broken("BURST");
            if ((1 << size) > STRB) broken("SIZE");
            if ((addr & ((1 << size) - 1)) != 0) broken("ALIGNED");
            if (bytes_of > 64) broken("LENGTH");
            if (addr[11:0] + bytes_of > 4096) broken("BOUNDARY");
        end
    endtask

    // ---- what is under way ----
    reg          reading [0:IDS-1];
    integer      writing [0:IDS-1], data_came [0:IDS-1];      // writes without response, those of them whose data came
    reg [25:0]   write_line [0:IDS-1], read_line [0:IDS-1];
    integer      read_left [0:IDS-1];
    reg [ID_W-1:0] aw_ids [0:QUEUE-1];       // addresses, in order
    integer      aw_lens [0:QUEUE-1], w_lens [0:QUEUE-1];
    integer      addresses = 0, bursts = 0, matched = 0, beats = 0, under_way = 0, i;
    task forget;
        begin
            for (i = 0; i < IDS; i = i + 1) begin
                writing[i] = 0;
                reading[i] = 1'b0;
                data_came[i] = 0;
            end
            addresses = 0;
            bursts    = 0;
            matched   = 0;
            beats     = 0;
            under_way = 0;
            {aw_stood, w_stood, ar_stood, b_stood, r_stood} = 5'd0;
        end
    endtask

    task check_answers;
        begin
            if (bvalid) begin
                if (writing[bid] == 0) broken("B_ID");
                if (data_came[bid] == 0) broken("B_EARLY");
                if (bready) begin
                    writing[bid] = writing[bid] - 1;
                    data_came[bid] = data_came[bid] - 1;
                    under_way = under_way - 1;
                end
            end
            if (rvalid) begin
                if (!reading[rid]) broken("R_ID");
                if (rlast !== (read_left[rid] == 0)) broken("RLAST");
                if (rready) begin
                    read_left[rid] = read_left[rid] - 1;
                    if (rlast) begin
                        reading[rid] = 1'b0;
                        under_way = under_way - 1;
                    end
                end
            end
        end
    endtask

    task check_requests;
        begin
            if (arvalid && arready) begin
                check_burst(araddr, arlen, arsize, arburst);
                if (reading[arid] || writing[arid] != 0) broken("ID");
                for (i = 0; i < IDS; i = i + 1) if (writing[i] != 0 && write_line[i] == araddr[31:6]) broken("ORDER");
                reading[arid]   = 1'b1;
                read_line[arid] = araddr[31:6];
                read_left[arid] = arlen;
                under_way = under_way + 1;
            end
            if (awvalid && awready) begin
                check_burst(awaddr, awlen, awsize, awburst);
                if (reading[awid] || (writing[awid] != 0 && write_line[awid] != awaddr[31:6])) broken("ID");
                for (i = 0; i < IDS; i = i + 1)
                    if ((writing[i] != 0 && i != awid && write_line[i] == awaddr[31:6]) || (reading[i] && read_line[i] == awaddr[31:6])) broken("ORDER");
                writing[awid]    = writing[awid] + 1;
                write_line[awid] = awaddr[31:6];
                aw_ids[addresses % QUEUE]  = awid;
                aw_lens[addresses % QUEUE] = awlen;
                addresses = addresses + 1;
                under_way = under_way + 1;
            end
            if (wvalid && wready) begin
                if (addresses > bursts && wlast !== (beats == aw_lens[bursts % QUEUE])) broken("WLAST");
                beats = beats + 1;
                if (wlast) begin
                    w_lens[bursts % QUEUE] = beats - 1;
                    bursts = bursts + 1;
                    beats  = 0;
                end
            end
            while (matched < addresses && matched < bursts) begin
                if (aw_lens[matched % QUEUE] != w_lens[matched % QUEUE]) broken("WLAST");
                data_came[aw_ids[matched % QUEUE]] = data_came[aw_ids[matched % QUEUE]] + 1;
                matched = matched + 1;
            end
            if (addresses > bursts && beats > aw_lens[bursts % QUEUE]) broken("WLAST");      // data were first, and none was the last
            idle = under_way == 0 && addresses == bursts && beats == 0;
            if (under_way == 0 && (bursts > addresses || beats != 0) && !awvalid && !wvalid) broken("AW_MISSING");
        end
    endtask

    always @(posedge clk) begin
        if (rst)
            forget;
        else begin
            check_channels;
            check_answers;
            check_requests;
        end
        was_reset = rst;
    end
    initial forget;
endmodule
`default_nettype wire

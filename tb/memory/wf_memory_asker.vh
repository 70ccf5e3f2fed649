// SPDX-License-Identifier: Apache-2.0
// wf_memory_asker.vh - the requester of lines in the benches of units on a line channel: requests and expected answers.
//   Rule: requests of one line are performed in the order taken, so each is performed on an array of words when it is offered.
//   The bench has TAG_W, AREA, the phases of wf_memory_phases.vh.

localparam integer REQ_W = `WF_AREQ_W, RSP_W = `WF_LRSP_W;
`include "wf_memory_requester.vh"
reg [TAG_W-1:0]  req_tag = 0;                    // outside the records
wire [TAG_W-1:0] rsp_tag;
reg [511:0] want [0:TAGS-1];
reg [63:0]  want_bytes [0:TAGS-1];
reg         is_load [0:TAGS-1], want_error [0:TAGS-1];
integer     of_line [0:TAGS-1];

reg [63:0]  bytes;
reg [511:0] data, compare;
integer     number, req_number = 0;           // the line of the request being built, of the one that is offered

task any_pairs;                                  // as the words with even numbers; some carry from half to half, or differ in one half only
    integer w, i;
    for (w = 0; w < 16; w = w + 2) begin
        bytes[4*w+4 +: 4] = bytes[4*w +: 4];
        below(6, i);
        if (i < 2)  data[32*w+32 +: 32] = memory[16*number+w+1];
        if (i == 2) data[32*w +: 64] = ~64'd0;
        if (i == 3) compare[32*w +: 64] = {memory[16*number+w+1], memory[16*number+w]};
        if (i == 4) compare[32*w +: 32] = memory[16*number+w];
    end
endtask

task any_line(input integer area, input atomics);
    integer w, i;
    reg [31:0] r;
    begin
        any_tag;
        below(area, number);
        below(atomics ? 3 : 2, i);
        kind = i == 0 ? `WF_ACCESS_LOAD : i == 1 ? `WF_ACCESS_STORE : `WF_ACCESS_ATOMIC;
        below(ATOMS, i);
        atom = i;
        below(2, i);
        if (kind == `WF_ACCESS_ATOMIC && i == 0 && atom < PAIR_ATOMS) kind = `WF_ACCESS_PAIRS;
        below(6, i);
        bytes = 0;
        for (w = 0; w < 16; w = w + 1) begin
            value(r);
            data[32*w +: 32] = r;
            compare[32*w +: 32] = r[3] ? memory[16*number+w] : r;
            random(r);
            bytes[4*w +: 4] = i == 0 ? 4'hf : i == 1 ? {4{r[0]}} : i == 2 && kind < `WF_ACCESS_ATOMIC ? r[3:0] : 4'h0;
        end
        random(r);
        case (i)
            3:       bytes[4 * r[3:0] +: 4] = 4'hf;                      // one word
            4:       bytes[16 * r[1:0] +: 16] = 16'hffff;                // the words of one beat of 128 bits, or of two of 64
            5:       bytes[8 * r[2:0] +: 8] = 8'hff;
            default: if (bytes == 0) bytes[3:0] = 4'hf;
        endcase
        if (kind == `WF_ACCESS_PAIRS) any_pairs;
    end
endtask

task one_line(input [1:0] new_kind, input [3:0] new_atom, input integer new_number);     // all of it
    begin
        any_line(1, 1'b0);
        kind   = new_kind;
        atom   = new_atom;
        number = new_number;
        bytes  = ~64'd0;
    end
endtask

task offer_nothing;                              // payload whose valid is 0 is anything
    reg [31:0] r;
    begin
        random(r);
        req_valid <= 1'b0;
        req_tag   <= r;
        req[`WF_LREQ_KIND]    <= r[9:8];
        req[`WF_LREQ_LINE]    <= line_of(r[31:16] % AREA);
        req[`WF_LREQ_BYTES]   <= {2{r}};
        req[`WF_LREQ_DATA]    <= {16{r}};
        req[`WF_AREQ_ATOM]    <= r[13:10];
        req[`WF_AREQ_COMPARE] <= {16{~r}};
    end
endtask

task offer;
    integer w, b;
    reg [31:0] old, fresh;
    begin
        of_line[tag] = number;
        is_load[tag] = kind == `WF_ACCESS_LOAD;
        want_error[tag] = broken[number] && kind != `WF_ACCESS_STORE;
        want_bytes[tag] = kind == `WF_ACCESS_STORE || want_error[tag] ? 64'd0 : bytes;
        for (w = 0; w < 16; w = w + 1) begin
            old   = memory[16*number+w];
            fresh = old;
            want[tag][32*w +: 32] = old;
            if (kind == `WF_ACCESS_STORE)
                for (b = 0; b < 4; b = b + 1) if (bytes[4*w+b]) fresh[8*b +: 8] = data[32*w+8*b +: 8];
            if (kind == `WF_ACCESS_ATOMIC && bytes[4*w] && !want_error[tag])
                fresh = atom == `WF_ATOM_FADD ? float_add(old, data[32*w +: 32]) : operate(atom, old, data[32*w +: 32], compare[32*w +: 32]);
            memory[16*number+w] = fresh;
        end
        for (w = 0; w < 16; w = w + 2)
            if (kind == `WF_ACCESS_PAIRS && bytes[4*w] && !want_error[tag])
                {memory[16*number+w+1], memory[16*number+w]} =
                    operate_pair(atom, {memory[16*number+w+1], memory[16*number+w]}, data[32*w +: 64], compare[32*w +: 64]);
        asked = asked + 1;
        req_valid <= 1'b1;
        req_tag   <= tag;
        req_number <= number;
        req[`WF_LREQ_KIND]    <= kind;
        req[`WF_LREQ_LINE]    <= line_of(number);
        req[`WF_LREQ_BYTES]   <= bytes;
        req[`WF_LREQ_DATA]    <= data;
        req[`WF_AREQ_ATOM]    <= atom;
        req[`WF_AREQ_COMPARE] <= compare;
    end
endtask

task check_data;
    integer b;
    for (b = 0; b < 64; b = b + 1)
        if (want_bytes[rsp_tag][b] && rsp[8*b +: 8] !== want[rsp_tag][8*b +: 8]) begin
            $display("memory: tag %0d byte %0d got  %h\nmemory:       want %h", rsp_tag, b, rsp[`WF_LRSP_DATA], want[rsp_tag]);
            fail("data");
        end
endtask

// For benches whose lines are broken permanently: each answer has the error of its line.
task check_errors_of_lines;
    if (rsp_valid && rsp_ready) begin
        if (rsp[`WF_LRSP_ERROR] !== want_error[rsp_tag]) fail("an error that its line does not have, or none");
        errors = errors + want_error[rsp_tag];
    end
endtask

// SPDX-License-Identifier: Apache-2.0
// wf_memory_asker.vh - who asks for lines in the benches of what stands on a line channel: requests, what they must answer, their answers.
//   Rule: requests of one line are performed in the order taken, so each is performed on an array of words when it is offered.
//   The bench has UTAG_W, the channels ureq and ursp, the phases of wf_memory_phases.vh, AREA.

localparam integer UTAGS = 1 << UTAG_W;
localparam integer ATOMS = `WF_ATOM_FMAX + 1;
reg [31:0]  memory [0:16*AREA-1];
reg [511:0] want [0:UTAGS-1];
reg [63:0]  want_bytes [0:UTAGS-1];
reg         out [0:UTAGS-1], is_load [0:UTAGS-1];
reg         want_error [0:UTAGS-1];
integer     errors = 0;
integer     of_line [0:UTAGS-1];
integer     sent_at [0:UTAGS-1], took_at [0:UTAGS-1];
integer     asked = 0, sent = 0, answered = 0, checks = 0, first_sent = 0, last_took = 0;
integer     watched = -1, watched_took = 0;      // the tag of a request whose cycles matter, and its cycles

reg [1:0]   kind;
reg [3:0]   atom;
reg [63:0]  bytes;
reg [511:0] data, compare;
integer     number, tag;

task any_tag;
    begin
        below(UTAGS, tag);
        while (out[tag]) tag = (tag + 1) % UTAGS;
        out[tag] = 1'b1;
    end
endtask

function room(input integer tags);               // so many tags are free
    room = asked - answered <= UTAGS - tags;
endfunction

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
        below(6, i);
        bytes = 0;
        for (w = 0; w < 16; w = w + 1) begin
            value(r);
            data[32*w +: 32] = r;
            compare[32*w +: 32] = r[3] ? memory[16*number+w] : r;
            random(r);
            bytes[4*w +: 4] = i == 0 ? 4'hf : i == 1 ? {4{r[0]}} : i == 2 && kind != `WF_ACCESS_ATOMIC ? r[3:0] : 4'h0;
        end
        random(r);
        case (i)
            3:       bytes[4 * r[3:0] +: 4] = 4'hf;                      // one word
            4:       bytes[16 * r[1:0] +: 16] = 16'hffff;                // the words of one beat of 128 bits, or of two of 64
            5:       bytes[8 * r[2:0] +: 8] = 8'hff;
            default: if (bytes == 0) bytes[3:0] = 4'hf;
        endcase
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
        ureq_valid   <= 1'b0;
        ureq_tag     <= r;
        ureq_kind    <= r[9:8];
        ureq_atom    <= r[13:10];
        ureq_line    <= line_of(r[31:16] % AREA);
        ureq_bytes   <= {2{r}};
        ureq_data    <= {16{r}};
        ureq_compare <= {16{~r}};
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
                for (b = 0; b < 4; b = b + 1)
                    if (bytes[4*w+b]) fresh[8*b +: 8] = data[32*w+8*b +: 8];
            if (kind == `WF_ACCESS_ATOMIC && bytes[4*w] && !want_error[tag])
                fresh = atom == `WF_ATOM_FADD ? float_add(old, data[32*w +: 32]) : operate(atom, old, data[32*w +: 32], compare[32*w +: 32]);
            memory[16*number+w] = fresh;
        end
        asked = asked + 1;
        ureq_valid   <= 1'b1;
        ureq_tag     <= tag;
        ureq_kind    <= kind;
        ureq_atom    <= atom;
        ureq_line    <= line_of(number);
        ureq_bytes   <= bytes;
        ureq_data    <= data;
        ureq_compare <= compare;
    end
endtask

reg               rsp_stalled = 1'b0;
reg [511:0]       rsp_before;
reg [UTAG_W-1:0]  rsp_tag_before;
task check_answers;
    integer b;
    begin
        if (ureq_valid && ureq_ready) begin
            sent_at[ureq_tag] = cycle;
            sent = sent + 1;
        end
        if (rsp_stalled && (ursp_valid !== 1'b1 || ursp_data !== rsp_before || ursp_tag !== rsp_tag_before)) fail("an answer changed while it was stalled");
        rsp_stalled    = ursp_valid === 1'b1 && !ursp_ready;
        rsp_before     = ursp_data;
        rsp_tag_before = ursp_tag;
        if (ursp_valid === 1'bx) fail("an answer's valid is unknown");
        if (ursp_valid && ursp_ready) begin
            if (out[ursp_tag] !== 1'b1 || ^ursp_tag === 1'bx) fail("an answer that nobody waits for");
            for (b = 0; b < 64; b = b + 1)
                if (want_bytes[ursp_tag][b] && ursp_data[8*b +: 8] !== want[ursp_tag][8*b +: 8]) begin
                    $display("memory: tag %0d byte %0d got  %h\nmemory:       want %h", ursp_tag, b, ursp_data, want[ursp_tag]);
                    fail("data");
                end
            if (ursp_tag == watched) begin       // its tag may be another's soon
                watched_took = cycle - sent_at[watched];
                watched      = -1;
            end
            out[ursp_tag] = 1'b0;
            took_at[ursp_tag] = cycle;
            last_took = cycle;
            answered = answered + 1;
            checks   = checks + 1;
        end
    end
endtask

// For benches whose lines are broken for good: each answer says what its line is.
task check_errors_of_lines;
    if (ursp_valid && ursp_ready) begin
        if (ursp_error !== want_error[ursp_tag]) fail("an error that its line does not have, or none");
        errors = errors + want_error[ursp_tag];
    end
endtask

// With nothing under way below, and nothing on a channel there, a request moves on within `most` cycles.
integer still = 0;
task check_still(input below_idle, input integer most);
    begin
        still = asked != answered && below_idle && !(ureq_valid && ureq_ready) && ursp_valid !== 1'b1 ? still + 1 : 0;
        if (still > most) fail("a request stands still");
    end
endtask

task forget;
    integer t;
    begin
        for (t = 0; t < UTAGS; t = t + 1) out[t] = 1'b0;
        answered = asked;
        sent     = asked;
        rsp_stalled = 1'b0;
        still    = 0;
    end
endtask

// `requests` without a gap take so many cycles at most, from the first handshake to the last answer.
localparam integer UNBOUND = 1000000;
integer took;
task timed(input integer next_phase, input integer requests, input integer cycles);
    if (n == requests && idle) begin
        took = last_took - first_sent;
        if (took > cycles) begin
            $display("memory: phase %0d took %0d cycles, more than %0d", phase, took, cycles);
            fail("cycles");
        end
        checks = checks + 1;
        go_to(next_phase);
    end else if (n < requests) begin
        if (n == 0) first_sent = cycle + 1;
        have = 1'b1;
        n = n + 1;
    end
endtask

task check_memory;
    integer w;
    for (w = 0; w < 16 * AREA; w = w + 1)
        if (store[w] !== memory[w]) begin
            $display("memory: word %0d got %h want %h", w, store[w], memory[w]);
            fail("a word of memory");
        end else
            checks = checks + 1;
endtask

task start_anew;
    integer w;
    reg [31:0] r;
    for (w = 0; w < 16 * AREA; w = w + 1) begin
        value(r);
        store[w]  = r;
        memory[w] = r;
    end
endtask

// SPDX-License-Identifier: Apache-2.0
// wf_memory_lines.vh - a memory of lines for the benches: performs the requests of one line in the order taken, all else in any order, after a
//   given number of cycles at least; may refuse requests at random.  An answer is the request performed.
//   The bench has LTAG_W, AREA, cycle, fail(what), ATOMICS: whether atomics come here.

localparam integer LREQ_W = ATOMICS ? `WF_AREQ_W : `WF_LREQ_W;
wire               lreq_valid, lrsp_ready;
reg                lreq_ready = 1'b0, lrsp_valid = 1'b0;
wire [LTAG_W-1:0]  lreq_tag;
wire [LREQ_W-1:0]  lreq;
reg [LTAG_W-1:0]   lrsp_tag = 0;
reg [`WF_LRSP_W-1:0] lrsp = 0;

localparam integer LTAGS = 1 << LTAG_W, HISTORY = 4096;
reg [31:0]   store [0:16*AREA-1];
reg          here [0:LTAGS-1];                   // in flight, by tag
integer      due_at [0:LTAGS-1], order_of [0:LTAGS-1], before_of [0:LTAGS-1], number_at [0:LTAGS-1];
reg [LREQ_W-1:0] request_at [0:LTAGS-1];
reg          finished [0:HISTORY-1];             // by order
integer      last_of [0:AREA-1];                 // order of the last request to each line, -1: none
integer      lines = 0, lines_done = 0, latency = 1, longest = 1, refuse_percent = 0, hold_percent = 0, first_line = 0, last_line = 0;
integer      line_kinds [0:3];
integer      words_operated = 0;
reg          any_order = 1'b1;

task clear_memory;                                // a reset: nothing is in flight
    integer i;
    begin
        for (i = 0; i < LTAGS; i = i + 1) here[i] = 1'b0;
        for (i = 0; i < AREA; i = i + 1) last_of[i] = -1;
        for (i = 0; i < 4; i = i + 1) line_kinds[i] = 0;
        lines = 0;
        lines_done = 0;
        lreq_stalled = 1'b0;
        lrsp_valid <= 1'b0;
    end
endtask

// What a phase begins with: every request is taken, and answered in the next cycle.
task calm_memory;
    begin
        clear_memory;
        refuse_percent = 0;
        hold_percent   = 0;
        latency   = 1;
        longest   = 1;
        any_order = 1'b1;
    end
endtask

task any_mood(input integer slow);               // now fast, now slow
    integer i;
    begin
        below(3, i);
        refuse_percent = i == 0 ? 60 : 0;
        below(3, i);
        hold_percent = i == 0 ? 60 : 0;
        below(3, i);
        longest = i == 0 ? 1 : i == 1 ? 20 : slow;
    end
endtask

reg                     lreq_stalled = 1'b0;
reg [LTAG_W+LREQ_W-1:0] lreq_before;

task take_line;
    integer n, i;
    begin
        n = number_of(lreq[`WF_LREQ_LINE]);
        if (here[lreq_tag] !== 1'b0) fail("a line tag twice at a time");
        if (n < 0) fail("a line that nobody asked for");
        if (^{lreq[`WF_LREQ_KIND], lreq[`WF_LREQ_BYTES]} === 1'bx) fail("a line request that is unknown");
        here[lreq_tag]       = 1'b1;
        request_at[lreq_tag] = lreq;
        number_at[lreq_tag]  = n;
        below(longest - latency + 1, i);
        due_at[lreq_tag]     = cycle + latency + i;
        order_of[lreq_tag]   = lines;
        before_of[lreq_tag]  = last_of[n];
        last_of[n]           = lines;
        finished[lines % HISTORY] = 1'b0;
        line_kinds[lreq[`WF_LREQ_KIND]] = line_kinds[lreq[`WF_LREQ_KIND]] + 1;
        if (lines == 0) first_line = cycle;
        last_line = cycle;
        lines = lines + 1;
    end
endtask

reg [`WF_AREQ_W-1:0] performed;                  // a request without atomics is the lower part of one with them
reg [1:0]            performed_kind;
reg [63:0]           performed_bytes;
reg [511:0]          performed_data, performed_compare;
task perform_line(input integer t);              // and answer it
    integer w, b;
    reg [3:0]  op;
    reg [31:0] old, fresh;
    reg        wrong;
    begin
        performed         = request_at[t];
        performed_kind    = performed[`WF_LREQ_KIND];
        performed_bytes   = performed[`WF_LREQ_BYTES];
        performed_data    = performed[`WF_LREQ_DATA];
        performed_compare = performed[`WF_AREQ_COMPARE];
        op    = performed[`WF_AREQ_ATOM];
        wrong = broken[number_at[t]] && performed_kind != `WF_ACCESS_STORE;
        for (w = 0; w < 16; w = w + 1) begin
            old   = store[16*number_at[t]+w];
            fresh = old;
            lrsp[32*w +: 32] <= performed_kind == `WF_ACCESS_STORE || performed_bytes[4*w +: 4] == 0 || wrong ? prng : old;    // unwanted: anything
            if (performed_kind == `WF_ACCESS_STORE)
                for (b = 0; b < 4; b = b + 1)
                    if (performed_bytes[4*w+b]) fresh[8*b +: 8] = performed_data[32*w+8*b +: 8];
            if (performed_kind == `WF_ACCESS_ATOMIC && performed_bytes[4*w +: 4] != 0 && !wrong) begin
                if (!ATOMICS) fail("an atomic at the memory");
                words_operated = words_operated + 1;
                fresh = op == `WF_ATOM_FADD ? float_add(old, performed_data[32*w +: 32])
                                            : operate(op, old, performed_data[32*w +: 32], performed_compare[32*w +: 32]);
            end
            store[16*number_at[t]+w] = fresh;
        end
        for (w = 0; w < 16; w = w + 2)
            if (performed_kind == `WF_ACCESS_PAIRS && performed_bytes[4*w +: 8] != 0 && !wrong) begin
                if (!ATOMICS) fail("an atomic at the memory");
                if (performed_bytes[4*w +: 8] != 8'hff) fail("half a pair");
                words_operated = words_operated + 2;
                {store[16*number_at[t]+w+1], store[16*number_at[t]+w]} =
                    operate_pair(op, {store[16*number_at[t]+w+1], store[16*number_at[t]+w]}, performed_data[32*w +: 64], performed_compare[32*w +: 64]);
            end
        lrsp_valid <= 1'b1;
        lrsp_tag   <= t;
        lrsp[`WF_LRSP_ERROR] <= wrong;
        here[t] = 1'b0;
        finished[order_of[t] % HISTORY] = 1'b1;
        lines_done = lines_done + 1;
    end
endtask

wire below_idle = lines == lines_done && lreq_valid !== 1'b1 && !lrsp_valid;

reg [31:0] anything;
task serve_lines;
    integer i, t, chosen;
    begin
        if (lreq_stalled && (lreq_valid !== 1'b1 || {lreq_tag, lreq} !== lreq_before)) fail("a line request changed while it was stalled");
        lreq_stalled = lreq_valid === 1'b1 && !lreq_ready;
        lreq_before  = {lreq_tag, lreq};
        if (lreq_valid === 1'bx) fail("a line request's valid is unknown");
        if (lreq_valid && lreq_ready) take_line;
        below(100, i);
        lreq_ready <= i >= refuse_percent;
        if (!lrsp_valid || lrsp_ready) begin
            lrsp_valid <= 1'b0;
            random(anything);                    // payload whose valid is 0 is anything
            lrsp_tag   <= anything;
            lrsp       <= {17{anything}};
            below(100, i);
            if (lines != lines_done && i >= hold_percent) begin
                chosen = -1;
                below(LTAGS, t);
                for (i = 0; i < LTAGS; i = i + 1) begin
                    if (here[t] && due_at[t] <= cycle + 1
                        && (before_of[t] < 0 || finished[before_of[t] % HISTORY] || order_of[t] - before_of[t] > HISTORY / 2)
                        && (chosen < 0 || (!any_order && order_of[t] < order_of[chosen]))) chosen = t;
                    t = (t + 1) % LTAGS;
                end
                if (chosen >= 0) perform_line(chosen);
            end
        end
    end
endtask

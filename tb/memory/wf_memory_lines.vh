// SPDX-License-Identifier: Apache-2.0
// wf_memory_lines.vh - a memory of lines for the benches: performs the requests of one line in the order taken, all else in any order, after a
//   given number of cycles at least; may refuse requests at random.  An answer is the request performed.
//   The bench has LTAG_W, the channels lreq and lrsp, cycle, fail(what), ATOMICS: whether it performs those.

localparam integer LTAGS = 1 << LTAG_W, HISTORY = 4096;
reg [31:0]   store [0:16*AREA-1];
reg          here [0:LTAGS-1];                   // under way, by tag
integer      due_at [0:LTAGS-1], order_of [0:LTAGS-1], before_of [0:LTAGS-1], number_at [0:LTAGS-1];
reg [1:0]    kind_at [0:LTAGS-1];
reg [3:0]    atom_at [0:LTAGS-1];
reg [63:0]   bytes_at [0:LTAGS-1];
reg [511:0]  data_at [0:LTAGS-1], compare_at [0:LTAGS-1];
reg          finished [0:HISTORY-1];             // by order
integer      last_of [0:AREA-1];                 // order of the last request to each line, -1: none
integer      lines = 0, lines_done = 0, latency = 1, longest = 1, refuse_percent = 0, hold_percent = 0, first_line = 0, last_line = 0;
integer      line_kinds [0:2];
integer      words_operated = 0;
reg          lrsp_wrong = 1'b0;                  // an error, beside lrsp_data
reg          any_order = 1'b1;

task clear_lines;
    integer i;
    begin
        for (i = 0; i < LTAGS; i = i + 1) here[i] = 1'b0;
        for (i = 0; i < AREA; i = i + 1) last_of[i] = -1;
        for (i = 0; i < 3; i = i + 1) line_kinds[i] = 0;
        lines = 0;
        lines_done = 0;
        req_stalled = 1'b0;
    end
endtask

localparam integer LREQ_W = LTAG_W + 2 + 4 + 26 + 64 + 512 + 512;
wire [LREQ_W-1:0] lreq_all = {lreq_tag, lreq_kind, lreq_atom, lreq_line, lreq_bytes, lreq_data, lreq_compare};
reg               req_stalled = 1'b0;
reg [LREQ_W-1:0]  req_before;

task take_line;
    integer n, i;
    begin
        n = number_of(lreq_line);
        if (here[lreq_tag] !== 1'b0) fail("a line tag twice at a time");
        if (n < 0) fail("a line that nobody asked for");
        if (^{lreq_kind, lreq_bytes} === 1'bx) fail("a line request that is unknown");
        here[lreq_tag]       = 1'b1;
        kind_at[lreq_tag]    = lreq_kind;
        atom_at[lreq_tag]    = lreq_atom;
        bytes_at[lreq_tag]   = lreq_bytes;
        data_at[lreq_tag]    = lreq_data;
        compare_at[lreq_tag] = lreq_compare;
        number_at[lreq_tag]  = n;
        below(longest - latency + 1, i);
        due_at[lreq_tag]     = cycle + latency + i;
        order_of[lreq_tag]   = lines;
        before_of[lreq_tag]  = last_of[n];
        last_of[n]           = lines;
        finished[lines % HISTORY] = 1'b0;
        line_kinds[lreq_kind] = line_kinds[lreq_kind] + 1;
        if (lines == 0) first_line = cycle;
        last_line = cycle;
        lines = lines + 1;
    end
endtask

reg [511:0] line_answer;
task perform_line(input integer t);
    integer w, b;
    reg [31:0] old, fresh;
    reg        wrong;
    begin
        wrong = broken[number_at[t]] && kind_at[t] != `WF_ACCESS_STORE;
        for (w = 0; w < 16; w = w + 1) begin
            old   = store[16*number_at[t]+w];
            fresh = old;
            line_answer[32*w +: 32] = kind_at[t] == `WF_ACCESS_STORE || bytes_at[t][4*w +: 4] == 0 || wrong ? prng : old;      // unwanted: anything
            if (kind_at[t] == `WF_ACCESS_STORE)
                for (b = 0; b < 4; b = b + 1)
                    if (bytes_at[t][4*w+b]) fresh[8*b +: 8] = data_at[t][32*w+8*b +: 8];
            if (kind_at[t] == `WF_ACCESS_ATOMIC && bytes_at[t][4*w +: 4] != 0 && !wrong) begin
                if (!ATOMICS) fail("an atomic at the memory");
                words_operated = words_operated + 1;
                fresh = atom_at[t] == `WF_ATOM_FADD ? float_add(old, data_at[t][32*w +: 32])
                                                    : operate(atom_at[t], old, data_at[t][32*w +: 32], compare_at[t][32*w +: 32]);
            end
            store[16*number_at[t]+w] = fresh;
        end
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
        if (req_stalled && (lreq_valid !== 1'b1 || lreq_all !== req_before)) fail("a line request changed while it was stalled");
        req_stalled = lreq_valid === 1'b1 && !lreq_ready;
        req_before  = lreq_all;
        if (lreq_valid === 1'bx) fail("a line request's valid is unknown");
        if (lreq_valid && lreq_ready) take_line;
        below(100, i);
        lreq_ready <= i >= refuse_percent;
        if (!lrsp_valid || lrsp_ready) begin
            lrsp_valid <= 1'b0;
            random(anything);                    // payload whose valid is 0 is anything
            lrsp_tag   <= anything;
            lrsp_data  <= {16{anything}};
            lrsp_wrong <= anything[16];
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
                if (chosen >= 0) begin
                    perform_line(chosen);
                    lrsp_valid <= 1'b1;
                    lrsp_tag   <= chosen;
                    lrsp_data  <= line_answer;
                    lrsp_wrong <= broken[number_at[chosen]] && kind_at[chosen] != `WF_ACCESS_STORE;
                end
            end
        end
    end
endtask

// SPDX-License-Identifier: Apache-2.0
// wf_lds_reference.vh - part of wf_lds_tb: what each request must answer and cost, from an array of words and lanes in ascending order.
//   `perform` carries out the request in kind .. compare and notes under its tag what is wanted.  Rules: sections 5 and 6 of the
//   semantics; f32 sums are formed exactly and rounded once, without the adder under test.

`include "wf_lds_operate.vh"

// ---- what is wanted, by tag ----
localparam integer Q = 1 << TAG_W;               // requests in flight, at most
reg [31:0]         memory [0:WORDS-1];
reg [32*LANES-1:0] want_data [0:Q-1];
integer            want_faults [0:Q-1];          // faulty lanes; of the lowest of them: lane, kind, address
integer            want_fault_lane [0:Q-1];
reg [2:0]          want_fault_kind [0:Q-1];
reg [31:0]         want_fault_addr [0:Q-1];
integer            want_busy [0:Q-1];            // cycles at the banks
integer            want_ops [0:Q-1];             // words served there
integer            want_latency [0:Q-1];         // 0: any
integer            alone_latency [0:Q-1];        // with no other delay than `delay`
reg                is_float [0:Q-1];             // f32 add
integer            from_word [0:Q-1], to_word [0:Q-1];      // the allocation: first word, first one after it
integer            asked = 0;
integer            burst_cycles = 0;             // at the banks, of the requests since it was set to 0
integer            lanes = LANES;                // a variable: Verilator leaves the loops of the bench alone

localparam [3:0] NO_ATOM = 4'd0;                // loads and stores: does not matter
localparam integer KINDS = `WF_ACCESS_PAIRS + 1, ATOMS = `WF_ATOM_FMAX + 1, PAIR_ATOMS = `WF_ATOM_CAS + 1;

// The request being built.
reg [1:0]          kind;
reg [3:0]          atom;
integer            base, words;
reg                exact = 1'b0;                 // only f32 adds can delay it: its latency is known
integer            delay = 0;                    // cycles that it waits for those
reg                aside = 1'b0;                 // an f32 add that waits next to the pipeline
reg [LANES-1:0]    mask;
reg [32*LANES-1:0] addr, data, compare;

// What became of it.
reg [LANES-1:0]    ok, first_of_word;
reg [32*LANES-1:0] answer;
integer            place [0:LANES-1], per_bank [0:BANKS-1];
integer            slot, busy, ops, largest;     // largest: most lanes of one word

integer half_outside = 0;                        // pairs of which the high word alone is outside
task check_addresses;
    integer l, k;
    reg     misaligned, outside;
    begin
        ok = 0;
        want_faults[slot]     = 0;
        want_fault_kind[slot] = `WF_FAULT_NONE;
        for (l = lanes - 1; l >= 0; l = l - 1)
            if (mask[l]) begin
                place[l] = base + addr[32*l+2 +: 30];
                k = kind == `WF_ACCESS_PAIRS ? l - l % 2 : l;       // the lane whose address is that of all of it
                if (kind == `WF_ACCESS_PAIRS && (mask[k] !== mask[k+1] || addr[32*k+32 +: 32] !== addr[32*k +: 32] + 4))
                    fail("the bench makes no such request of pairs");
                misaligned = kind == `WF_ACCESS_PAIRS ? addr[32*k +: 3] != 0 : addr[32*k +: 2] != 0;
                outside    = addr[32*k+2 +: 30] >= words || (kind == `WF_ACCESS_PAIRS && {2'd0, addr[32*k+2 +: 30]} + 1 >= words);
                if (kind == `WF_ACCESS_PAIRS && l == k && !misaligned && outside && addr[32*k+2 +: 30] < words) half_outside = half_outside + 1;
                if (misaligned || outside) begin
                    want_faults[slot]     = want_faults[slot] + 1;
                    want_fault_lane[slot] = k;
                    want_fault_addr[slot] = addr[32*k +: 32];
                    want_fault_kind[slot] = misaligned ? `WF_FAULT_LDS_ALIGN : `WF_FAULT_LDS_RANGE;
                end else
                    ok[l] = 1'b1;
            end
    end
endtask

// Some member of the lane's set carries other operands than another member.
function differs(input integer l);
    integer m;
    begin
        differs = 1'b0;
        for (m = 0; m < lanes; m = m + 1)
            if (ok[m] && place[m] == place[l]) begin
                if (data[32*m +: 32] != data[32*l +: 32] || compare[32*m +: 32] != compare[32*l +: 32]) differs = 1'b1;
                if (kind == `WF_ACCESS_PAIRS && (data[32*(m^1) +: 32] != data[32*(l^1) +: 32] || compare[32*(m^1) +: 32] != compare[32*(l^1) +: 32]))
                    differs = 1'b1;
            end
    end
endfunction

// Memory operations: one per distinct word; one per lane if compare-exchanges of a word differ, or without combining.
task count_operations;
    integer l, m, members;
    begin
        for (l = 0; l < BANKS; l = l + 1) per_bank[l] = 0;
        busy    = 0;
        ops     = 0;
        largest = 1;
        first_of_word = ok;
        for (l = 0; l < lanes; l = l + 1)
            if (ok[l]) begin
                members = 1;
                for (m = 0; m < l; m = m + 1) if (ok[m] && place[m] == place[l]) members = members + 1;
                if (members > largest) largest = members;
                if (members > 1) first_of_word[l] = 1'b0;
                if (first_of_word[l] || ((kind == `WF_ACCESS_ATOMIC || kind == `WF_ACCESS_PAIRS) && (!COALESCE || (atom == `WF_ATOM_CAS && differs(l))))) begin
                    ops = ops + 1;
                    per_bank[place[l] % BANKS] = per_bank[place[l] % BANKS] + 1;
                    if (per_bank[place[l] % BANKS] > busy) busy = per_bank[place[l] % BANKS];
                end
            end
    end
endtask

// f32 add: the members of one word, numbered in lane order, combine by the scan rule of the semantics, then with the old value.
reg [31:0] scan [0:LANES-1], earlier [0:LANES-1];
integer    member [0:LANES-1];
task add_floats(input integer word);
    integer l, n, r, step;
    begin
        n = 0;
        for (l = 0; l < lanes; l = l + 1)
            if (ok[l] && place[l] == word) begin
                member[n] = l;
                scan[n]   = data[32*l +: 32];
                n = n + 1;
            end
        for (step = 1; step < n; step = step * 2) begin
            for (r = 0; r < n; r = r + 1) earlier[r] = scan[r];
            for (r = step; r < n; r = r + 1) scan[r] = float_add(earlier[r-step], earlier[r]);
        end
        answer[32*member[0] +: 32] = memory[word];
        for (r = 1; r < n; r = r + 1) answer[32*member[r] +: 32] = float_add(memory[word], scan[r-1]);
        memory[word] = float_add(memory[word], scan[n-1]);
    end
endtask

task perform;
    integer l;
    begin
        slot = asked % Q;
        check_addresses;
        count_operations;
        answer = 0;
        is_float[slot] = kind == `WF_ACCESS_ATOMIC && atom == `WF_ATOM_FADD;
        for (l = 0; l < lanes; l = l + 1)
            if (ok[l]) begin
                if (is_float[slot]) begin
                    if (first_of_word[l]) add_floats(place[l]);
                end else if (kind == `WF_ACCESS_PAIRS) begin
                    if (l % 2 == 0) begin
                        answer[32*l +: 64] = {memory[place[l]+1], memory[place[l]]};
                        {memory[place[l]+1], memory[place[l]]} = operate_pair(atom, answer[32*l +: 64], data[32*l +: 64], compare[32*l +: 64]);
                    end
                end else begin
                    if (kind != `WF_ACCESS_STORE) answer[32*l +: 32] = memory[place[l]];
                    if (kind == `WF_ACCESS_STORE) memory[place[l]] = data[32*l +: 32];
                    if (kind == `WF_ACCESS_ATOMIC)
                        memory[place[l]] = operate(atom, memory[place[l]], data[32*l +: 32], compare[32*l +: 32]);
                end
            end
        want_data[slot]    = answer;
        want_busy[slot]    = busy;
        want_ops[slot]     = ops;
        alone_latency[slot] = (is_float[slot] ? float_latency(largest, busy) : plain_latency(busy)) + delay;
        want_latency[slot]  = exact ? alone_latency[slot] : 0;
        from_word[slot]    = base;
        to_word[slot]      = base + words;
        burst_cycles = burst_cycles + (busy > 1 ? busy : 1);
        asked = asked + 1;
    end
endtask

// ---- cycles from request to answer with nothing in the way: docs/lds.md ----
function integer plain_latency(input integer cycles);
    plain_latency = LATENCY + (cycles > 1 ? cycles - 1 : 0);
endfunction

// Cycles that a request waits directly after an f32 add, which was asked for `back` requests ago.
function integer wait_for(input integer back);
    wait_for = alone_latency[(asked - back) % Q] - LATENCY;
endfunction

function integer float_latency(input integer members, input integer cycles);
    integer more, scan_cycles, read_cycles;
    begin
        more        = cycles > 1 ? cycles - 1 : 0;
        scan_cycles = 4 * $clog2(members) + (aside ? 6 : 7);
        read_cycles = LATENCY + 3 + more;
        float_latency = LATENCY + more + (scan_cycles > read_cycles ? scan_cycles : read_cycles);
    end
endfunction

// SPDX-License-Identifier: Apache-2.0
// wf_litmus_tests.vh - the litmus tests: programs, and which outcomes docs/semantics.md forbids.  For wf_litmus_tb.v.
//   A program: W store 1 (V: 2), R load (N: of the next lane's variable), A atomic add of 0 that reads, X atomic add of 1; where the line of the table
//   has fences F one of device scope, G one of workgroup scope; B barrier, D barrier of device scope.
//   Variables x, y; all are 0 before.  Results are r0, r1, .. in the order of threads and instructions; x is what memory holds in the end.

localparam integer MP = 0, SB = 1, LB = 2, CORR = 3, COWW = 4, CORW = 5, COWR = 6, IRIW = 7, WRC = 8, MPA = 9, MPB = 10, MPG = 11, MPF = 12, MPH = 13, MPW = 14,
                   WAVE = 15, TESTS = 16;
localparam integer SPREAD = 0, GROUPS = 1, GROUP = 2, MIXED = 3, PLACES = 4;

function integer threads_of(input integer t);
    case (t)
        COWW, WAVE: threads_of = 1;
        IRIW:       threads_of = 4;
        WRC, MPG, MPH, MPW: threads_of = 3;
        default:    threads_of = 2;
    endcase
endfunction

function [8*4-1:0] name_of(input integer t);
    case (t)
        MP: name_of = "MP";     SB: name_of = "SB";     LB: name_of = "LB";     CORR: name_of = "CoRR"; COWW: name_of = "CoWW"; CORW: name_of = "CoRW";
        COWR: name_of = "CoWR"; IRIW: name_of = "IRIW"; WRC: name_of = "WRC";   MPA: name_of = "MP+a";  MPB: name_of = "MP+b"; MPG: name_of = "MP+g";
        MPF: name_of = "MP+f";  MPH: name_of = "MP+h";  MPW: name_of = "MP+w";
        default: name_of = "wave";
    endcase
endfunction

// Tests of one word have no fences; a barrier is for a group; one thread is in one place.
function exists(input integer t, input integer p, input integer f);
    case (t)
        CORR, CORW, COWR: exists = f == 0 && p != MIXED;
        COWW:             exists = f == 0 && p == SPREAD;
        WAVE:             exists = (f == 0 || f == 3) && p == SPREAD;
        MPB:              exists = f == 0 && p == GROUP;
        MPG, MPW:         exists = (f == 0 || f == 3) && p == MIXED;
        MPH:              exists = f != 2 && p == MIXED;
        MPF:              exists = (f == 0 || f == 3) && p != MIXED;
        default:          exists = p != MIXED;
    endcase
endfunction

// The weak outcome is forbidden: on one word always; else with fences in all threads, and where there is a barrier.
// Fences of workgroup scope forbid it only in a group.
function forbids(input integer t, input integer p, input integer f);
    forbids = !(t == MP || t == SB || t == LB || t == IRIW || t == WRC || t == MPA || t == MPG || t == MPF || t == MPH || t == MPW || t == WAVE) ||
              (f == 3 && (t != MPF || p == GROUP));
endfunction

// None, the first thread (of IRIW: threads 2 and 3 in any case, where there is one), the others, all.
function [CORES-1:0] fences_of(input integer f);
    fences_of = f == 0 ? 4'b0000 : f == 1 ? 4'b0101 : f == 2 ? 4'b1010 : 4'b1111;
endfunction

// ---- programs ----
localparam [7:0] DEVICE = 8'd1;                  // mod of fences
reg [63:0] code [0:CODE*CORES-1];
integer    at [0:CORES-1];
integer    longest_code, core, result, shift, g, gaps, warm;
task ins(input [7:0] op, input [6:0] d, input [6:0] a, input [6:0] b, input [7:0] mod, input [15:0] offset);
    begin
        code[CODE*core + at[core]] = {offset, mod, 9'd0, b, 1'b0, a, 1'b0, d, op};
        at[core] = at[core] + 1;
    end
endtask
task imm(input [7:0] op, input [6:0] d, input [6:0] a, input [31:0] x);
    begin
        code[CODE*core + at[core]] = {x, 1'b1, 7'd0, 1'b0, a, 1'b0, d, op};
        at[core] = at[core] + 1;
    end
endtask
task flow(input [7:0] op, input [6:0] a, input integer target);
    begin
        code[CODE*core + at[core]] = {target[15:0], 8'd1, 16'd0, 1'b0, a, 8'd0, op};
        at[core] = at[core] + 1;
    end
endtask
task wait_some(input integer most);              // a chain of dependent instructions
    begin
        own = xorshift32(own);
        gaps = {1'b0, own[30:0]} % (most + 1);
        for (g = 0; g < gaps; g = g + 1) imm(`WF_OP_ADD, 12, 12, 1);
    end
endtask

// The program of thread t: up to three times an operation and the number of its variable, or "-" where it has none.
function [8*6-1:0] program_of(input integer tested, input integer t);
    /*verilator no_inline_task*/
    case (tested)
        MP:   program_of = t == 0 ? "W0F-W1" : "R1F-R0";
        SB:   program_of = t == 0 ? "W0F-R1" : "W1F-R0";
        LB:   program_of = t == 0 ? "R0F-W1" : "R1F-W0";
        CORR: program_of = t == 0 ? "W0" : "R0R0";
        COWW: program_of = "W0V0";
        CORW: program_of = t == 0 ? "R0W0" : "V0";
        COWR: program_of = t == 0 ? "W0R0" : "V0";
        IRIW: program_of = t == 0 ? "W0" : t == 1 ? "W1" : t == 2 ? "R0F-R1" : "R1F-R0";
        WRC:  program_of = t == 0 ? "W0" : t == 1 ? "R0F-W1" : "R1F-R0";
        MPA:  program_of = t == 0 ? "W0F-X1" : "A1F-R0";
        MPB:  program_of = t == 0 ? "W0B-" : "B-R0";
        MPG:  program_of = t == 0 ? "W0F-W1" : t == 1 ? "R1D-" : "B-R0";    // passed on by a barrier, D in one wave
        MPF:  program_of = t == 0 ? "W0G-W1" : "R1G-R0";
        MPH:  program_of = t == 0 ? "W0F-W1" : t == 1 ? "R1F-B-" : "B-R0";  // ... what one wave acquired, for its group
        MPW:  program_of = t == 0 ? "R1F-R0" : t == 1 ? "W0B-" : "B-F-W1";  // ... another wave publishes the store
        default: program_of = "W0G-N0";
    endcase
endfunction

// r1: offset of the lane's variables; r5: of the next lane's; r20 0, r21 1, r22 2; results from r30 on
reg [8*6-1:0] left;
reg [7:0]     what;
reg [3:0]     variable;
task body(input integer t);
    for (left = program_of(test, t); left != 0; left = left << 16)
        if (left[47:40] != 0) begin
            what     = left[47:40];
            variable = left[32] ? 4'd1 : 4'd0;
            own      = xorshift32(own);
            if (own[17:16] == 2'd0) wait_some(8);
            case (what)
                "W": ins(`WF_OP_GST, 0, 1, 21, {4'd0, variable}, 16'd0);
                "V": ins(`WF_OP_GST, 0, 1, 22, {4'd0, variable}, 16'd0);
                "R": ins(`WF_OP_GLD, 30 + result, 1, 0, {4'd0, variable}, 16'd0);
                "N": ins(`WF_OP_GLD, 30 + result, 5, 0, {4'd0, variable}, 16'd0);
                "A": ins(`WF_OP_GATOM, 30 + result, 1, 20, {4'd0, variable}, {`WF_ATOM_ADD, 12'd0});
                "X": ins(`WF_OP_GATOM, 30 + result, 1, 21, {4'd0, variable}, {`WF_ATOM_ADD, 12'd0});
                "F": if (fences[t]) ins(`WF_OP_MEMBAR, 0, 0, 0, DEVICE, 16'd0);
                "G": if (fences[t]) ins(`WF_OP_MEMBAR, 0, 0, 0, 8'd0, 16'd0);
                "D": ins(`WF_OP_BARRIER, 0, 0, 0, DEVICE, 16'd0);
                default: ins(`WF_OP_BARRIER, 0, 0, 0, 8'd0, 16'd0);
            endcase
            if (what == "R" || what == "N" || what == "A") result = result + 1;
        end
endtask

integer first_result [0:CORES-1];
task thread_code(input integer t);
    integer r;
    begin
        first_result[t] = result;
        own  = xorshift32(own);
        warm = own[9:8];
        if (warm[0]) ins(`WF_OP_GLD, 10, 1, 0, 8'h00, 16'd0);               // the cache may have the lines already
        if (warm[1]) ins(`WF_OP_GLD, 11, 1, 0, 8'd1, 16'd0);
        if (own[10]) ins(`WF_OP_ADD, 12, 10, 11, 8'd0, 16'd0);
        if (own[11]) wait_some(40);
        body(t);
        for (r = first_result[t]; r < result; r = r + 1) ins(`WF_OP_GST, 0, 6, 30 + r, 8'd2, 4 * LANES * r);
    end
endtask

task write_programs;
    integer t, opens;
    begin
        result = 0;
        longest_code = 0;
        own   = xorshift32(own);
        shift = own[5] ? 6 : 2;                  // each lane on its own line, or all on one
        for (t = 0; t < threads; t = t + 1) begin
            core = place == SPREAD ? t : place == MIXED && t != 0 ? 1 : 0;
            if (t == 0 || place == SPREAD || (place == MIXED && t == 1)) begin
                at[core] = 0;
                ins(`WF_OP_SV, 0, 0, 0, `WF_SV_LANE, 16'd0);
                imm(`WF_OP_SHL, 1, 0, shift);
                imm(`WF_OP_SHL, 6, 0, 2);
                imm(`WF_OP_XOR, 5, 0, 1);
                imm(`WF_OP_SHL, 5, 5, shift);
                imm(`WF_OP_MOV, 21, 0, 1);
                imm(`WF_OP_MOV, 22, 0, 2);
                ins(`WF_OP_SV, 13, 0, 0, place == GROUPS ? `WF_SV_GID_X : `WF_SV_WAVE, 16'd0);
            end
            if (place != SPREAD) begin
                imm(`WF_OP_EQ, 14, 13, t - core);
                opens = at[core];
                flow(`WF_OP_IF, 14, 0);
            end
            thread_code(t);
            if (place != SPREAD) begin
                code[CODE*core + opens][`WF_INSN_IMM16] = at[core];
                flow(`WF_OP_ENDIF, 0, at[core] + 1);
            end
            if (t == threads - 1 || place == SPREAD || (place == MIXED && t == 0)) begin
                ins(`WF_OP_END, 0, 0, 0, 8'd0, 16'd0);
                if (at[core] > longest_code) longest_code = at[core];
                if (at[core] >= CODE) fail("the program is too long");
            end
        end
    end
endtask

// ---- outcomes ----
integer    weaks, forbidden_seen = 0, weak_seen = 0, weak_unseen = 0;
reg        is_weak, is_forbidden;
reg [31:0] r0, r1, r2, r3, x;
task clear_outcomes;
    weaks = 0;
endtask

task count_outcome(input integer lane);
    begin
        r0 = store[OUT + lane];
        r1 = store[OUT + LANES + lane];
        r2 = store[OUT + 2*LANES + lane];
        r3 = store[OUT + 3*LANES + lane];
        x  = store[X + (lane << shift) / 4];
        case (test)                              // what no order of whole instructions gives
            MP, MPA, MPG, MPF, MPH, MPW: is_weak = r0 == 1 && r1 == 0;
            SB:      is_weak = r0 == 0 && r1 == 0;
            LB:      is_weak = r0 == 1 && r1 == 1;
            CORR:    is_weak = r0 == 1 && r1 == 0;
            COWW:    is_weak = x != 2;
            CORW:    is_weak = r0 == 1 || (r0 == 2 && x == 2);
            COWR:    is_weak = r0 == 0 || (r0 == 2 && x == 1);
            IRIW:    is_weak = r0 == 1 && r1 == 0 && r2 == 1 && r3 == 0;
            WRC:     is_weak = r0 == 1 && r1 == 1 && r2 == 0;
            MPB:     is_weak = r0 == 0;
            default: is_weak = r0 == 0;
        endcase
        if (r0 > 2 || r1 > 2 || r2 > 1 || r3 > 1 || x > 2) fail("a value that nobody stored");
        weaks = weaks + is_weak;
    end
endtask

task tell;
    begin
        is_forbidden = forbids(test, place, k_fence);
        if (is_forbidden) forbidden_seen = forbidden_seen + weaks;
        else if (weaks != 0) weak_seen = weak_seen + 1;
        else weak_unseen = weak_unseen + 1;
        $display("%-4s  %-6s  fences %-3s  %6d outcomes, %6d weak: %0s%0s", name_of(test),
                 place == SPREAD ? "cores" : place == GROUPS ? "groups" : place == GROUP ? "group" : "mixed", k_fence == 0 ? "-" : k_fence == 1 ? "0 2" : k_fence == 2 ? "1 3" : "all",
                 count * LANES, weaks, is_forbidden ? "forbidden" : weaks != 0 ? "allowed, seen" : "allowed, not seen",
                 is_forbidden && weaks != 0 ? ": WRONG" : "");
    end
endtask

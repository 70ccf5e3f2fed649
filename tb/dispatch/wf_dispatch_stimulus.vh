// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_stimulus.vh - part of wf_dispatch_tb: random numbers, and the list of dispatches, built in d_commit_only .. d_regs.

// ---- random numbers: dice for the dispatches, prng for the clocked block --------------------------------------------------------------
`include "wf_random.vh"
reg [31:0] dice = 32'd1;
task roll_dice; dice = xorshift32(dice); endtask

// ---- the dispatch being made --------------------------------------------------------------------------------------------------------
// How the core behaves: the named barrier cases of docs/dispatch.md.
localparam integer STORM = 0, ALL_ARRIVE = 1, END_BEFORE = 2, END_AFTER = 3, END_WITH_LAUNCH = 4, INTERLEAVED = 5,
                   END_WITH_LAST = 6, ALL_BUT_ONE = 7, EXTRA = 8, SINGLE = 9, FILL = 10, STREAM = 11, HOLD = 12, RELAY = 13, CASES = 14;
integer mode = STORM;
`ifdef VERILATOR
localparam integer RELAYS = 1000;        // one in 45 has enough groups ready in the worst order for the mutant dispatch-round to show
`else
localparam integer RELAYS = 4;
`endif
reg     smooth = 1'b0;                   // launches are taken at once; arrivals and ends come as soon as they may

// One list of dispatches in sections; each section sets `count`.
localparam integer SECTIONS = 16;
integer    section, step, count;         // this dispatch; as many as the section has
integer    how;                          // its mode, until it is asked for
integer    width, extra = 0;             // waves per group; extra waves among them
reg [31:0] edge_a, special;
reg        leap = 1'b0;                  // the walk of the grid is set forward, see wf_dispatch_tb

task plain;                              // a legal descriptor to start from
    begin
        d_commit_only = 0; d_has_numthreads = 1; d_has_numwaves = 0; d_prefer_small = 0; d_prefer_large = 0;
        d_report = dice[1]; d_thread_launch = 0; d_exported = 0; d_uses_index = 0; d_uses_count = 0; d_uses_ids = 0; d_uses_deriv = 0;
        d_stage = `WF_STAGE_COMPUTE; d_model = 16'h060a; d_entry = dice[31:16]; d_kind = 0;
        d_x = LANES; d_y = 1; d_z = 1; d_n = 1; d_min = 4; d_max = 8; d_pref = 4; d_extra = 0;
        d_gx = 1; d_gy = 1; d_gz = 1; d_shared = 0;
        d_uses_ops = dice[2]; d_uses_match = 0; d_extra_idle = 0; d_code_words = {dice[3], dice[27:12]};
        d_regs = 1 + dice[15:4] % 40;                // the register file has room for all slots
        d_limit = dice[5] ? {dice[31:9], 9'd0} | 32'h10000000 : 0;   // one that no dispatch reaches, or none
    end
endtask

function [31:0] edge_value(input [31:0] d);          // values on which rules turn
    case (d[4:0])
    0, 1: edge_value = 0;
    2:  edge_value = 1;
    3:  edge_value = 2;
    4:  edge_value = 3;
    5:  edge_value = 4;
    6:  edge_value = 5;
    7:  edge_value = 8;
    8:  edge_value = 16;
    9:  edge_value = 31;
    10: edge_value = 32;
    11: edge_value = 33;
    12: edge_value = 63;
    13: edge_value = 64;
    14: edge_value = 65;
    15: edge_value = 127;
    16: edge_value = 128;
    17: edge_value = 129;
    18: edge_value = 256;
    19: edge_value = 1023;
    20: edge_value = 1024;
    21: edge_value = 1025;
    22: edge_value = WAVES;
    23: edge_value = WAVES + 1;
    24: edge_value = 32'hffffffff;
    25: edge_value = 32'h80000000;
    26: edge_value = 32'h00010000;
    27: edge_value = 32'hfffffffe;
    28: edge_value = 32'h40000001;
    29: edge_value = 32'hffffff00 | d[12:5];
    30: edge_value = d[20:5];
    default: edge_value = d[12:5];
    endcase
endfunction

task change_one;                         // one field to a value of interest
    reg [31:0] v;
    begin
        roll_dice; v = edge_value(dice); roll_dice;
        case (dice[31:8] % 30)
        0:  d_stage = v[3:0];
        1:  d_model = dice[0] ? {8'h06, 4'd0, dice[4:1]} : dice[1] ? 16'h05ff : v[15:0];
        2:  d_has_numthreads = !d_has_numthreads;
        3:  d_has_numwaves = !d_has_numwaves;
        4:  begin d_has_numthreads = 0; d_has_numwaves = 1; end
        5:  d_x = v;
        6:  d_y = v;
        7:  d_z = v;
        8:  begin d_has_numthreads = 0; d_has_numwaves = 1; d_n = v; end
        9:  d_kind = dice[1:0];
        10: begin d_kind = dice[1:0]; d_min = v; end
        11: begin d_kind = 2 + dice[0]; d_max = v; end
        12: begin d_kind = 3; d_min = 4 << dice[1:0]; d_max = 32 << dice[3:2]; d_pref = v; end
        13: d_prefer_small = !d_prefer_small;
        14: d_prefer_large = !d_prefer_large;
        15: begin d_thread_launch = 1; if (dice[0]) d_stage = `WF_STAGE_NODE; if (dice[2:1] == 0) d_x = 1; end
        16: d_exported = 1;
        17: d_uses_index = 1;
        18: d_uses_count = 1;
        19: d_uses_ids = 1;
        20: d_uses_deriv = 1;
        21: d_extra = v;
        22: d_shared = dice[0] ? 4 * LDS_WORDS + dice[1] : v;
        23: begin d_x = 1 + dice[4:0]; d_y = 1 + dice[9:5] % 33; d_z = 1 + dice[10]; end
        24: begin d_kind = 2; d_min = 4 << dice[2:0] % 6; d_max = 4 << dice[5:3] % 6; end
        25: begin d_kind = 3; d_min = 4 << dice[2:0] % 6; d_max = 4 << dice[5:3] % 6; d_pref = 4 << dice[8:6] % 6; end
        26: begin d_kind = 1; d_min = 4 << dice[2:0] % 6; end
        27: d_regs = v;
        28: begin d_regs = dice[6:0]; d_has_numthreads = 0; d_has_numwaves = 1; d_n = 1 + dice[23:8] % WAVES; end
        default: begin d_x = 1024 >> dice[1:0]; d_y = 1 << dice[1:0]; end
        endcase
    end
endtask

// Sections of which only the answer is asked: every rule at its limits.
task choose_commit;
    integer c;
    begin
        case (section)
        0: begin                                     // single points
            count = 24;
            case (step)
            0:  d_has_numthreads = 1;
            1:  d_has_numthreads = 0;
            2:  d_has_numwaves = 1;
            3:  begin d_x = 33; d_y = 31; end                        // 1023
            4:  begin d_x = 5; d_y = 41; d_z = 5; end                // 1025
            5:  begin d_x = 1024; d_y = 1024; d_z = 64; end
            6:  begin d_prefer_small = 1; d_prefer_large = 1; end
            7:  d_shared = 4 * LDS_WORDS;
            8:  d_shared = 4 * LDS_WORDS + 1;
            9:  begin d_kind = 1; d_min = 2 * LANES; end
            10: begin d_has_numthreads = 0; d_has_numwaves = 1; d_n = WAVES; end
            11: begin d_has_numthreads = 0; d_has_numwaves = 1; d_n = WAVES + 1; end
            12: begin d_x = 1; d_extra = WAVES - 1; end
            13: begin d_x = 1; d_extra = WAVES; end
            14: begin d_kind = 1; d_min = 4; d_x = 4 * WAVES; end
            16: d_regs = REGS;
            17: d_regs = REGS + 1;
            18: begin d_kind = 1; d_min = 4; d_x = 4 * (REG_ROWS / 64); d_regs = 0; end
            19: begin d_kind = 1; d_min = 4; d_x = 4 * (REG_ROWS / 64) + 1; d_regs = 57; end
            20: begin d_kind = 1; d_min = 4; d_x = 4 * (REG_ROWS / 48); d_regs = 41; end
            22: begin d_kind = 1; d_min = 4; d_x = 4; d_extra = REG_ROWS / 64; d_regs = REGS; end
            23: begin d_kind = 1; d_min = 4; d_x = 4 * (REG_ROWS / 64) + 4; d_regs = REGS; d_model = 16'h0605; end
            21: begin d_kind = 1; d_min = 4; d_x = 4 * (REG_ROWS / 48) + 1; d_regs = 48; end
            default: begin d_kind = 1; d_min = 4; d_x = 4 * WAVES + 1; end
            endcase
        end
        1: begin                                     // each dimension at its limits
            count = 96;
            d_x   = 1;
            if (step / 32 == 0) d_x = edge_a;
            if (step / 32 == 1) d_y = edge_a;
            if (step / 32 == 2) d_z = edge_a;
        end
        2: begin                                     // stages
            count   = 14 * 16;
            d_stage = step / 14;
            case (step % 14)
            10: begin d_thread_launch = 1; d_x = 1; end
            11: begin d_thread_launch = 1; d_x = 2; end
            12: begin d_uses_deriv = 1; d_x = 4; d_model = 16'h0605; end
            13: begin d_has_numthreads = 0; d_has_numwaves = 1; d_n = 128 / LANES + 1; d_kind = 1; d_min = LANES; end
            0: d_x = 128;
            1: d_x = 129;
            2: begin d_x = 64; d_y = 2; end
            3: d_uses_index = 1;
            4: d_uses_count = 1;
            5: begin d_uses_count = 1; d_thread_launch = 1; end
            6: begin d_uses_index = 1; d_exported = 1; end
            7: begin d_uses_index = 1; d_model = 16'h0609; end
            8: begin d_has_numthreads = 0; d_has_numwaves = 1; end
            default: begin d_has_numthreads = 0; d_has_numwaves = 1; d_uses_ids = 1; end
            endcase
        end
        3: begin                                     // each other number at its limits
            count = 10 * 32;
            case (step % 10)
            0: begin d_has_numthreads = 0; d_has_numwaves = 1; d_n = special; end
            1: d_extra = special;
            2: begin d_kind = 1; d_min = special; end
            3: begin d_kind = 2; d_max = special; end
            4: begin d_kind = 2; d_max = 128; d_min = special; end
            5: begin d_kind = 3; d_max = 64; d_min = 8; d_pref = special; end
            6: begin d_uses_deriv = 1; d_x = 1 + step / 10 % 8; d_y = 1 + step / 80; end
            7: begin d_uses_deriv = 1; d_x = 4; d_z = 1 + step / 10 % 4; end
            8: d_regs = special;
            default: d_shared = special;
            endcase
        end
        4: begin                                     // several at once
            count = 600 * effort;
            for (c = 0; c < 1 + dice[3:2]; c = c + 1) change_one;
        end
        12: begin                                    // each feature in each shader model
            count = 9 * 17;
            d_commit_only = 1;
            d_model = step % 17 == 16 ? 16'h05ff : 16'h0600 + step % 17;
            d_uses_ops = 0;
            case (step / 17)
            0: d_uses_ops = 1;
            1: d_uses_match = 1;
            2: begin d_kind = 1; d_min = 4; d_x = 4; end
            3: begin d_kind = 2; d_min = 4; d_max = 8; d_x = 4; end
            4: begin d_kind = 3; d_min = 4; d_max = 8; d_pref = 4; d_x = 4; end
            5: begin d_uses_deriv = 1; d_x = 4; end
            6: begin d_has_numthreads = 0; d_has_numwaves = 1; end
            7: d_uses_index = 1;
            default: d_uses_count = 1;
            endcase
        end
        default: count = 0;
        endcase
    end
endtask

// Sections whose groups run.
task choose_run;
    begin
        case (section)
        5: begin                                     // grids: nothing, one direction, all directions
            count = 8;
            d_gx = step[0] ? 3 : 0; d_gy = step[1] ? 2 : 0; d_gz = step[2] ? 4 : 0;
        end
        6: begin                                     // one wave per cycle until the slots are full
            count = 12;
            how   = FILL;
            width = 1 + step * (WAVES - 1) / 11;
            d_gx = 7; d_gy = 3;
        end
        7: begin                                     // one wave per cycle while waves end soon
            count = (WAVES >= 16 && GROUPS >= 8) ? 7 : 0;
            how   = STREAM;
            width = 2 + step;
            d_regs = 1 + dice[15:4] % 16;            // so that the register file is not what they wait for
            d_gx = 5; d_gy = 4; d_gz = 3;
        end
        8: begin                                     // the named barrier cases
            count = 9 * 6 * effort;
            how   = ALL_ARRIVE + step % 9;
            width = 2 + dice[15:8] % 6;
            if (width > WAVES) width = WAVES;
            if (how == END_WITH_LAUNCH && step[0]) width = 1;
            if (how == SINGLE) width = 1;
            extra = (how == EXTRA && width > 1) ? 1 + dice[7:0] % (width - 1) : 0;
            d_extra_idle = dice[21];
            d_gx = 2 + dice[18:16]; d_gy = 1 + dice[19]; d_gz = 1 + dice[20];
            roll_dice;
            if (dice[0]) d_shared = 1 + dice[31:8] % (dice[1] ? 4 * LDS_WORDS : LDS_WORDS);
        end
        9: begin                                     // storms
            count = 60 * effort;
            width = 1 + dice[15:8] % WAVES;
            if (dice[4]) width = 1 + width % 4;
            if (width > WAVES) width = WAVES;
            extra = dice[7] ? dice[7:5] % width : 0;
            d_extra_idle = dice[24];
            d_gx = 1 + dice[20:17] % 7; d_gy = 1 + dice[22:21]; d_gz = 1 + dice[23];
        end
        10: begin                                    // extra waves that get threads: every number of them, odd and partial groups
            count = 3 * WAVES * effort;
            d_kind  = 1;
            d_min   = 4 << dice[7:0] % ($clog2(LANES) - 1);
            d_extra = step % WAVES;
            width   = (WAVES - d_extra) * d_min;             // threads that fit
            if (width > 1024) width = 1024;
            d_x  = 1 + dice[31:8] % width;
            if (dice[9:8] == 0) d_x = width - dice[11:10];
            if (dice[9:8] == 1) begin d_y = 1 + d_x % 7; d_x = 1 + (d_x - 1) / d_y; while (d_x * d_y > width) d_x = d_x - 1; end
            roll_dice;
            d_extra_idle = dice[2:0] == 0;
            d_gx = 1 + dice[3]; d_gy = 1 + dice[4];
        end
        11: begin                                    // many groups
            count = long_run;
            width = 2;
            d_gx = 200; d_gy = 100; d_gz = 10;
        end
        13: begin                                    // no wave ends for a while: places, slots and memory are used up
            count = 48;
            how   = HOLD;
            width = 1 + (step / 4) % 4;
            if (width > WAVES) width = WAVES;
            d_gx  = 40;
            if (step % 4 == 1) d_shared = 4 * LDS_WORDS;             // a group owns all
            if (step % 4 == 2) d_shared = LDS_WORDS;                 // four fit exactly
            if (step % 4 == 3) d_shared = 2 * LDS_WORDS - 3;         // two fit exactly, rounded up
            if (step >= 16) d_regs = step < 32 ? 0 : REGS / 2 - dice[10:8];
        end
        14: begin                                    // a group that becomes ready while the others arrive without end
            count = (WAVES >= 16 && GROUPS == 8) ? RELAYS : 0;
            how   = RELAY;
            width = 2;
            d_gx  = GROUPS;
        end
        default: begin                               // huge grids, their walk set forward
            count = 9;
            width = 1;
            {d_gx, d_gy, d_gz} = {32'd1, 32'd1, 32'd1};
            case (step)
            0: begin d_gx = 32'h00012345; d_gy = 32'hffffffff; d_gz = 32'h00010000; end
            1: begin d_gx = 32'hffffffff; d_gy = 32'h00000401; end
            2: d_gy = 32'h00010003;
            3: d_gy = 32'hfffffffe;
            4: d_gz = 32'h00020403;
            5: d_gz = 32'hffffffff;
            6: begin d_gy = 3; d_y = 255; end        // shapes that are long in y and in z; the last one is small again
            7: begin d_gz = 3; d_z = 63; d_y = 4; end
            default: d_gx = 3;
            endcase
            leap = 1'b1;
        end
        endcase
    end
endtask

// `width` waves per group, by a wave size of 4.
task choose_width;
    begin
        roll_dice;
        d_kind  = 1;
        d_min   = 4;
        d_x     = 4 * (width - extra) - dice[9:8];
        d_extra = extra;
        extra   = 0;
    end
endtask

// A storm's other shapes and its memory.
task choose_storm;
    begin
        if (dice[3:1] == 0) begin d_has_numthreads = 0; d_has_numwaves = 1; d_n = width; d_kind = 0; d_extra = 3; end
        if (dice[3:1] == 1) begin d_kind = 0; d_x = 2 + dice[12:8]; d_y = 1 + dice[14:13]; d_z = 1 + dice[16:15]; d_extra = 0; end
        roll_dice;
        if (dice[0]) d_shared = 1 + dice[31:8] % (4 * LDS_WORDS);
        if (dice[2:1] == 0) d_shared = 1 + d_shared / 16;
        roll_dice;
        if (dice[0]) d_regs = dice[31:8] % (REGS + 1);
    end
endtask

// The dispatch `step` of `section`.
task choose_dispatch;
    begin
        roll_dice;
        plain;
        leap = 1'b0;
        if (WAVE_OPS == 0 && (section > 4 || step % 2 == 0)) d_uses_ops = 0;
        edge_a  = edge_value(step);
        special = edge_value(step / 10);
        how     = STORM;
        count   = 0;
        d_commit_only = section <= 4;
        if (section <= 4 || section == 12) choose_commit;
        else choose_run;
        if (section >= 6 && section != 10 && section != 12) choose_width;
        if (leap && step >= 6) d_min = LANES;        // else their groups have more waves than there are slots
        if (section == 9) choose_storm;
    end
endtask

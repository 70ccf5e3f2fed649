// SPDX-License-Identifier: Apache-2.0
// wf_core_fetch - program counters, instruction memory and the next instructions of each slot, decoded.
//   A slot keeps up to two instructions.  It fetches ahead while it has room for what is under way: what follows in the text, behind ENDLOOP the
//   top of the loop, and nothing behind an instruction that ends the wave.  Control flow that goes elsewhere drops what was fetched.
//   Two instructions are read: structure that may change nothing is kept as the tail of the one before it, in the same place.  Where it changes
//   nothing when that one issues, both leave in one; else the one leaves alone and the tail is what the place holds.
//   Asked in cycle 0 (a launch, room), chosen in 1, memory read in 2, decoded and buffered in 3, there in 4; after a jump in cycle 0 the
//   memory is read in 1, and the instruction is there in 3.  One fetch a cycle, a jump first, else round robin; a slot has two under way at most.
//   In a cycle that nobody wants, where control flow that issues would jump to is read; it stays behind the memory until another fetch comes.  A jump that
//   finds it there buffers it at once: the instruction is there in 1.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none

module wf_core_fetch #(
    parameter integer WAVES      = 16,
    parameter integer IMEM_WORDS = 4096,
    parameter integer DISPATCHES = 1,        // ids: 1, 2, 4 or 8
    parameter integer ID_W       = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1,
    parameter integer SLOT_W     = (WAVES > 1) ? $clog2(WAVES) : 1
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                imem_we,
    input  wire [15:0]         imem_addr,
    input  wire [63:0]         imem_data,
    input  wire [17*DISPATCHES-1:0] code_words,  // by id: instructions of the kernel, beyond them nothing runs;
    input  wire [16*DISPATCHES-1:0] code_base,   // where the first of them is in the memory
    input  wire [DISPATCHES-1:0] dead,           // its waves are to end: what is read from now on is END

    input  wire                launch_valid,     // a wave with live lanes enters a slot
    input  wire [SLOT_W-1:0]   launch_slot,
    input  wire [15:0]         launch_pc,
    input  wire [ID_W-1:0]     launch_id,
    input  wire                next_valid,       // control flow: the wave goes on at pc ...
    input  wire                next_jump,        // ... which is not what was fetched ahead,
    input  wire                next_skips,       // ... but the target: no lane runs
    input  wire                next_end,         // the wave ends instead: nothing that was fetched runs
    input  wire                next_fold,        // its tail goes with it
    input  wire [SLOT_W-1:0]   next_slot,
    input  wire [16:0]         next_pc,

    input  wire                read_valid,       // the first buffered instruction issues: it is read now
    input  wire [SLOT_W-1:0]   read_slot,

    // an instruction is buffered: for the scoreboard
    output wire                keep,
    output wire [SLOT_W-1:0]   keep_slot,
    output wire                keep_place,
    output wire                keep_second,      // another is buffered before it
    output wire [63:0]         keep_word,
    output wire [6:0]          keep_decoded,     // WF_DECODE_WORDS and below
    output wire                keep_memory,      // LDS or global memory
    output wire                keep_drain,       // waits until all instructions of the wave before it have retired,
    output wire                keep_fence,       // ... and reached memory

    input  wire [WAVES-1:0]    some,             // a lane of the wave runs
    input  wire [WAVES-1:0]    joined,           // ... and none of it waits for an else, an endif or a continuing
    output wire [WAVES-1:0]    have,             // an instruction is buffered
    output wire [WAVES-1:0]    first,            // its place
    output wire [7*WAVES-1:0]  have_class,       // its class, one bit plane a class: plane u at u*WAVES
    output reg                 insn_valid,       // the instruction that was read
    output reg  [SLOT_W-1:0]   insn_slot,
    output wire [15:0]         insn_pc,
    output reg  [63:0]         insn_word,
    output reg  [6:0]          insn_decoded,     // WF_DECODE_WORDS and below
    output reg  [2:0]          insn_fault,       // WF_FAULT_*: why it is no instruction
    output reg  [6:0]          insn_class,       // one-hot, numbered as WF_UNIT_*
    output reg                 insn_fold,        // its tail goes with it
    output reg  [18:0]         insn_tail,        // its tail that may go with it yet: {turns, joins, loops, top of the loop}
    output wire [16*WAVES-1:0] pc_flat           // of the next instruction of each wave
);
`include "wf_isa.vh"
`include "wf_isa_decode.vh"
    localparam integer ENTRY_W = 1 + 7 + 7 + 3 + 16 + 64;
    localparam integer TAIL_W  = 16 + 8 + 16 + 3;        // of an instruction of structure: target, level, top of the loop, opcode
    localparam [WAVES-1:0] ONE  = {{(WAVES-1){1'b0}}, 1'b1};
    localparam [WAVES-1:0] NONE = {WAVES{1'b0}};

    generate
        if (IMEM_WORDS < 2 || IMEM_WORDS > 65536) begin : g_check
            wf_core_IMEM_WORDS_must_be_2_to_65536 u_error ();
        end
    endgenerate

    localparam integer ODD_WORDS = IMEM_WORDS / 2, EVEN_WORDS = IMEM_WORDS - ODD_WORDS;
    localparam integer ROW_W = (EVEN_WORDS > 1) ? $clog2(EVEN_WORDS) : 1;
    reg [63:0]        even  [0:EVEN_WORDS-1];    // the instruction memory, by the lowest bit of the address
    reg [63:0]        odd   [0:ODD_WORDS-1];
    reg [16:0]        ahead [0:WAVES-1];         // pc to fetch next; one bit more than an address: the place behind the last instruction
    reg [15:0]        at    [0:WAVES-1];         // pc of the next instruction to issue, for reports
    reg [ID_W-1:0]    id    [0:WAVES-1];         // of its dispatch
    reg [ENTRY_W-1:0] entry [0:(2<<SLOT_W)-1];   // two a slot: 2*slot + place
    reg [TAIL_W-1:0]  tail  [0:(2<<SLOT_W)-1];

    // what a slot holds and wants
    reg  [WAVES-1:0] goes_q;                 // it may fetch ahead
    reg  [WAVES-1:0] asked_q, asked2_q;      // so many fetches are under way: one or two; two
    // Of its fetches: those from before a jump, a loop's end, an end or a launch are dropped.  Two of these may come in a row while a fetch is under
    // way, no more: so it counts to four.
    reg  [WAVES-1:0] epoch0_q, epoch1_q;
    reg  [WAVES-1:0] one_q, two_q;           // so many instructions are buffered: one or two; two
    reg  [WAVES-1:0] first_q, last_q;        // places: of the one that issues next, and of the next to be written

    // ---- choose ----
    wire              pick_any;
    wire [WAVES-1:0]  pick_onehot;
    wire [SLOT_W-1:0] pick_index;
    wire              jump      = next_valid && next_jump;
    wire [WAVES-1:0]  jump_slot = jump ? ONE << next_slot : NONE;
    wire [WAVES-1:0]  ended     = next_end ? ONE << next_slot : NONE;
    wire [WAVES-1:0]  read      = read_valid ? ONE << read_slot : NONE;
    wire [WAVES-1:0]  stays;                 // of the first one the tail would stay
    wire [WAVES-1:0]  gone      = read & ~stays;                              // its place is free in this cycle
    wire [WAVES-1:0]  bared     = read & stays;
    wire [WAVES-1:0]  popped    = next_fold ? ONE << next_slot : NONE;        // what was left of a place goes too
    wire [WAVES-1:0]  want      = goes_q & (gone | (~two_q & ~asked2_q & ~(one_q & asked_q)));

    wf_pick #(.N(WAVES)) u_pick (
        .clk(clk), .rst(rst), .req(want), .take(pick_any && !jump),
        .any(pick_any), .onehot(pick_onehot), .index(pick_index));

    // ---- read the instruction memory ----
    reg              addr_valid_q, word_valid_q;
    reg              addr_guess_q, word_guess_q;     // where control flow of the slot jumps to, if it does ...
    reg              addr_behind_q, word_behind_q;   // ... that is what follows, of ENDLOOP when it wakes lanes; else the target
    reg              addr_here_q;                // it is read at here_q: such a guess, or what follows one that was right
    reg [16:0]       here_q;
    reg [1:0]        addr_epoch_q, word_epoch_q;
    reg [SLOT_W-1:0] addr_slot_q, word_slot_q;
    reg [15:0]       word_pc_q;
    reg              word_inside_q, word_more_q, word_dead_q;     // inside the kernel there is such an instruction; one behind it
    reg              word_odd_q;
    reg [63:0]       even_q, odd_q;
    reg [17*DISPATCHES-1:0] limit_q;             // by id: of the instructions, those that the memory holds
    localparam [16:0] IMEM_END = IMEM_WORDS[16:0];
    wire             imem_here = imem_we && {1'b0, imem_addr} < IMEM_END;
    wire             guessed;                    // a jump that such a guess was right about
    wire [16:0]      word_goes;                  // where fetch goes on behind what was read
    wire [16:0]      addr_pc = addr_here_q ? here_q : ahead[addr_slot_q];
    wire [ID_W-1:0]  addr_id = id[addr_slot_q];
    wire [16:0]      addr_follows = addr_pc + 17'd1;
    wire [16:0]      addr_at = addr_pc + {1'b0, code_base[16*addr_id +: 16]};
    wire [16:0]      addr_after = addr_follows + {1'b0, code_base[16*addr_id +: 16]};
    wire             unused_at = &{1'b0, addr_at, addr_after};

    genvar d;
    generate
        for (d = 0; d < DISPATCHES; d = d + 1) begin : g_limit
            wire [16:0] base = {1'b0, code_base[16*d +: 16]};
            wire [16:0] room = base < IMEM_END ? IMEM_END - base : 17'd0;
            always @(posedge clk) limit_q[17*d +: 17] <= code_words[17*d +: 17] < room ? code_words[17*d +: 17] : room;
        end
    endgenerate

    reg         insn_flows;                      // control flow says where the wave goes on, or the wave ends
    wire        insn_loops = insn_word[`WF_INSN_OP] == `WF_OP_ENDLOOP;
    wire        guess      = insn_valid && insn_flows && !pick_any && !jump;
    always @(posedge clk) begin
        addr_valid_q <= pick_any || jump;
        addr_guess_q <= guess;
        addr_here_q  <= guess || guessed;
        here_q       <= !guess ? word_goes : insn_loops ? {1'b0, insn_pc} + 17'd1 : {1'b0, insn_word[`WF_INSN_IMM16]};
        word_valid_q <= addr_valid_q;
        // That of other control flow never stands here when some is performed: either its own place was read behind its issue, or another fetch came.
        word_guess_q <= addr_guess_q || (word_guess_q && !addr_valid_q);
        if (guess) begin
            addr_slot_q   <= insn_slot;
            addr_behind_q <= insn_loops;
        end
        if (addr_guess_q) word_behind_q <= addr_behind_q;
        if (pick_any || jump) begin
            addr_slot_q  <= jump ? next_slot : pick_index;
            addr_epoch_q <= jump ? {epoch1_q[next_slot], epoch0_q[next_slot]} + 2'd1 : {|(epoch1_q & pick_onehot), |(epoch0_q & pick_onehot)};
        end
        if (addr_valid_q || addr_guess_q) begin
            word_slot_q  <= addr_slot_q;
            word_pc_q    <= addr_pc[15:0];
            word_epoch_q <= addr_epoch_q;
        end
        if (rst) begin
            addr_valid_q <= 1'b0;
            addr_guess_q <= 1'b0;
            word_valid_q <= 1'b0;
            word_guess_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (imem_here && !imem_addr[0]) even[imem_addr[ROW_W:1]] <= imem_data;
        if (imem_here && imem_addr[0])  odd[imem_addr[ROW_W:1]]  <= imem_data;
        if (addr_valid_q || addr_guess_q) begin
            even_q        <= even[addr_after[ROW_W:1]];
            odd_q         <= odd[addr_at[ROW_W:1]];
            word_odd_q    <= addr_at[0];
            word_inside_q <= addr_pc < limit_q[17*addr_id +: 17];
            word_more_q   <= addr_follows < limit_q[17*addr_id +: 17];
            word_dead_q   <= dead[addr_id];
        end
    end

    // What was not loaded since the reset is no code.
    wire        even_loaded, odd_loaded;
    wf_core_loaded #(.WORDS(EVEN_WORDS), .AT_W(ROW_W)) u_even_loaded (
        .clk(clk), .rst(rst), .write(imem_here && !imem_addr[0]), .write_at(imem_addr[ROW_W:1]),
        .read(addr_valid_q || addr_guess_q), .read_at(addr_after[ROW_W:1]), .loaded(even_loaded));
    wf_core_loaded #(.WORDS(ODD_WORDS), .AT_W(ROW_W)) u_odd_loaded (
        .clk(clk), .rst(rst), .write(imem_here && imem_addr[0]), .write_at(imem_addr[ROW_W:1]),
        .read(addr_valid_q || addr_guess_q), .read_at(addr_at[ROW_W:1]), .loaded(odd_loaded));
    wire        word_inside = word_inside_q && (word_odd_q ? odd_loaded : even_loaded);
    wire        word_more   = word_more_q && (word_odd_q ? even_loaded : odd_loaded);

    // low bits of the opcodes of structure
    localparam [7:0] NOP = `WF_OP_NOP, LOOP = `WF_OP_LOOP, ENDLOOP = `WF_OP_ENDLOOP, CONTINUING = `WF_OP_CONTINUING, ENDIF = `WF_OP_ENDIF;
    // ---- decode: what is no instruction goes to the flow unit, which ends the wave ----
    function [6:0] class_of(input [2:0] unit, input [7:0] mod);
        case (unit)
            `WF_UNIT_SYNC: class_of = 7'd1 << `WF_UNIT_FLOW;
            // system values that are the same for the wave need no packer
            `WF_UNIT_PACK: class_of = 7'd1 << ((mod <= `WF_SV_DTID_Z) ? `WF_UNIT_PACK : `WF_UNIT_ALU);
            default:       class_of = 7'd1 << unit;
        endcase
    endfunction

    // Beyond the end nothing shows of what lies there; of a dispatch that is dead everything is END.
    wire [63:0] word_q       = word_odd_q ? odd_q : even_q;
    wire [63:0] word         = word_dead_q ? {56'd0, `WF_OP_END} : word_inside ? word_q : 64'd0;
    wire [7:0]  word_op      = word[`WF_INSN_OP];
    wire [10:0] word_decoded = wf_isa_decode(word_op);
    wire [2:0]  word_unit    = word_decoded[`WF_DECODE_UNIT];
    wire        word_known   = word_decoded[`WF_DECODE_KNOWN];
    wire [2:0]  word_fault   = !word_inside && !word_dead_q ? `WF_FAULT_CODE_RANGE : !word_known ? `WF_FAULT_OPCODE : `WF_FAULT_NONE;
    wire        word_ends    = word_fault != `WF_FAULT_NONE || word_op == `WF_OP_END;
    wire        word_flows   = word_fault != `WF_FAULT_NONE || word_unit == `WF_UNIT_FLOW || word_op == `WF_OP_END;
    wire [6:0]  word_class   = class_of(word_fault != `WF_FAULT_NONE ? `WF_UNIT_FLOW : word_unit, word[`WF_INSN_MOD]);
    // what changes nothing while a lane runs; ... and none waits to join it
    wire        word_turns   = word_fault == `WF_FAULT_NONE && (word_op == `WF_OP_NOP || word_op == `WF_OP_LOOP || word_op == `WF_OP_ENDLOOP);
    wire        word_joins   = word_fault == `WF_FAULT_NONE && (word_op == `WF_OP_CONTINUING || word_op == `WF_OP_ENDIF);
    wire        word_loops   = word_fault == `WF_FAULT_NONE && word_op == `WF_OP_ENDLOOP;
    wire        word_fences  = word_fault == `WF_FAULT_NONE && (word_op == `WF_OP_BARRIER || word_op == `WF_OP_MEMBAR);
    // The one behind it is its tail.
    wire [63:0] next_q       = word_odd_q ? even_q : odd_q;
    wire        next_lean    = next_q[39:24] == 16'd0 && next_q[7:3] == 5'd0;        // what a tail does not keep
    wire        word_opens   = word_op <= `WF_OP_BREAKIF && word_op != `WF_OP_ENDLOOP && word_op != `WF_OP_BREAK;    // lanes may go on with what follows
    wire        word_leads   = word_more && word_fault == `WF_FAULT_NONE && (word_unit == `WF_UNIT_FLOW ? word_opens : word_unit != `WF_UNIT_SYNC) && next_lean;
    wire        next_turns   = word_leads && (next_q[2:0] == NOP[2:0] || next_q[2:0] == LOOP[2:0] || next_q[2:0] == ENDLOOP[2:0]);
    wire        next_joins   = word_leads && (next_q[2:0] == CONTINUING[2:0] || next_q[2:0] == ENDIF[2:0]);
    wire        next_loops   = next_turns && next_q[2:0] == ENDLOOP[2:0];
    wire        word_paired  = next_turns || next_joins;
    wire [TAIL_W-1:0] word_tail = {next_q[63:40], next_q[23:8], next_q[2:0]};
    wire        word_drains  = word_ends || word_op == `WF_OP_RET;
    assign      guessed      = jump && !(next_skips && word_behind_q) && word_guess_q && next_slot == word_slot_q;
    wire        word_keeps   = word_valid_q && word_epoch_q == {epoch1_q[word_slot_q], epoch0_q[word_slot_q]};
    assign      keep         = guessed || word_keeps;
    assign      word_goes    = word_loops ? {1'b0, word[`WF_INSN_BACK]} : next_loops ? {1'b0, next_q[`WF_INSN_BACK]} :
                               {1'b0, word_pc_q} + (word_paired ? 17'd2 : 17'd1);

    // ---- the buffered instructions of each slot ----
    reg  [7*WAVES-1:0] class0_q, class1_q;   // of both places
    reg                kept_q;               // one was buffered: where, and what
    reg  [SLOT_W:0]    kept_place_q;
    reg  [TAIL_W-1:0]  kept_tail_q;
    reg  [ENTRY_W-1:0] kept_entry_q;
    reg  [WAVES-1:0]   turns0_q, turns1_q, joins0_q, joins1_q;               // it is such structure,
    reg  [WAVES-1:0]   tail_turns0_q, tail_turns1_q, tail_joins0_q, tail_joins1_q;      // ... its tail is
    reg  [WAVES-1:0]   bare_q;               // of the first one the tail alone is left
    wire [WAVES-1:0]   launched = launch_valid ? ONE << launch_slot : NONE;
    wire [WAVES-1:0]   kept     = word_keeps ? ONE << word_slot_q : NONE;
    wire [WAVES-1:0]   cleared  = launched | jump_slot | ended;
    wire [WAVES-1:0]   found    = guessed ? jump_slot : NONE;                 // the guess is buffered, in place 0, while all else goes: it comes late
    wire               again    = word_paired && addr_valid_q && addr_slot_q == word_slot_q;     // its tail is being read once more
    wire [WAVES-1:0]   turned   = word_loops || word_ends || again ? kept : NONE;    // what was fetched behind it is of no use
    wire [WAVES-1:0]   asks     = jump ? NONE : pick_onehot;
    wire               addr_holds = addr_valid_q && addr_epoch_q == {epoch1_q[addr_slot_q], epoch0_q[addr_slot_q]};
    wire               place    = !word_guess_q && last_q[word_slot_q];
    assign keep_slot    = word_slot_q;
    assign keep_place   = place;
    assign keep_second  = !word_guess_q && one_q[word_slot_q];
    assign keep_word    = word;
    assign keep_decoded = word_decoded[6:0];
    assign keep_memory  = word_class[`WF_UNIT_LDS] || word_class[`WF_UNIT_MEM];
    assign keep_drain   = word_drains;
    assign keep_fence   = word_fences;
    localparam integer FLOW = {29'd0, `WF_UNIT_FLOW};
    integer u;

    assign have       = one_q;
    assign first      = first_q;

    // Structure that changes nothing goes through the ALU as an instruction that writes nothing: what follows does not wait for it.  While it is the
    // next to issue, no control flow of the wave is in flight, so that `some` and `joined` stay as they are until it was read.  So with the tail of
    // what is no control flow.
    wire [WAVES-1:0]   light  = (((turns0_q & ~first_q) | (turns1_q & first_q)) & some) | (((joins0_q & ~first_q) | (joins1_q & first_q)) & joined);
    wire [WAVES-1:0]   tail_turns = (tail_turns0_q & ~first_q) | (tail_turns1_q & first_q);
    wire [WAVES-1:0]   tail_joins = (tail_joins0_q & ~first_q) | (tail_joins1_q & first_q);
    wire [WAVES-1:0]   folds = ((tail_turns & some) | (tail_joins & joined)) & ~have_class[`WF_UNIT_FLOW*WAVES +: WAVES];
    assign             stays = (tail_turns | tail_joins) & ~folds;
    genvar c;
    generate
        for (c = 0; c < 7; c = c + 1) begin : g_class
            wire [WAVES-1:0] plane = (class0_q[c*WAVES +: WAVES] & ~first_q) | (class1_q[c*WAVES +: WAVES] & first_q);
            if (c == `WF_UNIT_FLOW) begin : g_flow
                assign have_class[c*WAVES +: WAVES] = plane & ~light;
            end else if (c == `WF_UNIT_ALU) begin : g_alu
                assign have_class[c*WAVES +: WAVES] = plane | light;
            end else begin : g_other
                assign have_class[c*WAVES +: WAVES] = plane;
            end
        end
    endgenerate
    wire               read_flows;
    wire [6:0]         read_class, read_decoded;
    wire [2:0]         read_fault;
    wire [15:0]        read_pc;
    wire [63:0]        read_word;
    assign {read_flows, read_class, read_decoded, read_fault, read_pc, read_word} = entry[{read_slot, first_q[read_slot]}];
    wire [TAIL_W-1:0]  read_tail  = tail[{read_slot, first_q[read_slot]}];
    wire               read_light = light[read_slot];
    wire               read_bare  = bare_q[read_slot];
    reg  [15:0]        head_pc;
    reg                insn_bare;
    assign insn_pc = head_pc + {15'd0, insn_bare};
    wire [WAVES-1:0]   kept0 = place ? NONE : kept, kept1 = place ? kept : NONE, bared0 = bared & ~first_q, bared1 = bared & first_q;

    wire [WAVES-1:0]   leave = gone | popped;
    always @(posedge clk) begin
        one_q   <= (((one_q & ~(leave & ~two_q)) | kept) & ~cleared) | found;
        two_q   <= ((two_q & ~leave) | (kept & one_q & ~leave)) & ~cleared;
        first_q <= (first_q ^ leave) & ~cleared;
        last_q  <= ((last_q ^ kept) & ~cleared) | found;
        asked_q  <= ((asks | (asked_q & ~kept) | asked2_q) & ~cleared & ~turned) | jump_slot;
        asked2_q <= ((asks & asked_q & ~kept) | (asked2_q & (asks | ~kept))) & ~cleared & ~turned;
        epoch0_q <= epoch0_q ^ (cleared | turned);
        epoch1_q <= epoch1_q ^ ((cleared | turned) & epoch0_q);
        goes_q  <= (goes_q & ~(word_ends ? kept : NONE) & ~ended) | launched | jump_slot;
        for (u = 0; u < 7; u = u + 1) begin
            class0_q[u*WAVES +: WAVES] <= (((class0_q[u*WAVES +: WAVES] & ~kept0 & ~bared0) | (word_class[u] ? kept0 : NONE) | (u == FLOW ? bared0 : NONE)) &
                                           ~found) | (word_class[u] ? found : NONE);
            class1_q[u*WAVES +: WAVES] <= (class1_q[u*WAVES +: WAVES] & ~kept1 & ~bared1) | (word_class[u] ? kept1 : NONE) | (u == FLOW ? bared1 : NONE);
        end
        turns0_q <= (((turns0_q & ~kept0 & ~bared0) | (word_turns ? kept0 : NONE) | (bared0 & tail_turns0_q)) & ~found) | (word_turns ? found : NONE);
        turns1_q <= (turns1_q & ~kept1 & ~bared1) | (word_turns ? kept1 : NONE) | (bared1 & tail_turns1_q);
        joins0_q <= (((joins0_q & ~kept0 & ~bared0) | (word_joins ? kept0 : NONE) | (bared0 & tail_joins0_q)) & ~found) | (word_joins ? found : NONE);
        joins1_q <= (joins1_q & ~kept1 & ~bared1) | (word_joins ? kept1 : NONE) | (bared1 & tail_joins1_q);
        tail_turns0_q <= (((tail_turns0_q & ~kept0 & ~bared0) | (next_turns ? kept0 : NONE)) & ~found) | (next_turns ? found : NONE);
        tail_turns1_q <= (tail_turns1_q & ~kept1 & ~bared1) | (next_turns ? kept1 : NONE);
        tail_joins0_q <= (((tail_joins0_q & ~kept0 & ~bared0) | (next_joins ? kept0 : NONE)) & ~found) | (next_joins ? found : NONE);
        tail_joins1_q <= (tail_joins1_q & ~kept1 & ~bared1) | (next_joins ? kept1 : NONE);
        bare_q        <= (bare_q | bared) & ~leave & ~cleared;
        // It is read two cycles after it was buffered, at the earliest: written in the one between, it does not lengthen the path of a jump.
        kept_q       <= keep;
        kept_place_q <= {word_slot_q, place};
        kept_tail_q  <= word_tail;
        kept_entry_q <= {word_flows, word_class, word_decoded[6:0], word_fault, word_pc_q, word};
        if (kept_q) begin
            tail[kept_place_q]  <= kept_tail_q;
            entry[kept_place_q] <= kept_entry_q;
        end
        if (addr_holds) ahead[addr_slot_q] <= addr_follows;
        if (word_keeps && (word_loops || word_paired)) ahead[word_slot_q] <= word_goes;
        if (launch_valid) ahead[launch_slot] <= {1'b0, launch_pc};
        if (launch_valid) id[launch_slot]    <= launch_id;
        if (jump)         ahead[next_slot]   <= next_pc;
        insn_valid <= read_valid;
        if (read_valid) begin
            insn_slot <= read_slot;
            insn_flows <= (read_flows || read_bare) && !read_light;
            insn_class <= read_light ? 7'd1 << `WF_UNIT_ALU : read_bare ? 7'd1 << `WF_UNIT_FLOW : read_class;
            insn_fold  <= folds[read_slot];
            insn_bare  <= read_bare;
            head_pc    <= read_pc;
            insn_tail  <= {tail_turns[read_slot], tail_joins[read_slot], read_tail[2:0] == ENDLOOP[2:0], read_tail[18:3]};
            insn_decoded <= read_bare ? 7'd0 : read_decoded;
            insn_fault   <= read_bare ? `WF_FAULT_NONE : read_fault;
            insn_word    <= read_bare ? {read_tail[42:19], 16'd0, read_tail[18:3], 5'd0, read_tail[2:0]} : read_word;
        end
        if (rst) begin
            one_q      <= NONE;
            two_q      <= NONE;
            first_q    <= NONE;
            last_q     <= NONE;
            asked_q    <= NONE;
            asked2_q   <= NONE;
            epoch0_q   <= NONE;
            epoch1_q   <= NONE;
            goes_q     <= NONE;
            class0_q   <= {(7*WAVES){1'b0}};
            class1_q   <= {(7*WAVES){1'b0}};
            bare_q     <= NONE;
            kept_q     <= 1'b0;
            insn_valid <= 1'b0;
        end
    end

    wire        loops   = insn_fold ? insn_tail[16] : insn_word[`WF_INSN_OP] == `WF_OP_ENDLOOP;
    wire [15:0] follows = !loops ? insn_pc + (insn_fold ? 16'd2 : 16'd1) : insn_fold ? insn_tail[15:0] : insn_word[`WF_INSN_BACK];
    always @(posedge clk) begin
        if (insn_valid && !insn_flows) at[insn_slot]   <= follows;
        if (launch_valid)              at[launch_slot] <= launch_pc;
        if (next_valid)                at[next_slot]   <= next_pc[15:0];
    end

    genvar g;
    generate
        for (g = 0; g < WAVES; g = g + 1) begin : g_pc
            assign pc_flat[16*g +: 16] = at[g];
        end
    endgenerate
endmodule

`default_nettype wire

// SPDX-License-Identifier: Apache-2.0
// wf_memory_core.vh - the core's side in the benches of the memory path: instructions, what they must answer, their answers.
//   Rules: lanes one after the other, instructions in the order taken, on an array of words (semantics, section 9).
//   The bench has LANES, TAG_W, AREA, cycle, fail(what).

localparam integer REQ_W = `WF_MREQ_W, RSP_W = `WF_MRSP_W;
`include "wf_memory_requester.vh"
wire [TAG_W-1:0]     req_tag  = req[`WF_MREQ_TAG], rsp_tag = rsp[`WF_MRSP_TAG];
wire [32*LANES-1:0]  rsp_data = rsp[`WF_MRSP_DATA];
wire [`WF_ACCESS_ERROR_W-1:0] rsp_error = rsp[`WF_MRSP_ERROR];
reg [32*LANES-1:0]   want_data [0:TAGS-1];
reg [`WF_ACCESS_ERROR_W-1:0] want_error [0:TAGS-1];
reg [LANES-1:0]      any_data [0:TAGS-1];        // lanes of atomics that met an error: what they get is anything
integer              lines_of [0:TAGS-1], lines_left [0:TAGS-1];
integer              lanes = LANES;              // a variable: Verilator leaves the loops of the bench alone

reg [LANES-1:0]      mask;
integer              place [0:LANES-1];          // of each lane: word of the area
reg [32*LANES-1:0]   data, compare, addr, answer;

// ---- its line requests ----
localparam integer EXPECT = 8192;
reg [6+26+64-1:0]  expect_m [0:EXPECT-1];        // kind, atom, line, bytes
integer            expect_tag [0:EXPECT-1];      // of the instruction
integer            expected = 0;

function lower_shares(input integer l);          // a lower lane has its word
    integer m;
    begin
        lower_shares = 1'b0;
        for (m = 0; m < l; m = m + 1) if (mask[m] && place[m] == place[l]) lower_shares = 1'b1;
    end
endfunction

function differs(input integer l);               // some lane of its word carries other operands
    integer m;
    begin
        differs = 1'b0;
        for (m = 0; m < lanes; m = m + 1)
            if (mask[m] && place[m] == place[l]) begin
                if (data[32*m +: 32] != data[32*l +: 32] || compare[32*m +: 32] != compare[32*l +: 32]) differs = 1'b1;
                if (kind == `WF_ACCESS_PAIRS && (data[32*(m^1) +: 32] != data[32*(l^1) +: 32] || compare[32*(m^1) +: 32] != compare[32*(l^1) +: 32]))
                    differs = 1'b1;
            end
    end
endfunction

reg [LANES-1:0] by_itself, led;
task expect_lines;
    integer l, m, n;
    reg [63:0] bytes;
    begin
        n = 0;
        led = 0;
        for (l = 0; l < lanes; l = l + 1)
            by_itself[l] = mask[l] && kind >= `WF_ACCESS_ATOMIC && lower_shares(l) && (atom == `WF_ATOM_FADD || (atom == `WF_ATOM_CAS && differs(l)));
        for (l = 0; l < lanes; l = l + 1)
            if (mask[l] && !led[l]) begin
                bytes = 64'hf << 4 * (place[l] % 16);
                if (!by_itself[l])
                    for (m = l; m < lanes; m = m + 1)
                        if (mask[m] && !by_itself[m] && place[m] / 16 == place[l] / 16) begin
                            led[m] = 1'b1;
                            bytes  = bytes | 64'hf << 4 * (place[m] % 16);
                        end
                if (kind == `WF_ACCESS_PAIRS) begin              // both words, alone or not
                    led[l+1] = 1'b1;
                    bytes    = bytes | 64'hf << 4 * (place[l+1] % 16);
                end
                expect_m[expected % EXPECT] = {kind, kind >= `WF_ACCESS_ATOMIC ? atom : 4'd0, line_of(place[l] / 16), bytes};
                expect_tag[expected % EXPECT] = tag;
                expected = expected + 1;
                n = n + 1;
            end
        lines_of[tag] = n;
        lines_left[tag] = n;
    end
endtask

task perform;
    integer l, wrong;
    reg [31:0] old;
    begin
        answer = 0;
        wrong  = 0;
        want_error[tag] = 0;
        any_data[tag]   = 0;
        expect_lines;
        for (l = 0; l < lanes; l = l + 1) begin
            addr[32*l +: 32] = {line_of(place[l] / 16), 6'd0} + 4 * (place[l] % 16);
            if (mask[l] && broken[place[l]/16] && kind != `WF_ACCESS_STORE) begin
                if (wrong == 0) want_error[tag] = {1'b1, 8'd0, l[7:0], addr[32*l +: 32]};
                wrong = wrong + 1;
                want_error[tag][`WF_ACCESS_ERROR_LANES] = wrong;
                any_data[tag][l] = kind >= `WF_ACCESS_ATOMIC;
            end else if (mask[l] && kind == `WF_ACCESS_PAIRS) begin
                if (l % 2 == 0) begin
                    if (mask[l+1] !== 1'b1 || place[l] % 2 != 0 || place[l+1] != place[l] + 1) fail("the bench makes no such request of pairs");
                    answer[32*l +: 64] = {memory[place[l]+1], memory[place[l]]};
                    {memory[place[l]+1], memory[place[l]]} = operate_pair(atom, answer[32*l +: 64], data[32*l +: 64], compare[32*l +: 64]);
                end
            end else if (mask[l]) begin
                old = memory[place[l]];
                if (kind != `WF_ACCESS_STORE) answer[32*l +: 32] = old;
                if (kind == `WF_ACCESS_STORE) memory[place[l]] = data[32*l +: 32];
                if (kind == `WF_ACCESS_ATOMIC)
                    memory[place[l]] = atom == `WF_ATOM_FADD ? float_add(old, data[32*l +: 32])
                                                             : operate(atom, old, data[32*l +: 32], compare[32*l +: 32]);
            end
        end
        want_data[tag] = answer;
        asked = asked + 1;
    end
endtask

// ---- what to ask ----
task any_mask;
    integer l, i;
    reg [31:0] r;
    begin
        random(r);
        mask = {LANES{1'b1}};
        for (l = 0; l < lanes; l = l + 1) begin
            below(4, i);
            case (r[2:0])
                0: mask[l] = i == 0;
                1: mask[l] = i != 0;
                2: mask[l] = 1'b0;
                3: mask[l] = l < r[15:8] % (LANES + 1);
                default: ;
            endcase
        end
        below(LANES, i);
        if (r[2:0] == 2 && r[3]) mask[i] = 1'b1;
    end
endtask

localparam integer LAYOUT_WORD = 0;              // all lanes one word
localparam integer LAYOUT_ROW = 1;               // one after the other, from the start of a line
localparam integer LAYOUT_SHIFTED = 2;           // ... from any word
localparam integer LAYOUT_LINE = 3;              // any words of one line
localparam integer LAYOUT_FEW = 4;               // four words, two of them in another line
localparam integer LAYOUT_ANY = 5;
localparam integer LAYOUT_STRIDE = 6;            // one line per lane
localparam integer LAYOUT_FOURS = 7;             // four lanes per word
localparam integer LAYOUTS = 8;
task any_addresses(input integer layout, input integer area);    // words 0 .. 16 area - 1
    integer l, i, spot;
    begin
        below(16 * area, spot);
        for (l = 0; l < lanes; l = l + 1) begin
            case (layout)
                LAYOUT_WORD:    i = spot;
                LAYOUT_ROW:     i = spot - spot % 16 + l;
                LAYOUT_SHIFTED: i = spot + l;
                LAYOUT_LINE:    begin below(16, i); i = spot - spot % 16 + i; end
                LAYOUT_FEW:     begin below(4, i); i = spot + i % 2 + i / 2 * 16; end
                LAYOUT_ANY:     below(16 * area, i);
                LAYOUT_STRIDE:  i = spot + 16 * l;
                default:        i = spot + l / 4;
            endcase
            place[l] = i % (16 * area);
        end
    end
endtask

task any_operands;
    integer l, i;
    reg [31:0] r;
    begin
        below(3, i);
        value(r);
        for (l = 0; l < lanes; l = l + 1) begin
            if (i != 0) value(r);                // else all alike
            data[32*l +: 32] = r;
            compare[32*l +: 32] = memory[place[l]];
            if (i != 0 && r[7]) compare[32*l +: 32] = r & 32'h3;
            if (i == 2 && l != 0 && r[9]) begin  // as the lane below
                data[32*l +: 32]    = data[32*l-32 +: 32];
                compare[32*l +: 32] = compare[32*l-32 +: 32];
            end
        end
    end
endtask

task pair_up;                                    // what was made of single words is made of pairs: as the even lane, and the word after it
    integer l;
    begin
        if (atom >= PAIR_ATOMS) atom = atom - PAIR_ATOMS;                // no float operations
        for (l = 0; l < lanes; l = l + 2) begin
            mask[l+1]  = mask[l];
            place[l]   = place[l] - place[l] % 2;
            place[l+1] = place[l] + 1;
        end
    end
endtask

task any_carries;                                // words that a carry goes through, or that differ in one half only
    integer l, i;
    reg [31:0] r;
    for (l = 0; l < lanes; l = l + 2) begin
        below(6, i);
        random(r);
        if (i < 2)  data[32*l+32 +: 32] = memory[place[l+1]];
        if (i == 2) data[32*l +: 32]    = memory[place[l]];
        if (i == 3) data[32*l +: 64]    = {64{r[0]}};
        if (i == 4) data[32*l +: 64]    = {r[0], 31'd0, r[1], 31'd0};
    end
endtask

task any_request(input integer area);
    integer i;
    begin
        any_tag;
        below(5, i);
        kind = i == 0 ? `WF_ACCESS_STORE : i == 1 ? `WF_ACCESS_ATOMIC : i == 2 ? `WF_ACCESS_PAIRS : `WF_ACCESS_LOAD;
        below(ATOMS + 3, i);
        atom = i < ATOMS ? i : `WF_ATOM_CAS;
        any_mask;
        below(LAYOUTS, i);
        any_addresses(i, area);
        if (kind == `WF_ACCESS_PAIRS) pair_up;
        any_operands;
        below(3, i);
        if (kind == `WF_ACCESS_PAIRS && i == 0) any_carries;
    end
endtask

task whole(input [1:0] new_kind, input [3:0] new_atom, input integer spot);       // all lanes, one word after the other
    integer l;
    begin
        any_tag;
        kind = new_kind;
        atom = new_atom;
        mask = {LANES{1'b1}};
        for (l = 0; l < lanes; l = l + 1) place[l] = (spot + l) % (16 * AREA);
        any_operands;
    end
endtask

task one_word(input [1:0] new_kind, input [3:0] new_atom, input integer spot);
    integer l;
    begin
        whole(new_kind, new_atom, spot);
        for (l = 0; l < lanes; l = l + 1) place[l] = spot;
        if (kind == `WF_ACCESS_PAIRS) pair_up;
        any_operands;
    end
endtask

// ---- onto the channel ----
task offer_nothing;                              // payload whose valid is 0 is anything
    reg [31:0] r;
    begin
        random(r);
        req_valid <= 1'b0;
        req[`WF_MREQ_TAG]     <= r;
        req[`WF_MREQ_KIND]    <= r[9:8];
        req[`WF_MREQ_ATOM]    <= r[13:10];
        req[`WF_MREQ_MASK]    <= {(LANES+31)/32{r}};
        req[`WF_MREQ_ADDR]    <= {LANES{line_of(r[31:16] % AREA), r[3:0], 2'd0}};
        req[`WF_MREQ_DATA]    <= {LANES{r}};
        req[`WF_MREQ_COMPARE] <= {LANES{~r}};
    end
endtask

task offer;
    integer l;
    reg [31:0] r;
    begin
        perform;
        for (l = 0; l < lanes; l = l + 1) begin
            random(r);
            if (!mask[l]) begin                  // lanes without a request must not matter
                addr[32*l +: 32]    = r[0] ? {line_of(r[7:2]), r[11:8], 2'd0} : 32'hx;
                data[32*l +: 32]    = r[1] ? r : 32'hx;
                compare[32*l +: 32] = r[1] ? r : 32'hx;
            end
        end
        req_valid <= 1'b1;
        req[`WF_MREQ_TAG]     <= tag;
        req[`WF_MREQ_KIND]    <= kind;
        req[`WF_MREQ_ATOM]    <= kind >= `WF_ACCESS_ATOMIC ? atom : 4'd0;
        req[`WF_MREQ_MASK]    <= mask;
        req[`WF_MREQ_ADDR]    <= addr;
        req[`WF_MREQ_DATA]    <= data;
        req[`WF_MREQ_COMPARE] <= compare;
    end
endtask

// ---- answers ----
integer n_lane;
task check_data;
    begin
        for (n_lane = 0; n_lane < lanes; n_lane = n_lane + 1)
            if (any_data[rsp_tag][n_lane]) want_data[rsp_tag][32*n_lane +: 32] = rsp_data[32*n_lane +: 32];
        if (rsp_data !== want_data[rsp_tag]) begin
            $display("memory: tag %0d got  %h\nmemory:       want %h", rsp_tag, rsp_data, want_data[rsp_tag]);
            fail("data");
        end
    end
endtask

// For benches whose lines are broken permanently: lanes that met an error, the lowest of them and its address.
task check_errors_of_lanes;
    if (rsp_valid && rsp_ready) begin
        if (rsp_error[`WF_ACCESS_ERROR_VALID] !== want_error[rsp_tag][`WF_ACCESS_ERROR_VALID] ||
            (want_error[rsp_tag] != 0 && rsp_error !== want_error[rsp_tag])) begin
            $display("memory: tag %0d error %h\nmemory:      want %h", rsp_tag, rsp_error, want_error[rsp_tag]);
            fail("lanes that met an error");
        end
        errors = errors + (want_error[rsp_tag] != 0);
    end
endtask

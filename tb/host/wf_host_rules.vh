// SPDX-License-Identifier: Apache-2.0
// wf_host_rules.vh - docs/host.md as a reference: called at each edge with the state before it.
//   Writes and reads come from the bench's lists, in the order sent; machine and pulses are watched at the ports.

localparam [1:0] R_OKAY = 2'b00, R_SLVERR = 2'b10, R_DECERR = 2'b11;
reg [31:0] rule_stage [0:WORDS-1];
reg [32*WORDS-1:0] rule_staged;
reg [`WF_DESC_W-1:0] rule_fifo [0:DEPTH-1];
reg [1:0]  rule_state [0:7];
reg [33:0] rule_answer [0:7];
reg [63:0] rule_clock = 0, rule_begun [0:7], rule_ended [0:7];
reg [7:0]  rule_want = 0, rule_late = 0;     // cancels owed to the machine; those owed when the id ended may come
integer    rule_owed [0:7];
reg        rule_reset = 0, rule_machine_rst = 1, rule_ring = 0, rule_irq = 0, rule_imem_we = 0, rule_buf_we = 0, rule_clear;
reg [4:0]  rule_rang = 0;
reg [4:0]  rule_raw = 0, rule_enable = 0, rule_next_raw, rule_wiped;
reg        rule_held = 1, rule_in_reset = 1, rule_was_reset = 0, rule_wrong = 0;
reg [3:0]  rule_core = 0;
reg [63:0] rule_counter;
reg [7:0]  rule_done, rule_faulted = 0, rule_wipe;
reg [16:0] rule_address = 0;
reg [15:0] rule_imem_addr = 0;
reg [31:0] rule_low = 0, rule_high_word = 0, rule_base = 0, rule_size = 0, rule_kept = 0;
reg [11:0] rule_select = 0;
integer    rule_count = 0, n_taken = 0, n_done = 0, n_refused = 0, n_cancel = 0, n_full = 0, n_busy = 0, n_wipe_done = 0, q;
reg [31:0] rule_mask, rule_word;
reg [15:0] rule_at;
reg [33:0] rule_gives;
reg [2:0]  rule_id;
reg        rule_push, rule_open = 0, rule_runs = 0;
reg        rule_rings = 0, rule_loads = 0, rule_selects = 0, rule_outside = 0;      // what was asked for: for wf_host_bins
reg [15:0] rule_code_base [0:7];             // of the descriptor that was queued last with this id
reg [16:0] rule_code_words [0:7];
integer    n_protected = 0, n_behind = 0, rule_end;

// may it be written, read
function [1:0] rule_access(input [15:0] at);
    if (at < 16'h088)
        case (at)
            `WF_HOST_CONTROL, `WF_HOST_IRQ_RAW, `WF_HOST_IRQ_ENABLE, `WF_HOST_DONE, `WF_HOST_DOORBELL, `WF_HOST_IMEM_ADDRESS, `WF_HOST_IMEM_LOW,
            `WF_HOST_IMEM_HIGH, `WF_HOST_BUF_BASE, `WF_HOST_BUF_SIZE, `WF_HOST_COUNTER_CORE: rule_access = 2'b11;
            `WF_HOST_CANCEL, `WF_HOST_BUF_SELECT: rule_access = 2'b10;
            default: rule_access = 2'b01;
        endcase
    else if (at >= `WF_HOST_DESC && at < `WF_HOST_DESC + 4 * WORDS)                 rule_access = 2'b11;
    else if (at >= 16'h200 && at < 16'h200 + 64 * DISPATCHES)                       rule_access = 2'b01;
    else if (at >= `WF_HOST_COUNTER && at < `WF_HOST_COUNTER + 8 * COUNTERS)        rule_access = 2'b01;
    else if (at >= 16'h500 && at < 16'h500 + 4 * DISPATCHES)                        rule_access = 2'b01;
    else rule_access = 2'b00;
endfunction

function [31:0] rule_single(input [15:0] at);
    case (at)
        `WF_HOST_ID:           rule_single = "WFLD";
        `WF_HOST_VERSION:      rule_single = {16'd2, 16'd4};
        `WF_HOST_CONTROL:      rule_single = rule_in_reset;
        `WF_HOST_LANES:        rule_single = 8;
        `WF_HOST_WAVES:        rule_single = 16;
        `WF_HOST_GROUPS:       rule_single = 5;
        `WF_HOST_REGS:         rule_single = 24;
        `WF_HOST_REG_ROWS:     rule_single = 96;
        `WF_HOST_LDS_WORDS:    rule_single = 512;
        `WF_HOST_LDS_BANKS:    rule_single = 2;
        `WF_HOST_IMEM_WORDS:   rule_single = IMEM;
        `WF_HOST_DISPATCHES:   rule_single = DISPATCHES;
        `WF_HOST_CORES:        rule_single = 3;
        `WF_HOST_QUEUE_DEPTH:  rule_single = DEPTH;
        `WF_HOST_DESC_WORDS:   rule_single = 17;
        `WF_HOST_COUNTERS:     rule_single = 19;
        `WF_HOST_FEATURES:     rule_single = {30'd0, FPU == 0, 1'b1};
        `WF_HOST_IRQ_RAW:      rule_single = rule_raw;
        `WF_HOST_IRQ_ENABLE:   rule_single = rule_enable;
        `WF_HOST_IRQ_PENDING:  rule_single = rule_raw & rule_enable;
        `WF_HOST_DONE:         rule_single = rule_done;
        `WF_HOST_DOORBELL:     rule_single = rule_rang;
        `WF_HOST_QUEUE:        rule_single = {rule_count == DEPTH, rule_count == 0, rule_count[7:0]};
        `WF_HOST_IMEM_ADDRESS: rule_single = rule_address;
        `WF_HOST_IMEM_LOW:     rule_single = rule_low;
        `WF_HOST_IMEM_HIGH:    rule_single = rule_high_word;
        `WF_HOST_BUF_BASE:     rule_single = rule_base;
        `WF_HOST_BUF_SIZE:     rule_single = rule_size;
        `WF_HOST_COUNTER_CORE: rule_single = rule_core;
        `WF_HOST_MEMORY_FAULT: rule_single = {memory_fault, memory_all[28], memory_all[27:26], 2'd0, memory_all[25:0]};
        `WF_HOST_CLOCK:        rule_single = rule_clock;
        `WF_HOST_CLOCK_HIGH:   rule_single = rule_kept;
        default:               rule_single = 0;
    endcase
endfunction

function [31:0] rule_of_id(input [5:0] at, input integer id);
    reg [`WF_FAULT_W-1:0] its_fault;
    reg [95:0]            its_gid;
begin
    its_fault = fault[`WF_FAULT_W*id +: `WF_FAULT_W];
    its_gid   = its_fault[`WF_FAULT_GID];
    case (at)
        6'h00:   rule_of_id = {8'd0, rule_answer[id][17:2], 2'd0, rule_answer[id][1:0], 1'b0, fault_valid[id], rule_state[id]};
        6'h04:   rule_of_id = rule_answer[id][33:18];
        6'h08:   rule_of_id = !fault_valid[id] ? 0 : {1'b1, 3'd0, its_fault[`WF_FAULT_SLOT], its_fault[`WF_FAULT_LANE], 5'd0, its_fault[`WF_FAULT_KIND]};
        6'h0c:   rule_of_id = !fault_valid[id] ? 0 : {its_fault[`WF_FAULT_WAVE], its_fault[`WF_FAULT_PC]};
        6'h10:   rule_of_id = !fault_valid[id] ? 0 : its_gid[31:0];
        6'h14:   rule_of_id = !fault_valid[id] ? 0 : its_gid[63:32];
        6'h18:   rule_of_id = !fault_valid[id] ? 0 : its_gid[95:64];
        6'h1c:   rule_of_id = !fault_valid[id] ? 0 : its_fault[`WF_FAULT_ADDR];
        6'h20:   rule_of_id = !fault_valid[id] ? 0 : its_fault[`WF_FAULT_COUNT];
        6'h28:   rule_of_id = rule_begun[id];
        6'h30:   rule_of_id = rule_ended[id];
        6'h38:   rule_of_id = retired[64*id +: 32];
        default: rule_of_id = rule_kept;
    endcase
end
endfunction

// a read acts; low words keep their high ones
task rule_read(input [15:0] raw_at);
    begin
        rule_at = {raw_at[15:2], 2'd0};
        rule_gives = {R_OKAY, 32'd0};
        if (rule_access(rule_at) == 2'b00)       rule_gives = {R_DECERR, 32'd0};
        else if (rule_access(rule_at) == 2'b10)  rule_gives = {R_SLVERR, 32'd0};
        else if (rule_at < 16'h100) begin
            rule_gives[31:0] = rule_single(rule_at);
            if (rule_at == `WF_HOST_CLOCK) rule_kept = rule_clock >> 32;
        end
        else if (rule_at < 16'h200)              rule_gives[31:0] = rule_stage[rule_at[7:2]];
        else if (rule_at < 16'h400) begin
            rule_gives[31:0] = rule_of_id(rule_at[5:0], rule_at[8:6]);
            if (rule_at[5:0] == 6'h28) rule_kept = rule_begun[rule_at[8:6]] >> 32;
            if (rule_at[5:0] == 6'h30) rule_kept = rule_ended[rule_at[8:6]] >> 32;
            if (rule_at[5:0] == 6'h38) rule_kept = retired[64*rule_at[8:6] + 32 +: 32];
            if (rule_at[5:0] == 6'h20) rule_kept = !fault_valid[rule_at[8:6]] ? 0 : fault[`WF_FAULT_W*rule_at[8:6] + `WF_FAULT_COUNT] >> 32;
        end else if (rule_at >= 16'h500)
            rule_gives[31:0] = !fault_valid[rule_at[4:2]] ? 0 : fault[`WF_FAULT_W*rule_at[4:2] + `WF_FAULT_BUFFER];
        else begin
            rule_counter = rule_core < 3 ? counters[64*(COUNTERS*rule_core + rule_at[7:3]) +: 64] : 64'd0;
            rule_gives[31:0] = rule_at[2] ? rule_kept : rule_counter[31:0];
            if (!rule_at[2]) rule_kept = rule_counter[63:32];
        end
    end
endtask

// a write acts on the state before the edge; the events of the same cycle act after it
task rule_write(input [15:0] raw_at, input [31:0] word, input [3:0] bytes);
    begin
        rule_at   = {raw_at[15:2], 2'd0};
        rule_mask = {{8{bytes[3]}}, {8{bytes[2]}}, {8{bytes[1]}}, {8{bytes[0]}}};
        rule_word = word & rule_mask;
        if (rule_access(rule_at) >= 2'b10 && bytes != 4'd0) begin
            if (rule_at >= `WF_HOST_DESC) rule_stage[rule_at[7:2]] = rule_word | (rule_stage[rule_at[7:2]] & ~rule_mask);
            case (rule_at)
                `WF_HOST_CONTROL:      if (bytes[0]) rule_reset = word[0];
                `WF_HOST_IRQ_RAW:      rule_wiped = rule_word[4:0];
                `WF_HOST_IRQ_ENABLE:   if (bytes[0]) rule_enable = word[4:0];
                `WF_HOST_DONE:         rule_wipe = rule_word[7:0];
                `WF_HOST_DOORBELL:     rule_ring = 1'b1;
                `WF_HOST_CANCEL:
                    if (rule_state[rule_word[2:0]] == `WF_HOST_STATE_QUEUED || rule_state[rule_word[2:0]] == `WF_HOST_STATE_RUNNING) begin
                        rule_want[rule_word[2:0]] = 1'b1;
                    end
                `WF_HOST_IMEM_ADDRESS: rule_address = {1'b0, rule_word[15:0] | (rule_address[15:0] & ~rule_mask[15:0])};
                `WF_HOST_IMEM_LOW:     rule_low = rule_word | (rule_low & ~rule_mask);
                `WF_HOST_IMEM_HIGH: begin
                    rule_high_word = rule_word | (rule_high_word & ~rule_mask);
                    rule_imem_addr = rule_address[15:0];
                    rule_loads = 1'b1;
                    rule_outside = rule_address >= IMEM;
                    // not into the code of a dispatch that is queued or running
                    rule_runs = 1'b0;
                    for (q = 0; q < DISPATCHES; q = q + 1) begin
                        rule_end = rule_code_base[q] + rule_code_words[q];
                        if ((rule_state[q] == `WF_HOST_STATE_QUEUED || rule_state[q] == `WF_HOST_STATE_RUNNING) && rule_address >= rule_code_base[q] &&
                            rule_address < rule_end) rule_runs = 1'b1;
                        if (rule_state[q] == `WF_HOST_STATE_RUNNING && rule_code_words[q] != 0 && rule_address == rule_end && rule_address < IMEM && !rule_in_reset) n_behind = n_behind + 1;
                    end
                    if (rule_runs && rule_address < IMEM) n_protected = n_protected + 1;
                    if (rule_address < IMEM && !rule_in_reset && !rule_runs) begin
                        rule_imem_we = 1'b1;
                        rule_address = rule_address + 1;
                    end else rule_next_raw[3] = 1'b1;
                end
                `WF_HOST_BUF_BASE:     rule_base = rule_word | (rule_base & ~rule_mask);
                `WF_HOST_BUF_SIZE:     rule_size = rule_word | (rule_size & ~rule_mask);
                `WF_HOST_COUNTER_CORE: if (bytes[0]) rule_core = word[3:0];
                `WF_HOST_BUF_SELECT: begin
                    rule_select = rule_word[11:0];
                    rule_selects = 1'b1;
                    rule_open = rule_state[rule_word[10:8]] == `WF_HOST_STATE_QUEUED || rule_state[rule_word[10:8]] == `WF_HOST_STATE_RUNNING;
                    if (rule_word[10:8] < DISPATCHES && !rule_open && !rule_in_reset) rule_buf_we = 1'b1;
                    else rule_next_raw[3] = 1'b1;
                end
                default: ;
            endcase
        end
    end
endtask

task rule_ports;
    begin
        if (irq !== rule_irq) fail("the interrupt");
        if (machine_rst !== rule_machine_rst) fail("the reset of the machine");
        if (imem_we !== rule_imem_we || (imem_we && (imem_addr !== rule_imem_addr || imem_data !== {rule_high_word, rule_low})))
            fail("loading of an instruction");
        if (buf_we !== rule_buf_we || (buf_we && (buf_id !== rule_select[8 +: ID_W] || buf_index !== rule_select[7:0] ||
                                                buf_base !== rule_base || buf_size !== rule_size || buf_robust !== rule_select[11])))
            fail("loading of a buffer");
        if (desc_valid !== (rule_count != 0)) fail("desc_valid");
        if (desc_valid && desc !== rule_fifo[0]) fail("the descriptor");
        if (cancel_valid !== 1'b0 && cancel_valid !== 1'b1) fail("cancel_valid");
        if (cancel_valid) begin
            if (!rule_want[cancel_id] && !rule_late[cancel_id]) fail("a cancel that nobody asked for");
            if (rule_want[cancel_id] && rule_state[cancel_id] != `WF_HOST_STATE_RUNNING) fail("a cancel before the machine has it");
            rule_want[cancel_id] = 1'b0;
            n_cancel = n_cancel + 1;
        end
        rule_late = 8'd0;
        for (q = 0; q < DISPATCHES; q = q + 1) begin
            rule_owed[q] = (rule_want[q] && rule_state[q] == `WF_HOST_STATE_RUNNING) ? rule_owed[q] + 1 : 0;
            if (rule_owed[q] > DISPATCHES + 2) fail("a cancel that does not come");
        end
    end
endtask

// the doorbell of the cycle before
task rule_doorbell;
    begin
        for (q = 0; q < WORDS; q = q + 1) rule_staged[32*q +: 32] = rule_stage[q];
        rule_id   = rule_staged[`WF_DESC_ID];
        rule_rang = 5'd0;
        rule_rang[4] = rule_in_reset;
        rule_rang[3] = rule_id >= DISPATCHES;
        rule_rang[2] = rule_id < DISPATCHES && rule_state[rule_id] != `WF_HOST_STATE_IDLE;
        rule_rang[1] = rule_count == DEPTH;
        rule_rang[0] = rule_rang[4:1] == 4'd0;
        rule_push = rule_rang[0];
        if (!rule_push) begin rule_next_raw[2] = 1'b1; n_refused = n_refused + 1; end
        if (rule_rang[1]) n_full = n_full + 1;
        if (rule_rang[2]) n_busy = n_busy + 1;
    end
endtask

task rule_events;
    begin
        for (q = 0; q < DISPATCHES; q = q + 1) begin
            if (rule_wipe[q] && rule_state[q] == `WF_HOST_STATE_DONE) begin
                rule_state[q] = `WF_HOST_STATE_IDLE;
                if (done_valid) n_wipe_done = n_wipe_done + 1;
            end
        end
        if (desc_valid && desc_ready) begin
            rule_state[desc[`WF_DESC_ID]] = `WF_HOST_STATE_RUNNING;
            rule_begun[desc[`WF_DESC_ID]] = rule_clock;
            rule_count = rule_count - 1;
            n_taken = n_taken + 1;
            for (q = 0; q + 1 < DEPTH; q = q + 1) rule_fifo[q] = rule_fifo[q+1];
        end
        if (rule_push) begin
            rule_fifo[rule_count] = rule_staged[`WF_DESC_W-1:0];
            rule_count = rule_count + 1;
            rule_state[rule_id] = `WF_HOST_STATE_QUEUED;
            rule_code_base[rule_id] = rule_staged[`WF_DESC_CODE_BASE];
            rule_code_words[rule_id] = rule_staged[`WF_DESC_CODE_WORDS];
        end
        if (done_valid && done_ready) begin
            rule_state[done_id] = `WF_HOST_STATE_DONE;
            rule_answer[done_id] = done_all;
            rule_ended[done_id] = rule_clock;
            // no dispatch ends before it began
            if (rule_ended[done_id] <= rule_begun[done_id]) fail("an answer before the descriptor was taken");
            rule_late[done_id] = rule_want[done_id];
            rule_want[done_id] = 1'b0;
            n_done = n_done + 1;
        end
        if ((fault_valid & ~rule_faulted) != 0) rule_next_raw[1] = 1'b1;
        rule_faulted = fault_valid;
        if (memory_fault && !rule_wrong) rule_next_raw[4] = 1'b1;
        rule_wrong = memory_fault;
    end
endtask

// An access acts in the first cycle in which the slave has all of it, and no answer of one before it waits.
integer rule_aw = 0, rule_w = 0, rule_ar = 0;       // of this list, what the slave took
reg     rule_writes, rule_reads;                    // one acts
task follow_rules;
    begin
        rule_in_reset  = rule_reset || rule_machine_rst || rule_held;      // as it was before the edge
        rule_was_reset = rule_reset;
        rule_clear     = rst || rule_in_reset;
        if (!rst) rule_ports;
        rule_writes = rule_aw > w_acted && rule_w > w_acted && !bvalid && !rst;
        rule_reads  = rule_ar > r_acted && !rvalid && !rst;
`ifndef WF_NETLIST_wf_host                                      // a netlist has no names inside
        if (!rst && u_dut.now !== rule_clock) fail("the clock");        // a carry is late for one cycle, which no read may meet
        if (!rst && {u_dut.wr_valid, u_dut.rd_valid} !== {rule_writes, rule_reads}) fail("an access acts in another cycle");
`endif
        if (rule_reads) begin
            rule_read(r_at[r_acted]);
            r_want[r_acted] = rule_gives;
            r_acted = r_acted + 1;
        end
        rule_irq = (rule_raw & rule_enable) != 0 && !rst;
        rule_held = rule_machine_rst || machine_held;
        rule_machine_rst = rst || rule_was_reset;
        rule_next_raw = 5'd0; rule_wiped = 5'd0; rule_wipe = 8'd0; rule_imem_we = 1'b0; rule_buf_we = 1'b0; rule_push = 1'b0;
        rule_rings = rule_ring; rule_loads = 1'b0; rule_selects = 1'b0;
        if (rule_ring) rule_doorbell;
        rule_ring = 1'b0;
        if (rule_writes) begin
            rule_write(w_at[w_acted], w_word[w_acted], w_bytes[w_acted]);
            b_want[w_acted] = rule_access({w_at[w_acted][15:2], 2'd0}) >= 2'b10 ? R_OKAY : rule_access({w_at[w_acted][15:2], 2'd0}) == 2'b01 ? R_SLVERR : R_DECERR;
            w_acted = w_acted + 1;
        end
        rule_events;
        if (rule_clear) begin
            for (q = 0; q < 8; q = q + 1) begin rule_state[q] = `WF_HOST_STATE_IDLE; rule_answer[q] = 0; rule_owed[q] = 0; rule_begun[q] = 0; rule_ended[q] = 0; end
            rule_count = 0; rule_want = 0; rule_late = 0; rule_faulted = 0; rule_wrong = 1'b0; rule_imem_we = 1'b0; rule_buf_we = 1'b0;
        end
        rule_done = 8'd0;
        for (q = 0; q < DISPATCHES; q = q + 1) rule_done[q] = rule_state[q] == `WF_HOST_STATE_DONE;
        rule_raw = {rule_next_raw[4:1] | (rule_raw[4:1] & ~rule_wiped[4:1]), rule_done != 0};
        if (rst) for (q = 0; q < WORDS; q = q + 1) rule_stage[q] = 0;
        if (rst) begin rule_raw = 0; rule_enable = 0; rule_rang = 0; rule_reset = 0; rule_core = 0; end
        rule_clock = rst ? 64'd0 : rule_clock + 64'd1;
        rule_aw = rule_aw + (awvalid && awready);
        rule_w  = rule_w + (wvalid && wready);
        rule_ar = rule_ar + (arvalid && arready);
    end
endtask

// every corner was there
task finish_rules;
    if (count >= 2000) begin
        if (n_protected == 0) fail("code that runs was never written");
        if (n_behind == 0) fail("nothing was written right behind code that runs");
        if (n_taken == 0 || n_done == 0 || n_cancel == 0 || n_refused == 0 || n_busy == 0) fail("a corner was never reached");
        if (DEPTH < DISPATCHES && n_full == 0) fail("the queue was never full");
        if (DISPATCHES > 1 && n_wipe_done == 0) fail("never cleared beside an answer");
    end
endtask

// SPDX-License-Identifier: Apache-2.0
// channels.v - channels of the core, of the dispatcher and of the packer: what is on offer holds while it is stalled.
//   Ghost: the word on offer, a cycle ago. Memories of the units, and of the dispatcher the places and barriers, are cut.
//   Environment: an answer that comes to wf_core_answer holds, and nothing asks again for its tag. To a core of the
//   dispatcher a group comes only with `room`. The size of waves of pixels changes only while none is open.
//   A lookup of a fault is not of a dispatch that begins.
// prove stable: valid and payload hold while the channel is stalled; of a fault, until one that was before it takes its place
// reach stalled: a word is taken that was stalled
// run channels-arrive: pdr, 5 s, UNIT=0
// run channels-end: pdr, 5 s, UNIT=1
// run channels-answer: pdr, 5 s, UNIT=2
// run channels-fault: pdr, 5 s, UNIT=3
// run channels-mreq: pdr, 20 s, UNIT=4
// run channels-launch: pdr, 5 s, UNIT=5
// run channels-clear: pdr, 5 s, UNIT=6
// run channels-pixels: pdr, 20 s, UNIT=7
// cut wf_ram wf_dispatch_places wf_dispatch_barrier wf_free_list
`default_nettype none
`include "wf_record.vh"

module formal_channels #(
    parameter integer UNIT    = 0,           // as they stand above
    parameter integer LANES   = 4,
    parameter integer WAVES   = 4,
    parameter integer SLOT_W  = 2,
    parameter integer GSLOT_W = 1,
    parameter integer ID_W    = 1,
    parameter integer TAG_W   = 2
) (
    input  wire                clk,
    input  wire                ready, a, b, c, d, e,         // pulses, as each unit has them
    input  wire [3:0]          set,
    input  wire [TAG_W-1:0]    tag, other_tag,
    input  wire [511:0]        any,
    output wire                p_stable, w_stalled
);
    `include "wf_formal.vh"
    localparam integer MAX_W = 512;
    wire             valid;
    wire [MAX_W-1:0] word;
    reg              stalled_q = 0;
    wire             asked;                  // the environment keeps its contract
    wire             replaced;               // the word may change though it is stalled
    generate
        if (UNIT < 2) begin : g_waves
            wire        arrive_valid, end_valid;
            wire [1:0]  arrive_slot, end_slot;
            wf_core_waves #(.LANES(LANES), .WAVES(WAVES), .GSLOT_W(GSLOT_W), .ID_W(ID_W)) u_dut (
                .clk(clk), .rst(rst), .launch_valid(a), .launch(any[`WF_LAUNCH_W-1:0]), .launch_empty(b && a), .insn_slot(tag), .rt_slot(tag),
                .lookup_slot(tag), .mreq_slot(tag), .lds_req_slot(tag), .lds_rsp_slot(tag), .wait_valid(c), .wait_onehot(set),
                .barrier_retired(d), .end_retired(e), .retired_onehot(set), .release_valid(c), .release_slots(any[3:0]),
                .arrive_valid(arrive_valid), .arrive_ready(ready), .arrive_slot(arrive_slot),
                .end_valid(end_valid), .end_ready(ready), .end_slot(end_slot));
            assign valid    = UNIT == 0 ? arrive_valid : end_valid;
            assign word     = UNIT == 0 ? arrive_slot : end_slot;
            assign asked    = 1'b1;
            assign replaced = 1'b0;
        end else if (UNIT == 2) begin : g_answer
            reg              was_a_q = 0, was_ready_q = 0;
            reg  [TAG_W-1:0] was_q;
            wire             in_ready;
            wf_core_answer #(.TAG_W(TAG_W)) u_dut (
                .clk(clk), .rst(rst), .ask_valid(b), .ask_tag(other_tag), .in_valid(a), .in_ready(in_ready), .in_tag(tag),
                .out_valid(valid), .out_ready(ready));
            always @(posedge clk) {was_a_q, was_ready_q, was_q} <= {a && !rst, in_ready, tag};
            assign word     = tag;
            assign asked    = !(was_a_q && !was_ready_q && !(a && tag == was_q));
            assign replaced = 1'b0;
        end else if (UNIT == 3) begin : g_fault
            wf_core_fault #(.WAVES(WAVES), .ENTRY_W(1), .TIME_W(4), .TAG_W(3)) u_dut (
                .clk(clk), .rst(rst), .clear(a), .now(any[3:0]), .elsewhere(b), .lds_request(c), .lds_answer(any[8]), .lds_early(d),
                .lds_time(any[7:4]), .lds_valid(any[9]), .lds(any[74:12]), .mem_valid(any[10]), .mem(any[174:112]),
                .code_valid(any[11]), .code(any[274:212]), .bus_valid(e), .bus(any[374:312]), .bus_wave(any[390:375]),
                .bus_gid(any[486:391]), .lookup_valid(valid), .lookup_ready(ready), .lookup_tag(word[2:0]), .lookup_wave(any[15:0]),
                .lookup_gid(any[95:0]), .lookup_pc(any[15:0]));
            assign word[MAX_W-1:3] = 0;
            assign asked    = !(valid && a);
            assign replaced = any[9] && d;       // it was a request of groupshared memory, made while nothing was known
        end else if (UNIT == 4) begin : g_mem
            localparam integer W = `WF_MREQ_W;
            wf_core_mem #(.LANES(LANES), .DEPTH(2), .TAG_W(TAG_W)) u_dut (
                .clk(clk), .rst(rst), .buf_we(1'b0), .buf_id(1'b0), .buf_index(8'd0), .buf_base(32'd0), .buf_size(32'd0), .buf_robust(1'b0),
                .unbind_valid(1'b0), .unbind_id(1'b0), .read_valid(b), .read_id(1'b0), .read_index(8'd0),
                .in_valid(a), .in_tag(tag), .in_id(1'b0), .in_table(c), .in_kind(any[1:0]), .in_high(any[2]), .in_atom(any[6:3]),
                .in_lanes(set), .in_operand(any[127:0]), .in_offset(any[15:0]), .in_data(any[255:128]), .in_compare(any[383:256]), .in_number(any[419:384]),
                .in_posted(d), .mreq_valid(valid), .mreq_ready(ready), .mreq(word[W-1:0]), .mreq_id(1'b0), .mreq_wave(16'd0),
                .mreq_gid(96'd0), .answer_tag(other_tag), .post_ready(e));
            assign word[MAX_W-1:W] = 0;
            assign asked    = 1'b1;
            assign replaced = 1'b0;
        end else if (UNIT < 7) begin : g_core
            localparam integer W = `WF_LAUNCH_W;
            wire         room, launch_valid, clear_valid;
            wire [W-1:0] launch;
            wire [15:0]  base, words;
            wf_dispatch_core #(.LANES(LANES), .WAVES(WAVES), .GROUPS(2), .REG_UNITS(2), .LDS_UNITS(2), .LDS_BANKS(2), .YIELDS(1)) u_dut (
                .clk(clk), .rst(rst), .wanted(any[0]), .standby(1'b0), .restart(1'b0), .reg_size(2'd1), .lds_size(2'd1), .ahead_restart(1'b0),
                .ahead_reg(2'd0), .ahead_lds(2'd0), .ahead_waves(9'd0), .room(room), .step(a), .step_id(any[1]), .step_pixel(any[2]),
                .step_shy(any[3]), .step_firm(any[4]), .step_lds(any[6:5]), .step_waves(any[15:7]), .step_gid(any[111:16]),
                .step_tbase(any[207:112]), .same(any[208]), .next_room(any[209]), .others(any[210]), .next_dead(any[211]),
                .next_wave(any[273:212]), .next_deal(any[288:274]), .pixel_valid(b), .pixel_last(c), .pixel_live(any[296:289]),
                .pixel_helper(any[300:297]), .pixel_at(any[328:301]), .launch_valid(launch_valid), .launch_ready(ready),
                .launch(launch), .end_valid(d), .end_slot(tag), .arrive_valid(e), .arrive_slot(other_tag),
                .lds_clear_valid(clear_valid), .lds_clear_ready(ready), .lds_clear_base(base), .lds_clear_words(words));
            assign valid    = UNIT == 5 ? launch_valid : clear_valid;
            assign word     = UNIT == 5 ? launch : {base, words};
            assign asked    = room || !a;
            assign replaced = 1'b0;
        end else begin : g_pixels
            wire        wave_end;
            wire [7:0]  live;
            wire [3:0]  helper;
            wire [27:0] at;
            reg         open_q = 0;
            reg  [2:0]  log2_q;
            wf_pack_pixels #(.LANES(LANES)) u_dut (
                .clk(clk), .rst(rst), .open(a), .wave_log2(any[2:0]), .quad_valid(b), .quad_last(c), .quad_coverage(set), .quad_x(any[16:3]),
                .quad_y(any[30:17]), .wave_valid(valid), .wave_ready(ready), .wave_end(wave_end), .wave_live(live), .wave_helper(helper),
                .wave_at(at));
            always @(posedge clk) {open_q, log2_q} <= {(a || open_q) && !(valid && ready && wave_end) && !rst, any[2:0]};
            assign word     = {wave_end, live, helper, at};
            assign asked    = any[2:0] == 3'd2 && (a || !open_q);
            assign replaced = 1'b0;
        end
    endgenerate
    assign legal = !(rst && (a || b || c || d || e)) && asked;

    reg  [MAX_W-1:0] was_q;
    reg              replaced_q;
    always @(posedge clk) begin
        stalled_q  <= ok && valid && !ready;
        was_q      <= word;
        replaced_q <= replaced;
    end
    assign p_stable  = ok && stalled_q && !(valid && (word == was_q || replaced_q));
    assign w_stalled = ok && stalled_q && valid && ready;
endmodule

`default_nettype wire

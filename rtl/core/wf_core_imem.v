// SPDX-License-Identifier: Apache-2.0
// wf_core_imem - the instruction memory, for the kernels of all dispatches: reads an instruction and the one after it.
//   Latency: 1 cycle; the result holds until the next read.  Throughput: one write and one read per cycle.  Two banks
//   by the lowest bit of the address, so that any two neighbours are read at once.  A pc outside the kernel, or where
//   nothing was loaded since the reset, reads 0 and is marked; of a dispatch that is dead everything reads END.
//   A row has the instruction and bits of it that wf_core_predecode made.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none
`include "wf_predecode.vh"

module wf_core_imem #(
    parameter integer IMEM_WORDS = 4096,     // instructions that it holds
    parameter integer DISPATCHES = 1,        // ids: 1, 2, 4 or 8
    parameter integer ID_W       = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1
) (
    input  wire                     clk,
    input  wire                     rst,

    input  wire                     imem_we,         // the host loads an instruction; beyond IMEM_WORDS it is dropped
    input  wire [15:0]              imem_addr,
    input  wire [63:0]              imem_data,
    input  wire [`WF_PREDECODE_W-1:0] imem_bits,     // ... and what is kept of it
    input  wire [17*DISPATCHES-1:0] code_words,      // by id: instructions of the kernel
    input  wire [16*DISPATCHES-1:0] code_base,       // by id: address of its instruction 0
    input  wire [DISPATCHES-1:0]    dead,            // by id: its waves are to end

    input  wire                     read,            // read the pair at read_pc
    input  wire [ID_W-1:0]          read_id,         // ... of the kernel of this dispatch
    input  wire [16:0]              read_pc,

    output wire [63:0]              word,            // the instruction at read_pc
    output wire [7:0]               row_op,          // its opcode, earlier; where there is none: any
    output wire [`WF_PREDECODE_W-1:0] bits,          // ... and what is kept of it
    output wire                     outside,         // there is none, and its dispatch is not dead
    output wire [63:0]              second_word,     // what is after it, if second_inside
    output wire [`WF_PREDECODE_W-1:0] second_bits,
    output wire                     second_inside    // an instruction is after it
);
`include "wf_isa.vh"
    generate
        if (IMEM_WORDS < 2 || IMEM_WORDS > 65536) wf_core_IMEM_WORDS_must_be_2_to_65536 u_error ();
    endgenerate

    localparam integer ODD_WORDS = IMEM_WORDS / 2, EVEN_WORDS = IMEM_WORDS - ODD_WORDS;
    localparam integer ROW_W = (EVEN_WORDS > 1) ? $clog2(EVEN_WORDS) : 1;
    localparam [16:0]  IMEM_END = IMEM_WORDS[16:0];
    localparam integer ROW_BITS = `WF_PREDECODE_W + 64;
    reg [ROW_BITS-1:0] even [0:EVEN_WORDS-1];
    reg [ROW_BITS-1:0] odd  [0:ODD_WORDS-1];

    reg [17*DISPATCHES-1:0] limit_q;                 // by id: of the instructions, those that the memory holds
    genvar d;
    generate
        for (d = 0; d < DISPATCHES; d = d + 1) begin : g_limit
            wire [16:0] base = {1'b0, code_base[16*d +: 16]};
            wire [16:0] room = base < IMEM_END ? IMEM_END - base : 17'd0;
            always @(posedge clk) limit_q[17*d +: 17] <= code_words[17*d +: 17] < room ? code_words[17*d +: 17] : room;
        end
    endgenerate

    wire        write        = imem_we && {1'b0, imem_addr} < IMEM_END;
    wire [16:0] second_pc    = read_pc + 17'd1;
    wire [16:0] first_addr   = read_pc + {1'b0, code_base[16*read_id +: 16]};
    wire [17:0] second_addr  = {read_pc, 1'b1} + {1'b0, code_base[16*read_id +: 16], 1'b1};  // + 1, with a bit for its carry
    wire [ROW_W-1:0] even_row = second_addr[ROW_W+1:2], odd_row = first_addr[ROW_W:1];   // of the one at an even address
    wire        unused       = &{1'b0, first_addr, second_addr};

    reg  [ROW_BITS-1:0] even_q, odd_q;
    reg         odd_first_q, inside_q, second_inside_q, dead_q;
    always @(posedge clk) begin
        if (write && !imem_addr[0]) even[imem_addr[ROW_W:1]] <= {imem_bits, imem_data};
        if (write && imem_addr[0])  odd[imem_addr[ROW_W:1]]  <= {imem_bits, imem_data};
        if (read) begin
            even_q          <= even[even_row];
            odd_q           <= odd[odd_row];
            odd_first_q     <= first_addr[0];
            inside_q        <= read_pc < limit_q[17*read_id +: 17];
            second_inside_q <= second_pc < limit_q[17*read_id +: 17];
            dead_q          <= dead[read_id];
        end
    end

    // What was not loaded since the reset is no code.
    wire        even_loaded, odd_loaded;
    wf_core_loaded #(.WORDS(EVEN_WORDS), .AT_W(ROW_W)) u_even_loaded (
        .clk(clk), .rst(rst), .write(write && !imem_addr[0]), .write_at(imem_addr[ROW_W:1]),
        .read(read), .read_at(even_row), .loaded(even_loaded));
    wf_core_loaded #(.WORDS(ODD_WORDS), .AT_W(ROW_W)) u_odd_loaded (
        .clk(clk), .rst(rst), .write(write && imem_addr[0]), .write_at(imem_addr[ROW_W:1]),
        .read(read), .read_at(odd_row), .loaded(odd_loaded));

    wire        in_code      = inside_q && (odd_first_q ? odd_loaded : even_loaded);
    wire [ROW_BITS-1:0] row  = odd_first_q ? odd_q : even_q;
    assign      row_op       = row[`WF_INSN_OP];
    assign      word         = dead_q ? {56'd0, `WF_OP_END} : !in_code ? 64'd0 : row[63:0];
    assign      bits         = dead_q || !in_code ? `WF_PREDECODE_END : row[ROW_BITS-1:64];
    assign      outside      = !in_code && !dead_q;
    assign      {second_bits, second_word} = odd_first_q ? even_q : odd_q;
    assign      second_inside = second_inside_q && (odd_first_q ? even_loaded : odd_loaded);
endmodule

`default_nettype wire

// SPDX-License-Identifier: Apache-2.0
// wf_isa.vh - numbers of the instruction set.  Made from isa.def by wf_gen; do not edit.
`ifndef WF_ISA_VH
`define WF_ISA_VH
`define WF_INSN_OP         0 +: 8
`define WF_INSN_DST        8 +: 7
`define WF_INSN_BACK       8 +: 16
`define WF_INSN_NO_DST     15 +: 1
`define WF_INSN_A          16 +: 7
`define WF_INSN_B          24 +: 7
`define WF_INSN_IMMEDIATE  31 +: 1
`define WF_INSN_C          32 +: 7
`define WF_INSN_MOD        40 +: 8
`define WF_INSN_LEVEL      40 +: 8
`define WF_INSN_DEVICE     40 +: 1
`define WF_INSN_IMM16      48 +: 16
`define WF_INSN_OFFSET     48 +: 12
`define WF_INSN_ATOM       60 +: 4
`define WF_INSN_HALF       48 +: 1
`define WF_INSN_IMM32      32 +: 32
`define WF_MOD_SCAN_MODE  0 +: 2
`define WF_MOD_SCAN_SCOPE 2 +: 2
`define WF_MOD_CLUSTER    4 +: 3
`define WF_MOD_ATOM       0 +: 4
`define WF_MOD_BUFFER     0 +: 8
`define WF_MOD_THREAD_ID  0 +: 3
`define WF_MOD_WORDS      0 +: 3
`define WF_UNIT_FLOW       3'd0
`define WF_UNIT_ALU        3'd1
`define WF_UNIT_FPU        3'd2
`define WF_UNIT_PACK       3'd3
`define WF_UNIT_XLANE      3'd4
`define WF_UNIT_LDS        3'd5
`define WF_UNIT_MEM        3'd6
`define WF_UNIT_SYNC       3'd7
`define WF_SECOND_NEVER     2'd0
`define WF_SECOND_RUNNING   2'd1
`define WF_SECOND_CONVERGED 2'd2
`define WF_OP_NOP          8'h00
`define WF_OP_IF           8'h01
`define WF_OP_ELSE         8'h02
`define WF_OP_ENDIF        8'h03
`define WF_OP_LOOP         8'h04
`define WF_OP_CONTINUING   8'h05
`define WF_OP_ENDLOOP      8'h06
`define WF_OP_BREAK        8'h07
`define WF_OP_BREAKIF      8'h08
`define WF_OP_CONTINUE     8'h09
`define WF_OP_RET          8'h0a
`define WF_OP_DEMOTE       8'h0b
`define WF_OP_END          8'h0c
`define WF_OP_BARRIER      8'h0d
`define WF_OP_MEMBAR       8'h0e
`define WF_OP_MOV          8'h10
`define WF_OP_NOT          8'h11
`define WF_OP_ADD          8'h12
`define WF_OP_SUB          8'h13
`define WF_OP_RSUB         8'h14
`define WF_OP_AND          8'h15
`define WF_OP_OR           8'h16
`define WF_OP_XOR          8'h17
`define WF_OP_SHL          8'h18
`define WF_OP_SHR          8'h19
`define WF_OP_SAR          8'h1a
`define WF_OP_MINS         8'h1b
`define WF_OP_MAXS         8'h1c
`define WF_OP_MINU         8'h1d
`define WF_OP_MAXU         8'h1e
`define WF_OP_SEL          8'h1f
`define WF_OP_EQ           8'h20
`define WF_OP_NE           8'h21
`define WF_OP_LTS          8'h22
`define WF_OP_GES          8'h23
`define WF_OP_LTU          8'h24
`define WF_OP_GEU          8'h25
`define WF_OP_COUNTBITS    8'h28
`define WF_OP_REVBITS      8'h29
`define WF_OP_FFBL         8'h2a
`define WF_OP_FFBHU        8'h2b
`define WF_OP_FFBHS        8'h2c
`define WF_OP_BFEU         8'h2d
`define WF_OP_BFES         8'h2e
`define WF_OP_BFI          8'h2f
`define WF_OP_MUL          8'h30
`define WF_OP_MULHU        8'h31
`define WF_OP_MULHS        8'h32
`define WF_OP_MAD          8'h33
`define WF_OP_FADD         8'h34
`define WF_OP_FSUB         8'h35
`define WF_OP_FMUL         8'h36
`define WF_OP_FMA          8'h37
`define WF_OP_FMIN         8'h38
`define WF_OP_FMAX         8'h39
`define WF_OP_FABS         8'h3a
`define WF_OP_FNEG         8'h3b
`define WF_OP_FLOOR        8'h3c
`define WF_OP_CEIL         8'h3d
`define WF_OP_TRUNC        8'h3e
`define WF_OP_RNDNE        8'h3f
`define WF_OP_FEQ          8'h40
`define WF_OP_FNE          8'h41
`define WF_OP_FLT          8'h42
`define WF_OP_FLE          8'h43
`define WF_OP_FGT          8'h44
`define WF_OP_FGE          8'h45
`define WF_OP_F2I          8'h48
`define WF_OP_F2U          8'h49
`define WF_OP_I2F          8'h4a
`define WF_OP_U2F          8'h4b
`define WF_OP_F2H          8'h4c
`define WF_OP_H2F          8'h4d
`define WF_OP_SV           8'h50
`define WF_OP_SIZE         8'h51
`define WF_OP_ANY          8'h58
`define WF_OP_ALL          8'h59
`define WF_OP_ALLEQ        8'h5a
`define WF_OP_ALLEQF       8'h5b
`define WF_OP_BALLOT       8'h5c
`define WF_OP_BCOUNT       8'h5d
`define WF_OP_BPREFIX      8'h5e
`define WF_OP_ISFIRST      8'h5f
`define WF_OP_FIRSTLANE    8'h60
`define WF_OP_LASTLANE     8'h61
`define WF_OP_READFIRST    8'h62
`define WF_OP_READLANE     8'h63
`define WF_OP_SHUFXOR      8'h64
`define WF_OP_SHUFUP       8'h65
`define WF_OP_SHUFDOWN     8'h66
`define WF_OP_QBCAST       8'h67
`define WF_OP_QSWAPX       8'h68
`define WF_OP_QSWAPY       8'h69
`define WF_OP_QSWAPD       8'h6a
`define WF_OP_QANY         8'h6b
`define WF_OP_QALL         8'h6c
`define WF_OP_MLSB         8'h6d
`define WF_OP_MMSB         8'h6e
`define WF_OP_MCOUNT       8'h6f
`define WF_OP_MCOUNTX      8'h70
`define WF_OP_MCOUNTI      8'h71
`define WF_OP_MINVERSE     8'h72
`define WF_OP_MBIT         8'h73
`define WF_OP_MATCH        8'h74
`define WF_OP_MATCHB       8'h75
`define WF_OP_WADD         8'h78
`define WF_OP_WMUL         8'h79
`define WF_OP_WMINS        8'h7a
`define WF_OP_WMAXS        8'h7b
`define WF_OP_WMINU        8'h7c
`define WF_OP_WMAXU        8'h7d
`define WF_OP_WAND         8'h7e
`define WF_OP_WOR          8'h7f
`define WF_OP_WXOR         8'h80
`define WF_OP_WFADD        8'h81
`define WF_OP_WFMUL        8'h82
`define WF_OP_WFMIN        8'h83
`define WF_OP_WFMAX        8'h84
`define WF_OP_WCOUNT       8'h85
`define WF_OP_LDSLD        8'h90
`define WF_OP_LDSST        8'h91
`define WF_OP_LDSATOM      8'h92
`define WF_OP_LDSATOM64    8'h93
`define WF_OP_GLD          8'h94
`define WF_OP_GST          8'h95
`define WF_OP_GATOM        8'h96
`define WF_OP_GATOM64      8'h97
`define WF_OP_TLD          8'h98
`define WF_OP_TST          8'h99
`define WF_OP_TATOM        8'h9a
`define WF_OP_TATOM64      8'h9b
`define WF_OP_GSTP         8'h9d
`define WF_SCAN_REDUCE     2'd0
`define WF_SCAN_INCLUSIVE  2'd1
`define WF_SCAN_EXCLUSIVE  2'd2
`define WF_SCOPE_WAVE      2'd0
`define WF_SCOPE_CLUSTER   2'd1
`define WF_SCOPE_MULTI     2'd2
`define WF_ATOM_ADD        4'd0
`define WF_ATOM_SUB        4'd1
`define WF_ATOM_AND        4'd2
`define WF_ATOM_OR         4'd3
`define WF_ATOM_XOR        4'd4
`define WF_ATOM_MINS       4'd5
`define WF_ATOM_MAXS       4'd6
`define WF_ATOM_MINU       4'd7
`define WF_ATOM_MAXU       4'd8
`define WF_ATOM_XCHG       4'd9
`define WF_ATOM_CAS        4'd10
`define WF_ATOM_FADD       4'd11
`define WF_ATOM_FMIN       4'd12
`define WF_ATOM_FMAX       4'd13
`define WF_SV_TID_X        8'd0
`define WF_SV_TID_Y        8'd1
`define WF_SV_TID_Z        8'd2
`define WF_SV_GINDEX       8'd3
`define WF_SV_DTID_X       8'd4
`define WF_SV_DTID_Y       8'd5
`define WF_SV_DTID_Z       8'd6
`define WF_SV_GID_X        8'd8
`define WF_SV_GID_Y        8'd9
`define WF_SV_GID_Z        8'd10
`define WF_SV_LANE         8'd11
`define WF_SV_LANES        8'd12
`define WF_SV_WAVE         8'd13
`define WF_SV_WAVES        8'd14
`define WF_SV_HELPER       8'd15
`define WF_SV_GRID_X       8'd16
`define WF_SV_GRID_Y       8'd17
`define WF_SV_GRID_Z       8'd18
`define WF_SV_PIXEL_X      8'd19
`define WF_SV_PIXEL_Y      8'd20
`define WF_SV_SLOT         8'd21
`define WF_SV_CLOCK_LOW    8'd22
`define WF_SV_CLOCK_HIGH   8'd23
`define WF_SV_CORE         8'd24
`define WF_SV_CORES        8'd25
`define WF_SV_SLOTS        8'd26
`define WF_STAGE_COMPUTE       4'd0
`define WF_STAGE_AMPLIFICATION 4'd1
`define WF_STAGE_MESH          4'd2
`define WF_STAGE_NODE          4'd3
`define WF_STAGE_PIXEL         4'd4
`define WF_STAGE_VERTEX        4'd5
`define WF_STAGE_HULL          4'd6
`define WF_STAGE_DOMAIN        4'd7
`define WF_STAGE_GEOMETRY      4'd8
`define WF_STAGE_LIBRARY       4'd9
`define WF_WAVESIZE_NONE       2'd0
`define WF_WAVESIZE_FIXED      2'd1
`define WF_WAVESIZE_RANGE      2'd2
`define WF_WAVESIZE_PREFERRED  2'd3
`define WF_REJECT_NONE               8'd0
`define WF_REJECT_NO_SHAPE           8'd1
`define WF_REJECT_BOTH_SHAPES        8'd2
`define WF_REJECT_NUMTHREADS_ZERO    8'd3
`define WF_REJECT_NUMTHREADS_X       8'd4
`define WF_REJECT_NUMTHREADS_Y       8'd5
`define WF_REJECT_NUMTHREADS_Z       8'd6
`define WF_REJECT_NUMTHREADS_TOTAL   8'd7
`define WF_REJECT_NUMTHREADS_MESH    8'd8
`define WF_REJECT_NUMWAVES_ZERO      8'd9
`define WF_REJECT_NUMWAVES_STAGE     8'd10
`define WF_REJECT_NUMWAVES_IDS       8'd11
`define WF_REJECT_WAVESIZE_POW2      8'd12
`define WF_REJECT_WAVESIZE_BOUNDS    8'd13
`define WF_REJECT_WAVESIZE_ORDER     8'd14
`define WF_REJECT_WAVESIZE_PREFERRED 8'd15
`define WF_REJECT_PREFER_BOTH        8'd16
`define WF_REJECT_INDEX_STAGE        8'd17
`define WF_REJECT_COUNT_STAGE        8'd18
`define WF_REJECT_WAVE_THREAD_NODE   8'd19
`define WF_REJECT_WAVE_EXPORT        8'd20
`define WF_REJECT_WAVE_MODEL         8'd21
`define WF_REJECT_DERIVATIVES        8'd22
`define WF_REJECT_NO_WAVESIZE        8'd23
`define WF_REJECT_TOO_MANY_WAVES     8'd24
`define WF_REJECT_GROUPSHARED        8'd25
`define WF_REJECT_PIXEL_GROUP        8'd26
`define WF_REJECT_STAGE_UNKNOWN      8'd27
`define WF_REJECT_THREAD_LAUNCH_STAGE 8'd28
`define WF_REJECT_THREAD_LAUNCH_GROUP 8'd29
`define WF_REJECT_NUMWAVES_MODEL     8'd30
`define WF_REJECT_NUMWAVES_LANES     8'd31
`define WF_REJECT_MATCH_MODEL        8'd32
`define WF_REJECT_WAVE_OPS_MODEL     8'd33
`define WF_REJECT_WAVESIZE_MODEL     8'd34
`define WF_REJECT_WAVESIZE_RANGE_MODEL 8'd35
`define WF_REJECT_DERIVATIVES_MODEL  8'd36
`define WF_REJECT_WAVE_OPS_DEVICE    8'd37
`define WF_REJECT_REGISTERS          8'd38
`define WF_REJECT_REGISTER_FILE      8'd39
`define WF_ENDING_COMPLETE  2'd0
`define WF_ENDING_CANCELLED 2'd1
`define WF_ENDING_LIMIT     2'd2
`define WF_FAULT_NONE       3'd0
`define WF_FAULT_LDS_RANGE  3'd1
`define WF_FAULT_LDS_ALIGN  3'd2
`define WF_FAULT_MEM_RANGE  3'd3
`define WF_FAULT_MEM_ALIGN  3'd4
`define WF_FAULT_CODE_RANGE 3'd5
`define WF_FAULT_OPCODE     3'd6
`define WF_FAULT_MEM_BUS    3'd7
`define WF_SECOND_OP_W     3
`define WF_DECODE_FIRST    13
`define WF_DECODE_SECOND   11 +: 2
`define WF_DECODE_UNIT     8 +: 3
`define WF_DECODE_KNOWN    7
`define WF_DECODE_WORDS    4 +: 3
`define WF_DECODE_A        3
`define WF_DECODE_B        2
`define WF_DECODE_C        1
`define WF_DECODE_QUAD     0
`define WF_DESC_COMMIT_ONLY                  0 +: 1
`define WF_DESC_STAGE                        1 +: 4
`define WF_DESC_SHADER_MODEL                 5 +: 16
`define WF_DESC_HAS_NUMTHREADS              21 +: 1
`define WF_DESC_HAS_NUMWAVES                22 +: 1
`define WF_DESC_X                           23 +: 32
`define WF_DESC_Y                           55 +: 32
`define WF_DESC_Z                           87 +: 32
`define WF_DESC_NUM_WAVES                  119 +: 32
`define WF_DESC_WAVESIZE_KIND              151 +: 2
`define WF_DESC_WAVESIZE_MIN               153 +: 32
`define WF_DESC_WAVESIZE_MAX               185 +: 32
`define WF_DESC_WAVESIZE_PREFERRED         217 +: 32
`define WF_DESC_PREFER_SMALL               249 +: 1
`define WF_DESC_PREFER_LARGE               250 +: 1
`define WF_DESC_REPORT_WAVE_SIZE           251 +: 1
`define WF_DESC_THREAD_LAUNCH              252 +: 1
`define WF_DESC_EXPORTED                   253 +: 1
`define WF_DESC_USES_WAVE_INDEX            254 +: 1
`define WF_DESC_USES_WAVE_COUNT            255 +: 1
`define WF_DESC_USES_THREAD_IDS            256 +: 1
`define WF_DESC_USES_WAVE_OPS              257 +: 1
`define WF_DESC_USES_MATCH_OR_MULTI_PREFIX 258 +: 1
`define WF_DESC_USES_DERIVATIVES           259 +: 1
`define WF_DESC_EXTRA_WAVES                260 +: 32
`define WF_DESC_EXTRA_IDLE                 292 +: 1
`define WF_DESC_GRID_X                     293 +: 32
`define WF_DESC_GRID_Y                     325 +: 32
`define WF_DESC_GRID_Z                     357 +: 32
`define WF_DESC_GROUPSHARED                389 +: 32
`define WF_DESC_ENTRY                      421 +: 16
`define WF_DESC_CODE_WORDS                 437 +: 17
`define WF_DESC_REGISTERS                  454 +: 8
`define WF_DESC_ID                         462 +: 3
`define WF_DESC_WAIT                       465 +: 1
`define WF_DESC_HIGH                       466 +: 1
`define WF_DESC_LIMIT                      467 +: 32
`define WF_DESC_CODE_BASE                  499 +: 16
`define WF_DESC_W                          515
`define WF_CNT_CYCLES                  0 +: 64
`define WF_CNT_WAVES                  64 +: 64
`define WF_CNT_INSTRUCTIONS          128 +: 64
`define WF_CNT_STALL_EMPTY           192 +: 64
`define WF_CNT_STALL_BARRIER         256 +: 64
`define WF_CNT_STALL_UNIT            320 +: 64
`define WF_CNT_STALL_MEMORY          384 +: 64
`define WF_CNT_STALL_LDS             448 +: 64
`define WF_CNT_STALL_XLANE           512 +: 64
`define WF_CNT_STALL_TURNAROUND      576 +: 64
`define WF_CNT_STALL_FETCH           640 +: 64
`define WF_CNT_LDS_INSTRUCTIONS      704 +: 64
`define WF_CNT_LDS_LANES             768 +: 64
`define WF_CNT_LDS_OPERATIONS        832 +: 64
`define WF_CNT_BANK_CONFLICTS        896 +: 64
`define WF_CNT_MEMORY_INSTRUCTIONS   960 +: 64
`define WF_CNT_ATOMIC_LANES         1024 +: 64
`define WF_CNT_BARRIER_WAITS        1088 +: 64
`define WF_CNT_FOLDED               1152 +: 64
`define WF_CNT_W                    1216
`endif

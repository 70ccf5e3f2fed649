// SPDX-License-Identifier: Apache-2.0
// wf_lockstep_dpi.vh - the C functions of the lock-step bench: imported under Verilator, system tasks under Icarus.
//   Included inside module wf_lockstep_tb.  A function of Verilog-2005 has an argument: some are unused.  `WF_C(name) is how the bench calls wf_<name>.
`ifdef VERILATOR
`define WF_C(name) wf_``name
    import "DPI-C" function void wf_start(input int lanes, input int waves, input int groups, input int regs, input int reg_rows,
                                          input int lds_words, input int lds_banks, input int imem_words, input int coalesce, input int inflight, input int dispatches, input int cores, input int fpu_lanes);
    import "DPI-C" function int  wf_next(input int unused);
    import "DPI-C" function int  wf_field(input int index);
    import "DPI-C" function int  wf_cycle(input int room);
    import "DPI-C" function int  wf_more(input int room);
    import "DPI-C" function int  wf_quad(input int unused);
    import "DPI-C" function void wf_launch(input int slot, input int id, input int x, input int y, input int z, input int wave,
                                           input int count, input int log2, input int live, input int reg_base, input int regs,
                                           input int lds_base, input int lds_words);
    import "DPI-C" function void wf_request(input int space, input int slot, input int tag, input int kind, input int atom,
                                            input bit [LANES-1:0] mask, input bit [32*LANES-1:0] address,
                                            input bit [32*LANES-1:0] data, input bit [32*LANES-1:0] compare);
    import "DPI-C" function void wf_retire(input int slot, input int id, input int x, input int y, input int z, input int wave,
                                           input int pc, input bit [63:0] word, input bit [LANES-1:0] exec,
                                           input bit [LANES-1:0] write, input int dst, input int words,
                                           input bit [128*LANES-1:0] data, input int fold, input bit [LANES-1:0] fold_exec);
    import "DPI-C" function void wf_issue(input int slot, input int unit);
    import "DPI-C" function void wf_fold(input int slot);
    import "DPI-C" function void wf_pick(input int slot);
    import "DPI-C" function void wf_observe(input int core, input int causes, input int banks);
    import "DPI-C" function void wf_arrive(input int slot);
    import "DPI-C" function void wf_release(input int core, input bit [WAVES-1:0] slots);
    import "DPI-C" function void wf_end(input int slot);
    import "DPI-C" function void wf_gdone(input int id, input int x, input int y, input int z);
    import "DPI-C" function void wf_answer(input int core, output int tag, output bit [32*LANES-1:0] data);
    import "DPI-C" function void wf_accepted(input int unused);
    import "DPI-C" function void wf_done(input int id, input int code, input int ending, input int wave_size, input int waves,
                                         input bit [63:0] instructions);
    import "DPI-C" function void wf_faults(input bit [63:0] count, input int valid, input int kind, input int wave,
                                           input int x, input int y, input int z, input int lane, input int address, input int pc,
                                           input int buffer);
    import "DPI-C" function void wf_finish(input bit [`WF_CNT_W*CORES-1:0] counters);
    import "DPI-C" function void wf_unknown(input int unused);
`ifdef WF_ALONE
    import "DPI-C" function void wf_alone(input int unused);
    import "DPI-C" function void wf_alive(input int unused);
`endif
`ifdef WF_SYSTEM
    import "DPI-C" function void wf_system(input int line_tags);
    import "DPI-C" function void wf_line(input int core, input int kind, input int atom, input int line, input bit [63:0] bytes,
                                         input bit [511:0] data);
    import "DPI-C" function void wf_returned(input int core, input int tag, input bit [32*LANES-1:0] data);
    import "DPI-C" function void wf_line_request(input int tag, input int kind, input int line, input bit [63:0] bytes, input bit [511:0] data);
    import "DPI-C" function void wf_cache(input int hit, input int joined, input int missed);
    import "DPI-C" function void wf_line_answer(output int tag, output bit [511:0] data);
`endif
`else
`define WF_C(name) $wf_``name
`endif

// SPDX-License-Identifier: Apache-2.0
// main.cpp - the clock of the lock-step bench under Verilator.  Options: c_model/cosim/wf_bench.h; +waves=FILE in the traced build.
#include <verilated.h>

#include "Vwf_lockstep_tb.h"

extern "C" {
extern int wf_dpi_argc;
extern char **wf_dpi_argv;
extern int wf_dpi_traced;
int wf_bench_status(void);
void wf_bench_close(void);
}

// $finish without Verilator's line on standard output (VL_USER_FINISH).
void vl_finish(const char *, int, const char *) VL_MT_UNSAFE
{
    Verilated::threadContextp()->gotFinish(true);
}

int main(int argc, char **argv)
{
    wf_dpi_argc = argc;
    wf_dpi_argv = argv;
    VerilatedContext context;
    context.commandArgs(argc, argv);
#ifdef WF_TRACE
    context.traceEverOn(true);
    wf_dpi_traced = 1;
#endif
    int status;
    {
        Vwf_lockstep_tb top(&context);
        while (!context.gotFinish()) {
            top.clk = !top.clk;
            top.eval();
            context.timeInc(500);               // a cycle is 1 ns: wf_fst_axis.h
        }
        top.final();
        status = wf_bench_status();
        wf_bench_close();
    }
    return status;
}

// SPDX-License-Identifier: Apache-2.0
// wf_rtl.cpp - what Verilator made of the bench, as a machine that a device of wavefold/sim.h clocks (c_model/cosim/wf_rtl.h).
#include <verilated.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <string>

#include "Vwf_lockstep_tb.h"
#include "wf_rtl.h"                             // a copy of c_model/cosim/wf_rtl.h
#ifdef WF_TRACE
#include <verilated_fst_c.h>
const bool wf_rtl_traced = true;
#else
const bool wf_rtl_traced = false;
#endif
#ifdef WF_COVER                                 // coverage is measured: WF_COVERAGE is the name that covered.h takes, WF_BINS its list
#include "covered.h"
#endif

namespace {

struct Ended {                                  // what left the Verilog
    std::string why;
};

struct Machine {
    struct wf_sim *device;
    VerilatedContext context;
    std::unique_ptr<Vwf_lockstep_tb> top;
#ifdef WF_TRACE
    std::unique_ptr<VerilatedFstC> fst;
#endif
#ifdef WF_COVER
    std::unique_ptr<covered::Coverage> coverage;
#endif
    std::string why;                            // it ended; "": it has not

    // As whose the calls of the bench count, and whose time it is, while something of it runs.
    struct Turn {
        struct wf_sim *before;
        explicit Turn(Machine *m) : before(wf_dpi_enter(m->device)) { Verilated::threadContextp(&m->context); }
        ~Turn() { wf_dpi_enter(before); }
    };

    template <class Action> bool run(Action action)
    {
        if (!why.empty())
            return false;
        Turn turn(this);
        try {
            action();
        } catch (const Ended &ended) {
            why = ended.why;
        } catch (const std::bad_alloc &) {
            why = "out of memory";
        }
        return why.empty();
    }
    void half()
    {
        top->clk = !top->clk;
        top->eval();
#ifdef WF_TRACE
        if (fst)
            fst->dump(context.time());
#endif
#ifdef WF_COVER
        if (!coverage)
            coverage.reset(new covered::Coverage(context, std::getenv("WF_BINS") ? std::getenv("WF_BINS") : ""));
        coverage->look();
#endif
        context.timeInc(500);                   // a cycle is 1 ns: wf_fst_axis.h
    }
};

[[noreturn]] void end(const char *file, int line, const char *what)
{
    throw Ended{std::string(file && *file ? file : "?") + ":" + std::to_string(line) + ": " + what};
}

}

// Instead of Verilator's, which print and end the process (VL_USER_FINISH, VL_USER_STOP, VL_USER_FATAL, VL_USER_WARN).  What it prints, $display too, is dropped:
// VL_PRINTF is sizeof, which evaluates nothing.
void vl_finish(const char *file, int line, const char *) VL_MT_UNSAFE { end(file, line, "$finish"); }
void vl_stop(const char *file, int line, const char *) VL_MT_UNSAFE { end(file, line, "$stop, or an assertion"); }
void vl_fatal(const char *file, int line, const char *, const char *what) VL_MT_UNSAFE { end(file, line, what ? what : "fatal"); }
void vl_warn(const char *, int, const char *, const char *) VL_MT_UNSAFE {}

void *wf_rtl_start(struct wf_sim *device, const void *)
{
    std::unique_ptr<Machine> m(new (std::nothrow) Machine{});
    if (!m)
        return nullptr;
    m->device = device;
    const bool started = m->run([&] {
#ifdef WF_TRACE
        m->context.traceEverOn(true);
#endif
        m->top.reset(new Vwf_lockstep_tb(&m->context));
        m->half();                              // what is initial
    });
    return started ? m.release() : nullptr;
}

bool wf_rtl_clock(void *machine, const char **why)
{
    Machine *m = static_cast<Machine *>(machine);
    const bool runs = m->run([&] { m->half(); m->half(); });
    *why = m->why.c_str();
    return runs;
}

void wf_rtl_waves(void *machine, const char *file)
{
    Machine *m = static_cast<Machine *>(machine);
    (void)m, (void)file;
#ifdef WF_TRACE
    m->run([&] {
        if (m->fst)
            m->fst->close();
        m->fst.reset(file ? new VerilatedFstC : nullptr);
        if (!file)
            return;
        m->top->trace(m->fst.get(), 99);
        m->fst->open(file);
    });
#endif
}

void wf_rtl_end(void *machine)
{
    Machine *m = static_cast<Machine *>(machine);
    m->run([&] { m->top->final(); });
#ifdef WF_COVER
    if (m->coverage && std::getenv("WF_COVERAGE"))
        m->coverage->write(std::getenv("WF_COVERAGE"), true);
#endif
    wf_rtl_waves(m, nullptr);
    delete m;
}

// SPDX-License-Identifier: Apache-2.0
// wf_host_bus.cpp - the driver's transport in simulation: each register access is one on the AXI4-Lite bus of the device under Verilator,
// whose memory is wf_axi_slave.c.
#include <verilated.h>

#include <new>
#include <string>

#include "Vwf_device_watched.h"
#include "wavefold/bus.h"
#include "wf_axi_slave.h"
#include "wf_host_bus.h"
#ifdef WF_TRACE
#include <verilated_fst_c.h>
#include <memory>
extern "C" {
#include "wf_fst_axis.h"
}
#endif

namespace {
constexpr unsigned PATIENCE = 1000, SOON = 20, LATE = 120;     // of memory, in cycles
constexpr unsigned RESET = 4;                   // cycles

struct Ended {                                  // what left the Verilog
    std::string why;
};

// A waveform: a cycle is 1 ns, so its axis can count the clocks of the device (wf_fst_axis.h).
#ifdef WF_TRACE
struct Waves {
    static constexpr bool possible = true;
    std::unique_ptr<VerilatedFstC> fst;
    std::string file;

    // All that the device is told has settled by now.
    void half(Vwf_device_watched &top)
    {
        if (fst) {
            top.eval();
            fst->dump(top.contextp()->time());
        }
        top.contextp()->timeInc(500);
    }
    void begin(Vwf_device_watched &top, const char *name)
    {
        file = name;
        fst.reset(new VerilatedFstC);
        top.trace(fst.get(), 99);
        fst->open(name);
    }
    void end()
    {
        if (!fst)
            return;
        fst->close();
        fst.reset();
        wf_fst_axis(file.c_str(), RESET);
    }
};
#else
struct Waves {
    static constexpr bool possible = false;

    void half(Vwf_device_watched &) {}
    void begin(Vwf_device_watched &, const char *) {}
    void end() {}
};
#endif

struct Context : VerilatedContext {
    Context() { traceEverOn(Waves::possible); }
};

struct Bus {
    Context context;
    Vwf_device_watched top{&context};
    Waves waves;
    wf_axi_slave *memory = nullptr;
    wf_axi_subordinate said = {};
    uint64_t cycle = 0;
    std::string why;                            // it ended; "": it has not
};

// What an access answers; an error when the Verilog ended, in it or before.
template <class Action> int run(Bus &bus, Action action)
{
    if (!bus.why.empty())
        return -1;
    try {
        Verilated::threadContextp(&bus.context);
        return action();
    } catch (const Ended &ended) {
        bus.why = ended.why;
    } catch (const std::bad_alloc &) {
        bus.why = "out of memory";
    }
    return -1;
}

// One clock, from one rising edge to the next.  What the device says is looked at before the edge, what it is told changes after it.
void tick(Bus &bus)
{
    Vwf_device_watched &top = bus.top;
    bus.waves.half(top);
    top.clk = 0;
    top.eval();
    bus.waves.half(top);
    wf_axi_manager m = {};
    m.awvalid = top.m_awvalid, m.awid = top.m_awid, m.awaddr = top.m_awaddr, m.awlen = top.m_awlen;
    m.wvalid = top.m_wvalid, m.wdata = top.m_wdata, m.wstrb = top.m_wstrb, m.wlast = top.m_wlast;
    m.arvalid = top.m_arvalid, m.arid = top.m_arid, m.araddr = top.m_araddr, m.arlen = top.m_arlen;
    m.bready = top.m_bready, m.rready = top.m_rready;
    top.clk = 1;
    top.eval();
    bus.cycle++;
    if (top.rst)
        return;
    wf_axi_subordinate &s = bus.said;
    wf_axi_slave_edge(bus.memory, &m, &s);
    top.m_awready = s.awready, top.m_wready = s.wready, top.m_arready = s.arready;
    top.m_bvalid = s.bvalid, top.m_bid = s.bid, top.m_bresp = s.bresp;
    top.m_rvalid = s.rvalid, top.m_rid = s.rid, top.m_rdata = s.rdata, top.m_rresp = s.rresp, top.m_rlast = s.rlast;
}

bool settled(Bus &bus, const CData &signal)
{
    bus.top.eval();
    return signal != 0;
}

int do_write(Bus &bus, uint32_t address, uint32_t value)
{
    Vwf_device_watched &top = bus.top;
    top.s_awvalid = top.s_wvalid = top.s_bready = 1;
    top.s_awaddr = (SData)address;
    top.s_wdata = value;
    top.s_wstrb = 15;
    for (unsigned i = 0; i < PATIENCE; i++) {
        const bool aw = settled(bus, top.s_awready), w = top.s_wready, b = top.s_bvalid;
        const unsigned answer = top.s_bresp;
        tick(bus);
        if (aw)
            top.s_awvalid = 0;
        if (w)
            top.s_wvalid = 0;
        if (b)
            return answer != 0;
    }
    return -1;
}

int do_read(Bus &bus, uint32_t address, uint32_t *value)
{
    Vwf_device_watched &top = bus.top;
    top.s_arvalid = top.s_rready = 1;
    top.s_araddr = (SData)address;
    for (unsigned i = 0; i < PATIENCE; i++) {
        const bool ar = settled(bus, top.s_arready), r = top.s_rvalid;
        const unsigned answer = top.s_rresp;
        *value = top.s_rdata;
        tick(bus);
        if (ar)
            top.s_arvalid = 0;
        if (r)
            return answer != 0;
    }
    return -1;
}

int do_wait(Bus &bus, uint32_t timeout)
{
    for (uint32_t i = 0; i < timeout && !bus.top.irq; i++)
        tick(bus);
    return bus.top.irq;
}

int bus_write(void *user, uint32_t address, uint32_t value)
{
    Bus &bus = *static_cast<Bus *>(user);
    return run(bus, [&] { return do_write(bus, address, value); });
}

int bus_read(void *user, uint32_t address, uint32_t *value)
{
    Bus &bus = *static_cast<Bus *>(user);
    return run(bus, [&] { return do_read(bus, address, value); });
}

int bus_wait(void *user, uint32_t timeout)
{
    Bus &bus = *static_cast<Bus *>(user);
    return run(bus, [&] { return do_wait(bus, timeout); });
}

int begin(Bus &bus)
{
    bus.top.rst = 1;
    for (unsigned i = 0; i < RESET; i++)
        tick(bus);
    bus.top.rst = 0;
    tick(bus);                                  // nobody asks in the first cycle
    return 0;
}

void close(Bus *bus)
{
    bus->waves.end();
    run(*bus, [&] { bus->top.final(); return 0; });
    wf_axi_slave_free(bus->memory);
    delete bus;
}

Bus *open(uint32_t *words, size_t count, uint64_t seed)
{
    Bus *bus = new (std::nothrow) Bus;
    if (!bus)
        return nullptr;
    bus->memory = wf_axi_slave_new(words, count, SOON, LATE, seed);
    if (bus->memory && run(*bus, [&] { return begin(*bus); }) == 0)
        return bus;
    close(bus);
    return nullptr;
}
}

// ---- for the tests: a transport is all there is of a device ---------------------------------------------------------

extern "C" struct wf_transport wf_host_bus_open(uint32_t *words, size_t count, uint64_t seed)
{
    return {bus_read, bus_write, bus_wait, nullptr, open(words, count, seed), nullptr, nullptr};
}

extern "C" uint64_t wf_host_bus_cycles(struct wf_transport transport)
{
    return static_cast<Bus *>(transport.user)->cycle;
}

extern "C" unsigned wf_host_bus_waiting(struct wf_transport transport)
{
    return wf_axi_slave_waiting(static_cast<Bus *>(transport.user)->memory);
}

extern "C" void wf_host_bus_close(struct wf_transport transport)
{
    close(static_cast<Bus *>(transport.user));
}

// ---- the library: wavefold/bus.h ------------------------------------------------------------------------------------
#ifdef WF_BUS_LIBRARY

namespace {
[[noreturn]] void end(const char *file, int line, const char *what)
{
    throw Ended{std::string(file && *file ? file : "?") + ":" + std::to_string(line) + ": " + what};
}

const Bus *inside(const struct wf_bus *bus) { return reinterpret_cast<const Bus *>(bus); }
Bus *inside(struct wf_bus *bus) { return reinterpret_cast<Bus *>(bus); }

bool waves(struct wf_bus *user, const char *file)
{
    Bus &bus = *inside(user);
    bus.waves.end();
    return Waves::possible && (!file || run(bus, [&] { bus.waves.begin(bus.top, file); return 0; }) == 0);
}

const struct wf_bus_api api = {
    WF_BUS_API_VERSION,
    Waves::possible,
    [](uint32_t *words, size_t count, uint64_t seed) -> struct wf_bus * {
        try {
            return reinterpret_cast<struct wf_bus *>(open(words, count, seed));
        } catch (const std::bad_alloc &) {
            return nullptr;
        }
    },
    [](struct wf_bus *bus) {
        if (bus)
            close(inside(bus));
    },
    [](struct wf_bus *bus) { return wf_transport{bus_read, bus_write, bus_wait, nullptr, bus, nullptr, nullptr}; },
    [](const struct wf_bus *bus) { return inside(bus)->cycle; },
    [](const struct wf_bus *bus) { return wf_axi_slave_waiting(inside(bus)->memory); },
    [](const struct wf_bus *bus) { return inside(bus)->why.c_str(); },
    waves};
}

// Instead of Verilator's, which print and end the process: sim/verilator/wf_rtl.cpp.
void vl_finish(const char *file, int line, const char *) VL_MT_UNSAFE { end(file, line, "$finish"); }
void vl_stop(const char *file, int line, const char *) VL_MT_UNSAFE { end(file, line, "$stop, or an assertion"); }
void vl_fatal(const char *file, int line, const char *, const char *what) VL_MT_UNSAFE { end(file, line, what ? what : "fatal"); }
void vl_warn(const char *, int, const char *, const char *) VL_MT_UNSAFE {}

extern "C" __attribute__((visibility("default"))) const struct wf_bus_api *wf_bus_api(void)
{
    return &api;
}
#endif

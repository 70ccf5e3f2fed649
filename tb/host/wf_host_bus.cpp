// SPDX-License-Identifier: Apache-2.0
// wf_host_bus.cpp - the driver's transport in simulation: each register access is one on the AXI4-Lite bus of the machine under Verilator,
// whose memory is tb/lockstep/wf_memory.c.
#include <cstring>
#include <verilated.h>

#include "Vwf_host_system.h"
#include "wf_host_bus.h"

extern "C" {
#include "../lockstep/wf_memory.h"
}

namespace {
constexpr unsigned LANES = 8, TAGS = 64, PATIENCE = 1000;

struct Bus {
    VerilatedContext context;
    Vwf_host_system top{&context};
    wf_memory *memory = nullptr;
    uint64_t cycle = 0;
    bool wrong = false;
};

void take_request(Bus &bus)
{
    Vwf_host_system &top = bus.top;
    const uint32_t mask = top.mreq_mask;
    if (const char *why = wf_memory_request(bus.memory, bus.cycle, top.mreq_tag, top.mreq_kind, top.mreq_atom, &mask, top.mreq_addr.data(),
                                            top.mreq_data.data(), top.mreq_compare.data())) {
        VL_PRINTF("wf_host_bus: cycle %llu: %s\n", (unsigned long long)bus.cycle, why);
        bus.wrong = true;
    }
}

// One clock.  What the machine says is looked at before the edge, what it is told changes after it.
void tick(Bus &bus)
{
    Vwf_host_system &top = bus.top;
    top.clk = 0;
    top.eval();
    const bool answered = top.mrsp_valid && top.mrsp_ready;
    if (top.mreq_valid && top.mreq_ready && !top.rst)
        take_request(bus);
    top.clk = 1;
    top.eval();
    bus.cycle++;
    if (answered)
        top.mrsp_valid = 0;
    unsigned tag;
    const uint32_t *data;
    if (!top.mrsp_valid && wf_memory_answer(bus.memory, bus.cycle, &tag, &data)) {
        top.mrsp_valid = 1;
        top.mrsp_tag = tag;
        std::memcpy(top.mrsp_data.data(), data, LANES * sizeof *data);
    }
}

bool settled(Bus &bus, const CData &signal)
{
    bus.top.clk = 0;
    bus.top.eval();
    return signal != 0;
}

int bus_write(void *user, uint32_t address, uint32_t value)
{
    Bus &bus = *static_cast<Bus *>(user);
    Vwf_host_system &top = bus.top;
    top.awvalid = top.wvalid = top.bready = 1;
    top.awaddr = (SData)address;
    top.wdata = value;
    top.wstrb = 15;
    for (unsigned i = 0; i < PATIENCE; i++) {
        const bool aw = settled(bus, top.awready), w = top.wready, b = top.bvalid;
        const unsigned answer = top.bresp;
        tick(bus);
        if (aw)
            top.awvalid = 0;
        if (w)
            top.wvalid = 0;
        if (b)
            return answer != 0 || bus.wrong;
    }
    return -1;
}

int bus_read(void *user, uint32_t address, uint32_t *value)
{
    Bus &bus = *static_cast<Bus *>(user);
    Vwf_host_system &top = bus.top;
    top.arvalid = top.rready = 1;
    top.araddr = (SData)address;
    for (unsigned i = 0; i < PATIENCE; i++) {
        const bool ar = settled(bus, top.arready), r = top.rvalid;
        const unsigned answer = top.rresp;
        *value = top.rdata;
        tick(bus);
        if (ar)
            top.arvalid = 0;
        if (r)
            return answer != 0 || bus.wrong;
    }
    return -1;
}

int bus_wait(void *user, uint32_t timeout)
{
    Bus &bus = *static_cast<Bus *>(user);
    for (uint32_t i = 0; i < timeout && !bus.top.irq; i++)
        tick(bus);
    return bus.wrong ? -1 : bus.top.irq;
}
}

extern "C" struct wf_transport wf_host_bus_open(uint32_t *words, size_t count, uint64_t seed)
{
    Bus *bus = new Bus;
    const wf_memory_timing timing = {WF_MEMORY_LATENCY, 8, 0, WF_MEMORY_LINES};
    bus->memory = wf_memory_new(words, count, LANES, TAGS, timing, seed);
    bus->top.rst = 1;
    bus->top.mreq_ready = 1;
    for (unsigned i = 0; i < 4; i++)
        tick(*bus);
    bus->top.rst = 0;
    return {bus_read, bus_write, bus_wait, nullptr, bus};
}

extern "C" uint64_t wf_host_bus_cycles(struct wf_transport transport)
{
    return static_cast<Bus *>(transport.user)->cycle;
}

extern "C" void wf_host_bus_close(struct wf_transport transport)
{
    Bus *bus = static_cast<Bus *>(transport.user);
    bus->top.final();
    wf_memory_free(bus->memory);
    delete bus;
}

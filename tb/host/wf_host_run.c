/* SPDX-License-Identifier: Apache-2.0
 * wf_host_run - an example of the driver: a producer and a consumer that waits for it, on a device of two cores in simulation; then a
 * pixel shader that draws nothing, an endless kernel that a reset ends with requests on the memory bus, a buffer where there is no memory, and the
 * two again.
 *
 * The kernels are written below; a real host would keep everything but the transport and the memory.  Prints PASS or FAIL.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wavefold/kernel.h"
#include "wf_host_bus.h"

enum { PATIENCE = 20000 };

static const char source[] =
    "buffer A[256]\n"
    "buffer B[256]\n"
    "expect A = each 3 * i\n"
    "expect B = each 3 * i + 7\n"
    "--- producer\n"
    "[numthreads(64,1,1)]\n"
    "dispatch 4\n"
    "code\n"
    "    sv      r0, dtid.x\n"
    "    shl     r1, r0, 2\n"
    "    mul     r2, r0, 3\n"
    "    store   A[r1], r2\n"
    "    end\n"
    "--- consumer\n"
    "[numthreads(32,1,1)]\n"
    "[wait]\n"
    "dispatch 8\n"
    "code\n"
    "    sv      r0, dtid.x\n"
    "    shl     r1, r0, 2\n"
    "    load    r2, A[r1]\n"
    "    add     r2, r2, 7\n"
    "    store   B[r1], r2\n"
    "    end\n";

/* Reads and writes without end; the buffer stands where the caller says. */
static const char endless[] =
    "buffer A[256]\n"
    "[numthreads(64,1,1)]\n"
    "dispatch 4\n"
    "code\n"
    "    sv      r0, gindex\n"
    "    shl     r1, r0, 4\n"
    "    and     r1, r1, 1020\n"
    "    loop\n"
    "        atomic.add r2, A[r1], r0\n"
    "        store   A[r1], r2\n"
    "    endloop\n"
    "    end\n";

static void complain(void *user, unsigned line, unsigned column, bool error, const char *text)
{
    (void)user;
    printf("source:%u:%u: %s: %s\n", line, column, error ? "error" : "note", text);
}

static bool good(enum wf_host_error error, const char *what)
{
    if (error != WF_HOST_OK)
        printf("%s: %s\n", what, wf_host_error_text(error));
    return error == WF_HOST_OK;
}

/* One kernel of the file, with all buffers: dispatch `id`; where its code stands. */
static bool submit(struct wf_host *host, const struct wf_kernel *kernel, const struct wf_buffer *buffers, unsigned id, uint16_t *base)
{
    struct wf_desc desc = kernel->desc;

    for (unsigned n = 0; n < kernel->buffers; n++)
        if (!good(wf_host_buffer(host, id, n, buffers[n]), "buffer"))
            return false;
    desc.id = (uint8_t)id;
    if (!good(wf_host_load(host, kernel->code, kernel->count, base), "load"))
        return false;
    desc.code_base = *base;
    return good(wf_host_submit(host, &desc), "submit");
}

/* A dispatch ran between two moments of the device's clock, and as long as its groups need at least: each wave has as many instructions. */
static bool ran_between(struct wf_host *host, unsigned id, uint64_t from, uint64_t to, uint64_t least)
{
    uint64_t begun, ended;

    if (!good(wf_host_times(host, id, &begun, &ended), "times"))
        return false;
    printf("dispatch %u: from cycle %llu to %llu\n", id, (unsigned long long)begun, (unsigned long long)ended);
    return from < begun && begun + least < ended && ended < to;
}

/* The consumer waits for the producer: it begins to run when that has ended, though the machine had its descriptor before. */
static bool in_order(struct wf_host *host)
{
    uint64_t begun[2], ended[2];

    return good(wf_host_times(host, 0, &begun[0], &ended[0]), "times") && good(wf_host_times(host, 1, &begun[1], &ended[1]), "times") &&
           begun[0] < begun[1] && ended[0] + 20 < ended[1];
}

/* The answers of even ids by polling, the others by interrupt. */
static bool finish(struct wf_host *host, unsigned id)
{
    struct wf_host_answer answer;
    struct wf_host_fault fault;

    if (!good(id % 2 ? wf_host_wait_irq(host, id, PATIENCE, &answer) : wf_host_wait(host, id, PATIENCE, &answer), "wait") ||
        !good(wf_host_fault(host, id, &fault), "fault"))
        return false;
    printf("dispatch %u: code %u, ending %u, %u waves a group, fault %u\n", id, answer.code, answer.ending, answer.waves, fault.record.kind);
    return answer.code == WF_REJECT_NONE && answer.ending == WF_ENDING_COMPLETE && fault.record.kind == WF_FAULT_NONE;
}

/* Both dispatches have 32 waves, spread over both cores: five instructions of a producer's wave, six of a consumer's. */
static bool counts_by_dispatch(struct wf_host *host)
{
    static const uint64_t wanted[] = {32 * 5, 32 * 6};
    bool right = true;

    for (unsigned id = 0; id < 2; id++) {
        uint64_t instructions;
        right &= good(wf_host_instructions(host, id, &instructions), "instructions");
        printf("dispatch %u: %llu instructions\n", id, (unsigned long long)instructions);
        right &= instructions == wanted[id];
    }
    return right;
}

static bool both_cores_ran(struct wf_host *host)
{
    for (unsigned core = 0; core < host->cores; core++) {
        uint64_t counters[WF_COUNTERS];
        if (!good(wf_host_counters(host, core, counters), "counters"))
            return false;
        printf("core %u: %llu waves, %llu instructions\n", core, (unsigned long long)counters[WF_CNT_WAVES],
               (unsigned long long)counters[WF_CNT_INSTRUCTIONS]);
        if (counters[WF_CNT_INSTRUCTIONS] == 0)
            return false;
    }
    return true;
}

/* All are in flight together. */
static bool run_file(struct wf_host *host, const struct wf_kernel *first, const struct wf_buffer *buffers, uint32_t *memory, size_t words)
{
    unsigned id = 0;
    uint16_t base[8];
    uint64_t from, to;

    memset(memory, 0, words * sizeof *memory);
    if (!good(wf_host_clock(host, &from), "clock"))
        return false;
    wf_kernel_fill(first, buffers, memory, words);
    for (const struct wf_kernel *kernel = first; kernel; kernel = kernel->next)
        if (!submit(host, kernel, buffers, id, &base[id]) || id++ == 7)
            return false;
    const unsigned dispatches = id;
    while (id-- > 0)
        if (!finish(host, id) || !good(wf_host_unload(host, base[id]), "unload"))
            return false;
    if (!good(wf_host_clock(host, &to), "clock"))
        return false;
    for (id = 0; id < dispatches; id++)
        if (!ran_between(host, id, from, to, 17 + 5))      /* start-up, and five instructions of a wave, of which the load waits for memory */
            return false;
    return in_order(host) && both_cores_ran(host) && counts_by_dispatch(host) && wf_kernel_compare(first, buffers, memory, words, NULL, NULL) == 0;
}

/* Writes into code that is queued or running are refused, and the host is told. */
static bool keeps_its_code(struct wf_host *host, uint16_t base)
{
    const struct wf_transport *bus = &host->transport;
    uint32_t raw = 0;

    return bus->write32(bus->user, WF_HOST_IRQ_RAW, UINT32_MAX) == 0 && bus->write32(bus->user, WF_HOST_IMEM_ADDRESS, base) == 0 &&
           bus->write32(bus->user, WF_HOST_IMEM_HIGH, 0) == 0 && bus->read32(bus->user, WF_HOST_IRQ_RAW, &raw) == 0 &&
           raw >> WF_HOST_IRQ_RAW_LOAD_LSB & 1 && wf_host_unload(host, base) == WF_HOST_BUSY;
}

/* Kernels of 1,000 instructions in a row, in a memory of 1,024: each is given back. */
static bool many_kernels(struct wf_host *host, const struct wf_kernel *kernel, const struct wf_buffer *buffers, uint32_t *memory)
{
    enum { KERNELS = 8, WORDS = 1000, INSTRUCTIONS = 1024 };
    uint64_t code[WORDS] = {0};         /* nop */
    struct wf_kernel large = *kernel;
    uint16_t base;
    bool right = host->device.imem_words == INSTRUCTIONS;

    memcpy(code + WORDS - kernel->count, kernel->code, kernel->count * sizeof *code);
    large.code = code;
    large.count = large.desc.code_words = WORDS;
    for (unsigned n = 0; n < KERNELS && right; n++) {
        memset(memory + buffers[0].base / 4, 0, buffers[0].size);
        right = submit(host, &large, buffers, n % 2, &base) && finish(host, n % 2) && good(wf_host_unload(host, base), "unload");
        for (uint32_t word = 0; word < buffers[0].size / 4; word++)
            right &= memory[buffers[0].base / 4 + word] == 3 * word;
    }
    return right;
}

/* Reset while requests are on the bus: they are answered before the device is used again. */
static bool reset_under_way(struct wf_host *host, const struct wf_kernel *kernel, const struct wf_buffer *buffers)
{
    struct wf_host_answer answer;
    unsigned waiting = 0;
    uint16_t base;

    if (!submit(host, kernel, buffers, 1, &base) || !keeps_its_code(host, base))
        return false;
    for (unsigned n = 0; n < PATIENCE && waiting < 2; n++) {
        if (!good(wf_host_status(host, 1, &answer), "status"))
            return false;
        waiting = wf_host_bus_waiting(host->transport);
    }
    printf("reset with %u requests on the memory bus\n", waiting);
    return waiting >= 2 && good(wf_host_reset(host), "reset") && wf_host_bus_waiting(host->transport) == 0 &&
           good(wf_host_status(host, 1, &answer), "status") && answer.state == WF_HOST_STATE_IDLE;
}

/* A buffer behind the end of memory: the bus says so. */
static bool fault_of_memory(struct wf_host *host, const struct wf_kernel *kernel, size_t words)
{
    const struct wf_buffer beyond = {(uint32_t)((4 * words + 63) / 64 * 64), 1024};
    struct wf_host_memory_fault fault;
    uint16_t base;

    if (!good(wf_host_memory_fault(host, &fault), "memory fault") || fault.valid || !submit(host, kernel, &beyond, 0, &base))
        return false;
    for (unsigned n = 0; n < PATIENCE && !fault.valid; n++)
        if (!good(wf_host_memory_fault(host, &fault), "memory fault"))
            return false;
    printf("memory at 0x%08x answers %u\n", (unsigned)fault.address, fault.response);
    return fault.valid && fault.response == 3 && fault.address - beyond.base < beyond.size && good(wf_host_reset(host), "reset") &&
           good(wf_host_memory_fault(host, &fault), "memory fault") && !fault.valid;
}

/* A pixel shader past the driver, which refuses it: it draws nothing, and holds up nobody. */
static bool draws_nothing(struct wf_host *host, const struct wf_kernel *kernel)
{
    struct wf_desc desc = {.stage = WF_STAGE_PIXEL, .shader_model = 0x0606, .id = 2};
    struct wf_host_answer answer;
    uint32_t packed[WF_DESC_PACKED_WORDS];
    bool written = wf_host_submit(host, &desc) == WF_HOST_ARGUMENT && good(wf_host_load(host, kernel->code, kernel->count, &desc.code_base), "load");

    desc.code_words = (uint32_t)kernel->count;
    wf_desc_pack(&desc, false, packed);
    for (uint32_t n = 0; n < WF_DESC_PACKED_WORDS; n++)
        written = written && host->transport.write32(host->transport.user, WF_HOST_DESC + n * WF_HOST_DESC_STRIDE, packed[n]) == 0;
    return written && host->transport.write32(host->transport.user, WF_HOST_DOORBELL, 1) == 0 &&
           good(wf_host_wait(host, desc.id, PATIENCE, &answer), "a pixel shader") && answer.code == WF_REJECT_NONE && answer.ending == WF_ENDING_COMPLETE;
}

static bool example(struct wf_host *host, const struct wf_kernel *kernel, const struct wf_kernel *loop, uint32_t *memory, size_t words,
                    const struct wf_buffer *buffers)
{
    return run_file(host, kernel, buffers, memory, words) && draws_nothing(host, kernel) && reset_under_way(host, loop, buffers) &&
           fault_of_memory(host, loop, words) && run_file(host, kernel, buffers, memory, words) && many_kernels(host, kernel, buffers, memory);
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    struct wf_buffer buffers[WF_MAX_BUFFERS];
    struct wf_host host;
    const struct wf_device device = {.lanes = 8, .waves = 8, .groups = 4, .regs = 64, .lds_words = 1024, .lds_banks = 8, .imem_words = 1024, .cores = 2};
    struct wf_kernel *kernel = wf_kernel_parse(source, strlen(source), &device, 0, complain, NULL);
    struct wf_kernel *loop = wf_kernel_parse(endless, strlen(endless), &device, 0, complain, NULL);
    if (!kernel || !loop)
        return 1;
    const size_t words = (wf_kernel_place(kernel, buffers) + 15) / 16 * 16;
    uint32_t *memory = calloc(words, sizeof *memory);
    if (!memory)
        return 1;
    const struct wf_transport transport = wf_host_bus_open(memory, words, seed);
    bool passed = good(wf_host_open(&host, &transport), "open");
    if (passed) {
        printf("device: %u cores of %u lanes and %u waves, %u dispatches\n", host.cores, host.device.lanes, host.device.waves, host.dispatches);
        passed = host.device.lanes == device.lanes && host.cores == device.cores && example(&host, kernel, loop, memory, words, buffers);
        printf("%llu clock cycles with all register accesses\n", (unsigned long long)wf_host_bus_cycles(transport));
    }
    wf_host_bus_close(transport);
    free(memory);
    wf_kernel_free(kernel);
    wf_kernel_free(loop);
    printf("%s run-host seed=%llu\n", passed ? "PASS" : "FAIL", (unsigned long long)seed);
    return passed ? 0 : 1;
}

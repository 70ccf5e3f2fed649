/* SPDX-License-Identifier: Apache-2.0
 * wf_host_run - an example of the driver: a producer and a consumer that waits for it, on the hardware in simulation.
 *
 * The two kernels are written below; a real host would keep everything but the transport and the memory.  Prints PASS or FAIL.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wavefold/kernel.h"
#include "wf_host_bus.h"

enum { PATIENCE = 1000 };

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

/* One kernel of the file, with all buffers: dispatch `id`. */
static bool submit(struct wf_host *host, const struct wf_kernel *kernel, const struct wf_buffer *buffers, unsigned id)
{
    struct wf_desc desc = kernel->desc;

    for (unsigned n = 0; n < kernel->buffers; n++)
        if (!good(wf_host_buffer(host, id, n, buffers[n]), "buffer"))
            return false;
    desc.id = (uint8_t)id;
    return good(wf_host_load(host, kernel->code, kernel->count, &desc.code_base), "load") && good(wf_host_submit(host, &desc), "submit");
}

/* The answers of even ids by polling, the others by interrupt. */
static bool finish(struct wf_host *host, unsigned id)
{
    struct wf_host_answer answer;
    struct wf_fault_record fault;

    if (!good(id % 2 ? wf_host_wait_irq(host, id, PATIENCE, &answer) : wf_host_wait(host, id, PATIENCE, &answer), "wait") ||
        !good(wf_host_fault(host, id, &fault), "fault"))
        return false;
    printf("dispatch %u: code %u, ending %u, %u waves a group, fault %u\n", id, answer.code, answer.ending, answer.waves, fault.kind);
    return answer.code == WF_REJECT_NONE && answer.ending == WF_ENDING_COMPLETE && fault.kind == WF_FAULT_NONE;
}

/* All are in flight together. */
static bool run_file(struct wf_host *host, const struct wf_kernel *first, const struct wf_buffer *buffers, const uint32_t *memory, size_t words)
{
    uint64_t counters[WF_COUNTERS];
    unsigned id = 0;

    for (const struct wf_kernel *kernel = first; kernel; kernel = kernel->next)
        if (!submit(host, kernel, buffers, id++))
            return false;
    while (id-- > 0)
        if (!finish(host, id))
            return false;
    if (!good(wf_host_counters(host, counters), "counters"))
        return false;
    printf("%llu instructions, %llu clock cycles with all register accesses\n", (unsigned long long)counters[WF_CNT_INSTRUCTIONS],
           (unsigned long long)wf_host_bus_cycles(host->transport));
    return wf_kernel_compare(first, buffers, memory, words, NULL, NULL) == 0 && counters[WF_CNT_INSTRUCTIONS] > 0;
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    struct wf_buffer buffers[WF_MAX_BUFFERS];
    struct wf_host host;
    const struct wf_device device = {.lanes = 8, .waves = 16, .groups = 8, .regs = 64, .lds_words = 2048, .lds_banks = 8, .imem_words = 1024};
    struct wf_kernel *kernel = wf_kernel_parse(source, strlen(source), &device, 0, complain, NULL);
    if (!kernel)
        return 1;
    const size_t words = wf_kernel_place(kernel, buffers);
    uint32_t *memory = calloc(words, sizeof *memory);
    if (!memory)
        return 1;
    wf_kernel_fill(kernel, buffers, memory, words);
    const struct wf_transport transport = wf_host_bus_open(memory, words, seed);
    bool passed = good(wf_host_open(&host, &transport), "open");
    if (passed) {
        printf("device: %u lanes, %u waves, %u dispatches, %u core\n", host.device.lanes, host.device.waves, host.dispatches, host.cores);
        passed = host.device.lanes == device.lanes && run_file(&host, kernel, buffers, memory, words);
    }
    wf_host_bus_close(transport);
    free(memory);
    wf_kernel_free(kernel);
    printf("%s run-host seed=%llu\n", passed ? "PASS" : "FAIL", (unsigned long long)seed);
    return passed ? 0 : 1;
}

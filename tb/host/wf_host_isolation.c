/* SPDX-License-Identifier: Apache-2.0
 * wf_host_isolation - no dispatch reads what another one has: its buffers, groupshared memory, registers, scratch memory, code.  On a device of two
 * cores in simulation, through the driver.
 *
 * A dispatch fills all of its registers, its groupshared memory and its scratch memory with words of one mark, which its buffers hold too, and runs
 * until it is cancelled.  Others look for them: beside it, after it with its id, and after a reset.  Whatever they find they store; it must be 0.
 * And the fault record of a dispatch is that of the core that faulted first, whole, whenever it is read; errors of the memory bus are in the record
 * of the dispatch that met them, and in no other.
 * Prints PASS or FAIL.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wavefold/kernel.h"
#include "wf_host_bus.h"

enum { PATIENCE = 80000, REGS = 64, SECRETS = 1024, OUTS = 8192, WORDS = 2 * SECRETS + OUTS, KEEPER = 1, NAMED = 16 };
static const uint32_t mark = 0x5ec20000;
static const struct wf_buffer secret = {0, 4 * SECRETS}, scratch = {4 * SECRETS, 4 * SECRETS}, out = {8 * SECRETS, 4 * OUTS};

struct test {
    struct wf_host host;
    uint32_t memory[WORDS];
    bool passed;
};

struct text {
    char at[16384];
    size_t length;
};

static void put(struct text *t, const char *form, ...)
{
    va_list list;

    va_start(list, form);
    t->length += (size_t)vsnprintf(t->at + t->length, sizeof t->at - t->length, form, list);
    va_end(list);
}

static void complain(void *user, unsigned line, unsigned column, bool error, const char *message)
{
    (void)user;
    printf("source:%u:%u: %s: %s\n", line, column, error ? "error" : "note", message);
}

/* The kernel of a text, or the end of the program. */
static struct wf_kernel *parse(const struct text *t)
{
    const struct wf_device device = {.lanes = 8, .waves = 8, .groups = 4, .regs = REGS, .lds_words = 1024, .lds_banks = 8, .imem_words = 1024, .cores = 2};
    struct wf_kernel *kernel = wf_kernel_parse(t->at, t->length, &device, 0, complain, NULL);

    if (!kernel)
        exit(1);
    return kernel;
}

static bool good(struct test *t, enum wf_host_error error, const char *what)
{
    if (error != WF_HOST_OK)
        printf("%s: %s\n", what, wf_host_error_text(error));
    t->passed &= error == WF_HOST_OK;
    return error == WF_HOST_OK;
}

static void check(struct test *t, bool holds, const char *when, const char *what)
{
    if (!holds)
        printf("%s: %s\n", when, what);
    t->passed &= holds;
}

/* All registers, all groupshared memory and scratch memory of its slot are marked; it runs until it is cancelled. */
static struct wf_kernel *keeper(void)
{
    struct text t = {.length = 0};

    put(&t, "[numthreads(16,1,1)]\n[groupshared(1024)]\nbuffer S[%d]\nbuffer Scratch[%d]\ndispatch 4\ncode\n sv r0, gindex\n shl r0, r0, 2\n", SECRETS, SECRETS);
    put(&t, " sv r1, slot\n shl r1, r1, 6\n sv r2, lane\n shl r2, r2, 2\n add r1, r1, r2\n load r3, S[r0]\n store Scratch[r1], r3\n store Scratch[r1+32], r3\n");
    for (unsigned word = 0; word < 256; word += 16)
        put(&t, " lds.store [r0+%u], r3\n", 4 * word);
    for (unsigned reg = 4; reg < REGS; reg++)
        put(&t, " add r%u, r3, %u\n", reg, reg);
    put(&t, " store Scratch[r2+2048], r4\n loop\n  load r1, S[r0]\n  lds.store [r0], r1\n endloop\n end\n");
    return parse(&t);
}

/* Registers that it never wrote, and groupshared memory: what it was given, and beyond. */
static struct wf_kernel *looks_inside(void)
{
    struct text t = {.length = 0};

    put(&t, "[numthreads(16,1,1)]\n[groupshared(1024)]\nbuffer Out[%d]\ndispatch 4\ncode\n sv r0, dtid.x\n shl r0, r0, 9\n", OUTS);
    for (unsigned reg = 2; reg < REGS; reg++)
        put(&t, " store Out[r0+%u], r%u\n", 4 * reg, reg);
    put(&t, " sv r1, gindex\n shl r1, r1, 2\n");
    for (unsigned n = 0; n < 64; n++)           /* the group's 256 words are those of n below 16 */
        put(&t, " lds.load r2, [r1+%u]\n store Out[r0+%u], r2\n", 64 * n, 256 + 4 * n);
    put(&t, " end\n");
    return parse(&t);
}

/* Buffers 1 to 15 by name and 1 to 299 by number, of which it binds none: loads, stores, atomics, sizes. */
static struct wf_kernel *looks_around(void)
{
    struct text t = {.length = 0};

    put(&t, "[numthreads(16,1,1)]\nbuffer Out[%d]\n", OUTS);
    for (unsigned n = 1; n < NAMED; n++)
        put(&t, "buffer B%u[1]\n", n);
    put(&t, "dispatch 4\ncode\n sv r0, dtid.x\n shl r0, r0, 9\n sv r1, gindex\n shl r1, r1, 2\n mov r4, 77\n");
    for (unsigned n = 1; n < NAMED; n++)
        put(&t, " load r2, B%u[r1]\n store Out[r0+%u], r2\n size r2, B%u\n store Out[r0+%u], r2\n atomic.add r2, B%u[r1], r4\n store Out[r0+%u], r2\n store B%u[r1+64], r4\n",
            n, 16 * n, n, 16 * n + 4, n, 16 * n + 8, n);
    put(&t, " mov r5, 1\n mov r6, 0\n loop\n  ge.u r7, r5, 300\n  breakif r7\n  table.load r2, [r5][r1]\n  or r6, r6, r2\n"
            "  table.add r2, [r5][r1], r4\n  or r6, r6, r2\n  table.store [r5][r1+64], r4\n  add r5, r5, 1\n endloop\n"
            " store Out[r0+%u], r6\n end\n", 16 * NAMED);
    return parse(&t);
}

/* Stores the mark: nobody else may run it. */
static struct wf_kernel *tells(void)
{
    struct text t = {.length = 0};

    put(&t, "[numthreads(16,1,1)]\nbuffer Out[%d]\ndispatch 4\ncode\n nop\n sv r0, dtid.x\n shl r0, r0, 2\n mov r1, %u\n store Out[r0], r1\n store Out[r0+64], r1\n end\n",
        OUTS, (unsigned)mark);
    return parse(&t);
}

static bool submit(struct test *t, struct wf_desc desc, unsigned id, uint16_t base, size_t words)
{
    desc.id = (uint8_t)id;
    desc.code_base = base;
    desc.code_words = (uint32_t)words;
    return good(t, wf_host_submit(&t->host, &desc), "submit");
}

/* It binds Out alone; its answer and its fault record. */
static bool look(struct test *t, const struct wf_kernel *kernel, unsigned id, uint16_t base, size_t words, struct wf_host_fault *fault)
{
    struct wf_host_answer answer = {.state = WF_HOST_STATE_IDLE};

    memset(t->memory + out.base / 4, 0, out.size);
    return good(t, wf_host_buffer(&t->host, id, 0, out), "buffer") && submit(t, kernel->desc, id, base, words) &&
           good(t, wf_host_wait(&t->host, id, PATIENCE, &answer), "wait") && good(t, wf_host_fault(&t->host, id, fault), "fault");
}

static void check_memory(struct test *t, const char *when)
{
    for (unsigned n = 0; n < OUTS; n++)
        if (t->memory[out.base / 4 + n] != 0) {
            printf("%s: word %u of what was found is 0x%08x\n", when, n, (unsigned)t->memory[out.base / 4 + n]);
            t->passed = false;
            return;
        }
    for (unsigned n = 0; n < SECRETS; n++)
        check(t, t->memory[n] == (mark | n), when, "a store into a buffer of another dispatch");
}

static void look_loaded(struct test *t, const struct wf_kernel *kernel, unsigned id, enum wf_fault kind, uint64_t lanes, const char *when)
{
    struct wf_host_fault fault;
    uint16_t base;

    if (!good(t, wf_host_load(&t->host, kernel->code, kernel->count, &base), "load") || !look(t, kernel, id, base, kernel->count, &fault))
        return;
    check_memory(t, when);
    check(t, fault.record.kind == kind && fault.record.count == lanes, when, "the fault record");
    check(t, fault.slot < t->host.cores * t->host.device.waves, when, "the slot of the fault");
    good(t, wf_host_unload(&t->host, base), "unload");
}

static void look_everywhere(struct test *t, unsigned id, const char *when)
{
    struct wf_kernel *inside = looks_inside(), *around = looks_around();

    look_loaded(t, inside, id, WF_FAULT_LDS_RANGE, 64 * 48, when);
    look_loaded(t, around, id, WF_FAULT_MEM_RANGE, 64 * 3 * (NAMED - 1 + 299), when);
    wf_kernel_free(inside);
    wf_kernel_free(around);
}

/* With a mark everywhere: a dispatch that runs until it is cancelled. */
static bool keep(struct test *t, const struct wf_kernel *kernel, uint16_t *base)
{
    for (unsigned n = 0; n < SECRETS; n++)
        t->memory[n] = mark | n;
    for (unsigned n = 0; n < WF_MAX_BUFFERS; n++)
        if (!good(t, wf_host_buffer(&t->host, KEEPER, n, n == 1 ? scratch : secret), "buffer"))
            return false;
    return good(t, wf_host_load(&t->host, kernel->code, kernel->count, base), "load") && submit(t, kernel->desc, KEEPER, *base, kernel->count);
}

/* It has stored what it stores last: registers and groupshared memory are filled. */
static bool keeps(struct test *t)
{
    struct wf_host_answer answer;

    for (unsigned n = 0; n < PATIENCE && t->memory[SECRETS + 512] == 0; n++)
        if (!good(t, wf_host_status(&t->host, KEEPER, &answer), "status"))
            return false;
    return t->memory[SECRETS + 512] != 0;
}

/* Code that another kernel has, beyond the own; the end of the own is left out. */
static void look_behind(struct test *t)
{
    struct wf_kernel *own = tells(), *other = tells();
    struct wf_host_fault fault;
    uint16_t base, behind;

    if (good(t, wf_host_load(&t->host, own->code, 1, &base), "load") && good(t, wf_host_load(&t->host, other->code, other->count, &behind), "load")) {
        check(t, behind == base + 1, "code behind the own", "where it stands");
        if (look(t, own, 0, base, 1, &fault)) {
            check_memory(t, "code behind the own");
            check(t, fault.record.kind == WF_FAULT_CODE_RANGE && fault.record.pc == 1, "code behind the own", "the fault record");
        }
    }
    wf_kernel_free(own);
    wf_kernel_free(other);
}

/* After a reset nobody has loaded anything: neither code nor buffers are there. */
static void look_after_reset(struct test *t)
{
    struct wf_kernel *other = tells();
    struct wf_host_fault fault;
    uint16_t base;

    if (good(t, wf_host_load(&t->host, other->code, other->count, &base), "load") && good(t, wf_host_reset(&t->host), "reset") &&
        look(t, other, 0, base, other->count, &fault)) {
        check_memory(t, "code from before a reset");
        check(t, fault.record.kind == WF_FAULT_CODE_RANGE && fault.record.pc == 0, "code from before a reset", "the fault record");
    }
    look_everywhere(t, KEEPER, "after a reset, with its id");
    wf_kernel_free(other);
}

/* Both groups, one on each core, store beyond the buffer; one of them a thousand cycles late. */
static void first_fault(struct test *t, unsigned late)
{
    struct wf_host_answer answer = {.state = WF_HOST_STATE_IDLE};
    struct wf_host_fault fault = {.slot = 0};
    struct text text = {.length = 0};
    uint16_t base;

    put(&text, "[numthreads(8,1,1)]\nbuffer Out[%d]\ndispatch 2\ncode\n sv r0, gid.x\n eq r1, r0, %u\n mov r2, %u\n if r1\n  mov r3, 0\n  loop\n", OUTS, late, 4 * OUTS);
    put(&text, "   add r3, r3, 1\n   ge.u r4, r3, 80\n   breakif r4\n  endloop\n  add r2, r2, 4096\n endif\n store Out[r2], r0\n end\n");
    struct wf_kernel *kernel = parse(&text);
    if (good(t, wf_host_load(&t->host, kernel->code, kernel->count, &base), "load") && good(t, wf_host_buffer(&t->host, 2, 0, out), "buffer") &&
        submit(t, kernel->desc, 2, base, kernel->count)) {
        for (unsigned n = 0; n < PATIENCE && answer.state != WF_HOST_STATE_DONE && t->passed; n++) {
            good(t, wf_host_status(&t->host, 2, &answer), "status");
            good(t, wf_host_fault(&t->host, 2, &fault), "fault");
            if (fault.record.kind != WF_FAULT_NONE)
                check(t, fault.record.group[0] == 1 - late && fault.record.address == 4 * OUTS, "two faults", "the record");
        }
        check(t, fault.record.kind == WF_FAULT_MEM_RANGE && fault.record.count == 16, "two faults", "the record in the end");
        good(t, wf_host_wait(&t->host, 2, 1, &answer), "wait");
        good(t, wf_host_unload(&t->host, base), "unload");
    }
    wf_kernel_free(kernel);
}

/* Of eight lanes the first is in the last line of memory, the others behind it: two loads, for no error is cached, an atomic, a store that
 * outlives its wave. */
static struct wf_kernel *meets_errors(bool store_alone)
{
    struct text t = {.length = 0};

    put(&t, "[numthreads(8,1,1)]\nbuffer Out[%d]\nbuffer Edge[128]\ndispatch 2\ncode\n sv r0, lane\n shl r0, r0, 6\n", OUTS);
    if (!store_alone)
        put(&t, " load r1, Edge[r0]\n add r1, r1, 0\n load r2, Edge[r0]\n add r2, r2, 0\n atomic.add r3, Edge[r0+4], r0\n or r1, r1, r2\n store Out[r0], r1\n");
    put(&t, " store Edge[r0+8], r0\n end\n");
    return parse(&t);
}

static void bus_errors(struct test *t, bool store_alone)
{
    static const char when[] = "errors of the bus";
    const struct wf_buffer edge = {4 * WORDS - 64, 512};
    struct wf_kernel *kernel = meets_errors(store_alone), *other = tells();
    struct wf_host_fault fault = {.slot = 0};
    struct wf_host_answer answer;
    uint16_t base, at;

    if (good(t, wf_host_load(&t->host, kernel->code, kernel->count, &base), "load") && good(t, wf_host_load(&t->host, other->code, other->count, &at), "load") &&
        good(t, wf_host_buffer(&t->host, 0, 1, edge), "buffer") && good(t, wf_host_buffer(&t->host, 3, 0, out), "buffer") &&
        submit(t, other->desc, 3, at, other->count) && look(t, kernel, 0, base, kernel->count, &fault)) {
        const struct wf_fault_record *r = &fault.record;
        const unsigned offset = store_alone || r->pc == 9 ? 8 : r->pc == 6 ? 4 : 0;
        check(t, r->kind == WF_FAULT_MEM_BUS && r->count == (store_alone ? 14 : 56), when, "kind and lanes");
        check(t, r->lane == 1 && r->address == 64 + offset && r->group[0] < 2 && r->wave == 0, when, "lane and address");
        check(t, store_alone ? r->pc == 2 : r->pc == 2 || r->pc == 4 || r->pc == 6 || r->pc == 9, when, "the instruction");
        good(t, wf_host_wait(&t->host, 3, PATIENCE, &answer), "wait");
        good(t, wf_host_fault(&t->host, 3, &fault), "fault");
        check(t, r->kind == WF_FAULT_NONE, when, "a fault of a dispatch that met none");
        for (unsigned n = 80; n < 128; n++)         /* the other has stored before them */
            check(t, t->memory[out.base / 4 + n] == 0, when, "a word that is not there");
        good(t, wf_host_unload(&t->host, base), "unload");
        good(t, wf_host_unload(&t->host, at), "unload");
    }
    wf_kernel_free(kernel);
    wf_kernel_free(other);
}

static void isolation(struct test *t)
{
    struct wf_kernel *kernel = keeper();
    struct wf_host_answer answer;
    uint16_t base = 0;

    if (keep(t, kernel, &base) && keeps(t)) {
        look_everywhere(t, 0, "beside it");
        check(t, wf_host_unload(&t->host, base) == WF_HOST_BUSY, "beside it", "its code was given back");
        good(t, wf_host_cancel(&t->host, KEEPER), "cancel");
        good(t, wf_host_wait(&t->host, KEEPER, PATIENCE, &answer), "wait");
        look_everywhere(t, KEEPER, "after it, with its id");
        look_behind(t);
    } else
        check(t, false, "the dispatch with the mark", "it does not run");
    memset(t->memory + SECRETS, 0, scratch.size);
    if (good(t, wf_host_reset(&t->host), "reset") && keep(t, kernel, &base) && keeps(t) && good(t, wf_host_reset(&t->host), "reset"))
        look_after_reset(t);
    first_fault(t, 0);
    first_fault(t, 1);
    bus_errors(t, false);
    bus_errors(t, true);
    wf_kernel_free(kernel);
}

int main(int argc, char **argv)
{
    static struct test t = {.passed = true};
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    const struct wf_transport transport = wf_host_bus_open(t.memory, WORDS, seed);

    if (good(&t, wf_host_open(&t.host, &transport), "open"))
        isolation(&t);
    printf("%s isolation seed=%llu cycles=%llu\n", t.passed ? "PASS" : "FAIL", (unsigned long long)seed, (unsigned long long)wf_host_bus_cycles(transport));
    wf_host_bus_close(transport);
    return t.passed ? 0 : 1;
}

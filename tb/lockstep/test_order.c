/* SPDX-License-Identifier: Apache-2.0
 * test_order.c - the checker on instructions of one wave that overlap: orders that docs/semantics.md allows pass, others are told.
 *
 * What happens comes from a run of the model in the order of the program; a script says in which order the checker hears of it.
 */
#include "wf_script.h"

enum { INSTRUCTIONS = 22, INFLIGHT = 5 };

static const char kernel_text[] =
    "[numthreads(4,1,1)] [WaveSize(4)]\nbuffer In[8] = each hash(i)\nbuffer Out[8]\ndispatch 1\ncode\n"
    " sv r0, gindex\n"                  /* 0 */
    " shl r1, r0, 2\n"                  /* 1 */
    " load r2, In[r1]\n"                /* 2 */
    " add r3, r0, 1\n"                  /* 3 */
    " add r1, r1, 4\n"                  /* 4: writes what 2 has read */
    " add r4, r2, 1\n"                  /* 5: reads what 2 writes */
    " load r5, In[r1]\n"                /* 6 */
    " mov r2, 7\n"                      /* 7: writes what 2 and 5 have to do with */
    " store Out[r1], r5\n"              /* 8 */
    " ballot q12, r3\n"                 /* 9 */
    " mov r14, 3\n"                     /* 10: writes a part of what 9 writes */
    " mask.bit r7, q12, r0\n"           /* 11: reads all of it */
    " if r0\n"                          /* 12: not in lane 0 */
    "  mov r6, 1\n"                     /* 13 */
    " endif\n"                          /* 14 */
    " nop\n"                            /* 15: structure at which all lanes run */
    " store Out[r1], r4\n"              /* 16 */
    " barrier\n"                        /* 17 */
    " sv r8, clock.low\n"               /* 18 */
    " store Out[r1], r4\n"              /* 19: has nothing to do with the clock */
    " store Out[r1], r8\n"              /* 20 */
    " end\n";                           /* 21 */

#define START "t0 t1 r2 t3 t4 t2 t5 t7 r6 t6 r8 t8 t9 t10 t11 t12 t13 t14 t15 r16 t16 t17 "
/* r: the request of an instruction, t: its retirement, f: its retirement with the one that was issued before it; l: leaves the barrier, c: a read of
 * the clock retires. */
static const struct { const char *script, *report; } play[] = {
    {"t0 t1 r2 t2 t3 t4 t5 r6 t6 t7 r8 t8 t9 t10 t11 t12 t13 t14 t15 r16 t16 t17", NULL},
    {"t0 t1 r2 t3 t4 t2 t5 r6 t7 t6 r8 t9 t10 t8 t11 t12 t13 t14 t15 r16 t16 t17", NULL},
    {"t0 t1 t3 t4 r2 t2 t5 t7 r6 t6 t9 r8 t11 t8", "has not retired that this one depends on"},  /* 11 reads what 10 writes */
    {"t1", "has not retired that this one depends on"},
    {"t0 t1 t3 t4 r2 t2 t5 t7 r6 t6 t9 r8 t10 t11 t12 t13 t8 t14 t15 r16 t16 t17", NULL},    /* a load behind what writes its address register */
    {"t0 t1 r2 t3 t4 t5", "has not retired that this one depends on"},
    {"t0 t1 t3 t4 t5", "performed before the one that it depends on"},
    {"t0 t1 t4 r6", "address differs"},                                                  /* taken for that of 2 */
    {"t0 t1 r2 t4 r6 t6 t3 t7", "has not retired that this one depends on"},
    {"t0 t1 r2 r6", "request was made before an instruction retired that its operands depend on"},
    {"t0 t1 r2 t3 t4 t2 t5 t7 r6 t6 t8", "without a request"},
    {"t0 t1 r2 t3 t4 t2 t5 t7 r6 r8", "request was made before an instruction retired that its operands depend on"},
    {"t0 t1 r2 t3 t4 t2 t5 t7 r6 t6 t10", "has not retired that this one depends on"},
    {"t0 t1 r2 t3 t4 t2 t5 t7 r6 t6 r8 t8 t9 t10 t11 t13", "pc differs"},
    {"t0 t1 r2 t3 t4 t2 t5 t7 r6 t6 r8 t8 t9 t10 t11 t12 t13 t14 t15 r16 t17", "waits for all before it"},
    {"t0 t1 r2 t3 t4 t2 t5 t7 r6 t6 r8 t8 t9 t10 t11 t12 t13 t14 t15 t17", "waits for all before it"},
    {"t0 t1 r2 t3 t4 t2 t5 t7 r6 t6 r8 t8 t8", "pc differs"},
    {"t0 t1 r2 t3 t4 t2 t5 t7 r6 t6 r8 t8 t9 t10 t11 t12 t13 t14 r16 t16 t15 t17", NULL},      /* 15 changes nothing */
    {"t0 t1 r2 t3 t4 t2 t5 t7 r6 t6 r8 t8 t9 t10 t11 t12 t13 r16", "an instruction that makes none"},     /* 14 says which lanes run */
    {"t0 t1 r2 t3 t4 t2 t5 t7 r6 t6 r8 t8 t9 t10 t11 t12 t13 t15", "pc differs"},
    {"t0 t1 r2 t3 t4 t2 t5 t7 r6 t6 r8 t8 t9 t10 t11 t12 t13 t14 f15 r16 t16 t17", NULL},
    {"t0 t1 r2 t3 t4 t2 t5 t7 r6 t6 r8 t8 t9 t10 t11 t12 t13 t14 r16 t16 f15 t17", NULL},
    {"t0 t1 r2 t3 t4 t2 t5 t7 r6 t6 r8 t8 t9 t10 t11 t12 t13 f14", "changes something"},
    {"t0 t1 r2 t3 t4 t2 t5 t7 r6 t6 r8 t8 t9 t10 t11 t12 f13", "changes something"},
    {START "l c18 r19 t19 r20 t20", NULL},
    {START "l r19 c18 t19 r20 t20", NULL},                                               /* a request before the read of the clock retires */
    {START "l r19 r20", "performed before the one that it depends on"},                  /* the clock is not known yet */
    {START "l t18", "result differs"},                                                   /* of a cycle that it was not read in */
    {"t6", "pc differs"},                                                                /* more than INFLIGHT would overlap */
};

struct stage {
    const struct wf_kernel *kernel;
    struct wf_shape shape;
    struct wf_buffer buffers[WF_MAX_BUFFERS];
    size_t words;
    uint32_t *memory;
    struct wf_effect effect[INSTRUCTIONS];
};

static const struct wf_device device = {.lanes = LANES, .waves = 2, .groups = 2, .regs = 16, .lds_words = 64, .imem_words = 64};
static const uint32_t group[3];

static void request(struct wf_lockstep *ls, uint64_t cycle, const struct wf_effect *e)
{
    const uint32_t mask = mask_of(e->access);
    wf_lockstep_request(ls, cycle, &(struct wf_request_event){.global = true, .kind = wf_insn_decode(e->word).op == WF_OP_GST, .mask = &mask,
                                                              .address = e->address, .data = e->data, .compare = e->compare});
}

/* The recorded run began its clock at 0. */
static void retire(struct wf_lockstep *ls, uint64_t cycle, const struct wf_effect *e, char how)
{
    const uint32_t exec = mask_of(e->exec), write = mask_of(e->written);
    uint32_t data[4 * LANES];
    for (unsigned i = 0; i < 4 * LANES; i++)
        data[i] = e->value[i % 4][i / 4];
    wf_lockstep_retire(ls, cycle, &(struct wf_retire_event){.pc = e->pc, .word = e->word, .exec = &exec, .write = &write, .dst = e->dst,
                                                            .words = e->words, .data = data, .folded = how == 'f',
                                                            .clock = how == 'c' ? e->value[0][0] + WF_LOCKSTEP_CLOCK_READ : cycle});
}

static void leave_barrier(struct wf_lockstep *ls, uint64_t cycle)
{
    const uint32_t slots = 1;
    wf_lockstep_arrive(ls, cycle, 0);
    wf_lockstep_release(ls, cycle, &slots);
}

static struct wf_lockstep *set_out(const struct stage *s)
{
    const struct wf_lockstep_setup setup = {.device = &device, .desc = &s->kernel->desc, .shape = &s->shape, .code = s->kernel->code,
                                            .count = s->kernel->count, .buffers = s->buffers, .memory = s->memory,
                                            .memory_words = s->words, .inflight = INFLIGHT};
    wf_kernel_fill(s->kernel, s->buffers, s->memory, s->words);
    struct wf_lockstep *ls = wf_lockstep_new(&setup);
    if (!ls)
        abort();
    wf_lockstep_launch(ls, 0, &(struct wf_launch_event){.count = 1, .wave_size = LANES, .live = LANES, .regs = 16});
    return ls;
}

static bool run(const struct stage *s, const char *script, const char *report)
{
    struct wf_lockstep *ls = set_out(s);
    uint64_t cycle = 1, last = 0;
    for (const char *p = script; *p && !wf_lockstep_difference(ls); p += strcspn(p, " "), p += strspn(p, " "), cycle++) {
        const unsigned n = (unsigned)strtoul(p + 1, NULL, 10);
        if (*p == 'l')
            leave_barrier(ls, cycle);
        else if (*p == 'r')
            request(ls, cycle, &s->effect[n]);
        else
            retire(ls, cycle, &s->effect[n], *p);
        last = n;
    }
    return verdict("order", script, ls, report, report || wf_lockstep_last_number(ls) == last);
}

/* What each instruction does, in the order of the program. */
static void record(struct stage *s)
{
    struct wf_machine *m = wf_machine_new(&device, &s->kernel->desc, &s->shape, s->kernel->code, s->kernel->count, s->buffers, s->memory, s->words);
    if (!m || !wf_machine_launch(m, 0, group, 0))
        abort();
    for (unsigned i = 0; i < INSTRUCTIONS - 1; i++)
        if (!wf_machine_step(m, 0, &s->effect[i]) || s->effect[i].pc != i || (s->effect[i].barrier && !wf_machine_barrier_release(m, 0)))
            abort();
    wf_machine_free(m);
}

int main(void)
{
    struct stage s;
    struct wf_kernel *kernel = kernel_of(kernel_text, &device, INSTRUCTIONS, &s.shape);
    s.kernel = kernel;
    s.words = wf_kernel_place(kernel, s.buffers);
    s.memory = calloc(s.words, sizeof *s.memory);
    if (!s.memory)
        abort();
    wf_kernel_fill(kernel, s.buffers, s.memory, s.words);
    record(&s);
    bool good = true;
    for (size_t i = 0; i < sizeof play / sizeof play[0]; i++)
        good = run(&s, play[i].script, play[i].report) && good;
    free(s.memory);
    wf_kernel_free(kernel);
    return good ? 0 : 1;
}

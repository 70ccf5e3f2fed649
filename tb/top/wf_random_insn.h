/* SPDX-License-Identifier: Apache-2.0
 * wf_random_insn.h - the instructions of random kernels that are no control flow (included by wf_random.c only).
 *
 * Registers: values from r0 on, then one or two masks (also read as values), address, condition, loop counters and bounds: see struct plan.
 */
#ifndef WF_RANDOM_INSN_H
#define WF_RANDOM_INSN_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "wavefold/isa.h"

enum { MAX_DEPTH = 10, IN_WORDS = 512, OUT_WORDS = 4096, SHARED_WORDS = 128, MAX_TRIPS = 96 };

/* Registers: `values` from r0 on, masks after them up to r(sources-1), loop n has counter+n and bound+n. */
struct plan { unsigned values, masks, sources, address, condition, counter, bound, max_loops; };
static const struct plan plan_of_16 = {8, 1, 12, 12, 13, 14, 15, 1}, plan_of_64 = {20, 2, 28, 28, 29, 30, 38, 6};

struct row {
    uint8_t op;
    const char *name;
    enum wf_format format;
    enum wf_unit unit;
    unsigned words;
};

static const struct row rows[] = {
#define WF_OP(id, code, mnemonic, format, unit, words, first, second, text) { code, mnemonic, WF_FMT_##format, WF_UNIT_##unit, words },
#include "wavefold/isa.def"
};

static const struct { const char *name; unsigned number; } system_values[] = {
#define WF_SV(id, number, name, text) { name, number },
#include "wavefold/isa.def"
};

static const char *const atoms[] = {
#define WF_ATOM(id, number, suffix, text) suffix,
#include "wavefold/isa.def"
};

static const char *const scan_modes[] = {
#define WF_SCAN_MODE(id, number, suffix, text) suffix,
#include "wavefold/isa.def"
};

/* Bit patterns where integer and float units have their corners. */
static const uint32_t special[] = {
    0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffffffff, 1, 0x80000001, 0x007fffff,
    0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff, 0x3f000000, 0x3effffff, 0x4b800000, 0x4b7fffff, 0xcb000001, 0x4f000000,
    0xcf000000, 0x4effffff, 0x4f800000, 0x33800000, 0x38800000, 0x387fe000, 0x477fefff, 0x477ff000, 0x34000000, 0x7fffffff, 2, 31, 32,
    0x3fc00000, 0x40490fdb, 0x00000400, 0x3c00, 0x7bff, 0x03ff, 0xfc00, 0x0c80, 0x40200000,
};

struct gen {
    const struct plan *plan;
    unsigned lds_bytes, slots;      /* of a group; waves of the device */
    unsigned device_lds;            /* bytes */
    uint64_t random;
    unsigned left;                  /* instructions still to write */
    unsigned depth, loops;          /* open constructs, open loops */
    unsigned trips;                 /* how often the place being written runs, about */
    unsigned may_leave;             /* so many loops around, from the innermost on, may be left or continued */
    unsigned continuing;            /* bit n: of loop n, from the outermost on, the continuing has begun */
    bool uniform;                   /* all waves of a group pass here equally often */
    unsigned size;                  /* S */
    bool has_ids;                   /* numthreads: thread ids may be read */
    bool several;               /* of several dispatches in a file */
    bool demotes;
    bool fpu;                       /* the machine has a float unit */
    enum wf_fault fault;            /* the one kind of fault the kernel may raise */
};

#include "wf_random_number.h"

static uint32_t value(struct gen *g)
{
    switch (below(g, 5)) {
    case 0: return random_word(g);
    case 1: return below(g, 64);
    case 2: return 0x3f800000 + (random_word(g) & 0x81ffffff);      /* floats near 1, so that sums round */
    default: return special[below(g, sizeof special / sizeof *special)];
    }
}

static unsigned source(struct gen *g)
{
    return below(g, one_in(g, 4) ? g->plan->sources : g->plan->values);
}

static unsigned mask(struct gen *g)
{
    return g->plan->values + 4 * below(g, g->plan->masks);
}

/* One line of code, indented by the nesting. */
static void line(struct gen *g, const char *format, ...)
{
    va_list arguments;

    printf("%*s", (int)(4 + 2 * g->depth), "");
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    if (g->left > 0)
        g->left--;
}

static void operand_b(struct gen *g, char text[16])
{
    if (one_in(g, 3))
        snprintf(text, 16, "0x%x", (unsigned)value(g));
    else
        snprintf(text, 16, "r%u", source(g));
}

static void write_scan(struct gen *g, const struct row *row, unsigned d)
{
    const char *mode = scan_modes[below(g, 3)];

    switch (below(g, 3)) {
    case 0: line(g, "%s.%s r%u, r%u", row->name, mode, d, source(g)); break;
    case 1: line(g, "%s.%s.cluster%u r%u, r%u", row->name, mode, 1u << below(g, 8), d, source(g)); break;
    default: line(g, "%s.%s.multi r%u, r%u, q%u", row->name, mode, d, source(g), mask(g)); break;
    }
}

static void write_system_value(struct gen *g, unsigned d)
{
    static const char *const buffers[] = {"b0", "Out", "Shared"};
    unsigned pick;

    if (one_in(g, 6)) {
        line(g, "size r%u, %s", d, buffers[below(g, 3)]);
        return;
    }
    do
        pick = below(g, sizeof system_values / sizeof *system_values);
    while ((!g->has_ids && system_values[pick].number <= WF_SV_DTID_Z) || system_values[pick].number == WF_SV_PIXEL_X ||
           system_values[pick].number == WF_SV_PIXEL_Y);
    line(g, "sv r%u, %s", d, system_values[pick].name);
}

static void write_match(struct gen *g)
{
    const unsigned words = 1 + below(g, 4);

    if (words == 1)
        line(g, "match q%u, r%u", mask(g), source(g));
    else
        line(g, "match q%u, q%u, %u", mask(g), below(g, g->plan->sources / 4) * 4, words);
}

/* Lane numbers, shift counts and bit fields: r28 = a register cut to where they mean something, as operand b or c. */
static void write_cut(struct gen *g, const struct row *row, char b[16])
{
    unsigned cut;

    switch (row->op) {
    case WF_OP_READLANE: case WF_OP_SHUFXOR: case WF_OP_SHUFUP: case WF_OP_SHUFDOWN: case WF_OP_MBIT: cut = g->size - 1; break;
    case WF_OP_SHL: case WF_OP_SHR: case WF_OP_SAR: cut = 31; break;
    case WF_OP_BFEU: case WF_OP_BFES: case WF_OP_BFI: cut = 0x1f1f; break;
    default: return;
    }
    if (one_in(g, 4))
        return;
    line(g, "and r%u, r%u, 0x%x", g->plan->address, source(g), cut);
    snprintf(b, 16, "r%u", g->plan->address);
}

/* Any instruction that only gives a value. */
static void write_value(struct gen *g, const struct row *row)
{
    const unsigned d = below(g, one_in(g, 12) ? g->plan->sources : g->plan->values);
    char b[16], c[16];

    snprintf(c, sizeof c, "r%u", source(g));
    operand_b(g, b);
    write_cut(g, row, row->op == WF_OP_BFI ? c : b);
    switch (row->format) {
    case WF_FMT_DB:
        if (row->words == 4)
            line(g, "%s q%u, %s", row->name, mask(g), b);
        else
            line(g, "%s r%u, %s", row->name, d, b);
        break;
    case WF_FMT_DAB: line(g, "%s r%u, r%u, %s", row->name, d, source(g), b); break;
    case WF_FMT_DABC: line(g, "%s r%u, r%u, r%u, %s", row->name, d, source(g), source(g), c); break;
    case WF_FMT_DV: case WF_FMT_SIZE: write_system_value(g, d); break;
    case WF_FMT_D: line(g, "%s r%u", row->name, d); break;
    case WF_FMT_SCAN: write_scan(g, row, d); break;
    case WF_FMT_DQ: line(g, "%s r%u, q%u", row->name, d, mask(g)); break;
    case WF_FMT_DQB: line(g, "%s r%u, q%u, %s", row->name, d, mask(g), b[0] == 'r' ? b : c); break;
    case WF_FMT_MATCH: write_match(g); break;
    default: line(g, "nop"); break;
    }
}

static void write_of_unit(struct gen *g, enum wf_unit unit)
{
    const struct row *row;

    if (unit == WF_UNIT_FPU && !g->fpu)
        unit = WF_UNIT_ALU;
    do
        row = &rows[below(g, sizeof rows / sizeof *rows)];
    while (row->unit != unit || (!g->fpu && wf_op_floats(row->op)));
    write_value(g, row);
}

/* r28 = the address of one of few or many words, of `bytes` each; now and then one that faults, in kernels that expect
 * it. */
static void write_address(struct gen *g, unsigned words, bool is_lds, bool must_fault, unsigned bytes)
{
    unsigned span = words;
    const bool range = g->fault == (is_lds ? WF_FAULT_LDS_RANGE : WF_FAULT_MEM_RANGE);
    const bool align = g->fault == (is_lds ? WF_FAULT_LDS_ALIGN : WF_FAULT_MEM_ALIGN);

    while (span > 1 && one_in(g, 3))
        span /= 4;
    line(g, "and r%u, r%u, 0x%x", g->plan->address, below(g, g->plan->values), ((span > 0 ? span - 1 : 0) * 4) & ~(bytes - 1));
    if (must_fault || one_in(g, 6)) {
        if (range && one_in(g, 3) && !must_fault)
            line(g, "or r%u, r%u, 0xfffff000", g->plan->address, g->plan->address);
        else if (range)
            line(g, "or r%u, r%u, 0x%x", g->plan->address, g->plan->address, 0x10000u << below(g, 12));
        else if (align)
            line(g, "or r%u, r%u, %u", g->plan->address, g->plan->address, 1 + below(g, bytes - 1));
    }
}

static const char *destination(struct gen *g, char text[16])
{
    if (one_in(g, 3))
        return "_";
    snprintf(text, 16, "r%u", below(g, g->plan->values));
    return text;
}

/* Of the old value words 2 and 3 are 0: other instructions shall have more to work on. */
static void write_atomic64(struct gen *g, const char *of, const char *place, bool must_fault)
{
    static const char *const half[] = {"", "", ".low", ".high"};
    const unsigned d = one_in(g, 3) ? mask(g) : below(g, g->plan->values / 4) * 4;
    const bool writes = !one_in(g, 3);
    char destination[16] = "_";

    if (writes)
        snprintf(destination, sizeof destination, "q%u", d);
    line(g, "%s64.%s%s %s, %s, q%u", of, atoms[below(g, WF_ATOM_COUNT_64)], must_fault ? "" : half[below(g, 4)], destination, place,
         below(g, g->plan->sources / 4) * 4);
    if (!writes || one_in(g, 4))
        return;
    line(g, "xor r%u, r%u, r%u", d + 2, d, source(g));
    line(g, "add r%u, r%u, r%u", d + 3, d + 1, source(g));
}

static void write_memory(struct gen *g, bool is_lds, bool must_fault)
{
    static const struct { const char *name; unsigned words; } buffers[] = {
        { "In", IN_WORDS }, { "Out", OUT_WORDS }, { "Shared", SHARED_WORDS }, { "Shared", SHARED_WORDS },
    };
    const bool by_table = !is_lds && one_in(g, 3);
    const unsigned pick = by_table ? 2 : below(g, 4), words = is_lds ? g->lds_bytes / 4 : buffers[pick].words;
    const char *name = is_lds ? "" : buffers[pick].name, *of = is_lds ? "lds" : by_table ? "table" : "atomic",
               *dot = is_lds ? "lds." : by_table ? "table." : "";
    const unsigned offset = 4 * below(g, words / 2), atom = below(g, WF_ATOM_COUNT), does = below(g, 6), q = mask(g);
    const bool wide = does == 5;
    char d[16], place[40], number[16];

    write_address(g, words / 2, is_lds, must_fault, wide ? 8 : 4);
    if (by_table)               /* loads from In or Shared, lane by lane; the others change Shared */
        line(g, "%s r%u, %s%u", does ? "mov" : "and", q, does ? "" : "r0, ", does ? 2 : 2 << below(g, 3));
    if (by_table && !does)
        line(g, "ne r%u, r%u, 0", q, q), line(g, "shl r%u, r%u, 1", q, q);
    snprintf(number, sizeof number, "[r%u]", q);
    snprintf(place, sizeof place, "%s[r%u+%u]", by_table ? number : name, g->plan->address,
             (does > 1 && !is_lds ? offset % (WF_MAX_ATOMIC_OFFSET + 1) : offset) & (wide ? ~7u : ~0u));
    if (wide) {
        write_atomic64(g, of, place, must_fault);
        return;
    }
    switch (does) {
    case 0: line(g, "%sload r%u, %s", dot, below(g, g->plan->values), place); break;
    case 1: line(g, "%sstore%s %s, r%u", dot, !is_lds && !by_table && one_in(g, 2) ? ".private" : "", place, source(g)); break;
    default:
        if (atom == WF_ATOM_CAS && by_table)
            line(g, "%s.cas %s, %s, r%u, r%u", of, destination(g, d), place, source(g), q + 1);
        else if (atom == WF_ATOM_CAS)
            line(g, "%s.cas %s, %s, r%u, r%u", of, destination(g, d), place, source(g), source(g));
        else
            line(g, "%s.%s %s, %s, r%u", of, atoms[atom], destination(g, d), place, source(g));
        break;
    }
}

#endif

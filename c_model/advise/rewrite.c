/* SPDX-License-Identifier: Apache-2.0
 * rewrite.c - instructions of the wave in place of an atomic.
 *
 *     lds.add d, [a], b   becomes     wadd.reduce    sum, b         countlanes sum, 1 where b is the constant 1
 *                                     wadd.exclusive below, b       only where d is used, as all that is marked *   *
 *                                     isfirst        first
 *                                     if first
 *                                         lds.add    d, [a], sum    or _
 *                                     endif
 *                                     readfirst      d, d           *
 *                                     add            d, d, below    *
 *
 * A float's identity is none for -0 and NaN, so there the first lane takes the old value as it is: by sel.
 */
#include "wavefold/advise.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fold.h"

enum { SUM, FIRST, BELOW, TEMPORARIES };
enum { SITE_MOST = 10 };                /* instructions of a rewrite */

struct rewrite {
    struct wf_kernel *kernel;
    const struct wf_device *device;
    const struct wf_atomic *atomic;     /* [atomics], all of the kernel */
    size_t atomics;
    const size_t *at;                   /* [count] */
    size_t count;
    uint8_t temporary[TEMPORARIES];
    size_t *place;                      /* [kernel->count + 1] of each old instruction in the new code */
    size_t new_count;
    uint64_t *code;                     /* [new_count] */
    size_t *from;                       /* [new_count] the old instruction that each stands for */
};

static const struct wf_atomic *atomic_at(const struct rewrite *r, size_t at)
{
    for (size_t i = 0; i < r->atomics; i++)
        if (r->atomic[i].at == at)
            return &r->atomic[i];
    return NULL;
}

/* ---- whether ----------------------------------------------------------------------------------------------------- */

static bool has_helpers(const struct wf_kernel *kernel)
{
    for (size_t at = 0; at < kernel->count; at++)
        if (wf_insn_decode(kernel->code[at]).op == WF_OP_DEMOTE)
            return true;
    return kernel->desc.stage == WF_STAGE_PIXEL;
}

static const char *refuse_site(const struct rewrite *r, size_t at)
{
    const struct wf_atomic *atomic = atomic_at(r, at);

    if (!atomic)
        return "there is no atomic that a lane comes to";
    if (atomic->fold == WF_FOLD_NONE)
        return "no operation of a wave stands for exchange and compare-exchange";
    if (!wf_insn_decode(r->kernel->code[at]).no_dst && has_helpers(r->kernel))
        return "there are helper lanes, which have no part in the atomic but would get an old value";
    return NULL;
}

/* Registers that no instruction names; fields that an instruction does not use count too. */
static const char *choose_temporaries(struct rewrite *r)
{
    bool named[WF_MAX_REGS + 4] = {false};
    unsigned chosen = 0;

    for (size_t at = 0; at < r->kernel->count; at++) {
        const struct wf_insn n = wf_insn_decode(r->kernel->code[at]);
        for (unsigned i = 0; i < 4; i++)
            named[n.dst + i] |= i < wf_op_info(n.op)->words;
        for (unsigned i = 0; i < 4; i++)
            named[n.c + i] = true;
        named[n.a] = named[n.b] = true;
    }
    for (unsigned reg = 0; reg < r->device->regs && chosen < TEMPORARIES; reg++)
        if (!named[reg])
            r->temporary[chosen++] = (uint8_t)reg;
    return chosen == TEMPORARIES ? NULL : "the code names all registers but two at most: none are left for the rewrite";
}

/* ---- what -------------------------------------------------------------------------------------------------------- */

static unsigned put(struct wf_insn *out, unsigned n, struct wf_insn insn)
{
    out[n] = insn;
    return n + 1;
}

/* `level` of an if there.  Targets are filled in later. */
static unsigned instructions_of(const struct rewrite *r, size_t at, uint8_t level, struct wf_insn out[SITE_MOST])
{
    const struct wf_insn n = wf_insn_decode(r->kernel->code[at]);
    const enum wf_fold how = atomic_at(r, at)->fold;
    const struct wff_fold *fold = wff_fold(wf_insn_atom(&n));
    const uint8_t sum = how == WF_FOLD_ONCE ? n.b : r->temporary[SUM], first = r->temporary[FIRST],
                  below = r->temporary[BELOW];
    struct wf_insn elected = n;
    unsigned k = 0;

    elected.b = sum;
    if (how == WF_FOLD_COUNT)
        k = put(out, k, (struct wf_insn){.op = WF_OP_BCOUNT, .dst = sum, .has_imm = true, .imm = 1});
    else if (how == WF_FOLD_REDUCE)
        k = put(out, k, (struct wf_insn){.op = fold->scan, .dst = sum, .a = n.b, .mod = WF_SCAN_REDUCE});
    if (!n.no_dst && how == WF_FOLD_COUNT)
        k = put(out, k, (struct wf_insn){.op = WF_OP_BPREFIX, .dst = below, .has_imm = true, .imm = 1});
    else if (!n.no_dst)
        k = put(out, k, (struct wf_insn){.op = fold->scan, .dst = below, .a = n.b, .mod = WF_SCAN_EXCLUSIVE});
    k = put(out, k, (struct wf_insn){.op = WF_OP_ISFIRST, .dst = first});
    k = put(out, k, (struct wf_insn){.op = WF_OP_IF, .a = first, .mod = level});
    k = put(out, k, elected);
    k = put(out, k, (struct wf_insn){.op = WF_OP_ENDIF, .mod = level});
    if (n.no_dst)
        return k;
    k = put(out, k, (struct wf_insn){.op = WF_OP_READFIRST, .dst = n.dst, .b = n.dst});
    if (!fold->is_float)
        return put(out, k, (struct wf_insn){.op = fold->combine, .dst = n.dst, .a = n.dst, .b = below});
    k = put(out, k, (struct wf_insn){.op = fold->combine, .dst = below, .a = n.dst, .b = below});
    return put(out, k, (struct wf_insn){.op = WF_OP_SEL, .dst = n.dst, .a = first, .b = n.dst, .c = below});
}

/* ---- where ------------------------------------------------------------------------------------------------------- */

static bool opens(uint8_t op)
{
    return op == WF_OP_IF || op == WF_OP_LOOP;
}

static bool closes(uint8_t op)
{
    return op == WF_OP_ENDIF || op == WF_OP_ENDLOOP;
}

static uint8_t op_at(const struct wf_kernel *kernel, size_t at)
{
    return wf_insn_decode(kernel->code[at]).op;
}

/* How many constructs are open around an instruction. */
static unsigned depth_at(const struct wf_kernel *kernel, size_t at)
{
    unsigned depth = 0;

    for (size_t i = 0; i < at; i++)
        depth += opens(op_at(kernel, i)) - (unsigned)closes(op_at(kernel, i));
    return depth;
}

/* Where lanes meet next behind an instruction inside a construct: its nearest else, endif, continuing or endloop. */
static size_t next_meeting(const struct wf_kernel *kernel, size_t at)
{
    for (unsigned depth = 0;; at++) {
        const uint8_t op = op_at(kernel, at);
        if (!depth && (closes(op) || op == WF_OP_ELSE || op == WF_OP_CONTINUING))
            return at;
        depth += opens(op) - (unsigned)closes(op);
    }
}

static const char *lay_out(struct rewrite *r)
{
    struct wf_insn insn[SITE_MOST];
    size_t site = 0, new_at = 0;

    for (size_t at = 0; at < r->kernel->count; at++) {
        const bool here = site < r->count && r->at[site] == at;
        r->place[at] = new_at;
        new_at += here ? instructions_of(r, at, 1, insn) : 1;
        if (here && depth_at(r->kernel, at) == WF_MAX_LEVEL)
            return "if and loop nest as deep as can be: there is no room for another if";
        site += here;
    }
    r->place[r->kernel->count] = r->new_count = new_at;
    return new_at <= r->device->imem_words ? NULL
                                           : "the code would be longer than the instruction memory of the device";
}

/* ---- the new code ------------------------------------------------------------------------------------------------ */

static bool has_target(uint8_t op)
{
    return wf_op_info(op)->unit == WF_UNIT_FLOW && wf_op_info(op)->format != WF_FMT_NONE &&
           wf_op_info(op)->format != WF_FMT_FENCE;
}

static void write_site(struct rewrite *r, size_t at)
{
    const unsigned depth = depth_at(r->kernel, at);
    struct wf_insn insn[SITE_MOST];
    const unsigned count = instructions_of(r, at, (uint8_t)(depth + 1), insn);
    unsigned last = 0;

    for (unsigned i = 0; i < count; i++)
        last = insn[i].op == WF_OP_ENDIF ? i : last;
    for (unsigned i = 0; i < count; i++) {
        const size_t end = r->place[at] + last;
        if (insn[i].op == WF_OP_IF)
            insn[i].imm16 = (uint16_t)end;
        if (insn[i].op == WF_OP_ENDIF)
            insn[i].imm16 = (uint16_t)(depth ? r->place[next_meeting(r->kernel, at)] : end + 1);
        r->code[r->place[at] + i] = wf_insn_encode(&insn[i]);
        r->from[r->place[at] + i] = at;
    }
}

static void write_code(struct rewrite *r)
{
    size_t site = 0;

    for (size_t at = 0; at < r->kernel->count; at++) {
        struct wf_insn n = wf_insn_decode(r->kernel->code[at]);
        if (site < r->count && r->at[site] == at) {
            write_site(r, at);
            site++;
            continue;
        }
        if (has_target(n.op))
            n.imm16 = (uint16_t)r->place[n.imm16];
        if (n.op == WF_OP_ENDLOOP)
            n.back = (uint16_t)r->place[n.back];
        r->code[r->place[at]] = wf_insn_encode(&n);
        r->from[r->place[at]] = at;
    }
}

/* ---- into the kernel --------------------------------------------------------------------------------------------- */

enum { TEXT = 160 };             /* bytes, of an instruction as the disassembler writes it */

/* The text of instruction `at`: as it was, or of a new one as the disassembler writes it, without its targets. */
static const char *text_of(const struct rewrite *r, const struct wf_kernel *next, size_t at, char text[TEXT])
{
    const size_t from = r->from[at];

    if (r->place[from + 1] - r->place[from] == 1)
        return wf_kernel_source(r->kernel, from);
    wf_kernel_disassemble_at(next, at, text, TEXT);
    char *comment = strstr(text, "  //");
    if (comment)
        *comment = '\0';
    return text;
}

/* What a kernel knows of each instruction, but for the text. */
static void copy_places(const struct rewrite *r, struct wf_kernel *next)
{
    for (size_t at = 0; at < r->new_count; at++) {
        next->line[at] = r->kernel->line[r->from[at]];
        if (next->file)
            next->file[at] = r->kernel->file[r->from[at]];
    }
}

static bool write_texts(const struct rewrite *r, struct wf_kernel *next)
{
    char text[TEXT];
    size_t used = 0, room = 0;

    for (size_t at = 0; at < r->new_count; at++) {
        const char *source = text_of(r, next, at, text);
        const size_t size = strlen(source) + 1;
        if (used + size > room) {
            room = 2 * (used + size);
            char *more = realloc(next->source, room);
            if (!more)
                return false;
            next->source = more;
        }
        next->source_at[at] = (uint32_t)used;
        memcpy(next->source + used, source, size);
        used += size;
    }
    return true;
}

static bool describe(const struct rewrite *r, struct wf_kernel *next)
{
    next->line = malloc(r->new_count * sizeof *next->line);
    next->file = r->kernel->file ? malloc(r->new_count * sizeof *next->file) : NULL;
    next->source_at = malloc(r->new_count * sizeof *next->source_at);
    next->source = NULL;
    if (next->line && next->source_at && (next->file || !r->kernel->file) && write_texts(r, next)) {
        copy_places(r, next);
        return true;
    }
    free(next->line);
    free(next->file);
    free(next->source_at);
    free(next->source);
    return false;
}

static void exchange(struct rewrite *r, struct wf_kernel *next)
{
    struct wf_kernel *k = r->kernel;

    free(k->code);
    free(k->line);
    free(k->file);
    free(k->source_at);
    free(k->source);
    *k = *next;
    r->code = NULL;
    k->desc.uses_wave_ops = true;
    k->desc.entry = (uint16_t)r->place[k->desc.entry];
    wf_desc_take_code(&k->desc, k->code, k->count);
}

static const char *perform(struct rewrite *r)
{
    static const char *const no_memory = "out of memory";

    r->place = malloc((r->kernel->count + 1) * sizeof *r->place);
    const char *why = r->place ? lay_out(r) : no_memory;
    if (why)
        return why;
    r->code = malloc(r->new_count * sizeof *r->code);
    r->from = malloc(r->new_count * sizeof *r->from);
    if (!r->code || !r->from)
        return no_memory;
    write_code(r);
    assert(!wf_code_check(r->code, r->new_count, r->device->regs, NULL));
    struct wf_kernel next = *r->kernel;
    next.code = r->code;
    next.count = r->new_count;
    if (!describe(r, &next))
        return no_memory;
    exchange(r, &next);
    return NULL;
}

bool wf_atomics_rewrite(struct wf_kernel *kernel, const struct wf_device *device, const struct wf_shape *shape,
                        const size_t *at, size_t count, const char **why)
{
    struct rewrite r = {.kernel = kernel, .device = device, .at = at, .count = count};
    struct wf_atomic *atomic;

    *why = wf_atomics_find(kernel, shape, &atomic, &r.atomics) ? NULL : "out of memory";
    r.atomic = atomic;
    for (size_t i = 0; i < count && !*why; i++)
        *why = refuse_site(&r, at[i]);
    if (!*why)
        *why = choose_temporaries(&r);
    if (!*why)
        *why = perform(&r);
    free(atomic);
    free(r.place);
    free(r.code);
    free(r.from);
    return !*why;
}

/* SPDX-License-Identifier: Apache-2.0
 * spill.c - values that no register is left for: a word of scratch memory each, stored where they are made and loaded before each use;
 * or, when it costs one instruction anyway, made anew there: constants, system values.
 */
#include "passes.h"

struct spiller {
    struct wfs_code *code;
    struct wfs_target *target;
    const bool *spilled;
    uint32_t *word;                     /* [regs] 1 + first word of scratch of a class, by representative */
    const uint32_t *parent;
    bool *again;                        /* [regs] made anew */
    uint32_t regs;                      /* that there were before */
};

static uint32_t representative(const struct spiller *k, uint32_t reg)
{
    while (k->parent[reg] != reg)
        reg = k->parent[reg];
    return reg;
}

/* A value made by one instruction that reads no register and gives the same everywhere. */
static bool can_make_again(const struct spiller *k, uint32_t reg)
{
    const uint32_t def = k->code->reg[reg].def;
    const struct wfs_insn *n = &k->code->insn[def];

    if (!def || k->code->reg[reg].meeting || k->code->reg[reg].quad || n->dst != reg)
        return false;
    return (n->op == WF_OP_MOV && wfs_is_const(n->b)) || (n->op == WF_OP_SV && n->mod != WF_SV_HELPER);
}

static uint32_t temporary(struct spiller *k, bool quad)
{
    const uint32_t reg = wfs_new_reg(k->code, quad, false);

    k->code->reg[reg].fixed = true;
    return reg;
}

/* The base of scratch memory, which may have been dropped: nothing used it. */
static void make_base(struct spiller *k)
{
    struct wfs_code *code = k->code;

    if (code->scratch_wave)
        return;
    code->at = code->first;             /* the marker that the code begins with */
    const uint32_t slot = temporary(k, false), wave = temporary(k, false), lane = temporary(k, false), bytes = temporary(k, false),
                   base = temporary(k, false);
    wfs_emit(code, &(struct wfs_insn){.op = WF_OP_SV, .dst = slot, .mod = WF_SV_SLOT});
    code->scratch_wave = wfs_emit(code, &(struct wfs_insn){.op = WF_OP_MUL, .dst = wave, .a = wfs_reg_val(slot), .b = wfs_const(0), .pinned = true});
    wfs_emit(code, &(struct wfs_insn){.op = WF_OP_SV, .dst = lane, .mod = WF_SV_LANE});
    wfs_emit(code, &(struct wfs_insn){.op = WF_OP_SHL, .dst = bytes, .a = wfs_reg_val(lane), .b = wfs_const(2)});
    wfs_emit(code, &(struct wfs_insn){.op = WF_OP_ADD, .dst = base, .a = wfs_reg_val(wave), .b = wfs_reg_val(bytes)});
    code->scratch_base = base;
}

/* Word w of the value's place; far ones need an address of their own. */
static void access(struct spiller *k, struct wfs_insn n, uint32_t reg, unsigned w)
{
    uint32_t *word = &k->word[representative(k, reg)];

    if (!*word) {
        *word = 1 + k->target->scratch_words;
        k->target->scratch_words += k->code->reg[reg].quad ? 4 : 1;
    }
    const uint32_t offset = (*word - 1 + w) * k->target->wave_size * 4;
    n.a = wfs_reg_val(k->code->scratch_base);
    n.buffer = (uint8_t)k->target->scratch_buffer;
    n.offset = (uint16_t)(offset & 0xffff);
    if (offset > 0xffff) {
        const uint32_t far = temporary(k, false);
        wfs_emit(k->code, &(struct wfs_insn){.op = WF_OP_ADD, .dst = far, .a = n.a, .b = wfs_const(offset & ~0xffffU), .place = n.place});
        n.a = wfs_reg_val(far);
    }
    wfs_emit(k->code, &n);
}

/* The value in a register of its own, before the instruction at which code is being put. */
static uint32_t reload(struct spiller *k, uint32_t reg, uint32_t place)
{
    const uint32_t temp = temporary(k, k->code->reg[reg].quad);

    if (k->again[reg]) {
        struct wfs_insn n = k->code->insn[k->code->reg[reg].def];
        n.dst = temp;
        n.place = place;
        wfs_emit(k->code, &n);
    } else if (!k->code->reg[reg].quad) {
        access(k, (struct wfs_insn){.op = WF_OP_GLD, .dst = temp, .place = place}, reg, 0);
    } else {
        for (unsigned w = 0; w < 4; w++) {
            const uint32_t one = temporary(k, false);
            access(k, (struct wfs_insn){.op = WF_OP_GLD, .dst = one, .place = place}, reg, w);
            wfs_emit(k->code, &(struct wfs_insn){.op = WF_OP_MOV, .dst = temp, .dst_word = (uint8_t)w, .b = wfs_reg_val(one), .place = place});
        }
    }
    return temp;
}

static void store(struct spiller *k, uint32_t reg, uint32_t place)
{
    struct wfs_insn n = {.op = WF_OP_GST, .mod = WF_STORE_PRIVATE, .place = place};

    for (unsigned w = 0; w < (k->code->reg[reg].quad ? 4U : 1U); w++) {
        n.b = wfs_reg_word(reg, w);
        access(k, n, reg, w);
    }
}

static wfs_val *operand(struct wfs_insn *n, unsigned i)
{
    return i == 0 ? &n->a : i == 1 ? &n->b : &n->c;
}

static void load_operands(struct spiller *k, uint32_t at)
{
    for (unsigned i = 0; i < 3; i++) {
        const wfs_val v = *operand(&k->code->insn[at], i);
        if (v.kind != WFS_REG || v.bits >= k->regs || !k->spilled[v.bits])
            continue;
        k->code->at = k->code->insn[at].prev;
        const uint32_t temp = reload(k, v.bits, k->code->insn[at].place);
        for (unsigned j = i; j < 3; j++) {
            wfs_val *o = operand(&k->code->insn[at], j);
            if (o->kind == WFS_REG && o->bits == v.bits)
                o->bits = temp;
        }
    }
}

/* A group of copies reads before it writes: loads of what it reads, then stores to what is spilled, in front of the copies that are left.
 * Returns the instruction behind the group. */
static uint32_t group(struct spiller *k, uint32_t first)
{
    struct wfs_code *code = k->code;
    const uint32_t frame = code->insn[first].frame;
    uint32_t mark, at, next;

    code->at = code->insn[first].prev;
    mark = wfs_emit(code, &(struct wfs_insn){.op = WFS_OP_MARK});
    for (at = first; at && code->insn[at].op == WFS_OP_COPY && code->insn[at].frame == frame; at = code->insn[at].next) {
        const struct wfs_insn n = code->insn[at];
        if (n.b.kind != WFS_REG || n.b.bits >= k->regs || !k->spilled[n.b.bits] || (k->spilled[n.dst] && representative(k, n.b.bits) == representative(k, n.dst)))
            continue;
        code->at = code->insn[mark].prev;
        code->insn[at].b = wfs_reg_word(reload(k, n.b.bits, n.place), n.b.word);
    }
    for (at = first; at && code->insn[at].op == WFS_OP_COPY && code->insn[at].frame == frame; at = next) {
        const struct wfs_insn n = code->insn[at];
        next = n.next;
        if (n.dst >= k->regs || !k->spilled[n.dst])
            continue;
        wfs_unlink(code, at);
        if (n.b.kind == WFS_REG && n.b.bits < k->regs && k->spilled[n.b.bits])
            continue;                   /* from its own place */
        code->at = code->insn[mark].prev;
        wfs_val from = n.b;
        if (wfs_is_const(from)) {
            from = wfs_reg_val(temporary(k, false));
            wfs_emit(code, &(struct wfs_insn){.op = WF_OP_MOV, .dst = from.bits, .b = n.b, .place = n.place});
        }
        access(k, (struct wfs_insn){.op = WF_OP_GST, .mod = WF_STORE_PRIVATE, .b = from, .place = n.place}, n.dst, 0);
    }
    return at;
}

/* A MOV to a word of a quad, and the next word follows. */
static bool goes_on(const struct wfs_code *code, const struct wfs_insn *n)
{
    const struct wfs_insn *next = &code->insn[n->next];

    return n->op == WF_OP_MOV && code->reg[n->dst].quad && n->next && next->op == WF_OP_MOV && next->dst == n->dst;
}

/* The value is made here for good: into its place.  A quad that is made word by word is whole with its last. */
static void store_result(struct spiller *k, uint32_t at)
{
    const struct wfs_insn n = k->code->insn[at];

    if (k->again[n.dst]) {
        wfs_unlink(k->code, at);
        return;
    }
    if (goes_on(k->code, &n))
        return;
    k->code->at = at;
    store(k, n.dst, n.place);
    k->code->reg[n.dst].fixed = true;
}

void wfs_spill(struct wfs_code *code, struct wfs_target *target, const bool *spilled, const uint32_t *parent)
{
    struct spiller *k = wfs_new(code->env, 1, sizeof *k);
    uint32_t *members = wfs_new(code->env, code->regs, sizeof *members);
    bool memory = false;

    *k = (struct spiller){.code = code, .target = target, .spilled = spilled, .parent = parent, .regs = (uint32_t)code->regs};
    k->word = wfs_new(code->env, code->regs, sizeof *k->word);
    k->again = wfs_new(code->env, code->regs, sizeof *k->again);
    for (uint32_t reg = 1; reg < k->regs; reg++)
        if (spilled[reg])
            members[representative(k, reg)]++;
    for (uint32_t reg = 1; reg < k->regs; reg++)
        if (spilled[reg]) {
            /* one that others share a place with has to be there for them */
            k->again[reg] = members[representative(k, reg)] == 1 && can_make_again(k, reg);
            memory |= !k->again[reg];
        }
    if (memory)
        make_base(k);
    for (uint32_t at = code->first, next; at; at = next) {
        next = code->insn[at].next;
        if (code->insn[at].op == WFS_OP_COPY) {
            next = group(k, at);
            continue;
        }
        load_operands(k, at);
        if (code->insn[at].dst && code->insn[at].dst < k->regs && spilled[code->insn[at].dst])
            store_result(k, at);
    }
}

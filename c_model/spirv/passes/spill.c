/* SPDX-License-Identifier: Apache-2.0
 * spill.c - values that no register is left for: a word of scratch memory each, stored where they are made and loaded
 * before each use; or, when it costs one instruction anyway, made anew there: constants, system values.
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
    /* while the base of scratch memory is not made yet values stay where they are: */
    bool before_base;
    uint32_t *waiting;
    size_t waits, wait_room;
    /* of a group of copies, 0 between groups: */
    size_t *move_to;                    /* [regs] 1 + the move to a class's place, by representative */
    uint32_t *readers;                  /* [regs] moves from there that are still to be done */
};

static bool is_spilled(const struct spiller *k, wfs_val v)
{
    return v.kind == WFS_REG && v.bits < k->regs && k->spilled[v.bits];
}

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
    return (n->op == WF_OP_MOV && wfs_is_const(n->b)) || wfs_is_value(n);
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
    const uint32_t slot = temporary(k, false), wave = temporary(k, false), lane = temporary(k, false),
                   bytes = temporary(k, false), base = temporary(k, false);
    wfs_emit(code, &(struct wfs_insn){.op = WF_OP_SV, .dst = slot, .mod = WF_SV_SLOT});
    code->scratch_wave = wfs_emit(code, &(struct wfs_insn){.op = WF_OP_MUL, .dst = wave, .a = wfs_reg_val(slot),
                                                           .b = wfs_const(0), .pinned = true});
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
        wfs_emit(k->code, &(struct wfs_insn){.op = WF_OP_ADD, .dst = far, .a = n.a, .b = wfs_const(offset & ~0xffffU),
                                             .place = n.place});
        n.a = wfs_reg_val(far);
    }
    wfs_emit(k->code, &n);
}

/* A word of the value into a register, by one instruction where code is being put. */
static void reload_word(struct spiller *k, uint32_t dst, wfs_val from, uint32_t place)
{
    if (k->again[from.bits]) {
        struct wfs_insn n = k->code->insn[k->code->reg[from.bits].def];
        n.dst = dst;
        n.place = place;
        wfs_emit(k->code, &n);
    } else {
        access(k, (struct wfs_insn){.op = WF_OP_GLD, .dst = dst, .place = place}, from.bits, from.word);
    }
}

/* What an instruction reads, in a register of its own: a word, or a quad when it reads it `whole`. */
static wfs_val reload(struct spiller *k, wfs_val v, bool whole, uint32_t place)
{
    const uint32_t temp = temporary(k, whole);

    if (!whole)
        reload_word(k, temp, v, place);
    for (unsigned w = 0; w < (whole ? 4U : 0U); w++) {
        const uint32_t one = temporary(k, false);
        reload_word(k, one, wfs_reg_word(v.bits, w), place);
        wfs_emit(k->code, &(struct wfs_insn){.op = WF_OP_MOV, .dst = temp, .dst_word = (uint8_t)w,
                                             .b = wfs_reg_val(one), .place = place});
    }
    return wfs_reg_val(temp);
}

static void store(struct spiller *k, uint32_t reg, uint32_t place)
{
    struct wfs_insn n = {.op = WF_OP_GSTP, .place = place};

    for (unsigned w = 0; w < (k->code->reg[reg].quad ? 4U : 1U); w++) {
        n.b = wfs_reg_word(reg, w);
        access(k, n, reg, w);
    }
}

static wfs_val *operand(struct wfs_insn *n, unsigned i)
{
    return i == 0 ? &n->a : i == 1 ? &n->b : &n->c;
}

/* The instruction after which a quad is loaded: before words that were loaded when there were registers for the quad. */
static uint32_t before_words(const struct spiller *k, uint32_t at)
{
    const struct wfs_code *code = k->code;
    uint32_t before = code->insn[at].prev;

    while (code->insn[before].dst && code->reg[code->insn[before].dst].fixed && !code->reg[code->insn[before].dst].quad)
        before = code->insn[before].prev;
    return before;
}

/* Two quads and the base of scratch memory are more than a device of 8 registers has: of a quad no more is loaded
 * than is read.  The quad itself, operand c, is first to be loaded: words find a register beside it, but it finds
 * none where a word stands in either half. */
static void load_operands(struct spiller *k, uint32_t at)
{
    const unsigned quads = wfs_reads_quad(&k->code->insn[at]);

    for (unsigned i = 3; i-- > 0;) {
        const wfs_val v = *operand(&k->code->insn[at], i);
        if (!is_spilled(k, v) || (k->before_base && !k->again[v.bits]))
            continue;
        k->code->at = quads >> i & 1 ? before_words(k, at) : k->code->insn[at].prev;
        const wfs_val temp = reload(k, v, quads >> i & 1, k->code->insn[at].place);
        for (unsigned j = 0; j <= i; j++) {
            wfs_val *o = operand(&k->code->insn[at], j);
            if (wfs_same(*o, v) && (quads >> i & 1) == (quads >> j & 1))
                *o = temp;
        }
    }
}

/* ---- groups of copies: all is read before any is written ---- */

/* A copy to a spilled value. */
struct move {
    uint32_t to, place;
    wfs_val from;
    bool done;
};

struct group {
    struct move *move;
    size_t moves, room;
    uint32_t before, behind;            /* marks around the group */
};

/* The class whose place in memory is read, or 0. */
static uint32_t read_class(const struct spiller *k, wfs_val v)
{
    return is_spilled(k, v) && !k->again[v.bits] ? representative(k, v.bits) : 0;
}

static void put_marks(struct spiller *k, struct group *g, uint32_t first)
{
    struct wfs_code *code = k->code;
    const uint32_t frame = code->insn[first].frame;
    uint32_t last = first;

    for (uint32_t at = first; at && code->insn[at].op == WFS_OP_COPY && code->insn[at].frame == frame;
         at = code->insn[at].next)
        last = at;
    code->at = last;
    g->behind = wfs_emit(code, &(struct wfs_insn){.op = WFS_OP_MARK});
    code->at = code->insn[first].prev;
    g->before = wfs_emit(code, &(struct wfs_insn){.op = WFS_OP_MARK});
}

/* Copies to spilled values leave the group; those to their own place are done. */
static void take_moves(struct spiller *k, struct group *g)
{
    struct wfs_code *code = k->code;

    for (uint32_t at = code->insn[g->before].next, next; at != g->behind; at = next) {
        const struct wfs_insn n = code->insn[at];
        next = n.next;
        if (!is_spilled(k, wfs_reg_val(n.dst)))
            continue;
        const uint32_t to = representative(k, n.dst), from = read_class(k, n.b);
        wfs_unlink(code, at);
        if (from == to)
            continue;
        WFS_APPEND(code->env, g->move, g->moves, g->room, (struct move){.to = n.dst, .place = n.place, .from = n.b});
        k->move_to[to] = g->moves;
        k->readers[from]++;
    }
}

/* Copies of spilled values to registers become loads behind the group; before it, when the group writes what they
 * read.  A group may have more of those than there are registers: what they load can be spilled in turn. */
static void load_copies(struct spiller *k, const struct group *g)
{
    struct wfs_code *code = k->code;

    for (uint32_t at = code->insn[g->before].next, next; at != g->behind; at = next) {
        const struct wfs_insn n = code->insn[at];
        next = n.next;
        if (!is_spilled(k, n.b))
            continue;
        if (k->move_to[read_class(k, n.b)]) {
            const uint32_t temp = wfs_new_reg(code, false, false);
            code->at = code->insn[g->before].prev;
            reload_word(k, temp, n.b, n.place);
            code->insn[at].b = wfs_reg_val(temp);
        } else {
            wfs_unlink(code, at);
            code->at = g->behind;
            reload_word(k, n.dst, n.b, n.place);
        }
    }
}

static void do_move(struct spiller *k, struct move *m)
{
    wfs_val from = m->from;

    if (from.kind != WFS_REG || is_spilled(k, from)) {
        from = wfs_reg_val(temporary(k, false));
        if (m->from.kind == WFS_REG)
            reload_word(k, from.bits, m->from, m->place);
        else
            wfs_emit(k->code, &(struct wfs_insn){.op = WF_OP_MOV, .dst = from.bits, .b = m->from, .place = m->place});
    }
    access(k, (struct wfs_insn){.op = WF_OP_GSTP, .b = from, .place = m->place}, m->to, 0);
    m->done = true;
}

/* Moves go round in a circle: what the place of this one holds is read into a register now. */
static void break_circle(struct spiller *k, struct group *g, const struct move *m)
{
    const uint32_t to = representative(k, m->to), temp = temporary(k, false);

    reload_word(k, temp, wfs_reg_val(m->to), m->place);
    for (size_t i = 0; i < g->moves; i++)
        if (!g->move[i].done && read_class(k, g->move[i].from) == to)
            g->move[i].from = wfs_reg_val(temp);
    k->readers[to] = 0;
}

/* A move, when nobody has to read its place any more; then the one to the place that it was the last to read, and so
 * on. */
static void do_chain(struct spiller *k, struct group *g, struct move *m)
{
    while (m && !m->done && !k->readers[representative(k, m->to)]) {
        const uint32_t from = read_class(k, m->from);
        do_move(k, m);
        m = from && --k->readers[from] == 0 && k->move_to[from] ? &g->move[k->move_to[from] - 1] : NULL;
    }
}

/* Few registers do for a group of any size.  Returns the instruction behind it. */
static uint32_t group(struct spiller *k, uint32_t first)
{
    struct group g = {0};

    put_marks(k, &g, first);
    const uint32_t next = k->code->insn[g.behind].next;
    take_moves(k, &g);
    load_copies(k, &g);
    k->code->at = k->code->insn[g.before].prev;
    for (size_t i = 0; i < g.moves; i++)
        do_chain(k, &g, &g.move[i]);
    for (size_t i = 0; i < g.moves; i++)
        if (!g.move[i].done) {
            break_circle(k, &g, &g.move[i]);
            do_chain(k, &g, &g.move[i]);
        }
    for (size_t i = 0; i < g.moves; i++)
        k->move_to[representative(k, g.move[i].to)] = 0;
    return next;
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
    k->code->reg[n.dst].fixed = true;
    if (k->before_base) {
        WFS_APPEND(k->code->env, k->waiting, k->waits, k->wait_room, n.dst);
        return;
    }
    k->code->at = at;
    store(k, n.dst, n.place);
}

/* Now what has been made before can be stored. */
static void base_is_made(struct spiller *k, uint32_t at)
{
    k->before_base = false;
    k->code->at = at;
    for (size_t i = 0; i < k->waits; i++)
        store(k, k->waiting[i], k->code->insn[at].place);
}

void wfs_spill(struct wfs_code *code, struct wfs_target *target, const bool *spilled, const uint32_t *parent)
{
    const struct wfs_arena before = wfs_begin_pass(code->env);
    struct spiller *k = wfs_new(code->env, 1, sizeof *k);
    bool memory = false;

    *k = (struct spiller){.code = code, .target = target, .spilled = spilled, .parent = parent,
                          .regs = (uint32_t)code->regs};
    k->word = wfs_new(code->env, code->regs, sizeof *k->word);
    k->again = wfs_new(code->env, code->regs, sizeof *k->again);
    k->move_to = wfs_new(code->env, code->regs, sizeof *k->move_to);
    k->readers = wfs_new(code->env, code->regs, sizeof *k->readers);
    for (uint32_t reg = 1; reg < k->regs; reg++)
        if (spilled[reg]) {
            k->again[reg] = can_make_again(k, reg);
            memory |= !k->again[reg];
        }
    if (memory)
        make_base(k);
    k->before_base = code->scratch_wave != 0;
    for (uint32_t at = code->first, next; at; at = next) {
        next = code->insn[at].next;
        if (code->insn[at].op == WFS_OP_COPY) {
            next = group(k, at);
            continue;
        }
        load_operands(k, at);
        if (is_spilled(k, wfs_reg_val(code->insn[at].dst)))
            store_result(k, at);
        if (k->before_base && code->insn[at].dst == code->scratch_base)
            base_is_made(k, at);
    }
    wfs_end_pass(code->env, before);
}

/* SPDX-License-Identifier: Apache-2.0
 * sink.c - where registers do not suffice, arithmetic, and loads of what nobody writes, go down to their first use: a
 * block of quantised weights that is loaded as a whole and used number by number needs no register for each.
 *
 * Only from above to below a place where more values live than there are registers, down a stretch of code without
 * branches, and where no more live for it: what the instruction reads lives there anyway, or goes down with it, or lives
 * longer in place of the one that goes down.
 */
#include "passes.h"

enum {
    FAR = 1000,                         /* instructions that a use is looked for in */
    SPARE = 2,                          /* registers that allocation needs for constants and copies */
    MOST = 12                           /* instructions that go down with one another */
};

struct sinker {
    struct wfs_code *code;
    const struct wfs_target *target;
    uint32_t *stretch;                  /* [insns] the same number in code without branches */
    uint32_t *place;                    /* [insns] their positions; of one that went down that of its use */
    uint32_t *crowded;                  /* [positions] so many until there where more values live than there are registers */
    uint32_t *def, *last;               /* [regs] places of the definition and the last use, the ends of loops counted */
    uint32_t *uses, *first;             /* [regs] how many, and the first instruction of them */
    uint32_t *size;                     /* [regs] instructions that only this value is made with, itself counted */
    bool changed;
};

static void find_crowds(struct sinker *k, const struct wfs_live *live)
{
    k->place = live->position;
    k->crowded = wfs_count_live(k->code, live);
    for (uint32_t at = 0, n = 0; at <= live->position[k->code->last]; at++)
        k->crowded[at] = n += k->crowded[at] > k->target->regs - SPARE;
}

/* ---- uses ---- */

static void note_use(struct sinker *k, wfs_val v, uint32_t at)
{
    if (v.kind != WFS_REG)
        return;
    if (!k->uses[v.bits]++)
        k->first[v.bits] = at;
    if (k->place[at] > k->last[v.bits])
        k->last[v.bits] = k->place[at];
}

/* What a loop reads and does not make lives until its end. */
static void note_loop_use(struct sinker *k, wfs_val v, uint32_t begin, uint32_t end)
{
    if (v.kind == WFS_REG && k->def[v.bits] < begin && end > k->last[v.bits])
        k->last[v.bits] = end;
}

static void note_loop(struct sinker *k, uint32_t loop, uint32_t endloop)
{
    const struct wfs_code *code = k->code;

    for (uint32_t at = loop; at != endloop; at = code->insn[at].next) {
        const struct wfs_insn *n = &code->insn[at];
        note_loop_use(k, n->a, k->place[loop], k->place[endloop]);
        note_loop_use(k, n->b, k->place[loop], k->place[endloop]);
        note_loop_use(k, n->c, k->place[loop], k->place[endloop]);
    }
}

/* Where a stretch ends: branches; copies, a group of which stays together, as do the four words of a quad. */
static bool ends(const struct sinker *k, const struct wfs_insn *n)
{
    const struct wf_op_info *info = wf_op_info(n->op);

    return n->op == WFS_OP_COPY || (info && info->unit == WF_UNIT_FLOW) || (n->op == WF_OP_MOV && k->code->reg[n->dst].quad);
}

static void find_uses(struct sinker *k)
{
    const struct wfs_code *code = k->code;
    uint32_t stretch = 0, depth = 0, loop[2 * WF_MAX_LEVEL + 2];

    for (uint32_t at = code->first; at; at = code->insn[at].next) {
        const struct wfs_insn *n = &code->insn[at];
        k->stretch[at] = stretch += ends(k, n);
        note_use(k, n->a, at);
        note_use(k, n->b, at);
        note_use(k, n->c, at);
        if (n->dst && !k->def[n->dst])
            k->def[n->dst] = k->place[at];
        if (n->op == WF_OP_LOOP)
            loop[depth++] = at;
        if (n->op == WF_OP_ENDLOOP)
            note_loop(k, loop[--depth], at);
    }
}

/* ---- what may go, and where ---- */

static bool can_sink(const struct sinker *k, const struct wfs_insn *n)
{
    if (!n->dst || n->pinned || n->op == WFS_OP_COPY || k->code->reg[n->dst].quad || k->code->reg[n->dst].meeting ||
        k->code->reg[n->dst].fixed)
        return false;
    return k->size[n->dst] <= MOST && (wfs_is_pure(n->op) || (n->op == WF_OP_GLD && k->target->read_only[n->buffer]));
}

static uint32_t size_of(const struct sinker *k, wfs_val v)
{
    return v.kind == WFS_REG && k->uses[v.bits] == 1 ? k->size[v.bits] : 0;
}

/* A sum of many products is made product by product: its parts do not wait for one another. */
static void find_sizes(struct sinker *k)
{
    for (uint32_t at = k->code->first; at; at = k->code->insn[at].next) {
        const struct wfs_insn *n = &k->code->insn[at];
        if (n->dst)
            k->size[n->dst] = 1 + size_of(k, n->a) + size_of(k, n->b) + size_of(k, n->c);
    }
}

static bool reads(const struct wfs_insn *n, uint32_t reg)
{
    return (n->a.kind == WFS_REG && n->a.bits == reg) || (n->b.kind == WFS_REG && n->b.bits == reg) ||
           (n->c.kind == WFS_REG && n->c.bits == reg);
}

/* The first use behind an instruction; 0: none, or it is there already. */
static uint32_t use_of(struct sinker *k, uint32_t at)
{
    const struct wfs_code *code = k->code;
    const uint32_t reg = code->insn[at].dst, next = code->insn[at].next;
    uint32_t use = next, n = 0;

    if (!k->uses[reg] || k->stretch[k->first[reg]] != k->stretch[at])
        return 0;
    for (; n < FAR && !reads(&code->insn[use], reg); n++)
        use = code->insn[use].next;
    wfs_work(code->env, n);
    return n < FAR && use != next ? use : 0;
}

/* Would the operand live longer if it were read there? */
static unsigned lives_longer(const struct sinker *k, wfs_val v, uint32_t use)
{
    if (v.kind != WFS_REG || k->last[v.bits] >= k->place[use])
        return 0;
    const uint32_t def = k->code->reg[v.bits].def;
    return !def || k->uses[v.bits] != 1 || !can_sink(k, &k->code->insn[def]);
}

static void move(struct sinker *k, uint32_t at, uint32_t use)
{
    const struct wfs_insn *n = &k->code->insn[at];

    wfs_move_before(k->code, at, use);
    k->place[at] = k->place[use];
    const wfs_val operand[3] = {n->a, n->b, n->c};
    for (unsigned i = 0; i < 3; i++)
        if (operand[i].kind == WFS_REG && k->last[operand[i].bits] < k->place[use])
            k->last[operand[i].bits] = k->place[use];
    k->changed = true;
}

static void sink_one(struct sinker *k, uint32_t at)
{
    const struct wfs_insn *n = &k->code->insn[at];
    const uint32_t use = can_sink(k, n) ? use_of(k, at) : 0;

    if (use && k->crowded[k->place[use]] != k->crowded[k->place[at]] &&
        lives_longer(k, n->a, use) + lives_longer(k, n->b, use) + lives_longer(k, n->c, use) <= 1)
        move(k, at, use);
}

bool wfs_sink(struct wfs_code *code, const struct wfs_target *target, struct wfs_live *live)
{
    const struct wfs_arena outer = wfs_begin_pass(code->env);
    struct sinker *k = wfs_new(code->env, 1, sizeof *k);

    *k = (struct sinker){.code = code, .target = target};
    k->def = wfs_new(code->env, code->regs, sizeof *k->def);
    k->last = wfs_new(code->env, code->regs, sizeof *k->last);
    k->uses = wfs_new(code->env, code->regs, sizeof *k->uses);
    k->first = wfs_new(code->env, code->regs, sizeof *k->first);
    k->stretch = wfs_new(code->env, code->insns, sizeof *k->stretch);
    k->size = wfs_new(code->env, code->regs, sizeof *k->size);
    find_crowds(k, live);
    find_uses(k);
    find_sizes(k);
    for (uint32_t at = code->last, before; at; at = before) {       /* what it reads may follow it */
        before = code->insn[at].prev;
        sink_one(k, at);
    }
    const bool changed = k->changed;
    wfs_end_pass(code->env, outer);
    return changed;
}

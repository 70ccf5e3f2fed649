/* SPDX-License-Identifier: Apache-2.0
 * code_check.c - is a program sound?  Each word by its format, then the structure: nesting, levels, jump targets.
 *
 * The tables are in docs/isa.md.  Nothing is trusted: `code` may come from a file.
 */
#include "wavefold/isa.h"

#include <string.h>

/* ---- one word ---------------------------------------------------------------------------------------------------- */

/* Which fields a format uses; all others must be zero. */
enum {
    USE_D = 1, USE_A = 2, USE_B = 4, USE_C = 8, USE_QUAD_C = 16, USE_MOD = 32, USE_IMM16 = 64, USE_NO_DST = 128
};

static unsigned uses(enum wf_format format)
{
    switch (format) {
    case WF_FMT_NONE:  return 0;
    case WF_FMT_FENCE: return USE_MOD;
    case WF_FMT_DB:    return USE_D | USE_B;
    case WF_FMT_DAB:   return USE_D | USE_A | USE_B;
    case WF_FMT_DABC:  return USE_D | USE_A | USE_B | USE_C;
    case WF_FMT_DV: case WF_FMT_SIZE: return USE_D | USE_MOD;
    case WF_FMT_D:     return USE_D;
    case WF_FMT_SCAN:  return USE_D | USE_A | USE_MOD | USE_C | USE_QUAD_C;
    case WF_FMT_DQ:    return USE_D | USE_C | USE_QUAD_C;
    case WF_FMT_DQB:   return USE_D | USE_B | USE_C | USE_QUAD_C;
    case WF_FMT_MATCH: return USE_D | USE_C | USE_MOD;
    case WF_FMT_LD:    return USE_D | USE_A | USE_IMM16;
    case WF_FMT_ST:    return USE_A | USE_B | USE_IMM16;
    case WF_FMT_ATOM:  return USE_D | USE_A | USE_B | USE_C | USE_MOD | USE_IMM16 | USE_NO_DST;
    case WF_FMT_GLD:   return USE_D | USE_A | USE_MOD | USE_IMM16;
    case WF_FMT_GST:   return USE_A | USE_B | USE_MOD | USE_IMM16;
    case WF_FMT_GATOM: return USE_D | USE_A | USE_B | USE_C | USE_MOD | USE_IMM16 | USE_NO_DST;
    case WF_FMT_TLD:   return USE_D | USE_A | USE_C | USE_IMM16;
    case WF_FMT_TST:   return USE_A | USE_B | USE_C | USE_IMM16;
    case WF_FMT_TATOM: return USE_D | USE_A | USE_B | USE_C | USE_IMM16 | USE_NO_DST;
    case WF_FMT_ATOM64: case WF_FMT_GATOM64:
        return USE_D | USE_A | USE_C | USE_QUAD_C | USE_MOD | USE_IMM16 | USE_NO_DST;
    case WF_FMT_TATOM64: return USE_D | USE_A | USE_B | USE_C | USE_QUAD_C | USE_IMM16 | USE_NO_DST;
    case WF_FMT_IF: case WF_FMT_LEAVEIF: return USE_A | USE_MOD | USE_IMM16;
    case WF_FMT_FLOW: case WF_FMT_LEAVE: return USE_MOD | USE_IMM16;
    case WF_FMT_COUNT: break;
    }
    return 0;
}

static const char *check_unused(const struct wf_insn *n, unsigned use)
{
    if ((!(use & USE_D) && n->dst) || (!(use & USE_A) && n->a) || (!(use & USE_B) && n->b) || (!(use & USE_C) && n->c))
        return "a register field that the instruction does not use is not zero";
    if (!(use & USE_MOD) && n->mod)
        return "mod is not zero in an instruction without modifier";
    if (!(use & USE_IMM16) && n->imm16)
        return "imm16 is not zero in an instruction without target or offset";
    if (n->no_dst && !(use & USE_NO_DST))
        return "only atomics may do without a destination";
    if (n->no_dst && n->dst)
        return "dst is not zero in an atomic without destination";
    return NULL;
}

static const char *check_registers(const struct wf_insn *n, const struct wf_op_info *info, unsigned use, unsigned regs)
{
    unsigned words = info->words ? info->words : 1;

    if (n->dst + words > regs || n->a >= regs || n->b >= regs || n->c >= regs)
        return "register number is not below the number of registers";
    if (words == 4 && n->dst % 4)
        return "a destination of four registers is not a multiple of 4";
    if ((use & USE_QUAD_C) && (n->c % 4 || n->c + 4u > regs))
        return "an operand of four registers is not a multiple of 4";
    return NULL;
}

static const char *check_scan(const struct wf_insn *n)
{
    unsigned mode = n->mod & 3, scope = n->mod >> 2 & 3, cluster = n->mod >> 4;

    if (mode > WF_SCAN_EXCLUSIVE)
        return "unknown scan mode";
    if (scope > WF_SCOPE_MULTI)
        return "unknown scan scope";
    if (cluster > 7 || (scope != WF_SCOPE_CLUSTER && cluster))
        return "bad cluster size";
    if (scope != WF_SCOPE_MULTI && n->c)
        return "only a multi scan has a mask operand";
    return NULL;
}

static bool known_sv(unsigned number)
{
    switch (number) {
#define WF_SV(id, number, name, text) case number:
#include "wavefold/isa.def"
        return true;
    default:
        return false;
    }
}

static const char *check_atomic64(const struct wf_insn *n)
{
    if (!wf_atom_has_64(wf_insn_atom(n)))
        return "unknown 64-bit atomic operation";
    if ((n->imm16 & WF_HALF_FIELD) > WF_HALF_HIGH)
        return "the offset of a 64-bit atomic is not a multiple of 8";
    return n->op == WF_OP_LDSATOM64 && n->mod >> 4 ? "an LDS atomic has no buffer" : NULL;
}

static const char *check_mod(const struct wf_insn *n, enum wf_format format, unsigned regs)
{
    switch (format) {
    case WF_FMT_SCAN:
        return check_scan(n);
    case WF_FMT_DV:
        return known_sv(n->mod) ? NULL : "unknown system value";
    case WF_FMT_FENCE:
        return n->mod & ~WF_FENCE_DEVICE ? "unknown scope of a barrier" : NULL;
    case WF_FMT_MATCH:
        if (n->mod < 1 || n->mod > 4)
            return "match compares 1 to 4 words";
        if (n->mod > 1 && (n->c % 4 || n->c + n->mod > regs))
            return "a match key of several words is not a multiple of 4";
        return NULL;
    case WF_FMT_ATOM: case WF_FMT_GATOM:
        if (wf_insn_atom(n) >= WF_ATOM_COUNT)
            return "unknown atomic operation";
        if (wf_insn_atom(n) != WF_ATOM_CAS && n->c)
            return "only cas has a third operand";
        return format == WF_FMT_ATOM && n->mod >> 4 ? "an LDS atomic has no buffer" : NULL;
    case WF_FMT_TATOM:
        if (wf_insn_atom(n) >= WF_ATOM_COUNT)
            return "unknown atomic operation";
        if (wf_insn_atom(n) == WF_ATOM_CAS && (n->c % 4 || n->c + 4u > regs))
            return "the number and the compare value of table.cas do not begin at a multiple of 4";
        return NULL;
    case WF_FMT_ATOM64: case WF_FMT_GATOM64: case WF_FMT_TATOM64:
        return check_atomic64(n);
    default:
        return NULL;
    }
}

static const char *check_word(uint64_t word, unsigned regs)
{
    const struct wf_insn n = wf_insn_decode(word);
    const struct wf_op_info *info = wf_op_info(n.op);

    if (!info)
        return "unknown opcode";
    unsigned use = uses(info->format);
    if (n.has_imm && !wf_format_allows_imm(info->format))
        return "an immediate where the instruction takes none";
    if (n.has_imm && n.b)
        return "b is not zero beside an immediate";
    const char *bad = check_unused(&n, use);
    if (!bad)
        bad = check_registers(&n, info, use, regs);
    if (!bad)
        bad = check_mod(&n, info->format, regs);
    if (!bad && wf_insn_encode(&n) != word)
        return "reserved bits are not zero";
    return bad;
}

static struct wf_register_run run_of(bool used, unsigned first, unsigned words)
{
    return (struct wf_register_run){.first = (uint8_t)first, .words = (uint8_t)(used ? words : 0)};
}

struct wf_registers wf_insn_registers(uint64_t word)
{
    const struct wf_insn n = wf_insn_decode(word);
    const struct wf_op_info *info = wf_op_info(n.op);
    const unsigned use = info ? uses(info->format) : 0;
    const bool multi = info && info->format == WF_FMT_SCAN && (n.mod >> 2 & 3) == WF_SCOPE_MULTI;
    const bool cas = info && wf_op_is_atomic(n.op) && wf_insn_atom(&n) == WF_ATOM_CAS;
    const unsigned c_words = info && info->format == WF_FMT_MATCH ? n.mod
                             : wf_op_is_atomic64(n.op) && !cas ? 2
                             : use & USE_QUAD_C ? 4
                             : cas && info->format == WF_FMT_TATOM ? 2 : 1;
    const bool has_c = info && (info->format != WF_FMT_SCAN || multi) &&
                       ((info->format != WF_FMT_ATOM && info->format != WF_FMT_GATOM) || cas);

    return (struct wf_registers){
        .write = run_of(use & USE_D && !n.no_dst, n.dst, info ? info->words : 0),
        .read = {run_of(use & USE_A, n.a, 1), run_of(use & USE_B && !n.has_imm, n.b, 1),
                 run_of(use & USE_C && has_c, n.c, c_words)}};
}

/* One more than the highest register that the word names; it is sound. */
static unsigned registers_of(uint64_t word)
{
    const struct wf_registers r = wf_insn_registers(word);
    const struct wf_register_run run[4] = {r.write, r.read[0], r.read[1], r.read[2]};
    unsigned most = 0;

    for (unsigned i = 0; i < 4; i++)
        if (run[i].words && run[i].first + run[i].words > most)
            most = run[i].first + run[i].words;
    return most;
}

unsigned wf_code_registers(const uint64_t *code, size_t count)
{
    unsigned most = 0;

    for (size_t i = 0; i < count; i++) {
        const unsigned n = registers_of(code[i]);
        most = n > most ? n : most;
    }
    return most;
}

/* ---- structure --------------------------------------------------------------------------------------------------- */

/* An open if or loop.  `opener` is the if, else, loop or continuing whose part of the construct we are in. */
struct open {
    size_t opener;          /* index of if, else, loop or continuing */
    size_t top;             /* index of if or loop */
    uint8_t part;           /* opcode at `opener` */
    bool continued;         /* loop: holds a continue */
};

struct walk {
    const uint64_t *code;
    size_t count;
    unsigned depth;
    struct open open[WF_MAX_LEVEL + 1];     /* open[1..depth] */
};

static bool is_loop(const struct open *open)
{
    return open->part == WF_OP_LOOP || open->part == WF_OP_CONTINUING;
}

static bool in_loop(const struct walk *w)
{
    for (unsigned d = w->depth; d > 0; d--)
        if (is_loop(&w->open[d]))
            return true;
    return false;
}

static const char *open_construct(struct walk *w, const struct wf_insn *n, size_t at)
{
    if (w->depth == WF_MAX_LEVEL)
        return "if and loop nest more than 255 deep";
    w->depth++;
    w->open[w->depth] = (struct open){.opener = at, .top = at, .part = n->op};
    return n->mod == w->depth ? NULL : "wrong level";
}

/* The word at the opener jumps to `at`: the part of the construct that begins or ends there. */
static bool opener_targets(const struct walk *w, size_t at)
{
    return wf_insn_decode(w->code[w->open[w->depth].opener]).imm16 == at;
}

static const char *next_part(struct walk *w, const struct wf_insn *n, size_t at)
{
    struct open *top = &w->open[w->depth];
    uint8_t wanted = n->op == WF_OP_ELSE ? WF_OP_IF : WF_OP_LOOP;

    if (!w->depth || top->part != wanted)
        return n->op == WF_OP_ELSE ? "else without an open if"
                                   : "continuing that is not directly inside a loop, or a second one";
    if (!opener_targets(w, at))
        return n->op == WF_OP_ELSE ? "the if does not jump to its else" : "the loop does not jump to its continuing";
    top->opener = at;
    top->part = n->op;
    return n->mod == w->depth ? NULL : "wrong level";
}

static const char *close_construct(struct walk *w, const struct wf_insn *n, size_t at)
{
    const struct open top = w->open[w->depth];

    if (n->op == WF_OP_ENDIF) {
        if (!w->depth || (top.part != WF_OP_IF && top.part != WF_OP_ELSE))
            return "endif without an open if";
        if (!opener_targets(w, at))
            return "the if or else does not jump to its endif";
    } else {
        if (!w->depth || (top.part != WF_OP_LOOP && top.part != WF_OP_CONTINUING))
            return "endloop without an open loop";
        if (!opener_targets(w, at))
            return "the loop or continuing does not jump to its endloop";
        if (top.continued && top.part != WF_OP_CONTINUING)
            return "a loop with a continue has no continuing";
        if (n->back != top.top + 1)
            return "endloop does not jump back to the instruction after its loop";
    }
    w->depth--;
    return n->mod == w->depth + 1 ? NULL : "wrong level";
}

/* The level is that of any loop around. */
static const char *leave_loop(struct walk *w, const struct wf_insn *n)
{
    struct open *loop = &w->open[n->mod];

    if (!in_loop(w))
        return "break or continue outside of a loop";
    if (!n->mod || n->mod > w->depth || !is_loop(loop))
        return "the level of a break or continue is not that of a loop around it";
    if (n->op == WF_OP_CONTINUE && loop->part == WF_OP_CONTINUING)
        return "continue after the continuing of its loop";
    if (n->op == WF_OP_CONTINUE)
        loop->continued = true;
    return NULL;
}

static const char *check_nesting(struct walk *w, size_t at)
{
    const struct wf_insn n = wf_insn_decode(w->code[at]);

    switch (n.op) {
    case WF_OP_IF: case WF_OP_LOOP:
        return open_construct(w, &n, at);
    case WF_OP_ELSE: case WF_OP_CONTINUING:
        return next_part(w, &n, at);
    case WF_OP_ENDIF: case WF_OP_ENDLOOP:
        return close_construct(w, &n, at);
    case WF_OP_BREAK: case WF_OP_BREAKIF: case WF_OP_CONTINUE:
        return leave_loop(w, &n);
    case WF_OP_RET: case WF_OP_DEMOTE:
        return n.mod ? "ret and demote have no level" : NULL;
    case WF_OP_END:
        return w->depth ? "end inside an if or loop" : NULL;
    default:
        return NULL;
    }
}

/* ---- targets "next": the nearest enclosing else, endif, continuing or endloop that follows ----------------------- */

/* Walks backwards over a sound nesting, so that open[depth].opener is the part end that follows.  Every part that
 * begins later was passed already. */
static const char *check_next(struct walk *w, size_t at)
{
    const struct wf_insn n = wf_insn_decode(w->code[at]);

    if (n.op == WF_OP_IF || n.op == WF_OP_LOOP) {       /* its own target was checked on the way forward */
        w->depth--;
        return NULL;
    }
    if (n.op == WF_OP_ELSE || n.op == WF_OP_CONTINUING) {
        w->open[w->depth].opener = at;
        return NULL;
    }
    size_t next = w->depth ? w->open[w->depth].opener : at + 1;
    if (n.op == WF_OP_ENDIF || n.op == WF_OP_ENDLOOP) {
        w->depth++;
        w->open[w->depth].opener = at;
    }
    switch (n.op) {
    case WF_OP_ENDIF: case WF_OP_ENDLOOP: case WF_OP_BREAK: case WF_OP_BREAKIF: case WF_OP_CONTINUE: case WF_OP_RET:
    case WF_OP_DEMOTE:
        return n.imm16 == next ? NULL : "the target is not the next place where lanes meet";
    default:
        return NULL;
    }
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static const char *check_all(struct walk *w, unsigned regs, size_t *at)
{
    const char *bad = NULL;

    for (*at = 0; *at < w->count; ++*at)
        if ((bad = check_word(w->code[*at], regs)) || (bad = check_nesting(w, *at)))
            return bad;
    *at = w->count - 1;
    if (w->depth) {
        *at = w->open[w->depth].top;
        return w->open[w->depth].part == WF_OP_IF || w->open[w->depth].part == WF_OP_ELSE ? "if without endif"
                                                                                          : "loop without endloop";
    }
    if (wf_insn_decode(w->code[*at]).op != WF_OP_END)
        return "the last instruction is not end";
    for (*at = w->count; *at > 0;)
        if ((bad = check_next(w, --*at)))
            return bad;
    return NULL;
}

const char *wf_code_check(const uint64_t *code, size_t count, unsigned regs, size_t *where)
{
    size_t unused;
    struct walk w;

    if (!where)
        where = &unused;
    *where = 0;
    if (!count)
        return "the program is empty";
    if (count > WF_MAX_CODE)
        return "the program has more than 65536 instructions";
    memset(&w, 0, sizeof w);
    w.code = code;
    w.count = count;
    return check_all(&w, regs, where);
}

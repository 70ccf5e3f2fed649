/* SPDX-License-Identifier: Apache-2.0
 * insn.c - one instruction: mnemonic and operands.
 */
#include "statements.h"

#include "expr.h"
#include "names.h"
#include "tokens.h"

#include <string.h>

/* ---- operands ---- */

/* A word that names a register, by number or by `reg`. */
static bool register_word(const struct wfa *p, const struct wfa_token *token, unsigned *number, bool *quad)
{
    const struct wfa_symbol *s = token->kind == WFA_WORD ? wfa_find(p, token) : NULL;

    *quad = (s && s->kind == WFA_QUAD) || wfa_numbered(token, 'q', number);
    if (s && (s->kind == WFA_REG || s->kind == WFA_QUAD))
        *number = (unsigned)s->value;
    return *quad || (s && s->kind == WFA_REG) || wfa_numbered(token, 'r', number);
}

static bool is_bad_name(const struct wfa *p, const struct wfa_token *token)
{
    const struct wfa_symbol *s = token->kind == WFA_WORD ? wfa_find(p, token) : NULL;

    return s && s->kind == WFA_BAD_NAME;
}

static bool no_register(struct wfa *p, bool want_quad, const char *wanted)
{
    struct wf_suggestions near;

    wfa_suggest_start(p, &near);
    wfa_suggest_names(p, &near, 1u << (want_quad ? WFA_QUAD : WFA_REG));
    return wfa_unexpected_suggest(p, wanted, &near);
}

static bool any_register(struct wfa *p, bool want_quad, uint8_t *number)
{
    const char *const wanted = want_quad ? "four registers such as `q8`" : "a register such as `r5`";
    unsigned n;
    bool quad;
    char shown[48];

    if (is_bad_name(p, &p->token))
        return false;
    if (!register_word(p, &p->token, &n, &quad))
        return no_register(p, want_quad, wanted);
    if (quad != want_quad)
        return wfa_unexpected(p, wanted);
    if (n >= p->device->regs || (quad && n % 4)) {
        wfa_error(p, p->token.pos, "no register %s; expected a number below %u%s", wfa_shown(&p->token, shown),
                  p->device->regs, quad ? ", a multiple of 4" : "");
        return false;
    }
    *number = (uint8_t)n;
    wfa_next(p);
    return true;
}

static bool lane(struct wfa *p, uint8_t *number)
{
    return any_register(p, false, number);
}

static bool mask(struct wfa *p, uint8_t *number)
{
    return any_register(p, true, number);
}

static bool comma(struct wfa *p)
{
    return wfa_expect(p, ',', "`,` and the next operand");
}

/* The last expression was one number, in hexadecimal or binary. */
static bool was_bits(const struct wfa *p, const struct wfa_token *first)
{
    return first->kind == WFA_INT && first->length > 2 && strchr("xXbB", first->text[1]) &&
           p->taken_end == first->text + first->length;
}

/* The expression that began with `first` is of the kind that the instruction takes. */
static bool fits_instruction(struct wfa *p, uint8_t op, const struct wfa_token *first, enum wf_word_type type)
{
    const enum wf_word_type wanted = wf_op_immediate(op);

    if (wanted == type || wanted == WF_WORD_ANY || was_bits(p, first))
        return true;
    if (type == WF_WORD_ANY)
        wfa_error(p, first->pos, "a word for `%s` that " WFA_UNTYPED "; expected %s", wf_op_info(op)->mnemonic,
                  wanted == WF_WORD_FLOAT ? "asfloat(x)" : "asuint(x)");
    else if (wanted == WF_WORD_FLOAT)
        wfa_error(p, first->pos,
                  "an integer for `%s`, which takes a float; expected a float such as 1.0 (float(x) converts an "
                  "integer) or bits: 0x3f800000, asfloat(x)", wf_op_info(op)->mnemonic);
    else
        wfa_error(p, first->pos,
                  "a float for `%s`, which takes an integer; expected an integer: int(x) converts a float, asuint(x) "
                  "gives its bits", wf_op_info(op)->mnemonic);
    return false;
}

static bool lane_or_immediate(struct wfa *p, struct wf_insn *n)
{
    const struct wfa_token first = p->token;
    unsigned number;
    bool quad;

    if (register_word(p, &first, &number, &quad) || is_bad_name(p, &first))
        return lane(p, &n->b);
    struct wfa_value value;
    if (!wfa_constant(p, &value) || !fits_instruction(p, n->op, &first, value.type))
        return false;
    n->has_imm = true;
    n->imm = (uint32_t)value.exact;
    return true;
}

static bool destination(struct wfa *p, struct wf_insn *n)
{
    return wf_op_info(n->op)->words == 4 ? mask(p, &n->dst) : lane(p, &n->dst);
}

static bool destination_or_none(struct wfa *p, struct wf_insn *n)
{
    n->no_dst = wfa_at_word(p, "_");
    if (!n->no_dst)
        return destination(p, n);
    wfa_next(p);
    return true;
}

/* [a] or [a+e] */
static bool address(struct wfa *p, struct wf_insn *n)
{
    uint32_t offset = 0;

    if (!wfa_expect(p, '[', "`[` and an address register") || !lane(p, &n->a))
        return false;
    const bool atomic = wf_op_is_atomic(n->op) && wf_op_info(n->op)->unit == WF_UNIT_MEM;
    const struct wfa_pos pos = p->token.pos;
    if (wfa_take(p, '+') && !wfa_number(p, "offset", 0, atomic ? WF_MAX_ATOMIC_OFFSET : 65535,
                                        atomic ? "0 to 4095 bytes in an atomic on a buffer" : "0 to 65535 bytes",
                                        &offset))
        return false;
    if (wf_op_is_atomic64(n->op) && offset & WF_HALF_FIELD) {
        wfa_error(p, pos, "offset %u in a 64-bit atomic; expected a multiple of 8", (unsigned)offset);
        return false;
    }
    n->imm16 = (uint16_t)(n->imm16 | offset);
    return wfa_expect(p, ']', "`+` and an offset, or `]`");
}

static bool unknown_buffer(struct wfa *p, const struct wfa_token *name)
{
    struct wf_suggestions near;
    char shown[48], perhaps[160];

    if (name->kind != WFA_WORD)
        return wfa_unexpected(p, "the name of a buffer declared above");
    wf_suggest_start(&near, name->text, name->length);
    wfa_suggest_names(p, &near, 1u << WFA_BUFFER);
    wfa_error(p, p->token.pos, "unknown buffer %s; expected the name of a buffer declared above%s",
              wfa_shown(name, shown), wfa_perhaps(&near, perhaps));
    return false;
}

static bool buffer(struct wfa *p, struct wf_insn *n)
{
    unsigned number;

    if (is_bad_name(p, &p->token))
        return false;
    if (!wfa_find_buffer(p, &p->token, &number))
        return unknown_buffer(p, &p->token);
    n->mod = (uint8_t)number;
    wfa_next(p);
    return true;
}

static bool buffer_address(struct wfa *p, struct wf_insn *n)
{
    return buffer(p, n) && address(p, n);
}

static bool atomic_data(struct wfa *p, struct wf_insn *n)
{
    if (!comma(p) || !lane(p, &n->b))
        return false;
    return wf_insn_atom(n) != WF_ATOM_CAS || (comma(p) && lane(p, &n->c));
}

/* d, ADDRESS, q: operand and compare value of a 64-bit atomic are the words of q. */
static bool atomic64(struct wfa *p, struct wf_insn *n, bool (*where)(struct wfa *, struct wf_insn *))
{
    return destination_or_none(p, n) && comma(p) && where(p, n) && comma(p) && mask(p, &n->c);
}

/* [c][a] or [c][a+e]: the number of the buffer, and the address in it; in a 64-bit atomic [b][a]. */
static bool table_address(struct wfa *p, struct wf_insn *n)
{
    if (!wfa_expect(p, '[', "`[` and the register with the number of the buffer"))
        return false;
    const struct wfa_pos pos = p->token.pos;
    if (!lane(p, wf_op_is_atomic64(n->op) ? &n->b : &n->c))
        return false;
    if (n->op == WF_OP_TATOM && wf_insn_atom(n) == WF_ATOM_CAS && n->c % 4) {
        wfa_error(p, pos, "the number of the buffer is in r%u; expected a register whose number is a multiple of 4 in "
                  "table.cas", n->c);
        return false;
    }
    return wfa_expect(p, ']', "`]`") && address(p, n);
}

/* The compare value of table.cas is in the register after the number. */
static bool table_data(struct wfa *p, struct wf_insn *n)
{
    uint8_t compare;

    if (!comma(p) || !lane(p, &n->b))
        return false;
    if (wf_insn_atom(n) != WF_ATOM_CAS)
        return true;
    if (!comma(p))
        return false;
    const struct wfa_pos pos = p->token.pos;
    if (!lane(p, &compare))
        return false;
    if (compare == n->c + 1)
        return true;
    wfa_error(p, pos, "the compare value is in r%u; expected r%u, the register after that of the number", compare,
              n->c + 1);
    return false;
}

/* HLSL's name of a system value: the first instruction for it reads one into r0, where the result belongs. */
static bool is_hlsl_value(const char *name)
{
    return !strncmp(wf_foreign_find(name, strlen(name))->code, "sv r0, ", 7);
}

static bool unknown_value(struct wfa *p)
{
    const struct wf_foreign *h = wfa_at(p, WFA_WORD) ? wf_foreign_find(p->token.text, p->token.length) : NULL;
    struct wf_suggestions near;
    char shown[48], perhaps[160];

    if (h)
        return wfa_unknown_foreign(p, "system value", &p->token, h);
    if (!wfa_at(p, WFA_WORD))
        return wfa_unexpected(p, "a system value such as dtid.x");
    wf_suggest_start(&near, p->token.text, p->token.length);
    for (size_t n = 0; wf_isa_system_value(n); n++)
        wf_suggest_try(&near, wf_isa_system_value(n));
    for (size_t n = 0; wf_isa_foreign_name(n); n++)
        if (is_hlsl_value(wf_isa_foreign_name(n)))
            wf_suggest_try(&near, wf_isa_foreign_name(n));
    wfa_error(p, p->token.pos,
              "unknown system value %s; expected one such as tid.x, dtid.x, gindex, gid.x, lane, lanes, wave, waves, "
              "helper or grid.x%s", wfa_shown(&p->token, shown), wfa_perhaps(&near, perhaps));
    return false;
}

static bool system_value(struct wfa *p, uint8_t *number)
{
    static const struct {
        const char *name;
        uint8_t number;
    } table[] = {
#define WF_SV(id, number, name, text) {name, number},
#include "wavefold/isa.def"
    };

    for (size_t n = 0; n < sizeof table / sizeof table[0]; n++) {
        if (wfa_at_word(p, table[n].name)) {
            *number = table[n].number;
            wfa_next(p);
            return true;
        }
    }
    return unknown_value(p);
}

/* match q, r | match q, r, 1 | match q, q | match q, q, words */
static bool match(struct wfa *p, struct wf_insn *n)
{
    uint32_t words;
    unsigned number;
    bool quad;

    if (!mask(p, &n->dst) || !comma(p))
        return false;
    register_word(p, &p->token, &number, &quad);
    if (!any_register(p, quad, &n->c))
        return false;
    words = quad ? 4 : 1;
    if (wfa_take(p, ',') &&
        !wfa_number(p, "number of words", 1, words, quad ? "1 to 4" : "1, or a key in `q` registers", &words))
        return false;
    n->mod = (uint8_t)words;
    return true;
}

/* break | break 2 | breakif r | breakif r, 2: the count stands in mod until the level is known. */
static bool loops_outwards(struct wfa *p, struct wf_insn *n)
{
    uint32_t loops = 1;
    const bool good = wfa_number(p, "the loop outwards", 1, WF_MAX_LEVEL, "1, the innermost, to 255", &loops);

    n->mod = (uint8_t)loops;
    return good;
}

static bool at_line_end(const struct wfa *p)
{
    return wfa_at(p, WFA_NEWLINE) || wfa_at(p, WFA_EOF);
}

static bool operands(struct wfa *p, struct wf_insn *n)
{
    switch (wf_op_info(n->op)->format) {
    case WF_FMT_NONE: case WF_FMT_FENCE: case WF_FMT_FLOW:
        return true;
    case WF_FMT_IF:
        return lane(p, &n->a);
    case WF_FMT_LEAVE:
        return at_line_end(p) || loops_outwards(p, n);
    case WF_FMT_LEAVEIF:
        return lane(p, &n->a) && (!wfa_take(p, ',') || loops_outwards(p, n));
    case WF_FMT_D:
        return destination(p, n);
    case WF_FMT_DB:
        return destination(p, n) && comma(p) && lane_or_immediate(p, n);
    case WF_FMT_DAB:
        return destination(p, n) && comma(p) && lane(p, &n->a) && comma(p) && lane_or_immediate(p, n);
    case WF_FMT_DABC:
        return destination(p, n) && comma(p) && lane(p, &n->a) && comma(p) && lane(p, &n->b) && comma(p) &&
               lane(p, &n->c);
    case WF_FMT_DV:
        return destination(p, n) && comma(p) && system_value(p, &n->mod);
    case WF_FMT_SIZE:
        return destination(p, n) && comma(p) && buffer(p, n);
    case WF_FMT_SCAN:
        return destination(p, n) && comma(p) && lane(p, &n->a) &&
               ((n->mod >> 2 & 3) != WF_SCOPE_MULTI || (comma(p) && mask(p, &n->c)));
    case WF_FMT_DQ:
        return destination(p, n) && comma(p) && mask(p, &n->c);
    case WF_FMT_DQB:
        return destination(p, n) && comma(p) && mask(p, &n->c) && comma(p) && lane(p, &n->b);
    case WF_FMT_MATCH:
        return match(p, n);
    case WF_FMT_LD:
        return destination(p, n) && comma(p) && address(p, n);
    case WF_FMT_ST:
        return address(p, n) && comma(p) && lane(p, &n->b);
    case WF_FMT_ATOM:
        return destination_or_none(p, n) && comma(p) && address(p, n) && atomic_data(p, n);
    case WF_FMT_GLD:
        return destination(p, n) && comma(p) && buffer_address(p, n);
    case WF_FMT_GST:
        return buffer_address(p, n) && comma(p) && lane(p, &n->b);
    case WF_FMT_GATOM:
        return destination_or_none(p, n) && comma(p) && buffer_address(p, n) && atomic_data(p, n);
    case WF_FMT_TLD:
        return destination(p, n) && comma(p) && table_address(p, n);
    case WF_FMT_TST:
        return table_address(p, n) && comma(p) && lane(p, &n->b);
    case WF_FMT_TATOM:
        return destination_or_none(p, n) && comma(p) && table_address(p, n) && table_data(p, n);
    case WF_FMT_ATOM64:
        return atomic64(p, n, address);
    case WF_FMT_GATOM64:
        return atomic64(p, n, buffer_address);
    case WF_FMT_TATOM64:
        return atomic64(p, n, table_address);
    case WF_FMT_COUNT:
        break;
    }
    return false;
}

/* ---- what the descriptor must know ---- */

static bool note_sv(struct wfa *p, struct wfa_pos pos, uint8_t sv)
{
    struct wf_desc *d = &p->kernel->desc;

    if (sv > WF_SV_DTID_Z && sv != WF_SV_WAVE && sv != WF_SV_WAVES && sv != WF_SV_LANE && sv != WF_SV_LANES &&
        sv != WF_SV_PIXEL_X && sv != WF_SV_PIXEL_Y)
        return true;
    d->uses_thread_ids |= sv <= WF_SV_DTID_Z;
    d->uses_wave_index |= sv == WF_SV_WAVE;
    d->uses_wave_count |= sv == WF_SV_WAVES;
    d->uses_wave_ops |= sv > WF_SV_DTID_Z && sv != WF_SV_PIXEL_X && sv != WF_SV_PIXEL_Y;
    if (!wfa_grow(p, &p->sv_use, &p->sv_room, p->sv_uses, sizeof *p->sv_use))
        return false;
    p->sv_use[p->sv_uses++] = (struct wfa_sv_use){pos, sv};
    return true;
}

static void note_wave_op(struct wf_desc *d, const struct wf_insn *n, const struct wf_op_info *info)
{
    const bool scan = info->format == WF_FMT_SCAN;

    d->uses_wave_ops = true;
    if (n->op == WF_OP_MATCH || n->op == WF_OP_MATCHB || (scan && (n->mod >> 2 & 3) == WF_SCOPE_MULTI))
        d->uses_match_or_multi_prefix = true;
}

/* ---- the text as it is written ---- */

/* Copy the words from `text` to `end` and end them; runs of blanks become one space. */
static bool keep_words(struct wfa *p, const char *text, const char *end)
{
    struct wf_kernel *k = p->kernel;

    if (!wfa_grow_by(p, &k->source, &p->source_room, p->source_used, 1, (size_t)(end - text) + 1))
        return false;
    for (; text < end; text++) {
        bool blank = *text == ' ' || *text == '\t';
        if (!blank || (text[-1] != ' ' && text[-1] != '\t'))
            k->source[p->source_used++] = blank ? ' ' : *text;
    }
    k->source[p->source_used++] = '\0';
    return true;
}

/* For the instructions of this line: the last is the one that was written, another before it was put in.  Of the two
 * that one `lds64.add` stands for, none is: each shows as what it is. */
static bool keep_source(struct wfa *p, const char *text, bool both)
{
    struct wf_kernel *k = p->kernel;

    for (; p->sources < k->count; p->sources++) {
        bool written = p->sources + 1 == k->count && !both;
        if (!wfa_grow(p, &k->source_at, &p->source_at_room, p->sources, sizeof *k->source_at))
            return false;
        k->source_at[p->sources] = (uint32_t)p->source_used;
        if (!keep_words(p, text, written ? p->taken_end : text))
            return false;
    }
    return true;
}

/* ---- one line ---- */

bool wfa_note_use(struct wfa *p, struct wfa_pos pos, const struct wf_insn *insn)
{
    const struct wf_op_info *info = wf_op_info(insn->op);

    if (info->unit == WF_UNIT_XLANE)
        note_wave_op(&p->kernel->desc, insn, info);
    return insn->op != WF_OP_SV || note_sv(p, pos, insn->mod);
}

static bool instruction(struct wfa *p, bool *both)
{
    struct wf_insn n = {.op = 0};
    struct wfa_pos pos = p->token.pos;

    p->insn_pos = pos;
    if (!wfa_mnemonic(p, &n, both))
        return false;
    bool ok = operands(p, &n);
    const struct wf_op_info *info = wf_op_info(n.op);
    /* also without its operand: the nesting still counts */
    if ((info->unit == WF_UNIT_FLOW && info->format != WF_FMT_FENCE) || n.op == WF_OP_END)
        return wfa_flow(p, pos, n.op, n.a, n.mod ? n.mod : 1) && ok;
    if (!ok || !wfa_emit(p, pos, &n))
        return false;
    n.imm16 = (uint16_t)(n.imm16 | (*both ? WF_HALF_HIGH : 0));
    if (*both && !wfa_emit(p, pos, &n))
        return false;
    return wfa_note_use(p, pos, &n);
}

bool wfa_instruction(struct wfa *p)
{
    const char *text = p->token.text;
    bool both = false;

    return instruction(p, &both) && keep_source(p, text, both);
}

/* SPDX-License-Identifier: Apache-2.0
 * expect.c - what must come out.
 */
#include "statements.h"

#include "expr.h"
#include "names.h"
#include "tokens.h"
#include "values.h"

#include <stdio.h>
#include <string.h>

/* ---- reject, fault ---- */

struct code {
    const char *name;
    unsigned number;
};
static const struct code rejects[] = {
#define WF_REJECT(id, code, message) {#id, code},
#include "wavefold/isa.def"
};
static const struct code faults[] = {
#define WF_FAULT(id, number, message) {#id, number},
#include "wavefold/isa.def"
};

/* The first one of a table means "none" and cannot be expected. */
static bool take_code(struct wfa *p, const struct code *table, size_t count, const char *wanted, unsigned *number)
{
    struct wf_suggestions near;

    wfa_suggest_start(p, &near);
    for (size_t n = 1; n < count; n++) {
        wf_suggest_try(&near, table[n].name);
        if (wfa_take_word(p, table[n].name)) {
            *number = table[n].number;
            return true;
        }
    }
    return wfa_unexpected_suggest(p, wanted, &near);
}

/* `counts`: else it is checked alone. */
static bool reject(struct wfa *p, struct wfa_pos pos, bool counts)
{
    unsigned number = 0;

    if (!take_code(p, rejects, sizeof rejects / sizeof rejects[0], "a reject code such as NUMTHREADS_ZERO", &number))
        return false;
    if (counts) {
        p->kernel->expect_reject = true;
        p->kernel->reject = (enum wf_reject)number;
        p->kernel->reject_line = pos.line;
        p->reject_pos = pos;
    }
    return true;
}

static bool reject_of_file(struct wfa *p, struct wfa_pos pos)
{
    if (p->reject_of_file) {
        wfa_error(p, p->token.pos, "second `expect reject`; expected one");
        return false;
    }
    p->reject_of_file = true;
    return reject(p, pos, !p->variant.reject_set);
}

bool wfa_variant_reject(struct wfa *p, bool chosen)
{
    const struct wfa_pos pos = p->token.pos;

    if (p->variant.reject.line) {
        wfa_error(p, pos, "second `reject`; expected one");
        return false;
    }
    p->variant.reject = pos;
    wfa_next(p);
    p->variant.reject_set |= chosen;
    p->reject_seen |= chosen;
    p->kernel->expectations += chosen && !p->first_pass;
    return reject(p, pos, chosen);
}

static bool fault(struct wfa *p, struct wfa_pos pos)
{
    unsigned number = 0;

    if (p->kernel->expect_fault) {
        wfa_error(p, p->token.pos, "second `expect fault`; expected one");
        return false;
    }
    if (!take_code(p, faults, sizeof faults / sizeof faults[0], "a fault such as LDS_RANGE or MEM_ALIGN", &number))
        return false;
    p->kernel->expect_fault = true;
    p->kernel->fault = (enum wf_fault)number;
    p->kernel->fault_line = pos.line;
    return true;
}

/* ---- buffers ---- */

static const char wanted_distance[] = "a float that is finite and not negative, such as 1e-6, or an integer and `ulp`";

/* Nothing, or: within e ulp, within e */
static bool tolerance(struct wfa *p, enum wf_word_type type, struct wf_tolerance *t)
{
    struct wfa_token where = p->token;
    struct wfa_value value;

    if (!wfa_take_word(p, "within"))
        return true;
    if (type == WF_WORD_INT) {
        wfa_error(p, where.pos, "`within` of integers; expected floats: float(x) converts");
        return false;
    }
    where = p->token;
    if (!wfa_constant(p, &value))
        return false;
    if (value.type == WF_WORD_INT && value.exact >= 0 && value.exact <= UINT32_MAX && wfa_take_word(p, "ulp")) {
        *t = (struct wf_tolerance){.kind = WF_WITHIN_ULP, .ulp = (uint32_t)value.exact};
        return true;
    }
    uint32_t bits = (uint32_t)value.exact;
    /* as integers, the finite ones from +0 on are below +inf */
    if (value.type != WF_WORD_FLOAT || bits >= 0x7f800000) {
        wfa_error(p, where.pos, "tolerance out of range; expected %s", wanted_distance);
        return false;
    }
    t->kind = WF_WITHIN_DISTANCE;
    memcpy(&t->distance, &bits, sizeof t->distance);
    return true;
}

/* An expectation that names no value would compare nothing, and pass. */
static bool names_value(struct wfa *p, const struct wf_kernel_buffer *b, struct wfa_pos pos)
{
    if (p->first_pass || memchr(b->care, 1, b->words))
        return true;
    wfa_error(p, pos, "every word of %s is `_`; expected at least one value, or no `expect`", b->name);
    return false;
}

static bool contents(struct wfa *p, struct wf_kernel_buffer *b, struct wfa_pos pos)
{
    b->expected = wfa_zeroed(p, b->words, sizeof *b->expected);
    b->care = b->expected ? wfa_zeroed(p, b->words, sizeof *b->care) : NULL;
    if (!b->care)
        return false;
    p->values_of = b->image.format != WF_IMAGE_FORMAT_NONE ? &b->image : NULL;
    const bool ok = wfa_values(p, b->words, b->expected, b->care, NULL, &b->expected_type);
    p->values_of = NULL;
    return ok && tolerance(p, b->expected_type, &b->tolerance) && names_value(p, b, pos);
}

static bool order(struct wfa *p, struct wf_kernel_buffer *b)
{
    if (wfa_take_word(p, "any_order"))
        b->any_order = true;
    else if (wfa_take_word(p, "runs"))
        b->runs = true;
    else if (wfa_take_word(p, "sorted"))
        b->sorted = WF_SORTED_UNSIGNED;
    else if (wfa_take_word(p, "sorted.s"))
        b->sorted = WF_SORTED_SIGNED;
    else if (wfa_take_word(p, "sorted.f"))
        b->sorted = WF_SORTED_FLOAT;
    else
        return false;
    return true;
}

static bool words(struct wfa *p, unsigned number, const struct wfa_token *name)
{
    struct wf_kernel_buffer *b = &p->kernel->buffer[number];
    char shown[48];

    if (p->expect_given[number]) {
        wfa_error(p, name->pos, "second `expect` for the contents of %s; expected one a buffer",
                  wfa_shown(name, shown));
        wfa_skip_values(p);
        return false;
    }
    p->expect_given[number] = true;
    b->expect_line = name->pos.line;
    while (order(p, b))
        continue;
    if (wfa_take(p, '='))
        return contents(p, b, name->pos);
    if (b->any_order)
        return wfa_unexpected(p, "`=`");
    return b->runs || b->sorted || wfa_unexpected(p, "`=`, any_order, runs, sorted, sum or count");
}

static bool add_total(struct wfa *p, const struct wf_kernel_total *total, struct wfa_pos pos)
{
    struct wf_kernel *k = p->kernel;

    if (!wfa_spend(p, pos, k->buffer[total->buffer].words) ||
        !wfa_grow(p, &k->total, &p->total_room, k->totals, sizeof *k->total))
        return false;
    k->total[k->totals++] = *total;
    return true;
}

/* sum = e, sum = e within .. */
static bool sum(struct wfa *p, unsigned number, struct wfa_pos pos)
{
    struct wf_kernel_total total = {.kind = WF_TOTAL_SUM, .buffer = number, .line = pos.line};
    struct wfa_value value;

    if (!wfa_expect(p, '=', "`=` and the sum") || !wfa_constant(p, &value))
        return false;
    total.word = (uint32_t)value.exact;
    total.type = value.type;
    if (value.type == WF_WORD_ANY) {
        wfa_error(p, pos, "a sum that is neither integer nor float; expected asuint(x) or asfloat(x)");
        return false;
    }
    return tolerance(p, value.type, &total.tolerance) && add_total(p, &total, pos);
}

/* count(e) = n */
static bool count(struct wfa *p, unsigned number, struct wfa_pos pos)
{
    const struct wf_kernel_buffer *b = &p->kernel->buffer[number];
    struct wf_kernel_total total = {.kind = WF_TOTAL_COUNT, .buffer = number, .line = pos.line};
    struct wfa_value value;
    char wanted[60];

    if (!wfa_expect(p, '(', "`(` and the word to count") || !wfa_constant(p, &value) || !wfa_expect(p, ')', "`)`") ||
        !wfa_expect(p, '=', "`=` and its number of occurrences in the buffer"))
        return false;
    total.word = (uint32_t)value.exact;
    total.type = value.type;
    snprintf(wanted, sizeof wanted, "0 to %u, the words of the buffer", b->words);
    return wfa_number(p, "count", 0, b->words, wanted, &total.count) && add_total(p, &total, pos);
}

static bool no_buffer(struct wfa *p)
{
    static const char wanted[] = "the name of a buffer declared above this line, reject or fault";
    struct wf_suggestions near;
    char shown[48], perhaps[160];

    if (!wfa_at(p, WFA_WORD))
        return wfa_unexpected(p, wanted);
    wfa_suggest_start(p, &near);
    wfa_suggest_names(p, &near, 1u << WFA_BUFFER);
    wf_suggest_try(&near, "reject");
    wf_suggest_try(&near, "fault");
    wfa_error(p, p->token.pos, "unknown buffer %s; expected %s%s", wfa_shown(&p->token, shown), wanted,
              wfa_perhaps(&near, perhaps));
    return false;
}

static bool buffer(struct wfa *p)
{
    const struct wfa_token name = p->token;
    const struct wfa_symbol *s = wfa_find(p, &name);
    unsigned number = 0;

    if (!wfa_find_buffer(p, &name, &number)) {
        if (!wfa_at(p, WFA_WORD) || !s || s->kind != WFA_BAD_NAME)
            no_buffer(p);
        wfa_skip_values(p);
        return false;
    }
    wfa_next(p);
    if (wfa_take_word(p, "sum"))
        return sum(p, number, name.pos);
    if (wfa_take_word(p, "count"))
        return count(p, number, name.pos);
    return words(p, number, &name);
}

/* A refused dispatch leaves nothing to compare. */
static bool stands_alone(struct wfa *p, struct wfa_pos pos, bool is_reject)
{
    uint32_t other = is_reject ? p->expect_line : p->reject_pos.line;

    if (is_reject && !p->variant.reject_set)
        p->reject_pos = pos;
    else if (!is_reject && !p->expect_line)
        p->expect_line = pos.line;
    if (!other)
        return true;
    wfa_error(p, pos, "`expect reject` together with another expectation, in line %u; expected it alone: a refused "
                      "dispatch runs nothing", other);
    return false;
}

bool wfa_expectation(struct wfa *p, struct wfa_pos pos)
{
    bool alone = stands_alone(p, pos, wfa_at_word(p, "reject"));

    if (wfa_take_word(p, "reject"))
        return reject_of_file(p, pos) && alone;
    if (wfa_take_word(p, "fault"))
        return fault(p, pos) && alone;
    return buffer(p) && alone;
}

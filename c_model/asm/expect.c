/* SPDX-License-Identifier: Apache-2.0
 * expect.c - what must come out.
 */
#include "names.h"
#include "statements.h"
#include "tokens.h"
#include "values.h"

static bool reject(struct wfa *p)
{
    static const struct {
        const char *name;
        enum wf_reject code;
    } table[] = {
#define WF_REJECT(id, code, message) {#id, WF_REJECT_##id},
#include "wavefold/isa.def"
    };
    struct wf_kernel *k = p->kernel;

    if (k->expect_reject) {
        wfa_error(p, p->token.pos, "second `expect reject`; expected one");
        return false;
    }
    for (size_t n = 1; n < sizeof table / sizeof table[0]; n++) {
        if (wfa_at_word(p, table[n].name)) {
            k->expect_reject = true;
            k->reject = table[n].code;
            wfa_next(p);
            return true;
        }
    }
    return wfa_unexpected(p, "a reject code such as NUMTHREADS_ZERO");
}

static bool fault(struct wfa *p)
{
    static const struct {
        const char *name;
        enum wf_fault kind;
    } table[] = {
#define WF_FAULT(id, number, message) {#id, WF_FAULT_##id},
#include "wavefold/isa.def"
    };
    struct wf_kernel *k = p->kernel;

    if (k->expect_fault) {
        wfa_error(p, p->token.pos, "second `expect fault`; expected one");
        return false;
    }
    for (size_t n = 1; n < sizeof table / sizeof table[0]; n++) {
        if (wfa_at_word(p, table[n].name)) {
            k->expect_fault = true;
            k->fault = table[n].kind;
            wfa_next(p);
            return true;
        }
    }
    return wfa_unexpected(p, "LDS_RANGE, LDS_ALIGN, MEM_RANGE or MEM_ALIGN");
}

static bool contents(struct wfa *p, struct wf_kernel_buffer *b)
{
    b->expected = wfa_zeroed(p, b->words, sizeof *b->expected);
    b->care = b->expected ? wfa_zeroed(p, b->words, sizeof *b->care) : NULL;
    return b->care && wfa_values(p, b->words, b->expected, b->care);
}

static bool buffer(struct wfa *p)
{
    unsigned number;
    char shown[48];
    const struct wfa_symbol *s = wfa_find(p, &p->token);

    if (!wfa_find_buffer(p, &p->token, &number)) {
        if (!wfa_at(p, WFA_WORD) || !s || s->kind != WFA_BAD_NAME)
            wfa_unexpected(p, "the name of a buffer, reject or fault");
        wfa_skip_values(p);
        return false;
    }
    if (p->expect_given[number]) {
        wfa_error(p, p->token.pos, "second `expect` for %s; expected one a buffer", wfa_shown(&p->token, shown));
        wfa_skip_values(p);
        return false;
    }
    struct wf_kernel_buffer *b = &p->kernel->buffer[number];
    p->expect_given[number] = true;
    b->expect_line = p->token.pos.line;
    wfa_next(p);
    b->any_order = wfa_take_word(p, "any_order");
    b->runs = wfa_take_word(p, "runs");
    if (wfa_take(p, '='))
        return contents(p, b);
    return (b->runs && !b->any_order) || wfa_unexpected(p, b->any_order ? "`=`" : "`=`, any_order or runs");
}

bool wfa_expectation(struct wfa *p)
{
    if (wfa_take_word(p, "reject"))
        return reject(p);
    if (wfa_take_word(p, "fault"))
        return fault(p);
    return buffer(p);
}

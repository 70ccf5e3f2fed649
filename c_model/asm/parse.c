/* SPDX-License-Identifier: Apache-2.0
 * parse.c - line by line: which statement a line is, and where to go on after a mistake; const, reg, dispatch, code.
 */
#include "expr.h"
#include "names.h"
#include "statements.h"
#include "tokens.h"

/* ---- const, reg, dispatch ---- */

static bool one_constant(struct wfa *p)
{
    struct wfa_token name;
    struct wfa_value value;

    if (!wfa_name(p, &name, "the name of a constant") || !wfa_expect(p, '=', "`=`"))
        return false;
    if (wfa_constant_of_list(p, &value))
        return wfa_declare_constant(p, &name, &value);
    /* the name is known all the same: one mistake, one message */
    return wfa_declare(p, &name, p->first_pass ? WFA_LATE_CONST : WFA_BAD_NAME, 0) && p->first_pass;
}

static bool constant(struct wfa *p)
{
    do
        if (!one_constant(p))
            return false;
    while (wfa_take(p, ','));
    return true;
}

static bool one_register(struct wfa *p)
{
    struct wfa_token name;
    unsigned number;
    char shown[48];

    if (!wfa_name(p, &name, "the name of a register") || !wfa_expect(p, '=', "`=`"))
        return false;
    bool quad = wfa_numbered(&p->token, 'q', &number);
    if (!quad && !wfa_numbered(&p->token, 'r', &number))
        return wfa_unexpected(p, "a register such as `r5` or `q8`");
    if (number >= p->device->regs || (quad && number % 4)) {
        wfa_error(p, p->token.pos, "no register %s; expected a number below %u%s", wfa_shown(&p->token, shown),
                  p->device->regs, quad ? ", a multiple of 4" : "");
        wfa_next(p);
        wfa_declare(p, &name, WFA_BAD_NAME, 0);
        return false;
    }
    wfa_next(p);
    return wfa_declare(p, &name, quad ? WFA_QUAD : WFA_REG, number);
}

static bool reg(struct wfa *p)
{
    do
        if (!one_register(p))
            return false;
    while (wfa_take(p, ','));
    return true;
}

static bool dispatch(struct wfa *p, struct wfa_pos pos)
{
    uint32_t *grid = p->kernel->desc.grid;

    if (p->dispatch_seen) {
        wfa_error(p, pos, "second `dispatch`; expected one");
        return false;
    }
    p->dispatch_seen = true;
    p->dispatch_pos = pos;
    for (unsigned n = 0; n < 3; n++) {
        if (!wfa_number(p, "dispatch", 0, UINT32_MAX, "0 to 4294967295 groups", &grid[n]))
            return false;
        p->dimensions = n + 1;
        if (!wfa_take(p, ','))
            return true;
        if (n == 2)
            return wfa_unexpected(p, "the end of the line: a grid has three dimensions");
    }
    return true;
}

static bool code(struct wfa *p, struct wfa_pos pos)
{
    if (p->code_seen || p->has_shader) {
        wfa_error(p, pos, p->code_seen ? "second `code`; expected one" : "`code` and `shader`; expected one of them");
        return false;
    }
    p->code_seen = p->in_code = p->insn_good = true;
    p->code_pos = p->insn_pos = pos;
    return true;
}

/* ---- lines ---- */

static bool no_statement(struct wfa *p)
{
    struct wf_suggestions near;

    wfa_suggest_start(p, &near);
    wfa_suggest_statements(&near);
    return wfa_unexpected_suggest(
        p,
        "an attribute in `[ ]`, const, buffer, image, sampler, dispatch, quads, vertices, primitives, patches, reg, "
        "code, shader, task, variant, spec, bind, push, input, output or expect",
        &near);
}

static bool line_of_code(struct wfa *p)
{
    const struct wfa_pos pos = p->token.pos;

    if (wfa_take_word(p, "repeat"))
        return wfa_repeat(p, pos);
    if (wfa_take_word(p, "endrepeat"))
        return wfa_endrepeat(p, pos);
    return p->insn_good = wfa_instruction(p);
}

/* What is of a shader or of code alone is not ignored in a file of the other.  True: the statement itself is good. */
static bool fits_body(struct wfa *p, const struct wfa_token *word)
{
    char shown[48];

    if (!p->first_pass && wfa_token_is(word, "reg") == p->has_shader)
        wfa_error(p, word->pos, "%s %s; expected it in a file that has one", wfa_shown(word, shown),
                  p->has_shader ? "without `code`" : "without a `shader`");
    return true;
}

static bool statement(struct wfa *p)
{
    struct wfa_token word = p->token;

    if (!wfa_at_statement(p))
        return p->in_code ? line_of_code(p) : no_statement(p);
    wfa_next(p);
    p->kernel->expectations += wfa_token_is(&word, "expect");
    if (wfa_token_is(&word, "const"))
        return constant(p);
    if (wfa_token_is(&word, "reg"))
        return reg(p) && fits_body(p, &word);
    if (wfa_token_is(&word, "dispatch"))
        return dispatch(p, word.pos);
    if (wfa_token_is(&word, "quads"))
        return wfa_quads(p, word.pos);
    if (wfa_token_is(&word, "vertices"))
        return wfa_lanes(p, word.pos, WF_STAGE_VERTEX) && fits_body(p, &word);
    if (wfa_token_is(&word, "primitives"))
        return wfa_lanes(p, word.pos, WF_STAGE_GEOMETRY) && fits_body(p, &word);
    if (wfa_token_is(&word, "patches"))
        return wfa_patches(p, word.pos) && fits_body(p, &word);
    if (wfa_token_is(&word, "code"))
        return code(p, word.pos);
    if (wfa_token_is(&word, "buffer"))
        return wfa_buffer(p);
    if (wfa_token_is(&word, "image"))
        return wfa_image(p) && fits_body(p, &word);
    if (wfa_token_is(&word, "sampler"))
        return wfa_sampler(p) && fits_body(p, &word);
    if (wfa_token_is(&word, "shader"))
        return wfa_shader(p, word.pos);
    if (wfa_token_is(&word, "task"))
        return wfa_task(p, word.pos);
    if (wfa_token_is(&word, "variant"))
        return wfa_variant(p, word.pos);
    if (wfa_token_is(&word, "spec"))
        return wfa_spec(p) && fits_body(p, &word);
    if (wfa_token_is(&word, "bind"))
        return wfa_bind(p) && fits_body(p, &word);
    if (wfa_token_is(&word, "input"))
        return wfa_input(p, word.pos) && fits_body(p, &word);
    if (wfa_token_is(&word, "output"))
        return (wfa_at_mesh_output(p) ? wfa_mesh_output(p) : wfa_output(p, word.pos)) && fits_body(p, &word);
    if (wfa_token_is(&word, "push"))
        return wfa_push(p, word.pos) && fits_body(p, &word);
    return wfa_expectation(p, word.pos);
}

/* At a statement that says what a shader without `dispatch` runs for: shaders of which stage are meant. */
static bool is_of_lanes(const struct wfa *p, enum wf_shader_wanted *wanted)
{
    const bool vertices = wfa_at_word(p, "vertices"), patches = wfa_at_word(p, "patches");

    if (!vertices && !patches && !wfa_at_word(p, "primitives"))
        return false;
    *wanted = vertices ? WF_SHADER_VERTEX : patches ? WF_SHADER_PATCHES : WF_SHADER_GEOMETRY;
    return true;
}

static void line(struct wfa *p)
{
    if (wfa_at_statement(p))
        wfa_no_repeat(p);
    if (wfa_at(p, '[')) {
        wfa_attributes(p);
        return;
    }
    if (p->first_pass && wfa_at_word(p, "expect")) {
        wfa_next(p);
        p->reject_seen |= wfa_at_word(p, "reject");
        return;
    }
    if (p->first_pass && (wfa_at_word(p, "buffer") || wfa_at_word(p, "image"))) {
        wfa_note_buffers(p);
        return;
    }
    if (p->first_pass && is_of_lanes(p, &p->shader.wanted))
        return;
    const bool shader = wfa_at_word(p, "shader") || wfa_at_word(p, "task");
    if (p->first_pass && !shader && !wfa_at_word(p, "variant") && !wfa_at_word(p, "spec") && !wfa_at_word(p, "const"))
        return;
    p->quiet = shader ? !p->first_pass : p->quiet;      /* its mistakes are told in the first pass */
    if (statement(p) && !wfa_at(p, WFA_NEWLINE) && !wfa_at(p, WFA_EOF))
        wfa_unexpected(p, "the end of the line");
}

void wfa_statements(struct wfa *p)
{
    wfa_lex_start(&p->lexer, p->text, p->length);
    p->token = wfa_lex(&p->lexer);
    while (!wfa_at(p, WFA_EOF) && !p->out_of_memory && p->errors <= WFA_MAX_DIAGNOSTICS) {
        p->quiet = p->first_pass;
        if (!wfa_at(p, WFA_NEWLINE)) {
            p->last_pos = p->token.pos;
            line(p);
        }
        if (wfa_at_statement(p) && p->token.pos.line > p->last_pos.line)
            continue;               /* a list without `}` ended here */
        wfa_skip_line(p);
        wfa_take(p, WFA_NEWLINE);
    }
    wfa_no_repeat(p);
    p->quiet = false;
}

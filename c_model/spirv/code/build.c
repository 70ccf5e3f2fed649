/* SPDX-License-Identifier: Apache-2.0
 * build.c - write code: build.h.
 */
#include "build.h"

#include "simplify.h"

/* Append an instruction with a new one-word result. */
static wfs_val with_result(struct wfs_code *code, struct wfs_insn insn)
{
    insn.dst = wfs_new_reg(code, false, false);
    wfs_emit(code, &insn);
    return wfs_reg_val(insn.dst);
}

wfs_val wfs_op(struct wfs_code *code, uint8_t op, wfs_val a, wfs_val b, wfs_val c)
{
    struct wfs_insn insn = {.op = op, .a = a, .b = b, .c = c};
    wfs_val known;

    return wfs_simplify(code, &insn, &known) ? known : with_result(code, insn);
}

wfs_val wfs_lanes(struct wfs_code *code, uint8_t op, wfs_val a, wfs_val b)
{
    return with_result(code, (struct wfs_insn){.op = op, .a = a, .b = b});
}

wfs_val wfs_sv(struct wfs_code *code, unsigned number)
{
    return with_result(code, (struct wfs_insn){.op = WF_OP_SV, .mod = (uint8_t)number});
}

wfs_val wfs_size(struct wfs_code *code, unsigned buffer)
{
    return with_result(code, (struct wfs_insn){.op = WF_OP_SIZE, .buffer = (uint8_t)buffer});
}

/* Words of a mask that the wave has lanes for: the others are 0, and nothing looks at them. */
static unsigned mask_words(const struct wfs_code *code)
{
    return code->wave_size ? (code->wave_size + 31) / 32 : 4;
}

/* Words as one quad register, the first `words` of them: the one they are the words of, or a new one. */
static wfs_val quad_of(struct wfs_code *code, const wfs_val *word, unsigned words)
{
    bool whole = true;

    for (unsigned i = 0; i < words; i++)
        whole &= word[i].kind == WFS_REG && code->reg[word[i].bits].quad && word[i].bits == word[0].bits &&
                 word[i].word == i;
    if (whole)
        return wfs_reg_val(word[0].bits);
    const uint32_t quad = wfs_new_reg(code, true, false);
    for (unsigned i = 0; i < words; i++)
        wfs_emit(code, &(struct wfs_insn){.op = WF_OP_MOV, .dst = quad, .dst_word = (uint8_t)i, .b = word[i]});
    return wfs_reg_val(quad);
}

static void words_of(const struct wfs_code *code, uint32_t quad, wfs_val mask[4])
{
    for (unsigned i = 0; i < 4; i++)
        mask[i] = i < mask_words(code) ? wfs_reg_word(quad, i) : wfs_const(0);
}

wfs_val wfs_scan(struct wfs_code *code, uint8_t op, unsigned mode, unsigned scope, unsigned cluster, wfs_val x,
                 const wfs_val mask[4])
{
    struct wfs_insn insn = {.op = op, .mod = (uint8_t)(mode | scope << 2 | cluster << 4), .a = x};

    if (mask)
        insn.c = quad_of(code, mask, mask_words(code));
    return with_result(code, insn);
}

static void with_mask(struct wfs_code *code, struct wfs_insn insn, wfs_val mask[4])
{
    insn.dst = wfs_new_reg(code, true, false);
    wfs_emit(code, &insn);
    words_of(code, insn.dst, mask);
}

void wfs_ballot(struct wfs_code *code, wfs_val truth, wfs_val mask[4])
{
    with_mask(code, (struct wfs_insn){.op = WF_OP_BALLOT, .b = truth}, mask);
}

void wfs_match(struct wfs_code *code, const wfs_val *key, unsigned words, wfs_val mask[4])
{
    with_mask(code, (struct wfs_insn){.op = WF_OP_MATCH, .mod = (uint8_t)words,
                                      .c = words > 1 ? quad_of(code, key, words) : key[0]}, mask);
}

void wfs_match_bool(struct wfs_code *code, wfs_val truth, wfs_val mask[4])
{
    with_mask(code, (struct wfs_insn){.op = WF_OP_MATCHB, .b = truth}, mask);
}

wfs_val wfs_mask(struct wfs_code *code, uint8_t op, const wfs_val mask[4], wfs_val bit)
{
    const wfs_val quad = quad_of(code, mask, mask_words(code));

    return with_result(code, (struct wfs_insn){.op = op, .b = bit, .c = quad});
}

/* ---- memory ---- */

wfs_val wfs_lds_load(struct wfs_code *code, wfs_val address, uint16_t offset)
{
    return with_result(code, (struct wfs_insn){.op = WF_OP_LDSLD, .a = address, .offset = offset});
}

void wfs_lds_store(struct wfs_code *code, wfs_val address, uint16_t offset, wfs_val x)
{
    wfs_emit(code, &(struct wfs_insn){.op = WF_OP_LDSST, .a = address, .offset = offset, .b = x});
}

wfs_val wfs_load(struct wfs_code *code, unsigned buffer, wfs_val address, uint16_t offset)
{
    return with_result(code, (struct wfs_insn){.op = WF_OP_GLD, .buffer = (uint8_t)buffer, .a = address,
                                               .offset = offset});
}

void wfs_store(struct wfs_code *code, unsigned buffer, wfs_val address, uint16_t offset, wfs_val x)
{
    wfs_emit(code, &(struct wfs_insn){.op = WF_OP_GST, .buffer = (uint8_t)buffer, .a = address, .offset = offset,
                                      .b = x});
}

void wfs_store_private(struct wfs_code *code, unsigned buffer, wfs_val address, uint16_t offset, wfs_val x)
{
    wfs_emit(code, &(struct wfs_insn){.op = WF_OP_GSTP, .buffer = (uint8_t)buffer, .a = address,
                                      .offset = offset, .b = x});
}

/* Others, null pointers' too, are of no buffer: the table says so, and the access faults. */
static bool is_named(wfs_val number)
{
    return wfs_is_const(number) && number.bits < WF_MAX_BUFFERS;
}

wfs_val wfs_load_by(struct wfs_code *code, wfs_val number, wfs_val address, uint16_t offset)
{
    if (is_named(number))
        return wfs_load(code, number.bits, address, offset);
    return with_result(code, (struct wfs_insn){.op = WF_OP_TLD, .a = address, .offset = offset, .c = number});
}

void wfs_store_by(struct wfs_code *code, wfs_val number, wfs_val address, uint16_t offset, wfs_val x)
{
    if (is_named(number))
        wfs_store(code, number.bits, address, offset, x);
    else
        wfs_emit(code, &(struct wfs_insn){.op = WF_OP_TST, .a = address, .offset = offset, .b = x, .c = number});
}

/* The instruction word of an atomic has less room for an offset than that of a load. */
static void fit_offset(struct wfs_code *code, struct wfs_insn *insn)
{
    const uint32_t bits = wf_op_offset_bits(insn->op), rest = insn->offset & ~bits;

    if (rest)
        insn->a = wfs_add(code, insn->a, wfs_const(rest));
    insn->offset = (uint16_t)(insn->offset & bits);
}

static wfs_val atomic(struct wfs_code *code, struct wfs_insn insn, bool used)
{
    fit_offset(code, &insn);
    if (used)
        return with_result(code, insn);
    insn.no_dst = true;
    wfs_emit(code, &insn);
    return wfs_const(0);
}

wfs_val wfs_lds_atomic(struct wfs_code *code, unsigned atom, wfs_val address, uint16_t offset, wfs_val x,
                       wfs_val compare, bool used)
{
    return atomic(code, (struct wfs_insn){.op = WF_OP_LDSATOM, .mod = (uint8_t)atom, .a = address, .offset = offset,
                                          .b = x, .c = compare}, used);
}

wfs_val wfs_atomic(struct wfs_code *code, unsigned buffer, unsigned atom, wfs_val address, uint16_t offset, wfs_val x,
                   wfs_val compare, bool used)
{
    return atomic(code, (struct wfs_insn){.op = WF_OP_GATOM, .mod = (uint8_t)atom, .buffer = (uint8_t)buffer,
                                          .a = address, .offset = offset,
                                          .b = x, .c = compare}, used);
}

/* The compare value is in the register after the number: both are words of a quad. */
wfs_val wfs_atomic_by(struct wfs_code *code, wfs_val number, unsigned atom, wfs_val address, uint16_t offset, wfs_val x,
                      wfs_val compare, bool used)
{
    const wfs_val both[2] = {number, compare};

    if (is_named(number))
        return wfs_atomic(code, number.bits, atom, address, offset, x, compare, used);
    return atomic(code, (struct wfs_insn){.op = WF_OP_TATOM, .mod = (uint8_t)atom, .a = address, .offset = offset,
                                          .b = x, .c = atom == WF_ATOM_CAS ? quad_of(code, both, 2) : number}, used);
}

/* Operand and compare value are the words of a quad, and so is the old value. */
static void atomic64(struct wfs_code *code, struct wfs_insn insn, const wfs_val *x, const wfs_val *compare,
                     wfs_val *old)
{
    const wfs_val word[4] = {x[0], x[1], compare ? compare[0] : wfs_none(), compare ? compare[1] : wfs_none()};

    fit_offset(code, &insn);
    insn.c = quad_of(code, word, compare ? 4 : 2);
    insn.no_dst = !old;
    if (old) {
        insn.dst = wfs_new_reg(code, true, false);
        old[0] = wfs_reg_word(insn.dst, 0);
        old[1] = wfs_reg_word(insn.dst, 1);
    }
    wfs_emit(code, &insn);
}

void wfs_lds_atomic64(struct wfs_code *code, unsigned atom, wfs_val address, uint16_t offset, const wfs_val *x,
                      const wfs_val *compare, wfs_val *old)
{
    atomic64(code, (struct wfs_insn){.op = WF_OP_LDSATOM64, .mod = (uint8_t)atom, .a = address, .offset = offset}, x,
             compare, old);
}

void wfs_atomic64_by(struct wfs_code *code, wfs_val number, unsigned atom, wfs_val address, uint16_t offset,
                     const wfs_val *x, const wfs_val *compare, wfs_val *old)
{
    struct wfs_insn insn = {.op = WF_OP_TATOM64, .mod = (uint8_t)atom, .a = address, .offset = offset, .b = number};

    if (is_named(number)) {
        insn.op = WF_OP_GATOM64;
        insn.buffer = (uint8_t)number.bits;
        insn.b = wfs_none();
    }
    atomic64(code, insn, x, compare, old);
}

/* ---- control flow ---- */

void wfs_flow(struct wfs_code *code, uint8_t op)
{
    wfs_emit(code, &(struct wfs_insn){.op = op});
}

void wfs_fence(struct wfs_code *code, uint8_t op, bool device)
{
    wfs_emit(code, &(struct wfs_insn){.op = op, .mod = device ? WF_FENCE_DEVICE : 0});
}

void wfs_if(struct wfs_code *code, wfs_val truth)
{
    wfs_emit(code, &(struct wfs_insn){.op = WF_OP_IF, .a = truth});
}

uint32_t wfs_loop(struct wfs_code *code)
{
    return wfs_emit(code, &(struct wfs_insn){.op = WF_OP_LOOP});
}

void wfs_break(struct wfs_code *code, uint32_t loop)
{
    wfs_emit(code, &(struct wfs_insn){.op = WF_OP_BREAK, .frame = loop});
}

void wfs_breakif(struct wfs_code *code, uint32_t loop, wfs_val truth)
{
    wfs_emit(code, &(struct wfs_insn){.op = WF_OP_BREAKIF, .frame = loop, .a = truth});
}

void wfs_continue(struct wfs_code *code, uint32_t loop)
{
    wfs_emit(code, &(struct wfs_insn){.op = WF_OP_CONTINUE, .frame = loop});
}

wfs_val wfs_meeting(struct wfs_code *code)
{
    return wfs_reg_val(wfs_new_reg(code, false, true));
}

void wfs_copy(struct wfs_code *code, wfs_val meeting, wfs_val x)
{
    wfs_emit(code, &(struct wfs_insn){.op = WFS_OP_COPY, .dst = meeting.bits, .b = x, .frame = ++code->groups});
}

/* SPDX-License-Identifier: Apache-2.0
 * effect_text.c - what an instruction did, as a line of a trace has it.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "wavefold/machine.h"

enum { LANES_SHOWN = 4 };

struct text {
    char *at;
    size_t length;
};

__attribute__((format(printf, 2, 3)))
static void put(struct text *t, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    const int n = vsnprintf(t->at + t->length, WF_EFFECT_TEXT - t->length, format, arguments);
    va_end(arguments);
    t->length += n > 0 ? (size_t)n : 0;
    t->length = t->length < WF_EFFECT_TEXT ? t->length : WF_EFFECT_TEXT - 1;
}

static void put_operand(struct text *t, char sign, const uint32_t *high, uint32_t low)
{
    put(t, "%c", sign);
    if (high)
        put(t, "%08" PRIx32, *high);
    put(t, "%08" PRIx32, low);
}

/* The address inside the buffer or the group's LDS, what is stored there, and "!" when it is refused. */
static void put_access(struct text *t, const struct wf_effect *effect, uint32_t base, unsigned lane)
{
    const struct wf_insn insn = wf_insn_decode(effect->word);
    const bool wide = wf_op_is_atomic64(insn.op);

    put(t, "@%" PRIx32 "%s", effect->address[lane] - base, effect->access[lane] ? "" : "!");
    if (!wf_op_is_load(insn.op))
        put_operand(t, '=', wide ? &effect->data_high[lane] : NULL, effect->data[lane]);
    if (wf_op_is_atomic(insn.op) && wf_insn_atom(&insn) == WF_ATOM_CAS)
        put_operand(t, '?', wide ? &effect->compare_high[lane] : NULL, effect->compare[lane]);
}

static void put_lane(struct text *t, const struct wf_effect *effect, uint32_t base, unsigned lane)
{
    put(t, " %u", lane);
    if (effect->is_lds || effect->is_mem)
        put_access(t, effect, base, lane);
    if (effect->words && effect->written[lane])
        put(t, ":");
    /* of an old value of 64 bits the other words are 0 */
    const unsigned words = wf_op_is_atomic64((uint8_t)effect->word) && effect->words ? 2 : effect->words;
    for (unsigned k = words; k-- > 0 && effect->written[lane];)
        put(t, "%08" PRIx32, effect->value[k][lane]);
}

void wf_effect_text(const struct wf_effect *effect, unsigned lanes, const struct wf_buffer *buffers,
                    char text[WF_EFFECT_TEXT])
{
    const struct wf_insn insn = wf_insn_decode(effect->word);
    const uint32_t base = effect->is_mem && !wf_op_is_table(insn.op) ? buffers[insn.mod].base : 0;
    struct text t = {text, 0};
    unsigned shown = 0;

    for (unsigned i = (lanes + 3) / 4; i-- > 0;) {
        const bool *on = &effect->exec[4 * i];
        put(&t, "%x", (unsigned)(on[0] | on[1] << 1 | on[2] << 2 | on[3] << 3));
    }
    put(&t, " ;");
    for (unsigned lane = 0; lane < lanes; lane++) {
        const bool shows = effect->is_lds || effect->is_mem ? effect->asked[lane]
                                                            : effect->words && effect->written[lane];
        if (shows && shown++ < LANES_SHOWN)
            put_lane(&t, effect, base, lane);
    }
    if (shown > LANES_SHOWN)
        put(&t, " +%u lanes", shown - LANES_SHOWN);
}

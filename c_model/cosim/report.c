/* SPDX-License-Identifier: Apache-2.0
 * report.c - the text of the first difference.
 */
#include "checker.h"

#include <stdarg.h>

void wf_ls_say(struct wf_lockstep *ls, const char *format, ...)
{
    if (ls->length + 1 >= TEXT_SIZE)
        return;
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(ls->text + ls->length, TEXT_SIZE - ls->length, format, arguments);
    va_end(arguments);
    if (n > 0)
        ls->length += (size_t)n;
    if (ls->length >= TEXT_SIZE)
        ls->length = TEXT_SIZE - 1;
}

void wf_ls_place(const struct dispatch *d, unsigned pc, char *text, size_t size)
{
    const struct wf_lockstep_setup *s = d ? &d->setup : NULL;
    *text = '\0';
    if (!s || !s->line || pc >= s->count || !s->line[pc])
        return;
    if (s->file)
        snprintf(text, size, "%s:%" PRIu32, s->file[pc], s->line[pc]);
    else
        snprintf(text, size, "line %" PRIu32, s->line[pc]);
}

struct where wf_ls_where(const struct wf_lockstep *ls, unsigned core, const struct dispatch *d)
{
    struct where where = {""};
    size_t n = 0;
    if (ls->cores > 1)
        n += (size_t)snprintf(where.text, sizeof where.text, "core %u ", core);
    if (d && d->setup.number)
        snprintf(where.text + n, sizeof where.text - n, "dispatch %u ", d->setup.number);
    return where;
}

void wf_ls_say_insn(struct wf_lockstep *ls, const struct dispatch *d, const char *side, unsigned pc, uint64_t word)
{
    char text[160];
    wf_disassemble(word, text, sizeof text);
    wf_ls_say(ls, "  %-12s pc %u  %016" PRIx64 "  %s", side, pc, word, text);
    char place[160];
    wf_ls_place(d, pc, place, sizeof place);
    wf_ls_say(ls, *place ? "  (%s)\n" : "%s\n", place);
}

void wf_ls_differ(struct wf_lockstep *ls, uint64_t cycle, const char *what)
{
    ls->failed = true;
    ls->length = 0;
    wf_ls_say(ls, "DIFFERENCE in cycle %" PRIu64 ": %s\n", cycle, what);
}

void wf_ls_differ_in(struct wf_lockstep *ls, uint64_t cycle, const struct dispatch *d, const char *what)
{
    wf_ls_differ(ls, cycle, what);
    if (d->setup.number)
        wf_ls_say(ls, "  dispatch     %u\n", d->setup.number);
}

void wf_ls_say_slot(struct wf_lockstep *ls, unsigned slot)
{
    if (slot >= ls->slots) {
        wf_ls_say(ls, "  slot         %u\n", slot);
        return;
    }
    const struct slot *s = &ls->slot[slot];
    if (!s->used) {
        wf_ls_say(ls, "  slot         %u: holds no wave\n", slot);
        return;
    }
    wf_ls_say(ls, "  wave         %sgroup " XYZ " wave %u in slot %u\n",
        wf_ls_where(ls, wf_ls_core(ls, slot), s->of).text, XYZ_OF(s->group), s->wave, slot);
    for (unsigned i = 0; i < s->flights; i++)
        wf_ls_say_insn(ls, s->of, "in flight", s->flight[i]->effect.pc, s->flight[i]->effect.word);
    if (!wf_machine_running(s->of->machine, slot)) {
        wf_ls_say(ls, "  model        the wave has ended\n");
        return;
    }
    unsigned pc = wf_machine_pc(s->of->machine, slot);
    if (!s->flights && pc < s->of->setup.count)
        wf_ls_say_insn(ls, s->of, "model next", pc, s->of->setup.code[pc]);
    if (wf_machine_waiting(s->of->machine, slot))
        wf_ls_say(ls, "  model        the wave waits at a barrier\n");
}

bool wf_ls_fail(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *what)
{
    wf_ls_differ(ls, cycle, what);
    wf_ls_say_slot(ls, slot);
    return false;
}

bool wf_ls_sides(struct wf_lockstep *ls, uint64_t hardware, uint64_t model)
{
    wf_ls_say(ls, "  hardware     %" PRIu64 " (0x%" PRIx64 ")\n", hardware, hardware);
    wf_ls_say(ls, "  model        %" PRIu64 " (0x%" PRIx64 ")\n", model, model);
    return false;
}

/* A difference of two numbers. */
bool wf_ls_fail_sides(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *what, uint64_t hardware,
                      uint64_t model)
{
    wf_ls_fail(ls, cycle, slot, what);
    return wf_ls_sides(ls, hardware, model);
}

static void say_mask(struct wf_lockstep *ls, const char *side, const uint32_t *mask)
{
    wf_ls_say(ls, "  %-12s lanes ", side);
    for (unsigned i = (ls->setup.device->lanes + 31) / 32; i-- > 0;)
        wf_ls_say(ls, "%08" PRIx32, mask[i]);
    wf_ls_say(ls, "\n");
}

static void mask_of(const struct wf_lockstep *ls, const bool *lanes, uint32_t mask[MASK_WORDS])
{
    memset(mask, 0, MASK_WORDS * sizeof mask[0]);
    for (unsigned l = 0; l < ls->setup.device->lanes; l++)
        mask[l / 32] |= (uint32_t)lanes[l] << (l % 32);
}

bool wf_ls_same_mask(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *what, const uint32_t *hardware,
                      const bool *lanes)
{
    uint32_t model[MASK_WORDS];
    mask_of(ls, lanes, model);
    if (!memcmp(hardware, model, (ls->setup.device->lanes + 31) / 32 * sizeof model[0]))
        return true;
    wf_ls_fail(ls, cycle, slot, what);
    say_mask(ls, "hardware", hardware);
    say_mask(ls, "model", model);
    return false;
}

bool wf_ls_same_lanes(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *what, const uint32_t *hardware,
                       unsigned stride, const uint32_t *model, const bool *care)
{
    unsigned lanes = ls->setup.device->lanes, wrong = 0;
    for (unsigned l = 0; l < lanes; l++)
        wrong += care[l] && hardware[(size_t)stride * l] != model[l];
    if (!wrong)
        return true;
    wf_ls_fail(ls, cycle, slot, what);
    wf_ls_say(ls, "  %u lane%s differ%s:\n", wrong, wrong == 1 ? "" : "s", wrong == 1 ? "s" : "");
    unsigned shown = 0;
    for (unsigned l = 0; l < lanes && shown < 8; l++)
        if (care[l] && hardware[(size_t)stride * l] != model[l]) {
            wf_ls_say(ls, "    lane %3u   hardware 0x%08" PRIx32 "   model 0x%08" PRIx32 "\n", l,
                hardware[(size_t)stride * l], model[l]);
            shown++;
        }
    if (wrong > shown)
        wf_ls_say(ls, "    ...\n");
    return false;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "trace.h"

#include "wavefold/kernel.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void refuse(const struct wfv_device *d)
{
    wfv_say(d->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, "WAVEFOLD_TRACE=%s: cannot write it: %s",
            d->physical->instance->settings.trace, strerror(errno));
}

void wfv_trace_begin(const struct wfv_device *d, struct wfv_launch *l)
{
    const struct wfv_settings *s = &d->physical->instance->settings;

    if (!*s->trace || s->trace_of != l->number)
        return;
    l->trace = fopen(s->trace, "w");
    if (l->trace)
        fputs(WF_TRACE_HEADER, l->trace);
    else
        refuse(d);
}

/* "blur.comp:12", without its folder; "-": no line is known. */
static void name_line(const struct wfv_launch *l, uint16_t pc, char text[80])
{
    const struct wf_shader_code *code = &l->code->code;
    const char *file = pc < code->count && code->place[pc].line ? code->place[pc].file : NULL;
    const char *slash = file ? strrchr(file, '/') : NULL;

    if (file)
        snprintf(text, 80, "%.60s:%" PRIu32, slash ? slash + 1 : file, code->place[pc].line);
    else
        snprintf(text, 80, "-");
    for (char *c = text; *c; c++)
        if ((unsigned char)*c <= ' ')
            *c = '_';
}

void wfv_trace_line(struct wfv_launch *l, unsigned slot, const uint32_t group[3], unsigned wave,
                    const struct wf_effect *effect)
{
    const struct wf_shader_code *code = &l->code->code;
    char text[256] = "(no instruction)", did[WF_EFFECT_TEXT], line[80], name[16], where[48];

    if (effect->pc < code->count)
        wf_code_disassemble(code->word, effect->pc, text, sizeof text);
    name_line(l, effect->pc, line);
    wf_effect_text(effect, l->pipeline->wave_size, l->buffer, did);
    snprintf(name, sizeof name, "s%u", slot);
    snprintf(where, sizeof where, "g%" PRIu32 ",%" PRIu32 ",%" PRIu32, l->base[0] + group[0], l->base[1] + group[1],
             l->base[2] + group[2]);
    fprintf(l->trace, WF_TRACE_LINE, l->traced++, "-", name, where, wave, effect->pc, line,
            wf_op_unit_text((uint8_t)effect->word), text, did);
}

void wfv_trace_end(const struct wfv_device *d, struct wfv_launch *l)
{
    if (l->trace && fclose(l->trace))
        refuse(d);
    l->trace = NULL;
}

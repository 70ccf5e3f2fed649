/* SPDX-License-Identifier: Apache-2.0 */
#include "lanes.h"

#include <string.h>

#include "cli.h"
#include "contents.h"

/* ---- which lanes run --------------------------------------------------------------------------------------------- */

static enum wf_exit choose_wave_size(struct lanes *l)
{
    char what[128];
    const size_t least = l->valueless ? 32 : l->values;
    if (!l->wave_size)
        for (l->wave_size = 4; l->wave_size < least && l->wave_size < WF_MAX_LANES;)
            l->wave_size *= 2;
    if (l->values <= l->wave_size)
        return WF_EXIT_OK;
    snprintf(what, sizeof what, "%zu values for a wave of %u lanes; expected at most %u, the first too many is",
             l->values, l->wave_size, l->wave_size);
    return cli_misuse(what, l->value[l->wave_size]);
}

/* A mask of an option; its lanes must be some that can run. */
static enum wf_exit read_mask(const struct lanes *l, const char *option, const char *text, struct op_mask *mask)
{
    char what[128];
    if (!op_mask_read(text, strlen(text), mask)) {
        snprintf(what, sizeof what, "%s needs a mask of lanes, such as 0x0f, not", option);
        return cli_misuse(what, text);
    }
    const unsigned lanes = l->valueless ? l->wave_size : (unsigned)l->values;
    for (unsigned lane = lanes; lane < WF_MAX_LANES; lane++)
        if (op_mask_bit(mask, lane)) {
            snprintf(what, sizeof what, "%s has lane %u; expected lanes below %u, the %s", option, lane, lanes,
                     l->valueless ? "size of the wave" : "number of values");
            return cli_misuse(what, text);
        }
    return WF_EXIT_OK;
}

enum wf_exit lanes_choose(struct lanes *l)
{
    struct op_mask active = {{UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX}}, helpers = {{0}};
    enum wf_exit status = choose_wave_size(l);
    if (!status && l->active)
        status = read_mask(l, "--active", l->active, &active);
    if (!status && l->helper)
        status = read_mask(l, "--helper", l->helper, &helpers);
    for (unsigned lane = 0; lane < l->wave_size && !status; lane++) {
        const uint32_t bit = UINT32_C(1) << lane % 32;
        if (!l->valueless && (lane >= l->values || !strcmp(l->value[lane], "-")))
            continue;
        if (op_mask_bit(&helpers, lane))
            l->helpers.word[lane / 32] |= bit;
        if (op_mask_bit(&active, lane) || op_mask_bit(&helpers, lane))
            l->runs.word[lane / 32] |= bit;
    }
    return status;
}

/* ---- lists ------------------------------------------------------------------------------------------------------- */

enum wf_exit lanes_list(const struct lanes *lanes, const char *option, const char *text, lanes_list_fn *take, void *user)
{
    const size_t count = lanes->values;
    size_t entries = 1;
    char what[128];
    for (const char *at = text; *at; at++)
        entries += *at == ',';
    if (entries != 1 && entries != count) {
        snprintf(what, sizeof what, "%s has %zu entries for %zu values; expected one for each, or one for all", option,
                 entries, count);
        return cli_misuse(what, text);
    }
    enum wf_exit status = WF_EXIT_OK;
    const char *at = text;
    for (unsigned lane = 0; lane < count && !status; lane++) {
        const size_t length = strcspn(at, ",");
        if (length != 1 || *at != '-') {
            status = take(user, lane, at, length);
        } else if (op_mask_bit(&lanes->runs, lane) && !op_mask_bit(&lanes->helpers, lane)) {
            snprintf(what, sizeof what, "%s has - for lane %u, which is active; expected an entry in", option, lane);
            status = cli_misuse(what, text);
        }
        at += entries > 1 ? length + 1 : 0;
    }
    return status;
}

enum wf_exit lanes_number(const char *option, const char *text, size_t length, uint32_t *number)
{
    struct contents_number n;
    uint64_t bits;
    char what[64];
    if (contents_number(text, length, &n) && contents_fits(&n, 32, &bits)) {
        *number = (uint32_t)bits;
        return WF_EXIT_OK;
    }
    snprintf(what, sizeof what, "%s needs integers of 32 bits, not", option);
    return cli_misuse(what, text);
}

/* SPDX-License-Identifier: Apache-2.0
 * advise_json.c - wavefold advise --json.
 */
#include "advise.h"
#include "naming.h"

/* Cycles before and after, on each device; null: not measured. */
static void put_measured(struct json *json, const struct advise *a, const struct advise_site *site)
{
    json_number_or_null(json, "cycles", a->hardware[ADVISE_COMBINES].cycles);
    json_number_or_null(json, "cycles_rewritten", site->cycles[ADVISE_COMBINES]);
    json_number_or_null(json, "cycles_not_combined", a->hardware[ADVISE_SERIAL].cycles);
    json_number_or_null(json, "cycles_not_combined_rewritten", site->cycles[ADVISE_SERIAL]);
}

/* What a rewrite leaves; null without one. */
static void put_outcome(struct json *json, const struct advise_site *site)
{
    const struct advise_outcome *o = &site->outcome;
    json_text(json, "no_rewrite", site->refused);
    if (site->refused) {
        json_null(json, "results");
        return;
    }
    json_text(json, "results", !o->ended ? "no end" : !o->right ? "wrong" : o->words ? "differ" : "same");
    json_number(json, "words_that_differ", o->words);
}

static void put_site(struct json *json, const struct advise *a, const struct advise_site *site)
{
    const size_t at = site->atomic.at;
    char text[256], place[256];
    wf_name_instruction(a->kernel, at, text, sizeof text);
    wf_name_place(a->kernel, a->file, at, place, sizeof place);
    json_begin(json, NULL, '{');
    json_text(json, "place", place);
    json_number(json, "pc", at);
    json_text(json, "instruction", text);
    json_bool(json, "always_one_word", site->atomic.one_word);
    json_number(json, "times", site->times);
    json_number(json, "lanes", site->lanes);
    put_outcome(json, site);
    if (!site->refused) {
        json_begin(json, "rewrite", '[');
        for (size_t i = at; i <= at + site->rewritten->count - a->kernel->count; i++)
            json_text(json, NULL, wf_kernel_source(site->rewritten, i));
        json_end(json, ']');
    }
    put_measured(json, a, site);
    json_text(json, "advice", advise_word(a, site));
    json_end(json, '}');
}

void advise_print_json(const struct advise *a, bool refused)
{
    struct json json = {.file = stdout};
    json_begin(&json, NULL, '{');
    json_text(&json, "kernel", a->file);
    json_text(&json, "variant", a->variant);
    json_number(&json, "lanes", a->device.lanes);
    if (!refused)
        json_number(&json, "wave_size", a->shape.wave_size);
    json_bool(&json, "refused", refused);
    json_number(&json, "atomics", a->sites);
    json_number(&json, "not_looked_at", advise_count_others(a->kernel));
    json_begin(&json, "sites", '[');
    for (size_t i = 0; i < a->sites; i++)
        if (a->site[i].listed)
            put_site(&json, a, &a->site[i]);
    json_end(&json, ']');
    if (a->all.listed) {
        json_begin(&json, "together", '{');
        put_outcome(&json, &a->all);
        put_measured(&json, a, &a->all);
        json_end(&json, '}');
    } else {
        json_null(&json, "together");
    }
    json_end(&json, '}');
}

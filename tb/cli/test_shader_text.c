/* SPDX-License-Identifier: Apache-2.0
 *
 * test_shader_text.c - a shader and what it runs with as one text: it comes back as it was; what is cut short or changed is refused or read,
 * but never read beyond its end (the build with ASan sees to that).
 */
#include <stdlib.h>
#include <string.h>

#include "../../c_model/cli/shader_text.h"
#include "../common/wf_check.h"

static const uint32_t module[] = {0x07230203, 0x00010300, 0, 1, 0}, in[] = {1, 2, 3}, push[] = {0xffffffff};
static const struct wf_shader_spec spec[] = {{3, {5, 0}}, {7, {1, 2}}};
static const struct wf_shader_buffer buffer[] = {
    {.set = 1, .binding = 2, .word = in, .words = 3}, {.set = 0, .binding = 9, .words = 1000000}, {.is_push = true, .word = push, .words = 1}};

/* Every member that a text carries; the preference is one of two. */
static const struct wf_shader_attributes attributes = {
    .desc = {.stage = WF_STAGE_AMPLIFICATION, .shader_model = 0x0608, .has_numwaves = true, .num_waves = 5, .wavesize_kind = WF_WAVESIZE_PREFERRED,
             .wavesize_min = 4, .wavesize_max = 64, .wavesize_preferred = 16, .prefer_small = true, .report_wave_size = true,
             .thread_launch = true, .exported = true, .uses_wave_index = true, .uses_wave_count = true, .uses_thread_ids = true},
    .mark = {[WF_ATTR_NUMWAVES] = {3, 2}, [WF_ATTR_WAVESIZE] = {4, 7}, [WF_ATTR_COUNT - 1] = {9, 1}}};

static struct wf_shader_dispatch whole(void)
{
    return (struct wf_shader_dispatch){
        .name = "folder/x.spv", .module = module, .module_words = 5, .options = {.entry = "main", .spec = spec, .specs = 2}, .buffer = buffer,
        .buffers = 3, .attributes = &attributes, .groups = {4, 5, 6}, .num_waves = 7, .extra_waves = 8, .extra_idle = true};
}

static bool same_buffer(const struct wf_shader_buffer *a, const struct wf_shader_buffer *b)
{
    const bool same = a->set == b->set && a->binding == b->binding && a->is_push == b->is_push && a->words == b->words;
    return same && !a->word == !b->word && (!a->word || !memcmp(a->word, b->word, 4 * (size_t)a->words));
}

static bool same_attributes(const struct wf_shader_attributes *a, const struct wf_shader_attributes *b)
{
    const struct wf_desc *x = &a->desc, *y = &b->desc;
    return x->stage == y->stage && x->shader_model == y->shader_model && x->has_numwaves == y->has_numwaves && x->num_waves == y->num_waves &&
           x->wavesize_kind == y->wavesize_kind && x->wavesize_min == y->wavesize_min && x->wavesize_max == y->wavesize_max &&
           x->wavesize_preferred == y->wavesize_preferred && x->prefer_small == y->prefer_small && x->prefer_large == y->prefer_large &&
           x->report_wave_size == y->report_wave_size && x->thread_launch == y->thread_launch && x->exported == y->exported &&
           x->uses_wave_index == y->uses_wave_index && x->uses_wave_count == y->uses_wave_count && x->uses_thread_ids == y->uses_thread_ids &&
           !memcmp(a->mark, b->mark, sizeof a->mark);
}

static void comes_back(void)
{
    const struct wf_shader_dispatch d = whole();
    struct wf_shader_text got;
    size_t length;
    char *text = wf_shader_text_make(&d, " --groups 4,5,6", &length);

    CHECK(text && wf_shader_text_read(text, length, &got));
    CHECK(length < 1000);                       /* zeros take no room */
    CHECK(!strcmp(got.command, " --groups 4,5,6"));
    CHECK(!strcmp(got.dispatch.name, d.name));
    CHECK(!strcmp(got.dispatch.options.entry, "main"));
    CHECK_EQ(got.dispatch.options.specs, 2);
    CHECK(!memcmp(got.dispatch.options.spec, spec, sizeof spec));
    CHECK_EQ(got.dispatch.module_words, 5);
    CHECK(!memcmp(got.dispatch.module, module, sizeof module));
    CHECK(!memcmp(got.dispatch.groups, d.groups, sizeof d.groups));
    CHECK(got.dispatch.num_waves == 7 && got.dispatch.extra_waves == 8 && got.dispatch.extra_idle);
    CHECK(got.dispatch.attributes == &got.attributes && same_attributes(&got.attributes, &attributes));
    CHECK(!got.dispatch.look && !got.dispatch.options.first);
    CHECK_EQ(got.dispatch.buffers, 3);
    for (unsigned i = 0; i < 3; i++)
        CHECK(same_buffer(&got.dispatch.buffer[i], &buffer[i]));
    free(text);
}

static void without(void)
{
    struct wf_shader_dispatch d = whole();
    struct wf_shader_text got;
    size_t length;

    d.options.entry = NULL;
    d.options.specs = d.buffers = 0;
    d.attributes = NULL;
    d.look = d.options.first = true;
    char *text = wf_shader_text_make(&d, "", &length);
    CHECK(text && wf_shader_text_read(text, length, &got));
    CHECK(!got.dispatch.options.entry && got.command && !*got.command);
    CHECK(got.dispatch.look && got.dispatch.options.first && !got.dispatch.attributes);
    CHECK(got.dispatch.options.specs == 0 && got.dispatch.buffers == 0);
    free(text);
}

/* In a block of exactly its size. */
static bool reads(const char *text, size_t length)
{
    struct wf_shader_text got;
    char *copy = malloc(length ? length : 1);
    if (!copy)
        abort();
    memcpy(copy, text, length);
    const bool good = wf_shader_text_read(copy, length, &got);
    free(copy);
    return good;
}

static uint32_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 32);
}

static void broken(uint64_t seed)
{
    const struct wf_shader_dispatch d = whole();
    size_t length;
    char *text = wf_shader_text_make(&d, "command", &length);

    CHECK(reads(text, length));
    for (size_t n = 0; n < length; n++)
        CHECK(!reads(text, n));
    for (size_t at = 0; at < length; at += 4) {
        uint32_t word, changed[] = {0, 1, 0x7fffffff, 0xffffffff, next(&seed)};
        memcpy(&word, text + at, 4);
        for (unsigned i = 0; i < 5; i++) {
            memcpy(text + at, &changed[i], 4);
            CHECK(at || !reads(text, length) || changed[i] == word);
            reads(text, length);
        }
        memcpy(text + at, &word, 4);
    }
    CHECK(reads(text, length));
    free(text);
}

int main(int argc, char **argv)
{
    comes_back();
    without();
    broken(argc > 1 ? strtoull(argv[1], NULL, 10) : 1);
    return check_end("cli_shader_text");
}

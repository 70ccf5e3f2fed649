/* SPDX-License-Identifier: Apache-2.0
 * test_direct.c - kernels of shaders without a kernel file: buffers and their names, what is refused, memory that runs out.
 * The module is tb/cli/scale.spv: bindings 0.1 (source) and 1.2 (result), push constants (shift).
 */
#include <stdlib.h>
#include <string.h>

#include "../../c_model/asm/asm.h"
#include "../common/wf_check.h"

static const struct wf_device device = {.lanes = 32, .waves = 64, .groups = 16, .regs = 64, .lds_words = 8192, .imem_words = 16384};
static uint32_t module[4096];
static size_t module_words;

static void load(void)
{
    FILE *file = fopen("tb/cli/scale.spv", "rb");

    if (!file) {
        puts("FAIL asm_direct: cannot open tb/cli/scale.spv");
        exit(1);
    }
    module_words = fread(module, 4, sizeof module / 4, file);
    fclose(file);
}

struct told {
    unsigned count;
    bool placed;                /* one had a line or a column */
    unsigned line, column;      /* the last */
    char text[400];             /* the last */
};

static void listen(void *user, unsigned line, unsigned column, bool error, const char *text)
{
    struct told *told = user;

    CHECK(error);
    told->count++;
    told->placed |= line || column;
    told->line = line;
    told->column = column;
    snprintf(told->text, sizeof told->text, "%s", text);
}

static const uint32_t zeros[64], numbers[4] = {1, 2, 3, 4};
static const struct wf_shader_buffer buffers[] = {
    {.set = 1, .binding = 2, .words = 8}, {.is_push = true, .word = zeros, .words = 2}, {.set = 0, .binding = 1, .word = numbers, .words = 4}};

static struct wf_shader_dispatch good(void)
{
    return (struct wf_shader_dispatch){.name = "scale.spv", .module = module, .module_words = module_words, .buffer = buffers, .buffers = 3,
                                       .groups = {3, 2, 1}, .extra_waves = 2};
}

static struct wf_kernel *make(const struct wf_shader_dispatch *d, struct told *told)
{
    memset(told, 0, sizeof *told);
    return wf_kernel_of_shader(d, &device, 4, NULL, listen, told);
}

static void refused(const struct wf_shader_dispatch *d, const char *text)
{
    struct told told;
    struct wf_kernel *k = make(d, &told);

    CHECK(!k && told.count == 1 && !told.placed);
    CHECK(strstr(told.text, text) != NULL);
    if (!strstr(told.text, text))
        printf("  got: %s\n  wanted: %s\n", told.text, text);
    wf_kernel_free(k);
}

static void as_said(void)
{
    const struct wf_shader_dispatch d = good();
    struct told told;
    struct wf_kernel *k = make(&d, &told);

    CHECK(k && told.count == 0);
    if (!k)
        return;
    CHECK(k->no_file && !strcmp(k->shader_name, "scale.spv") && k->expectations == 0);
    CHECK(!strcmp(k->buffer[0].name, "result") && !strcmp(k->buffer[0].called, "result (binding 1.2)"));
    CHECK(!strcmp(k->buffer[1].name, "shift") && !strcmp(k->buffer[1].called, "shift (push constants)"));
    CHECK(!strcmp(k->buffer[2].name, "source") && !strcmp(k->buffer[2].called, "source (binding 0.1)"));
    CHECK(k->buffer[0].words == 8 && k->buffer[2].words == 4 && !k->buffer[2].hidden);
    CHECK(!memcmp(k->buffer[0].initial, zeros, 32) && !memcmp(k->buffer[2].initial, numbers, 16));
    CHECK(k->buffers > 3 && k->buffer[3].hidden);
    CHECK(k->desc.grid[0] == 3 && k->desc.grid[1] == 2 && k->desc.grid[2] == 1);
    CHECK(k->desc.threads[0] == 8 && k->desc.extra_waves == 2 && !k->desc.has_numwaves);
    bool known = false;
    for (size_t at = 0; at < k->count; at++)
        known |= k->line[at] == 17 && !strcmp(k->file[at], "scale.comp");
    CHECK(known);
    CHECK(k->shader.sources == 1 && strstr(k->shader.source[0].text, "void main()"));
    wf_kernel_free(k);
}

static void to_look_at(void)
{
    struct wf_shader_dispatch d = good();
    struct told told;

    d.buffers = 1;
    d.look = true;
    struct wf_kernel *k = make(&d, &told);
    CHECK(k && told.count == 0);
    CHECK(k && k->buffer[0].words == 8 && k->buffer[1].words == 1 && k->buffer[2].words == 1);
    wf_kernel_free(k);
}

/* The second half of a buffer without a binding is `source`; `result` is the first. */
static void pieces(void)
{
    static const uint32_t words[12] = {5, 6, 7, 8, 9, 10, 11, 12, 2, 3, 4, 5};
    struct wf_shader_buffer more[] = {{.set = 1, .binding = 2, .words = 8, .is_piece = true, .of = 3},
                                      buffers[1],
                                      {.set = 0, .binding = 1, .words = 4, .is_piece = true, .of = 3, .from = 32},
                                      {.name = "all", .word = words, .words = 12}};
    struct wf_shader_dispatch d = good();
    struct wf_buffer place[WF_MAX_BUFFERS];
    struct told told;

    d.buffer = more;
    d.buffers = 4;
    struct wf_kernel *k = make(&d, &told);
    CHECK(k && told.count == 0);
    if (!k)
        return;
    wf_kernel_place(k, place);
    CHECK(place[0].base == place[3].base && place[0].size == 32 && place[2].base == place[3].base + 32 && place[2].size == 16);
    CHECK(!strcmp(k->buffer[3].name, "all") && k->buffer[2].is_view && !memcmp(k->buffer[2].initial, words + 8, 16));
    wf_kernel_free(k);

    static const char text[] = "expected words of a buffer that is no piece";
    more[2].from = 36;
    refused(&d, text);
    more[2].from = 30;
    refused(&d, text);
    more[2].from = 0;
    more[2].of = 0;
    refused(&d, text);
    more[2].of = 4;
    refused(&d, text);
}

static void mistakes(void)
{
    struct wf_shader_dispatch d = good();
    struct wf_shader_buffer more[WF_MAX_BUFFERS + 1];
    char entry[400];

    d.buffers = 2;
    refused(&d, "binding 0.1 (source) has no buffer; expected at least 8 bytes, then elements of 4");
    d = good();
    memcpy(more, buffers, sizeof buffers);
    more[2].words = 1;
    d.buffer = more;
    refused(&d, "binding 0.1 (source) has a buffer of 4 bytes; expected at least 8");
    more[2].words = 4;
    more[3] = more[2];
    d.buffers = 4;
    refused(&d, "binding 0.1 is bound twice; expected it once");
    for (unsigned i = 3; i <= WF_MAX_BUFFERS; i++)
        more[i] = (struct wf_shader_buffer){.set = 5, .binding = i, .words = 1};
    d.buffers = WF_MAX_BUFFERS + 1;
    refused(&d, "too many buffers; expected at most 256");
    more[0].words = UINT32_C(1) << 30;
    d.buffers = 3;
    refused(&d, "all buffers together hold more than 268435456 bytes; expected less");
    d = good();
    memset(entry, 'm', sizeof entry);
    entry[sizeof entry - 1] = '\0';
    d.options.entry = entry;
    refused(&d, "the name of the entry point has 399 bytes; expected at most");
    d.options.entry = "other";
    refused(&d, "the module has no entry point other that runs; it has main");
    d = good();
    d.module_words = 4;
    refused(&d, "not a SPIR-V module");
    d = good();
    d.num_waves = 2;
    d.extra_waves = 0;
    refused(&d, "cannot be used with numWaves");
}

/* What a source says of its entry point counts as in a kernel file, and what is wrong with it is told where it stands there. */
static void attributes(void)
{
    struct wf_shader_attributes a = {.desc = {.stage = WF_STAGE_AMPLIFICATION, .wavesize_kind = WF_WAVESIZE_RANGE, .wavesize_min = 8, .wavesize_max = 16},
                                     .mark = {[WF_ATTR_WAVESIZE] = {5, 3}, [WF_ATTR_NUMTHREADS] = {6, 2}}};
    struct wf_shader_dispatch d = good();
    struct told told;

    d.attributes = &a;
    memset(&told, 0, sizeof told);
    struct wf_kernel *k = wf_kernel_of_shader(&d, &device, 0, NULL, listen, &told);
    CHECK(k && told.count == 0 && k->desc.stage == WF_STAGE_AMPLIFICATION && k->desc.shader_model == 0x060a);
    CHECK(k && k->desc.wavesize_kind == WF_WAVESIZE_RANGE && k->desc.wavesize_min == 8 && k->desc.wavesize_max == 16 && k->desc.threads[0] == 8);
    wf_kernel_free(k);
    k = make(&d, &told);                        /* of 4 lanes */
    CHECK(!k && told.count == 1 && told.line == 5 && told.column == 3);
    CHECK(strstr(told.text, "the wave size 4 that was asked for is not possible here; expected a power of two from 8 to 16") != NULL);
    wf_kernel_free(k);
    a.desc.shader_model = 0x0607;
    memset(&told, 0, sizeof told);
    k = wf_kernel_of_shader(&d, &device, 0, NULL, listen, &told);
    CHECK(!k && told.line == 5 && strstr(told.text, "a range of wave sizes needs shader model 6.8"));
    wf_kernel_free(k);
    a.desc = (struct wf_desc){.extra_waves = 0};
    d.extra_waves = 64;
    memset(&told, 0, sizeof told);
    k = wf_kernel_of_shader(&d, &device, 0, NULL, listen, &told);
    CHECK(!k && strstr(told.text, "the group needs more waves than the device has slots"));
    wf_kernel_free(k);
}

static void alone(void)
{
    struct wf_shader_attributes a = {.desc = {.has_numwaves = true, .num_waves = 2, .uses_thread_ids = true}, .mark = {[WF_ATTR_NUMWAVES] = {1, 2}}};
    const struct wf_shader_use use[] = {{WF_SV_GINDEX, {7, 9}}, {WF_SV_WAVE, {2, 2}}};
    struct told told = {.count = 0};

    CHECK(!wf_shader_attributes_check(&a, use, 2, listen, &told));
    CHECK(told.count == 1 && told.line == 7 && told.column == 9 && !strncmp(told.text, "SV_GroupIndex is used: SV_DispatchThreadID,", 43));
    a.desc.uses_thread_ids = false;
    told.count = 0;
    CHECK(wf_shader_attributes_check(&a, use, 2, listen, &told) && told.count == 0);
    a.desc.num_waves = 0;
    CHECK(!wf_shader_attributes_check(&a, NULL, 0, listen, &told));
    CHECK(told.count == 1 && told.line == 1 && !strcmp(told.text, "numWaves(X): X must be an integer greater than zero"));
}

struct budget {
    unsigned good, used;        /* so many succeed, all others fail */
    bool failed;
};

static void *resize(void *user, void *old, size_t size)
{
    struct budget *b = user;

    b->failed |= b->used >= b->good;
    return b->used++ < b->good ? realloc(old, size) : NULL;
}

static void without_memory(void)
{
    const struct wf_shader_dispatch d = good();
    unsigned n = 0;

    for (bool through = false; !through && n < 1000; n++) {
        struct wfa_limits limits = wfa_default_limits;
        struct budget b = {.good = n};
        struct told told = {0};
        limits.resize = resize;
        limits.resize_user = &b;
        struct wf_kernel *k = wfa_of_shader(&d, &device, 4, NULL, listen, &told, &limits);
        CHECK((k != NULL) == !b.failed);
        CHECK(k || strstr(told.text, "out of memory"));
        through = k != NULL;
        wf_kernel_free(k);
    }
    CHECK(n > 10 && n < 1000);
}

int main(void)
{
    load();
    as_said();
    to_look_at();
    pieces();
    mistakes();
    attributes();
    alone();
    without_memory();
    return check_end("asm_direct");
}

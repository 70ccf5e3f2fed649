/* SPDX-License-Identifier: Apache-2.0
 * fuzz_spirv.c - libFuzzer entry: bytes as a SPIR-V module.  Whatever they are, the front-end refuses them with a message or makes a sound
 * program, which the model then runs for a while without touching memory that is not its own.  `make fuzz-spirv`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wavefold/kernel.h"
#include "wavefold/spirv.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

enum { BUFFER_WORDS = 64, BUFFERS = 4, IMAGES = 16, SCRATCH = 1 << 16, INSTRUCTIONS = 20000 };

static uint32_t number(void *user, uint32_t set, uint32_t binding, bool is_push, uint32_t *elements)
{
    (void)user;
    *elements = 1 + binding % 3;
    return is_push ? 0 : (set + binding) % BUFFERS;
}

/* What the module asks for: texels of all formats, on 4 x 4; samplers of all kinds. */
struct bound {
    struct wf_shader_image image[IMAGES];
    struct wf_shader_sampler sampler[IMAGES];
    size_t images, samplers;
    uint32_t descriptor[IMAGES * WF_IMAGE_WORDS];
};

static void bind_images(const struct wf_shader *shader, uint32_t draw, struct bound *b)
{
    const struct wf_shader_resource *r;
    const size_t count = wf_shader_resources(shader, &r);

    memset(b, 0, sizeof *b);
    for (size_t i = 0; i < count; i++, draw = draw * 1664525U + 1013904223U) {
        const struct wf_image image = {.format = (enum wf_image_format)(1 + (draw >> 8) % (WF_IMAGE_FORMATS - 1)), .size = {4, 4, 1}, .layers = 1,
                                       .levels = 1 + draw / 2 % 3, .samples = 1};
        if (r[i].kind != WF_SHADER_BUFFER && r[i].kind != WF_SHADER_SAMPLER && b->images < IMAGES) {
            wf_image_describe(&image, b->descriptor + b->images * WF_IMAGE_WORDS);
            b->image[b->images] = (struct wf_shader_image){.set = r[i].set, .binding = r[i].binding,
                                                          .format = r[i].format ? r[i].format : image.format,
                                                          .descriptor = (uint32_t)b->images * WF_IMAGE_WORDS * 4};
            b->images++;
        }
        if ((r[i].kind == WF_SHADER_SAMPLER || r[i].kind == WF_SHADER_COMBINED) && b->samplers < IMAGES)
            b->sampler[b->samplers++] = (struct wf_shader_sampler){
                .set = r[i].set, .binding = r[i].binding, .sampler =
                {.mag_linear = draw & 1, .min_linear = draw & 2, .mip_linear = draw & 4, .address = {draw >> 3 & 3, draw >> 5 & 3, WF_ADDRESS_MIRROR_CLAMP},
                 .border = WF_BORDER_WHITE, .max_lod = 1000, .either = true, .compare = (enum wf_compare)(draw >> 7 & 7)}};
    }
}

/* What a fragment shader asks for: planes, values of pixels, images of 4 x 4 texels. */
enum { LOCATIONS = 64, DRAW_WORDS = WF_DRAW_INPUTS + 3 * 8 * LOCATIONS };
struct drawn {
    struct wf_shader_input input[LOCATIONS];
    struct wf_shader_output output[LOCATIONS];
    uint32_t word[DRAW_WORDS];
    struct wf_quad quad[16];
    size_t quads;
};

static struct wf_shader_drawn bind_drawn(const struct wf_shader *shader, uint32_t draw, struct drawn *d)
{
    const struct wf_shader_location *at;
    const size_t count = wf_shader_locations(shader, &at);
    const unsigned samples = 1U << draw % 5, shift = 2;
    struct wf_shader_drawn drawn = {.input = d->input, .output = d->output, .samples = samples, .has_perspective = draw & 32, .buffer = BUFFERS + 3};
    uint32_t word = WF_DRAW_INPUTS;

    memset(d, 0, sizeof *d);
    d->word[WF_DRAW_WIDTH] = 3;
    d->word[WF_DRAW_HEIGHT] = 4;
    d->word[WF_DRAW_SAMPLE_SHIFT] = shift;
    for (size_t i = 0; i < count && drawn.inputs < LOCATIONS && drawn.outputs < LOCATIONS; i++, at++, draw = draw * 1664525U + 1013904223U) {
        const enum wf_image_format format = at->kind == WF_LOCATION_DEPTH || at->is_float ? WF_IMAGE_FORMAT_R16F : at->is_signed ? WF_IMAGE_FORMAT_R32I : WF_IMAGE_FORMAT_RGBA8UI;
        if (at->kind == WF_LOCATION_INPUT)
            d->input[drawn.inputs++] = (struct wf_shader_input){at->location, at->component, draw >> 8 & 1, draw >> 9 & 3, word};
        else
            d->output[drawn.outputs++] = (struct wf_shader_output){at->kind, at->location, format, draw >> 9 & 3};
        word += 3 * at->words;
    }
    for (unsigned s = 0; s < (wf_shader_is_per_sample(shader) && samples < 8 ? samples : 1); s++)
        for (unsigned q = 0; q < 4; q++)
            d->quad[d->quads++] = (struct wf_quad){(uint16_t)(q % 2 * 2), (uint16_t)(q / 2 * 2 + (s << shift)), (uint8_t)(1 + (draw >> 3 * q) % 15)};
    return drawn;
}

/* Lanes are its invocations. */
static bool runs_as_wave(const struct wf_shader *shader)
{
    const enum wf_stage stage = wf_shader_stage(shader);
    return stage == WF_STAGE_VERTEX || stage == WF_STAGE_DOMAIN || stage == WF_STAGE_GEOMETRY;
}

static void run(const struct wf_shader *shader, const struct wf_shader_target *target, const struct wf_shader_code *code,
                const uint32_t *descriptor, const struct drawn *drawn)
{
    struct wf_desc desc = {.shader_model = 0x060a, .has_numthreads = true, .wavesize_kind = WF_WAVESIZE_FIXED, .wavesize_min = target->wave_size,
                           .grid = {2, 1, 1}, .groupshared_bytes = code->lds_bytes, .code_words = (uint32_t)code->count};
    struct wf_buffer buffers[WF_MAX_BUFFERS] = {{0}};
    struct wf_shape shape;
    bool flat;
    /* the sizes of buffers, which careful code reads, follow the descriptors */
    const size_t described = target->images * WF_IMAGE_WORDS, images = described + WF_MAX_BUFFERS;
    const size_t words = BUFFERS * BUFFER_WORDS + code->table_words + SCRATCH + DRAW_WORDS + images;
    uint32_t *memory;

    wf_shader_local_size(shader, desc.threads, &flat);
    if (wf_shader_stage(shader) == WF_STAGE_PIXEL) {
        desc.stage = WF_STAGE_PIXEL;
        desc.has_numthreads = false;
        desc.quad = drawn->quad;
        desc.quads = drawn->quads;
        desc.grid[0] = (uint32_t)wf_pack_quad_waves(drawn->quads, target->wave_size);
    }
    if (runs_as_wave(shader)) {
        desc.has_numthreads = false;
        desc.has_numwaves = true;
        desc.num_waves = 1;
    }
    if (wf_dispatch_check(&desc, &target->device, &shape) != WF_REJECT_NONE || (uint64_t)code->scratch_words * target->device.waves * target->wave_size > SCRATCH)
        return;
    memory = calloc(words, sizeof *memory);
    for (unsigned i = 0; i < BUFFERS; i++)
        buffers[i] = (struct wf_buffer){.base = i * BUFFER_WORDS * 4, .size = BUFFER_WORDS * 4};
    buffers[BUFFERS] = (struct wf_buffer){.base = BUFFERS * BUFFER_WORDS * 4, .size = (uint32_t)code->table_words * 4};
    buffers[BUFFERS + 1] = (struct wf_buffer){.base = (uint32_t)(BUFFERS * BUFFER_WORDS + code->table_words) * 4, .size = SCRATCH * 4};
    buffers[BUFFERS + 2] = (struct wf_buffer){.base = (uint32_t)(words - images) * 4, .size = (uint32_t)images * 4};
    memcpy(memory + words - images, descriptor, described * 4);
    for (unsigned i = 0; i < BUFFERS; i++)
        memory[words - WF_MAX_BUFFERS + i] = BUFFER_WORDS * 4 - i;
    buffers[BUFFERS + 3] = (struct wf_buffer){.base = (uint32_t)(words - images - DRAW_WORDS) * 4, .size = DRAW_WORDS * 4};
    memcpy(memory + words - images - DRAW_WORDS, drawn->word, sizeof drawn->word);
    struct wf_machine *machine = wf_machine_new(&target->device, &desc, &shape, code->word, code->count, buffers, memory, words);
    struct wf_run_stats stats;
    if (machine)
        wf_machine_run(machine, 1, INSTRUCTIONS, &stats, NULL, NULL);
    wf_machine_free(machine);
    free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char message[WF_SHADER_MESSAGE];
    uint32_t *word = malloc(size + 4);
    struct wf_shader_code code;

    memcpy(word, data, size);
    struct wf_shader *shader = wf_shader_open(word, size / 4, NULL, message, NULL);
    if (shader) {
        static struct drawn drawn;
        struct bound bound;
        const uint32_t choice = size > 8 ? word[size / 4 - 1] : 0;
        bind_images(shader, choice, &bound);
        for (size_t i = 0; i < bound.images && choice >> 31; i++)
            for (unsigned k = 0; k < 4; k++)
                bound.image[i].swizzle[k] = (uint8_t)((choice >> 3 * k & 7) % (WF_SWIZZLE_A + 1));
        const struct wf_shader_drawn rectangle = bind_drawn(shader, choice, &drawn);
        const struct wf_shader_target target = {.mesh_buffer = {0, 1, 2, 3, 1, 2, 2, 3, 0, 1}, .of_tasks = true,
                                                .whole_waves = runs_as_wave(shader), .waves = runs_as_wave(shader),
                                                .device = {.lanes = 32, .waves = 4, .groups = 2, .regs = 32, .lds_words = 8192, .imem_words = 16384},
                                                .wave_size = size & 1 ? 4 : 32, .number = number, .table_buffer = BUFFERS, .scratch_buffer = BUFFERS + 1,
                                                .image_buffer = BUFFERS + 2, .image = bound.image, .images = bound.images, .sampler = bound.sampler,
                                                .samplers = bound.samplers, .unbound_buffer = BUFFERS + 3, .drawn = rectangle,
                                                .careful = choice >> 30 & 1, .sizes = (uint32_t)(bound.images * WF_IMAGE_WORDS * 4),
                                                .has_base = choice >> 29 & 1 && wf_shader_stage(shader) == WF_STAGE_COMPUTE, .base_byte = 8,
                                                .shown_wave_size = choice >> 28 & 1 ? 32 : 0};
        if (wf_shader_lower(shader, &target, &code, message, NULL)) {
            size_t where;
            const char *bad = wf_code_check(code.word, code.count, target.device.regs, &where);
            if (bad) {
                fprintf(stderr, "unsound code at %zu: %s\n", where, bad);
                abort();
            }
            run(shader, &target, &code, bound.descriptor, &drawn);
            wf_shader_code_free(&code);
        }
    }
    wf_shader_free(shader);
    free(word);
    return 0;
}

/* ---- mutations that keep instructions in step ---- */

static uint32_t draw(unsigned *seed)
{
    *seed = *seed * 1664525U + 1013904223U;
    return *seed >> 8;
}

/* The word at which a drawn instruction begins, or 0. */
static size_t pick(const uint32_t *word, size_t words, unsigned *seed)
{
    size_t count = 0, found = 0;

    for (size_t at = 5; at < words && word[at] >> 16; at += word[at] >> 16)
        if (draw(seed) % ++count == 0)
            found = at;
    return found && found + (word[found] >> 16) <= words ? found : 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    size_t words = size / 4;

    if (words < 8 || draw(&seed) % 8 == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    uint32_t *word = malloc(max_size + 4);
    memcpy(word, data, size);
    const size_t at = pick(word, words, &seed), other = pick(word, words, &seed);
    const size_t length = at ? word[at] >> 16 : 0;
    switch (at ? draw(&seed) % 6 : 6) {
    case 0:                             /* another operand: an id, or a small number */
        word[at + draw(&seed) % length] = draw(&seed) % 3 ? draw(&seed) % (word[3] ? word[3] : 1) : draw(&seed) % 64;
        break;
    case 1:                             /* another opcode */
        word[at] = (word[at] & 0xffff0000) | (draw(&seed) % 2 && other ? word[other] & 0xffff : draw(&seed) % 420);
        break;
    case 2:                             /* leave it out */
        memmove(word + at, word + at + length, (words - at - length) * 4);
        words -= length;
        break;
    case 3:                             /* put it in another place too */
        if (other && (words + length) * 4 <= max_size) {
            uint32_t copy[64];
            const size_t n = length < 64 ? length : 0;
            memcpy(copy, word + at, n * 4);
            memmove(word + other + n, word + other, (words - other) * 4);
            memcpy(word + other, copy, n * 4);
            words += n;
        }
        break;
    case 4:                             /* longer or shorter */
        word[at] += draw(&seed) % 2 ? 0x10000U : 0xffff0000U;
        break;
    case 5:                             /* a bit */
        word[at + draw(&seed) % length] ^= 1U << draw(&seed) % 32;
        break;
    default:
        word[draw(&seed) % words] = draw(&seed);
        break;
    }
    const size_t bytes = words * 4 < max_size ? words * 4 : max_size;
    memcpy(data, word, bytes);
    free(word);
    return bytes;
}

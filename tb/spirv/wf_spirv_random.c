/* SPDX-License-Identifier: Apache-2.0
 * wf_spirv_random - random SPIR-V modules, and what comes out of them:
 *
 *   wf_spirv_random --seed N [--count K] [--out DIR] [--size INSTRUCTIONS] [--wave-size S] [--lanes MOST] [--with NAME] [--without NAME]
 *
 * For each of the seeds N .. N+K-1: writes DIR/sN.spv and DIR/sN.wfk, a kernel file whose expectations are the interpreter's results.
 * Without --out it only generates and interprets.  --with and --without may be repeated; --features lists what they take.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "wavefold/image.h"

static _Noreturn void stop(const char *what, const char *which)
{
    fprintf(stderr, "wf_spirv_random: %s: %s\n", which, what);
    exit(2);
}

static void write_words(FILE *f, const uint32_t *w, uint32_t n)
{
    fputs("{ ", f);
    for (uint32_t k = 0; k < n; k++)
        fprintf(f, "%s0x%x", k == 0 ? "" : k % 12 == 0 ? ",\n    " : ", ", (unsigned)w[k]);
    fputs(" }\n", f);
}

static void write_addresses(FILE *f, const struct generated *g, const struct generated_buffer *b)
{
    for (uint32_t k = 0; k + 1 < b->words; k += 2)
        fprintf(f, "%s %u, address(%s)", k ? "," : "{", (unsigned)b->initial[k], g->buffer[b->initial[k + 1] - 1].name);
    fputs(" }\n", f);
}

static void write_name(FILE *f, const struct generated_buffer *b)
{
    if (!b->format) {
        fprintf(f, "buffer %s[%u] = ", b->name, (unsigned)b->words);
        return;
    }
    const char *format = wf_image_format_info(wf_image_format_of_spirv(b->format))->name;
    if (b->layers)
        fprintf(f, "image %s[%u,%u] %s layers %u = ", b->name, (unsigned)b->side[0], (unsigned)b->side[1], format, (unsigned)b->side[2]);
    else
        fprintf(f, "image %s[%u,%u,%u] %s = ", b->name, (unsigned)b->side[0], (unsigned)b->side[1], (unsigned)b->side[2], format);
}

/* `after`: the buffers after the run, one behind the other. */
static void write_kernel(FILE *f, const struct generated *g, const uint32_t *after, uint64_t seed, const char *command)
{
    fprintf(f, "// %s --seed %llu\n[WaveSize(%u)]\n", command, (unsigned long long)seed, g->wave_size);
    for (unsigned k = 0; k < g->buffers; k++) {
        write_name(f, &g->buffer[k]);
        if (g->buffer[k].of_addresses)
            write_addresses(f, g, &g->buffer[k]);
        else
            write_words(f, g->buffer[k].initial, g->buffer[k].words);
    }
    if (g->push_words) {
        fprintf(f, "buffer Push[%u] = ", (unsigned)g->push_words);
        write_words(f, g->push, g->push_words);
    }
    fprintf(f, "dispatch %u, %u, %u\nshader \"s%llu.spv\"\n", (unsigned)g->groups[0], (unsigned)g->groups[1], (unsigned)g->groups[2],
            (unsigned long long)seed);
    for (unsigned k = 0; k < g->specs; k++) {
        fprintf(f, "spec %u = 0x%x", (unsigned)g->spec[k].id, (unsigned)g->spec[k].bits);
        if (g->spec_wide[k])
            fprintf(f, ", 0x%x", (unsigned)(g->spec[k].bits >> 32));
        fputc('\n', f);
    }
    for (unsigned k = 0; k < g->buffers; k++)
        if (!g->buffer[k].unbound)
            fprintf(f, "bind %u.%u[%u] = %s\n", (unsigned)g->buffer[k].set, (unsigned)g->buffer[k].binding, (unsigned)g->buffer[k].element,
                    g->buffer[k].name);
    if (g->push_words)
        fprintf(f, "push = Push\n");
    for (unsigned k = 0; k < g->buffers; after += g->buffer[k++].words) {
        if (!g->buffer[k].written)
            continue;
        fprintf(f, "expect %s = ", g->buffer[k].name);
        write_words(f, after, g->buffer[k].words);
    }
}

static FILE *open_out(const char *dir, uint64_t seed, const char *end)
{
    char path[1000];
    FILE *f;

    snprintf(path, sizeof path, "%s/s%llu.%s", dir, (unsigned long long)seed, end);
    f = fopen(path, "wb");
    if (!f)
        stop("cannot be written", path);
    return f;
}

static void one(const struct generate_options *o, const char *dir, const char *command, uint64_t *steps)
{
    struct generated *g = generate(o);
    char text[COMPARE_TEXT];
    uint32_t *after;
    FILE *f;

    if (!g)
        stop("out of memory", "generate");
    if (dir) {          /* first, so that it can be looked at when the interpreter fails */
        f = open_out(dir, o->seed, "spv");
        fwrite(g->words, 4, g->count, f);
        fclose(f);
    }
    after = compare_interpret(g, 0, steps, text);
    if (!after) {
        fprintf(stderr, "seed %llu: %s\n", (unsigned long long)o->seed, text);
        exit(1);
    }
    if (dir) {
        f = open_out(dir, o->seed, "wfk");
        write_kernel(f, g, after, o->seed, command);
        fclose(f);
    }
    free(after);
    generate_free(g);
}

int main(int count, char **arg)
{
    struct generate_options o;
    unsigned long long modules = 1;
    uint64_t steps = 0;
    const char *dir = NULL;
    char command[400] = "wf_spirv_random";

    generate_defaults(&o);
    for (int k = 1; k < count; k++) {
        const char *name = arg[k];
        if (strcmp(name, "--features") == 0) {
            generate_list_features();
            return 0;
        }
        if (++k == count)
            stop("a value is missing", name);
        if (strcmp(name, "--count") == 0)
            modules = strtoull(arg[k], NULL, 0);
        else if (strcmp(name, "--out") == 0)
            dir = arg[k];
        else if (!generate_option(&o, name, arg[k]))
            return 2;
        if (strcmp(name, "--seed") != 0 && strcmp(name, "--count") != 0 && strcmp(name, "--out") != 0 &&
            strlen(command) + strlen(name) + strlen(arg[k]) + 3 < sizeof command)
            strcat(strcat(strcat(strcat(command, " "), name), " "), arg[k]);
    }
    if (!generate_options_good(&o))
        return 2;
    for (; modules > 0; modules--, o.seed++)
        one(&o, dir, command, &steps);
    fprintf(stderr, "%llu steps\n", (unsigned long long)steps);
    return 0;
}

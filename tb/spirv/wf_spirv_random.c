/* SPDX-License-Identifier: Apache-2.0
 * wf_spirv_random - random SPIR-V modules, and what comes out of them:
 *
 *   wf_spirv_random --seed N [--count K] [--out DIR] [--size INSTRUCTIONS] [--wave-size S] [--lanes MOST] [--with NAME] [--without NAME]
 *
 * For each of the seeds N .. N+K-1: writes DIR/sN.spv and DIR/sN.wfk, a kernel file whose expectations are the interpreter's results.
 * A mesh shader whose groups come of tasks has no kernel file.  Without --out it only generates and interprets.  --with and --without may be
 * repeated; --features lists what they take.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "spv.h"
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
    fprintf(f, "image %s[%u,%u", b->name, (unsigned)b->side[0], (unsigned)b->side[1]);
    if (b->layers)
        fprintf(f, "] %s layers %u", format, (unsigned)b->side[2]);
    else
        fprintf(f, ",%u] %s", (unsigned)b->side[2], format);
    if (b->samples > 1)
        fprintf(f, " samples %u", (unsigned)b->samples);
    if (b->levels > 1)
        fprintf(f, " levels %u", (unsigned)b->levels);
    fputs(" = ", f);
}

static void write_sampler(FILE *f, const struct interp_sampler *s)
{
    static const char *const mode[] = { "repeat", "mirror", "clamp", "border", "mirror_clamp" }, *const border[] = { "transparent", "black", "white" };
    static const char *const compare[] = { "never", "less", "equal", "less_equal", "greater", "not_equal", "greater_equal", "always" };
    const struct wf_sampler *t = &s->state;

    fprintf(f, "sampler %u.%u[%u] = mag=%s, min=%s, mip=%s", (unsigned)s->set, (unsigned)s->binding, (unsigned)s->element, t->mag_linear ? "linear" : "nearest",
            t->min_linear ? "linear" : "nearest", t->mip_linear ? "linear" : "nearest");
    for (unsigned k = 0; k < 3; k++)
        fprintf(f, ", %c=%s", "uvw"[k], mode[t->address[k]]);
    fprintf(f, ", %s, bias=%g, lod=%g..%g", border[t->border], (double)t->lod_bias, (double)t->min_lod, (double)t->max_lod);
    if (t->compares)
        fprintf(f, ", compare=%s", compare[t->compare]);
    fprintf(f, "%s\n", t->unnormalized ? ", unnormalized" : "");
}

static void write_drawn(FILE *f, const struct generated *g)
{
    const struct interp_draw *d = &g->draw;

    fprintf(f, "quads %u, %u samples %u%s depth", (unsigned)d->width, (unsigned)d->height, d->samples ? (unsigned)d->samples : 1, d->is_back ? " back" : "");
    for (unsigned k = 0; k < 3; k++)
        fprintf(f, "%s %.3f", k ? "," : "", (double)d->z[k]);
    fputs(" w", f);
    for (unsigned k = 0; k < 3; k++)
        fprintf(f, "%s %.1f", k ? "," : "", (double)d->w[k]);
    fprintf(f, " covered i == 0 || (i * %u + %u) %% %u != 0\n", g->cover_step, g->cover_least, g->cover_of);
    for (unsigned n = 0; n < d->inputs; n++)
        fprintf(f, "input %u = %s%s\n", (unsigned)g->input[n].location, g->buffer[g->input[n].buffer].name, g->input[n].is_pixels ? " pixels" : "");
    for (unsigned n = 0; n < d->outputs; n++) {
        const char *name = g->buffer[g->output[n].buffer].name;
        if (g->output[n].builtin >= 0)
            fprintf(f, "output %s = %s\n", g->output[n].builtin == BiFragDepth ? "depth" : "stencil", name);
        else
            fprintf(f, "output %u%s = %s\n", (unsigned)g->output[n].location, g->output[n].index ? " second" : "", name);
    }
}

static void write_vertices(FILE *f, const struct generated *g)
{
    const struct interp_vertices *d = &g->vertices;

    if (g->is_control || d->evaluates)
        fprintf(f, "patches %u points %u\n", (unsigned)(g->is_control ? g->groups[0] : d->count), (unsigned)d->points);
    else if (d->points)
        fprintf(f, "primitives %u\noutput counts = %s\n", (unsigned)d->count, g->buffer[g->counts].name);
    else
        fprintf(f, "vertices %u instances %u first %u first_instance %u\n", (unsigned)d->count, (unsigned)d->instances, (unsigned)d->first,
            (unsigned)d->first_instance);
    for (unsigned n = 0; n < d->inputs; n++) {
        const char *name = g->buffer[g->input[n].buffer].name;
        if (g->input[n].builtin)
            fprintf(f, "input TessLevel%s = %s\n", name, name);
        else
            fprintf(f, "input %u = %s%s\n", (unsigned)g->input[n].location, name, g->input[n].is_of_instances && !d->points ? " instances" : "");
    }
    if (d->evaluates)
        fprintf(f, "input TessCoord = %s%s\n", g->buffer[g->coord].name, d->is_coord_of_patches ? " patches" : "");
    if (g->is_control)
        fprintf(f, "output patches = %s\n", g->buffer[g->primitives].name);
    fprintf(f, "output vertices = %s\n", g->buffer[g->records].name);
    for (unsigned n = 0; n < g->captures; n++)
        fprintf(f, "output xfb%u = %s\n", (unsigned)g->capture[n].number, g->buffer[g->capture[n].buffer].name);
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
    if (g->draw.width)
        write_drawn(f, g);
    else if (g->vertices.count || g->is_control)
        write_vertices(f, g);
    else
        fprintf(f, "dispatch %u, %u, %u\n", (unsigned)g->groups[0], (unsigned)g->groups[1], (unsigned)g->groups[2]);
    if (g->mesh.vertex.words && !g->is_control)
        fputs("output counts = Counts\noutput vertices = Vertices\noutput primitives = Primitives\n", f);
    if (g->payload_words)
        fputs("output tasks = Tasks\noutput payload = Payloads\n", f);
    fprintf(f, "shader \"s%llu.spv\"\n", (unsigned long long)seed);
    for (unsigned k = 0; k < g->specs; k++) {
        fprintf(f, "spec %u = 0x%x", (unsigned)g->spec[k].id, (unsigned)g->spec[k].bits);
        if (g->spec_wide[k])
            fprintf(f, ", 0x%x", (unsigned)(g->spec[k].bits >> 32));
        fputc('\n', f);
    }
    for (unsigned k = 0; k < g->samplers; k++)
        write_sampler(f, &g->sampler[k]);
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
    if (dir && !g->places) {            /* a kernel file has the task shader of such groups, not their payload */
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

/* SPDX-License-Identifier: Apache-2.0
 * wf_spirv_interp - run a SPIR-V module on the tests' interpreter, by hand:
 *
 *   wf_spirv_interp MODULE.spv [--entry NAME] [--groups X[,Y[,Z]]] [--wave-size S] [--num-waves N] [--extra N] [--bind SET.BINDING=IN[:OUT]]...
 *                   [--push FILE] [--spec ID=BITS]...
 *
 * IN: a file of bytes, `zero:BYTES` or `text:1,2,0x10,1.5` (words).  OUT: a file for the bytes after the run, or `-`, which prints words.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/wf_bits.h"
#include "interp.h"

enum { MOST = 64 };

static _Noreturn void stop(const char *what, const char *which)
{
    fprintf(stderr, "wf_spirv_interp: %s: %s\n", which, what);
    exit(2);
}

static uint8_t *read_file(const char *name, size_t *size)
{
    FILE *f = fopen(name, "rb");
    uint8_t *bytes = NULL;
    size_t room = 0, got;

    if (!f)
        stop("cannot be opened", name);
    *size = 0;
    do {
        room = room * 2 + 4096;
        bytes = realloc(bytes, room);
        if (!bytes)
            stop("out of memory", name);
        got = fread(bytes + *size, 1, room - *size, f);
        *size += got;
    } while (got != 0);
    fclose(f);
    return bytes;
}

static uint32_t word_of_text(const char *text, size_t length)
{
    if (memchr(text, '.', length) && !memchr(text, 'x', length))
        return float_bits(strtof(text, NULL));
    return (uint32_t)strtoll(text, NULL, 0);
}

static uint8_t *contents(const char *in, size_t *size)
{
    uint8_t *bytes;

    if (strncmp(in, "zero:", 5) == 0) {
        *size = strtoul(in + 5, NULL, 0);
        return calloc(*size + 1, 1);
    }
    if (strncmp(in, "text:", 5) != 0)
        return read_file(in, size);
    bytes = malloc(strlen(in) * 4);
    *size = 0;
    for (const char *part = in + 5; *part && bytes; part += strcspn(part, ","), part += *part == ',') {
        const uint32_t word = word_of_text(part, strcspn(part, ","));
        memcpy(bytes + *size, &word, 4);
        *size += 4;
    }
    return bytes;
}

struct request {
    struct interp_run run;
    struct interp_buffer buffer[MOST];
    struct interp_spec spec[MOST];
    const char *out[MOST], *module;
};

static void add_bind(struct request *r, char *text)
{
    struct interp_buffer *b = &r->buffer[r->run.buffers];
    char *in = strchr(text, '='), *out;
    unsigned set, binding;

    if (r->run.buffers == MOST || !in || sscanf(text, "%u.%u=", &set, &binding) != 2)
        stop("expected SET.BINDING=IN[:OUT]", text);
    *in++ = 0;
    out = strrchr(in, ':');
    if (out && ((strncmp(in, "zero:", 5) != 0 && strncmp(in, "text:", 5) != 0) || out != in + 4)) {
        *out = 0;
        r->out[r->run.buffers] = out + 1;
    }
    b->set = set;
    b->binding = binding;
    b->bytes = contents(in, &b->size);
    r->run.buffers++;
}

static void add_spec(struct request *r, const char *text)
{
    const char *bits = strchr(text, '=');

    if (r->run.specs == MOST || !bits)
        stop("expected ID=BITS", text);
    r->spec[r->run.specs++] = (struct interp_spec){ (uint32_t)strtoul(text, NULL, 0), strtoull(bits + 1, NULL, 0) };
}

static void parse(struct request *r, int count, char **arg)
{
    unsigned g[3] = { 1, 1, 1 };

    for (int k = 1; k < count; k++) {
        const char *name = arg[k];
        if (strncmp(name, "--", 2) != 0) {
            r->module = name;
            continue;
        }
        if (k + 1 == count)
            stop("a value is missing", name);
        k++;
        if (strcmp(name, "--entry") == 0)
            r->run.entry = arg[k];
        else if (strcmp(name, "--groups") == 0)
            sscanf(arg[k], "%u,%u,%u", &g[0], &g[1], &g[2]);
        else if (strcmp(name, "--wave-size") == 0)
            r->run.wave_size = (unsigned)strtoul(arg[k], NULL, 0);
        else if (strcmp(name, "--num-waves") == 0)
            r->run.num_waves = (unsigned)strtoul(arg[k], NULL, 0);
        else if (strcmp(name, "--extra") == 0)
            r->run.extra_waves = (unsigned)strtoul(arg[k], NULL, 0);
        else if (strcmp(name, "--bind") == 0)
            add_bind(r, arg[k]);
        else if (strcmp(name, "--push") == 0)
            r->run.push = read_file(arg[k], &r->run.push_size);
        else if (strcmp(name, "--spec") == 0)
            add_spec(r, arg[k]);
        else
            stop("unknown option", name);
    }
    for (unsigned k = 0; k < 3; k++)
        r->run.groups[k] = g[k];
}

static void write_out(const struct interp_buffer *b, const char *out)
{
    FILE *f = strcmp(out, "-") == 0 ? stdout : fopen(out, "wb");

    if (!f)
        stop("cannot be written", out);
    if (f != stdout) {
        fwrite(b->bytes, 1, b->size, f);
        fclose(f);
        return;
    }
    for (size_t k = 0; k + 4 <= b->size; k += 4) {
        uint32_t word;
        memcpy(&word, b->bytes + k, 4);
        printf("%s0x%08x", k == 0 ? "" : k % 32 == 0 ? "\n" : " ", (unsigned)word);
    }
    putchar('\n');
}

int main(int count, char **arg)
{
    static struct request r;
    char error[300];
    size_t size;
    uint8_t *module;

    r.run.wave_size = 32;
    r.run.buffer = r.buffer;
    r.run.spec = r.spec;
    parse(&r, count, arg);
    if (!r.module)
        stop("no module was given", "usage");
    module = read_file(r.module, &size);
    if (!interp_run((const uint32_t *)(const void *)module, size / 4, &r.run, error, sizeof error)) {
        fprintf(stderr, "%s: error: %s\n", r.module, error);
        return 1;
    }
    for (size_t k = 0; k < r.run.buffers; k++) {
        if (r.out[k])
            write_out(&r.buffer[k], r.out[k]);
        free(r.buffer[k].bytes);
    }
    free(r.run.push);
    free(module);
    return 0;
}

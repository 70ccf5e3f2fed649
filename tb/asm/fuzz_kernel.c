/* SPDX-License-Identifier: Apache-2.0
 * fuzz_kernel.c - libFuzzer entry: any bytes as a kernel file and as instruction words.
 *
 * Beyond not crashing: a refused file has an error with a place; accepted code passes wf_code_check and comes back
 * unchanged through the disassembler; memory that nobody touched compares equal outside of what the file expects.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../c_model/asm/asm.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct wf_device device = {.lanes = 32, .waves = 32, .groups = 8, .regs = 64, .lds_words = 4096, .imem_words = 4096};

struct told {
    unsigned errors;
    bool placeless;
};

static void listen(void *user, unsigned line, unsigned column, bool error, const char *text)
{
    struct told *t = user;

    t->errors += error;
    t->placeless |= !line || !column || !text[0] || strchr(text, '\n') != NULL;
}

static void must(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "broken promise: %s\n", what);
    abort();
}

/* Every file whose name does not begin with a dot has the size that is wanted: floats of all kinds. */
static bool read_named(void *user, const char *name, void *bytes, size_t size, char *why, size_t room)
{
    unsigned char *byte = bytes;

    (void)user;
    must(name[0] && strlen(name) <= 1023 && size % 4 == 0 && size <= 4096 * 4, "a file has a name and whole words");
    if (name[0] == '.') {
        snprintf(why, room, "is not there");
        return false;
    }
    for (size_t n = 0; n < size; n++)
        byte[n] = (unsigned char)(n % 4 == 3 ? 0x3f + 0x40 * (n / 4 % 4) : n % 4 == 2 ? 0x80 : n * n);
    return true;
}

/* The same of lists: floats in F.., both kinds in A.., none in _.. */
static bool read_reference(void *user, const char *name, uint32_t *word, uint32_t words, enum wf_word_type *type, char *why, size_t room)
{
    (void)user;
    must(name[0] && strlen(name) <= 31 && words >= 1 && words <= 4096, "a list has a name and words");
    if (name[0] == '_') {
        snprintf(why, room, "is not there");
        return false;
    }
    for (uint32_t n = 0; n < words; n++)
        word[n] = 0x3f800000 + 0x00400000 * n;
    *type = name[0] == 'F' ? WF_WORD_FLOAT : name[0] == 'A' ? WF_WORD_ANY : WF_WORD_INT;
    return true;
}

static struct wf_kernel *parse(const char *text, size_t length, unsigned wave_size, const char *variant)
{
    struct wfa_limits limits = wfa_default_limits;
    struct told told = {0, false};
    const struct wf_files files = {.read = read_named, .reference = read_reference, .variant = variant};

    limits.buffer_words = 4096;
    limits.steps = 100000;
    struct wf_kernel *k = wfa_parse(text, length, &device, wave_size, &files, listen, &told, &limits);
    must((k == NULL) == (told.errors != 0), "an error exactly when there is no kernel");
    must(!told.placeless, "every diagnostic has line, column and a text of one line");
    return k;
}

/* SV_Position is for pixel shaders only, and those may not ask for everything else. */
static bool draws(const struct wf_kernel *k)
{
    bool position = false;

    for (size_t n = 0; n < k->count; n++) {
        struct wf_insn insn = wf_insn_decode(k->code[n]);
        position |= insn.op == WF_OP_SV && (insn.mod == WF_SV_PIXEL_X || insn.mod == WF_SV_PIXEL_Y);
    }
    return position;
}

static void same_code_from_text(const struct wf_kernel *k)
{
    size_t room = 512 + k->count * 128, length;
    char *text = malloc(room);

    if (!text)
        return;
    length = (size_t)snprintf(text, room, draws(k) ? "[shader(\"pixel\")]\nquads { }\n" : "[numthreads(1,1,1)]\n");
    for (unsigned n = 0; n < k->buffers; n++)
        length += (size_t)snprintf(text + length, room - length, "buffer x%u[1]\n", n);
    length += (size_t)snprintf(text + length, room - length, "code\n");
    for (size_t n = 0; n < k->count; n++) {
        int wrote = wf_code_disassemble(k->code, n, text + length, 127);
        must(wrote > 0 && wrote < 127, "an instruction fits in 127 characters");
        length += (size_t)wrote;
        text[length++] = '\n';
    }
    struct wf_kernel *again = parse(text, length, 0, NULL);
    must(again && again->count == k->count && !memcmp(again->code, k->code, k->count * sizeof *k->code),
         "disassembled text gives the same words");
    wf_kernel_free(again);
    free(text);
}

static void count_mismatches(void *user, const struct wf_mismatches *m)
{
    size_t *total = user;

    must(m->count && m->texts == (m->count < WF_MISMATCH_TEXTS ? m->count : WF_MISMATCH_TEXTS), "differences are described");
    for (unsigned n = 0; n < m->texts; n++)
        must(m->text[n][0] && !strchr(m->text[n], '\n'), "a difference is one line");
    must((m->buffer != NULL) == (m->line != 0), "a buffer's difference has the line of its expectation");
    *total += m->count;
}

static void same_memory(const struct wf_kernel *k)
{
    struct wf_buffer buffers[WF_MAX_BUFFERS];
    size_t words = wf_kernel_place(k, buffers), differ = 0;
    uint32_t *memory = malloc(words * sizeof *memory);
    size_t reported = 0;

    if (!memory)
        return;
    wf_kernel_fill(k, buffers, memory, words);
    for (unsigned n = 0; n < k->buffers; n++)
        must((k->buffer[n].is_view || buffers[n].base % 256 == 0) && buffers[n].base >= 256 && (buffers[n].base + buffers[n].size) / 4 + 64 <= words,
             "buffers lie apart inside the memory");
    for (unsigned n = 0; n < k->buffers; n++)
        differ += k->buffer[n].expected != NULL || k->buffer[n].runs || k->buffer[n].sorted;
    differ += k->totals;
    size_t found = wf_kernel_compare(k, buffers, memory, words, count_mismatches, &reported);
    must(differ || !found, "untouched memory is as expected");
    must(found == reported, "every difference is reported");
    free(memory);
}

static void sources(const struct wf_kernel *k)
{
    for (size_t n = 0; n < k->count; n++) {
        const char *text = wf_kernel_source(k, n);
        must(k->line[n] >= 1 && strlen(text) <= 4096 && !strpbrk(text, "\n\t"), "an instruction's text is one line");
        const uint8_t op = wf_insn_decode(k->code[n]).op;       /* a line may stand for both halves of a 64-bit atomic */
        must(text[0] || op == WF_OP_CONTINUING || wf_op_is_atomic64(op), "an instruction has its text");
    }
}

static void raw_words(const uint8_t *data, size_t size)
{
    uint64_t code[64];
    size_t count = size / 8 < 64 ? size / 8 : 64, where;
    char text[40];

    memcpy(code, data, count * 8);
    const char *bad = wf_code_check(code, count, 64, &where);
    must(!bad || !count || where < count, "wf_code_check names a word");
    for (size_t n = 0; n < count; n++)
        must(wf_disassemble(code[n], text, sizeof text) > 0 && wf_code_disassemble(code, n, text, sizeof text) > 0 && strlen(text) < sizeof text,
             "disassembly stays inside its buffer");
}

static void names(const uint8_t *data, size_t size)
{
    char name[100], text[WF_EXPLAIN_SIZE];
    size_t length = size < sizeof name ? size : sizeof name - 1;

    memcpy(name, data, length);
    name[length] = '\0';
    bool known = wf_isa_explain(name, text, sizeof text);
    must(strlen(text) + 1 < sizeof text && (!known || text[0]), "an explanation fits");
}

static void kernel_file(const char *text, size_t size, const char *variant)
{
    static const unsigned sizes[8] = {0, 4, 8, 16, 32, 64, 128, 5};
    struct wf_kernel *k = parse(text, size, sizes[size % 8], variant);
    size_t where;

    if (k) {
        must(!wf_code_check(k->code, k->count, device.regs, &where), "accepted code is sound");
        if (!k->expect_reject || !draws(k))
            same_code_from_text(k);
        same_memory(k);
        sources(k);
    }
    wf_kernel_free(k);
}

/* The word behind each "variant " is a variant. */
static void variants(const char *text, size_t size)
{
    static const char word[] = "variant ";
    char name[32];

    for (size_t at = 0; at + sizeof word <= size; at++)
        if (!memcmp(text + at, word, sizeof word - 1)) {
            size_t length = 0;
            for (at += sizeof word - 1; at < size && length < sizeof name - 1 && text[at] && !strchr(" :=\n", text[at]); at++)
                name[length++] = text[at];
            name[length] = '\0';
            kernel_file(text, size, name);
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kernel_file((const char *)data, size, NULL);
    variants((const char *)data, size);
    raw_words(data, size);
    if (size % 8 == 0)
        names(data, size);
    return 0;
}

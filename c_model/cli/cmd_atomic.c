/* SPDX-License-Identifier: Apache-2.0
 * cmd_atomic.c - wavefold atomic: one atomic instruction on groupshared memory, on values of the command line.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bank_cycles.h"
#include "cli.h"
#include "lanes.h"
#include "run_words.h"
#include "shell.h"

/* Words of a lane in the buffer In: whether it performs the atomic, byte address, value, value to compare with, of two
 * words each.  In the buffer Out: the old value; those of all lanes, then groupshared memory. */
enum { AT_RUNS, AT_ADDRESS, AT_VALUE, AT_COMPARE = AT_VALUE + 2, IN_WORDS = 8, OUT_WORDS = 2 };
enum { MEMORY_AT = WF_MAX_LANES * OUT_WORDS };

struct request {
    const char *type_name, *addresses, *compares, *initial;
    bool rtl, hex;
    unsigned device_lanes;
    const char **word;          /* [words] the operation, then the values */
    size_t words;
    struct lanes lanes;
    enum wf_atom atom;
    enum op_type type;
    uint32_t width;             /* words of a value: 1 or 2 */
    uint32_t in[WF_MAX_LANES * IN_WORDS];
    uint32_t *before;           /* [memory] the words of groupshared memory before, owned */
    uint32_t memory;
};

/* ---- names ------------------------------------------------------------------------------------------------------- */

/* On unsigned and signed integers, and on f32; WF_ATOM_COUNT: there is none. */
static const struct row { const char *name, *hlsl, *glsl; enum wf_atom on_unsigned, on_signed, on_float; } rows[] = {
    {"add", "InterlockedAdd", "atomicAdd", WF_ATOM_ADD, WF_ATOM_ADD, WF_ATOM_FADD},
    {"sub", NULL, NULL, WF_ATOM_SUB, WF_ATOM_SUB, WF_ATOM_COUNT},
    {"min", "InterlockedMin", "atomicMin", WF_ATOM_MINU, WF_ATOM_MINS, WF_ATOM_FMIN},
    {"max", "InterlockedMax", "atomicMax", WF_ATOM_MAXU, WF_ATOM_MAXS, WF_ATOM_FMAX},
    {"and", "InterlockedAnd", "atomicAnd", WF_ATOM_AND, WF_ATOM_AND, WF_ATOM_COUNT},
    {"or", "InterlockedOr", "atomicOr", WF_ATOM_OR, WF_ATOM_OR, WF_ATOM_COUNT},
    {"xor", "InterlockedXor", "atomicXor", WF_ATOM_XOR, WF_ATOM_XOR, WF_ATOM_COUNT},
    {"exchange", "InterlockedExchange", "atomicExchange", WF_ATOM_XCHG, WF_ATOM_XCHG, WF_ATOM_XCHG},
    {"compare-exchange", "InterlockedCompareExchange", "atomicCompSwap", WF_ATOM_CAS, WF_ATOM_CAS, WF_ATOM_CAS}};
enum { ROWS = sizeof rows / sizeof rows[0] };

static const char *atom_suffix(enum wf_atom atom)
{
    static const char *const suffix[] = {
#define WF_ATOM(id, number, suffix, text) [number] = suffix,
#include "wavefold/isa.def"
    };
    return suffix[atom];
}

static bool same(const char *a, const char *b)
{
    return b && op_same_letters(a, b);
}

static const struct row *row_named(const char *name)
{
    for (size_t i = 0; i < ROWS; i++)
        if (same(name, rows[i].name) || same(name, rows[i].hlsl) || same(name, rows[i].glsl))
            return &rows[i];
    if (same(name, "xchg"))
        return row_named("exchange");
    return same(name, "cas") ? row_named("compare-exchange") : NULL;
}

static enum wf_exit choose_atomic(struct request *r)
{
    char what[160];
    const struct row *row = r->words ? row_named(r->word[0]) : NULL;
    if (!r->words)
        return cli_misuse("an operation is missing, such as add; wavefold help atomic lists them", NULL);
    if (!row)
        return cli_misuse("the operation is add, sub, min, max, and, or, xor, exchange, compare-exchange, or the name "
                          "of HLSL or GLSL; not", r->word[0]);
    r->type = r->type_name ? op_type_named(r->type_name) : op_type_of(r->word + 1, r->words - 1);
    if (r->type > OP_I64)
        return cli_misuse("an atomic of groupshared memory is one on words: --type is u32, i32, f32, u64 or i64, not",
                          r->type_name);
    r->width = op_types[r->type].width / 32;
    r->atom = op_types[r->type].is_float ? row->on_float : op_types[r->type].is_signed ? row->on_signed
                                                                                       : row->on_unsigned;
    if (r->atom == WF_ATOM_COUNT) {
        snprintf(what, sizeof what, "%s is one on integers, not", row->name);
        return cli_misuse(what, op_types[r->type].name);
    }
    if (!r->compares != (r->atom != WF_ATOM_CAS)) {
        snprintf(what, sizeof what, "%s %s", row->name, r->compares ? "does not take" : "needs");
        return cli_misuse(what, "--cmp");
    }
    return WF_EXIT_OK;
}

/* ---- operands ---------------------------------------------------------------------------------------------------- */

static enum wf_exit take_address(void *user, unsigned lane, const char *text, size_t length)
{
    struct request *r = user;
    return lanes_number("--addr", text, length, &r->in[lane * IN_WORDS + AT_ADDRESS]);
}

/* A value of the type, one or two words, from a part of the list that an option has. */
static enum wf_exit read_value(const char *option, const char *list, size_t length, const struct request *r,
                               uint32_t *word)
{
    char copy[64], what[64];
    struct op_value value;
    snprintf(copy, sizeof copy, "%.*s", (int)length, list);
    snprintf(what, sizeof what, "%s needs values of the type, not", option);
    if (length == 0 || length >= sizeof copy)
        return cli_misuse(what, list);
    const unsigned components = op_value_read(copy, r->type, &value);
    memcpy(word, value.word[0], r->width * sizeof *word);
    return components == 1 ? WF_EXIT_OK : components ? cli_misuse(what, copy) : WF_EXIT_MISUSE;
}

static enum wf_exit take_compare(void *user, unsigned lane, const char *text, size_t length)
{
    struct request *r = user;
    return read_value("--cmp", text, length, r, &r->in[lane * IN_WORDS + AT_COMPARE]);
}

static enum wf_exit read_values(struct request *r)
{
    enum wf_exit status = WF_EXIT_OK;
    for (unsigned lane = 0; lane < r->lanes.values && !status; lane++) {
        const char *value = r->word[1 + lane];
        if (strcmp(value, "-") != 0)
            status = read_value("atomic", value, strlen(value), r, &r->in[lane * IN_WORDS + AT_VALUE]);
        r->in[lane * IN_WORDS + AT_RUNS] = op_mask_bit(&r->lanes.runs, lane);
    }
    return status;
}

/* The words of groupshared memory: up to the last that is named or has a value, each given or 0. */
static enum wf_exit read_memory(struct request *r, uint32_t most)
{
    const uint32_t bytes = 4 * r->width;
    char what[128];
    r->memory = r->width;
    for (unsigned lane = 0; lane < r->lanes.values; lane++) {
        const uint32_t address = r->in[lane * IN_WORDS + AT_ADDRESS];
        if (!r->in[lane * IN_WORDS + AT_RUNS])
            continue;
        if (address % bytes || address / 4 >= most) {
            snprintf(what, sizeof what, "lane %u has the address 0x%" PRIx32 "; expected a multiple of %" PRIu32
                     " below 0x%" PRIx32 " in --addr", lane, address, bytes, 4 * most);
            return cli_misuse(what, r->addresses);
        }
        if (address / 4 >= r->memory)
            r->memory = address / 4 + r->width;
    }
    uint32_t given = r->initial ? 1 : 0;
    for (const char *at = r->initial; at && *at; at++)
        given += *at == ',';
    if (given > most / r->width)
        return cli_misuse("--init has more words than groupshared memory", NULL);
    r->memory = given * r->width > r->memory ? given * r->width : r->memory;
    r->before = calloc(r->memory, sizeof *r->before);
    enum wf_exit status = r->before ? WF_EXIT_OK : cli_no_memory();
    const char *at = r->initial;
    for (uint32_t i = 0; i < given && !status; i++) {
        const size_t length = strcspn(at, ",");
        status = read_value("--init", at, length, r, &r->before[i * r->width]);
        at += length + 1;
    }
    return status;
}

static enum wf_exit read_operands(struct request *r)
{
    if (r->words < 2)
        return cli_misuse("atomic needs the values of the lanes, from lane 0 on; - for an inactive lane", NULL);
    if (!r->addresses)
        return cli_misuse("atomic needs the byte address of each lane", "--addr");
    r->lanes.value = r->word + 1;
    r->lanes.values = r->words - 1;
    enum wf_exit status = lanes_choose(&r->lanes);
    if (!status)
        status = lanes_list(&r->lanes, "--addr", r->addresses, take_address, r);
    if (!status && r->compares)
        status = lanes_list(&r->lanes, "--cmp", r->compares, take_compare, r);
    return status ? status : read_values(r);
}

/* ---- the kernel -------------------------------------------------------------------------------------------------- */

/* All words move in rows of different banks, so that the atomic alone keeps a bank for longer than a cycle. */
static void write_rows(FILE *file, const struct request *r, const char *first, const char *second)
{
    const unsigned row = r->lanes.wave_size < 32 ? r->lanes.wave_size : 32;
    fprintf(file, "lt.u r2, r0, %u\nif r2\nshl r3, r0, 2\nloop\nge.u r4, r3, %" PRIu32 "\nbreakif r4\n%s\n%s\n"
            "add r3, r3, %u\nendloop\nendif\n", row, 4 * r->memory, first, second, 4 * row);
}

static void write_kernel(FILE *file, const struct request *r)
{
    fprintf(file, "[numthreads(%u,1,1)]\n[groupshared(%" PRIu32 ")]\nbuffer In[%u]\nbuffer Before[%" PRIu32 "]\n"
            "buffer Out[%" PRIu32 "]\ncode\nsv r0, lane\n", r->lanes.wave_size, 4 * r->memory,
            r->lanes.wave_size * IN_WORDS, r->memory, MEMORY_AT + r->memory);
    if (r->initial)
        write_rows(file, r, "load r5, Before[r3]", "lds.store [r3], r5");
    fputs("shl r1, r0, 5\nload r6, In[r1]\nload r7, In[r1+4]\nload r8, In[r1+8]\nload r9, In[r1+12]\n"
          "load r10, In[r1+16]\nload r11, In[r1+20]\nshl r1, r0, 3\nif r6\n", file);
    if (r->width == 2)
        fprintf(file, "lds64.%s q12, [r7], q8\nstore Out[r1+4], r13\n", atom_suffix(r->atom));
    else
        fprintf(file, "lds.%s r12, [r7], r8%s\n", atom_suffix(r->atom), r->atom == WF_ATOM_CAS ? ", r10" : "");
    fputs("store Out[r1], r12\nendif\n", file);
    write_rows(file, r, "lds.load r5, [r3]", "store Out[r3+1024], r5");
    fputs("end\n", file);
}

static enum wf_exit make_kernel(struct run *run, const struct request *r)
{
    FILE *file = open_memstream(&run->input.text.text, &run->input.text.length);
    if (!file)
        return cli_no_memory();
    write_kernel(file, r);
    if (fclose(file) != 0)
        return cli_no_memory();
    run->kernel = wf_text_parse_inputs(run->file, &run->input.text, &run->device, r->lanes.wave_size,
                                       &run->input.inputs);
    if (!run->kernel)
        return wf_inputs_status(&run->input.inputs);
    memcpy(run->kernel->buffer[0].initial, r->in, r->lanes.wave_size * IN_WORDS * sizeof *r->in);
    memcpy(run->kernel->buffer[1].initial, r->before, r->memory * sizeof *r->before);
    return WF_EXIT_OK;
}

/* ---- the result -------------------------------------------------------------------------------------------------- */

static void print_returned(const struct request *r, const uint32_t *returned)
{
    fputs("returned", stdout);
    for (unsigned lane = 0; lane < r->lanes.wave_size; lane++) {
        putchar(' ');
        if (op_mask_bit(&r->lanes.runs, lane))
            op_value_print(stdout, r->type, returned + lane * OUT_WORDS, r->hex);
        else
            putchar('-');
    }
    putchar('\n');
}

static void print_changed(const struct request *r, const uint32_t *after)
{
    const char *between = " ";
    fputs("changed", stdout);
    for (uint32_t i = 0; i < r->memory; i += r->width) {
        const uint32_t old[2] = {r->before[i], r->width == 2 ? r->before[i + 1] : 0};
        const uint32_t now[2] = {after[i], r->width == 2 ? after[i + 1] : 0};
        if (!memcmp(now, old, sizeof now))
            continue;
        printf("%s0x%" PRIx32 ": ", between, 4 * i);
        op_value_print(stdout, r->type, old, r->hex);
        fputs(" -> ", stdout);
        op_value_print(stdout, r->type, now, r->hex);
        between = ", ";
    }
    puts(*between == ',' ? "" : " nothing");
}

static uint64_t both_words(const uint32_t *word)
{
    return word[0] | (uint64_t)word[1] << 32;
}

/* What the LDS does by its rule in the lanes from `first` up to `end`: of two words it looks at the one as at the
 * other. */
static unsigned expected_of(const struct request *r, const struct wf_device *device, unsigned first, unsigned end)
{
    struct bank_access access[WF_MAX_LANES];
    unsigned count = 0;
    for (unsigned lane = first; lane < r->lanes.values && lane < end; lane++) {
        const uint32_t *in = r->in + lane * IN_WORDS;
        if (in[AT_RUNS])
            access[count++] = (struct bank_access){in[AT_ADDRESS] / 4, both_words(in + AT_VALUE),
                                                   both_words(in + AT_COMPARE)};
    }
    return bank_cycles(access, count, device->lds_banks, r->atom == WF_ATOM_CAS);
}

/* The same of all lanes, where no cycles are measured; *atomics: instructions that a lane performs.  One of 64 bits is
 * of half of the device's lanes. */
static unsigned expected_cycles(const struct request *r, const struct wf_device *device, unsigned *atomics)
{
    const unsigned step = device->lanes / r->width;
    unsigned cycles = 0;
    *atomics = 0;
    for (unsigned first = 0; first < device->lanes; first += step) {
        const unsigned more = expected_of(r, device, first, first + step);
        *atomics += more > 0;
        cycles += more;
    }
    return cycles;
}

static enum wf_exit execute(struct request *r, struct run *run)
{
    const size_t words = MEMORY_AT + r->memory;
    uint32_t *out = malloc(words * sizeof *out);
    struct wf_run_figures figures;
    unsigned atomics, cycles = expected_cycles(r, &run->device, &atomics);
    const enum wf_exit status = out ? run_for_words(run, 2, out, words, &figures) : cli_no_memory();
    if (!status) {
        /* of the hardware: the cycles in which the banks had more words of an atomic to serve, and the first of each */
        if (run->rtl)
            cycles = atomics ? atomics + (unsigned)figures.counter[WF_CNT_BANK_CONFLICTS] : 0;
        print_returned(r, out);
        print_changed(r, out + MEMORY_AT);
        printf("busy %u cycle%s\n", cycles, cycles == 1 ? "" : "s");
    }
    free(out);
    return status;
}

static enum wf_exit perform(struct request *r, const char *command)
{
    struct run run = {.file = r->word[0], .command = command, .rtl = r->rtl, .lanes = r->device_lanes,
                      .wave_size = r->lanes.wave_size, .races = "off"};
    enum wf_exit status = run_choose_device(&run);
    if (!status)
        status = read_memory(r, run.device.lds_words);
    if (!status)
        status = make_kernel(&run, r);
    if (!status)
        status = execute(r, &run);
    free(run.input.text.text);
    run_words_free(&run);
    return status;
}

enum wf_exit cli_atomic(int argc, char **argv)
{
    struct request r = {.words = 0};
    const struct cli_option known[] = {
        CLI_CHOICE("--on", &r.rtl, "model", "rtl"), CLI_LANES("--lanes", &r.device_lanes),
        CLI_LANES("--wave-size", &r.lanes.wave_size), CLI_TEXT("--active", &r.lanes.active),
        CLI_TEXT("--type", &r.type_name), CLI_TEXT("--addr", &r.addresses), CLI_TEXT("--cmp", &r.compares),
        CLI_TEXT("--init", &r.initial), CLI_FLAG("--hex", &r.hex), CLI_LAST};
    char *command = wf_shell_command("atomic", argc, argv);
    r.word = calloc((size_t)argc + 1, sizeof *r.word);
    enum wf_exit status = r.word && command ? cli_parse_words(argc, argv, known, true, r.word, &r.words) :
        cli_no_memory();
    if (!status)
        status = choose_atomic(&r);
    if (!status)
        status = read_operands(&r);
    if (!status)
        status = cli_close_stdout(perform(&r, command));
    free(r.before);
    free(r.word);
    free(command);
    return status;
}

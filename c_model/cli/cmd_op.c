/* SPDX-License-Identifier: Apache-2.0
 * cmd_op.c - wavefold op: one cross-lane operation, on values of the command line.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "lanes.h"
#include "op.h"
#include "run_words.h"
#include "shell.h"

struct request {
    /* the command line */
    const char *type_name, *masks, *indices;
    bool rtl, hex, list;
    unsigned device_lanes, cluster;
    const char **word;          /* [words] the name, then the values */
    size_t words;
    struct lanes lanes;
    /* what it means */
    struct op op;
    enum op_type type;
    unsigned components;
    uint32_t *in;                       /* [wave_size * OP_IN_WORDS] */
};

/* ---- the command line -------------------------------------------------------------------------------------------- */

static enum wf_exit take_cluster(const struct cli_option *option, const char *value)
{
    unsigned *cluster = option->to.small;
    const struct cli_option number = CLI_SMALL(option->name, cluster, 1, WF_MAX_LANES);
    const enum wf_exit status = cli_take_small(&number, value);
    if (!status && (*cluster & (*cluster - 1)))
        return cli_misuse("--cluster needs a power of two, not", value);
    return status;
}

/* Options that the operation does not read. */
static enum wf_exit check_options(const struct request *r)
{
    const struct op *op = &r->op;
    char what[128];
    const char *needed = op_takes_index(op) && !r->indices ? "--index" : op->needs_mask && !r->masks ? "--mask" :
                         op->needs_cluster && !r->cluster ? "--cluster" : NULL;
    const char *unread = !op_takes_index(op) && r->indices ? "--index" :
                         op->kind != OP_SCAN && r->masks ? "--mask" :
                         op->kind != OP_SCAN && r->cluster ? "--cluster" :
                         !op_takes_value(op) && r->type_name ? "--type" : NULL;
    if (needed || unread) {
        snprintf(what, sizeof what, "%s %s", op->name, needed ? "needs" : "does not take");
        return cli_misuse(what, needed ? needed : unread);
    }
    if (r->masks && r->cluster)
        return cli_misuse("a scan is over clusters or over masks, not both: --cluster and --mask", NULL);
    if (!op_takes_value(op) && r->lanes.values) {
        snprintf(what, sizeof what, "%s takes no values; --active MASK says which lanes run", op->name);
        return cli_misuse(what, r->word[1]);
    }
    if (op_takes_value(op) && !r->lanes.values) {
        snprintf(what, sizeof what, "%s needs the values of the lanes, from lane 0 on; - for an inactive lane",
                 op->name);
        return cli_misuse(what, NULL);
    }
    return WF_EXIT_OK;
}

static enum wf_exit choose_type(struct request *r)
{
    char what[128];
    r->type = r->type_name ? op_type_named(r->type_name) : op_takes_bool(&r->op) ? OP_BOOL :
        op_type_of(r->word + 1, r->lanes.values);
    if (r->type == OP_TYPES)
        return cli_misuse("--type is u32, i32, f32, u64, i64, f64, f16 or bool, not", r->type_name);
    if (op_type_refused(&r->op, r->type)) {
        snprintf(what, sizeof what, "%s takes %s, not", r->op.name, op_type_refused(&r->op, r->type));
        return cli_misuse(what, op_types[r->type].name);
    }
    return WF_EXIT_OK;
}

/* ---- what each lane reads ---------------------------------------------------------------------------------------- */

static enum wf_exit read_values(struct request *r)
{
    struct op_value value;
    char what[128];
    r->components = op_takes_value(&r->op) ? 0 : 1;
    for (unsigned lane = 0; lane < r->lanes.values; lane++) {
        const char *word = r->word[1 + lane];
        if (!strcmp(word, "-"))
            continue;
        const unsigned components = op_value_read(word, r->type, &value);
        if (!components)
            return WF_EXIT_MISUSE;
        if (r->components && components != r->components) {
            snprintf(what, sizeof what, "the value of lane %u has another number of components", lane);
            return cli_misuse(what, word);
        }
        r->components = components;
        if (op_takes_bool(&r->op) && components > 1) {
            snprintf(what, sizeof what, "%s takes one bool of a lane, not", r->op.name);
            return cli_misuse(what, word);
        }
        memcpy(r->in + lane * OP_IN_WORDS + OP_AT_VALUE, value.word, sizeof value.word);
    }
    r->components = r->components ? r->components : 1;      /* every lane is inactive */
    return WF_EXIT_OK;
}

static enum wf_exit take_mask(void *user, unsigned lane, const char *text, size_t length)
{
    struct request *r = user;
    struct op_mask mask;
    if (!op_mask_read(text, length, &mask))
        return cli_misuse("--mask needs masks of lanes, such as 0x0b,0x14, not", r->masks);
    memcpy(r->in + lane * OP_IN_WORDS + OP_AT_MASK, mask.word, sizeof mask.word);
    return WF_EXIT_OK;
}

static enum wf_exit take_index(void *user, unsigned lane, const char *text, size_t length)
{
    struct request *r = user;
    return lanes_number("--index", text, length, &r->in[lane * OP_IN_WORDS + OP_AT_INDEX]);
}

/* Scans over clusters that SPIR-V does not have are scans over the lanes of the own cluster. */
static void set_clusters(struct request *r)
{
    for (unsigned lane = 0; lane < r->lanes.wave_size; lane++)
        for (unsigned i = lane / r->cluster * r->cluster, n = 0; n < r->cluster; i++, n++)
            r->in[lane * OP_IN_WORDS + OP_AT_MASK + i / 32] |= UINT32_C(1) << i % 32;
}

static enum wf_exit read_operands(struct request *r)
{
    r->in = calloc((size_t)r->lanes.wave_size * OP_IN_WORDS, sizeof *r->in);
    if (!r->in)
        return cli_no_memory();
    for (unsigned lane = 0; lane < r->lanes.wave_size; lane++)
        r->in[lane * OP_IN_WORDS + OP_AT_FLAGS] = (op_mask_bit(&r->lanes.runs, lane) ? OP_RUNS : 0) |
                                                  (op_mask_bit(&r->lanes.helpers, lane) ? OP_HELPER : 0);
    enum wf_exit status = read_values(r);
    if (!status && r->masks)
        status = lanes_list(&r->lanes, "--mask", r->masks, take_mask, r);
    if (!status && r->indices)
        status = lanes_list(&r->lanes, "--index", r->indices, take_index, r);
    if (!status && r->cluster && r->op.mode != WF_SCAN_REDUCE)
        set_clusters(r);
    return status;
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */

/* Helper lanes store what a quad operation gave them. */
static void let_helpers_store(struct wf_kernel *kernel)
{
    for (size_t i = 0; i < kernel->count; i++) {
        struct wf_insn insn = wf_insn_decode(kernel->code[i]);
        if (insn.op != WF_OP_GST)
            continue;
        insn.op = WF_OP_GSTP;
        kernel->code[i] = wf_insn_encode(&insn);
    }
}

static void print(const struct request *r, const uint32_t *out)
{
    const enum op_type type = op_result(&r->op, r->type);
    for (unsigned lane = 0; lane < r->lanes.wave_size; lane++) {
        const uint32_t *word = out + lane * OP_OUT_WORDS;
        const bool takes_part = op_mask_bit(&r->lanes.runs, lane) &&
                                (op_is_of_quads(&r->op) || !op_mask_bit(&r->lanes.helpers, lane));
        if (lane)
            putchar(' ');
        if (!takes_part)
            putchar('-');
        else if (op_gives_mask(&r->op))
            op_mask_print(stdout, word, r->lanes.wave_size);
        else
            for (unsigned n = 0; n < r->components; n++) {
                if (n)
                    putchar(':');
                op_value_print(stdout, type, word + 2 * n, r->hex);
            }
    }
    putchar('\n');
}

static enum wf_exit execute(struct request *r, struct run *run, uint32_t *module, size_t words)
{
    const struct wf_shader_buffer buffer[] = {
        {.binding = 0, .word = r->in, .words = r->lanes.wave_size * OP_IN_WORDS},
        {.binding = 1, .words = r->lanes.wave_size * OP_OUT_WORDS}};
    const struct wf_shader_dispatch dispatch = {.name = r->op.name, .module = module, .module_words = words,
                                                .buffer = buffer, .buffers = 2, .groups = {1, 1, 1}};
    uint32_t out[WF_MAX_LANES * OP_OUT_WORDS];
    run->input.text.shader = &dispatch;
    run->kernel = wf_text_parse_inputs(run->file, &run->input.text, &run->device, r->lanes.wave_size,
                                       &run->input.inputs);
    if (!run->kernel)
        return wf_inputs_status(&run->input.inputs);
    if (op_is_of_quads(&r->op))
        let_helpers_store(run->kernel);
    const enum wf_exit status = run_for_words(run, 1, out, r->lanes.wave_size * OP_OUT_WORDS, NULL);
    if (!status)
        print(r, out);
    return status;
}

static enum wf_exit perform(struct request *r, const char *command)
{
    const struct op_module_options options = {
        .type = r->type, .components = r->components, .wave_size = r->lanes.wave_size,
        .masked = r->masks || (r->cluster && r->op.mode != WF_SCAN_REDUCE), .cluster = r->cluster};
    struct run run = {.file = r->op.name, .command = command, .rtl = r->rtl, .lanes = r->device_lanes,
                      .is_shader = true, .wave_size = r->lanes.wave_size, .races = "off"};
    size_t words;
    uint32_t *module = op_module(&r->op, &options, &words);
    enum wf_exit status = module ? run_choose_device(&run) : cli_no_memory();
    if (!status)
        status = execute(r, &run, module, words);
    run_words_free(&run);
    free(module);
    return status;
}

static enum wf_exit prepare(struct request *r)
{
    if (!r->words)
        return cli_misuse("an operation is missing; wavefold op --list has all", NULL);
    if (!op_named(r->word[0], &r->op))
        return WF_EXIT_MISUSE;
    r->lanes.value = r->word + 1;
    r->lanes.values = r->words - 1;
    r->lanes.valueless = !op_takes_value(&r->op);
    enum wf_exit status = check_options(r);
    if (!status)
        status = choose_type(r);
    if (!status)
        status = lanes_choose(&r->lanes);
    if (!status && r->cluster > r->lanes.wave_size)
        status = cli_misuse("--cluster is larger than the wave, which has fewer lanes", NULL);
    return status ? status : read_operands(r);
}

static enum wf_exit list(const struct request *r)
{
    if (r->words)
        return cli_misuse("--list takes no operation", r->word[0]);
    op_list(stdout);
    return cli_close_stdout(WF_EXIT_OK);
}

enum wf_exit cli_op(int argc, char **argv)
{
    struct request r = {.words = 0};
    const struct cli_option known[] = {
        CLI_CHOICE("--on", &r.rtl, "model", "rtl"), CLI_LANES("--lanes", &r.device_lanes),
        CLI_LANES("--wave-size", &r.lanes.wave_size), CLI_TEXT("--active", &r.lanes.active),
        CLI_TEXT("--helper", &r.lanes.helper), CLI_TEXT("--type", &r.type_name), CLI_TEXT("--mask", &r.masks),
        {.name = "--cluster", .take = take_cluster, .to.small = &r.cluster}, CLI_TEXT("--index", &r.indices),
        CLI_FLAG("--hex", &r.hex), CLI_FLAG("--list", &r.list), CLI_LAST};
    char *command = wf_shell_command("op", argc, argv);
    r.word = calloc((size_t)argc + 1, sizeof *r.word);
    enum wf_exit status = r.word && command ? cli_parse_words(argc, argv, known, true, r.word, &r.words) :
        cli_no_memory();
    if (!status)
        status = r.list ? list(&r) : prepare(&r);
    if (!status && !r.list) {
        status = perform(&r, command);
        status = cli_close_stdout(status);
    }
    free(r.in);
    free(r.word);
    free(command);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 * cmd_occupancy.c - wavefold occupancy: how many groups and waves of a kernel a device holds, and what ends first.
 */
#include <inttypes.h>
#include <stdio.h>

#include "cli.h"
#include "json.h"
#include "shader_file.h"

struct options {
    const char *file, *variant;
    unsigned lanes, wave_size;
    bool json;
    struct shader_options shader;
};

static enum wf_exit parse(int argc, char **argv, struct options *o)
{
    *o = (struct options){.lanes = 0};
    const struct cli_option known[] = {
        CLI_LANES("--lanes", &o->lanes), CLI_LANES("--wave-size", &o->wave_size), CLI_ONCE("--variant", &o->variant),
        CLI_FLAG("--json", &o->json), SHADER_LOOK_ROWS(&o->shader), CLI_LAST};
    enum wf_exit status = cli_parse_file(argc, argv, known, &o->file, "a file is missing");
    if (!status)
        status = shader_check_options(&o->shader, o->file, o->variant, false);
    if (status)
        return status;
    o->lanes = cli_device_lanes(o->lanes, o->wave_size);
    return cli_wave_fits(o->wave_size, o->lanes);
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

static void put_heading(const struct wf_device *d, bool many)
{
    printf("device: %u lanes, %u wave slots, %u group slots, %u rows of registers, %u bytes of groupshared memory\n\n",
           d->lanes, d->waves, d->groups, wf_device_reg_rows(d), 4 * d->lds_words);
    printf("%*s            a group            groups that fit by                      resident\n", many ? 10 : 0, "");
    printf("%swave size   waves  registers  groupshared   slots  group slots  registers  groupshared   groups  waves  "
           "of slots  limited by\n", many ? "dispatch  " : "");
}

static void put_count(int width, uint64_t count)
{
    if (count == UINT64_MAX)
        printf("%*s", width, "-");
    else
        printf("%*" PRIu64, width, count);
}

static const char *const limits[WF_OCCUPANCY_BYS] = {"slots", "group slots", "registers", "groupshared"};

/* "slots, registers": all that end at the same time. */
static void put_limits(const struct wf_occupancy *o)
{
    const char *before = "  ";
    for (unsigned i = 0; i < WF_OCCUPANCY_BYS; i++)
        if (o->by[i] == o->groups) {
            printf("%s%s", before, limits[i]);
            before = ", ";
        }
    putchar('\n');
}

/* The same as a member of an array; `dispatch`: its number, 0: it is the only one. */
static void put_json_row(struct json *json, const struct wf_kernel *kernel, const struct wf_device *device,
                         const struct wf_shape *shape, unsigned dispatch)
{
    static const char *const names[WF_OCCUPANCY_BYS] = {"groups_by_slots", "groups_by_group_slots",
                                                        "groups_by_registers", "groups_by_lds"};
    const struct wf_occupancy o = wf_dispatch_occupancy(&kernel->desc, device, shape);
    json_begin(json, NULL, '{');
    if (dispatch)
        json_number(json, "dispatch", dispatch);
    json_number(json, "wave_size", shape->wave_size);
    json_number(json, "waves", shape->waves);
    json_number(json, "registers", wf_dispatch_registers(&kernel->desc, device));
    json_number(json, "groupshared", kernel->desc.groupshared_bytes);
    for (unsigned i = 0; i < WF_OCCUPANCY_BYS; i++)
        if (o.by[i] == UINT64_MAX)
            json_null(json, names[i]);
        else
            json_number(json, names[i], o.by[i]);
    json_number(json, "occupancy_groups", o.groups);
    json_number(json, "occupancy_waves", o.waves);
    json_begin(json, "limited_by", '[');
    for (unsigned i = 0; i < WF_OCCUPANCY_BYS; i++)
        if (o.by[i] == o.groups)
            json_text(json, NULL, limits[i]);
    json_end(json, ']');
    json_end(json, '}');
}

static void begin_json(struct json *json, const struct options *o, const struct wf_device *d)
{
    json_begin(json, NULL, '{');
    json_text(json, "kernel", o->file);
    json_text(json, "variant", o->variant);
    json_number(json, "lanes", d->lanes);
    json_number(json, "wave_slots", d->waves);
    json_number(json, "group_slots", d->groups);
    json_number(json, "register_rows", wf_device_reg_rows(d));
    json_number(json, "groupshared", 4 * (uint64_t)d->lds_words);
    json_begin(json, "rows", '[');
}

static void put_row(const struct wf_kernel *kernel, const struct wf_device *device, const struct wf_shape *shape)
{
    const struct wf_occupancy o = wf_dispatch_occupancy(&kernel->desc, device, shape);
    printf("%9u  %6u  %9u  %11" PRIu32, shape->wave_size, shape->waves, wf_dispatch_registers(&kernel->desc, device),
           kernel->desc.groupshared_bytes);
    put_count(8, o.by[WF_BY_SLOTS]);
    put_count(13, o.by[WF_BY_GROUPS]);
    put_count(11, o.by[WF_BY_REGISTERS]);
    put_count(13, o.by[WF_BY_LDS]);
    printf("%9u %6u %8.1f%%", o.groups, o.waves, 100.0 * o.waves / device->waves);
    put_limits(&o);
}

/* ---- kernels at every wave size ---------------------------------------------------------------------------------- */

/* Says why there is no row. */
static enum wf_exit explain(const struct options *o, const struct wf_text *text, const struct wf_device *device)
{
    struct wf_inputs inputs = {0};
    struct wf_kernel *kernel = wf_text_parse_inputs(o->file, text, device, o->wave_size, &inputs);
    const enum wf_exit status = wf_inputs_status(&inputs);
    if (kernel)                                         /* it expects to be refused */
        fprintf(stderr, "%s: error: no dispatch that a device of %u lanes takes\n", o->file, device->lanes);
    wf_kernel_free(kernel);
    wf_inputs_free(&inputs);
    return status;
}

/* The rows of a wave size, one for each dispatch (0: its own); false: not this size.  *any: there is a row already. */
static bool put_rows(const struct options *o, const struct wf_text *text, const struct wf_device *device, unsigned size,
                     struct json *json, bool *any)
{
    struct wf_kernel *first = wf_text_parse_silently(o->file, text, device, size);
    const bool taken = first, several = first && first->next;
    unsigned number = 1;
    for (const struct wf_kernel *kernel = first; kernel; kernel = kernel->next, number++) {
        struct wf_shape shape;
        if (wf_dispatch_check(&kernel->desc, device, &shape) != WF_REJECT_NONE)
            continue;
        if (!*any && o->json)
            begin_json(json, o, device);
        else if (!*any)
            put_heading(device, several);
        if (o->json)
            put_json_row(json, kernel, device, &shape, several ? number : 0);
        else if (several)
            printf("%8u  ", number);
        if (!o->json)
            put_row(kernel, device, &shape);
        *any = true;
    }
    wf_kernel_free(first);
    return taken;
}

static enum wf_exit table(const struct options *o, const struct wf_text *text)
{
    const struct wf_device device = wf_build_device(o->lanes);
    struct json json = {.file = stdout};
    bool any = false, taken = o->wave_size;
    if (o->wave_size)
        put_rows(o, text, &device, o->wave_size, &json, &any);
    for (unsigned size = 4; !o->wave_size && size <= o->lanes; size *= 2)
        taken |= put_rows(o, text, &device, size, &json, &any);
    if (!taken)                                         /* no size is one of all its dispatches */
        put_rows(o, text, &device, 0, &json, &any);
    if (any && o->json) {
        json_end(&json, ']');
        json_end(&json, '}');
    }
    return any ? WF_EXIT_OK : explain(o, text, &device);
}

enum wf_exit cli_occupancy(int argc, char **argv)
{
    struct options o;
    struct input input = {.buffers = 0};
    enum wf_exit status = parse(argc, argv, &o);
    if (!status)
        status = input_read(&input, o.file, o.variant, &o.shader, true);
    if (!status)
        status = cli_close_stdout(table(&o, &input.text));
    shader_options_free(&o.shader);
    input_free(&input);
    return status;
}

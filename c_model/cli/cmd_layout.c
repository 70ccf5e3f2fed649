/* SPDX-License-Identifier: Apache-2.0
 * cmd_layout.c - wavefold layout: which thread of a group is in which lane of which wave.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json.h"
#include "kernel_file.h"

static void print_table(const struct wf_desc *desc, const struct wf_shape *shape, const uint32_t group[3])
{
    puts("wave\tlane\tx\ty\tz\tdispatch_x\tdispatch_y\tdispatch_z\tgroup_index");
    for (unsigned wave = 0; wave < shape->waves; wave++) {
        bool empty = true;
        for (unsigned lane = 0; lane < shape->wave_size; lane++) {
            uint32_t tid[3], index;
            if (!wf_pack_thread(desc, shape, wave, lane, tid, &index))
                continue;
            empty = false;
            printf("%u\t%u\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32
                   "\n", wave, lane, tid[0], tid[1], tid[2], group[0] * desc->threads[0] + tid[0],
                   group[1] * desc->threads[1] + tid[1], group[2] * desc->threads[2] + tid[2], index);
        }
        if (empty)
            printf("%u\t-\t-\t-\t-\t-\t-\t-\t-\n", wave);
    }
}

/* Waves that got no thread are the last ones. */
static void print_empty_waves(const struct wf_desc *desc, const struct wf_shape *shape)
{
    unsigned first = shape->waves;
    uint32_t tid[3], index;
    while (first > 0 && !wf_pack_thread(desc, shape, first - 1, 0, tid, &index))
        first--;
    if (first + 1 == shape->waves)
        printf("\nwave %u: no thread\n", first);
    else if (first < shape->waves)
        printf("\nwaves %u to %u: no thread\n", first, shape->waves - 1);
}

/* The group as a grid, a slice of z after the other: wave.lane at the place of each thread. */
static bool print_picture(const struct wf_desc *desc, const struct wf_shape *shape)
{
    const uint32_t *size = desc->threads;
    struct place { unsigned wave, lane; } *place = calloc((size_t)size[0] * size[1] * size[2], sizeof *place);
    if (!place)
        return false;
    for (unsigned wave = 0; wave < shape->waves; wave++)
        for (unsigned lane = 0; lane < shape->wave_size; lane++) {
            uint32_t tid[3], index;
            if (wf_pack_thread(desc, shape, wave, lane, tid, &index))
                place[(tid[2] * size[1] + tid[1]) * size[0] + tid[0]] = (struct place){wave, lane};
        }
    char text[32];
    int width = snprintf(text, sizeof text, "%u.%u", shape->waves - 1, shape->wave_size - 1);
    for (uint32_t z = 0; z < size[2]; z++) {
        if (size[2] > 1)
            printf("%sz = %" PRIu32 "\n", z ? "\n" : "", z);
        for (uint32_t y = 0; y < size[1]; y++) {
            for (uint32_t x = 0; x < size[0]; x++) {
                const struct place *p = &place[(z * size[1] + y) * size[0] + x];
                snprintf(text, sizeof text, "%u.%u", p->wave, p->lane);
                printf("%s%*s", x ? "  " : "", width, text);
            }
            putchar('\n');
        }
    }
    free(place);
    print_empty_waves(desc, shape);
    return true;
}

static void put_triple(struct json *json, const char *name, const uint32_t x[3])
{
    json_format(json, name, "[%" PRIu32 ", %" PRIu32 ", %" PRIu32 "]", x[0], x[1], x[2]);
}

/* Each wave with its lanes that have a thread. */
static void print_json(const struct wf_desc *desc, const struct wf_shape *shape, const uint32_t group[3])
{
    struct json json = {.file = stdout};
    json_begin(&json, NULL, '{');
    put_triple(&json, "numthreads", desc->threads);
    json_number(&json, "wave_size", shape->wave_size);
    put_triple(&json, "group", group);
    json_begin(&json, "waves", '[');
    for (unsigned wave = 0; wave < shape->waves; wave++) {
        json_begin(&json, NULL, '{');
        json_number(&json, "wave", wave);
        json_begin(&json, "lanes", '[');
        for (unsigned lane = 0; lane < shape->wave_size; lane++) {
            uint32_t thread[3], dispatch[3], index;
            if (!wf_pack_thread(desc, shape, wave, lane, thread, &index))
                continue;
            for (unsigned i = 0; i < 3; i++)
                dispatch[i] = group[i] * desc->threads[i] + thread[i];
            json_begin(&json, NULL, '{');
            json_number(&json, "lane", lane);
            put_triple(&json, "thread", thread);
            put_triple(&json, "dispatch_thread", dispatch);
            json_number(&json, "group_index", index);
            json_end(&json, '}');
        }
        json_end(&json, ']');
        json_end(&json, '}');
    }
    json_end(&json, ']');
    json_end(&json, '}');
}

struct options {
    struct wf_desc desc;
    uint32_t group[3];
    bool threads, picture, json;
};

/* N or N,idle */
static enum wf_exit take_extra(const struct cli_option *option, const char *value)
{
    struct options *o = option->to.other;
    const char *end = cli_digits_32(value, &o->desc.extra_waves);
    o->desc.extra_idle = end && !strcmp(end, ",idle");
    return end && (!*end || o->desc.extra_idle) ? WF_EXIT_OK :
           cli_misuse("--extra needs a number from 0 to 4294967295, or one and \",idle\", not", value);
}

static enum wf_exit take_threads(const struct cli_option *option, const char *value)
{
    struct options *o = option->to.other;
    o->threads = true;
    return cli_numbers(value, o->desc.threads) == 3 ? WF_EXIT_OK :
        cli_misuse("--numthreads needs X,Y,Z: X and Y from 1 to 1024, Z from 1 to 64, at most 1024 in all, not", value);
}

static enum wf_exit take_group(const struct cli_option *option, const char *value)
{
    return cli_numbers(value, option->to.other) == 3 ? WF_EXIT_OK :
        cli_misuse("--group needs GX,GY,GZ, each from 0 to 4294967295, not", value);
}

/* A shape that no dispatch may have, with what the option takes. */
static enum wf_exit refuse(enum wf_reject code, const struct wf_device *device)
{
    fprintf(stderr, "wavefold: error: %s; ", wf_reject_text(code));
    if (code == WF_REJECT_TOO_MANY_WAVES)
        fprintf(stderr, "a group has at most %u waves, --extra included\n", device->waves);
    else
        fputs("--numthreads takes X and Y from 1 to 1024, Z from 1 to 64, at most 1024 in all\n", stderr);
    return WF_EXIT_INPUT;
}

enum wf_exit cli_layout(int argc, char **argv)
{
    struct options o = {.desc = {.stage = WF_STAGE_COMPUTE, .shader_model = 0x060a, .has_numthreads = true,
                                 .wavesize_kind = WF_WAVESIZE_FIXED, .grid = {1, 1, 1}}};
    const struct cli_option known[] = {
        CLI_OTHER("--numthreads", take_threads, &o), CLI_LANES("--wave-size", &o.desc.wavesize_min),
        CLI_OTHER("--group", take_group, o.group), CLI_OTHER("--extra", take_extra, &o),
        CLI_FLAG("--picture", &o.picture), CLI_FLAG("--json", &o.json), CLI_LAST};
    const enum wf_exit status = cli_parse(argc, argv, known, NULL, "layout takes no file");
    if (status)
        return status;
    if (!o.threads || !o.desc.wavesize_min)
        return cli_misuse(o.threads ? "--wave-size is missing" : "--numthreads is missing", NULL);
    if (o.picture && o.json)
        return cli_misuse("the layout is a picture or JSON, not both: --picture and --json", NULL);
    struct wf_device device = wf_build_device(WF_MAX_LANES);
    device.waves = 256;
    struct wf_shape shape;
    enum wf_reject code = wf_dispatch_check(&o.desc, &device, &shape);
    if (code)
        return refuse(code, &device);
    if (o.json)
        print_json(&o.desc, &shape, o.group);
    else if (!o.picture)
        print_table(&o.desc, &shape, o.group);
    else if (!print_picture(&o.desc, &shape))
        return cli_no_memory();
    return cli_close_stdout(WF_EXIT_OK);
}

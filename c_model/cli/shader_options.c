/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "shader_options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "contents.h"
#include "shell.h"

enum { MOST_WAVES = 65535 };             /* what the device has not is refused with the rules of a dispatch */

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* X, X,Y or X,Y,Z: groups of the grid. */
static enum wf_exit set_groups(struct shader_options *o, const char *value)
{
    if (o->has_groups)
        return cli_twice("--groups", value);
    o->groups[0] = o->groups[1] = o->groups[2] = 1;
    o->dimensions = cli_numbers(value, o->groups);
    o->has_groups = o->dimensions > 0;
    return o->has_groups ? WF_EXIT_OK :
           cli_misuse("--groups needs the groups of the grid as X, X,Y or X,Y,Z, not", value);
}

/* N or N,idle */
static enum wf_exit set_extra(struct shader_options *o, const char *value)
{
    const char *end = cli_digits_32(value, &o->extra_waves);
    o->extra_idle = end && !strcmp(end, ",idle");
    if (end && o->extra_waves <= MOST_WAVES && (!*end || o->extra_idle))
        return WF_EXIT_OK;
    return cli_misuse("--extra needs a number of waves, then perhaps \",idle\", not", value);
}

/* MAJOR.MINOR */
static enum wf_exit set_model(struct shader_options *o, const char *value)
{
    uint32_t major = 0, minor = 0;
    const char *at = cli_digits_32(value, &major);
    at = at && *at == '.' ? cli_digits_32(at + 1, &minor) : NULL;
    if (!at || *at || !major || major > 255 || minor > 255)
        return cli_misuse("--shader-model needs a shader model such as 6.10, both numbers at most 255, not", value);
    o->shader_model = (uint16_t)(major << 8 | minor);
    return WF_EXIT_OK;
}

static enum wf_exit set_preference(struct shader_options *o, const char *value)
{
    o->prefer_small = !strcmp(value, "small");
    o->prefer_large = !strcmp(value, "large");
    return o->prefer_small || o->prefer_large ? WF_EXIT_OK : cli_misuse("--prefer is small or large, not", value);
}

static enum wf_exit set_precision(struct shader_options *o, const char *value)
{
    o->near_division = !strcmp(value, "off");
    return o->near_division || !strcmp(value, "on") ? WF_EXIT_OK :
        cli_misuse("--precise-division is on or off, not", value);
}

/* ---- lists ------------------------------------------------------------------------------------------------------- */

/* ID or NAME, then `=`. */
static enum wf_exit add_spec(struct shader_options *o, const char *value)
{
    struct shader_spec spec = {.text = value};
    const char *end = *value >= '0' && *value <= '9' ? cli_digits_32(value, &spec.id) : value + strcspn(value, "=");
    if (!end || *end != '=' || !end[1] || end == value || *value == '-')
        return cli_misuse("--spec needs ID=VALUE or NAME=VALUE, a specialization constant and a number, not", value);
    if (*value < '0' || *value > '9') {
        spec.name = value;
        spec.length = (size_t)(end - value);
    }
    spec.value = end + 1;
    struct shader_spec *more = realloc(o->spec, (o->specs + 1) * sizeof *more);
    if (!more)
        return cli_no_memory();
    o->spec = more;
    o->spec[o->specs++] = spec;
    return shader_options_check(o);
}

/* "light.colour[2]=1,2,3": letters and digits of a path before `=`. */
static size_t path_length(const char *value)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
    size_t length = strspn(value, letters);
    if (length)
        length += strspn(value + length, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789.[]");
    return value[length] == '=' ? length : 0;
}

/* All words, or one member. */
static enum wf_exit add_push(struct shader_options *o, const char *value)
{
    const struct cli_option whole = CLI_ONCE("--push", &o->push);
    const struct shader_member member = {.path = value, .length = path_length(value),
                                         .value = value + path_length(value) + 1};
    enum wf_exit status = WF_EXIT_OK;
    if (!member.length)
        status = cli_take_once(&whole, value);
    else if (!*member.value)
        return cli_misuse("--push needs MEMBER=VALUE, such as scale=2.5 or offset=1,2,3, not", value);
    if (status || !member.length)
        return status ? status : shader_options_check(o);
    struct shader_member *more = realloc(o->member, (o->members + 1) * sizeof *more);
    if (!more)
        return cli_no_memory();
    o->member = more;
    o->member[o->members++] = member;
    return shader_options_check(o);
}

static enum wf_exit bad_bind(bool own, const char *value)
{
    return cli_misuse(own ? "--buffer needs NAME=IN or NAME=IN:OUT, such as list=text:1,2,3, not" :
                      "--bind needs SET.BINDING=IN or SET.BINDING=IN:OUT, such as 0.1=zero:64:out.bin, NAME=IN, or "
                      "0.1[2]=zero:64 for an array of blocks, not", value);
}

static enum wf_exit add_image(struct shader_options *o, const char *value)
{
    if (o->binds + o->images == WF_MAX_BUFFERS)
        return cli_misuse("too many bindings", value);
    struct image_option *image = &o->image[o->images];
    const enum wf_exit status = image_option_parse(value, image);
    if (status)
        return status;
    o->images++;
    return shader_options_check(o);
}

static enum wf_exit add_sampler(struct shader_options *o, const char *value)
{
    if (o->samplers == WF_MAX_BUFFERS)
        return cli_misuse("too many samplers", value);
    struct wf_shader_sampler *sampler = &o->sampler[o->samplers];
    char why[160], what[200];
    struct binding *binding = &o->sampler_at[o->samplers];
    const char *at = binding_take_element(value, binding);
    if (!at || *at != '=' || !at[1])
        return cli_misuse("--sampler needs SET.BINDING=WORDS or NAME=WORDS, such as 0.1=linear,repeat, or 0.1[2]="
                          "linear for an array of samplers, not", value);
    if (!wf_sampler_parse(at + 1, &sampler->sampler, why)) {
        snprintf(what, sizeof what, "--sampler: %s, in", why);
        return cli_misuse(what, value);
    }
    sampler->set = binding->set;
    sampler->binding = binding->binding;
    sampler->element = binding->element;
    o->sampler_text[o->samplers++] = value;
    return shader_options_check(o);
}

/* IN names a buffer; false: it does not, though it begins with @. */
static bool take_piece(struct shader_bind *bind)
{
    bind->is_piece = *bind->in == '@';
    return !bind->is_piece || (!bind->name && piece_take_all(bind->in + 1, &bind->piece));
}

static enum wf_exit add_bind(struct shader_options *o, bool own, const char *value)
{
    struct shader_bind *bind = &o->bind[o->binds];
    if (o->binds + o->images == WF_MAX_BUFFERS)
        return cli_misuse("too many bindings", value);
    *bind = (struct shader_bind){.value = value};
    const char *at = own ? binding_take_own(value, &bind->at) : binding_take_element(value, &bind->at);
    if (!at || *at != '=' || !at[1])
        return bad_bind(own, value);
    const char *in = at + 1, *behind = in + contents_length(in);
    if (behind == in || (*behind && (!behind[1] || strchr(behind + 1, ':'))))
        return bad_bind(own, value);
    bind->out = *behind ? behind + 1 : NULL;
    bind->in = strndup(in, (size_t)(behind - in));
    bind->name = own ? strndup(value, bind->at.length) : NULL;
    o->binds++;
    if (!bind->in || (own && !bind->name))
        return cli_no_memory();
    return take_piece(bind) ? shader_options_check(o) :
           cli_misuse(own ? "--buffer: a buffer of its own has contents, not" :
                      "--bind: a buffer that is bound already is @SET.BINDING or @NAME, a piece of it @0.1+256 or "
                      "@0.1+256,64 (its first byte and size), not", value);
}

static enum wf_exit add_expectation(struct shader_options *o, const char *value)
{
    struct expectation *e = &o->expect[o->expects];
    if (o->expects == WF_MAX_BUFFERS)
        return cli_misuse("too many expectations", value);
    const enum wf_exit status = expectation_take(e, value);
    if (status)
        return status;
    o->expects++;
    return shader_options_check(o);
}

enum wf_exit shader_option(const struct cli_option *option, const char *value)
{
    struct shader_options *o = option->to.other;
    const struct cli_option entry = CLI_ONCE("--entry", &o->entry);
    const struct cli_option task = CLI_ONCE("--task", &o->task), name = CLI_ONCE("--task-entry", &o->task_entry);
    const struct cli_option number = CLI_SMALL("--num-waves", &o->num_waves, 1, MOST_WAVES);
    if (!o->first)
        o->first = option->name;
    if (!o->draw.first && option->least > SHADER_DRAW)
        o->draw.first = option->name;
    if (!o->vertices.first_option && (option->least == SHADER_FIRST_VERTEX || option->least == SHADER_FIRST_INSTANCE))
        o->vertices.first_option = option->name;
    switch ((enum shader_option)option->least) {
    case SHADER_ENTRY:  return cli_take_once(&entry, value);
    case SHADER_PUSH:   return add_push(o, value);
    case SHADER_TASK:   return cli_take_once(&task, value);
    case SHADER_TASK_ENTRY: return cli_take_once(&name, value);
    case SHADER_SPEC:   return add_spec(o, value);
    case SHADER_BIND:   return add_bind(o, false, value);
    case SHADER_BUFFER: return add_bind(o, true, value);
    case SHADER_EXPECT: return add_expectation(o, value);
    case SHADER_IMAGE:  return add_image(o, value);
    case SHADER_SAMPLER: return add_sampler(o, value);
    case SHADER_GROUPS: return set_groups(o, value);
    case SHADER_VERTICES: return vertices_take(&o->vertices, value);
    case SHADER_PRIMITIVES: return primitives_take(&o->vertices, value);
    case SHADER_PATCHES: return patches_take(&o->vertices, value);
    case SHADER_FIRST_VERTEX: return vertices_take_first(&o->vertices, value);
    case SHADER_FIRST_INSTANCE: return vertices_take_first_instance(&o->vertices, value);
    case SHADER_DRAW: return draw_take(&o->draw, value);
    case SHADER_SAMPLES: return draw_take_samples(&o->draw, value);
    case SHADER_FACING: return draw_take_facing(&o->draw, value);
    case SHADER_DEPTH: return draw_take_depth(&o->draw, value);
    case SHADER_CLIP_W: return draw_take_w(&o->draw, value);
    case SHADER_INPUT: return draw_take_input(&o->draw, value);
    case SHADER_OUTPUT: return draw_take_output(&o->draw, value);
    case SHADER_EXTRA:  return set_extra(o, value);
    case SHADER_MODEL:  return set_model(o, value);
    case SHADER_PREFER: return set_preference(o, value);
    case SHADER_PRECISE: return set_precision(o, value);
    case SHADER_NUM_WAVES: return cli_take_small(&number, value);
    }
    return WF_EXIT_MISUSE;
}

enum wf_stage shader_options_stage(const struct shader_options *o)
{
    return o->draw.given ? WF_STAGE_PIXEL : o->vertices.lanes.stage;
}

void shader_options_free(struct shader_options *o)
{
    for (unsigned i = 0; i < o->binds; i++) {
        free(o->bind[i].in);
        free(o->bind[i].name);
    }
    for (unsigned i = 0; i < o->expects; i++)
        free(o->expect[i].in);
    for (unsigned i = 0; i < o->images; i++)
        free(o->image[i].in);
    draw_options_free(&o->draw);
    free(o->spec);
    free(o->member);
    *o = (struct shader_options){.first = NULL};
}

/* ---- as a shell takes them --------------------------------------------------------------------------------------- */

void shader_options_write(const struct shader_options *o, FILE *file)
{
    if (o->entry) {
        fputs(" --entry ", file);
        wf_shell_word(file, o->entry);
    }
    if (o->task) {
        fputs(" --task ", file);
        wf_shell_word(file, o->task);
    }
    if (o->task_entry) {
        fputs(" --task-entry ", file);
        wf_shell_word(file, o->task_entry);
    }
    if (o->has_groups)
        for (unsigned i = 0; i < o->dimensions; i++)
            fprintf(file, "%s%" PRIu32, i ? "," : " --groups ", o->groups[i]);
    vertices_write(&o->vertices, file);
    draw_options_write(&o->draw, file);
    for (unsigned i = 0; i < o->binds; i++) {
        fputs(o->bind[i].name ? " --buffer " : " --bind ", file);
        binding_write(&o->bind[i].at, file);
        if (o->bind[i].at.element)
            fprintf(file, "[%" PRIu32 "]", o->bind[i].at.element);
        fputc('=', file);
        wf_shell_part(file, o->bind[i].in);
    }
    for (unsigned i = 0; i < o->expects; i++) {
        fputs(" --expect ", file);
        wf_shell_part(file, o->expect[i].value);
    }
    for (unsigned i = 0; i < o->images; i++)
        image_option_write(&o->image[i], file);
    for (unsigned i = 0; i < o->samplers; i++) {
        fputs(" --sampler ", file);
        wf_shell_part(file, o->sampler_text[i]);
    }
    for (size_t i = 0; i < o->members; i++) {
        fputs(" --push ", file);
        wf_shell_part(file, o->member[i].path);
    }
    if (o->push) {
        fputs(" --push ", file);
        wf_shell_word(file, o->push);
    }
    for (size_t i = 0; i < o->specs; i++) {
        fputs(" --spec ", file);
        wf_shell_part(file, o->spec[i].text);
    }
    if (o->extra_waves)
        fprintf(file, " --extra %" PRIu32 "%s", o->extra_waves, o->extra_idle ? ",idle" : "");
    if (o->num_waves)
        fprintf(file, " --num-waves %" PRIu32, o->num_waves);
    if (o->shader_model)
        fprintf(file, " --shader-model %u.%u", o->shader_model >> 8, o->shader_model & 255u);
    if (o->prefer_small || o->prefer_large)
        fprintf(file, " --prefer %s", o->prefer_small ? "small" : "large");
    if (o->near_division)
        fputs(" --precise-division off", file);
}

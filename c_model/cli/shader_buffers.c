/* SPDX-License-Identifier: Apache-2.0 */
#include "shader_reader.h"

#include <inttypes.h>
#include <string.h>

#include "binding_names.h"
#include "draw_file.h"
#include "fill.h"
#include "image_file.h"
#include "push.h"

/* 1 + the number of a buffer, which is that of its option. */
static uint32_t find_buffer(const void *user, const struct binding *buffer)
{
    const struct reader *r = user;
    struct binding known = *buffer;
    binding_name_know(r->shader, r->options, &known);
    if (r->task)
        binding_name_know(r->task, r->options, &known);
    for (unsigned i = 0; i < r->options->binds; i++)
        if (binding_same(&r->options->bind[i].at, &known))
            return i + 1;
    return 0;
}

static struct contents_buffers buffers_of(const struct reader *r)
{
    return (struct contents_buffers){.high = find_buffer, .user = r};
}

/* `size`: of the block that `fill` has.  Of two blocks of push constants the larger one has the types. */
static void find_layout(struct wf_shader *shader, const struct binding *at, struct fill *fill, uint64_t *size)
{
    const struct wf_shader_resource *resource;
    const size_t count = wf_shader_resources(shader, &resource);
    for (size_t i = 0; i < count && !(at && (fill->layout || at->own)); i++)
        if (at ? !resource[i].is_push && resource[i].set == at->set && resource[i].binding == at->binding
               : resource[i].is_push && resource[i].size > *size) {
            *size = resource[i].size;
            fill->layout = wf_shader_layout(shader, &resource[i]);
            fill->block = at ? resource[i].name : "";
        }
}

/* Of the block at a binding; NULL: of the push constants.  Where both shaders have a binding, the mesh shader says its
 * types. */
static struct fill fill_of(const struct reader *r, const char *option, const struct binding *at,
                           const struct contents_buffers *buffers)
{
    struct fill fill = {.file = r->file, .option = option, .block = "", .buffers = buffers};
    uint64_t size = 0;
    find_layout(r->shader, at, &fill, &size);
    if (r->task)
        find_layout(r->task, at, &fill, &size);
    return fill;
}

/* `value`: the option as it was given. */
static enum wf_exit read_contents(const struct reader *r, const char *option, const char *value, const char *in,
                                  const struct binding *at, struct contents *contents)
{
    char what[120];
    snprintf(what, sizeof what, "%s %.100s", option, value);
    const struct contents_buffers buffers = buffers_of(r);
    const struct fill fill = fill_of(r, what, at, &buffers);
    *contents = (struct contents){.words = 0};
    if (contents_are_values(in))
        return fill.layout ? fill_block(&fill, in + 7, contents, NULL) :
               cli_tell(WF_EXIT_WRONG, "%s: error: %s: the module has no block there, or one without types\n", r->file,
                        what);
    if (fill.layout && !strncmp(in, "text:", 5) && !strchr(in, '@'))
        fill_note(&fill, in + 5);
    return contents_read(option, in, &r->whole->inputs, &buffers, contents);
}

/* A buffer more, whose contents are read into what is returned. */
static struct contents *add_buffer(struct input *whole, const struct wf_shader_buffer *names)
{
    whole->buffer[whole->buffers] = *names;
    return &whole->contents[whole->buffers++];
}

static void take_contents(struct input *whole)
{
    for (size_t i = 0; i < whole->buffers; i++) {
        whole->buffer[i].word = whole->contents[i].word;
        whole->buffer[i].words = whole->contents[i].words;
    }
}

static enum wf_exit read_output(const struct reader *r, unsigned i)
{
    const struct draw_options *draw = &r->options->draw;
    const struct draw_output *output = &draw->output[i];
    struct image_option *image = &r->whole->output[i];
    char text[120];
    if (r->whole->buffers == WF_MAX_BUFFERS)
        return cli_misuse("too many bindings and outputs", output->image.text);
    *image = output->image;
    image->image.size[0] = draw->width;
    image->image.size[1] = draw->height;
    image->image.samples = r->whole->rectangle.samples;
    const char *fault = wf_image_fault(&image->image, text);
    if (fault)
        return cli_tell(WF_EXIT_MISUSE, "wavefold: error: --output %s: %s\n", image->text, fault);
    const struct wf_shader_buffer names = {.use = WF_FOR_LOCATION, .kind = output->kind,
                                           .location = output->location, .image = &image->image};
    return image_read(image, &r->whole->inputs, add_buffer(r->whole, &names));
}

/* What the shader has there; NULL: nothing. */
static const struct wf_shader_location *location_of(const struct reader *r, const struct draw_input *input)
{
    const struct wf_shader_location *all;
    const size_t count = wf_shader_locations(r->shader, &all);
    for (size_t n = 0; n < count; n++)
        if (all[n].kind == input->kind && all[n].location == input->location &&
            all[n].component == input->component)
            return &all[n];
    return NULL;
}

static enum wf_exit read_input(const struct reader *r, const struct draw_input *input)
{
    struct input *whole = r->whole;
    const struct wf_shader_location *at = location_of(r, input);
    if (input->is_pixels) {
        const struct wf_shader_buffer names = {.use = WF_FOR_LOCATION, .kind = input->kind,
                                               .location = input->location,
                                               .component = input->component};
        return whole->buffers == WF_MAX_BUFFERS ? cli_misuse("too many bindings and inputs", input->text) :
            draw_read_input(input, at, &whole->inputs, add_buffer(whole, &names));
    }
    struct contents *contents = &whole->corner_contents[whole->corner_inputs];
    const enum wf_exit status = draw_read_input(input, at, &whole->inputs, contents);
    whole->corners[whole->corner_inputs++] = (struct wf_shader_corners){
        .kind = input->kind, .location = input->location, .component = input->component,
        .is_of_instances = input->is_of_instances, .is_of_patches = input->is_of_patches,
        .word = contents->word, .words = contents->words};
    return status;
}

static enum wf_exit read_push(const struct reader *r)
{
    const struct shader_options *o = r->options;
    if (r->whole->buffers == WF_MAX_BUFFERS)
        return cli_misuse("too many bindings, and push constants take a buffer too",
                          o->push ? o->push : o->member[0].path);
    struct contents *contents = add_buffer(r->whole, &(struct wf_shader_buffer){.is_push = true});
    if (o->push)
        return read_contents(r, "--push", o->push, o->push, NULL, contents);
    const struct contents_buffers buffers = buffers_of(r);
    const struct fill block = fill_of(r, "--push", NULL, &buffers);
    return push_read(&block, o, contents);
}

/* A piece of a piece is one of the buffer that has the memory, and lies inside of all pieces between. */
static enum wf_exit find_piece(const struct reader *r, unsigned number)
{
    const struct shader_options *o = r->options;
    const struct shader_bind *bind = &o->bind[number];
    struct wf_shader_buffer *buffer = &r->whole->buffer[number];
    uint64_t from = 0, end = UINT64_MAX;        /* bytes of `at`: where the piece begins, and where it must have ended */
    unsigned at = number, steps = 0;
    for (; o->bind[at].is_piece && steps <= o->binds; steps++) {
        const uint32_t next = find_buffer(r, &o->bind[at].piece.of);
        if (!next)
            return cli_misuse("--bind: no such buffer; expected one of another --bind or of --buffer behind the @ of",
                              bind->in);
        if (at != number && o->bind[at].piece.has_size && o->bind[at].piece.size < end)
            end = o->bind[at].piece.size;
        from += o->bind[at].piece.from;
        if (end != UINT64_MAX)
            end += o->bind[at].piece.from;
        at = next - 1;
    }
    if (o->bind[at].is_piece)
        return cli_misuse("--bind: it is a piece of itself", bind->in);
    const uint64_t whole = 4 * (uint64_t)r->whole->buffer[at].words, bytes = end < whole ? end : whole,
                   rest = from < bytes ? bytes - from : 0;
    const uint64_t size = bind->piece.has_size ? bind->piece.size : rest;
    if (from % 4 || size % 4 || !size || size > rest)
        return cli_tell(WF_EXIT_WRONG, "--bind %s: error: %" PRIu64 " bytes from byte %" PRIu64 " on, of %" PRIu64 "; "
                        "expected multiples of 4, inside of the buffer\n", bind->in, size, from, bytes);
    buffer->words = (uint32_t)(size / 4);
    buffer->is_piece = true;
    buffer->of = at;
    buffer->from = (uint32_t)from;
    return WF_EXIT_OK;
}

enum wf_exit shader_read_buffers(const struct reader *r)
{
    const struct shader_options *o = r->options;
    struct input *whole = r->whole;
    enum wf_exit status = WF_EXIT_OK;
    for (unsigned i = 0; i < o->binds && !status; i++) {
        const struct shader_bind *bind = &o->bind[i];
        const struct wf_shader_buffer names = {.set = bind->at.set, .binding = bind->at.binding,
                                               .element = bind->at.element, .name = bind->name};
        struct contents *contents = add_buffer(whole, &names);
        if (!bind->is_piece)
            status = read_contents(r, bind->name ? "--buffer" : "--bind", bind->value, bind->in, &bind->at, contents);
    }
    for (unsigned i = 0; i < o->images && !status; i++) {
        const struct image_option *image = &o->image[i];
        const struct wf_shader_buffer names = {.set = image->at.set, .binding = image->at.binding,
                                               .element = image->at.element,
                                               .image = &image->image};
        status = image_read(image, &whole->inputs, add_buffer(whole, &names));
    }
    if (!status && o->draw.given)
        status = draw_read_rectangle(&o->draw, &whole->inputs, &whole->rectangle, &whole->covered);
    for (unsigned i = 0; i < o->draw.outputs && !status; i++)
        status = read_output(r, i);
    if (!status && (o->push || o->members))
        status = read_push(r);
    for (unsigned i = 0; i < o->draw.inputs && !status; i++)
        status = read_input(r, &o->draw.input[i]);
    take_contents(whole);
    for (unsigned i = 0; i < o->binds && !status; i++)
        if (o->bind[i].is_piece)
            status = find_piece(r, i);
    return status;
}

/* The number of the buffer; WF_MAX_BUFFERS: there is none. */
static unsigned expected_buffer(const struct shader_options *o, const struct binding *at)
{
    for (unsigned i = 0; i < o->binds; i++)
        if (binding_same(&o->bind[i].at, at))
            return i;
    for (unsigned i = 0; i < o->images; i++)
        if (binding_same(&o->image[i].at, at))
            return o->binds + i;
    for (unsigned i = 0; i < o->draw.outputs; i++)
        if (at->of == BINDING_OF_OUTPUT && at->set == o->draw.output[i].kind &&
            at->binding == o->draw.output[i].location)
            return o->binds + o->images + i;
    return WF_MAX_BUFFERS;
}

/* What the shader runs for, when its inputs are read. */
static struct wf_shader_lanes lanes_of(const struct reader *r)
{
    struct wf_shader_lanes lanes = r->options->vertices.lanes;
    lanes.stage = wf_shader_stage(r->shader);
    lanes.domain = 1;
    for (size_t i = 0; i < r->whole->corner_inputs; i++) {
        const struct wf_shader_corners *c = &r->whole->corners[i];
        const struct draw_input input = {.kind = c->kind, .location = c->location, .component = c->component};
        const struct wf_shader_location *at = location_of(r, &input);
        if (at && at->kind == WF_LOCATION_BUILTIN && at->record == WF_LOCATION_OF_INVOCATION)
            lanes.domain = wf_shader_points(c->words, at->words, c->is_of_patches, lanes.count);
    }
    return lanes;
}

/* Of the records of a shader that has them. */
static enum wf_exit expect_records(const struct reader *r, const struct expectation *e, const struct fill *fill)
{
    const struct wf_shader_lanes lanes = lanes_of(r);
    const uint64_t words = wf_lanes_words(&lanes, wf_shader_mesh(r->shader), (enum wf_mesh_buffer)e->at.binding);
    enum { MOST = 64 << 20 };               /* what has more does not run */
    if (!wf_lanes_have(lanes.stage, wf_shader_mesh(r->shader), (enum wf_mesh_buffer)e->at.binding))
        return cli_misuse("--expect: the shader leaves no such results", e->value);
    if (e->tolerance.kind != WF_EXACT)
        return cli_misuse("--expect of records compares words; expected no :within in", e->value);
    if (e->any_order)
        return cli_misuse("--expect of records compares them in their order; expected no :any_order in", e->value);
    if (contents_are_values(e->in))
        return cli_misuse("--expect of records takes words; expected text: or a file in", e->value);
    struct expectation of_records = *e;
    /* how many vertices come is known after the run, and nothing is behind them */
    of_records.may_be_short = wf_mesh_is_xfb((enum wf_mesh_buffer)e->at.binding);
    return words > MOST ? WF_EXIT_OK : expectation_read(&of_records, &r->whole->inputs, (uint32_t)words, fill,
                                                        &r->whole->expect_records[e->at.binding]);
}

enum wf_exit shader_read_expectations(const struct reader *r)
{
    const struct shader_options *o = r->options;
    struct input *whole = r->whole;
    char what[120];
    for (unsigned i = 0; i < o->expects; i++) {
        const struct expectation *e = &o->expect[i];
        const bool of_records = e->at.of == BINDING_OF_RECORDS;
        const unsigned at = of_records ? WF_MAX_BUFFERS : expected_buffer(o, &e->at);
        if (at == WF_MAX_BUFFERS && !of_records)
            return cli_misuse(e->at.of == BINDING_OF_SET ? "--expect needs a --bind or an --image of the same binding"
                                                         : "--expect needs an --output of the same location", e->value);
        snprintf(what, sizeof what, "--expect %.100s", e->value);
        const struct contents_buffers buffers = buffers_of(r);
        const struct fill fill = at < o->binds ? fill_of(r, what, &e->at, &buffers) :
            (struct fill){.file = r->file, .option = what, .block = "", .buffers = &buffers};
        const enum wf_exit status = of_records ? expect_records(r, e, &fill) :
            expectation_read(e, &whole->inputs, whole->buffer[at].words, &fill, &whole->expect[at]);
        if (!of_records)
            whole->buffer[at].expect = &whole->expect[at];
        if (status)
            return status;
    }
    return WF_EXIT_OK;
}


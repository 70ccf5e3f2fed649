/* SPDX-License-Identifier: Apache-2.0
 * shader_conflicts.c - options for shaders of which one alone may be given.
 */
#include <string.h>

#include "shader_options.h"

/* What --bind and --buffer give, then what --image gives. */
static enum wf_exit check_buffers(const struct shader_options *o)
{
    for (unsigned i = 0; i < o->binds + o->images; i++) {
        const struct image_option *image = i < o->binds ? NULL : &o->image[i - o->binds];
        const struct binding *at = image ? &image->at : &o->bind[i].at;
        for (unsigned k = 0; k < i; k++)
            if (binding_same(at, k < o->binds ? &o->bind[k].at : &o->image[k - o->binds].at))
                return cli_misuse(at->own          ? "two buffers of one name"
                                  : !image         ? "two buffers for one binding"
                                  : k < o->binds   ? "a buffer and an image for one binding"
                                                   : "two images for one binding",
                                  image ? image->text : o->bind[i].value);
    }
    return WF_EXIT_OK;
}

static enum wf_exit check_samplers(const struct shader_options *o)
{
    for (unsigned i = 0; i < o->samplers; i++)
        for (unsigned k = 0; k < i; k++)
            if (binding_same(&o->sampler_at[i], &o->sampler_at[k]))
                return cli_misuse("two samplers for one binding", o->sampler_text[i]);
    return WF_EXIT_OK;
}

static enum wf_exit check_expectations(const struct shader_options *o)
{
    for (unsigned i = 0; i < o->expects; i++)
        for (unsigned k = 0; k < i; k++)
            if (binding_same(&o->expect[i].at, &o->expect[k].at))
                return cli_misuse("two expectations for one binding", o->expect[i].value);
    return WF_EXIT_OK;
}

/* Of a name that is not found yet nobody knows. */
static bool is_same_constant(const struct shader_spec *a, const struct shader_spec *b)
{
    const bool known = (!a->name || a->found) && (!b->name || b->found);
    return known ? a->id == b->id
                 : a->name && b->name && a->length == b->length && !memcmp(a->name, b->name, a->length);
}

static enum wf_exit check_constants(const struct shader_options *o)
{
    for (size_t i = 0; i < o->specs; i++)
        for (size_t k = 0; k < i; k++)
            if (is_same_constant(&o->spec[i], &o->spec[k]))
                return cli_misuse("two values for one specialization constant", o->spec[i].text);
    return WF_EXIT_OK;
}

static enum wf_exit check_push(const struct shader_options *o)
{
    if (o->push && o->members)
        return cli_misuse("--push has all words, or members by name, not both", o->member[0].path);
    for (size_t i = 0; i < o->members; i++)
        for (size_t k = 0; k < i; k++)
            if (o->member[i].length == o->member[k].length &&
                !memcmp(o->member[i].path, o->member[k].path, o->member[i].length))
                return cli_misuse("two values for one member of the push constants", o->member[i].path);
    return WF_EXIT_OK;
}

enum wf_exit shader_options_check(const struct shader_options *o)
{
    enum wf_exit (*const check[])(const struct shader_options *) = {
        check_buffers, check_samplers, check_expectations, check_constants, check_push};
    enum wf_exit status = WF_EXIT_OK;
    for (size_t i = 0; i < sizeof check / sizeof *check && !status; i++)
        status = check[i](o);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 * interp_draw.c - fragment shaders, by docs/fragment.md: quads of a rectangle in waves, planes of inputs, outputs in images.
 */
#include "interp_draw.h"

#include <math.h>
#include <string.h>

#include "../common/wf_bits.h"
#include "interp_image.h"
#include "interp_record.h"

static bool is_covered(const struct interp_draw *d, uint32_t x, uint32_t y)
{
    return x < d->width && y < d->height && d->covered[y * d->width + x];
}

/* The n-th quad that has a covered pixel; false when there are no more. */
static bool find_quad(const struct interp_draw *d, unsigned n, struct pixel *first)
{
    for (uint32_t y = 0; y < d->height; y += 2)
        for (uint32_t x = 0; x < d->width; x += 2) {
            if (!is_covered(d, x, y) && !is_covered(d, x + 1, y) && !is_covered(d, x, y + 1) && !is_covered(d, x + 1, y + 1))
                continue;
            if (n-- == 0) {
                *first = (struct pixel){ .x = x, .y = y };
                return true;
            }
        }
    return false;
}

static unsigned samples_of(const struct interp_draw *d)
{
    return d->samples ? d->samples : 1;
}

static unsigned quads_of(const struct interp_draw *d)
{
    struct pixel first;
    unsigned quads = 0;

    while (find_quad(d, quads, &first))
        quads++;
    return quads;
}

unsigned draw_waves(const struct module *m)
{
    const struct interp_draw *d = m->run->draw;
    const unsigned of_wave = m->run->wave_size / 4, quads = quads_of(d) * (d->is_per_sample ? samples_of(d) : 1);

    return (quads + of_wave - 1) / of_wave;
}

struct pixel draw_pixel(const struct module *m, unsigned wave, unsigned lane)
{
    const struct interp_draw *d = m->run->draw;
    struct pixel p = { .live = false };

    const unsigned quad = wave * (m->run->wave_size / 4) + lane / 4, each = d->is_per_sample ? samples_of(d) : 1, sample = quad % each;
    p.live = find_quad(d, quad / each, &p);
    if (p.live)
        p = (struct pixel){ .live = true, .x = p.x + lane % 2, .y = p.y + lane % 4 / 2, .sample = sample };
    p.helper = !is_covered(d, p.x, p.y);
    return p;
}

/* "Standard sample locations" of the Vulkan specification, in sixteenths. */
static float sample_place(const struct interp_draw *d, uint32_t sample, unsigned k)
{
    static const uint8_t of[4][8][2] = { { { 8, 8 } }, { { 12, 12 }, { 4, 4 } }, { { 6, 2 }, { 14, 6 }, { 2, 10 }, { 10, 14 } },
                                         { { 9, 5 }, { 7, 11 }, { 13, 9 }, { 5, 3 }, { 3, 13 }, { 1, 7 }, { 11, 15 }, { 15, 1 } } };
    const unsigned samples = samples_of(d), row = samples == 8 ? 3 : samples == 4 ? 2 : samples == 2 ? 1 : 0;

    return (float)of[row][sample][k] / 16;
}

/* Values at the upper left, the upper right and the lower left corner make a plane; at the centre of the pixel, or at the sample of a lane
 * that is for one. */
static float plane(const struct interp_draw *d, const double corner[3], const struct pixel *p, bool at_sample)
{
    float place[2] = { 0.5F, 0.5F };

    for (unsigned k = 0; k < 2 && at_sample && d->is_per_sample; k++)
        place[k] = sample_place(d, p->sample, k);
    const float across = (float)((corner[1] - corner[0]) / d->width), down = (float)((corner[2] - corner[0]) / d->height);

    return fmaf((float)p->y + place[1], down, fmaf((float)p->x + place[0], across, (float)corner[0]));
}

static bool has_perspective(const struct interp_draw *d)
{
    return d->w[0] != d->w[1] || d->w[0] != d->w[2];
}

static float plane_of_w(const struct interp_draw *d, const struct pixel *p, bool at_sample)
{
    return plane(d, (const double[3]){ 1 / (double)d->w[0], 1 / (double)d->w[1], 1 / (double)d->w[2] }, p, at_sample);
}

bool draw_builtin(const struct module *m, const struct pixel *p, int builtin, uint64_t v[4])
{
    const struct interp_draw *d = m->run->draw;

    switch (builtin) {
    case BiFragCoord:
        v[0] = float_bits((float)p->x + (d->is_per_sample ? sample_place(d, p->sample, 0) : 0.5F));
        v[1] = float_bits((float)p->y + (d->is_per_sample ? sample_place(d, p->sample, 1) : 0.5F));
        v[2] = float_bits(plane(d, (const double[3]){ (double)d->z[0], (double)d->z[1], (double)d->z[2] }, p, true));
        v[3] = float_bits(plane_of_w(d, p, true));
        return true;
    case BiSampleId: v[0] = p->sample; return true;
    case BiSamplePosition:
        for (unsigned k = 0; k < 2; k++)
            v[k] = float_bits(sample_place(d, p->sample, k));
        return true;
    case BiSampleMask: v[0] = p->helper ? 0 : d->is_per_sample ? 1U << p->sample : (1U << samples_of(d)) - 1; return true;
    case BiFrontFacing: v[0] = !d->is_back; return true;
    case BiHelperInvocation: v[0] = p->helper; return true;
    default: return false;
    }
}

static uint32_t interpolated(const struct module *m, const struct id *id, const struct interp_input *input, uint64_t words, unsigned c,
                             const struct pixel *p)
{
    const struct interp_draw *d = m->run->draw;
    const bool divided = has_perspective(d) && !id->is_linear;
    double corner[3];

    for (unsigned k = 0; k < 3; k++)
        corner[k] = (double)as_float(input->word[k * words + c]) / (divided ? (double)d->w[k] : 1);
    const float at = plane(d, corner, p, id->is_sample);
    return float_bits(divided ? at / plane_of_w(d, p, id->is_sample) : at);
}

static uint32_t held_below(uint32_t x, uint32_t end)
{
    return x < end ? x : end - 1;
}

void draw_input(struct module *m, const struct object *o, const struct pixel *p, uint64_t *slots)
{
    const struct interp_draw *d = m->run->draw;
    const struct interp_input *input = record_input(m, o, d->input, d->inputs);
    const struct id *id = id_of(m, o->id);
    const struct type *scalar = scalar_of(m, type_of(m, o->type));

    for (unsigned c = 0; c < o->size && c < 4; c++) {
        if (input->is_pixels)
            slots[c] = input->word[(held_below(p->y, d->height) * d->width + held_below(p->x, d->width)) * o->size + c];
        else if (id->is_flat || scalar->op != OpTypeFloat)
            slots[c] = input->word[c];
        else
            slots[c] = interpolated(m, id, input, o->size, c, p);
    }
}

/* What the lane has in SampleMask; all samples where it has none. */
static uint32_t mask_of(const struct module *m, const uint64_t *slots)
{
    for (uint32_t k = 1; k < m->objects; k++)
        if (m->object[k].storage == ScOutput && m->object[k].builtin == BiSampleMask)
            return (uint32_t)slots[m->object[k].at];
    return UINT32_MAX;
}

static bool goes_to(const struct module *m, const struct object *o, const struct interp_output *to)
{
    const struct id *id = id_of(m, o->id);

    return o->builtin == to->builtin && (o->builtin >= 0 || (id->location == to->location && id->index == to->index));
}

static void store_output(struct wave *w, const struct interp_output *output, const struct object *o, const uint64_t *slots, const struct pixel *p)
{
    struct module *m = w->module;
    const struct interp_draw *d = m->run->draw;
    uint64_t texel[4] = { 0 };

    memcpy(texel, slots + o->at, (o->size < 4 ? o->size : 4) * sizeof *texel);
    if (output->builtin == BiFragStencilRef)
        texel[0] &= 0xff;
    for (uint32_t sample = 0; sample < samples_of(d); sample++)
        if (mask_of(m, slots) >> sample & 1 && (!d->is_per_sample || sample == p->sample))
            image_store(m, output->image, (p->y * d->width + p->x) * samples_of(d) + sample, texel);
}

void draw_store(struct wave *w, unsigned lane)
{
    struct module *m = w->module;
    const struct interp_draw *d = m->run->draw;
    const struct pixel p = draw_pixel(m, w->number, lane);

    for (uint32_t k = 1; k < m->objects; k++) {
        const struct object *o = &m->object[k];
        if (o->storage != ScOutput)
            continue;
        for (unsigned n = 0; n < d->outputs; n++)
            if (goes_to(m, o, &d->output[n]))
                store_output(w, &d->output[n], o, lane_slots_of(w, lane), &p);
    }
}

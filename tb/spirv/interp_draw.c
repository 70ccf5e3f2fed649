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

unsigned draw_waves(const struct module *m)
{
    const unsigned of_wave = m->run->wave_size / 4;
    struct pixel first;
    unsigned quads = 0;

    while (find_quad(m->run->draw, quads, &first))
        quads++;
    return (quads + of_wave - 1) / of_wave;
}

struct pixel draw_pixel(const struct module *m, unsigned wave, unsigned lane)
{
    const struct interp_draw *d = m->run->draw;
    struct pixel p = { .live = false };

    p.live = find_quad(d, wave * (m->run->wave_size / 4) + lane / 4, &p);
    if (p.live)
        p = (struct pixel){ .live = true, .x = p.x + lane % 2, .y = p.y + lane % 4 / 2 };
    p.helper = !is_covered(d, p.x, p.y);
    return p;
}

/* Values at the upper left, the upper right and the lower left corner make a plane; at the centre of the pixel. */
static float plane(const struct interp_draw *d, const double corner[3], const struct pixel *p)
{
    const float across = (float)((corner[1] - corner[0]) / d->width), down = (float)((corner[2] - corner[0]) / d->height);

    return fmaf((float)p->y + 0.5F, down, fmaf((float)p->x + 0.5F, across, (float)corner[0]));
}

static bool has_perspective(const struct interp_draw *d)
{
    return d->w[0] != d->w[1] || d->w[0] != d->w[2];
}

static float plane_of_w(const struct interp_draw *d, const struct pixel *p)
{
    return plane(d, (const double[3]){ 1 / (double)d->w[0], 1 / (double)d->w[1], 1 / (double)d->w[2] }, p);
}

bool draw_builtin(const struct module *m, const struct pixel *p, int builtin, uint64_t v[4])
{
    const struct interp_draw *d = m->run->draw;

    switch (builtin) {
    case BiFragCoord:
        v[0] = float_bits((float)p->x + 0.5F);
        v[1] = float_bits((float)p->y + 0.5F);
        v[2] = float_bits(plane(d, (const double[3]){ (double)d->z[0], (double)d->z[1], (double)d->z[2] }, p));
        v[3] = float_bits(plane_of_w(d, p));
        return true;
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
    return float_bits(divided ? plane(d, corner, p) / plane_of_w(d, p) : plane(d, corner, p));
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

static void store_output(struct wave *w, const struct interp_output *output, const struct object *o, const uint64_t *slots, const struct pixel *p)
{
    struct module *m = w->module;
    const struct interp_draw *d = m->run->draw;
    uint64_t texel[4] = { 0 };

    memcpy(texel, slots + o->at, (o->size < 4 ? o->size : 4) * sizeof *texel);
    image_store(m, output->image, p->y * d->width + p->x, texel);
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
            if (o->builtin == BiFragDepth ? d->output[n].is_depth : !d->output[n].is_depth && d->output[n].location == id_of(m, o->id)->location)
                store_output(w, &d->output[n], o, lane_slots_of(w, lane), &p);
    }
}

/* SPDX-License-Identifier: Apache-2.0
 * draw_option.h - what a fragment shader draws, as a command line has it: --draw, --samples, --facing, --depth,
 * --clip-w, --input and --output.
 */
#ifndef WF_DRAW_OPTION_H
#define WF_DRAW_OPTION_H

#include <stdio.h>

#include "image_option.h"
#include "wavefold/kernel.h"

enum { DRAW_LOCATIONS = 64 };

/* LOCATION[.COMPONENT]=IN[:pixels|:instances|:patches], NAME=IN of a built-in input */
struct draw_input {
    enum wf_location_kind kind;         /* INPUT or BUILTIN, whose number is the location */
    uint32_t location, component;
    char *in;                   /* owned: a file, or what begins with text: */
    bool is_pixels, is_of_instances, is_of_patches;
    const char *text;           /* the whole value */
};
/* LOCATION=FORMAT[:IN]:OUT, LOCATION.second=..., depth=..., stencil=... */
struct draw_output {
    enum wf_location_kind kind;
    uint32_t location;
    struct image_option image;  /* its size is that of the rectangle, when that is known */
};
/* All zero: nothing given. */
struct draw_options {
    const char *first;          /* of the options that need --draw, the first given, or NULL */
    bool given;
    uint32_t width, height;
    const char *coverage;       /* a file, or NULL */
    unsigned samples;           /* 0: 1 */
    const char *facing;         /* front, back, or NULL: front */
    const char *z, *w;          /* as given, or NULL */
    float at_z[3], at_w[3];
    struct draw_input input[DRAW_LOCATIONS];
    unsigned inputs;
    struct draw_output output[DRAW_LOCATIONS];
    unsigned outputs;
};

/* The value of an option; WF_EXIT_OK, or another status after a message. */
enum wf_exit draw_take(struct draw_options *o, const char *value);
enum wf_exit draw_take_samples(struct draw_options *o, const char *value);
enum wf_exit draw_take_facing(struct draw_options *o, const char *value);
enum wf_exit draw_take_depth(struct draw_options *o, const char *value);
enum wf_exit draw_take_w(struct draw_options *o, const char *value);
enum wf_exit draw_take_input(struct draw_options *o, const char *value);
enum wf_exit draw_take_output(struct draw_options *o, const char *value);
/* "0=", "0.second=", "depth=" or "stencil=" of an output: what follows the `=`, or NULL. */
const char *draw_output_name(const char *value, enum wf_location_kind *kind, uint32_t *location);
void draw_options_free(struct draw_options *o);
/* As a shell takes them, without OUT. */
void draw_options_write(const struct draw_options *o, FILE *file);

#endif

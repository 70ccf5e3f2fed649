/* SPDX-License-Identifier: Apache-2.0
 * image_option.h - --image SET.BINDING=SIZE:FORMAT[:IN[:OUT]], or NAME=.., of a command line; of an array with [ELEMENT].
 */
#ifndef WF_IMAGE_OPTION_H
#define WF_IMAGE_OPTION_H

#include <stdbool.h>
#include <stdio.h>

#include "binding.h"
#include "status.h"
#include "wavefold/image.h"

struct image_option {
    struct binding at;
    struct wf_image image;
    char *in;                   /* owned; NULL: only the shape was given */
    const char *out;            /* or NULL */
    const char *text;           /* the whole value */
    const char *option;         /* "--image", or another that has one */
    bool may_fill;              /* the words of one texel in a text are those of all */
};

/* WF_EXIT_OK, or another status after a message; then nothing is owned. */
enum wf_exit image_option_parse(const char *value, struct image_option *option);
/* As a shell takes it, without OUT: " --image 0.1=64x64:rgba8:in.png". */
void image_option_write(const struct image_option *option, FILE *file);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * image_file.h - the texels of an image from a file and into one: as they are, or as PNG.
 */
#ifndef WF_IMAGE_FILE_H
#define WF_IMAGE_FILE_H

#include "contents.h"
#include "image_option.h"

/* The name ends in .png, in any letter case. */
bool image_is_picture(const char *name);
/* What --image names, as words.  WF_EXIT_OK, or another status after a message. */
enum wf_exit image_read(const struct image_option *option, struct wf_inputs *inputs, struct contents *contents);
/* A wf_picture_fn whose user is a struct wf_inputs. */
bool image_read_named(void *user, const char *name, const struct wf_image *image, uint32_t *word, char *why,
                      size_t room);
/* As PNG: slices and layers below each other.  An image that has none was refused with its option.
 * WF_EXIT_OK, or another status after a message of the file `name`. */
enum wf_exit image_put_picture(FILE *file, const char *name, const struct wf_image *image, const uint32_t *words);

#endif

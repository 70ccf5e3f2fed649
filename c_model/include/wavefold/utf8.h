/* SPDX-License-Identifier: Apache-2.0
 * utf8.h - text of other people's files, cut and shown without cutting a character.
 */
#ifndef WAVEFOLD_UTF8_H
#define WAVEFOLD_UTF8_H

#include <stddef.h>

#include "wavefold/api.h"

WF_API_BEGIN

/* Bytes of the UTF-8 character at `text`, which ends with NUL: 1 to 4 (NUL has 1); 0 when none begins there. */
unsigned wf_utf8_length(const char *text);

/* How many bytes, `most` or up to three fewer, end with a whole character; the length of `text` when it is shorter.
 * Bytes that are not UTF-8 are cut anywhere. */
size_t wf_utf8_fits(const char *text, size_t most);

WF_API_END

#endif

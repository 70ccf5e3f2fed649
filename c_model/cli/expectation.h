/* SPDX-License-Identifier: Apache-2.0
 * expectation.h - what a buffer of a shader must hold after the run: --expect SET.BINDING=IN[:within=..][:any_order],
 * or NAME=..
 */
#ifndef WF_EXPECTATION_H
#define WF_EXPECTATION_H

#include "binding.h"
#include "contents.h"
#include "fill.h"

/* As the command line has it. */
struct expectation {
    struct binding at;
    const char *value;          /* the whole word, for the command that reproduces a run */
    char *in;                   /* owned: a file, zero:BYTES, values: or text: with `_` for words that are not compared */
    struct wf_tolerance tolerance;
    bool any_order;
    bool may_be_short;          /* words that it lacks are 0 */
};
/* WF_EXIT_OK, or another status after a message; `in` is then NULL. */
enum wf_exit expectation_take(struct expectation *e, const char *value);

/* Its words, owned by `out`, for a buffer of `words` words.  A file is added to `inputs`.  `fill`: of the block,
 * whose layout is NULL where it has none. */
enum wf_exit expectation_read(const struct expectation *e, struct wf_inputs *inputs, uint32_t words,
                              const struct fill *fill, struct wf_shader_expectation *out);
void expectation_free(struct wf_shader_expectation *out);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * results.h - what several runs of one kernel left in its buffers, and where they differ.
 */
#ifndef WF_RESULTS_H
#define WF_RESULTS_H

#include <stdio.h>

#include "wavefold/kernel.h"

enum { RESULTS_WORDS = 4096 };          /* of a buffer that are listed for a run, from the first that differs */

struct result_word { uint32_t index, value; };

/* Of a buffer. */
struct result_part {
    struct result_word *word;           /* [words] that differ from the first run's, in order */
    uint32_t words;
    uint32_t seen;                      /* words of the buffer below this are all listed */
};

/* One run, in comparison with the first. */
struct result_run {
    unsigned size;                      /* its wave size */
    uint64_t seed;
    struct result_part *part;           /* [buffers] */
    size_t as;                          /* the first run with the same results */
    bool differs;                       /* more runs agree about other results, or as many: then no results are those of most */
};

struct result_buffer {
    char name[32];
    enum wf_word_type type;
    bool is_signed;
    const struct wf_layout *layout;     /* of the kernel of the first run, or NULL */
    struct wf_image image;              /* format NONE: it is none */
    uint32_t words;
    uint32_t *first;                    /* [words] of the first run */
    uint8_t *judged;                    /* [words] what an expectation states of each run need not be the same in all */
    bool odd;                           /* another run's has another size: it is not compared */
    bool hidden;                        /* made for a shader: not compared either */
};

/* All zero: no run. */
struct results {
    struct result_buffer buffer[WF_MAX_BUFFERS];
    unsigned buffers;
    struct result_run *run;             /* [runs] */
    size_t runs;
};

/* Add a run that came to its end; `memory` as wf_kernel_place lays it out.  False without memory. */
bool results_add(struct results *r, unsigned size, uint64_t seed, const struct wf_kernel *kernel,
                 const uint32_t *memory);
/* Fill `as` and `differs` of all runs, by the words that nothing judges.  False without memory. */
bool results_vote(struct results *r);
/* Print where they differ, of each buffer a few lines: "Out[0].sum: 256 at 8, 16; 16 at 4" (results_print.c).  Words that an expectation
 * judges are listed when `all`.  How many words differ that nothing judges; of those that are judged *judged.
 * `seeds`: how many each wave size has. */
uint64_t results_print(FILE *file, const struct results *r, unsigned seeds, bool all, uint64_t *judged);
void results_free(struct results *r);

#endif

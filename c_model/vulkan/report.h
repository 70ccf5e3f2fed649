/* SPDX-License-Identifier: Apache-2.0
 * report.h - what went wrong in a dispatch, in words: the shader, its line, the thread, the memory.
 */
#ifndef WAVEFOLD_VULKAN_REPORT_H
#define WAVEFOLD_VULKAN_REPORT_H

#include "engine.h"

#include "wavefold/races.h"

/* A text that grows up to its size; what does not fit is cut off. */
struct wfv_text {
    char *at;
    size_t size, length;
};
static inline struct wfv_text wfv_text(char *at, size_t size)
{
    *at = '\0';
    return (struct wfv_text){at, size, 0};
}
__attribute__((format(printf, 2, 3)))
void wfv_put(struct wfv_text *text, const char *format, ...);

/* What the program or the shader's source calls the pipeline: "blur", "blur.comp"; else its entry point,
 * "main-81c9dc5c". */
const char *wfv_called(const struct wfv_pipeline *pipeline, const struct wfv_code *code, char text[WFV_CALLED]);

/* `side` is "model" or "rtl".  Each text is one message of several lines, without a newline at its end. */
void wfv_report_fault(const struct wfv_launch *launch, const char *side, const struct wf_fault_record *fault,
                      struct wfv_text *text);
void wfv_report_race(const struct wfv_launch *launch, const struct wf_race *race, struct wfv_text *text);
/* Two commands, one after the other, that nothing orders: each a dispatch, or another. */
struct wfv_actor {
    const struct wfv_launch *launch;
    struct wf_race_side side;           /* of another: its `does` alone */
    const char *command;                /* of another, which touches that byte of "buffer" or "image", with this name: */
    const char *kind, *called;
    uint64_t byte;
};
/* UNSEEN: the first has ended, but its stores are not visible to the second. */
enum wfv_apart { WFV_APART_COMMANDS, WFV_APART_UNSEEN, WFV_APART_SUBMISSIONS, WFV_APART_QUEUES };
void wfv_report_between(const struct wfv_actor *first, const struct wfv_actor *second, uint32_t address,
                        enum wfv_apart apart, struct wfv_text *text);
/* Stores of one value to one word by several lanes. */
void wfv_report_equal_stores(const struct wfv_launch *launch, const struct wf_race_report *report,
                             struct wfv_text *text);
/* The dispatch has not ended on the model: where each wave is.  `limit` 0: it hangs. */
void wfv_report_stuck(const struct wfv_launch *launch, const struct wf_machine *machine, unsigned slots, uint64_t limit,
                      struct wfv_text *text);
/* The same of one whose program has no more time. */
void wfv_report_late(const struct wfv_launch *launch, const struct wf_machine *machine, unsigned slots,
                     struct wfv_text *text);

/* The line of the source at an instruction, where the module has the text; NULL: it has none. */
const char *wfv_source_line(const struct wf_shader_code *code, const char *file, uint32_t line, size_t *length);

#endif

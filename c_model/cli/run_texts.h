/* SPDX-License-Identifier: Apache-2.0
 * run_texts.h - the source texts of a run: the kernel file's own, or what a shader was compiled from.
 */
#ifndef WF_RUN_TEXTS_H
#define WF_RUN_TEXTS_H

#include "profile.h"
#include "run.h"
#include "source.h"

struct run_texts {
    const struct run *run;
    struct wf_sources sources;
    struct wf_text text;        /* of the file that was asked for last; not owned */
};
void run_texts_open(struct run_texts *texts, const struct run *run);
/* As a profile asks for them. */
struct wf_profile_texts run_texts_finder(struct run_texts *texts);
void run_texts_free(struct run_texts *texts);

#endif

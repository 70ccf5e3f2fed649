/* SPDX-License-Identifier: Apache-2.0
 * engine_model.h - dispatches on the golden model, with all cores of the host.
 */
#ifndef WAVEFOLD_VULKAN_ENGINE_MODEL_H
#define WAVEFOLD_VULKAN_ENGINE_MODEL_H

#include "engine.h"

struct wfv_model *wfv_model_new(struct wfv_device *device);     /* NULL: no memory */
void wfv_model_free(struct wfv_model *model);                   /* NULL is allowed */
/* Of what wf_dispatch_check accepted, from the beginning to the end; one dispatch at a time.  False with a report. */
bool wfv_model_run(struct wfv_model *model, struct wfv_launch *launch, const struct wf_desc *desc,
                   char report[WFV_REPORT]);

/* With a seed other than 0, dispatches that no command separates overlap: those that were begun run until the end
 * together. Of one thread, from the first begin to the finish.  False with the first report. */
bool wfv_model_begin(struct wfv_model *model, struct wfv_launch *launch, char report[WFV_REPORT]);
bool wfv_model_finish(struct wfv_model *model, char report[WFV_REPORT]);

#endif

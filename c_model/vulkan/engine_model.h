/* SPDX-License-Identifier: Apache-2.0
 * engine_model.h - dispatches on the golden model, with all cores of the host.
 */
#ifndef WAVEFOLD_VULKAN_ENGINE_MODEL_H
#define WAVEFOLD_VULKAN_ENGINE_MODEL_H

#include "engine.h"

struct wfv_model *wfv_model_new(struct wfv_device *device);     /* NULL: no memory */
void wfv_model_free(struct wfv_model *model);                   /* NULL is allowed */
/* As wfv_engine_run, of what wf_dispatch_check accepted; one dispatch at a time. */
bool wfv_model_run(struct wfv_model *model, struct wfv_launch *launch, const struct wf_desc *desc,
                   char report[WFV_REPORT]);

#endif

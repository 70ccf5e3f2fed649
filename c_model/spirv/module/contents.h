/* SPDX-License-Identifier: Apache-2.0
 * contents.h - what a module holds, for a reader: entry points, capabilities, the text that it was compiled from.
 */
#ifndef WAVEFOLD_SPIRV_CONTENTS_H
#define WAVEFOLD_SPIRV_CONTENTS_H

#include "module.h"
#include "wavefold/spirv.h"

/* Arrays in the arena of the module; their lengths. */
size_t wfs_list_entries(struct wfs_module *m, struct wf_shader_entry_point **entry);
size_t wfs_list_capabilities(struct wfs_module *m, const char ***name);
/* Of OpSource and of DebugSource, each with what continues it. */
size_t wfs_list_sources(struct wfs_module *m, struct wf_shader_source **source);
/* By its OpSource it is HLSL or Slang: it numbers resources by kind, t0 and u0, and its OpKill is
 * a discard after which the lane continues as a helper. */
bool wfs_is_of_hlsl(const struct wfs_module *m);

#endif

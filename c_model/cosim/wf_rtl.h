/* SPDX-License-Identifier: Apache-2.0
 * wf_rtl.h - what Verilator made of the Verilog (sim/verilator/wf_rtl.cpp), as a wf_rtl of wf_bench.h; and whose calls
 * its bench makes.
 */
#ifndef WF_RTL_H
#define WF_RTL_H

#include <stdbool.h>

struct wf_sim;

#ifdef __cplusplus
extern "C" {
#endif

extern const bool wf_rtl_traced;
void *wf_rtl_start(struct wf_sim *s, const void *user);
bool wf_rtl_clock(void *machine, const char **why);
void wf_rtl_waves(void *machine, const char *file);
void wf_rtl_end(void *machine);

/* From now on this thread's calls of the bench are of this device; gives whose they were. */
struct wf_sim *wf_dpi_enter(struct wf_sim *s);

#ifdef __cplusplus
}
#endif

#endif

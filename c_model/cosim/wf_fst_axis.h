/* SPDX-License-Identifier: Apache-2.0
 * wf_fst_axis.h - the time axis of a waveform counts cycles: a second is a cycle, second 0 is cycle 0, as in the trace.
 *
 * Both simulators write FST files in picoseconds since they began, and a cycle is a nanosecond there (wf_rtl.cpp,
 * wf_lockstep_tb.v).  What a viewer shows is up to two fields of the header, which are set when the file is complete.
 */
#ifndef WF_FST_AXIS_H
#define WF_FST_AXIS_H

#include <stdint.h>

/* `origin` cycles of the simulation lie before cycle 0.  A file that is no FST file in picoseconds is left alone. */
void wf_fst_axis(const char *file, uint64_t origin);

#endif

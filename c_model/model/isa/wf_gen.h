/* SPDX-License-Identifier: Apache-2.0
 * wf_gen.h - what wf_gen prints from host.def and record.def.
 */
#ifndef WF_GEN_H
#define WF_GEN_H

void wf_gen_host_vh(void);
void wf_gen_host_md(void);
void wf_gen_record_vh(void);
void wf_gen_record_md(void);         /* a part of docs/isa.md */

#endif

/* SPDX-License-Identifier: Apache-2.0
 * wf_gen.h - what wf_gen prints from host.def and record.def.
 */
#ifndef WF_GEN_H
#define WF_GEN_H

#include <stdio.h>

static inline void wf_gen_head(const char *what, const char *from)
{
    printf("// SPDX-License-Identifier: Apache-2.0\n// %s.  Made from %s by wf_gen; do not edit.\n", what, from);
}

void wf_gen_host_vh(void);
void wf_gen_host_md(void);
void wf_gen_record_vh(void);
void wf_gen_record_md(void);         /* a part of docs/isa.md */

#endif

/* SPDX-License-Identifier: Apache-2.0
 * uniform.h - what is known of the registers of a wave at each place of the code, whatever the buffers hold.
 */
#ifndef WF_ADVISE_UNIFORM_H
#define WF_ADVISE_UNIFORM_H

#include "wavefold/kernel.h"

/* Of the lanes that run at a place: */
enum wfu_kind {
    WFU_CONSTANT,               /* all have this word, in every wave */
    WFU_UNIFORM,                /* all lanes of a wave have the same word */
    WFU_VARYING                 /* nothing is known */
};
struct wfu_value {
    enum wfu_kind kind;
    uint32_t word;              /* of CONSTANT, else 0 */
};
struct wfu_state {
    bool reached;               /* lanes can come here */
    struct wfu_value reg[WF_MAX_REGS];
};

/* System values that all lanes of each wave share. */
struct wfu_facts {
    bool system_value[256];
};

/* What an instruction writes to each of its destination registers (result.c). */
struct wfu_value wfu_result(const struct wfu_state *state, const struct wfu_facts *facts, const struct wf_insn *insn);

/* Calls `visit` for every instruction that lanes can come to, in order, with the state before it.  False when out of
 * memory. */
typedef void wfu_visit_fn(void *user, size_t at, const struct wf_insn *insn, const struct wfu_state *state);
bool wfu_walk(const struct wf_kernel *kernel, const struct wf_shape *shape, wfu_visit_fn *visit, void *user);

#endif

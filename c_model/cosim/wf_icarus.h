/* SPDX-License-Identifier: Apache-2.0
 * wf_icarus.h - a device whose Verilog runs in Icarus: vvp is a process of its own, and wavefold.vpi (wf_vpi.c) passes
 * the calls of the bench on.
 *
 * Between the two is a socket, which is vvp's standard input.  All data are words of this machine.  A call is its
 * number, the number of arguments, and the arguments.  An argument is the number n of its words, n words of bits, and n
 * words that mark X and Z.  A call that has an answer waits for it: the number of words, and the words.
 */
#ifndef WF_ICARUS_H
#define WF_ICARUS_H

#include "wf_bench.h"

/* What the bench calls, $wf_<name>.  TASK: no answer; VALUE: a function, whose value is the answer's first word;
 * LOCAL: one that wavefold.vpi answers from what came with `next`; OUTPUT_<n>: a task whose argument n takes the
 * answer's first word, the next argument the others.  `clock`: this clock makes no further call. */
enum wf_icarus_kind { WF_ICARUS_OUTPUT_0, WF_ICARUS_OUTPUT_1, WF_ICARUS_TASK, WF_ICARUS_VALUE, WF_ICARUS_LOCAL };
#define WF_ICARUS_CALLS(X) \
    X(start, TASK) X(system, TASK) X(next, VALUE) X(field, LOCAL) X(cycle, VALUE) X(more, VALUE) X(quad, VALUE) \
    X(launch, TASK) X(request, TASK) X(retire, TASK) X(issue, TASK) X(fold, TASK) X(pick, TASK) X(observe, TASK) \
    X(arrive, TASK) X(release, TASK) X(end, TASK) X(gdone, TASK) X(answer, OUTPUT_1) X(accepted, TASK) X(faults, TASK) \
    X(done, TASK) X(finish, TASK) X(unknown, TASK) X(line, TASK) X(returned, TASK) X(line_request, TASK) X(cache, TASK) \
    X(line_answer, OUTPUT_0) X(clock, TASK)
enum wf_icarus_call {
#define WF_ICARUS_CALL(name, kind) WF_CALL_##name,
    WF_ICARUS_CALLS(WF_ICARUS_CALL)
#undef WF_ICARUS_CALL
    WF_ICARUS_CALL_COUNT
};
enum { WF_ICARUS_ARGUMENTS = 15 };                      /* of a call */
enum { WF_ICARUS_WORDS = 4 * WF_MAX_LANES };            /* of an argument, which the counters of 16 cores exceed */
/* The answer to `next` holds the action, then the fields; to `cycle` its bits, then whether to ask `quad` (else 0). */

/* For wf_sim_new: the socket, and how to wait for the end of vvp, which comes when the socket is closed. */
struct wf_icarus {
    int socket;
    void (*wait)(void *user);
    void *user;
};

#endif

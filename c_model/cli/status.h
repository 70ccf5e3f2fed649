/* SPDX-License-Identifier: Apache-2.0
 * status.h - exit statuses of the program and of the simulators.  The worst wins, in this order: 2, 4, 3, 1, 0.
 */
#ifndef WF_STATUS_H
#define WF_STATUS_H

enum wf_exit {
    WF_EXIT_OK = 0,             /* what came out is right */
    WF_EXIT_WRONG = 1,          /* a wrong result: expectation, fault, hang, hardware and model differ */
    WF_EXIT_MISUSE = 2,         /* the command line */
    WF_EXIT_INPUT = 3,          /* input that assembler or loader reject, a dispatch refused against expectation */
    WF_EXIT_ENVIRONMENT = 4     /* no simulator, a file that cannot be read or written, no memory */
};

#endif

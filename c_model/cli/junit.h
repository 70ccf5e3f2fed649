/* SPDX-License-Identifier: Apache-2.0
 * junit.h - the verdicts of a command as a report of JUnit, which CI systems read.
 */
#ifndef WF_JUNIT_H
#define WF_JUNIT_H

#include <stdbool.h>
#include <stdio.h>

#include "status.h"

struct junit {
    FILE *file;                 /* of `cases` */
    char *cases;
    size_t length;
    const char *command;        /* NULL: run */
    unsigned tests, failures, errors;
    double seconds;
};
/* False without memory. */
bool junit_begin(struct junit *junit);
/* A run; `variant`, `verdict` (a line) and `messages` may be NULL. */
void junit_add(struct junit *junit, const char *file, const char *variant, enum wf_exit status, double seconds,
               const char *verdict, const char *messages);
/* The report.  False without memory. */
bool junit_write(struct junit *junit, FILE *file);
void junit_free(struct junit *junit);

#endif

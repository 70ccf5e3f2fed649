// SPDX-License-Identifier: Apache-2.0
// wf_sprout.h - the places of a source text where a bug can be planted, as wf_sprout_verilog.c and wf_sprout_c.c find them.
#ifndef WF_SPROUT_H
#define WF_SPROUT_H

#include <stdbool.h>
#include <stddef.h>

// text[from..to) and the text of the bug.  Places share no character, are the same, or one is in the other.
typedef struct {
    size_t from, to;
    char *with;
    const char *words;        // what the bug does
    bool statement;           // it is left out; else an expression
    bool barred;              // not chosen: it may have to be constant, or changes nothing
} sprout;

typedef struct {
    const char *name;
    char *text;
    size_t inside;            // where the module can have declarations; 0: a file of C
    sprout *list;
    size_t count, room;
} sprout_file;

void *sprout_must(void *memory);
// Adds the places of a file whose text is there, a module or C.  Ends the program with a message on what it cannot read.
void sprout_verilog(sprout_file *file);
void sprout_c(sprout_file *file);

#endif

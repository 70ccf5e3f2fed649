// SPDX-License-Identifier: Apache-2.0
// wf_sprout_reader.h - the tokens of a module of Verilog or a file of C, in the order read, and the bugs planted on the way.
#ifndef WF_SPROUT_READER_H
#define WF_SPROUT_READER_H

#include "wf_sprout.h"

typedef struct {
    size_t from, to;
} token;

// What an expression spans, in tokens; plain: a name with selects, or names side by side, which an output port can drive;
// closed: in brackets of its own.
typedef struct {
    size_t from, to;
    bool plain, closed;
} span;

typedef struct {
    sprout_file *file;
    token *tokens;
    size_t count, at;
    unsigned quiet;                      // within what has to be constant
} reader;

// The tokens of a file: of Verilog without those between `ifdef and `endif; of C without lines of the preprocessor, and without those between #else and
// #endif, which are for other compilers.
reader sprout_reader(sprout_file *file, bool c);
// "NAME:LINE: error: expected ...", of the token that is next; ends the program.
void wrong(const reader *r, const char *expected);
// Whether the text begins with the word; the token at a place, the next one, is the word; take it if it is; it must be.
bool starts(const char *at, const char *word);
bool is_at(const reader *r, size_t at, const char *word);
bool is(const reader *r, const char *word);
bool take(reader *r, const char *word);
void need(reader *r, const char *word);
bool is_one_of(const reader *r, const char *const *words);
// Its first letter; the next one is a name; one has a small letter, as what is no constant has.
char first(const reader *r, size_t at);
bool is_name(const reader *r);
bool has_small(const reader *r, size_t at);
// Skip to the token after the next `word` outside brackets; skip the brackets that begin here.
void skip_to(reader *r, const char *word);
void skip_brackets(reader *r);
// A bug in place of `where`, unless it has to be constant.  $1 to $3 in the pattern are the texts of the spans that follow, in brackets where needed.
void plant(reader *r, span where, const char *words, bool statement, const char *pattern, ...);
// The bugs after the first `count`.
void forget(reader *r, size_t count);
// Reads an expression of Verilog whose operators bind at least so (0: any) and plants bugs in it.
span expression(reader *r, int least);
// Of C: one with assignments; one without commas, which an argument is; an initializer in brackets.
span c_expression(reader *r);
span c_assignment(reader *r);
void c_initializer(reader *r);
// Whether a type begins at the token.
bool is_type(const reader *r, size_t at);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * cli.h - the verbs of the program and what they share: words of the command line, help, standard output.
 */
#ifndef WF_CLI_H
#define WF_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status.h"

/* Each verb gets its words without its own name. */
typedef enum wf_exit cli_verb(int argc, char **argv);
cli_verb cli_run, cli_check, cli_asm, cli_disasm, cli_layout, cli_sizes, cli_occupancy, cli_isa, cli_advise, cli_device,
    cli_op, cli_atomic, cli_vulkan;

/* ---- words of the command line (command_line.c) ------------------------------------------------------------------ */

struct cli_option;
/* Takes the value of an option; WF_EXIT_OK, or another status after a message. */
typedef enum wf_exit cli_take(const struct cli_option *option, const char *value);
struct cli_option {
    const char *name;           /* with its dashes; the list ends with NULL */
    cli_take *take;
    union {                     /* where the value goes to */
        bool *flag;
        const char **text;
        unsigned *small;
        uint64_t *number;
        void *other;
    } to;
    uint64_t least, most;       /* of a number */
    const char *no, *yes;       /* of a choice */
    bool optional;              /* without a value it is "-" */
};
/* Rows of a list of options: "--name VALUE" or "--name=VALUE", "-n VALUE" or "-nVALUE"; */
#define CLI_TEXT(option, where) {.name = option, .take = cli_take_text, .to.text = where}
#define CLI_ONCE(option, where) {.name = option, .take = cli_take_once, .to.text = where}  /* a second one is refused */
#define CLI_LANES(option, where) \
    {.name = option, .take = cli_take_lanes, .to.small = where}     /* a power of two from 4 to 128 */
#define CLI_SMALL(option, where, from, until) \
    {.name = option, .take = cli_take_small, .to.small = where, .least = from, .most = until}
#define CLI_NUMBER(option, where, from, until) \
    {.name = option, .take = cli_take_number, .to.number = where, .least = from, .most = until}
/* one of two words, stored as the word, or as whether it is the second; the message: "--on is model or rtl, not"; */
#define CLI_WORD(option, where, first, second) \
    {.name = option, .take = cli_take_word, .to.text = where, .no = first, .yes = second}
#define CLI_CHOICE(option, where, first, second) \
    {.name = option, .take = cli_take_choice, .to.flag = where, .no = first, .yes = second}
/* what a command takes in its own way; */
#define CLI_OTHER(option, taken, where) {.name = option, .take = taken, .to.other = where}
/* "--name" alone; "--name=VALUE", or "--name" alone, which is "--name=-". */
#define CLI_FLAG(option, where) {.name = option, .take = cli_take_flag, .to.flag = where}
#define CLI_OUTPUT(option, where) {.name = option, .take = cli_take_text, .to.text = where, .optional = true}
#define CLI_LAST {.name = NULL}
cli_take cli_take_text, cli_take_once, cli_take_lanes, cli_take_small, cli_take_number, cli_take_word, cli_take_choice,
    cli_take_flag;

/* All words of a command: options as `known` lists them, and at most one `operand` ("-" too); NULL: it takes none.
 * `else_` is the message for a further word.  WF_EXIT_OK, or another status after a message. */
enum wf_exit cli_parse(int argc, char **argv, const struct cli_option *known, const char **operand, const char *else_);
/* The same for a command that takes any number of operands, with `numbers` negative ones too: `word` has room for
 * argc. */
enum wf_exit cli_parse_words(int argc, char **argv, const struct cli_option *known, bool numbers, const char **word,
                             size_t *words);
/* The same for a command that takes one file; `none` is the message when there is none. */
enum wf_exit cli_parse_file(int argc, char **argv, const struct cli_option *known, const char **file, const char *none);

/* Message on stderr; returns `status`. */
enum wf_exit cli_tell(enum wf_exit status, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same; returns WF_EXIT_MISUSE. */
enum wf_exit cli_misuse(const char *what, const char *which);
/* The same of an option that is there already. */
enum wf_exit cli_twice(const char *option, const char *value);
/* The same of a name that nothing has, with those that are near (suggest.h), or NULL. */
struct wf_suggestions;
enum wf_exit cli_unknown(const char *what, const char *which, const struct wf_suggestions *near);
/* The command of the messages that follow. */
void cli_set_command(const char *name);
/* The same; returns WF_EXIT_ENVIRONMENT.  `file`: what the message is about. */
enum wf_exit cli_no_memory(void);
enum wf_exit cli_no_memory_for(const char *file);
/* The decimal number of at most `most`, or of 32 bits, that begins at `at`; where it ends, NULL when there is none. */
const char *cli_digits(const char *at, uint64_t most, uint64_t *value);
const char *cli_digits_32(const char *at, uint32_t *value);
/* Whether the name of a file ends so, in any letter case, with more before it. */
bool cli_has_ending(const char *file, const char *ending);
/* Such numbers of 32 bits with commas between; how many, at most 3, 0 when the text is something else. */
unsigned cli_numbers(const char *text, uint32_t value[3]);
/* The device of --lanes and --wave-size, 0 where not given: 32 lanes, or 128 for wider waves. */
unsigned cli_device_lanes(unsigned lanes, unsigned wave_size);
/* WF_EXIT_MISUSE after a message when waves of --wave-size (0: not given) do not fit the device. */
enum wf_exit cli_wave_fits(unsigned wave_size, unsigned lanes);

/* ---- help (help.c) ----------------------------------------------------------------------------------------------- */

/* Print the help of one verb, or of the program (NULL); false when there is no such verb. */
bool cli_help(const char *verb);

/* ---- standard output (command_line.c) ---------------------------------------------------------------------------- */

/* Flush it; `status`, or WF_EXIT_ENVIRONMENT after a message when something was not written. */
enum wf_exit cli_close_stdout(enum wf_exit status);

#endif

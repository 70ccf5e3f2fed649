/* SPDX-License-Identifier: Apache-2.0
 * main.c - the program `wavefold`.
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cleanup.h"
#include "cli.h"
#include "heap.h"
#include "wavefold/suggest.h"
#include "wavefold/version.h"

static const struct { const char *name; cli_verb *run; } verbs[] = {
    {"run", cli_run}, {"check", cli_check}, {"asm", cli_asm}, {"disasm", cli_disasm}, {"layout", cli_layout},
    {"sizes", cli_sizes}, {"occupancy", cli_occupancy}, {"isa", cli_isa}, {"advise", cli_advise},
    {"device", cli_device}, {"op", cli_op}, {"atomic", cli_atomic}, {"vulkan", cli_vulkan}};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

/* A standard descriptor that is closed becomes one that fails, so that no file of the program takes its number. */
static void occupy_standard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            _exit(WF_EXIT_ENVIRONMENT);
}

static bool asks_for_help(const char *word)
{
    return !strcmp(word, "--help") || !strcmp(word, "-h");
}

static enum wf_exit no_such_command(const char *name)
{
    struct wf_suggestions near;
    wf_suggest_start(&near, name, strlen(name));
    for (size_t i = 0; i < VERBS; i++)
        wf_suggest_try(&near, verbs[i].name);
    wf_suggest_try(&near, "help");
    wf_suggest_try(&near, "version");
    return cli_unknown("no such command", name, &near);
}

/* `more`: a word that does not belong there, or NULL. */
static enum wf_exit help(const char *verb, const char *more)
{
    if (more)
        return cli_misuse("one command only", more);
    if (verb && !strcmp(verb, "version"))
        puts("usage: wavefold version\n\nPrint the version, as --version does.");
    else if (!cli_help(verb && strcmp(verb, "help") ? verb : NULL))
        return no_such_command(verb);
    return cli_close_stdout(WF_EXIT_OK);
}

static enum wf_exit perform(int argc, char **argv)
{
    if (argc < 2)
        return cli_misuse("a command is missing", NULL);
    if (asks_for_help(argv[1]) || !strcmp(argv[1], "help"))
        return help(argc > 2 && !asks_for_help(argv[2]) ? argv[2] : NULL, argc > 3 ? argv[3] : NULL);
    if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "version")) {
        if (argc > 2)
            return cli_misuse("nothing follows the version", argv[2]);
        puts("wavefold " WF_VERSION);
        return cli_close_stdout(WF_EXIT_OK);
    }
    for (int i = 2; i < argc && strcmp(argv[i], "--"); i++)
        if (asks_for_help(argv[i]))
            return help(argv[1], NULL);
    for (size_t i = 0; i < VERBS; i++) {
        if (strcmp(argv[1], verbs[i].name) != 0)
            continue;
        cli_set_command(verbs[i].name);
        return verbs[i].run(argc - 2, argv + 2);
    }
    return no_such_command(argv[1]);
}

int main(int argc, char **argv)
{
    heap_prepare();
    occupy_standard_descriptors();
    wf_cleanup_start();
    return (int)perform(argc, argv);
}

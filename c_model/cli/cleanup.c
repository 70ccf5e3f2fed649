/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "cleanup.h"

#include <errno.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

#include "status.h"

enum { PLACES = 64 };
static const char *volatile watched[PLACES];
static const char *volatile folder;
static volatile sig_atomic_t simulator;                 /* process id, 0: none */

static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXCPU, SIGXFSZ};
enum { SIGNALS = sizeof signals / sizeof signals[0] };
static struct sigaction original[SIGNALS];

/* A signal handler may start a program. */
void wf_remove_folder(const char *path)
{
    const pid_t child = fork();
    if (child == 0) {
        execl("/bin/rm", "rm", "-rf", "--", path, (char *)NULL);
        _exit(1);
    }
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
}

void wf_cleanup_folder(const char *path)
{
    folder = path;
}

static void on_signal(int number)
{
    if (simulator > 0) {        /* gone for certain before its files are: it could make them anew */
        kill((pid_t)-simulator, SIGKILL);       /* the group that it leads, if it does */
        kill((pid_t)simulator, SIGKILL);
        while (waitpid((pid_t)simulator, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    for (int i = 0; i < PLACES; i++)
        if (watched[i])
            unlink(watched[i]);
    if (folder)
        wf_remove_folder(folder);
    if (number == SIGXFSZ) {
        static const char text[] = "wavefold: error: cannot write: an output is larger than the limit of file sizes\n";
        ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);
        (void)ignored;
        _exit(WF_EXIT_ENVIRONMENT);
    }
    signal(number, SIG_DFL);
    raise(number);              /* comes when this handler returns */
}

static void all_signals(sigset_t *set)
{
    sigemptyset(set);
    for (int i = 0; i < SIGNALS; i++)
        sigaddset(set, signals[i]);
}

void wf_cleanup_start(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    all_signals(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(signals[i], NULL, &original[i]);
        if (original[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

void wf_cleanup_hold(sigset_t *before)
{
    sigset_t all;
    all_signals(&all);
    sigprocmask(SIG_BLOCK, &all, before);
}

void wf_cleanup_release(const sigset_t *before)
{
    sigprocmask(SIG_SETMASK, before, NULL);
}

bool wf_cleanup_watch(const char *path)
{
    for (int i = 0; i < PLACES; i++)
        if (!watched[i]) {
            watched[i] = path;
            return true;
        }
    return false;
}

void wf_cleanup_forget(const char *path)
{
    for (int i = 0; i < PLACES; i++)
        if (watched[i] == path)
            watched[i] = NULL;
}

void wf_cleanup_child(pid_t child)
{
    simulator = (sig_atomic_t)child;
}

void wf_cleanup_reset(const sigset_t *before)
{
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &original[i], NULL);
    wf_cleanup_release(before);
}

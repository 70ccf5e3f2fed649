/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700
#include "process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "cleanup.h"

/* In the new process. */
static void begin(pid_t parent, const sigset_t *signals)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);       /* also when the parent is killed and can clean nothing up */
#endif
    if (getppid() != parent)
        _exit(WF_EXIT_ENVIRONMENT);
    wf_cleanup_reset(signals);
}

static void become(const char *program, bool search, char *const *words, int in, int out)
{
    if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0)
        _exit(WF_EXIT_ENVIRONMENT);
    if (search)
        execvp(program, words);
    else
        execv(program, words);
    fprintf(stderr, "wavefold: error: cannot start %s: %s\n", program, strerror(errno));
    _exit(WF_EXIT_ENVIRONMENT);
}

/* Two of this program: true in the new one; in the other one process->id is negative when there is none. */
static bool divide(struct process *process)
{
    const pid_t parent = getpid();
    sigset_t before;
    fflush(NULL);
    wf_cleanup_hold(&before);
    process->id = fork();
    if (process->id == 0) {
        begin(parent, &before);
        return true;
    }
    if (process->id > 0)
        wf_cleanup_child(process->id);
    wf_cleanup_release(&before);
    return false;
}

bool process_start_on(struct process *process, const char *program, bool search, char *const *words, int in, int out)
{
    process->to = process->from = -1;
    if (divide(process))
        become(program, search, words, in, out);
    return process->id > 0;
}

static bool open_pipes(int in[2], int out[2])
{
    if (pipe(in) != 0)
        return false;
    if (pipe(out) == 0)
        return true;
    close(in[0]);
    close(in[1]);
    return false;
}

bool process_start(struct process *process, const char *program, bool search, char *const *words)
{
    int in[2], out[2];
    if (!open_pipes(in, out))
        return false;
    if (divide(process)) {
        close(in[1]);
        close(out[0]);
        become(program, search, words, in[0], out[1]);
    }
    close(in[0]);
    close(out[1]);
    process->to = in[1];
    process->from = out[0];
    if (process->id > 0)
        return true;
    close(in[1]);
    close(out[0]);
    return false;
}

bool process_fork(struct process *process, process_work *work, void *user)
{
    int out[2];
    if (pipe(out) != 0)
        return false;
    if (divide(process)) {
        close(out[0]);
        FILE *said = fdopen(out[1], "w");
        const enum wf_exit status = said ? work(user, said) : WF_EXIT_ENVIRONMENT;
        _exit(said && fclose(said) == 0 ? (int)status : WF_EXIT_ENVIRONMENT);
    }
    close(out[1]);
    process->to = -1;
    process->from = out[0];
    if (process->id < 0)
        close(out[0]);
    return process->id > 0;
}

void process_feed(struct process *process, const void *bytes, size_t length)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGPIPE, &ignore, &before);
    for (size_t done = 0; done < length;) {
        ssize_t n = write(process->to, (const char *)bytes + done, length - done);
        if (n > 0)
            done += (size_t)n;
        else if (errno != EINTR)
            break;
    }
    close(process->to);
    sigaction(SIGPIPE, &before, NULL);
}

enum { SAID_LIMIT = 1 << 24 };          /* bytes: no simulator says as much, another program may never end */

char *process_listen(struct process *process)
{
    size_t used = 0, size = 4096;
    char *text = malloc(size);
    ssize_t n = 0;
    while (text && used < SAID_LIMIT &&
           ((n = read(process->from, text + used, size - used - 1)) > 0 || (n < 0 && errno == EINTR))) {
        used += n > 0 ? (size_t)n : 0;
        if (used + 1 == size) {
            char *more = realloc(text, size *= 2);
            if (!more)
                free(text);
            text = more;
        }
    }
    if (text)
        text[used] = '\0';
    if (used >= SAID_LIMIT)
        kill(process->id, SIGKILL);
    close(process->from);
    return text;
}

int process_wait(struct process *process)
{
    int status;
    while (waitpid(process->id, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    wf_cleanup_child(0);
    return status;
}

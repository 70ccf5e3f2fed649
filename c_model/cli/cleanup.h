/* SPDX-License-Identifier: Apache-2.0
 * cleanup.h - what must not outlive the program when a signal ends it: temporary files, a folder of them, the simulator.
 *
 * SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXCPU: clean up, end by it.  SIGXFSZ: clean up, a message, status 4.
 * A signal that is ignored when the program starts stays ignored.
 */
#ifndef WF_CLEANUP_H
#define WF_CLEANUP_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* At the start of the program. */
void wf_cleanup_start(void);
/* Hold the signals back while what is watched changes, and let them come again. */
void wf_cleanup_hold(sigset_t *before);
void wf_cleanup_release(const sigset_t *before);

/* Watch a temporary file; `path` must stay valid until it is forgotten.  False when too many are watched. */
bool wf_cleanup_watch(const char *path);
void wf_cleanup_forget(const char *path);
/* Watch a folder with all that is in it, whose name stays valid; NULL: it was removed.  One at a time. */
void wf_cleanup_folder(const char *path);
/* The same at once. */
void wf_remove_folder(const char *path);
/* Watch the simulator; 0: it has ended. */
void wf_cleanup_child(pid_t child);
/* In a new process, before it becomes another program: signals act as they did when this program started. */
void wf_cleanup_reset(const sigset_t *before);

#endif

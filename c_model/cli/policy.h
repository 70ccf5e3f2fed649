/* SPDX-License-Identifier: Apache-2.0
 * policy.h - what becomes of races, and of accesses out of bounds: --races and --bounds.
 */
#ifndef WF_CLI_POLICY_H
#define WF_CLI_POLICY_H

#include <stdbool.h>
#include <string.h>

/* An error makes the run wrong, a warning is printed, off: no message.  A warning is the default for shaders, which
 * come from elsewhere. */
enum wf_policy { WF_POLICY_ERROR, WF_POLICY_WARN, WF_POLICY_OFF, WF_POLICIES };

/* As a diagnostic begins. */
static inline const char *wf_policy_word(enum wf_policy policy)
{
    return policy == WF_POLICY_ERROR ? "error" : "warning";
}

/* WF_POLICIES: there is none of that name. */
static inline enum wf_policy wf_policy_named(const char *name)
{
    return !strcmp(name, "error") ? WF_POLICY_ERROR : !strcmp(name, "warn") ? WF_POLICY_WARN :
           !strcmp(name, "off") ? WF_POLICY_OFF : WF_POLICIES;
}

/* The policy with the name that the option gives; NULL: the default. */
static inline enum wf_policy wf_policy_of(const char *name, bool is_shader)
{
    return name ? wf_policy_named(name) : is_shader ? WF_POLICY_WARN : WF_POLICY_ERROR;
}

#endif

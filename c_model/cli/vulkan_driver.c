/* SPDX-License-Identifier: Apache-2.0
 * vulkan_driver.c - where the driver is: in the build of this program, or installed with it.
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "source.h"
#include "vulkan.h"

/* The folder of the library that the manifest names; false: it is not there. */
static bool has_library(const char *manifest, char library[PATH_MAX])
{
    static const char key[] = "\"library_path\"";
    char *text = wf_source_load(manifest);
    const char *at = text ? strstr(text, key) : NULL, *slash = strrchr(manifest, '/');
    snprintf(library, PATH_MAX, "no library");
    at = at ? strchr(at + strlen(key), '"') : NULL;
    if (at) {
        const int length = (int)strcspn(at + 1, "\""), folder = slash ? (int)(slash - manifest) + 1 : 0;
        snprintf(library, PATH_MAX, "%.*s%.*s", at[1] == '/' ? 0 : folder, manifest, length, at + 1);
    }
    free(text);
    return access(library, R_OK) == 0;
}

static char *check(const char *manifest)
{
    char path[PATH_MAX], library[PATH_MAX];
    if (!realpath(manifest, path)) {
        cli_tell(WF_EXIT_ENVIRONMENT, "wavefold: error: no Vulkan driver at %s: %s\n", manifest, strerror(errno));
        return NULL;
    }
    if (!has_library(path, library)) {
        cli_tell(WF_EXIT_ENVIRONMENT, "wavefold: error: the manifest %s names %s, which cannot be read\n", path,
                 library);
        return NULL;
    }
    return strdup(path);
}

char *vulkan_find_driver(const char *given)
{
    static const char *const places[] = {"vulkan/wavefold_icd.json", "share/vulkan/icd.d/wavefold_icd.x86_64.json"};
    char own[PATH_MAX], path[2][PATH_MAX + 64];
    if (given)
        return check(given);
    const ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
    own[n > 0 ? n : 0] = '\0';
    for (int up = 0; up < 2; up++)              /* its folder, and the one above */
        if (strrchr(own, '/'))
            *strrchr(own, '/') = '\0';
    for (int i = 0; i < 2; i++) {
        snprintf(path[i], sizeof path[i], "%s/%s", own, places[i]);
        if (access(path[i], R_OK) == 0)
            return check(path[i]);
    }
    cli_tell(WF_EXIT_ENVIRONMENT,
             "wavefold: error: no Vulkan driver at %s, nor at %s\nBuild it in the source tree with: make vulkan. "
             "--driver names the manifest of one elsewhere\n",
             path[0], path[1]);
    return NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "lane_list.h"

#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "contents.h"

enum wf_exit lane_list(const char *option, const char *text, unsigned lanes, lane_list_fn *take, void *user)
{
    unsigned entries = 1;
    char what[96];
    for (const char *at = text; *at; at++)
        entries += *at == ',';
    if (entries != 1 && entries != lanes) {
        snprintf(what, sizeof what, "%s has %u entries for %u values; expected one for each, or one for all", option,
                 entries, lanes);
        return cli_misuse(what, text);
    }
    enum wf_exit status = WF_EXIT_OK;
    const char *at = text;
    for (unsigned lane = 0; lane < lanes && !status; lane++) {
        const size_t length = strcspn(at, ",");
        if (length != 1 || *at != '-')
            status = take(user, lane, at, length);
        at += entries > 1 ? length + 1 : 0;
    }
    return status;
}

enum wf_exit lane_list_number(const char *option, const char *text, size_t length, uint32_t *number)
{
    struct contents_number n;
    uint64_t bits;
    char what[96];
    if (contents_number(text, length, &n) && contents_fits(&n, 32, &bits)) {
        *number = (uint32_t)bits;
        return WF_EXIT_OK;
    }
    snprintf(what, sizeof what, "%s needs integers of 32 bits, not", option);
    return cli_misuse(what, text);
}

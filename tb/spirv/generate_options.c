/* SPDX-License-Identifier: Apache-2.0
 * generate_options.c - options of the generator as a command line has them.
 */
#include "generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const feature_name[FEATURES] = {
#define X(name, on, text) [FEATURE_##name] = #name,
    GENERATE_FEATURES(X)
#undef X
};

void generate_list_features(void)
{
#define X(name, on, text) printf("%-14s %s  %s\n", #name, on ? "on " : "off", text);
    GENERATE_FEATURES(X)
#undef X
}

static bool set_feature(struct generate_options *o, const char *name, bool on)
{
    for (unsigned k = 0; k < FEATURES; k++) {
        if (strcmp(name, feature_name[k]) == 0) {
            o->feature[k] = on;
            return true;
        }
    }
    fprintf(stderr, "%s: no such feature; wf_spirv_random --features lists them\n", name);
    return false;
}

bool generate_option(struct generate_options *o, const char *name, const char *value)
{
    if (strcmp(name, "--seed") == 0)
        o->seed = strtoull(value, NULL, 0);
    else if (strcmp(name, "--size") == 0)
        o->size = (unsigned)strtoul(value, NULL, 0);
    else if (strcmp(name, "--wave-size") == 0)
        o->wave_size = (unsigned)strtoul(value, NULL, 0);
    else if (strcmp(name, "--lanes") == 0)
        o->most_lanes = (unsigned)strtoul(value, NULL, 0);
    else if (strcmp(name, "--with") == 0)
        return set_feature(o, value, true);
    else if (strcmp(name, "--without") == 0)
        return set_feature(o, value, false);
    else {
        fprintf(stderr, "%s: unknown option\n", name);
        return false;
    }
    return true;
}

static bool is_size(unsigned lanes)
{
    return lanes >= 4 && lanes <= 128 && (lanes & (lanes - 1)) == 0;
}

bool generate_options_good(const struct generate_options *o)
{
    const bool good = o->size <= 5000 && is_size(o->most_lanes) && (o->wave_size == 0 || is_size(o->wave_size));

    if (!good)
        fprintf(stderr, "--size is at most 5000, --wave-size and --lanes are powers of two from 4 to 128\n");
    return good;
}

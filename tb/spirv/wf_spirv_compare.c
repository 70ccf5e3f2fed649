/* SPDX-License-Identifier: Apache-2.0
 * wf_spirv_compare - random SPIR-V modules through the front-end and the model, and through the interpreter:
 *
 *   wf_spirv_compare --seed N --count K [--regs R] [--most FAILURES] [generator options, see wf_spirv_random]
 *   wf_spirv_compare --seed N --module FILE ...        another module on the buffers of that seed: for tools that make one smaller
 *
 * Prints a line for each seed where they differ, with the command that repeats it, and at the end how many were compared.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

static bool read_module(const char *name, struct compare_device *device)
{
    enum { MOST = 1 << 18 };
    static uint32_t words[MOST];
    FILE *f = fopen(name, "rb");

    if (!f) {
        fprintf(stderr, "%s: cannot be opened\n", name);
        return false;
    }
    device->module_words = fread(words, sizeof *words, MOST, f);
    device->module = words;
    fclose(f);
    return true;
}

int main(int count, char **arg)
{
    struct generate_options o;
    struct compare_device device = { 0 };
    char command[400] = "", text[COMPARE_TEXT];
    unsigned long long modules = 1, most = 20, different = 0, undecided = 0, done = 0;

    generate_defaults(&o);
    for (int k = 1; k + 1 < count; k += 2) {
        const char *name = arg[k];
        if (strcmp(name, "--count") == 0)
            modules = strtoull(arg[k + 1], NULL, 0);
        else if (strcmp(name, "--most") == 0)
            most = strtoull(arg[k + 1], NULL, 0);
        else if (strcmp(name, "--regs") == 0)
            device.regs = (unsigned)strtoul(arg[k + 1], NULL, 0);
        else if (strcmp(name, "--module") == 0) {
            if (!read_module(arg[k + 1], &device))
                return 2;
        } else if (!generate_option(&o, name, arg[k + 1]))
            return 2;
        if (strcmp(name, "--count") != 0 && strcmp(name, "--most") != 0 && strcmp(name, "--seed") != 0 &&
            strlen(command) + strlen(name) + strlen(arg[k + 1]) + 3 < sizeof command)
            strcat(strcat(strcat(strcat(command, " "), name), " "), arg[k + 1]);
    }
    if (!generate_options_good(&o))
        return 2;
    for (; done < modules && different < most; done++, o.seed++) {
        const enum compared result = compare_module(&o, &device, text);
        different += result == COMPARED_DIFFERENT;
        undecided += result == COMPARED_UNDECIDED || result == COMPARED_TOO_LONG;
        if (result != COMPARED_SAME)
            printf("seed %llu: %s\n    wf_spirv_compare --seed %llu%s\n", (unsigned long long)o.seed, text, (unsigned long long)o.seed, command);
    }
    printf("%llu compared, %llu different, %llu undecided\n", done, different, undecided);
    return different ? 1 : undecided ? 3 : 0;
}

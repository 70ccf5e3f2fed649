/* SPDX-License-Identifier: Apache-2.0
 * wf_expect NAME - print what a kernel or a shader must give, computed by plain sequential C that knows nothing of waves.
 * wf_expect      - print the names of all lists.
 * Kernel files name a list, `reference NAME`, and the build makes a file of each, build/reference/NAME.  The lists are written in expect_*.c, by
 * subject.
 */
#include "expect.h"
#include <stddef.h>
#include <stdio.h>

int main(int argc, char **argv)
{
#define NAME(subject) subject##_lists,
    static const struct list *const all[] = {WF_SUBJECTS(NAME)};
    for (size_t f = 0; argc <= 2 && f < sizeof all / sizeof *all; f++)
        for (const struct list *list = all[f]; list->name; list++)
            if (argc == 1) {
                puts(list->name);
            } else if (!strcmp(argv[1], list->name)) {
                list->print();
                putchar('\n');
                return 0;
            }
    if (argc == 1)
        return 0;
    fputs("usage: wf_expect [NAME]\n", stderr);
    return 2;
}

/* SPDX-License-Identifier: Apache-2.0
 * test_bad.c - every tb/asm/bad/NAME.wfk is refused, and its first error is the line of NAME.txt: "line:column: text"; so are texts of many lines.
 * Run from the root of the repository.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdlib.h>

#include "wfk.h"

enum { ROOM = 1 << 18 };

static size_t read_file(const char *name, const char *ending, char *text)
{
    char path[512];

    snprintf(path, sizeof path, "tb/asm/bad/%s.%s", name, ending);
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    if (!file) {
        printf("  cannot open %s\n", path);
        return 0;
    }
    size_t length = fread(text, 1, ROOM - 1, file);
    fclose(file);
    CHECK(length < ROOM - 1);
    text[length] = '\0';
    return length;
}

static void is_refused(const char *name, const char *text, size_t length, const char *wanted)
{
    static char got[400];
    static struct wfk_told told;

    memset(&told, 0, sizeof told);
    struct wf_kernel *k = wf_kernel_parse(text, length, &wfk_device, 0, wfk_listen, &told);
    CHECK(!k && told.count > 0);
    snprintf(got, sizeof got, "%u:%u: %s", told.at[0].line, told.at[0].column, told.at[0].text);
    bool good = wanted[0] && !strncmp(got, wanted, strlen(wanted));
    CHECK(good);
    if (!good)
        printf("  %s\n  wanted %s\n  got    %s\n", name, wanted, got);
    wf_kernel_free(k);
}

static void file_is_refused(const char *name)
{
    static char text[ROOM], wanted[ROOM];
    size_t length = read_file(name, "wfk", text);

    read_file(name, "txt", wanted);
    wanted[strcspn(wanted, "\n")] = '\0';
    is_refused(name, text, length, wanted);
}

/* a text with one line 300 times */
static void many_lines_are_refused(const char *before, const char *line, const char *after, const char *wanted)
{
    static char text[ROOM];
    size_t length = strlen(strcpy(text, before));

    for (unsigned n = 0; n < 300; n++)
        length += strlen(strcpy(text + length, line));
    length += strlen(strcpy(text + length, after));
    is_refused(line, text, length, wanted);
}

int main(void)
{
    DIR *folder = opendir("tb/asm/bad");
    unsigned files = 0;

    CHECK(folder != NULL);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char name[256];
        size_t length = strlen(entry->d_name);
        if (length < 5 || length >= sizeof name || strcmp(entry->d_name + length - 4, ".wfk") != 0)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)(length - 4), entry->d_name);
        file_is_refused(name);
        files++;
    }
    if (folder)
        closedir(folder);
    CHECK(files >= 20);
    many_lines_are_refused("[numthreads(8,1,1)]\ncode\n", "if r1\n", "", "3:1: `if` without `endif`");
    many_lines_are_refused("[numthreads(0,1,1)]\nexpect reject NUMTHREADS_ZERO\n", "expect fault LDS_RANGE\n", "code\nend\n",
                           "3:1: `expect reject` together with another expectation, in line 2");
    return check_end("asm_bad");
}

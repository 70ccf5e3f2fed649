/* SPDX-License-Identifier: Apache-2.0
 *
 * test_bad.c - every tb/asm/bad/NAME.wfk is refused, and its first error is the line of NAME.txt: "line:column: text".
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

static void is_refused(const char *name)
{
    static char text[ROOM], wanted[ROOM], got[400];
    static struct wfk_told told;
    size_t length = read_file(name, "wfk", text);

    read_file(name, "txt", wanted);
    wanted[strcspn(wanted, "\n")] = '\0';
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
        is_refused(name);
        files++;
    }
    if (folder)
        closedir(folder);
    CHECK(files >= 20);
    return check_end("asm_bad");
}

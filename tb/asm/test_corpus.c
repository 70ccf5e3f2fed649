/* SPDX-License-Identifier: Apache-2.0
 * test_corpus.c - replays tb/asm/corpus, tb/asm/bad and tb/kernels through the fuzz entry.  Run from the root of the repository.
 * Reads: tb/kernels/?*.wfk tb/asm/corpus/?* tb/asm/bad/?*
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>

#include "fuzz_kernel.c"

#include "../common/wf_check.h"

enum { ROOM = 1 << 20 };

static void replay(const char *path)
{
    static uint8_t data[ROOM];
    FILE *file = fopen(path, "rb");

    CHECK(file != NULL);
    if (!file)
        return;
    size_t length = fread(data, 1, ROOM, file);
    fclose(file);
    CHECK(LLVMFuzzerTestOneInput(data, length) == 0);
    for (size_t cut = length / 2; cut && cut < 4096; cut /= 2)     /* cut off as well */
        CHECK(LLVMFuzzerTestOneInput(data, cut) == 0);
}

static void replay_folder(const char *path)
{
    DIR *folder = opendir(path);
    char name[512];

    CHECK(folder != NULL);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(name, sizeof name, "%s/%.255s", path, entry->d_name);
        replay(name);
    }
    if (folder)
        closedir(folder);
}

int main(void)
{
    replay_folder("tb/asm/corpus");
    replay_folder("tb/asm/bad");
    replay_folder("tb/kernels");
    return check_end("asm_corpus");
}

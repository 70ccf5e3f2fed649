/* SPDX-License-Identifier: Apache-2.0
 * build_id.c - which build of the driver this is: code that another one made is not taken from a cache.
 */
#define _GNU_SOURCE
#include "build_id.h"

#include <elf.h>
#include <link.h>
#include <string.h>

#include "wavefold/version.h"

struct found {
    struct wfv_digest digest;
    uintptr_t here;                     /* an address in the library */
};

static bool holds(const struct dl_phdr_info *info, uintptr_t address)
{
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type == PT_LOAD && address - (info->dlpi_addr + p->p_vaddr) < p->p_memsz)
            return true;
    }
    return false;
}

static void add_notes(const char *at, size_t size, struct wfv_digest *digest)
{
    ElfW(Nhdr) note;

    while (size >= sizeof note) {
        memcpy(&note, at, sizeof note);
        const size_t name = (note.n_namesz + 3u) / 4 * 4, bytes = sizeof note + name + (note.n_descsz + 3u) / 4 * 4;
        if (bytes > size)
            return;
        if (note.n_type == NT_GNU_BUILD_ID)
            wfv_digest_add(digest, at + sizeof note + name, note.n_descsz);
        at += bytes;
        size -= bytes;
    }
}

static int look(struct dl_phdr_info *info, size_t size, void *user)
{
    struct found *found = user;

    (void)size;
    if (!holds(info, found->here))
        return 0;
    for (unsigned i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_NOTE)
            add_notes((const char *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr), info->dlpi_phdr[i].p_memsz,
                      &found->digest);
    return 1;
}

struct wfv_digest wfv_build_id(void)
{
    static const char mark;
    struct found found = {.here = (uintptr_t)&mark};

    wfv_digest_add(&found.digest, WF_VERSION, sizeof WF_VERSION);
    dl_iterate_phdr(look, &found);
    return found.digest;
}

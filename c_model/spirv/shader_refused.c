/* SPDX-License-Identifier: Apache-2.0
 * shader_refused.c - decorations that enumerants.def refuses, and, in kernels of OpenCL, those that no name is known of.
 */
#include "shader.h"

#include <string.h>

enum becomes { taken, nothing, refused };

static const struct {
    const char *kind, *names;
    enum becomes becomes;
} rows[] = {
#define WFS_ENUMERANTS(kind, how, names, words) {#kind, names, how},
#include "lower/enumerants.def"
};

enum { MOST = 64 };

/* Their numbers; returns how many. */
static size_t refused_decorations(uint32_t number[MOST])
{
    size_t count = 0;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].becomes != refused || strcmp(rows[i].kind, "Decoration"))
            continue;
        const char *names = rows[i].names;
        for (size_t length; *names && count < MOST; names += length + (names[length] == ' ')) {
            length = strcspn(names, " ");
            number[count] = wfs_enum_value(WFS_KIND_Decoration, names, length);
            count += number[count] != UINT32_MAX;
        }
    }
    return count;
}

/* The operand of the instruction that is the decoration; 0: it has none. */
static uint32_t decoration_operand(uint32_t op)
{
    switch (op) {
    case WfsOpDecorate: case WfsOpDecorateId: case WfsOpDecorateString: return 2;
    case WfsOpMemberDecorate: case WfsOpMemberDecorateString: return 3;
    default: return 0;
    }
}

void wfs_check_decorations(const struct wfs_module *m)
{
    uint32_t number[MOST];
    const size_t count = refused_decorations(number);
    char name[WFS_NAME_SIZE];

    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at)) {
        const uint32_t n = decoration_operand(wfs_op_at(m, at)), decoration = n ? wfs_operand(m, at, n) : 0;
        bool bad = n && m->kernel_pointer && !wfs_has_enum(WFS_KIND_Decoration, decoration);
        for (size_t i = 0; n && i < count; i++)
            bad |= number[i] == decoration;
        if (bad)
            wfs_refuse(m, at, "%s has the %s, which is not supported", wfs_shown(m, wfs_operand(m, at, 1)),
                       wfs_enum_name(WFS_KIND_Decoration, decoration, name));
    }
}

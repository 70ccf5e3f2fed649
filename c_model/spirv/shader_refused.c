/* SPDX-License-Identifier: Apache-2.0
 * shader_refused.c - decorations that enumerants.def refuses.
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

/* Where it stands; 0: nowhere. */
static uint32_t decoration_at(const struct wfs_module *m, uint32_t decoration)
{
    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at)) {
        const uint32_t op = wfs_op_at(m, at);
        const bool whole = op == WfsOpDecorate || op == WfsOpDecorateId || op == WfsOpDecorateString;
        if ((whole && wfs_operand(m, at, 2) == decoration) ||
            ((op == WfsOpMemberDecorate || op == WfsOpMemberDecorateString) && wfs_operand(m, at, 3) == decoration))
            return at;
    }
    return 0;
}

/* `names`: with blanks between. */
static void refuse_names(const struct wfs_module *m, const char *names)
{
    for (size_t length; *names; names += length + (names[length] == ' ')) {
        length = strcspn(names, " ");
        const uint32_t decoration = wfs_enum_value(WFS_KIND_Decoration, names, length);
        const uint32_t at = decoration == UINT32_MAX ? 0 : decoration_at(m, decoration);
        if (at)
            wfs_refuse(m, at, "%s has the Decoration %.*s, which is not supported", wfs_shown(m, wfs_operand(m, at, 1)),
                       (int)length, names);
    }
}

void wfs_check_decorations(const struct wfs_module *m)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].becomes == refused && !strcmp(rows[i].kind, "Decoration"))
            refuse_names(m, rows[i].names);
}

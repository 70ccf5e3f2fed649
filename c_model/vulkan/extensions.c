/* SPDX-License-Identifier: Apache-2.0 */
#include "extensions.h"

#include <string.h>

enum of { INSTANCE, DEVICE, WEBGPU_INSTANCE, WEBGPU_DEVICE, WEBGPU_WINDOWS };

static const struct {
    enum of of;
    VkExtensionProperties properties;
} rows[] = {
#define WFV_EXTENSION(name, of, version) {of, {"VK_" #name, version}},
#include "extensions.def"
#undef WFV_EXTENSION
};
enum { ROWS = sizeof rows / sizeof *rows };
_Static_assert((int)ROWS <= (int)WFV_EXTENSIONS_MOST, "a place for each");

/* ROWS: there is none. */
static unsigned row_of(const char *name)
{
    unsigned i = 0;

    while (i < ROWS && strcmp(rows[i].properties.extensionName, name))
        i++;
    return i;
}

void wfv_enable_extensions(struct wfv_enabled_extensions *enabled, uint32_t count, const char *const *name)
{
    for (uint32_t i = 0; i < count; i++) {
        const unsigned row = row_of(name[i]);
        if (row < ROWS)
            enabled->has[row] = true;
    }
}

bool wfv_is_extension_enabled(const struct wfv_enabled_extensions *enabled, const char *name)
{
    const unsigned row = row_of(name);

    return row < ROWS && enabled->has[row];
}

const VkExtensionProperties *wfv_extension(bool of_device, bool webgpu, uint32_t number)
{
    const enum of plain = of_device ? DEVICE : INSTANCE, more = of_device ? WEBGPU_DEVICE : WEBGPU_INSTANCE;

    for (unsigned i = 0; i < ROWS; i++)
        if ((rows[i].of == plain || (webgpu && (rows[i].of == more || (!of_device && rows[i].of == WEBGPU_WINDOWS)))) &&
            !number--)
            return &rows[i].properties;
    return NULL;
}

bool wfv_has_extension(bool of_device, bool webgpu, const char *name)
{
    const VkExtensionProperties *e;

    for (uint32_t i = 0; (e = wfv_extension(of_device, webgpu, i)) != NULL; i++)
        if (!strcmp(e->extensionName, name))
            return true;
    return false;
}

VkResult wfv_list_extensions(bool of_device, bool webgpu, const char *layer, uint32_t *count,
                             VkExtensionProperties *properties)
{
    struct wfv_listing list = wfv_list_begin(properties, count);
    const VkExtensionProperties *e;

    if (layer)
        return VK_ERROR_LAYER_NOT_PRESENT;
    for (uint32_t i = 0; (e = wfv_extension(of_device, webgpu, i)) != NULL; i++) {
        VkExtensionProperties *next = wfv_list_next(&list, sizeof *next);
        if (next)
            *next = *e;
    }
    return wfv_list_end(&list);
}

/* SPDX-License-Identifier: Apache-2.0
 * texels.h - formats of texels in plain C, from the names that Vulkan gives them: where components are, and their values.
 */
#ifndef WF_VULKAN_TEXELS_H
#define WF_VULKAN_TEXELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan.h>

enum texel_type { TEXEL_UNORM, TEXEL_SNORM, TEXEL_UINT, TEXEL_SINT, TEXEL_SFLOAT, TEXEL_UFLOAT, TEXEL_SRGB, TEXEL_SHARED };
struct texel_format {
    VkFormat format;
    const char *name;
    enum texel_type type;
    uint32_t bytes;
    uint32_t at[4], width[4];           /* R or depth, G, B, A; width 0: it has none */
    bool is_stored, is_depth;
};
/* The formats that the driver must have, by number; false past the last. */
bool texel_format(size_t number, struct texel_format *format);
bool texel_is_integer(const struct texel_format *f);

/* The bits of a component of the texel at these bytes. */
uint64_t texel_bits(const struct texel_format *f, const unsigned char *texel, unsigned component);
/* Their value; missing ones are 0, A is 1. */
double texel_value(const struct texel_format *f, const unsigned char *texel, unsigned component);
/* The bits for a number: the nearest, of two even; of UFLOAT the next towards 0; of integers the nearest that fits. */
uint64_t texel_nearest(const struct texel_format *f, unsigned component, double x);
void texel_put(const struct texel_format *f, unsigned char *texel, unsigned component, uint64_t bits);

#endif

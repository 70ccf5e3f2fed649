/* SPDX-License-Identifier: Apache-2.0 */
#include "formats.h"

#include "patch.h"

#include <stdlib.h>
#include <string.h>

struct naming {
    struct wfo_patch p;
    const struct wf_kernel *k;
    uint32_t *image;                    /* [f->word[3]] the type, with a format, of the image to which a pointer leads; 0: as it was */
};

/* ---- what is bound ---- */

/* As SPIR-V numbers it; 0: not one format, or one without a number. */
static uint32_t format_of(const struct naming *n, uint32_t variable)
{
    static const int number[] = {
#define WF_IMAGE_FORMAT(id, name, vulkan, spirv, ...) [WF_IMAGE_FORMAT_##id] = spirv,
#include "wavefold/image_format.def"
#undef WF_IMAGE_FORMAT
    };
    const uint32_t set = wfo_facts_decoration(n->p.f, variable, WfsDecorationDescriptorSet);
    const uint32_t binding = wfo_facts_decoration(n->p.f, variable, WfsDecorationBinding);
    int found = 0;

    for (size_t i = 0; i < n->k->module.binds; i++) {
        const struct wf_kernel_bind *b = &n->k->module.bind[i];
        if (b->is_push || b->set != set || b->binding != binding)
            continue;
        const int one = number[n->k->buffer[b->buffer].image.format];
        if (one <= 0 || (found && found != one))
            return 0;
        found = one;
    }
    return (uint32_t)found;
}

/* ---- types ---- */

static const uint32_t *pointee(const struct naming *n, uint32_t pointer)
{
    const uint32_t *w = wfo_patch_def(&n->p, pointer);

    return wfo_patch_def(&n->p, (w[0] & 0xffff) == WfsOpTypePointer ? w[3] : 0);
}

static bool is_array(const uint32_t *type)
{
    return (type[0] & 0xffff) == WfsOpTypeArray || (type[0] & 0xffff) == WfsOpTypeRuntimeArray;
}

/* A storage image without a format. */
static bool is_nameless(const uint32_t *type)
{
    return (type[0] & 0xffff) == WfsOpTypeImage && type[7] == 2 && type[8] == 0;
}

/* ---- instructions ---- */

static uint32_t pointer_to(struct naming *n, uint32_t type)
{
    return wfo_patch_type(&n->p, WfsOpTypePointer, OPERANDS(WfsStorageClassUniformConstant, type));
}

/* SPIR-V has the others under a capability. */
static bool is_basic(uint32_t format)
{
    return format <= WfsImageFormatRgba8Snorm || (format >= WfsImageFormatRgba32i && format <= WfsImageFormatR32i) ||
           (format >= WfsImageFormatRgba32ui && format <= WfsImageFormatR32ui);
}

static bool put_variable(struct naming *n, const uint32_t *w)
{
    const uint32_t *type = pointee(n, w[1]), *image = is_array(type) ? wfo_patch_def(&n->p, type[2]) : type;
    uint32_t operand[7];

    if (!is_nameless(image))
        return false;
    memcpy(operand, image + 2, sizeof operand);
    operand[6] = format_of(n, w[2]);
    n->p.failed |= !operand[6];
    if (!is_basic(operand[6]))
        wfo_patch_capability(&n->p, WfsCapabilityStorageImageExtendedFormats);
    const uint32_t named = wfo_patch_type(&n->p, WfsOpTypeImage, 7, operand);
    uint32_t held = named;
    if ((type[0] & 0xffff) == WfsOpTypeArray)
        held = wfo_patch_type(&n->p, WfsOpTypeArray, OPERANDS(named, type[3]));
    else if (is_array(type))
        held = wfo_patch_type(&n->p, WfsOpTypeRuntimeArray, OPERANDS(named));
    n->image[w[2]] = named;
    wfo_patch_value(&n->p, WfsOpVariable, pointer_to(n, held), w[2], OPERANDS(WfsStorageClassUniformConstant));
    return true;
}

/* What becomes of an instruction whose result is such an image, or leads to one. */
static bool put_use(struct naming *n, const uint32_t *w, size_t length)
{
    const uint32_t op = w[0] & 0xffff, from = length > 3 && w[3] < n->p.f->word[3] ? n->image[w[3]] : 0;

    if ((op == WfsOpAccessChain || op == WfsOpInBoundsAccessChain) && from) {
        n->image[w[2]] = from;
        wfo_patch_value(&n->p, op, pointer_to(n, from), w[2], length - 3, w + 3);
    } else if (op == WfsOpLoad && from) {
        wfo_patch_value(&n->p, op, from, w[2], length - 3, w + 3);
    } else {
        n->p.failed |= length > 2 && wfo_patch_type_of(&n->p, w[2]) == w[1] && (is_nameless(wfo_patch_def(&n->p, w[1])) || is_nameless(pointee(n, w[1])));
        return false;
    }
    return true;
}

static bool change(void *user, const uint32_t *w, size_t length)
{
    struct naming *n = user;
    const uint32_t op = w[0] & 0xffff;

    if (op == WfsOpCapability)
        return w[1] == WfsCapabilityStorageImageReadWithoutFormat;
    return op == WfsOpVariable ? put_variable(n, w) : n->p.in_function && put_use(n, w, length);
}

void wfo_formats_name(struct wfo_case *c)
{
    struct naming n = {.k = c->kernel, .image = calloc((size_t)c->facts.word[3] + 1, sizeof(uint32_t))};

    if (n.image)
        wfo_patch_facts(&n.p, &c->facts, change, &n);
    free(n.image);
}

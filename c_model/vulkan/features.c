/* SPDX-License-Identifier: Apache-2.0
 * features.c - which features the device has, and which ones a program enabled.
 *
 * All structures of the registry are known, also those of extensions that the device does not have: their members are
 * false, and a message has the name of one that a program asks for.
 */
#include "feature.h"

#include "device.h"
#include "extensions.h"
#include "newer.h"

#include <stdio.h>
#include <string.h>

static const char *const names[] = {
#define WFV_FEATURE(name) #name,
#include "features.def"
#undef WFV_FEATURE
};
static const char *const webgpu_names[] = {
#define WFV_FEATURE(name)
#define WFV_WEBGPU_FEATURE(name) #name,
#include "features.def"
#undef WFV_WEBGPU_FEATURE
#undef WFV_FEATURE
};

static const struct structure {
    const char *name;
    VkStructureType type;
    const char *members;                /* their names, with blanks between them */
    const char *extension;              /* that brings it; "": Vulkan itself */
} structures[] = {
#define WFV_STRUCTURE(name, type, members, extension) {#name, type, members, extension},
#include "vulkan_features.h"
#undef WFV_STRUCTURE
};

/* ---- one feature ---- */

struct member {
    const char *name;                   /* [length] */
    size_t length;
};

static bool is_called(const struct member *m, const char *name)
{
    return strlen(name) == m->length && !memcmp(m->name, name, m->length);
}

/* WFV_FEATURES: the device has none of that name. */
static enum wfv_feature feature_of(const struct member *m)
{
    unsigned i = 0;

    while (i < WFV_FEATURES && !is_called(m, names[i]))
        i++;
    return (enum wfv_feature)i;
}

/* A structure of an extension that the device does not have may have members with the names of others. */
static bool is_there(const struct wfv_physical *physical, const struct structure *s)
{
    return !*s->extension || wfv_has_extension(true, physical->instance->settings.webgpu, s->extension);
}

static bool has(const struct wfv_physical *physical, const struct structure *s, const struct member *m)
{
    if (!is_there(physical, s))
        return false;
    if (feature_of(m) != WFV_FEATURES)
        return true;
    for (size_t i = 0; physical->instance->settings.webgpu && i < sizeof webgpu_names / sizeof *webgpu_names; i++)
        if (is_called(m, webgpu_names[i]))
            return true;
    return false;
}

/* ---- the structures ---- */

/* All have the same head, and then a VkBool32 for each member. */
static const size_t head = offsetof(VkPhysicalDeviceFeatures2, features);

static const struct structure *find(VkStructureType type)
{
    for (size_t i = 0; i < sizeof structures / sizeof *structures; i++)
        if (structures[i].type == type)
            return &structures[i];
    return NULL;
}

/* The next member of a list of names; false: there is none. */
static bool next_member(const char **at, struct member *m)
{
    *m = (struct member){*at, strcspn(*at, " ")};
    *at += m->length + (m->name[m->length] == ' ');
    return m->length != 0;
}

/* `member` is where the structure has the first one. */
static void fill(const struct wfv_physical *physical, const struct structure *s, void *member)
{
    VkBool32 *to = member;
    const char *at = s->members;

    for (struct member m; next_member(&at, &m); to++)
        *to = has(physical, s, &m);
}

void wfv_fill_features(const struct wfv_physical *physical, void *next)
{
    for (VkBaseOutStructure *s = next; s; s = s->pNext) {
        const struct structure *known = find(s->sType);
        if (known)
            fill(physical, known, (char *)s + head);
    }
}

void wfv_GetPhysicalDeviceFeatures(VkPhysicalDevice physicalDevice, VkPhysicalDeviceFeatures *pFeatures)
{
    fill(wfv_physical_of(physicalDevice), find(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2), pFeatures);
}

void wfv_GetPhysicalDeviceFeatures2(VkPhysicalDevice physicalDevice, VkPhysicalDeviceFeatures2 *pFeatures)
{
    wfv_fill_features(wfv_physical_of(physicalDevice), pFeatures);
}

/* ---- what a program enables ---- */

static bool enable(const struct wfv_physical *physical, const struct structure *s, const void *member,
                   struct wfv_enabled *enabled)
{
    const VkBool32 *from = member;
    const char *at = s->members;
    bool good = true;

    for (struct member m; next_member(&at, &m); from++) {
        const enum wfv_feature feature = feature_of(&m);
        if (!*from)
            continue;
        if (!has(physical, s, &m)) {
            wfv_say(physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                    "vkCreateDevice: %s: the device does not have %.*s", s->name, (int)m.length, m.name);
            good = false;
        } else if (feature != WFV_FEATURES)
            enabled->has[feature] = true;
    }
    return good;
}

/* Structures of a device that have no features, and that change nothing here. */
static bool is_harmless(VkStructureType type)
{
    switch ((int)type) {
    case VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO:
    case VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO:
    case VK_STRUCTURE_TYPE_DEVICE_PRIVATE_DATA_CREATE_INFO:
        return true;
    default: return false;
    }
}

static bool is_twice(const VkBaseInStructure *s)
{
    for (const VkBaseInStructure *other = s->pNext; other; other = other->pNext)
        if (other->sType == s->sType)
            return true;
    return false;
}

VkResult wfv_enable_features(const struct wfv_physical *physical, const VkDeviceCreateInfo *info,
                             struct wfv_enabled *enabled)
{
    struct wfv_instance *instance = physical->instance;
    const struct structure *core = find(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
    bool good = true;

    if (info->pEnabledFeatures && wfv_chained(info->pNext, core->type)) {
        wfv_say(instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                "vkCreateDevice: both pEnabledFeatures and %s; expected one of them", core->name);
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    if (info->pEnabledFeatures)
        good = enable(physical, core, info->pEnabledFeatures, enabled);
    for (const VkBaseInStructure *s = info->pNext; s; s = s->pNext) {
        const struct structure *known = find(s->sType);
        if (known && is_twice(s)) {
            wfv_say(instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, "vkCreateDevice: %s is there twice",
                    known->name);
            return VK_ERROR_INITIALIZATION_FAILED;
        }
        if (known)
            good &= enable(physical, known, (const char *)s + head, enabled);
        else if (!is_harmless(s->sType))
            wfv_say(instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT,
                    "vkCreateDevice: the driver does not know the structure with sType %d: "
                    "what it asks for is not enabled",
                    (int)s->sType);
    }
    return good ? VK_SUCCESS : VK_ERROR_FEATURE_NOT_PRESENT;
}

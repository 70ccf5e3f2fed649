/* SPDX-License-Identifier: Apache-2.0 */
#include "grammar.h"

#include <stdio.h>
#include <string.h>

const struct wfs_spirv_info *wfs_spirv_info(uint32_t op)
{
    switch (op) {
#define WFS_INSTRUCTION(name, code, needs, shape) \
    case code: { static const struct wfs_spirv_info info = {#name, needs, shape}; return &info; }
#include "grammar.def"
#undef WFS_INSTRUCTION
    default: return NULL;
    }
}

const char *wfs_family_of(const struct wfs_spirv_info *info)
{
    static const struct {
        const char *word, *family;
    } families[] = {
#define WFS_FAMILY(word, family) {word, family},
#include "families.def"
#undef WFS_FAMILY
    };
    size_t i = 0;

    while (!strstr(info->needs, families[i].word))
        i++;
    return families[i].family;
}

const char *wfs_spirv_name(uint32_t op, char text[WFS_NAME_SIZE])
{
    const struct wfs_spirv_info *info = wfs_spirv_info(op);

    if (info)
        snprintf(text, WFS_NAME_SIZE, "Op%s", info->name);
    else
        snprintf(text, WFS_NAME_SIZE, "instruction %u", (unsigned)op);
    return text;
}

struct enum_row {
    enum wfs_spirv_kind kind;
    uint32_t value;
    const char *name;
};

static const struct enum_row enums[] = {
#define WFS_ENUM(kind, name, value) {WFS_KIND_##kind, value, #name},
#include "grammar.def"
#undef WFS_ENUM
};

/* NULL: the grammar has none. */
static const char *enum_name(enum wfs_spirv_kind kind, uint32_t value)
{
    for (size_t i = 0; i < sizeof enums / sizeof *enums; i++)
        if (enums[i].kind == kind && enums[i].value == value)
            return enums[i].name;
    return NULL;
}

bool wfs_has_enum(enum wfs_spirv_kind kind, uint32_t value)
{
    return enum_name(kind, value) != NULL;
}

const char *wfs_enum_name(enum wfs_spirv_kind kind, uint32_t value, char text[WFS_NAME_SIZE])
{
    static const char *const kinds[] = {"Capability",      "BuiltIn",         "Decoration",  "StorageClass",
                                        "ExecutionMode",   "ExecutionModel",  "Scope",       "GroupOperation",
                                        "MemorySemantics", "AddressingModel", "MemoryModel", "SourceLanguage",
                                        "Dim",             "ImageFormat",     "ImageOperands", "FPRoundingMode"};

    const char *name = enum_name(kind, value);

    if (name)
        snprintf(text, WFS_NAME_SIZE, "%s %s", kinds[kind], name);
    else
        snprintf(text, WFS_NAME_SIZE, "%s %u", kinds[kind], (unsigned)value);
    return text;
}

uint32_t wfs_enum_value(enum wfs_spirv_kind kind, const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof enums / sizeof *enums; i++)
        if (enums[i].kind == kind && !strncmp(enums[i].name, name, length) && !enums[i].name[length])
            return enums[i].value;
    return UINT32_MAX;
}

static const char *extended_name(const char *name, uint32_t number, char text[WFS_NAME_SIZE])
{
    if (name)
        snprintf(text, WFS_NAME_SIZE, "%s", name);
    else
        snprintf(text, WFS_NAME_SIZE, "extended instruction %u", (unsigned)number);
    return text;
}

const char *wfs_glsl_name(uint32_t number, char text[WFS_NAME_SIZE])
{
    switch (number) {
#define WFS_GLSL(id, code) case code: return extended_name(#id, number, text);
#include "grammar.def"
#undef WFS_GLSL
    default: return extended_name(NULL, number, text);
    }
}

const char *wfs_opencl_name(uint32_t number, char text[WFS_NAME_SIZE])
{
    switch (number) {
#define WFS_OPENCL(id, code) case code: return extended_name(#id, number, text);
#include "grammar.def"
#undef WFS_OPENCL
    default: return extended_name(NULL, number, text);
    }
}

/* SPDX-License-Identifier: Apache-2.0
 * grammar.h - names and numbers of SPIR-V: WfsOpIAdd, WfsCapabilityShader, WfsGlslSin, WfsCl_sin.  They come from grammar.def,
 * which the build makes (sim/spirv/grammar.sh) with the rows
 *     WFS_INSTRUCTION(name, opcode, needs, shape)   needs: any one of these capabilities;
 *             operands: t type of the result, r result, i id, l literal word, s text, n number of the type of the
 *             instruction, p pair; ? may be missing, * any number
 *     WFS_ENUM(kind, name, value)
 *     WFS_GLSL(name, number)                        of GLSL.std.450
 *     WFS_OPENCL(name, number)                      of OpenCL.std
 */
#ifndef WAVEFOLD_SPIRV_GRAMMAR_H
#define WAVEFOLD_SPIRV_GRAMMAR_H

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>

enum wfs_spirv_op {
#define WFS_INSTRUCTION(name, code, needs, shape) WfsOp##name = code,
#include "grammar.def"
#undef WFS_INSTRUCTION
    WfsOpMax = 65536
};

enum wfs_spirv_enum {
#define WFS_ENUM(kind, name, value) Wfs##kind##name = value,
#include "grammar.def"
#undef WFS_ENUM
    WfsEnumMax = 65536
};

enum wfs_glsl {
#define WFS_GLSL(name, number) WfsGlsl##name = number,
#include "grammar.def"
#undef WFS_GLSL
    WfsGlslMax = 65536
};

enum wfs_opencl {
#define WFS_OPENCL(name, number) WfsCl_##name = number,
#include "grammar.def"
#undef WFS_OPENCL
    WfsClMax = 65536
};

/* An instruction as the grammar has it. */
struct wfs_spirv_info {
    const char *name, *needs, *shape;
};
/* NULL when there is no such instruction. */
const struct wfs_spirv_info *wfs_spirv_info(uint32_t op);
/* What it is a part of, by the capabilities that it needs. */
const char *wfs_family_of(const struct wfs_spirv_info *info);
/* "OpIAdd", or "instruction 1234". */
enum { WFS_NAME_SIZE = 80 };
const char *wfs_spirv_name(uint32_t op, char text[WFS_NAME_SIZE]);
/* "Capability Geometry", "Capability 1234". */
enum wfs_spirv_kind {
    WFS_KIND_Capability,
    WFS_KIND_BuiltIn,
    WFS_KIND_Decoration,
    WFS_KIND_StorageClass,
    WFS_KIND_ExecutionMode,
    WFS_KIND_ExecutionModel,
    WFS_KIND_Scope,
    WFS_KIND_GroupOperation,
    WFS_KIND_MemorySemantics,
    WFS_KIND_AddressingModel,
    WFS_KIND_MemoryModel,
    WFS_KIND_SourceLanguage,
    WFS_KIND_Dim,
    WFS_KIND_ImageFormat,
    WFS_KIND_ImageOperands,
    WFS_KIND_FPRoundingMode
};
const char *wfs_enum_name(enum wfs_spirv_kind kind, uint32_t value, char text[WFS_NAME_SIZE]);
/* The value of the name with so many letters; UINT32_MAX: it is none. */
uint32_t wfs_enum_value(enum wfs_spirv_kind kind, const char *name, size_t length);
/* The grammar has a name for the value. */
bool wfs_has_enum(enum wfs_spirv_kind kind, uint32_t value);
const char *wfs_glsl_name(uint32_t number, char text[WFS_NAME_SIZE]);
const char *wfs_opencl_name(uint32_t number, char text[WFS_NAME_SIZE]);

#endif

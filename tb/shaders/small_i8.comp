// SPDX-License-Identifier: Apache-2.0
// Every operator of 8-bit integers; in buffers that hold them side by side, where several lanes store into one word.
// build: glslangValidator --target-env vulkan1.2
// build od: glslangValidator --target-env vulkan1.2 -Od
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shader_8bit_storage : require
#define BITS 8
#define S int8_t
#define U uint8_t
#include "small_int.glsl"

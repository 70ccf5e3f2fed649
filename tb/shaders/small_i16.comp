// SPDX-License-Identifier: Apache-2.0
// Every operator of 16-bit integers; in buffers that hold them side by side, where several lanes store into one word.
// build: glslangValidator --target-env vulkan1.2
// build od: glslangValidator --target-env vulkan1.2 -Od
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
#extension GL_EXT_shader_16bit_storage : require
#define BITS 16
#define S int16_t
#define U uint16_t
#include "small_int.glsl"

// SPDX-License-Identifier: Apache-2.0
// typed_sizes.comp - numbers of 8, 32 and 64 bits that depend on the wave size, for test_typed.sh.
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 1) in;
struct Mixed { uint64_t l; double d; float f; uint8_t b, c; };
layout(std430, binding = 0) buffer Out { Mixed mixed[]; };

void main()
{
    mixed[0].f = 1.0 / float(gl_SubgroupSize);
    mixed[0].b = uint8_t(gl_SubgroupSize);
    mixed[0].c = uint8_t(gl_SubgroupSize + 1u);
    mixed[0].l = (gl_SubgroupSize > 8u ? 0x100000000ul : 0ul) + gl_SubgroupSize;     // both words differ, but not between the same sizes
    mixed[0].d = 1.0lf / double(gl_SubgroupSize);
    mixed[1].c = uint8_t(200);
}

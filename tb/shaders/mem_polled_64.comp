// SPDX-License-Identifier: Apache-2.0
// Volatile words of 64 bits whose halves are always equal: a load never finds one half of one time and the other of
// another.  Each lane adds to both halves at once and looks, then waits until all have added.
// build: glslangValidator --target-env vulkan1.2
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
#version 450
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) volatile buffer Cells { uint64_t first; uint64_t cell[2]; double twin; };
layout(std430, binding = 1) buffer Out { uint torn; uint seen[]; };

bool is_torn(uint64_t v)
{
    return uint(v) != uint(v >> 32);
}

void main()
{
    uint at = gl_GlobalInvocationID.x, all = 64u * gl_NumWorkGroups.x;
    uint64_t v;
    for (uint k = 0u; k < 4u; k++) {
        atomicAdd(cell[at & 1u], 0x100000001ul);
        v = cell[at & 1u];
        if (is_torn(v))
            atomicOr(torn, 1u);
        if (is_torn(cell[~at & 1u]) || is_torn(packUint2x32(unpackDouble2x32(twin))))
            atomicOr(torn, 2u);
    }
    atomicAdd(first, 0x100000001ul);
    do
        v = first;
    while (uint(v) != all);
    seen[at] = uint(v >> 32);
}

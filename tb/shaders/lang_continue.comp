// SPDX-License-Identifier: Apache-2.0
// What is behind continue when it cannot come to that: loops of one turn that a specialization constant leaves nothing to continue in, inside
// a loop that some lanes continue and the others leave.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint WHICH = 0u;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) writeonly buffer Out { uint dst[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, x = src[i], sum = 0u;
    for (uint k = 0u; k < (x & 7u); k++) {
        sum = sum * 31u + 7u;
        if ((x >> k & 8u) != 0u)
            continue;
        do {
            switch (WHICH) {
            case 2u:
                continue;
            default:
                sum ^= 0x100u;
            }
            switch (x & 3u) {
            case 1u:
                sum += 5u;
                break;
            case 2u:
                sum += 9u;
            }
        } while (WHICH == 4u);
        break;
    }
    dst[i] = sum;
}

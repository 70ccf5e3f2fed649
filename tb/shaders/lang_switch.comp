// SPDX-License-Identifier: Apache-2.0
// switch: cases that fall through, a default in the middle, several labels a case, a switch in a loop with continue, negative labels.
// build: glslangValidator --target-env vulkan1.1
// build od: glslangValidator --target-env vulkan1.1 -Od
// build v11: glslangValidator -V --target-env spirv1.1 -gV
// build merged: glslangValidator --target-env vulkan1.1 | spirv-opt --merge-return --inline-entry-points-exhaustive --ssa-rewrite
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Out { uint dst[]; };

uint falling(uint x)
{
    uint r = 1u;
    switch (x % 8u) {
    case 0u:
        r += 10u;
    case 1u:
        r *= 3u;
        break;
    case 2u:
    case 5u:
        r += 100u;
        if (x > 20u)
            break;
        r += 1000u;
    default:
        r ^= 0x40u;
    case 7u:
        r += 7u;
        break;
    case 6u:
        return r + x;
    }
    return r << 1;
}

uint in_loop(uint x)
{
    uint r = 0u;
    for (uint k = 0u; k < 12u; k++) {
        switch (int(x + k) % 5 - 2) {
        case -2:
            continue;
        case -1:
            r += k;
            break;
        case 2:
            if (k > 8u)
                return r | 0x100u;
            r += 2u * k;
        }
        r += 1u;
    }
    return r;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    dst[2u * i] = falling(i);
    dst[2u * i + 1u] = in_loop(i);
    switch (int(i & 3u)) {
    default: dst[2u * i] += 0x10000u;
    }
}

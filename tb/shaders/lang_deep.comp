// SPDX-License-Identifier: Apache-2.0
// Deep nesting: loops in loops in ifs in switches, and a chain of functions that call each other.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Out { uint dst[]; };

uint leaf(uint x) { return x % 3u == 0u ? x + 1u : x * 2u; }
uint twig(uint x) { if (x > 40u) return leaf(x - 40u) + 1u; return leaf(x) ^ 5u; }
uint branch(uint x) { uint s = 0u; for (uint k = 0u; k < 3u; k++) s += twig(x + k * 17u); return s; }

void main()
{
    uint i = gl_GlobalInvocationID.x, r = 0u;
    for (uint a = 0u; a < 3u; a++) {
        if ((i & 1u) != a % 2u) {
            for (uint b = 0u; ; b++) {
                switch ((i + b) % 4u) {
                case 0u:
                    for (uint c = i; c > 0u; c >>= 1) {
                        if ((c & 1u) != 0u) {
                            while (true) {
                                r += c;
                                if (r % 2u == 0u)
                                    break;
                                r += 2u;
                            }
                            continue;
                        }
                        r ^= 0x100u;
                        if (c == 12u)
                            break;
                    }
                    break;
                case 1u:
                    if (b > 2u)
                        r += 7u;
                    else
                        r += branch(i + b);
                    break;
                case 2u:
                    if (b < 3u)
                        continue;
                    r += 1000u;
                    break;
                default:
                    r += a;
                }
                if (b >= i % 5u)
                    break;
            }
        } else {
            r = r * 3u + 1u;
            if (r > 5000u && a == 1u) {
                dst[i] = r | 0x80000000u;
                return;
            }
        }
    }
    dst[i] = r;
}

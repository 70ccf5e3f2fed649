// SPDX-License-Identifier: Apache-2.0
// More values alive at once than a device has registers: 96 words are read, stirred among each other, and only then written.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer In { uvec4 src[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 dst[]; };
#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23)

void main()
{
    uint i = gl_GlobalInvocationID.x;
#define LOAD(n) uvec4 v##n = src[24u * i + uint(n)];
    EACH(LOAD)
    uint q = gl_LocalInvocationID.x;        // made anew in some lanes, of another value in others; not looked at for long
    if ((i & 2u) == 0u)
        q = v0.x ^ 5u;
    for (uint k = 0u; k < (i & 3u) + 1u; k++) {
#define STIR(n) v##n = v##n * 5u + uvec4(v##n.yzw, v0.x) + k; v0 ^= v##n.wzyx;
        EACH(STIR)
    }
    v0.x += q;
#define STORE(n) dst[24u * i + uint(n)] = v##n;
    EACH(STORE)
}

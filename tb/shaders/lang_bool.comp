// SPDX-License-Identifier: Apache-2.0
// Bools: in vectors, structs, arrays, workgroup and private memory, as parameters; short circuits that must not evaluate what they do not need.
// build: glslangValidator --target-env vulkan1.1
// build od: glslangValidator --target-env vulkan1.1 -Od
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) writeonly buffer Out { uint dst[]; };
struct Flags { bool first; bvec3 rest; };
shared bool line[32];
shared Flags flags[32];
uint evaluated = 0u;

bool ask(bool answer)
{
    evaluated++;
    return answer;
}

uint pack(bvec4 b)
{
    return uint(b.x) | uint(b.y) << 1 | uint(b.z) << 2 | uint(b.w) << 3;
}

void main()
{
    uint i = gl_LocalInvocationIndex;
    uvec4 bit = (uvec4(i) >> uvec4(0u, 1u, 2u, 3u)) & 1u;
    bvec4 b = bvec4(bit);
    bool history[4] = bool[](b.x, b.w, !b.y, i == 7u);
    line[i] = b.y;
    flags[i] = Flags(b.x, bvec3(b.y, b.z, i > 20u));
    barrier();
    Flags other = flags[(i + 5u) & 31u];
    uint r = pack(not(b)) | pack(equal(b, b.wzyx)) << 4 | pack(notEqual(b, bvec4(true))) << 8;
    r |= uint(any(b.xy)) << 12 | uint(all(b.zw)) << 13 | uint(line[31u - i]) << 14 | uint(history[i & 3u]) << 15;
    r |= pack(bvec4(other.first, other.rest)) << 16;
    r |= uint(ask(b.x) && ask(b.y) || ask(b.z)) << 20;
    r |= uint((b.x ? ask(b.y) : b.z) ^^ b.w) << 21;
    r |= uint(b == bvec4(true, false, true, false)) << 22;
    r |= uint(mix(b, not(b), bvec4(i < 16u)).x) << 23;
    dst[i] = r | evaluated << 24;
}

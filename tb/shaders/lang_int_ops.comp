// SPDX-License-Identifier: Apache-2.0
// Every operator of 32-bit integers, signed and unsigned.  Operation k of element i goes to dst[k * N + i].
// build: glslangValidator --target-env vulkan1.1
// build od: glslangValidator --target-env vulkan1.3 -Od
// build opt: glslangValidator --target-env vulkan1.3 | spirv-opt -O
#version 450
layout(local_size_x = 64) in;
const uint N = 128u;
layout(std430, binding = 0) readonly buffer A { uint a[N]; };
layout(std430, binding = 1) readonly buffer B { uint b[N]; };
layout(std430, binding = 2) writeonly buffer Out { uint dst[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint x = a[i], y = b[i];
    int s = int(x), t = int(y);
    uint k = i;
    dst[k] = x + y; k += N;
    dst[k] = x - y; k += N;
    dst[k] = x * y; k += N;
    dst[k] = x / y; k += N;
    dst[k] = x % y; k += N;
    dst[k] = uint(s / t); k += N;
    dst[k] = uint(s % t); k += N;
    dst[k] = uint(-s); k += N;
    dst[k] = ~x; k += N;
    dst[k] = x & y; k += N;
    dst[k] = x | y; k += N;
    dst[k] = x ^ y; k += N;
    dst[k] = x << (y & 31u); k += N;
    dst[k] = x >> (y & 31u); k += N;
    dst[k] = uint(s >> (t & 31)); k += N;
    dst[k] = uint(x < y) | uint(x <= y) << 1 | uint(x > y) << 2 | uint(x >= y) << 3 | uint(x == y) << 4 | uint(x != y) << 5; k += N;
    dst[k] = uint(s < t) | uint(s <= t) << 1 | uint(s > t) << 2 | uint(s >= t) << 3 | uint(s == t) << 4 | uint(s != t) << 5; k += N;
    dst[k] = min(x, y); k += N;
    dst[k] = max(x, y); k += N;
    dst[k] = uint(min(s, t)); k += N;
    dst[k] = uint(max(s, t)); k += N;
    dst[k] = uint(clamp(s, -1000, t | 0x40000000)); k += N;
    dst[k] = uint(sign(s)); k += N;
    dst[k] = x / 10u + x % 7u; k += N;
    dst[k] = uint(s / -3); k += N;
    bool p = x < y, q = (x & 1u) != 0u;
    dst[k] = uint(p && q) | uint(p || q) << 1 | uint(p ^^ q) << 2 | uint(!p) << 3 | uint(p == q) << 4; k += N;
    dst[k] = p ? x : y;
}

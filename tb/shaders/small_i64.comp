// SPDX-License-Identifier: Apache-2.0
// Every operator of 64-bit integers.  Operation k of element i goes to dst[k * N + i].
// build: glslangValidator --target-env vulkan1.2
// build od: glslangValidator --target-env vulkan1.2 -Od
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 64) in;
const uint N = 64u;
layout(std430, binding = 0) readonly buffer A { uint64_t a[N]; };
layout(std430, binding = 1) readonly buffer B { uint64_t b[N]; };
layout(std430, binding = 2) writeonly buffer Out { uint64_t dst[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, k = i;
    uint64_t x = a[i], y = b[i];
    int64_t s = int64_t(x), t = int64_t(y);
    uint shift = uint(y) & 63u;
    dst[k] = x + y; k += N;
    dst[k] = x - y; k += N;
    dst[k] = x * y; k += N;
    dst[k] = x / y; k += N;
    dst[k] = x % y; k += N;
    dst[k] = uint64_t(s / t); k += N;
    dst[k] = uint64_t(-s); k += N;
    dst[k] = ~x; k += N;
    dst[k] = (x & y) ^ (x | 0x100000005ul); k += N;
    dst[k] = x << shift; k += N;
    dst[k] = x >> shift; k += N;
    dst[k] = uint64_t(s >> shift); k += N;
    dst[k] = uint64_t(uint(x < y) | uint(x <= y) << 1 | uint(x > y) << 2 | uint(x == y) << 3 | uint(s < t) << 4 | uint(s >= t) << 5
                      | uint(x != y) << 6); k += N;
    dst[k] = min(x, y) ^ max(x, 9ul); k += N;
    dst[k] = uint64_t(min(s, t)); k += N;
    dst[k] = uint64_t(max(s, t)); k += N;
    dst[k] = uint64_t(abs(s)) + uint64_t(sign(s)); k += N;
    dst[k] = uint64_t(clamp(s, -10l, 10l)); k += N;
    dst[k] = x < y ? x + 1ul : y; k += N;
    dst[k] = pack64(unpack32(x).yx); k += N;
    dst[k] = uint64_t(uint(x)) * uint64_t(uint(y)); k += N;
    dst[k] = uint64_t(int64_t(int(uint(x)))) * uint64_t(int64_t(int(uint(y)))); k += N;
    dst[k] = uint64_t(float(x >> 40)) + uint64_t(int64_t(-1.5e15)) + uint64_t(int64_t(float(s >> 41))); k += N;
    u64vec2 v = u64vec2(x, y) + u64vec2(y, 1ul);
    dst[k] = v.x * v.y + 10000000000ul;
}

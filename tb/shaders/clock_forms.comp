// SPDX-License-Identifier: Apache-2.0
// All forms of the clock: 64 bits and two words, of the subgroup and of the device.  Reads in a row, on both sides of a branch, in the turns of a
// loop and around work.  Each thread counts what holds.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
#extension GL_ARB_shader_clock : require
#extension GL_EXT_shader_realtime_clock : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) buffer Out { uint dst[]; };
layout(std430, binding = 2) buffer Work { uint work[]; };

uint64_t whole(uvec2 words) { return uint64_t(words.y) << 32 | words.x; }

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    const uint x = src[i];
    uint held = 0;

    // both scopes read one clock, and no two reads are one
    const uint64_t a = clockARB();
    const uint64_t b = whole(clock2x32ARB());
    const uint64_t c = clockRealtimeEXT();
    const uint64_t d = whole(clockRealtime2x32EXT());
    const uint64_t e = clockARB();
    held += uint(a < b) + uint(b < c) + uint(c < d) + uint(d < e);
    // one read is one value, however often it is used
    held += uint(subgroupAllEqual(uint(e))) + uint(e - e == 0) + uint(e >> 32 == 0);

    // some lanes read here, the others there, and all later
    uint64_t inside;
    if ((x & 1) != 0)
        inside = clockARB();
    else
        inside = clockRealtimeEXT();
    held += uint(e < inside) + uint(inside < clockARB());

    // what does not depend on the turn would leave the loop, but for this
    uint64_t before = clockARB();
    uint rising = 0;
    for (uint turn = 0; turn < 3 + (x & 3); turn++) {
        const uint64_t now = clockARB();
        rising += uint(now > before);
        before = now;
    }
    held += uint(rising == 3 + (x & 3));

    // work of 64 turns at least takes 64 cycles at least
    const uint64_t start = clockARB();
    uint value = x;
    for (uint turn = 0; turn < 64 + (x & 7); turn++)
        value = value * 747796405u + (value >> 7);
    const uint64_t end = clockARB();
    held += uint(end - start >= 64ul);

    dst[i] = held;
    work[i] = value;
}

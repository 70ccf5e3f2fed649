// SPDX-License-Identifier: Apache-2.0
// The clock of the device over groups and cores: what a wave reads after it has heard of another is later than what that one read before.  The
// barrier waits for the atomic, and the clock is read behind it.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_EXT_shader_realtime_clock : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Last { uint last; };
layout(std430, binding = 1) buffer Out { uint dst[]; };
shared uint group_last;

void main()
{
    if (gl_LocalInvocationIndex == 0)
        group_last = 0;
    barrier();

    const uint first = clockRealtime2x32EXT().x;
    atomicMax(group_last, first);
    const uint others = atomicMax(last, first);
    memoryBarrier();
    barrier();
    const uint now = clockRealtime2x32EXT().x;
    dst[gl_GlobalInvocationID.x] = uint(others < now) + uint(group_last < now) + uint(first <= group_last);
}

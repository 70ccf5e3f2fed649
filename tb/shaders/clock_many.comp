// SPDX-License-Identifier: Apache-2.0
// A hundred times that live together: more than registers hold, so some are in scratch memory.  A time that is not kept but read anew would be later
// than those behind it.  Each thread counts the pairs in order, from its own first on.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_EXT_shader_realtime_clock : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Out { uint dst[]; };

const int TIMES = 100;

void main()
{
    uint time[TIMES];
    [[unroll]] for (int i = 0; i < TIMES; i++)
        time[i] = clockRealtime2x32EXT().x;
    uint held = 0;
    [[unroll]] for (int i = TIMES - 2; i >= 0; i--)
        held += uint(time[i] < time[i + 1]) + uint(time[0] <= time[i]);
    dst[gl_GlobalInvocationID.x] = held;
}

// SPDX-License-Identifier: Apache-2.0
// Mandelbrot set: rounds until a point leaves, 100 at most.  Everything is precise: no multiply-add may be made one, so the counts are exact.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 16, local_size_y = 8) in;
layout(std430, binding = 0) writeonly buffer Out { uint rounds[]; };
layout(push_constant) uniform Push { vec2 corner; float pixel; uint limit; } push;

void main()
{
    uvec2 id = gl_GlobalInvocationID.xy;
    precise float cx = push.corner.x + float(id.x) * push.pixel, cy = push.corner.y + float(id.y) * push.pixel;
    precise float x = 0.0, y = 0.0, xx = 0.0, yy = 0.0;
    uint n = 0u;
    while (n < push.limit && xx + yy <= 4.0) {
        y = 2.0 * x * y + cy;
        x = xx - yy + cx;
        xx = x * x;
        yy = y * y;
        n++;
    }
    rounds[id.y * gl_NumWorkGroups.x * gl_WorkGroupSize.x + id.x] = n;
}

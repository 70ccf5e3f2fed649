// SPDX-License-Identifier: Apache-2.0
// Texels outside of an image: reads give 0 (A is 1 where the format has none), writes and atomics do nothing, on every side.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba8ui) uniform uimage2D Four;
layout(binding = 1, r32ui) uniform uimage2D One;
layout(binding = 2, r8ui) uniform uimage2D Small;
layout(binding = 3) writeonly buffer B { uvec4 read[]; };

void main()
{
    ivec2 p = ivec2(gl_LocalInvocationID.xy) - 2;
    uint i = gl_LocalInvocationIndex;
    read[3 * i] = imageLoad(Four, p);
    read[3 * i + 1] = imageLoad(One, p);
    read[3 * i + 2] = imageLoad(Small, p);
    uint old = imageAtomicAdd(One, p, 5u);
    read[3 * i + 1].y = old;
    imageStore(Four, p, uvec4(1u, 2u, 3u, 4u) + i);
    imageStore(Small, p, uvec4(i + 100u));
}

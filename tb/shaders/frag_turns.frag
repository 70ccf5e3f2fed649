// SPDX-License-Identifier: Apache-2.0
// Critical sections of pixels whose samples have lanes: these take turns, so no addition is lost. A sample may end in its section.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(binding = 0, r32ui) coherent uniform uimage2D Sum;
layout(binding = 1) coherent buffer Counts { uint count[]; };
layout(location = 0) out uint seen;

void main()
{
    const ivec2 place = ivec2(gl_FragCoord.xy);
    const uint n = uint(place.x + 5 * place.y);
    uint turn = 0;
    beginInvocationInterlockARB();
    const uint old = imageLoad(Sum, place).x;
    imageStore(Sum, place, uvec4(old + ((n + 1) << 8 * gl_SampleID)));
    for (int k = 0; k <= gl_SampleID; k++)
        turn = count[n] += 1;
    if (gl_SampleID == 2 && place.x == 1)
        discard;
    endInvocationInterlockARB();
    seen = turn > 0 && turn <= 10 ? old + 1 : 7;
    if (seen != 7)
        seen = uint(gl_SampleID) + 100;
}

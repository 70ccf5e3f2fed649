// SPDX-License-Identifier: Apache-2.0
// Programmable blending: a pixel reads an image and writes it, in a critical section of its own; with SAMPLES of each sample, in layers.
// build: glslangValidator --target-env vulkan1.1
// build samples: glslangValidator --target-env vulkan1.1 -DSAMPLES
#version 450
#extension GL_ARB_fragment_shader_interlock : require
#ifdef SAMPLES
layout(sample_interlock_ordered) in;
#define LAYER gl_SampleID
#else
layout(pixel_interlock_unordered) in;
#define LAYER 0
#endif
layout(binding = 0, r32ui) coherent uniform uimage2DArray Sum;
layout(location = 0) out uint seen;

void main()
{
    const ivec3 place = ivec3(gl_FragCoord.xy, LAYER);
    beginInvocationInterlockARB();
    const uint old = imageLoad(Sum, place).x;
    imageStore(Sum, place, uvec4(2 * old + 1 + LAYER));
    endInvocationInterlockARB();
    seen = old;
}

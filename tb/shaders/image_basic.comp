// SPDX-License-Identifier: Apache-2.0
// A picture becomes grey in an image without format in the shader; a histogram by atomics on an image; sizes of images.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba8) uniform readonly image2D In;
layout(binding = 1) uniform writeonly image2D Out;
layout(binding = 2, r32ui) uniform uimage1D Histogram;
layout(binding = 3, rg16ui) uniform uimage2D Copy;
layout(binding = 4) writeonly buffer B { ivec2 size[3]; };

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (gl_LocalInvocationIndex == 0 && gl_WorkGroupID == uvec3(0)) {
        size[0] = imageSize(In);
        size[1] = imageSize(Out);
        size[2] = ivec2(imageSize(Histogram), imageSize(Copy).x);
    }
    if (any(greaterThanEqual(p, imageSize(In))))
        return;
    vec4 t = imageLoad(In, p);
    imageStore(Out, p, vec4(t.b, t.g * 0.5, t.r, 1.0));
    imageAtomicAdd(Histogram, int(t.r * 255.0 + 0.5) >> 4, 1u);
    uvec4 before = imageLoad(Copy, p.yx);
    imageStore(Copy, p.yx, before + uvec4(p, 1u, 0u));
}

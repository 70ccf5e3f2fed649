// SPDX-License-Identifier: Apache-2.0
// The way between a buffer and an image of several samples, for which Vulkan has no command.  A group for each texel, a thread for each sample.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const bool back = false;
layout(binding = 0, r32ui) uniform uimage2DMS Image;
layout(std430, binding = 1) buffer Texels { uint word[]; };

void main()
{
    const uint texel = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x, at = texel * gl_WorkGroupSize.x + gl_LocalInvocationIndex;

    if (back)
        word[at] = imageLoad(Image, ivec2(gl_WorkGroupID.xy), int(gl_LocalInvocationIndex)).x;
    else
        imageStore(Image, ivec2(gl_WorkGroupID.xy), int(gl_LocalInvocationIndex), uvec4(word[at]));
}

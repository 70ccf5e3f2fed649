#version 450
// SPDX-License-Identifier: Apache-2.0
// Grey from a picture; its format is that of the image which is bound.  glslangValidator --target-env vulkan1.1 grey.comp -o grey.spv
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba8) uniform readonly image2D Picture;
layout(binding = 1) uniform writeonly image2D Grey;

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(Picture))))
        return;
    vec4 t = imageLoad(Picture, p);
    imageStore(Grey, p, vec4(vec3(t.r * 0.25 + t.g * 0.5 + t.b * 0.25), t.a));
}

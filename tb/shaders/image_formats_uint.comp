// SPDX-License-Identifier: Apache-2.0
// Six images, copied texel by texel; their formats are those of the kernel files, or those that are stated here.
// build: glslangValidator --target-env vulkan1.1
// build g: glslangValidator --target-env vulkan1.1 -DF0=rgba32ui -DF1=rgba16ui -DF2=rgba8ui -DF3=r32ui -DF4=rgb10_a2ui -DF5=rg32ui
// build h: glslangValidator --target-env vulkan1.1 -DF0=rg16ui -DF1=rg8ui -DF2=r16ui -DF3=r8ui -DF4=rgba8ui -DF5=r8ui
#version 450
#ifdef F0
#define FORMAT(k, f) layout(binding = k, f)
#else
#extension GL_EXT_shader_image_load_formatted : require
#define FORMAT(k, f) layout(binding = k)
#endif
layout(local_size_x = 16, local_size_y = 2) in;
FORMAT(0, F0) uniform readonly uimage2D In0;
FORMAT(1, F1) uniform readonly uimage2D In1;
FORMAT(2, F2) uniform readonly uimage2D In2;
FORMAT(3, F3) uniform readonly uimage2D In3;
FORMAT(4, F4) uniform readonly uimage2D In4;
FORMAT(5, F5) uniform readonly uimage2D In5;
FORMAT(6, F0) uniform writeonly uimage2D Out0;
FORMAT(7, F1) uniform writeonly uimage2D Out1;
FORMAT(8, F2) uniform writeonly uimage2D Out2;
FORMAT(9, F3) uniform writeonly uimage2D Out3;
FORMAT(10, F4) uniform writeonly uimage2D Out4;
FORMAT(11, F5) uniform writeonly uimage2D Out5;

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    imageStore(Out0, p, imageLoad(In0, p));
    imageStore(Out1, p, imageLoad(In1, p));
    imageStore(Out2, p, imageLoad(In2, p));
    imageStore(Out3, p, imageLoad(In3, p));
    imageStore(Out4, p, imageLoad(In4, p));
    imageStore(Out5, p, imageLoad(In5, p));
}

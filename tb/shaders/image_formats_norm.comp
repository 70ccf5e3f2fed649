// SPDX-License-Identifier: Apache-2.0
// Six images, copied texel by texel; their formats are those of the kernel files, or those that are stated here.
// build: glslangValidator --target-env vulkan1.1
// build a: glslangValidator --target-env vulkan1.1 -DF0=rgba32f -DF1=rgba16f -DF2=r32f -DF3=rgba8 -DF4=rgba8_snorm -DF5=rg32f
// build b: glslangValidator --target-env vulkan1.1 -DF0=rg16f -DF1=r11f_g11f_b10f -DF2=r16f -DF3=rgba16 -DF4=rgb10_a2 -DF5=rg16
// build c: glslangValidator --target-env vulkan1.1 -DF0=rg8 -DF1=r16 -DF2=r8 -DF3=rgba16_snorm -DF4=rg16_snorm -DF5=rg8_snorm
// build d: glslangValidator --target-env vulkan1.1 -DF0=r16_snorm -DF1=r8_snorm -DF2=rgba8 -DF3=r8 -DF4=rgba16f -DF5=rg8
#version 450
#ifdef F0
#define FORMAT(k, f) layout(binding = k, f)
#else
#extension GL_EXT_shader_image_load_formatted : require
#define FORMAT(k, f) layout(binding = k)
#endif
layout(local_size_x = 16, local_size_y = 2) in;
FORMAT(0, F0) uniform readonly image2D In0;
FORMAT(1, F1) uniform readonly image2D In1;
FORMAT(2, F2) uniform readonly image2D In2;
FORMAT(3, F3) uniform readonly image2D In3;
FORMAT(4, F4) uniform readonly image2D In4;
FORMAT(5, F5) uniform readonly image2D In5;
FORMAT(6, F0) uniform writeonly image2D Out0;
FORMAT(7, F1) uniform writeonly image2D Out1;
FORMAT(8, F2) uniform writeonly image2D Out2;
FORMAT(9, F3) uniform writeonly image2D Out3;
FORMAT(10, F4) uniform writeonly image2D Out4;
FORMAT(11, F5) uniform writeonly image2D Out5;

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

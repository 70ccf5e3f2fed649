// SPDX-License-Identifier: Apache-2.0
// Storage images without a format in the module, of formats that SPIR-V has no name for: read, and written with what is out of range too.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_EXT_shader_image_load_formatted : require
layout(local_size_x = 32) in;
layout(binding = 0) uniform image2D Bgra8;
layout(binding = 1) uniform image2D R5g6b5;
layout(binding = 2) uniform image2D B4g4r4a4;
layout(binding = 3) uniform image2D A1r5g5b5;
layout(binding = 4) writeonly buffer B { vec4 out_[]; };        // 4 a thread

void main()
{
    const int i = int(gl_GlobalInvocationID.x);
    const ivec2 at = ivec2(i & 7, i >> 3), left = ivec2(at.x ^ 1, at.y);
    const vec4 b = imageLoad(Bgra8, at), r = imageLoad(R5g6b5, at), g = imageLoad(B4g4r4a4, at), a = imageLoad(A1r5g5b5, at);
    out_[4 * i] = b;
    out_[4 * i + 1] = r;
    out_[4 * i + 2] = g;
    out_[4 * i + 3] = a;
    memoryBarrierImage();
    barrier();
    // each texel goes beside where it was, with R and B exchanged; A is out of range where i is odd
    imageStore(Bgra8, left, vec4(b.z, b.y, b.x, (i & 1) != 0 ? 2.0 : b.w));
    imageStore(R5g6b5, left, r.zyxw);
    imageStore(B4g4r4a4, left, vec4(g.z, g.y, g.x, (i & 1) != 0 ? -1.0 : g.w));
    imageStore(A1r5g5b5, left, a.zyxw);
}

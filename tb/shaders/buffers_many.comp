// SPDX-License-Identifier: Apache-2.0
// More blocks than 16: eighteen uniform blocks and five storage buffers, in three sets, each read or written by every thread.
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
layout(local_size_x = 20) in;
#define U(n) layout(set = 0, binding = n) uniform Block##n { uvec4 value; } u##n;
U(0) U(1) U(2) U(3) U(4) U(5) U(6) U(7) U(8) U(9) U(10) U(11) U(12) U(13) U(14) U(15) U(16) U(17)
layout(set = 1, binding = 0) readonly buffer A { uint a[]; };
layout(set = 1, binding = 40) readonly buffer B { uint b[]; };
layout(set = 2, binding = 1) buffer Sum { uint sum[]; };
layout(set = 2, binding = 2) buffer Each { uint each[]; };
layout(set = 2, binding = 200) buffer Count { uint count; };

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    sum[i] = u0.value.x + u1.value.x + u2.value.x + u3.value.x + u4.value.x + u5.value.x + u6.value.x + u7.value.x + u8.value.x +
             u9.value.x + u10.value.x + u11.value.x + u12.value.x + u13.value.x + u14.value.x + u15.value.x + u16.value.x +
             u17.value.x + a[i] * b[i];
    each[i] = i % 2u == 0u ? u17.value.w : u16.value.y;
    atomicAdd(count, u9.value.z);
}

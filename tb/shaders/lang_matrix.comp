// SPDX-License-Identifier: Apache-2.0
// Vectors and matrices of small whole numbers, so that no sum or product is rounded: products of each shape, transpose, outer product,
// component access, swizzles on both sides, dot, cross, determinant.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { mat3x4 m[32]; vec4 v[32]; };
layout(std430, binding = 1) writeonly buffer Out { vec4 dst[]; };

void main()
{
    uint i = gl_LocalInvocationIndex, k = 12u * i;
    mat3x4 a = m[i];                        // three columns of four
    vec4 x = v[i];
    dst[k++] = a * x.yzw;
    dst[k++] = vec4(x * a, 1.0);
    mat4x3 t = transpose(a);
    mat4 p = a * t;
    dst[k++] = p[1];
    dst[k++] = p[3] * 2.0;
    mat3 q = t * a;
    dst[k++] = vec4(q[0], q[2].y);
    mat3 o = outerProduct(x.xyz, x.wzy);
    dst[k++] = vec4(o[1], o[2][0]);
    vec4 s = vec4(0.0);
    s.zx = x.yy;
    s.w += x.x;
    s[int(x.x) & 3] -= 1.0;
    dst[k++] = s;
    dst[k++] = vec4(cross(x.xyz, a[0].yzw), dot(x, a[2]));
    dst[k++] = vec4(determinant(q), matrixCompMult(a, a)[1].z, -a[1].y, (a + a)[0].w);
    mat3x4 scaled = a * 4.0;
    scaled[2].xy = x.zw;
    dst[k++] = scaled[int(i % 3u)];
    bvec4 less = lessThan(x, a[0]);
    dst[k++] = vec4(any(less), all(less), float(less.z), mix(x, a[1], less).x);
    dst[k++] = vec4(mat2(a) * x.xy, ivec2(x.zw) / 2);
}

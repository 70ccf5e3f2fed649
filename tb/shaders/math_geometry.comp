// SPDX-License-Identifier: Apache-2.0
// length, distance, normalize, faceforward, reflect, refract, of two, three and four components.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { vec4 src[]; };
layout(std430, binding = 1) writeonly buffer Out { vec4 dst[][4]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    vec4 a = src[i], b = src[(i + 1u) & 63u];
    dst[i][0] = vec4(length(a.xy), length(b.yzw), distance(a, b), length(a.x));
    dst[i][1] = vec4(normalize(a.xy), normalize(b).zw);
    vec3 n = normalize(b.xyz), v = normalize(a.xyz);
    dst[i][2] = vec4(reflect(a.xyz, n), dot(faceforward(n, v, b.xyz), n));
    dst[i][3] = vec4(refract(v, faceforward(n, v, n), 0.75), refract(v.x, 1.0, 4.0));
}

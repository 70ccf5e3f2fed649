// SPDX-License-Identifier: Apache-2.0
// Quotients and square roots of floats by Vulkan's bounds: of any sizes, by constants, of vectors, and with zeros and infinities.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 64) in;
const uint N = 64u;
layout(std430, binding = 0) readonly buffer A { float a_of[N]; };
layout(std430, binding = 1) readonly buffer B { float b_of[N]; };
layout(std430, binding = 2) writeonly buffer Out { float dst[]; };
layout(std430, binding = 3) writeonly buffer Exact { float exact[]; };
layout(std430, binding = 4) writeonly buffer Roots { float roots[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    float a = a_of[i], b = b_of[i];
    dst[i] = a / b;
    dst[N + i] = a / 3.0;
    dst[2u * N + i] = 1.0 / b;
    dst[3u * N + i] = (vec3(a, b, 7.0) / vec3(b, 5.0, a)).z;
    float zero = a - a, infinite = 1.0 / zero;
    exact[i] = a / zero;
    exact[N + i] = b / infinite;
    exact[2u * N + i] = infinite / b;
    exact[3u * N + i] = a / 8.0;
    float size = abs(a);
    roots[i] = sqrt(size);
    roots[N + i] = inversesqrt(size);
    roots[2u * N + i] = length(vec3(a, b, 7.0));
    roots[3u * N + i] = distance(vec2(a, b), vec2(b, 1.0));
    roots[4u * N + i] = normalize(vec3(a, b, 7.0)).y;
    exact[4u * N + i] = sqrt(zero);
    exact[5u * N + i] = sqrt(infinite * infinite);
    exact[6u * N + i] = inversesqrt(infinite * infinite);
    exact[7u * N + i] = isnan(sqrt(-size)) ? 1.0 : 0.0;
}

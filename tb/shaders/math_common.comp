// SPDX-License-Identifier: Apache-2.0
// The small functions: rounding, mod, mix, step, smoothstep, clamp, fma, sign, degrees and radians, of scalars and vectors.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 64) in;
const uint N = 64u;
layout(std430, binding = 0) readonly buffer A { float a[]; };          // multiples of 1/64 between -8 and 8
layout(std430, binding = 1) readonly buffer B { float b[]; };          // multiples of 1/8 between 1/8 and 4
layout(std430, binding = 2) writeonly buffer Exact { float exact[]; };
layout(std430, binding = 3) writeonly buffer Near { float near[]; };

void main()
{
    uint i = gl_LocalInvocationIndex, k = i;
    float x = a[i], y = b[i];
    exact[k] = round(x + 0.125 * 0.0625); k += N;       // never a half
    exact[k] = roundEven(floor(x) + 0.5); k += N;
    exact[k] = trunc(x) + 16.0 * ceil(x); k += N;
    exact[k] = fract(x); k += N;
    exact[k] = sign(x) + 2.0 * sign(vec2(y, 0.0)).y; k += N;
    exact[k] = clamp(x, -y, y); k += N;
    exact[k] = clamp(vec2(x, y), 0.5, 1.5).x; k += N;
    exact[k] = step(y, x) + 2.0 * step(0.0, vec2(x)).x; k += N;
    exact[k] = fma(x, y, 0.5); k += N;
    exact[k] = mix(x, y, 0.25); k += N;
    exact[k] = mix(vec2(x, y), vec2(y, x), bvec2(x < y, true)).x; k += N;
    exact[k] = max(vec2(min(x, y)), vec2(-1.0, 0.0)).x; k += N;
    exact[k] = abs(x) - y; k += N;
    k = i;
    near[k] = degrees(x); k += N;
    near[k] = radians(x); k += N;
    near[k] = 1.0 + smoothstep(-2.0, y, x); k += N;
    near[k] = 1.0 + mix(0.0, x * x, y * 0.25); k += N;
}

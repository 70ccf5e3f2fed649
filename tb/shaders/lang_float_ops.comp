// SPDX-License-Identifier: Apache-2.0
// Operators of 32-bit floats: those that are exact or correctly rounded to exact[], division and square root to near[].
// build: glslangValidator --target-env vulkan1.1
// build od: glslangValidator --target-env vulkan1.2 -Od
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
#version 450
layout(local_size_x = 32) in;
const uint N = 96u;
layout(std430, binding = 0) readonly buffer A { float a[N]; };
layout(std430, binding = 1) readonly buffer B { float b[N]; };
layout(std430, binding = 2) writeonly buffer Exact { float exact[]; };
layout(std430, binding = 3) writeonly buffer Near { float near[]; };
layout(std430, binding = 4) writeonly buffer Words { uint words[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    float x = a[i], y = b[i];
    uint k = i;
    precise float sum = x + y, difference = x - y, product = x * y;
    exact[k] = sum; k += N;
    exact[k] = difference; k += N;
    exact[k] = product; k += N;
    exact[k] = -x; k += N;
    exact[k] = abs(y); k += N;
    exact[k] = floor(x); k += N;
    exact[k] = ceil(x); k += N;
    exact[k] = trunc(x); k += N;
    exact[k] = roundEven(x); k += N;
    exact[k] = min(x, y); k += N;
    exact[k] = max(x, y); k += N;
    exact[k] = clamp(x, -1.0, 2.0); k += N;
    exact[k] = sign(x); k += N;
    exact[k] = step(y, x); k += N;
    k = i;
    near[k] = x / y; k += N;
    near[k] = sqrt(abs(x)); k += N;
    near[k] = 1.0 / y; k += N;
    near[k] = inversesqrt(abs(y)); k += N;
    near[k] = fract(x); k += N;
    k = i;
    words[k] = uint(x < y) | uint(x <= y) << 1 | uint(x > y) << 2 | uint(x >= y) << 3 | uint(x == y) << 4 | uint(x != y) << 5
             | uint(!(x < y)) << 6 | uint(!(x >= y)) << 7; k += N;
    words[k] = uint(isnan(x)) | uint(isinf(x)) << 1 | uint(isnan(x - x)) << 2;
}

// SPDX-License-Identifier: Apache-2.0
// Doubles: arithmetic, roots, remainders, whole parts, mixtures, significands; of special numbers, ties and random bits.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.3 | spirv-opt -O
#version 450
layout(local_size_x = 64) in;
const uint N = 256u;
layout(std430, binding = 0) readonly buffer X { double x_of[N]; };
layout(std430, binding = 1) readonly buffer Y { double y_of[N]; };
layout(std430, binding = 2) writeonly buffer Out { double dst[]; };
layout(std430, binding = 3) writeonly buffer Words { int words[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, k = i;
    double x = x_of[i], y = y_of[i], whole;
    int e;
#define PUT(value) dst[k] = value; k += N;
    PUT(x + y)
    PUT(x - y)
    PUT(x * y)
    PUT(x / y)
    PUT(fma(x, y, -x))
    PUT(sqrt(x))
    PUT(inversesqrt(y))
    PUT(mod(x, y))
    PUT(floor(x))
    PUT(ceil(x))
    PUT(trunc(x))
    PUT(roundEven(x))
    PUT(fract(x))
    PUT(mix(x, y, 0.375lf))
    PUT(step(x, y))
    PUT(modf(x, whole))
    PUT(whole)
    PUT(ldexp(frexp(y, e), 3 - e))
    words[i] = e;
    PUT(ldexp(x, int(i) * 16 - 2048))
    PUT(x * 3.0lf)
    PUT(10.0lf / y)
    PUT(1.0lf - x)
}

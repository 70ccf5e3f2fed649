// SPDX-License-Identifier: Apache-2.0
// Rounding towards zero, and subnormal numbers as zeros, for floats of 32 bits: execution modes by GL_EXT_spirv_intrinsics.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_EXT_spirv_intrinsics : require
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4468], 4463, 32);     // RoundingModeRTZ
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4465], 4460, 32);     // DenormFlushToZero
layout(local_size_x = 64) in;
const uint N = 64u;
layout(std430, binding = 0) readonly buffer X { uint x_of[N]; };
layout(std430, binding = 1) readonly buffer Y { uint y_of[N]; };
layout(std430, binding = 2) writeonly buffer Out { uint dst[4u * N]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    float x = uintBitsToFloat(x_of[i]), y = uintBitsToFloat(y_of[i]);
    precise float sum = x + y, product = x * y, fused = fma(x, y, x);
    dst[i] = floatBitsToUint(sum);
    dst[N + i] = floatBitsToUint(product);
    dst[2u * N + i] = floatBitsToUint(fused);
    dst[3u * N + i] = floatBitsToUint(float(x_of[i]));
}

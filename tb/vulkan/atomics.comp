// SPDX-License-Identifier: Apache-2.0
// Atomics of 64-bit integers and of floats of 16, 32 and 64 bits, on a buffer and on workgroup memory.
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) buffer Out {
    uint64_t sum64, max64;
    double fsum64, fmin64, fmax64, last64;
    float fsum32, fmin32, fmax32, last32;
    float16_t fsum16, fmin16, fmax16, last16;
};
layout(std430, set = 0, binding = 1) buffer Local {
    uint64_t l_sum64;
    double l_fsum64, l_fmin64, l_fmax64, l_last64;
    float l_fsum32, l_fmin32, l_fmax32, l_last32;
    float l_fsum16, l_fmin16, l_fmax16, l_last16;
};
shared uint64_t s_sum64;
shared double s_fsum64, s_fmin64, s_fmax64, s_last64;
shared float s_fsum32, s_fmin32, s_fmax32, s_last32;
shared float16_t s_fsum16, s_fmin16, s_fmax16, s_last16;

void main()
{
    const uint i = gl_LocalInvocationIndex, global = gl_GlobalInvocationID.x;
    const float v = float(int(global % 32) - 9);
    if (i == 0) {
        s_sum64 = 0ul;
        s_fsum64 = s_fmin64 = s_fmax64 = s_last64 = 0.0lf;
        s_fsum32 = s_fmin32 = s_fmax32 = s_last32 = 0.0;
        s_fsum16 = s_fmin16 = s_fmax16 = s_last16 = 0.0hf;
    }
    barrier();
    atomicAdd(sum64, 0x100000001ul * uint64_t(global));
    atomicMax(max64, uint64_t(global) << 40);
    atomicAdd(fsum64, double(v) * 0.25lf);
    atomicMin(fmin64, double(v));
    atomicMax(fmax64, double(v));
    atomicExchange(last64, 7.5lf);
    atomicAdd(fsum32, v);
    atomicMin(fmin32, v);
    atomicMax(fmax32, v);
    atomicExchange(last32, 2.5);
    atomicAdd(fsum16, 1.0hf);
    atomicMin(fmin16, float16_t(v));
    atomicMax(fmax16, float16_t(v));
    atomicExchange(last16, 3.5hf);
    atomicAdd(s_sum64, 0x100000001ul * uint64_t(i));
    atomicAdd(s_fsum64, double(i) * 0.5lf);
    atomicMin(s_fmin64, double(v));
    atomicMax(s_fmax64, double(v));
    atomicExchange(s_last64, 1.5lf);
    atomicAdd(s_fsum32, float(i));
    atomicMin(s_fmin32, v);
    atomicMax(s_fmax32, v);
    atomicExchange(s_last32, 4.5);
    atomicAdd(s_fsum16, 0.5hf);
    atomicMin(s_fmin16, float16_t(v));
    atomicMax(s_fmax16, float16_t(v));
    atomicExchange(s_last16, 5.5hf);
    barrier();
    if (i != 0)
        return;
    l_sum64 = s_sum64;
    l_fsum64 = s_fsum64; l_fmin64 = s_fmin64; l_fmax64 = s_fmax64; l_last64 = s_last64;
    l_fsum32 = s_fsum32; l_fmin32 = s_fmin32; l_fmax32 = s_fmax32; l_last32 = s_last32;
    l_fsum16 = float(s_fsum16); l_fmin16 = float(s_fmin16); l_fmax16 = float(s_fmax16); l_last16 = float(s_last16);
}

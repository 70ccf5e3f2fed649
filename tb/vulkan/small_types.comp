// SPDX-License-Identifier: Apache-2.0
// Types of 8, 16 and 64 bits: in storage buffers, uniform buffers and push constants, and arithmetic on them.
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 32) in;
layout(scalar, set = 0, binding = 0) readonly buffer In {
    int8_t i8[32];
    uint8_t u8[32];
    int16_t i16[32];
    uint16_t u16[32];
    float16_t f16[32];
    uint64_t u64[32];
    double f64[32];
};
layout(scalar, set = 0, binding = 1) buffer Out {
    int8_t o8[32];
    uint16_t o16[32];
    float16_t of16[32];
    uint64_t o64[32];
    double of64[32];
    int o32[32];
};
layout(std430, set = 0, binding = 2) uniform Fixed {
    uint8_t k8[3];
    int16_t k16[2];
    float16_t kf;
};
layout(push_constant) uniform Push {
    int8_t p8;
    uint16_t p16;
    float16_t pf;
    uint64_t p64;
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    o8[i] = i8[i] * int8_t(3) + p8;
    o16[i] = (u16[i] << 1us) + p16 + uint16_t(u8[i]) * uint16_t(k8[i % 3]);
    of16[i] = f16[i] * pf + kf;
    o64[i] = u64[i] * p64 + uint64_t(i16[i]);
    of64[i] = f64[i] / 3.0lf;
    o32[i] = int(k16[i % 2]) + int(i8[i]);
}

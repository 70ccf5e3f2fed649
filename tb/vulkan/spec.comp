// SPDX-License-Identifier: Apache-2.0
// The values of specialization constants of every size, and what is made of them when the pipeline is.
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x_id = 0, local_size_y = 1, local_size_z = 1) in;
layout(constant_id = 1) const bool flag = false;
layout(constant_id = 2) const int whole = -1;
layout(constant_id = 3) const uint natural = 7;
layout(constant_id = 4) const float real = 0.5;
layout(constant_id = 5) const double wide_real = 0.25;
layout(constant_id = 6) const int64_t wide = -2l;
layout(constant_id = 7) const uint8_t small = uint8_t(3);
layout(constant_id = 8) const int8_t small_signed = int8_t(-3);
layout(constant_id = 9) const uint16_t middle = uint16_t(5);
layout(constant_id = 10) const int16_t middle_signed = int16_t(-5);
layout(constant_id = 11) const float16_t half_real = float16_t(1.5);
const uint both = natural + 1000u;
layout(std430, set = 0, binding = 0) writeonly buffer Out {
    uint o_flag; int o_whole; uint o_natural; float o_real; double o_wide_real; int64_t o_wide; uint o_small; int o_small_signed;
    uint o_middle; int o_middle_signed; float o_half; uint o_both; uint threads[];
};
void main()
{
    threads[gl_LocalInvocationIndex] = gl_WorkGroupSize.x;
    if (gl_LocalInvocationIndex != 0)
        return;
    o_flag = flag ? 1u : 0u;
    o_whole = whole;
    o_natural = natural;
    o_real = real;
    o_wide_real = wide_real;
    o_wide = wide;
    o_small = small;
    o_small_signed = small_signed;
    o_middle = middle;
    o_middle_signed = middle_signed;
    o_half = float(half_real);
    o_both = both;
}

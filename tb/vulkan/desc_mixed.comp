// SPDX-License-Identifier: Apache-2.0
// More buffers than there are numbers beside addresses: four arrays of 32 and twelve alone.
#version 460
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 32) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint word[]; };
layout(std430, set = 0, binding = 0) buffer Out { uint result[]; };
layout(std430, set = 0, binding = 1) buffer A1 { uint w[]; } a1[32];
layout(std430, set = 0, binding = 2) buffer A2 { uint w[]; } a2[32];
layout(std430, set = 0, binding = 3) buffer A3 { uint w[]; } a3[32];
layout(std430, set = 0, binding = 4) buffer A4 { uint w[]; } a4[32];
layout(std430, set = 0, binding = 5) buffer S5 { uint head; uint w[]; } s5;
layout(std430, set = 0, binding = 6) buffer S6 { uint head; uint w[]; } s6;
layout(std430, set = 0, binding = 7) buffer S7 { uint head; uint w[]; } s7;
layout(std430, set = 0, binding = 8) buffer S8 { uint head; uint w[]; } s8;
layout(std430, set = 0, binding = 9) buffer S9 { uint head; uint w[]; } s9;
layout(std430, set = 0, binding = 10) buffer S10 { uint head; uint w[]; } s10;
layout(std430, set = 0, binding = 11) buffer S11 { uint head; uint w[]; } s11;
layout(std430, set = 0, binding = 12) buffer S12 { uint head; uint w[]; } s12;
layout(std430, set = 0, binding = 13) buffer S13 { uint head; uint w[]; } s13;
layout(std430, set = 0, binding = 14) buffer S14 { uint head; uint w[]; } s14;
layout(std430, set = 0, binding = 15) buffer S15 { uint head; uint w[]; } s15;
layout(std430, set = 0, binding = 16) buffer S16 { uint head; uint w[]; } s16;
layout(push_constant) uniform Push { Words words; };
void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = a1[i].w[0] + a2[31 - i].w[1] + a3[i].w[0] + a4[i].w.length();
    if (i == 0) {
        result[32] = words.word[2];
        result[33] = s5.w[1] + 1000 * s5.head;
        result[34] = s6.w[1] + 1000 * s6.head;
        result[35] = s7.w[1] + 1000 * s7.head;
        result[36] = s8.w[1] + 1000 * s8.head;
        result[37] = s9.w[1] + 1000 * s9.head;
        result[38] = s10.w[1] + 1000 * s10.head;
        result[39] = s11.w[1] + 1000 * s11.head;
        result[40] = s12.w[1] + 1000 * s12.head;
        result[41] = s13.w[1] + 1000 * s13.head;
        result[42] = s14.w[1] + 1000 * s14.head;
        result[43] = s15.w[1] + 1000 * s15.head;
        result[44] = s16.w[1] + 1000 * s16.head;
        result[45] = s16.w.length();
        s16.w[2] = 4242;
    }
    atomicAdd(s15.head, 1);
}

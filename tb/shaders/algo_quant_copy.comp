// SPDX-License-Identifier: Apache-2.0
// Quantised blocks that are copied to variables and then indexed, in loops that are unrolled and in loops that are not: nothing of
// them needs scratch memory. The last part writes the memory that it has copied.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require

struct block_q4 { float16_t d; uint8_t qs[16]; };
struct block_q41 { float16_t d, m; uint32_t qs[4]; };
struct block_q8 { float16_t d; int8_t qs[32]; };

layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer A { block_q4 a[]; };
layout(std430, binding = 1) readonly buffer B { block_q41 b[]; };
layout(std430, binding = 2) readonly buffer C { block_q8 c[]; };
layout(std430, binding = 3) buffer W { block_q41 w[]; };
layout(std430, binding = 4) writeonly buffer D { float d[]; };
layout(push_constant) uniform P { uint step; };
const uint TM = 2, TN = 4;

float q4_by_steps(uint i)
{
    block_q4 x = a[i];
    float sum = 0.0;
    for (uint k = i & 3u; k < 16u; k += step) {
        uint q = uint(x.qs[k]);
        sum += (float(q & 15u) - 8.0) * float(k + 1u) + (float(q >> 4) - 8.0) * float(k + 17u);
    }
    return sum * float(x.d);
}

float q8_by_q8(uint i)
{
    block_q8 x = c[i], y = c[i ^ 1u];
    int sum = 0;
    for (uint k = 0u; k < 32u; k++)
        sum += int(x.qs[k]) * int(y.qs[k]);
    return float(sum) * float(x.d) * float(y.d);
}

void q41_tile(uint i)
{
    float sums[TM * TN];
    for (uint n = 0u; n < TM * TN; n++)
        sums[n] = 0.0;
    block_q41 x[TM];
    for (uint m = 0u; m < TM; m++)
        x[m] = b[TM * i + m];
    for (uint j = 0u; j < 4u; j++)
        for (uint h = 0u; h < 8u; h++) {
            float y[TN];
            for (uint n = 0u; n < TN; n++)
                y[n] = float((i + 5u * n + 8u * j + h) % 7u);
            for (uint m = 0u; m < TM; m++) {
                float v = float(x[m].qs[j] >> 4u * h & 15u) * float(x[m].d) + float(x[m].m);
                for (uint n = 0u; n < TN; n++)
                    sums[TN * m + n] += v * y[n];
            }
        }
    for (uint n = 0u; n < TM * TN; n++)
        d[64u + TM * TN * i + n] = sums[n];
}

float written_after(uint i)
{
    block_q41 x = w[i];
    for (uint k = 0u; k < 4u; k++)
        w[i].qs[k] = ~x.qs[3u - k];
    float few[4];
    for (uint k = 0u; k < 4u; k++)
        few[k] = float(k);
    few[x.qs[0] & 3u] = 100.0;
    return float(x.qs[(i + step) & 3u] & 0xffffffu) + few[(i ^ step) & 3u];
}

// Copies that are no even row in memory, and of two widths.
float rows(uint i)
{
    block_q41 x = b[i];
    uint uneven[3] = uint[](x.qs[0], x.qs[2], x.qs[3]);
    uint mixed[3] = uint[](uint(float16BitsToUint16(x.d)), x.qs[0], x.qs[1]);
    return float((uneven[(i + step) % 3u] ^ mixed[(i ^ step) % 3u]) >> 8);
}

void main()
{
    uint i = gl_LocalInvocationIndex;
    d[i] = q4_by_steps(i);
    d[32u + i] = q8_by_q8(i);
    q41_tile(i);
    d[320u + i] = written_after(i);
    d[352u + i] = rows(i);
}

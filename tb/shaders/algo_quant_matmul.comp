// SPDX-License-Identifier: Apache-2.0
// Matrix product with a quantised left matrix: blocks of 32 weights of 4 bits with one scale of 16 bits. A group makes a
// tile of BM x BN: it unpacks both parts to workgroup memory, and a thread keeps WMITER x WNITER pieces of TM x TN results.
// These and what it multiplies stay in registers: 44 values that live through the innermost loop.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_control_flow_attributes : require

struct block_q4 { float16_t d; uint8_t qs[16]; };

layout(local_size_x = 128) in;
layout(constant_id = 0) const uint BM = 64;
layout(constant_id = 1) const uint BN = 64;
layout(constant_id = 2) const uint WM = 32;
layout(constant_id = 3) const uint WN = 32;
layout(constant_id = 4) const uint WMITER = 2;
layout(constant_id = 5) const uint TM = 4;
layout(constant_id = 6) const uint TN = 2;
layout(constant_id = 7) const uint WARP = 32;
const uint BK = 32;

layout(std430, binding = 0) readonly buffer A { block_q4 data_a[]; };
layout(std430, binding = 1) readonly buffer B { vec4 data_b[]; };
layout(std430, binding = 2) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform P { uint M, N, K; };

shared float16_t buf_a[BM * (BK + 2)];
shared float16_t buf_b[BN * (BK + 2)];

void main()
{
    const uint WNITER = (WM * WN) / (WARP * TM * TN * WMITER);
    const uint WSUBM = WM / WMITER, WSUBN = WN / WNITER;
    const uint warp = gl_LocalInvocationID.x / WARP, lane = gl_LocalInvocationID.x % WARP;
    const uint warp_r = warp % (BM / WM), warp_c = warp / (BM / WM);
    const uint r = lane % (WSUBM / TM), c = lane / (WSUBM / TM);
    const uint ir = gl_WorkGroupID.x, ic = gl_WorkGroupID.y;
    const uint per_row = K / 32u;

    float sums[WMITER * TM * WNITER * TN];
    float16_t cache_a[WMITER * TM];
    float16_t cache_b[WNITER * TN];
    [[unroll]] for (uint i = 0; i < WMITER * TM * WNITER * TN; i++)
        sums[i] = 0.0;

    for (uint block = 0; block < K; block += BK) {
        [[unroll]] for (uint l = 0; l < BM; l += 128u / 16u) {
            const uint row = gl_LocalInvocationID.x / 16u + l, piece = gl_LocalInvocationID.x % 16u;
            const uint ib = (ir * BM + row) * per_row + block / 32u;
            const float d = float(data_a[ib].d);
            const uint q = uint(data_a[ib].qs[piece]);
            buf_a[row * (BK + 2) + piece] = float16_t(d * (float(q & 15u) - 8.0));
            buf_a[row * (BK + 2) + piece + 16] = float16_t(d * (float(q >> 4) - 8.0));
        }
        [[unroll]] for (uint l = 0; l < BN; l += 128u / 8u) {
            const uint row = gl_LocalInvocationID.x / 8u + l, piece = gl_LocalInvocationID.x % 8u;
            const vec4 b = data_b[((ic * BN + row) * K + block) / 4u + piece];
            buf_b[row * (BK + 2) + piece * 4 + 0] = float16_t(b.x);
            buf_b[row * (BK + 2) + piece * 4 + 1] = float16_t(b.y);
            buf_b[row * (BK + 2) + piece * 4 + 2] = float16_t(b.z);
            buf_b[row * (BK + 2) + piece * 4 + 3] = float16_t(b.w);
        }
        barrier();
        for (uint i = 0; i < BK; i++) {
            [[unroll]] for (uint wr = 0; wr < WMITER; wr++)
                [[unroll]] for (uint j = 0; j < TM; j++)
                    cache_a[wr * TM + j] = buf_a[(warp_r * WM + wr * WSUBM + r * TM + j) * (BK + 2) + i];
            [[unroll]] for (uint wc = 0; wc < WNITER; wc++)
                [[unroll]] for (uint j = 0; j < TN; j++)
                    cache_b[wc * TN + j] = buf_b[(warp_c * WN + wc * WSUBN + c * TN + j) * (BK + 2) + i];
            [[unroll]] for (uint wc = 0; wc < WNITER; wc++)
                [[unroll]] for (uint wr = 0; wr < WMITER; wr++)
                    [[unroll]] for (uint cc = 0; cc < TN; cc++)
                        [[unroll]] for (uint cr = 0; cr < TM; cr++) {
                            const uint at = (wc * TN + cc) * (WMITER * TM) + wr * TM + cr;
                            sums[at] = fma(float(cache_a[wr * TM + cr]), float(cache_b[wc * TN + cc]), sums[at]);
                        }
        }
        barrier();
    }

    const uint dr = ir * BM + warp_r * WM, dc = ic * BN + warp_c * WN;
    [[unroll]] for (uint wc = 0; wc < WNITER; wc++)
        [[unroll]] for (uint wr = 0; wr < WMITER; wr++) {
            const uint drw = dr + wr * WSUBM + r * TM, dcw = dc + wc * WSUBN + c * TN;
            [[unroll]] for (uint cc = 0; cc < TN; cc++)
                [[unroll]] for (uint cr = 0; cr < TM; cr++)
                    if (drw + cr < M && dcw + cc < N)
                        data_d[(dcw + cc) * M + drw + cr] = sums[(wc * TN + cc) * (WMITER * TM) + wr * TM + cr];
        }
}

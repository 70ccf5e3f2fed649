// SPDX-License-Identifier: Apache-2.0
// Mathematical intrinsics of HLSL as the compilers spell them: mad, saturate, rcp, rsqrt, frac, lerp, sincos, exp2, log10, ldexp, modf,
// smoothstep, length, any and all.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0
// build glslang: glslangValidator -e main --target-env vulkan1.1 -DGLSLANG
[[vk::binding(0, 0)]] StructuredBuffer<float> Src;              // multiples of 1/16 between 1/16 and 4
[[vk::binding(1, 0)]] RWStructuredBuffer<float> Exact;
[[vk::binding(2, 0)]] RWStructuredBuffer<float> Near;
#define N 64

[numthreads(N, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint k = i;
    float x = Src[i], y = Src[(i + 1) & 63], s, c, whole;
    Exact[k] = mad(x, y, -1.0); k += N;
    Exact[k] = saturate(x - 1.0); k += N;
    Exact[k] = frac(x) + floor(y) + ceil(x) + trunc(-y); k += N;
    Exact[k] = lerp(x, y, 0.5); k += N;
    Exact[k] = modf(x, whole) + whole * 16.0; k += N;
    Exact[k] = step(x, y) + sign(x - y) * 4.0; k += N;
    Exact[k] = dot(float3(x, y, 1.0), float3(y, 2.0, x)) + (any(float2(x, 0.0)) ? 8.0 : 0.0) + (all(float2(x, 0.0)) ? 100.0 : 0.0); k += N;
    Exact[k] = clamp(x, 0.5, y + 0.5) + max(x, y) * 2.0 + min(x, 1.0) + abs(-y); k += N;
    k = i;
#ifdef GLSLANG      // its Ldexp has a float for exponent
    Near[k] = rcp(x) + rsqrt(y) + x * 8.0; k += N;
#else
    Near[k] = rcp(x) + rsqrt(y) + ldexp(x, 3.0); k += N;
#endif
    Near[k] = exp2(x) + log2(y) + 4.0; k += N;
    Near[k] = log10(x * 100.0) + pow(x, 1.5); k += N;
    sincos(x * 0.5, s, c);
    Near[k] = 2.0 + s * c; k += N;
    Near[k] = 1.0 + smoothstep(0.0, 4.0, x) + degrees(x) * 0.01 + radians(y); k += N;
    Near[k] = 1.0 + length(float2(x, y)) + distance(float3(x, 1.0, 0.0), float3(y, 2.0, 1.0)) + normalize(float2(x, y)).y; k += N;
}

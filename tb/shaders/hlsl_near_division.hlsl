// SPDX-License-Identifier: Apache-2.0
// Quotients and square roots by Vulkan's bounds, as HLSL spells them: /, rcp, sqrt, rsqrt, length, distance, normalize.
// build: glslangValidator -e main --target-env vulkan1.1
[[vk::binding(0, 0)]] StructuredBuffer<float> A;
[[vk::binding(1, 0)]] StructuredBuffer<float> B;
[[vk::binding(2, 0)]] RWStructuredBuffer<float> Quotients;
[[vk::binding(3, 0)]] RWStructuredBuffer<float> Roots;
#define N 64

[numthreads(N, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float a = A[i], b = B[i];
    Quotients[i] = a / b;
    Quotients[N + i] = a / 3.0;
    Quotients[2 * N + i] = rcp(b);
    Quotients[3 * N + i] = (float3(a, b, 7.0) / float3(b, 5.0, a)).z;
    Roots[i] = sqrt(abs(a));
    Roots[N + i] = rsqrt(abs(a));
    Roots[2 * N + i] = length(float3(a, b, 7.0));
    Roots[3 * N + i] = distance(float2(a, b), float2(b, 1.0));
    Roots[4 * N + i] = normalize(float3(a, b, 7.0)).y;
}

// SPDX-License-Identifier: Apache-2.0
// Derivatives of Shader Model 6.6 in a compute shader, in a group of 8 x 8.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
[[vk::binding(0, 0)]] RWStructuredBuffer<float4> Out;

[DerivativeGroupQuad]
[numthreads(8, 8, 1)]
void main(uint3 id : SV_GroupThreadID, uint i : SV_GroupIndex)
{
    float x = float(id.x), y = float(id.y);
    Out[i] = float4(ddx_fine(x * x * y), ddy_fine(y * y * x), ddx(x * x), fwidth(y * y));
}

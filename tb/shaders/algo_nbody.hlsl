// SPDX-License-Identifier: Apache-2.0
// n-body: each thread adds up what 256 bodies pull at its own, a tile of them in groupshared memory at a time.
// build: slangc -target spirv -stage compute -entry main -O2
// build glslang: glslangValidator -e main --target-env vulkan1.1
#define BODIES 256
#define TILE 64
[[vk::binding(0, 0)]] StructuredBuffer<float4> Bodies;          // place and mass
[[vk::binding(1, 0)]] RWStructuredBuffer<float4> Pull;
groupshared float4 g_tile[TILE];

[numthreads(TILE, 1, 1)]
void main(uint gi : SV_GroupIndex, uint3 dtid : SV_DispatchThreadID)
{
    float3 place = Bodies[dtid.x].xyz, sum = float3(0.0, 0.0, 0.0);
    float potential = 0.0;
    for (uint t = 0; t < BODIES; t += TILE) {
        g_tile[gi] = Bodies[t + gi];
        GroupMemoryBarrierWithGroupSync();
        for (uint k = 0; k < TILE; k++) {
            float4 other = g_tile[k];
            float3 away = other.xyz - place;
            float inverse = rsqrt(dot(away, away) + 0.25);
            float pull = other.w * inverse;
            potential += pull;
            sum += away * (pull * inverse * inverse);
        }
        GroupMemoryBarrierWithGroupSync();
    }
    Pull[dtid.x] = float4(sum, potential);
}

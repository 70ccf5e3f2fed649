// SPDX-License-Identifier: Apache-2.0
// Tile light culling: a group finds the least and greatest depth of its 16 x 16 pixels (waves first, then atomics on the bits of floats), tests
// the lights against the tile and the depths, and makes the list of those that reach it; each pixel then adds up its lights.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
// build glslang: glslangValidator -e main --target-env vulkan1.1
#define TILE 16
#define WIDTH 64
#define LIGHTS 64
struct Light { float3 at; float radius; };              // in pixels and depth
[[vk::binding(0, 0)]] StructuredBuffer<float> Depth;
[[vk::binding(1, 0)]] StructuredBuffer<Light> Lights;
[[vk::binding(2, 0)]] RWStructuredBuffer<uint2> TileLights;     // a bit a light
[[vk::binding(3, 0)]] RWStructuredBuffer<uint> Lit;             // lights that reach a pixel
groupshared uint g_least, g_greatest, g_count;
groupshared uint g_list[LIGHTS];
groupshared uint g_bits[2];

[numthreads(TILE, TILE, 1)]
void main(uint gi : SV_GroupIndex, uint3 dtid : SV_DispatchThreadID, uint3 gid : SV_GroupID)
{
    if (gi == 0) {
        g_least = 0xffffffff;
        g_greatest = 0;
        g_count = 0;
        g_bits[0] = 0;
        g_bits[1] = 0;
    }
    GroupMemoryBarrierWithGroupSync();
    float z = Depth[dtid.y * WIDTH + dtid.x];
    float least = WaveActiveMin(z), greatest = WaveActiveMax(z);
    if (WaveIsFirstLane()) {
        InterlockedMin(g_least, asuint(least));         // of positive floats, bits are ordered as the floats are
        InterlockedMax(g_greatest, asuint(greatest));
    }
    GroupMemoryBarrierWithGroupSync();
    least = asfloat(g_least);
    greatest = asfloat(g_greatest);
    float2 low = float2(gid.xy) * TILE, high = low + (TILE - 1);
    for (uint k = gi; k < LIGHTS; k += TILE * TILE) {
        Light light = Lights[k];
        float2 nearest = clamp(light.at.xy, low, high) - light.at.xy;
        bool reaches = dot(nearest, nearest) <= light.radius * light.radius && light.at.z + light.radius >= least
                    && light.at.z - light.radius <= greatest;
        if (reaches) {
            uint slot;
            InterlockedAdd(g_count, 1u, slot);
            g_list[slot] = k;
            InterlockedOr(g_bits[k >> 5], 1u << (k & 31));
        }
    }
    GroupMemoryBarrierWithGroupSync();
    uint lit = 0;
    for (uint n = 0; n < g_count; n++) {
        Light light = Lights[g_list[n]];
        float3 to = float3(float2(dtid.xy), z) - light.at;
        if (dot(to, to) <= light.radius * light.radius)
            lit++;
    }
    Lit[dtid.y * WIDTH + dtid.x] = lit;
    if (gi == 0)
        TileLights[gid.y * (WIDTH / TILE) + gid.x] = uint2(g_bits[0], g_bits[1]);
}

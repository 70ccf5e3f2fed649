// SPDX-License-Identifier: Apache-2.0
// Amplification groups of four waves, and the index and count of waves in both stages (HLSL proposals 0048 and 0054).
// build: slangc -target spirv -entry mesh_main -stage mesh -DnumWaves=numthreads
// build task: slangc -target spirv -entry task_main -stage amplification -DnumWaves=numthreads -DWAVEFOLD_NUM_WAVES=4
#include "wavefold.hlsli"
struct Payload {
    uint group, waves, value[4];
};
struct Vertex {
    float4 position : SV_Position;
    nointerpolation uint2 wave : WAVE;
};
struct Primitive {
    uint id : SV_PrimitiveID;
    bool cull : SV_CullPrimitive;
};
groupshared Payload shared_payload;

[numWaves(4)]
[shader("amplification")]
void task_main(uint3 group : SV_GroupID)
{
    const uint wave = GetGroupWaveIndex(), below = WavePrefixSum(1u);
    if (WaveIsFirstLane())
        shared_payload.value[wave] = 100 * group.x + wave;
    if (wave == 0 && below == 0) {
        shared_payload.group = group.x;
        shared_payload.waves = GetGroupWaveCount();
    }
    GroupMemoryBarrierWithGroupSync();
    DispatchMesh(GetGroupWaveCount() - group.x, 1, 1, shared_payload);
}

[numthreads(64, 1, 1)]
[outputtopology("triangle")]
[shader("mesh")]
void mesh_main(uint index : SV_GroupIndex, uint3 group : SV_GroupID, in payload Payload payload, out vertices Vertex vertex[64],
               out indices uint3 triangle_of[21], out primitives Primitive primitive[21])
{
    SetMeshOutputCounts(64, 21);
    Vertex v;
    v.position = float4(payload.value[group.x], payload.group, payload.waves, 1);
    v.wave = uint2(GetGroupWaveIndex() * WaveGetLaneCount() + WaveGetLaneIndex(), GetGroupWaveCount() * WaveGetLaneCount());
    vertex[index] = v;
    if (index < 21) {
        triangle_of[index] = 3 * index + uint3(0, 1, 2);
        Primitive p;
        p.id = index + 21 * group.x;
        p.cull = index % 3 == 2;
        primitive[index] = p;
    }
}

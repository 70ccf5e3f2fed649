// SPDX-License-Identifier: Apache-2.0
// A vertex shader in HLSL: semantics in place of locations, numbers of vertices and instances, a matrix, wave intrinsics.
// build: glslangValidator --target-env vulkan1.1 -S vert -e main
#include "wavefold.hlsli"

struct Vertex
{
    float3 place : POSITION;
    uint2 key : TEXCOORD0;
};
struct Result
{
    float4 place : SV_Position;
    nointerpolation uint4 key : TEXCOORD0;
    float clip : SV_ClipDistance0;
};
[[vk::binding(0, 0)]] cbuffer Scene { row_major float4x4 scene; };

[shader("vertex")]
Result main(Vertex v, uint number : SV_VertexID, uint instance : SV_InstanceID)
{
    Result r;
    r.place = mul(scene, float4(v.place, 1));
    r.key = uint4(v.key.yx, number, instance);
    r.clip = WaveActiveAllTrue(number < 100) ? v.place.x : 0;
    return r;
}

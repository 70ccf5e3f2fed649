// SPDX-License-Identifier: Apache-2.0
// An evaluation shader in HLSL: points of a triangle, its levels, what is of the patch.
// build: glslangValidator --target-env vulkan1.1 -S tese -e main
#include "wavefold.hlsli"

struct Corner
{
    float4 place : SV_Position;
    nointerpolation uint2 key : TEXCOORD0;
};
struct Levels
{
    float edge[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float scale : TEXCOORD4;
};
struct Result
{
    float4 place : SV_Position;
    nointerpolation uint3 key : TEXCOORD0;
    float level : TEXCOORD3;
};

[shader("domain")]
[domain("tri")]
Result main(Levels l, float3 at : SV_DomainLocation, const OutputPatch<Corner, 3> corner, uint id : SV_PrimitiveID)
{
    Result r;
    r.place = corner[0].place * at.x + corner[1].place * at.y + corner[2].place * at.z;
    r.key = uint3(corner[id % 3].key, id);
    r.level = l.edge[id % 3] + l.inside * l.scale;
    return r;
}

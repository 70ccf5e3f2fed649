// SPDX-License-Identifier: Apache-2.0
// A control shader in HLSL: a function for each vertex, and one for the patch, which reads the points that come in.
// build: glslangValidator --target-env vulkan1.1 -S tesc -e main
#include "wavefold.hlsli"

struct Point
{
    float3 place : POSITION;
    uint key : TEXCOORD0;
};
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

Levels whole(InputPatch<Point, 3> patch, uint id : SV_PrimitiveID)
{
    Levels l;
    for (uint k = 0; k < 3; k++)
        l.edge[k] = patch[k].place.x + k;
    l.inside = id;
    l.scale = patch[id % 3].place.y * 2;
    return l;
}

[shader("hull")]
[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("whole")]
Corner main(InputPatch<Point, 3> patch, uint i : SV_OutputControlPointID, uint id : SV_PrimitiveID)
{
    Corner c;
    c.place = float4(patch[i].place + patch[(i + 1) % 3].place, id);
    c.key = uint2(patch[i].key, i);
    return c;
}

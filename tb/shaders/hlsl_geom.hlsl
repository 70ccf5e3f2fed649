// SPDX-License-Identifier: Apache-2.0
// A geometry shader in HLSL: streams of triangles, semantics in place of locations, instances.
// build: glslangValidator --target-env vulkan1.1 -S geom -e main
struct Corner
{
    float4 place : SV_Position;
    float2 part : TEXCOORD0;
};
struct Result
{
    float4 place : SV_Position;
    float2 part : TEXCOORD0;
    uint key : TEXCOORD1;
    uint layer : SV_RenderTargetArrayIndex;
};

[shader("geometry")]
[maxvertexcount(6)]
[instance(2)]
void main(triangle Corner corner[3], uint id : SV_PrimitiveID, uint instance : SV_GSInstanceID, inout TriangleStream<Result> stream)
{
    Result r;
    for (uint pass = 0; pass < 1 + id % 2; pass++) {
        for (uint i = 0; i < 3; i++) {
            r.place = corner[i].place + float4(pass, instance, 0, 0);
            r.part = corner[2 - i].part;
            r.key = 100 * id + i;
            r.layer = instance;
            stream.Append(r);
        }
        stream.RestartStrip();
    }
}

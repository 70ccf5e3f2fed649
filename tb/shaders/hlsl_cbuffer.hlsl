// SPDX-License-Identifier: Apache-2.0
// Constant buffers: HLSL's packing (a vector does not cross 16 bytes, an array's elements begin at 16), row_major and column_major matrices.
// build: slangc -target spirv -stage compute -entry main -O2 -fvk-use-dx-layout
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1 -fvk-use-dx-layout
[[vk::binding(0, 0)]] cbuffer Constants {
    float a;                        // 0
    float3 b;                       // 4
    float2 c;                       // 16
    row_major float2x3 rows;        // 32, two rows
    column_major float2x3 columns;  // 64, three columns
    float array[3];                 // 112, 16 apart
    uint tail;
};
struct Light { float3 at; float power; uint2 flags; };
[[vk::binding(1, 0)]] ConstantBuffer<Light> light;
[[vk::push_constant]] cbuffer Push { uint base; uint4 list; };
[[vk::binding(2, 0)]] RWStructuredBuffer<float> Out;

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint k = 8 * i;
    Out[k] = a + b[i % 3] * 100.0;
    Out[k + 1] = c.y;
    Out[k + 2] = rows[i & 1][i % 3];
    Out[k + 3] = columns[i & 1][i % 3];
    Out[k + 4] = array[i % 3] + float(tail);
    Out[k + 5] = mul(rows, float3(1.0, 10.0, 100.0))[i & 1];
    Out[k + 6] = light.at[i % 3] * light.power + float(light.flags.y);
    Out[k + 7] = float(base + list[i & 3]);
}

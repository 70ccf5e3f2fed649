// SPDX-License-Identifier: Apache-2.0
// discard and clip of HLSL: the lane goes on as a helper, and the quad reads it.  Each quad has another way to it; its odd column goes it.
// build: slangc -target spirv -stage fragment -entry main -O2 -capability spvDemoteToHelperInvocation
// build kill: slangc -target spirv -stage fragment -entry main -O2
// build glslang: glslangValidator -V -S frag -e main --target-env vulkan1.1
[[vk::binding(0, 0)]] RWStructuredBuffer<uint> Stored;

void may_leave(bool leaves)
{
    if (leaves)
        discard;
}

void leave()
{
    discard;
}

uint after(bool leaves, uint v)
{
    if (leaves)
        discard;
    return v + 5;
}

uint2 main(float4 position : SV_Position) : SV_Target
{
    uint x = uint(position.x), way = x / 2, v = 100 * x;
    bool leaves = (x & 1) != 0;

    if (way == 0) {
        if (leaves)
            discard;
    } else if (way == 1) {
        clip(leaves ? -1.0 : 1.0);
    } else if (way == 2) {
        may_leave(leaves);
    } else if (way == 3) {
        if (leaves)
            leave();
    } else if (way == 4) {
        v = after(leaves, v);
    } else if (way == 5) {
        for (uint i = 0; i < position.z * 8; i++) {
            if (leaves && i == 2)
                discard;
            v++;
        }
    } else if (way == 6) {
        switch (x) {
        case 12: v += 7; break;
        case 13: discard; break;
        default: break;
        }
    } else {
        while (v < 1510) {
            v += 3;
            if (leaves && v > 1503) {
                if (v < 1508)
                    discard;
            }
        }
    }
    Stored[x + 16 * uint(position.y)] = 1;
    return uint2(QuadReadAcrossX(v), uint(ddx_fine(float(v))));
}

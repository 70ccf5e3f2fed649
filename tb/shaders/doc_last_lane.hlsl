// SPDX-License-Identifier: Apache-2.0
// WaveGetLastLaneIndex the SPIR-V way: OpGroupNonUniformBallotFindMSB, asked for by its number; and FindLSB beside it.
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g
[[vk::binding(0, 0)]] RWStructuredBuffer<uint> Out;

[[vk::spirv_instruction(/* OpGroupNonUniformBallotFindMSB */ 344)]]
uint OpGroupNonUniformBallotFindMSB(uint scope, uint4 ballot);

uint WaveGetLastLaneIndex()
{
    uint4 ballot = WaveActiveBallot(true);

    // https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html#Scope_-id-
    const uint SubgroupScope = 3;
    // Scope must be Subgroup.
    return OpGroupNonUniformBallotFindMSB(SubgroupScope, ballot);
}

[numthreads(128, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Out[id.x] = 0;
    if (WaveGetLaneIndex() % 4 != 3)
        Out[id.x] = WaveGetLastLaneIndex();
}

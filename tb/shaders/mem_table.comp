// SPDX-License-Identifier: Apache-2.0
// A constant table in a function that is called twice: an optimiser that puts the function in place gives each copy of the table an
// initializer, and stores the same constant into it.
// build: glslangValidator --target-env vulkan1.2
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) writeonly buffer Out { uint dst[]; };

const uvec2 square[65] = uvec2[65](
    uvec2(0u, 0u), uvec2(1u, 1u), uvec2(2u, 4u), uvec2(3u, 9u), uvec2(4u, 16u),
    uvec2(5u, 25u), uvec2(6u, 36u), uvec2(7u, 49u), uvec2(8u, 64u), uvec2(9u, 81u),
    uvec2(10u, 100u), uvec2(11u, 121u), uvec2(12u, 144u), uvec2(13u, 169u), uvec2(14u, 196u),
    uvec2(15u, 225u), uvec2(16u, 256u), uvec2(17u, 289u), uvec2(18u, 324u), uvec2(19u, 361u),
    uvec2(20u, 400u), uvec2(21u, 441u), uvec2(22u, 484u), uvec2(23u, 529u), uvec2(24u, 576u),
    uvec2(25u, 625u), uvec2(26u, 676u), uvec2(27u, 729u), uvec2(28u, 784u), uvec2(29u, 841u),
    uvec2(30u, 900u), uvec2(31u, 961u), uvec2(32u, 1024u), uvec2(33u, 1089u), uvec2(34u, 1156u),
    uvec2(35u, 1225u), uvec2(36u, 1296u), uvec2(37u, 1369u), uvec2(38u, 1444u), uvec2(39u, 1521u),
    uvec2(40u, 1600u), uvec2(41u, 1681u), uvec2(42u, 1764u), uvec2(43u, 1849u), uvec2(44u, 1936u),
    uvec2(45u, 2025u), uvec2(46u, 2116u), uvec2(47u, 2209u), uvec2(48u, 2304u), uvec2(49u, 2401u),
    uvec2(50u, 2500u), uvec2(51u, 2601u), uvec2(52u, 2704u), uvec2(53u, 2809u), uvec2(54u, 2916u),
    uvec2(55u, 3025u), uvec2(56u, 3136u), uvec2(57u, 3249u), uvec2(58u, 3364u), uvec2(59u, 3481u),
    uvec2(60u, 3600u), uvec2(61u, 3721u), uvec2(62u, 3844u), uvec2(63u, 3969u), uvec2(64u, 4096u));

uint find(uint i)
{
    return square[i].y + square[64 - i].x;
}

void main()
{
    const uint i = gl_LocalInvocationIndex;

    dst[i] = find(i) * 65536 + find(i ^ 1);
}

// SPDX-License-Identifier: Apache-2.0
// Wave operations on 8-, 16- and 64-bit integers and halves.
// build: glslangValidator --target-env vulkan1.2
// build od: glslangValidator --target-env vulkan1.2 -Od
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer In { uvec2 src[128]; };           // by lane
layout(std430, binding = 1) writeonly buffer Eights { uvec4 eights[]; };
layout(std430, binding = 2) writeonly buffer Sixteens { uvec4 sixteens[]; };
layout(std430, binding = 3) writeonly buffer Wide { uint64_t wide[][6]; };
layout(std430, binding = 4) writeonly buffer Halves { vec4 halves[]; };
layout(std430, binding = 5) writeonly buffer Reduced { uint64_t reduced[][4]; };

void main()
{
    uint i = gl_LocalInvocationIndex, lane = gl_SubgroupInvocationID;
    uint64_t x = pack64(src[lane]);
    int64_t s = int64_t(x);
    uint8_t b = uint8_t(x);
    int16_t h = int16_t(x);
    eights[i] = uvec4(uint(subgroupInclusiveAdd(b)), uint(int(subgroupInclusiveMin(int8_t(b)))), uint(subgroupExclusiveMax(b)),
                      uint(subgroupExclusiveXor(b)));
    eights[i].x |= uint(subgroupShuffleXor(b, 3u)) << 16;
    sixteens[i] = uvec4(uint(subgroupInclusiveMul(uint16_t(x | 1ul))), uint(int(subgroupInclusiveMax(h))), uint(int(subgroupExclusiveMin(h))),
                        uint(subgroupInclusiveOr(uint16_t(x & 0x1111ul))));
    sixteens[i].w |= uint(uint16_t(subgroupQuadSwapVertical(h))) << 16;
    wide[i] = uint64_t[](subgroupInclusiveAdd(x), subgroupExclusiveAdd(x), uint64_t(subgroupInclusiveMin(s)), subgroupInclusiveMax(x),
                         subgroupExclusiveXor(x), subgroupInclusiveMul(x | 1ul));
    float16_t f = float16_t(int8_t(x));
    halves[i] = vec4(float(subgroupInclusiveMin(f)), float(subgroupExclusiveAdd(float16_t(lane % 8u))), float(subgroupInclusiveMax(f16vec2(f, -f)).y),
                     float(subgroupShuffle(f, lane ^ 1u)));
    reduced[i] = uint64_t[](subgroupAdd(x), uint64_t(subgroupMax(s)), subgroupBroadcast(x, 2u) + subgroupBroadcastFirst(x) + uint64_t(subgroupAdd(b)),
                            uint64_t(subgroupAllEqual(x >> 63 << 1)) | uint64_t(subgroupAllEqual(uint8_t(lane / 256u))) << 1
                            | uint64_t(subgroupAllEqual(u64vec2(5ul, x))) << 2);
}

// SPDX-License-Identifier: Apache-2.0
// typed.comp - what test_typed.sh runs: a block of all kinds of members, one of floats, push constants, a specialization constant.
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 4) in;
layout(constant_id = 7) const uint COUNT = 1u;
struct Item { vec3 position; int16_t tag; double mass; uint64_t id; };
layout(std430, binding = 0) buffer Particles { uint count; layout(row_major) mat3x2 transform; Item item[]; } particles;
layout(std430, binding = 1) buffer Out { float values[]; };
layout(push_constant) uniform Push { float scale; vec3 offset; } push;

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i == 0u) {
        particles.count = COUNT;
        particles.transform = mat3x2(1.0, 0.0, 0.0, 1.0, 3.0, push.scale);
    }
    if (i < COUNT) {
        particles.item[i].position = push.offset + vec3(push.scale * float(i), 0.0, 0.0);
        particles.item[i].tag = int16_t(-1 - int(i));
        particles.item[i].mass = double(push.scale) * double(i + 1u);
        particles.item[i].id = 0x100000000ul + i;
    }
    values[i] = values[i] * 0.5;
}

// SPDX-License-Identifier: Apache-2.0
// Variables that share a binding: one buffer seen as words, as floats, as vectors and as a struct.
// build: glslangValidator --target-env vulkan1.1
// build od: glslangValidator --target-env vulkan1.0 -Od
#version 450
layout(local_size_x = 32) in;
struct Particle { vec3 at; uint id; };
layout(std430, set = 1, binding = 3) buffer AsWords { uint words[]; };
layout(std430, set = 1, binding = 3) readonly buffer AsFloats { float floats[]; };
layout(std430, set = 1, binding = 3) buffer AsVectors { uvec4 vectors[]; };
layout(std430, set = 1, binding = 3) buffer AsParticles { Particle particles[]; };
layout(std430, set = 2, binding = 0) writeonly buffer Out { vec4 dst[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    dst[i] = vec4(floats[4u * i + 1u], uintBitsToFloat(words[4u * i]), particles[i].at.z, float(vectors[i].w));
    if ((i & 1u) == 0u)
        words[4u * i + 3u] += 1u;
    else
        particles[i].id = words[4u * i + 3u] * 2u;
    uvec4 v = vectors[i];
    v.x ^= 0x80000000u;
    vectors[i] = v;
}

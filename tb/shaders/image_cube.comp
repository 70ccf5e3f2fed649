// SPDX-License-Identifier: Apache-2.0
// Cubes: faces, filters that cross their edges, levels; an array of them.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) uniform textureCube Cube;
layout(binding = 1) uniform textureCubeArray Cubes;
layout(binding = 2) uniform sampler Nearest;
layout(binding = 3) uniform sampler Linear;
layout(binding = 4) readonly buffer A { vec4 direction[]; };
layout(binding = 5) writeonly buffer B { float out_[]; };

void main()
{
    int i = int(gl_GlobalInvocationID.x);
    vec4 d = direction[i];
    out_[5 * i] = textureLod(samplerCube(Cube, Nearest), d.xyz, 0.0).x;
    out_[5 * i + 1] = textureLod(samplerCube(Cube, Linear), d.xyz, 0.0).x;
    out_[5 * i + 2] = textureLod(samplerCube(Cube, Nearest), d.xyz, float(i % 2)).x;
    out_[5 * i + 3] = textureLod(samplerCubeArray(Cubes, Nearest), d, 0.0).x;
    out_[5 * i + 4] = textureLod(samplerCubeArray(Cubes, Linear), d, 0.0).x;
}

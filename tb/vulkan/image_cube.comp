// SPDX-License-Identifier: Apache-2.0
// The faces of cubes: read as a storage image, and looked up in directions of all faces; then written.
#version 460
layout(local_size_x = 32) in;
layout(binding = 0, r32ui) uniform readonly uimageCubeArray from;
layout(binding = 1) uniform usamplerCubeArray looked;
layout(binding = 2, r32ui) uniform writeonly uimageCube to;
layout(std430, binding = 3) writeonly buffer Out { ivec4 size[4]; uint seen[]; };
void main()
{
    const ivec3 s = imageSize(from);
    const int i = int(gl_GlobalInvocationID.x), faces = s.z * 6, count = s.x * s.y * faces;
    if (i == 0) {
        size[0] = ivec4(s, 0);
        size[1] = ivec4(imageSize(to), 0, 0);
        size[2] = ivec4(textureSize(looked, 0), textureQueryLevels(looked));
    }
    if (i >= count)
        return;
    const ivec3 at = ivec3(i % s.x, i / s.x % s.y, i / (s.x * s.y));
    seen[i] = imageLoad(from, at).x;
    if (at.z < 6)
        imageStore(to, at, uvec4(1000000 + i));
    // the middle of each face of each cube, in a level
    if (i < 6 * textureSize(looked, 0).z) {
        vec3 way = vec3(0);
        way[i % 6 / 2] = i % 2 == 0 ? 1 : -1;
        seen[count + i] = textureLod(looked, vec4(way, i / 6), 1).x;
    }
}

// SPDX-License-Identifier: Apache-2.0
// All texels of a view, level by level; before them the levels, and the size of each.
#version 460
layout(local_size_x = 32) in;
layout(binding = 0) uniform usampler1D from;
layout(std430, binding = 1) writeonly buffer Out { ivec4 size[16]; uvec4 seen[]; };
void main()
{
    const int i = int(gl_GlobalInvocationID.x), levels = textureQueryLevels(from);
    int left = i;
    if (i >= seen.length())
        return;
    seen[i] = uvec4(0xdeadbeef);
    for (int level = 0; level < levels; level++) {
        const ivec3 s = ivec3(textureSize(from, level), 1, 1);
        const int count = s.x * s.y * s.z;
        if (i == 0)
            size[level] = ivec4(s, levels);
        if (left >= 0 && left < count) {
            const ivec3 at = ivec3(left % s.x, left / s.x % s.y, left / (s.x * s.y));
            seen[i] = texelFetch(from, at.x, level);
        }
        left -= count;
    }
}

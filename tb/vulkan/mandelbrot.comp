// SPDX-License-Identifier: Apache-2.0
// Steps until a point of the plane escapes, a word for each pixel of an image 256 wide.
#version 460
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, set = 0, binding = 0) writeonly buffer Steps { uint steps[]; };
layout(push_constant) uniform Push { uint most; };
void main()
{
    const uvec2 at = gl_GlobalInvocationID.xy;
    const vec2 c = vec2(at) * (3.0 / 256.0) - vec2(2.25, 1.5);
    vec2 z = vec2(0);
    uint n = 0;
    for (; n < most && dot(z, z) <= 4.0; n++)
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
    steps[at.y * 256 + at.x] = n;
}

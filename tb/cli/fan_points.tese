// SPDX-License-Identifier: Apache-2.0
// A point between two vertices of its patch, with what is of the patch; a word that counts points.
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
layout(isolines) in;
layout(location = 0) in float sum[];
layout(location = 1) patch in uvec2 number;
layout(location = 0) out vec2 place;
layout(location = 1) flat out uvec3 whole;
layout(std430, binding = 0) buffer Seen { uint seen; };

void main()
{
    gl_Position = gl_in[0].gl_Position;
    place = vec2(mix(sum[0], sum[1], gl_TessCoord.x), gl_TessCoord.y);
    whole = uvec3(number, gl_PrimitiveID);
    atomicAdd(seen, 1u);
}

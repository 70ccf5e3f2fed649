// SPDX-License-Identifier: Apache-2.0
// Places of a square or whatever is given, and the numbers that a vertex goes by; each vertex is counted once.
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
layout(location = 0) in vec2 place;
layout(location = 1) in float size;
layout(set = 0, binding = 0) buffer Seen { uint seen; };
layout(push_constant) uniform Push { float depth; };
layout(constant_id = 3) const uint add = 100;
layout(location = 0) flat out uvec2 number;
layout(location = 2) flat out uint sum;

void main()
{
    gl_Position = vec4(place * size, depth, 1.0);
    number = uvec2(gl_VertexIndex, gl_InstanceIndex);
    sum = number.x + add;
    atomicAdd(seen, 1u);
}

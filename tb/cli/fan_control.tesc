// SPDX-License-Identifier: Apache-2.0
// Two vertices of each patch: from its first two points, and what its last one has; a word that counts invocations.
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
layout(vertices = 2) out;
layout(location = 0) in float height[];
layout(location = 0) out float sum[];
layout(location = 1) patch out uvec2 number;
layout(std430, binding = 0) buffer Seen { uint seen; };

void main()
{
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    sum[gl_InvocationID] = height[gl_InvocationID] + height[gl_PatchVerticesIn - 1];
    atomicAdd(seen, 1u);
    barrier();
    if (gl_InvocationID == 1) {
        gl_TessLevelOuter[1] = sum[0] + sum[1];
        number = uvec2(gl_PrimitiveID, gl_PatchVerticesIn);
    }
}

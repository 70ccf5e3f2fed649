// SPDX-License-Identifier: Apache-2.0
// A control shader: blocks, matrices, 64 bits, indices that are not constant; what other invocations gave, after a barrier; results of a patch.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(vertices = 5) out;
in gl_PerVertex {
    vec4 gl_Position;
    float gl_PointSize;
    float gl_ClipDistance[2];
} gl_in[gl_MaxPatchVertices];
layout(location = 0) in Point {
    mat2 turn;
    flat uvec2 key;
} point[];
layout(location = 3) in double real[];
layout(location = 4) in float list[][3];
out gl_PerVertex {
    vec4 gl_Position;
    float gl_ClipDistance[2];
} gl_out[];
layout(location = 0) out Corner {
    vec2 turned;
    uint key;
} corner[];
layout(location = 2) out double twice[];
layout(location = 3) patch out Whole {
    uint sum;
    vec2 pair[2];
} whole;
layout(location = 8) patch out float late;
layout(std430, binding = 0) buffer Counts { uint count[]; };

uint around(int i)                  // of all vertices, each with another weight
{
    uint sum = 0u;
    for (int k = 0; k < 5; k++)
        sum += corner[(i + k) % 5].key * uint(k + 1);
    return sum;
}

void main()
{
    const int i = gl_InvocationID, n = gl_PatchVerticesIn, other = (i + gl_PrimitiveID) % n;
    gl_out[gl_InvocationID].gl_Position = gl_in[other].gl_Position + gl_in[n - 1].gl_PointSize;
    gl_out[gl_InvocationID].gl_ClipDistance[i & 1] = gl_in[0].gl_ClipDistance[(i + 1) & 1];
    corner[gl_InvocationID].turned = point[other].turn[i & 1];
    corner[gl_InvocationID].key = point[other].key.x ^ point[0].key.y;
    twice[gl_InvocationID] = real[other] * 2.0lf;
    barrier();
    const uint sum = around(i);
    barrier();
    corner[gl_InvocationID].key = sum;
    barrier();
    if (i == 2) {
        whole.sum = corner[4].key + corner[0].key;
        whole.pair[gl_PrimitiveID & 1] = corner[3].turned;
        gl_TessLevelInner[0] = list[n - 1][gl_PrimitiveID % 3];
        for (int k = 0; k < 4; k++)
            gl_TessLevelOuter[k] = float(k) + gl_out[k + 1].gl_Position.y;
    }
    if (i == 4 && gl_PrimitiveID % 2 == 1)
        late = 3.0;
    atomicAdd(count[gl_PrimitiveID], uint(i) + 1u);
}

// SPDX-License-Identifier: Apache-2.0
// Matrix product in tiles of 16 x 16 that stand in workgroup memory; each thread keeps a column of four results.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 16, local_size_y = 4) in;
const uint N = 64u, TILE = 16u;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
shared float tile_a[TILE][TILE], tile_b[TILE][TILE];

void main()
{
    uvec2 id = gl_LocalInvocationID.xy, origin = gl_WorkGroupID.xy * TILE;
    float sum[4] = float[](0.0, 0.0, 0.0, 0.0);
    for (uint t = 0u; t < N; t += TILE) {
        for (uint r = id.y; r < TILE; r += 4u) {
            tile_a[r][id.x] = a[(origin.y + r) * N + t + id.x];
            tile_b[r][id.x] = b[(t + r) * N + origin.x + id.x];
        }
        barrier();
        for (uint k = 0u; k < TILE; k++) {
            float right = tile_b[k][id.x];
            for (uint r = 0u; r < 4u; r++)
                sum[r] += tile_a[id.y + 4u * r][k] * right;
        }
        barrier();
    }
    for (uint r = 0u; r < 4u; r++)
        c[(origin.y + id.y + 4u * r) * N + origin.x + id.x] = sum[r];
}

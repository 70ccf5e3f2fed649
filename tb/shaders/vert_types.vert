// SPDX-License-Identifier: Apache-2.0
// Inputs and outputs of all kinds: matrices, arrays, arrays of arrays, blocks and arrays of them, 16 and 64 bits, with indices that are not constant;
// outputs that are read back, written in part, or not at all.
// build: glslangValidator --target-env vulkan1.3
// build opt: glslangValidator --target-env vulkan1.3 | spirv-opt -O
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_ARB_shader_viewport_layer_array : require
layout(location = 0) in dvec3 real;             // two locations
layout(location = 2) in f16vec2 small;
layout(location = 3) in int16_t low;
layout(location = 4) in mat2x3 matrix;
layout(location = 6) in uint list[3];
layout(location = 9) in i64vec2 wide;
layout(location = 10) in dvec3 deep[2];         // the second from location 12 on

out gl_PerVertex { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[3]; float gl_CullDistance[2]; };
layout(location = 0) flat out dvec2 real_out;
layout(location = 1) flat out f16vec3 small_out;
layout(location = 2) flat out int16_t low_out;
layout(location = 3) out mat3x2 turned;
layout(location = 6) flat out uint table[2][3];
layout(location = 12) out Blk { flat i64vec2 wide; vec2 pair[2]; } blk[2];
layout(location = 20) out float never;
layout(location = 21, component = 2) out float late;

void main()
{
    const int v = gl_VertexIndex;
    gl_Position = vec4(matrix[v & 1], real.z);
    table[0][0] = 5u;
    table[1][2] = 6u;
    for (int i = 0; i < 3; i++) {
        table[v & 1][(i + v) % 3] = list[i] + table[0][0];
        gl_ClipDistance[(i + 1) % 3] = float(10 * i + v);
    }
    gl_CullDistance[1] = 4.0;
    real_out = real.yx * 2.0lf + deep[1].xy;
    small_out = f16vec3(small, small.x + small.y);
    low_out = low;
    turned = transpose(matrix);
    blk[v % 2].wide = wide + int64_t(v);
    blk[1].pair[v & 1] = vec2(v, 1.0);
    late = 1.0;
    if (v > 3)
        late += float(list[v % 3]);
    gl_Layer = int(table[1][2]);
    gl_ViewportIndex = v % 4;
}

// SPDX-License-Identifier: Apache-2.0
// Storage images of every shape: each texel is read, changed and written; their sizes.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 32) in;
layout(binding = 0, r32ui) uniform uimage1D Line;
layout(binding = 1, r32ui) uniform uimage1DArray Lines;
layout(binding = 2, r32ui) uniform uimage3D Volume;
layout(binding = 3, r32ui) uniform uimage2DArray Layers;
layout(binding = 4, r32ui) uniform uimageCube Cube;
layout(binding = 5, r32ui) uniform uimageCubeArray Cubes;
layout(binding = 6, r32ui) uniform uimageBuffer Texels;
layout(binding = 7) writeonly buffer B { int size[17]; };

#define CHANGE(image, at) imageStore(image, at, imageLoad(image, at) * 3u + 1u)

void main()
{
    int i = int(gl_GlobalInvocationID.x);
    if (i < imageSize(Line))
        CHANGE(Line, i);
    if (i < 5 * 7)
        CHANGE(Lines, ivec2(i % 5, i / 5));
    if (i < 4 * 3 * 5)
        CHANGE(Volume, ivec3(i % 4, i / 4 % 3, i / 12));
    if (i < 6 * 2 * 4)
        CHANGE(Layers, ivec3(i % 6, i / 6 % 2, i / 12));
    if (i < 3 * 3 * 6)
        CHANGE(Cube, ivec3(i % 3, i / 3 % 3, i / 9));
    if (i < 2 * 2 * 12)
        CHANGE(Cubes, ivec3(i % 2, i / 2 % 2, i / 4));
    if (i < imageSize(Texels))
        CHANGE(Texels, i);
    if (i == 0) {
        size[0] = imageSize(Line);
        ivec2 lines = imageSize(Lines);
        size[1] = lines.x; size[2] = lines.y;
        ivec3 volume = imageSize(Volume);
        size[3] = volume.x; size[4] = volume.y; size[5] = volume.z;
        ivec3 layers = imageSize(Layers);
        size[6] = layers.x; size[7] = layers.y; size[8] = layers.z;
        ivec2 cube = imageSize(Cube);
        size[9] = cube.x; size[10] = cube.y;
        ivec3 cubes = imageSize(Cubes);
        size[11] = cubes.x; size[12] = cubes.y; size[13] = cubes.z;
        size[14] = imageSize(Texels);
        size[15] = size[16] = 77;
    }
}

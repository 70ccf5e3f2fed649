// SPDX-License-Identifier: Apache-2.0
// More shared memory than the device has, by a word.
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Data { uint data[]; };
shared uint tile[16385];

void main()
{
    tile[data[0]] = data[1];
    barrier();
    data[2] = tile[16384];
}

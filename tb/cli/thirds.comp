// SPDX-License-Identifier: Apache-2.0
// Floats and integers side by side: i / 3 and -i.
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
layout(local_size_x = 4) in;
struct Pair { float x; int n; };
layout(binding = 0) writeonly buffer Out { Pair pair[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    pair[i].x = float(i) / 3.0;
    pair[i].n = -int(i);
}

// SPDX-License-Identifier: Apache-2.0
// lines.comp - what test_shaders.sh runs to see lines named: a race in line 13, a loop without end in line 15 when Mode is 1.
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
layout(local_size_x = 16) in;
layout(binding = 0) buffer Mode { uint mode; };
layout(binding = 7) buffer Trouble { uint trouble[]; };
shared uint mine[16];

void main()
{
    uint i = gl_LocalInvocationID.x;
    mine[i / 2u] = i + mode;
    while (mode == 1u)
        trouble[0] = 1u;
    trouble[i] = i;
}

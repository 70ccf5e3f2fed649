// SPDX-License-Identifier: Apache-2.0
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
layout(location = 0) in vec2 uv;
layout(location = 1) flat in int which;
layout(location = 0) out vec4 color;
layout(location = 1) out uint count;
layout(binding = 0) buffer Total { uint total; };

void main()
{
    atomicAdd(total, 1u);
    if (uv.x + uv.y > 1.2)
        discard;
    color = vec4(uv, gl_FrontFacing ? 1.0 : 0.25, 1.0);
    count = uint(which) + uint(gl_FragCoord.x);
    gl_FragDepth = gl_FragCoord.z;
}

// SPDX-License-Identifier: Apache-2.0
// Inputs over a rectangle, and values of each pixel; built-in variables; two outputs; discard in a function, and a return before it.
// build: glslangValidator --target-env vulkan1.1 -g
// build opt: glslangValidator --target-env vulkan1.1 -g | spirv-opt -O
#version 450
layout(location = 0) in vec2 uv;
layout(location = 1) noperspective in float line;
layout(location = 1, component = 2) flat in ivec2 whole;
layout(location = 2) in vec3 rows[2];
layout(location = 4) in float each;
layout(location = 5) flat in uint key;
layout(location = 0) out vec4 color;
layout(location = 3) out uvec4 bits;

void cut(float distance)
{
    if (distance > 60.0)
        discard;
}

void main()
{
    const vec2 at = gl_FragCoord.xy - vec2(9.5, 6.5);
    color = vec4(uv, line, gl_FragCoord.z);
    bits = uvec4(uint(gl_FragCoord.x), uint(gl_FragCoord.y), uint(whole.x), gl_FrontFacing ? 1u : 2u);
    if (key % 5u == 0u)
        return;
    cut(dot(at, at));
    color += vec4(rows[0].x, rows[1].z, each, gl_FragCoord.w);
    bits += uvec4(uint(whole.y), key, gl_PrimitiveID, gl_HelperInvocation ? 100u : 0u);
}

#version 310 es
// SPDX-License-Identifier: Apache-2.0
// GLSL ES: mediump and lowp make RelaxedPrecision, which may be ignored; whole numbers small enough for either.
// build: glslangValidator -V --target-env spirv1.1
// build v12: glslangValidator -V --target-env spirv1.2 -gVS
// build v15: glslangValidator -V --target-env spirv1.5 -gV
precision mediump float;
precision mediump int;
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { highp uint src[]; };
layout(std430, binding = 1) writeonly buffer Out { mediump uint dst[]; };
shared mediump vec4 line[32];

mediump float blend(mediump vec4 v, lowp float t)
{
    return mix(v.x, v.y, t) + dot(v.zw, vec2(2.0, 1.0));
}

void main()
{
    mediump uint i = gl_LocalInvocationIndex;
    mediump uint x = src[i] & 63u;
    line[i] = vec4(float(x), float(x + 4u), float(i), 1.0);
    barrier();
    mediump vec4 v = line[31u - i];
    lowp int sign_ = x > 30u ? -1 : 1;
    dst[i] = uint(blend(v, 0.25) * 4.0) + uint(sign_ + 1) * 1000u + bitfieldExtract(x, 1, 3);
}

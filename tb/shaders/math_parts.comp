// SPDX-License-Identifier: Apache-2.0
// frexp, ldexp and modf: exact.  Both forms: with a pointer (glslang makes OpExtInst FrexpStruct and ModfStruct of them).
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) writeonly buffer Parts { float parts[]; };
layout(std430, binding = 2) writeonly buffer Exponents { int exponents[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    float x = src[i], whole;
    int e;
    float m = frexp(x, e);
    parts[i] = m;
    exponents[i] = e;
    parts[64u + i] = modf(x, whole);
    parts[128u + i] = whole;
    parts[192u + i] = ldexp(m, e + 3);
    vec2 w2;
    vec2 f2 = modf(vec2(-x, x * 0.5), w2);
    parts[256u + i] = f2.x + w2.y;
    ivec2 e2;
    vec2 m2 = frexp(vec2(x * 8.0, 1.0), e2);
    exponents[64u + i] = e2.x + 100 * e2.y;
    parts[320u + i] = ldexp(m2, ivec2(2, 1 - e2.x)).x;
}

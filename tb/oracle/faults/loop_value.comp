// SPDX-License-Identifier: Apache-2.0
// Lane i leaves the loop in iteration i, with what it loaded there: element i.  A device that has one value for the whole wave gives each
// lane what the last iteration has, in which those lanes load nothing.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) writeonly buffer Out { uint dst[]; };

void main()
{
    uint i = gl_LocalInvocationIndex, value;
    for (uint k = 0u; ; k++) {
        value = src[k];
        if (k == i)
            break;
    }
    dst[i] = value;
}

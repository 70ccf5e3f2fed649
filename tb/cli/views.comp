// SPDX-License-Identifier: Apache-2.0
// What each binding has, for buffers that are bound several times and in pieces.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 8) in;
layout(std140, binding = 0) uniform Params { uint more; };
layout(binding = 1) buffer From { uint from[]; };
layout(binding = 2) buffer To { uint to[]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    to[i] = from[i] + from.length() * 100 + more;
}

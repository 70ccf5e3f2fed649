// SPDX-License-Identifier: Apache-2.0
// Two calls of debugPrintfEXT, one of them in a function; what nobody calls does not count.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_debug_printf : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Out { uint o[]; };

void tell(uint x) { debugPrintfEXT("x = %d", x); }
void nobody() { debugPrintfEXT("never"); }

void main()
{
    tell(gl_LocalInvocationIndex);
    o[gl_LocalInvocationIndex] = gl_LocalInvocationIndex + 1;
    debugPrintfEXT("done");
}

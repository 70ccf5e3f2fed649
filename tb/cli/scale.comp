// SPDX-License-Identifier: Apache-2.0
// scale.comp - what test_shaders.sh runs: two sets, a head before an array, push constants, specialization constants of three kinds.
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
layout(local_size_x = 8) in;
layout(constant_id = 3) const uint FACTOR = 2u;
layout(constant_id = 4) const bool NEGATE = false;
layout(constant_id = 5) const float BIAS = 0.5;
layout(set = 0, binding = 1, std430) readonly buffer Source { uint count; uint pad; uint values[]; } source;
layout(set = 1, binding = 2, std430) buffer Result { uint words[]; } result;
layout(push_constant) uniform Shift { uint add; uint twice; } shift;

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i < source.count) {
        uint value = source.values[i] * FACTOR;
        value += shift.add + 2u * shift.twice;
        result.words[i] = NEGATE ? 0u - value : value;
    }
    if (i == 0u)
        result.words[source.count] = floatBitsToUint(BIAS);
}

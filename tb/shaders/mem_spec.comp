// SPDX-License-Identifier: Apache-2.0
// Specialization constants of each type, the size of the group among them, expressions of them, an array as long as one says.
// build: glslangValidator --target-env vulkan1.1
// build v13: glslangValidator --target-env vulkan1.3
#version 450
layout(local_size_x_id = 10, local_size_y = 2) in;
layout(constant_id = 0) const uint count = 3u;
layout(constant_id = 1) const int shift = -5;
layout(constant_id = 2) const float scale = 0.5;
layout(constant_id = 3) const bool flag = false;
layout(constant_id = 4) const uint unset = 77u;
const uint twice = count * 2u + 1u;
const int mixed = (shift / 2) % 7 + int(twice);
const bool both = flag && count > 2u;
layout(std430, binding = 0) writeonly buffer Out { uint dst[]; };
shared uint line[twice];

void main()
{
    uint i = gl_LocalInvocationIndex;
    float values[count + 1u];
    for (uint k = 0u; k <= count; k++)
        values[k] = float(k + i) * scale;
    if (i < twice)
        line[i] = i * i;
    barrier();
    uint at = 8u * i;
    dst[at] = twice + uint(mixed);
    dst[at + 1u] = both ? 5u : 6u;
    dst[at + 2u] = floatBitsToUint(values[i % (count + 1u)]);
    dst[at + 3u] = unset;
    dst[at + 4u] = gl_WorkGroupSize.x * 100u + gl_WorkGroupSize.y;
    dst[at + 5u] = line[i % twice];
    dst[at + 6u] = uint(line.length()) + uint(values.length());
    dst[at + 7u] = uint(shift);
}

// SPDX-License-Identifier: Apache-2.0
// GL_NV_shader_sm_builtins and GL_ARM_shader_core_builtins: the core and the slot of each wave, and how many the device has.  While a wave
// is at its place no other one is.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_NV_shader_sm_builtins : require
#extension GL_ARM_shader_core_builtins : require
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Device { uint cores, slots; };
layout(std430, binding = 1) buffer Held { uint held[]; };           // by slot of all cores: a wave is there now
layout(std430, binding = 2) buffer Counts { uint same, twice, left; };

void main()
{
    if (gl_GlobalInvocationID.x == 0u) {
        cores = gl_SMCountNV;
        slots = gl_WarpsPerSMNV;
    }
    const bool alike = gl_SMIDNV == gl_CoreIDARM && gl_WarpIDNV == gl_WarpIDARM && gl_CoreCountARM == gl_SMCountNV &&
                       gl_CoreMaxIDARM + 1u == gl_SMCountNV && gl_WarpMaxIDARM + 1u == gl_WarpsPerSMNV;
    if (alike && gl_SMIDNV < gl_SMCountNV && gl_WarpIDNV < gl_WarpsPerSMNV)
        atomicAdd(same, 1u);
    if (subgroupElect()) {
        // no two waves are at one place at once
        const uint place = gl_SMIDNV * gl_WarpsPerSMNV + gl_WarpIDNV;
        atomicAdd(twice, atomicExchange(held[place], 1u));
        for (uint turn = 0u; turn < 10u + (place & 7u); turn++)
            atomicAdd(left, 1u);
        atomicAdd(left, 0u - 10u - (place & 7u));
        atomicExchange(held[place], 0u);
    }
}

// SPDX-License-Identifier: Apache-2.0
// GL_AMD_shader_trinary_minmax: least, greatest and middle of three, of numbers, halves, shorts and vectors.  GL_AMD_gcn_shader: the face of a cube and the
// place on it, of directions that lie on edges and corners too, and the clock.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
#extension GL_AMD_shader_trinary_minmax : require
#extension GL_AMD_gcn_shader : require
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_AMD_gpu_shader_half_float : require
#extension GL_AMD_gpu_shader_int16 : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };             // three a thread
layout(std430, binding = 1) writeonly buffer Words { uint words[]; };       // 9 a thread
layout(std430, binding = 2) writeonly buffer Shorts { uint shorts[]; };      // 6
layout(std430, binding = 3) readonly buffer Directions { vec4 direction[]; };
layout(std430, binding = 4) writeonly buffer Faces { float faces[]; };      // 3
layout(std430, binding = 5) writeonly buffer Risen { uint risen[]; };

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    const uint64_t begun = timeAMD();
    const uvec3 u = uvec3(src[3 * i], src[3 * i + 1], src[3 * i + 2]);
    const ivec3 s = ivec3(u);
    const vec3 f = vec3(s >> 28) * 0.5;

    uint k = 9 * i;
    words[k++] = min3(u.x, u.y, u.z);
    words[k++] = max3(u.x, u.y, u.z);
    words[k++] = mid3(u.x, u.y, u.z);
    words[k++] = uint(min3(s.x, s.y, s.z));
    // a vector of each, and one of halves; these are exact
    const ivec2 m = mid3(s.xy, s.yz, s.zx), g = max3(s.xx, s.yy, s.zx);
    words[k++] = uint(m.x) ^ uint(m.y) << 1;
    words[k++] = uint(g.x) - uint(g.y);
    words[k++] = floatBitsToUint(min3(f.x, f.y, f.z));
    words[k++] = floatBitsToUint(max3(f, f.yzx, f.zxy).y);
    const f16vec3 h = f16vec3(f);
    words[k++] = floatBitsToUint(float(mid3(h.x, h.y, h.z)));

    const u16vec3 l = u16vec3(u);
    const i16vec3 n = i16vec3(s);
    k = 6 * i;
    shorts[k++] = min3(l.x, l.y, l.z);
    shorts[k++] = max3(l.x, l.y, l.z);
    shorts[k++] = mid3(l.x, l.y, l.z);
    shorts[k++] = uint(min3(n.x, n.y, n.z));
    shorts[k++] = uint(max3(n.x, n.y, n.z));
    shorts[k++] = uint(mid3(n.x, n.y, n.z));

    k = 3 * i;
    faces[k] = cubeFaceIndexAMD(direction[i].xyz);
    const vec2 place = cubeFaceCoordAMD(direction[i].xyz);
    faces[k + 1] = place.x;
    faces[k + 2] = place.y;
    risen[i] = uint(timeAMD() > begun);
}

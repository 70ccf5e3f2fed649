// SPDX-License-Identifier: Apache-2.0
// The nearest sphere a ray meets, found in a tree of boxes that a thread walks with a stack of its own in private memory.
// A node has six floats and two words: left child and right child, or, when the right one is 0, the sphere.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
struct Node { vec3 low; uint left; vec3 high; uint right; };
layout(std430, binding = 0) readonly buffer Nodes { Node nodes[]; };
layout(std430, binding = 1) readonly buffer Spheres { vec4 spheres[]; };
layout(std430, binding = 2) writeonly buffer Hit { uint hit[]; };
layout(std430, binding = 3) writeonly buffer Far { float far[]; };

bool meets(Node n, vec3 from, vec3 inverse, float nearest)
{
    vec3 a = (n.low - from) * inverse, b = (n.high - from) * inverse;
    vec3 first = min(a, b), last = max(a, b);
    float enter = max(max(first.x, first.y), max(first.z, 0.0)), leave = min(min(last.x, last.y), min(last.z, nearest));
    return enter <= leave;
}

void main()
{
    uvec2 id = gl_GlobalInvocationID.xy;
    vec3 from = vec3(float(id.x) + 0.25, float(id.y) + 0.25, -8.0), to = normalize(vec3(0.125, -0.0625, 1.0));
    vec3 inverse = 1.0 / to;
    uint stack[12], depth = 0u, found = 0xffffffffu;
    float nearest = 1000.0;
    stack[depth++] = 0u;
    while (depth > 0u) {
        Node n = nodes[stack[--depth]];
        if (!meets(n, from, inverse, nearest))
            continue;
        if (n.right != 0u) {
            stack[depth++] = n.right;
            stack[depth++] = n.left;
            continue;
        }
        vec4 s = spheres[n.left];
        vec3 away = s.xyz - from;
        float along = dot(away, to), square = s.w * s.w - (dot(away, away) - along * along);
        if (square > 0.0) {
            float t = along - sqrt(square);
            if (t > 0.0 && t < nearest) {
                nearest = t;
                found = n.left;
            }
        }
    }
    uint at = id.y * gl_NumWorkGroups.x * 8u + id.x;
    hit[at] = found;
    far[at] = nearest;
}

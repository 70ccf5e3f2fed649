// SPDX-License-Identifier: Apache-2.0
// SHA-256 of a message a thread, of 0 to 119 bytes: one or two blocks, so that neighbours differ in their rounds.  The schedule is a ring of
// sixteen words.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Lengths { uint lengths[]; };
layout(std430, binding = 1) readonly buffer Messages { uint words[]; };        // 30 a message, big-endian
layout(std430, binding = 2) writeonly buffer Digests { uint digests[]; };
layout(std430, binding = 3) readonly buffer Constants { uint k[64]; };

uint rotate(uint x, int n)
{
    return x >> n | x << (32 - n);
}

uint padded(uint thread, uint at, uint bytes, uint blocks)      // word `at` of the padded message
{
    if (at == 16u * blocks - 1u)
        return bytes * 8u;
    if (4u * at > bytes)
        return 0u;
    uint word = 4u * at == bytes && bytes == 120u ? 0u : words[30u * thread + at];
    uint rest = bytes - 4u * at;                // bytes of the message in this word, if less than four
    if (rest >= 4u)
        return word;
    uint keep = rest == 0u ? 0u : 0xffffffffu << (32u - 8u * rest);
    return word & keep | 0x80u << (24u - 8u * rest);
}

void main()
{
    uint i = gl_GlobalInvocationID.x, bytes = lengths[i], blocks = (bytes + 8u) / 64u + 1u;
    uint h[8] = uint[](0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au, 0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u);
    for (uint block = 0u; block < blocks; block++) {
        uint w[16];
        uint a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], z = h[7];
        for (uint t = 0u; t < 64u; t++) {
            uint x;
            if (t < 16u) {
                x = padded(i, 16u * block + t, bytes, blocks);
            } else {
                uint p = w[t + 1u & 15u], q = w[t + 14u & 15u];
                x = w[t & 15u] + w[t + 9u & 15u] + (rotate(p, 7) ^ rotate(p, 18) ^ p >> 3) + (rotate(q, 17) ^ rotate(q, 19) ^ q >> 10);
            }
            w[t & 15u] = x;
            uint t1 = z + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + (e & f ^ ~e & g) + k[t] + x;
            uint t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + (a & b ^ a & c ^ b & c);
            z = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
        }
        h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e, h[5] += f, h[6] += g, h[7] += z;
    }
    for (uint n = 0u; n < 8u; n++)
        digests[8u * i + n] = h[n];
}

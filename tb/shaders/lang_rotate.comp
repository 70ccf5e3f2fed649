// SPDX-License-Identifier: Apache-2.0
// Values that change places, more of them than a device has registers: each turn of a loop 40 go round in a ring, 16 pairs swap, and 20 move
// up by one.  Each is read before any is written.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) writeonly buffer Out { uint dst[]; };
#define TEN(X, t) X(t##0) X(t##1) X(t##2) X(t##3) X(t##4) X(t##5) X(t##6) X(t##7) X(t##8) X(t##9)
#define PAIRS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)

void main()
{
    uint i = gl_GlobalInvocationID.x, at = 96u * i, put = 92u * i;
#define LOAD(r) uint r = src[at++];
    TEN(LOAD, a) TEN(LOAD, b) TEN(LOAD, c) TEN(LOAD, d) TEN(LOAD, e) TEN(LOAD, f)
#define LOAD_PAIR(n) uint x##n = src[at++]; uint y##n = src[at++];
    PAIRS(LOAD_PAIR)
    for (uint turns = i % 7u; turns > 0u; turns--) {
        uint last = 0u, first = a0;
#define UP(r) { uint t = r; r = last; last = t; }
        TEN(UP, a) TEN(UP, b) TEN(UP, c) TEN(UP, d)
        a0 = last;
        last = first;
        TEN(UP, e) TEN(UP, f)
#define SWAP(n) { uint t = x##n; x##n = y##n; y##n = t; }
        PAIRS(SWAP)
    }
#define STORE(r) dst[put++] = r;
    TEN(STORE, a) TEN(STORE, b) TEN(STORE, c) TEN(STORE, d) TEN(STORE, e) TEN(STORE, f)
#define STORE_PAIR(n) dst[put++] = x##n; dst[put++] = y##n;
    PAIRS(STORE_PAIR)
}

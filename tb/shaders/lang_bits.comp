// SPDX-License-Identifier: Apache-2.0
// The bit operations: extract, insert, reverse, count, find; extended arithmetic.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 128) in;
const uint N = 128u;
layout(std430, binding = 0) readonly buffer A { uint a[N]; };
layout(std430, binding = 1) readonly buffer B { uint b[N]; };
layout(std430, binding = 2) writeonly buffer Out { uint dst[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    uint x = a[i], y = b[i];
    int offset = int(y & 31u), bits = int((y >> 8) % (33u - uint(offset)));
    uint k = i;
    dst[k] = bitfieldExtract(x, offset, bits); k += N;
    dst[k] = uint(bitfieldExtract(int(x), offset, bits)); k += N;
    dst[k] = bitfieldInsert(x, y, offset, bits); k += N;
    dst[k] = bitfieldReverse(x); k += N;
    dst[k] = uint(bitCount(x)); k += N;
    dst[k] = uint(findLSB(x)); k += N;
    dst[k] = uint(findMSB(x)); k += N;
    dst[k] = uint(findMSB(int(x))); k += N;
    uint carry, borrow, high, low;
    int shigh, slow;
    dst[k] = uaddCarry(x, y, carry); k += N;
    dst[k] = carry; k += N;
    dst[k] = usubBorrow(x, y, borrow); k += N;
    dst[k] = borrow; k += N;
    umulExtended(x, y, high, low);
    dst[k] = high; k += N;
    dst[k] = low; k += N;
    imulExtended(int(x), int(y), shigh, slow);
    dst[k] = uint(shigh); k += N;
    dst[k] = uint(slow);
}

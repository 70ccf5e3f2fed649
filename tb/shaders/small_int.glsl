// SPDX-License-Identifier: Apache-2.0
// small_int.glsl - the body of small_i8.comp and small_i16.comp: every operator of integers of less than a word, S signed and U unsigned, stored
// as small as they are.  Operation k of element i goes to dst[k * N + i].
layout(local_size_x = 64) in;
const uint N = 128u;
layout(std430, binding = 0) readonly buffer A { U a[N]; };
layout(std430, binding = 1) readonly buffer B { U b[N]; };
layout(std430, binding = 2) writeonly buffer Out { U dst[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, k = i;
    U x = a[i], y = b[i];
    S s = S(x), t = S(y);
    uint shift = uint(y) & uint(BITS - 1);
    dst[k] = x + y; k += N;
    dst[k] = x - y; k += N;
    dst[k] = x * y; k += N;
    dst[k] = x / y; k += N;
    dst[k] = x % y; k += N;
    dst[k] = U(s / t); k += N;
    dst[k] = U(-s); k += N;
    dst[k] = ~x; k += N;
    dst[k] = (x & y) ^ (x | U(5)); k += N;
    dst[k] = U(x << shift); k += N;
    dst[k] = U(x >> shift); k += N;
    dst[k] = U(s >> shift); k += N;
    dst[k] = U(uint(x < y) | uint(x <= y) << 1 | uint(x > y) << 2 | uint(x == y) << 3 | uint(s < t) << 4 | uint(s >= t) << 5); k += N;
    dst[k] = min(x, y) ^ max(x, U(9)); k += N;
    dst[k] = U(min(s, t)); k += N;
    dst[k] = U(max(s, t)); k += N;
    dst[k] = U(abs(s)) + U(sign(s)); k += N;
    dst[k] = U(clamp(s, S(-10), S(10))); k += N;
    dst[k] = U((uint(x) * uint(y)) >> 5); k += N;
    dst[k] = U((int(s) * int(t)) >> 3); k += N;
    dst[k] = U(int(float(s) * 0.5)); k += N;
    dst[k] = U(uint(float(x) * 0.5)); k += N;
    dst[k] = x < y ? x + U(1) : y;
}

// SPDX-License-Identifier: Apache-2.0
// Loops whose counters have a bound that the code shows, and loops whose counters only seem to: by a continue before the test, by a test inside of
// a branch, by a step that is no constant, by counting down through 0. What comparisons give hangs on what is known of the counter.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 16) in;
layout(binding = 0) readonly buffer In { uint limit[16]; };     // 40 and more: so no loop is unrolled
layout(binding = 1) writeonly buffer Out { uint result[]; };

void main()
{
    const uint i = gl_LocalInvocationIndex, n = limit[i];
    uint up = 0, skip = 0, branch = 0, steps = 0, down = 0, half_ = 0, twice = 0, inner = 0;

    for (uint k = 0; k < 64; k += 16)                           // to 48; 64 at its end
        for (uint m = 0; m < n; m++)
            up += k > 48 ? 1000000 : k < 16 ? 1 : 0;
    uint k = 0;
    for (uint turns = 0; turns < n; turns++) {                  // k passes 32 by way of the continue
        if ((turns & 1) == i % 2) {
            k += 5;
            continue;
        }
        if (k >= 32)
            break;
        k += 1;
    }
    skip = (k < 37 ? 100 : 200) + k;
    for (k = 0; k < n * 4; k += 3) {                            // the test at 8 is of some turns only
        if (i > 7) {
            if (k >= 8)
                break;
        }
        branch += k < 11 ? 1 : 100;
    }
    for (k = 0; k < 50; k += n)                                 // 50 and n at most
        steps += 1 + (k > 60 ? 1000 : 0);
    steps = steps * 1000 + k + (k < 80 ? 0 : 500);
    for (k = n; k != 0xfffffffeu; k--)                          // through 0 to 2^32 - 2
        down += k > 0xfffffff0u ? 7 : k < 4 ? 1 : 0;
    for (k = 256; k > 0; k >>= 1)
        half_ = half_ * 2 + (k < 257 ? 1 : 0) + (k > n ? 1 : 0);
    for (k = 1; k < 100; k <<= 1)                               // to 64; 128 at its end
        twice += k < 128 ? k : 100000;
    twice += k * 1000;
    for (uint a = 0; a < 4; a++) {
        uint b = a;
        while (true) {                                          // b is tested in the outer loop's turn alone
            b += 2;
            inner += b < 20 ? 1 : 1000;
            if (b > n)
                break;
        }
    }
    uint beyond = 0;
    for (k = 0; k < n; k += 5) {                                // 32 is no bound for turns that go on before the test
        if (((k ^ i) & 1) == 0)
            continue;
        if (k >= 32)
            break;
        beyond++;
    }
    beyond += k < 37 ? 100 : 200;
    for (k = 0; k < 60; k += 16)                                // to 64; not unrolled: there is another way out
        if (k == n * 100)
            break;
    beyond += k > 61 ? 1000 : 0;
    for (k = 1; k < 100; k <<= 1)                               // to 128
        if (k == n * 100)
            break;
    beyond += k > 120 ? 10000 : 0;
    beyond += (i * 3 > 20 ? 100000 : 0) + ((i | 16) > 20 ? 1000000 : 0);
    result[128 + i] = beyond;
    result[8 * i] = up;
    result[8 * i + 1] = skip;
    result[8 * i + 2] = branch;
    result[8 * i + 3] = steps;
    result[8 * i + 4] = down;
    result[8 * i + 5] = half_;
    result[8 * i + 6] = twice;
    result[8 * i + 7] = inner;
}

// SPDX-License-Identifier: Apache-2.0
// Control flow as these compilers write it: early returns out of nested loops (Slang makes a switch of one target of them), breaks out of a switch
// in a loop, ternary operators that evaluate both sides, [unroll], [loop], [branch] and [flatten].
// build: slangc -target spirv -stage compute -entry main -O2
// build o0: slangc -target spirv -stage compute -entry main -O0 -g1
// build glslang: glslangValidator -e main --target-env vulkan1.1
[[vk::binding(0, 0)]] StructuredBuffer<uint> Src;
[[vk::binding(1, 0)]] RWStructuredBuffer<uint> Out;

uint search(uint x, uint limit)
{
    [loop]
    for (uint a = 0; a < limit; a++) {
        if (a * a == x)
            return a;
        [loop]
        for (uint b = 0; b < a; b++) {
            if (a * b == x)
                return a * 16 + b;
            if (a + b > 14)
                break;
        }
        if (a == 9 && x > 50)
            return 1000 + a;
    }
    return x > 40 ? 777 : limit;
}

uint classify(uint x)
{
    uint r = 0;
    for (uint n = 0; n < 6; n++) {
        switch ((x >> n) & 3) {
        case 0:
            r += 1;
            break;
        case 1:
            if (n == 3)
                return r + 500;
            r += 10;
            break;
        case 2:
        case 3:
            r += 100;
            break;
        default:
            r = 9999;
        }
        if (r > 300)
            break;
    }
    return r;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint x = Src[i];
    uint r = search(x, 12);
    uint sum = 0;
    [unroll]
    for (uint k = 0; k < 4; k++)
        sum += (x >> (8 * k)) & 255;
    [branch]
    if (sum > 200)
        sum *= 2;
    [flatten]
    if ((sum & 1) == 0)
        sum += 7;
    uint y = x;
    do {
        y = (y & 1) != 0 ? y * 3 + 1 : y / 2;
    } while (y > 100);
    Out[4 * i] = r;
    Out[4 * i + 1] = classify(x);
    Out[4 * i + 2] = sum;
    if (i >= 60)
        return;
    Out[4 * i + 3] = y;
}

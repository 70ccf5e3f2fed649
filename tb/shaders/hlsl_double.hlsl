// SPDX-License-Identifier: Apache-2.0
// Doubles of HLSL: arithmetic, conversions from and to int, uint and float, comparisons, and the operations of waves.
// build: glslangValidator -e main --target-env vulkan1.1
[[vk::binding(0, 0)]] StructuredBuffer<double> Src;
[[vk::binding(1, 0)]] RWStructuredBuffer<double> Dst;
[[vk::binding(2, 0)]] RWStructuredBuffer<uint> Words;
#define N 64

[numthreads(N, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint k = i;
    double x = Src[i], y = Src[(i + 1) & 63];
    precise double sum = x * y + 0.5L;      // else the compiler makes one fma of it
    Dst[k] = sum; k += N;
    Dst[k] = x / (y + 3.0L); k += N;
    Dst[k] = (double)(float)x - (double)(int)y; k += N;
    Dst[k] = (double)(uint)abs(y) + (x < y ? x : y) / (x > 1.0L ? x : 1.0L); k += N;
    Dst[k] = 1.0L / 3.0L - x; k += N;
    Dst[k] = x < y ? -x : (x != y ? y : 0.0L); k += N;
    double2 v = double2(x, y) * 1.5L;
    precise double less = v.x - v.y;
    Dst[k] = less; k += N;
    Dst[k] = WaveActiveSum(1.0L) + WaveActiveMax(2.0L) * WaveActiveMin(4.0L); k += N;
    Dst[k] = WaveReadLaneFirst(WaveActiveProduct(1.0L)) + WaveReadLaneAt(1.25L, 1); k += N;
    Words[i] = (uint)(int)x;
    Words[N + i] = (uint)abs(x);
    Words[2 * N + i] = asuint((float)y);
}

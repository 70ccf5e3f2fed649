// SPDX-License-Identifier: Apache-2.0
// Quads of a pixel shader: derivatives, fine and coarse, reads across, QuadAny and QuadAll; helper lanes have their part in all of these.
// build: slangc -target spirv -stage fragment -entry main -O2
// build o0: slangc -target spirv -stage fragment -entry main -O0 -g
struct Result
{
    float4 first : SV_Target0;
    float4 second : SV_Target1;
    uint4 third : SV_Target2;
};

[shader("pixel")]
Result main(float4 at : SV_Position)
{
    const float x = at.x - 0.5, y = at.y - 0.5, f = x * x + 7 * x * y + 3 * y;
    const uint n = uint(x) * 31 + uint(y) * 57;
    Result r;
    r.first = float4(ddx_fine(f), ddy_fine(f), ddx_coarse(f), ddy_coarse(f));
    r.second = float4(ddx(f), ddy(f), fwidth(f), QuadReadLaneAt(f, 3));
    r.third = uint4(QuadReadAcrossX(n), QuadReadAcrossY(n), QuadReadAcrossDiagonal(n),
                    (QuadAny(n % 5 == 0) ? 1 : 0) | (QuadAll(n % 3 != 0) ? 2 : 0));
    return r;
}

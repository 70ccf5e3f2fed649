#include "math.h"
#include "grammar.h"
bool wfs_ext(struct wfs_code *c, uint32_t instruction, unsigned n, const wfs_val *const *arg, const unsigned *length, wfs_val *result)
{
    for (unsigned i = 0; i < length[0]; i++) {
        wfs_val x = arg[0][i], y = n > 1 ? arg[1][length[1] == 1 ? 0 : i] : x, z = n > 2 ? arg[2][length[2] == 1 ? 0 : i] : x;
        switch (instruction) {
        case WfsGlslRoundEven: case WfsGlslRound: result[i] = wfs_round(c, x); break;
        case WfsGlslTrunc: result[i] = wfs_trunc(c, x); break;
        case WfsGlslFloor: result[i] = wfs_floor(c, x); break;
        case WfsGlslCeil: result[i] = wfs_ceil(c, x); break;
        case WfsGlslFAbs: result[i] = wfs_fabs(c, x); break;
        case WfsGlslFract: result[i] = wfs_fsub(c, x, wfs_floor(c, x)); break;
        case WfsGlslFMin: case WfsGlslNMin: result[i] = wfs_fmin(c, x, y); break;
        case WfsGlslFMax: case WfsGlslNMax: result[i] = wfs_fmax(c, x, y); break;
        case WfsGlslFClamp: case WfsGlslNClamp: result[i] = wfs_fmin(c, wfs_fmax(c, x, y), z); break;
        case WfsGlslFma: result[i] = wfs_fma(c, x, y, z); break;
        case WfsGlslSqrt: result[i] = wfs_sqrt(c, x); break;
        case WfsGlslStep: result[i] = wfs_sel(c, wfs_flt(c, y, x), wfs_const(0), wfs_const(0x3f800000)); break;
        case WfsGlslFSign: result[i] = wfs_sel(c, wfs_fgt(c, x, wfs_const(0)), wfs_const(0x3f800000), wfs_sel(c, wfs_flt(c, x, wfs_const(0)), wfs_const(0xbf800000), wfs_const(0))); break;
        default: return false;
        }
    }
    return true;
}

#include "math.h"
bool wfs_ext(struct wfs_code *c, uint32_t instruction, unsigned n, const wfs_val *const *arg, const unsigned *length, wfs_val *result) { (void)c; (void)instruction; (void)n; (void)arg; (void)length; (void)result; return false; }

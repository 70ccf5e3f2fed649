// SPDX-License-Identifier: Apache-2.0
// scale.cl - y = a * x, for the command line's tests and docs/opencl.md.
kernel void scale(global float *y, global const float *x, float a)
{
    const size_t i = get_global_id(0);
    y[i] = a * x[i];
}

// SPDX-License-Identifier: Apache-2.0
// ocl_outside.cl - a kernel of OpenCL C whose pointers to memory of the lane lead far before it and after it: what is stored there is lost.
// build: opencl -cl-std=CL2.0 -target spir64 -O1
// build o0: opencl -cl-std=CL2.0 -target spir64 -O0
__attribute__((noinline)) void put(int *a, long k, int v) { a[k] = v; }

kernel __attribute__((reqd_work_group_size(8, 1, 1))) void outside(global const int *from, global int *to)
{
    const int i = get_global_id(0);
    int a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
    int *p = b;

    put(a, from[i], 9);
    p += from[i];
    *p = 9;
    for (int k = 0; k < 4; k++) {
        to[8 * i + k] = a[k];
        to[8 * i + 4 + k] = b[k];
    }
}

// SPDX-License-Identifier: Apache-2.0
// Vectors and matrices of doubles: products, sums in order, lengths, reflections, determinants, the inverse of a matrix.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 64) in;
const uint N = 64u;
layout(std430, binding = 0) readonly buffer In { double src[N][12]; };
layout(std430, binding = 1) writeonly buffer Out { double dst[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, k = i;
    dvec3 x = dvec3(src[i][0], src[i][1], src[i][2]), y = dvec3(src[i][3], src[i][4], src[i][5]);
    dmat3 m = dmat3(x, y, dvec3(src[i][6], src[i][7], src[i][8]));
    dmat2x3 a = dmat2x3(y, x);
    dvec2 z = dvec2(src[i][9], src[i][10]);
#define PUT(value) dst[k] = value; k += N;
#define PUT3(value) { dvec3 v = value; PUT(v.x) PUT(v.y) PUT(v.z) }
    PUT(dot(x, y))
    PUT(length(x))
    PUT(distance(x, y))
    PUT3(cross(x, y))
    PUT3(normalize(x))
    PUT3(faceforward(x, y, x.zxy))
    PUT3(reflect(x, y))
    PUT3(m * x)
    PUT3(y * m)
    PUT3(a * z)
    PUT3((m * transpose(m))[1])
    PUT3(outerProduct(x, z)[1])
    PUT(determinant(m))
    PUT(determinant(dmat2(x.xy, y.xy)))
    PUT3(matrixCompMult(m, m)[2] * 0.5lf + x)
    PUT((inverse(dmat2(2.0lf, 1.0lf, 4.0lf, 4.0lf)) * x.xy).y)
}

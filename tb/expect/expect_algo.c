/* SPDX-License-Identifier: Apache-2.0
 * expect_algo.c - the lists of algo_*: the same answers by the simplest sequential means.
 */
#include "expect.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* ---- sorts ---- */
static int by_sign(const void *a, const void *b)
{
    int32_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

static void bitonic(void)
{
    for (uint32_t g = 0; g < 2; g++) {
        uint32_t key[512];
        for (uint32_t i = 0; i < 512; i++)
            key[i] = hash(512 * g + i);
        qsort(key, 512, sizeof key[0], by_sign);
        for (uint32_t i = 0; i < 512; i++)
            put(key[i]);
    }
}

static void radix_sort(void)                    /* key and place as one number: a stable order */
{
    uint32_t pair[1024];
    for (uint32_t i = 0; i < 1024; i++)
        pair[i] = (hash(2 * i) & 0xf3f1) << 10 | i;
    qsort(pair, 1024, sizeof pair[0], by_sign);
    for (uint32_t i = 0; i < 1024; i++)
        put(pair[i] >> 10), put(pair[i] & 1023);
}

/* ---- scans, counts ---- */
static void look_back(void)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < 128 * 24; i++)
        put(sum += hash(i) & 0xffff);
}

static uint32_t compact_list(bool print)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 2048; i++)
        if ((hash(i) & 7) < 3) {
            count++;
            if (print)
                put(hash(i));
        }
    return count;
}
static void compact_count(void) { put(compact_list(false)); }
static void compact(void)
{
    for (uint32_t k = compact_list(true); k < 2048; k++)
        put(0);
}

static void byte_histogram(void)
{
    uint32_t bin[256] = {0};
    for (uint32_t i = 0; i < 3000; i++)
        for (unsigned at = 0; at < 32; at += 8)
            bin[(hash(i) & 0xff0fffff) >> at & 255]++;
    for (unsigned b = 0; b < 256; b++)
        put(bin[b]);
}

static void matmul(void)
{
    for (uint32_t r = 0; r < 64; r++)
        for (uint32_t c = 0; c < 64; c++) {
            int32_t sum = 0;
            for (uint32_t k = 0; k < 64; k++)
                sum += ((int32_t)(hash(64 * r + k) % 17) - 8) * ((int32_t)(hash(64 * k + c + 5000) % 17) - 8);
            put(float_bits((float)sum));
        }
}

static void mip(void)
{
    for (uint32_t size = 2; size <= 64; size *= 2)
        for (uint32_t t = 0; t < 64 / size * (64 / size); t++) {
            uint32_t left = t % (64 / size) * size, top = t / (64 / size) * size, sum = 0;
            for (uint32_t k = 0; k < size * size; k++)
                sum += hash((top + k / size) * 64 + left + k % size) & 0xff;
            put(sum);
        }
}

/* ---- algo_light_culling: pixels and depths are integers ---- */
static int32_t depth_at(uint32_t x, uint32_t y) { return (int32_t)(16 + (hash(64 * y + x) & 15) + (hash(y / 16 * 4 + x / 16) & 63)); }

static int32_t light_part(uint32_t light, uint32_t c)
{
    uint32_t h = hash(4 * light + c);
    return (int32_t)(c == 3 ? 4 + h % 12 : c == 2 ? h % 100 : h % 64);
}

static int32_t apart(int32_t x, int32_t low, int32_t high) { return x < low ? low - x : x > high ? x - high : 0; }

static bool light_reaches(uint32_t light, int32_t left, int32_t top, int32_t least, int32_t greatest)
{
    int32_t dx = apart(light_part(light, 0), left, left + 15), dy = apart(light_part(light, 1), top, top + 15);
    int32_t z = light_part(light, 2), r = light_part(light, 3);
    return dx * dx + dy * dy <= r * r && z + r >= least && z - r <= greatest;
}

static void light_tiles(void)
{
    for (uint32_t t = 0; t < 16; t++) {
        uint32_t left = t % 4 * 16, top = t / 4 * 16, bits[2] = {0};
        int32_t least = INT32_MAX, greatest = 0;
        for (uint32_t k = 0; k < 256; k++) {
            int32_t z = depth_at(left + k % 16, top + k / 16);
            least = z < least ? z : least;
            greatest = z > greatest ? z : greatest;
        }
        for (uint32_t light = 0; light < 64; light++)
            if (light_reaches(light, (int32_t)left, (int32_t)top, least, greatest))
                bits[light / 32] |= UINT32_C(1) << light % 32;
        put(bits[0]), put(bits[1]);
    }
}

static void light_pixels(void)                  /* a light that reaches a pixel reaches its tile: all lights are asked here */
{
    for (uint32_t y = 0; y < 64; y++)
        for (uint32_t x = 0; x < 64; x++) {
            uint32_t lit = 0;
            for (uint32_t light = 0; light < 64; light++) {
                int32_t dx = (int32_t)x - light_part(light, 0), dy = (int32_t)y - light_part(light, 1);
                int32_t dz = depth_at(x, y) - light_part(light, 2), r = light_part(light, 3);
                lit += dx * dx + dy * dy + dz * dz <= r * r;
            }
            put(lit);
        }
}

/* ---- floats ---- */
static double body(uint32_t k, uint32_t c) { return (double)(hash(4 * k + c) & 0xffff) * (c == 3 ? 0x1p-20 : 0x1p-12); }

static void nbody(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        double sum[4] = {0};
        for (uint32_t k = 0; k < 256; k++) {
            double away[3], square = 0.25;
            for (uint32_t c = 0; c < 3; c++) {
                away[c] = body(k, c) - body(i, c);
                square += away[c] * away[c];
            }
            for (uint32_t c = 0; c < 3; c++)
                sum[c] += away[c] * body(k, 3) / (square * sqrt(square));
            sum[3] += body(k, 3) / sqrt(square);
        }
        for (uint32_t c = 0; c < 4; c++)
            putf(sum[c]);
    }
}

static uint32_t mandelbrot_at(uint32_t px, uint32_t py, float pixel)
{
    float cx = -2.0f + (float)px * pixel, cy = -1.0f + (float)py * pixel, x = 0, y = 0, xx = 0, yy = 0;
    uint32_t n = 0;
    for (; n < 100 && xx + yy <= 4.0f; n++) {
        y = 2.0f * x * y + cy;
        x = xx - yy + cx;
        xx = x * x, yy = y * y;
    }
    return n;
}

static void mandelbrot(void)
{
    for (uint32_t py = 0; py < 64; py++)
        for (uint32_t px = 0; px < 96; px++)
            put(mandelbrot_at(px, py, 0.03125f));
}

static void speed_mandelbrot(void)              /* of many pixels: the sum, how many leave at once, how many stay */
{
    uint32_t sum = 0, gone = 0, there = 0;
    for (uint32_t i = 0; i < 1536 * 1024; i++) {
        uint32_t n = mandelbrot_at(i % 1536, i / 1536, 0x1p-9f);
        sum += n, gone += n == 1, there += n == 100;
    }
    put(sum), put(gone), put(there);
}

/* ---- SHA-256: FIPS 180-4, byte by byte; the constants from the roots that define them ---- */
static uint32_t root_bits(unsigned n, double power)     /* 32 bits behind the point of the n-th prime to that power */
{
    unsigned prime = 1;
    for (unsigned seen = 0; seen <= n; ) {
        bool is_prime = true;
        prime++;
        for (unsigned d = 2; d * d <= prime; d++)
            is_prime &= prime % d != 0;
        seen += is_prime;
    }
    double root = pow(prime, power);
    return (uint32_t)((root - floor(root)) * 0x1p32);
}

static uint32_t round_constant(unsigned t)
{
    static uint32_t known[64];                  /* 0 is none of them */
    return known[t] ? known[t] : (known[t] = root_bits(t, 1.0 / 3));
}
static void sha256_constants(void) { for (unsigned n = 0; n < 64; n++) put(round_constant(n)); }

static uint32_t ror(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

static void sha256_block(uint32_t h[8], const uint8_t *block)
{
    uint32_t w[64], s[8];
    for (unsigned t = 0; t < 64; t++)
        w[t] = t < 16 ? (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 | (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3]
                      : w[t - 16] + w[t - 7] + (ror(w[t - 15], 7) ^ ror(w[t - 15], 18) ^ w[t - 15] >> 3)
                        + (ror(w[t - 2], 17) ^ ror(w[t - 2], 19) ^ w[t - 2] >> 10);
    memcpy(s, h, sizeof s);
    for (unsigned t = 0; t < 64; t++) {
        uint32_t t1 = s[7] + (ror(s[4], 6) ^ ror(s[4], 11) ^ ror(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + round_constant(t) + w[t];
        uint32_t t2 = (ror(s[0], 2) ^ ror(s[0], 13) ^ ror(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof s[0]);
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (unsigned n = 0; n < 8; n++)
        h[n] += s[n];
}

static void sha256_of(const uint32_t *word, uint32_t bytes, uint32_t h[8])       /* words big-endian */
{
    uint32_t size = (bytes + 8) / 64 * 64 + 64;
    uint8_t message[128] = {0};
    for (uint32_t k = 0; k < bytes; k++)
        message[k] = (uint8_t)(word[k / 4] >> (24 - 8 * (k % 4)));
    message[bytes] = 0x80;
    message[size - 2] = (uint8_t)(bytes * 8 >> 8);
    message[size - 1] = (uint8_t)(bytes * 8);
    for (unsigned n = 0; n < 8; n++)
        h[n] = root_bits(n, 0.5);
    for (uint32_t at = 0; at < size; at += 64)
        sha256_block(h, message + at);
}

static void sha256(void)
{
    for (uint32_t i = 0; i < 128; i++) {
        uint32_t bytes = i == 0 ? 0 : i == 1 ? 3 : i < 10 ? 53 + i : hash(i) % 120, word[30], h[8];
        for (uint32_t k = 0; k < 30; k++)
            word[k] = 30 * i + k == 30 ? 0x61626300 : hash(30 * i + k + 3000);
        sha256_of(word, bytes, h);
        for (unsigned n = 0; n < 8; n++)
            put(h[n]);
    }
}

static void speed_sha256(void)                  /* of many digests: the sum of all words, how many are of nothing, a word of the last */
{
    uint32_t sum = 0, word[30], h[8], empty = 0;
    for (uint32_t i = 0; i < 65536; i++) {
        for (uint32_t k = 0; k < 30; k++)
            word[k] = hash(30 * i + k + 3000);
        sha256_of(word, hash(i) % 120, h);
        empty += hash(i) % 120 == 0;
        for (unsigned n = 0; n < 8; n++)
            sum += h[n];
    }
    put(sum), put(empty), put(h[7]);
}

/* ---- algo_bvh: every ray against every sphere; the tree splits the spheres, taken in their order, in halves ---- */
enum { SPHERES = 48 };
static const double ray[3] = {0.125, -0.0625, 1};

static double sphere_guess(uint32_t s, uint32_t c)
{
    uint32_t h = hash(4 * s + c + 7000) & 0xff;
    return c == 3 ? 1 + h / 128.0 : c == 2 ? s + h / 512.0 : h / 8.0;
}

/* How far away ray i meets a sphere: -1 when it does not; *edge is how clearly it does or does not. */
static double ray_meets(uint32_t i, const double *s, double *edge)
{
    double from[3] = {i % 32 + 0.25, i / 32 + 0.25, -8}, length = sqrt(ray[0] * ray[0] + ray[1] * ray[1] + 1), along = 0, square = 0;
    for (unsigned c = 0; c < 3; c++) {
        along += (s[c] - from[c]) * ray[c] / length;
        square += (s[c] - from[c]) * (s[c] - from[c]);
    }
    square = s[3] * s[3] - (square - along * along);
    *edge = fabs(square);
    return square > 0 ? along - sqrt(square) : -1;
}

static void sphere(uint32_t s, double place[4])         /* shrunk until no ray comes near its edge */
{
    for (uint32_t c = 0; c < 4; c++)
        place[c] = sphere_guess(s, c);
    for (bool clear = false; !clear; ) {
        double edge;
        clear = true;
        place[3] -= 1.0 / 128;
        for (uint32_t i = 0; i < 1024; i++) {
            ray_meets(i, place, &edge);
            clear &= edge > 0.004;
        }
    }
}

static void bvh_spheres(void)
{
    for (uint32_t s = 0; s < SPHERES; s++) {
        double place[4];
        sphere(s, place);
        for (unsigned c = 0; c < 4; c++)
            putf(place[c]);
    }
}

static void bvh_list(bool distances)
{
    double place[SPHERES][4], edge;
    for (uint32_t s = 0; s < SPHERES; s++)
        sphere(s, place[s]);
    for (uint32_t i = 0; i < 1024; i++) {
        double nearest = 1000;
        uint32_t found = UINT32_MAX;
        for (uint32_t s = 0; s < SPHERES; s++) {
            double t = ray_meets(i, place[s], &edge);
            if (t > 0 && fabs(t - nearest) < 0.001)
                exit(1);                        /* two at about the same place */
            if (t > 0 && t < nearest)
                nearest = t, found = s;
        }
        if (distances)
            putf(nearest);
        else
            put(found);
    }
}
static void bvh_hit(void) { bvh_list(false); }
static void bvh_far(void) { bvh_list(true); }

/* Nodes of spheres first..end-1 at place `at` and behind: a node, its left half, its right half. */
static void bvh_node(uint32_t at, uint32_t first, uint32_t end)
{
    double low[3] = {1e9, 1e9, 1e9}, high[3] = {-1e9, -1e9, -1e9};
    uint32_t middle = (first + end) / 2, left = at + 1, right = left + 2 * (middle - first) - 1;
    for (uint32_t s = first; s < end; s++) {
        double place[4];
        sphere(s, place);
        for (unsigned c = 0; c < 3; c++) {
            low[c] = fmin(low[c], place[c] - place[3]);
            high[c] = fmax(high[c], place[c] + place[3]);
        }
    }
    for (unsigned c = 0; c < 3; c++)            /* a little larger: a box may only be met too often */
        put(float_bits((float)(low[c] - 0.01)));
    put(end - first == 1 ? first : left);
    for (unsigned c = 0; c < 3; c++)
        put(float_bits((float)(high[c] + 0.01)));
    put(end - first == 1 ? 0 : right);
    if (end - first > 1) {
        bvh_node(left, first, middle);
        bvh_node(right, middle, end);
    }
}
static void bvh_nodes(void) { bvh_node(0, 0, SPHERES); }

/* ---- a load for several cores ---- */
static void cores_hash(void)                    /* group by group: forty rounds on each thread's number, all with exclusive or */
{
    for (uint32_t g = 0; g < 512; g++) {
        uint32_t all = 0;
        for (uint32_t t = 128 * g; t < 128 * (g + 1); t++) {
            uint32_t x = t;
            for (uint32_t round = 40; round > 0; round--) {
                x *= 0x9e3779b1;
                x = (x ^ x >> 15) + round;
                x ^= x << 5;
            }
            all ^= x;
        }
        put(all);
    }
}


/* ---- algo_quant_matmul, algo_quant_matvec: scales are powers of two, so every sum is exact ---- */
static const double quant_scale[4] = {0.25, 0.5, 1, 2};

static double scale_of(uint32_t block) { return quant_scale[hash(block + 700) % 4]; }
static uint32_t nibble(uint32_t block, uint32_t k) { return hash(32 * block + k) % 16; }

static void quant_weights(void)                 /* 128 blocks: a scale, then weight k in the low and k + 16 in the high half of byte k */
{
    for (uint32_t block = 0; block < 128; block++) {
        put_part(half_bits((half)scale_of(block)), 16);
        for (uint32_t k = 0; k < 16; k++)
            put_part(nibble(block, k) | nibble(block, k + 16) << 4, 8);
    }
}

static void quant_matmul(void)                  /* column by column, as the runtimes keep them */
{
    for (uint32_t c = 0; c < 64; c++)
        for (uint32_t r = 0; r < 64; r++) {
            double sum = 0;
            for (uint32_t k = 0; k < 64; k++)
                sum += scale_of(2 * r + k / 32) * ((int32_t)nibble(2 * r + k / 32, k % 32) - 8) *
                       ((int32_t)(hash(64 * c + k + 9000) % 31) - 15) / 8;
            put(float_bits((float)sum));
        }
}

static int32_t weight(uint32_t block, uint32_t k) { return (int32_t)(hash(32 * block + k + 4000) % 255) - 127; }
static int32_t element(uint32_t block, uint32_t k) { return (int32_t)(hash(32 * block + k + 90000) % 255) - 127; }

static void quant_rows(void)
{
    for (uint32_t block = 0; block < 16 * 80; block++) {
        put_part(half_bits((half)scale_of(block)), 16);
        for (uint32_t k = 0; k < 32; k++)
            put_part((uint32_t)weight(block, k) & 255, 8);
    }
}

static void quant_vector(void)
{
    for (uint32_t block = 0; block < 80; block++) {
        put(float_bits((float)scale_of(block + 5000)));
        for (uint32_t k = 0; k < 32; k++)
            put_part((uint32_t)element(block, k) & 255, 8);
    }
}

static void quant_matvec(void)
{
    for (uint32_t r = 0; r < 14; r++) {
        double sum = 0;
        for (uint32_t b = 0; b < 80; b++) {
            int32_t dot = 0;
            for (uint32_t k = 0; k < 32; k++)
                dot += weight(80 * r + b, k) * element(b, k);
            sum += scale_of(80 * r + b) * scale_of(b + 5000) * dot;
        }
        put(float_bits((float)sum));
    }
}

const struct list algo_lists[] = {
    LIST(bitonic), LIST(radix_sort), LIST(look_back), LIST(compact), LIST(compact_count), LIST(byte_histogram), LIST(matmul), LIST(mip),
    LIST(light_tiles), LIST(light_pixels), LIST(nbody), LIST(mandelbrot), LIST(sha256_constants), LIST(sha256), LIST(speed_mandelbrot), LIST(speed_sha256),
    LIST(bvh_nodes), LIST(bvh_spheres), LIST(bvh_hit), LIST(bvh_far), LIST(cores_hash),
    LIST(quant_weights), LIST(quant_matmul), LIST(quant_rows), LIST(quant_vector), LIST(quant_matvec),
    {0}
};

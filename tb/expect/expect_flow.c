/* SPDX-License-Identifier: Apache-2.0
 * expect_flow.c - the lists of lang_*: control flow, functions, what is kept in variables.
 */
#include "expect.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- control flow ---- */
static uint32_t walk(uint32_t x)
{
    uint32_t acc = 0;
    for (uint32_t a = 0; a < 10; a++) {
        if (x % 16 == 0) {
            if (a == 5)
                break;
            acc += 2;
        }
        for (uint32_t b = 0;; b++) {
            if ((x + b) % 4 == 3)
                continue;
            if (b > x % 7)
                break;
            if (acc > 900)
                return acc | 0x10000;
            acc += a * b + (b % 2 ? x : 1);
        }
    }
    return acc;
}

static void control_flow(void)          /* of the kernel of that name */
{
    for (uint32_t x = 0; x < 240; x++)
        put(walk(x));
}

static void control(void)
{
    for (uint32_t i = 0; i < 192; i++) {
        uint32_t steps = 0, digits = 0;
        for (uint32_t x = i + 1; x != 1; steps++)
            x = x % 2 ? 3 * x + 1 : x / 2;
        for (uint32_t x = i * i * i; digits == 0 || x; digits++)
            x /= 10;
        put(walk(i)), put(steps), put(i % 5 == 4 ? 0 : digits);
    }
}

static uint32_t falling(uint32_t x)
{
    uint32_t r = 1;
    switch (x % 8) {
    case 0:
        r += 10;
        /* FALLTHROUGH */
    case 1:
        r *= 3;
        break;
    case 2:
    case 5:
        r += 100;
        if (x > 20)
            break;
        r += 1000;
        /* FALLTHROUGH */
    default:
        r ^= 0x40;
        /* FALLTHROUGH */
    case 7:
        r += 7;
        break;
    case 6:
        return r + x;
    }
    return r << 1;
}

static uint32_t in_loop(uint32_t x)
{
    uint32_t r = 0;
    for (uint32_t k = 0; k < 12; k++) {
        switch ((int)(x + k) % 5 - 2) {
        case -2:
            continue;
        case -1:
            r += k;
            break;
        case 2:
            if (k > 8)
                return r | 0x100;
            r += 2 * k;
        }
        r += 1;
    }
    return r;
}

static void switch_cases(void)
{
    for (uint32_t i = 0; i < 128; i++)
        put(falling(i) + 0x10000), put(in_loop(i));
}

static uint32_t function_calls;

static uint32_t function_outer(uint32_t x)
{
    uint32_t old = x, total = 0;
    x *= 2;
    uint32_t low = x ? x & 0xffff : 1, high = x ? x >> 16 : 2;
    uint32_t value[4] = {low + old, high, low ^ high, 13};
    function_calls += 4;
    for (uint32_t k = 0; k < x % 5; k++) {
        if (value[k] == 13)
            return total | 0x80000000;
        total += value[k];
    }
    return total;
}

static void functions(void)
{
    for (uint32_t i = 0; i < 128; i++) {
        uint32_t x = hash(i) * (i & 1);
        function_calls = 0;
        uint32_t r = function_outer(x);
        r += function_outer(x & 1);
        put(r), put(function_calls);
    }
}

static void private_array(void)
{
    static const uint32_t prime[8] = {2, 3, 5, 7, 11, 13, 17, 19};
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t key[16], place[16];
        for (uint32_t n = 0; n < 16; n++) {
            uint32_t at = n, x = hash(16 * i + n) & 0xffffff;
            for (; at > 0 && key[at - 1] > x; at--)
                key[at] = key[at - 1];
            key[at] = x;
        }
        for (uint32_t n = 0; n < 16; n++)
            place[(n * 5 + i) & 15] = key[n];
        for (uint32_t n = 0; n < 16; n++)
            put(place[n] * prime[(n + i) & 7]);
    }
}

/* ---- lang_bool ---- */
static uint32_t bit(uint32_t i, unsigned k) { return i >> k & 1; }

static void bools(void)
{
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t x = bit(i, 0), y = bit(i, 1), z = bit(i, 2), w = bit(i, 3), o = (i + 5) & 31, evaluated = 0;
        uint32_t history[4] = {x, w, !y, i == 7};
        uint32_t outer = x == w, inner = y == z, r = (~i & 15) * 0x101 | outer * 0x90 | inner * 0x60;
        r |= (x | y) << 12 | (z & w) << 13 | bit(31 - i, 1) << 14 | history[i & 3] << 15;
        r |= bit(o, 0) << 16 | bit(o, 1) << 17 | bit(o, 2) << 18 | (uint32_t)(o > 20) << 19;
        evaluated += 1 + x + !(x && y);
        r |= (uint32_t)((x && y) || z) << 20;
        evaluated += x;
        r |= (uint32_t)((x ? y : z) != w) << 21;
        r |= (uint32_t)((i & 15) == 5) << 22 | (i < 16 ? !x : x) << 23;
        put(r | evaluated << 24);
    }
}

/* ---- lang_loop_values ---- */
static void loop_values(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t last = 0, squares = 0, a = 1, b = i, c = 2, x = 0, y = 0, found = 99, fib = 0, next = 1;
        for (uint32_t k = 0; k < 20; k++) {
            if (k * k + i > 60) {
                last = k * k + i;
                break;
            }
            squares += k * k + i;
        }
        for (uint32_t k = 0; k < i % 7; k++) {
            uint32_t t = a;
            a = b, b = c, c = t + k;
        }
        for (y = 0; y < 8 && found == 99; y++)
            for (x = 0; x < 8; x++)
                if (x * y == i) {
                    found = y * 8 + x;
                    break;
                }
        do {
            uint32_t t = fib + next;
            fib = next, next = t;
        } while (fib < i);
        uint32_t turned = i;
        for (uint32_t k = 0; i % 2 == 0 && k < i % 5; k++)
            turned ^= 12345U << (turned & 7);
        for (uint32_t k = 0; k <= i % 3; k++)
            turned += 12345U << (turned & 7);
        if (i % 3 != 1)
            turned += i & 4 ? i + 1 : 3 * i;
        for (uint32_t k = 0; k < i && (turned & 7) != k; k++)
            turned += 3 * k;
        put(last + 1000 * squares), put(a | b << 8 | c << 16), put(found | x << 8 | y << 16), put(fib ^ turned);
    }
}

/* ---- lang_constants ---- */
static void constants(void)
{
    static const struct { uint32_t id; int32_t step[2]; float weight[2]; } items[3] = {{7, {1, -1}, {0.5f, 2}}, {9, {-3, 4}, {1.5f, -2}}, {0}};
    static const uint32_t grid[3][4] = {{1, 2, 3, 4}, {10, 20, 30, 40}, {100, 200, 300, 400}};
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t mine = 1110 + 1000, last = 1000 + (i % 3 == 2 ? 1000 : 0), first = 10 + (i % 3 == 0 ? 1000 : 0), copy = mine - first + last;
        uint32_t places[2] = {4, 6};
        places[i & 1] += 5 + i;
        put(items[i % 3].id + (uint32_t)(items[i % 3].step[i & 1] + 10) * 100 + (uint32_t)(items[i % 3].weight[i >> 4] * 4 + 16) * 10000);
        put(mine * 10000 + copy + grid[(i >> 2) % 3][i & 3]);
        put(2 * (i % 3) + 1 + (i & 1) + places[0] * 16 + places[1] * 4096);
        put((i % 3 == 1) | 4 | (uint32_t)(i % 3 == 2) << 3);
    }
}

/* ---- lang_pressure ---- */
static void pressure(void)
{
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t v[24][4];
        for (uint32_t n = 0; n < 96; n++)
            v[n / 4][n % 4] = hash(96 * i + n);
        const uint32_t q = i & 2 ? i : v[0][0] ^ 5;
        for (uint32_t k = 0; k < (i & 3) + 1; k++)
            for (unsigned n = 0; n < 24; n++) {
                uint32_t old[4] = {v[n][0], v[n][1], v[n][2], v[n][3]}, first = v[0][0];
                for (unsigned c = 0; c < 4; c++)
                    v[n][c] = old[c] * 5 + (c < 3 ? old[c + 1] : first) + k;
                uint32_t turned[4] = {v[n][3], v[n][2], v[n][1], v[n][0]};
                for (unsigned c = 0; c < 4; c++)
                    v[0][c] ^= turned[c];
            }
        v[0][0] += q;
        for (uint32_t n = 0; n < 96; n++)
            put(v[n / 4][n % 4]);
    }
}

/* ---- lang_rotate ---- */
static void rotate(void)
{
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t ring[40], row[20], pair[16][2], turns = i % 7;
        for (uint32_t n = 0; n < 92; n++)
            *(n < 40 ? &ring[n] : n < 60 ? &row[n - 40] : &pair[(n - 60) / 2][n % 2]) = hash(96 * i + n);
        /* after so many turns: what was so many places before; the row takes in the first of the ring each time */
        for (uint32_t n = 0; n < 40; n++)
            put(ring[(n + 40 - turns) % 40]);
        for (uint32_t n = 0; n < 20; n++)
            put(n >= turns ? row[n - turns] : ring[(40 - (turns - 1 - n)) % 40]);
        for (uint32_t n = 0; n < 32; n++)
            put(pair[n / 2][(n + turns) % 2]);
    }
}

/* ---- lang_continue ---- */
static void continues(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t x = hash(i);
        uint32_t sum = 0;
        for (uint32_t k = 0; k < (x & 7); k++) {
            sum = sum * 31 + 7;
            if (!(x >> k & 8)) {
                sum = (sum ^ 0x100) + ((x & 3) == 1 ? 5 : (x & 3) == 2 ? 9 : 0);
                break;
            }
        }
        put(sum);
    }
}

/* ---- lang_deep ---- */
static uint32_t leaf(uint32_t x) { return x % 3 ? x * 2 : x + 1; }
static uint32_t twig(uint32_t x) { return x > 40 ? leaf(x - 40) + 1 : leaf(x) ^ 5; }
static uint32_t branch(uint32_t x) { return twig(x) + twig(x + 17) + twig(x + 34); }

static uint32_t deep_case_0(uint32_t i, uint32_t r)
{
    for (uint32_t c = i; c > 0; c >>= 1) {
        if (c & 1) {
            for (;; r += 2) {
                r += c;
                if (r % 2 == 0)
                    break;
            }
            continue;
        }
        r ^= 0x100;
        if (c == 12)
            break;
    }
    return r;
}

static uint32_t deep_one(uint32_t i)
{
    uint32_t r = 0;
    for (uint32_t a = 0; a < 3; a++) {
        if ((i & 1) == a % 2) {
            r = r * 3 + 1;
            if (r > 5000 && a == 1)
                return r | 0x80000000;
            continue;
        }
        for (uint32_t b = 0;; b++) {
            uint32_t kind = (i + b) % 4;
            if (kind == 2 && b < 3)
                continue;
            r = kind == 0 ? deep_case_0(i, r) : kind == 1 ? r + (b > 2 ? 7 : branch(i + b)) : kind == 2 ? r + 1000 : r + a;
            if (b >= i % 5)
                break;
        }
    }
    return r;
}

static void deep(void)
{
    for (uint32_t i = 0; i < 256; i++)
        put(deep_one(i));
}

/* ---- what loops carry ---- */
static void carried(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t count = 4, size = 4, pick = 1, extent[3] = {8, 4, 2}, local[3] = {i % 8, i / 8 % 4, i / 32};
        float whole = 2, part = 0, sum = 0;
        for (uint32_t turn = 0; turn < count; turn++) {
            sum = sum * 2 + whole;
            part = modff((float)i * 0.5F + (float)turn, &whole);
        }
        put((uint32_t)(sum * 2 + part));
        uint32_t seen = 0, quiet = 5, steps = 1;
        for (uint32_t turn = 0; turn < count + i % 3; turn++) {
            seen += steps;
            quiet += turn;
            steps = steps * 3 + (turn ^ 1);
        }
        put(seen * 16 + steps + quiet);
        uint32_t a = i, b = 1000, c = 7, got = 0;
        for (unsigned turn = 0; turn < 5; turn++) {
            const uint32_t t = a;
            a = b;
            b = t;
            c = c * 2 + a;
        }
        put(a + 3 * b + c);
        for (uint32_t turn = 0; turn < size; turn++)
            got = got * 10 + i + turn;
        put(got);
        const uint32_t k = (i + pick) % 3;
        put(local[k] + 100 * local[2 - k] + 10000 * extent[k]);
    }
}

/* ---- guarded loads ---- */
static uint32_t further(uint32_t at, uint32_t size, uint32_t turns)
{
    uint32_t sum = 1;
    for (uint32_t k = 0; k < turns; k++) {
        for (uint32_t j = 0; j < 4 + k; j++)
            if (at + j >= size + 3)
                return sum;
        sum = sum * 3 + hash(at + 2);
    }
    return sum;
}

static void guarded(void)
{
    const uint32_t size = 20, turns = 3;
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t often = 0, inside = i, squares = 0;
        for (uint32_t n = 0; n < turns; n++) {
            often = i < size ? often * 5 + hash(i + 2) : 0;
            inside = inside * 7 + n + (i < size ? hash(i + 2) : 0);
        }
        for (uint32_t n = i; n < 200; n += turns + 4)
            squares = (n & 1 ? squares : squares ^ n * n) + n * n;
        put(often);
        put(inside);
        put(further(i, size, turns));
        put(77);
        put(squares);
    }
}

/* ---- lang_counters ---- */
static uint32_t counters_limit(uint32_t i) { return 40 + hash(i + 60) % 50; }

static void counters_in(void)
{
    for (uint32_t i = 0; i < 16; i++)
        put(counters_limit(i));
}

static void counters_of(uint32_t i, uint32_t n)
{
    uint32_t up = 0, branch = 0, steps = 0, down = 0, half_sum = 0, twice = 0, inner = 0, k = 0;
    for (uint32_t t = 0; t < 64; t += 16)
        up += t < 16 ? n : 0;
    for (uint32_t turns = 0; turns < n; turns++)
        if ((turns & 1) == i % 2)
            k += 5;
        else if (k >= 32)
            break;
        else
            k++;
    const uint32_t skip = (k < 37 ? 100 : 200) + k;
    for (k = 0; k < 4 * n && !(i > 7 && k >= 8); k += 3)
        branch += k < 11 ? 1 : 100;
    for (k = 0; k < 50; k += n)
        steps += k > 60 ? 1001 : 1;
    steps = 1000 * steps + k + (k < 80 ? 0 : 500);
    for (k = n; k > 0; k--)
        down += k < 4;
    down += 1 + 7;                      /* of 0 and 2^32 - 1 */
    for (k = 256; k > 0; k /= 2)
        half_sum = 2 * half_sum + 1 + (k > n);
    for (k = 1; k < 100; k *= 2)
        twice += k;
    twice += 1000 * k;
    for (uint32_t a = 0; a < 4; a++) {
        uint32_t b = a;
        do {
            b += 2;
            inner += b < 20 ? 1 : 1000;
        } while (b <= n);
    }
    put(up), put(skip), put(branch), put(steps), put(down), put(half_sum), put(twice), put(inner);
}

static void counters_out(void)
{
    for (uint32_t i = 0; i < 16; i++)
        counters_of(i, counters_limit(i));
    for (uint32_t i = 0; i < 16; i++) {
        const uint32_t n = counters_limit(i);
        uint32_t count = 0, k = 0;
        for (; k < n && (k % 2 == i % 2 || k < 32); k += 5)
            count += k % 2 != i % 2;
        put(count + (k < 37 ? 100 : 200) + 1000 + 10000 + (3 * i > 20 ? 100000 : 0) + ((i | 16) > 20 ? 1000000 : 0));
    }
}

static void long_code(void)
{
    uint32_t out[128] = {0};
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t x = hash(i), y = ~x, times = 0;
        float z = 0.25F;
        for (uint32_t round = 0; round < 2; round++) {
            if ((x >> i & 1) != round) {
                times += 1000;
                y++;
                continue;
            }
            for (uint32_t n = 1; n <= 192; n++) {
                x = (x ^ y >> 3) * 0x9e3779b1U + n;
                y += x % (n + (y & 15));
                z = (float)(y >> 8) / (z + 1);
                if (x & 192) {
                    y ^= x << 5;
                } else {
                    times++;
                    out[16 * (n & 3) + i] += x;
                }
            }
        }
        out[64 + i] = x;
        out[80 + i] = y;
        out[96 + i] = times;
        out[112 + i] = float_bits(z);
    }
    for (uint32_t i = 0; i < 128; i++)
        put(out[i]);
}

/* ---- swap: by the number of turns, not by turns ---- */
static void swap(void)
{
    static const uint32_t factor[10] = {1, 3, 5, 7, 11, 13, 17, 19, 23, 29};

    for (uint32_t i = 0; i < 32; i++) {
        const uint32_t first = hash(i);
        uint32_t all[2] = {0, 0};
        for (uint32_t k = 0; k < 10; k++) {
            all[0] ^= first * factor[k] << k;
            all[1] ^= (first * factor[k] + k + 1) << k;
        }
        put(all[first & 1] + 5 * all[~first & 1]);
    }
}

const struct list flow_lists[] = {
    LIST(counters_in), LIST(counters_out),
    LIST(control_flow), LIST(control), LIST(switch_cases), LIST(functions), LIST(private_array),
    LIST(bools), LIST(loop_values), LIST(constants), LIST(pressure), LIST(rotate), LIST(continues), LIST(deep), LIST(carried), LIST(guarded), LIST(long_code),
    LIST(swap),
    {0}
};

/* SPDX-License-Identifier: Apache-2.0
 * test_math_int.c - division and remainder of integers, by registers and by constants, against the host's.   test_math_int [SEED]
 *
 *      test_math_int all       also: every divisor below 2^16 as a constant, with the dividends beside its multiples that tell most
 */
#include "wf_reference.h"

#include "../../c_model/spirv/math/math.h"

typedef uint32_t host_function(uint32_t a, uint32_t b);

static int64_t s(uint32_t x) { return x >> 31 ? (int64_t)x - (INT64_C(1) << 32) : (int64_t)x; }

/* A divisor of 0: quotient ~0, remainder the dividend. */
static uint32_t host_udiv(uint32_t a, uint32_t b) { return b ? a / b : UINT32_MAX; }
static uint32_t host_umod(uint32_t a, uint32_t b) { return b ? a % b : a; }
static uint32_t host_sdiv(uint32_t a, uint32_t b) { return b ? (uint32_t)(s(a) / s(b)) : UINT32_MAX; }
static uint32_t host_srem(uint32_t a, uint32_t b) { return b ? (uint32_t)(s(a) % s(b)) : a; }

static uint32_t host_smod(uint32_t a, uint32_t b)
{
    const int64_t rest = b ? s(a) % s(b) : s(a);

    return (uint32_t)(b && rest && (rest < 0) != (s(b) < 0) ? rest + s(b) : rest);
}

static const struct operation {
    const char *name;
    wfs_binary *write;
    host_function *host;
} operations[] = {
    {"udiv", wfs_udiv, host_udiv}, {"umod", wfs_umod, host_umod}, {"sdiv", wfs_sdiv, host_sdiv}, {"srem", wfs_srem, host_srem},
    {"smod", wfs_smod, host_smod},
};

/* Small, near powers of two, negative, anything. */
static uint32_t pick(uint64_t *random)
{
    const uint32_t r = check_random(random), x = check_random(random);

    switch (r % 6) {
    case 0: return x >> (r >> 8 & 31);
    case 1: return (UINT32_C(1) << (r >> 8 & 31)) + x % 7 - 3;
    case 2: return 0 - (x >> (r >> 8 & 31));
    case 3: return x % 16 - 8;
    default: return x;
    }
}

/* Any, or beside a multiple of b; the greatest multiple too. */
static uint32_t pick_dividend(uint32_t b, uint64_t *random)
{
    const uint32_t r = check_random(random), x = check_random(random);

    switch (r % 4) {
    case 0: return pick(random);
    case 1: return b ? UINT32_MAX / b * b + r / 4 % 5 - 2 : x;
    default: return b * (x >> (r >> 8 & 31)) + r / 4 % 3 - 1;
    }
}

static void compare(const struct operation *o, struct wf_lane *lane, const uint32_t *a, const uint32_t *b, bool constant)
{
    uint32_t dividend[WF_LANE_BLOCK];

    memcpy(dividend, a, sizeof dividend);
    wf_lane_run(lane, WF_LANE_BLOCK);
    for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
        const uint32_t divisor = constant ? *b : b[i], want = o->host(dividend[i], divisor), got = wf_lane_output(lane, 0)[i];
        if (got != want && checks_failed < 10)
            printf("%s of %#x and %s%#x\n", o->name, (unsigned)dividend[i], constant ? "the constant " : "", (unsigned)divisor);
        CHECK_EQ(got, want);
    }
}

static void check_registers(const struct operation *o, uint64_t *random)
{
    struct wf_lane lane;

    wf_lane_write_2(&lane, o->write);
    uint32_t *in[2] = {wf_lane_input(&lane, 0), wf_lane_input(&lane, 1)};
    for (unsigned round = 0; round < 12000; round++) {
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
            in[1][i] = pick(random);
            in[0][i] = pick_dividend(in[1][i], random);
        }
        compare(o, &lane, in[0], in[1], false);
        if (round % 256 == 0)
            wf_check_slow(&lane, 4);
    }
    wf_lane_end(&lane);
}

static unsigned check_constant(const struct operation *o, uint32_t b, uint64_t *random)
{
    struct wf_lane lane;

    wf_lane_write_by(&lane, o->write, b);
    uint32_t *a = wf_lane_input(&lane, 0);
    for (unsigned k = 0; k < 4; k++) {
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
            a[i] = k == 0 && i < 16 ? 0x7ffffff8 + i : k == 0 && i < 32 ? i - 24 : pick_dividend(b, random);
        compare(o, &lane, a, &b, true);
    }
    const unsigned words = lane.words;
    wf_lane_end(&lane);
    return words;
}

/* Both constants. */
static void check_folded(const struct operation *o, uint32_t a, uint32_t b)
{
    struct wf_lane lane;

    wf_lane_begin(&lane, 0);
    const wfs_val result = o->write(&lane.rows.code, wfs_const(a), wfs_const(b));
    CHECK(wfs_is(result, o->host(a, b)));
    CHECK_EQ(lane.rows.code.first, 0);
    wf_lane_end(&lane);
}

int main(int argc, char **argv)
{
    const bool all = argc > 1 && !strcmp(argv[1], "all");
    uint64_t random = (argc > 1 && !all ? strtoull(argv[1], NULL, 0) : 1) * 2654435761U + 1;

    for (size_t k = 0; k < COUNT(operations); k++) {
        const struct operation *o = &operations[k];
        unsigned most = 0, count = 0;
        double sum = 0;
        check_registers(o, &random);
        for (uint32_t d = 0; d < (all ? 65536 : 300); d++)
            for (unsigned negative = 0; negative < 2; negative++) {
                const unsigned words = check_constant(o, negative ? 0 - d : d, &random);
                most = words > most ? words : most;
                sum += words;
                count++;
            }
        for (unsigned i = 0; i < 400; i++) {
            const uint32_t b = pick(&random);
            check_constant(o, b, &random);
            check_folded(o, pick_dividend(b, &random), b);
        }
        if (all)
            printf("%s by a constant: %u words at most, %.2f on average\n", o->name, most, sum / count);
        CHECK(most <= 11);
    }
    return check_end("math-int");
}

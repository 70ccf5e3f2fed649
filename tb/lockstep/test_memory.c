/* SPDX-License-Identifier: Apache-2.0
 * test_memory.c - the global memory of the lock-step bench: values by hand, lane order, refusals, late answers.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../../c_model/cosim/wf_memory.h"

static int failed;

static void check(bool good, const char *what)
{
    printf("%s memory %s\n", good ? "PASS" : "FAIL", what);
    failed |= !good;
}

static void test_floats(void)
{
    check(wf_memory_fadd(0x3f800000, 0x40000000) == 0x40400000, "1 + 2 = 3");
    check(wf_memory_fadd(0x00000001, 0x00000001) == 0x00000002, "subnormals are kept");
    check(wf_memory_fadd(0x7f800000, 0xff800000) == 0x7fc00000, "inf - inf is the quiet NaN");
    check(wf_memory_fadd(0xffc12345, 0x3f800000) == 0x7fc00000, "any NaN becomes the quiet NaN");
    check(wf_memory_fadd(0x80000000, 0x00000000) == 0x00000000, "-0 + 0 = 0");
    check(wf_memory_fadd(0x4b800000, 0x3f800000) == 0x4b800000, "2^24 + 1 goes to the even neighbour");
    check(wf_memory_fminmax(0x80000000, 0, false) == 0x80000000 && wf_memory_fminmax(0, 0x80000000, true) == 0, "-0 < +0");
    check(wf_memory_fminmax(0x7fc00000, 0x3f800000, false) == 0x3f800000 && wf_memory_fminmax(0xbf800000, 0xffc00001, true) == 0xbf800000,
          "a number wins over NaN");
    check(wf_memory_fminmax(0xffc00001, 0x7f800001, true) == 0x7fc00000, "two NaNs give the quiet NaN");
    check(wf_memory_fminmax(0xff800000, 0xc0000000, false) == 0xff800000 && wf_memory_fminmax(0xc0000000, 0xbf800000, true) == 0xbf800000,
          "negative numbers order by value");
}

static void test_requests(void)
{
    uint32_t words[16] = {[3] = 100}, mask[1] = {0xd}, address[4] = {12, 8, 12, 12}, data[4] = {1, 9, 2, 4}, compare[4] = {100, 0, 1, 2};
    const uint32_t *answer;
    unsigned tag;
    struct wf_memory *m = wf_memory_new(words, 16, 4, 2, (struct wf_memory_timing){.least = 5}, 1);
    check(!wf_memory_request(m, 0, 7, 2, WF_ATOM_ADD, mask, address, data, compare) && words[3] == 107 && words[2] == 0,
          "an atomic acts when it is accepted, on the lanes of its mask");
    check(wf_memory_request(m, 0, 7, 0, 0, mask, address, data, compare) != NULL, "a tag that is out is refused");
    check(!wf_memory_ready(m, 4) && !wf_memory_answer(m, 4, &tag, &answer), "no answer before its time");
    check(wf_memory_ready(m, 5) && wf_memory_answer(m, 5, &tag, &answer) && tag == 7 && answer[0] == 100 && answer[1] == 0 &&
              answer[2] == 101 && answer[3] == 103,
          "lanes act in ascending order, each gets the value before its own");
    check(!wf_memory_ready(m, 100), "one answer a request");
    words[3] = 100;
    wf_memory_request(m, 6, 1, 2, WF_ATOM_CAS, mask, address, data, compare);
    wf_memory_answer(m, 11, &tag, &answer);
    check(words[3] == 4 && answer[0] == 100 && answer[2] == 1 && answer[3] == 2, "compare-exchange chains through the lanes");
    mask[0] = 0xf;
    address[1] = 12;
    check(!wf_memory_request(m, 12, 1, 1, 0, mask, address, data, compare) && words[3] == 4, "the highest lane of a store wins");
    address[1] = 64;
    check(wf_memory_request(m, 12, 2, 1, 0, mask, address, data, compare) != NULL && words[3] == 4, "an address outside is refused whole");
    address[1] = 13;
    check(wf_memory_request(m, 12, 2, 1, 0, mask, address, data, compare) != NULL, "a misaligned address is refused");
    check(wf_memory_request(m, 12, 2, 4, 0, mask, address, data, compare) != NULL, "an unknown kind is refused");
    address[1] = 8;
    wf_memory_request(m, 12, 2, 0, 0, mask, address, data, compare);
    check(wf_memory_request(m, 12, 3, 0, 0, mask, address, data, compare) != NULL, "no more requests than tags");
    wf_memory_free(m);
}

/* Two lanes on the 64-bit word at 8: what is left, and what each found. */
static bool pair_gives(unsigned atom, uint64_t old, uint64_t first, uint64_t second, uint64_t found, uint64_t left)
{
    uint32_t words[4] = {1, 1, (uint32_t)old, (uint32_t)(old >> 32)}, mask[1] = {0xf}, address[4] = {8, 12, 8, 12};
    uint32_t data[4] = {(uint32_t)first, (uint32_t)(first >> 32), (uint32_t)second, (uint32_t)(second >> 32)}, compare[4] = {5, 6, 7, 8};
    const uint32_t *answer = NULL;
    unsigned tag;
    struct wf_memory *m = wf_memory_new(words, 4, 4, 1, (struct wf_memory_timing){.least = 1}, 1);
    bool good = !wf_memory_request(m, 0, 0, 3, atom, mask, address, data, compare) && wf_memory_answer(m, 1, &tag, &answer);
    good = good && ((uint64_t)answer[1] << 32 | answer[0]) == old && ((uint64_t)answer[3] << 32 | answer[2]) == found;
    good = good && ((uint64_t)words[3] << 32 | words[2]) == left && words[0] == 1 && words[1] == 1;
    wf_memory_free(m);
    return good;
}

static void test_pairs(void)
{
    const uint64_t all = UINT64_MAX, least = 1ull << 63;
    uint32_t words[4] = {0}, one[1] = {1}, both[1] = {3}, apart[4] = {0, 8, 0, 0}, odd[4] = {4, 8, 0, 0}, pair[4] = {0, 4, 0, 0}, zero[4] = {0};
    struct wf_memory *m = wf_memory_new(words, 4, 4, 4, (struct wf_memory_timing){.least = 1}, 1);
    check(pair_gives(WF_ATOM_ADD, 0xffffffff, 1, all, 0x100000000, 0xffffffff), "a 64-bit sum carries");
    check(pair_gives(WF_ATOM_SUB, 0, 1, 0xffffffff, all, 0xffffffff00000000), "a 64-bit difference borrows");
    check(pair_gives(WF_ATOM_MINS, 1, 0xffffffff, least, 1, least), "64-bit minimum, signed");
    check(pair_gives(WF_ATOM_MAXS, least, all, 0x80000000, all, 0x80000000), "64-bit maximum, signed");
    check(pair_gives(WF_ATOM_MINU, all, 0x1ffffffff, 0x200000000, 0x1ffffffff, 0x1ffffffff), "64-bit minimum, unsigned");
    check(pair_gives(WF_ATOM_MAXU, 0xffffffff, 0x100000000, 0xfffffffe, 0x100000000, 0x100000000), "64-bit maximum, unsigned");
    check(pair_gives(WF_ATOM_AND, all, 0xf0000000f, 0x10000000f, 0xf0000000f, 0x10000000f) &&
              pair_gives(WF_ATOM_OR, 0, 1ull << 40, 1, 1ull << 40, 1ull << 40 | 1) &&
              pair_gives(WF_ATOM_XOR, 3, 1ull << 40, 1ull << 40, 1ull << 40 | 3, 3), "64-bit and, or, exclusive or");
    check(pair_gives(WF_ATOM_XCHG, 3, 1ull << 40, 9, 1ull << 40, 9), "64-bit exchange");
    check(pair_gives(WF_ATOM_CAS, 0x600000005, 0x800000007, 1, 0x800000007, 1) && pair_gives(WF_ATOM_CAS, 5, 1, 2, 5, 5) &&
              pair_gives(WF_ATOM_CAS, 0x600000000, 1, 2, 0x600000000, 0x600000000), "64-bit compare-exchange compares both words");
    check(wf_memory_request(m, 0, 0, 3, WF_ATOM_FADD, both, zero, zero, zero) != NULL, "a 64-bit float sum is refused");
    check(wf_memory_request(m, 0, 0, 3, WF_ATOM_ADD, one, pair, zero, zero) && wf_memory_request(m, 0, 0, 3, WF_ATOM_ADD, both, apart, zero, zero) &&
              wf_memory_request(m, 0, 0, 3, WF_ATOM_ADD, both, odd, zero, zero), "lanes that are no pair are refused");
    wf_memory_free(m);
}

/* Every request is answered once, and not always in order. */
static void test_order(void)
{
    uint32_t words[4] = {0}, mask[1] = {0}, lanes[4] = {0};
    struct wf_memory *m = wf_memory_new(words, 4, 4, 64, (struct wf_memory_timing){.least = 1, .spread = 50, .burst_period = 16}, 3);
    unsigned answered[64] = {0}, out_of_order = 0, last = 0, tag, count = 0;
    const uint32_t *answer;
    for (unsigned i = 0; i < 64; i++)
        wf_memory_request(m, 0, i, 0, 0, mask, lanes, lanes, lanes);
    bool in_bursts = true;
    for (uint64_t cycle = 1; cycle < 1000; cycle++)
        if (wf_memory_answer(m, cycle, &tag, &answer)) {
            answered[tag]++;
            count++;
            out_of_order += tag < last;
            last = tag;
            in_bursts = in_bursts && cycle % 16 < 8;
        }
    bool once = count == 64;
    for (unsigned i = 0; i < 64; i++)
        once = once && answered[i] == 1;
    check(once, "every request is answered once");
    check(out_of_order > 5, "answers come out of order");
    check(in_bursts, "answers keep to the bursts");
    wf_memory_free(m);
}

/* The cycle in which the answer to a request of cycle 100 may leave. */
static uint64_t answer_cycle(struct wf_memory_timing timing, unsigned kind, const uint32_t mask[1], const uint32_t address[8], unsigned requests)
{
    static uint32_t words[4096];
    uint32_t data[8] = {0};
    struct wf_memory *m = wf_memory_new(words, 4096, 8, 8, timing, 1);
    const uint32_t *answer;
    unsigned tag, left = requests;
    for (unsigned i = 0; i < requests; i++)
        wf_memory_request(m, 100, i, kind, WF_ATOM_ADD, mask, address, data, data);
    uint64_t cycle = 100;
    for (; left && cycle < 1000; cycle++)
        while (left && wf_memory_answer(m, cycle, &tag, &answer))
            left--;
    wf_memory_free(m);
    return cycle - 1;
}

static void test_timing(void)
{
    const uint32_t all[1] = {0xff}, none[1] = {0}, together[8] = {0, 4, 8, 12, 16, 20, 24, 124}, apart[8] = {0, 128, 256, 384, 512, 640, 768, 896};
    const uint32_t same[8] = {4, 4, 4, 4, 4, 4, 4, 4}, pairs[8] = {0, 0, 4, 4, 128, 128, 8, 12};
    const struct wf_memory_timing one = {.least = 20, .lines = 1}, four = {.least = 20, .lines = 4}, any = {.least = 20};
    check(answer_cycle(one, 0, all, together, 1) == 120, "one line is accessed at once and answered after the latency");
    check(answer_cycle(one, 0, all, apart, 1) == 127, "eight lines, one a cycle");
    check(answer_cycle(four, 0, all, apart, 1) == 121, "eight lines, four a cycle");
    check(answer_cycle(any, 0, all, apart, 1) == 120, "as many lines as it likes");
    check(answer_cycle(one, 0, all, together, 3) == 122, "requests are served one after the other");
    check(answer_cycle(one, 1, all, same, 1) == 120, "stores to one word are one access");
    check(answer_cycle(one, 2, all, same, 1) == 127, "atomics on one word are one access a lane");
    check(answer_cycle(one, 2, all, pairs, 1) == 123, "atomics on other words of a line go on beside them");
    check(answer_cycle(one, 0, none, apart, 1) == 120, "a request without a lane accesses nothing");
}

int main(void)
{
    test_floats();
    test_requests();
    test_pairs();
    test_order();
    test_timing();
    return failed;
}

/* SPDX-License-Identifier: Apache-2.0
 * test_expect.c - what memory is held against: tolerances, sums, counts, order, contents from files.
 */
#include <math.h>
#include <stdlib.h>

#include "wfk.h"

#define HEAD "[numthreads(8,1,1)]\n"
#define TAIL "\ncode\nend\n"

enum { ROOM = 2048 };

static struct wf_mismatches told[8];
static unsigned reports;

static void keep(void *user, const struct wf_mismatches *m)
{
    (void)user;
    if (reports < 8)
        told[reports] = *m;
    reports++;
}

/* Differences when the memory of the first buffer is `word`. */
static size_t differences(struct wf_kernel *k, const uint32_t *word)
{
    static uint32_t memory[ROOM];
    struct wf_buffer buffers[WF_MAX_BUFFERS];
    size_t words = wf_kernel_place(k, buffers);

    CHECK(words <= ROOM);
    wf_kernel_fill(k, buffers, memory, words);
    memcpy(memory + buffers[0].base / 4, word, k->buffer[0].words * sizeof *word);
    reports = 0;
    return wf_kernel_compare(k, buffers, memory, words, keep, NULL);
}

/* `buffer A[count]` holds `word`; so many words are not as `expect` says, and the first is described so. */
static void holds(const char *expect, const uint32_t *word, unsigned count, size_t wanted, const char *part)
{
    char text[800];

    snprintf(text, sizeof text, HEAD "const HALF = 0.5\nbuffer A[%u]\n%s" TAIL, count, expect);
    struct wf_kernel *k = wfk_good(text);
    if (!k)
        return;
    size_t found = differences(k, word);
    bool good = found == wanted && reports == (wanted != 0) &&
                (!wanted || (told[0].line == 4 && !strcmp(told[0].buffer, "A") && strstr(told[0].text[0], part)));
    CHECK(good);
    if (!good)
        printf("  %s: %zu, wanted %zu: %s\n", expect, found, wanted, found ? told[0].text[0] : "");
    wf_kernel_free(k);
}

/* One word that is `got` where `want` is expected. */
static void one(const char *want, const char *within, uint32_t got, bool right)
{
    char expect[100];

    snprintf(expect, sizeof expect, "expect A = { %s }%s", want, within);
    holds(expect, &got, 1, !right, "A[0] is ");
    snprintf(expect, sizeof expect, "expect A any_order = { %s }%s", want, within);
    holds(expect, &got, 1, !right, "A, in any order: ");
}

static void ulps(void)
{
    one("1.0", "", 0x3f800000, true);
    one("1.0", "", 0x3f800001, false);
    one("1.0", " within 0 ulp", 0x3f800000, true);
    one("1.0", " within 0 ulp", 0x3f800001, false);
    one("1.0", " within 2 ulp", 0x3f800002, true);
    one("1.0", " within 2 ulp", 0x3f800003, false);
    one("1.0", " within 2 ulp", 0x3f7ffffe, true);          /* below 1 the steps are half as large: still steps */
    one("1.0", " within 2 ulp", 0x3f7ffffd, false);
    one("-1.0", " within 2 ulp", 0xbf800002, true);
    one("-1.0", " within 2 ulp", 0xbf800003, false);
    one("1.0", " within 2 ulp", 0xbf800000, false);         /* the sign counts */
    one("0.0", "", 0x80000000, false);
    one("0.0", " within 0 ulp", 0x80000000, true);          /* zeros are one place */
    one("-0.0", " within 0 ulp", 0, true);
    one("1e-45", " within 2 ulp", 0x80000001, true);        /* through zero: one step down, one more */
    one("1e-45", " within 1 ulp", 0x80000001, false);
    one("0.0", " within 1 ulp", 0x80000001, true);
    one("3.40282347e38", " within 2 ulp", 0x7f800000, false);   /* an infinity is near to nothing */
    one("inf", " within 2 ulp", 0x7f7fffff, false);
    one("inf", " within 4294967295 ulp", 0xff800000, false);
    one("inf", " within 0 ulp", 0x7f800000, true);
    one("-inf", " within 2 ulp", 0xff800000, true);
    one("nan", "", 0x7fc00001, false);
    one("nan", " within 0 ulp", 0x7fc00001, true);          /* any NaN for a NaN */
    one("nan", " within 0 ulp", 0xff800001, true);
    one("nan", " within 4294967295 ulp", 0x7f800000, false);
    one("1.0", " within 4294967295 ulp", 0x7fc00000, false);
    one("3.40282347e38", " within 4294967295 ulp", 0xff7fffff, true);
    one("3.40282347e38", " within 4278190077 ulp", 0xff7fffff, false);     /* 2 * 0x7f7fffff steps */
    one("3.40282347e38", " within 4278190078 ulp", 0xff7fffff, true);
}

static void distances(void)
{
    one("1.0", " within 0.25", 0x3fa00000, true);           /* 1.25: the limit itself */
    one("1.0", " within 0.25", 0x3fa00001, false);
    one("1.0", " within 0.25", 0x3f400000, true);           /* 0.75 */
    one("1.0", " within 0.25", 0x3f3fffff, false);
    one("1.0", " within HALF / 2.0", 0x3fa00000, true);
    one("-1.0", " within 0.25", 0xbfa00000, true);
    one("-1.0", " within 0.25", 0x3f800000, false);
    one("0.0", " within 0.0", 0x80000000, true);
    one("0.0", " within 1e-45", 0x80000001, true);
    one("1.0", " within 0.0", 0x3f800001, false);
    one("inf", " within 3.4e38", 0x7f7fffff, false);
    one("inf", " within 3.4e38", 0x7f800000, true);
    one("inf", " within 3.4e38", 0xff800000, false);
    one("3.40282347e38", " within 3.4e38", 0x7f800000, false);
    one("nan", " within 0.0", 0xffc00000, true);
    one("nan", " within 3.4e38", 0, false);
    one("0.0", " within 3.4e38", 0x7fc00000, false);
    one("3.40282347e38", " within 3.40282347e38", 0xff7fffff, false);      /* the difference does not overflow */
    one("-1e-9", " within 1.0", 0x3f800000, false);        /* the difference is not rounded to binary32 */
    one("asuint(1.0)", "", 0x3f800000, true);
}

static void lists_with_a_tolerance(void)
{
    const uint32_t word[] = {0x3f800001, 0x40000001, 0x40400001, 0x7fc00000};          /* 1+, 2+, 3+, NaN */
    const uint32_t mixed[] = {0x7fc00000, 0x40400000, 0x3f800001, 0x80000000};         /* NaN, 3, 1+, -0 */

    holds("expect A = { 1.0, 2.0, 3.0, nan } within 1 ulp", word, 4, 0, "");
    holds("expect A = { 1.0, 2.0, 4.0, _ } within 1 ulp", word, 4, 1, "A[2] is 3.00000024 (0x40400001), expected 4 (0x40800000) within 1 ulp");
    holds("expect A = { 1.0, 2.0, 4.0, _ } within 1e-6", word, 4, 1, "expected 4 (0x40800000) within 1e-06");
    holds("expect A = each float(i + 1) within 1 ulp", word, 3, 0, "");
    holds("expect A = each float(i + 1)", word, 3, 3, "A[0] is 1.00000012 (0x3f800001), expected 1 (0x3f800000)");
    holds("expect A any_order = { 3.0, nan, 2.0, 1.0 } within 1 ulp", word, 4, 0, "");
    holds("expect A any_order = { 3.0, nan, 2.0, 1.0 } within 0 ulp", word, 4, 3,
          "1.00000012 (0x3f800001) was not expected, 1 (0x3f800000) within 0 ulp");
    holds("expect A any_order = { 0.0, 1.0, 3.0, nan } within 1 ulp", mixed, 4, 0, "");
    holds("expect A any_order = { 0.0, 1.0, nan, nan } within 1 ulp", mixed, 4, 1,
          "3 (0x40400000) was not expected, nan (0x7fc00000) within 1 ulp is missing");
    holds("expect A any_order = { 1.0, nan } within 1 ulp", (const uint32_t[]){0xff800001, 0x3f800000}, 2, 0, "");     /* NaNs of either sign */
    holds("expect A any_order = { -1.0, 1.0, -2.0 } within 1 ulp", (const uint32_t[]){0x3f800000, 0xc0000000, 0xbf800000}, 3, 0, "");
    /* 1 and 1.5 for 0.75 and 1.25, within 0.25: only one pairing is right */
    holds("expect A any_order = { 1.25, 0.75 } within 0.25", (const uint32_t[]){0x3fc00000, 0x3f800000}, 2, 0, "");
    holds("expect A any_order = { 1.25, 0.75 } within 0.25", (const uint32_t[]){0x3f800000, 0x3fc00000}, 2, 0, "");
}

static void sums(void)
{
    const uint32_t word[] = {5, 0xffffffff, 7};
    const uint32_t floats[] = {0x3f800000, 0x33800000, 0x33800000};     /* 1, 2^-24 twice: in binary32 each would be lost */

    holds("expect A sum = 11", word, 3, 0, "");
    holds("expect A sum = 12", word, 3, 1, "the sum of A is 0x0000000b (11), expected 0x0000000c (12)");
    holds("expect A sum = 5 - 1 + 7", word, 3, 0, "");
    holds("expect A sum = 1.0 + 1.1920929e-07", floats, 3, 0, "");
    holds("expect A sum = 1.0", floats, 3, 1, "the sum of A is 1.00000012 (0x3f800001), expected 1 (0x3f800000)");
    holds("expect A sum = 1.0 within 1 ulp", floats, 3, 0, "");
    holds("expect A sum = 1.0 within 1e-7", floats, 3, 1, "expected 1 (0x3f800000) within 1e-07");
    holds("expect A sum = 1.0 within 1.2e-7", floats, 3, 0, "");
    holds("expect A sum = nan", (const uint32_t[]){0x7f800000, 0xff800000}, 2, 0, "");
    holds("expect A sum = inf", (const uint32_t[]){0x7f7fffff, 0x7f7fffff}, 2, 0, "");
    holds("expect A sum = -0.0", (const uint32_t[]){0, 0}, 2, 1, "the sum of A is 0 (0x00000000), expected -0");
    holds("expect A sum = -0.0 within 0 ulp", (const uint32_t[]){0, 0}, 2, 0, "");
}

static void words_counted(void)
{
    const uint32_t word[] = {5, 7, 5, 0x80000000, 0};

    holds("expect A count(5) = 2", word, 5, 0, "");
    holds("expect A count(5) = 1", word, 5, 1, "0x00000005 (5) occurs 2 times in A, expected 1");
    holds("expect A count(7) = 0", word, 5, 1, "0x00000007 (7) occurs 1 time in A, expected 0");
    holds("expect A count(0.0) = 1", word, 5, 0, "");           /* bits */
    holds("expect A count(-0.0) = 2", word, 5, 1, "-0 (0x80000000) occurs 1 time in A, expected 2");
    holds("expect A count(9) = 0", word, 5, 0, "");
}

static void order(void)
{
    const uint32_t up[] = {1, 1, 2, 0x7fffffff, 0x80000000}, down[] = {3, 2, 2, 1, 5};
    const uint32_t floats[] = {0xff800000, 0xc0000000, 0x80000000, 0, 0x80000000, 0x3f800000, 0x7f800000};
    const uint32_t nans[] = {0x3f800000, 0x7fc00000, 0x40000000, 0xffc00000};

    holds("expect A sorted", up, 5, 0, "");
    holds("expect A sorted.s", up, 5, 1, "A[4] is 0x80000000 (2147483648), expected no less than A[3], which is 0x7fffffff (2147483647)");
    holds("expect A sorted", down, 5, 2, "A[1] is 0x00000002 (2), expected no less than A[0], which is 0x00000003 (3)");
    holds("expect A sorted = { 3, _, _, _, 5 }", down, 5, 0, "");
    holds("expect A sorted = { 3, _, _, 1, 5 }", down, 5, 1, "A[3] is 0x00000001 (1), expected no less than A[0]");
    holds("expect A sorted any_order = { 5, 3, 2, 2, 1 }", down, 5, 2, "A[1] is");
    holds("expect A sorted any_order = { 0x80000000, 0x7fffffff, 1, 2, 1 }", up, 5, 0, "");
    holds("expect A sorted runs", up, 5, 0, "");
    holds("expect A sorted.f", floats, 7, 0, "");
    holds("expect A sorted", floats, 7, 4, "A[1] is 0xc0000000");
    holds("expect A sorted.f", nans, 4, 2, "A[1] is nan (0x7fc00000), expected sorted numbers");
    holds("expect A sorted.f", (const uint32_t[]){0x40000000, 0x7fc00000, 0x3f800000}, 3, 2, "A[1] is nan");
}

/* Words of which only the order is expected are told as what the buffer was declared to hold. */
static void runs_are_told_as_declared(void)
{
    static const char *const contents[] = {"", " = each i", " = each 0.0", " = { 1, 2.0, 3 }"};
    static const char *const shown[] = {"second run of 0x40000000 (1073741824), expected one", "second run of 0x40000000 (1073741824), expected one",
                                        "second run of 2 (0x40000000), expected one", "second run of 0x40000000 (1073741824, 2), expected one"};
    const uint32_t word[] = {0x40000000, 0, 0x40000000};
    char text[200];

    for (unsigned n = 0; n < 4; n++) {
        snprintf(text, sizeof text, HEAD "buffer A[3]%s\nexpect A runs" TAIL, contents[n]);
        struct wf_kernel *k = wfk_good(text);
        CHECK(k && differences(k, word) == 1 && strstr(told[0].text[0], shown[n]));
        wf_kernel_free(k);
    }
}

static void runs(void)
{
    const uint32_t word[] = {4, 4, 9, 4, 9, 9, 4, 1};

    holds("expect A runs", word, 8, 3, "A[3] begins a second run of 0x00000004 (4), expected one");
    CHECK(strstr(told[0].text[1], "A[4] begins a second run of 0x00000009") && strstr(told[0].text[2], "A[6] begins a second run of 0x00000004"));
    holds("expect A runs = { 4, 4, _, 4, 9, 9, _, 1 }", word, 8, 0, "");
}

static void several_for_one_buffer(void)
{
    const uint32_t word[] = {1, 2, 3};
    struct wf_kernel *k = wfk_good(HEAD "buffer A[3]\nexpect A = each i\nexpect A sum = 7\nexpect A count(2) = 1\nexpect A sum = 6\n"
                                   "expect A count(1) = 0" TAIL);

    if (!k)
        return;
    CHECK_EQ(k->expectations, 5);
    CHECK_EQ(differences(k, word), 5);
    CHECK_EQ(reports, 3);
    CHECK(told[0].line == 3 && told[0].count == 3 && told[1].line == 4 && told[1].count == 1 && told[2].line == 7 && told[2].count == 1);
    wf_kernel_free(k);
}

/* A sum or count is of its own buffer. */
static void totals_of_two_buffers(void)
{
    struct wf_kernel *k = wfk_good(HEAD "buffer A[3]\nbuffer B[2] = { 8, 9 }\nexpect B sum = 17\nexpect A sum = 6\nexpect B count(9) = 1\n"
                                   "expect A count(9) = 0" TAIL);

    if (!k)
        return;
    CHECK_EQ(differences(k, (const uint32_t[]){1, 2, 3}), 0);
    CHECK_EQ(differences(k, (const uint32_t[]){1, 2, 9}), 2);
    CHECK(reports == 2 && told[0].line == 5 && told[1].line == 7 && !strcmp(told[0].buffer, "A"));
    wf_kernel_free(k);
}

/* ---- files ---- */

static void contents_from_files(void)
{
    static struct wfk_told diagnostics;
    unsigned reads;
    struct wf_kernel *k = wfk_parse_with_files(HEAD "buffer A[2] = file \"NAME_8\"\nbuffer B[1] = file \"some/NAME_4\"\n"
                                               "buffer C[2] = each asuint(A[i]) + 1\nbuffer D[1] = { asfloat(A[1]) * 2.0 }\n"
                                               "expect A = file \"NAME_8\" within 1 ulp" TAIL, &diagnostics, &reads);

    CHECK(k && reads == 3);
    if (!k)
        return;
    CHECK(k->buffer[0].initial[0] == 0x04830201 && k->buffer[0].initial[1] == 0x3fc00000 && k->buffer[1].initial[0] == 0x04830201);
    CHECK(k->buffer[2].initial[1] == 0x3fc00001 && k->buffer[3].initial[0] == 0x40400000 && k->buffer[0].type == WF_WORD_ANY);
    CHECK(k->buffer[2].type == WF_WORD_INT && k->buffer[3].type == WF_WORD_FLOAT);
    CHECK(k->buffer[0].expected[1] == 0x3fc00000 && k->buffer[0].care[0] && k->buffer[0].care[1]);
    CHECK(k->buffer[0].tolerance.kind == WF_WITHIN_ULP && k->buffer[0].tolerance.ulp == 1);
    CHECK_EQ(differences(k, (const uint32_t[]){0x04830201, 0x3fc00001}), 0);
    CHECK_EQ(differences(k, (const uint32_t[]){0x04830201, 0x3fc00002}), 1);
    CHECK(strstr(told[0].text[0], "A[1] is 0x3fc00002 (1069547522, 1.50000024), expected 0x3fc00000"));
    wf_kernel_free(k);
}

static void bad_file(const char *line, unsigned column, const char *part)
{
    static struct wfk_told diagnostics;
    char text[2000];
    unsigned reads;

    snprintf(text, sizeof text, HEAD "%s" TAIL, line);
    struct wf_kernel *k = wfk_parse_with_files(text, &diagnostics, &reads);
    wfk_mistake(k, &diagnostics, true, line, 2, column, part);
}

static void bad_files(void)
{
    char line[1200];

    bad_file("buffer A[2] = file \"nothing\"", 20, "`\"nothing\"`: no such file; expected a file of 8 bytes, 4 for each word");
    bad_file("buffer A[3] = file \"NAME_8\"", 20, "`\"NAME_8\"`: has 8 bytes; expected a file of 12 bytes");
    bad_file("buffer A[2] = file \"NAME_8\" 5", 29, "expected the end of the line");
    bad_file("buffer A[2] = file NAME_8", 20, "expected the name of a file in quotes");
    snprintf(line, sizeof line, "buffer A[1] = file \"%01024d\"", 0);
    bad_file(line, 20, "file name of 1024 bytes; expected 1 to 1023");
    snprintf(line, sizeof line, "buffer A[1] = file \"%01023d\"", 0);
    bad_file(line, 20, "no such file");
    bad_file("buffer A[2] = file \"NAME_8\" expect A = each 1 + A[0]", 29, "expected the end of the line");
}

int main(void)
{
    ulps();
    distances();
    lists_with_a_tolerance();
    sums();
    words_counted();
    order();
    runs();
    runs_are_told_as_declared();
    several_for_one_buffer();
    totals_of_two_buffers();
    contents_from_files();
    bad_files();
    return check_end("asm_expect");
}

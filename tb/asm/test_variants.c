/* SPDX-License-Identifier: Apache-2.0
 * test_variants.c - `variant NAME : ...`: constants, attributes and refusals that replace those of the file, in the chosen variant alone; mistakes
 * in a variant, which are the same whatever is chosen.  tb/asm/test_files.sh has the modules.
 */
#include "wfk.h"

#define CODE "code\n end\n"

static struct wf_kernel *parse(const char *text, const char *variant, struct wfk_told *told)
{
    const struct wf_files files = {.variant = variant};

    memset(told, 0, sizeof *told);
    return wf_kernel_parse_files(text, strlen(text), &wfk_device, 0, &files, wfk_listen, told);
}

static struct wf_kernel *good(const char *text, const char *variant)
{
    static struct wfk_told told;
    struct wf_kernel *k = parse(text, variant, &told);

    CHECK(k != NULL);
    if (!k)
        printf("  %s: %u:%u: %s\n", variant ? variant : "no variant", told.at[0].line, told.at[0].column, told.at[0].text);
    return k;
}

/* One error and no other, with any choice. */
static void wrong(const char *text, unsigned line, unsigned column, const char *part)
{
    static const char *const choices[] = {NULL, "v", "w"};
    static struct wfk_told told;

    for (unsigned n = 0; n < 3; n++)
        wfk_mistake(parse(text, choices[n], &told), &told, true, text, line, column, part);
}

static void values(void)
{
    static const char text[] = "const L = 2 * max(WAVE_SIZE, 4), N = 4, F = 1.5\nvariant big : N = 8, F = -2.5\nvariant near:N = N + 1\n"
                               "variant wide : L = 7 * min((WAVE_SIZE + 1), 99), N = 64\nvariant early : L = 3\n"
                               "[numthreads(N,1,1)]\n[WaveSize(16)]\nconst M = 10 * N\nbuffer A[N] = each F\nbuffer B[L] = each M\n" CODE "expect B = each M\n";
    static const struct {
        const char *variant;
        uint32_t n, f, l;
    } want[] = {{NULL, 4, 0x3fc00000, 32}, {"big", 8, 0xc0200000, 32}, {"near", 5, 0x3fc00000, 32}, {"wide", 64, 0x3fc00000, 119}, {"early", 4, 0x3fc00000, 3}};

    for (unsigned n = 0; n < sizeof want / sizeof want[0]; n++) {
        struct wf_kernel *k = good(text, want[n].variant);
        if (!k)
            continue;
        CHECK_EQ(k->desc.threads[0], want[n].n);
        CHECK_EQ(k->buffer[0].words, want[n].n);
        CHECK_EQ(k->buffer[0].initial[0], want[n].f);
        CHECK_EQ(k->buffer[1].words, want[n].l);
        CHECK_EQ(k->buffer[1].expected[0], 10 * want[n].n);
        wf_kernel_free(k);
    }
}

/* Above or below the file's own attributes. */
static void attributes(void)
{
    static const char variants[] = "variant v : [WaveSize(8)] [prefer_large], [groupshared(64)]\nvariant w : [extra_waves(2)] [groupshared(WAVES)]\n"
                                   "variant x : [cancel(7)] [WaveSize(4,16,8)]\n";
    static const char own[] = "[numthreads(64,1,1)] [WaveSize(4,32)]\n[extra_waves(1, idle)] [groupshared(16)] [cancel(5)]\n";
    char text[2][600];

    snprintf(text[0], sizeof text[0], "%s%s" CODE, variants, own);
    snprintf(text[1], sizeof text[1], "%s%s" CODE, own, variants);
    for (unsigned n = 0; n < 2; n++) {
        struct wf_kernel *none = good(text[n], NULL), *v = good(text[n], "v"), *w = good(text[n], "w"), *x = good(text[n], "x");
        if (none && v && w && x) {
            CHECK(none->desc.wavesize_kind == WF_WAVESIZE_RANGE && none->desc.wavesize_min == 4 && none->desc.wavesize_max == 32);
            CHECK(none->desc.extra_waves == 1 && none->desc.extra_idle && !none->desc.prefer_large && none->desc.groupshared_bytes == 16);
            CHECK(v->desc.wavesize_kind == WF_WAVESIZE_FIXED && v->desc.wavesize_min == 8 && v->desc.prefer_large);
            CHECK(v->desc.extra_waves == 1 && v->desc.extra_idle && v->desc.groupshared_bytes == 64);
            CHECK(w->desc.extra_waves == 2 && !w->desc.extra_idle && w->desc.groupshared_bytes == 4 && w->desc.wavesize_kind == WF_WAVESIZE_RANGE);
            CHECK(x->desc.wavesize_kind == WF_WAVESIZE_PREFERRED && x->desc.wavesize_preferred == 8);
            CHECK(none->cancel_after == 5 && w->cancel_after == 5 && x->cancels && x->cancel_after == 7);
        }
        wf_kernel_free(none);
        wf_kernel_free(v);
        wf_kernel_free(w);
        wf_kernel_free(x);
    }
}

static void refusals(void)
{
    static const char text[] = "variant zero : [numthreads(0,1,1)], reject NUMTHREADS_ZERO\nvariant other : [numWaves(1)], reject BOTH_SHAPES\n"
                               "variant wrong : [numthreads(1,1,1)]\n[numthreads(1025,1,1)]\n" CODE "expect reject NUMTHREADS_X\n";
    static struct wfk_told told;
    struct wf_kernel *none = good(text, NULL), *zero = good(text, "zero"), *other = good(text, "other");

    CHECK(none && none->expect_reject && none->reject == WF_REJECT_NUMTHREADS_X && none->reject_line == 7);
    CHECK(zero && zero->expect_reject && zero->reject == WF_REJECT_NUMTHREADS_ZERO && zero->reject_line == 1);
    CHECK(other && other->reject == WF_REJECT_BOTH_SHAPES && other->reject_line == 2);
    wf_kernel_free(none);
    wf_kernel_free(zero);
    wf_kernel_free(other);
    none = parse(text, "wrong", &told);     /* the run is wrong, not the file: nothing is refused */
    CHECK(none && none->expect_reject && !told.count);
    wf_kernel_free(none);
    none = parse("variant v : reject NO_SHAPE\n[numWaves(1)]\n" CODE, "v", &told);
    CHECK(none && none->expectations == 1);
    wf_kernel_free(none);
    /* a refusal of a variant stands alone too */
    none = parse("variant v : [numthreads(0,1,1)], reject NUMTHREADS_ZERO\nbuffer A[1]\n" CODE "expect A = each 0\n", "v", &told);
    CHECK(!none && told.count == 1 && told.at[0].line == 5);
    wf_kernel_free(none);
    none = parse("variant v : [numthreads(0,1,1)], reject NUMTHREADS_X\n" CODE, "v", &told);
    CHECK(!none && told.at[told.count - 1].line == 1 && strstr(told.at[told.count - 1].text, "refused with NUMTHREADS_ZERO; expected NUMTHREADS_X"));
    wf_kernel_free(none);
}

/* What is common is so in each dispatch. */
static void several(void)
{
    struct wf_kernel *k = good("const N = 4\nvariant v : N = 8\n--- one\n[numthreads(N,1,1)]\n" CODE "--- two\n[numthreads(2*N,1,1)]\n" CODE, "v");

    CHECK(k && k->next && k->desc.threads[0] == 8 && k->next->desc.threads[0] == 16);
    wf_kernel_free(k);
    wfk_only("[numthreads(8,1,1)]\n--- one\nvariant v : [limit(7)]\n" CODE, 3, 1, "`variant` after the `---` of line 2; expected it before the first one");
}

#define ALL "const N = 4\nconst F = 1.5\n[numthreads(8,1,1)]\nvariant v : N = 5\nvariant w : N = 6\n"

static void mistakes(void)
{
    static const char no_name[] = "expected the name of a variant", what[] = "expected the name of a constant, `[` of an attribute or reject";
    static const struct {
        const char *line;
        unsigned column;        /* of line 6 */
        const char *part;
    } table[] = {
        {"variant", 8, no_name},
        {"variant : N = 3", 9, no_name},
        {"variant a.b : N = 3", 9, no_name},
        {"variant abcdefghijklmnopqrstuvwxyz_12345 : N = 3", 9, "is too long; expected at most 31 characters"},
        {"variant v : N = 3", 9, "second variant `v`, after that of line 4; expected another name"},
        {"variant y", 10, "expected `=` and a module, or `:` and what changes"},
        {"variant y N = 3", 11, "expected `=` and a module, or `:` and what changes"},
        {"variant y = \"x.spv\"", 1, "`variant` of a module without a `shader`; expected `shader \"NAME.spv\"` above it"},
        {"variant y :", 12, what},
        {"variant y : N = 3,", 19, what},
        {"variant y : 3", 13, what},
        {"variant y : N", 14, "expected `=`"},
        {"variant y : N =", 16, "expected an expression"},
        {"variant y : N = 3 4", 19, "expected the end of the line"},
        {"variant y : N = 2 * WAVE_SIZE 4", 31, "expected the end of the line"},
        {"variant y : M = 3", 13, "no constant `M`; expected one declared above"},
        {"variant y : Nn = 3", 13, "no constant `Nn`; expected one declared above; perhaps `N`"},
        {"variant y : N = 3, N = 4", 20, "second value for `N`; expected one"},
        {"variant y : N = 1.0", 13, "the value for `N` is a float; expected an integer, as in line 1"},
        {"variant y : F = 1", 13, "the value for `F` is an integer; expected a float, as in line 2"},
        {"variant y : N = 1 / 0", 19, "division by zero"},
        {"variant y : N = Q", 17, "unknown name `Q`"},
        {"variant y : [WaveSiz(4)]", 14, "unknown attribute `WaveSiz`"},
        {"variant y : [WaveSize(4)", 25, "expected `]`"},
        {"variant y : [WaveSize(4)] 7", 27, "expected the end of the line"},
        {"variant y : [WaveSize(4)], [WaveSize(8)]", 29, "second `WaveSize`, the first is in line 6; expected it once"},
        {"variant y : [groupshared(1.0)]", 26, "groupshared is a float"},
        {"variant y : [WaveSize(2*WAVE_SIZE)]", 25, "which this attribute cannot use"},
        {"variant y : reject", 19, "expected a reject code such as NUMTHREADS_ZERO"},
        {"variant y : reject NONE", 20, "expected a reject code such as NUMTHREADS_ZERO"},
        {"variant y : reject NO_SHAPE, reject NO_SHAPE", 30, "second `reject`; expected one"},
        {"const M = 2 * N\nvariant y : N = 3", 13, "`N` is used in line 6 already; expected the variants above that line"},
        {"[limit(N)]\nvariant y : N = 3", 13, "`N` is used in line 6 already"},
        {"[groupshared(4*N)]\nvariant y : N = 3", 13, "`N` is used in line 6 already"},
        {"buffer A[N]\nvariant y : A = 3", 13, "no constant `A`; expected one declared above"},
        {"reg x = r1\nvariant y : x = 3", 13, "no constant `x`; expected one declared above"},
    };
    char text[400];

    for (unsigned n = 0; n < sizeof table / sizeof table[0]; n++) {
        const bool second = strchr(table[n].line, '\n') != NULL;
        snprintf(text, sizeof text, ALL "%s\n" CODE, table[n].line);
        wrong(text, second ? 7 : 6, table[n].column, table[n].part);
    }
    wrong("const N = 1 +\nvariant v : N = 3\nvariant w : N = 4\n[numthreads(8,1,1)]\n" CODE, 1, 14, "expected an expression");
    wrong(ALL "[limit(3)]\n[limit(4)]\n" CODE, 7, 2, "second `limit`, the first is in line 6; expected it once");
    wrong("variant v : [limit(3)]\nvariant w : [limit(5)]\n[numthreads(8,1,1)]\n[limit(3)]\n[limit(4)]\n" CODE, 5, 2, "second `limit`, the first is in line 4");
    wrong("variant v : reject NO_SHAPE\nvariant w : reject NO_SHAPE\n" CODE "expect reject NO_SHAPE\nexpect reject NO_SHAPE\n", 6, 15, "second `expect reject`");
}

static void names(void)
{
    static struct wfk_told told;

    CHECK(!parse(ALL CODE, "x", &told) && told.count == 1 && !strcmp(told.at[0].text, "no variant `x`; expected one of the file's: v, w"));
    CHECK(!parse("[numthreads(8,1,1)]\n" CODE, "x", &told) && strstr(told.at[0].text, "the file has no variants"));
}

int main(void)
{
    values();
    attributes();
    refusals();
    several();
    mistakes();
    names();
    return check_end("asm_variants");
}

/* SPDX-License-Identifier: Apache-2.0
 * test_values.c - expressions, the contents of buffers, the descriptor, the place in memory, and the comparison afterwards.
 */
#include <stdlib.h>

#include "wfk.h"

#define TAIL "\ncode\nend\n"

static void is(const char *expression, uint32_t value)
{
    char text[400];

    snprintf(text, sizeof text, "[numthreads(40,1,1)] [extra_waves(1)]\nconst C = 10\n"
             "const D = -1\nconst HALF = 0.5\nbuffer A[3] = { 7, 8, 9 }\nbuffer F[2] = { 1.5, 2.5 }\n"
             "buffer M[2] = { 1.5, 3 }\nbuffer B[2] = { 0, %s }" TAIL, expression);
    struct wf_kernel *k = wfk_good(text);
    if (k) {
        CHECK_EQ(k->buffer[3].initial[1], value);
        if (k->buffer[3].initial[1] != value)
            printf("  %s\n", expression);
    }
    wf_kernel_free(k);
}

static void expressions(void)
{
    is("1 + 2 * 3", 7);
    is("(1 + 2) * 3", 9);
    is("10 - 4 - 3", 3);
    is("100 / 7 % 4", 2);
    is("1 << 2 + 1", 8);
    is("1 | 6 ^ 3 & 2", 5);
    is("1 == 1 & 2", 0);
    is("3 > 2 == 1", 1);
    is("-1 > 1", 1);
    is("-1 >> 28", 15);
    is("1 << 33", 2);
    is("-7 / 2", 0x7ffffffc);
    is("~0 - -1", 0);
    is("!5 + !0", 1);
    is("- - 3", 3);
    is("+4", 4);
    is("0xffffffff + 2", 1);
    is("65537 * 65537", 131073);
    is("0 && 1 / 0", 0);
    is("1 || 1 / 0", 1);
    is("2 && 3", 1);
    is("0 || 0", 0);
    is("1 ? 2 : 1 / 0", 2);
    is("0 ? 1 / 0 : 3", 3);
    is("0 ? 1 : 0 ? 2 : 0 ? 3 : 4", 4);
    is("1 ? 0 ? 5 : 6 : 7", 6);
    is("(C == 10 ? 1 : 2) + 1 ? 8 : 9", 8);
    is("C * C", 100);
    is("i", 1);
    is("A[i] + A[2]", 17);
    is("A[A[0] - 6]", 8);
    is("WAVE_SIZE", 32);
    is("WAVES", 3);
    is("min(-1, 4) + max(-1, 4)", 3);
    is("smin(-1, 4)", 0xffffffff);
    is("smax(-1, 4)", 4);
    is("countbits(0xf0f) + countbits(-1)", 40);
    is("hash(0)", 0);
    is("hash(1)", 0x688990c0);
    is("hash(2)", 0xd1132181);
    is("hash(-1)", 0x6768824a);
    is("float(1)", 0x3f800000);
    is("float(-2)", 0xc0000000);
    is("float(0x80000000)", 0xcf000000);
    is("float(16777217)", 0x4b800000);
    is("float(16777219)", 0x4b800002);
    is("0b1011", 11);
    is("1.5", 0x3fc00000);
    is("1.5f", 0x3fc00000);
    is("-1.5", 0xbfc00000);
    is("-0.0", 0x80000000);
    is("0.1", 0x3dcccccd);
    is("1e-45", 1);
    is("1e-60", 0);
    is("3.40282347e38", 0x7f7fffff);
    is("1.17549435e-38", 0x00800000);
    is("2f", 0x40000000);
    is("16777217.0", 0x4b800000);
    is("0.000000000000000000000000000000000000000000001", 1);
    is("inf", 0x7f800000);
    is("-inf", 0xff800000);
    is("nan", 0x7fc00000);
    is("-nan", 0xffc00000);
}

/* By hand, in IEEE 754 binary32. */
static void floats(void)
{
    is("1.5 + 1.5", 0x40400000);
    is("-HALF", 0xbf000000);
    is("- -HALF", 0x3f000000);
    is("+HALF", 0x3f000000);
    is("-(0.0)", 0x80000000);
    is("0.0 - 0.0", 0);
    is("HALF * 3.0 - 0.25", 0x3fa00000);
    is("1.0 / 3.0", 0x3eaaaaab);
    is("0.1 + 0.2", 0x3e99999a);
    is("16777216.0 + 1.0", 0x4b800000);             /* rounded to even */
    is("16777216.0 + 3.0", 0x4b800002);
    is("1e-45 / 2.0", 0);
    is("1.17549435e-38 / 2.0", 0x00400000);         /* subnormals are kept */
    is("1e38 * 10.0", 0x7f800000);
    is("-1.0 / 0.0", 0xff800000);
    is("0.0 / 0.0", 0x7fc00000);
    is("inf - inf", 0x7fc00000);
    is("-nan + 1.0", 0x7fc00000);
    is("float(1.5)", 0x3fc00000);
    is("float(3)", 0x40400000);
    is("float(3) + 0.5", 0x40600000);
    is("int(2.9)", 2);
    is("int(-2.9)", 0xfffffffe);
    is("int(7)", 7);
    is("int(1e10)", 0x7fffffff);
    is("int(-1e10)", 0x80000000);
    is("int(2147483648.0)", 0x7fffffff);
    is("int(-2147483648.0)", 0x80000000);
    is("uint(4294967296.0)", 0xffffffff);
    is("uint(2147483648.0)", 0x80000000);
    is("int(nan)", 0);
    is("int(2147483520.0)", 0x7fffff80);
    is("uint(-1.0)", 0);
    is("uint(-0.9)", 0);
    is("uint(3.99)", 3);
    is("uint(4e9)", 0xee6b2800);
    is("uint(1e10)", 0xffffffff);
    is("uint(inf)", 0xffffffff);
    is("uint(nan)", 0);
    is("uint(-1)", 0xffffffff);
    is("asuint(1.5) >> 23", 127);
    is("asfloat(0x3f800000) + 1.0", 0x40000000);
    is("asfloat(1.5)", 0x3fc00000);
    is("asuint(-5)", 0xfffffffb);
    is("1.5 < 2.5", 1);
    is("-1.5 < 1.5", 1);
    is("-1.5 > 1.5", 0);
    is("0.0 == -0.0", 1);
    is("nan == nan", 0);
    is("nan != nan", 1);
    is("nan < 1.0 || nan >= 1.0", 0);
    is("1.5 <= 1.5 && 1.5 >= 1.5", 1);
    is("2.5 > 1.5 ? 7 : 8", 7);
    is("1 ? 1.5 : 2.5", 0x3fc00000);
    is("min(1.5, -2.5)", 0xc0200000);
    is("max(1.5, -2.5)", 0x3fc00000);
    is("min(nan, 2.5)", 0x40200000);
    is("max(-nan, 2.5)", 0x40200000);
    is("min(2.5, nan)", 0x40200000);
    is("max(nan, -nan)", 0x7fc00000);
    is("min(0.0, -0.0)", 0x80000000);
    is("min(-0.0, 0.0)", 0x80000000);
    is("max(0.0, -0.0)", 0);
    is("max(-0.0, 0.0)", 0);
    is("F[1] * 2.0", 0x40a00000);
    is("-F[0]", 0xbfc00000);
    is("asfloat(M[0])", 0x3fc00000);
    is("asuint(M[1])", 3);
    is("M[0]", 0x3fc00000);
    is("i ? M[1] : M[0]", 3);
    is("D + 1", 0);                                 /* as words, integers wrap */
    is("65536 * 65536 * 65536 * 65536 + 5", 5);
    is("1000000007 * 1000000009 * 1000000021 + 3", 0xffb4db2e);
    is("0 - 1000000007 * 1000000009 * 1000000021", 0x004b24d5);
    is("-2147483648 - 1", 0x7fffffff);
    is("65536 * 65536 ? 1 : 2", 2);
    is("!(65536 * 65536) && 65536 * 65536 == 0", 1);
    is("65536 * 65536 && 1", 0);
}

static const char whole[] =
    "\xef\xbb\xbf// a byte order mark, and \xc3\xa9 in a comment\r\n"
    "[SHADER(\"amplification\")] [shader_model(6.11)] # both kinds of comment\n"
    "[NumWaves(2)] [WaveSize(8, 32, 16)] [report_wave_size] [prefer_large]\n"
    "[groupshared(4 * WAVES * WAVE_SIZE)]\n"
    "const N = WAVE_SIZE\n"
    "buffer In[N] = each i < 4 ? hash(i) : asuint(1.0)\n"
    "buffer Out[8] = { 1, -2,   // lists may span lines\n"
    "   3,\n"
    "\n"
    "   fill i * i,\n"
    " }\n"
    "dispatch 2 * N, 3\n"
    "reg x = r3\n"
    "code\n"
    "  reg y = r4\n"
    "  sv x, wave\n"
    "  sv y, waves\n"
    "  if x\n"
    "    ballot q8, y\n"
    "  endif\n"
    "  end\n"
    "expect Out any_order runs = { 1, _, fill 5 }\n"
    "expect In = each In[i]\n"
    "expect fault MEM_ALIGN\n";

static void a_whole_file(void)
{
    struct wf_kernel *k = wfk_good(whole);
    if (!k)
        return;
    const struct wf_desc *d = &k->desc;
    CHECK(d->stage == WF_STAGE_AMPLIFICATION && d->shader_model == 0x060b && d->has_numwaves && !d->has_numthreads && d->num_waves == 2);
    CHECK(d->wavesize_kind == WF_WAVESIZE_PREFERRED && d->wavesize_min == 8 && d->wavesize_max == 32 && d->wavesize_preferred == 16);
    CHECK(d->report_wave_size && d->prefer_large && !d->prefer_small && d->groupshared_bytes == 128 && d->entry == 0);
    CHECK(d->grid[0] == 32 && d->grid[1] == 3 && d->grid[2] == 1 && d->extra_waves == 0);
    CHECK(d->uses_wave_index && d->uses_wave_count && d->uses_wave_ops && !d->uses_thread_ids && !d->uses_derivatives);
    CHECK(k->buffers == 2 && !strcmp(k->buffer[0].name, "In") && k->buffer[0].words == 16);
    CHECK(k->buffer[0].initial[1] == 0x688990c0 && k->buffer[0].initial[4] == 0x3f800000);
    CHECK(k->buffer[1].initial[1] == 0xfffffffe && k->buffer[1].initial[2] == 3 && k->buffer[1].initial[7] == 49);
    CHECK(k->buffer[1].any_order && k->buffer[1].runs && k->buffer[1].care[0] && !k->buffer[1].care[1] && k->buffer[1].care[7]);
    CHECK(k->buffer[1].expected[7] == 5 && k->buffer[0].expected[1] == 0x688990c0 && !k->buffer[0].runs);
    CHECK(k->expect_fault && k->fault == WF_FAULT_MEM_ALIGN && !k->expect_reject);
    CHECK(k->count == 6 && k->line[0] == 16 && k->line[5] == 21);
    wf_kernel_free(k);
}

static void flags_come_from_the_code(void)
{
    static const struct {
        const char *insn;
        bool ids, index, count, ops;
    } cases[] = {{"nop", 0, 0, 0, 0}, {"sv r1, tid.x", 1, 0, 0, 0}, {"sv r1, gindex", 1, 0, 0, 0}, {"sv r1, dtid.z", 1, 0, 0, 0},
                 {"sv r1, gid.x", 0, 0, 0, 0}, {"sv r1, wave", 0, 1, 0, 1}, {"sv r1, waves", 0, 0, 1, 1}, {"wadd.reduce r1, r2", 0, 0, 0, 1},
                 {"quad.x r1, r2", 0, 0, 0, 1}, {"lds.load r1, [r2]", 0, 0, 0, 0}};
    char text[200];

    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        snprintf(text, sizeof text, "[numthreads(8,1,1)]\ncode\n%s\nend\n", cases[n].insn);
        struct wf_kernel *k = wfk_good(text);
        if (!k)
            continue;
        CHECK(k->desc.uses_thread_ids == cases[n].ids && k->desc.uses_wave_index == cases[n].index);
        CHECK(k->desc.uses_wave_count == cases[n].count && k->desc.uses_wave_ops == cases[n].ops && !k->desc.uses_derivatives);
        wf_kernel_free(k);
    }
}

/* ---- memory ---- */

enum { ROOM = 4096 };

struct setup {
    struct wf_kernel *kernel;
    struct wf_buffer buffers[WF_MAX_BUFFERS];
    uint32_t memory[ROOM];
    size_t words;
    struct wf_mismatches told;      /* the first */
    unsigned reports;
};

static bool set_up(struct setup *s, const char *expect)
{
    char text[600];

    snprintf(text, sizeof text, "[numthreads(8,1,1)]\nbuffer A[3] = { 7, 8, 9 }\nbuffer Out[6] = { 1, 1, 2, 3, 3, 1.5 }\n%s" TAIL, expect);
    s->kernel = wfk_good(text);
    if (!s->kernel)
        return false;
    s->words = wf_kernel_place(s->kernel, s->buffers);
    CHECK(s->words <= ROOM);
    wf_kernel_fill(s->kernel, s->buffers, s->memory, s->words);
    return s->words <= ROOM;
}

static void keep(void *user, const struct wf_mismatches *m)
{
    struct setup *s = user;

    if (!s->reports++)
        s->told = *m;
}

static size_t compare(struct setup *s)
{
    s->reports = 0;
    s->told = (struct wf_mismatches){.count = 0};
    return wf_kernel_compare(s->kernel, s->buffers, s->memory, s->words, keep, s);
}

static void placing(void)
{
    static struct setup s;

    if (!set_up(&s, ""))
        return;
    CHECK(s.buffers[0].base % 256 == 0 && s.buffers[0].base > 0 && s.buffers[0].size == 12);
    CHECK(s.buffers[1].base % 256 == 0 && s.buffers[1].base >= s.buffers[0].base + 12 + 256 && s.buffers[1].size == 24);
    CHECK(s.words * 4 >= s.buffers[1].base + 24 + 256 && s.buffers[2].size == 0);
    CHECK(s.memory[0] == 0xdeadbeef && s.memory[s.words - 1] == 0xdeadbeef && s.memory[s.buffers[0].base / 4 + 2] == 9);
    CHECK_EQ(compare(&s), 0);
    CHECK(!s.reports);
    s.memory[s.buffers[1].base / 4] = 99;           /* nothing is expected of it */
    CHECK_EQ(compare(&s), 0);
    s.memory[s.buffers[0].base / 4 - 1] = 0;
    s.memory[s.buffers[0].base / 4 + 3] = 0;
    s.memory[s.words - 1] = 0;
    CHECK_EQ(compare(&s), 3);
    CHECK(s.reports == 1 && !s.told.buffer && !s.told.line && s.told.count == 3 && s.told.texts == 3);
    CHECK(strstr(s.told.text[0], "outside of the buffers") && strstr(s.told.text[0], "0xfc"));
    CHECK_EQ(wf_kernel_compare(s.kernel, s.buffers, s.memory, s.words, NULL, NULL), 3);
    wf_kernel_free(s.kernel);
}

static void compared(const char *expect, size_t before, unsigned at, uint32_t value, size_t after, const char *part)
{
    static struct setup s;

    if (!set_up(&s, expect))
        return;
    CHECK_EQ(compare(&s), before);
    s.memory[s.buffers[1].base / 4 + at] = value;
    CHECK_EQ(compare(&s), after);
    bool found = s.reports == (after != 0) && s.told.count == after && strstr(after ? s.told.text[0] : "", part);
    CHECK(found && (!after || (s.told.line == 4 && !strcmp(s.told.buffer, "Out"))));
    if (!found)
        printf("  %s: \"%s\"\n", expect, s.told.text[0]);
    wf_kernel_free(s.kernel);
}

static void comparing(void)
{
    compared("expect Out = { 1, 1, 2, 3, 3, 1.5 }", 0, 2, 4, 1, "Out[2] is 0x00000004 (4, ");
    compared("expect Out = { 1, 1, 2, 3, 3, 2.5 }", 1, 0, 4, 2, "expected 0x00000001");
    compared("expect Out = { 1, 1, _, 3, 3, 1.5 }", 0, 2, 4, 0, "");
    compared("expect Out = { 1, fill _ }", 0, 2, 4, 0, "");
    compared("expect Out = each i == 5 ? asuint(1.5) : (i + 2) / 2", 1, 1, 9, 2, "Out[1]");
    compared("expect Out any_order = { 1.5, 3, 2, 1, 3, 1 }", 0, 2, 4, 1,
             "0x00000004 (4, 5.60519386e-45) was not expected, 0x00000002 (2, 2.80259693e-45) is missing");
    compared("expect Out any_order = { 1, 3, 2, fill _ }", 1, 1, 3, 0, "");
    compared("expect Out runs", 0, 5, 1, 1, "Out[5] begins a second run of 0x00000001 (1, ");
    compared("expect Out runs", 0, 5, 3, 0, "");
    compared("expect Out runs = { _, _, 2, 3, _, _ }", 0, 3, 2, 1, "Out[3]");
    compared("expect Out any_order runs = { 3, 3, 1, 1, 2, _ }", 0, 0, 2, 2, "");
}

/* Differences of two floats that compare equal still count: words are compared. */
static void bits_not_values(void)
{
    compared("expect Out = { 1, 1, 2, 3, 3, 1.5 }", 0, 5, 0xbfc00000, 1, "-1.5");
    compared("expect Out = { 0.0, fill _ }", 1, 0, 0x80000000, 1, "Out[0] is -0 (0x80000000), expected 0 (0x00000000)");
}

/* Up to 8 are described, all are counted; each buffer for itself. */
static void many_differences(void)
{
    static struct setup s;
    struct wf_kernel *k = wfk_good("[numthreads(8,1,1)]\nbuffer A[20] = each i\nbuffer B[3]\n"
                                   "expect B = each 1\nexpect A any_order = each i + 30" TAIL);

    if (!k)
        return;
    CHECK_EQ(k->expectations, 2);
    s.kernel = k;
    s.words = wf_kernel_place(k, s.buffers);
    wf_kernel_fill(k, s.buffers, s.memory, s.words);
    CHECK_EQ(compare(&s), 23);
    CHECK(s.reports == 2 && !strcmp(s.told.buffer, "B") && s.told.line == 4 && s.told.count == 3);     /* in the order of the lines */
    s.memory[s.buffers[1].base / 4] = s.memory[s.buffers[1].base / 4 + 1] = s.memory[s.buffers[1].base / 4 + 2] = 1;
    CHECK_EQ(compare(&s), 20);
    CHECK(s.reports == 1 && !strcmp(s.told.buffer, "A") && s.told.line == 5 && s.told.count == 20 && s.told.texts == WF_MISMATCH_TEXTS);
    CHECK(strstr(s.told.text[0], "0x00000000 (0) was not expected, 0x0000001e (30) is missing"));
    CHECK(strstr(s.told.text[7], "0x00000007 (7) was not expected, 0x00000025 (37) is missing"));
    wf_kernel_free(k);
}

static void keep_line(void *user, const struct wf_mismatches *m)
{
    char *lines = user;

    CHECK(m->is_total == (m->line % 2 == 0));
    snprintf(lines + strlen(lines), 40 - strlen(lines), "%u ", m->line);
}

/* Contents, sums and counts, as they follow each other in the file; buffers last to first. */
static void order_of_reports(void)
{
    static struct setup s;
    char lines[40] = "";
    struct wf_kernel *k = wfk_good("[numthreads(8,1,1)]\nbuffer A[4] = each i\nbuffer B[3]\n"
                                   "expect A sum = 7\nexpect B = each 1\nexpect B count(0) = 1\nexpect A = each 9\nexpect A count(1) = 3" TAIL);

    if (!k)
        return;
    s.words = wf_kernel_place(k, s.buffers);
    wf_kernel_fill(k, s.buffers, s.memory, s.words);
    CHECK_EQ(wf_kernel_compare(k, s.buffers, s.memory, s.words, keep_line, lines), 3 + 3 + 4);
    CHECK(!strcmp(lines, "4 5 6 7 8 "));
    wf_kernel_free(k);
}

static void nothing_expected(void)
{
    struct wf_kernel *k = wfk_good("[numthreads(8,1,1)]\nbuffer A[20]" TAIL);

    CHECK(k && !k->expectations);
    wf_kernel_free(k);
    k = wfk_good("[numthreads(0,1,1)]\nexpect reject NUMTHREADS_ZERO" TAIL);
    CHECK(k && k->expectations == 1);
    wf_kernel_free(k);
}

/* Each instruction as it is written, and through the disassembler with the names of the buffers. */
static void sources(void)
{
    struct wf_kernel *k = wfk_good("[numthreads(8,1,1)]\nbuffer In[4]\nbuffer Out[4]\nconst N = 4\nreg at = r3\ncode\n"
                                   "\tadd \t at ,  at, 4*N // next\r\n  loop # x\n if at\ncontinue\nendif\nendloop\n"
                                   "store Out[at+N], r0\nsize r5, Out\nend");
    static const struct {
        const char *source, *named;
        unsigned line;
    } want[] = {{"add at , at, 4*N", "add r3, r3, 16", 7}, {"loop", "loop  // to 5, level 1", 8}, {"if at", "if r3  // to 4, level 2", 9},
                {"continue", "continue  // to 4, level 1", 10}, {"endif", "endif  // to 5, level 2", 11},
                {"", "continuing  // to 6, level 1", 12}, {"endloop", "endloop  // to 7, level 1, back to 2", 12},
                {"store Out[at+N], r0", "store Out[r3+4], r0", 13}, {"size r5, Out", "size r5, Out", 14}, {"end", "end", 15}};
    char text[100];

    if (!k)
        return;
    CHECK_EQ(k->count, sizeof want / sizeof want[0]);
    for (size_t n = 0; n < sizeof want / sizeof want[0]; n++) {
        bool good = !strcmp(wf_kernel_source(k, n), want[n].source) && k->line[n] == want[n].line;
        CHECK(good);
        if (!good)
            printf("  %zu: line %u \"%s\"\n", n, k->line[n], wf_kernel_source(k, n));
        wf_kernel_disassemble_at(k, n, text, sizeof text);
        CHECK(!strcmp(text, want[n].named));
        if (strcmp(text, want[n].named))
            printf("  %s\n", text);
    }
    wf_kernel_free(k);
}

int main(void)
{
    expressions();
    floats();
    a_whole_file();
    flags_come_from_the_code();
    placing();
    comparing();
    bits_not_values();
    many_differences();
    order_of_reports();
    nothing_expected();
    sources();
    return check_end("asm_values");
}

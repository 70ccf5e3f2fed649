/* SPDX-License-Identifier: Apache-2.0
 * test_flow.c - levels, jump targets, the continuing that is put in, and the limits of nesting and length.
 */
#include <stdlib.h>

#include "wfk.h"

struct wanted {
    uint8_t op, level;
    uint16_t target;
};

static void flow_is(const char *code, const struct wanted *want, size_t count)
{
    char text[2000];
    size_t where;

    snprintf(text, sizeof text, "[numthreads(1,1,1)]\ncode\n%s", code);
    struct wf_kernel *k = wfk_good(text);
    CHECK(k && k->count == count);
    for (size_t n = 0; k && n < count && n < k->count; n++) {
        struct wf_insn i = wf_insn_decode(k->code[n]);
        CHECK_EQ(i.op, want[n].op);
        CHECK_EQ(i.mod, want[n].level);
        CHECK_EQ(i.imm16, want[n].target);
    }
    CHECK(k && !wf_code_check(k->code, k->count, 64, &where));
    wf_kernel_free(k);
}

#define FLOW_IS(code, ...) \
    do { \
        const struct wanted want[] = {__VA_ARGS__}; \
        flow_is(code, want, sizeof want / sizeof want[0]); \
    } while (0)

static void targets(void)
{
    FLOW_IS("if r1\nendif\nend\n", {WF_OP_IF, 1, 1}, {WF_OP_ENDIF, 1, 2}, {WF_OP_END, 0, 0});
    FLOW_IS("if r1\nnop\nelse\nret\nendif\nend\n", {WF_OP_IF, 1, 2}, {WF_OP_NOP, 0, 0}, {WF_OP_ELSE, 1, 4}, {WF_OP_RET, 0, 4},
            {WF_OP_ENDIF, 1, 5}, {WF_OP_END, 0, 0});
    FLOW_IS("loop\nbreakif r1\nendloop\nend\n", {WF_OP_LOOP, 1, 2}, {WF_OP_BREAKIF, 1, 2}, {WF_OP_ENDLOOP, 1, 3}, {WF_OP_END, 0, 0});
    FLOW_IS("loop\nif r1\nbreak\nelse\ncontinue\nendif\ncontinuing\nnop\nendloop\nret\nend\n", {WF_OP_LOOP, 1, 6}, {WF_OP_IF, 2, 3},
            {WF_OP_BREAK, 1, 3}, {WF_OP_ELSE, 2, 5}, {WF_OP_CONTINUE, 1, 5}, {WF_OP_ENDIF, 2, 6}, {WF_OP_CONTINUING, 1, 8}, {WF_OP_NOP, 0, 0},
            {WF_OP_ENDLOOP, 1, 9}, {WF_OP_RET, 0, 10}, {WF_OP_END, 0, 0});
    FLOW_IS("loop\nloop\ndemote\nbreak\nendloop\nbreakif r1\nendloop\nend\n", {WF_OP_LOOP, 1, 6}, {WF_OP_LOOP, 2, 4}, {WF_OP_DEMOTE, 0, 4},
            {WF_OP_BREAK, 2, 4}, {WF_OP_ENDLOOP, 2, 6}, {WF_OP_BREAKIF, 1, 6}, {WF_OP_ENDLOOP, 1, 7}, {WF_OP_END, 0, 0});
}

/* Words of outer loops: the level is theirs, the target the next place where lanes meet all the same. */
static void outer_loops(void)
{
    FLOW_IS("loop\nloop\nbreak 2\nendloop\nendloop\nend\n", {WF_OP_LOOP, 1, 4}, {WF_OP_LOOP, 2, 3}, {WF_OP_BREAK, 1, 3}, {WF_OP_ENDLOOP, 2, 4},
            {WF_OP_ENDLOOP, 1, 5}, {WF_OP_END, 0, 0});
    FLOW_IS("loop\nif r1\nloop\nif r2\nbreakif r3, 1+1\nelse\nbreak 1\nendif\nbreakif r4, 1\nendloop\nendif\nendloop\nend\n",
            {WF_OP_LOOP, 1, 11}, {WF_OP_IF, 2, 10}, {WF_OP_LOOP, 3, 9}, {WF_OP_IF, 4, 5}, {WF_OP_BREAKIF, 1, 5}, {WF_OP_ELSE, 4, 7},
            {WF_OP_BREAK, 3, 7}, {WF_OP_ENDIF, 4, 9}, {WF_OP_BREAKIF, 3, 9}, {WF_OP_ENDLOOP, 3, 10}, {WF_OP_ENDIF, 2, 11}, {WF_OP_ENDLOOP, 1, 12},
            {WF_OP_END, 0, 0});
    /* the loop that is named gets the continuing; in the continuing of an inner loop an outer one may be continued */
    FLOW_IS("loop\nloop\ncontinuing\ncontinue 2\nendloop\nendloop\nend\n", {WF_OP_LOOP, 1, 5}, {WF_OP_LOOP, 2, 2}, {WF_OP_CONTINUING, 2, 4},
            {WF_OP_CONTINUE, 1, 4}, {WF_OP_ENDLOOP, 2, 5}, {WF_OP_CONTINUING, 1, 6}, {WF_OP_ENDLOOP, 1, 7}, {WF_OP_END, 0, 0});
    FLOW_IS("loop\nloop\nloop\nbreak 3\nendloop\ncontinuing\nbreak 2\nendloop\nendloop\nend\n", {WF_OP_LOOP, 1, 8}, {WF_OP_LOOP, 2, 5},
            {WF_OP_LOOP, 3, 4}, {WF_OP_BREAK, 1, 4}, {WF_OP_ENDLOOP, 3, 5}, {WF_OP_CONTINUING, 2, 7}, {WF_OP_BREAK, 1, 7}, {WF_OP_ENDLOOP, 2, 8},
            {WF_OP_ENDLOOP, 1, 9}, {WF_OP_END, 0, 0});
}

static void continuing_is_put_in(void)
{
    FLOW_IS("loop\nif r1\ncontinue\nendif\nbreak\nendloop\nend\n", {WF_OP_LOOP, 1, 5}, {WF_OP_IF, 2, 3}, {WF_OP_CONTINUE, 1, 3},
            {WF_OP_ENDIF, 2, 5}, {WF_OP_BREAK, 1, 5}, {WF_OP_CONTINUING, 1, 6}, {WF_OP_ENDLOOP, 1, 7}, {WF_OP_END, 0, 0});
    /* only where it is missing, and only in the loop of the continue */
    FLOW_IS("loop\nloop\ncontinue\ncontinuing\nendloop\nendloop\nend\n", {WF_OP_LOOP, 1, 5}, {WF_OP_LOOP, 2, 3}, {WF_OP_CONTINUE, 2, 3},
            {WF_OP_CONTINUING, 2, 4}, {WF_OP_ENDLOOP, 2, 5}, {WF_OP_ENDLOOP, 1, 6}, {WF_OP_END, 0, 0});
}

static struct wf_kernel *repeated(const char *before, const char *line, unsigned times, const char *after, const char *line2, unsigned times2,
                                  struct wfk_told *told)
{
    size_t room = 100 + strlen(before) + strlen(line) * times + strlen(after) + strlen(line2) * times2, length = 0;
    char *text = malloc(room);

    if (!text)
        return NULL;
    length += (size_t)snprintf(text, room, "%s", before);
    for (unsigned n = 0; n < times; n++)
        length += (size_t)snprintf(text + length, room - length, "%s", line);
    for (unsigned n = 0; n < times2; n++)
        length += (size_t)snprintf(text + length, room - length, "%s", line2);
    snprintf(text + length, room - length, "%s", after);
    struct wf_kernel *k = wfk_parse_at(text, 0, told);
    free(text);
    return k;
}

static void limits(void)
{
    static struct wfk_told told;
    const char *start = "[numthreads(1,1,1)]\ncode\n";
    struct wf_kernel *k = repeated(start, "if r1\n", 255, "end\n", "endif\n", 255, &told);

    CHECK(k && k->count == 511);
    wf_kernel_free(k);
    k = repeated(start, "loop\n", 256, "end\n", "endloop\n", 256, &told);
    CHECK(!k && told.at[0].line == 258 && strstr(told.at[0].text, "nest too deep"));
    k = repeated(start, "nop\n", 65535, "end\n", "", 0, &told);
    CHECK(k && k->count == 65536);
    wf_kernel_free(k);
    k = repeated(start, "nop\n", 65536, "end\n", "", 0, &told);
    CHECK(!k && told.count == 1 && told.at[0].line == 65539);
    CHECK(!strcmp(told.at[0].text, "the code has more than 65536 instructions; expected at most 65536"));
}

/* A device that holds less code than a program may have. */
static void small_device(unsigned nops, unsigned line, const char *message)
{
    static char text[400000];
    struct wf_device device = wfk_device;
    struct wfk_told told = {.count = 0};
    size_t length = (size_t)snprintf(text, sizeof text, "[numthreads(1,1,1)]\ncode\n");

    device.imem_words = 4096;
    for (unsigned n = 0; n < nops; n++)
        length += (size_t)snprintf(text + length, sizeof text - length, "nop\n");
    snprintf(text + length, sizeof text - length, "end\n");
    struct wf_kernel *k = wf_kernel_parse(text, strlen(text), &device, 0, wfk_listen, &told);
    CHECK(message ? !k && told.count == 1 && told.at[0].line == line && !strcmp(told.at[0].text, message) : k && !told.count);
    wf_kernel_free(k);
}

/* A device without a float unit: the first instruction that needs it is named. */
static void no_fpu(const char *line, bool refused)
{
    char text[200];
    struct wf_device device = wfk_device;
    struct wfk_told told = {.count = 0};

    device.no_fpu = true;
    snprintf(text, sizeof text, "[numthreads(1,1,1)]\ncode\nsv r1, lane\n%s\n%s\nend\n", line, line);
    struct wf_kernel *k = wf_kernel_parse(text, strlen(text), &device, 0, wfk_listen, &told);
    CHECK(refused ? !k && told.count == 1 && told.at[0].line == 4 : k && !told.count);
    CHECK(!refused || !strcmp(told.at[0].text, "this machine has no float unit; expected no products, float arithmetic, conversions or float scans"));
    wf_kernel_free(k);
    device.no_fpu = false;
    k = wf_kernel_parse(text, strlen(text), &device, 0, wfk_listen, &told);
    CHECK(k != NULL);
    wf_kernel_free(k);
}

int main(void)
{
    targets();
    no_fpu("mul r1, r1, 3", true);
    no_fpu("wfadd.reduce r1, r1", true);
    no_fpu("wfmax.reduce r1, r1", false);
    no_fpu("shl r1, r1, 3", false);
    outer_loops();
    continuing_is_put_in();
    limits();
    small_device(4095, 0, NULL);
    small_device(4096, 2, "the code has 4097 instructions; expected at most 4096, the instruction memory of the device");
    small_device(65535, 2, "the code has 65536 instructions; expected at most 4096, the instruction memory of the device");
    small_device(70000, 65539, "the code has more than 65536 instructions; expected at most 4096, the instruction memory of the device");
    return check_end("asm_flow");
}

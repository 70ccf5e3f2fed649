/* SPDX-License-Identifier: Apache-2.0
 * test_claims_hand.c - one dispatch in parts (docs/model.md, "Parts"): what two parts may do to one word and what is a conflict, sums of both, memory
 * after a conflict.  The parts run one after the other, each in a machine of its own.
 */
#include "wavefold/claims.h"

#include "../common/wf_testkit.h"

enum { PARTS = 3, GROUPS = 3, KEPT = 300 };

static unsigned private_buffer = 2;

struct shared {
    struct kit *k;
    struct wf_claims *claims;
    struct wf_machine *part[PARTS];
};

static void shared_free(struct shared *s)
{
    for (unsigned i = 0; i < PARTS; i++)
        wf_machine_free(s->part[i]);
    wf_claims_free(s->claims);
    kit_free(s->k);
}

/* Three groups of a wave of 8, a part for each.  Words of Out that no test stores into hold their number. */
static bool shared_new(struct shared *s, const char *code)
{
    *s = (struct shared){.k = kit_new(8, 1, 1, 8)};
    struct kit *k = s->k;
    k->desc.grid[0] = GROUPS;
    k->desc.groupshared_bytes = 64;
    k->buffer[1] = k->buffer[0];                        /* the same words again */
    k->buffer[2] = (struct wf_buffer){4096, 4096};
    for (unsigned i = 0; i < KEPT; i++)
        k->memory[k->buffer[0].base / 4 + i] = i;
    s->claims = wf_claims_new(k->memory, KIT_MEMORY);
    CHECK(s->claims != NULL);
    if (s->claims == NULL || !kit_code(k, code))
        return false;
    for (unsigned i = 0; i < PARTS; i++)
        s->part[i] = wf_machine_new(&k->device, &k->desc, &k->shape, k->code, k->count, k->buffer, k->memory, KIT_MEMORY);
    return true;
}

/* All parts.  True when they met. */
static bool run_parts(struct shared *s, uint64_t seed)
{
    CHECK(wf_claims_begin(s->claims, PARTS));
    for (unsigned i = 0; i < PARTS; i++)
        CHECK(wf_machine_take_part(s->part[i], s->claims, i, private_buffer, i, 1));
    for (unsigned i = 0; i < PARTS; i++) {
        const enum wf_run_result result = wf_machine_run(s->part[i], seed, 100000, NULL, NULL, NULL);
        CHECK(result == WF_RUN_DONE || wf_claims_conflict(s->claims));
    }
    return wf_claims_conflict(s->claims);
}

/* A conflict: after the undo each word is as before. */
static void meets(const char *code)
{
    struct shared s;

    if (shared_new(&s, code)) {
        const bool met = run_parts(&s, 5);
        CHECK(met);
        if (!met)
            printf("no conflict: %s\n", code);
        wf_claims_undo(s.claims);
        for (unsigned i = 0; i < KEPT; i++)
            CHECK_EQ(kit_out(s.k, i), i);
    }
    shared_free(&s);
}

/* No conflict; then word n of Out holds `wanted`. */
static void fits(const char *code, unsigned n, uint32_t wanted)
{
    struct shared s;

    if (shared_new(&s, code)) {
        const bool met = run_parts(&s, 5);
        CHECK(!met);
        CHECK_EQ(kit_out(s.k, n), wanted);
        if (met || kit_out(s.k, n) != wanted)
            printf("%s: %s\n", met ? "a conflict" : "another value", code);
    }
    shared_free(&s);
}

/* r0: the group, r1: byte offset of a word of one's own, r2: the lane, r3: 0 */
#define START "sv r0, gid.x; sv r1, dtid.x; shl r1, r1, 2; sv r2, lane; mov r3, 0; "
#define ONE_LANE(code) START "eq r4, r2, 0; if r4; " code "; endif"
#define GROUP(n, code) "eq r4, r0, " #n "; if r4; " code "; endif; "

static void test_words(void)
{
    fits(START "add r5, r2, 100; store Out[r1], r5", 23, 107);
    fits(START "load r5, Out[r1]; add r5, r5, 1; store Out[r1], r5; load r6, Out[r1]; store Out[r1+400], r6", 123, 24);
    fits(START "load r5, Out[r3+800]; store Out[r1], r5", 9, 200);                     /* all read one word */
    meets(ONE_LANE("store Out[r3], r0"));
    meets(START GROUP(0, "store Out[r3+800], r2") GROUP(1, "load r5, Out[r3+800]"));
    meets(START GROUP(0, "load r5, Out[r3+800]") GROUP(1, "store Out[r3+800], r2"));
    meets(START GROUP(0, "load r5, Out[r3+800]") GROUP(1, "load r5, Out[r3+800]") GROUP(2, "store Out[r3+800], r2"));
    meets(START GROUP(1, "load r5, Out[r3+800]; store Out[r3+800], r2") GROUP(2, "load r5, Out[r3+800]"));
    meets(START GROUP(0, "store Out[r3+800], r2") GROUP(2, "load r5, B1[r3+800]"));     /* one word, by another buffer */
    meets(START "mov r5, 0; table.store [r5][r3], r2");
    fits(START "mov r5, 0; table.store [r5][r1], r2", 15, 7);
    fits(START "store B2[r3], r2; load r5, B2[r3]; store Out[r1], r5", 0, 7);          /* private: the last lane's */
    fits(START "store B2[r3], r2; mov r5, 0; table.load r6, [r5][r3+800]; store B2[r3], r6", 200, 200);    /* nothing else is written */
    private_buffer = 3;
    meets(START "store B2[r3], r2");
    fits(START "store B2[r1], r2; load r5, Out[r3+800]", 200, 200);                    /* Out lies behind what is written */
    private_buffer = 2;
    fits(START "lds.store [r3], r0; lds.load r5, [r3]; store Out[r1], r5", 16, 2);
}

/* 24 lanes change one word, which held 200, by r5 = lane + 1 or what else stands there. */
static void test_kinds(void)
{
    fits(START "add r5, r2, 1; atomic.add _, Out[r3+800], r5", 200, 200 + 3 * 36);
    fits(START "add r5, r2, 1; atomic.sub _, Out[r3+800], r5", 200, 200 - 3 * 36);
    fits(START "mov r5, 0xf8; atomic.and _, Out[r3+800], r5", 200, 200);
    fits(START "mov r5, 1; shl r5, r5, r2; atomic.or _, Out[r3+800], r5", 200, 255);
    fits(START "mov r5, 1; shl r5, r5, r2; atomic.xor _, Out[r3+800], r5", 200, 200 ^ 255);        /* thrice each bit */
    fits(START "sub r5, r3, r2; atomic.min.s _, Out[r3+800], r5", 200, -7u);
    fits(START "mul r5, r0, 100; add r5, r5, r2; atomic.max.s _, Out[r3+800], r5", 200, 207);
    fits(START "sub r5, r3, r2; add r5, r5, 50; atomic.min.u _, Out[r3+800], r5", 200, 43);
    fits(START "sub r5, r3, r2; atomic.max.u _, Out[r3+800], r5", 200, UINT32_MAX);
    fits(START "add r5, r2, 1; atomic.add _, Out[r3+800], r5; atomic.sub _, Out[r3+800], r2", 200, 200 + 24);
    meets(START GROUP(0, "atomic.add _, Out[r3+800], r2") GROUP(1, "atomic.max.u _, Out[r3+800], r2"));
    fits(START GROUP(1, "load r5, Out[r3+800]; mov r6, 1; atomic.add _, Out[r3+800], r6; load r5, Out[r3+800]; store Out[r3+804], r5"), 201, 208);
    meets(START "eq r4, r0, 0; if r4; atomic.add _, Out[r3+800], r2; atomic.max.u _, Out[r3+800], r2; endif");     /* of one part alone, too */
    meets(START "add r5, r2, 1; atomic.add r6, Out[r3+800], r5");                      /* each takes a result */
    meets(START "atomic.xchg _, Out[r3+800], r2");
    meets(START "atomic.cas _, Out[r3+800], r2, r3");
    meets(START "atomic.fadd _, Out[r3+800], r2");
    meets(START "atomic.fmin _, Out[r3+800], r2");
    meets(START "atomic.fmax _, Out[r3+800], r2");
    meets(START GROUP(0, "atomic.add _, Out[r3+800], r2") GROUP(1, "load r5, Out[r3+800]"));
    meets(START GROUP(0, "atomic.add _, Out[r3+800], r2") GROUP(1, "store Out[r3+800], r5"));
    meets(START GROUP(0, "store Out[r3+800], r5") GROUP(1, "atomic.add _, Out[r3+800], r2"));
}

/* What a part gathers comes to memory, whatever else it gathers; of a word of its own it is there at once. */
static void test_gathered(void)
{
    fits(START "mov r5, 1; mov r6, 4096; atomic.add _, Out[r3+4], r5; atomic.add _, Out[r6+4], r5; atomic.add _, Out[r3+4], r5", 1, 1 + 2 * 24);
    fits(START "mov r5, 1; mov r6, 4096; atomic.add _, Out[r3+4], r5; atomic.add _, Out[r6+4], r5; atomic.add _, Out[r3+4], r5", 1025, 24);
    fits(START "mov r5, 9; store Out[r1], r2; atomic.add _, Out[r1], r5; load r6, Out[r1]; store Out[r1+400], r6", 107, 16);
}

/* Out[200..201] by two parts, of 64 bits: the first word, the second, and both are one's own. */
static void test_wide(void)
{
    meets(START GROUP(0, "mov r8, 1; atomic64.add _, Out[r3+800], q8") GROUP(1, "store Out[r3+800], r2"));
    meets(START GROUP(0, "mov r8, 1; atomic64.add _, Out[r3+800], q8") GROUP(1, "load r5, Out[r3+804]"));
    meets(START GROUP(0, "store Out[r3+800], r2") GROUP(1, "mov r8, 1; atomic64.add _, Out[r3+800], q8"));
    meets(START GROUP(0, "store Out[r3+804], r2") GROUP(1, "mov r8, 1; atomic64.add _, Out[r3+800], q8"));
    fits(ONE_LANE("shl r5, r1, 1; mov r8, 0xffffffff; atomic64.add _, Out[r5+800], q8"), 217, 218);    /* 216 + 2^32 - 1 carries */
}

/* The clock counts what all parts do. */
static void test_clock(void)
{
    struct kit *k = kit_new(8, 1, 1, 8);

    if (kit_code(k, "sv r0, gid.x; add r1, r0, 1"))
        CHECK(wf_claims_fit(k->code, k->count));
    if (kit_code(k, "sv r0, gid.x; sv r1, clock.low"))
        CHECK(!wf_claims_fit(k->code, k->count));
    if (kit_code(k, "sv r1, clock.high"))
        CHECK(!wf_claims_fit(k->code, k->count));
    kit_free(k);
}

/* Machines and tags serve one dispatch after another: parts touch in turn what others touched in the dispatch before. */
static void test_again(void)
{
    struct shared s;

    if (shared_new(&s, START "load r5, Out[r1]; add r5, r5, 1; store Out[r1], r5")) {
        for (unsigned n = 0; n < 4; n++) {
            CHECK(wf_claims_begin(s.claims, PARTS));
            for (unsigned i = 0; i < PARTS; i++) {
                CHECK(wf_machine_take_part(s.part[i], s.claims, i, private_buffer, (i + n) % PARTS, 1));
                CHECK_EQ(wf_machine_run(s.part[i], n, 0, NULL, NULL, NULL), WF_RUN_DONE);
            }
            CHECK(!wf_claims_conflict(s.claims));
        }
        for (unsigned i = 0; i < 8 * GROUPS; i++)
            CHECK_EQ(kit_out(s.k, i), i + 4);
    }
    shared_free(&s);
    wf_claims_free(NULL);
}

/* More changes than the notes have room for at first: all are undone. */
static void test_many_notes(void)
{
    meets(START "mov r6, 0; loop; shl r7, r6, 5; add r7, r7, r1; store Out[r7], r3; add r6, r6, 1; ge.u r4, r6, 100; breakif r4; endloop");
}

int main(void)
{
    test_words();
    test_kinds();
    test_gathered();
    test_wide();
    test_clock();
    test_again();
    test_many_notes();
    return check_end("claims_hand");
}

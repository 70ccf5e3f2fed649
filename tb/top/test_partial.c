/* SPDX-License-Identifier: Apache-2.0
 * test_partial.c - arithmetic of waves of which some lanes run, at every wave size: random programs of arithmetic, branches and demotions,
 * results that overwrite operands, dead lanes in the last wave.  Expected is what each thread makes of its own registers when it runs
 * alone, one lane at a time.
 */
#include "../common/wf_testkit.h"

#include "../../c_model/model/core/core.h"

enum {
    DATA = 8,                           /* r0..r7 */
    THREAD = DATA, PLACE, REGS,         /* r8: which thread it is; r9: where it stores, 4 * DATA bytes */
    ROUNDS = 60, DEEPEST = 4, MOST_CODE = 180,
    PLAIN = 4096                        /* word of buffer 0 where the stores begin that helper lanes leave out */
};

static uint64_t random_state = 1;

static unsigned draw(unsigned n)
{
    return check_random(&random_state) % n;
}

/* ---- programs ---------------------------------------------------------------------------------------------------------- */

static bool is_arithmetic(uint8_t op)
{
    const struct wf_op_info *info = wf_op_info(op);

    return info != NULL && info->words == 1 && (info->unit == WF_UNIT_ALU || info->unit == WF_UNIT_FPU);
}

static void add_arithmetic(struct kit *k)
{
    uint8_t op = (uint8_t)draw(256);

    while (!is_arithmetic(op))
        op++;
    if (wf_format_allows_imm(wf_op_info(op)->format) && draw(3) == 0)
        kit_imm(k, op, draw(DATA), draw(DATA), draw(2) ? draw(40) : check_random(&random_state));
    else
        kit_op(k, op, draw(DATA), draw(DATA), draw(DATA), wf_op_info(op)->format == WF_FMT_DABC ? draw(DATA) : 0);
    if (wf_op_info(op)->format == WF_FMT_DB)
        k->insn[k->count - 1].a = 0;
}

static void add_code(struct kit *k, unsigned depth)
{
    for (unsigned n = 1 + draw(12); n > 0 && k->count < MOST_CODE; n--) {
        add_arithmetic(k);
        if (draw(12) == 0 && depth > 0)
            kit_flow(k, WF_OP_DEMOTE);
        if (draw(4) != 0 || depth == DEEPEST)
            continue;
        if (draw(2))                    /* else most data are not 0 */
            kit_imm(k, WF_OP_AND, draw(DATA), THREAD, 1u << draw(8));
        kit_cond(k, WF_OP_IF, draw(2) ? k->insn[k->count - 1].dst : draw(DATA));
        add_code(k, depth + 1);
        if (draw(2)) {
            kit_flow(k, WF_OP_ELSE);
            add_code(k, depth + 1);
        }
        kit_flow(k, WF_OP_ENDIF);
    }
}

static void add_program(struct kit *k)
{
    kit_sv(k, THREAD, WF_SV_DTID_X);
    kit_imm(k, WF_OP_SHL, PLACE, THREAD, 5);
    for (unsigned reg = 0; reg < DATA; reg++)
        kit_imm(k, reg % 2 ? WF_OP_MUL : WF_OP_ADD, reg, THREAD, check_random(&random_state));
    add_code(k, 0);
    for (unsigned reg = 0; reg < DATA; reg++)
        kit_mem(k, WF_OP_GSTP, 0, PLACE, reg, 0, 0, 4 * reg);
    kit_mem(k, WF_OP_GST, 0, PLACE, 0, 0, 0, 4 * PLAIN);
}

/* ---- a thread alone ------------------------------------------------------------------------------------------------------ */

/* From an `if` that is not taken to its `else` or `endif`, from an `else` to the `endif`. */
static size_t skip(const struct kit *k, size_t at)
{
    const bool stops_at_else = k->insn[at].op == WF_OP_IF;
    unsigned depth = 0;

    for (size_t i = at + 1;; i++) {
        const uint8_t op = k->insn[i].op;
        if (depth == 0 && (op == WF_OP_ENDIF || (stops_at_else && op == WF_OP_ELSE)))
            return i;
        depth = depth + (op == WF_OP_IF) - (op == WF_OP_ENDIF);
    }
}

/* Returns whether it was demoted. */
static bool run_alone(const struct kit *k, uint32_t thread, uint32_t reg[REGS])
{
    bool helper = false;

    memset(reg, 0, REGS * sizeof *reg);
    for (size_t i = 0; !wf_op_is_store(k->insn[i].op); i++) {
        const struct wf_insn *n = &k->insn[i];
        const uint32_t a = reg[n->a], b = n->has_imm ? n->imm : reg[n->b], c = reg[n->c];
        uint32_t value = thread;
        if (n->op == WF_OP_ELSE || (n->op == WF_OP_IF && a == 0))
            i = skip(k, i);
        else if (n->op == WF_OP_DEMOTE)
            helper = true;
        else if (n->op == WF_OP_SV || wf_integer_perform(n->op, 1, &a, &b, &c, &value) || wf_float_perform(n->op, 1, &a, &b, &c, &value))
            reg[n->dst] = value;
    }
    return helper;
}

/* ---- the test ------------------------------------------------------------------------------------------------------------ */

/* Lanes of the last wave that have no thread keep what every wave begins with.  Under seed 0 wave n is in slot n. */
static void check_dead_lanes(const struct kit *k, unsigned waves, uint32_t threads, unsigned size)
{
    for (unsigned lane = threads - (waves - 1) * size; lane < size; lane++)
        for (unsigned reg = 0; reg < REGS; reg++)
            CHECK_EQ(wf_machine_register(k->machine, waves - 1, lane, reg), 0);
}

static void test_program(struct kit *k, unsigned size, uint64_t seed)
{
    const uint32_t threads = 2 * size + 1 + draw(size);

    kit_begin(k, threads, 1, 1, size);
    add_program(k);
    if (kit_finish(k) && kit_run(k, seed) == WF_RUN_DONE) {
        for (uint32_t thread = 0; thread < threads; thread++) {
            uint32_t reg[REGS];
            const bool helper = run_alone(k, thread, reg);
            for (unsigned i = 0; i < DATA; i++)
                CHECK_EQ(kit_out(k, DATA * thread + i), reg[i]);
            CHECK_EQ(kit_out(k, PLAIN + DATA * thread), helper ? 0 : reg[0]);
        }
        if (seed == 0)
            check_dead_lanes(k, k->shape.waves, threads, size);
    }
    CHECK(wf_machine_done(k->machine));
    kit_end(k);
}

int main(void)
{
    struct kit *k = calloc(1, sizeof *k);

    if (k == NULL)
        abort();
    for (unsigned round = 0; round < ROUNDS; round++)
        for (unsigned size = 4; size <= WF_MAX_LANES; size *= 2)
            test_program(k, size, round % 3);
    free(k);
    return check_end("partial");
}

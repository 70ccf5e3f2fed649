/* SPDX-License-Identifier: Apache-2.0
 * interp_exec.c - runs the instructions of a tangle, each over all of its lanes, until its lanes part, meet others or wait.
 */
#include <string.h>

#include "interp_draw.h"
#include "interp_geometry.h"
#include "interp_mesh.h"
#include "interp_sample.h"
#include "interp_task.h"
#include "interp_value.h"
#include "interp_vertex.h"
#include "interp_wave.h"

/* Lanes of the tangle that runs, in ascending order, and what they see. */
struct running {
    struct wave *wave;
    struct module *module;
    struct tangle *t;
    uint8_t list[MAX_LANES];
    unsigned count;
};

static struct sight sight_of(const struct running *r, unsigned lane)
{
    return (struct sight){ .module = r->module, .lane = lane_slots_of(r->wave, lane), .group = r->wave->group->memory };
}

static void list_lanes(struct running *r)
{
    r->count = 0;
    for (unsigned lane = 0; lane < MAX_LANES; lane++)
        if (has_lane(r->t->lanes, lane))
            r->list[r->count++] = (uint8_t)lane;
}

static const struct type *pointee_of(struct running *r, const struct insn *n, unsigned k)
{
    const struct type *t = value_type(r->module, word_of(n, k)), *to = type_of(r->module, t->element);

    if (t->op != OpTypePointer)
        module_fail(r->module, n->offset, "operand %u of opcode %u is not a pointer", k, (unsigned)n->op);
    if (to->slots > r->module->pad)
        module_fail(r->module, n->offset, "a value of more than %u scalars", (unsigned)r->module->pad);
    return to;
}

/* All phis of a block read before any of them writes. */
static uint32_t run_phis(struct running *r, uint32_t at)
{
    struct module *m = r->module;
    uint32_t end = at, slots = 0;

    while (m->code[end].op == OpPhi)
        slots += m->code[end++].type->slots;
    for (unsigned k = 0; k < r->count && end > at; k++) {
        uint64_t *regs = lane_slots_of(r->wave, r->list[k]), *out = m->scratch;
        if (slots > m->lane_slots)
            module_fail(m, m->code[at].offset, "phis of too many scalars");
        for (uint32_t p = at; p < end; p++) {
            const struct insn *n = &m->code[p];
            unsigned pair = 0;
            while (pair < n->n && word_of(n, pair + 1) != r->wave->from[r->list[k]])
                pair += 2;
            if (pair >= n->n)
                module_fail(m, n->offset, "OpPhi has no value for predecessor %u", (unsigned)r->wave->from[r->list[k]]);
            memmove(out, value(m, regs, n->w[pair]), n->type->slots * sizeof *out);
            out += n->type->slots;
        }
        out = m->scratch;
        for (uint32_t p = at; p < end; p++) {
            memmove(regs + m->code[p].at, out, m->code[p].type->slots * sizeof *out);
            out += m->code[p].type->slots;
        }
    }
    return end;
}

static void run_call(struct running *r, const struct insn *n)
{
    struct module *m = r->module;
    const uint32_t first = id_of(m, word_of(n, 0))->at + 1;

    for (unsigned k = 0; k < r->count; k++) {
        uint64_t *regs = lane_slots_of(r->wave, r->list[k]);
        for (uint32_t p = 0; m->code[first + p].op == OpFunctionParameter; p++)
            memmove(regs + m->code[first + p].at, value(m, regs, word_of(n, 1 + p)), m->code[first + p].type->slots * sizeof *regs);
    }
    flow_call(r->wave, r->t, n);
}

static void run_return(struct running *r, const struct insn *n)
{
    const struct insn *call = flow_caller(r->t)->call;

    for (unsigned k = 0; k < r->count && call && n->op == OpReturnValue; k++) {
        uint64_t *regs = lane_slots_of(r->wave, r->list[k]);
        memmove(regs + call->at, value(r->module, regs, word_of(n, 0)), call->type->slots * sizeof *regs);
    }
    for (unsigned k = 0; k < r->count && !call; k++) {
        if (r->module->run->vertices && r->module->run->vertices->points && !r->module->run->vertices->evaluates)
            geometry_store(r->wave, r->list[k]);
        else if (r->module->run->vertices)
            vertex_store(r->wave, r->list[k]);
        else if (r->module->run->draw && !has_lane(r->wave->helpers, r->list[k]))
            draw_store(r->wave, r->list[k]);
    }
    flow_return(r->wave, r->t);
}

static void run_branch_conditional(struct running *r, const struct insn *n)
{
    struct lanes taken = { 0 };

    for (unsigned k = 0; k < r->count; k++)
        if (value(r->module, lane_slots_of(r->wave, r->list[k]), word_of(n, 0))[0])
            add_lane(&taken, r->list[k]);
    flow_branch(r->wave, r->t, without(r->t->lanes, taken), word_of(n, 2));
    flow_branch(r->wave, r->t, taken, word_of(n, 1));
}

static uint32_t switch_target(const struct insn *n, uint64_t selector, unsigned width)
{
    const unsigned step = width == 64 ? 3 : 2;

    for (unsigned k = 2; k + step <= n->n + 0u; k += step) {
        const uint64_t literal = n->w[k] | (step == 3 ? (uint64_t)n->w[k + 1] << 32 : 0);
        if (low_bits(width, literal) == selector)
            return n->w[k + step - 1];
    }
    return word_of(n, 1);
}

static void run_switch(struct running *r, const struct insn *n)
{
    const struct type *t = value_type(r->module, word_of(n, 0));
    uint32_t target[MAX_LANES] = { 0 };

    for (unsigned k = 0; k < r->count; k++)
        target[r->list[k]] = switch_target(n, value(r->module, lane_slots_of(r->wave, r->list[k]), word_of(n, 0))[0], t->width);
    flow_switch(r->wave, r->t, n, target);
}

/* The end of a block.  False: it is none. */
static bool run_end(struct running *r, const struct insn *n)
{
    switch (n->op) {
    case OpBranch: flow_branch(r->wave, r->t, r->t->lanes, word_of(n, 0)); return true;
    case OpBranchConditional: run_branch_conditional(r, n); return true;
    case OpSwitch: run_switch(r, n); return true;
    case OpEmitMeshTasksEXT: task_emit(r->wave->group, n, lane_slots_of(r->wave, r->list[0])); run_return(r, n); return true;
    case OpReturn: case OpReturnValue: run_return(r, n); return true;
    case OpKill: case OpTerminateInvocation: flow_kill(r->wave, r->t); return true;
    case OpUnreachable: case OpFunctionEnd: case OpFunction: case OpLabel: module_fail(r->module, n->offset, "OpUnreachable was reached");
    default: return false;
    }
}

static void run_variable(struct running *r, const struct insn *n)
{
    const struct object *o = &r->module->object[r->module->constant[n->at]];
    const struct type *t = type_of(r->module, o->type);

    for (unsigned k = 0; k < r->count && o->where == IN_LANE && t->slots <= r->module->pad; k++) {
        uint64_t *regs = lane_slots_of(r->wave, r->list[k]);
        if (o->initializer)
            memmove(regs + o->at, value(r->module, regs, o->initializer), t->slots * sizeof *regs);
        else
            memset(regs + o->at, 0, t->slots * sizeof *regs);
    }
}

/* binary32 added by several lanes to one word of groupshared memory: semantics.md, section 6, combines them as a scan does, then with
 * the word.  Runs once for the first lane of each word; `done` has those whose turn is past. */
static void run_shared_fadd(struct running *r, const struct insn *n)
{
    struct module *m = r->module;
    const struct type *t = pointee_of(r, n, 0);
    struct lanes done = { 0 };

    for (unsigned k = 0; k < r->count; k++) {
        const uint64_t *p = value(m, lane_slots_of(r->wave, r->list[k]), word_of(n, 0));
        uint64_t part[MAX_LANES], old[1];
        uint8_t lane[MAX_LANES];
        unsigned count = 0;
        const struct sight s = sight_of(r, r->list[k]);
        if (has_lane(done, k))
            continue;
        for (unsigned j = k; j < r->count; j++) {
            const uint64_t *regs = lane_slots_of(r->wave, r->list[j]), *q = value(m, regs, word_of(n, 0));
            if (q[0] != p[0] || q[1] != p[1])
                continue;
            add_lane(&done, j);
            lane[count] = r->list[j];
            part[count++] = value(m, regs, word_of(n, 3))[0];
        }
        for (unsigned step = 1; step < count; step *= 2)
            for (unsigned j = count; j-- > step;)
                part[j] = alu_nearest(OpFAdd, t, part[j - step], part[j]);
        memory_load(&s, t, pointer_of(m, value_type(m, word_of(n, 0)), p), old);
        for (unsigned j = 0; j < count; j++)
            lane_slots_of(r->wave, lane[j])[n->at] = j ? alu_nearest(OpFAdd, t, old[0], part[j - 1]) : old[0];
        part[0] = alu_nearest(OpFAdd, t, old[0], part[count - 1]);
        memory_store(&s, t, pointer_of(m, value_type(m, word_of(n, 0)), p), part);
    }
}

static void run_atomic(struct running *r, const struct insn *n)
{
    const struct type *pointer = value_type(r->module, word_of(n, 0));

    pointee_of(r, n, 0);
    if (n->op == OpAtomicFAddEXT && pointer->storage == ScWorkgroup && n->type->width == 32 && pointee_of(r, n, 0) == n->type) {
        run_shared_fadd(r, n);
        return;
    }
    for (unsigned k = 0; k < r->count; k++) {
        const struct sight s = sight_of(r, r->list[k]);
        const uint64_t undefined = low_bits(n->type->width, r->module->run->undefined);
        const uint64_t old = has_lane(r->wave->helpers, r->list[k]) ? undefined : memory_atomic(&s, n);
        if (n->type->slots)
            s.lane[n->at] = old;
    }
}

static void run_extract_pointer(struct running *r, const struct insn *n)
{
    /* Frexp and Modf with a pointer: result, and the whole or exponent through it */
    const struct type *to = pointee_of(r, n, 3);

    for (unsigned k = 0; k < r->count; k++) {
        const struct sight s = sight_of(r, r->list[k]);
        const uint64_t *x = value(r->module, s.lane, word_of(n, 2));
        uint64_t whole[4] = { 0 };
        for (uint32_t c = 0; c < n->type->slots && c < 4; c++)
            glsl_split(word_of(n, 1), scalar_of(r->module, n->type), scalar_of(r->module, to), x[c], &s.lane[n->at + c], &whole[c]);
        if (to->slots <= 4)
            memory_store(&s, to, pointer_of(r->module, value_type(r->module, word_of(n, 3)), value(r->module, s.lane, word_of(n, 3))), whole);
    }
}

static void run_image(struct running *r, const struct insn *n)
{
    for (unsigned k = 0; k < r->count; k++) {
        const struct sight s = sight_of(r, r->list[k]);
        if (n->op != OpImageWrite || !has_lane(r->wave->helpers, r->list[k]))
            image_insn(&s, n);
    }
}

/* What a variable of images or samplers is loaded as. */
static bool load_handle(const struct running *r, const struct insn *n, const struct type *from, struct pointer p, uint64_t *out)
{
    if (from->op != OpTypeImage && from->op != OpTypeSampler && from->op != OpTypeSampledImage)
        return false;
    for (unsigned k = 0; k < n->type->slots; k++)
        out[k] = (uint64_t)(p.object - r->module->object);
    return true;
}

/* Loads, stores and all that needs memory.  False: it is no such instruction. */
static bool run_memory(struct running *r, const struct insn *n)
{
    struct module *m = r->module;
    const struct type *to = NULL, *from = NULL;

    switch (n->op) {
    case OpVariable: run_variable(r, n); return true;
    case OpLoad:
        from = pointee_of(r, n, 0);
        if (from->slots != n->type->slots)
            module_fail(m, n->offset, "OpLoad of another type");
        break;
    case OpStore: to = pointee_of(r, n, 0); break;
    case OpImageRead: case OpImageFetch: case OpImageWrite: case OpImageTexelPointer: case OpImageQuerySize: case OpImageQuerySizeLod:
    case OpImageQueryLevels: case OpImageQuerySamples:
        run_image(r, n);
        return true;
    case OpCopyMemory: to = pointee_of(r, n, 0), from = pointee_of(r, n, 1); break;
    case OpArrayLength: to = type_of(m, value_type(m, word_of(n, 0))->element); break;
    case OpExtInst:
        if (word_of(n, 0) != m->glsl || (word_of(n, 1) != GlslFrexp && word_of(n, 1) != GlslModf))
            return false;
        run_extract_pointer(r, n);
        return true;
    default:
        if (is_sampling(n->op)) {
            sample_lanes(r->wave, n, r->list, r->count);
            return true;
        }
        if (!(n->op >= OpAtomicLoad && n->op <= OpAtomicXor) && n->op != OpAtomicFAddEXT && n->op != OpAtomicFMinEXT &&
            n->op != OpAtomicFMaxEXT)
            return false;
        run_atomic(r, n);
        return true;
    }
    for (unsigned k = 0; k < r->count; k++) {
        const struct sight s = sight_of(r, r->list[k]);
        const struct pointer p = pointer_of(m, value_type(m, word_of(n, 0)), value(m, s.lane, word_of(n, 0)));
        if (n->op == OpLoad && load_handle(r, n, from, p, s.lane + n->at)) {
            continue;
        } else if (n->op == OpLoad) {
            memory_load(&s, from, p, s.lane + n->at);
        } else if (n->op == OpArrayLength) {
            s.lane[n->at] = memory_array_length(&s, to, p, word_of(n, 1));
        } else if (!has_lane(r->wave->helpers, r->list[k]) || p.object->where == IN_LANE) {
            const uint64_t *v = value(m, s.lane, word_of(n, 1));
            if (n->op == OpCopyMemory) {
                memory_load(&s, from, pointer_of(m, value_type(m, word_of(n, 1)), v), m->scratch);
                v = m->scratch;
            }
            memory_store(&s, to, p, v);
        }
    }
    return true;
}

/* What has no result: debug information and other imports that do nothing, emissions. */
static bool is_silent(struct running *r, const struct insn *n)
{
    const struct id *set = id_of(r->module, word_of(n, 0));
    const char *name = (const char *)set->literal;

    switch (n->op) {
    case OpMemoryBarrier: case OpAssumeTrueKHR: return true;
    case OpEmitVertex: case OpEndPrimitive:
        for (unsigned k = 0; k < r->count; k++)
            (n->op == OpEmitVertex ? geometry_emit : geometry_end_strip)(r->wave, r->list[k]);
        return true;
    case OpExtInst:
        return set->op == OpExtInstImport && set->literals > 3 &&
               (memcmp(name, "NonSemantic.", 12) == 0 || memcmp(name, "OpenCL.Debug", 12) == 0);
    default: return false;
    }
}

static void run_value(struct running *r, const struct insn *n)
{
    struct module *m = r->module;

    for (unsigned k = 0; k < r->count; k++) {
        uint64_t *regs = lane_slots_of(r->wave, r->list[k]);
        if (!value_insn(m, n, regs, regs + n->at))
            module_fail(m, n->offset, "opcode %u is not supported", (unsigned)n->op);
    }
}

/* One tangle, up to where its lanes part, meet others or wait. */
static void run_tangle(struct running *r)
{
    struct wave *w = r->wave;
    struct module *m = r->module;
    struct tangle *t = r->t;

    list_lanes(r);
    for (;;) {
        const struct insn *n = &m->code[t->at++];
        w->group->steps += r->count;
        if (n->op == OpPhi) {
            t->at = run_phis(r, t->at - 1);
        } else if (n->op == OpSelectionMerge || n->op == OpLoopMerge) {
            flow_merge(w, t, n);
        } else if (n->op == OpFunctionCall) {
            run_call(r, n);
        } else if (run_end(r, n)) {
            return;
        } else if (n->op == OpControlBarrier) {
            const uint64_t *scope = value(m, NULL, word_of(n, 0));
            if (scope[0] == ScopeSubgroup)
                continue;
            w->ready[w->readies++] = *t;
            w->at_barrier = true;
            return;
        } else if (n->op == OpSetMeshOutputsEXT) {
            mesh_set(w->group, n, lane_slots_of(w, r->list[0]));
        } else if (n->op == OpDemoteToHelperInvocation) {
            w->helpers = either(w->helpers, t->lanes);
        } else if (!run_memory(r, n) && !is_silent(r, n) && !subgroup_insn(w, n, r->list, r->count)) {
            run_value(r, n);
        }
    }
}

void wave_run(struct wave *w, uint64_t budget)
{
    struct running r = { .wave = w, .module = w->module };
    const uint64_t begin = w->group->steps;

    while (w->readies && !w->at_barrier && w->group->steps - begin < budget) {
        struct tangle t = w->ready[--w->readies];
        r.t = &t;
        run_tangle(&r);
        if (w->group->steps > w->group->step_limit)
            module_fail(w->module, NO_OFFSET, "the run does not end within %llu steps", (unsigned long long)w->group->step_limit);
    }
    if (!w->readies && !w->ended)
        module_fail(w->module, NO_OFFSET, "lanes of a wave wait for each other");
}

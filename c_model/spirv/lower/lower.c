/* SPDX-License-Identifier: Apache-2.0
 * lower.c - an entry point as code: functions and their blocks, calls, the instructions one after the other.
 */
#include "flow.h"
#include "image.h"
#include "kernel.h"
#include "mesh.h"
#include "pixel.h"

#include <string.h>

/* ---- functions ---- */

static bool is_terminator(uint32_t op)
{
    return op == WfsOpBranch || op == WfsOpBranchConditional || op == WfsOpSwitch || op == WfsOpReturn ||
           op == WfsOpReturnValue || op == WfsOpKill || op == WfsOpUnreachable || op == WfsOpTerminateInvocation ||
           op == WfsOpIgnoreIntersectionKHR || op == WfsOpTerminateRayKHR || op == WfsOpEmitMeshTasksEXT;
}

static void read_block(struct wfs_lower *l, struct wfs_function *f, struct wfs_block *b, uint32_t label)
{
    struct wfs_module *m = l->m;

    *b = (struct wfs_block){.label = wfs_operand(m, label, 1), .first = wfs_after(m, label), .function = f->id};
    for (uint32_t at = b->first; at < f->end; at = wfs_after(m, at)) {
        const uint32_t op = wfs_op_at(m, at);
        if (op == WfsOpLabel)
            break;
        if (op == WfsOpSelectionMerge || op == WfsOpLoopMerge)
            b->merge = at;
        if (is_terminator(op)) {
            b->end = at;
            m->made[b->label] = b;
            return;
        }
    }
    wfs_refuse(m, label, "the block has no end; expected a branch or a return");
}

/* The functions of the module: where they begin and end, and their blocks. */
static void read_functions(struct wfs_lower *l)
{
    struct wfs_module *m = l->m;
    struct wfs_function *f = NULL;
    uint32_t labels = 0;

    for (uint32_t at = m->first_function; at < m->words; at = wfs_after(m, at)) {
        switch (wfs_op_at(m, at)) {
        case WfsOpFunction:
            if (f && !f->end)
                wfs_refuse(m, at, "a function inside another");
            f = wfs_new(l->env, 1, sizeof *f);
            *f = (struct wfs_function){.id = wfs_operand(m, at, 2), .at = at};
            m->made[f->id] = f;
            labels = 0;
            break;
        case WfsOpLabel: labels++; break;
        case WfsOpFunctionEnd:
            if (!f || f->end)
                wfs_refuse(m, at, "no function to end");
            f->end = at;
            f->blocks = labels;
            break;
        default: break;
        }
    }
    if (f && !f->end)
        wfs_refuse(m, f->at, "the function has no end");
}

/* The blocks of a function, when it is first needed: what nobody calls may hold anything. */
static void read_blocks(struct wfs_lower *l, struct wfs_function *f)
{
    uint32_t n = 0;

    if (f->block || !f->blocks)
        return;
    f->block = wfs_new(l->env, f->blocks, sizeof *f->block);
    for (uint32_t at = f->at; at < f->end; at = wfs_after(l->m, at))
        if (wfs_op_at(l->m, at) == WfsOpLabel)
            read_block(l, f, &f->block[n++], at);
}

/* ---- calls ---- */

/* The body of a function where its parameters have their values; afterwards control is where it returns. */
static void body(struct wfs_lower *l, struct wfs_function *f)
{
    struct wfs_function *caller = l->function;
    const uint32_t call = l->call;

    read_blocks(l, f);
    if (f->is_open)
        wfs_refuse(l->m, f->at, "%s calls itself, maybe by way of others", wfs_shown(l->m, f->id));
    if (!f->blocks)
        wfs_refuse(l->m, f->at, "%s has no body", wfs_shown(l->m, f->id));
    f->is_open = true;
    l->function = f;
    l->call = ++l->calls;
    l->reached = true;
    wfs_lower_blocks(l, &f->block[0]);
    l->call = call;
    l->function = caller;
    f->is_open = false;
}

/* What a call gives: where its returns meet. */
static void results_meet(struct wfs_lower *l, uint32_t at, const struct wfs_construct *c)
{
    const struct wfs_type *type = wfs_type(l->m, wfs_operand(l->m, at, 1));

    if (type->kind == WFS_VOID)
        return;
    /* zeros when no lane comes back */
    wfs_define(l, wfs_operand(l->m, at, 2),
               c->merges.count == 0 ? wfs_new_value(l, type) : wfs_join_results(l, at, &c->merges, type));
}

static void lower_call(struct wfs_lower *l, uint32_t at)
{
    struct wfs_module *m = l->m;
    struct wfs_function *f = wfs_function_of(l, wfs_operand(m, at, 3));
    struct wfs_construct *c = wfs_new(l->env, 1, sizeof *c);
    const uint32_t place = l->code->place;
    uint32_t n = 4;

    for (uint32_t p = wfs_after(m, f->at); p < f->end && wfs_op_at(m, p) != WfsOpLabel;
         p = wfs_after(m, p), wfs_work(l->env, 1))
        if (wfs_op_at(m, p) == WfsOpFunctionParameter)
            wfs_define(l, wfs_operand(m, p, 2), wfs_value(l, wfs_operand(m, at, n++)));
    if (n != wfs_length_at(m, at))
        wfs_refuse(m, at, "it has %u arguments; %s has %u parameters", (unsigned)(wfs_length_at(m, at) - 4),
                   wfs_shown(m, f->id), (unsigned)(n - 4));
    wfs_open_construct(l, c, WFS_CALL, 0);
    body(l, f);
    wfs_close_construct(l, c, 0);
    wfs_return_to_place(l, place);
    results_meet(l, at, c);
    l->reached = true;                  /* code behind a call that no lane comes back from does no harm */
}

/* ---- instructions ---- */

static void set_line(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_id *file = wfs_id(l->m, wfs_operand(l->m, at, 1));
    const uint32_t line = wfs_operand(l->m, at, 2);

    wfs_set_place(l, file->op == WfsOpString ? wfs_operand_name(l->m, file->at, 2) : "", line);
}

enum part {
    REFUSED,
    MODULE,
    CONSTANT,
    COMPOSITE,
    FLOW,
    ARITH,
    MEMORY,
    MESH,
    EMIT,
    IMAGE,
    SAMPLE,
    ATOMIC,
    SUBGROUP,
    EXTENDED,
    KERNEL,
    DEBUG,
    NOTHING
};

static enum part part_of(uint32_t op)
{
    switch (op) {
#define WFS_HANDLED(name, part, limits) case WfsOp##name: return part;
#include "handled.def"
#undef WFS_HANDLED
    default: return REFUSED;
    }
}

static bool control(struct wfs_lower *l, uint32_t at)
{
    switch (wfs_op_at(l->m, at)) {
    case WfsOpFunctionCall: lower_call(l, at); return true;
    case WfsOpDemoteToHelperInvocation: wfs_demote(l, at); return true;
    case WfsOpBeginInvocationInterlockEXT: case WfsOpEndInvocationInterlockEXT: wfs_interlock(l, at); return true;
    case WfsOpIsHelperInvocationEXT: wfs_result(l, at)->word[0] = wfs_sv(l->code, WF_SV_HELPER); return true;
    case WfsOpReadClockKHR: wfs_read_clock(l, at); return true;
    /* read with the blocks */
    case WfsOpFunctionParameter: case WfsOpLabel: case WfsOpSelectionMerge: case WfsOpLoopMerge: return true;
    default: return false;
    }
}

/* Of a kernel's constants: addresses of variables, and conversions. */
static bool is_folded(const struct wfs_lower *l, uint32_t at)
{
    switch (wfs_op_at(l->m, at)) {
    case WfsOpAccessChain: case WfsOpInBoundsAccessChain: case WfsOpPtrAccessChain: case WfsOpInBoundsPtrAccessChain:
    case WfsOpConvertPtrToU: case WfsOpConvertUToPtr: case WfsOpPtrCastToGeneric: case WfsOpGenericCastToPtr:
        return l->m->kernel_pointer != 0;
    default: return false;
    }
}

static bool by_part(struct wfs_lower *l, uint32_t at)
{
    const enum part part = part_of(wfs_op_at(l->m, at));

    /* an OpSpecConstantOp computes, and does nothing else */
    if (at >= l->m->words && part != COMPOSITE && part != ARITH && !is_folded(l, at))
        return false;
    switch (part) {
    case CONSTANT: return wfs_op_at(l->m, at) == WfsOpUndef;
    case COMPOSITE: return wfs_extract_handle(l, at) || wfs_lower_composite(l, at);
    case FLOW: return control(l, at);
    case ARITH: return wfs_lower_arith(l, at);
    case MEMORY:
        if (wfs_op_at(l->m, at) != WfsOpVariable)
            return wfs_lower_memory(l, at);
        wfs_enter_variable(l, at);
        return true;
    case MESH:
        if (wfs_op_at(l->m, at) == WfsOpSetMeshOutputsEXT)
            wfs_set_mesh_outputs(l, at);
        else
            wfs_write_packed_indices(l, at);
        return true;
    case EMIT: wfs_lower_emission(l, at); return true;
    case IMAGE: return wfs_lower_image(l, at);
    case SAMPLE: return wfs_lower_sample(l, at);
    case ATOMIC: return wfs_lower_atomic(l, at);
    case SUBGROUP: return wfs_lower_subgroup(l, at);
    case EXTENDED: return wfs_lower_amd(l, at) || wfs_lower_extended(l, at);
    case KERNEL: return wfs_lower_kernel(l, at);
    case DEBUG: case NOTHING: return true;
    case MODULE: case REFUSED: return false;
    }
    return false;
}

_Noreturn static void refuse_instruction(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_spirv_info *info = wfs_spirv_info(wfs_op_at(l->m, at));

    if (!info || !*info->needs || part_of(wfs_op_at(l->m, at)) != REFUSED)
        wfs_refuse(l->m, at, "not supported here");
    wfs_refuse(l->m, at, "not supported: %s (Capability %s)", wfs_family_of(info), info->needs);
}

enum { INSTRUCTION = 8 };               /* steps */

void wfs_lower_instruction(struct wfs_lower *l, uint32_t at)
{
    const uint32_t op = wfs_op_at(l->m, at);

    l->env->offset = at;
    wfs_work(l->env, INSTRUCTION);
    wfs_check_shape(l->m, at);
    if (op == WfsOpLine)
        set_line(l, at);
    else if (op == WfsOpNoLine)
        wfs_no_place(l);
    else if (!by_part(l, at))
        refuse_instruction(l, at);
    if (l->uses_derivatives && wfs_is_of_vertices(l))
        wfs_refuse(l->m, at, "it takes differences between pixels in a %s; expected a level of detail or a gradient",
                   l->what);
}

/* ---- the entry point ---- */

/* An output that is used, or that is a part of records and has a value all the same. */
static bool is_output(const struct wfs_lower *l, uint32_t at)
{
    const uint32_t id = wfs_operand(l->m, at, 2);

    return l->reached_ids[id] || (l->mesh && wfs_length_at(l->m, at) > 4 &&
                                  wfs_mesh_variable(&l->mesh->interface, id));
}

/* Private and Output variables have their first values before anything runs. */
static void declare_privates(struct wfs_lower *l)
{
    for (uint32_t at = 5; at < l->m->first_function; at = wfs_after(l->m, at))
        if (wfs_op_at(l->m, at) == WfsOpVariable && wfs_is_of_lane(wfs_operand(l->m, at, 3)) &&
            (wfs_operand(l->m, at, 3) == WfsStorageClassPrivate || is_output(l, at)))
            wfs_declare_variable(l, at);
}

/* Byte of word 0 of this lane: slot * bytes of a wave + 4 * lane.  How many bytes is known in the end (encode.c).
 * What it is made of is never spilled: a spilled value needs it. */
static void begin_scratch(struct wfs_lower *l)
{
    struct wfs_code *code = l->code;
    const struct wfs_insn wave = {.op = WF_OP_MUL, .dst = wfs_new_reg(code, false, false),
                                  .a = wfs_sv(code, WF_SV_SLOT), .b = wfs_const(0), .pinned = true};

    code->scratch_wave = wfs_emit(code, &wave);
    const wfs_val lane = wfs_shl(code, wfs_sv(code, WF_SV_LANE), wfs_const(2));
    l->scratch_base = wfs_add(code, wfs_reg_val(wave.dst), lane);
    code->scratch_base = l->scratch_base.bits;
    code->reg[wave.dst].fixed = code->reg[lane.bits].fixed = code->reg[code->scratch_base].fixed = true;
}

/* As a call, behind which all lanes that are not ended meet. */
static void lower_lanes(struct wfs_lower *l, uint32_t function)
{
    struct wfs_construct *c = wfs_new(l->env, 1, sizeof *c);

    wfs_open_construct(l, c, WFS_CALL, 0);
    body(l, wfs_function_of(l, function));
    wfs_close_construct(l, c, 0);
    l->reached = true;
    if (l->is_pixel) {
        wfs_store_outputs(l);
        return;
    }
    wfs_no_place(l);
    wfs_end_lanes(l);
}

void wfs_lower_entry(struct wfs_lower *l, uint32_t function, const struct wfs_mesh_interface *mesh, bool is_task)
{
    struct wfs_code *code = l->code;

    read_functions(l);
    wfs_find_uses(l);
    wfs_marker(l);
    begin_scratch(l);
    if (mesh && mesh->takes_patches)
        wfs_begin_patch(l, mesh, function);
    else if (mesh && l->has_groups)
        wfs_begin_mesh(l, mesh, function, is_task);
    else if (mesh)
        wfs_begin_lanes(l, mesh, function);
    if (mesh && mesh->stage->stage == WF_STAGE_GEOMETRY)
        wfs_begin_emission(l);
    l->began_as_helper = wfs_sv(code, WF_SV_HELPER);    /* dropped when unused */
    declare_privates(l);
    if (!l->has_groups)
        lower_lanes(l, function);
    else
        body(l, wfs_function_of(l, function));
    wfs_check_turns(l);
    wfs_flow(code, WF_OP_END);
}

/* SPDX-License-Identifier: Apache-2.0
 * interp_head.c - what stands before the functions: decorations and their groups, the entry point and its modes, imports.
 */
#include <string.h>

#include "interp_module.h"

static void decorate(struct module *m, uint32_t target, uint32_t decoration, uint32_t value)
{
    struct id *d = id_of(m, target);

    switch (decoration) {
    case DecSpecId: d->has_spec_id = true, d->spec_id = value; break;
    case DecBlock: d->block = true; break;
    case DecBufferBlock: d->buffer_block = true; break;
    case DecArrayStride: d->stride = value; break;
    case DecBuiltIn: d->builtin = (int)value; break;
    case DecLocation: d->location = value; break;
    case DecComponent: d->component = value; break;
    case DecIndex: d->index = value; break;
    case DecOffset: d->offset = value; break;
    case DecXfbBuffer: d->has_xfb = true, d->xfb_buffer = value; break;
    case DecXfbStride: d->xfb_stride = value; break;
    case DecSample: d->is_sample = true; break;
    case DecFlat: d->is_flat = true; break;
    case DecPatch: d->is_patch = true; break;
    case DecNoPerspective: d->is_linear = true; break;
    case DecBinding: d->binding = value; break;
    case DecDescriptorSet: d->set = value; break;
    default: break;
    }
}

static void decorate_member(struct module *m, uint32_t target, uint32_t member, uint32_t decoration, uint32_t value)
{
    struct member_deco *deco = module_take(m, sizeof *deco);
    struct id *d = id_of(m, target);

    *deco = (struct member_deco){ .next = d->deco, .member = member, .decoration = decoration, .value = value };
    d->deco = deco;
}

/* A decoration of an id may turn out to be one of a group: kept for that, too. */
static void add_decoration(struct module *m, uint32_t target, uint32_t decoration, uint32_t value)
{
    struct group_deco *deco = module_take(m, sizeof *deco);

    *deco = (struct group_deco){ .next = m->group_deco, .group = target, .decoration = decoration, .value = value };
    m->group_deco = deco;
    decorate(m, target, decoration, value);
}

static void decorate_group(struct module *m, uint32_t op, const uint32_t *w, uint32_t n)
{
    const unsigned step = op == OpGroupDecorate ? 1 : 2;

    for (const struct group_deco *deco = m->group_deco; deco; deco = deco->next) {
        if (deco->group != w[1])
            continue;
        for (uint32_t k = 2; k + step <= n; k += step) {
            if (op == OpGroupDecorate)
                decorate(m, w[k], deco->decoration, deco->value);
            else
                decorate_member(m, w[k], w[k + 1], deco->decoration, deco->value);
        }
    }
}

/* Words that a string of at most `n` words takes, or n when it does not end. */
static uint32_t string_words(const uint32_t *w, uint32_t n)
{
    uint32_t k = 0;

    while (k < n && (w[k] >> 24) != 0)
        k++;
    return k < n ? k + 1 : n;
}

static bool same_string(const uint32_t *w, uint32_t n, const char *text)
{
    const size_t size = strlen(text) + 1;

    return size <= n * sizeof *w && memcmp(w, text, size) == 0;
}

static uint32_t model_of(const struct interp_run *run)
{
    enum { VERTEX = 0, CONTROL = 1, EVALUATION = 2, GEOMETRY = 3, FRAGMENT = 4, GL_COMPUTE = 5, TASK = 5364, MESH = 5365 };

    if (run->vertices)
        return run->vertices->evaluates ? EVALUATION : run->vertices->points ? GEOMETRY : VERTEX;
    if (run->mesh)
        return run->mesh->control ? CONTROL : MESH;
    return run->tasks ? TASK : run->draw ? FRAGMENT : GL_COMPUTE;
}

static void add_entry_point(struct module *m, uint32_t offset, const uint32_t *w, uint32_t n)
{
    uint32_t name;

    if (n < 4 || w[1] != model_of(m->run) || (m->run->entry && !same_string(w + 3, n - 3, m->run->entry)))
        return;
    if (m->entry)
        module_fail(m, offset, "several entry points, and none was chosen by its name");
    name = string_words(w + 3, n - 3);
    m->entry = w[2];
    m->interface = w + 3 + name;
    m->interfaces = n - 3 - name;
}

static void add_mode(struct module *m, const uint32_t *w, uint32_t n)
{
    if (n < 3 || w[1] != m->entry)
        return;
    switch (w[2]) {
    case ModeLocalSize: case ModeLocalSizeId:
        for (unsigned k = 0; k < 3 && n >= 6; k++)
            (w[2] == ModeLocalSize ? m->local_size : m->local_size_id)[k] = w[3 + k];
        break;
    case ModeOutputVertices:
        if (m->run->mesh && m->run->mesh->control && n > 3)
            m->local_size[0] = w[3], m->local_size[1] = m->local_size[2] = 1;
        break;
    case ModeDerivativeGroupQuadsNV: m->quads = true; break;
    case ModeDerivativeGroupLinearNV: m->linear = true; break;
    case ModeRoundingModeRTZ: m->cuts |= n > 3 ? w[3] : 0; break;
    case ModeDenormFlushToZero: m->flushes |= n > 3 ? w[3] : 0; break;
    default: break;
    }
}

static void add_name(struct module *m, uint32_t offset, const uint32_t *w, uint32_t n)
{
    struct id *d = n > 1 ? id_of(m, w[1]) : m->id;

    if (d == m->id || d->op)
        module_fail(m, offset, "a result id is out of bound or taken");
    d->op = (uint16_t)(w[0] & 0xffff);
    d->literal = w + 2;
    d->literals = n - 2;
    if (d->op == OpExtInstImport && same_string(d->literal, d->literals, "GLSL.std.450"))
        m->glsl = w[1];
}

void module_head(struct module *m, uint32_t offset, const uint32_t *w, uint32_t n)
{
    const uint32_t op = w[0] & 0xffff;

    if (op >= OpTypeVoid && op <= OpTypeForwardPointer) {
        module_type(m, offset, w, n);
        return;
    }
    if ((op >= OpConstantTrue && op <= OpSpecConstantOp) || op == OpUndef) {
        module_constant(m, offset, w, n);
        return;
    }
    switch (op) {
    case OpNop: case OpSourceContinued: case OpSource: case OpSourceExtension: case OpName: case OpMemberName: case OpLine: case OpNoLine:
    case OpExtension: case OpMemoryModel: case OpCapability: case OpModuleProcessed: case OpDecorateString: case OpMemberDecorateString:
    case OpDecorateId: case OpDecorationGroup:
        break;
    case OpString: case OpExtInstImport: add_name(m, offset, w, n); break;
    case OpExtInst: module_decode(m, offset, w, n); break;      /* debug information: what it would do is found out where it is run */
    case OpEntryPoint: add_entry_point(m, offset, w, n); break;
    case OpExecutionMode: case OpExecutionModeId: add_mode(m, w, n); break;
    case OpDecorate: if (n >= 3) add_decoration(m, w[1], w[2], n > 3 ? w[3] : 0); break;
    case OpMemberDecorate: if (n >= 4) decorate_member(m, w[1], w[2], w[3], n > 4 ? w[4] : 0); break;
    case OpGroupDecorate: case OpGroupMemberDecorate: if (n >= 2) decorate_group(m, op, w, n); break;
    default: module_fail(m, offset, "opcode %u outside of a function", (unsigned)op);
    }
}

void module_finish_head(struct module *m)
{
    const bool is_grouped = !m->run->draw && !m->run->vertices;

    module_constant_slots(m, 0);        /* spare ones behind the last, now that the longest value is known */
    if (!m->entry || id_of(m, m->entry)->op != OpFunction || !id_of(m, m->entry)->end)
        module_fail(m, NO_OFFSET, "no such entry point%s%s", m->run->entry ? " named " : "", m->run->entry ? m->run->entry : "");
    for (unsigned k = 0; k < 3 && is_grouped; k++) {
        const struct id *d = id_of(m, m->workgroup_size ? m->workgroup_size : m->local_size_id[k]);
        if (d->constant)
            m->local_size[k] = (uint32_t)m->constant[d->at + (m->workgroup_size ? k : 0)];
        if (m->local_size[k] == 0 || m->local_size[k] > 1024)
            m->local_size[k] = m->run->num_waves ? 1 : m->local_size[k];
    }
    if (!is_grouped)
        return;
    if ((uint64_t)m->local_size[0] * m->local_size[1] > 1024 || (uint64_t)m->local_size[0] * m->local_size[1] * m->local_size[2] > 1024 ||
        m->local_size[0] * m->local_size[1] * m->local_size[2] == 0)
        module_fail(m, NO_OFFSET, "a workgroup of %u x %u x %u threads", (unsigned)m->local_size[0], (unsigned)m->local_size[1],
                    (unsigned)m->local_size[2]);
}

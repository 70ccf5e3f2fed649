/* SPDX-License-Identifier: Apache-2.0 */
#include "module.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { HEADER = 5, MAX_BOUND = 1 << 22 };
static const uint32_t MAGIC = 0x07230203;

/* ---- instructions ---- */

_Noreturn void wfs_refuse(const struct wfs_module *m, uint32_t at, const char *format, ...)
{
    char name[WFS_NAME_SIZE], what[WFS_MESSAGE];
    va_list list;

    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    wfs_spirv_name(wfs_op_at(m, at), name);
    if (at >= m->words)                 /* written out from an OpSpecConstantOp */
        at = m->constant_at;
    if (m->origin)
        at = m->origin[at];
    m->env->offset = at;
    if (m->env->file)
        wfs_fail(m->env, "%s at word %u (%s:%u): %s", name, (unsigned)at, m->env->file, (unsigned)m->env->line, what);
    wfs_fail(m->env, "%s at word %u: %s", name, (unsigned)at, what);
}

uint32_t wfs_operand(const struct wfs_module *m, uint32_t at, uint32_t n)
{
    if (n >= wfs_length_at(m, at))
        wfs_refuse(m, at, "operand %u is missing", (unsigned)n);
    return m->word[at + n];
}

/* What continues it; OpNop: nothing does. */
static uint32_t continued_by(uint32_t op)
{
    switch (op) {
    case WfsOpTypeStruct: case WfsOpTypeStructContinuedINTEL: return WfsOpTypeStructContinuedINTEL;
    case WfsOpConstantComposite: case WfsOpConstantCompositeContinuedINTEL:
        return WfsOpConstantCompositeContinuedINTEL;
    case WfsOpSpecConstantComposite: case WfsOpSpecConstantCompositeContinuedINTEL:
        return WfsOpSpecConstantCompositeContinuedINTEL;
    default: return WfsOpNop;
    }
}

bool wfs_has_next(const struct wfs_module *m, struct wfs_list *list)
{
    while (list->n >= wfs_length_at(m, list->at)) {
        const uint32_t more = continued_by(wfs_op_at(m, list->at)), after = wfs_after(m, list->at);
        if (more == WfsOpNop || after >= m->words || wfs_op_at(m, after) != more)
            return false;
        *list = (struct wfs_list){after, 1};
    }
    return true;
}

char *wfs_operand_text(const struct wfs_module *m, uint32_t at, uint32_t n)
{
    const uint32_t length = wfs_length_at(m, at);
    size_t size = 0;
    bool ended = false;

    for (uint32_t i = n; i < length && !ended; i++)
        for (unsigned k = 0; k < 4 && !ended; k++)
            if (m->word[at + i] >> (8 * k) & 0xff)
                size++;
            else
                ended = true;
    if (!ended)
        wfs_refuse(m, at, "its text has no end");
    char *text = wfs_new(m->env, size + 1, 1);
    for (size_t i = 0; i < size; i++)
        text[i] = (char)(m->word[at + n + i / 4] >> (8 * (i % 4)) & 0xff);
    return text;
}

const char *wfs_operand_name(const struct wfs_module *m, uint32_t at, uint32_t n)
{
    char *name = wfs_operand_text(m, at, n);

    for (char *c = name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    return name;
}

void wfs_check_shape(const struct wfs_module *m, uint32_t at)
{
    const struct wfs_spirv_info *info = wfs_spirv_info(wfs_op_at(m, at));
    uint32_t least = 1;

    for (const char *c = info ? info->shape : ""; *c; c++)
        least += c[1] == '?' || c[1] == '*' || *c == '?' || *c == '*' ? 0 : *c == 'p' ? 2 : 1;
    if (wfs_length_at(m, at) < least)
        wfs_refuse(m, at, "it has %u words; expected at least %u", (unsigned)wfs_length_at(m, at), (unsigned)least);
}

bool wfs_is_id_at(const struct wfs_module *m, uint32_t at, uint32_t n)
{
    const struct wfs_spirv_info *info = wfs_spirv_info(wfs_op_at(m, at));
    uint32_t behind = 1;
    char kind = 'i';

    for (const char *c = info ? info->shape : ""; *c && *c != '*'; c++) {
        if (*c == '?')
            continue;
        kind = *c;
        behind += kind == 'p' ? 2 : 1;
        if (n < behind)
            break;
    }
    return kind != 'l';                 /* of those that may be repeated, the last kind; a pair may be two ids */
}

/* ---- ids ---- */

static struct wfs_id *id_within(const struct wfs_module *m, uint32_t id)
{
    if (id == 0 || id >= m->bound)
        wfs_fail(m->env, "id %u at word %u is outside the bound %u of the module", (unsigned)id,
                 (unsigned)m->env->offset, (unsigned)m->bound);
    return &m->id[id];
}

struct wfs_id *wfs_id(const struct wfs_module *m, uint32_t id)
{
    struct wfs_id *found = id_within(m, id);

    if (!found->at)
        wfs_fail(m->env, "id %u is not defined", (unsigned)id);
    return found;
}

static uint32_t chain_of(uint32_t id, uint32_t member, uint32_t kind)
{
    return ((id * 0x9e3779b1U) ^ (member * 0x85ebca6bU) ^ (kind * 0xc2b2ae35U)) >> 18 & (WFS_DECORATION_CHAINS - 1);
}

const struct wfs_decoration *wfs_decoration(const struct wfs_module *m, uint32_t id, uint32_t member, uint32_t kind)
{
    for (const struct wfs_decoration *d = m->chain[chain_of(id, member, kind)]; d; d = d->chain, wfs_work(m->env, 1))
        if (d->id == id && d->kind == kind && d->member == member)
            return d;
    return NULL;
}

uint32_t wfs_decorated(const struct wfs_module *m, uint32_t id, uint32_t member, uint32_t kind, uint32_t otherwise)
{
    const struct wfs_decoration *d = wfs_decoration(m, id, member, kind);

    return d && d->operands ? m->word[d->operand] : otherwise;
}

const char *wfs_shown(const struct wfs_module *m, uint32_t id)
{
    return id < m->bound && m->id[id].name ? m->id[id].name : wfs_text(m->env, "%%%u", (unsigned)id);
}

const char *wfs_member_name(const struct wfs_module *m, uint32_t id, uint32_t member)
{
    for (const struct wfs_member_name *n = m->member_names; n; n = n->next)
        if (n->id == id && n->member == member)
            return n->name;
    return NULL;
}

const char *wfs_member_shown(const struct wfs_module *m, uint32_t id, uint32_t member)
{
    const char *name = wfs_member_name(m, id, member);

    return name ? name : wfs_text(m->env, "member %u", (unsigned)member);
}

/* ---- annotations ---- */

static void add_decoration(struct wfs_module *m, uint32_t target, uint32_t member, uint32_t kind, uint32_t operand,
                           uint32_t operands)
{
    struct wfs_id *id = id_within(m, target);
    struct wfs_decoration *d = wfs_new(m->env, 1, sizeof *d);

    const struct wfs_decoration **chain = &m->chain[chain_of(target, member, kind)];
    *d = (struct wfs_decoration){.kind = kind, .member = member, .operand = operand, .operands = operands,
                                 .next = id->decoration, .id = target,
                                 .chain = *chain};
    id->decoration = *chain = d;
    m->coherent = m->coherent || kind == WfsDecorationCoherent || kind == WfsDecorationVolatile;
}

static void decorate(struct wfs_module *m, uint32_t at, bool member)
{
    const uint32_t skip = member ? 4 : 3;

    const uint32_t target = wfs_operand(m, at, 1), kind = wfs_operand(m, at, skip - 1);
    add_decoration(m, target, member ? wfs_operand(m, at, 2) : WFS_WHOLE, kind, at + skip, wfs_length_at(m, at) - skip);
}

/* The decorations of a group, which come before it is applied, go to each target; `member`: pairs of a target and a
 * member. */
static void decorate_group(struct wfs_module *m, uint32_t at, bool member)
{
    const struct wfs_id *group = id_within(m, wfs_operand(m, at, 1));

    for (uint32_t n = 2; n < wfs_length_at(m, at); n += member ? 2 : 1)
        for (const struct wfs_decoration *d = group->decoration; d; d = d->next)
            add_decoration(m, m->word[at + n], member ? wfs_operand(m, at, n + 1) : WFS_WHOLE, d->kind, d->operand,
                           d->operands);
}

static void name_member(struct wfs_module *m, uint32_t at)
{
    struct wfs_member_name *n = wfs_new(m->env, 1, sizeof *n);

    *n = (struct wfs_member_name){.id = wfs_operand(m, at, 1), .member = wfs_operand(m, at, 2),
                                  .name = wfs_operand_name(m, at, 3),
                                  .next = m->member_names};
    if (*n->name)
        m->member_names = n;
}

static void name_id(struct wfs_module *m, uint32_t at)
{
    const char *name = wfs_operand_name(m, at, 2);

    if (*name)
        id_within(m, wfs_operand(m, at, 1))->name = name;
}

static void add_entry(struct wfs_module *m, uint32_t at)
{
    WFS_APPEND(m->env, m->entry, m->entries, m->entry_room,
               (struct wfs_entry){.model = wfs_operand(m, at, 1), .function = wfs_operand(m, at, 2),
                                  .name = wfs_operand_name(m, at, 3), .at = at});
}

/* ---- the whole ---- */

static void define(struct wfs_module *m, uint32_t at)
{
    const struct wfs_spirv_info *info = wfs_spirv_info(wfs_op_at(m, at));
    const bool has_type = info && info->shape[0] == 't';

    if (!info || info->shape[has_type] != 'r')
        return;
    const uint32_t result = wfs_operand(m, at, 1 + has_type);
    struct wfs_id *id = id_within(m, result);
    if (id->at)
        wfs_refuse(m, at, "id %u is defined twice", (unsigned)result);
    id->at = at;
    id->op = (uint16_t)wfs_op_at(m, at);
    id->type = has_type ? wfs_operand(m, at, 1) : 0;
    if (id->type >= m->bound)
        wfs_refuse(m, at, "its type %u is outside the bound %u", (unsigned)id->type, (unsigned)m->bound);
}

/* `before`: the instruction in front of it. */
static void expect_continued(const struct wfs_module *m, uint32_t at, uint32_t before)
{
    if (continued_by(before) != wfs_op_at(m, at))
        wfs_refuse(m, at, "it continues nothing; expected what it continues in front of it");
}

static void read_one(struct wfs_module *m, uint32_t at, uint32_t before)
{
    switch (wfs_op_at(m, at)) {
    case WfsOpName: name_id(m, at); break;
    case WfsOpMemberName: name_member(m, at); break;
    case WfsOpDecorate: case WfsOpDecorateId: case WfsOpDecorateString: decorate(m, at, false); break;
    case WfsOpMemberDecorate: case WfsOpMemberDecorateString: decorate(m, at, true); break;
    case WfsOpGroupDecorate: decorate_group(m, at, false); break;
    case WfsOpGroupMemberDecorate: decorate_group(m, at, true); break;
    case WfsOpEntryPoint: add_entry(m, at); break;
    case WfsOpMemoryModel:
        if (wfs_operand(m, at, 2) == WfsMemoryModelOpenCL)
            m->kernel_pointer = wfs_operand(m, at, 1) == WfsAddressingModelPhysical32 ? 32 : 64;
        break;
    case WfsOpExtInstImport:
        if (!strcmp(wfs_operand_text(m, at, 2), "GLSL.std.450"))
            m->glsl = wfs_operand(m, at, 1);
        if (!strcmp(wfs_operand_text(m, at, 2), "OpenCL.std"))
            m->opencl = wfs_operand(m, at, 1);
        break;
    case WfsOpTypeStructContinuedINTEL: case WfsOpConstantCompositeContinuedINTEL:
    case WfsOpSpecConstantCompositeContinuedINTEL:
        expect_continued(m, at, before);
        break;
    case WfsOpFunction:
        if (m->first_function == m->words)
            m->first_function = at;
        break;
    default: break;
    }
    define(m, at);
}

/* A copy of the words in the byte order of the host, with room behind them. */
static uint32_t *in_host_order(struct wfs_env *env, const uint32_t *word, size_t words, uint32_t *all)
{
    const bool swapped = word[0] != MAGIC;
    size_t room = words;

    for (size_t i = HEADER; i < words; i++) {       /* not only at the heads of instructions: too much does not hurt */
        const uint32_t head =
            swapped ? word[i] >> 24 | (word[i] >> 8 & 0xff00) | (word[i] << 8 & 0xff0000) | word[i] << 24 : word[i];
        if ((head & 0xffff) == WfsOpSpecConstantOp && head >> 16 < 64)
            room += head >> 16;
    }
    uint32_t *copy = wfs_new(env, *all = (uint32_t)room, sizeof *copy);
    for (size_t i = 0; i < words; i++)
        copy[i] =
            swapped ? word[i] >> 24 | (word[i] >> 8 & 0xff00) | (word[i] << 8 & 0xff0000) | word[i] << 24 : word[i];
    return copy;
}

static void make_tables(struct wfs_module *m, struct wfs_env *env)
{
    m->parsed = wfs_new(env, m->bound, sizeof *m->parsed);
    m->made = wfs_new(env, m->bound, sizeof *m->made);
}

void wfs_module_read(struct wfs_module *m, struct wfs_env *env, const uint32_t *word, size_t words)
{
    memset(m, 0, sizeof *m);
    m->env = env;
    if (words < HEADER || (word[0] != MAGIC && word[0] != 0x03022307))
        wfs_fail(env, "not a SPIR-V module; expected the magic number 0x07230203 and a header of five words");
    if (words > UINT32_C(1) << 26)
        wfs_fail(env, "the module has %zu words; expected at most %u", words, 1U << 26);
    m->word = in_host_order(env, word, words, &m->room);
    m->words = m->first_function = m->spare = (uint32_t)words;
    m->version = m->word[1] >> 8;
    m->bound = m->word[3];
    if (m->version < 0x100 || m->version > 0x106)
        wfs_fail(env, "the module is of SPIR-V version %u.%u; expected 1.0 to 1.6", (unsigned)(m->version >> 8),
                 (unsigned)(m->version & 0xff));
    if (m->bound == 0 || m->bound > MAX_BOUND)
        wfs_fail(env, "the bound of the module's ids is %u; expected 1 to %u", (unsigned)m->bound, (unsigned)MAX_BOUND);
    m->id = wfs_new(env, m->bound, sizeof *m->id);
    make_tables(m, env);
    m->chain = wfs_new(env, WFS_DECORATION_CHAINS, sizeof *m->chain);
    for (uint32_t at = HEADER, before = WfsOpNop; at < m->words; before = wfs_op_at(m, at), at = wfs_after(m, at)) {
        const uint32_t length = wfs_length_at(m, at);
        env->offset = at;
        if (length == 0 || length > m->words - at)
            wfs_fail(env, "the instruction at word %u is %u words long; expected 1 to the %u that are left",
                     (unsigned)at, (unsigned)length, (unsigned)(m->words - at));
        read_one(m, at, before);
    }
}

void wfs_module_copy(struct wfs_module *m, struct wfs_env *env, const struct wfs_module *from)
{
    *m = *from;
    m->env = env;
    m->nesting = m->constant_at = 0;
    m->spare = m->words;
    if (m->room > m->words) {           /* else nothing is written to them */
        m->word = wfs_new(env, m->room, sizeof *m->word);
        memcpy(m->word, from->word, m->words * sizeof *m->word);
    }
    make_tables(m, env);
}

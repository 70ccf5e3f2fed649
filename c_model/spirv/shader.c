/* SPDX-License-Identifier: Apache-2.0
 * shader.c - the public face of the front-end (wavefold/spirv.h): entry points and what they need; lowering, pass by pass.
 */
#include "wavefold/spirv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contents.h"
#include "flow.h"
#include "passes.h"

enum { MEMORY_LIMIT = 1 << 30, ATTEMPTS = 64 };

struct wf_shader {
    struct wfs_env env;
    struct wfs_module module;
    const uint32_t *word;               /* a copy in the arena, with `words` words */
    size_t words;
    const struct wfs_entry *entry;
    struct wf_shader_spec *spec;
    size_t specs;
    uint32_t local_size[3];
    bool flat;
    bool *reached;                      /* [bound] functions and variables that the entry point comes to */
    bool *kept, *indexed;               /* [bound] what an attempt at lowering found out for the next: wfs_lower has them */
    struct wf_shader_resource *resource;
    size_t resources, resource_room;
    struct wf_shader_constant *constant;
    size_t constants, constant_room;
    struct wf_shader_entry_point *entry_point;
    size_t entry_points;
    const char **capability;
    size_t capabilities;
};

static void tell(const struct wfs_env *env, char message[WF_SHADER_MESSAGE], bool *no_memory)
{
    snprintf(message, WF_SHADER_MESSAGE, "%s", env->message);
    if (no_memory)
        *no_memory = env->out_of_memory;
}

/* ---- specialization constants ---- */

static bool is_spec_constant(uint32_t op)
{
    return op == WfsOpSpecConstantTrue || op == WfsOpSpecConstantFalse || op == WfsOpSpecConstant;
}

static void list_constants(struct wf_shader *s, struct wfs_lower *l)
{
    struct wfs_module *m = &s->module;

    for (uint32_t id = 1; id < m->bound; id++) {
        const struct wfs_decoration *d = m->id[id].at && is_spec_constant(m->id[id].op) ? wfs_decoration(m, id, WFS_WHOLE, WfsDecorationSpecId) : NULL;
        if (!d)
            continue;
        const struct wfs_value *v = wfs_value(l, id);
        s->constant = wfs_grow(&s->env, s->constant, s->constants, &s->constant_room, sizeof *s->constant);
        s->constant[s->constants++] = (struct wf_shader_constant){
            .id = wfs_decorated(m, id, WFS_WHOLE, WfsDecorationSpecId, 0), .name = wfs_shown(m, id),
            .word = {v->word[0].bits, v->words > 1 ? v->word[1].bits : 0}, .width = v->type->kind == WFS_BOOL ? 1 : v->type->width,
            .is_float = v->type->kind == WFS_FLOAT};
    }
    for (size_t i = 0; i < s->specs; i++) {
        bool known = false;
        for (size_t k = 0; k < s->constants; k++)
            known |= s->constant[k].id == s->spec[i].id;
        if (!known)
            wfs_fail(&s->env, "the module has no specialization constant %u", (unsigned)s->spec[i].id);
    }
}

/* ---- the entry point ---- */

/* `first`: without a name, several are no mistake. */
static void choose_entry(struct wf_shader *s, const char *name, bool first)
{
    struct wfs_module *m = &s->module;
    const struct wfs_entry *found = NULL;
    size_t count = 0;

    for (size_t i = 0; i < m->entries; i++)
        if (m->entry[i].model == WfsExecutionModelGLCompute && (!name || !strcmp(m->entry[i].name, name))) {
            found = found ? found : &m->entry[i];
            count++;
        }
    if (count == 1 || (count && first && !name)) {
        s->entry = found;
        return;
    }
    char names[300] = "";
    for (size_t i = 0; i < m->entries; i++) {
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s%s", i ? ", " : "", m->entry[i].name, m->entry[i].model == WfsExecutionModelGLCompute ? "" : " (no compute shader)");
    }
    if (name)
        wfs_fail(&s->env, "the module has no compute entry point %s; it has %s", name, *names ? names : "none at all");
    wfs_fail(&s->env, count ? "the module has several compute entry points, one must be named: %s" : "the module has no compute entry point%s%s",
             count ? names : *names ? "; it has " : "", names);
}

static void check_models(const struct wfs_module *m)
{
    char name[WFS_NAME_SIZE];

    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at)) {
        if (wfs_op_at(m, at) == WfsOpMemoryModel && wfs_operand(m, at, 1) != WfsAddressingModelLogical)
            wfs_refuse(m, at, "%s; expected logical addressing", wfs_enum_name(WFS_KIND_AddressingModel, wfs_operand(m, at, 1), name));
        if (wfs_op_at(m, at) == WfsOpMemoryModel && wfs_operand(m, at, 2) != WfsMemoryModelGLSL450 && wfs_operand(m, at, 2) != WfsMemoryModelVulkan)
            wfs_refuse(m, at, "%s; expected GLSL450 or Vulkan", wfs_enum_name(WFS_KIND_MemoryModel, wfs_operand(m, at, 2), name));
        if (wfs_op_at(m, at) == WfsOpCapability && wfs_operand(m, at, 1) == WfsCapabilityKernel)
            wfs_refuse(m, at, "Capability Kernel: expected a module of a shader");
    }
}

static void find_local_size(struct wf_shader *s)
{
    struct wfs_module *m = &s->module;
    bool found = false;

    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at)) {
        const uint32_t op = wfs_op_at(m, at);
        if ((op != WfsOpExecutionMode && op != WfsOpExecutionModeId) || wfs_operand(m, at, 1) != s->entry->function)
            continue;
        const uint32_t mode = wfs_operand(m, at, 2);
        s->flat |= mode == WfsExecutionModeDerivativeGroupLinearNV;
        for (uint32_t i = 0; i < 3 && (mode == WfsExecutionModeLocalSize || mode == WfsExecutionModeLocalSizeId); i++) {
            const uint32_t word = wfs_operand(m, at, 3 + i);
            s->local_size[i] = mode == WfsExecutionModeLocalSizeId ? wfs_constant_u32(m, word) : word;
            found = true;
        }
    }
    for (uint32_t id = 1; id < m->bound; id++)
        if (m->id[id].at && wfs_decorated(m, id, WFS_WHOLE, WfsDecorationBuiltIn, UINT32_MAX) == WfsBuiltInWorkgroupSize && wfs_is_constant_id(m->lower, id)) {
            const struct wfs_value *v = wfs_value(m->lower, id);
            for (uint32_t i = 0; i < 3 && v->words == 3; i++)
                s->local_size[i] = v->word[i].bits;
            found = true;
        }
    if (!found)
        wfs_fail(&s->env, "the entry point %s has no LocalSize", s->entry->name);
}

/* ---- resources: the blocks that functions reached from the entry point mention ---- */

struct reach {
    bool *seen;                         /* [bound] functions and variables */
    uint32_t *work;
    size_t count, room;
};

static void reach_function(struct wf_shader *s, struct reach *r, uint32_t at)
{
    struct wfs_module *m = &s->module;

    for (; at < m->words && wfs_op_at(m, at) != WfsOpFunctionEnd; at = wfs_after(m, at))
        for (uint32_t n = 1; n < wfs_length_at(m, at); n++) {
            const uint32_t id = m->word[at + n];
            if (id >= m->bound || r->seen[id] || !m->id[id].at || (m->id[id].op != WfsOpFunction && m->id[id].op != WfsOpVariable))
                continue;               /* a literal that looks like an id does no harm */
            r->seen[id] = true;
            if (m->id[id].op == WfsOpFunction) {
                r->work = wfs_grow(&s->env, r->work, r->count, &r->room, sizeof *r->work);
                r->work[r->count++] = id;
            }
        }
}

static void add_resource(struct wf_shader *s, uint32_t id, bool used)
{
    struct wfs_module *m = &s->module;
    const uint32_t storage = wfs_operand(m, m->id[id].at, 3);
    const bool push = storage == WfsStorageClassPushConstant;

    if (!push && storage != WfsStorageClassUniform && storage != WfsStorageClassStorageBuffer)
        return;
    const struct wfs_type *t = wfs_type(m, m->id[id].type);
    if (t->kind != WFS_POINTER || t->element->kind != WFS_STRUCT)
        return;                         /* refused when it is lowered, by name */
    t = t->element;
    struct wf_shader_resource r = {
        .set = push ? 0 : wfs_decorated(m, id, WFS_WHOLE, WfsDecorationDescriptorSet, 0),
        .binding = push ? 0 : wfs_decorated(m, id, WFS_WHOLE, WfsDecorationBinding, 0), .is_push = push, .used = used,
        .is_uniform = push || (storage == WfsStorageClassUniform && !wfs_decoration(m, t->id, WFS_WHOLE, WfsDecorationBufferBlock)),
        .name = m->id[id].name ? m->id[id].name : wfs_shown(m, t->id), .size = wfs_explicit_size(t, 0, false)};
    if (t->count && t->member[t->count - 1].type->kind == WFS_RUNTIME_ARRAY)
        r.stride = t->member[t->count - 1].type->stride;
    for (size_t i = 0; i < s->resources; i++) {
        struct wf_shader_resource *o = &s->resource[i];
        if (o->set == r.set && o->binding == r.binding && o->is_push == r.is_push) {
            if (o->used && !r.used)
                return;
            if (!o->used && r.used)
                *o = r;
            o->size = r.size > o->size ? r.size : o->size;
            o->is_uniform &= r.is_uniform;
            return;
        }
    }
    s->resource = wfs_grow(&s->env, s->resource, s->resources, &s->resource_room, sizeof *s->resource);
    s->resource[s->resources++] = r;
}

static void list_resources(struct wf_shader *s)
{
    struct wfs_module *m = &s->module;
    struct reach r = {.seen = s->reached};

    r.seen[wfs_id(m, s->entry->function)->at ? s->entry->function : 0] = true;
    reach_function(s, &r, m->id[s->entry->function].at);
    while (r.count)
        reach_function(s, &r, m->id[r.work[--r.count]].at);
    for (uint32_t id = 1; id < m->bound; id++)
        if (m->id[id].at && m->id[id].op == WfsOpVariable)
            add_resource(s, id, r.seen[id]);
}

/* ---- open ---- */

static void begin_lower(struct wf_shader *s, struct wfs_lower *l, struct wfs_env *env, struct wfs_module *m)
{
    memset(l, 0, sizeof *l);
    l->m = m;
    l->env = env;
    l->code = wfs_new(env, 1, sizeof *l->code);
    wfs_code_init(l->code, env);
    l->value = wfs_new(env, m->bound, sizeof *l->value);
    l->held = wfs_new(env, m->bound, sizeof *l->held);
    l->kept = s->kept;
    l->indexed = s->indexed;
    l->reached_ids = s->reached;
    l->spec = s->spec;
    l->specs = s->specs;
    m->lower = l;
    m->constant_u32 = wfs_constant_u32;
    l->instruction = wfs_lower_instruction;
    l->declare = wfs_declare_variable;
    l->lower_switch = wfs_lower_switch;
    l->unroll = wfs_unroll;
    l->is_indexed = wfs_is_indexed;
}

/* False when it gave up. */
static bool read_shader(struct wf_shader *s, const uint32_t *word, size_t words, const struct wf_shader_options *options)
{
    if (setjmp(s->env.give_up))
        return false;
    struct wfs_lower *l = wfs_new(&s->env, 1, sizeof *l);
    wfs_module_read(&s->module, &s->env, word, words);
    uint32_t *copy = wfs_new(&s->env, words, sizeof *copy);
    memcpy(copy, word, words * sizeof *copy);
    s->word = copy;
    s->words = words;
    s->specs = options->specs;
    s->spec = wfs_new(&s->env, s->specs, sizeof *s->spec);
    if (s->specs)
        memcpy(s->spec, options->spec, s->specs * sizeof *s->spec);
    s->kept = wfs_new(&s->env, s->module.bound, 1);
    s->indexed = wfs_new(&s->env, s->module.bound, 1);
    s->reached = wfs_new(&s->env, s->module.bound, 1);
    begin_lower(s, l, &s->env, &s->module);
    check_models(&s->module);
    choose_entry(s, options->entry, options->first);
    s->entry_points = wfs_list_entries(&s->module, &s->entry_point);
    s->capabilities = wfs_list_capabilities(&s->module, &s->capability);
    list_constants(s, l);
    find_local_size(s);
    list_resources(s);
    return true;
}

struct wf_shader *wf_shader_open(const uint32_t *word, size_t words, const struct wf_shader_options *options, char message[WF_SHADER_MESSAGE],
                                 bool *no_memory)
{
    static const struct wf_shader_options none = {NULL, NULL, 0, false};
    struct wf_shader *s = calloc(1, sizeof *s);

    if (!s) {
        snprintf(message, WF_SHADER_MESSAGE, "out of memory");
        if (no_memory)
            *no_memory = true;
        return NULL;
    }
    s->env.limit = MEMORY_LIMIT;
    if (read_shader(s, word, words, options ? options : &none))
        return s;
    tell(&s->env, message, no_memory);
    wf_shader_free(s);
    return NULL;
}

void wf_shader_free(struct wf_shader *s)
{
    if (!s)
        return;
    wfs_env_free(&s->env);
    free(s);
}

const char *wf_shader_entry(const struct wf_shader *s)
{
    return s->entry->name;
}

void wf_shader_local_size(const struct wf_shader *s, uint32_t size[3], bool *flat)
{
    memcpy(size, s->local_size, sizeof s->local_size);
    *flat = s->flat;
}

size_t wf_shader_resources(const struct wf_shader *s, const struct wf_shader_resource **resource)
{
    *resource = s->resource;
    return s->resources;
}

size_t wf_shader_constants(const struct wf_shader *s, const struct wf_shader_constant **constant)
{
    *constant = s->constant;
    return s->constants;
}

size_t wf_shader_entries(const struct wf_shader *s, const struct wf_shader_entry_point **entry)
{
    *entry = s->entry_point;
    return s->entry_points;
}

size_t wf_shader_capabilities(const struct wf_shader *s, const char *const **name)
{
    *name = s->capability;
    return s->capabilities;
}

/* ---- lower ---- */

static const char *const passes[] = {"lower", "clean", "flatten", "address", "fuse", "hoist", "legal", "allocate", "tidy"};

const char *wf_shader_pass(size_t number)
{
    return number < sizeof passes / sizeof *passes ? passes[number] : NULL;
}

static void dump(const struct wf_shader_target *t, const struct wfs_code *code, const char *pass)
{
    if (t->dump && t->put && !strcmp(t->dump, pass))
        wfs_dump(code, t->put, t->put_user);
}

/* Buffers that more than one lane or wave may write and read are never read-only: only those that no store or atomic names. */
static void find_read_only(const struct wfs_code *code, struct wfs_target *target)
{
    for (unsigned i = 0; i < WF_MAX_BUFFERS; i++)
        target->read_only[i] = true;
    for (uint32_t at = code->first; at; at = code->insn[at].next)
        if (code->insn[at].op == WF_OP_GST || code->insn[at].op == WF_OP_GATOM)
            target->read_only[code->insn[at].buffer] = false;
}

/* Of a block its whole size is there, for smaller buffers are refused; of ours the tables. */
static void find_safe_bytes(const struct wfs_lower *l, struct wfs_target *target)
{
    for (size_t i = 0; i < l->resources; i++) {
        const uint64_t size = wfs_explicit_size(l->resource[i].block, 0, false);
        uint32_t *safe = &target->safe_bytes[l->resource[i].number];
        if (size <= UINT32_MAX && size > *safe)
            *safe = (uint32_t)size;
    }
    target->safe_bytes[l->table_buffer] = (uint32_t)(4 * l->table_words);
}

static void give_places(const struct wfs_lower *l, const struct wfs_words *words, struct wf_shader_code *out)
{
    for (size_t i = 0; i < words->count; i++) {
        const uint32_t place = words->place[i];
        out->place[i] = place && place < l->places ? (struct wf_shader_place){l->place[place].file, l->place[place].line} : (struct wf_shader_place){"", 0};
    }
}

/* Everything that is given back stands in the arena, which goes along. */
static void give(struct wfs_lower *l, const struct wfs_target *target, const struct wfs_words *words, const uint8_t *reg, struct wf_shader_code *out)
{
    out->word = words->word;
    out->count = words->count;
    out->place = wfs_new(l->env, words->count, sizeof *out->place);
    give_places(l, words, out);
    out->sources = wfs_list_sources(l->m, &out->source);
    out->lds_bytes = (uint32_t)(l->lds_bytes > l->lds_aliased ? l->lds_bytes : l->lds_aliased);
    out->scratch_words = l->code->scratch_wave ? target->scratch_words : 0;
    out->table = l->table;
    out->table_words = l->table_words;
    out->uses_derivatives = l->uses_derivatives;
    for (uint32_t r = 1; r < l->code->regs; r++)
        if (reg[r] != UINT8_MAX && reg[r] + (l->code->reg[r].quad ? 4U : 1U) > out->registers)
            out->registers = reg[r] + (l->code->reg[r].quad ? 4U : 1U);
    for (unsigned i = 0; i < WF_MAX_BUFFERS; i++)
        out->written[i] = !target->read_only[i];
}

struct asker {
    const struct wf_shader_target *target;
};

static uint32_t ask(void *user, uint32_t set, uint32_t binding)
{
    const struct asker *a = user;

    return a->target->number(a->target->user, set, binding, false);
}

/* Before registers are allocated, which takes its time: most copies will not become instructions. */
static void check_length(const struct wfs_code *code)
{
    size_t count = 0;

    for (uint32_t at = code->first; at; at = code->insn[at].next)
        count += code->insn[at].op != WFS_OP_COPY && code->insn[at].op != WFS_OP_MARK;
    if (count > WF_MAX_CODE)
        wfs_fail(code->env, "the module becomes %zu instructions; expected at most %d", count, (int)WF_MAX_CODE);
}

/* The size of a wave; what the place of a thread is below. */
static void bound_system_values(struct wfs_lower *l)
{
    const uint32_t *size = l->local_size;
    uint32_t *below = l->code->sv_below;

    l->code->wave_size = l->wave_size;
    below[WF_SV_LANE] = l->wave_size;
    below[WF_SV_WAVE] = l->waves;
    if (l->flat || size[0] > 1024 || size[1] > 1024 || size[2] > 1024)
        return;
    for (unsigned i = 0; i < 3; i++)
        below[WF_SV_TID_X + i] = size[i];
    below[WF_SV_GINDEX] = size[0] * size[1] * size[2];
}

/* False when it gave up. */
static bool lower(struct wf_shader *s, struct wfs_env *env, const struct wf_shader_target *t, struct wf_shader_code *out)
{
    if (setjmp(env->give_up))
        return false;
    struct wfs_lower *l = wfs_new(env, 1, sizeof *l);
    struct wfs_module *m = wfs_new(env, 1, sizeof *m);
    struct asker asker = {t};
    struct wfs_target target = {.regs = t->device.regs, .wave_size = t->wave_size, .scratch_buffer = t->scratch_buffer};
    struct wfs_words words;

    wfs_module_read(m, env, s->word, s->words);
    begin_lower(s, l, env, m);
    l->wave_size = t->wave_size;
    l->waves = t->waves;
    memcpy(l->local_size, s->local_size, sizeof l->local_size);
    l->flat = s->flat;
    bound_system_values(l);
    l->number = ask;
    l->number_user = &asker;
    l->table_buffer = t->table_buffer;
    l->scratch_buffer = t->scratch_buffer;
    l->push_buffer = t->number(t->user, 0, 0, true);
    wfs_lower_entry(l, s->entry->function);
    env->file = NULL;
    dump(t, l->code, "lower");
    find_read_only(l->code, &target);
    wfs_clean(l->code, &target);
    dump(t, l->code, "clean");
    wfs_flatten(l->code);
    dump(t, l->code, "flatten");
    wfs_address_offsets(l->code);
    dump(t, l->code, "address");
    wfs_clean(l->code, &target);
    wfs_fuse(l->code);
    dump(t, l->code, "fuse");
    find_read_only(l->code, &target);
    find_safe_bytes(l, &target);
    wfs_hoist(l->code, &target);
    dump(t, l->code, "hoist");
    wfs_legal(l->code);
    dump(t, l->code, "legal");
    check_length(l->code);
    target.scratch_words = (uint32_t)l->scratch_words;
    const uint8_t *reg = wfs_allocate(l->code, &target);
    dump(t, l->code, "allocate");
    wfs_tidy(l->code, reg);
    dump(t, l->code, "tidy");
    wfs_encode(l->code, &target, reg, &words);
    give(l, &target, &words, reg, out);
    return true;
}

bool wf_shader_lower(struct wf_shader *s, const struct wf_shader_target *target, struct wf_shader_code *code, char message[WF_SHADER_MESSAGE],
                     bool *no_memory)
{
    struct wfs_env *env = calloc(1, sizeof *env);

    memset(code, 0, sizeof *code);
    if (!env) {
        snprintf(message, WF_SHADER_MESSAGE, "out of memory");
        if (no_memory)
            *no_memory = true;
        return false;
    }
    code->memory = env;
    memset(s->kept, 0, s->module.bound);
    memset(s->indexed, 0, s->module.bound);
    for (unsigned attempt = 0;; attempt++) {
        env->limit = MEMORY_LIMIT;
        if (lower(s, env, target, code))
            return true;
        if (!env->again)
            break;
        wfs_env_free(env);
        memset(env, 0, sizeof *env);
        if (attempt == ATTEMPTS) {      /* enough of hoping: every loop as it is, every index as if it were not constant */
            memset(s->kept, 1, s->module.bound);
            memset(s->indexed, 1, s->module.bound);
        }
    }
    tell(env, message, no_memory);
    wf_shader_code_free(code);
    return false;
}

void wf_shader_code_free(struct wf_shader_code *code)
{
    struct wfs_env *env = code->memory;

    if (env) {
        wfs_env_free(env);
        free(env);
    }
    memset(code, 0, sizeof *code);
}

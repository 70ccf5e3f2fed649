/* SPDX-License-Identifier: Apache-2.0
 * shader_lower.c - lowering, pass by pass, and what it gives back (wavefold/spirv.h).
 */
#include "shader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lower/mesh.h"
#include "module/contents.h"
#include "passes/passes.h"

/* how often lowering begins anew; memory that takes as long to be had as a step of wfs_work */
enum { ATTEMPTS = 64, BYTES = 4 };

static const char *const passes[] = {"lower", "clean", "flatten",  "address", "fuse",
                                     "hoist", "legal", "allocate", "tidy"};

const char *wf_shader_pass(size_t number)
{
    return number < sizeof passes / sizeof *passes ? passes[number] : NULL;
}

static void dump(const struct wf_shader_target *t, const struct wfs_code *code, const char *pass)
{
    if (t->dump && t->put && !strcmp(t->dump, pass))
        wfs_dump(code, t->put, t->put_user);
}

static uint32_t memory_of(const struct wf_shader_target *t, uint32_t number)
{
    return t->memory ? t->memory(t->user, number) : number;
}

/* Compilers count on it that nothing writes what such a block reads: who does binds it otherwise too. */
static bool is_uniform(const struct wfs_lower *l, uint32_t number)
{
    bool uniform = false, other = false;

    for (size_t i = 0; i < l->resources; i++)
        if (number - l->resource[i].number < l->resource[i].elements)
            *(l->resource[i].is_uniform ? &uniform : &other) = true;
    return uniform && !other;
}

/* Buffers that more than one lane or wave may write and read are never read-only: only those whose memory no store or
 * atomic names.  One by table may be into any block of its array, or of all. */
static void find_read_only(const struct wfs_lower *l, struct wfs_target *target)
{
    const struct wf_shader_target *t = l->target;
    bool written[WF_MAX_BUFFERS] = {false}, by_table = false;

    for (uint32_t at = l->code->first; at; at = l->code->insn[at].next) {
        const struct wfs_insn *n = &l->code->insn[at];
        if (!wfs_writes_buffer(n->op) || (n->how & WF_HOW_LOADS))
            continue;
        if (wf_op_is_table(n->op))
            by_table = true;
        else
            written[memory_of(t, n->buffer)] = true;
    }
    for (size_t i = 0; by_table && i < l->resources; i++)
        for (uint32_t n = 0; !l->resource[i].is_uniform && (l->writes_any || l->resource[i].is_written_by_number) &&
                             n < l->resource[i].elements; n++)
            written[memory_of(t, l->resource[i].number + n)] = true;
    for (uint32_t n = 0; l->writes_physical && n < t->unbound_buffer; n++)
        if (!is_uniform(l, n))
            written[memory_of(t, n)] = true;
    if (l->writes_physical && l->has_program_variables)
        written[memory_of(t, t->table_buffer)] = true;
    for (unsigned i = 0; i < WF_MAX_BUFFERS; i++)
        target->read_only[i] = !written[memory_of(t, i)];
}

/* What was copied from memory and is read there again is there still; else begin anew, without. */
static void check_copies(const struct wfs_lower *l, const struct wfs_target *target, struct wf_shader *s)
{
    bool again = false;

    for (unsigned i = 0; i < WF_MAX_BUFFERS; i++)
        if (l->relies[i] && !target->read_only[i])
            s->keeps_copies[i] = again = true;
    if (again)
        wfs_again(l->env);
}

/* Of a block its whole size is there, for smaller buffers are refused; of ours the tables. */
static void find_safe_bytes(const struct wfs_lower *l, struct wfs_target *target)
{
    for (size_t i = 0; i < l->resources && !l->target->careful; i++) {
        if (l->resource[i].is_array)    /* some of its blocks may have no buffer */
            continue;
        const uint64_t size = wfs_explicit_size(l->resource[i].block, 0, false);
        uint32_t *safe = &target->safe_bytes[l->resource[i].number];
        if (size <= UINT32_MAX && size > *safe)
            *safe = (uint32_t)size;
    }
    target->safe_bytes[l->target->table_buffer] = (uint32_t)(4 * l->table_words);
    if (l->target->has_base)
        target->safe_bytes[l->target->base_buffer] = l->target->base_byte + 3 * (uint32_t)sizeof(uint32_t);
    if (l->is_pixel)
        target->safe_bytes[l->target->drawn.buffer] = 4 * WF_DRAW_INPUTS;
    for (size_t i = 0; i < l->target->images; i++) {
        const uint32_t end = l->target->image[i].descriptor + 4 * WF_IMAGE_WORDS;
        uint32_t *safe = &target->safe_bytes[l->target->image_buffer];
        *safe = end > *safe ? end : *safe;
    }
}

/* ---- what it gives back: copies in an arena of their own, for that of the work is many times larger ---- */

struct giver {
    struct wfs_env *env;
    const char **name;                  /* [names] of files: few, and places have many of each */
    size_t names, room;
};

static const char *copy_name(struct giver *g, const char *name)
{
    for (size_t i = g->names; i-- > 0;)
        if (!strcmp(g->name[i], name))
            return g->name[i];
    g->name = wfs_grow(g->env, g->name, g->names, &g->room, sizeof *g->name);
    return g->name[g->names++] = wfs_text(g->env, "%s", name);
}

static void *copy(struct giver *g, const void *from, size_t count, size_t size)
{
    void *to = wfs_new(g->env, count, size);

    if (count)
        memcpy(to, from, count * size);
    return to;
}

static void give_places(struct giver *g, const struct wfs_lower *l, const struct wfs_words *words,
                        struct wf_shader_code *out)
{
    out->place = wfs_new(g->env, words->count, sizeof *out->place);
    for (size_t i = 0; i < words->count; i++) {
        const uint32_t place = words->place[i];
        out->place[i] = place && place < l->places
                            ? (struct wf_shader_place){copy_name(g, l->place[place].file), l->place[place].line}
                            : (struct wf_shader_place){"", 0};
    }
}

static void give_sources(struct giver *g, const struct wfs_lower *l, struct wf_shader_code *out)
{
    struct wf_shader_source *source;

    out->sources = wfs_list_sources(l->m, &source);
    out->source = wfs_new(g->env, out->sources, sizeof *out->source);
    for (size_t i = 0; i < out->sources; i++)
        out->source[i] = (struct wf_shader_source){copy_name(g, source[i].file), wfs_text(g->env, "%s", source[i].text)};
}

static void give_record(struct giver *g, const struct wf_mesh_record *from, struct wf_mesh_record *to)
{
    *to = *from;
    to->value = copy(g, from->value, from->values, sizeof *to->value);
    for (size_t i = 0; i < from->values; i++)
        to->value[i].name = wfs_text(g->env, "%s", from->value[i].name);
}

static void give_mesh(struct giver *g, const struct wf_mesh_layout *from, struct wf_mesh_layout *to)
{
    *to = *from;
    give_record(g, &from->vertex, &to->vertex);
    give_record(g, &from->primitive, &to->primitive);
    give_record(g, &from->payload, &to->payload);
    give_record(g, &from->input, &to->input);
    give_record(g, &from->point, &to->point);
    give_record(g, &from->patch, &to->patch);
}

static void give(struct wfs_env *env, const struct wfs_lower *l, const struct wfs_target *target,
                 const struct wfs_words *words, struct wf_shader_code *out)
{
    struct giver g = {.env = env};

    out->word = copy(&g, words->word, words->count, sizeof *out->word);
    out->how = copy(&g, words->how, words->count, sizeof *out->how);
    out->count = words->count;
    give_places(&g, l, words, out);
    give_sources(&g, l, out);
    out->lds_bytes = (uint32_t)(l->lds_bytes > l->lds_aliased ? l->lds_bytes : l->lds_aliased);
    out->scratch_words = l->code->scratch_wave ? target->scratch_words : 0;
    out->table = copy(&g, l->table, l->table_words, sizeof *out->table);
    out->table_words = l->table_words;
    out->uses_derivatives = l->uses_derivatives;
    if (l->mesh)
        give_mesh(&g, &l->mesh->interface.layout, &out->mesh);
    for (unsigned i = 0; i < WF_MAX_BUFFERS; i++)
        out->written[i] = !target->read_only[i];
}

/* Before constants are looked for and registers allocated, which takes its time: most copies will not become
 * instructions. */
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
    for (unsigned i = 0; i < 3; i++) {
        const uint32_t groups = l->target->most_groups[i];
        below[WF_SV_TID_X + i] = size[i];
        below[WF_SV_GID_X + i] = groups;
        below[WF_SV_DTID_X + i] = (uint64_t)groups * size[i] <= UINT32_MAX ? groups * size[i] : 0;
    }
    below[WF_SV_GINDEX] = size[0] * size[1] * size[2];
}

/* With what is given back in `kept`.  False when it gave up. */
static bool lower(struct wf_shader *s, struct wfs_env *env, struct wfs_env *kept, const struct wf_shader_target *t,
                  struct wf_shader_code *out)
{
    if (setjmp(env->give_up) || setjmp(kept->give_up))
        return false;
    struct wfs_lower *l = wfs_new(env, 1, sizeof *l);
    struct wfs_module *m = wfs_new(env, 1, sizeof *m);
    struct wfs_target target = {.regs = t->device.regs, .lanes = t->device.lanes, .wave_size = t->wave_size,
                                .scratch_buffer = t->scratch_buffer};
    struct wfs_words words;

    wfs_module_copy(m, env, &s->module);
    wfs_begin_lower(s, l, env, m);
    l->wave_size = t->wave_size;
    l->waves = t->waves;
    l->whole_waves = t->whole_waves;
    memcpy(l->local_size, t->whole_waves ? (uint32_t[3]){t->waves * t->wave_size, 1, 1} : s->local_size,
           sizeof l->local_size);
    l->flat = s->flat;
    l->flat_quads = s->flat_quads && !t->whole_waves;
    l->what = s->stage->what;
    l->has_groups = wfs_has_groups(s->stage);
    l->is_pixel = s->stage->stage == WF_STAGE_PIXEL;
    l->kill_goes_on = l->is_pixel && wfs_is_of_hlsl(l->m);
    l->lane_is_sample = s->is_per_sample && t->drawn.samples > 1;
    l->interlocks_pixels = s->interlocks_pixels;
    l->target = t;
    bound_system_values(l);
    struct wfs_mesh_interface mesh;
    const bool has_mesh = wfs_has_records(s->stage);
    if (has_mesh)
        wfs_mesh_interface(m, s->entry, &mesh);
    for (size_t i = 0; has_mesh && s->stage->stage == WF_STAGE_GEOMETRY && i < mesh.layout.vertex.values; i++)
        mesh.layout.vertex.value[i].written = s->mesh.layout.vertex.value[i].written;
    wfs_lower_entry(l, s->entry->function, has_mesh ? &mesh : NULL, s->stage->stage == WF_STAGE_AMPLIFICATION);
    env->file = NULL;
    dump(t, l->code, "lower");
    find_read_only(l, &target);
    check_copies(l, &target, s);
    wfs_bound_counters(l->code);
    wfs_clean(l->code, &target);
    dump(t, l->code, "clean");
    wfs_flatten(l->code);
    dump(t, l->code, "flatten");
    wfs_address_offsets(l->code);
    dump(t, l->code, "address");
    wfs_bound_counters(l->code);
    wfs_clean(l->code, &target);
    wfs_fuse(l->code);
    dump(t, l->code, "fuse");
    find_read_only(l, &target);
    find_safe_bytes(l, &target);
    wfs_hoist(l->code, &target);
    dump(t, l->code, "hoist");
    check_length(l->code);
    wfs_legal(l->code);
    dump(t, l->code, "legal");
    check_length(l->code);
    target.scratch_words = (uint32_t)l->scratch_words;
    const uint8_t *reg = wfs_allocate(l->code, &target);
    dump(t, l->code, "allocate");
    wfs_tidy(l->code, reg);
    dump(t, l->code, "tidy");
    wfs_encode(l->code, &target, reg, &words);
    give(kept, l, &target, &words, out);
    return true;
}

bool wf_shader_lower(struct wf_shader *s, const struct wf_shader_target *target, struct wf_shader_code *code,
                     char message[WF_SHADER_MESSAGE], bool *no_memory)
{
    struct wfs_env work = {.limit = WFS_MEMORY_LIMIT}, *kept = calloc(1, sizeof *kept);
    uint64_t steps = 0;
    bool done = false;

    memset(code, 0, sizeof *code);
    if (!kept) {
        snprintf(message, WF_SHADER_MESSAGE, "out of memory");
        if (no_memory)
            *no_memory = true;
        return false;
    }
    code->memory = kept;
    memset(s->kept, 0, s->module.bound);
    memset(s->indexed, 0, s->module.bound);
    memset(s->keeps_copies, 0, sizeof s->keeps_copies);
    for (unsigned attempt = 0;; attempt++) {
        done = lower(s, &work, kept, target, code);
        if (done || !work.again)
            break;
        steps += work.work + work.total / BYTES;
        wfs_env_restart(&work);
        /* enough of hoping: every loop as it is, every index as if it were not constant */
        if (attempt == ATTEMPTS || steps > WFS_MOST_WORK) {
            memset(s->kept, 1, s->module.bound);
            memset(s->indexed, 1, s->module.bound);
        }
    }
    if (!done) {
        wfs_tell(kept->out_of_memory ? kept : &work, message, no_memory);
        wf_shader_code_free(code);
    }
    wfs_env_free(&work);
    return done;
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

/* SPDX-License-Identifier: Apache-2.0
 * interp_task.c - task shaders, and mesh groups of tasks, by docs/mesh.md.
 */
#include "interp_task.h"

#include <string.h>

#include "interp_record.h"

/* Scalar by scalar; returns the words that follow. */
static uint32_t *copy(const struct module *m, const struct type *t, uint64_t *slots, uint32_t *word, bool store)
{
    if (t->op == OpTypeStruct) {
        for (uint32_t k = 0; k < t->count; k++)
            word = copy(m, type_of(m, t->member[k].type), slots + t->member[k].slot, word, store);
        return word;
    }
    if (t->op == OpTypeArray) {
        const struct type *element = type_of(m, t->element);
        for (uint32_t k = 0; k < t->count; k++)
            word = copy(m, element, slots + k * element->slots, word, store);
        return word;
    }
    const unsigned words = record_words(m, t);
    if (store)
        record_store(word, slots, t->slots, words);
    else
        record_load(slots, word, t->slots, words);
    return word + words * t->slots;
}

static void copy_payload(struct group *g, uint32_t *word, bool store)
{
    struct module *m = g->module;

    for (uint32_t k = 1; k < m->objects; k++)
        if (m->object[k].storage == ScTaskPayload)
            copy(m, type_of(m, m->object[k].type), (uint64_t *)(void *)(g->memory + m->object[k].at), word, store);
}

void task_begin(struct group *g)
{
    const struct interp_mesh *mesh = g->module->run->mesh;

    if (mesh && mesh->place)
        copy_payload(g, (uint32_t *)mesh->payload + mesh->place[g->id[0]].task * mesh->payload_words, false);
}

void task_emit(struct group *g, const struct insn *n, const uint64_t *regs)
{
    for (unsigned k = 0; k < 3; k++)
        g->emitted[k] = (uint32_t)value(g->module, regs, word_of(n, k))[0];
}

void task_store(struct group *g)
{
    const struct interp_run *run = g->module->run;
    const uint32_t number = (g->id[2] * run->groups[1] + g->id[1]) * run->groups[0] + g->id[0];

    memcpy(run->tasks->grid + 3 * number, g->emitted, sizeof g->emitted);
    copy_payload(g, run->tasks->payload + number * run->tasks->words, true);
}

const uint32_t *task_place(const struct group *g)
{
    const struct interp_mesh *mesh = g->module->run->mesh;

    return mesh && mesh->place ? mesh->place[g->id[0]].at : g->id;
}

const uint32_t *task_grid(const struct group *g)
{
    const struct interp_mesh *mesh = g->module->run->mesh;

    return mesh && mesh->place ? mesh->place[g->id[0]].grid : g->module->run->groups;
}

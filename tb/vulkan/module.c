/* SPDX-License-Identifier: Apache-2.0 */
#include "module.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

static void put_word(struct module_part *p, uint32_t word)
{
    if (p->count == p->room) {
        p->room = p->room ? 2 * p->room : 64;
        p->word = realloc(p->word, p->room * sizeof *p->word);
        if (!p->word) {
            printf("FAIL out of memory\n");
            exit(1);
        }
    }
    p->word[p->count++] = word;
}

void module_put(struct module *m, enum part part, uint32_t op, const uint32_t *word, size_t words)
{
    put_word(&m->part[part], (uint32_t)(words + 1) << 16 | op);
    for (size_t i = 0; i < words; i++)
        put_word(&m->part[part], word[i]);
}

uint32_t module_result(struct module *m, uint32_t op, uint32_t type, const uint32_t *word, size_t words)
{
    struct module_part *p = &m->part[CODE];

    put_word(p, (uint32_t)(words + 3) << 16 | op);
    put_word(p, type);
    put_word(p, m->next);
    for (size_t i = 0; i < words; i++)
        put_word(p, word[i]);
    return m->next++;
}

uint32_t module_unique(struct module *m, uint32_t op, uint32_t type, const uint32_t *word, size_t words)
{
    struct module_part *p = &m->part[TYPES];
    const size_t head = type ? 3 : 2;
    const uint32_t first = (uint32_t)(words + head) << 16 | op;

    for (size_t at = 0; at < p->count; at += p->word[at] >> 16)
        if (p->word[at] == first && (!type || p->word[at + 1] == type) && op != SpvOpVariable && op != SpvOpTypeStruct &&
            op != SpvOpTypeRuntimeArray && (!words || !memcmp(&p->word[at + head], word, words * sizeof *word)))
            return p->word[at + head - 1];
    put_word(p, first);
    if (type)
        put_word(p, type);
    put_word(p, m->next);
    for (size_t i = 0; i < words; i++)
        put_word(p, word[i]);
    return m->next++;
}

void module_text(struct module *m, enum part part, uint32_t op, const uint32_t *before, size_t words, const char *text,
                 const uint32_t *after, size_t words_after)
{
    const size_t letters = strlen(text) / 4 + 1;
    uint32_t *all = calloc(words + letters + words_after, sizeof *all);

    if (!all)
        exit(1);
    if (words)
        memcpy(all, before, words * sizeof *all);
    memcpy(all + words, text, strlen(text));
    if (words_after)
        memcpy(all + words + letters, after, words_after * sizeof *all);
    module_put(m, part, op, all, words + letters + words_after);
    free(all);
}

void module_extension(struct module *m, const char *name)
{
    module_text(m, EXTENSIONS, SpvOpExtension, NULL, 0, name, NULL, 0);
}

void module_capability(struct module *m, uint32_t capability)
{
    const struct module_part *p = &m->part[CAPABILITIES];

    for (size_t at = 0; at < p->count; at += 2)
        if (p->word[at + 1] == capability)
            return;
    PUT(m, CAPABILITIES, SpvOpCapability, capability);
}

/* ---- types, constants, variables ---- */

uint32_t module_u32(struct module *m)
{
    return UNIQUE(m, SpvOpTypeInt, 0, 32, 0);
}

uint32_t module_const(struct module *m, uint32_t value)
{
    return UNIQUE(m, SpvOpConstant, module_u32(m), value);
}

uint32_t module_buffer(struct module *m, uint32_t binding)
{
    const uint32_t array = UNIQUE(m, SpvOpTypeRuntimeArray, 0, module_u32(m)), block = UNIQUE(m, SpvOpTypeStruct, 0, array);
    const uint32_t pointer = UNIQUE(m, SpvOpTypePointer, 0, SpvStorageClassStorageBuffer, block);
    const uint32_t variable = UNIQUE(m, SpvOpVariable, pointer, SpvStorageClassStorageBuffer);

    PUT(m, DECORATIONS, SpvOpDecorate, array, SpvDecorationArrayStride, 4);
    PUT(m, DECORATIONS, SpvOpDecorate, block, SpvDecorationBlock);
    PUT(m, DECORATIONS, SpvOpMemberDecorate, block, 0, SpvDecorationOffset, 0);
    PUT(m, DECORATIONS, SpvOpDecorate, variable, SpvDecorationDescriptorSet, 0);
    PUT(m, DECORATIONS, SpvOpDecorate, variable, SpvDecorationBinding, binding);
    return variable;
}

static uint32_t element(struct module *m, uint32_t buffer, uint32_t index)
{
    const uint32_t pointer = UNIQUE(m, SpvOpTypePointer, 0, SpvStorageClassStorageBuffer, module_u32(m));

    return OP(m, SpvOpAccessChain, pointer, buffer, module_const(m, 0), index);
}

uint32_t module_load(struct module *m, uint32_t buffer, uint32_t index)
{
    return OP(m, SpvOpLoad, module_u32(m), element(m, buffer, index));
}

void module_store(struct module *m, uint32_t buffer, uint32_t index, uint32_t value)
{
    PUT(m, CODE, SpvOpStore, element(m, buffer, index), value);
}

/* The variables of inputs are the interface of the entry point, which is put together at the end. */
uint32_t module_builtin(struct module *m, uint32_t builtin, uint32_t components)
{
    const uint32_t word = module_u32(m), type = components > 1 ? UNIQUE(m, SpvOpTypeVector, 0, word, components) : word;
    const uint32_t pointer = UNIQUE(m, SpvOpTypePointer, 0, SpvStorageClassInput, type);
    const uint32_t variable = UNIQUE(m, SpvOpVariable, pointer, SpvStorageClassInput);

    PUT(m, DECORATIONS, SpvOpDecorate, variable, SpvDecorationBuiltIn, builtin);
    return OP(m, SpvOpLoad, type, variable);
}

/* ---- the whole ---- */

void module_begin(struct module *m, uint32_t version)
{
    *m = (struct module){.next = 1, .version = version};
    module_capability(m, SpvCapabilityShader);
    PUT(m, MODEL, SpvOpMemoryModel, SpvAddressingModelLogical, SpvMemoryModelGLSL450);
}

enum { MAIN = 1 };                      /* the first id */

void module_main(struct module *m, const uint32_t size[3])
{
    const uint32_t main_id = m->next++;
    const uint32_t none = module_unique(m, SpvOpTypeVoid, 0, NULL, 0), function = UNIQUE(m, SpvOpTypeFunction, 0, none);

    if (main_id != MAIN)
        exit(1);
    PUT(m, MODES, SpvOpExecutionMode, main_id, SpvExecutionModeLocalSize, size[0], size[1], size[2]);
    PUT(m, CODE, SpvOpFunction, none, main_id, SpvFunctionControlMaskNone, function);
    PUT(m, CODE, SpvOpLabel, m->next++);
}

void module_main_end(struct module *m)
{
    module_put(m, CODE, SpvOpReturn, NULL, 0);
    module_put(m, CODE, SpvOpFunctionEnd, NULL, 0);
}

static void put_entry(struct module *m)
{
    const struct module_part *p = &m->part[TYPES];
    uint32_t interface[32];
    size_t count = 0;

    /* from version 1.4 on all variables are in it */
    for (size_t at = 0; at < p->count; at += p->word[at] >> 16)
        if ((p->word[at] & 0xffff) == SpvOpVariable && (m->version >= 0x10400 || p->word[at + 3] == SpvStorageClassInput))
            interface[count++] = p->word[at + 2];
    module_text(m, ENTRY, SpvOpEntryPoint, (const uint32_t[]){SpvExecutionModelGLCompute, MAIN}, 2, "main", interface, count);
}

const uint32_t *module_end(struct module *m, size_t *bytes)
{
    size_t words = 5;

    put_entry(m);
    for (int i = 0; i < PARTS; i++)
        words += m->part[i].count;
    m->whole = malloc(words * sizeof *m->whole);
    if (!m->whole)
        exit(1);
    memcpy(m->whole, (const uint32_t[5]){SpvMagicNumber, m->version, 0, m->next, 0}, 5 * sizeof *m->whole);
    *bytes = words * sizeof *m->whole;
    words = 5;
    for (int i = 0; i < PARTS; i++) {
        if (m->part[i].count)
            memcpy(m->whole + words, m->part[i].word, m->part[i].count * sizeof *m->whole);
        words += m->part[i].count;
    }
    return m->whole;
}

void module_free(struct module *m)
{
    for (int i = 0; i < PARTS; i++)
        free(m->part[i].word);
    free(m->whole);
}

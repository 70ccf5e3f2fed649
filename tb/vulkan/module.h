/* SPDX-License-Identifier: Apache-2.0
 * module.h - SPIR-V modules that a test writes word by word: no compiler of this system has what they need.
 */
#ifndef WF_VULKAN_MODULE_H
#define WF_VULKAN_MODULE_H

#include <stddef.h>
#include <stdint.h>

#include <spirv/unified1/spirv.h>

/* The parts of a module, in their order. */
enum part { CAPABILITIES, EXTENSIONS, MODEL, ENTRY, MODES, DECORATIONS, TYPES, CODE, PARTS };

struct module {
    struct module_part {
        uint32_t *word;
        size_t count, room;
    } part[PARTS];
    uint32_t next;                      /* id */
    uint32_t version;
    uint32_t *whole;                    /* of module_end */
};

/* SPIR-V of that version, 0x10300, with the capability Shader, logical addressing and the memory model GLSL450. */
void module_begin(struct module *m, uint32_t version);
/* All words.  They stay until module_free. */
const uint32_t *module_end(struct module *m, size_t *bytes);
void module_free(struct module *m);

void module_put(struct module *m, enum part part, uint32_t op, const uint32_t *word, size_t words);
#define PUT(m, part, op, ...) \
    module_put(m, part, op, (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
/* An instruction of the code with a result: its id. */
uint32_t module_result(struct module *m, uint32_t op, uint32_t type, const uint32_t *word, size_t words);
#define OP(m, op, type, ...) \
    module_result(m, op, type, (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
/* A type or a constant: the id of one that is there already, or a new one.  `type` is 0 of a type. */
uint32_t module_unique(struct module *m, uint32_t op, uint32_t type, const uint32_t *word, size_t words);
#define UNIQUE(m, op, type, ...) \
    module_unique(m, op, type, (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
void module_text(struct module *m, enum part part, uint32_t op, const uint32_t *before, size_t words, const char *text,
                 const uint32_t *after, size_t words_after);
void module_extension(struct module *m, const char *name);
void module_capability(struct module *m, uint32_t capability);

uint32_t module_u32(struct module *m);                          /* the type */
uint32_t module_const(struct module *m, uint32_t value);        /* of it */
/* A storage buffer of words, set 0. */
uint32_t module_buffer(struct module *m, uint32_t binding);
/* A word of it; store one. */
uint32_t module_load(struct module *m, uint32_t buffer, uint32_t index);
void module_store(struct module *m, uint32_t buffer, uint32_t index, uint32_t value);
/* An input that is built in, of a word or of three: what it is. */
uint32_t module_builtin(struct module *m, uint32_t builtin, uint32_t components);
/* The entry point main begins; its code is in between; module_main_end.  `size`: of a group. */
void module_main(struct module *m, const uint32_t size[3]);
void module_main_end(struct module *m);

#endif

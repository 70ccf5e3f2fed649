/* SPDX-License-Identifier: Apache-2.0
 * wf_spirv_gen - print docs/spirv.md: what of SPIR-V the front-end takes, from its own tables.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct row {
    unsigned code;
    const char *name, *class;
};

static const struct row rows[] = {
#define WFS_INSTRUCTION(name, code, class, shape) {code, #name, class},
#include "grammar.def"
#include "grammar_new.def"
#undef WFS_INSTRUCTION
};

static const struct handled {
    const char *name, *part, *limits;
} handled[] = {
#define WFS_HANDLED(name, part, limits) {#name, #part, limits},
#include "handled.def"
#undef WFS_HANDLED
};

static const char *const glsl[] = {
#define WFS_GLSL(name, number) #name,
#include "grammar.def"
#undef WFS_GLSL
};

static const char *const ext[] = {
#define WFS_EXT(name, ...) #name,
#include "math_ext.def"
#undef WFS_EXT
};

static const struct handled *find(const char *name)
{
    for (size_t i = 0; i < sizeof handled / sizeof *handled; i++)
        if (!strcmp(handled[i].name, name))
            return &handled[i];
    return NULL;
}

static bool is_ext(const char *name)
{
    for (size_t i = 0; i < sizeof ext / sizeof *ext; i++)
        if (!strcmp(ext[i], name))
            return true;
    return false;
}

static void print_handled(void)
{
    puts("## Instructions that are taken\n\n| instruction | opcode | limits |\n|---|---|---|");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct handled *h = find(rows[i].name);
        if (h)
            printf("| `Op%s` | %u | %s |\n", h->name, rows[i].code, h->limits);
    }
}

static void print_glsl(void)
{
    puts("\n## GLSL.std.450\n\n| instruction | number | |\n|---|---|---|");
    for (size_t i = 0; i < sizeof glsl / sizeof *glsl; i++) {
        unsigned number = 0;
#define WFS_GLSL(name, code) number = !strcmp(glsl[i], #name) ? code : number;
#include "grammar.def"
#undef WFS_GLSL
        printf("| `%s` | %u | %s |\n", glsl[i], number, is_ext(glsl[i]) ? "" : "refused");
    }
}

/* Those that are refused, by the class that the grammar gives them. */
static void print_refused(void)
{
    puts("\n## Instructions that are refused\n\nA function that is reached and holds one is refused with its name, its word in the module, and its line where the module tells.\n");
    puts("| class | instructions |\n|---|---|");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool first = true;
        for (size_t k = 0; k < i && first; k++)
            first = strcmp(rows[k].class, rows[i].class) != 0 || find(rows[k].name);
        if (!first || find(rows[i].name))
            continue;
        printf("| %s |", rows[i].class);
        for (size_t k = i; k < sizeof rows / sizeof *rows; k++)
            if (!strcmp(rows[k].class, rows[i].class) && !find(rows[k].name))
                printf(" `%s`", rows[k].name);
        puts(" |");
    }
}

int main(void)
{
    puts("# SPIR-V: what is taken and what is refused\n");
    puts("Made from `c_model/spirv/handled.def`, `math_ext.def` and `grammar.def` by `wf_spirv_gen`; do not edit. How the front-end works stands in\n"
         "[shaders.md](shaders.md), what its mathematics costs and how exact it is in [spirv-math.md](spirv-math.md).\n");
    puts("SPIR-V 1.0 to 1.6, `GLCompute`, logical addressing, memory models `GLSL450` and `Vulkan`. Integers of 8, 16, 32 and 64 bits, floats of 16 and\n"
         "32; of 64-bit floats moves, comparisons, conversions, minimum and maximum. Images, samplers, ray queries, cooperative matrices, physical\n"
         "addresses and arrays of blocks are refused.\n");
    print_handled();
    print_glsl();
    print_refused();
    return fflush(stdout) || ferror(stdout) ? 1 : 0;
}

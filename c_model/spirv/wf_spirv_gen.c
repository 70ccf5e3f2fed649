/* SPDX-License-Identifier: Apache-2.0
 * wf_spirv_gen MODULE.spv... - print docs/spirv.md: what of SPIR-V the front-end takes, from its own tables, and for
 * each instruction the first of the modules that holds it.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct row {
    unsigned code;
    const char *name, *needs;
};

static const struct row rows[] = {
#define WFS_INSTRUCTION(name, code, needs, shape) {code, #name, needs},
#include "grammar.def"
#undef WFS_INSTRUCTION
};

static const struct handled {
    const char *name, *part, *limits;
} handled[] = {
#define WFS_HANDLED(name, part, limits) {#name, #part, limits},
#include "lower/handled.def"
#undef WFS_HANDLED
};

static const struct glsl {
    const char *name;
    unsigned number;
} glsl[] = {
#define WFS_GLSL(name, number) {#name, number},
#include "grammar.def"
#undef WFS_GLSL
};

static const struct glsl opencl[] = {
#define WFS_OPENCL(name, number) {#name, number},
#include "grammar.def"
#undef WFS_OPENCL
};

static const char *const ext[] = {
#define WFS_EXT(name, ...) #name,
#include "math/ext.def"
#undef WFS_EXT
};

static const struct amd {
    const char *set, *name, *limits;
    unsigned number;
} amd[] = {
#define WFS_AMD(set, name, number, operands, limits) {"SPV_AMD_" #set, #name, limits, number},
#include "lower/amd.def"
};

static const struct enumerants {
    const char *kind, *how, *names, *words;
} enumerants[] = {
#define WFS_ENUMERANTS(kind, how, names, words) {#kind, #how, names, words},
#include "lower/enumerants.def"
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

/* ---- the modules ---- */

enum {
    OPCODES = 8192, NUMBERS = 256, AMD = sizeof amd / sizeof *amd, OP_EXT_INST_IMPORT = 11, OP_EXT_INST = 12,
    WORDS = 1 << 20
};

static const char *seen[OPCODES], *seen_glsl[NUMBERS], *seen_opencl[NUMBERS], *seen_amd[AMD];

/* Module name without folder and ending. */
static const char *short_name(const char *path, char *name, size_t size)
{
    const char *slash = strrchr(path, '/');

    snprintf(name, size, "%s", slash ? slash + 1 : path);
    if (strrchr(name, '.'))
        *strrchr(name, '.') = '\0';
    return name;
}

/* Instructions of AMD's sets behind the import at word `at`. */
static void see_amd(const uint32_t *word, size_t at, size_t words, const char *name)
{
    const uint32_t set = word[at + 1];

    for (size_t i = 0; i < AMD; i++) {
        if (seen_amd[i] || strcmp((const char *)&word[at + 2], amd[i].set))
            continue;
        for (size_t k = at; k + 4 < words && word[k] >> 16; k += word[k] >> 16)
            if ((word[k] & 0xffff) == OP_EXT_INST && word[k + 3] == set && word[k + 4] == amd[i].number)
                seen_amd[i] = name;
    }
}

static bool read_module(const char *path, const char *name)
{
    static uint32_t word[WORDS];
    FILE *file = fopen(path, "rb");
    const size_t words = file ? fread(word, sizeof *word, WORDS, file) : 0;
    uint32_t set = 0, opencl_set = 0;

    if (file)
        fclose(file);
    if (words < 5 || words == WORDS || word[0] != 0x07230203) {
        fprintf(stderr, "%s: error: no SPIR-V module of fewer than %d words\n", path, (int)WORDS);
        return false;
    }
    for (size_t at = 5; at < words && word[at] >> 16; at += word[at] >> 16) {
        const uint32_t op = word[at] & 0xffff;
        if (op < OPCODES && !seen[op])
            seen[op] = name;
        if (op == OP_EXT_INST_IMPORT)
            see_amd(word, (uint32_t)at, words, name);
        if (op == OP_EXT_INST_IMPORT && !strncmp((const char *)&word[at + 2], "GLSL.std.450", 12))
            set = word[at + 1];
        if (op == OP_EXT_INST_IMPORT && !strncmp((const char *)&word[at + 2], "OpenCL.std", 10))
            opencl_set = word[at + 1];
        if (op == OP_EXT_INST && at + 4 < words && word[at + 3] == set && word[at + 4] < NUMBERS &&
            !seen_glsl[word[at + 4]])
            seen_glsl[word[at + 4]] = name;
        if (op == OP_EXT_INST && at + 4 < words && word[at + 3] == opencl_set && word[at + 4] < NUMBERS &&
            !seen_opencl[word[at + 4]])
            seen_opencl[word[at + 4]] = name;
    }
    return true;
}

/* ---- the page ---- */

static void print_handled(void)
{
    puts("## Instructions that are taken\n\n`tb/shaders` holds a shader with each; the column names the first.\n");
    puts("| instruction | opcode | limits | shader |\n|---|---|---|---|");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct handled *h = find(rows[i].name);
        const char *shader = seen[rows[i].code];
        if (h)
            printf("| `Op%s` | %u | %s | %s |\n", h->name, rows[i].code, h->limits, shader ? shader : "none");
    }
}

static void print_glsl(void)
{
    puts("\n## GLSL.std.450\n\n| instruction | number | shader |\n|---|---|---|");
    for (const struct glsl *g = glsl; g < glsl + sizeof glsl / sizeof *glsl; g++) {
        const char *shader = seen_glsl[g->number];
        const bool taken = is_ext(g->name) || !strncmp(g->name, "InterpolateAt", 13);
        printf("| `%s` | %u | %s |\n", g->name, g->number, !taken ? "refused: reserved, without a meaning in its specification" : shader ? shader : "none");
    }
}

static void print_amd(void)
{
    puts("\n## Instruction sets of AMD\n\n| set | instruction | number | limits | shader |\n|---|---|---|---|---|");
    for (size_t i = 0; i < AMD; i++)
        printf("| `%s` | `%s` | %u | %s | %s |\n", amd[i].set, amd[i].name, amd[i].number, amd[i].limits,
               seen_amd[i] ? seen_amd[i] : "none");
}

static void print_enumerants(void)
{
    puts("\n## Other names\n\nModules with Shader or Kernel may have these names, too. *nothing*: it changes no result "
         "here. Formats of images: [images.md](images.md#formats).\n\n"
         "| kind | becomes | names | |\n|---|---|---|---|");
    for (size_t i = 0; i < sizeof enumerants / sizeof *enumerants; i++)
        printf("| %s | %s | %s | %s |\n", enumerants[i].kind, enumerants[i].how, enumerants[i].names,
               enumerants[i].words);
}

static void print_opencl(void)
{
    puts("\n## OpenCL.std\n\n[opencl-math.md](opencl-math.md) has the precision of those on floats.\n\n"
         "| instruction | number | shader |\n|---|---|---|");
    for (const struct glsl *g = opencl; g < opencl + sizeof opencl / sizeof *opencl; g++)
        printf("| `%s` | %u | %s |\n", g->name, g->number, seen_opencl[g->number] ? seen_opencl[g->number] : "none");
}

static const struct {
    const char *word, *family;
} families[] = {
#define WFS_FAMILY(word, family) {word, family},
#include "module/families.def"
#undef WFS_FAMILY
};

static const char *family_of(const char *needs)
{
    size_t i = 0;

    while (!strstr(needs, families[i].word))
        i++;
    return families[i].family;
}

static bool is_refused(size_t row, const char *family, const char *needs)
{
    return !find(rows[row].name) && !strcmp(family_of(rows[row].needs), family) &&
           (!needs || !strcmp(rows[row].needs, needs));
}

/* A row for each list of capabilities. */
static void print_family(const char *family)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool first = is_refused(i, family, NULL);
        for (size_t k = 0; k < i && first; k++)
            first = !is_refused(k, family, rows[i].needs);
        if (!first)
            continue;
        printf("| %s | %s |", family, rows[i].needs);
        for (size_t k = i; k < sizeof rows / sizeof *rows; k++)
            if (is_refused(k, family, rows[i].needs))
                printf(" `%s`", rows[k].name);
        puts(" |");
    }
}

static void print_refused(void)
{
    puts("\n## Instructions that are refused\n\nA reached function that contains one is refused. The message has its "
         "name, its word in the module, its line if the module has lines, and what it is a part of.\n\n"
         "| part of | capability that it needs | instructions |\n|---|---|---|");
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        bool first = true;
        for (size_t k = 0; k < i; k++)
            first &= strcmp(families[k].family, families[i].family) != 0;
        if (first)
            print_family(families[i].family);
    }
}

int main(int argc, char **argv)
{
    static char name[1024][64];

    for (int i = 1; i < argc && i < 1024; i++)
        if (!read_module(argv[i], short_name(argv[i], name[i], sizeof *name)))
            return 1;
    puts("# SPIR-V: what is taken and what is refused\n\n"
         "Made from `c_model/spirv/lower/handled.def`, `lower/amd.def`, `lower/enumerants.def`, `math/ext.def` and the grammar of SPIR-V by `wf_spirv_gen`; do "
         "not edit. [shaders.md](shaders.md) describes\nthe front-end, [spirv-math.md](spirv-math.md) the cost and "
         "precision of its mathematics.\n\n"
         "SPIR-V 1.0 to 1.6. Stages are `GLCompute`, `Kernel`, `Vertex`, `TessellationControl`, `TessellationEvaluation`, `Geometry`, "
         "`Fragment`, `TaskEXT`, `MeshEXT`, `TaskNV` and `MeshNV`.\nAddressing models are `Logical` and `PhysicalStorageBuffer64`, memory models "
         "`GLSL450` and `Vulkan`; of kernels `Physical32` and `Physical64`, and `OpenCL`.\nIntegers of 8, 16, 32 and 64 bits, "
         "floats of 16, 32 and 64.\n"
         "[vertex.md](vertex.md) describes vertex, tessellation and geometry shaders, [fragment.md](fragment.md) fragment shaders, "
         "[mesh.md](mesh.md) task and mesh shaders,\n[images.md](images.md) images and samplers, [opencl.md](opencl.md) kernels of OpenCL. Ray queries, "
         "cooperative matrices and\nOpenCL's images, pipes and queues are refused.\n");
    print_handled();
    print_glsl();
    print_opencl();
    print_amd();
    print_enumerants();
    print_refused();
    return fflush(stdout) || ferror(stdout) ? 1 : 0;
}

/* SPDX-License-Identifier: Apache-2.0
 * view_names.c - the tables of names of a view (see view.h).
 */
#include <string.h>

#include "naming.h"
#include "view.h"

/* A colour per unit, the same in every line of the view. */
static const char *const colour[WF_UNITS] = {
    [WF_UNIT_FLOW] = "gray35", [WF_UNIT_ALU] = "RoyalBlue4", [WF_UNIT_FPU] = "SteelBlue4",
    [WF_UNIT_PACK] = "DarkSlateGray", [WF_UNIT_XLANE] = "purple4", [WF_UNIT_LDS] = "DarkGreen",
    [WF_UNIT_MEM] = "firebrick4", [WF_UNIT_SYNC] = "DarkGoldenrod4"};

static void put_state(FILE *file, const struct wf_kernel *kernel)
{
    static const char *const name[] = {"FREE", "CHECK", "READY", "RUN", "ANSWER", "SAID", "DRAIN"};
    (void)kernel;               /* as rtl/dispatch/wf_dispatch_table.v numbers them */
    for (unsigned n = 0; n < sizeof name / sizeof name[0]; n++)
        fprintf(file, "%x %s\n", n, name[n]);
}

static void put_answer(FILE *file, const struct wf_kernel *kernel)
{
    (void)kernel;
#define WF_REJECT(id, code, message) fprintf(file, "1%02x %s\n", (unsigned)(code), (code) ? #id : "accepted");
#include "wavefold/isa.def"
    fputs("000 ?black? \n", file);
}

static void put_numbers(FILE *file, const char *none, const char *format, unsigned from, unsigned count)
{
    fprintf(file, "%s ?black? \n", none);
    for (unsigned n = 0; n < count; n++)
        fprintf(file, format, from + n, n);
}
static void put_id(FILE *file, const struct wf_kernel *kernel)
{
    (void)kernel;
    put_numbers(file, "00", "%02x %u\n", 16, 8);
}
static void put_number(FILE *file, const struct wf_kernel *kernel)
{
    (void)kernel;
    put_numbers(file, "000", "%03x %u\n", 256, 256);
}
static void put_register(FILE *file, const struct wf_kernel *kernel)
{
    (void)kernel;
    put_numbers(file, "00", "%02x r%u\n", 128, 128);
}

static void put_unit(FILE *file, const struct wf_kernel *kernel)
{
    (void)kernel;
#define WF_UNIT(id, number, text) fprintf(file, "%x ?%s?%s\n", 8u + (number), colour[number], #id);
#include "wavefold/isa.def"
    fputs("0 ?black? \n", file);
}

static void put_op(FILE *file, const struct wf_kernel *kernel)
{
    (void)kernel;
#define WF_OP(id, code, mnemonic, format, unit, words, first, second, text) \
    fprintf(file, "1%02x ?%s?%s\n", (unsigned)(code), colour[WF_UNIT_##unit], mnemonic);
#include "wavefold/isa.def"
    fputs("000 ?black? \n", file);
}

static void put_access(FILE *file, const struct wf_kernel *kernel)
{
    (void)kernel;
#define WF_ATOM(id, number, suffix, text) \
    fprintf(file, "%02x %s\n", 96u + (number), suffix); \
    if (wf_atom_has_64(number)) \
        fprintf(file, "%02x %s 64\n", 112u + (number), suffix);
#include "wavefold/isa.def"
    fputs("00 ?black? \n40 load\n50 store\n", file);
}

/* Line and text of each instruction, as a trace has them. */
static void put_code(FILE *file, const struct wf_kernel *kernel)
{
    size_t base = 0;
    for (; kernel; base += kernel->count, kernel = kernel->next)
        for (size_t pc = 0; pc < kernel->count; pc++) {
            const struct wf_op_info *op = wf_op_info((uint8_t)kernel->code[pc]);
            char line[80], text[256];
            wf_name_instruction(kernel, pc, text, sizeof text);
            fprintf(file, "1%04zx ?%s?%s %s\n", base + pc, op ? colour[op->unit] : "black",
                    wf_name_line_briefly(kernel, pc, line), text);
        }
    fputs("00000 ?black? \n20000 ?gray15? \n30000 ?DarkGoldenrod4?at barrier\n", file);
}

static const struct {
    const char *name;
    void (*put)(FILE *file, const struct wf_kernel *kernel);
} tables[VIEW_TABLES] = {
    [VIEW_STATE] = {"dispatch.txt", put_state}, [VIEW_ANSWER] = {"answer.txt", put_answer},
    [VIEW_ID] = {"id.txt", put_id}, [VIEW_NUMBER] = {"number.txt", put_number}, [VIEW_CODE] = {"code.txt", put_code},
    [VIEW_UNIT] = {"unit.txt", put_unit}, [VIEW_OP] = {"op.txt", put_op},
    [VIEW_REGISTER] = {"register.txt", put_register}, [VIEW_ACCESS] = {"access.txt", put_access}};

const char *view_table_name(enum view_form table)
{
    return tables[table].name;
}

void view_table_write(FILE *file, enum view_form table, const struct wf_kernel *kernel)
{
    tables[table].put(file, kernel);
}

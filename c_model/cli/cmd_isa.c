/* SPDX-License-Identifier: Apache-2.0
 * cmd_isa.c - wavefold isa: the instructions, and what one name means.
 */
#include <stdio.h>

#include "cli.h"
#include "naming.h"

static const char *operands(enum wf_format format)
{
    static const char *const text[] = {
#define WF_FORMAT(id, operands) [WF_FMT_##id] = operands,
#include "wavefold/isa.def"
    };
    return text[format];
}

/* Every mnemonic without its suffixes, a line each. */
static void list(void)
{
    printf("%-16s %-6s %-32s %s\n", "instruction", "unit", "operands", "meaning");
    for (unsigned op = 0; op < 256; op++) {
        const struct wf_op_info *info = wf_op_info((uint8_t)op);
        if (info)
            printf("%-16s %-6s %-32s %s\n", info->mnemonic, wf_op_unit_text((uint8_t)op), operands(info->format),
                   info->text);
    }
    puts("\nwavefold isa NAME explains one, with its operands and suffixes; NAME may be a system value, a refusal,\n"
         "a fault, an attribute, a stage, or a name of HLSL, GLSL or SPIR-V too");
}

enum wf_exit cli_isa(int argc, char **argv)
{
    static const struct cli_option none[] = {CLI_LAST};
    const char *name = NULL;
    const enum wf_exit status = cli_parse(argc, argv, none, &name, "one name only");
    if (status)
        return status;
    if (!name) {
        list();
        return cli_close_stdout(WF_EXIT_OK);
    }
    char text[WF_EXPLAIN_SIZE];
    if (wf_isa_explain(name, text, sizeof text)) {
        fputs(text, stdout);
        return cli_close_stdout(WF_EXIT_OK);
    }
    return cli_tell(WF_EXIT_MISUSE, "wavefold: error: no instruction, system value, refusal, fault, attribute, "
                    "stage, or name of HLSL, GLSL or SPIR-V: %s\n%s"
                    "wavefold isa lists the instructions; docs/kernel-file.md has the statements\n", name, text);
}

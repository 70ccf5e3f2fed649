/* SPDX-License-Identifier: Apache-2.0
 * main.c - the program `wavefold`: run, asm, disasm, layout, sizes.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"

static const char help_text[] =
    "wavefold - run, assemble and lay out kernels of the Wavefold machine\n"
    "\n"
    "usage: wavefold run FILE [--on model|rtl] [--lanes N] [--wave-size S] [--seed N] [--waves OUT.fst] [--trace OUT]\n"
    "                    [--stats OUT.json] [--sim verilator|icarus] [--limit N]\n"
    "       wavefold asm FILE [--listing] [--lanes N] [--wave-size S] [-o OUT]\n"
    "       wavefold disasm FILE [-o OUT]\n"
    "       wavefold layout --numthreads X,Y,Z --wave-size S [--group GX,GY,GZ] [--extra N] [--picture]\n"
    "       wavefold sizes FILE [--lanes N]\n"
    "       wavefold help\n"
    "\n"
    "run      Run a kernel file and hold what came out against what the file expects.\n"
    "         --on model (default): the C model alone; --seed picks the interleaving of the waves.\n"
    "         --on rtl: the hardware, every instruction compared with the model; --seed picks stalls and memory latencies\n"
    "         (0: no stalls; 1, 5, 9 ..: light; 2, 6, ..: heavy; 3, 7, ..: bursts; 4, 8, ..: late memory answers).\n"
    "         --lanes: widest wave of the device (default 32, or 128 with a larger --wave-size); on rtl 8, 32 or 128.\n"
    "         --wave-size: insist on this wave size.  --limit: instructions (model) or cycles (rtl) before giving up.\n"
    "         --waves: waveform (rtl only), a regular file.  --trace: a line an instruction; its first number is the cycle,\n"
    "         on the model how many instructions ran before.  --stats: what was counted.\n"
    "         The simulator is looked for beside this program in ../sim/l<lanes>/wf_sim; WAVEFOLD_SIM names another.\n"
    "asm      Assemble: hexadecimal instruction words, one a line; --listing: index, word, line and instruction.\n"
    "disasm   The other way round; FILE holds hexadecimal words.\n"
    "layout   Which thread is in which lane: wave lane x y z dispatch_x dispatch_y dispatch_z group_index, tab-separated.\n"
    "         --picture draws the group as a grid of wave.lane instead.  --extra: waves without a live lane; they must\n"
    "         fit the device and show nowhere.\n"
    "sizes    The wave sizes a kernel file allows on the device, one a line; \"default\" when a refusal is expected.\n"
    "\n"
    "exit status: 0 passed, 1 bad input, failed expectation or difference, 2 misuse of the command line\n";

int cli_misuse(const char *what, const char *which)
{
    fprintf(stderr, "wavefold: %s%s%s\ntry: wavefold help\n", what, which ? ": " : "", which ? which : "");
    return WF_EXIT_MISUSE;
}

bool cli_number(const char *text, uint64_t most, uint64_t *value)
{
    uint64_t n = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || n > (UINT64_MAX - 9) / 10)
            return false;
        n = 10 * n + (uint64_t)(*text - '0');
    }
    *value = n;
    return n <= most;
}

bool cli_lanes(const char *text, unsigned *lanes)
{
    uint64_t n;
    if (!cli_number(text, WF_MAX_LANES, &n) || n < 4 || (n & (n - 1)))
        return false;
    *lanes = (unsigned)n;
    return true;
}

bool cli_same_file(const char *a, const char *b)
{
    struct stat first, second;
    if (stat(a, &first) != 0 || stat(b, &second) != 0)
        return !strcmp(a, b);
    return S_ISREG(first.st_mode) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

int cli_close_stdout(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return WF_EXIT_OK;
    fprintf(stderr, "wavefold: error: cannot write to standard output\n");
    return WF_EXIT_FAILED;
}

int main(int argc, char **argv)
{
    static const struct { const char *name; int (*run)(int, char **); } command[] = {
        {"run", cli_run}, {"asm", cli_asm}, {"disasm", cli_disasm}, {"layout", cli_layout}, {"sizes", cli_sizes}};
    if (argc < 2)
        return cli_misuse("a command is missing", NULL);
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h") || (i == 1 && !strcmp(argv[i], "help"))) {
            fputs(help_text, stdout);
            return cli_close_stdout();
        }
    for (size_t i = 0; i < sizeof command / sizeof command[0]; i++)
        if (!strcmp(argv[1], command[i].name))
            return command[i].run(argc - 2, argv + 2);
    return cli_misuse("no such command", argv[1]);
}

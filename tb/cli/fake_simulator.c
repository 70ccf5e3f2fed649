/* SPDX-License-Identifier: Apache-2.0
 * fake_simulator.c - a library that only seems to simulate (wavefold/sim.h), for test_rtl.sh and test_reproduce.sh.  The files in the folder $FAKE say
 * what it is and does: `serial`: its LDS does not combine lanes; `path`: it has a memory path; `cores` holds their number;
 * `version` is there: of another version; `traced`: it writes waveforms, the first so many bytes of `whole.fst` as `bytes` says; `act` holds a word:
 * nothing, silent, crash, bus, finish.
 */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wavefold/sim.h"

struct wf_sim {
    struct wf_sim_build build;
};
struct word { char text[32]; };

static FILE *open_file(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", getenv("FAKE"), name);
    return fopen(path, "r");
}

static bool is_there(const char *name)
{
    FILE *file = open_file(name);
    return file && fclose(file) == 0;
}

static struct word read_word(const char *name)
{
    struct word word = {""};
    FILE *file = open_file(name);
    if (file && fscanf(file, "%31s", word.text) != 1)
        word.text[0] = '\0';
    if (file)
        fclose(file);
    return word;
}

static struct wf_sim *create(const struct wf_sim_setup *setup)
{
    struct wf_sim *sim = malloc(sizeof *sim);
    const int cores = atoi(read_word("cores").text);
    (void)setup;
    *sim = (struct wf_sim){{.device = {.lanes = 32, .waves = 64, .groups = 16, .regs = 64, .lds_words = 8192, .lds_banks = 32, .imem_words = 65536,
                                       .cores = cores ? (unsigned)cores : 1},
                            .dispatches = 4, .coalesces = !is_there("serial"), .line_tags = is_there("path"), .traced = is_there("traced"), .simulator = "verilator"}};
    return sim;
}

static void destroy(struct wf_sim *sim)
{
    free(sim);
}

static const struct wf_sim_build *build(const struct wf_sim *sim)
{
    return &sim->build;
}

static enum wf_sim_status memory(struct wf_sim *sim, uint32_t *words, size_t count)
{
    (void)sim, (void)words, (void)count;
    return WF_SIM_OK;
}

static enum wf_sim_status load(struct wf_sim *sim, const struct wf_sim_code *code, uint16_t *base)
{
    (void)sim, (void)code;
    *base = 0;
    return WF_SIM_OK;
}

static enum wf_sim_status clear(struct wf_sim *sim)
{
    (void)sim;
    return WF_SIM_OK;
}

static enum wf_sim_status submit(struct wf_sim *sim, struct wf_sim_dispatch *dispatch)
{
    (void)sim;
    dispatch->state = WF_SIM_DONE;
    return WF_SIM_OK;
}

static enum wf_sim_status run(struct wf_sim *sim, uint64_t clocks)
{
    const struct word act = read_word("act");
    (void)sim, (void)clocks;
    if (!strcmp(act.text, "silent"))
        _exit(0);
    if (!strcmp(act.text, "crash") || !strcmp(act.text, "bus"))
        raise(!strcmp(act.text, "bus") ? SIGBUS : SIGSEGV);
    return !strcmp(act.text, "finish") ? WF_SIM_ENDED : WF_SIM_IDLE;
}

static void stats(const struct wf_sim *sim, struct wf_sim_stats *stats)
{
    (void)sim;
    *stats = (struct wf_sim_stats){.counted = true};
}

static const char *report(const struct wf_sim *sim)
{
    (void)sim;
    return "top.v:7: $finish\n";
}

static enum wf_sim_status waves(struct wf_sim *sim, const char *name)
{
    FILE *from = open_file("whole.fst"), *to = fopen(name, "w");
    int byte;
    (void)sim;
    for (long left = atol(read_word("bytes").text); from && to && left > 0 && (byte = fgetc(from)) != EOF; left--)
        fputc(byte, to);
    if (from)
        fclose(from);
    return to && fclose(to) == 0 ? WF_SIM_OK : WF_SIM_NO_MEMORY;
}

const struct wf_sim_api *wf_sim_api(void)
{
    static struct wf_sim_api api = {.create = create, .destroy = destroy, .build = build, .memory = memory, .load = load, .clear = clear, .submit = submit,
                                    .run = run, .stats = stats, .report = report, .waves = waves};
    api.version = is_there("version") ? WF_SIM_API_VERSION + 1 : WF_SIM_API_VERSION;
    return &api;
}

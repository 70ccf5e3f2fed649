/* SPDX-License-Identifier: Apache-2.0
 * cmd_advise.c - wavefold advise: atomics that wave operations could replace, and whether that pays.
 *
 * The kernel runs on the model, which tells for each atomic whether the lanes of a wave name one word; the code may
 * prove that they always do.  Each is rewritten alone, the results compared, both kernels measured on the hardware.
 */
#include <stdio.h>
#include <stdlib.h>

#include "advise.h"
#include "cli.h"
#include "shader_file.h"
#include "verdict.h"

static enum wf_exit parse(int argc, char **argv, struct advise *a)
{
    const struct cli_option known[] = {
        CLI_LANES("--lanes", &a->lanes), CLI_LANES("--wave-size", &a->wave_size), CLI_ONCE("--variant", &a->variant),
        CLI_NUMBER("--limit", &a->limit, 1, UINT64_MAX),
        CLI_SMALL("--memory-latency", &a->memory_latency, 1, UINT32_MAX),
        CLI_SMALL("--memory-lines", &a->memory_lines, 1, UINT32_MAX), CLI_FLAG("--json", &a->json),
        SHADER_ROWS(&a->shader), CLI_LAST};
    enum wf_exit status = cli_parse_file(argc, argv, known, &a->file, "a kernel file is missing, or a shader");
    if (!status)
        status = shader_check_options(&a->shader, a->file, a->variant, true);
    if (status)
        return status;
    a->is_shader = shader_kind(a->file) != SHADER_NONE;
    for (unsigned i = 0; i < a->shader.binds; i++)
        if (a->shader.bind[i].out)
            return cli_misuse("advise writes no buffers: --bind SET.BINDING=IN, without", a->shader.bind[i].out);
    for (unsigned i = 0; i < a->shader.images; i++)
        if (a->shader.image[i].out)
            return cli_misuse("advise writes no images: --image SET.BINDING=SIZE:FORMAT:IN, without",
                              a->shader.image[i].out);
    return WF_EXIT_OK;
}

/* ---- what is looked at ------------------------------------------------------------------------------------------- */

static enum wf_exit open_input(struct advise *a)
{
    const enum wf_exit status = input_read(&a->input, a->file, a->variant, &a->shader, false);
    if (status)
        return status;
    a->input.inputs.one = true;
    a->kernel = wf_text_parse_inputs(a->file, &a->input.text, &a->device, a->wave_size, &a->input.inputs);
    return a->kernel ? WF_EXIT_OK : wf_inputs_status(&a->input.inputs);
}

/* Every atomic that lanes can come to. */
static enum wf_exit find_sites(struct advise *a)
{
    struct wf_atomic *atomic;
    if (!wf_atomics_find(a->kernel, &a->shape, &atomic, &a->sites))
        return cli_no_memory();
    a->site = calloc(a->sites ? a->sites : 1, sizeof *a->site);
    for (size_t i = 0; a->site && i < a->sites; i++)
        a->site[i].atomic = atomic[i];
    free(atomic);
    return a->site ? WF_EXIT_OK : cli_no_memory();
}

/* ---- each site --------------------------------------------------------------------------------------------------- */

/* The kernel once more, with these atomics rewritten; or why not.  Then what it leaves on the model. */
static enum wf_exit rewrite(struct advise *a, struct advise_site *site, const size_t *at, size_t count)
{
    struct wf_shape shape;
    site->rewritten = wf_text_parse(a->file, &a->input.text, &a->device, a->wave_size);
    if (!site->rewritten)
        return WF_EXIT_ENVIRONMENT;
    if (!wf_atomics_rewrite(site->rewritten, &a->device, &a->shape, at, count, &site->refused))
        return WF_EXIT_OK;
    const enum wf_reject code = wf_dispatch_check(&site->rewritten->desc, &a->device, &shape);
    if (code)
        site->refused = wf_reject_text(code);
    return code || advise_try(a, site->rewritten, &site->outcome) ? WF_EXIT_OK : cli_no_memory();
}

/* The kernel as it is, with no site, or rewritten. */
static enum wf_exit measure(struct advise *a, struct advise_site *site)
{
    enum wf_exit status = WF_EXIT_OK;
    for (enum advise_device d = 0; d < ADVISE_DEVICES && !status; d++)
        if (a->hardware[d].is_there)
            status = advise_measure(a, d, site ? site->rewritten : a->kernel,
                                    site ? &site->cycles[d] : &a->hardware[d].cycles);
    return status;
}

static bool is_sound(const struct advise_site *site)
{
    return !site->refused && site->outcome.right;
}

static enum wf_exit treat_site(struct advise *a, struct advise_site *site)
{
    enum wf_exit status = rewrite(a, site, &site->atomic.at, 1);
    if (!status && is_sound(site))
        status = measure(a, site);
    if (status && status != WF_EXIT_WRONG)
        return status;
    if (!a->json) {
        advise_print_site(a, site);
        advise_print_worth(a, site);
        fflush(stdout);
    }
    return status;
}

/* All that were rewritten, in one kernel. */
static enum wf_exit treat_all(struct advise *a)
{
    size_t *at = calloc(a->sites + 1, sizeof *at), count = 0;
    enum wf_exit status = at ? WF_EXIT_OK : cli_no_memory();
    for (size_t i = 0; at && i < a->sites; i++)
        if (a->site[i].listed && is_sound(&a->site[i]))
            at[count++] = a->site[i].atomic.at;
    a->all.listed = count > 1;
    if (!status && a->all.listed)
        status = rewrite(a, &a->all, at, count);
    if (!status && a->all.listed && is_sound(&a->all))
        status = measure(a, &a->all);
    free(at);
    return status;
}

/* A listed site is one that several lanes of a wave perform together, always on one word. */
static bool list_sites(struct advise *a)
{
    bool any = false;
    for (size_t i = 0; i < a->sites; i++)
        any |= a->site[i].listed = a->site[i].together && !a->site[i].apart;
    return any;
}

static enum wf_exit treat_sites(struct advise *a)
{
    enum wf_exit found = WF_EXIT_OK, status = WF_EXIT_OK;
    if (list_sites(a)) {
        found = advise_find_hardware(a);
        status = measure(a, NULL);
    }
    for (size_t i = 0; i < a->sites && !status; i++)
        if (a->site[i].listed)
            status = treat_site(a, &a->site[i]);
    if (!status)
        status = treat_all(a);
    if (!status && a->json)
        advise_print_json(a, false);
    else if (!status)
        advise_print_end(a);
    return status ? status : found;
}

static enum wf_exit perform(struct advise *a)
{
    enum wf_exit status = advise_choose_device(a);
    if (!status)
        status = open_input(a);
    if (status)
        return status;
    const enum wf_reject code = wf_dispatch_check(&a->kernel->desc, &a->device, &a->shape);
    if (!wf_verdict_dispatch(a->file, a->kernel, code))
        return code ? WF_EXIT_INPUT : WF_EXIT_WRONG;
    if (code && a->json) {
        advise_print_json(a, true);
        return WF_EXIT_OK;
    }
    if (code) {
        printf("%s: the dispatch is refused, as the file expects: no atomic is performed\n", a->file);
        return WF_EXIT_OK;
    }
    status = find_sites(a);
    if (!status)
        status = advise_look(a);
    return status ? status : treat_sites(a);
}

static void release(struct advise *a)
{
    for (size_t i = 0; i < a->sites; i++)
        wf_kernel_free(a->site[i].rewritten);
    wf_kernel_free(a->all.rewritten);
    free(a->site);
    free(a->memory);
    shader_options_free(&a->shader);
    input_free(&a->input);
    wf_kernel_free(a->kernel);
    for (unsigned d = 0; d < ADVISE_DEVICES; d++)
        simulator_free(&a->hardware[d].simulator);
}

enum wf_exit cli_advise(int argc, char **argv)
{
    struct advise a = {.file = NULL};
    enum wf_exit status = parse(argc, argv, &a);
    if (!status)
        status = cli_close_stdout(perform(&a));
    release(&a);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 * report.c - the page of --report: its frame, the verdict, messages, the device (see report.h).
 */
#define _POSIX_C_SOURCE 200809L
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "shell.h"
#include "wavefold/version.h"
#include "xml.h"

/* What another function prints, as text of the page. */
typedef void print_fn(FILE *file, const struct wf_run_figures *figures);
static void put_printed(FILE *file, print_fn *print, const struct wf_run_figures *figures)
{
    char *text = NULL;
    size_t length;
    FILE *memory = open_memstream(&text, &length);
    if (!memory)
        return;
    print(memory, figures);
    fclose(memory);
    while (text && length && text[length - 1] == '\n')
        text[--length] = '\0';
    wf_xml_text(file, text ? text : "");
    free(text);
}

static void print_name(FILE *file, const struct wf_run_figures *f)
{
    wf_figures_name(file, f->kernel);
    if (f->variant)
        fprintf(file, ":%s", f->variant);
}

static void print_command(FILE *file, const struct wf_run_figures *f)
{
    char *command = wf_shell_command("run", f->words, (char **)f->word);
    fprintf(file, "wavefold %s", command ? command : "run");
    free(command);
}

/* ---- the top ----------------------------------------------------------------------------------------------------- */

static void put_tile(FILE *file, const char *name, int digits, double figure)
{
    fprintf(file, "<div><dt>%s</dt><dd>%.*f</dd></div>\n", name, digits, figure);
}

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static void put_tiles(FILE *file, const struct wf_run_figures *f)
{
    const double cycles = (double)f->counter[WF_CNT_CYCLES];
    fputs("<dl class=\"tiles\">\n", file);
    if (f->on_hardware && !f->counters_unknown) {
        put_tile(file, "cycles", 0, cycles);
        put_tile(file, "instructions per cycle", 3, ratio((double)f->instructions, cycles));
    }
    put_tile(file, "instructions", 0, (double)f->instructions);
    put_tile(file, "waves", 0, (double)f->waves);
    put_tile(file, "groups", 0, (double)f->groups);
    if (f->dispatches == 1)
        put_tile(file, "% of lanes active", 1,
                 100 * ratio((double)f->lane_instructions, (double)f->instructions * f->wave_size));
    if (f->on_hardware && !f->counters_unknown)
        put_tile(file, "waves resident, mean", 1, ratio((double)f->work.wave_cycles, cycles));
    fputs("</dl>\n", file);
}

static void put_top(FILE *file, const struct wf_run_figures *f)
{
    fprintf(file, "<header><span class=\"verdict %s\">%s</span><h1>", f->passed ? "pass" : "fail",
            f->passed ? "PASS" : "FAIL");
    put_printed(file, print_name, f);
    fputs("</h1></header>\n<pre class=\"wrap\" id=\"command\">", file);
    put_printed(file, print_command, f);
    fputs("</pre>\n<pre class=\"wrap\" id=\"verdict\">", file);
    put_printed(file, wf_figures_line, f);
    fputs("</pre>\n<nav><a href=\"#findings\">Findings</a> <a href=\"#device\">Device</a> <a href=\"#occupancy\">Occupancy"
          "</a> <a href=\"#causes\">Cycles</a> <a href=\"#timeline\">Waves</a> <a href=\"#lines\">Source</a> "
          "<a href=\"#memory\">Memory</a> <a href=\"#buffers\">Buffers</a></nav>\n", file);
    put_tiles(file, f);
}

/* ---- what was found ---------------------------------------------------------------------------------------------- */

static void put_count(FILE *file, const char *name, bool known, uint64_t count, const char *words)
{
    if (known)
        report_row(file, name, count, words);
    else
        fprintf(file, "<tr><td>%s</td><td class=\"n\">?</td><td>not checked</td></tr>\n", name);
}

static void put_findings(FILE *file, const struct report *r)
{
    const struct wf_run_figures *f = r->figures;
    report_head(file, "findings", "Findings", "Faults, races, and the messages of the run.");
    fputs("<div class=\"scroll\"><table>\n", file);
    put_count(file, "faults", true, f->faults, "lanes that faulted");
    put_count(file, "races", f->races_watched, f->races, "two lanes touch one word without order");
    put_count(file, "equal stores", f->races_watched, f->equal_stores, "several lanes store one value to a word");
    put_count(file, "divergent barriers", f->races_watched, f->divergent_barriers,
              "barriers that a part of a group does not reach");
    fputs("</table></div>\n", file);
    if (!r->messages || !*r->messages) {
        fputs("<p>The run printed no messages.</p>\n", file);
        return;
    }
    fputs("<pre id=\"messages\">", file);
    wf_xml_text(file, r->messages);
    fputs("</pre>\n", file);
}

/* ---- the device and the dispatches ------------------------------------------------------------------------------- */

static void put_device(FILE *file, const struct wf_run_figures *f)
{
    const struct wf_device *d = &f->device;
    char words[96];
    report_head(file, "device", "Device", f->on_hardware
                ? "The RTL, in lock step with the model."
                : "The C model. It has no cycles; <code>--on rtl</code> measures them.");
    fputs("<div class=\"scroll\"><table>\n", file);
    report_row(file, "lanes", d->lanes, "of the widest wave");
    report_row(file, "wave size", f->wave_size, f->dispatches > 1 ? "lanes, of the first dispatch" : "lanes");
    report_row(file, "cores", wf_device_cores(d), "");
    report_row(file, "wave slots", d->waves, "per core");
    report_row(file, "group slots", d->groups, "per core");
    snprintf(words, sizeof words, "per lane; the code names %u%s", f->registers,
             f->dispatches > 1 ? " in the first dispatch" : "");
    report_row(file, "registers", d->regs, words);
    snprintf(words, sizeof words, "bytes of groupshared memory, in %u banks", d->lds_banks);
    report_row(file, "LDS size", 4 * (uint64_t)d->lds_words, words);
    report_row(file, "seed", f->seed, f->seed ? f->on_hardware ? "of random stalls" : "of the interleaving"
                                              : f->on_hardware ? "no stalls" : "waves in order");
    fputs("</table></div>\n", file);
}

static void put_dispatches(FILE *file, const struct wf_run_figures *f)
{
    if (f->dispatches < 2)
        return;
    fputs("<h3>Dispatches</h3>\n<div class=\"scroll\"><table>\n<tr><th class=\"n\">dispatch</th><th class=\"n\">line</th>"
          "<th class=\"n\">wave size</th><th class=\"n\">groups</th><th class=\"n\">waves</th><th class=\"n\">instructions"
          "</th><th class=\"n\">faults</th><th>ending</th><th>cycles</th></tr>\n", file);
    for (unsigned i = 0; i < f->dispatches; i++) {
        const struct wf_dispatch_figures *d = &f->dispatch[i];
        fprintf(file, "<tr><td class=\"n\">%u</td><td class=\"n\">%" PRIu32 "</td><td class=\"n\">%u</td>"
                "<td class=\"n\">%" PRIu64 "</td><td class=\"n\">%" PRIu64 "</td><td class=\"n\">%" PRIu64 "</td>"
                "<td class=\"n\">%" PRIu64 "</td><td>%s</td><td>", i + 1, d->line, d->wave_size, d->work.groups,
                d->work.waves, d->work.instructions, d->faults,
                d->ending ? d->ending : d->reject ? wf_reject_name(d->reject) : "not ended");
        if (d->answered)
            fprintf(file, "%" PRIu64 " to %" PRIu64, d->accepted_at, d->answered_at);
        else if (d->accepted)
            fprintf(file, "from %" PRIu64, d->accepted_at);
        fputs("</td></tr>\n", file);
    }
    fputs("</table></div>\n", file);
}

/* ---- the page ---------------------------------------------------------------------------------------------------- */

void report_write(FILE *file, const struct report *r)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>", file);
    fputs(r->figures->passed ? "PASS " : "FAIL ", file);
    put_printed(file, print_name, r->figures);
    fputs("</title>\n", file);
    report_style(file);
    fputs("</head>\n<body>\n<main>\n", file);
    put_top(file, r->figures);
    put_findings(file, r);
    put_device(file, r->figures);
    put_dispatches(file, r->figures);
    report_occupancy(file, r);
    report_causes(file, r);
    report_timeline(file, r);
    report_lines(file, r);
    report_memory(file, r);
    report_buffers(file, r);
    fputs("<footer>wavefold " WF_VERSION "</footer>\n</main>\n</body>\n</html>\n", file);
}

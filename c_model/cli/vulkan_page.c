/* SPDX-License-Identifier: Apache-2.0
 * vulkan_page.c - the page of wavefold vulkan --report: the verdict, the runs, their dispatches, messages, lines.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>

#include "report.h"
#include "shell.h"
#include "vulkan.h"
#include "wavefold/version.h"
#include "xml.h"

static void put_command(FILE *file, const struct vulkan *v)
{
    int words = 0;
    while (v->program[words + 1])
        words++;
    char *options = wf_shell_command("vulkan", v->options, v->option);
    char *program = wf_shell_command(v->program[0], words, v->program + 1);
    fputs("<pre class=\"wrap\" id=\"command\">wavefold ", file);
    wf_xml_text(file, options ? options : "vulkan");
    fputs(" -- ", file);
    wf_xml_text(file, program ? program : v->program[0]);
    fputs("</pre>\n", file);
    free(options);
    free(program);
}

static void put_runs(FILE *file, const struct vulkan *v)
{
    char ending[80];
    report_head(file, "runs", "Runs", "Each runs the whole program; its output and its exit status are compared.");
    fputs("<div class=\"scroll\"><table>\n<tr><th class=\"n\">wave size</th><th class=\"n\">seed</th><th "
          "class=\"n\">dispatches</th>"
          "<th class=\"n\">waves</th><th class=\"n\">instructions</th>",
          file);
    fputs(vulkan_has_cycles(v) ? "<th class=\"n\">cycles</th>" : "", file);
    fputs("<th class=\"n\">faults</th><th class=\"n\">races</th><th class=\"n\">seconds</th><th>ended "
          "with</th><th>result</th></tr>\n",
          file);
    for (size_t i = 0; i < v->runs; i++) {
        const struct vulkan_run *run = &v->run[i];
        fputs("<tr><td class=\"n\">", file);
        fprintf(file, run->size ? "%u" : "-", run->size);
        fprintf(file,
                "</td><td class=\"n\">%" PRIu64 "</td><td class=\"n\">%zu</td><td class=\"n\">%" PRIu64
                "</td><td class=\"n\">%" PRIu64 "</td>",
                run->seed, run->dispatches, run->waves, run->instructions);
        if (vulkan_has_cycles(v))
            fprintf(file, "<td class=\"n\">%" PRIu64 "</td>", run->cycles);
        fprintf(file,
                "<td class=\"n\">%" PRIu64 "</td><td class=\"n\">%" PRIu64
                "</td><td class=\"n\">%.2f</td><td>%s</td><td>%s%s</td></tr>\n",
                run->faults, run->races, run->seconds, vulkan_ending(run, ending), run->failed ? "FAIL" : "PASS",
                run->differs ? ", differs" : "");
    }
    fputs("</table></div>\n", file);
}

static void put_differences(FILE *file, const struct vulkan *v)
{
    char *text = NULL;
    size_t length;
    FILE *memory = v->groups > 1 ? open_memstream(&text, &length) : NULL;
    if (!memory)
        return;
    vulkan_put_differences(memory, v);
    fclose(memory);
    fputs("<pre class=\"wrap\" id=\"differences\">", file);
    wf_xml_text(file, text ? text : "");
    fputs("</pre>\n", file);
    free(text);
}

static void put_dispatch(FILE *file, const struct vulkan *v, const struct vulkan_dispatch *d)
{
    fprintf(file, "<tr><td class=\"n\">%" PRIu64 "</td><td>", d->number);
    wf_xml_text(file, d->shader);
    fprintf(file,
            "</td><td>%" PRIu32 ",%" PRIu32 ",%" PRIu32 "</td><td>%" PRIu32 ",%" PRIu32 ",%" PRIu32
            "</td><td class=\"n\">%u</td>"
            "<td class=\"n\">%" PRIu64 "</td><td class=\"n\">%" PRIu64 "</td>",
            d->local[0], d->local[1], d->local[2], d->groups[0], d->groups[1], d->groups[2], d->wave_size, d->waves,
            d->instructions);
    if (vulkan_has_cycles(v))
        fprintf(file, "<td class=\"n\">%" PRIu64 "</td>", d->cycles);
    fprintf(file,
            "<td class=\"n\">%.1f</td><td class=\"n\">%.0f</td><td class=\"n\">%" PRIu64 "</td><td class=\"n\">%" PRIu64
            "</td><td>",
            report_share(d->lane_instructions, d->instructions * d->wave_size), report_share(d->resident, d->slots),
            d->faults, d->races);
    wf_xml_text(file, d->ended);
    fputs("</td></tr>\n", file);
}

static void put_text(FILE *file, const char *heading, const char *text)
{
    if (!text || !*text)
        return;
    fprintf(file, "<h3>%s</h3>\n<pre>", heading);
    wf_xml_text(file, text);
    fputs("</pre>\n", file);
}

static void put_run(FILE *file, const struct vulkan *v, const struct vulkan_run *run)
{
    char place[64];
    vulkan_place(v, run, place);
    fprintf(
        file,
        "<h2 id=\"run%zu\">Dispatches%s%s</h2>\n<div class=\"scroll\"><table>\n<tr><th "
        "class=\"n\">dispatch</th><th>shader</th><th>local size</th>"
        "<th>groups</th><th class=\"n\">wave size</th><th class=\"n\">waves</th><th class=\"n\">instructions</th>%s<th "
        "class=\"n\">%% of lanes active</th>"
        "<th class=\"n\">occupancy, %%</th><th class=\"n\">faults</th><th class=\"n\">races</th><th>ended</th></tr>\n",
        (size_t)(run - v->run), *place ? " at " : "", place, vulkan_has_cycles(v) ? "<th class=\"n\">cycles</th>" : "");
    for (size_t i = 0; i < run->dispatches; i++)
        put_dispatch(file, v, &run->dispatch[i]);
    fputs("</table></div>\n", file);
    put_text(file, "Messages", run->messages);
    put_text(file, "Output", run->as == (size_t)(run - v->run) ? run->output : NULL);
    put_text(file, "Instructions by line", run->profile);
}

void vulkan_put_page(FILE *file, const struct vulkan *v, bool passed, const char *verdict)
{
    const char *word = passed ? "PASS" : "FAIL";
    fprintf(file,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
            "content=\"width=device-width, "
            "initial-scale=1\"/>\n<title>%s ",
            word);
    wf_xml_text(file, v->program[0]);
    fputs("</title>\n", file);
    report_style(file);
    fprintf(file, "</head>\n<body>\n<main>\n<header><span class=\"verdict %s\">%s</span><h1>", passed ? "pass" : "fail",
            word);
    wf_xml_text(file, v->program[0]);
    fputs("</h1></header>\n", file);
    put_command(file, v);
    fputs("<pre class=\"wrap\" id=\"verdict\">", file);
    wf_xml_text(file, verdict);
    fputs("</pre>\n", file);
    put_differences(file, v);
    put_runs(file, v);
    for (size_t i = 0; i < v->runs; i++)
        put_run(file, v, &v->run[i]);
    fputs("<footer>wavefold " WF_VERSION "</footer>\n</main>\n</body>\n</html>\n", file);
}

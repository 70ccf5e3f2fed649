/* SPDX-License-Identifier: Apache-2.0
 * report_memory.c - memory, caches, LDS and buffers, on the page of --report (see report.h).
 */
#define _POSIX_C_SOURCE 200809L
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "dump.h"
#include "texels.h"
#include "typed.h"
#include "xml.h"

/* ---- units ------------------------------------------------------------------------------------------------------- */

static void put_lds(FILE *file, const struct wf_run_figures *f)
{
    report_row(file, "LDS instructions", f->counter[WF_CNT_LDS_INSTRUCTIONS], "loads, stores and atomics");
    report_row(file, "LDS lanes", f->counter[WF_CNT_LDS_LANES], "lanes of their requests");
    report_row(file, "LDS operations", f->counter[WF_CNT_LDS_OPERATIONS],
               f->coalesces ? "word operations of the banks, after the combining of lanes" : "word operations of the banks");
    report_row(file, "bank conflicts", f->counter[WF_CNT_BANK_CONFLICTS],
               "cycles in which the banks had more of the same instruction to serve");
    report_row(file, "LDS atomic lanes", f->work.lds_atomic_lanes, "");
    report_row(file, "LDS atomic operations", f->work.lds_atomic_operations, "word operations that served them");
}

static void put_caches(FILE *file, const struct wf_run_figures *f)
{
    const uint64_t loads = f->cache_hits + f->cache_joins + f->cache_misses;
    char words[96];
    if (!f->memory_path) {
        fputs("<tr><td>caches</td><td class=\"n\">-</td><td>this run had none: <code>--memory-path on</code></td></tr>\n",
              file);
        return;
    }
    snprintf(words, sizeof words, "%.1f %% of %" PRIu64 " line requests of loads",
             report_share(f->cache_hits, loads), loads);
    report_row(file, "cache hits", f->cache_hits, words);
    report_row(file, "cache joins", f->cache_joins, "the line was pending");
    report_row(file, "cache misses", f->cache_misses, "the request went on to the memory");
}

static void put_global(FILE *file, const struct wf_run_figures *f)
{
    char words[96];
    report_row(file, "memory instructions", f->counter[WF_CNT_MEMORY_INSTRUCTIONS], "loads, stores and atomics");
    report_row(file, "memory atomic lanes", f->counter[WF_CNT_ATOMIC_LANES] - f->work.lds_atomic_lanes, "in range");
    report_row(file, "memory atomic operations", f->work.atomic_operations - f->work.lds_atomic_operations,
               "word operations that served them");
    put_caches(file, f);
    snprintf(words, sizeof words, "lines of %u bytes that the memory was asked for", f->memory_path ? 64 : 128);
    report_row(file, "line accesses", f->line_accesses, words);
    report_row(file, "memory latency", f->memory_latency, "cycles, the least");
}

void report_memory(FILE *file, const struct report *r)
{
    const struct wf_run_figures *f = r->figures;
    report_head(file, "memory", "Memory", "Groupshared memory (LDS), global memory, and the caches.");
    if (!f->on_hardware || f->counters_unknown) {
        fputs(f->on_hardware ? "<p>The counters hold unknown bits.</p>\n"
                             : "<p>The model has neither banks nor caches. A run with <code>--on rtl</code> measures "
                               "them.</p>\n", file);
        return;
    }
    fputs("<div class=\"scroll\"><table>\n", file);
    put_lds(file, f);
    put_global(file, f);
    fputs("</table></div>\n", file);
}

/* ---- buffers ----------------------------------------------------------------------------------------------------- */

static bool came_to_its_end(const struct wf_run_figures *f)
{
    bool ended = f->dispatches != 0;
    for (unsigned i = 0; i < f->dispatches; i++)
        ended &= f->dispatch[i].ending || f->dispatch[i].reject;
    return ended;
}

/* The words that differ, as the run's messages have them. */
static void put_mismatches(void *user, const struct wf_mismatches *m)
{
    FILE *file = user;
    fputs("<li>", file);
    if (m->is_total) {
        wf_xml_text(file, m->text[0]);
    } else {
        fprintf(file, "%zu word%s of ", m->count, m->count == 1 ? "" : "s");
        wf_xml_text(file, m->buffer ? m->buffer : "the memory outside of the buffers");
        fprintf(file, " differ%s: ", m->count == 1 ? "s" : "");
        for (unsigned n = 0; n < m->texts; n++) {
            fputs(n ? "; " : "", file);
            wf_xml_text(file, m->text[n]);
        }
        if (m->more)
            fprintf(file, "; and %zu more", m->more);
    }
    fputs("</li>\n", file);
}

static void put_comparison(FILE *file, const struct report *r)
{
    char *text = NULL;
    size_t length = 0;
    if (!came_to_its_end(r->figures)) {
        fputs("<p>The run did not come to its end, so its results were not compared.</p>\n", file);
        return;
    }
    FILE *found = open_memstream(&text, &length);
    for (const struct wf_kernel *k = r->kernel; k && found; k = k->next)
        wf_kernel_compare(k, r->buffers, r->memory, r->words, put_mismatches, found);
    if (found)
        fclose(found);
    if (length)
        fprintf(file, "<ul id=\"differences\">\n%s</ul>\n", text);
    else
        fputs(r->figures->nothing_compared ? "<p>Nothing is expected of the results, so nothing was compared.</p>\n"
                                           : "<p>Each expectation holds.</p>\n", file);
    free(text);
}

/* The first words of a buffer, as a run prints them: by its types where they are known. */
static void put_contents(FILE *file, const struct report *r, unsigned number)
{
    enum { MOST = 256 };
    struct wf_kernel_buffer part = r->kernel->buffer[number];
    const struct wf_layout *layout = r->hex ? NULL : typed_layout(r->kernel, number);
    const uint32_t *words = r->memory + r->buffers[number].base / 4;
    char *text = NULL;
    size_t length;
    FILE *memory = open_memstream(&text, &length);
    if (!memory)
        return;
    const bool cut = part.words > MOST;
    if (!r->hex && part.image.format != WF_IMAGE_FORMAT_NONE) {
        texels_print(memory, &part, words, MOST);
    } else if (layout) {
        typed_print_first(memory, &part, layout, words, MOST);
    } else {
        part.words = cut ? MOST : part.words;
        wf_dump_text(memory, &part, words);
    }
    fclose(memory);
    fprintf(file, "<details><summary>%s</summary>\n<pre>", cut ? "the first 256 words" : "contents");
    wf_xml_text(file, text ? text : "");
    fputs("</pre></details>", file);
    free(text);
}

void report_buffers(FILE *file, const struct report *r)
{
    const struct wf_run_figures *f = r->figures;
    report_head(file, "buffers", "Buffers", "Their contents after the run, and what was expected of them.");
    if (!r->buffers) {
        fputs("<p>The dispatch was refused, so no buffer was touched.</p>\n", file);
        return;
    }
    put_comparison(file, r);
    fprintf(file, "<div class=\"scroll\"><table>\n<tr><th>buffer</th><th class=\"n\">bytes</th>%s<th>contents</th></tr>\n",
            f->on_hardware ? "<th class=\"n\">lanes that asked</th>" : "");
    for (unsigned i = 0; i < r->kernel->buffers; i++) {
        const struct wf_kernel_buffer *b = &r->kernel->buffer[i];
        if (b->hidden || b->is_view)
            continue;
        fputs("<tr><td>", file);
        const bool same = *b->called && !strncmp(b->called, b->name, strlen(b->name));     /* "Out (binding 0.1)" */
        wf_xml_text(file, same ? b->called : b->name);
        fputs(*b->called && !same ? ": " : "", file);
        wf_xml_text(file, same ? "" : b->called);
        fprintf(file, "</td><td class=\"n\">%" PRIu64 "</td>", 4 * (uint64_t)b->words);
        if (f->on_hardware)
            fprintf(file, "<td class=\"n\">%" PRIu64 "</td>", f->work.buffer_lanes[i]);
        fputs("<td>", file);
        put_contents(file, r, i);
        fputs("</td></tr>\n", file);
    }
    fputs("</table></div>\n", file);
}

/* SPDX-License-Identifier: Apache-2.0
 * report_style.c - how the page of --report looks, on light and on dark, and its headings, rows and shares.
 *
 * Colours of causes are those of the units in a waveform (view_names.c): p0 .. p7 the causes of profile.h in their
 * order, p8 an issue.
 */
#include "report.h"

#include <inttypes.h>

static const char style[] =
    ":root { color-scheme: light dark; --text: #1d232b; --soft: #5b6675; --back: #fff; --card: #f5f7f9;\n"
    "  --line: #d9dee5; --good: #1a7f4b; --bad: #c0322b; --p0: #b4bcc7; --p1: #c99a1a; --p2: #dd7a38; --p3: #c2453d;\n"
    "  --p4: #3d8f5f; --p5: #8356b0; --p6: #7f95ab; --p7: #4a9fa5; --p8: #3569b4; --wave: #9db8de; --odd: #b9cde9 }\n"
    "@media (prefers-color-scheme: dark) { :root { --text: #e3e7ec; --soft: #9aa6b5; --back: #14181d; --card: #1d232a;\n"
    "  --line: #333c47; --good: #4cc38a; --bad: #f2766f; --p0: #57616e; --p1: #d3a935; --p2: #e2894d; --p3: #d65f57;\n"
    "  --p4: #52a877; --p5: #9d75c8; --p6: #6d8297; --p7: #5cb0b6; --p8: #5a8fdb; --wave: #41618f; --odd: #35517a } }\n"
    "* { box-sizing: border-box }\n"
    "body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif }\n"
    "main { max-width: 70rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem }\n"
    "h1 { margin: 0; font-size: 1.5rem; overflow-wrap: anywhere }\n"
    "h2 { margin: 2.5rem 0 0.25rem; font-size: 1.15rem }\n"
    "h3 { margin: 1.25rem 0 0.25rem; font-size: 1rem; font-weight: 600; overflow-wrap: anywhere }\n"
    "p { margin: 0.25rem 0 0.75rem; max-width: 46rem }\n"
    "p.soft, .soft, th { color: var(--soft) }\n"
    "header { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center }\n"
    ".verdict { padding: 0.1rem 0.75rem; border-radius: 1rem; color: #fff; font-weight: 700; letter-spacing: 0.04em }\n"
    ".pass { background: #1a7f4b } .fail { background: #c0322b }\n"
    "nav { margin: 0.75rem 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem }\n"
    "a { color: var(--p8) }\n"
    "pre, code, td.code { font: 13px/1.45 ui-monospace, 'DejaVu Sans Mono', monospace }\n"
    "pre { margin: 0.5rem 0; padding: 0.6rem 0.8rem; background: var(--card); border-radius: 6px; overflow-x: auto }\n"
    "pre.wrap { white-space: pre-wrap; overflow-wrap: anywhere }\n"
    ".tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 0.6rem;\n"
    "  margin: 1rem 0 0; padding: 0 }\n"
    ".tiles div { padding: 0.55rem 0.75rem; background: var(--card); border-radius: 6px }\n"
    ".tiles dt { color: var(--soft); font-size: 13px } .tiles dd { margin: 0; font-size: 1.25rem; font-weight: 600 }\n"
    ".tiles dd, td.n { font-variant-numeric: tabular-nums }\n"
    ".scroll { overflow-x: auto; margin: 0.5rem 0 }\n"
    "table { border-collapse: collapse; font-size: 14px }\n"
    "th, td { padding: 0.2rem 0.9rem 0.2rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }\n"
    "th { font-weight: 500; font-size: 13px; white-space: nowrap } th.n, td.n { text-align: right; white-space: nowrap }\n"
    "td.wide { min-width: 22rem }\n"
    ".lines td { padding: 0 0.7rem 0 0.4rem; border-bottom: 0 } .lines td.code { white-space: pre }\n"
    ".lines tr:hover td { outline: 1px solid var(--line) }\n"
    ".bar { display: inline-block; height: 0.7em; border-radius: 2px; vertical-align: baseline; min-width: 1px }\n"
    ".key { display: inline-block; width: 0.8em; height: 0.8em; margin-right: 0.45em; border-radius: 2px }\n"
    ".stack { display: flex; height: 1.5rem; margin: 0.75rem 0; border-radius: 4px; overflow: hidden }\n"
    ".stack span { display: block; height: 100% }\n"
    ".p0 { background: var(--p0); fill: var(--p0) } .p1 { background: var(--p1); fill: var(--p1) }\n"
    ".p2 { background: var(--p2); fill: var(--p2) } .p3 { background: var(--p3); fill: var(--p3) }\n"
    ".p4 { background: var(--p4); fill: var(--p4) } .p5 { background: var(--p5); fill: var(--p5) }\n"
    ".p6 { background: var(--p6); fill: var(--p6) } .p7 { background: var(--p7); fill: var(--p7) }\n"
    ".p8 { background: var(--p8); fill: var(--p8) }\n"
    "svg { display: block } .wave { fill: var(--wave) } .odd { fill: var(--odd) }\n"
    ".grid { stroke: var(--line); stroke-width: 1 } .tick { fill: var(--soft); font: 11px system-ui, sans-serif }\n"
    "summary { cursor: pointer } footer { margin-top: 3rem; color: var(--soft); font-size: 13px }\n"
    "@media print { .scroll, pre { overflow: visible } }\n";

void report_style(FILE *file)
{
    fprintf(file, "<style>\n%s</style>\n", style);
}

void report_head(FILE *file, const char *anchor, const char *heading, const char *text)
{
    fprintf(file, "<h2 id=\"%s\">%s</h2>\n<p class=\"soft\">%s</p>\n", anchor, heading, text);
}

void report_row(FILE *file, const char *name, uint64_t figure, const char *words)
{
    fprintf(file, "<tr><td>%s</td><td class=\"n\">%" PRIu64 "</td><td>%s</td></tr>\n", name, figure, words);
}

double report_share(uint64_t part, uint64_t whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

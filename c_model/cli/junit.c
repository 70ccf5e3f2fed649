/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "junit.h"

#include <stdlib.h>
#include <string.h>

#include "said.h"
#include "xml.h"

static void put_element(FILE *file, const char *name, const char *text)
{
    if (!text || !*text)
        return;
    fprintf(file, "      <%s>", name);
    wf_xml_text(file, text);
    fprintf(file, "</%s>\n", name);
}

static const char *type_of(enum wf_exit status)
{
    switch (status) {
    case WF_EXIT_OK:          break;
    case WF_EXIT_WRONG:       return "wrong";
    case WF_EXIT_MISUSE:      return "command line";
    case WF_EXIT_INPUT:       return "input";
    case WF_EXIT_ENVIRONMENT: return "environment";
    }
    return "";
}

/* A wrong result is a failure; a run that did not come to one is an error. */
static void put_problem(FILE *file, enum wf_exit status, const char *messages)
{
    const char *element = status == WF_EXIT_WRONG ? "failure" : "error";
    struct said_error error;
    fprintf(file, "      <%s type=\"%s\" message=\"", element, type_of(status));
    if (said_first_error(messages, &error)) {
        error.text[strcspn(error.text, "\n")] = '\0';
        wf_xml_text(file, error.place);
        fputs(": ", file);
        wf_xml_text(file, error.text);
    }
    fputs("\">", file);
    wf_xml_text(file, messages);
    fprintf(file, "</%s>\n", element);
}

bool junit_begin(struct junit *junit)
{
    *junit = (struct junit){.cases = NULL};
    junit->file = open_memstream(&junit->cases, &junit->length);
    return junit->file;
}

void junit_add(struct junit *junit, const char *file, const char *variant, enum wf_exit status, double seconds,
               const char *verdict, const char *messages)
{
    FILE *out = junit->file;
    junit->tests++;
    junit->failures += status == WF_EXIT_WRONG;
    junit->errors += status != WF_EXIT_OK && status != WF_EXIT_WRONG;
    junit->seconds += seconds;
    fprintf(out, "    <testcase classname=\"wavefold.%s\" name=\"", junit->command ? junit->command : "run");
    wf_xml_text(out, file);
    if (variant) {
        putc(':', out);
        wf_xml_text(out, variant);
    }
    fprintf(out, "\" time=\"%.3f\">\n", seconds);
    if (status)
        put_problem(out, status, messages ? messages : "");
    put_element(out, "system-out", verdict);
    if (!status)
        put_element(out, "system-err", messages);
    fputs("    </testcase>\n", out);
}

bool junit_write(struct junit *junit, FILE *file)
{
    const bool good = fclose(junit->file) == 0;
    junit->file = NULL;
    if (!good)
        return false;
    for (unsigned suite = 0; suite < 2; suite++)
        fprintf(file, "%s<testsuite%s name=\"wavefold\" tests=\"%u\" failures=\"%u\" errors=\"%u\" time=\"%.3f\">\n",
                suite ? "  " : "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", suite ? "" : "s", junit->tests,
                junit->failures, junit->errors, junit->seconds);
    fputs(junit->cases, file);
    fputs("  </testsuite>\n</testsuites>\n", file);
    return true;
}

void junit_free(struct junit *junit)
{
    if (junit->file)
        fclose(junit->file);
    free(junit->cases);
}

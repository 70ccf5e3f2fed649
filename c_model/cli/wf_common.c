/* SPDX-License-Identifier: Apache-2.0
 * wf_common.c - files, diagnostics, trace lines, statistics (see wf_common.h).
 */
#define _POSIX_C_SOURCE 200809L
#include "wf_common.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct wf_device wf_common_device(unsigned lanes)
{
    return (struct wf_device){.lanes = lanes, .waves = lanes <= 8 ? 256 : 64, .groups = 16, .regs = 64, .lds_words = 8192,
                              .imem_words = 4096};
}

/* ---- input ----------------------------------------------------------------------------------------------------------- */

char *wf_common_read(const char *path, size_t limit, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "%s: error: cannot open: %s\n", path, strerror(errno));
        return NULL;
    }
    size_t size = 1 << 16, used = 0;
    char *text = malloc(size);
    while (text && used <= limit) {
        if (used == size) {
            char *more = realloc(text, size *= 2);
            if (!more)
                free(text);
            text = more;
            continue;
        }
        size_t n = fread(text + used, 1, size - used, file);
        if (n == 0)
            break;
        used += n;
    }
    bool broken = ferror(file) != 0;
    int cause = errno;
    fclose(file);
    if (text && !broken && used <= limit) {
        *length = used;
        return text;
    }
    if (!text)
        fprintf(stderr, "%s: error: out of memory\n", path);
    else if (broken)
        fprintf(stderr, "%s: error: cannot read: %s\n", path, strerror(cause));
    else
        fprintf(stderr, "%s: error: larger than %zu bytes\n", path, limit);
    free(text);
    return NULL;
}

static void print_diagnostic(void *user, unsigned line, unsigned column, bool error, const char *text)
{
    fprintf(stderr, "%s:%u:%u: %s: %s\n", (const char *)user, line, column, error ? "error" : "note", text);
}

struct wf_kernel *wf_common_kernel(const char *path, const struct wf_device *device, unsigned wave_size)
{
    size_t length;
    char *text = wf_common_read(path, WF_KERNEL_FILE_LIMIT, &length);
    if (!text)
        return NULL;
    char *name = strdup(path);      /* the callback takes a pointer without const */
    struct wf_kernel *kernel = name ? wf_kernel_parse(text, length, device, wave_size, print_diagnostic, name) : NULL;
    free(name);
    free(text);
    return kernel;
}

/* ---- output ---------------------------------------------------------------------------------------------------------- */

enum { OUTPUTS = 8, NAME_SIZE = 4096 };
static char unfinished[OUTPUTS][NAME_SIZE];         /* temporary files; empty: free */
static volatile sig_atomic_t unfinished_used[OUTPUTS];
static bool handlers;

static void on_signal(int number)
{
    for (int i = 0; i < OUTPUTS; i++)
        if (unfinished_used[i]) {
            char hierarchy[NAME_SIZE + 8];          /* the FST writer keeps a second file while it works */
            size_t n = strlen(unfinished[i]);
            memcpy(hierarchy, unfinished[i], n);
            memcpy(hierarchy + n, ".hier", 6);
            unlink(hierarchy);
            unlink(unfinished[i]);
        }
    signal(number, SIG_DFL);
    raise(number);
}

static void watch_signals(void)
{
    if (handlers)
        return;
    handlers = true;
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction action = {.sa_handler = on_signal};
        sigaction(numbers[i], &action, NULL);
    }
}

bool wf_output_open(struct wf_output *out, const char *path)
{
    *out = (struct wf_output){.registered = -1};
    struct stat status;
    int fd;
    out->path = strdup(path);
    if (!out->path) {
        errno = ENOMEM;
        goto failed;
    }
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        if (S_ISDIR(status.st_mode)) {
            errno = EISDIR;
            goto failed;
        }
        out->file = fopen(path, "w");
        if (out->file)
            return true;
        goto failed;
    }
    if (access(path, F_OK) == 0 && access(path, W_OK) != 0)
        goto failed;
    size_t size = strlen(path) + 32;
    if (size > NAME_SIZE) {
        errno = ENAMETOOLONG;
        goto failed;
    }
    out->temporary = malloc(size);
    if (!out->temporary)
        goto failed;
    snprintf(out->temporary, size, "%s.%ld.tmp", path, (long)getpid());
    watch_signals();
    for (int i = 0; i < OUTPUTS && out->registered < 0; i++)
        if (!unfinished_used[i]) {
            memcpy(unfinished[i], out->temporary, strlen(out->temporary) + 1);
            out->registered = i;
        }
    fd = open(out->temporary, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0)
        goto failed;
    if (out->registered >= 0)
        unfinished_used[out->registered] = 1;
    out->file = fdopen(fd, "w");
    if (out->file)
        return true;
    close(fd);
failed:
    fprintf(stderr, "%s: error: cannot write: %s\n", path, strerror(errno));
    wf_output_discard(out);
    return false;
}

const char *wf_output_hand_over(struct wf_output *out)
{
    if (out->file)
        fclose(out->file);
    out->file = NULL;
    return out->temporary ? out->temporary : out->path;
}

static void forget(struct wf_output *out)
{
    if (out->registered >= 0)
        unfinished_used[out->registered] = 0;
    free(out->path);
    free(out->temporary);
    *out = (struct wf_output){.registered = -1};
}

bool wf_output_commit(struct wf_output *out)
{
    if (!out->path)
        return true;
    bool good = true;
    if (out->file) {
        good = !ferror(out->file);
        if (fclose(out->file) != 0)
            good = false;
        out->file = NULL;
    }
    if (good && out->temporary)
        good = rename(out->temporary, out->path) == 0;
    if (!good) {
        fprintf(stderr, "%s: error: cannot write: %s\n", out->path, errno ? strerror(errno) : "the file is incomplete");
        wf_output_discard(out);
        return false;
    }
    forget(out);
    return true;
}

void wf_output_discard(struct wf_output *out)
{
    if (!out->path)
        return;
    if (out->file)
        fclose(out->file);
    if (out->temporary)
        unlink(out->temporary);
    forget(out);
}

/* ---- trace and figures ----------------------------------------------------------------------------------------------- */

void wf_trace_header(FILE *file)
{
    fputs("# cycle slot group wave pc instruction ; exec mask ; first values written (lane:value)\n", file);
}

void wf_trace_line(FILE *file, uint64_t cycle, unsigned slot, const uint32_t group[3], unsigned wave, unsigned lanes,
                   const struct wf_effect *effect)
{
    char text[160];
    wf_disassemble(effect->word, text, sizeof text);
    fprintf(file, "%8" PRIu64 " s%-3u g%" PRIu32 ",%" PRIu32 ",%" PRIu32 " w%-3u %5u  %-40s ; ", cycle, slot, group[0], group[1],
            group[2], wave, effect->pc, text);
    for (unsigned i = (lanes + 3) / 4; i-- > 0;)
        fputc("0123456789abcdef"[effect->exec[4 * i] | effect->exec[4 * i + 1] << 1 | effect->exec[4 * i + 2] << 2 |
                                 effect->exec[4 * i + 3] << 3],
              file);
    fputs(" ;", file);
    unsigned shown = 0;
    for (unsigned l = 0; l < lanes && shown < 4 && effect->words; l++) {
        if (!effect->written[l])
            continue;
        shown++;
        fprintf(file, " %u:", l);
        for (unsigned k = effect->words; k-- > 0;)
            fprintf(file, "%08" PRIx32, effect->value[k][l]);
    }
    fputc('\n', file);
}

static void json_string(FILE *file, const char *text)
{
    fputc('"', file);
    for (const unsigned char *p = (const unsigned char *)text; *p; p++)
        if (*p == '"' || *p == '\\')
            fprintf(file, "\\%c", *p);
        else if (*p < 0x20 || *p > 0x7e)
            fprintf(file, "\\u%04x", *p);
        else
            fputc(*p, file);
    fputc('"', file);
}

void wf_figures_json(FILE *file, const struct wf_run_figures *f)
{
    fputs("{\n  \"kernel\": ", file);
    json_string(file, f->kernel);
    fprintf(file, ",\n  \"on\": \"%s\",\n  \"lanes\": %u,\n  \"wave_size\": %u,\n  \"seed\": %" PRIu64 ",\n  \"passed\": %s", f->on,
            f->lanes, f->wave_size, f->seed, f->passed ? "true" : "false");
    const struct { const char *name; uint64_t value; bool hardware; } row[] = {
        {"groups", f->groups, false},
        {"waves", f->waves, false},
        {"instructions", f->instructions, false},
        {"lane_instructions", f->lane_instructions, false},
        {"barrier_releases", f->barrier_releases, false},
        {"compared_instructions", f->compared, true},
        {"cycles", f->cycles, true},
        {"lds_instructions", f->lds_instructions, true},
        {"lds_operations", f->lds_operations, true},
        {"lds_lanes", f->lds_lanes, true},
        {"atomic_operations", f->atomic_operations, true},
        {"atomic_lanes", f->atomic_lanes, true},
        {"bank_conflict_cycles", f->bank_conflict_cycles, true},
        {"memory_instructions", f->memory_instructions, true},
        {"stall_empty", f->stall_empty, true},
        {"stall_barrier", f->stall_barrier, true},
        {"stall_busy", f->stall_busy, true},
        {"stall_unit", f->stall_unit, true},
        {"barrier_wait_cycles", f->barrier_wait_cycles, true},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        if (f->has_cycles || !row[i].hardware)
            fprintf(file, ",\n  \"%s\": %" PRIu64, row[i].name, row[i].value);
    fprintf(file, ",\n  \"seconds\": %.3f\n}\n", f->seconds);
}

void wf_figures_line(const struct wf_run_figures *f)
{
    const char *slash = strrchr(f->kernel, '/');
    printf("%s %s on=%s lanes=%u wave-size=%u seed=%" PRIu64 " waves=%" PRIu64 " instructions=%" PRIu64, f->passed ? "PASS" : "FAIL",
           slash ? slash + 1 : f->kernel, f->on, f->lanes, f->wave_size, f->seed, f->waves, f->instructions);
    if (f->has_cycles)
        printf(" compared=%" PRIu64 " cycles=%" PRIu64 " lds-operations=%" PRIu64 " atomic-operations=%" PRIu64 " atomic-lanes=%" PRIu64,
               f->compared, f->cycles, f->lds_operations, f->atomic_operations, f->atomic_lanes);
    printf("\n");
}

struct listener {
    const char *path, *side;
};

static void print_mismatches(void *user, const struct wf_mismatches *m)
{
    const struct listener *l = user;
    fprintf(stderr, "%s:%" PRIu32 ": error: %s: %zu word%s of %s differ%s from what the file expects\n", l->path, m->line, l->side, m->count,
            m->count == 1 ? "" : "s", m->buffer ? m->buffer : "the memory outside of the buffers", m->count == 1 ? "s" : "");
    for (unsigned n = 0; n < m->texts; n++)
        fprintf(stderr, "  %s\n", m->text[n]);
    if (m->count > m->texts)
        fprintf(stderr, "  and %zu more\n", m->count - m->texts);
}

bool wf_common_verdict(const char *path, const char *side, const struct wf_kernel *kernel, const struct wf_buffer *buffers,
                       const uint32_t *memory, size_t words, const struct wf_fault_record *fault)
{
    bool good = true;
    bool faulted = fault && fault->count;
    if (faulted && !kernel->expect_fault) {
        fprintf(stderr,
                "%s: error: %s: fault: %s: group (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ") wave %u lane %u address 0x%" PRIx32 " (%" PRIu64
                " lanes in all)\n",
                path, side, wf_fault_text(fault->kind), fault->group[0], fault->group[1], fault->group[2], fault->wave, fault->lane,
                fault->address, fault->count);
        good = false;
    } else if (kernel->expect_fault && (!faulted || fault->kind != kernel->fault)) {
        fprintf(stderr, "%s: error: %s: expected the fault \"%s\", got %s%s%s\n", path, side, wf_fault_text(kernel->fault),
                faulted ? "\"" : "none", faulted ? wf_fault_text(fault->kind) : "", faulted ? "\"" : "");
        good = false;
    }
    const struct listener listener = {path, side};
    return !wf_kernel_compare(kernel, buffers, memory, words, print_mismatches, (void *)&listener) && good;
}

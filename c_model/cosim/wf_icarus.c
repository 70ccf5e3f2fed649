/* SPDX-License-Identifier: Apache-2.0
 * wf_icarus.c - the device's end of wf_icarus.h: reads the calls of the bench and makes them.  Four-valued: X or Z in
 * anything that must be known is an error.
 */
#define _POSIX_C_SOURCE 200809L
#include "wf_icarus.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "wf_lines.h"

enum { BUFFER = 1 << 14 };                      /* words, of more than any call has */

struct machine {
    struct wf_sim *device;
    const struct wf_icarus *how;
    struct wf_sim_build built;
    bool fault_known;
    struct wf_fault_event fault;                /* of the answer that comes next */
    uint32_t word[BUFFER];                      /* what came and was not read yet: [at, end) */
    size_t at, end;
};

/* The arguments of one call. */
struct call {
    unsigned count;
    struct { unsigned words; const uint32_t *bits, *x; } argument[WF_ICARUS_ARGUMENTS];
};

/* Word `word` of an argument, or of its unknown bits; 0 behind its end. */
static uint32_t bits_of(const struct call *call, unsigned argument, unsigned word)
{
    return argument < call->count && word < call->argument[argument].words ? call->argument[argument].bits[word] : 0;
}

static uint32_t unknown_of(const struct call *call, unsigned argument, unsigned word)
{
    return argument < call->count && word < call->argument[argument].words ? call->argument[argument].x[word] : 0;
}

/* So many words of an argument; false when one has an X. */
static bool read_words(const struct call *call, unsigned argument, unsigned words, uint32_t *bits)
{
    uint32_t any = 0;
    for (unsigned i = 0; i < words; i++) {
        bits[i] = bits_of(call, argument, i);
        any |= unknown_of(call, argument, i);
    }
    return any == 0;
}

static bool read_long(const struct call *call, unsigned argument, uint64_t *value)
{
    uint32_t bits[2];
    const bool known = read_words(call, argument, 2, bits);
    *value = (uint64_t)bits[1] << 32 | bits[0];
    return known;
}

/* So many arguments from `first` on as numbers of up to 32 bits; false when one has an X. */
static bool read_numbers(const struct call *call, unsigned first, unsigned count, uint32_t *number)
{
    uint32_t any = 0;
    for (unsigned i = 0; i < count; i++) {
        number[i] = bits_of(call, first + i, 0);
        any |= unknown_of(call, first + i, 0);
    }
    return any == 0;
}

static bool known_lanes(const struct machine *m, const struct call *call, unsigned argument, unsigned stride,
                        unsigned words, const uint32_t *mask)
{
    for (unsigned l = 0; l < m->built.device.lanes; l++)
        if (mask[l / 32] >> (l % 32) & 1)
            for (unsigned k = 0; k < words; k++)
                if (unknown_of(call, argument, stride * l + k))
                    return false;
    return true;
}

/* What is unknown is told of its slot; NULL: it has none. */
static bool is_known(const struct machine *m, bool known, const uint32_t *slot, const char *what)
{
    if (!known)
        wf_bench_unknown(m->device, slot ? *slot : 0, what);
    return known;
}

/* ---- the calls ---- */

static void call_start(struct machine *m, const struct call *call)
{
    uint32_t p[13];
    const bool known = read_numbers(call, 0, 13, p);
    m->built = (struct wf_sim_build){
        .device = {.lanes = p[0], .waves = p[1], .groups = p[2], .regs = p[3], .reg_rows = p[4], .lds_words = p[5],
                   .lds_banks = p[6], .imem_words = p[7], .cores = p[11], .no_fpu = p[12] == 0},
        .coalesces = p[8] != 0, .inflight = p[9], .dispatches = p[10], .traced = true,
        .line_tags = m->built.line_tags, .simulator = "icarus"};
    if (known && p[0] <= WF_MAX_LANES && p[1] <= 256 && p[11] <= WF_MAX_CORES)
        wf_bench_start(m->device, &m->built);
}

static void call_launch(struct machine *m, const struct call *call)
{
    uint32_t p[13];
    if (is_known(m, read_numbers(call, 0, 13, p), &p[0], "a launch"))
        wf_bench_launch(m->device, &(struct wf_launch_event){
            .slot = p[0], .id = p[1], .group = {p[2], p[3], p[4]}, .wave = p[5], .count = p[6],
            .wave_size = 1u << (p[7] & 7), .live = p[8], .reg_base = p[9], .regs = p[10],
            .lds_base = p[11], .lds_words = p[12]});
}

static void call_request(struct machine *m, const struct call *call)
{
    uint32_t p[5], mask[4], address[WF_MAX_LANES], data[WF_MAX_LANES], compare[WF_MAX_LANES];
    bool known = read_numbers(call, 0, 5, p);
    known = read_words(call, 5, 4, mask) && known;
    read_words(call, 6, WF_MAX_LANES, address);         /* of what asks for nothing any bits */
    read_words(call, 7, WF_MAX_LANES, data);
    read_words(call, 8, WF_MAX_LANES, compare);
    known = known && known_lanes(m, call, 6, 1, 1, mask) &&
        (p[3] == WF_REQUEST_LOAD || known_lanes(m, call, 7, 1, 1, mask)) &&
            (p[3] < WF_REQUEST_ATOMIC || p[4] != WF_ATOM_CAS || known_lanes(m, call, 8, 1, 1, mask));
    if (is_known(m, known, &p[1], p[0] ? "a request to global memory" : "a request to LDS"))
        wf_bench_request(m->device, &(struct wf_request_event){
            .global = p[0] != 0, .slot = p[1], .kind = p[3], .atom = p[4], .mask = mask,
            .address = address, .data = data, .compare = compare}, p[2]);
}

static void call_retire(struct machine *m, const struct call *call)
{
    uint32_t p[7], result[2], folds, exec[4], write[4], data[WF_ICARUS_WORDS], fold_exec[4];
    uint64_t word;
    bool known = read_numbers(call, 0, 7, p);
    known = read_long(call, 7, &word) && known;
    known = read_words(call, 8, 4, exec) && known;
    known = read_words(call, 9, 4, write) && known;
    known = read_numbers(call, 10, 2, result) && known;
    read_words(call, 12, 4 * m->built.device.lanes, data);
    known = read_numbers(call, 13, 1, &folds) && known;
    known = (read_words(call, 14, 4, fold_exec) || !folds) && known;
    if (is_known(m, known, &p[0], "a retire record") &&
        is_known(m, known_lanes(m, call, 12, 4, result[1] > 4 ? 4 : result[1], write), &p[0], "a retired value"))
        wf_bench_retire(m->device, &(struct wf_retire_event){
            .slot = p[0], .id = p[1], .group = {p[2], p[3], p[4]}, .wave = p[5], .pc = p[6], .word = word, .exec = exec,
            .write = write, .dst = result[0], .words = result[1], .data = data}, folds ? fold_exec : NULL);
}

static void call_slot(struct machine *m, const struct call *call, void (*tell)(struct wf_sim *, unsigned),
                      const char *what)
{
    uint32_t slot;
    if (is_known(m, read_numbers(call, 0, 1, &slot), &slot, what))
        tell(m->device, slot);
}

static void call_issue(struct machine *m, const struct call *call)
{
    uint32_t p[2];
    if (is_known(m, read_numbers(call, 0, 2, p), NULL, "an issue"))
        wf_bench_issue(m->device, p[0], p[1]);
}

static void call_observe(struct machine *m, const struct call *call)
{
    uint32_t p[3];
    if (is_known(m, read_numbers(call, 0, 3, p), NULL, "what a cycle waited for"))
        wf_bench_observe(m->device, p[0], p[1], p[2]);
}

static void call_release(struct machine *m, const struct call *call)
{
    uint32_t slots[8], core;
    const bool known = read_numbers(call, 0, 1, &core);
    if (is_known(m, read_words(call, 1, 8, slots) && known, NULL, "a release"))
        wf_bench_release(m->device, core, slots);
}

static void call_gdone(struct machine *m, const struct call *call)
{
    uint32_t p[4];
    if (is_known(m, read_numbers(call, 0, 4, p), NULL, "the end of a group"))
        wf_bench_group_done(m->device, p[0], p + 1);
}

static void call_faults(struct machine *m, const struct call *call)
{
    uint32_t valid, p[9];
    uint64_t count;
    const bool counted = read_long(call, 0, &count), known = read_numbers(call, 1, 1, &valid);
    const bool record_known = read_numbers(call, 2, 9, p);
    m->fault_known = counted && known && (!valid || record_known);
    m->fault = (struct wf_fault_event){
        .valid = valid != 0,
        .record = {.kind = (enum wf_fault)p[0], .wave = p[1], .group = {p[2], p[3], p[4]}, .lane = p[5],
                   .address = p[6], .pc = (uint16_t)p[7], .count = count,
                   .knows_buffer = wf_fault_has_buffer((enum wf_fault)p[0]), .buffer = p[8]}};
}

static void call_done(struct machine *m, const struct call *call)
{
    uint32_t p[5];
    uint64_t instructions;
    const bool counted = read_long(call, 5, &instructions);
    if (is_known(m, read_numbers(call, 0, 5, p) && counted, NULL, "the answer to a descriptor"))
        wf_bench_done(m->device, &(struct wf_bench_answer){.id = p[0], .code = p[1], .ending = p[2], .wave_size = p[3],
                                                           .waves = p[4], .instructions = instructions},
                      m->fault_known ? &m->fault : NULL);
}

static void call_finish(struct machine *m, const struct call *call)
{
    uint32_t words[WF_MAX_CORES * 2 * WF_COUNTERS];
    uint64_t value[WF_MAX_CORES * WF_COUNTERS];
    const unsigned counters = m->built.device.cores * WF_COUNTERS;
    const bool known = read_words(call, 0, 2 * counters, words);
    for (unsigned i = 0; i < counters; i++)
        value[i] = (uint64_t)words[2 * i + 1] << 32 | words[2 * i];
    wf_bench_finish(m->device, known ? value : NULL);
}

/* ---- over the memory path and a memory of lines ---- */

/* What a line request carries: {.. line, bytes, data} from argument `first` on; what it writes must be known. */
struct line { uint32_t number; uint64_t bytes; uint32_t data[WF_LINES_WORDS]; };

static bool read_line(const struct call *call, unsigned first, bool written, struct line *line)
{
    const bool number_known = read_numbers(call, first, 1, &line->number);
    const bool bytes_known = read_long(call, first + 1, &line->bytes);
    bool known = number_known && (!written || bytes_known);
    read_words(call, first + 2, WF_LINES_WORDS, line->data);
    for (unsigned byte = 0; written && byte < 4 * WF_LINES_WORDS; byte++)
        if (line->bytes >> byte & 1 && unknown_of(call, first + 2, byte / 4) >> (8 * (byte % 4)) & 255)
            known = false;
    return known;
}

static void call_line(struct machine *m, const struct call *call)
{
    uint32_t p[2], atom;
    struct line line;
    const bool known = read_numbers(call, 0, 2, p), has_atom = read_numbers(call, 2, 1, &atom);
    if (is_known(m, read_line(call, 3, p[1] != WF_REQUEST_LOAD, &line) && known &&
                 (p[1] < WF_REQUEST_ATOMIC || has_atom), NULL, "a line at the shared memory"))
        wf_bench_line(m->device, &(struct wf_line_event){.core = p[0], .kind = p[1], .atom = atom, .line = line.number,
                                                         .bytes = line.bytes, .data = line.data});
}

static void call_line_request(struct machine *m, const struct call *call)
{
    uint32_t p[2];
    struct line line;
    const bool known = read_numbers(call, 0, 2, p);
    if (is_known(m, read_line(call, 2, p[1] == WF_REQUEST_STORE, &line) && known, NULL,
                 "a request to the memory of lines"))
        wf_bench_line_request(m->device, p[0], p[1], line.number, line.bytes, line.data);
}

static void call_returned(struct machine *m, const struct call *call)
{
    uint32_t p[2], data[WF_MAX_LANES];
    /* a lane that asked for nothing has any bits: retirement looks at the others */
    read_words(call, 2, WF_MAX_LANES, data);
    if (is_known(m, read_numbers(call, 0, 2, p), NULL, "an answer of the memory path"))
        wf_bench_returned(m->device, p[0], p[1], data);
}

/* ---- the socket -------------------------------------------------------------------------------------------------- */

static bool send_words(struct machine *m, uint32_t *word, uint32_t count)   /* word[0] is free, the answer behind it */
{
    const char *byte = (const char *)word;
    size_t left = (count + 1) * sizeof *word;
    word[0] = count;
    while (left) {
        const ssize_t n = send(m->how->socket, byte, left, MSG_NOSIGNAL);
        if (n < 0 && errno != EINTR)
            return false;
        byte += n > 0 ? n : 0;
        left -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* So many words are there, from `at` on; false at the end, or when there is no room for as many. */
static bool has_words(struct machine *m, size_t count)
{
    if (count > BUFFER)
        return false;
    if (m->at + count > BUFFER) {
        memmove(m->word, m->word + m->at, (m->end - m->at) * sizeof *m->word);
        m->end -= m->at;
        m->at = 0;
    }
    size_t bytes = 0;                           /* of a word that has come in part */
    while (m->end - m->at < count || bytes) {
        const ssize_t n = read(m->how->socket, (char *)(m->word + m->end) + bytes,
                               (BUFFER - m->end) * sizeof *m->word - bytes);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        bytes += n > 0 ? (size_t)n : 0;
        m->end += bytes / sizeof *m->word;
        bytes %= sizeof *m->word;
    }
    return true;
}

/* The next call, whose words stay until the one after it; false: there is none, or it is no call. */
static bool next_call(struct machine *m, uint32_t *number, struct call *call)
{
    size_t size = 2;
    if (!has_words(m, size))
        return false;
    *number = m->word[m->at];
    call->count = m->word[m->at + 1];
    if (*number >= WF_ICARUS_CALL_COUNT || call->count > WF_ICARUS_ARGUMENTS)
        return false;
    for (unsigned i = 0; i < call->count; i++) {        /* first all of it, for it may move */
        if (!has_words(m, size + 1) || m->word[m->at + size] > BUFFER)
            return false;
        size += 1 + 2 * (size_t)m->word[m->at + size];
    }
    if (!has_words(m, size))
        return false;
    const uint32_t *word = m->word + m->at + 2;
    for (unsigned i = 0; i < call->count; i++) {
        call->argument[i].words = *word;
        call->argument[i].bits = word + 1;
        call->argument[i].x = word + 1 + *word;
        word += 1 + 2 * (size_t)*word;
    }
    m->at += size;
    return true;
}

static bool answer_next(struct machine *m)
{
    uint32_t answer[2 + WF_BENCH_FIELDS] = {0, (uint32_t)wf_bench_next(m->device)};
    for (unsigned i = 0; i < WF_BENCH_FIELDS; i++)
        answer[2 + i] = wf_bench_field(m->device, i);
    return send_words(m, answer, 1 + WF_BENCH_FIELDS);
}

static bool answer_words(struct machine *m, unsigned tag, const uint32_t *data, unsigned words)
{
    uint32_t answer[2 + WF_MAX_LANES] = {0, tag};
    memcpy(answer + 2, data, words * sizeof *data);
    return send_words(m, answer, 1 + words);
}

/* One call; false: the socket is dead. */
static bool perform(struct machine *m, enum wf_icarus_call number, const struct call *call)
{
    unsigned tag;
    const uint32_t *data;
    uint32_t answer[3] = {0};
    switch (number) {
    case WF_CALL_start:        call_start(m, call); break;
    case WF_CALL_system:       m->built.line_tags = bits_of(call, 0, 0); break;
    case WF_CALL_launch:       call_launch(m, call); break;
    case WF_CALL_request:      call_request(m, call); break;
    case WF_CALL_retire:       call_retire(m, call); break;
    case WF_CALL_issue:        call_issue(m, call); break;
    case WF_CALL_observe:      call_observe(m, call); break;
    case WF_CALL_fold:         call_slot(m, call, wf_bench_fold, "a fold"); break;
    case WF_CALL_pick:         call_slot(m, call, wf_bench_pick, "a pick"); break;
    case WF_CALL_arrive:       call_slot(m, call, wf_bench_arrive, "an arrival"); break;
    case WF_CALL_end:          call_slot(m, call, wf_bench_end, "an end"); break;
    case WF_CALL_release:      call_release(m, call); break;
    case WF_CALL_gdone:        call_gdone(m, call); break;
    case WF_CALL_accepted:     wf_bench_accepted(m->device); break;
    case WF_CALL_faults:       call_faults(m, call); break;
    case WF_CALL_done:         call_done(m, call); break;
    case WF_CALL_finish:       call_finish(m, call); break;
    case WF_CALL_unknown:      wf_bench_unknown(m->device, 0, "a control signal"); break;
    case WF_CALL_line:         call_line(m, call); break;
    case WF_CALL_line_request: call_line_request(m, call); break;
    case WF_CALL_returned:     call_returned(m, call); break;
    case WF_CALL_cache:
        wf_bench_cache(m->device, bits_of(call, 0, 0) & 1, bits_of(call, 1, 0) & 1, bits_of(call, 2, 0) & 1);
        break;
    case WF_CALL_next:         return answer_next(m);
    case WF_CALL_cycle:
        answer[1] = wf_bench_cycle(m->device, bits_of(call, 0, 0) & 1);
        answer[2] = wf_bench_draws(m->device);
        return send_words(m, answer, 2);
    case WF_CALL_more:
        answer[1] = wf_bench_more(m->device, bits_of(call, 0, 0));
        return send_words(m, answer, 1);
    case WF_CALL_quad:
        answer[1] = wf_bench_quad(m->device);
        return send_words(m, answer, 1);
    case WF_CALL_answer:
        wf_bench_answer(m->device, bits_of(call, 0, 0), &tag, &data);
        return answer_words(m, tag, data, m->built.device.lanes);
    case WF_CALL_line_answer:
        wf_bench_line_answer(m->device, &tag, &data);
        return answer_words(m, tag, data, WF_LINES_WORDS);
    case WF_CALL_clock:        break;
    case WF_CALL_field:
    case WF_ICARUS_CALL_COUNT: return false;
    }
    return true;
}

/* Until this call was made; false: the simulator has ended. */
static bool until(struct machine *m, enum wf_icarus_call last)
{
    uint32_t number;
    struct call call;
    do
        if (!next_call(m, &number, &call) || !perform(m, (enum wf_icarus_call)number, &call))
            return false;
    while (number != last);
    return true;
}

/* ---- a machine --------------------------------------------------------------------------------------------------- */

static void *start(struct wf_sim *s, const void *user)
{
    struct machine *m = user ? calloc(1, sizeof *m) : NULL;
    if (!m)
        return NULL;
    m->device = s;
    m->how = user;
    if (until(m, WF_CALL_start))
        return m;
    free(m);
    return NULL;
}

static bool clock_once(void *machine, const char **why)
{
    *why = "the simulator has ended";
    return until(machine, WF_CALL_clock);
}

/* vvp begins one by its command line, and ends it with itself. */
static void waves(void *machine, const char *file)
{
    (void)machine, (void)file;
}

static void end(void *machine)
{
    struct machine *m = machine;
    close(m->how->socket);
    if (m->how->wait)
        m->how->wait(m->how->user);
    free(m);
}

const struct wf_rtl wf_rtl = {start, clock_once, waves, end};

/* SPDX-License-Identifier: Apache-2.0
 * wf_icarus.c - the device's end of wf_icarus.h: reads the calls of the bench and makes them.  Four-valued: X or Z in anything that must be known is
 * an error.
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

/* The bits of an argument in words; unknown bits in `x`.  At most `words` words, the rest is zero. */
static void read_bits(const struct call *call, unsigned argument, unsigned words, uint32_t *bits, uint32_t *x)
{
    memset(bits, 0, words * sizeof *bits);
    memset(x, 0, words * sizeof *x);
    if (argument >= call->count)
        return;
    const unsigned have = call->argument[argument].words < words ? call->argument[argument].words : words;
    memcpy(bits, call->argument[argument].bits, have * sizeof *bits);
    memcpy(x, call->argument[argument].x, have * sizeof *x);
}

/* A number of up to 32 bits; `known` turns false when it has an X. */
static uint32_t read_number(const struct call *call, unsigned argument, bool *known)
{
    uint32_t bits, x;
    read_bits(call, argument, 1, &bits, &x);
    *known = *known && x == 0;
    return bits;
}

static bool known_words(const uint32_t *x, unsigned words)
{
    uint32_t any = 0;
    for (unsigned i = 0; i < words; i++)
        any |= x[i];
    return any == 0;
}

static bool known_lanes(const struct machine *m, const uint32_t *x, unsigned stride, unsigned words, const uint32_t *mask)
{
    for (unsigned l = 0; l < m->built.device.lanes; l++)
        if (mask[l / 32] >> (l % 32) & 1)
            for (unsigned k = 0; k < words; k++)
                if (x[stride * l + k])
                    return false;
    return true;
}

/* ---- the calls ------------------------------------------------------------------------------------------------------------- */

static void call_system(struct machine *m, const struct call *call)
{
    bool known = true;
    m->built.line_tags = read_number(call, 0, &known);
}

static void call_start(struct machine *m, const struct call *call)
{
    bool known = true;
    unsigned p[12];
    for (unsigned i = 0; i < 12; i++)
        p[i] = read_number(call, i, &known);
    m->built = (struct wf_sim_build){
        .device = {.lanes = p[0], .waves = p[1], .groups = p[2], .regs = p[3], .reg_rows = p[4], .lds_words = p[5], .lds_banks = p[6],
                   .imem_words = p[7], .cores = p[11]},
        .coalesces = p[8] != 0, .inflight = p[9], .dispatches = p[10], .traced = true, .line_tags = m->built.line_tags, .simulator = "icarus"};
    if (known && p[0] <= WF_MAX_LANES && p[1] <= 256 && p[11] <= WF_MAX_CORES)
        wf_bench_start(m->device, &m->built);
}

static void call_launch(struct machine *m, const struct call *call)
{
    bool known = true;
    uint32_t p[13];
    for (unsigned i = 0; i < 13; i++)
        p[i] = read_number(call, i, &known);
    if (known)
        wf_bench_launch(m->device, &(struct wf_launch_event){.slot = p[0], .id = p[1], .group = {p[2], p[3], p[4]}, .wave = p[5], .count = p[6],
                                                  .wave_size = 1u << (p[7] & 7), .live = p[8], .reg_base = p[9], .regs = p[10],
                                                  .lds_base = p[11], .lds_words = p[12]});
    else
        wf_bench_unknown(m->device, p[0], "a launch");
}

static void call_request(struct machine *m, const struct call *call)
{
    uint32_t mask[4], address[WF_MAX_LANES], data[WF_MAX_LANES], compare[WF_MAX_LANES];
    uint32_t mask_x[4], address_x[WF_MAX_LANES], data_x[WF_MAX_LANES], compare_x[WF_MAX_LANES];
    bool known = true;
    uint32_t p[5];
    for (unsigned i = 0; i < 5; i++)
        p[i] = read_number(call, i, &known);
    read_bits(call, 5, 4, mask, mask_x);
    read_bits(call, 6, WF_MAX_LANES, address, address_x);
    read_bits(call, 7, WF_MAX_LANES, data, data_x);
    read_bits(call, 8, WF_MAX_LANES, compare, compare_x);
    known = known && known_words(mask_x, 4) && known_lanes(m, address_x, 1, 1, mask) &&
            (p[3] == WF_REQUEST_LOAD || known_lanes(m, data_x, 1, 1, mask)) &&
            (p[3] != WF_REQUEST_ATOMIC || p[4] != WF_ATOM_CAS || known_lanes(m, compare_x, 1, 1, mask));
    if (known)
        wf_bench_request(m->device, &(struct wf_request_event){.global = p[0] != 0, .slot = p[1], .kind = p[3], .atom = p[4], .mask = mask,
                                                    .address = address, .data = data, .compare = compare}, p[2]);
    else
        wf_bench_unknown(m->device, p[1], p[0] ? "a request to global memory" : "a request to LDS");
}

static void call_retire(struct machine *m, const struct call *call)
{
    uint32_t exec[4], write[4], data[WF_ICARUS_WORDS], exec_x[4], write_x[4], data_x[WF_ICARUS_WORDS], fold_exec[4], fold_x[4];
    uint32_t word[2], word_x[2];
    bool known = true;
    uint32_t p[13];
    for (unsigned i = 0; i < 7; i++)
        p[i] = read_number(call, i, &known);
    read_bits(call, 7, 2, word, word_x);
    read_bits(call, 8, 4, exec, exec_x);
    read_bits(call, 9, 4, write, write_x);
    p[10] = read_number(call, 10, &known);
    p[11] = read_number(call, 11, &known);
    read_bits(call, 12, 4 * m->built.device.lanes, data, data_x);
    p[12] = read_number(call, 13, &known);
    read_bits(call, 14, 4, fold_exec, fold_x);
    if (!known || !known_words(word_x, 2) || !known_words(exec_x, 4) || !known_words(write_x, 4) || (p[12] && !known_words(fold_x, 4)))
        wf_bench_unknown(m->device, p[0], "a retire record");
    else if (!known_lanes(m, data_x, 4, p[11] > 4 ? 4 : p[11], write))
        wf_bench_unknown(m->device, p[0], "a retired value");
    else
        wf_bench_retire(m->device, &(struct wf_retire_event){.slot = p[0], .id = p[1], .group = {p[2], p[3], p[4]}, .wave = p[5],
                                                  .pc = p[6], .word = (uint64_t)word[1] << 32 | word[0], .exec = exec, .write = write,
                                                  .dst = p[10], .words = p[11], .data = data}, p[12] ? fold_exec : NULL);
}

static void call_slot(struct machine *m, const struct call *call, void (*tell)(struct wf_sim *s, unsigned slot), const char *what)
{
    bool known = true;
    const uint32_t slot = read_number(call, 0, &known);
    if (known)
        tell(m->device, slot);
    else
        wf_bench_unknown(m->device, slot, what);
}

static void call_issue(struct machine *m, const struct call *call)
{
    bool known = true;
    const uint32_t slot = read_number(call, 0, &known), unit = read_number(call, 1, &known);
    if (known)
        wf_bench_issue(m->device, slot, unit);
    else
        wf_bench_unknown(m->device, 0, "an issue");
}

static void call_observe(struct machine *m, const struct call *call)
{
    bool known = true;
    uint32_t p[3];
    for (unsigned i = 0; i < 3; i++)
        p[i] = read_number(call, i, &known);
    if (known)
        wf_bench_observe(m->device, p[0], p[1], p[2]);
    else
        wf_bench_unknown(m->device, 0, "what a cycle waited for");
}

static void call_release(struct machine *m, const struct call *call)
{
    uint32_t slots[8], x[8];
    bool known = true;
    const uint32_t core = read_number(call, 0, &known);
    read_bits(call, 1, 8, slots, x);
    if (known && known_words(x, 8))
        wf_bench_release(m->device, core, slots);
    else
        wf_bench_unknown(m->device, 0, "a release");
}

static void call_gdone(struct machine *m, const struct call *call)
{
    bool known = true;
    uint32_t p[4];
    for (unsigned i = 0; i < 4; i++)
        p[i] = read_number(call, i, &known);
    if (known)
        wf_bench_group_done(m->device, p[0], p + 1);
    else
        wf_bench_unknown(m->device, 0, "the end of a group");
}

static void call_faults(struct machine *m, const struct call *call)
{
    uint32_t count[2], x[2], p[10] = {0};
    bool known = true, record_known = true;
    read_bits(call, 0, 2, count, x);
    p[1] = read_number(call, 1, &known);
    for (unsigned i = 2; i < 10; i++)
        p[i] = read_number(call, i, &record_known);
    m->fault_known = known && known_words(x, 2) && (!p[1] || record_known);
    m->fault = (struct wf_fault_event){.valid = p[1] != 0,
                                              .record = {.kind = (enum wf_fault)p[2], .wave = p[3], .group = {p[4], p[5], p[6]}, .lane = p[7],
                                                         .address = p[8], .pc = (uint16_t)p[9], .count = (uint64_t)count[1] << 32 | count[0]}};
}

static void call_done(struct machine *m, const struct call *call)
{
    bool known = true;
    uint32_t p[5];
    for (unsigned i = 0; i < 5; i++)
        p[i] = read_number(call, i, &known);
    if (known)
        wf_bench_done(m->device, &(struct wf_bench_answer){.id = p[0], .code = p[1], .ending = p[2], .wave_size = p[3], .waves = p[4]},
                      m->fault_known ? &m->fault : NULL);
    else
        wf_bench_unknown(m->device, 0, "the answer to a descriptor");
}

static void call_finish(struct machine *m, const struct call *call)
{
    enum { WORDS = WF_MAX_CORES * 2 * WF_COUNTERS };
    uint32_t words[WORDS], x[WORDS];
    uint64_t value[WORDS / 2];
    read_bits(call, 0, WORDS, words, x);
    for (unsigned i = 0; i < m->built.device.cores * WF_COUNTERS; i++)
        value[i] = (uint64_t)words[2 * i + 1] << 32 | words[2 * i];
    wf_bench_finish(m->device, known_words(x, m->built.device.cores * 2 * WF_COUNTERS) ? value : NULL);
}

/* ---- over the memory path and a memory of lines ---- */
/* What a line request carries: {.. line, bytes, data} from argument `first` on; the bytes that it writes must be known. */
struct line { uint32_t number; uint64_t bytes; uint32_t data[WF_LINES_WORDS]; };

static struct line read_line(const struct call *call, unsigned first, bool written, bool *known)
{
    struct line line = {.number = read_number(call, first, known)};
    uint32_t bytes[2], bytes_x[2], data_x[WF_LINES_WORDS];
    read_bits(call, first + 1, 2, bytes, bytes_x);
    read_bits(call, first + 2, WF_LINES_WORDS, line.data, data_x);
    *known = *known && (!written || known_words(bytes_x, 2));
    line.bytes = (uint64_t)bytes[1] << 32 | bytes[0];
    for (unsigned byte = 0; written && byte < 4 * WF_LINES_WORDS; byte++)
        if (line.bytes >> byte & 1 && data_x[byte / 4] >> (8 * (byte % 4)) & 255)
            *known = false;
    return line;
}

static void call_line(struct machine *m, const struct call *call)
{
    bool known = true;
    const uint32_t core = read_number(call, 0, &known), kind = read_number(call, 1, &known);
    bool has_atom = true;
    const uint32_t atom = read_number(call, 2, &has_atom);
    const struct line line = read_line(call, 3, kind != WF_REQUEST_LOAD, &known);
    if (known && (kind != WF_REQUEST_ATOMIC || has_atom))
        wf_bench_line(m->device, &(struct wf_line_event){.core = core, .kind = kind, .atom = atom, .line = line.number, .bytes = line.bytes,
                                              .data = line.data});
    else
        wf_bench_unknown(m->device, 0, "a line at the shared memory");
}

static void call_line_request(struct machine *m, const struct call *call)
{
    bool known = true;
    const uint32_t tag = read_number(call, 0, &known), kind = read_number(call, 1, &known);
    const struct line line = read_line(call, 2, kind == WF_REQUEST_STORE, &known);
    if (known)
        wf_bench_line_request(m->device, tag, kind, line.number, line.bytes, line.data);
    else
        wf_bench_unknown(m->device, 0, "a request to the memory of lines");
}


static void call_returned(struct machine *m, const struct call *call)
{
    uint32_t data[WF_MAX_LANES], x[WF_MAX_LANES];       /* a lane that asked for nothing has any bits: retirement looks at the others */
    bool known = true;
    const uint32_t core = read_number(call, 0, &known), tag = read_number(call, 1, &known);
    read_bits(call, 2, WF_MAX_LANES, data, x);
    if (known)
        wf_bench_returned(m->device, core, tag, data);
    else
        wf_bench_unknown(m->device, 0, "an answer of the memory path");
}

/* ---- the socket ------------------------------------------------------------------------------------------------------------ */

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
        const ssize_t n = read(m->how->socket, (char *)(m->word + m->end) + bytes, (BUFFER - m->end) * sizeof *m->word - bytes);
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
    bool known = true;
    unsigned tag;
    const uint32_t *data;
    uint32_t answer[3] = {0};
    switch (number) {
    case WF_CALL_start:        call_start(m, call); break;
    case WF_CALL_system:       call_system(m, call); break;
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
    case WF_CALL_next:         return answer_next(m);
    case WF_CALL_cycle:
        answer[1] = wf_bench_cycle(m->device, read_number(call, 0, &known) & 1);
        answer[2] = wf_bench_draws(m->device);
        return send_words(m, answer, 2);
    case WF_CALL_more:
        answer[1] = wf_bench_more(m->device, read_number(call, 0, &known));
        return send_words(m, answer, 1);
    case WF_CALL_quad:
        answer[1] = wf_bench_quad(m->device);
        return send_words(m, answer, 1);
    case WF_CALL_answer:
        wf_bench_answer(m->device, read_number(call, 0, &known), &tag, &data);
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

/* ---- a machine ------------------------------------------------------------------------------------------------------------- */

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

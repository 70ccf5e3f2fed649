/* SPDX-License-Identifier: Apache-2.0
 * wf_vpi.c - Icarus' way into the bench: system tasks $wf_*.  Four-valued: X or Z in anything that must be known is an error.
 */
#include <stdlib.h>
#include <string.h>
#include <vpi_user.h>

#include "wf_bench.h"
#include "wf_lines.h"

extern void vpip_set_return_value(int value);   /* Icarus: the exit status of vvp */

enum { MAX_ARGUMENTS = 15, MAX_WORDS = 4 * WF_MAX_LANES };

/* The arguments of one call: handles and values. */
struct call {
    vpiHandle task, handle[MAX_ARGUMENTS];
    unsigned count;
};
static unsigned lanes_built, waves_built, cores_built, line_tags_built;

static struct call open_call(void)
{
    struct call call = {.task = vpi_handle(vpiSysTfCall, NULL)};
    vpiHandle arguments = vpi_iterate(vpiArgument, call.task), argument;
    while (arguments && call.count < MAX_ARGUMENTS && (argument = vpi_scan(arguments)))
        call.handle[call.count++] = argument;
    if (arguments && call.count == MAX_ARGUMENTS)
        vpi_free_object(arguments);
    return call;
}

/* The bits of an argument in words; unknown bits in `x`.  At most `words` words, the rest is zero. */
static void read_bits(const struct call *call, unsigned argument, unsigned words, uint32_t *bits, uint32_t *x)
{
    memset(bits, 0, words * sizeof *bits);
    memset(x, 0, words * sizeof *x);
    if (argument >= call->count)
        return;
    s_vpi_value value = {.format = vpiVectorVal};
    vpi_get_value(call->handle[argument], &value);
    unsigned have = ((unsigned)vpi_get(vpiSize, call->handle[argument]) + 31) / 32;
    for (unsigned i = 0; i < words && i < have; i++) {
        bits[i] = (uint32_t)value.value.vector[i].aval;
        x[i] = (uint32_t)value.value.vector[i].bval;
    }
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

static bool known_lanes(const uint32_t *x, unsigned stride, unsigned words, const uint32_t *mask)
{
    for (unsigned l = 0; l < lanes_built; l++)
        if (mask[l / 32] >> (l % 32) & 1)
            for (unsigned k = 0; k < words; k++)
                if (x[stride * l + k])
                    return false;
    return true;
}

static void put_number(vpiHandle object, uint32_t number)
{
    s_vpi_vecval bits = {.aval = (PLI_INT32)number, .bval = 0};
    s_vpi_value value = {.format = vpiVectorVal, .value.vector = &bits};
    vpi_put_value(object, &value, NULL, vpiNoDelay);
}

static PLI_INT32 call_start(PLI_BYTE8 *user)
{
    (void)user;
    struct call call = open_call();
    bool known = true;
    unsigned p[12];
    for (unsigned i = 0; i < 12; i++)
        p[i] = read_number(&call, i, &known);
    const struct wf_bench_build built = {
        .device = {.lanes = p[0], .waves = p[1], .groups = p[2], .regs = p[3], .reg_rows = p[4], .lds_words = p[5], .lds_banks = p[6],
                   .imem_words = p[7], .cores = p[11]},
        .coalesces = p[8] != 0, .inflight = p[9], .dispatches = p[10], .traced = true, .line_tags = line_tags_built, .simulator = "icarus"};
    lanes_built = built.device.lanes;
    waves_built = built.device.waves;
    cores_built = built.device.cores;
    s_vpi_vlog_info info;
    vpi_get_vlog_info(&info);
    bool started = known && built.device.lanes <= WF_MAX_LANES && wf_bench_start(info.argc, info.argv, &built);
    put_number(call.task, started);
    return 0;
}

static PLI_INT32 call_next(PLI_BYTE8 *user)
{
    (void)user;
    put_number(open_call().task, (uint32_t)wf_bench_next());
    return 0;
}

static PLI_INT32 call_field(PLI_BYTE8 *user)
{
    (void)user;
    struct call call = open_call();
    bool known = true;
    uint32_t index = read_number(&call, 0, &known);
    put_number(call.task, wf_bench_field(index));
    return 0;
}

static PLI_INT32 call_cycle(PLI_BYTE8 *user)
{
    (void)user;
    struct call call = open_call();
    bool known = true;
    uint32_t room = read_number(&call, 0, &known);
    put_number(call.task, wf_bench_cycle(room & 1));
    return 0;
}

static PLI_INT32 call_more(PLI_BYTE8 *user)
{
    (void)user;
    struct call call = open_call();
    bool known = true;
    uint32_t room = read_number(&call, 0, &known);
    put_number(call.task, wf_bench_more(room));
    return 0;
}

static PLI_INT32 call_quad(PLI_BYTE8 *user)
{
    (void)user;
    put_number(open_call().task, wf_bench_quad());
    return 0;
}

static PLI_INT32 call_launch(PLI_BYTE8 *user)
{
    (void)user;
    struct call call = open_call();
    bool known = true;
    uint32_t p[13];
    for (unsigned i = 0; i < 13; i++)
        p[i] = read_number(&call, i, &known);
    if (known)
        wf_bench_launch(&(struct wf_launch_event){.slot = p[0], .id = p[1], .group = {p[2], p[3], p[4]}, .wave = p[5], .count = p[6],
                                                  .wave_size = 1u << (p[7] & 7), .live = p[8], .reg_base = p[9], .regs = p[10],
                                                  .lds_base = p[11], .lds_words = p[12]});
    else
        wf_bench_unknown(p[0], "a launch");
    return 0;
}

static PLI_INT32 call_request(PLI_BYTE8 *user)
{
    (void)user;
    static uint32_t mask[4], address[WF_MAX_LANES], data[WF_MAX_LANES], compare[WF_MAX_LANES];
    static uint32_t mask_x[4], address_x[WF_MAX_LANES], data_x[WF_MAX_LANES], compare_x[WF_MAX_LANES];
    struct call call = open_call();
    bool known = true;
    uint32_t p[5];
    for (unsigned i = 0; i < 5; i++)
        p[i] = read_number(&call, i, &known);
    read_bits(&call, 5, 4, mask, mask_x);
    read_bits(&call, 6, WF_MAX_LANES, address, address_x);
    read_bits(&call, 7, WF_MAX_LANES, data, data_x);
    read_bits(&call, 8, WF_MAX_LANES, compare, compare_x);
    known = known && known_words(mask_x, 4) && known_lanes(address_x, 1, 1, mask) &&
            (p[3] == WF_REQUEST_LOAD || known_lanes(data_x, 1, 1, mask)) &&
            (p[3] != WF_REQUEST_ATOMIC || p[4] != WF_ATOM_CAS || known_lanes(compare_x, 1, 1, mask));
    if (known)
        wf_bench_request(&(struct wf_request_event){.global = p[0] != 0, .slot = p[1], .kind = p[3], .atom = p[4], .mask = mask,
                                                    .address = address, .data = data, .compare = compare}, p[2]);
    else
        wf_bench_unknown(p[1], p[0] ? "a request to global memory" : "a request to LDS");
    return 0;
}

static PLI_INT32 call_retire(PLI_BYTE8 *user)
{
    (void)user;
    static uint32_t exec[4], write[4], data[MAX_WORDS], exec_x[4], write_x[4], data_x[MAX_WORDS], fold_exec[4], fold_x[4];
    uint32_t word[2], word_x[2];
    struct call call = open_call();
    bool known = true;
    uint32_t p[13];
    for (unsigned i = 0; i < 7; i++)
        p[i] = read_number(&call, i, &known);
    read_bits(&call, 7, 2, word, word_x);
    read_bits(&call, 8, 4, exec, exec_x);
    read_bits(&call, 9, 4, write, write_x);
    p[10] = read_number(&call, 10, &known);
    p[11] = read_number(&call, 11, &known);
    read_bits(&call, 12, 4 * lanes_built, data, data_x);
    p[12] = read_number(&call, 13, &known);
    read_bits(&call, 14, 4, fold_exec, fold_x);
    if (!known || !known_words(word_x, 2) || !known_words(exec_x, 4) || !known_words(write_x, 4) || (p[12] && !known_words(fold_x, 4)))
        wf_bench_unknown(p[0], "a retire record");
    else if (!known_lanes(data_x, 4, p[11] > 4 ? 4 : p[11], write))
        wf_bench_unknown(p[0], "a retired value");
    else
        wf_bench_retire(&(struct wf_retire_event){.slot = p[0], .id = p[1], .group = {p[2], p[3], p[4]}, .wave = p[5],
                                                  .pc = p[6], .word = (uint64_t)word[1] << 32 | word[0], .exec = exec, .write = write,
                                                  .dst = p[10], .words = p[11], .data = data}, p[12] ? fold_exec : NULL);
    return 0;
}

static PLI_INT32 call_slot(PLI_BYTE8 *user)     /* user: "a" arrive, "e" end, "p" pick, "f" fold */
{
    struct call call = open_call();
    bool known = true;
    uint32_t slot = read_number(&call, 0, &known);
    if (!known)
        wf_bench_unknown(slot, *user == 'a' ? "an arrival" : *user == 'e' ? "an end" : *user == 'f' ? "a fold" : "a pick");
    else if (*user == 'a')
        wf_bench_arrive(slot);
    else if (*user == 'e')
        wf_bench_end(slot);
    else if (*user == 'f')
        wf_bench_fold(slot);
    else
        wf_bench_pick(slot);
    return 0;
}

static PLI_INT32 call_issue(PLI_BYTE8 *user)
{
    (void)user;
    struct call call = open_call();
    bool known = true;
    const uint32_t slot = read_number(&call, 0, &known), unit = read_number(&call, 1, &known);
    if (known)
        wf_bench_issue(slot, unit);
    else
        wf_bench_unknown(0, "an issue");
    return 0;
}

static PLI_INT32 call_observe(PLI_BYTE8 *user)
{
    (void)user;
    struct call call = open_call();
    bool known = true;
    uint32_t p[3];
    for (unsigned i = 0; i < 3; i++)
        p[i] = read_number(&call, i, &known);
    if (known)
        wf_bench_observe(p[0], p[1], p[2]);
    else
        wf_bench_unknown(0, "what a cycle waited for");
    return 0;
}

static PLI_INT32 call_release(PLI_BYTE8 *user)
{
    (void)user;
    uint32_t slots[8], x[8];
    struct call call = open_call();
    bool known = true;
    const uint32_t core = read_number(&call, 0, &known);
    read_bits(&call, 1, 8, slots, x);
    if (known && known_words(x, 8) && waves_built <= 256)
        wf_bench_release(core, slots);
    else
        wf_bench_unknown(0, "a release");
    return 0;
}

static PLI_INT32 call_gdone(PLI_BYTE8 *user)
{
    (void)user;
    struct call call = open_call();
    bool known = true;
    uint32_t p[4];
    for (unsigned i = 0; i < 4; i++)
        p[i] = read_number(&call, i, &known);
    if (known)
        wf_bench_group_done(p[0], p + 1);
    else
        wf_bench_unknown(0, "the end of a group");
    return 0;
}

static PLI_INT32 call_answer(PLI_BYTE8 *user)
{
    (void)user;
    struct call call = open_call();
    unsigned tag;
    bool known = true;
    const uint32_t *data;
    if (call.count < 3)
        return 0;
    wf_bench_answer(read_number(&call, 0, &known), &tag, &data);
    s_vpi_vecval bits[WF_MAX_LANES] = {0};
    for (unsigned l = 0; l < lanes_built; l++)
        bits[l].aval = (PLI_INT32)data[l];
    s_vpi_value value = {.format = vpiVectorVal, .value.vector = bits};
    put_number(call.handle[1], tag);
    vpi_put_value(call.handle[2], &value, NULL, vpiNoDelay);
    return 0;
}

static PLI_INT32 call_accepted(PLI_BYTE8 *user)
{
    (void)user;
    wf_bench_accepted();
    return 0;
}

static struct wf_fault_event fault_of_answer;
static bool fault_known;

static PLI_INT32 call_faults(PLI_BYTE8 *user)
{
    (void)user;
    struct call call = open_call();
    uint32_t count[2], x[2], p[10] = {0};
    bool known = true, record_known = true;
    read_bits(&call, 0, 2, count, x);
    p[1] = read_number(&call, 1, &known);
    for (unsigned i = 2; i < 10; i++)
        p[i] = read_number(&call, i, &record_known);
    fault_known = known && known_words(x, 2) && (!p[1] || record_known);
    fault_of_answer = (struct wf_fault_event){.valid = p[1] != 0,
                                              .record = {.kind = (enum wf_fault)p[2], .wave = p[3], .group = {p[4], p[5], p[6]}, .lane = p[7],
                                                         .address = p[8], .pc = (uint16_t)p[9], .count = (uint64_t)count[1] << 32 | count[0]}};
    return 0;
}

static PLI_INT32 call_done(PLI_BYTE8 *user)
{
    (void)user;
    struct call call = open_call();
    bool known = true;
    uint32_t p[5];
    for (unsigned i = 0; i < 5; i++)
        p[i] = read_number(&call, i, &known);
    if (known)
        wf_bench_done(&(struct wf_bench_answer){.id = p[0], .code = p[1], .ending = p[2], .wave_size = p[3], .waves = p[4]},
                      fault_known ? &fault_of_answer : NULL);
    else
        wf_bench_unknown(0, "the answer to a descriptor");
    return 0;
}

static PLI_INT32 call_finish(PLI_BYTE8 *user)
{
    (void)user;
    struct call call = open_call();
    enum { WORDS = 16 * 2 * WF_COUNTERS };
    static uint32_t words[WORDS], x[WORDS];
    static uint64_t value[WORDS / 2];
    read_bits(&call, 0, WORDS, words, x);
    for (unsigned i = 0; i < cores_built * WF_COUNTERS; i++)
        value[i] = (uint64_t)words[2 * i + 1] << 32 | words[2 * i];
    wf_bench_finish(known_words(x, cores_built * 2 * WF_COUNTERS) ? value : NULL);
    return 0;
}

static PLI_INT32 call_unknown(PLI_BYTE8 *user)
{
    (void)user;
    wf_bench_unknown(0, "a control signal");
    return 0;
}

static PLI_INT32 at_end(p_cb_data data)
{
    (void)data;
    vpip_set_return_value(wf_bench_status());
    wf_bench_close();
    return 0;
}

/* ---- over the memory path and a memory of lines ---- */
static PLI_INT32 call_system(PLI_BYTE8 *user)
{
    (void)user;
    struct call call = open_call();
    bool known = true;
    line_tags_built = read_number(&call, 0, &known);
    return 0;
}

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

static PLI_INT32 call_line(PLI_BYTE8 *user)
{
    (void)user;
    struct call call = open_call();
    bool known = true;
    const uint32_t core = read_number(&call, 0, &known), kind = read_number(&call, 1, &known);
    bool has_atom = true;
    const uint32_t atom = read_number(&call, 2, &has_atom);
    const struct line line = read_line(&call, 3, kind != WF_REQUEST_LOAD, &known);
    if (known && (kind != WF_REQUEST_ATOMIC || has_atom))
        wf_bench_line(&(struct wf_line_event){.core = core, .kind = kind, .atom = atom, .line = line.number, .bytes = line.bytes,
                                              .data = line.data});
    else
        wf_bench_unknown(0, "a line at the shared memory");
    return 0;
}

static PLI_INT32 call_line_request(PLI_BYTE8 *user)
{
    (void)user;
    struct call call = open_call();
    bool known = true;
    const uint32_t tag = read_number(&call, 0, &known), kind = read_number(&call, 1, &known);
    const struct line line = read_line(&call, 2, kind == WF_REQUEST_STORE, &known);
    if (known)
        wf_bench_line_request(tag, kind, line.number, line.bytes, line.data);
    else
        wf_bench_unknown(0, "a request to the memory of lines");
    return 0;
}

static PLI_INT32 call_returned(PLI_BYTE8 *user)
{
    (void)user;
    static uint32_t data[WF_MAX_LANES], x[WF_MAX_LANES];       /* a lane that asked for nothing has any bits: retirement looks at the others */
    struct call call = open_call();
    bool known = true;
    const uint32_t core = read_number(&call, 0, &known), tag = read_number(&call, 1, &known);
    read_bits(&call, 2, WF_MAX_LANES, data, x);
    if (known)
        wf_bench_returned(core, tag, data);
    else
        wf_bench_unknown(0, "an answer of the memory path");
    return 0;
}

static PLI_INT32 call_line_answer(PLI_BYTE8 *user)
{
    (void)user;
    struct call call = open_call();
    unsigned tag;
    const uint32_t *data;
    if (call.count < 2)
        return 0;
    wf_bench_line_answer(&tag, &data);
    s_vpi_vecval bits[WF_LINES_WORDS] = {0};
    for (unsigned word = 0; word < WF_LINES_WORDS; word++)
        bits[word].aval = (PLI_INT32)data[word];
    s_vpi_value value = {.format = vpiVectorVal, .value.vector = bits};
    put_number(call.handle[0], tag);
    vpi_put_value(call.handle[1], &value, NULL, vpiNoDelay);
    return 0;
}

static void register_all(void)
{
    static char arrive[] = "a", end[] = "e", pick[] = "p", fold[] = "f";
    static const struct { const char *name; PLI_INT32 (*call)(PLI_BYTE8 *); char *user; bool function; } list[] = {
        {"$wf_start", call_start, NULL, true},     {"$wf_next", call_next, NULL, true},
        {"$wf_field", call_field, NULL, true},     {"$wf_cycle", call_cycle, NULL, true},
        {"$wf_quad", call_quad, NULL, true},       {"$wf_more", call_more, NULL, true},
        {"$wf_launch", call_launch, NULL, false},  {"$wf_request", call_request, NULL, false},
        {"$wf_retire", call_retire, NULL, false},  {"$wf_arrive", call_slot, arrive, false},
        {"$wf_release", call_release, NULL, false}, {"$wf_end", call_slot, end, false},
        {"$wf_gdone", call_gdone, NULL, false},    {"$wf_answer", call_answer, NULL, false},
        {"$wf_accepted", call_accepted, NULL, false}, {"$wf_done", call_done, NULL, false},
        {"$wf_faults", call_faults, NULL, false}, {"$wf_finish", call_finish, NULL, false},  {"$wf_unknown", call_unknown, NULL, false},
        {"$wf_issue", call_issue, NULL, false},    {"$wf_pick", call_slot, pick, false}, {"$wf_fold", call_slot, fold, false},
        {"$wf_observe", call_observe, NULL, false}, {"$wf_system", call_system, NULL, false}, {"$wf_line", call_line, NULL, false},
        {"$wf_line_request", call_line_request, NULL, false}, {"$wf_returned", call_returned, NULL, false},
        {"$wf_line_answer", call_line_answer, NULL, false}};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        s_vpi_systf_data data = {.type = list[i].function ? vpiSysFunc : vpiSysTask, .sysfunctype = list[i].function ? vpiIntFunc : 0,
                                 .calltf = list[i].call, .user_data = list[i].user};
        char name[32];
        strcpy(name, list[i].name);
        data.tfname = name;
        vpi_register_systf(&data);
    }
    s_cb_data end_of_simulation = {.reason = cbEndOfSimulation, .cb_rtn = at_end};
    vpi_register_cb(&end_of_simulation);
}

void (*vlog_startup_routines[])(void) = {register_all, NULL};

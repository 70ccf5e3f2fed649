/* SPDX-License-Identifier: Apache-2.0
 * test_lockstep.c - the checker is checked: events faked from a run of the model pass; with any one field wrong they do not.
 */
#include "wf_script.h"

static const char kernel_text[] =
    "[numthreads(20,2,1)] [WaveSize(8)] [extra_waves(1, idle)] [groupshared(256)]\n"
    "buffer In[160] = each hash(i)\nbuffer Out[160]\ndispatch 4\ncode\n"
    " sv r0, gindex\n sv r1, gid.x\n mul r1, r1, 40\n add r1, r1, r0\n shl r1, r1, 2\n load r2, In[r1]\n"
    " shl r3, r0, 2\n lds.store [r3], r2\n barrier\n"
    " mov r9, 0\n lds.add r4, [r9+160], r0\n lds.cas r5, [r9+164], r2, r9\n"
    " sv r20, clock.high\n sv r21, clock.low\n"
    " and r6, r2, 1\n if r6\n  ballot q12, r0\n  add r2, r2, 5\n endif\n"
    " lds.load r7, [r3]\n barrier\n"
    " mov r12, -1\n mov r13, r0\n and r14, r0, 1\n mov r15, 0\n lds64.add q16, [r9+168], q12\n atomic64.cas.low q16, Out[r9+8], q12\n"
    " store Out[r1], r2\n atomic.add _, Out[r1], r6\n atomic.cas r8, Out[r9], r2, r9\n end\n";

/* The clock begins so near to 2^32 that it carries while the kernel runs. */
static const uint64_t clock_start = (UINT64_C(5) << 32) - 300;
enum { LDS_AREA = 64 };     /* words from a group's LDS to the next one's */

/* One thing to falsify, its name, and words that the report of it must hold. */
#define LIES_TOLD \
    LIE(HONEST, "nothing", "") \
    LIE(LAUNCH_SLOT_TAKEN, "launch into a taken slot", "slot whose wave has not ended") \
    LIE(LAUNCH_GROUP, "launch group", "does not exist") \
    LIE(LAUNCH_WAVE, "launch wave", "does not exist") \
    LIE(LAUNCH_COUNT, "launch count", "wave count") \
    LIE(LAUNCH_SIZE, "launch wave size", "wave size differs") \
    LIE(LAUNCH_LIVE, "launch live lanes", "live lanes") \
    LIE(LAUNCH_REGS, "launch with few registers", "fewer registers than the kernel needs") \
    LIE(LAUNCH_REGS_OUTSIDE, "launch with registers outside", "outside of the register file") \
    LIE(LAUNCH_REGS_SHARED, "launch with another wave's registers", "registers of another wave") \
    LIE(LAUNCH_LDS, "launch with other words of LDS", "words of the LDS differ") \
    LIE(LAUNCH_LDS_OUTSIDE, "launch with LDS outside", "outside of the LDS") \
    LIE(LAUNCH_LDS_MOVED, "launch with LDS elsewhere", "LDS in different places") \
    LIE(LAUNCH_LDS_SHARED, "launch with another group's LDS", "LDS of another group") \
    LIE(LAUNCH_NO_SLOTS, "launch of half a group", "no free slots for all its waves") \
    LIE(LAUNCH_NO_PLACE, "launch of a group too many", "more groups are resident than the device has places for") \
    LIE(LAUNCH_NO_REGS, "launch beyond the register file", "more groups are resident than the register file holds") \
    LIE(LAUNCH_NO_LDS, "launch beyond the LDS", "more groups are resident than the LDS holds") \
    LIE(REQUEST_SLOT, "request slot", "request comes from a slot without a wave") \
    LIE(REQUEST_SPACE, "request space", "by an instruction that makes none") \
    LIE(REQUEST_KIND, "request kind", "kind differs") \
    LIE(REQUEST_ATOM, "request atomic", "atomic operation differs") \
    LIE(REQUEST_MASK, "request mask", "lanes that ask differ") \
    LIE(REQUEST_ADDRESS, "request address", "address differs") \
    LIE(REQUEST_DATA, "request data", "data differ") \
    LIE(REQUEST_COMPARE, "request compare", "compare values differ") \
    LIE(REQUEST_HALF, "request of the other half", "lanes that ask differ") \
    LIE(REQUEST_HIGH_ADDRESS, "request address of a high word", "address differs") \
    LIE(REQUEST_HIGH, "request data of a high word", "data differ") \
    LIE(REQUEST_COMPARE_HIGH, "request compare of a high word", "compare values differ") \
    LIE(REQUEST_PAIR, "request of 32 bits for 64", "kind differs") \
    LIE(REQUEST_TWICE, "request twice", "second memory request") \
    LIE(REQUEST_MISSING, "request missing", "without a request") \
    LIE(REQUEST_OF_ALU, "request of an ALU instruction", "by an instruction that makes none") \
    LIE(RETIRE_SLOT, "retire slot", "slot without a wave") \
    LIE(RETIRE_GROUP, "retire group", "group or wave index") \
    LIE(RETIRE_WAVE, "retire wave", "group or wave index") \
    LIE(RETIRE_PC, "retire pc", "pc differs") \
    LIE(RETIRE_WORD, "retire word", "instruction word differs") \
    LIE(RETIRE_EXEC, "retire exec", "exec mask differs") \
    LIE(RETIRE_WRITE, "retire write mask", "lanes written differ") \
    LIE(RETIRE_DST, "retire dst", "destination register differs") \
    LIE(RETIRE_WORDS, "retire words", "number of destination registers") \
    LIE(RETIRE_VALUE, "retire value", "result differs\n") \
    LIE(RETIRE_VALUE_WORD3, "retire word 3 of a quad", "word 3 of the quad") \
    LIE(RETIRE_CLOCK, "retire of a clock read a cycle late", "result differs\n") \
    LIE(RETIRE_TWICE, "retire twice", "pc differs") \
    LIE(RETIRE_WHILE_WAITING, "retire while waiting", "ran although it waits") \
    LIE(ARRIVE_EARLY, "arrive early", "in the model it does not wait") \
    LIE(ARRIVE_TWICE, "arrive twice", "arrived twice") \
    LIE(ARRIVE_MISSING, "arrive missing", "had not arrived") \
    LIE(RELEASE_EARLY, "release early", "released too early") \
    LIE(RELEASE_LEFT_BEHIND, "release leaves one behind", "left behind") \
    LIE(RELEASE_FREE_SLOT, "release of a free slot", "slot without a wave was released") \
    LIE(RELEASE_TWICE, "release twice", "had not arrived") \
    LIE(END_EARLY, "end early", "still runs in the model") \
    LIE(END_FREE_SLOT, "end of a free slot", "without a wave reported an end") \
    LIE(END_TWICE, "end twice", "without a wave reported an end") \
    LIE(DONE_EARLY, "group done early", "not all its waves have ended") \
    LIE(DONE_TWICE, "group done twice", "not resident") \
    LIE(DONE_OTHER, "group done other", "not resident") \
    LIE(FINISH_EARLY, "finish early", "while a wave is resident") \
    LIE(FINISH_FAULT, "fault record", "fault record differs") \
    LIE(FINISH_MEMORY, "memory", "memory differs")
enum lie {
#define LIE(id, name, report) id,
    LIES_TOLD
#undef LIE
    FINISH_COUNTER, LIES = FINISH_COUNTER + WF_COUNTERS         /* each counter is one too high */
};
static const struct { const char *name, *report; } lie_text[FINISH_COUNTER] = {
#define LIE(id, name, report) {name, report},
    LIES_TOLD
#undef LIE
};

struct play {
    struct wf_lockstep *ls;
    struct wf_machine *machine;         /* plays the hardware */
    struct wf_device device;
    const struct wf_kernel *kernel;
    struct wf_shape shape;
    enum lie lie;
    unsigned regs, lds_words;           /* a wave, a group */
    bool told;                          /* the lie was told */
    uint64_t cycle;
    struct { bool used; uint32_t group[3]; unsigned wave; uint64_t arrived; } slot[64];
    uint64_t count[WF_COUNTERS];        /* what the player itself counted */
    unsigned resident;
    uint64_t empty_since;
    unsigned ended[4];
};

static bool tell(struct play *p, enum lie lie)
{
    if (p->lie != lie || p->told)
        return false;
    p->told = true;
    return true;
}

static void wide_mask(const struct play *p, const bool *lanes, uint32_t mask[4])
{
    memset(mask, 0, 4 * sizeof mask[0]);
    for (unsigned l = 0; l < p->device.lanes; l++)
        mask[l / 32] |= (uint32_t)lanes[l] << (l % 32);
}

static unsigned first(const uint32_t mask[4])
{
    for (unsigned l = 0; l < WF_MAX_LANES; l++)
        if (mask[l / 32] >> (l % 32) & 1)
            return l;
    return WF_MAX_LANES;
}

static void launch(struct play *p, unsigned slot, uint32_t group, unsigned wave)
{
    const uint32_t id[3] = {group, 0, 0};
    struct wf_launch_event event = {.slot = slot, .group = {group, 0, 0}, .wave = wave, .count = p->shape.waves,
                                    .wave_size = p->shape.wave_size, .live = wave < 5 ? 8 : 0, .regs = p->regs, .reg_base = slot * p->regs,
                                    .lds_words = p->lds_words, .lds_base = group * LDS_AREA};
    event.group[1] = tell(p, LAUNCH_GROUP);
    event.wave = tell(p, LAUNCH_WAVE) ? p->shape.waves : wave;
    event.count += tell(p, LAUNCH_COUNT);
    event.wave_size <<= tell(p, LAUNCH_SIZE);
    event.live += wave == 5 && tell(p, LAUNCH_LIVE);
    event.regs -= slot == 3 && tell(p, LAUNCH_REGS) ? 8 : 0;
    if (slot == 3 && tell(p, LAUNCH_REGS_OUTSIDE))
        event.reg_base = 64 * p->device.regs - p->regs + 8;
    event.reg_base -= slot == 3 && tell(p, LAUNCH_REGS_SHARED) ? 8 : 0;
    event.lds_words += slot == 3 && tell(p, LAUNCH_LDS);
    if (slot == 6 && tell(p, LAUNCH_LDS_OUTSIDE))
        event.lds_base = p->device.lds_words - p->lds_words + 1;
    event.lds_base += slot == 7 && tell(p, LAUNCH_LDS_MOVED) ? LDS_AREA : 0;
    if (slot == 6 && tell(p, LAUNCH_LDS_SHARED))
        event.lds_base = p->lds_words - 1;
    if (group == 3)                                 /* lies about the device, see play */
        for (int lie = LAUNCH_NO_SLOTS; lie <= LAUNCH_NO_LDS; lie++)
            tell(p, (enum lie)lie);
    wf_machine_launch(p->machine, slot, id, wave);
    p->count[WF_CNT_WAVES]++;
    if (!p->resident++)
        p->count[WF_CNT_STALL_EMPTY] += p->cycle - p->empty_since;
    wf_lockstep_launch(p->ls, p->cycle, &event);
    if (tell(p, LAUNCH_SLOT_TAKEN))
        wf_lockstep_launch(p->ls, p->cycle, &(struct wf_launch_event){.slot = slot, .group = {group, 0, 0}, .wave = wave + 1,
                                                                      .count = p->shape.waves, .wave_size = 8, .live = 8});
    p->slot[slot].used = true;
    p->slot[slot].group[0] = group;
    p->slot[slot].wave = wave;
}

/* Of a 64-bit atomic the lanes of its half, two of the request for each. */
static void pair_up(const struct play *p, const struct wf_effect *effect, uint32_t mask[4], uint32_t *address, uint32_t *data, uint32_t *compare)
{
    const bool *asks = effect->is_mem ? effect->access : effect->asked;
    bool pairs[WF_MAX_LANES] = {false};
    const unsigned half = p->device.lanes / 2, lowest = effect->word >> 48 & 1 ? half : 0;
    for (unsigned i = 0; i < half; i++) {
        const unsigned l = lowest + i;
        pairs[2 * i] = pairs[2 * i + 1] = asks[l];
        address[2 * i] = effect->address[l];
        address[2 * i + 1] = effect->address[l] + 4;
        data[2 * i] = effect->data[l];
        data[2 * i + 1] = effect->data_high[l];
        compare[2 * i] = effect->compare[l];
        compare[2 * i + 1] = effect->compare_high[l];
    }
    wide_mask(p, pairs, mask);
}

static void request(struct play *p, unsigned slot, const struct wf_effect *effect)
{
    uint32_t mask[4], address[WF_MAX_LANES], data[WF_MAX_LANES], compare[WF_MAX_LANES];
    wide_mask(p, effect->is_mem ? effect->access : effect->asked, mask);
    memcpy(address, effect->address, sizeof address);
    memcpy(data, effect->data, sizeof data);
    memcpy(compare, effect->compare, sizeof compare);
    struct wf_insn insn = wf_insn_decode(effect->word);
    struct wf_request_event event = {.global = effect->is_mem, .slot = slot, .mask = mask, .address = address, .data = data,
                                     .compare = compare};
    event.kind = wf_op_is_atomic64(insn.op) ? 3 : wf_op_is_atomic(insn.op) ? 2 : wf_op_is_store(insn.op);
    event.atom = wf_insn_atom(&insn);
    for (unsigned l = 0; l < p->device.lanes; l++) {
        p->count[WF_CNT_LDS_LANES] += effect->is_lds && effect->asked[l];
        p->count[WF_CNT_ATOMIC_LANES] += event.kind >= 2 && mask[l / 32] >> (l % 32) & 1;
    }
    if (event.kind == 3)
        pair_up(p, effect, mask, address, data, compare);
    unsigned lane = first(mask);
    p->count[effect->is_lds ? WF_CNT_LDS_INSTRUCTIONS : WF_CNT_MEMORY_INSTRUCTIONS]++;
    if (tell(p, REQUEST_MISSING))
        return;
    event.slot = tell(p, REQUEST_SLOT) ? 63 : slot;
    event.global ^= tell(p, REQUEST_SPACE);
    event.kind = tell(p, REQUEST_KIND) ? (event.kind + 1) % 3 : event.kind;
    event.kind -= event.kind == 3 && tell(p, REQUEST_PAIR);
    event.atom += event.kind >= 2 && tell(p, REQUEST_ATOM);
    mask[0] ^= tell(p, REQUEST_MASK) ? 4 : 0;
    if (lane < 8 && tell(p, REQUEST_ADDRESS))
        address[lane] += 4;
    if (lane < 8 && event.kind && tell(p, REQUEST_DATA))
        data[lane] ^= 0x80000000;
    if (lane < 8 && event.kind == 2 && event.atom == WF_ATOM_CAS && tell(p, REQUEST_COMPARE))
        compare[lane] ^= 1;
    if (lane < 8 && event.kind == 3) {
        if (tell(p, REQUEST_HALF))
            mask[0] >>= 2;
        address[lane + 1] += tell(p, REQUEST_HIGH_ADDRESS) ? 4 : 0;
        data[lane + 1] ^= tell(p, REQUEST_HIGH);
        compare[lane + 1] ^= event.atom == WF_ATOM_CAS && tell(p, REQUEST_COMPARE_HIGH);
    }
    wf_lockstep_request(p->ls, p->cycle, &event);
    if (tell(p, REQUEST_TWICE))
        wf_lockstep_request(p->ls, p->cycle, &event);
}

static void retire(struct play *p, unsigned slot, const struct wf_effect *effect)
{
    uint32_t exec[4], write[4], data[4 * WF_MAX_LANES];
    wide_mask(p, effect->exec, exec);
    wide_mask(p, effect->written, write);
    for (unsigned l = 0; l < p->device.lanes; l++)
        for (unsigned k = 0; k < 4; k++)
            data[4 * l + k] = effect->written[l] && k < effect->words ? effect->value[k][l] : 0x5eed0000 + l;
    struct wf_retire_event event = {.slot = slot, .group = {p->slot[slot].group[0], 0, 0}, .wave = p->slot[slot].wave,
                                    .pc = effect->pc, .word = effect->word, .exec = exec, .write = write, .dst = effect->dst,
                                    .words = effect->words, .data = data,
                                    /* the player's clock counts instructions, which retire at once */
                                    .clock = clock_start + p->count[WF_CNT_INSTRUCTIONS] + WF_LOCKSTEP_CLOCK_READ};
    const struct wf_insn insn = wf_insn_decode(effect->word);
    unsigned lane = first(write);
    event.clock += wf_insn_is_clock(&insn) && insn.mod == WF_SV_CLOCK_LOW && tell(p, RETIRE_CLOCK);
    event.slot = tell(p, RETIRE_SLOT) ? 64 : slot;
    event.group[2] = tell(p, RETIRE_GROUP);
    event.wave += tell(p, RETIRE_WAVE);
    event.pc += tell(p, RETIRE_PC);
    event.word ^= (uint64_t)tell(p, RETIRE_WORD) << 63;
    exec[0] ^= tell(p, RETIRE_EXEC) ? 2 : 0;
    write[0] ^= effect->words && tell(p, RETIRE_WRITE) ? 2 : 0;
    event.dst += effect->words && tell(p, RETIRE_DST);
    event.words = tell(p, RETIRE_WORDS) ? 4 - event.words : event.words;
    if (lane < 8 && tell(p, RETIRE_VALUE))
        data[4 * lane] ^= 1;
    if (lane < 8 && effect->words == 4 && tell(p, RETIRE_VALUE_WORD3))
        data[4 * lane + 3] ^= 1;
    if (!effect->is_lds && !effect->is_mem && tell(p, REQUEST_OF_ALU))
        wf_lockstep_request(p->ls, p->cycle, &(struct wf_request_event){.slot = slot, .mask = exec, .address = data, .data = data,
                                                                        .compare = data});
    p->count[WF_CNT_INSTRUCTIONS]++;
    wf_lockstep_retire(p->ls, p->cycle, &event);
    if (tell(p, RETIRE_TWICE))
        wf_lockstep_retire(p->ls, p->cycle, &event);
    if (effect->barrier && tell(p, RETIRE_WHILE_WAITING))
        wf_lockstep_retire(p->ls, p->cycle, &event);
}

static void end(struct play *p, unsigned slot)
{
    uint32_t id[3] = {p->slot[slot].group[0], 0, 0};
    wf_lockstep_end(p->ls, p->cycle, slot);
    if (tell(p, END_TWICE))
        wf_lockstep_end(p->ls, p->cycle, slot);
    p->slot[slot].used = false;
    if (!--p->resident)
        p->empty_since = p->cycle;
    bool last = ++p->ended[id[0]] == p->shape.waves;
    if (!last && tell(p, DONE_EARLY))
        wf_lockstep_group_done(p->ls, p->cycle, 0, id);
    if (!last)
        return;
    id[1] = tell(p, DONE_OTHER);
    wf_lockstep_group_done(p->ls, p->cycle, 0, id);
    if (tell(p, DONE_TWICE))
        wf_lockstep_group_done(p->ls, p->cycle, 0, id);
}

static void release(struct play *p)
{
    for (unsigned slot = 0; slot < 64; slot++) {
        if (!p->slot[slot].used || !wf_machine_waiting(p->machine, slot))
            continue;
        uint32_t slots[2] = {0, 0};
        for (unsigned i = 0; i < 64; i++)
            if (p->slot[i].used && p->slot[i].group[0] == p->slot[slot].group[0] && wf_machine_waiting(p->machine, i))
                slots[i / 32] |= 1u << (i % 32);
        bool ready = wf_machine_barrier_ready(p->machine, slot);
        for (unsigned i = 0; i < 64 && ready; i++)
            p->count[WF_CNT_BARRIER_WAITS] += slots[i / 32] >> (i % 32) & 1 ? p->cycle - p->slot[i].arrived : 0;
        if (!ready) {
            if (tell(p, RELEASE_EARLY))
                wf_lockstep_release(p->ls, p->cycle, slots);
            continue;
        }
        slots[slot / 32] ^= (uint32_t)tell(p, RELEASE_LEFT_BEHIND) << (slot % 32);
        slots[1] ^= (uint32_t)tell(p, RELEASE_FREE_SLOT) << 31;
        wf_machine_barrier_release(p->machine, slot);
        wf_lockstep_release(p->ls, p->cycle, slots);
        if (tell(p, RELEASE_TWICE))
            wf_lockstep_release(p->ls, p->cycle, slots);
    }
}

static void step(struct play *p, unsigned slot)
{
    struct wf_effect effect;
    if (tell(p, END_EARLY))
        wf_lockstep_end(p->ls, p->cycle, slot);
    if (tell(p, ARRIVE_EARLY))
        wf_lockstep_arrive(p->ls, p->cycle, slot);
    wf_machine_step(p->machine, slot, &effect);
    if (effect.is_lds || effect.is_mem)
        request(p, slot, &effect);
    retire(p, slot, &effect);
    p->slot[slot].arrived = p->cycle;
    if (effect.barrier && !tell(p, ARRIVE_MISSING))
        wf_lockstep_arrive(p->ls, p->cycle, slot);
    if (effect.barrier && tell(p, ARRIVE_TWICE))
        wf_lockstep_arrive(p->ls, p->cycle, slot);
    if (!wf_machine_running(p->machine, slot))
        end(p, slot);
}

static void finish(struct play *p, uint32_t *memory)
{
    const struct wf_lockstep_stats *s = wf_lockstep_stats(p->ls);
    struct wf_fault_event fault = {.valid = false};
    if (tell(p, FINISH_FAULT)) {
        fault.valid = true;
        fault.record.kind = WF_FAULT_LDS_RANGE;
        fault.record.count = 1;
    }
    p->cycle += 7;
    wf_lockstep_answer(p->ls, p->cycle, &(struct wf_answer_event){.fault = &fault});
    uint64_t *c = p->count;
    c[WF_CNT_CYCLES] = p->cycle;
    c[WF_CNT_STALL_EMPTY] += p->cycle - p->empty_since;
    c[WF_CNT_STALL_FETCH] = p->cycle - c[WF_CNT_INSTRUCTIONS] - c[WF_CNT_STALL_EMPTY];  /* the player knows no other reason */
    c[WF_CNT_LDS_OPERATIONS] = s->lds_operations;       /* the bench of the LDS counts these */
    c[WF_CNT_BANK_CONFLICTS] = s->lds_conflict_cycles;
    for (int i = 0; i < WF_COUNTERS; i++)
        c[i] += tell(p, (enum lie)(FINISH_COUNTER + i));
    memory[100] ^= tell(p, FINISH_MEMORY);
    wf_lockstep_finish(p->ls, p->cycle, c, memory);
}

/* The checker's device: for some lies too small for the four groups that the player launches. */
static struct wf_device checked(const struct wf_kernel *kernel, const struct wf_device *device, const struct wf_shape *shape, enum lie lie)
{
    struct wf_device own = *device;
    own.waves -= lie == LAUNCH_NO_SLOTS ? device->waves - 4 * shape->waves + 1 : 0;
    own.groups = lie == LAUNCH_NO_PLACE ? 3 : own.groups;
    own.reg_rows = device->waves * device->regs;
    own.reg_rows = lie == LAUNCH_NO_REGS ? 4 * shape->waves * wf_dispatch_registers(&kernel->desc, device) - 8 : own.reg_rows;
    own.lds_words = lie == LAUNCH_NO_LDS ? 4 * LDS_AREA - 1 : own.lds_words;
    return own;
}

/* Play the kernel with one lie; true when all is as it should be. */
static bool play(const struct wf_kernel *kernel, const struct wf_device *device, enum lie lie)
{
    struct play *p = calloc(1, sizeof *p);
    struct wf_buffer buffers[WF_MAX_BUFFERS];
    size_t words = wf_kernel_place(kernel, buffers);
    uint32_t *mine = calloc(words, 4), *other = calloc(words, 4);
    if (!p || !mine || !other)
        abort();
    wf_kernel_fill(kernel, buffers, mine, words);
    wf_kernel_fill(kernel, buffers, other, words);
    p->device = *device;
    p->kernel = kernel;
    p->lie = lie;
    p->cycle = 4;                                   /* nobody is resident before the first launch */
    if (wf_dispatch_check(&kernel->desc, device, &p->shape) != WF_REJECT_NONE)
        abort();
    p->regs = wf_dispatch_registers(&kernel->desc, device);
    p->lds_words = (kernel->desc.groupshared_bytes + 3) / 4;
    const struct wf_device own = checked(kernel, device, &p->shape, lie);
    const struct wf_lockstep_setup setup = {.device = &own, .desc = &kernel->desc, .shape = &p->shape, .code = kernel->code,
                                            .line = kernel->line, .count = kernel->count, .buffers = buffers, .memory = mine,
                                            .memory_words = words};
    p->ls = wf_lockstep_new(&setup);
    p->machine = wf_machine_new(device, &kernel->desc, &p->shape, kernel->code, kernel->count, buffers, other, words);
    if (!p->ls || !p->machine)
        abort();
    wf_machine_start_clock(p->machine, clock_start);
    for (uint32_t group = 0; group < 4; group++)
        for (unsigned wave = 0; wave < p->shape.waves; wave++)
            launch(p, group * p->shape.waves + wave, group, wave);
    if (tell(p, END_FREE_SLOT))
        wf_lockstep_end(p->ls, 0, 60);
    for (unsigned slot = 0; slot < 64; slot++)      /* extra waves end without running */
        if (p->slot[slot].used && !wf_machine_running(p->machine, slot))
            end(p, slot);
    if (tell(p, FINISH_EARLY))
        wf_lockstep_answer(p->ls, 0, &(struct wf_answer_event){.id = 0});
    for (unsigned round = 0; !wf_machine_done(p->machine) && round < 10000; round++) {
        for (unsigned slot = 0; slot < 64; slot++)
            if (p->slot[slot].used && wf_machine_running(p->machine, slot) && !wf_machine_waiting(p->machine, slot) &&
                (slot + round) % 3 != 0) {          /* not all in step */
                p->cycle++;
                step(p, slot);
            }
        release(p);
    }
    finish(p, other);
    const char *text = wf_lockstep_difference(p->ls);
    char name[64], report[64];
    if (lie < FINISH_COUNTER) {
        snprintf(name, sizeof name, "%s", lie_text[lie].name);
        snprintf(report, sizeof report, "%s", lie_text[lie].report);
    } else {
        const enum wf_counter counter = (enum wf_counter)(lie - FINISH_COUNTER);
        bool cause = counter > WF_CNT_STALL_EMPTY && counter <= WF_CNT_STALL_FETCH;
        snprintf(name, sizeof name, "counter %s", wf_counter_name(counter));
        snprintf(report, sizeof report, cause ? "do not add up" : "counter: %s", wf_counter_name(counter));
    }
    bool good = lie == HONEST ? text == NULL : p->told && text != NULL && strstr(text, report) != NULL;
    if (lie == HONEST) {
        const struct wf_lockstep_stats *s = wf_lockstep_stats(p->ls);
        good = good && s->compared > 400 && s->waves == 24 && s->groups == 4 && s->barrier_releases == 8;
    }
    if (good && lie != HONEST)
        printf("PASS lockstep %s: %.*s\n", name, (int)strcspn(text, "\n"), text);
    else if (good)
        printf("PASS lockstep agrees with an honest run\n");
    else
        printf("FAIL lockstep %s: %s\n", name, !p->told && lie != HONEST ? "the lie was never told" : text ? text : "not noticed");
    wf_lockstep_free(p->ls);
    wf_machine_free(p->machine);
    free(mine);
    free(other);
    free(p);
    return good;
}

int main(void)
{
    const struct wf_device device = {.lanes = 32, .waves = 64, .groups = 16, .regs = 64, .lds_words = 8192, .lds_banks = 32, .imem_words = 16384};
    struct wf_shape shape;
    struct wf_kernel *kernel = kernel_of(kernel_text, &device, 0, &shape);
    bool good = true;
    for (int lie = HONEST; lie < LIES; lie++)
        good = play(kernel, &device, (enum lie)lie) && good;
    wf_kernel_free(kernel);
    return good ? 0 : 1;
}

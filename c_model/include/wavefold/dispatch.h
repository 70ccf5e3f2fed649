/* SPDX-License-Identifier: Apache-2.0
 * dispatch.h - what is launched: device limits, dispatch descriptors, wave sizes, and the place of every thread.
 *
 * Rules: the semantics in docs/semantics.md, sections "Dispatch" and "Lane packing".
 */
#ifndef WAVEFOLD_DISPATCH_H
#define WAVEFOLD_DISPATCH_H

#include "wavefold/api.h"
#include "wavefold/isa.h"

WF_API_BEGIN

/* What one build of the hardware offers. */
enum { WF_MAX_CORES = 16 };

struct wf_device {
    unsigned lanes;         /* widest wave: 4..128, a power of two */
    unsigned waves;         /* wave slots, 1..256 */
    unsigned groups;        /* resident groups, 1..64 */
    unsigned regs;          /* registers per lane, 16..128, a multiple of 8 */
    unsigned reg_rows;      /* of the register file: each is a register of all lanes; 0: enough for all slots */
    unsigned lds_words;     /* LDS in 32-bit words, */
    /* in so many banks, handed out in rows of them; 0: word by word, and no bank cycles are counted */
    unsigned lds_banks;
    unsigned imem_words;    /* instruction memory in 64-bit words, at most WF_MAX_CODE */
    bool no_wave_ops;       /* kernels that use wave operations are refused */
    bool no_fpu;            /* what needs the float unit is an unknown opcode: wf_op_floats */
    unsigned cores;         /* 1..WF_MAX_CORES, 0: 1; waves, groups, registers and LDS are of each */
};

enum wf_wavesize_kind {
#define WF_WAVESIZE(id, number) WF_WAVESIZE_##id = number,
#include "wavefold/isa.def"
};

/* A 2x2 block of pixels, its upper left one at (x, y), both even and below WF_MAX_PIXEL.  Pixel n = 2*row + column
 * is covered when bit n of `coverage` is 1. */
enum { WF_MAX_PIXEL = 16384, WF_QUAD_LANES = 4 };
struct wf_quad {
    uint16_t x, y;
    uint8_t coverage;
};

/* What a dispatch asks for; every value is as the author wrote it, legal or not. */
struct wf_desc {
    enum wf_stage stage;
    uint16_t shader_model;              /* major << 8 | minor: 6.10 is 0x060a */
    bool has_numthreads, has_numwaves;
    uint32_t threads[3];                /* X, Y, Z */
    uint32_t num_waves;
    enum wf_wavesize_kind wavesize_kind;
    uint32_t wavesize_min, wavesize_max, wavesize_preferred;    /* FIXED uses _min only */
    bool prefer_small, prefer_large, report_wave_size;
    bool thread_launch, exported;       /* thread-launch node; exported library function */
    bool uses_wave_index, uses_wave_count, uses_thread_ids, uses_wave_ops, uses_derivatives;
    bool uses_match_or_multi_prefix;
    uint32_t extra_waves;               /* E, added to numthreads groups only */
    bool extra_idle;                    /* the extra waves get no thread */
    uint32_t grid[3];
    uint32_t groupshared_bytes;
    uint16_t entry;                     /* index of the first instruction */
    uint32_t code_words;                /* instructions of the kernel: 1..WF_MAX_CODE */
    uint16_t code_base;                 /* where the kernel is in the instruction memory: indices count from there */
    uint8_t registers;                  /* a lane, rounded up to a multiple of 8; 0: all that the device has */
    uint8_t id;                         /* among the dispatches in flight */
    bool wait, high;                    /* starts when all before it have ended; goes before those that are not high */
    uint32_t cycle_limit;               /* 0: none */
    /* [quads], borrowed: what a pixel shader draws, in the order in which it comes to the hardware ... */
    const struct wf_quad *quad;
    size_t quads;                       /* ... and its grid is (wf_pack_quad_waves of the covered ones, 1, 1) */
};

/* The bits of each field of the packed descriptor: WF_DESC_<ID>_LSB..WF_DESC_<ID>_MSB, in all WF_DESC_W. */
enum {
#define WF_DESC_FIELD(id, bits, text) WF_DESC_##id##_LSB, WF_DESC_##id##_MSB = WF_DESC_##id##_LSB + (bits) - 1,
#include "wavefold/isa.def"
    WF_DESC_W,
    WF_DESC_PACKED_WORDS = (WF_DESC_W + 31) / 32
};

/* The descriptor as the hardware takes it, bit n in bit n%32 of word n/32; unused bits are 0. */
void wf_desc_pack(const struct wf_desc *desc, bool commit_only, uint32_t packed[WF_DESC_PACKED_WORDS]);

/* The kernel of the dispatch is this code: its length, and the registers that it names. */
void wf_desc_take_code(struct wf_desc *desc, const uint64_t *code, size_t count);

/* What the device makes of it. */
struct wf_shape {
    unsigned wave_size;                 /* S, committed */
    unsigned reported_wave_size;        /* S under REPORT_WAVE_SIZE, else 0 */
    unsigned waves;                     /* waves per group, extra waves included */
    unsigned threads;                   /* live threads per group */
};

/* Check a descriptor and commit a wave size.  On WF_REJECT_NONE fills *shape; otherwise *shape is all zero.
 * When several rules are broken the lowest code is returned. */
enum wf_reject wf_dispatch_check(const struct wf_desc *desc, const struct wf_device *device, struct wf_shape *shape);

/* Registers per lane of a wave, a multiple of 8. */
unsigned wf_dispatch_registers(const struct wf_desc *desc, const struct wf_device *device);
/* Cores, and the wave slots of all: those of core c begin at c * waves. */
unsigned wf_device_cores(const struct wf_device *device);
unsigned wf_device_slots(const struct wf_device *device);
/* Rows of a core's register file. */
unsigned wf_device_reg_rows(const struct wf_device *device);

/* How much of an accepted dispatch is resident at once when its grid is large enough: groups enter whole. */
enum wf_occupancy_by { WF_BY_SLOTS, WF_BY_GROUPS, WF_BY_REGISTERS, WF_BY_LDS, WF_OCCUPANCY_BYS };
struct wf_occupancy {
    /* groups that wave slots, places for groups, register file and LDS of a core would hold; no LDS: UINT64_MAX */
    uint64_t by[WF_OCCUPANCY_BYS];
    unsigned groups, waves;             /* resident in a core: the least of them, and their waves */
};
struct wf_occupancy wf_dispatch_occupancy(const struct wf_desc *desc, const struct wf_device *device,
                                          const struct wf_shape *shape);

/* The place of a wave in its group.  Without extra waves, and when they are idle, wave w begins at place w*S.  Else
 * the runs of four places are dealt to the waves in order, as evenly as can be. */
struct wf_place {
    uint32_t first;                     /* place of lane 0 */
    unsigned live;                      /* live lanes, from lane 0 */
};
struct wf_place wf_pack_place(const struct wf_desc *desc, const struct wf_shape *shape, unsigned wave);

/* The thread in one lane: writes SV_GroupThreadID and SV_GroupIndex and returns true, or returns false for a dead lane.
 * With numWaves every lane is live and the ids are (place, 0, 0).  Pixel shaders have no threads. */
bool wf_pack_thread(const struct wf_desc *desc, const struct wf_shape *shape, unsigned wave, unsigned lane,
                    uint32_t tid[3], uint32_t *group_index);

/* Pixel shaders: quads without a covered pixel are dropped, the others fill waves in order, four lanes a quad, none
 * is split.  Copies those that stay to covered[count], which may be `quads` itself, and returns their number. */
size_t wf_pack_covered(const struct wf_quad *quads, size_t count, struct wf_quad *covered);
/* Waves of `wave_size` lanes that `count` covered quads fill, the last perhaps in part. */
size_t wf_pack_quad_waves(size_t count, unsigned wave_size);
/* The same from the descriptor of a pixel shader, whose quads need not be sorted out yet. */
bool wf_pack_pixel_of(const struct wf_desc *desc, unsigned wave_size, size_t wave, unsigned lane, uint32_t pixel[2],
                      bool *helper);
/* The pixel in one lane of one of these waves; its lane is a helper when the pixel is not covered.  False for a dead
 * lane. */
bool wf_pack_pixel(const struct wf_quad *covered, size_t count, unsigned wave_size, size_t wave, unsigned lane,
                   uint32_t pixel[2], bool *helper);

WF_API_END

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "wf_axi_slave.h"

#include <stdlib.h>

enum { MOST = 64, BEATS = 256, BYTES = 8, OKAY = 0, DECERR = 3 };

struct beat {
    uint64_t data;
    uint8_t strobes;
};

struct burst {
    uint8_t id;
    uint32_t address;           /* of the next beat */
    unsigned left;              /* beats */
    uint64_t due;
    struct beat beat[BEATS];    /* of a write, once all are there: in their order */
};

struct wf_axi_slave {
    uint32_t *words;
    size_t count;
    unsigned least, most;
    uint64_t random, cycle;
    unsigned reads, writes, taken;          /* taken: writes whose last beat has come; the first ones */
    struct burst read[MOST], write[MOST];
    unsigned beats;                         /* of writes, before their addresses or beside them */
    struct { struct beat beat; bool last; } early[MOST];
};

struct wf_axi_slave *wf_axi_slave_new(uint32_t *words, size_t count, unsigned least, unsigned most, uint64_t seed)
{
    struct wf_axi_slave *s = calloc(1, sizeof *s);

    if (s)
        *s = (struct wf_axi_slave){.words = words, .count = count, .least = least, .most = most, .random = seed * 2 + 1};
    return s;
}

void wf_axi_slave_free(struct wf_axi_slave *slave)
{
    free(slave);
}

unsigned wf_axi_slave_waiting(const struct wf_axi_slave *slave)
{
    return slave->reads + slave->writes;
}

/* xorshift64* */
static unsigned below(struct wf_axi_slave *s, unsigned n)
{
    s->random ^= s->random >> 12;
    s->random ^= s->random << 25;
    s->random ^= s->random >> 27;
    return (unsigned)((s->random * UINT64_C(2685821657736338717) >> 33) % n);
}

static bool inside(const struct wf_axi_slave *s, uint32_t address)
{
    return address / 4 + 1 < s->count;
}

static struct burst begin_burst(struct wf_axi_slave *s, uint8_t id, uint32_t address, uint8_t length)
{
    return (struct burst){.id = id, .address = address - address % BYTES, .left = length + 1u, .due = s->cycle + s->least + below(s, s->most - s->least + 1)};
}

/* Beats go to the oldest write that has not all of its own. */
static void sort_beats(struct wf_axi_slave *s)
{
    while (s->beats && s->taken < s->writes) {
        struct burst *w = &s->write[s->taken];
        unsigned have = 0;

        while (have < s->beats && !s->early[have].last)
            have++;
        if (have == s->beats)
            return;
        for (unsigned i = 0; i <= have && i < BEATS; i++)
            w->beat[i] = s->early[i].beat;
        s->beats -= have + 1;
        for (unsigned i = 0; i < s->beats; i++)
            s->early[i] = s->early[i + have + 1];
        s->taken++;
    }
}

/* AXI answers bursts of one ID in the order sent; they stand in that order. */
static bool oldest_of_id(const struct burst *burst, unsigned at)
{
    for (unsigned i = 0; i < at; i++)
        if (burst[i].id == burst[at].id)
            return false;
    return true;
}

/* One of the first `count` bursts that may be answered, or `count`. */
static unsigned pick_due(struct wf_axi_slave *s, const struct burst *burst, unsigned count)
{
    const unsigned first = count ? below(s, count) : 0;

    for (unsigned i = 0; i < count; i++) {
        const unsigned at = (first + i) % count;

        if (burst[at].due <= s->cycle && oldest_of_id(burst, at))
            return at;
    }
    return count;
}

static void drop(struct burst *burst, unsigned *count, unsigned at)
{
    for (--*count; at < *count; at++)
        burst[at] = burst[at + 1];
}

/* An answer without valid may say anything: what is most likely to be believed is the ID of a burst under way. */
static uint8_t any_id(struct wf_axi_slave *s, const struct burst *burst, unsigned count)
{
    return count ? burst[below(s, count)].id : 0;
}

static void send_read(struct wf_axi_slave *s, struct wf_axi_subordinate *out)
{
    const unsigned at = pick_due(s, s->read, s->reads);
    struct burst *r = &s->read[at];

    out->rvalid = at < s->reads && below(s, 4) != 0;
    if (!out->rvalid) {
        out->rid = any_id(s, s->read, s->reads);
        out->rresp = DECERR;
        out->rdata = s->random;
        out->rlast = below(s, 2) != 0;
        return;
    }
    const bool there = inside(s, r->address);
    out->rid = r->id;
    out->rresp = there ? OKAY : DECERR;
    out->rdata = there ? s->words[r->address / 4] | (uint64_t)s->words[r->address / 4 + 1] << 32 : 0;
    out->rlast = --r->left == 0;
    r->address += BYTES;
    if (out->rlast)
        drop(s->read, &s->reads, at);
}

/* The write is performed when its response is given. */
static void send_response(struct wf_axi_slave *s, struct wf_axi_subordinate *out)
{
    const unsigned at = pick_due(s, s->write, s->taken);
    struct burst *w = &s->write[at];

    out->bvalid = at < s->taken && below(s, 4) != 0;
    if (!out->bvalid) {
        out->bid = any_id(s, s->write, s->writes);
        out->bresp = DECERR;
        return;
    }
    out->bid = w->id;
    out->bresp = OKAY;
    for (unsigned i = 0; i < w->left; i++, w->address += BYTES)
        if (!inside(s, w->address))
            out->bresp = DECERR;
        else
            for (unsigned byte = 0; byte < BYTES; byte++)
                if (w->beat[i].strobes >> byte & 1) {
                    uint32_t *word = &s->words[w->address / 4 + byte / 4];
                    const unsigned shift = 8 * (byte % 4);
                    *word = (*word & ~(UINT32_C(255) << shift)) | (uint32_t)(w->beat[i].data >> 8 * byte & 255) << shift;
                }
    s->taken--;
    drop(s->write, &s->writes, at);
}

void wf_axi_slave_edge(struct wf_axi_slave *s, const struct wf_axi_manager *m, struct wf_axi_subordinate *out)
{
    s->cycle++;
    if (m->arvalid && out->arready)
        s->read[s->reads++] = begin_burst(s, m->arid, m->araddr, m->arlen);
    if (m->awvalid && out->awready)
        s->write[s->writes++] = begin_burst(s, m->awid, m->awaddr, m->awlen);
    if (m->wvalid && out->wready) {
        s->early[s->beats].beat = (struct beat){m->wdata, m->wstrb};
        s->early[s->beats++].last = m->wlast;
    }
    sort_beats(s);
    if (!out->rvalid || m->rready)
        send_read(s, out);
    if (!out->bvalid || m->bready)
        send_response(s, out);
    out->arready = s->reads < MOST && below(s, 4) != 0;
    out->awready = s->writes < MOST && below(s, 4) != 0;
    out->wready = s->beats < MOST && below(s, 4) != 0;
}

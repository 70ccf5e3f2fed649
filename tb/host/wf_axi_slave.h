/* SPDX-License-Identifier: Apache-2.0
 * wf_axi_slave.h - a memory on an AXI4 bus of 64 bits, cycle by cycle: channels that stall, answers late, those of one ID in the order asked, all
 * others in any, beats of several reads mixed.  Bursts are INCR of whole beats.  Beyond its end it answers DECERR, reads 0 there and keeps nothing.
 * Payload whose valid is 0 is anything.
 */
#ifndef WF_AXI_SLAVE_H
#define WF_AXI_SLAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the manager drives. */
struct wf_axi_manager {
    bool awvalid, wvalid, wlast, bready, arvalid, rready;
    uint8_t awid, awlen, arid, arlen, wstrb;
    uint32_t awaddr, araddr;
    uint64_t wdata;
};
/* What the memory drives. */
struct wf_axi_subordinate {
    bool awready, wready, bvalid, arready, rvalid, rlast;
    uint8_t bid, bresp, rid, rresp;
    uint64_t rdata;
};

struct wf_axi_slave;            /* opaque */

/* Over `count` words, borrowed; an answer comes `least` to `most` cycles after its request.  NULL when out of memory. */
struct wf_axi_slave *wf_axi_slave_new(uint32_t *words, size_t count, unsigned least, unsigned most, uint64_t seed);
void wf_axi_slave_free(struct wf_axi_slave *slave);
/* A clock edge: `manager` and *subordinate are what both drove before it; *subordinate becomes what is driven after it. */
void wf_axi_slave_edge(struct wf_axi_slave *slave, const struct wf_axi_manager *manager, struct wf_axi_subordinate *subordinate);
/* Requests without their last answer. */
unsigned wf_axi_slave_waiting(const struct wf_axi_slave *slave);

#ifdef __cplusplus
}
#endif

#endif

// SPDX-License-Identifier: Apache-2.0
// wf_host_bins - only for `make cov`: whether a doorbell, an instruction or a buffer is refused, and each reason; tb/cov/functional.def.
//   The reasons are those of the bench's rules, which its checks compare with DOORBELL, with IRQ_RAW and with what is loaded.
`default_nettype none

module wf_host_bins (
    input wire       rst, ring, load, select,            // what is asked for in this cycle
    input wire       resets,                             // nothing can be given to the machine
    input wire [4:0] rang,                               // a doorbell: as DOORBELL is read
    input wire       outside, runs,                      // an instruction: not in the memory; code of a dispatch that is queued or running
    input wire       unknown, open                       // a buffer: of no id; of a dispatch that is queued or running
);
    wire full = rang[1], busy = rang[2], no_id = rang[3], held = rang[4];
endmodule

`default_nettype wire

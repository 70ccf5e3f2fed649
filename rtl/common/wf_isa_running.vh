// SPDX-License-Identifier: Apache-2.0
// wf_isa_running.vh - cross-lane instructions that write every running lane, helpers too.  Made from isa.def by wf_gen; do not edit.
function wf_isa_running(input [7:0] op, input [3:0] scan);     // scan: {scope, mode}
    case (op)
        8'h58: wf_isa_running = 1'b1; // any
        8'h59: wf_isa_running = 1'b1; // all
        8'h5a: wf_isa_running = 1'b1; // allequal.u
        8'h5b: wf_isa_running = 1'b1; // allequal.f
        8'h5c: wf_isa_running = 1'b1; // ballot
        8'h5d: wf_isa_running = 1'b1; // countlanes
        8'h60: wf_isa_running = 1'b1; // firstlane
        8'h61: wf_isa_running = 1'b1; // lastlane
        8'h62: wf_isa_running = 1'b1; // readfirst
        8'h63: wf_isa_running = 1'b1; // readlane
        8'h67: wf_isa_running = 1'b1; // quad.read
        8'h68: wf_isa_running = 1'b1; // quad.x
        8'h69: wf_isa_running = 1'b1; // quad.y
        8'h6a: wf_isa_running = 1'b1; // quad.diagonal
        8'h6b: wf_isa_running = 1'b1; // quad.any
        8'h6c: wf_isa_running = 1'b1; // quad.all
        8'h6d: wf_isa_running = 1'b1; // mask.lsb
        8'h6e: wf_isa_running = 1'b1; // mask.msb
        8'h6f: wf_isa_running = 1'b1; // mask.count
        8'h70: wf_isa_running = 1'b1; // mask.below
        8'h71: wf_isa_running = 1'b1; // mask.upto
        8'h72: wf_isa_running = 1'b1; // mask.own
        8'h73: wf_isa_running = 1'b1; // mask.bit
        8'h78: wf_isa_running = scan == {`WF_SCOPE_WAVE, `WF_SCAN_REDUCE}; // wadd
        8'h79: wf_isa_running = scan == {`WF_SCOPE_WAVE, `WF_SCAN_REDUCE}; // wmul
        8'h7a: wf_isa_running = scan == {`WF_SCOPE_WAVE, `WF_SCAN_REDUCE}; // wmin.s
        8'h7b: wf_isa_running = scan == {`WF_SCOPE_WAVE, `WF_SCAN_REDUCE}; // wmax.s
        8'h7c: wf_isa_running = scan == {`WF_SCOPE_WAVE, `WF_SCAN_REDUCE}; // wmin.u
        8'h7d: wf_isa_running = scan == {`WF_SCOPE_WAVE, `WF_SCAN_REDUCE}; // wmax.u
        8'h7e: wf_isa_running = scan == {`WF_SCOPE_WAVE, `WF_SCAN_REDUCE}; // wand
        8'h7f: wf_isa_running = scan == {`WF_SCOPE_WAVE, `WF_SCAN_REDUCE}; // wor
        8'h80: wf_isa_running = scan == {`WF_SCOPE_WAVE, `WF_SCAN_REDUCE}; // wxor
        8'h81: wf_isa_running = scan == {`WF_SCOPE_WAVE, `WF_SCAN_REDUCE}; // wfadd
        8'h82: wf_isa_running = scan == {`WF_SCOPE_WAVE, `WF_SCAN_REDUCE}; // wfmul
        8'h83: wf_isa_running = scan == {`WF_SCOPE_WAVE, `WF_SCAN_REDUCE}; // wfmin
        8'h84: wf_isa_running = scan == {`WF_SCOPE_WAVE, `WF_SCAN_REDUCE}; // wfmax
        8'h85: wf_isa_running = scan == {`WF_SCOPE_WAVE, `WF_SCAN_REDUCE}; // wcountbits
        default: wf_isa_running = 1'b0;
    endcase
endfunction

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_formal.sh - the verdicts of make formal on a counter from 0 to 2: by induction what follows from the cycle before is proven, and what does not follow is
# not decided, though no run from reset violates it; pdr proves that too; what is violated is.
# Reads: sim/formal.sh tb/formal/wf_formal.vh
set -u
for tool in yosys berkeley-abc; do command -v $tool >/dev/null || { echo "SKIP formal: $tool is not installed (make setup-test)"; exit 0; }; done
dir=$(mktemp -d) status=0
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/tb/formal/check" "$dir/tb/fp" "$dir/rtl/common"
cp tb/formal/wf_formal.vh "$dir/tb/formal"
formal=$PWD/sim/formal.sh
cd "$dir" || exit 1
# NAME CONDITION METHOD
counter() {
    cat >"tb/formal/$1.v" <<END
// SPDX-License-Identifier: Apache-2.0
// $1.v - a counter
// prove bound: $2 never holds
// reach two: it is 2
// run $1: $3, 5 s
module formal_$1 (
    input wire clk, go,
    output wire p_bound, w_two
);
    \`include "wf_formal.vh"
    assign legal = 1'b1;
    reg [2:0] count_q = 0;
    always @(posedge clk) if (rst) count_q <= 0; else if (go) count_q <= count_q == 3'd2 ? 3'd0 : count_q + 3'd1;
    assign p_bound = ok && $2;
    assign w_two   = ok && count_q == 3'd2;
endmodule
END
}
counter follows  "count_q > 3'd2"  step
counter reached  "count_q == 3'd5" step           # not inductive: 5 follows from 4
counter without  "count_q == 3'd5" pdr
counter violated "count_q == 3'd0" step
# RUN STATUS VERDICT
check() {
    BUILD=build sh "$formal" "$1" >said 2>&1
    if [ $? = "$2" ] && grep -q "^$1/bound *$3" said; then
        echo "PASS formal: $1 is $3"
    else
        echo "FAIL formal: $1: expected $3, status $2"
        cat said
        status=1
    fi
}
check follows 0 proven
check reached 1 "not decided"
check without 0 proven
check violated 1 "violated in cycle"
exit $status

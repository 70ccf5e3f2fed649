#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_formal.sh - the verdicts of make formal on a counter from 0 to 2: by induction what follows from the cycle before is proven, and what does not follow is
# not decided, though no run from reset violates it; pdr proves that too; what is violated is.  And those of its mutants: a property that no mutant is
# refuted by alone needs a line at the head of its file, one that has such a mutant must have none, and what is called implied follows from the others.
# Needs: tb/mutants/wf_mutate
# Reads: sim/formal.sh tb/formal/wf_formal.vh
set -u
for tool in yosys berkeley-abc; do command -v $tool >/dev/null || { echo "SKIP formal: $tool is not installed (make setup-test)"; exit 0; }; done
dir=$(mktemp -d) status=0
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/tb/formal/check" "$dir/tb/fp" "$dir/rtl/common" "$dir/sim" "$dir/tb/mutants" "$dir/build/tb/mutants"
cp "${BUILD:-build}/tb/mutants/wf_mutate" "$dir/build/tb/mutants"
cp tb/formal/wf_formal.vh "$dir/tb/formal"
cp sim/formal.sh "$dir/sim"
cp rtl/common/*.vh "$dir/rtl/common"
formal=$dir/sim/formal.sh
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

cat >rtl/common/wf_count.v <<END
module wf_count (
    input wire clk, rst, go,
    output reg [2:0] count
);
    always @(posedge clk) if (rst) count <= 0; else if (go) count <= count == 3'd2 ? 3'd0 : count + 3'd1;
endmodule
END
# NAME SECOND LINES: a counter with two properties; SECOND is violated with the first by the mutant that it has
pair() {
    cat >"tb/formal/$1.v" <<END
// SPDX-License-Identifier: Apache-2.0
// $1.v - a counter
// prove bound: it is 2 at most
// prove second: $2 never holds
$3
// reach two: it is 2
// run $1: pdr, 5 s
module formal_$1 (
    input wire clk, go,
    output wire p_bound, p_second, w_two
);
    \`include "wf_formal.vh"
    assign legal = 1'b1;
    wire [2:0] count;
    reg        went_q = 0;
    wf_count u_dut (.clk(clk), .rst(rst), .go(go), .count(count));
    always @(posedge clk) went_q <= went_q || (ok && go);
    assign p_bound  = ok && count > 3'd2;
    assign p_second = ok && ($2);
    assign w_two    = ok && count == 3'd2;
endmodule
END
    cat >>tb/mutants/formal.list <<END
by formal-$1
formal-$1-bound rtl/common/wf_count.v it counts to 3
- count == 3'd2
+ count == 3'd3
formal-$1-second rtl/common/wf_count.v it counts to 7 by itself
- else if (go) count <= count == 3'd2
+ else count <= count == 3'd7
END
}
pair silent  "count > 3'd5" "//"
pair implied "count > 3'd5" "// implied second: by bound"
pair shared  "count > 3'd5" "// shared second: the count that goes wrong goes on"
pair double  "count > 3'd5" "// shared bound: no reason
// implied second: by bound"
pair free    "count == 3'd4 || count != 3'd0 && !went_q" "// implied second: it is not"
# NAME STATUS PROPERTY
mutants() {
    BUILD=build sh sim/formal.sh mutants "$1" >said 2>&1
    if [ $? = "$2" ] && [ "$(sed -n 's/^FAIL alone \([^:]*\):.*/\1/p' said)" = "$3" ]; then
        echo "PASS formal: mutants of $1: ${3:-nothing} is reported"
    else
        echo "FAIL formal: mutants of $1: expected status $2, and of ${3:-none} a report"
        cat said
        status=1
    fi
}
mutants silent  1 silent/second
mutants implied 0 ""
mutants shared  0 ""
mutants double  1 double/bound
mutants free    1 free/second
# a property whose gates a mutant leaves as they are holds as the run does; so it counts as violated where the run does not hold
pair broken "went_q" "//"
check broken 1 "not decided"
mutants broken  1 "$(printf 'broken/bound\nbroken/second')"
exit $status

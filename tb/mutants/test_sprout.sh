#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_sprout.sh - wf_sprout on modules of its own: the bugs that it finds, that each in the common build is the one of the table, and bad input;
# and sim/sprout.sh on a unit and a number that are none.
# Needs: tb/mutants/wf_sprout tb/mutants/wf_mutate
set -u
case ${BUILD:-build} in /*) made=$BUILD ;; *) made=$PWD/${BUILD:-build} ;; esac
sprout=$made/tb/mutants/wf_sprout mutate=$made/tb/mutants/wf_mutate top=$PWD
dir=$(mktemp -d) status=0
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
check() { if [ "$2" = 0 ]; then echo "PASS sprout: $1"; else echo "FAIL sprout: $1"; cat out err; status=1; fi; }

# LINE...: the items of a module
module() { { printf 'module m (input wire clk, rst, input wire [3:0] a, b, output reg [3:0] q);\n' && printf '%s\n' "$@" endmodule; } >m.v; }
# WORDS LINES LINE...: the bugs that are found in these items, "old -> new"
finds() {
    words=$1 wanted=$2
    shift 2
    module "$@"
    "$sprout" unit 1 1000 planted none m.v >unit.list 2>err
    got=$?
    "$mutate" check unit.list >out 2>>err && awk '/^- /' unit.list >/dev/null
    for name in $("$mutate" list unit.list | cut -f 1); do "$mutate" plant "$name" unit.list | diff m.v - | sed -n 's/^> *//p'; done | sort >found
    printf '%s' "$wanted" | sort >wanted
    cp found out
    check "$words" "$([ $got = 0 ] && cmp -s found wanted; echo $?)"
}
finds "an operator, its order and its operands" 'wire [3:0] x = ((a & ~1'"'"'b1) - b);
wire [3:0] x = ((a | 1'"'"'b1) - b);
wire [3:0] x = (a + b);
wire [3:0] x = (a - (b & ~1'"'"'b1));
wire [3:0] x = (a - (b | 1'"'"'b1));
wire [3:0] x = (b - a);
' 'wire [3:0] x = (a - b);' 2>/dev/null

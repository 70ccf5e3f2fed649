#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_sprout.sh - wf_sprout on modules of its own: which bugs it finds, and where none; in the common build each is the one of the table; bad input.
# Needs: tb/mutants/wf_sprout tb/mutants/wf_mutate
set -u
top=$PWD made=${BUILD:-build}
case $made in /*) ;; *) made=$PWD/$made ;; esac
sprout=$made/tb/mutants/wf_sprout mutate=$made/tb/mutants/wf_mutate dir=$(mktemp -d) status=0
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
check() { if [ "$2" = 0 ]; then echo "PASS sprout: $1"; else echo "FAIL sprout: $1"; head -n 40 out err; status=1; fi; }

# ITEM...: a module of these, a line each
module() { printf '%s\n' 'module m (input wire clk, rst, input wire [3:0] a, b, output reg [3:0] q, output wire [3:0] y);' "$@" endmodule >m.v; }
sprouted() { "$sprout" unit "${1-1}" "${2-1000}" planted none m.v >unit.list 2>err; }
planted() { for name in $("$mutate" list unit.list | cut -f 1); do "$mutate" plant "$name" unit.list | diff m.v - | sed -n 's/^> *//p'; done; }
# ITEM LINE...: the lines that it becomes, and no others
becomes() {
    module "$1"
    printf '%s\n' "$1" >out
    shift
    printf '%s\n' "$@" | LC_ALL=C sort >wanted
    sprouted && planted | LC_ALL=C sort >found
    check "bugs of $(cat out)" "$(diff wanted found >err; echo $?)"
}
becomes 'assign y = 4'"'"'d2 - {a};' "assign y = (4'd2 + {a});" "assign y = ({a} - 4'd2);" "assign y = (4'd2 + 1'b1) - {a};" "assign y = (4'd2 - 1'b1) - {a};" \
    "assign y = 4'd2 - {(a & ~1'b1)};" "assign y = 4'd2 - {(a | 1'b1)};"
becomes 'always @(posedge clk) if (N == M) q <= P;' "always @(posedge clk) if (1'b1) q <= P;" 'always @(posedge clk) if (!(N == M)) q <= P;' \
    'always @(posedge clk) if ((N != M)) q <= P;' 'always @(posedge clk) if (N == M) ;'
becomes 'always @* q = !N || P ? A : B;' 'always @* q = N || P ? A : B;' 'always @* q = ((!N) && P) ? A : B;' 'always @* q = (!N) ? A : B;' 'always @* q = P ? A : B;' \
    'always @* q = ((!N || P) ? B : A);' "always @* q = 1'b1 ? A : B;" "always @* q = 1'b0 ? A : B;"
becomes 'always @* q = a[N:2];' 'always @* q = a[N - 1:2 - 1];' "always @* q = (a[N:2] & ~1'b1);" "always @* q = (a[N:2] | 1'b1);"
becomes 'sub u_sub (.in(N & M), .out(y), .both({y, q}));' 'sub u_sub (.in((N | M)), .out(y), .both({y, q}));' 'sub u_sub (.in(N), .out(y), .both({y, q}));'

# ITEM: not one
for item in 'parameter integer WIDTH = 3 + 1;' 'localparam integer SOME = 1 << 2;' 'wire [3-1:0] x;' "generate if (3 < 2) wf_no u_error (); endgenerate" 'initial q = a + b;' \
    'sub u_sub (.in(y[`RANGE + 1]));'     'task t; q = a + b; endtask' 'wire unused = &{1'"'"'b0, a};' 'always @* $display("a + b", a + b);' '// assign y = a + b;' '/* assign y = a + b; */'; do
    module "$item"
    sprouted
    check "none in $item" "$([ $? = 2 ] && grep -qx 'wf_sprout: unit: expected a place for a bug in its files' err; echo $?)"
done
module '`ifdef ASSERT' 'assign y = a + b;' '`else' 'assign y = a - b;' '`endif'
sprouted
check "none between ifdef and endif" "$([ $? = 2 ] && grep -q 'expected a place' err; echo $?)"

# all in one build: each, chosen by its number, behaves as the module with that one planted
module 'reg [3:0] m_q [0:3]; integer i; function [3:0] twice(input [3:0] v); twice = {v[2:0], 1'"'"'b0} | (v & 4'"'"'d1); endfunction' \
    'wire [3:0] sum = a + b - {2'"'"'b01, a[3:2]}; wire less = a < b && !(b == 4'"'"'d3); assign y = less ? twice(sum) : ~m_q[a[1:0]] ^ (b >> 1);' \
    'always @(posedge clk) begin if (less || a[0]) begin q <= q + 4'"'"'d1; m_q[b[1:0]] <= sum; end else for (i = 0; i < 4; i = i + 1) m_q[i] <= {3'"'"'d0, ^a};' \
    '    case (b) 4'"'"'d1: q <= a; default: if (b > 4'"'"'d9) q <= 4'"'"'d0; endcase if (rst) q <= 4'"'"'d0; end'
cat >bench.v <<'END'
module bench;
    reg clk = 0, rst = 1; reg [3:0] a = 0, b = 0; wire [3:0] q, y; reg [7:0] s = 1; integer n;
    m u_m (.clk(clk), .rst(rst), .a(a), .b(b), .q(q), .y(y));
    initial for (n = 0; n < 300; n = n + 1) begin
        s = {s[6:0], s[7] ^ s[5] ^ s[4] ^ s[3]}; a = s[3:0]; b = s[6:3]; rst = n < 2;
        #1 clk = 1; #1 clk = 0; $display("%b %b", q, y);
    end
endmodule
END
sprouted 1 40
count=$("$mutate" list unit.list | wc -l) same=0 changed=0
iverilog -g2005 -o all bench.v planted/m.v >out 2>err && iverilog -g2005 -o plain bench.v m.v >>out 2>>err && vvp -n plain >wanted && vvp -n all >out
check "no bug without a number" "$(cmp -s wanted out; echo $?)"
for name in $("$mutate" list unit.list | cut -f 1); do
    "$mutate" plant "$name" unit.list >one.v && iverilog -g2005 -o one bench.v one.v 2>>err && vvp -n one >alone
    vvp -n all "+mutant=$((1592590336 + ${name##*-}))" >out
    cmp -s alone out && same=$((same + 1)) || echo "$name" >>err
    cmp -s wanted out || changed=$((changed + 1))
done
check "$count bugs, the same in the common build" "$([ "$count" = 40 ] && [ $same = "$count" ] && [ $changed -gt $((count * 3 / 4)) ]; echo $?)"

sprouted 7 20 && cp unit.list first && sprouted 7 20
check "a seed gives the same ones" "$([ "$("$mutate" list unit.list | wc -l)" = 20 ] && cmp -s first unit.list; echo $?)"
sprouted 8 20
check "another seed others" "$(! cmp -s first unit.list; echo $?)"

# MESSAGE ARGUMENT...
says() {
    message=$1
    shift
    "$sprout" "$@" >out 2>err
    check "$message" "$([ $? = 2 ] && grep -qxF -e "$message" err; echo $?)"
}
says 'usage: wf_sprout UNIT SEED COUNT FOLDER CATCHERS FILE...' unit 1 10 planted none
says 'wf_sprout: SEED=x: expected a number from 0 to 4294967295' unit x 10 planted none m.v
says 'wf_sprout: COUNT=0: expected a number from 1 to 60000' unit 1 0 planted none m.v
says 'wf_sprout: none.v: expected a file that can be read' unit 1 10 planted none none.v
says 'wf_sprout: m.v/m.v: expected a file that can be written' unit 1 10 m.v none m.v
module 'wire signed [3:0] x = a;'
says 'm.v:2: error: expected no signed name: a bug in place of it would make its expression unsigned' unit 1 10 planted none m.v
module 'assign y = a + ;'
says 'm.v:2: error: expected an operand' unit 1 10 planted none m.v
module 'assign y = a'
says 'm.v:3: error: expected ;' unit 1 10 planted none m.v
echo '// nothing' >m.v
says 'm.v:2: error: expected a module' unit 1 10 planted none m.v
cd "$top" || exit 1
for set in 'UNIT=none' 'UNIT=fp AUTO=0' 'UNIT=fp SEED=x'; do
    env $set BUILD="$made" sim/sprout.sh >"$dir/out" 2>"$dir/err"
    check "$set is refused" "$([ $? = 2 ] && grep -q expected "$dir/err"; echo $?)"
done
exit $status

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_shaders.sh - shaders on the command line: run, with bindings and constants; check; asm; faults by their lines; what is wrong and said so.
# What a shader must leave is computed here by hand, from its source.
# Needs: sim/libwavefold_sim_l32.so
set -u
. tb/cli/lib.sh
scale=tb/cli/scale.spv widths=tb/cli/widths.spv lines=tb/cli/lines.spv

# ---- buffers ---------------------------------------------------------------------------------------------------------------
# value * FACTOR + add + 2 * twice for count values, then the bits of BIAS
source=0.1=text:3,0,10,20,0x1e,40 result=1.2=zero:20:$dir/result push=text:100,7
leaves "a module" "134 154 174 0x3f000000 0" $scale --groups 1 --bind $source --bind "$result" --push $push
cp $scale "$dir/CAPITAL.SPV"
leaves "a module whose name ends in capitals" "134 154 174 0x3f000000 0" "$dir/CAPITAL.SPV" --groups 1 --bind $source --bind "$result" --push $push
for from in file pipe; do
    words 134 154 174 0x3f000000 0 >"$dir/want"
    rm -f "$dir/result"
    if [ $from = file ]; then "$wavefold" run - --groups 1 --bind $source --bind "$result" --push $push <$scale
    else cat $scale | "$wavefold" run - --groups 1 --bind $source --bind "$result" --push $push; fi >"$dir/out" 2>&1
    same "a module on standard input, a $from" "$dir/result" "$dir/want"
done
{ "$wavefold" check - && "$wavefold" asm - <$scale; } <$scale >"$dir/out" 2>&1 && grep -q "^binding 1.2" "$dir/out" && pass "check and asm of it" || fail "check and asm of it" "$dir/out"
"$wavefold" run - --groups 1 --bind 0.1=- <$scale >"$dir/out" 2>"$dir/err"
check "... and no buffer from there too" grep -q "standard input is the shader, and no buffer too" "$dir/err"
"$wavefold" run - <$scale >"$dir/out" 2>"$dir/err"
check "... it needs --groups" grep -q "groups X,Y,Z is missing" "$dir/err"
"$wavefold" sizes - <$scale >"$dir/out" 2>"$dir/err"
check "... sizes refers to check" grep -q "wavefold check lists the wave sizes" "$dir/err"
"$wavefold" run - <tb/kernels/query.wfk >"$dir/out" 2>&1
check "a kernel file on standard input" grep -q "^PASS" "$dir/out"
words 3 0 10 20 30 40 >"$dir/in.bin"
words 100 7 >"$dir/push.bin"
leaves "... its bytes from files" "134 154 174 0x3f000000 0" $scale --groups 1,1 --bind "0.1=$dir/in.bin" --bind "$result" --push "$dir/push.bin"
mkfifo "$dir/fifo"
cat "$dir/in.bin" >"$dir/fifo" &
leaves "... from a pipe" "134 154 174 0x3f000000 0" $scale --groups 1,1,1 --bind "0.1=$dir/fifo" --bind "$result" --push $push
words 3 0 10 20 30 40 >"$dir/stdin"
leaves "... from standard input" "134 154 174 0x3f000000 0" $scale --groups 1 --bind 0.1=- --bind "$result" --push $push <"$dir/stdin"
leaves "what the buffer held stays" "134 154 174 0x3f000000 55" $scale --groups 1 --bind $source --bind "1.2=text:1,2,3,4,55:$dir/result" --push $push
cat >"$dir/want" <<'END'
result = {
    0x00000086, 0x0000009a, 0x000000ae, 0x3f000000, 0x00000000    // 0
}
END
"$wavefold" run $scale --hex --groups 1 --bind $source --bind 1.2=zero:20:- --push $push >"$dir/out" 2>"$dir/err"
sed '$d' "$dir/out" >"$dir/printed"
same "the words of a buffer on standard output, before the verdict" "$dir/printed" "$dir/want"
expect "words of every kind" 0 "0x00000001, 0xfffffffe, 0x40600000, 0x7f800000, 0xff800000, 0x80000000, 0x00000001, 0xffffffff" \
    "note: --bind 1.2=.*: 3.5 is the bits of a float, but result\[2\] is an unsigned integer of 32 bits; " \
    run $scale --hex --groups 0 --bind 0.1=text:0,0 --bind 1.2=text:1,-2,3.5,inf,-inf,-0.0,1e-45,4294967295:- --push zero:8
for size in 4 8 16 32; do
    leaves "wave size $size" "134 154 174 0x3f000000 0" $scale --groups 1 --bind $source --bind "$result" --push $push --wave-size $size
done
leaves "wave size 64, on the wider device" "134 154 174 0x3f000000 0" $scale --groups 2 --bind $source --bind "$result" --push $push --wave-size 64
leaves "extra waves" "134 154 174 0x3f000000 0" $scale --groups 1 --bind $source --bind "$result" --push $push --extra 2,idle
check "... run" grep -q " waves=3 " "$dir/out"
expect "groups of whole waves" 0 " waves=6 " - run $widths --entry long --groups 2 --num-waves 3 --bind 0.0=zero:16 --races off
od -An -v -tx1 -w4 $scale | awk '{ printf "%s %s %s %s\n", $4, $3, $2, $1 }' | while read -r a b c d; do
    printf "\\$(printf %o 0x$a)\\$(printf %o 0x$b)\\$(printf %o 0x$c)\\$(printf %o 0x$d)"
done >"$dir/swapped.spv"
leaves "the module in the other byte order" "134 154 174 0x3f000000 0" "$dir/swapped.spv" --groups 1 --bind $source --bind "$result" --push $push

# ---- what a shader prints -------------------------------------------------------------------------------------------------
prints="tb/cli/prints.spv --groups 1 --bind 0.0=zero:16"
told="^tb/cli/prints.spv: warning: 2 printf calls are not printed"
expect "calls that print are told of" 0 "^PASS" "$told$" run $prints
expect "... once for all wave sizes" 0 "^PASS" "$told$" run $prints --wave-size all
check "... once" test "$(grep -c 'not printed' "$dir/err")" = 1
expect "... by check" 0 "^entry point" "$told by a run$" check tb/cli/prints.spv
expect "... beside JSON" 0 '^{$' "$told by a run$" check tb/cli/prints.spv --json
check "... which says nothing of it" sh -c "! grep -q printed '$dir/out'"
cp tb/cli/prints.spv "$dir"
printf '%s\n' 'buffer A[4]' --- 'shader "prints.spv"' 'bind 0.0 = A' --- 'shader "prints.spv"' 'bind 0.0 = A' 'expect A = each i + 1' >"$dir/prints.wfk"
expect "... of a kernel file" 0 "^PASS" "^$dir/prints.wfk: warning: prints.spv: 2 printf calls are not printed$" run "$dir/prints.wfk"
check "... once for both dispatches" test "$(grep -c 'not printed' "$dir/err")" = 1
expect "a shader that prints nothing" 0 "^PASS" - run tb/cli/scale.spv --groups 1 --bind 0.1=zero:24 --bind 1.2=zero:24 --push zero:8 --races off

# ---- division within Vulkan's bound -----------------------------------------------------------------------------------------
near="tb/shaders/math_near.spv --groups 1 --bind 0.0=zero:256 --bind 0.1=zero:256 --bind 0.2=zero:1024 --bind 0.3=zero:2048 --bind 0.4=zero:1280"
instructions() { "$wavefold" run $near "$@" 2>/dev/null | sed -n 's/.* instructions=\([0-9]*\).*/\1/p'; }
check "division within Vulkan's bound is less code" test "$(instructions --precise-division off)" -lt "$(instructions --precise-division on)"
check "... correctly rounded without the option" test "$(instructions)" = "$(instructions --precise-division on)"

# ---- specialization constants ----------------------------------------------------------------------------------------------
run_scale() { name=$1 want=$2; shift 2; leaves "$name" "$want" $scale --groups 1 --bind $source --bind "$result" --push $push "$@"; }
run_scale "--spec of an integer" "144 174 204 0x3f000000 0" --spec 3=3
run_scale "... in hexadecimal" "144 174 204 0x3f000000 0" --spec 3=0x3
run_scale "... negative" "104 94 84 0x3f000000 0" --spec 3=-1
run_scale "... of a bool" "-134 -154 -174 0x3f000000 0" --spec 4=true
run_scale "... as a number" "-134 -154 -174 0x3f000000 0" --spec 4=1
run_scale "... of a float" "134 154 174 0xc0490fdb 0" --spec 5=-3.14159265
run_scale "... that looks like an integer" "134 154 174 0x40400000 0" --spec 5=3
run_scale "... as its bits" "134 154 174 0x7fc00001 0" --spec 5=0x7fc00001
run_scale "... of several" "144 174 204 0x3f800000 0" --spec 3=3 --spec 5=1.0 --spec 4=false
wide() { name=$1 entry=$2 want=$3; shift 3; expect "$name" 0 "$want" - run $widths --entry "$entry" --hex --groups 1 --bind 0.0=zero:16:- --races off "$@"; }
expect "--spec of a constant that the module does not have" 0 "0x00000090, 0x000000ae, 0x000000cc, 0x3f000000" \
    "^$scale: note: --spec 9=5: the module has no such specialization constant; the value is ignored$" \
    run $scale --hex --groups 1 --bind 0.1=text:3,0,10,20,30 --bind 1.2=zero:20:- --push text:100,7 --spec 9=5 --spec 3=3
cp tb/shaders/asm_narrow.spv "$dir"
sed "s/^shader.*/&\nspec 9 = 5/" tb/shaders/asm_narrow.wfk >"$dir/specs.wfk"
expect "... in a kernel file" 0 "^PASS" "specs.wfk:3:6: note: the module has no specialization constant 9; the value is ignored$" run "$dir/specs.wfk"
wide "64-bit constants as the module has them" long "0x2a05f200, 0x00000001, 0x00000000, 0x3ff00000"
wide "... given" long "0xfffffffe, 0xffffffff, 0x9999999a, 0x3fb99999" --spec 1=-2 --spec 3=0.1
wide "... as large as can be" long "0xffffffff, 0xffffffff, 0xcccccccd, 0x4000cccc" --spec 1=18446744073709551615 --spec 3=0x4000cccccccccccd
wide "16-bit constants as the module has them" short "0x00003c00, 0x00000007,"
wide "... given: the nearest half" short "0x00007bff, 0x0000ffff," --spec 2=65519.9 --spec 4=-1
wide "... a tie goes to the even one" short "0x00003c02, 0x0000ffff," --spec 2=1.00146484375 --spec 4=65535
wide "... also below" short "0x00003c00," --spec 2=1.00048828125
wide "... too large" short "0x00007c00," --spec 2=65520
wide "... below the least normal one" short "0x00000001," --spec 2=0.00000003
wide "... at half of the least one" short "0x00000000," --spec 2=0.0000000298023223876953125

# ---- what is wrong: said in one line, status 1, 2 of the command line; nothing is written ------------------------------------
echo old >"$dir/kept"
bad() {     # NAME STATUS MESSAGE ARGUMENTS...
    name=$1 want=$2 message=$3
    shift 3
    expect "$name" "$want" - "$message" run "$@"
    [ "$(cat "$dir/kept")" = old ] || fail "... leaves outputs as they were"
}
B="--bind 0.1=zero:64 --bind 1.2=zero:64:$dir/kept --push zero:8"
# shellcheck disable=SC2086  # options
{
bad "no shader" 4 "^$dir/none.spv: error: cannot open: No such file" "$dir/none.spv" --groups 1
: >"$dir/empty.spv"
bad "an empty module" 1 "^$dir/empty.spv: error: not a SPIR-V module; expected the magic number" "$dir/empty.spv" --groups 1
head -c 102 $scale >"$dir/cut.spv"
bad "bytes that are no words" 1 "^$dir/cut.spv: error: has 102 bytes; expected a SPIR-V module, 4 bytes for each word$" "$dir/cut.spv" --groups 1
head -c 100 $scale >"$dir/cut.spv"
bad "half a module" 1 "^$dir/cut.spv: error: the instruction at word .* expected 1 to" "$dir/cut.spv" --groups 1
echo "this is no module" >"$dir/text.spv"
truncate -s 20 "$dir/text.spv"
bad "a text" 1 "^$dir/text.spv: error: not a SPIR-V module" "$dir/text.spv" --groups 1
# the type of its first sum or product becomes its last type of pointers
set -- $(od -An -v -tu4 -w4 $scale | awk 'NR <= 5 { next } left == 0 { op = $1 % 65536; left = int($1 / 65536); at = NR } { left-- }
    op == 32 && NR == at + 1 { pointer = $1 } op >= 128 && op <= 133 && NR == at + 1 { print 4 * (NR - 1), pointer; exit }')
cp $scale "$dir/pointer.spv"
# shellcheck disable=SC2059  # the word, its low byte first
printf "$(printf '\\%03o\\%03o\\000\\000' $(($2 % 256)) $(($2 / 256)))" | dd of="$dir/pointer.spv" bs=1 seek="$1" conv=notrunc 2>"$dir/err"
bad "a sum that is a pointer" 1 "^$dir/pointer.spv: error: Op[A-Za-z]* at word [0-9]*.*: its result is a pointer$" "$dir/pointer.spv" --groups 1 $B
bad "a binding without a buffer" 1 "^$scale: error: binding 0.1 (source) has no buffer; expected at least 8 bytes, then elements of 4$" \
    $scale --groups 1 --bind "1.2=zero:64:$dir/kept" --push zero:8
bad "push constants without a buffer" 1 "^$scale: error: push constants (shift) are not given (--push); expected at least 8 bytes$" $scale --groups 1 \
    --bind 0.1=zero:64 --bind "1.2=zero:64:$dir/kept"
bad "a buffer that is too small" 1 "^$scale: error: binding 0.1 (source) has a buffer of 4 bytes; expected at least 8$" $scale --groups 1 \
    --bind 0.1=zero:4 --bind "1.2=zero:64:$dir/kept" --push zero:8
bad "push constants that are too small" 1 "push constants (shift) have 4 bytes; expected at least 8$" $scale --groups 1 \
    --bind 0.1=zero:64 --bind "1.2=zero:64:$dir/kept" --push zero:4
bad "a binding that is not there" 1 "^$scale: error: the module has no binding 0.3; expected one of 0.1, 1.2$" \
    $scale --groups 1 $B --bind 0.3=zero:4
bad "a set that is not there" 1 "the module has no binding 2.1; expected" $scale --groups 1 $B --bind 2.1=zero:4
bad "push constants that are not there" 1 "^$lines: error: the module has no push constants; expected none$" $lines --groups 1 \
    --bind 0.0=zero:4 --bind "0.7=zero:64:$dir/kept" --push zero:4
printf abc >"$dir/three"
: >"$dir/nothing"
bad "a file of 3 bytes" 1 "^$dir/three: error: has 3 bytes; expected words of 4 bytes, 4 bytes or more$" $scale --groups 1 --bind "0.1=$dir/three"
bad "an empty file" 1 "^$dir/nothing: error: is empty, 0 bytes; expected words" $scale --groups 1 --bind "0.1=$dir/nothing"
bad "no file" 4 "^$dir/none: error: cannot open: No such file" $scale --groups 1 --bind "0.1=$dir/none"
bad "a folder" 4 "^$dir: error: cannot read: Is a directory" $scale --groups 1 --bind "0.1=$dir"
bad "no such entry point" 1 "^$scale: error: the module has no compute, task or mesh entry point other; it has main$" $scale --groups 1 $B --entry other
bad "one of several entry points" 1 "^$widths: error: the module has several entry points, one must be named: long, short, pixel (fragment shader, which --draw WxH or .quads W, H. draws with)$" \
    $widths --groups 1 \
    --bind "0.0=zero:16:$dir/kept"
bad "a constant that is no number" 1 "^$scale: error: --spec 3=abc: not a value of FACTOR; expected an integer of 32 bits$" \
    $scale --groups 1 $B --spec 3=abc
bad "... that is no integer" 1 "not a value of FACTOR; expected an integer of 32 bits$" $scale --groups 1 $B --spec 3=1.5
bad "... that is too large" 1 "not a value of FACTOR; expected an integer of 32 bits$" $scale --groups 1 $B --spec 3=4294967296
bad "... too small" 1 "not a value of FACTOR; expected an integer of 32 bits$" $scale --groups 1 $B --spec 3=-2147483649
bad "... that is no bool" 1 "not a value of NEGATE; expected true, false, 1 or 0$" $scale --groups 1 $B --spec 4=2
bad "... that is no float" 1 "not a value of BIAS; expected a number for a float of 32 bits, or its bits in hexadecimal$" \
    $scale --groups 1 $B --spec 5=1.5f
bad "... too wide for 16 bits" 1 "expected an integer of 16 bits$" $widths --entry short --groups 1 --spec 4=65536
bad "more waves than there are" 1 "^$scale: error: the group needs more waves than the device has slots; expected at most 64 waves$" \
    $scale --groups 1 $B --extra 64
bad "whole waves, and thread ids" 1 "^$scale: error: SV_DispatchThreadID (GlobalInvocationId) is used: SV_DispatchThreadID, .* cannot be used with numWaves; use SV_GroupID," $scale --groups 1 $B --num-waves 2
for value in 0.1 0.1= =zero:4 .1=zero:4 0.=zero:4 0=zero:4 0.1=zero:4: 4294967296.1=zero:4 0.1.1=zero:4; do
    bad "--bind $value" 2 "bind needs SET.BINDING=IN or SET.BINDING=IN:OUT, such as .*, not: $value$" $scale --groups 1 --bind $value
done
for value in zero:0 zero:13 zero: zero:-4 zero:268435460 zero:4x; do
    bad "--bind 0.5=$value" 2 "bind: zero: needs a number of bytes, a multiple of 4 from 4 to 268435456, not: $value$" \
        $scale --groups 1 $B --bind 0.5=$value
done
for value in text: text:1, text:,1 text:1,,2 text:x text:4294967296 text:-2147483649 text:0x100000000 text:1e text:0x \
             text:1.5f text:infinity text:- text:.; do
    bad "--bind 0.5=$value" 2 "text: needs words of 32 bits such as 1,-2,3.5,0x10, or addresses such as @0.1, not: $value$" $scale --groups 1 $B --bind 0.5=$value
done
for value in 1,2,3,4 , 1, x 1,x -1 4294967296; do
    bad "--groups $value" 2 "groups needs the groups of the grid as X, X,Y or X,Y,Z, not: $value$" $scale --groups $value $B
done
for value in 1 =1 1= 4294967296=1 -1=1; do
    bad "--spec $value" 2 "spec needs ID=VALUE or NAME=VALUE, .*, not: $value$" $scale --groups 1 $B --spec $value
done
bad "no groups" 2 "groups X,Y,Z is missing" $scale $B
bad "groups twice" 2 "groups is given twice" $scale --groups 1 --groups 2 $B
bad "a binding twice" 2 "two buffers for one binding: 0.1=zero:8$" $scale --groups 1 $B --bind 0.1=zero:8
bad "a constant twice" 2 "two values for one specialization constant: 3=2$" $scale --groups 1 $B --spec 3=1 --spec 3=2
bad "two entry points" 2 "entry is given twice: b$" $scale --groups 1 $B --entry a --entry b
bad "--num-waves 0" 2 "num-waves needs a number from 1 to" $scale --groups 1 $B --num-waves 0
bad "--precise-division with a number" 2 "precise-division is on or off, not: 3" $scale --groups 1 $B --precise-division 3
bad "--extra x" 2 "extra needs a number of waves" $scale --groups 1 $B --extra x
bad "--dump of a shader" 2 "dump is for kernel files; a shader's buffers are written by --bind" $scale --groups 1 $B --dump result
expect "a shader that is not there" 4 - "^$dir/nope.comp: error: cannot open: No such file or directory$" run "$dir/nope.comp"
bad "an option of shaders beside a kernel file" 2 "this option is for shaders .* .slang, .cl): --bind$" "$good" --bind 0.0=zero:4
bad "two outputs into one file" 2 "two outputs into one file, --trace and --bind: $dir/kept" $scale --groups 1 $B --trace "$dir/kept"
bad "the output is the input" 2 "the output is a file that is read: $dir/in.bin" \
    $scale --groups 1 --bind "0.1=$dir/in.bin:$dir/in.bin" --bind 1.2=zero:64 --push zero:8
cp $scale "$dir/own.spv"
bad "the output is the shader" 2 "the output is the shader itself: $dir/own.spv" "$dir/own.spv" --groups 1 --bind "0.1=zero:64:$dir/own.spv"
bad "too many bindings" 2 "too many bindings" $scale --groups 1 $(for n in $(seq 257); do echo "--bind 9.$n=zero:4"; done)
}
check "... what was not to be touched" test "$(cat "$dir/kept")" = old
cmp -s "$dir/own.spv" $scale && pass "... nor the shader" || fail "... nor the shader"
words 3 0 10 20 30 40 | cmp -s - "$dir/in.bin" && pass "... nor the input" || fail "... nor the input"

# ---- faults, races, hangs: by the lines and names of the shader --------------------------------------------------------------
number=$(line scale.comp 'source.values\[i\] \* FACTOR')
faulty() {      # ON...: the report of a fault in $dir/err
    expect "a fault $*" 1 "^FAIL scale.spv" "^scale.comp:$number: error: [a-z]*: fault: address outside the buffer: load r[0-9]*, source\[" \
        run $scale --groups 2,1,1 --bind 0.1=text:20,0,1 --bind 1.2=zero:128 --push zero:8 --bounds error "$@"
    check "... names the thread, the byte and the buffer" grep -q \
        '^  thread (1,0,0) of group (0,0,0), wave 0 lane 1: byte 0xc of source (binding 0.1), which has 12 bytes; 15 lanes faulted in all$' "$dir/err"
    check "... and shows the line" grep -q "^ *$number | *uint value = source.values\[i\] \* FACTOR;\$" "$dir/err"
}
faulty
cat >"$dir/file.wfk" <<END
shader "$root/$scale"
buffer In[3] = { 20, 0, 1 }
buffer Out[32]
buffer P[2]
bind 0.1 = In
bind 1.2 = Out
push = P
dispatch 2
expect Out count(0) = 32
END
expect "a fault of a shader in a kernel file" 1 "^FAIL" "^scale.comp:$number: error: model: fault: " run "$dir/file.wfk"
check "... has both names of the buffer" grep -q "byte 0xc of source (binding 0.1), here In, which has 12 bytes" "$dir/err"
printf 'shader "text.spv"\n' >"$dir/file2.wfk"
expect "a wrong module in a kernel file keeps its status" 3 - "^$dir/file2.wfk:1:8: error: \`text.spv\`: not a SPIR-V module" run "$dir/file2.wfk"
check "... with one message" test "$(wc -l <"$dir/err")" = 1
race=$(line lines.comp 'mine\[i / 2u\]') hang=$(line lines.comp 'while')
expect "a race" 1 "^FAIL" "^lines.comp:$race: error: race: groupshared memory at byte 0 is touched by two lanes" \
    run $lines --groups 1 --bind 0.0=zero:4 --bind 0.7=zero:64 --races error
check "... with both lines" test "$(grep -c "^  lines.comp:$race: lds.store" "$dir/err")" = 2
expect "one value from several lanes, in a buffer" 1 "^FAIL" "^lines.comp:$((hang + 1)): note: byte 0 of Trouble (binding 0.7) gets one value from two lanes" \
    run $lines --groups 1 --bind 0.0=text:1 --bind 0.7=zero:64 --limit 1000
check "a loop without end: where it is" \
    grep -q "^  slot   0  pc [0-9]* lines.comp:$hang  .*: runs: thread (0,0,0) of group (0,0,0), wave 0 lane 0 and 15 more$" "$dir/err"
expect "the trace has lines of the shader" 0 "^ *[0-9]* *- s0  *g0,0,0 w0  *[0-9]* scale.comp:$number mem  *load" - \
    run $scale --groups 1 --bind $source --bind 1.2=zero:20 --push $push --trace -

# an address, or an index of an array of blocks, that leads nowhere
nowhere() { name=$1 pattern=$2 args=$3; shift 3; expect "$name" 0 "^PASS" "^  .* lane 0: $pattern; 4 lanes faulted in all$" run tb/cli/nowhere.spv --groups 1 \
    --bind 0.0=$args --bind '0.1[0]=zero:16' --bind '0.1[2]=zero:8' "$@"; }
nowhere_on() {
    nowhere "a null address$1" "byte 0x0 of no buffer: the address is null, or leads to none" text:0,0,0,0 $2
    nowhere "... of no buffer$1" "byte 0x20 of no buffer: the address is null, or leads to none" text:0,99,8,0 $2
    nowhere "... behind a buffer$1" "byte 0x10 of Args (binding 0.0), which has 16 bytes, right behind its end" text:@0.0,4,0 $2
    nowhere "... further$1" "byte 0x18 of Args (binding 0.0), which has 16 bytes, 8 bytes behind its end" text:@0.0,6,0 $2
    nowhere "... in front of one$1" "byte 0xffffff00 of arr (binding 0.1\[0\]), which has 16 bytes, 256 bytes in front of it" text:0xffffff00,1,0,0 $2
    nowhere "an element without a buffer$1" "byte 0x0 of arr\[1\], to which no buffer is bound" text:0,0,1,1 $2
    nowhere "... beyond the array$1" "byte 0x0 of no buffer: the index is beyond the array of blocks" text:0,0,3,1 $2
}
nowhere_on "" ""

# ---- check -----------------------------------------------------------------------------------------------------------------
expect "check" 0 "^entry point     main$" - check $scale
cp "$dir/out" "$dir/checked"
checked "^local size      8,1,1$"
checked "^binding 0.1     source: 8 bytes, then elements of 4, only read$"
checked "^binding 1.2     result: elements of 4 bytes, written$"
checked "^push constants  shift: 8 bytes, read only$"
checked "^spec 3          FACTOR = 2 (0x2): integer of 32 bits$"
checked "^spec 4          NEGATE = false: bool$"
checked "^spec 5          BIAS = 0.5: float of 32 bits$"
checked "^subgroups       none$"
awk '/^wave size/ { head = 1; next } head { print $1, $2, $3 }' "$dir/checked" | tr '\n' ';' >"$dir/list"
check "... every wave size, with the lanes of its device and the waves of a group" test "$(cat "$dir/list")" = "4 32 2;8 32 1;16 32 1;32 32 1;64 128 1;128 128 1;"
expect "check --lanes 128" 0 "^        4    128      2 " - check $scale --lanes 128
expect "check --lanes 4" 0 "^        4      4      2 " - check $scale --lanes 4
check "... no more" test "$(grep -c "^ *[0-9]*  refused: the device has 4 lanes$" "$dir/out")" = 5
expect "check --spec" 0 "^spec 3          FACTOR = 7 (0x7)" - check $scale --spec 3=7
expect "check of two entry points" 0 "^entry point     short$" - check $widths
check "... and of that of another stage" grep -q "^stage           pixel, shader model 6.10$" "$dir/out"
check "... has the other one too" grep -q "^entry point     long$" "$dir/out"
expect "check --entry" 0 "^local size      4,2,1$" - check $widths --entry short
check "... of that alone" test "$(grep -c '^entry point' "$dir/out")" = 1
expect "check of groupshared memory" 0 "^       32     32      1 .* 64$" - check $lines
expect "check of waves that do not fit" 0 "^        4  refused: the group needs more waves" - check $scale --extra 63 --lanes 32
expect "check of a shader that cannot be at any size" 1 "" "^$scale: error: SV_DispatchThreadID" check $scale --num-waves 1
expect "check of no module" 1 - "^$dir/text.spv: error: not a SPIR-V module" check "$dir/text.spv"
expect "check without a shader" 2 - "a shader is missing" check
expect "check of a kernel file" 0 "^       16     32      1 .* 4$" - check "$good"
expect "check takes no buffers" 2 - "no such option: --bind" check $scale --bind 0.0=zero:4
expect "check of an entry point that is not there" 1 - "no entry point other that runs" check $scale --entry other
expect "sizes of a shader" 2 - "wavefold check lists the wave sizes of a shader" sizes $scale
expect "check tells features of subgroups" 0 "^subgroups       basic, arithmetic$" - check tb/shaders/wave_arith_float.spv

# ---- asm -------------------------------------------------------------------------------------------------------------------
expect "asm names the source of a module of the Slang compiler" 0 "^// doc_lerp.hlsl:[0-9]*  .*WaveGetLaneCount" - asm tb/shaders/doc_lerp-o0.spv
expect "asm of a shader is a listing" 0 "^// $scale: [0-9]* instructions, [0-9]* registers, 0 bytes of scratch memory per lane, 0 bytes of groupshared memory$" - \
    asm $scale
cp "$dir/out" "$dir/listing"
check "... with the source above its code" grep -q "^// scale.comp:$number          *uint value = source.values\[i\] \* FACTOR;\$" "$dir/listing"
check "... and names of buffers" grep -q "load r[0-9]*, source\[r[0-9]*+8\]$" "$dir/listing"
sed -n "/^\/\/ scale.comp:$number /,/^\/\/ /p" "$dir/listing" >"$dir/part"
check "... between that line and the next" grep -q "load .* source\[" "$dir/part"
grep -v '^//' "$dir/listing" | awk '{ print $2 }' >"$dir/words1"
printf 'shader "%s"\nbuffer In[8]\nbuffer Out[8]\nbuffer P[2]\nbind 0.1 = In\nbind 1.2 = Out\npush = P\n' "$root/$scale" >"$dir/asm.wfk"
expect "asm of a kernel file with a shader: words" 0 "" - asm "$dir/asm.wfk"
cp "$dir/out" "$dir/words2"
check "... as many, of the same operations" test "$(cut -c15-16 "$dir/words1" | cksum)" = "$(cut -c15-16 "$dir/words2" | cksum)"
expect "disasm takes the listing" 0 "load " - disasm "$dir/listing"
awk '{ print $2 }' "$dir/out" >"$dir/words3"
same "... word for word" "$dir/words3" "$dir/words1"
expect "asm -o" 0 - - asm $scale -o "$dir/listed"
same "... writes the same" "$dir/listed" "$dir/listing"
expect "asm --dump of no pass tells them" 2 - "dump needs a pass: [a-z]*, .*; not: frob$" asm $scale --dump frob
passes=$(sed -n 's/.*needs a pass: \(.*\); not.*/\1/p' "$dir/err" | tr -d ,)
: >"$dir/before"
for pass in $passes; do
    expect "asm --dump $pass" 0 "load " - asm $scale --dump "$pass"
    cmp -s "$dir/out" "$dir/before" && [ "$pass" = clean ] && fail "... changes nothing"
    cp "$dir/out" "$dir/before"
done
check "there are passes" test "$(echo "$passes" | wc -w)" -ge 4
expect "asm --dump of a kernel file with a shader" 0 "load " - asm "$dir/asm.wfk" --dump lower
expect "asm --dump of a kernel file without" 2 - "dump is for shaders, and the kernel file has none" asm "$good" --dump lower
expect "asm with an option of shaders" 2 - "this option is for shaders .*: --spec$" asm "$good" --spec 1=2
expect "asm --spec" 0 "7$" - asm $scale --spec 3=7
expect "asm of a wrong module" 1 - "^$dir/text.spv: error: not a SPIR-V module" asm "$dir/text.spv" -o "$dir/kept"
check "... writes nothing" test "$(cat "$dir/kept")" = old

# ---- validation ------------------------------------------------------------------------------------------------------------
if "$wavefold" check $scale | grep -q "^validation "; then
    expect "a module that is understood, but not valid: it has an instruction of Kernel" 0 \
        "^validation      not valid: Opcode LessOrGreater requires .*Kernel, by SPIRV-Tools v" - check tb/shaders/asm_ordered.spv
    for module in lang_control hlsl_wave slang_generics hlsl_byte_address-o0; do     # the last with OpSource 11 and NonSemantic information
        expect "$module is valid" 0 "^validation      valid, by SPIRV-Tools v" - check "tb/shaders/$module.spv"
    done
    expect "the other byte order is no reason" 0 "^validation      valid" - check "$dir/swapped.spv"
    head -c 400 $scale >"$dir/short.spv"
    expect "of what is refused only the error is told" 1 - "^$dir/short.spv: error: " check "$dir/short.spv"
else
    echo "SKIP cli: built without SPIRV-Tools"
fi

# ---- the hardware ----------------------------------------------------------------------------------------------------------
on="--on rtl"
has_rtl 32 || on="--on rtl --sim icarus"
# shellcheck disable=SC2086  # options
if has_rtl 32 || has_rtl icarus; then
    nowhere_on " on the hardware" "$on"
    leaves "a shader on the hardware" "134 154 174 0x3f000000 0" \
        $scale --groups 1 --bind $source --bind "$result" --push $push --wave-size 4 --seed 2 $on
    check "... compared with the model" grep -q " compared=[1-9]" "$dir/out"
    expect "... its words on standard output" 0 "0x00000090, 0x000000ae, 0x000000cc, 0x3f000000, 0x00000000" - \
        run $scale --hex --groups 1 --bind $source --bind 1.2=zero:20:- --push $push --spec 3=3 $on
    expect "... another entry point" 0 "0xfffffffe, 0xffffffff, 0x00000000, 0x3ff00000" - \
        run $widths --entry long --spec 1=-2 --hex --groups 1 --bind 0.0=zero:16:- $on
    expect "... a profile shows its source" 0 "^ *[0-9]* [a-z]* .* $number  *uint value = source.values\[i\] \* FACTOR;$" - \
        run $scale --groups 1 --bind $source --bind 1.2=zero:20 --push $push $on --profile
    faulty $on
    expect "a loop without end on the hardware" 1 "^FAIL" "  slot   0  group (0,0,0) wave 0  pc [0-9]* lines.comp:1[0-9]  .*: thread (0,0,0) and 15 more$" \
        run $lines --groups 1 --bind 0.0=text:1 --bind 0.7=zero:64 --limit 1000 $on
    sed -n 's/^reproduce: wavefold //p' "$dir/err" >"$dir/command"
    cp "$dir/err" "$dir/first"
    eval "\"\$wavefold\" $(cat "$dir/command")" >"$dir/out" 2>"$dir/err"
    same "the command that reproduces it does" "$dir/err" "$dir/first"
    check "... with its buffers" grep -q -e "--bind 0.0=text:1 --bind 0.7=zero:64" "$dir/command"
    expect "the trace of the hardware has lines of the shader" 0 " scale.comp:$number mem  *load" - \
        run $scale --groups 1 --bind $source --bind 1.2=zero:20 --push $push --trace - $on
fi
exit $status

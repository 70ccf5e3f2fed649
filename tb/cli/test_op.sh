#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_op.sh - `wavefold op` and `wavefold atomic`: the tables of Shader Model 6.5, random command lines against plain C, the hardware, refusals.
# Needs: tb/cli/wf_op_vectors tb/cli/wf_atomic_vectors sim/libwavefold_sim_l8.so
set -u
. tb/cli/lib.sh
seed=$(cat "$BUILD/test/seed" 2>/dev/null || echo 1)
tab=$(printf '\t')
refused='not supported on float64'      # by the front-end, in arithmetic

# NAME EXPECTED WORDS...: what is printed
prints() {
    name=$1
    printf '%s\n' "$2" >"$dir/want"
    shift 2
    timeout 60 "$wavefold" "$@" >"$dir/got" 2>&1
    same "$name" "$dir/got" "$dir/want"
}

# ---- the tables of the document, lane 0 first ------------------------------------------------------------------------------------------------------
prints "WaveMatch of the document" "- 0x0a 0x04 0x0a - 0x60 0x60 0x80" op WaveMatch --wave-size 8 - 123 0 123 - -1 -1 15
prints "WaveMultiPrefixSum of the document" "0 - 0 6 0 0 1 5" op WaveMultiPrefixSum --wave-size 8 --mask 0x0b,-,0x14,0x09,0x14,0xe0,0xe0,0xe0 6 - 0 3 -2 1 4 5
prints "... with a helper lane for the inactive one" "0 - 0 6 0 0 1 5" op WaveMultiPrefixSum --helper 2 --mask 0x0b,0xff,0x14,0x09,0x14,0xe0,0xe0,0xe0 6 100 0 3 -2 1 4 5
prints "... with a lane that --active leaves out" "0 - 0 6 0 0 1 5" op WaveMultiPrefixSum --active 0xfd --mask 0x0b,0xff,0x14,0x09,0x14,0xe0,0xe0,0xe0 6 100 0 3 -2 1 4 5

# ---- what is printed, by hand ----------------------------------------------------------------------------------------------------------------------
prints "fewer values than lanes" "6 6 6 - - - - -" op WaveActiveSum --wave-size 8 1 2 3
prints "the smallest wave that holds the values" "0 1 2 3 4 - - -" op WavePrefixSum 1 1 1 1 1
prints "floats with the fewest digits" "1.5 0.1 -0.0 1e20 inf 1e-45 16777216.0 0.3333333" op WaveReadLaneAt --index 0,1,2,3,4,5,6,7 1.5 0.1 -0.0 1e20 inf 1e-45 16777216 0.33333331
prints "halves" "65500.0 0.1 6e-8 nan" op WaveReadLaneAt --type f16 --index 0,1,2,3 65504 0.1 0x0001 nan
prints "doubles" "0.1 1e300 -2.5 0.0" op WaveReadLaneAt --type f64 --index 0,1,2,9 0.1 1e300 -2.5 7
prints "NaNs of other bits" "-nan 0x7f800001 nan -" op WaveReadLaneAt --type f32 --index 0,1,2 -nan 0x7f800001 nan
prints "integers of 64 bits" "18446744073709551615 0 1 -" op WavePrefixInclusiveSum --type u64 -1 1 1
prints "... with a sign" "-9223372036854775808 -1 - -" op WavePrefixInclusiveMax --type i64 0x8000000000000000 -1
prints "vectors" "4.0:6.5 4.0:6.5 - -" op WaveActiveSum 1:2.5 3:4
prints "bits" "0x3f800000 0xbfc00000 - -" op WaveReadLaneAt --hex --index 0,1 1.0 -1.5
prints "bools" "1 0 1 -" op WaveReadLaneAt --type bool --index 0,1,2 true false 7
prints "NaNs match by their bits, zeros of two signs do not" "0x3 0x3 0x4 0x8" op WaveMatch --type f32 nan nan 0.0 -0.0
prints "... but are equal" "1 1 - -" op WaveActiveAllEqual 0.0 -0.0
prints "no NaN is equal" "0 0 - -" op WaveActiveAllEqual --type f32 nan nan
prints "no lane is active" "- - - -" op WaveActiveSum --active 0 1 2 3 4
prints "all are helpers" "- - - -" op WaveActiveSum --helper 15 1 2 3 4
prints "a quad reads its helpers" "2 1 4 3" op QuadReadAcrossX --helper 2 1 2 3 4
# shellcheck disable=SC2046  # words
prints "a mask of 128 lanes" "0x$(printf '%031d' 0)1$(printf ' -%.0s' $(seq 127))" op WaveActiveBallot --wave-size 128 --active 1 $(seq 1 128)
prints "names in any letter case, and those of GLSL" "1 3 6 -" op SUBGROUPinclusiveADD 1 2 3
prints "... with the name of their extension" "0 1 - -" op subgroupPartitionedExclusiveAddNV --mask 3 1 2
prints "Inclusive before Prefix" "1 3 6 -" op WaveInclusivePrefixSum 1 2 3
prints "without values" "- - 1 0 - - - -" op WaveIsFirstLane --wave-size 8 --active 0x0c
prints "a lane above the wave reads 0" "0 0 0 0" op WaveReadLaneAt --index 4 1 2 3 4
prints "identities" "2147483647 1 - -" op WavePrefixMin --type i32 1 2
prints "a compare-exchange" "returned 5 7 7 7
changed 0x0: 5 -> 7
busy 1 cycle" atomic cas --addr 0 --cmp 5 7 7 7 7 --init 5,6
prints "lanes of one word" "returned 0 1 2 0 1 0 1 2
changed 0x0: 0 -> 3, 0x4: 0 -> 2, 0x8: 0 -> 3
busy 1 cycle" atomic add --addr 0,0,0,4,4,8,8,8 1 1 1 1 1 1 1 1
prints "words of one bank" "returned 0.0 0.0 - -
changed 0x0: 0.0 -> 1.5, 0x80: 0.0 -> -2.0
busy 2 cycles" atomic InterlockedAdd --addr 0,128 1.5 -2.0
prints "an atomic on 64 bits, which carries" "returned 18446744073709551600 4294967279 0 0
changed 0x0: 18446744073709551600 -> 4294967281, 0x8: 0 -> 3, 0x100: 0 -> 4
busy 2 cycles" atomic add --type u64 --addr 0,0,8,256 0xffffffff 2 3 4 --init -16
prints "... of both halves of the lanes" "returned -5 7 7 7
changed 0x0: -5 -> 7
busy 3 cycles" atomic cas --type i64 --lanes 4 --addr 0 --cmp -5 7 -7 7 7 --init -5,6
prints "an atomic of no lane" "returned - - - -
changed nothing
busy 0 cycles" atomic max --addr 0 --active 0 1 2

# ---- random command lines against plain C ----------------------------------------------------------------------------------------------------------
# VERB NAME FILE OPTION...: each line of the file
compare() {
    verb=$1 name=$2 file=$3
    shift 3
    bad=0 count=0
    while IFS=$tab read -r words want; do
        # shellcheck disable=SC2086  # words
        "$wavefold" "$verb" $words "$@" >"$dir/out" 2>"$dir/err" || { grep -q "$refused" "$dir/err" && continue; }
        count=$((count + 1))
        [ "$verb" = op ] && got=$(cat "$dir/out" "$dir/err") || got=$(cat "$dir/out" "$dir/err" | tr '\n' '|')
        [ "$got" = "$want" ] || { bad=$((bad + 1)); printf 'wavefold %s %s\ngot  %s\nwant %s\n' "$verb" "$words $*" "$got" "$want" >"$dir/bad"; }
    done <"$file"
    if [ $bad = 0 ] && [ $count -gt 20 ]; then pass "$name seed=$seed checks=$count"; else fail "$name seed=$seed: $bad of $count differ" "$dir/bad"; fi
}
"$BUILD/tb/cli/wf_op_vectors" "$seed" 300 >"$dir/op"
"$BUILD/tb/cli/wf_atomic_vectors" "$seed" 120 >"$dir/atomic"
compare op "operations against plain C" "$dir/op"
compare atomic "atomics against plain C" "$dir/atomic"
if has_rtl 8; then
    grep -e '--wave-size [48] ' "$dir/op" | head -n 60 >"$dir/op8"
    "$BUILD/tb/cli/wf_atomic_vectors" "$seed" 240 8 | grep -e '--wave-size [48] ' >"$dir/atomic8"
    compare op "operations on the hardware" "$dir/op8" --on rtl --lanes 8
    compare atomic "atomics on the hardware, with measured cycles" "$dir/atomic8" --on rtl --lanes 8
fi

# ---- the list: each of its names is one --------------------------------------------------------------------------------------------------------------
"$wavefold" op --list >"$dir/list"
bad=0 count=0
while read -r name takes _; do
    case $name in Wave* | Quad* | subgroup*) ;; *) continue ;; esac
    options= values='1 1'
    case "$takes $_" in *--index*) options="--index 0" ;; *--mask*) options="--mask 3" ;; esac
    case $name in *Get* | WaveIsFirstLane) values= ;; esac
    count=$((count + 1))
    # shellcheck disable=SC2086  # words
    "$wavefold" op "$name" $options $values >"$dir/out" 2>&1 || { bad=$((bad + 1)); cp "$dir/out" "$dir/bad"; }
done <"$dir/list"
if [ $bad = 0 ] && [ $count = 70 ]; then pass "the names of the list: $count"; else fail "the names of the list: $count, $bad fail" "$dir/bad"; fi

# ---- refusals ----------------------------------------------------------------------------------------------------------------------------------------
expect "more values than lanes" 2 - "5 values for a wave of 4 lanes; expected at most 4, the first too many is: 50" op WaveActiveSum --wave-size 4 10 20 30 40 50
expect "a name that is near" 2 - "no such operation; wavefold op --list has all: WavePrefixSun$" op WavePrefixSun 1
check "... is listed" grep -q "^nearest: .WavePrefixSum." "$dir/err"
expect "no operation" 2 - "an operation is missing" op
expect "no atomic operation" 2 - "error: an operation is missing, such as add; wavefold help atomic lists them$" atomic
expect "no values" 2 - "WaveActiveSum needs the values of the lanes" op WaveActiveSum
expect "values of an operation without" 2 - "WaveGetLaneIndex takes no values" op WaveGetLaneIndex 1
expect "--mask of an operation without" 2 - "WaveActiveBallot does not take: --mask" op WaveActiveBallot --mask 1 1
expect "--index of an operation without" 2 - "WavePrefixSum does not take: --index" op WavePrefixSum --index 1 1
expect "--cluster of an operation without" 2 - "WaveMatch does not take: --cluster" op WaveMatch --cluster 4 1
expect "no --mask" 2 - "WaveMultiPrefixSum needs: --mask" op WaveMultiPrefixSum 1
expect "no --index" 2 - "WaveReadLaneAt needs: --index" op WaveReadLaneAt 1
expect "--mask and --cluster" 2 - "over clusters or over masks" op WavePrefixSum --mask 1 --cluster 4 1
expect "a cluster that is no power of two" 2 - "--cluster needs a power of two, not: 3" op WavePrefixSum --cluster 3 1
expect "a cluster larger than the wave" 2 - "--cluster is larger than the wave" op WavePrefixSum --cluster 8 1
expect "masks that are too few" 2 - "--mask has 2 entries for 3 values; expected one for each, or one for all" op WaveMultiPrefixSum --mask 1,2 1 2 3
expect "an active lane without an entry" 2 - "--mask has - for lane 1, which is active; expected an entry in: 1,-,2" op WaveMultiPrefixSum --mask 1,-,2 1 2 3
prints "... an inactive one needs none" "0 - 0 -" op WaveMultiPrefixSum --mask 1,-,4 1 - 3
expect "a mask that is none" 2 - "--mask needs masks of lanes" op WaveMultiPrefixSum --mask 1,x,2 1 2 3
expect "an active lane without a value" 2 - "--active has lane 3; expected lanes below 3, the number of values: 0xf" op WaveActiveSum --active 0xf 1 2 3
expect "a lane above the wave" 2 - "--active has lane 4; expected lanes below 4, the size of the wave" op WaveIsFirstLane --wave-size 4 --active 0x10
expect "a mask of more than 128 bits" 2 - "--active needs a mask of lanes" op WaveActiveSum --active 0x100000000000000000000000000000000 1
expect "an integer that is none" 2 - "a value of u32 is an integer of 32 bits" op WaveActiveSum --type u32 1.5
expect "an integer that does not fit" 2 - "a value of u32 is an integer of 32 bits" op WaveActiveSum --type u32 4294967296
expect "bits that do not fit" 2 - "a value of f16 is a number, inf, nan, or its bits" op WaveActiveSum --type f16 0x10000
expect "vectors of two sizes" 2 - "the value of lane 1 has another number of components: 3" op WaveActiveSum 1:2 3
expect "a vector of five" 2 - "a vector has at most 4 components" op WaveActiveSum 1:2:3:4:5
expect "a vector where one bool is read" 2 - "WaveActiveBallot takes one bool of a lane" op WaveActiveBallot 1:0
expect "bits of floats" 2 - "WaveActiveBitAnd takes integers or bool, not: f32" op WaveActiveBitAnd 1.0
expect "the sum of bools" 2 - "WaveActiveSum takes integers or floats, not: bool" op WaveActiveSum --type bool 1
expect "no such type" 2 - "--type is u32, i32, f32, u64, i64, f64, f16 or bool, not: u16" op WaveActiveSum --type u16 1
expect "an address that is no multiple of 4" 2 - "lane 1 has the address 0x3; expected a multiple of 4 below 0x8000" atomic add --addr 4,3 1 2
expect "an address above groupshared memory" 2 - "lane 0 has the address 0x8000" atomic add --addr 32768 1
expect "no such atomic" 2 - "the operation is add, sub," atomic plus --addr 0 1
expect "an atomic on doubles" 2 - "--type is u32, i32, f32, u64 or i64, not: f64" atomic add --type f64 --addr 0 1
expect "an address of 64 bits that is no multiple of 8" 2 - "lane 1 has the address 0x4; expected a multiple of 8 below 0x8000" atomic add --type u64 --addr 8,4 1 2
expect "64 bits above groupshared memory" 2 - "lane 0 has the address 0x8000" atomic add --type i64 --addr 32768 1
expect "--cmp of an atomic without" 2 - "add does not take: --cmp" atomic add --addr 0 --cmp 1 1
expect "no --cmp" 2 - "compare-exchange needs: --cmp" atomic cas --addr 0 1
expect "an active lane without an address" 2 - "--addr has - for lane 0" atomic add --addr - 1
expect "no --addr" 2 - "--addr" atomic add 1
exit $status

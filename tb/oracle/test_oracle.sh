#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_oracle.sh - the second opinion says what it must: that there is no device; what differs, and which known fault excuses it; that the listed
# faults of this driver still show; that a driver which dies takes nobody with it.  And the shaders agree.  Environment: BUILD, SEED.
# Only in `make test-all`, whose set-up installs a Vulkan device.
set -u
BUILD=${BUILD:-build} oracle=${BUILD:-build}/tb/oracle/wf_oracle faults=tb/oracle/faults passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() { "$@" >"$work/said" 2>"$work/errors"; rc=$?; }
# NAME STATUS PATTERN...: the last run ended so, and said all that
says() {
    name=$1 problem=
    [ "$rc" = "$2" ] || problem="exit status $rc, expected $2"
    shift 2
    for pattern in "$@"; do
        grep -q -e "$pattern" "$work/said" || problem="it does not say $pattern"
    done
    [ -n "$problem" ] || { passed=$((passed + 1)); return; }
    failed=$((failed + 1))
    echo "FAIL oracle: $name: $problem"
    sed 's/^/    /' "$work/said" "$work/errors"
}
finish() {
    [ $failed != 0 ] || echo "PASS oracle: $passed checks"
    exit $failed
}
skip() { echo "SKIP oracle: $1"; finish; }

sim/shaders.sh check tb/oracle/*.comp $faults/*.comp $faults/*.spvasm || failed=1

# ---- without a device -------------------------------------------------------------------------------------------------------
run env VK_ICD_FILENAMES="$work/none.json" VK_DRIVER_FILES="$work/none.json" sim/oracle.sh tb/shaders/lang_loops.wfk
says "no device" 0 '^SKIP oracle: .'
grep -q 'headers' "$work/said" && skip "Vulkan's headers are not installed"
run env VK_ICD_FILENAMES="$work/none.json" VK_DRIVER_FILES="$work/none.json" sim/oracle.sh --random 3
says "no device for random modules" 0 '^SKIP oracle: .'
run "$oracle" --wave-size 12 tb/shaders/lang_loops.wfk
says "a wrong wave size" 2
run "$oracle"
says "no kernel file" 2
run "$oracle" --here "$work/none" tb/shaders/lang_loops.wfk
says "no evidence of the faults" 2
grep -q 'none/faults/num_subgroups.wfk, evidence of a known fault, cannot be opened: .*expected --here DIR' "$work/errors" || {
    failed=$((failed + 1)); echo "FAIL oracle: no evidence of the faults: $(cat "$work/errors")"; }
run "$oracle" --devices
[ -s "$work/said" ] && grep -q '^0 ' "$work/said" || skip "there is no Vulkan device"

# ---- on any device: the lanes of a small group ----------------------------------------------------------------------------------
mkdir -p "$work/here/faults"
cp tb/oracle/packing.spv "$work"
cat >"$work/right.wfk" <<'END'
shader "packing.spv"
spec 0 = 4
spec 1 = 1
spec 2 = 1
buffer Out[4]
bind 0.0 = Out
expect Out = { 0, 1, 2, 3 }
END
sed 's/2, 3 }/2, 4 }/' "$work/right.wfk" >"$work/wrong.wfk"
run "$oracle" --bare "$work/right.wfk"
says "what agrees" 0 '^PASS oracle right wave-size=' ': 1 agree, 0 differ'
run "$oracle" --bare "$work/right.wfk" "$work/wrong.wfk"
says "a wrong expectation" 1 '^PASS oracle right' '^FAIL oracle wrong: model: Out\[3\].*the device does not give it either' ': 1 agree, 1 differ'
run "$oracle" --bare "$work/wrong.wfk"
says "nothing agrees" 1 ': 0 agree, 1 differ'

# ---- on the driver of the known faults: their evidence makes it differ, and die -----------------------------------------------------
run "$oracle" "$work/right.wfk"
grep -q 'llvmpipe.*Mesa 22\.3\.6' "$work/said" || skip "known faults: the driver is another one than theirs"
alive=$("$oracle" --faults | awk '$2 != "DEATH" { print $1 }')
for fault in $alive; do
    says "fault $fault still shows" 0 "^KNOWN fault $fault: device: "
done
for fault in $alive; do
    run "$oracle" --bare "$faults/$fault.wfk"
    says "$fault without an excuse" 1 "^FAIL oracle $fault: device: " ': 0 agree, 1 differ, 0 as known'
done
# each makes the words of its evidence: those of the changed module, where it has one
for fault in $alive; do set -- "$@" "$faults/$fault.wfk"; done
run "$oracle" "$@" "$work/right.wfk"
for fault in $alive; do
    says "the words of $fault" 0 "^KNOWN oracle $fault: fault $fault: device: "
done
# without expectations the model's words count
sed "s|\"|\"$PWD/$faults/|; /^expect/d" $faults/wide_compare.wfk | sed 's|.spv".*|.spv"|' >"$work/bare.wfk"
run "$oracle" --bare "$work/bare.wfk"
says "a difference from the model" 1 '^FAIL oracle bare: device: Data\[1\] is 0x00000000, the model says 0x00000001'
run "$oracle" $faults/smod.wfk "$work/right.wfk"
says "an excuse" 0 '^KNOWN oracle smod: fault smod: device: ' '^PASS oracle right' ': 1 agree, 0 differ, 1 as known' '^ *fault smod: 1'
run "$oracle" $faults/copy_logical.wfk "$work/right.wfk"
says "an excuse for no pipeline" 0 '^KNOWN oracle copy_logical: fault copy_logical: device: the pipeline' ': 1 agree, 0 differ, 1 as known'
run "$oracle" $faults/loop_limit.wfk "$work/right.wfk"
says "an excuse for a loop that waits" 0 '^KNOWN oracle loop_limit: fault loop_limit: device: ' ': 1 agree, 0 differ, 1 as known'
run "$oracle" --mixed $faults/loop_limit.wfk
says "... and none where nobody waits" 1 '^FAIL oracle loop_limit: device: '
# where its evidence shows nothing a fault excuses nothing, nor do the others
cp $faults/* "$work/packing.spv" "$work/here/faults"
cp "$work/right.wfk" "$work/here/faults/smod.wfk"
run "$oracle" --here "$work/here" $faults/smod.wfk "$work/right.wfk"
says "no evidence, no excuse" 1 '^GONE fault smod: ' '^FAIL oracle smod: device: ' '^PASS oracle right'
# a fault that is there excuses no words that it cannot make
cp "$work/right.wfk" "$work/here/faults/size_level.wfk"
cp $faults/smod.wfk "$work/here/faults/smod.wfk"
sed "s|size_level.spv|$PWD/tb/oracle/size_smod.spv|" $faults/size_level.wfk >"$work/size_smod.wfk"
run "$oracle" --here "$work/here" "$work/size_smod.wfk" "$work/right.wfk"
says "the words of another fault" 1 '^KNOWN fault smod' '^GONE fault size_level' '^FAIL oracle size_smod: device: Out\[1\]: 4, expected 2' ': 1 agree, 1 differ'
run "$oracle" "$work/size_smod.wfk" "$work/right.wfk"
says "... are excused by that one" 0 '^KNOWN oracle size_smod: fault size_level: device: ' ': 1 agree, 0 differ, 1 as known'
# evidence that the model does not give is none
cp "$work/wrong.wfk" "$work/here/faults/smod.wfk"
run "$oracle" --here "$work/here" "$work/right.wfk"
says "wrong evidence" 1 '^FAIL oracle smod: model: ' '^PASS oracle right'

run "$oracle" $faults/lane_convert.wfk "$work/right.wfk"
if grep -q '^KNOWN fault lane_convert' "$work/said"; then         # whether LLVM dies of it depends on the processor
    says "an excused death" 0 '^KNOWN oracle lane_convert: fault lane_convert: device: the process dies' '^PASS oracle right' ': 1 agree, 0 differ, 1 as known'
    [ ! -s "$work/errors" ] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAIL oracle: a known death has last words"; }
    run "$oracle" --bare $faults/lane_convert.wfk "$work/right.wfk"
    says "a death" 1 '^FAIL oracle lane_convert: device: the process dies of signal' '^PASS oracle right' ': 1 agree, 1 differ'
    cp $faults/smod.wfk "$work/here/faults/smod.wfk"
    cp "$work/right.wfk" "$work/here/faults/lane_convert.wfk"
    run "$oracle" --here "$work/here" $faults/lane_convert.wfk "$work/right.wfk"
    says "no excuse for a death" 1 '^FAIL oracle lane_convert: device: the process dies of signal' '^PASS oracle right'
    sed "s|lane_convert.spv|$PWD/tb/oracle/death_smod.spv|; s/fill 0/0, 1, 2, 0, 1, 2, 0, 1/" $faults/lane_convert.wfk >"$work/death_smod.wfk"
    run "$oracle" --here "$work/here" "$work/death_smod.wfk" "$work/right.wfk"
    says "values excuse no death" 1 '^KNOWN fault smod' '^FAIL oracle death_smod: device: the process dies of signal' '^PASS oracle right'
fi

# storage images that are read without a format, which the driver lacks
run "$oracle" --bare tb/shaders/hlsl_texture.wfk tb/shaders/image_formats_a.wfk
says "formats that are named" 0 "^PASS oracle hlsl_texture" "^PASS oracle image_formats_a" ": 2 agree"

# ---- the shaders, and a few random modules -------------------------------------------------------------------------------------------
# shellcheck disable=SC2046  # names
run sim/oracle.sh --quiet $(sim/variants.sh tb/shaders/*.wfk)
says "the shaders" 0 ': [0-9]* agree, 0 differ'
agree=$(sed -n 's/.*: \([0-9]*\) agree.*/\1/p' "$work/said")
[ "${agree:-0}" -ge 300 ] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAIL oracle: fewer than 300 shaders agree"; }
run sim/oracle.sh --random 30
says "random modules" 0 ': [0-9]* agree, 0 differ'
finish

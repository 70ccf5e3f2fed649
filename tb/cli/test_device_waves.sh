#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_device_waves.sh - wavefold vulkan --on device --waves: the waveform of one dispatch on the whole device, with what its view shows.
# Needs: vulkan/wavefold_icd.json tb/vulkan/reports sim/libwavefold_device_l8.so
# Needs in `make test-all`: sim/libwavefold_device_l8_trace.so tb/lockstep/wf_fst_names
# Reads: tb/cli/lib.sh sim/gtkwave/device.gtkw c_model/include/wavefold/host.def
set -u
. tb/cli/lib.sh
reports=$root/$BUILD/tb/vulkan/reports
names=$root/$BUILD/tb/lockstep/wf_fst_names
plain=$root/$BUILD/sim/libwavefold_device_l8.so
traced=$root/$BUILD/sim/libwavefold_device_l8_trace.so
unset VK_DRIVER_FILES VK_ICD_FILENAMES WAVEFOLD_ON WAVEFOLD_WAVE_SIZE WAVEFOLD_LANES WAVEFOLD_CORES WAVEFOLD_SEED WAVEFOLD_SIM WAVEFOLD_WAVES 2>/dev/null

expect "no traced device of this size: the message has the command" 4 "" \
    "no simulator at .*libwavefold_device_l64_trace.so: build it in the source tree with: make build/sim/libwavefold_device_l64_trace.so" \
    vulkan --on device --lanes 64 --waves "$dir/w.fst" -- "$reports" 99 0 1
WAVEFOLD_SIM=$plain expect "a device without waveforms" 1 "" "WAVEFOLD_WAVES=.*: the simulator at .*libwavefold_device_l8.so writes no waveforms" \
    vulkan --on device --lanes 8 --waves "$dir/w.fst" -- "$reports" 99 0 1
check "... writes none" test ! -e "$dir/w.fst"
if [ ! -e "$traced" ] || [ ! -e "$names" ]; then
    [ "${ALL-}" = 0 ] || echo "SKIP cli: $BUILD/sim/libwavefold_device_l8_trace.so is not built"
    exit $status
fi

# ---- the file: its header has the times of beginning and end, in thousandths of a cycle; cycle 0 ends the reset -----------------
numbers() { od -An -v -tu8 --endian=big -j 9 -N 16 "$1"; }
is_whole() { set -- $(numbers "$1"); [ "$1" -gt 0 ] && [ "$2" -gt "$1" ]; }
expect "the waveform of a dispatch" 0 "^sum 4560$" "^PASS .* dispatches=3 " \
    vulkan --on device --lanes 8 --waves "$dir/two.fst" --dispatch 2 --stats "$dir/two.json" -- "$reports" 99 0 3
check "... is whole" is_whole "$dir/two.fst"
cycles=$(sed -n 's/.*"dispatch": 2,.*"cycles": \([0-9]*\).*/\1/p' "$dir/two.json")
set -- $(numbers "$dir/two.fst")
check "... of this dispatch alone: $1 to $2 of a dispatch of $cycles cycles" \
    test "$1" -gt 500000 -a $(($2 - $1)) -gt "${cycles}000" -a $(($2 - $1)) -lt $((cycles * 1500))
check "... in cycles" test "$(od -An -td1 -j 73 -N 1 "$dir/two.fst" | tr -d ' ')" = -3
"$names" "$dir/two.fst" | sort -u >"$dir/names"
sed -n 's/^+{[^}]*} //p' sim/gtkwave/device.gtkw | sort -u >"$dir/wanted"
comm -13 "$dir/names" "$dir/wanted" >"$dir/missing"
check "... has all that its view shows" test "$(wc -l <"$dir/wanted")" -ge 50 -a ! -s "$dir/missing"
expect "... that is not made" 1 "" "error: no waveform was written: it made 3 dispatches$" \
    vulkan --on device --lanes 8 --waves "$dir/four.fst" --dispatch 4 -- "$reports" 99 0 3
expect "... that faults" 1 "^VkResult -4$" "fault: address outside the buffer" vulkan --on device --lanes 8 --waves "$dir/fault.fst" -- "$reports" 0 1
check "... is whole too" is_whole "$dir/fault.fst"

# ---- what is in it: a line an event, CYCLE WHAT VALUE ---------------------------------------------------------------------------
if ! command -v fst2vcd >/dev/null; then
    [ "${ALL-}" = 0 ] || echo "SKIP cli: fst2vcd is not installed"
    exit $status
fi
fst2vcd "$dir/two.fst" | awk '
    function hex(bits, from,    i, v) { for (i = from; i <= length(bits); i++) v = 2 * v + substr(bits, i, 1); return v + 0 }
    function stood(now,    t, s) {
        for (t = time + (1000 - time % 1000) % 1000; t < now; t += 1000) {
            if (hex(value["cycle"], 1) * 1000 != t) print t / 1000, "axis", hex(value["cycle"], 1)
            for (s in value) if (s != "cycle" && value[s] ~ /^1/) print t / 1000, s, hex(value[s], 2)
        }
        time = now
    }
    { sub(/^[ \t]+/, "") }
    /^\$timezero/ { getline; zero = $1 }
    /^\$scope/   { scope[++depth] = $3 }
    /^\$upscope/ { depth-- }
    /^\$var/ && (scope[depth] == "bus" || (scope[depth] == "view" && $5 == "cycle")) && depth == 3 { name[$4] = name[$4] " " $5 }
    /^#/         { now = substr($0, 2) + zero; if (begun++) stood(now); else time = now }
    /^b/         { n = split(name[$2], its, " "); for (i = 1; i <= n; i++) value[its[i]] = substr($1, 2) }
    /^[01]/      { n = split(name[substr($0, 2)], its, " "); for (i = 1; i <= n; i++) value[its[i]] = substr($0, 1, 1) }' | sort -s -n -k 1,1 >"$dir/events"
offset() { printf '%d' "$(sed -n "s/^WF_HOST_REG($1, *\(0x[0-9a-f]*\),.*/\1/p" c_model/include/wavefold/host.def)"; }
# WHAT [VALUE]: how many; its first cycle
many() { awk -v what="$1" -v v="${2-}" '$2 == what && (v == "" || $3 == v)' "$dir/events" | wc -l; }
first() { awk -v what="$1" -v v="${2-}" '$2 == what && (v == "" || $3 == v) { print $1; exit }' "$dir/events"; }
check "a second is a cycle" test "$(many axis)" = 0 -a -s "$dir/events"
check "one descriptor goes to the machine, and one answer comes" test "$(many descriptor)" = 1 -a "$(many answered)" = 1
begun=$(first descriptor) ended=$(first answered)
check "... as many cycles apart as the registers say" test $((ended - begun)) = "$cycles"
check "its doorbell is rung once, right before" test "$(many register_write "$(offset DOORBELL)")" = 1 -a "$(first register_write "$(offset DOORBELL)")" -lt "$begun"
check "its buffers are written before" test "$(many register_write "$(offset BUF_SELECT)")" -ge 2 -a "$(first register_write "$(offset BUF_SELECT)")" -lt "$begun"
check "the interrupt follows" test "$(first interrupt)" -ge "$ended"
# data of the read at the offset of ENDED, of the id that was answered
id=$(awk '$2 == "answered" { print $3; exit }' "$dir/events")
stride=$(sed -n "s/^WF_HOST_REG(ENDED,[^,]*, *\([0-9]*\),.*/\1/p" c_model/include/wavefold/host.def)
read=$(first register_read $(($(offset ENDED) + stride * id)))
check "ENDED is read, and is the cycle of the answer" test "$(awk -v at="$read" '$1 == at && $2 == "register_rdata" { print $3 }' "$dir/events")" = "$ended"
# 384 bytes are read and 384 written: six lines of 64 bytes each, over a bus of eight bytes
check "memory is read and written" test "$(many memory_read)" -ge 6 -a "$(many memory_write)" -ge 6
check "... and each write has its answer, each read its data" test "$(many write_answer)" = "$(many memory_write)" -a "$(many read_beat)" -ge "$(many memory_read)"
check "without an error" test "$(many memory_error)" = 0 -a "$(many register_error)" = 0
exit $status

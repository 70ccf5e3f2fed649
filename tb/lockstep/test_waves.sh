#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_waves.sh - the waveform of a run is written, and all that the GTKWave view names is there.  Environment: BUILD.
# Needs neither GTKWave nor a display.  Icarus writes the waveform; the traced Verilator build, where there is one, does so too.
set -u
BUILD=${BUILD:-build} kernel=tb/kernels/match_table.wfk
names=$BUILD/tb/lockstep/wf_fst_names
scratch=$BUILD/waves/test.$$
status=0
mkdir -p "$scratch"
trap 'rm -rf "$scratch"' EXIT
pass() { echo "PASS waves $1"; }
fail() { echo "FAIL waves $1"; status=1; [ -z "${2-}" ] || sed 's/^/    /' "$2" | head -n 10; }

make -s BUILD="$BUILD" "$names" "$BUILD/wf_gen" "$BUILD/bin/wavefold" || { fail "tools do not build"; exit 1; }

# the view names each signal on a line of its own, behind an optional +{alias}
signals() { sed -n 's/^\(+{[^}]*} \)\{0,1\}\([A-Za-z_][^ ]*\..*\]\{0,1\}\)$/\2/p' "$1"; }

check() {       # SIM: write the waveform as `make waves` does without a display, then look into it
    sim=$1
    log=$scratch/$sim.log
    fst=$BUILD/waves/match_table.fst view=$BUILD/waves/match_table.gtkw
    if env -u DISPLAY -u WAYLAND_DISPLAY SIM="$sim" BUILD="$BUILD" LANES=32 WAVE_SIZE=32 SEED=1 sim/gtkwave/waves.sh show $kernel \
            >"$log" 2>&1 </dev/null && grep -q "$fst" "$log" && grep -q 'no display' "$log" && grep -q waves-png "$log"; then
        pass "$sim without a display names the waveform and the way on"
    else
        fail "$sim without a display" "$log"
    fi
    if [ -s "$fst" ] && "$names" "$fst" >"$scratch/$sim.names" 2>"$log" && [ -s "$scratch/$sim.names" ]; then
        pass "$sim waveform written: $(wc -l <"$scratch/$sim.names") signals"
    else
        fail "$sim waveform" "$log"
        return
    fi
    signals "$view" | sort -u >"$scratch/wanted"
    sort -u "$scratch/$sim.names" | comm -23 "$scratch/wanted" - >"$scratch/missing"
    wanted=$(wc -l <"$scratch/wanted")
    if [ "$wanted" -ge 40 ] && [ ! -s "$scratch/missing" ]; then
        pass "$sim: all $wanted signals of the view are in the waveform"
    else
        fail "$sim: of $wanted signals of the view, these are not in the waveform" "$scratch/missing"
    fi
    rm -f "$scratch/none"
    sed -n 's/^\^[0-9]* //p' "$view" | sort -u | while read -r file; do [ -s "$file" ] || echo "$file" >>"$scratch/none"; done
    if grep -q '^\^[0-9]* ' "$view" && [ ! -s "$scratch/none" ]; then
        pass "$sim: all translation files of the view are there"
    else
        fail "$sim: translation files that the view names and nobody made" "$scratch/none"
    fi
}

if make -s BUILD="$BUILD" "$BUILD/sim/icarus/wf_sim_l32.vvp" "$BUILD/sim/icarus/wavefold.vpi"; then check icarus; else fail "icarus does not build"; fi
if [ -x "$BUILD/sim/l32/wf_sim_trace" ]; then check verilator; fi

# names: every opcode and every unit has its name and colour
ops=$("$BUILD/wf_gen" gtkw-op | wc -l)
if [ "$ops" -gt 0 ] && [ "$(grep -c '^1[0-9a-f][0-9a-f] ?[A-Za-z0-9]*?[a-z]' "$BUILD/gtkwave/op.txt")" = "$ops" ]; then
    pass "$ops opcodes have a name and a colour"
else
    fail "opcodes without name or colour: $BUILD/gtkwave/op.txt"
fi
exit $status

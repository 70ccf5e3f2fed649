#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_waves.sh - the waveform of a run is written, its time axis counts cycles, all that the GTKWave view names is there, and the view shows
# what docs/waves.md says.  Environment: BUILD, LANES.
# Neither GTKWave nor a display is needed.  Icarus writes the waveform; the traced Verilator build, where there is one, does so too.
# Needs: sim/icarus/wf_sim_l32.vvp sim/icarus/wavefold.vpi sim/icarus/wf_sim_cores.vvp
set -u
BUILD=${BUILD:-build} LANES=${LANES:-32}
names=$BUILD/tb/lockstep/wf_fst_names
scratch=$BUILD/waves/test.$$
status=0
mkdir -p "$scratch"
name=late.$$ kernel=$scratch/late.$$.wfk
trap 'rm -rf "$scratch" "$BUILD/waves/$name".*' EXIT
trap 'exit 1' HUP INT TERM
pass() { echo "PASS waves $1"; }
fail() { echo "FAIL waves $1"; status=1; [ -z "${2-}" ] || sed 's/^/    /' "$2" | head -n 10; }
verdict() { what=$1; shift; if "$@" >"$scratch/why" 2>&1; then pass "$what"; else fail "$what" "$scratch/why"; fi; }

make -s BUILD="$BUILD" "$names" "$BUILD/bin/wavefold" || { fail "tools do not build"; exit 1; }

# A kernel that comes to LDS and to a wave operation late, and far apart.
sums() { awk -v n="$1" 'BEGIN { while (n--) print "    add count, count, 1" }'; }
{
    echo '[numthreads(4,1,1)]'
    echo '[groupshared(4)]'
    echo '[report_wave_size]'        # two descriptors: the second counts
    echo 'const GROUPS = 3'
    echo 'buffer Out[GROUPS]'
    echo 'dispatch GROUPS'
    echo 'reg count = r1'
    echo 'reg total = r2'
    echo 'reg place = r3'
    echo 'code'
    echo '    mov count, 0'
    sums 60
    echo '    wadd.reduce total, count'
    sums 68
    echo '    mov place, 0'
    echo '    lds.store [place], total'
    sums 6
    echo '    sv place, gid.x'
    echo '    shl place, place, 2'
    echo '    store Out[place], total'
    echo '    end'
    echo 'expect Out = each 240'
} >"$kernel"
fst=$BUILD/waves/$name.fst view=$BUILD/waves/$name.gtkw trace=$BUILD/waves/$name.trace

# ---- what the view names ---------------------------------------------------------------------------------------------------
# it names each signal on a line of its own, behind an optional +{alias}
signals() { sed -n 's/^\(+{[^}]*} \)\{0,1\}\([A-Za-z_][^ ]*\..*\]\{0,1\}\)$/\2/p' "$1"; }

all_there() {   # every signal of the view, and every translation file
    signals "$view" | sort -u >"$scratch/wanted"
    sort -u "$scratch/names" | comm -23 "$scratch/wanted" - >"$scratch/missing"
    [ "$(wc -l <"$scratch/wanted")" -ge 40 ] && [ ! -s "$scratch/missing" ] || { echo "not in the waveform:"; cat "$scratch/missing"; return 1; }
    grep -q '^\^[0-9]* ' "$view" || { echo "no translation files"; return 1; }
    sed -n 's/^\^[0-9]* //p' "$view" | sort -u | while read -r file; do [ -s "$file" ] || { echo "not there: $file"; exit 1; }; done
}

# ---- the time axis ---------------------------------------------------------------------------------------------------------
# A second is a cycle: 1000 units of a millisecond; what lies before cycle 0 is negative.
header() {
    scale=$(od -A n -t d1 -j 73 -N 1 "$fst" | tr -d ' ') zero=$(od -A n -t d8 --endian=big -j 322 -N 8 "$fst" | tr -d ' ')
    echo "timescale 1e$scale s, time zero $zero"
    [ "$scale" = -3 ] && [ "$zero" -lt -1000 ]
}
# The trace is the judge: each instruction is issued and retires at the second that the trace says, in the slot and the line it says; "cycle" says
# the same.  The trace counts the slots of all cores.  Where a file has several dispatches, its lines say whose an instruction is; a launch says the
# dispatch of what its slot retires, and the line of the slot is what it issued last, until that retires.  What was issued with the instruction
# before it shows as that: its line of the trace has the cycles of the line above.
events_on_axis() {
    slots=$(sed -n 's/^ *"wave_slots": *\([0-9]*\),*$/\1/p' "$BUILD/waves/$name.json")
    grep -n '^---' "$1" | cut -d : -f 1 >"$scratch/heads"
    awk 'FILENAME != ARGV[1] && !/^#/ {
             above = now
             now = $1 " " $2 " " $3
             if (now == above) next
             print $2, "issue", substr($3, 2) + 0, $7
             for (id = -1; id + 1 in head && head[id + 1] <= $7; ) id++
             print $1, "retire", substr($3, 2) + 0, $7, id < 0 ? "" : id
         }
         FILENAME == ARGV[1] { head[heads++] = $1 + 0 }' "$scratch/heads" "$trace" | sort >"$scratch/issued"
    fst2vcd "$fst" 2>/dev/null | awk -v slots="$slots" -v several="$(wc -l <"$scratch/heads")" '
        NR == FNR                     { sub(/[?][^?]*[?]/, ""); line[$1] = $2; next }
        function hex(bits, from,    i, v) { for (i = from; i <= length(bits); i++) v = 2 * v + substr(bits, i, 1); return v + 0 }
        # what stood from `time` on, until now: an event a cycle
        function stood(now,    t, order, s) {
            for (t = time + (1000 - time % 1000) % 1000; t < now; t += 1000)
                for (order = 1; order <= 3; order++)
                    for (s in slot)
                        if (slot[s] ~ /^1/ && index(s, kind[order]) == 1)
                            event(t, kind[order], s, substr(s, length(kind[order]) + 1))
            time = now
        }
        function event(t, what, s, core,    at, whose) {
            at    = hex(slot[s], 2) + core * slots
            whose = hex(dispatch[s], 2)
            if (what == "launch") { launched[at] = whose; return }
            if (hex(cycle, 1) * 1000 != t) print "cycle", hex(cycle, 1), "at", t
            if (what == "retire" && launched[at] "" != whose "") print "slot", at, "launched by", launched[at], "retires of", whose
            if (what == "issue") last[at] = hex(pc[s], 1)
            if (hex(doing[at], 1) != last[at]) print "slot", at, "does", doing[at], "not", last[at], "at", t
            print t / 1000, what, at, line[sprintf("1%04x", hex(pc[s], 2))] (what == "issue" ? "" : several ? " " whose : " ")
        }
        BEGIN                       { split("launch issue retire", kind, " ") }
        { sub(/^[ \t]+/, "") }
        /^\$timezero/               { getline; zero = $1 }
        /^\$var/                      { if (scope == "view" && $5 == "cycle") clock = $4
                                      if (scope ~ /^core\[/ && $5 ~ /^(launch|issue|retire)_(slot|pc|dispatch)/) {
                                          split($5, part, "_")
                                          sub(/\[.*/, "", part[2])
                                          role[$4] = role[$4] " " part[2] " " part[1] substr(scope, 6, length(scope) - 6)
                                      } }
        /^\$var/ && $5 ~ /^doing/      { role[$4] = role[$4] " doing " substr(scope, 6) + slots * substr(at[depth - 1], 6) }
        /^\$scope/                  { depth++; scope = $3; at[depth] = scope }
        /^\$upscope/                { depth--; scope = at[depth] }
        /^#/                        { stood(substr($0, 2) + zero) }
        /^b/                        { bits = substr($1, 2)
                                      if ($2 == clock) cycle = bits
                                      n = split(role[$2], r, " ")
                                      for (i = 1; i < n; i += 2)
                                          if (r[i] == "slot") slot[r[i + 1]] = bits
                                          else if (r[i] == "pc") pc[r[i + 1]] = bits
                                          else if (r[i] == "doing") doing[r[i + 1]] = bits
                                          else dispatch[r[i + 1]] = bits }
        END                         { stood(time + 1000) }' "$BUILD/waves/$name.names/code.txt" - | sort >"$scratch/shown"
    [ "$(wc -l <"$scratch/issued")" -gt 100 ] && diff "$scratch/issued" "$scratch/shown"
}

# ---- the window ------------------------------------------------------------------------------------------------------------
# first cycle, last cycle, marker of the view: 1430 pixels in the window that it asks for
window() {
    zero=$(od -A n -t d8 --endian=big -j 322 -N 8 "$fst" | tr -d ' ')
    awk -v zero="$zero" '/^\[timestart\]/ { from = ($2 + zero) / 1000 }
        /^\*/ { zoom = substr($1, 2); mark = ($2 + zero) / 1000 }
        END { print from, from + 1430 * exp(-zoom * log(2)) / 200 / 1000, mark }' "$view"
}
of() { awk -v unit="$1" '!/^#/ && $8 == unit && (first == "" || $2 < first) { first = $2; last = $1 } END { print first, last }' "$trace"; }
again() { SIM=$sim BUILD="$BUILD" LANES=$LANES SEED=1 sim/gtkwave/waves.sh write "$kernel"; }
first_uses() {
    echo "window $(window), cross-lane $(of xlane), LDS $(of lds)"
    echo "$(window) $(of xlane) $(of lds)" | awk '
        { far = $5 > 240 && $6 - $4 > 250; exit !(far && $1 < $4 && $5 < $2 && $1 < $6 && $7 < $2 && $3 == $4 && $2 - $1 < 600) }'
}
whole_run() {           # SLOTS: ... with a line of each
    ZOOM=fit SLOTS=all again >/dev/null && slot_lines "$1" && all_there || return 1
    last=$(awk '!/^#/ && $1 > last { last = $1 } END { print last }' "$trace")
    echo "window $(window), the last instruction retires in cycle $last"
    echo "$(window) $last" | awk '{ exit !($1 == 0 && $2 > $4 && $2 < 1.1 * $4) }'
}
zoom_and_mark() {
    window
    window | awk '{ exit !($2 - $1 > 142.9 && $2 - $1 < 143.1 && $3 == 77) }'
}
slot_lines() {          # N: the view has the slots 0 to N-1, once each
    sed -n 's/^+{slot \([0-9]*\)} .*view\.core\[0\]\.slot\[\([0-9]*\)\]\.doing\[17:0\]$/\1 \2/p' "$view" >"$scratch/slots"
    awk -v n="$1" '$1 != NR - 1 || $2 != NR - 1 { exit 1 } END { exit NR != n }' "$scratch/slots"
}
refused() {             # VARIABLE=VALUE [MESSAGE]: how the message begins
    eval "$1 again" >/dev/null 2>"$scratch/refused"
    got=$?
    cat "$scratch/refused"
    [ $got = 2 ] && grep -q "^${2:-waves: $1: }" "$scratch/refused"
}
source_lines() {        # line number and text as the kernel file has them, in every line of slots, issue and retirement
    awk '/^code/ { code = 1; next } /^expect/ { exit } code { $1 = $1; print NR, $0 }' "$kernel" >"$scratch/lines"
    sed -n 's/^1[0-9a-f]* ?[A-Za-z0-9]*?//p' "$BUILD/waves/$name.names/code.txt" | diff "$scratch/lines" - || return 1
    awk -v code="$(realpath "$BUILD/waves/$name.names/code.txt")" '
        /^\^/ { file = $2 }
        /core\[0\]\.slot\[|issue_pc|retire_pc/ { shown++; if (file != code) exit 1 }
        END { exit shown != 18 }' "$view"
}

check() {       # SIM: write the waveform as `make waves` does without a display, then look into it
    sim=$1
    log=$scratch/log
    if env -u DISPLAY -u WAYLAND_DISPLAY SIM="$sim" BUILD="$BUILD" LANES="$LANES" SEED=1 sim/gtkwave/waves.sh show "$kernel" \
            >"$log" 2>&1 </dev/null && grep -q "$fst" "$log" && grep -q 'no display' "$log" && grep -q waves-png "$log"; then
        pass "$sim without a display names the waveform and the way on"
    else
        fail "$sim without a display" "$log"
    fi
    if [ -s "$fst" ] && "$names" "$fst" >"$scratch/names" 2>"$log" && [ -s "$scratch/names" ]; then
        pass "$sim waveform written: $(wc -l <"$scratch/names") signals"
    else
        fail "$sim waveform" "$log"
        return
    fi
    verdict "$sim: all signals and files of the view are there" all_there
    verdict "$sim: a second of the axis is a cycle" header
    if command -v fst2vcd >/dev/null; then
        verdict "$sim: every instruction is issued and retires at the second that the trace says" events_on_axis "$kernel"
    else
        [ "${ALL-}" = 0 ] || echo "SKIP waves: fst2vcd is not installed"
    fi
    verdict "$sim: source lines" source_lines
    verdict "$sim: the first LDS and the first cross-lane instruction are in view" first_uses
    slots=$(grep -c '^[^.]*\.*wf_lockstep_tb\.view\.core\[0\]\.slot\[[0-9]*\]\.doing' "$scratch/names")
    verdict "$sim: ZOOM=fit shows the whole run, SLOTS=all every slot" whole_run "$slots"
    for wrong in SLOTS=0 SLOTS=some ZOOM=0 ZOOM=wide MARK=-1; do verdict "$sim: $wrong is refused" refused "$wrong"; done
    verdict "$sim: SLOTS=$((slots + 1)) is refused" refused "SLOTS=$((slots + 1))" "wavefold: error: --view slots=$((slots + 1)): a core of the device has: $slots\$"
}

if make -s BUILD="$BUILD" "$BUILD/sim/icarus/wf_sim_l$LANES.vvp" "$BUILD/sim/icarus/wavefold.vpi"; then
    check icarus
else
    fail "icarus does not build"
fi
if [ -x "$BUILD/sim/libwavefold_sim_l${LANES}_trace.so" ]; then check verilator; fi

# ---- several cores and dispatches: the smallest machine that has them ---------------------------------------------------------
several() {             # groups of one wave, every second a long one, so that waves of both dispatches stand in a core
    fst=$BUILD/waves/several.$$.fst view=$BUILD/waves/several.$$.gtkw trace=$BUILD/waves/several.$$.trace
    name=several.$$
    {
        echo 'buffer Out[18]'
        for n in 0 1; do
            printf -- '---\n[numthreads(4,1,1)]\ndispatch 9\nreg at = r1\ncode\n    sv at, gid.x\n    and r2, at, 1\n    if r2\n    repeat 30\n    add r3, r3, 1\n    endrepeat\n    endif\n'
            [ $n = 0 ] || printf '    add at, at, 9\n'
            printf '    mul r2, at, 5\n    shl at, at, 2\n    store Out[at], r2\n    end\n'
        done
        echo 'expect Out = each 5 * i'
    } >"$scratch/$name.wfk"
    CORES=3 SIM=icarus LANES=4 WAVEFOLD_SIM=$BUILD/sim/icarus/wf_sim_cores.vvp BUILD=$BUILD SLOTS=all SEED=3 \
        sim/gtkwave/waves.sh write "$scratch/$name.wfk" && "$names" "$fst" >"$scratch/names"
}
of_core() {             # each group of a core three times, with its number
    for k in 0 1 2; do grep "^-core $k, " "$view" | sed 's/^-core [0-9]*, //' >"$scratch/groups$k"; done
    [ "$(wc -l <"$scratch/groups0")" -ge 7 ] && cmp "$scratch/groups0" "$scratch/groups1" && cmp "$scratch/groups0" "$scratch/groups2" &&
        grep -q '^-dispatch$' "$view"
}
make -s BUILD="$BUILD" "$BUILD/sim/icarus/wf_sim_cores.vvp" || fail "icarus does not build"
first_fst=$fst first_view=$view first_trace=$trace first_name=$name
verdict "three cores, two dispatches: written" several
verdict "three cores: all signals and files of the view are there" all_there
verdict "three cores: the groups of each" of_core
! command -v fst2vcd >/dev/null ||
    verdict "three cores, two dispatches: every instruction is issued and retires at the second, in the slot and the line that the trace says, of its dispatch" events_on_axis "$scratch/several.$$.wfk"
rm -rf "$BUILD/waves/several.$$".*
fst=$first_fst view=$first_view trace=$first_trace name=$first_name sim=icarus
for wrong in CORES=0 CORES=17 CORES=2; do verdict "$wrong under Icarus is refused" refused "$wrong"; done

# make hands its variables on
make -s BUILD="$BUILD" SIM=icarus LANES="$LANES" KERNEL="$kernel" ZOOM=10 SLOTS=20 MARK=77 waves-fst >"$scratch/log" 2>&1 ||
    fail "make waves-fst" "$scratch/log"
handed_on() { zoom_and_mark && slot_lines 20; }
verdict "make hands ZOOM=N on, pixels a cycle, MARK=N, a cycle, and SLOTS=N, lines" handed_on
verdict "... and builds no simulator that is there" sh -c "! grep building '$scratch/log'"

# ... and the options of a run, of a shader too
options_on() {
    for wrong in "--lanes 8" "--seed=3" "--on model" "--waves x"; do refused "RUN='$wrong'" "waves: RUN: ${wrong%%[= ]*}" || return 1; done
    cp tb/cli/scale.spv "$scratch/scale.$$.spv"
    make -s BUILD="$BUILD" SIM=icarus LANES="$LANES" KERNEL="$scratch/scale.$$.spv" waves-fst \
        RUN="--groups 1 --bind 0.1=text:3,0,10,20,30 --bind 1.2=zero:20:'$scratch/a result' --push text:100,7 --spec 3=3 --wave-size 4" || return 1
    made=$BUILD/waves/scale.$$
    rc=0
    grep -q '"wave_size": 4,' "$made.json" && [ -s "$made.fst" ] && grep -q 'scale.comp:17 ' "$made.names/code.txt" &&
        [ "$(od -A n -t x4 "$scratch/a result" | tr -s ' \n' ' ')" = " 00000090 000000ae 000000cc 3f000000 00000000 " ] || rc=1
    rm -rf "$made".*
    return $rc
}
verdict "make waves takes the options of a run, of a shader too" options_on

# a kernel file with a shader, of two files and of lines that are not known: places and texts as the trace of the model has them
shader_lines() {
    printf '%s\n' 'shader "places.spv"' '[WaveSize(4)]' 'buffer Cells[5]' 'bind 0.0 = Cells' 'dispatch 1' >"$scratch/places.wfk"
    cp tb/cli/places.spv "$scratch"
    "$BUILD/bin/wavefold" run "$scratch/places.wfk" --trace "$scratch/shader.trace" &&
        "$BUILD/bin/wavefold" run "$scratch/places.wfk" --sim icarus --lanes "$LANES" --waves "$scratch/places.fst" --view "$scratch/other.gtkw:slots=2" || return 1
    awk '!/^#/ { text = $0; sub(/ *;.*/, "", text); for (k = 0; k < 8; k++) sub(/^ *[^ ]+ */, "", text); printf "1%04x %s %s\n", $6, $7, text }' \
        "$scratch/shader.trace" | sort -u >"$scratch/wanted"
    sed -n 's/^\(1[0-9a-f]*\) ?[A-Za-z0-9]*?/\1 /p' "$scratch/other.names/code.txt" | sort | diff "$scratch/wanted" - && grep -q ' b.comp:3 store Cells' "$scratch/wanted"
}
verdict "a shader's lines and instructions" shader_lines
other_name() {
    [ ! -e "$scratch/places.gtkw" ] && [ "$(grep -c '^+{slot [0-9]*}' "$scratch/other.gtkw")" = 2 ] &&
        grep -qxF "[dumpfile] \"$(realpath "$scratch/places.fst")\"" "$scratch/other.gtkw" && grep -qF " $(realpath "$scratch/other.names/code.txt")" "$scratch/other.gtkw"
}
verdict "--view gives the view another name, and its names" other_name

# names: every opcode and every unit has its name and colour
ops=$(grep -c '^WF_OP(' c_model/include/wavefold/isa.def)
if [ "$ops" -gt 0 ] && [ "$(grep -c '^1[0-9a-f][0-9a-f] ?[A-Za-z0-9]*?[a-z]' "$scratch/other.names/op.txt")" = "$ops" ]; then
    pass "$ops opcodes have a name and a colour"
else
    fail "opcodes without name or colour" "$scratch/other.names/op.txt"
fi
# the states of a dispatch, as the source numbers them
sed -n 's/^ *localparam *\[2:0\] *\(FREE.*\);$/\1/p' rtl/dispatch/wf_dispatch_table.v | tr , '\n' |
    sed "s/^ *\([A-Z]*\) *= *3'd\([0-7]\)$/\2 \1/" >"$scratch/states"
states() { [ -s "$scratch/states" ] && diff "$scratch/states" "$scratch/other.names/dispatch.txt"; }
verdict "states of a dispatch have the names of the source" states
exit $status

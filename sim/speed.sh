#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# speed.sh - how fast the model and the simulators are, on one core: a row each, with the goal.  Environment: BUILD, SIM_LANES.
# The kernels are tb/top/speed*.wfk: an integer hash, for the model also one that runs longer and two shaders.  The best of three runs counts,
# since whatever else the machine does only slows one down.
# The goals hold on a machine that has a core to spare, but for two of six wave sizes (docs/shaders.md); this only prints.
# Exit status: 1 when a run is wrong or gives no figure.
set -u
BUILD=${BUILD:-build} wavefold=$BUILD/bin/wavefold
json=$BUILD/speed.json

best() {        # FIELD OPTIONS...: the most of FIELD that a second of a run gave, in three runs
    field=$1 figures=
    shift
    for _ in 1 2 3; do
        "$wavefold" run "$kernel" "$@" --seed 0 --stats "$json" >/dev/null 2>"$json.said" || { cat "$json.said" >&2; return 1; }
        figures="$figures $(awk -F'[:,]' -v field="\"$field\"" '{ gsub(/ /, "", $1) } $1 == field { n = $2 } $1 == "\"seconds\"" { s = $2 }
            END { if (n > 0 && s > 0) printf "%.0f\n", n / s }' "$json")"
    done
    echo "$figures" | tr ' ' '\n' | sort -n | tail -n 1 | grep .
}

row() {         # WHAT UNIT GOAL FIELD OPTIONS...
    what=$1 unit=$2 goal=$3
    shift 3
    if figure=$(best "$@"); then
        printf '%-44s %14s %14s  %s\n' "$what" "$figure" "$goal" "$unit"
    else
        echo "FAIL speed: $wavefold run $kernel $*"
        status=1
    fi
}

least_ms() {    # COMMAND...: the least milliseconds of five runs
    least=
    for _ in 1 2 3 4 5; do
        from=$(date +%s%N)
        "$@" >"$BUILD/speed.said" || return 1
        taken=$((($(date +%s%N) - from) / 1000000))
        [ "${least:-$taken}" -lt "$taken" ] || least=$taken
    done
    echo "$least"
}

random_module() {     # some 14,000 instructions, most of them live: the time to its listing, and to its table of all wave sizes; 100 ms for each 10,000
    module=$BUILD/s17.spv
    "$BUILD/tb/spirv/wf_spirv_random" --seed 17 --size 1800 --out "$BUILD" >/dev/null 2>&1 || return 1
    one=$(least_ms "$wavefold" asm "$module") && all=$(least_ms "$wavefold" check "$module") || return 1
    instructions=$(od -An -v -tu4 -w4 -j20 "$module" | awk 'left == 0 { left = int($1 / 65536); n++ } { left-- } END { print n }')
    printf '%-44s %14s %14s  %s\n' "a module of $instructions instructions, lowered" "$one" $((instructions / 100)) milliseconds
    printf '%-44s %14s %14s  %s\n' '... validated, and lowered for six wave sizes' "$all" $((instructions / 100)) milliseconds
}

long_code() {   # NAME WHAT: a module that becomes many instructions; 100 ms for each 10,000, at all six wave sizes
    module=tb/shaders/$1.spv
    all=$(least_ms "$wavefold" check "$module") || return 1
    instructions=$(awk '$1 == 32 { n = $4 } END { print n + 0 }' "$BUILD/speed.said")
    printf '%-44s %14s %14s  %s\n' "$2, $instructions of code, six sizes" "$all" $((instructions / 100)) milliseconds
}

lowering() { random_module && long_code f64_vectors 'doubles' && long_code lang_long 'calls and branches'; }

status=0
printf '%-44s %14s %14s\n' '' measured goal
for what in model~1500000000 mandelbrot~1000000000 sha256~1000000000; do
    kernel=tb/top/speed_${what%~*}.wfk
    row "model, wave size 32, ${kernel##*/}" 'lane instructions a second' "${what#*~}" lane_instructions --on model --wave-size 32
done
lowering || { echo "FAIL speed: $module"; status=1; }
kernel=tb/top/speed.wfk
for lanes in ${SIM_LANES-32 128}; do
    case $lanes in 32) goal=350000 ;; 128) goal=120000 ;; *) goal=- ;; esac
    row "Verilator in lock step, $lanes lanes" 'cycles a second' $goal cycles --on rtl --races off --lanes "$lanes" --wave-size "$lanes"
done
exit $status

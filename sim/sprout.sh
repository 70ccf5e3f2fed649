#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# sprout.sh - plant bugs by rule in a unit's modules (tb/mutants/wf_sprout.c), all in one build of each of its benches, and run them one at a time.
# Units of the golden model are those of sim/sprout_model.sh.
# Environment: BUILD, JOBS; UNIT="fp xlane", else all units; AUTO, how many a unit; SEED, which ones, and that of the benches; BENCHES="a b", these alone.
# The first bench of each source comes first, also of sources in other units that the head of a module names; then the others, if one of those that were
# built is left.  Then come the proofs of the module (sim/formal.sh),
# those expected to take SECONDS_MOST=20 at most.  What a bench does not build is left out, and so is what tb/mutants/equivalent/<unit>.list shows to
# change nothing.  Verdicts of benches stay in $BUILD/mutants/auto: a second run does what is not decided.
# What is not found is in $BUILD/mutants/auto/<unit>/survived/<unit>.list, a table for sim/mutants.sh with the rest of the suite as catchers.
set -u
BUILD=$(cd "${BUILD:-build}" && pwd) AUTO=${AUTO:-100} SEED=${SEED:-1} JOBS=${JOBS:-2}
BEYOND='lockstep system shared'
# the number of bug 0, as wf_sprout has it
zero=1592590336

# TREE BENCH NUMBER NAME KEY VERDICTS: run it once, unless it is known, and note the verdict
if [ "${1-}" = --one ]; then
    shift
    verdict=$(awk -v key="$5" '$1 == key { print $2 }' "$6" | tail -n 1)
    if [ -z "$verdict" ]; then
        read -r limit command <"$1/build/bench/$2/run"
        (cd "$1" && ulimit -t "$limit" && timeout -k 5 $((20 * limit)) sh -c "$command +mutant=$3") >"$1/log/$4-$2" 2>&1
        case $? in 0) verdict=passes ;; 124 | 137 | 152) verdict=hangs ;; *) verdict=caught ;; esac
        [ $verdict != passes ] || rm -f "$1/log/$4-$2"
        echo "$5 $verdict" >>"$6"
    fi
    [ "$verdict" = passes ] || echo "$4 $2 $verdict" >>"$1/caught"
    exit 0
fi

"$(dirname "$0")/check_number.sh" SEED "$SEED" 0 4294967295 || exit 2
"$(dirname "$0")/check_number.sh" AUTO "$AUTO" 1 20000 || exit 2
known=$( (for list in tb/*/bench.list; do [ ! -d "rtl/$(basename "${list%/*}")" ] || basename "${list%/*}"; done; awk '!/^#/ { print $1 }' sim/sprout_model.list) | tr '\n' ' ')
models= units=
for unit in ${UNIT:-$known}; do
    if grep -q "^$unit " sim/sprout_model.list; then
        models="$models $unit"
    elif [ -f "tb/$unit/bench.list" ] && [ -d "rtl/$unit" ]; then
        units="$units $unit"
    else
        echo "UNIT=$unit: expected some of $known" >&2
        exit 2
    fi
done
failed=0
if [ -n "$models" ]; then
    UNIT=$models AUTO=$AUTO SEED=$SEED JOBS=$JOBS "$(dirname "$0")/sprout_model.sh" || failed=$?
    [ -n "$units" ] || exit $failed
fi
sprout=$BUILD/tb/mutants/wf_sprout mutate=$BUILD/tb/mutants/wf_mutate
env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s BUILD="$BUILD" "$sprout" "$mutate" bench-runtime "$BUILD/tb/fp/vectors-$SEED.txt" || exit 2

sum() { sha256sum | cut -d ' ' -f 1; }
# a table's entry of the name
entry() { awk -v name="$2" '/^[^-+#]/ { on = $1 == name } on' "$1"; }

grow() {
    for entry in *; do
        case $entry in rtl | build) ;; *) [ "$PWD/$entry" = "$BUILD" ] || ln -s "$PWD/$entry" "$tree/$entry" ;; esac
    done
    mkdir -p "$tree/rtl" "$tree/build/bench" "$tree/build/tb/fp" "$tree/log"
    for entry in rtl/*; do [ "$entry" = "rtl/$unit" ] || ln -s "$PWD/$entry" "$tree/$entry"; done
    ln -s "$BUILD/bench/runtime" "$tree/build/bench/runtime"
    ln -s "$BUILD/tb/fp/vectors-$SEED.txt" "$tree/build/tb/fp"
}

# BENCH: run $command, without a bug
alone() { (cd "$tree" && eval "$command" >"log/$1" 2>&1 && times >"build/bench/$1/times"); }
# BENCH: with all bugs, none of which is planted: it passes; its command, and the numbers that were built
build_bench() {
    folder=$tree/build/bench/$1
    [ ! -e "$folder/run" ] || return 0
    # the texts of the bugs make loops longer, and some have to be unrolled
    (cd "$tree" && UNROLL=5000 KEEP=1 BUILD=build sim/bench.sh verilator "$1") || return 1
    cat "$folder"/*.cpp "$folder"/*.h | grep -o '0x5eed[0-9a-f]*U' | sort -u >"$folder/numbers"
    rm -f "$folder"/*.cpp "$folder"/*.o
    # shellcheck disable=SC2046  # files
    cat $(sed -n 's/^\(\(rtl\|tb\)[^:]*\):$/\1/p' "$folder/tb.d" | grep -v "^rtl/$unit/.*\.v$") sim/bench.sh | sum >"$folder/read"
    plain=$(cd "$tree" && BUILD=build sim/bench.sh command verilator "$1" "$SEED")
    # registers begin with anything, if the bench itself bears that: else a reset that is missing is not seen
    command="$plain +verilator+rand+reset+2 +verilator+seed+$((SEED % 1000000 + 1))"
    alone "$1" || { command=$plain && alone "$1"; } || { tail -n 5 "$tree/log/$1"; return 1; }
    echo "$(sed -n 's/[ms]/ /g; 2p' "$folder/times" | awk '{ print int(10 + 5 * (60 * ($1 + $3) + $2 + $4)) }') $command" >"$folder/run"
}

# BENCH: the bugs of `left` that it builds
run_bench() {
    build_bench "$1" || { echo "FAIL $unit: $1 does not build or pass without a bug, see $tree/log/$1"; failed=1; return; }
    read=$(cat "$tree/build/bench/$1/read") runs=$(cut -d " " -f 2- "$tree/build/bench/$1/run")
    while read -r name number planted; do
        grep -qi "$(printf '0x%xU' "$number")" "$tree/build/bench/$1/numbers" || continue
        echo "$name" >>"$tree/built"
        echo "$tree $1 $number $name $(echo "$planted $read $runs" | sum) $dir/verdicts"
    done <"$tree/left" | xargs -r -P "$JOBS" -n 6 sh "$0" --one
    awk 'FILENAME == ARGV[1] { gone[$1]; next } !($1 in gone)' "$tree/caught" "$tree/left" >"$tree/left.new"
    mv "$tree/left.new" "$tree/left"
}

# FILE: the runs of proofs that bind its module
proofs_of() {
    sim/formal.sh list | while read -r run harness method depth seconds parameters; do
        [ "$seconds" -gt "${SECONDS_MOST:-20}" ] || ! grep -q "\<$(basename "$1" .v) #*(" "$harness" || echo "$run"
    done
}
# NAME FILE: a proof finds a violation, with this bug alone in the file
prove() {
    runs=$(proofs_of "$2") at=$dir/proof
    [ -n "$runs" ] || return
    rm -rf "$at" && mkdir -p "$at/build"
    for entry in *; do case $entry in rtl | build) ;; *) [ "$PWD/$entry" = "$BUILD" ] || ln -s "$PWD/$entry" "$at/$entry" ;; esac; done
    cp -r rtl "$at/rtl"
    "$mutate" plant "$1" "$table" >"$at/$2"
    for run in $runs; do
        (cd "$at" && BUILD=build sim/formal.sh "$run") >"$tree/log/$1-formal-$run" 2>&1
        if grep -q 'violated in cycle' "$tree/log/$1-formal-$run"; then
            echo "$1 formal-$run violated" >>"$tree/caught"
            return
        fi
    done
}

for unit in $units; do
    dir=$BUILD/mutants/auto/$unit tree=$BUILD/mutants/auto/$unit/tree table=$BUILD/mutants/auto/$unit/$unit.list
    mkdir -p "$dir/planted"
    touch "$dir/verdicts"
    # half as many more, for some will not be built
    "$sprout" "$unit" "$SEED" $((AUTO * 3 / 2)) "$dir/planted" "$BEYOND" rtl/"$unit"/*.v >"$table" || exit 2
    # the tree of the last run serves again, if nothing that it was made of changed
    stamp=$(find rtl tb sim -type f ! -path 'tb/mutants/*.list' | sort | xargs sha256sum | cat - "$table" | sum)
    if [ "$(cat "$tree/stamp" 2>/dev/null)" != "$stamp" ]; then
        rm -rf "$tree"
        mkdir -p "$tree"
        grow
        cp -r "$dir/planted/rtl/$unit" "$tree/rtl"
        # a function that stays one copy cannot read which bug is planted
        sed -i 's|/\*verilator no_inline_task\*/||' "$tree/rtl/$unit"/*.v
        for entry in rtl/"$unit"/*.vh; do [ ! -e "$entry" ] || ln -sf "$PWD/$entry" "$tree/$entry"; done
        echo "$stamp" >"$tree/stamp"
    fi
    rm -rf "$dir/planted"
    : >"$tree/caught"
    : >"$tree/built"
    equal=tb/mutants/equivalent/$unit.list
    { [ ! -e $equal ] || for name in $("$mutate" list $equal | cut -f 1); do "$mutate" plant "$name" $equal | sum; done; } >"$tree/equal"
    "$mutate" list "$table" | cut -f 1 | sort -t - -k 3n | while read -r name; do echo "$name $((zero + ${name##*-})) $("$mutate" plant "$name" "$table" | sum)"; done >"$tree/all"
    awk 'FILENAME == ARGV[1] { equal[$1]; next } !($3 in equal)' "$tree/equal" "$tree/all" >"$tree/left"
    firsts=$(awk '!/^#/ && $4 != "none" && $6 != "all" && !seen[$2]++ { print $1 }' "tb/$unit/bench.list")
    # those of other units that the heads of modules name
    named=$(sed -n "s|^//.*Test: *||p" rtl/"$unit"/*.v | tr -s ", " "\n\n" | grep "^tb/.*_tb\.v\$" | grep -v "^tb/$unit/" | sort -u | while read -r source; do
        awk -v source="${source##*/}" '!/^#/ && $2 == source && $4 != "none" && $6 != "all" { print $1; exit }' "${source%/*}/bench.list"
    done)
    others=$(awk '!/^#/ && $4 != "none" && $6 != "all" && seen[$2]++ { print $1 }' "tb/$unit/bench.list")
    for bench in ${BENCHES:-$firsts $named}; do
        [ ! -s "$tree/left" ] || run_bench "$bench"
    done
    # the others while something that was built is not found
    [ -n "${BENCHES:-}" ] || for bench in $others; do
        awk 'FILENAME == ARGV[1] { built[$1]; next } $1 in built { found = 1 } END { exit !found }' "$tree/built" "$tree/left" || break
        run_bench "$bench"
    done
    # then the proofs
    [ -n "${BENCHES:-}" ] || while read -r name number planted; do
        ! grep -qx "$name" "$tree/built" || prove "$name" "$("$mutate" list "$table" | awk -F '\t' -v name="$name" '$1 == name { print $2 }')" </dev/null
    done <"$tree/left"
    # the first AUTO of those that were built or change nothing
    sort -u "$tree/built" >"$tree/built.new" && mv "$tree/built.new" "$tree/built"
    awk -v most="$AUTO" -v built="$tree/built" -v equal="$tree/equal" -v caught="$tree/caught" '
        FILENAME == built { is_built[$1]; next }
        FILENAME == equal { is_equal[$1]; next }
        FILENAME == caught { by[$1] = $2 " " $3; next }
        n < most && ($3 in is_equal) { n++; print $1, "equivalent"; next }
        n < most && ($1 in is_built) { n++; print $1, ($1 in by) ? "caught " by[$1] : "survived" }' \
        "$tree/built" "$tree/equal" "$tree/caught" "$tree/all" >"$dir/result"
    { echo "by $BEYOND" && awk '$2 == "survived" { print $1 }' "$dir/result" | while read -r name; do entry "$table" "$name"; done; } >"$dir/survived.new"
    rm -rf "$dir/survived" && mkdir "$dir/survived" && mv "$dir/survived.new" "$dir/survived/$unit.list"
    awk '$2 == "survived" { print $1 }' "$dir/result" | while read -r name; do
        echo "FAIL mutant $name: survived"
        entry "$table" "$name" | sed 's/^/    /'
    done
    awk -v unit="$unit" -v wanted="$AUTO" '
        { count[$2]++ }
        END {
            real = NR - count["equivalent"]
            printf "%-10s %6d mutants %6d caught by its tests %6d equivalent %6d survived   %.1f %% of those that are not equivalent\n", unit, NR, count["caught"],
                count["equivalent"], count["survived"], real ? 100 * count["caught"] / real : 0
            exit NR == 0 || count["survived"] > 0
        }' "$dir/result" || failed=1
done
exit $failed

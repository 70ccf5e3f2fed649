#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# sprout_model.sh - plant bugs by rule in a unit of the golden model (sim/sprout_model.list, tb/mutants/wf_sprout_c.c), one at a time.
# Environment: BUILD, JOBS; UNIT="model-core model-isa"; AUTO, how many a unit; SEED, which ones, and that of the tests; JUDGES="test kernels lockstep", which
# of those that are named below run; TABLE=FILE, the bugs of that table, in its order; FOLDER, in place of
# $BUILD/mutants/auto.
# A bug is compiled with -O2.  One that does not compile is not counted, one that gives the same object changes nothing, and is listed as such.  The others
# are linked, and run until something fails: the unit's own tests, kernels on the model, random programs and some kernels in lock step with the RTL of 8 lanes.
# What tb/mutants/equivalent/<unit>.list shows to change nothing is not run.  Verdicts stay in $BUILD/mutants/auto: a second run does what is not decided.
# What is not found is in $BUILD/mutants/auto/<unit>/survived/<unit>.list, a table for sim/mutants.sh with more tests as catchers.
set -u
given=${BUILD:-build}      # make knows what depends on what by the name that the folder was built by
BUILD=$(cd "$given" && pwd) AUTO=${AUTO:-100} SEED=${SEED:-1} JOBS=${JOBS:-2} JUDGES=${JUDGES:-test kernels lockstep}
export BUILD SEED
BEYOND='c-lockstep-test_several c-lockstep-test_memory c-vulkan-test_parallel shaders-model system shared'
mutate=$BUILD/tb/mutants/wf_mutate auto=${FOLDER:-$BUILD/mutants/auto}
links=$auto/model.links
sum() { sha256sum | cut -d ' ' -f 1; }
# how much a run may take: processor seconds, memory, no image of what failed
limited() { (ulimit -t "$1"; ulimit -v 12000000; ulimit -c 0; shift; timeout -k 5 600 "$@"); }

# ---- one bug: NAME, with what --one gets in its environment: unit, dir, tree, table, same (the sum of all sources) ----
# SOURCE OBJECT, in a tree
compile() {
    mkdir -p "${2%/*}"
    gcc -O2 -std=c11 -ffp-contract=off -fPIC -Ic_model/include -I"$BUILD/c_model/spirv/module" -D_POSIX_C_SOURCE=200809L -fvisibility=hidden -w \
        -Werror=incompatible-pointer-types -Werror=int-conversion -Werror=discarded-qualifiers -c -o "$2" "$1" && strip --strip-unneeded "$2"
}
known() { awk -v key="$1" -v judge="$2" '$1 == key && $2 == judge { print $3 }' "$dir/verdicts" | tail -n 1; }
# the tree $work with the bug, and its objects; says what became of it
build() {
    rm -rf "$work"
    mkdir -p "$work/build" "$work/tb"
    if [ "$file" != "${file%.h}" ]; then
        cp -rs "$PWD/c_model" "$work"
    else            # its own folder is one of ours
        at=.
        for part in $(echo "$file" | tr / ' '); do
            [ "$at" = . ] || ln -s "$PWD/$at"/* "$work/$at"
            at=$at/$part
            [ "$at" = "./$file" ] || { rm -f "$work/$at" && mkdir "$work/$at"; }
        done
    fi
    awk -v file="$file" -F '[ /]' 'index($0, file " tb/") == 1 { print "common"; print $(NF - 1) }' "$tree/uses" | sort -u | while read -r folder; do
        cp -rs "$PWD/tb/$folder" "$work/tb"
    done
    rm "$work/$file"
    "$mutate" plant "$name" "$table" >"$work/$file"
    object=same
    for source in $(awk -v file="$file" '$1 == file { print $2 }' "$tree/uses"); do
        (cd "$work" && compile "$source" "obj/${source%.c}.o") >>"$work/log" 2>&1 || { object=unbuilt; return; }
        cmp -s "$work/obj/${source%.c}.o" "$tree/obj/${source%.c}.o" || object=differs
    done
}
# COMMAND...: a command that links, with the objects of the bug in place of those in BUILD, and those of the library in front of it
link_as() {
    output=$1 command=
    shift
    [ -e "$work/build/reference" ] || ln -s "$BUILD/reference" "$work/build/reference"          # kernels name files there
    for word; do
        other=$work/obj/${word#"$BUILD/"}
        case $word in
        "$BUILD"/*.o) [ ! -e "$other" ] || word=$other ;;
        OBJECTS) word=$(cd "$work/obj" && find . -name '*.o' | sed 's|^\./||' | grep -xFf "$tree/library" | sed "s|^|$work/obj/|") ;;
        esac
        command="$command $word"
    done
    mkdir -p "${output%/*}"
    $command -o "$output"
}
# TARGET of `make model-links`
link_target() {
    # shellcheck disable=SC2046  # words
    link_as "$work/build/$1" $(sed -n "s|^$1 ||p" "$links")
}
judge_test() {      # UNIT/test_NAME[+OBJECT]
    test=${1%%+*} more=
    for object in $(echo "$1" | tr '+' '\n' | sed 1d); do more="$more $BUILD/$object"; done
    case $test in
    vulkan/*)
        link_target vulkan/libvulkan_wavefold.so && cp "$BUILD/vulkan/wavefold_icd.json" "$work/build/vulkan"
        mkdir -p "$work/build/tb/vulkan" && cp "$BUILD/tb/$test" "$work/build/tb/vulkan"
        ;;
    # shellcheck disable=SC2086  # words
    *) link_as "$work/build/tb/$test" gcc OBJECTS "$BUILD/tb/$test.o" $more "$BUILD/libwavefold.a" -lm ;;
    esac || return
    limited "$(cat "$tree/limit/$(echo "$test" | tr / -)")" "$work/build/tb/$test" "$SEED"
}
judge_kernels() {
    [ -e "$work/build/bin/wavefold" ] || link_target bin/wavefold
    for kernel in $(sim/variants.sh tb/kernels/*.wfk); do
        BUILD=$work/build limited 30 sim/kernel.sh "$kernel" model 128 "$SEED" || return
    done
}
judge_lockstep() {
    [ -e "$work/build/bin/wavefold" ] || link_target bin/wavefold
    link_target sim/libwavefold_sim_l8.so
    mkdir -p "$work/build/tb/top"
    ln -sf "$BUILD/tb/top/wf_random" "$work/build/tb/top/wf_random"
    for size in "10 200" "5 100 6"; do
        # shellcheck disable=SC2086  # words
        BUILD=$work/build WAVEFOLD_SIM=$work/build/sim/libwavefold_sim_l8.so SHRINK=0 FOLDER=$work/random limited 120 sim/random.sh 8 "$SEED" $size || return
    done
    for kernel in $(sim/variants.sh tb/kernels/*.wfk | awk 'NR % 8 == 1'); do
        BUILD=$work/build WAVEFOLD_SIM=$work/build/sim/libwavefold_sim_l8.so TURN=1 limited 60 sim/kernel.sh "$kernel" rtl 8 "$SEED" || return
    done
}
if [ "${1-}" = --one ]; then
    name=$2 file=$("$mutate" list "$table" | awk -F '\t' -v name="$2" '$1 == name { print $2 }') work=$tree/work/$2
    key=$( ("$mutate" plant "$name" "$table" && echo "$same") | sum)
    object=$(known "$key" object)
    if [ -z "$object" ]; then
        build
        echo "$key object $object" >>"$dir/verdicts"
    fi
    echo "$name $object" >>"$tree/built"
    if [ "$object" = differs ] && ! grep -qx "$("$mutate" plant "$name" "$table" | sum)" "$tree/equal"; then
        while read -r judge of fingerprint; do
            verdict=$(known "$key" "$fingerprint")
            if [ -z "$verdict" ]; then
                [ -e "$work" ] || build
                "judge_$judge" "$of" >"$tree/log/$name" 2>&1
                case $? in 0) verdict=passes ;; 124 | 137 | 152) verdict=hangs ;; *) verdict=caught ;; esac
                echo "$key $fingerprint $verdict" >>"$dir/verdicts"
            fi
            [ "$verdict" != passes ] || continue
            [ "$judge" != test ] || of=${of%%+*}
            echo "$name $judge $of $verdict" >>"$tree/caught"
            break
        done <"$tree/judges"
    fi
    rm -rf "$work"
    exit 0
fi

# ---- units ----
"$(dirname "$0")/check_number.sh" SEED "$SEED" 0 4294967295 || exit 2
"$(dirname "$0")/check_number.sh" AUTO "$AUTO" 1 20000 || exit 2
row() { awk -v unit="$1" -v column="$2" '!/^#/ && $1 == unit { gsub(",", " ", $column); print $column }' sim/sprout_model.list; }
for unit in ${UNIT:-}; do
    [ -n "$(row "$unit" 2)" ] || { echo "UNIT=$unit: expected $(awk '!/^#/ { printf "%s ", $1 }' sim/sprout_model.list)" >&2; exit 2; }
done
[ -n "${UNIT:-}" ] || { echo "sprout_model.sh: expected UNIT=model-core or others" >&2; exit 2; }
make_here() { env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s BUILD="$given" SEED="$SEED" "$@"; }
mkdir -p "${links%/*}"
make_here "$given/tb/mutants/wf_sprout" "$given/tb/mutants/wf_mutate" "$given/tb/top/wf_random" "$given/reference/.made" || exit 2
make_here model-links | sed "s| $given/| $BUILD/|g" >"$links.new" && mv "$links.new" "$links" || exit 2

# "FILE SOURCE" of each source that a file of the model goes into: those of the program, and the tests of the unit
find_uses() {
    (cd "$BUILD" && find c_model -name '*.d' | sed 's/\.d$//' && for test in $tests; do echo "tb/${test%%+*}"; done) | sort -u | while read -r source; do
        [ -e "$source.c" ] || continue
        sed 's/\\$//; s/^[^:]*://' "$BUILD/$source.d" | tr ' ' '\n' | sed -n ':again; s|[^/.][^/]*/\.\./||; t again; /^c_model\/model\/.*\.[ch]$/p' | sort -u |
            sed "s|\$| $source.c|"
    done
}

failed=0
for unit in $UNIT; do
    dir=$auto/$unit tree=$auto/$unit/tree table=$auto/$unit/$unit.list tests=$(row "$unit" 3)
    files=$(for pattern in $(row "$unit" 2); do ls -d c_model/model/$pattern; done)
    export unit dir tree table
    # shellcheck disable=SC2046  # files
    make_here $(for test in $tests; do echo "$given/tb/${test%%+*}"; echo "$test" | tr '+' '\n' | sed "1d; s|^|$given/|"; done) || exit 2
    rm -rf "$tree"
    mkdir -p "$tree/log" "$tree/limit" "$tree/work"
    touch "$dir/verdicts"
    # what does not compile is not counted, and much gives the same object
    # shellcheck disable=SC2086  # files
    if [ -n "${TABLE:-}" ]; then cat "$TABLE"; else "$BUILD/tb/mutants/wf_sprout" "$unit" "$SEED" $((AUTO * 4)) - "$BEYOND" $files; fi >"$table" || exit 2
    sed -n 's/^library //p' "$links" | tr ' ' '\n' | sed "s|^$BUILD/||" >"$tree/library"
    find_uses >"$tree/uses"
    same=$(find c_model -name '*.[ch]' -o -name '*.def' | LC_ALL=C sort | xargs cat | sum)
    export same
    # all without a bug: objects to compare with; each test passes, and how long it takes
    awk -v files=" $(echo $files) " 'index(files, " " $1 " ") { print $2 }' "$tree/uses" | sort -u | while read -r source; do
        compile "$source" "$tree/obj/${source%.c}.o" 2>"$tree/log/alone" || { cat "$tree/log/alone"; echo "FAIL $unit: $source does not compile"; exit 1; } >&2
    done || exit 1
    for test in $tests; do
        test=${test%%+*} limit=$tree/limit/$(echo "${test%%+*}" | tr / -)
        (limited 300 "$BUILD/tb/$test" "$SEED" && times >"$limit") >"$tree/log/alone" 2>&1 || { echo "FAIL $unit: $test fails without a bug"; exit 1; }
        sed 's/[ms]/ /g' "$limit" | awk '{ t += 60 * ($1 + $3) + $2 + $4 } END { print int(5 + 5 * t) }' >"$limit.new" && mv "$limit.new" "$limit"
    done
    {
        for test in $tests; do echo "test $test $(echo "$test" | cat - "$BUILD/tb/${test%%+*}" | sum)"; done
        echo "kernels all $(cat tb/kernels/* "$BUILD/bin/wavefold" | sum)"
        echo "lockstep all $(cat tb/kernels/* "$BUILD/bin/wavefold" "$BUILD/sim/libwavefold_sim_l8.so" | sum)"
    } | awk -v judges=" $JUDGES " 'index(judges, " " $1 " ")' >"$tree/judges"
    # ... linked as those with a bug, nothing fails
    work=$tree/work/alone
    mkdir -p "$work/build"
    ln -s "$tree/obj" "$work/obj"
    touch "$auto/alone"
    while read -r judge of fingerprint; do
        [ "$judge" != test ] && grep -qx "$fingerprint" "$auto/alone" && continue
        "judge_$judge" "$of" >"$tree/log/alone" 2>&1 || { echo "FAIL $unit: $judge $of fails without a bug, see $tree/log/alone"; exit 1; }
        echo "$fingerprint" >>"$auto/alone"
    done <"$tree/judges"
    rm -rf "$work"
    equal=tb/mutants/equivalent/$unit.list
    { [ ! -e "$equal" ] || for name in $("$mutate" list "$equal" | cut -f 1); do "$mutate" plant "$name" "$equal" | sum; done; } >"$tree/equal"
    : >"$tree/caught"
    : >"$tree/built"
    # in turn, until so many give another object
    "$mutate" list "$table" | cut -f 1 | awk -F - '{ print $NF, $0 }' | sort -s -n -k 1,1 | cut -d ' ' -f 2 >"$tree/all"
    while got=$(grep -c ' differs$' "$tree/built") done=$(wc -l <"$tree/built"); [ "$got" -lt "$AUTO" ] && [ "$done" -lt "$(wc -l <"$tree/all")" ]; do
        tail -n +$((done + 1)) "$tree/all" | head -n $((AUTO - got)) | xargs -r -P "$JOBS" -n 1 sh "$0" --one
    done
    while read -r name; do echo "$name $("$mutate" plant "$name" "$table" | sum)"; done <"$tree/all" >"$tree/sums"
    awk -v built="$tree/built" -v equal="$tree/equal" -v caught="$tree/caught" '
        FILENAME == built { is[$1] = $2; next }
        FILENAME == equal { is_equal[$1]; next }
        FILENAME == caught { by[$1] = ($2 == "test" ? "test " $3 : "suite " $2) " " $4; next }
        is[$1] == "same" { print $1, "same" }
        is[$1] == "differs" { print $1, ($2 in is_equal) ? "equivalent" : ($1 in by) ? "caught " by[$1] : "survived" }' \
        "$tree/built" "$tree/equal" "$tree/caught" "$tree/sums" >"$dir/result"
    named() { awk -v name="$1" '/^[^-+#]/ { on = $1 == name } on' "$table"; }
    rm -rf "$dir/survived" && mkdir "$dir/survived"
    { echo "by $BEYOND" && awk '$2 == "survived" { print $1 }' "$dir/result" | while read -r name; do named "$name"; done; } >"$dir/survived/$unit.list"
    awk '$2 == "survived" || $3 == "suite" { print }' "$dir/result" | while read -r name what by judge verdict; do
        if [ "$what" = survived ]; then echo "FAIL mutant $name: survived"; else echo "mutant $name: $verdict by $judge, by no test of the unit"; fi
        named "$name" | sed 's/^/    /'
    done
    awk -v unit="$unit" '
        { count[$2]++; n[$3]++ }
        END {
            all = NR - count["same"]; real = all - count["equivalent"]
            printf "%-14s %6d mutants %6d caught by its tests %6d equivalent %6d survived %6d caught by the suite %6d more give the same object", unit, all, n["test"],
                count["equivalent"], count["survived"], n["suite"], count["same"]
            printf "   %.1f %% of those that are not equivalent by its tests\n", real ? 100 * n["test"] / real : 0
            exit all == 0 || count["survived"] > 0
        }' "$dir/result" || failed=1
done
exit $failed

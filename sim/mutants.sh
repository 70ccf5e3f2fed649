#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# mutants.sh [NAME...] - plant the bugs of tb/mutants/<unit>.list, one at a time: one of a bug's catchers must fail, and each passes without a bug.
# A mutant that does not apply or does not build is a failure of its own: it proves nothing.
# Environment: BUILD, JOBS; SEED, that of the catchers; and which of them: UNIT="fp xlane"; SHARE=10, a tenth of them; CHEAP=20, so many of those that
# a quick catcher finds; CHOICE, the seed that chooses these, SEED if there is none; BASE=REVISION: mutants of files that changed since come first.
# TABLES="FILE..." takes other tables.
# Verdicts stay in $BUILD/mutants/verdicts: a second run does what is not decided for that file with that bug and the catchers as they are.
set -u
given=${GIVEN:-${BUILD:-build}}      # make knows what depends on what by the name that the folder was built by
BUILD=$(mkdir -p "$given" && cd "$given" && pwd) SEED=${SEED:-1} JOBS=${JOBS:-2} CHOICE=${CHOICE:-${SEED:-1}}
dir=$BUILD/mutants tables=${TABLES:-$(echo tb/mutants/*.list)} mutate=$BUILD/tb/mutants/wf_mutate vectors=$BUILD/tb/fp/vectors-$SEED.txt

# ---- catchers: tests by the names that sim/list_tests.sh gives them (c-UNIT-test_NAME, sh-UNIT-test_NAME, icarus-BENCH, bench-BENCH), or targets of make --
# those that build and run in two seconds or so
quick='c-(asm|cli|core|dispatch|fp|host|isa|lds|lockstep|pack|top|xlane)-.*|icarus-(fp|valu-l4|xlane-l8|quads-l8|pixels-l32)'

path_of() { unit=${1#*-} && echo "tb/${unit%%-*}/${1#*-*-}"; }

# what make builds for a catcher, in the build folder $2
needs() {
    case $1 in
    c-vulkan-*) for need in "$(path_of "$1")" vulkan/wavefold_icd.json; do echo "$2/$need"; done ;;
    c-*) echo "$2/$(path_of "$1")" ;;
    sh-*) for need in bin/wavefold $(sed -n 's/^# Needs: *//p' "$(path_of "$1").sh"); do echo "$2/$need"; done ;;
    *) echo "build-$1" ;;
    esac
}

alone() { env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u TIMES SHRINK=0 make -s SEED="$SEED" "$@"; }
make_here() { alone BUILD="$given" "$@"; }
# TREE ARGUMENT...: in a tree of ours, whose build folder is build
make_in() {
    tree=$1
    shift
    alone -C "$tree" BUILD=build VECTORS_FILE="$vectors" "$@"
}

# CATCHER TREE
start() {
    case $1 in
    c-*) (cd "$2" && "build/$(path_of "$1")" "$SEED") ;;
    sh-*) (cd "$2" && BUILD=build SEED=$SEED ALL=0 "$(path_of "$1").sh") ;;
    *) make_in "$2" "$1" ;;
    esac
}

# all that decides what a catcher says, but for the file with the bug
fingerprint() {
    case $1 in
    c-vulkan-*) cat "$BUILD/$(path_of "$1")" "$BUILD/vulkan/libvulkan_wavefold.so" ;;
    c-*) cat "$BUILD/$(path_of "$1")" ;;
    icarus-kernel | icarus-litmus-*) cat "$run/everything" ;;
    icarus-*) cat "$BUILD/bench/${1#icarus-}.vvp" "$vectors" && sim/bench.sh command icarus "${1#icarus-}" "$SEED" ;;
    bench-*) cat "$BUILD/bench/${1#bench-}/tb" "$vectors" && sim/bench.sh command verilator "${1#bench-}" "$SEED" ;;
    *) cat "$run/everything" "$BUILD/bin/wavefold" ;;
    esac | sha256sum
}

# ---- trees ------------------------------------------------------------------------------------------------------------------------------
now() { date +%s.%N; }
since() { echo "$(now) $1" | awk '{ printf "%.1f", $1 - $2 }'; }
first_word() { echo "$1"; }
# FILE that `times` wrote: the seconds of the processes that the shell started
processor() { sed -n 's/[ms]/ /g; 2p' "$1" | awk '{ printf "%.1f", 60 * ($1 + $3) + $2 + $4 }'; }

# TREE FILE TEXT: a tree of links to this one, in which FILE alone is another: TEXT; nothing is built.  Files of C include others by way of "..", and the
# program asks where its header really is: links would lead both out of the tree.
grow() {
    at=. rest=$2
    rm -rf "$1"
    mkdir -p "$1/build"
    for entry in *; do
        [ "$PWD/$entry" = "$BUILD" ] || [ "$entry" = build ] || ln -s "$PWD/$entry" "$1/$entry"
    done
    case $2 in
    c_model/* | tb/*) rm "$1/c_model" "$1/tb" && cp -rp c_model tb "$1" ;;
    *)
        while [ "$rest" != "${rest#*/}" ]; do
            at=$at/${rest%%/*} rest=${rest#*/}
            rm "$1/$at"
            mkdir "$1/$at"
            ln -s "$PWD/$at"/* "$1/$at"
        done
        ;;
    esac
    rm "$1/$2"
    cp "$3" "$1/$2"
}

# TREE FILE CATCHER: ... what make finds built there: objects, without those that FILE goes into and all that is linked from them, and what Verilator
# and Icarus made.  Links again: what make builds replaces its file.
give_built() {
    case $3 in
    icarus-kernel) ;;
    icarus-* | bench-*)
        [ ! -e "$1/build/bench" ] || return 0
        mkdir -p "$1/build/bench" "$1/build/tb/fp"
        ln -s "$BUILD/bench/runtime" "$1/build/bench/runtime"
        ln -s "$vectors" "$1/build/tb/fp"
        return
        ;;
    esac
    hardware=no
    case $2 in rtl/* | *.v | *.vh) hardware=yes ;; esac
    if [ ! -e "$1/build/c_model" ]; then
        # shellcheck disable=SC2046  # those that are there
        (cd "$BUILD" && find c_model tb $(ls -d bin vulkan libwavefold.a wf_gen 2>/dev/null) -type f \
            \( -name '*.[oda]' -o -name '*.def' -o -name '*.spv.h' -o -name 'vulkan_*.h' -o -name 'wavefold*' -o -name 'wf_*' \) -exec cp --parents -pl -t "$1/build" {} +)
        [ ! -e "$BUILD/reference" ] || ln -s "$BUILD/reference" "$1/build/reference"
        [ $hardware = yes ] || {
            find "$1/build" -name '*.d' -exec grep -lF "/${2##*/}" {} + | while read -r made; do rm -f "${made%.d}.o" "$made"; done
            find "$1/build" -type f ! -name '*.[od]' ! -name '*.def' ! -name '*.spv.h' ! -name 'vulkan_*.h' -delete
        }
    fi
    [ $hardware = no ] || return 0
    for part in "$BUILD"/sim/*/*.vvp "$BUILD"/sim/*.dir "$BUILD"/sim/host; do
        to=$1/build/${part#"$BUILD/"}
        [ ! -e "$part" ] || [ -e "$to" ] || { mkdir -p "${to%/*}" && ln -s "$part" "$to"; }
    done
}

# CATCHER: its fingerprint and the seconds of a processor that it takes without a bug, or "fails"; asked once in a run, by one at a time.  It runs in a
# tree of links too, for no such tree by itself may make it fail.
without() {
    [ -e "$run/catcher/$1" ] || (
        flock 9
        [ ! -e "$run/catcher/$1" ] || exit 0
        print=fails seconds=0 tree=$dir/tree/$1
        # shellcheck disable=SC2046  # targets are words
        if make_here $(needs "$1" "$given") >"$dir/log/$1.log" 2>&1; then
            print=$(first_word $(fingerprint "$1"))
            if ! read -r old seconds <"$dir/passes/$1" || [ "$old" != "$print" ]; then
                grow "$tree" c_model/cli/main.c c_model/cli/main.c
                give_built "$tree" c_model/cli/main.c "$1"
                case $1 in
                icarus-kernel) ;;
                icarus-*) ln -s "$BUILD/bench/${1#icarus-}.vvp" "$tree/build/bench" ;;
                bench-*) ln -s "$BUILD/bench/${1#bench-}" "$tree/build/bench" ;;
                esac
                if (make_in "$tree" $(needs "$1" build) >>"$dir/log/$1.log" 2>&1 && start "$1" "$tree" >>"$dir/log/$1.log" 2>&1 && times >"$run/times"); then
                    seconds=$(processor "$run/times")
                    echo "$print $seconds" >"$dir/passes/$1"
                else
                    print=fails
                fi
                rm -rf "$tree"
            fi
        fi 2>/dev/null
        echo "$print $seconds" >"$run/catcher/$1"
    ) 9>"$dir/lock"
    cat "$run/catcher/$1"
}

# ---- with one ---------------------------------------------------------------------------------------------------------------------------
# NAME: its verdict, a word and words
one() {
    name=$1 tree=$dir/tree/$1 log=$dir/log/$1.log known=$dir/verdicts/$1 planted=$dir/planted/$1 grown=no
    line=$(awk -F '\t' -v name="$name" '$1 == name' "$run/list")
    file=$(echo "$line" | cut -f 2)
    : >"$log"
    # shellcheck disable=SC2086  # a list of files
    "$mutate" plant "$name" $tables >"$planted" 2>>"$log" || { cat "$planted" >>"$log"; echo "broken does not apply"; return; }
    sum=$(sha256sum <"$planted")
    touch "$known"
    for catcher in $(echo "$line" | cut -f 3); do
        # shellcheck disable=SC2046  # two words
        set -- $(without "$catcher")
        [ "$1" != fails ] || { echo "broken $catcher fails without it too, see $dir/log/$catcher.log"; return; }
        limit=$(echo "$2" | awk '{ print int(10 + 5 * $1) }')
        key=$(first_word $(echo "$sum $1" | sha256sum))
        verdict=$(awk -v catcher="$catcher" -v key="$key" '$1 == catcher && $2 == key { print $3 }' "$known")
        if [ -z "$verdict" ]; then
            [ $grown = yes ] || { grow "$tree" "$file" "$planted" && grown=yes; }
            (flock -s 9 && give_built "$tree" "$file" "$catcher") 9>"$dir/lock"
            began=$(now)
            # shellcheck disable=SC2046  # targets are words
            if ! make_in "$tree" $(needs "$catcher" build) >>"$log" 2>&1; then
                verdict=unbuilt
            else
                # seconds of a processor for each process, and more on the clock, for others may be at work too
                (ulimit -t "$limit" && timeout -k 5 $((20 * limit)) sh "$0" --start "$catcher" "$tree" >>"$log" 2>&1)
                case $? in
                0) verdict=passes ;;
                124 | 137 | 152) verdict=hangs ;;
                *) verdict=caught ;;
                esac
            fi
            { awk -v catcher="$catcher" '$1 != catcher' "$known" && echo "$catcher $key $verdict $(since "$began")"; } >"$known.new"
            mv "$known.new" "$known"
        fi
        case $verdict in
        caught) echo "caught by $catcher"; return ;;
        hangs) echo "caught by $catcher, which does not end"; return ;;
        unbuilt) echo "broken does not build, see $log"; return ;;
        esac
    done
    echo "survived"
}

run=${MUTANTS_RUN:-}
case ${1-} in
--start)
    start "$2" "$3"
    exit
    ;;
--one)
    began=$(now)
    read -r verdict words <<END
$(one "$2")
END
    case $verdict in
    caught) echo "PASS mutant $2: caught $words" && rm -rf "$dir/log/$2.log" ;;
    survived) echo "FAIL mutant $2: survived" ;;
    *) echo "FAIL mutant $2: $words" ;;
    esac
    rm -rf "$dir/tree/$2" "$dir/planted/$2"
    times >"$run/times-$2"
    echo "$2 $verdict $(since "$began") $(processor "$run/times-$2")" >"$run/verdict/$2"
    exit
    ;;
esac

# ---- which ------------------------------------------------------------------------------------------------------------------------------
"$(dirname "$0")/check_number.sh" SEED "$SEED" 0 4294967295 || exit 2
"$(dirname "$0")/check_number.sh" CHOICE "$CHOICE" 0 4294967295 || exit 2
for number in SHARE CHEAP; do
    eval "value=\${$number:-}"
    [ -z "$value" ] || "$(dirname "$0")/check_number.sh" $number "$value" 1 1000000 || exit 2
done
touched=
[ -z "${BASE:-}" ] || touched=$(git diff --name-only "$BASE" --) || exit 2
make_here "$given/tb/mutants/wf_mutate" || exit 2
mkdir -p "$dir/verdicts" "$dir/passes" "$dir/log" "$dir/planted"
run=$(mktemp -d "$dir/run.XXXXXX") || exit 2
trap 'rm -rf "$run"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$run/catcher" "$run/verdict"
# shellcheck disable=SC2086  # a list of files
"$mutate" list $tables >"$run/all" || exit 2
for name; do
    cut -f 1 "$run/all" | grep -qxF -e "$name" || { echo "mutants.sh: no table has a mutant $name" >&2; exit 2; }
done
for unit in ${UNIT:-}; do
    grep -q "^$unit-" "$run/all" || { echo "UNIT=$unit: expected $(sed 's/-.*//' "$run/all" | uniq | tr '\n' ' ')" >&2; exit 2; }
done
# a name's place in the order that the seed gives: its letters as the digits of a number, turned over again and again
awk -F '\t' -v names=" $* " -v units=" ${UNIT:-} " -v share="${SHARE:-}" -v cheap="${CHEAP:-}" -v quick="$quick" -v seed="$CHOICE" -v touched=" $(echo $touched) " '
    { unit = $1; sub(/-.*/, "", unit); first = $3; sub(/ .*/, "", first) }
    names != "  " && !index(names, " " $1 " ") { next }
    units != "  " && !index(units, " " unit " ") { next }
    cheap != "" && first !~ "^(" quick ")$" { next }
    {
        at = seed % 2147483647
        for (i = 1; i <= length($1); i++) at = (at * 48271 + index("abcdefghijklmnopqrstuvwxyz0123456789-", substr($1, i, 1))) % 2147483647
        for (i = 0; i < 3; i++) at = at * 48271 % 2147483647
        printf "%d %010d %d\t%s\n", !index(touched, " " $2 " "), share cheap == "" ? 0 : at, NR, $0
    }' "$run/all" | sort -k 1,2 -k 3,3n |
    awk -v share="${SHARE:-1}" -v cheap="${CHEAP:-}" '{ sub(/^[^\t]*\t/, ""); line[NR] = $0 }
    END { most = int((NR + share - 1) / share); if (cheap != "" && cheap < most) most = cheap; for (i = 1; i <= most; i++) print line[i] }' >"$run/list"
[ -s "$run/list" ] || { echo "mutants.sh: expected a mutant, none of these is one" >&2; exit 2; }

# ---- run --------------------------------------------------------------------------------------------------------------------------------
began=$(date +%s)
find rtl c_model tb sim -type f ! -path 'tb/mutants/*' | sort | xargs sha256sum | sha256sum >"$run/everything"
# what is tried first, built at once
# shellcheck disable=SC2046  # targets are words
make_here -j"$JOBS" "$given/tb/fp/vectors-$SEED.txt" $(cut -f 3 "$run/list" | sed 's/ .*//' | sort -u | while read -r catcher; do needs "$catcher" "$given"; done) \
    >"$dir/log/build.log" 2>&1 || { echo "FAIL mutants: what catches them does not build, see $dir/log/build.log"; exit 1; }
cut -f 1 "$run/list" | tr '\n' '\0' | GIVEN=$given SEED=$SEED MUTANTS_RUN=$run TABLES=$tables xargs -0 -P "$JOBS" -n 1 sh "$0" --one
cat "$run"/verdict/* | awk -v wall=$(($(date +%s) - began)) '
    { unit = $1; sub(/-.*/, "", unit); if (!(unit in all)) order[++units] = unit; all[unit]++; count[unit, $2]++; sum[$2]++; cpu[unit] += $4; total += $4 }
    $2 == "survived" { left = left " " $1 }
    END {
        printf "%-10s %8s %8s %8s %8s %8s\n", "unit", "mutants", "caught", "survived", "broken", "CPU s"
        for (i = 1; i <= units; i++) {
            unit = order[i]
            printf "%-10s %8d %8d %8d %8d %8.0f\n", unit, all[unit], count[unit, "caught"], count[unit, "survived"], count[unit, "broken"], cpu[unit]
        }
        printf "%-10s %8d %8d %8d %8d %8.0f    %d s in all\n", "all", NR, sum["caught"], sum["survived"], sum["broken"], total, wall
        if (left != "") print "survived:" left
        printf "%d passed, %d failed\n", sum["caught"], NR - sum["caught"]
        exit sum["caught"] < NR
    }'

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# bench.sh - build and name the unit benches, which the tables tb/<unit>/bench.list list (docs/tests.md explains the columns).
#   bench.sh names [verilator|icarus [UNIT...]]   every bench, or those that the simulator runs, one per line, of all units or some
#   bench.sh runtime                       compile what all benches of Verilator share, in $BUILD/bench/runtime
#   bench.sh verilator NAME                build $BUILD/bench/NAME/tb
#   bench.sh icarus NAME                   build $BUILD/bench/NAME.vvp
#   bench.sh command SIMULATOR NAME SEED   print the command that runs it
#   bench.sh jobs SEED SEEDS               of "SIMULATOR NAME" lines, the lines that sim/list_tests.sh prints, each with SEEDS seeds
#   COVER=1 bench.sh runtime|verilator ...   the same, so that +coverage=FILE leaves the coverage of lines, branches and toggles (sim/cov.mk)
#   bench.sh choose SEED                   print "SIMULATOR NAME" of the benches that `make test` runs: the first of each source in Verilator, and by turns
#                                          others in Verilator and in Icarus
set -eu
BUILD=${BUILD:-build} SIM_CXX=${SIM_CXX:-clang++-15}
lists=$(echo tb/*/bench.list)

# NAME -> unit, source, parameters, as variables
find_bench() {
    # shellcheck disable=SC2086  # a list of files
    row=$(awk -v name="$1" '$1 == name { split(FILENAME, part, "/"); print part[2], $2, $3 }' $lists)
    [ -n "$row" ] || { echo "bench.sh: no table tb/<unit>/bench.list has a bench $1" >&2; exit 2; }
    read -r unit source parameters <<END
$row
END
    top=${source%.v}
    values=$([ "$parameters" = - ] || echo "$parameters" | tr , ' ')
}
flags() { for value in $values; do printf '%s%s ' "$1" "$value"; done; }
search() {
    printf '%s ' -DWF_STALL -DWF_ASSERT -Irtl/common -Itb/common -Itb/lds -Itb/memory "-Itb/$unit" -y "tb/$unit" -y tb/common -y tb/top -y tb/memory -y tb/host
    for folder in rtl/*/; do printf -- '-y %s ' "${folder%/}"; done
}

# Loops of more statements than 500, or UNROLL, stay loops: a bench runs for a second, and copies of their bodies took a third of the compiler's time.
# with COVER: lines and branches by Verilator (what splits blocks moves its counts away from the conditions), toggles of signals by covered.cpp; of the unit
# alone, whose files covered.vlt names
[ -n "${COVER-}" ] && main="-DWF_COVER -CFLAGS -DVL_TIME_CONTEXT -f sim/cov/counted.f" || main=--main
verilate() {
    # shellcheck disable=SC2086  # lists of words
    verilator --cc --exe --timing --assert -O3 --unroll-stmts ${UNROLL:-500} -Wno-fatal -Wno-TIMESCALEMOD -DWF_CLOCK_GATE $main "$@"
}
# FOLDER TOP MAKE-WORDS...: of Verilator's make flags, clang takes others for coroutines, and it alone reads compiled headers
compile() {
    folder=$1 name=$2
    shift 2
    case $SIM_CXX in *clang*) set -- CFG_CXXFLAGS_COROUTINES="-std=gnu++20 -w" "$@" ;; esac
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make --no-print-directory -C "$folder" CURDIR=. -f "V$name.mk" -f objects.mk CXX="$SIM_CXX" OPT_SLOW=-O0 OPT_FAST=-O1 "$@"
}
new_folder() { rm -rf "$1" && mkdir -p "$1" && cp sim/verilator/objects.mk ${COVER:+sim/cov/covered.cpp sim/cov/covered.h sim/cov/bins.h} "$1"; }
quietly() { "$1" >"$folder/build.log" 2>&1 || { tail -n 40 "$folder/build.log"; exit 1; }; }

build_runtime() {
    verilate ${COVER:+--top-module runtime} --Mdir "$folder" sim/verilator/runtime.v &&
        compile "$folder" runtime VM_GLOBAL_FAST="verilated ${COVER:+verilated_cov} verilated_dpi verilated_threads verilated_timing" runtime &&
        case $SIM_CXX in *clang*) compile "$folder" runtime headers ;; esac &&
        : >"$folder/${SIM_CXX##*/}"
}

# What coverage looks at: the unit, and what tb/cov/also.list says.
covered() {
    also=$(awk -v source="$source" '$1 == source { $1 = ""; print; exit }' tb/cov/also.list)
    unseen=$(awk -v source="$source" '$1 == source { print $2 }' tb/cov/unseen.list)
    verilator --xml-only -O0 --xml-output "$folder/xml" --Mdir "$folder" --timing --unroll-stmts 500 -Wno-fatal -Wno-WIDTH -DWF_CLOCK_GATE -DWF_COVER "$@" &&
        sim/cov/config.sh "$unit$also" "$folder" "$unseen"
}

build_verilator() {
    headers=$(case $SIM_CXX in *clang*) echo HEADERS=../runtime ;; esac)
    # shellcheck disable=SC2046,SC2086  # lists of words
    [ -z "${COVER-}" ] || covered $(search) $(flags -G) --top-module "$top" "tb/$unit/$source" || return
    # shellcheck disable=SC2046,SC2086
    verilate ${COVER:+"$folder/covered.vlt" covered.cpp -CFLAGS -DBENCH_CLASS=V$top} $(search) $(flags -G) --top-module "$top" --Mdir "$folder" "tb/$unit/$source" &&
        compile "$folder" "$top" $headers objects &&
        "$SIM_CXX" -o "$folder/tb" "$folder"/*.o "$BUILD"/bench/runtime/*.o -pthread -latomic || return
    sim/depend.sh "$folder/tb" "$folder/V${top}__ver.d" "tb/$unit/bench.list" >"$folder/tb.d"
    [ -n "${KEEP:-}" ] || rm -f "$folder"/*.cpp "$folder"/*.o
}

build_icarus() {
    mkdir -p "$BUILD/bench"
    # shellcheck disable=SC2046  # lists of words
    iverilog -g2005 -Wall -Wno-timescale $(search) $(flags "-P$top.") -Mall="$BUILD/bench/$1.read" -s "$top" -o "$BUILD/bench/$1.vvp" "tb/$unit/$source"
    sim/depend.sh "$BUILD/bench/$1.vvp" "$BUILD/bench/$1.read" "tb/$unit/bench.list" >"$BUILD/bench/$1.d"
}

names() {
    column=$1
    shift
    [ $# = 0 ] || lists=$(for name; do echo "tb/$name/bench.list"; done)
    # shellcheck disable=SC2086  # a list of files
    awk -v column="$column" '!/^#/ && $column != "none" { print $1 }' $lists
}

# By turns: another bench of a source in every sixth suite, and one of those that Icarus runs in every eighth.
choose() {
    # shellcheck disable=SC2086  # a list of files
    awk -v seed="$1" '
        /^#/ || $6 == "all" { next }
        { of = FILENAME " " $2 }
        !(of in benches) { source[++sources] = of }
        { name[of, ++benches[of]] = $1; if ($5 != "none") icarus[of, ++runs[of]] = $1 }
        END {
            for (s = 1; s <= sources; s++) {
                of = source[s]
                print "verilator", name[of, 1]
                if (benches[of] > 1) { n = (seed + s) % (6 * (benches[of] - 1)); if (n < benches[of] - 1) print "verilator", name[of, n + 2] }
                if (runs[of]) { n = (seed + s) % (8 * runs[of]); if (n < runs[of]) print "icarus", icarus[of, n + 1] }
            }
        }' $lists
}

# "SIMULATOR NAME" lines -> jobs of sim/list_tests.sh, each with SEEDS seeds from SEED on
jobs() {
    # shellcheck disable=SC2086  # a list of files
    awk -v build="$BUILD" -v seed="$1" -v seeds="$2" '
        FILENAME != "-" { if (!/^#/) { split(FILENAME, part, "/"); unit[$1] = part[2]; arguments["verilator", $1] = $4; arguments["icarus", $1] = $5 }; next }
        { program = $1 == "icarus" ? build "/bench/" $2 ".vvp" : build "/bench/" $2 "/tb"
          command = ""; needs = program
          for (s = seed; s < seed + seeds; s++) {
              words = arguments[$1, $2]; vectors = build "/tb/fp/vectors-" s ".txt"
              if (words == "-") words = ""
              if (sub(/@VECTORS@/, vectors, words)) needs = needs " " vectors
              gsub(/,\+/, " +", words)
              command = command (s > seed ? " && " : "") ($1 == "icarus" ? "vvp -n " : "") program " " words " +seed=" s
          }
          print "benches\t" unit[$2] "\t" ($1 == "icarus" ? "icarus-" : "bench-") $2 "\t" needs "\t" command }' $lists -
}

case ${1-} in
jobs)      jobs "$2" "$3" ;;
names)     shift; case ${1-} in icarus) shift; names 5 "$@" ;; verilator) shift; names 4 "$@" ;; *) names 4 ;; esac ;;
runtime)   folder=$BUILD/bench/runtime; new_folder "$folder"; quietly build_runtime ;;
verilator) find_bench "$2"; folder=$BUILD/bench/$2; new_folder "$folder"; quietly build_verilator ;;
icarus)    find_bench "$2"; build_icarus "$2" ;;
command)   echo "$2 $3" | jobs "$4" 1 | cut -f 5 ;;
choose)    choose "$2" ;;
*)         echo "usage: $0 names|runtime|verilator|icarus|command|jobs|choose ..." >&2; exit 2 ;;
esac

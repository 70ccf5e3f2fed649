#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# witness.sh names [UNIT...]   - the runs of tb/formal with witnesses, whose harness builds modules of these units; of all without a name
# witness.sh join POINTS..       - what all those runs covered, as one file; how many witnesses
# witness.sh RUN POINTS        - replay the witnesses of a run of sim/formal.sh in simulation, with what counts coverage, and write what they covered
#   (points.awk); a line for each witness.  It must be there in the cycle that abc says, first, and no property violated: else the exit status is 1.
# The harness is the top module (replay.cpp).  Its wires that it calls `see` are connected by their hierarchical names; modules that it calls `cut` have no
# contents but their ports, and their answers are written.  Environment: BUILD, SIM_CXX.
set -u
BUILD=${BUILD:-build} SIM_CXX=${SIM_CXX:-clang++-15}

# FILE: the units of the modules that a harness builds
units_of() {
    grep -o '\<wf_[a-z0-9_]* *\(#(\|u_\)' "$1" | sed 's/ *#(\| *u_//' | sort -u | while read -r module; do
        ls rtl/*/"$module".v 2>/dev/null
    done | cut -d / -f 2 | sort -u
}
names() {
    sim/formal.sh list | while read -r run file rest; do
        for unit in $(units_of "$file"); do case " ${*:-$unit} " in *" $unit "*) echo "$run"; break ;; esac; done
    done
}

# FILE PARAMETERS: the harness, with its wires that are `see` connected
connected() {
    awk -v parameters=" $2," '
        match($0, /^ *\/\/ see [a-z0-9_]*: */) {
            path = substr($0, RSTART + RLENGTH); name = $3; sub(/:/, "", name)
            if (match(path, /\[[A-Z_]*\]$/)) {
                count = substr(path, RSTART + 1, RLENGTH - 2); path = substr(path, 1, RSTART - 1); all = ""
                match(parameters, " " count "=[0-9]*"); count = substr(parameters, RSTART + length(count) + 2) + 0
                for (i = 0; i < count; i++) all = path "[" i "]" (all == "" ? "" : ", ") all
                path = "{" all "}"
            }
            assigns = assigns "    assign " name " = " path ";\n"
        }
        /^endmodule/ && !done { printf "%s", assigns; done = 1 }
        { print }' "$1"
}

# CUT XML: what a trace has values of, for Verilator: the registers of all modules, and what modules that are cut answer, which is written
public() {
    awk -v cut=" $1 " '
        /<(func|task) / { inside = 1 }
        /<\/(func|task)>/ { inside = 0 }
        match($0, / origName="[^"]*"/) { name = substr($0, RSTART + 11, RLENGTH - 12) }
        /<module / { module = name; kind = index(cut, " " name " ") ? "rw" : "rd" }
        /<var .*vartype="(logic|bit)?"/ && !/ (local)?param="true"/ && !inside {
            print "public_flat_" kind " -module \"" module "\" -var \"" name "\""
        }' "$2" | sort -u
}

# RUN POINTS
replay() {
    run=$1 points=$2 at=${2%.points}
    # shellcheck disable=SC2046  # words
    set -- $(sim/formal.sh list | grep "^$run ")
    file=$2 name=$(basename "$2" .v)
    shift 5
    parameters="$*" units=$(units_of "$file" | xargs) top=formal_$name
    rm -rf "$at" && mkdir -p "$at"
    witnesses=$(sim/formal.sh traces "$run" "$at") || { echo "FAIL witness $run: $witnesses"; return 1; }
    expected=$(sed -n 's|^// reach \([a-z0-9]*\): .*|\1|p' "$file")
    for witness in $expected; do
        echo "$witnesses" | grep -q "^$witness [0-9]" || { echo "FAIL witness $run/$witness: no trace"; return 1; }
    done
    properties=$(echo "$parameters" | sed -n 's/.*only=\([a-z0-9+]*\).*/\1/p' | tr + ' ')
    : "${properties:=$(sed -n 's|^// prove \([a-z0-9]*\): .*|\1|p' "$file" | xargs)}"
    connected "$file" "$parameters" >"$at/$name.v"
    cp sim/verilator/objects.mk sim/cov/replay.cpp sim/cov/covered.h sim/cov/bins.h "$at"
    values=$(echo "$parameters" | sed 's/only=.*//; s/,/ /g; s/\([A-Z0-9_]*=\)/-G\1/g')
    search=$([ ! -d "$at/cut" ] || echo "-y $at/cut") && for folder in rtl/* tb/formal/check tb/fp; do search="$search -y $folder"; done
    cut=$(sed -n 's|^ *// cut ||p' "$file" | xargs)
    # shellcheck disable=SC2086  # lists of words
    {
        set -- --default-language 1364-2005 --timing --unroll-stmts 500 -Wno-fatal -Wno-lint -Irtl/common -Itb/formal $search $values \
            --top-module "$top" --Mdir "$at" "$at/$name.v"
        verilator --xml-only -O0 --xml-output "$at/xml" "$@" && public "$cut" "$at/xml" >"$at/public" && sim/cov/config.sh "$units" "$at" &&
            cat "$at/public" >>"$at/covered.vlt" &&
            verilator --cc --exe -f sim/cov/counted.f -CFLAGS "-DVL_TIME_CONTEXT -DHARNESS=V$top" "$at/covered.vlt" \
                "$@" replay.cpp &&
            env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make --no-print-directory -C "$at" CURDIR=. -f "V$top.mk" -f objects.mk CXX="$SIM_CXX" \
                OPT_SLOW=-O0 OPT_FAST=-O0 CFG_CXXFLAGS_COROUTINES="-std=gnu++20 -w" objects &&
            "$SIM_CXX" -o "$at/replay" "$at"/*.o "$BUILD"/cov/bench/runtime/*.o -pthread -latomic
    } >"$at/build.log" 2>&1 || { echo "FAIL witness $run: it does not build"; tail -n 20 "$at/build.log"; return 1; }
    awk -f sim/cov/scopes.awk "$at/signals" tb/cov/functional.def >"$at/scopes"
    # shellcheck disable=SC2046  # words
    "$at/replay" "$run" "$at/w.aim" "$properties" "$at" "$at/scopes" $(echo "$witnesses" | tr ' ' ':') >"$at.log"; rc=$?
    cat "$at.log"
    [ $rc = 0 ] || return
    for kind in toggles bins lines; do
        for witness in $expected; do cat "$at/$witness.$kind"; done >"$at/all.$kind"
    done
    sim/depend.sh "$points" "$at/V${top}__ver.d" "$file" >"$at.d"
    awk -f sim/cov/bits.awk -f sim/cov/points.awk "$at/signals" "$at/all.toggles" "$at/all.bins" "$at/all.lines" >"$points.new" && mv "$points.new" "$points"
    rm -f "$at"/*.o "$at"/V* "$at"/*.toggles "$at"/*.lines "$at"/*.bins "$at/model.il"
}

# POINTS..
join() {
    # in a proof a ready is free, also without an offer
    cat "$@" /dev/null | grep -v "^bin	channel	.*	waiting$"
    for points; do cat "${points%.points}.log"; done | awk '/^PASS/ { passed++ } END { print passed + 0 " witnesses of proofs replayed" }' >&2
}

case $1 in
names) shift; names "$@" ;;
join)  shift; join "$@" ;;
*)     replay "$1" "$2" ;;
esac

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# formal.sh [RUN...] - prove the properties of tb/formal/*.v; all runs or those named.  A table of the properties, then "N passed, N failed".
#   formal.sh list             the runs: NAME FILE METHOD SECONDS PARAMETERS
#   formal.sh mutants [NAME..] the bugs of tb/mutants/formal.list: the property in a bug's name must be violated; which others of the run are too.
#                                Each property of which all bugs were tried has one that it alone refutes, or the head of its file says why not
#   formal.sh page [write]     that docs/formal.md has the tables of tb/formal, and that each property has a mutant; write: writes the tables, with the last figures
#   formal.sh traces RUN FOLDER  of each witness the first cycle, and FOLDER/NAME.trace, which leads there: what sim/cov/witness.sh replays
#   formal.sh induct RUN       of the last run RUN: a state that no property excludes, from which one is violated in the next cycle
# Environment: BUILD; SECONDS_MOST=20, only runs expected to take at most so long; SHOW=1, on failure also the registers of the unit;
#   QUICK=1, of a bug only that its property is violated, not which others are.
#
# A file NAME.v has a module formal_NAME and, at its head, lines that are read here:
#     // prove NAME: words       output p_NAME, 1 when the property is violated
#     // reach NAME: words       output w_NAME, 1 at an event that must be possible under the contract of the environment
#     // implied NAME: words     no mutant refutes that property alone: whatever the unit does violates another one first or with it (checked)
#     // shared NAME: words      no mutant is known that refutes that property alone, and why
#     // untried NAME: words     whether one does was not tried yet; `mutants` fails until the line is gone
#     // run NAME[-WORD]: METHOD, N s[, PARAMETER=N ...][, only=PROPERTY+PROPERTY ...]
#     // see WIRE: u_dut.REGISTER    the undriven wire is that register; u_dut.REGISTER[PARAMETER]: an array of so many, 0 lowest
#     // cut MODULE ...              these are empty: what they would answer is a free input, so that whatever they do is allowed
# METHOD: pdr, without a bound; step, without a bound too, by one step of induction; sweep, pdr after merging of equal signals; bmc N, N cycles from reset;
# all N, simulation of every value of N bits of input, one a cycle (tb/formal/wf_exhaust.c): for a unit whose answer is of the inputs of one cycle.
# A mutant is named formal-NAME-PROPERTY; the first run that `by` names checks it.
# Tools: Debian's yosys and berkeley-abc.  A result is kept under the sum of its netlist: what did not change is not proven again.
set -u
BUILD=${BUILD:-build} exhaust=${BUILD:-build}/tb/formal/wf_exhaust dir=$(mkdir -p "${BUILD:-build}/formal/known" && cd "${BUILD:-build}/formal" && pwd) status=0

runs() {
    sed -n 's|^// run \([^:]*\): *\([a-z]* *[0-9]*\), *\([0-9]*\) s,* *\(.*\)|\1 \2 \3 \4|p; t; s|^// run .*|wrong &|p' "${1:-/dev/null}" |
        awk -v file="$1" '$2 != "bmc" && $2 != "all" { $2 = $2 " -" } { name = $1; sub(/^[^ ]* /, ""); print name, file, $0 }'
}
list() { for file in tb/formal/*.v; do runs "$file"; done; }
words_of() { sed -n "s|^// $1 \([a-z0-9]*\): .*|\1|p" "$2"; }
# FILE PARAMETERS: the properties of a run
properties() { echo "$2" | grep -q "only=" && echo "$2" | sed "s/.*only=\([a-z0-9+]*\).*/\1/" | tr "+" "\n" || words_of prove "$1"; }
# FILE PROPERTY: implied, shared, untried, or nothing
mark_of() { sed -n "s!^// \(implied\|shared\|untried\) $2: .*!\1!p" "$1"; }
ports_of() { sed -n '/^module/,/^);/p' "$2" | grep -v '^ *//' | grep -o "\<$1_[a-z0-9]*" | sed "s/^$1_//" | sort -u; }
cpu() { sed -n 's/[ms]/ /g; 2p' "$1" | awk '{ printf "%.1f", 60 * ($1 + $3) + $2 + $4 }'; }
rest_of() { shift 4; echo "$*"; }

# FILE PARAMETERS: what connects the wires that the file calls `see` to registers of the unit
watched() {
    sed -n "s|^ *// see \([a-z0-9_]*\): *\(.*\)|\1 \2|p" "$1" | while read -r name path; do
        count=${path#*[} count=${count%]}
        case $path in
        *\[[A-Z]*)
            number=$(echo " $2," | sed -n "s/.* $count=\([0-9]*\).*/\1/p") all=
            for i in $(seq 0 $((number - 1))); do all="\\${path%[*}[$i]${all:+,$all}"; done
            echo "connect -set $name $all;"
            ;;
        *) echo "connect -set $name \\$path;" ;;
        esac
    done
}

# FOLDER FILE PARAMETERS [LIBRARY]: p.aig of the properties, w.aig of the witnesses, their maps, and model.il, which the simulator replays
model() {
    at=$1 file=$2 parameters=$3 library=${4:+-libdir $4}
    mkdir -p "$at"
    name=$(basename "$file" .v) chosen=$(echo "$parameters" | sed 's/only=.*//; s/\([A-Z0-9_]*\)=\([0-9]*\)/-chparam \1 \2/g; s/,//g')
    for unit in rtl/* tb/formal/check tb/fp; do library="$library -libdir $unit"; done
    watch=$(watched "$file" "$parameters") others=
    for port in $(words_of prove "$file"); do properties "$file" "$parameters" | grep -qx "$port" || others="$others w:p_$port"; done
    [ -z "$others" ] || watch="$watch delete -output$others;"
    # bits early, so that those of a wide payload that nothing looks at go; no pass that knows flip-flops, for one without a reset holds anything
    cut=$(sed -n "s|^ *// cut ||p" "$file")
    [ -z "$cut" ] || { library="-libdir $at/cut $library" watch="$watch setundef -undriven -anyseq;"; mkdir -p "$at/cut"; }
    for module in $cut; do { sed '/^);/q' rtl/*/"$module".v; echo "wire cut = 1; endmodule"; } >"$at/cut/$module.v"; done
    clean="opt_clean -purge;"
    [ -z "${REPLAY:-}" ] || clean="opt_clean;"
    to_gates="$clean simplemap; $clean formalff -clk2ff; setundef -anyseq; opt_expr -keepdc; $clean check
        techmap; opt_expr; $clean abc -g AND -fast; $clean"
    # of a mutant no witness is asked for; for a replay the witnesses alone, with a map that has each name of an input
    properties="design -save whole; delete -output w:w_*; $to_gates write_aiger -I -zinit -map $at/p.aim $at/p.aig; design -load whole;"
    witnesses="delete -output w:p_*; $to_gates write_aiger -I -zinit -map $at/w.aim $at/w.aig"
    [ -z "${4:-}" ] || witnesses=
    [ -z "${REPLAY:-}" ] || properties= witnesses=$(echo "$witnesses" | sed 's/-map/-vmap/')
    yosys -q -l "$at/yosys.log" -p "
        verilog_defaults -add -Irtl/common -Itb/formal; read_verilog $file
        hierarchy -top formal_$name $chosen $library
        prep -flatten; async2sync; opt_clean; memory_map -formal; $watch opt -noff -keepdc -fast
        write_ilang $at/model.il
        $properties $witnesses" >"$at/yosys.out" 2>&1 || { tail -n 5 "$at/yosys.out"; return 1; }
}

# LETTER FOLDER: the names of the outputs, with their numbers
outputs() { sed -n "s/^output \([0-9]*\) 0 $1_\(.*\)/\1 \2/p" "$2/$1.aim"; }

# FOLDER: the signals of the harness in each cycle of cex.vcd, up to the violation; with SHOW=1 those of the unit too
trace() {
    yosys -q -p "read_ilang $1/model.il; sim -zinit -r $1/cex.aiw -map $1/p.aim -vcd $1/cex.vcd -clock clk" >/dev/null 2>&1 || return
    awk -v show="${SHOW:-0}" '
        function hex(bits,    out, n, i, digit) {
            while (length(bits) % 4) bits = "0" bits
            for (i = 1; i <= length(bits); i += 4) {
                digit = substr(bits, i, 4)
                out = out (digit ~ /x/ ? "x" : substr("0123456789abcdef", 1 + 8 * substr(digit, 1, 1) + 4 * substr(digit, 2, 1) + 2 * substr(digit, 3, 1) + substr(digit, 4, 1), 1))
            }
            sub(/^0+/, "", out)
            return out == "" ? "0" : length(out) > 12 ? ".." substr(out, length(out) - 9) : out
        }
        BEGIN { cycles = 0 }
        function close_cycle() { for (s = 1; s <= count; s++) at[s, cycles] = now[id[s]]; cycles++ }
        $1 == "$var" && ($5 !~ /\./ || show) && $5 != "clk" && $5 !~ /\.clk$|^w_|_q$/ || ($1 == "$var" && $5 ~ /_q$/ && (show || $5 !~ /\./)) { id[++count] = $4; label[count] = $5 }
        /^#/ { time = substr($0, 2); if (time % 10 == 0 && time > 0) close_cycle(); next }
        /^b/ { now[$2] = hex(substr($1, 2)) }
        END {
            for (s = 1; s <= count; s++) {
                line = sprintf("    %-24s", label[s]); any = 0
                if (label[s] ~ /^p_/) { if (at[s, cycles - 1] != "1") continue }
                for (c = 0; c < cycles; c++) { line = line sprintf(" %4s", at[s, c]); if (at[s, c] != "0") any = 1 }
                if (any || show) print line
            }
        }' "$1/cex.vcd"
}
# the properties that are violated in the last cycle of cex.vcd
violated() { trace "$1" | sed -n 's/^ *p_\([a-z0-9]*\) .*/\1/p'; }

# FOLDER METHOD DEPTH SECONDS: a line "proven", "depth N", "all N", "violated N" or "unknown"
decide() {
    at=$1 limit=$((30 + 5 * $4))
    [ -n "$(outputs p "$at")" ] || { echo "proven"; return; }
    if [ "$2" = all ]; then
        "$exhaust" "$at/p.aig" "$at/p.aim" "$3" >"$at/all.out" || { grep -m 1 ^violated "$at/all.out" || echo unknown; return; }
        [ "$(cat "$at/all.out")" = "all $3" ] && cat "$at/all.out" || echo unknown
        return
    fi
    case $2 in
    pdr) how="orpos; strash; pdr -T $limit" ;;
    sweep) how="orpos; strash; scorr; dc2; scorr; pdr -T $limit" ;;
    bmc) how="orpos; strash; bmc3 -F $3 -T $limit" ;;
    step) how="orpos; strash; bmc3 -F 2 -T $limit" ;;
    esac
    rm -f "$at/cex.aiw"
    (ulimit -t $((2 * limit + 60)); berkeley-abc -c "read_aiger $at/p.aig; $how; write_cex -a $at/cex.aiw" >"$at/abc.log" 2>&1)
    verdict=$(awk -v depth="$3" '
        /Property proved|Networks are equivalent|trivially|The miter is UNSAT/ { print "proven"; found = 1; exit }
        /was asserted in frame/ { sub(/.*in frame */, ""); print "violated", $1 + 0; found = 1; exit }
        /No output asserted in/ { print "depth", depth; found = 1; exit }
        END { if (!found) print "unknown" }' "$at/abc.log")
    # of a step, the cycles from reset are only where the induction begins
    case $2-$verdict in step-depth*) induct "$(basename "$at")" >"$at/step.out" && verdict=proven || verdict=unknown ;; esac
    echo "$verdict"
}

# LETTER FOLDER FRAMES SECONDS [NAME]: that output, or each output that can be 1, with the first cycle; one at a time, for `bmc3 -a` of many is not reliable
reached() {
    outputs "$1" "$2" | while read -r number name; do
        [ "${5:-$name}" = "$name" ] || continue
        berkeley-abc -c "read_aiger $2/$1.aig; cone -s -O $number; strash; bmc3 -F $3 -T $4${REPLAY:+; write_cex -a $2/$name.trace}" >"$2/reach.log" 2>&1
        sed -n "s/.*was asserted in frame *\([0-9]*\).*/$name \1/p" "$2/reach.log"
    done
}

# RUN FILE METHOD DEPTH SECONDS PARAMETERS: lines of the table
prove() {
    run=$1 file=$2 method=$3 depth=$4 seconds=$5
    shift 5
    at=$dir/$run
    [ "$(words_of prove "$file" | sort)" = "$(ports_of p "$file")" ] && [ "$(words_of reach "$file" | sort)" = "$(ports_of w "$file")" ] ||
        { echo "FAIL $run: its head and its outputs name other properties"; return 1; }
    model "$at" "$file" "$*" || { echo "FAIL $run: yosys, see $at/yosys.log"; return 1; }
    key=$(cat "$at/p.aig" "$at/w.aig" | sha256sum | cut -c 1-24)-$method-$depth
    if [ ! -s "$dir/known/$key" ]; then
        (decide "$at" "$method" "$depth" "$seconds"; times >"$at/times") >"$at/verdict"
        { echo "$(cat "$at/verdict") $(cpu "$at/times")"; grep -q ^violated "$at/verdict" || reached w "$at" 60 120; } >"$at/result"
        case $(cat "$at/verdict") in proven | depth* | all*) [ $(sed 1d "$at/result" | wc -l) = "$(words_of reach "$file" | wc -l)" ] && cp "$at/result" "$dir/known/$key" ;; esac
    else
        cp "$dir/known/$key" "$at/result"
    fi
    size=$(head -n 1 "$at/p.aig" | awk '{ print $4 "/" $6 }') rc=0
    echo "$size" >"$at/size"
    verdict=$(sed -n '1s/ [^ ]*$//p' "$at/result") took=$(sed -n '1s/.* //p' "$at/result")
    case $method-$verdict in all-violated*) bad=$(properties "$file" "$*") ;; *-violated*) bad=$(violated "$at") ;; *) bad= ;; esac
    for property in $(properties "$file" "$*"); do
        case $verdict in
        proven) says=proven ;;
        depth*) says="to $verdict" ;;
        all*) says="of each of 2^$depth" ;;
        violated*) says="not decided" rc=1; for one in $bad; do [ "$one" = "$property" ] && says="violated in cycle ${verdict#violated }"; done ;;
        *) says="not decided" rc=1 ;;
        esac
        printf '%-34s %-22s %12s %8s\n' "$run/$property" "$says" "$size" "$took"
    done
    for witness in $(words_of reach "$file"); do
        case $verdict in violated*) break ;; esac
        cycle=$(sed -n "2,\$s/^$witness //p" "$at/result")
        [ -n "$cycle" ] && says="possible in cycle $cycle" || { says="NOT POSSIBLE" rc=1; }
        printf '%-34s %s\n' "  $run/$witness" "$says"
    done
    case $method-$verdict in all-violated*) sed 1d "$at/all.out" ;; *-violated*) trace "$at"; echo "    waveform: $at/cex.vcd" ;; esac
    [ $rc = 0 ] && echo "PASS formal $run" || echo "FAIL formal $run"
    return $rc
}

# FOLDER: of each property its name, and the sum of the gates that it hangs on
cones() {
    outputs p "$1" | while read -r number name; do
        berkeley-abc -c "read_aiger $1/p.aig; cone -s -O $number; strash; scleanup; write_aiger -u $1/cone.aig" >"$1/cone.log" 2>&1
        echo "$name $(sha256sum <"$1/cone.aig" | cut -c 1-24)"
    done
}

# RUN FOLDER METHOD DEPTH: of a mutant, the properties whose gates are those of the run, which holds: so do they, as far
untouched() {
    key=$(cat "$dir/$1/p.aig" "$dir/$1/w.aig" 2>/dev/null | sha256sum | cut -c 1-24)-$3-$4
    grep -q -e "^proven" -e "^depth" "$dir/known/$key" 2>/dev/null || return
    [ -s "$dir/known/$key-cones" ] || cones "$dir/$1" >"$dir/known/$key-cones"
    cones "$2" | grep -Fx -f "$dir/known/$key-cones" | cut -d " " -f 1
}

# RUN FOLDER PROPERTY METHOD DEPTH SECONDS: of a mutant, "alone" and how far that was looked at, or "with" the other properties of the run that are violated
others() {
    run=$1 at=$2 property=$3 method=$4 most=$5 seconds=$6
    limit=$((20 + 2 * seconds)) first=$(head -n 1 "$at/p.aig" | awk '{ print 2 + $4 }') left=0 edit=
    [ "$(outputs p "$at" | wc -l)" != 1 ] || { echo "alone: its run has no other"; return; }
    # an output that is not looked at becomes 0: in the file each output is a line, after one for each register
    kept=" $property $(untouched "$run" "$at" "$method" "$most" | paste -sd " ") "
    outputs p "$at" >"$at/outputs"
    while read -r number name; do
        case $kept in *" $name "*) edit="$edit$((first + number))s/.*/0/;" ;; *) left=$((left + 1)) ;; esac
    done <"$at/outputs"
    if [ $left = 0 ]; then
        [ "$method" = bmc ] && echo "alone to depth $most" || echo "alone: the others are proven"
        return
    fi
    LC_ALL=C sed "$edit" "$at/p.aig" >"$at/rest.aig"
    [ "$method" = bmc ] || most=16
    berkeley-abc -c "read_aiger $at/rest.aig; orpos; strash; bmc3 -F $most -T $limit" >"$at/rest.log" 2>&1
    frame=$(sed -n 's/.*was asserted in frame *\([0-9]*\).*/\1/p' "$at/rest.log")
    held=$(sed -n 's/.*No output asserted in *\([0-9]*\).*/\1/p' "$at/rest.log")
    if [ -z "$frame" ] && [ "$method" != bmc ]; then
        berkeley-abc -c "read_aiger $at/rest.aig; orpos; strash; pdr -T $seconds" >"$at/rest.log" 2>&1
        ! grep -q 'Property proved' "$at/rest.log" || { echo "alone: the others are proven"; return; }
        frame=$(sed -n 's/.*was asserted in frame *\([0-9]*\).*/\1/p' "$at/rest.log")
    fi
    [ -n "$frame${held#0}" ] || { echo "not decided"; return; }
    [ -n "$frame" ] || { echo "alone to depth $held"; return; }
    [ "$frame" -ge 11 ] || frame=11
    echo "with $(reached p "$at" $((frame + 1)) 3 | cut -d " " -f 1 | grep -vx "$property" | sort -u | paste -sd " ")"
}

# the sums of what yosys read for a model, and of this file
sources() {
    { sed -n "s/^Parsing Verilog input from .\(.*\)' to AST.*/\1/p" "$1/yosys.log"; ls rtl/common/*.vh tb/formal/wf_formal.vh sim/formal.sh; } | xargs sha256sum
}

# NAME: of the bugs.  The verdict is kept under the sum of the gates, and with the sums of its sources.
mutant() {
    line=$(awk -F '\t' -v name="$1" '$1 == name' "$dir/mutants.all")
    source=$(echo "$line" | cut -f 2) run=$(echo "$line" | cut -f 3 | tr ' ' '\n' | sed -n 's/^formal-//p' | head -n 1)
    name=${1#formal-} harness=${run%%-*} at=$dir/mutant/$1
    property=${name#"$harness"-} property=${property%%-*}
    mkdir -p "$at/rtl"
    "$BUILD/tb/mutants/wf_mutate" plant "$1" tb/mutants/formal.list >"$at/rtl/$(basename "$source")" || return 1
    # shellcheck disable=SC2046  # words
    set -- "$1" $(list | grep "^$run ")
    [ $# -gt 1 ] || { echo "FAIL mutant $1: no run $run"; return 1; }
    words_of prove "$3" | grep -qx "$property" || { echo "FAIL mutant $1: $3 has no property $property"; return 1; }
    limit=$((30 + 5 * $6)) case=$1 asked="${QUICK:-0} $*" same=$dir/known/$1
    if [ "$(sed -n 1p "$same" 2>/dev/null)" = "$asked" ] && sed 1,2d "$same" | sha256sum -c --status 2>/dev/null; then
        verdict=$(sed -n 2p "$same")
    else
        model "$at" "$3" "$(shift 6; echo "$*")" "$at/rtl" || { echo "FAIL mutant $1: does not build, see $at/yosys.log"; return 1; }
        known=$dir/known/$(cat "$at/p.aig" "$at/p.aim" | sha256sum | cut -c 1-24)-$property-$4-$5-${QUICK:-0}
        if [ ! -s "$known" ]; then
            if [ "$4" = all ]; then
                "$exhaust" "$at/p.aig" "$at/p.aim" "$5" | grep -q ^violated
            else
                [ -n "$(reached p "$at" 60 $limit "$property")" ]
            fi || { echo "FAIL mutant $case: $run/$property is not violated"; return 1; }
            if [ "${QUICK:-0}" = 1 ]; then echo "others were not looked at"; else others "$run" "$at" "$property" "$4" "$5" "$6"; fi >"$known"
            ! grep -q "^not decided" "$known" || { rm "$known"; echo "FAIL mutant $case: whether the others of $run hold is not decided"; return 1; }
        fi
        verdict=$(cat "$known")
        { echo "$asked"; echo "$verdict"; sources "$at"; } >"$same"
    fi
    echo "PASS mutant $case: violates $run/$property $verdict" && rm -rf "$at"
    echo "$harness $property $run $verdict" >>"$dir/found"
}

# RUN PROPERTY: that no behaviour of the unit violates the property while no other property has been violated: the unit is cut, and what it says is free
implied() {
    at=$dir/implied/$1 property=$2
    # shellcheck disable=SC2046  # words
    set -- $(list | grep "^$1 ")
    file=$2
    mkdir -p "$at/harness"
    units=$(grep -o '^ *wf_[a-z0-9_]* *\(#(\|u_\)' "$file" | awk '$1 !~ /^wf_check|^wf_fp_exact$/ { print $1 }' | sort -u | paste -sd " ")
    { echo "// cut $units"
        sed '/^ *\/\/ cut /d; /^ *\/\/ see /d' "$file"; } >"$at/harness/$(basename "$file")"
    model "$at" "$at/harness/$(basename "$file")" "$(shift 5; echo "$*")" "$at/harness" || return 1
    # the property is output 0; the others are constraints, which held up to now
    known=$dir/known/$(cat "$at/p.aig" "$at/p.aim" | sha256sum | cut -c 1-24)-implied-$property
    first=$(head -n 1 "$at/p.aig" | awk '{ print 2 + $4 }') number=$(outputs p "$at" | sed -n "s/ $property\$//p")
    one=$(LC_ALL=C sed -n "$((first + number)){p;q}" "$at/p.aig") other=$(LC_ALL=C sed -n "$first{p;q}" "$at/p.aig")
    LC_ALL=C sed "$((first + number))s/.*/$other/; ${first}s/.*/$one/" "$at/p.aig" >"$at/first.aig"
    if [ ! -s "$known" ]; then
        others=$(($(outputs p "$at" | wc -l) - 1))
        berkeley-abc -c "read_aiger $at/first.aig; constr -N $others; fold; strash; pdr -T 120" >"$at/abc.log" 2>&1
        ! grep -q "Property proved" "$at/abc.log" || echo implied >"$known"
    fi
    [ -s "$known" ] && rm -rf "$at"
}

# of each property all of whose mutants were tried: that it alone refutes one of them, or that its file says why not
alone() {
    cut -d " " -f 1-3 "$dir/found" | sort | uniq -c | while read -r count harness property run; do
        file=tb/formal/$harness.v mark=$(mark_of "$file" "$property")
        tried=$(awk '{ print $1, $2 }' "$dir/found" | grep -cx "$harness $property")
        [ "$tried" = "$(grep -c "^formal-$harness-$property[ -]" tb/mutants/formal.list)" ] || continue
        if grep -q "^$harness $property [^ ]* alone" "$dir/found"; then
            [ -z "$mark" ] || echo "FAIL alone $harness/$property: a mutant is refuted by it alone, but $file says that it is $mark"
        elif [ -z "$mark" ] || [ "$mark" = untried ]; then
            echo "FAIL alone $harness/$property: no mutant is refuted by it alone, and $file has no line of it: implied or shared"
        elif [ "$mark" = implied ]; then
            implied "$run" "$property" || echo "FAIL alone $harness/$property: it is not implied by the other properties of $run"
        fi
    done
}

# RUN: of the last model, a state in which all properties hold, and the cycle after which one does not: what an invariant has to exclude
induct() {
    at=$dir/$1
    prove=$(outputs p "$at" | sed 's/.* \(.*\)/-prove p_\1 0/' | tr '\n' ' ')
    yosys -p "read_ilang $at/model.il; delete -output w:w_*; opt_clean; setundef -anyseq; sat -ignore_unknown_cells -tempinduct-inductonly -maxsteps 1 -set ok 1 $prove -show-public -dump_vcd $at/step.vcd" >"$at/step.log" 2>&1
    grep -q 'Induction step proven' "$at/step.log" && { echo "PASS formal $1: each property follows from all in the cycle before"; return 0; }
    awk -v show="${SHOW:-0}" '$1 == "init" || $1 ~ /^[0-9]+$/ && $2 ~ /^\\/ { if (show || $2 !~ /u_dut|func\$/) { name = substr($2, 2); at[name, $1] = $4; if (!(name in seen)) { seen[name]; order[++n] = name } } }
        END { for (i = 1; i <= n; i++) { a = at[order[i], 1]; b = at[order[i], 2]; if (a != "0" || b != "0" || order[i] ~ /^p_/) printf "    %-24s %16s %16s\n", order[i], a, b } }' "$at/step.log"
    return 1
}

# the tables of docs/formal.md: what the heads say, with size and seconds of the last run where one is kept, else as the page has them
tables() {
    echo "| run | parameters | properties | result | flops/gates | CPU s |"
    echo "|---|---|---|---|---|---|"
    list | while read -r name file method depth seconds parameters; do
        size=$(sed -n "s/^| \`$name\` .*| \([0-9/]* | [0-9.]*\) |$/\1/p" docs/formal.md)
        [ ! -s "$dir/$name/size" ] || size="$(cat "$dir/$name/size") | $(sed -n "1s/.* //p" "$dir/$name/result")"
        case $method in bmc) says="to depth $depth" ;; all) says="each of 2^$depth inputs" ;; *) says=proven ;; esac
        echo "| \`$name\` | $(echo "${parameters:--}" | sed "s/,* *only=.*//") | $(properties "$file" "$parameters" | paste -sd, | sed "s/,/, /g") | $says | ${size:-- | -} |"
    done
    for file in tb/formal/*.v; do
        echo
        sed -n "2s|^// \(.*\)\.v - \(.*\)|**\1**: \2|p" "$file"
        sed -n "/^\/\/   Environment:/,/^\/\/ prove/{/^\/\/ prove/d; s|^//  *||; p}" "$file"
        echo
        echo "| property of \`$(basename "$file" .v)\` | | alone |"
        echo "|---|---|---|"
        awk '{ who = $3; sub(/:$/, "", who); what = $0; sub(/^[^:]*: /, "", what) }
            $1 == "//" && ($2 == "implied" || $2 == "shared" || $2 == "untried") { why[who] = $2 == "untried" ? $2 : ($2 == "shared" ? "no" : $2) ": " what }
            $1 == "//" && ($2 == "prove" || $2 == "reach") { name[++n] = who; text[n] = what; kind[n] = $2 }
            END { for (i = 1; i <= n; i++) if (kind[i] == "reach") printf "| witness `%s` | %s | |\n", name[i], text[i]
                else printf "| `%s` | %s | %s |\n", name[i], text[i], name[i] in why ? why[name[i]] : "yes" }' "$file"
    done
}
page() {
    { sed "/^## Runs/q" docs/formal.md; echo; tables; } >"$dir/page"
    [ "$1" = write ] && { cat "$dir/page" >docs/formal.md; return; }
    for name in docs/formal.md "$dir/page"; do sed "s/ | [0-9/-]* | [0-9.-]* |$/ |/" "$name" >"$dir/$(basename "$name").kept"; done
    diff "$dir/formal.md.kept" "$dir/page.kept" && echo "PASS formal: docs/formal.md has the runs of tb/formal" && return
    echo "FAIL formal: docs/formal.md is not what tb/formal says: sim/formal.sh page write"
    return 1
}
# A unit's page names the proofs that bind its modules: their contracts are those of its ports
named() {
    status=0
    for harness in tb/formal/*.v; do
        name=$(basename "$harness" .v)
        for module in $(sed -n 's/^ *\(wf_[a-z0-9_]*\) *#*(.*/\1/p; s/^ *\(wf_[a-z0-9_]*\) u_.*/\1/p' "$harness" | sort -u); do
            file=$(echo rtl/*/"$module".v) && [ -f "$file" ] || continue
            unit=${file#rtl/} && unit=${unit%%/*}
            grep -q "\`$name\`" "docs/$unit.md" || { echo "FAIL formal: docs/$unit.md does not name the proof $name, which has a contract of $module"; status=1; }
        done
    done
    [ $status != 0 ] || echo 'PASS formal: the page of each unit names the proofs of its modules'
    return $status
}
# each property has a bug
covered() {
    for file in tb/formal/*.v; do
        for property in $(words_of prove "$file"); do
            grep -q "^formal-$(basename "$file" .v)-$property[ -]" tb/mutants/formal.list || { echo "FAIL formal: $file: no mutant for $property"; return 1; }
        done
    done
    echo "PASS formal: each property has a mutant"
}

case ${1-} in
list) list; exit ;;
page) page "${2-check}" && named && covered; exit ;;
induct) induct "$2"; exit ;;
traces)
    # shellcheck disable=SC2046  # words
    set -- "$3" $(list | grep "^$2 ")
    REPLAY=1
    model "$1" "$3" "$(shift 6; echo "$*")" && reached w "$1" 60 120
    exit
    ;;
mutants)
    shift
    "$BUILD/tb/mutants/wf_mutate" list tb/mutants/formal.list >"$dir/mutants.all" || exit 2
    # names of mutants, or of runs
    [ $# != 0 ] && wanted=" $* " || wanted=
    # shellcheck disable=SC2046  # names
    set -- $(awk -F "\t" -v wanted="$wanted" '{ run = $3; sub(/ .*/, "", run); sub(/^formal-/, "", run) }
        wanted == "" || index(wanted, " " $1 " ") || index(wanted, " " run " ") { print $1 }' "$dir/mutants.all")
    passed=0
    : >"$dir/found"
    for name; do mutant "$name" && passed=$((passed + 1)); done
    [ "${QUICK:-0}" = 1 ] || alone | sort -u >"$dir/alone"
    [ "${QUICK:-0}" = 1 ] || cat "$dir/alone"
    echo "$passed passed, $(($# - passed)) failed"
    [ $passed = $# ] && { [ "${QUICK:-0}" = 1 ] || [ ! -s "$dir/alone" ]; }
    exit
    ;;
esac

list | grep ' wrong' && { echo "formal.sh: a line of a run is wrong, above" >&2; exit 2; }
for name; do
    list | grep -q "^$name " || { echo "formal.sh: no run $name; there are: $(list | cut -d ' ' -f 1 | tr '\n' ' ')" >&2; exit 2; }
done
for tool in yosys berkeley-abc; do
    command -v $tool >/dev/null || { echo "SKIP formal: $tool is not installed (make setup-formal)"; exit 0; }
done
printf '%-34s %-22s %12s %8s\n' property result "flops/gates" "CPU s"
passed=0 failed=0
list >"$dir/list"
while read -r name file method depth seconds parameters; do
    [ $# = 0 ] || case " $* " in *" $name "*) ;; *) continue ;; esac
    [ "$seconds" -le "${SECONDS_MOST:-100000}" ] || continue
    # shellcheck disable=SC2086  # words
    if prove "$name" "$file" "$method" "$depth" "$seconds" $parameters; then passed=$((passed + 1)); else failed=$((failed + 1)) status=1; fi
done <"$dir/list"
echo "$passed passed, $failed failed"
[ $((passed + failed)) != 0 ] || status=1
exit $status

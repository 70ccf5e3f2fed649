#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gates.sh [NAME...] - for rows of sim/synth/gates.list: the netlist of a module, in the cells of a Liberty file, in place of the module's RTL in a bench.
#   The bench is as it is, except for checks of names inside a module (WF_NETLIST, WF_NETLIST_<module>).  The module keeps its parameters: a netlist is made
#   of each set of values that the bench asks for, and the netlist's module takes those and no others.  Cell models come from the functions in the Liberty
#   file, without delays.  Modules of `memories` stay RTL.  Icarus begins with X in registers; Verilator, for large netlists, with 0 or 1 at random, and
#   runs three times.
# Closes with a table and "N passed, N failed, N skipped"; exit status 1 when anything failed.
# Environment: BUILD, SEED; LIB: a Liberty file; LIMIT: seconds of a bench, 3600; SIMULATOR: icarus or verilator, in place of the row's;
#   SIM_CXX: the compiler for Verilator, clang++-15;
#   PLANT=K/N: in the netlist the cell at the fraction K/N, of those that have another cell with the same pins, is that other cell: a bench must fail.
set -eu
BUILD=${BUILD:-build} SEED=${SEED:-1} PLANT=${PLANT:-} SIM_CXX=${SIM_CXX:-clang++-15}
installed=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
LIB=${LIB:-$installed}
rows=sim/synth/gates.list
memories='wf_ram wf_core_bank wf_core_imem'
whole='wf_core wf_top'      # too large for one piece: the netlist keeps its modules, and yosys maps each once
limit=${LIMIT:-3600}
for tool in yosys iverilog; do
    command -v $tool >/dev/null || { echo "SKIP gates: $tool is not installed (make setup-test)"; exit 0; }
done
if [ "$LIB" = $installed ] && [ ! -r "$LIB" ]; then echo 'SKIP gates: the library OSU 0.18 um is not installed (make setup-synth)'; exit 0; fi
[ -r "$LIB" ] || { echo "gates.sh: LIB=$LIB: expected a Liberty file" >&2; exit 2; }
LIB=$(realpath "$LIB")
for name; do
    grep -q "^$name " $rows || { echo "gates.sh: $name: expected some of $(awk '!/^#/ { printf "%s ", $1 }' $rows)" >&2; exit 2; }
done
run=${LIB##*/}
work=$BUILD/gates/${run%.lib}${PLANT:+-plant}
mkdir -p "$work"

# Models of the cells, and for each register a start: X, or with +start=N a random value.  For Verilator: always a random one.
models() {
    yosys -q -p "read_liberty -ignore_miss_func $LIB; write_verilog -noattr $dir/read.v" >"$dir/models.log" 2>&1 || { tail -n 3 "$dir/models.log" >&2; exit 2; }
    awk '{ print } /^  reg [A-Za-z_0-9]+;/ { q = $2; sub(/;/, "", q); print "  initial if (wf_start.given(0)) " q " = wf_start.value(0);" }' "$dir/read.v" >"$dir/models.v"
    awk '{ print } /^  reg [A-Za-z_0-9]+;/ { q = $2; sub(/;/, "", q); print "  initial " q " = $random;" }' "$dir/read.v" >"$dir/random.v"
    cat >>"$dir/models.v" <<'END'
module wf_start;
    integer seed;
    reg     begun;
    function given(input nothing); given = $test$plusargs("start="); endfunction      // the order of initial blocks is open
    function value(input nothing);
        begin
            if (begun !== 1'b1) begun = $value$plusargs("start=%d", seed);
            value = $random(seed);
        end
    endfunction
endmodule
END
}

# A line of parameters for each instance of the module in the bench, once.
ask() {
    awk -v names="$(parameter_names)" '/^endmodule/ {
            count = split(names, name, " ")
            printf "initial begin $display(\"WF_ASKED"
            for (k = 1; k <= count; k++) printf " %s=%%0d", name[k]
            printf "\""
            for (k = 1; k <= count; k++) printf ", %s", name[k]
            print "); #1 $finish; end" }
        { print }' "$file" >"$dir/ask/$module.v"
    compile ask "$dir/ask.vvp" || return
    vvp -n "$dir/ask.vvp" $arguments | sed -n 's/^WF_ASKED *//p' | sort -u >"$dir/asked"
    [ -s "$dir/asked" ] || { echo "the bench has no instance of $module" >>"$dir/log"; return 1; }
}
parameter_names() { sed -n '/^module /,/^);/s/^ *parameter integer *\([A-Za-z0-9_]*\) *=.*/\1/p' "$file" | tr '\n' ' '; }
# FOLDER OUTPUT FILES...: the bench, with the module of $dir/FOLDER.  It is searched there, for a macro with arguments in a file that is named
# makes Icarus 11 crash at the next file that it searches.
compile() {
    first=$dir/$1 output=$2
    shift 2
    # shellcheck disable=SC2046  # lists of words
    iverilog -g2005 $(words "$first") $(values "-P$top.") -s "$top" -o "$output" "tb/$unit/$source" "$@" >>"$dir/log" 2>&1
}
words() {
    printf '%s ' -DWF_STALL -DWF_ASSERT -DWF_NETLIST "-DWF_NETLIST_$module" -Irtl/common -Itb/common -Itb/lds -Itb/memory "-Itb/$unit" -y "$1"
    tb_folders
}
# The same by Verilator, without its data-flow pass, as in sim/rtl.mk.  The pass const-bit-op-tree of 5.006 gives some trees of single bits wrong values.
compile_verilator() {
    runtime=$BUILD/bench/runtime object=$dir/verilator
    mkdir -p "$object" && cp sim/verilator/objects.mk "$object"
    for netlist in "$dir"/netlist_*.v; do awk -f sim/synth/expand.awk "$dir/random.v" "$netlist" >"$object/${netlist##*/}"; done
    # shellcheck disable=SC2046  # lists of words
    {
        { [ -e "$runtime/${SIM_CXX##*/}" ] || BUILD=$BUILD SIM_CXX=$SIM_CXX sim/bench.sh runtime; } &&
            verilator --cc --exe --main --timing --assert -O3 -fno-dfg -fno-const-bit-op-tree --unroll-stmts 500 -Wno-fatal -Wno-lint -Wno-TIMESCALEMOD \
                $(words "$dir/gates") $(values -G) --top-module "$top" --Mdir "$object" "tb/$unit/$source" "$object"/netlist_*.v "$dir/random.v" &&
            env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make --no-print-directory -C "$object" CURDIR=. -f "V$top.mk" -f objects.mk CXX="$SIM_CXX" OPT_SLOW=-O0 \
                OPT_FAST=-O1 $(case $SIM_CXX in *clang*) echo CFG_CXXFLAGS_COROUTINES=-std=gnu++20 ;; esac) objects &&
            "$SIM_CXX" -o "$object/tb" "$object"/*.o "$runtime"/*.o -pthread -latomic
    } >>"$dir/log" 2>&1
}
tb_folders() { for folder in tb/common tb/top tb/memory tb/host rtl/*/; do printf -- '-y %s ' "${folder%/}"; done; }
values() { [ "$bench_values" = - ] || for value in $(echo "$bench_values" | tr , ' '); do printf '%s%s ' "$1" "$value"; done; }

# NUMBER, the values: the netlist as module MODULE_gates_NUMBER
synthesize() {
    number=$1
    shift
    set_values=
    for value in "$@"; do set_values="$set_values -chparam ${value%=*} ${value#*=}"; done
    # a memory has no body here, and its instances keep their parameters
    flat='; flatten; synth -flatten'
    case " $whole " in *" $module "*) flat='; synth' ;; esac
    macros= plain=
    for each in $(sim/file_lists.sh "$module" | grep '\.v$'); do
        base=${each##*/}
        case " $memories " in *" ${base%.v} "*) [ "${base%.v}" = "$module" ] && plain="$plain $each" || macros="$macros $each" ;; *) plain="$plain $each" ;; esac
    done
    yosys -q -p "${macros:+read_verilog -lib -Irtl/common $macros;} read_verilog -defer -Irtl/common $plain; hierarchy -top $module $set_values;
        proc$flat -top $module; dfflibmap -liberty $LIB; abc -liberty $LIB; opt_clean -purge;
        splitnets -ports; opt_clean -purge; rename -top ${module}_gates_$number; select -assert-none t:\$* t:\$paramod* %d;
        tee -o $dir/stat stat; write_verilog -noattr $dir/netlist_$number.v" >"$dir/yosys.log" 2>&1 ||
        { tail -n 3 "$dir/yosys.log" >>"$dir/log"; return 1; }
    cells=$((cells + $(awk '/Number of cells:/ { n = $4 } END { print n + 0 }' "$dir/stat")))
}

# The module with its own parameters and ports around the netlists.  A netlist has a port for each bit, and a vector is driven whole: where
# cells drive the bits of a vector, Icarus resolves all of them at each change of one.
wrapper() {
    sed -n '1,/^);/{s/output reg /output wire/;p}' "$file"
    echo '    generate'
    number=0 or=
    while read -r line; do
        number=$((number + 1)) condition=1
        for value in $line; do condition="$condition && ${value%=*} == ${value#*=}"; done
        printf '    %sif (%s) begin : g_%s\n' "$or" "$condition" "$number"
        awk -v name="${module}_gates_$number" '
            /^module / { inside = $2 ~ "^" name "[(]" }
            inside && /^  (input|output) / {
                port = $2; bit = ""
                sub(/;$/, "", port)
                if (sub(/^\\/, "", port)) { bit = port; sub(/^[^[]*/, "", bit); sub(/\[.*/, "", port) }
                if (bit == "") pins = pins ",\n            ." port "(" port ")"
                else if ($1 == "input") pins = pins ",\n            .\\" port bit " (" port bit ")"
                else {
                    pins = pins ",\n            .\\" port bit " (\\" port bit " )"
                    print "        wire \\" port bit " ;"
                    if (!(port in high)) vector[++vectors] = port
                    if (!(port in high) || substr(bit, 2) + 0 > high[port]) high[port] = substr(bit, 2) + 0
                }
            }
            END {
                for (k = 1; k <= vectors; k++) {
                    port = vector[k]
                    printf "        assign %s = {", port
                    for (n = high[port]; n >= 0; n--) printf "\\%s[%d] %s", port, n, n ? ",\n            " : "};\n"
                }
                print "        " name " u_gates (" substr(pins, 3) ");"
            }' "$dir/netlist_$number.v"
        or='end else '
    done <"$dir/asked"
    printf '    end else %s_has_no_netlist_of_these_parameters u_error ();\n    endgenerate\nendmodule\n' "$module"
}

# Another cell with the same pins in place of one: AND for OR, say.
plant() {
    for netlist in "$dir"/netlist_*.v; do
        awk -v k="${PLANT%/*}" -v n="${PLANT#*/}" -v log_file="$dir/planted" '
            FILENAME == ARGV[1] && /^module / { cell = $2; sub(/\(.*/, "", cell); pins = $0; sub(/^[^(]*/, "", pins); text = ""; next }
            FILENAME == ARGV[1] && /^endmodule/ {
                if (pins ~ /,.*,/ && text !~ /reg / && text ~ /assign/) { of[cell] = pins; body[cell] = text; order[++cells] = cell }
                next
            }
            FILENAME == ARGV[1] { text = text $0; next }
            FNR == 1 && FILENAME == ARGV[2] && !passes++ {
                for (a = 1; a <= cells; a++) for (b = 1; b <= cells; b++)
                    if (!(order[a] in other) && of[order[a]] == of[order[b]] && body[order[a]] != body[order[b]]) other[order[a]] = order[b]
            }
            FILENAME == ARGV[2] && !second { if ($1 in other && /\($/) { lines[++candidates] = FNR; type[FNR] = $1 } all[++total] = $0; next }
            END {
                at = lines[int(candidates * k / n) + 1]
                if (at == "") exit 1
                print "line", at ":", type[at], "is", other[type[at]] >log_file
                sub(type[at], other[type[at]], all[at])
                for (k = 1; k <= total; k++) print all[k]
            }' "$dir/models.v" "$netlist" >"$netlist.planted" && mv "$netlist.planted" "$netlist"
    done
}

# The bench says PASS and nothing against it; status 124: it takes more than LIMIT seconds
passes() {
    case $simulator in verilator) program=$dir/verilator/tb ;; *) program="vvp -n $dir/tb.vvp" ;; esac
    # shellcheck disable=SC2086  # words
    timeout "$limit" $program $arguments "+seed=$SEED" "$@" >"$dir/said" 2>&1 || return
    grep -q '^PASS' "$dir/said" && ! grep -q '^FAIL\|^ERROR\|FATAL' "$dir/said"
}

# -> verdict, cells
try() {
    verdict=FAIL cells=0
    ask || { verdict="FAIL: $(tail -n 1 "$dir/log")"; return; }
    rm -f "$dir"/netlist_*
    number=0
    while read -r line; do
        number=$((number + 1))
        # shellcheck disable=SC2086  # words
        synthesize "$number" $line </dev/null || { verdict="FAIL: $(tail -n 1 "$dir/log")"; return; }
    done <"$dir/asked"
    [ -z "$PLANT" ] || plant || { verdict='FAIL: no cell to plant another for'; return; }
    wrapper >"$dir/gates/$module.v"
    if [ "$simulator" = verilator ]; then
        compile_verilator || { verdict="FAIL: $(grep -m 1 '%Error\|error:' "$dir/log" || tail -n 1 "$dir/log")"; return; }
        for start in 1 2 3; do
            passes "+verilator+seed+$start" && rc=0 || rc=$?
            [ $rc = 0 ] || break
        done
    else
        compile gates "$dir/tb.vvp" "$dir"/netlist_*.v "$dir/models.v" -s wf_start || { verdict="FAIL: $(grep -m 1 error "$dir/log" || tail -n 1 "$dir/log")"; return; }
        passes && rc=0 || rc=$?
    fi
    case $rc in
    0)   verdict=PASS; return ;;
    124) verdict="FAIL: not done in $limit s"; return ;;
    esac
    verdict="FAIL: $(grep -m 1 'FAIL\|FATAL' "$dir/said" || tail -n 1 "$dir/said")"
    [ "$simulator" = icarus ] || return 0
    # is it that gates keep an X which the RTL loses?
    cp "$dir/said" "$dir/said-x"
    if passes +start=1 && passes +start=2 && passes +start=3; then verdict='PASS from 0 and 1 alone'; fi
}

# The row of docs/gates.md of each netlist that passed, in the default library, has its cells
page() {
    [ "$LIB" = "$(realpath -q $installed)" ] && [ -z "$PLANT" ] || return 0
    awk -F'\t' 'FILENAME == ARGV[1] { if ($6 ~ /^PASS/) cells[$1] = $3; next }
        { split($0, row, / *[|] */); gsub(/,/, "", row[4]) }
        (row[2] in cells) && row[4] != cells[row[2]] { print "FAIL gates " row[2] ": docs/gates.md has " row[4] " cells, the netlist " cells[row[2]]; bad = 1 }
        END { exit bad }' "$table" docs/gates.md
}

passed=0 failed=0 skipped=0
table=$(mktemp)
trap 'rm -f "$table"' EXIT
while read -r name module unit source bench_values simulator arguments; do
    case $name in '#'*) continue ;; esac
    [ $# = 0 ] || case " $* " in *" $name "*) ;; *) continue ;; esac
    if [ "$unit" = - ]; then
        skipped=$((skipped + 1))
        printf '%s\t%s\t-\t-\t-\tskipped: %s\t-\n' "$name" "$module" "$source $bench_values $simulator $arguments" >>"$table"
        continue
    fi
    simulator=${SIMULATOR:-$simulator}
    case $simulator in icarus | verilator) ;; *) echo "gates.sh: $name: simulator $simulator: expected icarus or verilator" >&2; exit 2 ;; esac
    file=$(echo rtl/*/"$module".v) top=${source%.v} dir=$work/$name
    [ "$arguments" != - ] || arguments=
    arguments=$(echo "$arguments" | sed "s|@VECTORS@|$dir/vectors.txt|")
    rm -rf "$dir"
    mkdir -p "$dir/ask" "$dir/gates"
    : >"$dir/log"
    begin=$(date +%s)
    case $arguments in *vectors.txt*) "$BUILD/tb/fp/wf_fp_vectors" 32 "$SEED" 128 >"$dir/vectors.txt" ;; esac
    models </dev/null
    try </dev/null
    case $verdict in PASS*) passed=$((passed + 1)) ;; *) failed=$((failed + 1)) ;; esac
    planted=$(cat "$dir/planted" 2>/dev/null) && planted=", $planted" || planted=
    echo "${verdict%%[: ]*} gates $name: $module in $top, $cells cells${verdict#????}$planted"
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$module" "$cells" "$top $bench_values" "$simulator" "$verdict" "$(($(date +%s) - begin))" >>"$table"
done <$rows
page || failed=$((failed + 1))
{ printf 'name\tmodule\tcells\tbench\tsimulator\tverdict\tseconds\n'; cat "$table"; } |
    awk -F'\t' '{ printf "%-16s %-22s %8s  %-40s %-9s %-20.90s %5s\n", $1, $2, $3, $4, $5, $6, $7 }'
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ] && [ "$passed" != 0 ]

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# block.sh folder|parts|map MODULE [PARAMETER=VALUE...] - one block of a machine in the cells of a Liberty file.  sim/synth/synth.sh runs it.
#   folder: where its results are      parts: the blocks in it, a line each: MODULE PARAMETER=VALUE...      map: makes block.blif there
# A block is a module with what sim/synth/dissolved.list names inside it; a module that it names not is a block of its own, and has no body here.
# yosys reads the block's own files without comments and empty lines: the mapping follows the order of names, and names hold files and line numbers.
# The result is kept under the sum of all that it is made of, so an unchanged block is not synthesized again.
# Environment: WORK and SHARED (the folders of synth.sh), LIB, PERIOD (ns), MACRO_BITS.
set -eu
what=$1 module=$2
shift 2
here=sim/synth work=$WORK
stripped=$SHARED/rtl                                    # synth.sh has made it
name=$(echo "$module $*" | sed 's, *$,,; s,[ =],_,g')
dir=$work/map/$(printf '%s' "$name" | cut -c1-120)-$(printf '%s' "$name" | sha256sum | cut -c1-8)
[ "$what" != folder ] || { echo "$dir"; exit 0; }

# the block's own files, then "-", then those of the blocks in it
files=$(awk -v first="$module" -v at_files="$stripped" '
    function need(m) { if (!(m in seen)) { seen[m] = 1; queue[n++] = m } }
    !/^#/ && NF { dissolved[$1] = 1 }
    END {
        need(first)
        for (at = 0; at < n; at++) {
            m = queue[at]
            if (m != first && !(m in dissolved)) { outer = outer " " m; continue }
            inner = inner " " m
            file = at_files "/" m ".v"
            while ((getline line < file) > 0)
                if (match(line, /^[ ]*((if|else|end|begin)[^;]*[ )])?wf_[a-z0-9_]+[ ]+(#\(|u_)/)) {
                    match(line, /wf_[a-z0-9_]+[ ]+(#\(|u_)/)
                    split(substr(line, RSTART, RLENGTH), word, " ")
                    child = at_files "/" word[1] ".v"
                    if ((getline head < child) > 0) need(word[1])
                    close(child)
                }
            close(file)
        }
        print inner " -" outer
    }' $here/dissolved.list)
own=${files%% -*} outer=${files##*-}
case " $outer " in *' wf_macro '*) ;; *) outer="$outer wf_macro" ;; esac     # memories.v has it

rm -rf "$dir.$$"
mkdir -p "$dir.$$/rtl"
for m in $own; do cp "$stripped/$m.v" "$dir.$$/rtl"; done
for m in $outer; do { sed '/^ *) *;/q' "$stripped/$m.v"; echo endmodule; } >"$dir.$$/rtl/$m.stub.v"; done
for header in $(cat "$dir.$$"/rtl/*.v | sed -n 's/.*`include "\(.*\)".*/\1/p' | sort -u); do cp "$stripped/$header" "$dir.$$/rtl"; done
for header in $(cat "$dir.$$"/rtl/*.vh 2>/dev/null | sed -n 's/.*`include "\(.*\)".*/\1/p' | sort -u); do cp "$stripped/$header" "$dir.$$/rtl"; done
# yosys 0.23 fails with `hierarchy -chparam` on some modules
set_values=
for value in "$@"; do set_values="$set_values -set ${value%=*} ${value#*=}"; done
plain=$(for m in $own; do echo "rtl/$m.v"; done | sort | tr '\n' ' ')
stubs=$(for m in $outer; do echo "rtl/$m.stub.v"; done | sort | tr '\n' ' ')
options="-DMACRO_BITS=$MACRO_BITS -Irtl"
read="read_verilog -lib $options $stubs; read_verilog -defer $options $plain; ${set_values:+chparam$set_values $module;} hierarchy -top $module"
ps=$(awk -v ns="$PERIOD" 'BEGIN { printf "%d", 1000 * ns }')
# A module of the list gets the sizes of cells for 70 % of the period: flip-flops and other blocks need the rest.
how=" $(awk -v module="$module" '$1 == module { $1 = ""; print }' $here/mapping.list) " sized=$ps
[ "$how" = '  ' ] || sized=$((ps * 7 / 10))
case $how in *' balanced '*) map="dch;if,-g;strash;dch" ;; *) map=dch ;; esac
case $how in *' area '*) map="$map;amap" ;; *) map="$map;map,-B,0.9,-D,$ps" ;; esac
map="+strash;$map;topo;buffer,-c;upsize,-D,$sized;dnsize,-D,$sized;stime,-p"
lib=$(realpath "$LIB")
script="$read; proc; flatten; rename -top $module; synth -run :fine -top $module; techmap -map gather.v;
    techmap -map memories.v -D MACRO_BITS=$MACRO_BITS t:\$mem_v2;
    synth -run fine: -top $module; dfflibmap -liberty $lib; abc -D $ps -constr constr -liberty $lib -script $map; opt_clean -purge; splitnets; opt_clean -purge;
    select -assert-none t:\$*; delete =A:blackbox; write_blif -cname -param -impltf -conn block.blif"

# write_blif would cut what is connected to a block without a body down to its default parameters
# synthesize only what is new
case $what in parts) text="$read $(cat $here/parts.awk)" known=parts ;; *) text=$script known=block.blif ;; esac
cp $here/memories.v $here/gather.v "$SHARED/constr" "$dir.$$"
key=$({
    cat "$SHARED/tools"
    echo "$module $* $text"
    (cd "$dir.$$" && for file in $(find . -type f | sort); do echo "$file"; cat "$file"; done)
} | sha256sum)
if [ -s "$dir/$known" ] && [ "$(cat "$dir/$known.key" 2>/dev/null)" = "$key" ]; then
    rm -rf "$dir.$$"
    [ "$what" = map ] || cat "$dir/parts"
    exit 0
fi
if [ "$what" = parts ]; then
    (cd "$dir.$$" && yosys -q -p "$read; write_rtlil block.il") >"$dir.$$/log" 2>&1 || { sed 's/^/    /' "$dir.$$/log" | tail -n 5 >&2; exit 1; }
    awk -f $here/parts.awk $here/dissolved.list "$dir.$$/block.il" | sort -u >"$dir.$$/parts"
    mkdir -p "$dir"
    mv "$dir.$$/parts" "$dir/parts"
    cat "$dir/parts"
else
    (cd "$dir.$$" && yosys -q -p "$script" -l log) >"$dir.$$/said" 2>&1 || { tail -n 5 "$dir.$$/said" >&2; exit 1; }
    mkdir -p "$dir"
    mv "$dir.$$/block.blif" "$dir.$$/log" "$dir"
    # of the processor, in all processes
    times >"$dir.$$/times"
    awk 'NR == 2 { gsub(/[ms]/, " "); printf "%d\n", 60 * ($1 + $3) + $2 + $4 }' "$dir.$$/times" >"$dir/seconds"
fi
echo "$key" >"$dir/$known.key"
rm -rf "$dir.$$"

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# grammar.sh FOLDER - print grammar.def, the instructions and names of SPIR-V: those of grammar_new.def, and of the grammar files in FOLDER (package
# spirv-headers) those that it does not have.  c_model/spirv/module/grammar.h describes the rows.
set -eu
folder=$1 here=$(dirname "$0")
core=$folder/spirv.core.grammar.json glsl=$folder/extinst.glsl.std.450.grammar.json opencl=$folder/extinst.opencl.std.100.grammar.json
# of a part of a file the table would be short, without a word
for file in "$core" "$glsl" "$opencl"; do
    wrong=
    [ -f "$file" ] || wrong="is not there"
    for line in '^{' '"opname"' $([ "$file" != "$core" ] || echo '"enumerant"') '^}'; do
        [ -n "$wrong" ] || grep -q -e "$line" "$file" || wrong="is damaged, it has no line ${line#^}"
    done
    [ -z "$wrong" ] || {
        echo "$file $wrong; expected the grammar of SPIR-V:" \
            "apt-get install spirv-headers, or make SPIRV_GRAMMAR=FOLDER with the folder of that file" >&2
        exit 1
    }
done
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT

# an older grammar has a row for each name of an opcode, of which the first counts
{
    cat "$here/grammar_new.def"
    awk -f "$here/grammar.awk" "$core"
    awk -v prefix=GLSL -f "$here/grammar.awk" "$glsl"
    awk -v prefix=OPENCL -f "$here/grammar.awk" "$opencl"
} | awk -F '[(,] *' '/^WFS_/ && !seen[$1, $1 == "WFS_ENUM" ? $2 "," $3 : $3]++' >"$rows"

echo '/* Made by sim/spirv/grammar.sh from the grammar of SPIR-V; do not edit. */'
for table in WFS_INSTRUCTION WFS_ENUM WFS_GLSL WFS_OPENCL; do
    echo "#ifdef $table"
    case $table in
    WFS_INSTRUCTION) grep "^$table" "$rows" | sort -t, -n -k2 ;;
    *) grep "^$table" "$rows" ;;
    esac
    echo '#endif'
done

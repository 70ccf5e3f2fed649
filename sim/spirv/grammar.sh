#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# grammar.sh write|check - c_model/spirv/module/grammar.def from the grammar of SPIR-V as Debian's spirv-headers has it.
# Environment: SPIRV_GRAMMAR, the folder of the grammar files.
set -eu
folder=${SPIRV_GRAMMAR:-/usr/include/spirv/unified1} file=c_model/spirv/module/grammar.def
here=$(dirname "$0")

table() {
    echo '/* SPDX-License-Identifier: Apache-2.0'
    echo ' * Made by sim/spirv/grammar.sh from the grammar of SPIR-V (spirv-headers); do not edit.  Newer names stand in grammar_new.def.'
    echo ' * WFS_INSTRUCTION(name, opcode, class, operands): t type of the result, r result, i id, l literal word, s text, n number of the type of'
    echo ' * the instruction, p pair; ? may be missing, * any number.  WFS_ENUM(kind, name, value).  WFS_GLSL(name, number): GLSL.std.450. */'
    echo '#ifdef WFS_INSTRUCTION'
    awk -f "$here/grammar.awk" "$folder/spirv.core.grammar.json" | grep '^WFS_INSTRUCTION' | sort -t, -n -k2
    echo '#endif'
    echo '#ifdef WFS_ENUM'
    awk -f "$here/grammar.awk" "$folder/spirv.core.grammar.json" | grep '^WFS_ENUM'
    echo '#endif'
    echo '#ifdef WFS_GLSL'
    awk -v prefix=GLSL -f "$here/grammar.awk" "$folder/extinst.glsl.std.450.grammar.json"
    echo '#endif'
}

case ${1:-} in
write) table >"$file.new" && mv "$file.new" "$file" ;;
check)
    if [ ! -f "$folder/spirv.core.grammar.json" ]; then
        echo "SKIP grammar: $folder/spirv.core.grammar.json is not there (Debian's spirv-headers)"
    elif table | cmp -s - "$file"; then
        echo "PASS generated $file"
    else
        echo "FAIL generated $file: stale, run sim/spirv/grammar.sh write"
        exit 1
    fi ;;
*) echo "usage: $0 write|check" >&2; exit 2 ;;
esac

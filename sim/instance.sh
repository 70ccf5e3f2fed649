#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# instance.sh [-d] MODULE [NAME=VALUE...] - an instantiation of a module of rtl/, ready to paste: its parameters (VALUE in place of the default), a wire for each
# port, and the instance.  -d: the parameters and wires alone.
set -u
only=0
[ "${1:-}" = -d ] && { only=1; shift; }
[ $# != 0 ] || { echo "usage: sim/instance.sh [-d] MODULE [NAME=VALUE...]" >&2; exit 2; }
module=$1
shift
file=$(ls rtl/*/"$module".v 2>/dev/null) || { echo "instance.sh: $module: expected a module of rtl/" >&2; exit 2; }
awk -v module="$module" -v given=" $* " -v only=$only '
    $1 == "`include" { include = include $0 "\n" }
    $1 == "module" { inside = 1; next }
    !inside { next }
    { comment = ""; line = $0; if (match(line, /\/\/.*/)) { comment = substr(line, RSTART); line = substr(line, 1, RSTART - 1) }
      gsub(/\/\*[^*]*\*\//, "", line); gsub(/[ ,]+$/, "", line) }
    line ~ /^ *parameter/ {
        sub(/^ *parameter +(integer +)?/, "", line); name = line; sub(/[ =].*/, "", name); sub(/[^=]*= */, "", line)
        if (match(given, " " name "=[^ ]*")) { line = substr(given, RSTART + length(name) + 2, RLENGTH - length(name) - 2); used[name] = 1 }
        parameters = parameters sprintf("    localparam integer %-10s = %s;%s\n", name, line, comment == "" ? "" : "    " comment)
        if (comment !~ /derived/) values = values sprintf("%s.%s(%s)", values == "" ? "" : ", ", name, name)
    }
    line ~ /^ *(input|output)/ {
        direction = line ~ /input/ ? "input" : "output"
        sub(/^ *(input|output) +(wire|reg) +/, "", line); range = ""
        if (match(line, /^(signed +)?\[[^]]*\]/)) { range = substr(line, 1, RLENGTH); line = substr(line, RLENGTH + 1) }
        gsub(/ /, "", line)
        wires = wires sprintf("    wire %s%s;%s\n", range == "" ? "" : range " ", line, comment == "" ? "    // " direction : "    // " direction ", " substr(comment, 4))
        ports = ports sprintf("%s        .%s(%s)", ports == "" ? "" : ",\n", line, line)
    }
    line ~ /^ *\) *;/ { exit }
    END {
        count = split(given, wanted, " ")
        for (k = 1; k <= count; k++) { name = wanted[k]; sub(/=.*/, "", name); if (!(name in used)) { print "instance.sh: " module " has no parameter " name >"/dev/stderr"; exit 2 } }
        if (!only) printf "%s", include
        printf "%s%s", parameters, wires
        if (!only) printf "    %s %su_%s (\n%s\n    );\n", module, values == "" ? "" : "#(" values ") ", substr(module, 4), ports
    }' "$file"

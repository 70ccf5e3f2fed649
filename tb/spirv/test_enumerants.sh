#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_enumerants.sh - enumerants.def says of each name that the grammar of SPIR-V has for modules with Shader or Kernel what becomes of it: a name
# that needs no capability, or one that these have or can have beside them.  Left out are names of INTEL but those of decorations and execution modes,
# and image formats, of which test_image.c has each.  It names nothing twice, and nothing that the grammar does not have.
# Reads: c_model/spirv/lower/enumerants.def sim/spirv/grammar_new.def tb/spirv/enumerants.awk
set -u
folder=${SPIRV_GRAMMAR:-/usr/include/spirv/unified1}
core=$folder/spirv.core.grammar.json
[ -f "$core" ] || { echo "SKIP enumerants: $core is not there (Debian: spirv-headers)"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
verdict() {     # NAME FILE: nothing is in it
    if [ -s "$2" ]; then
        echo "FAIL enumerants: $1: $(head -n 12 "$2" | tr '\n' ';')"
        status=1
    else
        echo "PASS enumerants $1"
    fi
}
awk -f tb/spirv/enumerants.awk -v mode=judged c_model/spirv/lower/enumerants.def | sort >"$work/judged"
awk -f tb/spirv/enumerants.awk -v mode=grammar "$core" | sort -u >"$work/reached"
awk -f tb/spirv/enumerants.awk -v mode=all "$core" >"$work/all"
awk -F '[(,] *' '/^WFS_ENUM/ { print $2, $3 }' sim/spirv/grammar_new.def | sort -u >"$work/newer"
sort -u "$work/all" "$work/newer" >"$work/known"
uniq -d "$work/judged" >"$work/twice"
sort -u "$work/judged" -o "$work/judged"
comm -23 "$work/reached" "$work/judged" >"$work/missing"
comm -23 "$work/judged" "$work/known" >"$work/unknown"
[ "$(wc -l <"$work/reached")" -gt 200 ] || echo "only $(wc -l <"$work/reached") names" >>"$work/missing"
verdict "has every name that Shader or Kernel reaches" "$work/missing"
verdict "has no name that the grammar does not have" "$work/unknown"
verdict "has each name once" "$work/twice"
exit $status

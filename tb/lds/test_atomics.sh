#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_atomics.sh - the table "Value of combining" of docs/design.md: each figure is what sim/atomics.sh measures now, to a tenth; and what the page
# concludes from it holds.  Environment: BUILD.
# Only in `make test-all`: the simulator costs half a minute.
# Needs: sim/libwavefold_sim_l32.so sim/libwavefold_sim_l32_serial.so
set -u
BUILD=${BUILD:-build} status=0
for sim in l32 l32_serial; do
    [ -x "$BUILD/sim/libwavefold_sim_$sim.so" ] || { echo "SKIP lds atomics: $BUILD/sim/libwavefold_sim_$sim.so is not built"; exit 0; }
done
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
sim/atomics.sh >"$dir/now" || { echo "FAIL lds atomics: a run is wrong"; exit 1; }
sed -n '/^### Value of combining/,/^## memory/p' docs/design.md | grep '^|' >"$dir/page"

pass() { echo "PASS lds atomics: $1"; }
fail() { echo "FAIL lds atomics: $1"; status=1; }

awk -F'|' 'NR == FNR { page[FNR] = $0; rows = FNR; next }
    FNR < 3 { bad += $0 != page[FNR]; next }
    { n = split(page[FNR], was, "|"); bad += n != NF || was[2] != $2
      for (i = 3; i < NF; i++) if ($i == " - ") bad += was[i] != $i; else if ($i > 1.1 * was[i] || $i < 0.9 * was[i] || was[i] <= 0) { print "  " $2 " column " i - 1 ": " $i ", the page has" was[i]; bad++ } else good++ }
    END { exit bad > 0 || FNR != rows || good != 9 * 8 + 4 }' "$dir/page" "$dir/now"
if [ $? = 0 ]; then pass "the table of the page"; else fail "docs/design.md is not what sim/atomics.sh measures"; cat "$dir/now"; fi

# columns: 3 plain, 4 rewrite, 5 plain not combined, 6 rewrite not combined; 7 to 10 the same of one wave
holds() {               # WHAT ROWS CONDITION
    if awk -F'|' -v rows="$2" 'NR > 2 && $2 ~ rows { n++; if (!('"$3"')) bad = 1 } END { exit bad || !n }' "$dir/now"; then pass "$1"; else fail "$1"; fi
}
holds "an integer atomic of all lanes takes about one cycle from the machine" '^ `[^f].*[a-z]`' '$3 < 1.2'
holds "... its rewrite at least four times as much" '^ `[^f].*[a-z]`' '$4 > 4 * $3'
holds "... of a wave alone too" '^ `[^f].*[a-z]`' '$8 > 4 * $7'
holds "without combining it takes a cycle a lane" '^ `[^f].*[a-z]`' '$5 > 28 && $5 < 36'
holds "... and the rewrite at most a fifth of that" '^ `[^f].*[a-z]`' '$6 < $5 / 5'
holds "a rewrite has nothing to combine" '[a-z]`' '$6 < 1.05 * $4 && $4 < 1.05 * $6'
holds "a 64-bit atomic is two instructions, of half the lanes each: two cycles from the machine" '64`' '$3 > 1.8 && $3 < 2.2'
holds "... and twice the time of a wave alone" '64`' '$7 > 7.9 && $7 < 9.7'
holds "... and without combining a cycle a lane" '64`' '$5 > 28.7 && $5 < 35.1 && $9 > 32.2 && $9 < 39.4'
holds "f32 add: the rewrite is the faster one with many waves" '^ `f' '$4 < 0.8 * $3 && $4 > 0.3 * $3'
holds "... and the slower one with one wave" '^ `f' '$8 > 1.2 * $7'
holds "... without combining many times as fast" '^ `f' '$6 < $5 / 3'
exit $status

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_races.sh - races and divergent barriers as a user meets them: both lines, the exit status, --races off.
set -u
. tb/cli/lib.sh

for seed in 0 1 2 3 4 5 6 7 8 9 10; do
    for size in 8 32 64; do
        expect "a missing barrier, seed $seed, wave size $size" 1 "^FAIL race.wfk" \
            "tb/cli/race.wfk:[12][86]: error: race: groupshared memory at byte [0-9]* is touched by two lanes" \
            run tb/cli/race.wfk --seed $seed --wave-size $size
        check "... with both lines" sh -c "grep -q '^  line 18: lds.store \[r5\], r2: thread (' '$dir/err' && \
            grep -q '^  line 26: lds.load r10, \[r9\]: thread (' '$dir/err'"
    done
done
"$wavefold" run tb/cli/race.wfk --races off 2>&1 | grep -q 'race:' && fail "--races off looks for none" || pass "--races off looks for none"
sed 's|// barrier|barrier|' tb/cli/race.wfk >"$dir/right.wfk"
expect "the same with its barrier" 0 "^PASS" - run "$dir/right.wfk" --seed 3
expect "--races on, said" 0 "^PASS" - run "$dir/right.wfk" --races on
sed 's|        lds.store \[r5\], r2|&\nbarrier|' tb/cli/race.wfk >"$dir/divergent.wfk"
expect "a barrier that some lanes do not reach" 1 "^FAIL" "divergent.wfk:19: error: divergent barrier" run "$dir/divergent.wfk"
check "... says which lanes" sh -c "grep -q '^  here: thread (.*lane 0$' '$dir/err' && grep -q '^  not here: thread (.*lane 1$' '$dir/err'"
printf '%s\n' '[numthreads(4,1,1)] [WaveSize(4)]' 'buffer Out[8]' 'dispatch 2' code 'sv r0, dtid.x' 'and r0, r0, 3' 'shl r0, r0, 2' \
    'store Out[r0], r0' end >"$dir/groups.wfk"
expect "a word of a buffer is named" 1 "^FAIL" "groups.wfk:8: error: race: Out\[0\] is touched" run "$dir/groups.wfk"
printf '%s\n' '[numthreads(4,1,1)] [WaveSize(4)]' 'buffer Out[8]' 'dispatch 2' code 'sv r0, gid.x' 'mov r1, 0' 'if r0' 'atomic.add _, Out[r1], r0' \
    else 'store Out[r1], r0' endif end >"$dir/mixed.wfk"
expect "an atomic against a plain store" 1 "^FAIL" \
    "race: Out\[0\] is touched by two lanes with no barrier between, by one with an atomic, by the other with a plain store$" run "$dir/mixed.wfk"
sed 's/store Out\[r1\], r0/load r2, Out[r1]/' "$dir/mixed.wfk" >"$dir/loaded.wfk"
expect "... and a plain load" 1 "^FAIL" "by the other with a plain load$" run "$dir/loaded.wfk"
expect "--races maybe" 2 - "on or off" run "$dir/right.wfk" --races maybe
expect "--races on the hardware" 2 - "needs --on model" run "$dir/right.wfk" --races on --on rtl
exit $status

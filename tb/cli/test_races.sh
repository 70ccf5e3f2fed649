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
# ---- lanes of one wave: that they run in step is no order; at a smaller wave size they are two waves ------------------------------------------
cat >"$dir/lost.wfk" <<'END'
[numthreads(32,1,1)] [groupshared(128)]
buffer Out[1]
code
    mov r1, 0
    lds.load r2, [r1]
    add r2, r2, 1
    lds.store [r1], r2
    end
END
cat >"$dir/neighbour.wfk" <<'END'
[numthreads(32,1,1)] [groupshared(128)]
buffer Out[32]
code
    sv r0, gindex
    shl r1, r0, 2
    lds.store [r1], r0
    xor r2, r1, 124
    lds.load r3, [r2]
    store Out[r1], r3
    end
expect Out = each 31 - i
END
sed 's/    xor/    barrier\n&/' "$dir/neighbour.wfk" >"$dir/neighbour-barrier.wfk"
sed 's/    xor/    memory_barrier\n&/' "$dir/neighbour.wfk" >"$dir/neighbour-fence.wfk"
for size in 4 8 16 32 64 128; do
    for seed in 0 1 2 3; do
        at="--lanes 128 --wave-size $size --seed $seed"
        expect "a lost update, $at" 1 "^FAIL" "lost.wfk:7: error: race: groupshared memory at byte 0 is touched" run "$dir/lost.wfk" $at
        check "... with both lines" sh -c "grep -q '^  line 5: lds.load r2, \[r1\]: thread (' '$dir/err' && \
            grep -q '^  line 7: lds.store \[r1\], r2: thread (' '$dir/err'"
        expect "a neighbour's word without a barrier, $at" 1 "^FAIL" "neighbour.wfk:[68]: error: race: groupshared" \
            run "$dir/neighbour.wfk" $at
        expect "... with one" 0 "^PASS" - run "$dir/neighbour-barrier.wfk" $at
        if [ $size -lt 32 ]; then
            expect "... with a memory_barrier, lanes of other waves" 1 "^FAIL" "neighbour-fence.wfk:[69]: error: race: groupshared" \
                run "$dir/neighbour-fence.wfk" $at
        else
            expect "... with a memory_barrier, in one wave" 0 "^PASS" - run "$dir/neighbour-fence.wfk" $at
        fi
    done
done
cat >"$dir/pixels.wfk" <<'END'
[shader("pixel")] [WaveSize(16)]
buffer Out[16]
quads { 2, 4, 0b1111, 4, 4, 0b1101 }
code
    sv r0, lane
    shl r1, r0, 2
    store Out[r1], r0
    xor r2, r1, 16
    load r3, Out[r2]
    end
END
sed 's/    xor/    memory_barrier\n&/' "$dir/pixels.wfk" >"$dir/pixels-fence.wfk"
expect "pixels of one wave" 1 "^FAIL" "pixels.wfk:9: error: race: Out\[[0-7]\] is touched" run "$dir/pixels.wfk"
expect "... with a memory_barrier" 0 "^PASS" - run "$dir/pixels-fence.wfk"
sed '/memory_barrier/d' tb/kernels/numwaves_n.wfk >"$dir/numwaves.wfk"
for size in 16 32 64; do
    expect "0054's third example as it is printed, wave size $size" 1 "^FAIL" "numwaves.wfk:80: error: race: groupshared memory" \
        run "$dir/numwaves.wfk" --lanes 64 --wave-size $size
done

# ---- a large dispatch: 64 groups, 80 accesses of each of 256 threads, then one of group $1 without its barrier -----------------------------
large() {
    cat >"$dir/large.wfk" <<END
[numthreads(256,1,1)] [WaveSize(32)] [groupshared(1024)]
buffer Out[64]
dispatch 64
code
    sv r0, gindex
    shl r0, r0, 2
    mov r1, 0
    loop
        lds.store [r0], r1
        lds.load r2, [r0]
        add r1, r1, 1
        ge.u r3, r1, 40
        breakif r3
    endloop
    sv r4, gid.x
    eq r5, r4, $1
    if r5
        xor r0, r0, 128
        lds.load r2, [r0]
    endif
    end
END
}
left="note: races were looked for in the first 524288 accesses of lanes to memory, then in each group whose index is a multiple of 4; --races on"
large 60
expect "a late race in a fourth group" 1 "^FAIL" "large.wfk:19: error: race: groupshared memory" run "$dir/large.wfk"
check "... and that others were left out" grep -q -e "$left" "$dir/err"
large 61
expect "a late race in another group is left out, and that is said" 0 "^PASS" "large.wfk: $left" run "$dir/large.wfk"
expect "... by auto too" 0 "^PASS" "large.wfk: $left" run "$dir/large.wfk" --races auto
expect "... but not by on" 1 "^FAIL" "large.wfk:19: error: race: groupshared memory" run "$dir/large.wfk" --races on
grep -q 'looked for' "$dir/err" && fail "... which leaves nothing out" || pass "... which leaves nothing out"
expect "... nor is anything said by off" 0 "^PASS" - run "$dir/large.wfk" --races off
large 3
expect "an early race in any group" 1 "^FAIL" "large.wfk:19: error: race: groupshared memory" run "$dir/large.wfk"
sed 's/if r5/if r3/; s/, 40/, 4000/; s/^dispatch 64/dispatch 1/' "$dir/large.wfk" >"$dir/one.wfk"
expect "one group is looked at for as many accesses of its own" 0 "^PASS" "one.wfk: $left" run "$dir/one.wfk"

printf '[numthreads(1,1,1)]\ndispatch 2000000\ncode\nend\n' >"$dir/many.wfk"
(ulimit -v 60000; exec "$wavefold" run "$dir/many.wfk") >"$dir/out" 2>"$dir/err"
check "waves that touch nothing take no memory" test $? = 0 -a ! -s "$dir/err"
expect "--races maybe" 2 - "auto, on or off" run "$dir/right.wfk" --races maybe
for races in on auto; do                       # that none are watched is so there: test_rtl.sh
    expect "--races $races on the hardware" 2 - "^wavefold: error: races are watched on the model only: this option needs --on model: --races$" \
        run "$dir/right.wfk" --races $races --on rtl
done
"$wavefold" help run | grep -q -- '^--races .* model only: races, ' && pass "help says where races are watched" || fail "help says where races are watched"

# ---- how many: pairs of accesses of two lanes to one word; arrivals of waves at divergent barriers -----------------------------------------------
# two groups of two waves of 4 lanes: the four lanes of the second wave meet the store of the first; each wave runs into the barrier three times
cat >"$dir/count.wfk" <<'END'
[numthreads(8,1,1)] [WaveSize(4)] [groupshared(16)]
dispatch 2
code
    sv r0, lane
    shl r1, r0, 2
    lds.store [r1], r0
    isfirst r2
    mov r3, 0
    loop
        if r2
            barrier
        endif
        add r3, r3, 1
        eq r4, r3, 3
        breakif r4
    endloop
    end
END
for seed in 0 1 2 3; do
    expect "races and divergent barriers are counted apart, seed $seed" 1 "^FAIL" "count.wfk: note: 8 races in all, 1 shown: the first of each pair of instructions$" \
        run "$dir/count.wfk" --seed $seed
    check "... the barriers" grep -q "count.wfk: note: 12 divergent barriers in all, 1 shown: the first of each barrier instruction$" "$dir/err"
done
sed 's/lds.store/lds.load/; s/\], r0/]/; s/\[r1\]/r5, [r1]/' "$dir/count.wfk" >"$dir/barriers.wfk"
expect "divergent barriers alone" 1 "^FAIL" "barriers.wfk: note: 12 divergent barriers in all, 1 shown" run "$dir/barriers.wfk"
grep -q ' race' "$dir/err" && fail "... are no races" "$dir/err" || pass "... are no races"
exit $status

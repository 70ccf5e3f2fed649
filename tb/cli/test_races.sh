#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_races.sh - races and divergent barriers as a user meets them: both lines, the exit status, --races off.
# Needs: sim/libwavefold_sim_l8.so sim/libwavefold_sim_l8_small_system_c2.so
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
expect "--race-watch all, said" 0 "^PASS" - run "$dir/right.wfk" --race-watch all
sed 's|        lds.store \[r5\], r2|&\nbarrier|' tb/cli/race.wfk >"$dir/divergent.wfk"
expect "a barrier that some lanes do not reach" 1 "^FAIL" "divergent.wfk:19: error: divergent barrier" run "$dir/divergent.wfk"
check "... says which lanes" sh -c "grep -q '^  here: thread (.*lane 0$' '$dir/err' && grep -q '^  not here: thread (.*lane 1$' '$dir/err'"
printf '%s\n' '[numthreads(4,1,1)] [WaveSize(4)]' 'buffer Out[8]' 'dispatch 2' code 'sv r0, dtid.x' 'and r0, r0, 3' 'shl r0, r0, 2' \
    'sv r1, gid.x' 'store Out[r0], r1' end >"$dir/groups.wfk"
expect "a word of a buffer is named" 1 "^FAIL" "groups.wfk:9: error: race: Out\[0\] is touched" run "$dir/groups.wfk"
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
    expect "0054's third example as it is printed, wave size $size" 1 "^FAIL" "numwaves.wfk:72: error: race: groupshared memory" \
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
left="note: races were looked for in the first 524288 accesses of lanes to memory, then in each group whose index is a multiple of 4; --race-watch all"
large 60
expect "a late race in a fourth group" 1 "^FAIL" "large.wfk:19: error: race: groupshared memory" run "$dir/large.wfk"
check "... and that others were left out" grep -q -e "$left" "$dir/err"
large 61
expect "a late race in another group is left out, and that is said" 0 "^PASS" "large.wfk: $left" run "$dir/large.wfk"
expect "... by auto too" 0 "^PASS" "large.wfk: $left" run "$dir/large.wfk" --race-watch auto
expect "... but not by all" 1 "^FAIL" "large.wfk:19: error: race: groupshared memory" run "$dir/large.wfk" --race-watch all
grep -q 'looked for' "$dir/err" && fail "... which leaves nothing out" || pass "... which leaves nothing out"
expect "... nor is anything said by off" 0 "^PASS" - run "$dir/large.wfk" --races off
large 3
expect "an early race in any group" 1 "^FAIL" "large.wfk:19: error: race: groupshared memory" run "$dir/large.wfk"
sed 's/if r5/if r3/; s/, 40/, 4000/; s/^dispatch 64/dispatch 1/' "$dir/large.wfk" >"$dir/one.wfk"
expect "one group is looked at for as many accesses of its own" 0 "^PASS" "one.wfk: $left" run "$dir/one.wfk"

printf '[numthreads(1,1,1)]\ndispatch 2000000\ncode\nend\n' >"$dir/many.wfk"
(ulimit -v 60000; exec "$wavefold" run "$dir/many.wfk") >"$dir/out" 2>"$dir/err"
check "waves that touch nothing take no memory" test $? = 0 -a ! -s "$dir/err"
expect "--races maybe" 2 - "^wavefold: error: --races is error, warn or off, not: maybe$" run "$dir/right.wfk" --races maybe
expect "--bounds maybe" 2 - "^wavefold: error: --bounds is error, warn or off, not: maybe$" run "$dir/right.wfk" --bounds maybe
expect "--race-watch maybe" 2 - "^wavefold: error: --race-watch is auto or all, not: maybe$" run "$dir/right.wfk" --race-watch maybe
expect "--race-watch where none is watched" 2 - "^wavefold: error: --races off watches none: this option does nothing: --race-watch$" \
    run "$dir/right.wfk" --race-watch all --races off
for races in "--races warn" "--races error" "--race-watch auto"; do
    # shellcheck disable=SC2086  # options
    expect "$races on the hardware" 0 "^PASS right.wfk on=rtl" - run "$dir/right.wfk" --wave-size 8 $races --on rtl --lanes 8
done

# ---- how many: pairs of accesses of two lanes to one word; arrivals of waves at divergent barriers -----------------------------------------------
# two groups of two waves of 4 lanes: the four lanes of the second wave meet the store of the first; each wave runs into the barrier three times
cat >"$dir/count.wfk" <<'END'
[numthreads(8,1,1)] [WaveSize(4)] [groupshared(16)]
dispatch 2
code
    sv r0, lane
    shl r1, r0, 2
    sv r0, gindex
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

# ---- what becomes of them: errors of a kernel file, warnings of a shader, or as --races and --bounds say -------------------------------------
expect "races as warnings" 0 "^PASS lost.wfk .* races=[0-9]*" "lost.wfk:7: warning: race: groupshared memory" run "$dir/lost.wfk" --races warn
expect "races as errors, said" 1 "^FAIL race.wfk .* races=[0-9]*" "race.wfk:[12][86]: error: race: groupshared memory" run tb/cli/race.wfk --races error
expect "divergent barriers are counted" 1 "^FAIL divergent.wfk .* divergent-barriers=[0-9]*" "error: divergent barrier" run "$dir/divergent.wfk"
expect "... as warnings" 0 "^PASS" "divergent.wfk:19: warning: divergent barrier" run "$dir/divergent.wfk" --races warn
expect "... not at all" 0 "^PASS divergent.wfk .* instructions=[0-9]* races not checked$" - run "$dir/divergent.wfk" --races off
cat >"$dir/beyond.wfk" <<'END'
[numthreads(4,1,1)]
buffer Out[3]
code
    sv r0, lane
    shl r0, r0, 2
    store Out[r0], r0
    end
expect Out = { 0, 4, 8 }
END
expect "out of bounds in a kernel file" 1 "^FAIL beyond.wfk .* faults=1$" "beyond.wfk:6: error: model: fault: address outside the buffer" run "$dir/beyond.wfk"
expect "... as a warning" 0 "^PASS beyond.wfk .* faults=1$" "beyond.wfk:6: warning: model: fault: address outside the buffer" run "$dir/beyond.wfk" --bounds warn
expect "... not a word" 0 "^PASS beyond.wfk .* faults=1$" - run "$dir/beyond.wfk" --bounds off
sed 's/^expect.*/&\nexpect fault LDS_RANGE/' "$dir/beyond.wfk" >"$dir/other.wfk"
expect "... when the file expects another fault" 1 "^FAIL" "error: model: expected the fault LDS_RANGE" run "$dir/other.wfk" --bounds off
sed 's/ 8 }/ 9 }/' "$dir/beyond.wfk" >"$dir/differs.wfk"
expect "... and other words than the file expects" 1 "^FAIL" "error: model: 1 word of Out differs" run "$dir/differs.wfk" --bounds warn
counted() { awk -v want="$1" '{ gsub(/[",:]/, "") } $1 == want { print $2; exit }' "$dir/stats"; }
"$wavefold" run "$dir/count.wfk" --races warn --stats "$dir/stats" >/dev/null 2>&1
check "--stats counts races and barriers" test "$(counted races) $(counted divergent_barriers) $(counted equal_stores) $(counted faults)" = "8 12 0 0"
"$wavefold" run "$dir/beyond.wfk" --races off --bounds off --stats "$dir/stats" >/dev/null 2>&1
check "... lanes that faulted, and that nobody looked for races" test "$(counted faults) $(counted races) $(counted equal_stores)" = "1 null null"

cp tb/cli/flags.spv "$dir/flags.spv"
printf '%s\n' 'shader "flags.spv" entry "equal"' 'buffer All[65]' 'bind 0.0 = All' 'dispatch 1' >"$dir/named.wfk"
expect "both names of a buffer, between commas" 0 "^PASS" "note: byte 0 of B (binding 0.0), here All, gets one value from two lanes" run "$dir/named.wfk"
# flags.spv: 64 threads store one value (equal); each adds to a word and loads it, in four ways
flags() { entry=$1 bytes=$2; shift 2; echo run tb/cli/flags.spv --entry $entry --groups 1 --lanes 64 --wave-size $size --bind 0.0=zero:$bytes "$@"; }
for size in 4 8 16 32 64; do
    # shellcheck disable=SC2046  # options
    {
    expect "stores of one value, wave size $size" 0 "^PASS .* equal-stores=63 nothing compared: nothing is expected$" \
        "note: byte 0 of B (binding 0.0) gets one value from two lanes with neither a barrier nor atomics between, the first of 63 such stores: harmless here" \
        $(flags equal 260)
    check "... no race" sh -c "! grep -q 'race' '$dir/err'"
    expect "... not a word" 0 "^PASS .* instructions=[0-9]* races not checked, nothing compared: nothing is expected$" - $(flags equal 260 --races off)
    for how in coherent volatile shared; do
        expect "an atomic beside a load, $how, wave size $size" 0 "^PASS .* instructions=[0-9]* nothing compared: nothing is expected$" - $(flags $how 260 --races error)
    done
    expect "... a plain one" 0 "^PASS .* races=[0-9]* nothing compared: nothing is expected$" "warning: race: byte 0 of B (binding 0.0) is touched .* by the other with a plain load" $(flags plain 260)
    expect "... as an error" 1 "^FAIL .* races=[0-9]* nothing compared: nothing is expected$" "error: race: byte 0 of B (binding 0.0) is touched" $(flags plain 260 --races error)
    expect "out of bounds, wave size $size" 0 "^PASS .* faults=1 races not checked, nothing compared: nothing is expected$" "warning: model: fault: address outside the buffer" $(flags equal 256 --races off)
    expect "... as an error" 1 "^FAIL .* faults=1 races not checked, nothing compared: nothing is expected$" "error: model: fault: address outside the buffer" $(flags equal 256 --races off --bounds error)
    expect "... not a word" 0 "^PASS .* faults=1 races not checked, nothing compared: nothing is expected$" - $(flags equal 256 --races off --bounds off)
    }
done
# flags between two cores, each with its cache: who polls must see what the other one stored
for sim in libwavefold_sim_l8_system_c2.so libwavefold_sim_l8_small_system_c2.so; do
    [ -x "$BUILD/sim/$sim" ] || continue
    for variant in '' mm; do
        # shellcheck disable=SC2086  # an option or none
        WAVEFOLD_SIM=$BUILD/sim/$sim expect "coherent flags over caches, variant '$variant', $sim" 0 "^PASS" - \
            run tb/shaders/mem_coherent.wfk ${variant:+--variant $variant} --on rtl --lanes 8 --wave-size 8 --memory-path on --limit 200000
    done
done
if has_rtl 8; then
    size=8
    # shellcheck disable=SC2046  # options
    {
    expect "out of bounds on the hardware" 0 "^PASS .* faults=1 equal-stores=63 nothing compared: nothing is expected$" "warning: rtl: fault: address outside the buffer" $(flags equal 256 --on rtl | sed 's/--lanes 64/--lanes 8/')
    expect "... as an error" 1 "^FAIL .* faults=1 equal-stores=63 nothing compared: nothing is expected$" "^reproduce: .* --bounds error" $(flags equal 256 --on rtl --bounds error | sed 's/--lanes 64/--lanes 8/')
    }
fi
exit $status

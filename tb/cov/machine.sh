#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# machine.sh SEED COUNT FOLDER - what the whole machine runs for coverage, 8 lanes and two cores over the memory path: kernels, COUNT random programs of each
# kind, groups far inside of large grids, as many waves as there can be, resets, pixels far away, faults of several dispatches.  Each run is in lock step
# with the model; FOLDER gets its coverage, FOLDER/N.lines and so on.  Exit status 1: a run failed.
# Environment: BUILD; WAVEFOLD_SIM, the machine; WF_BINS.
set -u
seed=$1 count=$2 folder=$3 build=${BUILD:-build} runs=0 status=0
wavefold=$build/bin/wavefold kernel=$folder/kernel.wfk
run() {
    runs=$((runs + 1))
    WF_COVERAGE=$folder/$runs "$wavefold" run "$@" --on rtl --lanes 8 --cores 2 --memory-path on --races off --bounds off >"$folder/log" 2>&1 && return
    echo "FAIL coverage of the machine: $wavefold run $*"; tail -n 5 "$folder/log"; status=1
}
# a number of BITS bits, the same for the same SEED
draw() { state=$(((state * 6364136223846793005 + 1442695040888963407) & 0x7fffffffffffffff)); drawn=$((state >> (63 - $1))); }
state=$seed

for name in $(sim/variants.sh tb/kernels/*.wfk); do
    file=${name%.wfk:*} variant=
    case $name in *.wfk:*) file=$file.wfk variant="--variant ${name##*:}" ;; esac
    # shellcheck disable=SC2086  # two words or none
    for size in $("$wavefold" sizes "$file" $variant --lanes 8 2>"$folder/log"); do
        [ "$size" = default ] && size= || size="--wave-size $size"
        # shellcheck disable=SC2086
        run "$file" $variant $size --seed $((seed + runs))
    done
done
for n in $(seq "$seed" $((seed + count - 1))); do
    "$build/tb/top/wf_random" --seed "$n" --lanes 8 --size 100 --dispatches $((n % 8 + 1)) >"$kernel" && run "$kernel" --seed "$n"
    "$build/tb/top/wf_random" --seed "$n" --lanes 8 --size 3000 >"$kernel" && run "$kernel" --seed "$n"
    "$build/tb/top/wf_shared" --seed "$n" --lanes 8 --size 10 --dispatches $((n % 9 + 4)) >"$kernel" && run "$kernel" --seed "$n"
done

# groups far inside of grids of up to 2^60: where x and y begin anew.  They are cancelled, for nobody waits for their end.
for n in 1 2 3 4 5 6 7 8; do
    draw 30; x=$((drawn + 2)); draw 30; y=$((drawn + 2)); draw 30; z=$((drawn + 2))
    case $n in 1 | 2 | 3) x=$((n + 1)) ;; 4 | 5 | 6) y=$((n - 2)) ;; *) z=3 ;; esac
    cat >"$kernel" <<END
[numthreads($((n + 2)),2,$((n % 3 + 1)))]
[cancel($((n * 70 + 200)))]
buffer Out[64]
dispatch $x, $y, $z
code
    sv      r0, gid.x
    sv      r1, gid.y
    sv      r2, gid.z
    sv      r3, dtid.x
    sv      r4, dtid.y
    sv      r5, dtid.z
    sv      r6, gindex
    shl     r7, r6, 2
    and     r7, r7, 252
    store   Out[r7], r3
    store   Out[r3], r4
    end
END
    draw 20
    run "$kernel" --seed "$n" --first-group $((x * y * (drawn % (z - 1) + 1) - 4))
done

# as many waves as a core has, at barriers of both scopes; groupshared memory of any size; code that goes on far behind
for n in 1 2 3 4; do
    draw 13
    {
        printf '[numthreads(1024,1,1)]\n[groupshared(%d)]\ndispatch 3\nbuffer Out[1024]\ncode\n' $((4 * drawn + 4))
        printf '    sv r0, gindex\n    and r1, r0, 7\n    if r1\n        add r2, r0, %d\n    endif\n' "$drawn"
        printf '    mov r9, 0\n    if r9\n'; yes '        add r2, r2, r0' | head -n $((n * n * 3000)); echo '    endif'
        printf '    barrier.device\n    shl r3, r0, 2\n    store Out[r3], r2\n    barrier\n    load r4, Out[r3]\n'
        printf '    barrier.device\n    lds.store [r3], r4\n    barrier\n    end\n'
    } >"$kernel"
    run "$kernel" --wave-size 4 --seed $((n + 1))
done

# large grids, groups of any shape and code of any length, several in flight, cancelled too
for n in 1 2 3 4; do
    for d in 1 2 3 4 5 6 7 8; do
        draw 31; x=$drawn; draw 31; y=$drawn; draw 31; z=$drawn
        draw 10; shape="$((drawn + 1)),1,1"
        case $d in 2 | 6) shape="1,$((drawn + 1)),1" ;; 4) shape="3,$((drawn / 3 + 1)),1" ;; 7) shape="$((drawn / 64 + 1)),1,64" ;; esac
        draw 15
        printf -- '--- %d\n[numthreads(%s)]\n[groupshared(%d)]\n[cancel(%d)]\ndispatch %d, %d, %d\ncode\n' "$d" "$shape" "$drawn" $((n * 200)) $x $y $z
        draw $((n + 8))
        printf '    sv r0, dtid.y\n    mov r9, 0\n    if r9\n'; yes '        add r2, r2, r0' | head -n $((drawn + 1)); printf '    endif\n    end\n'
    done >"$kernel"
    run "$kernel" --seed "$n"
done

# waves that end or arrive at the first instructions, while others of their group are launched; stalls come in bursts
for n in $(seq 1 32); do
    for d in 1 2 3 4; do
        cat <<END
--- $d
[numthreads($((1024 - n % 4 * 60)),1,1)]
dispatch 3
code
    sv      r0, wave
    mul     r0, r0, $((2 * n + 5))
    and     r0, r0, $((4 << n % 3))
    if r0
        ret
    endif
    barrier
    barrier
    end
END
    done >"$kernel"
    run "$kernel" --wave-size 4 --seed $((4 * (seed + n) + 3))
done

# a reset in the middle of several dispatches; the first comes before any
for at in 3 14 20 23 26 29 33 38 44 57 64 90 131 203 307 450 620 811 1100; do
    "$build/tb/top/wf_random" --seed $((seed + at)) --lanes 8 --size 60 --dispatches 12 >"$kernel" && run "$kernel" --seed "$at" --reset-at "$at"
    "$build/tb/top/wf_random" --seed $((seed + at)) --lanes 8 --size 20 --dispatches 1 >"$kernel" && run "$kernel" --seed "$at" --reset-at "$at"
done

# pixels at any place; a shader that is cancelled takes the quads that are left
for cancel in '' '' '[cancel(90)]' '[cancel(200)]' '[cancel(400)]'; do
    {
        printf '[shader("pixel")]\n%s\nquads {' "$cancel"
        for n in $(seq 1 60); do
            draw 14; x=$((drawn & ~1)); draw 14; y=$((drawn & ~1)); draw 4
            printf ' %d, %d, %d%s' $x $y "$drawn" "$([ "$n" = 60 ] || echo ,)"
        done
        printf ' }\nbuffer Out[64]\ncode\n    sv r0, pixel.x\n    sv r1, pixel.y\n    and r2, r0, 252\n    store Out[r2], r1\n    quad.x r3, r0\n    end\n'
    } >"$kernel"
    run "$kernel" --seed $((seed + runs))
done

# the first fault of each of sixteen dispatches, at any address: of groupshared memory, and of the memory of the device
for n in 1 2 3 4; do
    {
        echo 'buffer A[16], B[16], C[16], D[16]'
        for d in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
            draw 31
            printf -- '--- %d\n[numthreads(%d,3,1)]\n[groupshared(64)]\ndispatch 3\ncode\n    sv r1, gindex\n    mul r0, r1, %d\n' "$d" $((d + 5)) "$drawn"
            draw 5; yes '    add r2, r2, 1' | head -n $((drawn * n))
            draw 3; printf '    sv r3, lane\n    ge.u r3, r3, %d\n    if r3\n' "$drawn"
            draw 2; buffer=$(echo ABCD | cut -c $((drawn + 1)))
            case $(((d + n) % 3)) in 0) echo '    lds.load r2, [r0]' ;; 1) echo "    store $buffer[r0], r1" ;; *) echo "    load r2, $buffer[r0]" ;; esac
            printf '    endif\n    end\n'
        done
    } >"$kernel"
    run "$kernel" --seed "$n"
done
exit $status

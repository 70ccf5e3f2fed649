#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# atomics.sh [OPERATION...] - what an atomic of all lanes on one word of LDS costs, as it stands and as the wave-operation rewrite (reduce, elect, one
# lane's atomic), with an LDS that combines lanes and with one that does not: the table of docs/design.md, 32 lanes.  A figure is the cycles of a
# dispatch with 31 of them in each wave, less those of the same dispatch without, by 31 and the waves: of 64 waves at once, what one takes from the
# machine; of one wave alone, what each takes of its time.  Exit status: 1 when a run is wrong.  Environment: BUILD (both simulators: make build/sim/libwavefold_sim_l32.so
# build/sim/libwavefold_sim_l32_serial.so), KEEP=DIR to keep the kernels.
set -u
BUILD=${BUILD:-build} wavefold=$BUILD/bin/wavefold times=31 status=0
dir=${KEEP:-$(mktemp -d)}
[ -n "${KEEP:-}" ] || trap 'rm -rf "$dir"' EXIT

# OPERATION: what a cell begins with, and what it holds in the end; lane i of the group has 3 i + 0x1001, in fadd the float i mod 8; in add64, of 64 bits,
# that in the high word and below it the same with the top bits set, so that nearly every addition carries
cell() {                # OPERATION THREADS
    start=0 result=0 i=0
    case $1 in and | min.u) start=0xffffffff ;; min.s) start=0x7fffffff ;; max.s) start=0x80000000 ;; esac
    case $1 in and) result=$((0xffffffff)) ;; min.*) result=$((0x7fffffff)) ;; esac
    while [ $i -lt "$2" ]; do
        v=$((3 * i + 0x1001))
        case $1 in
        add) result=$((result + times * v)) ;;
        add64) result=$((result + times * (v << 32 | 0xf0000000 | v))) ;;
        fadd) result=$((result + times * (i % 8))) ;;
        and) result=$((result & v)) ;;
        or) result=$((result | v)) ;;
        xor) result=$((result ^ v)) ;;             # an odd number of times
        min.*) [ $v -ge $result ] || result=$v ;;
        max.*) [ $v -le $result ] || result=$v ;;
        esac
        i=$((i + 1))
    done
    [ "$1" != fadd ] || result=$result.0
    [ "$1" != add64 ] || { high=$((result >> 32)) && result=$((result & 0xffffffff)); }
}

kernel() {              # OPERATION FORM GROUPS THREADS: plain, rewrite or none
    [ "$1" != add64 ] || { kernel64 "$@" && return; }
    cell "$1" "$4"
    [ "$2" != none ] || result=$start
    echo "[numthreads($4,1,1)] [WaveSize(32)] [groupshared(4)]"
    echo "buffer Out[$3]"
    echo "dispatch $3"
    echo "code"
    echo " sv r0, gindex"
    if [ "$1" = fadd ]; then echo " and r5, r0, 7"; echo " u2f r5, r5"; else echo " mul r5, r0, 3"; echo " add r5, r5, 0x1001"; fi
    printf ' mov r2, 0\n mov r9, %s\n eq r3, r0, 0\n if r3\n  lds.store [r2], r9\n endif\n barrier\n' "$start"
    n=0
    while [ $n -lt $times ]; do
        case $2 in
        plain) echo " lds.$1 _, [r2], r5" ;;
        rewrite) printf ' w%s.reduce r6, r5\n isfirst r7\n if r7\n  lds.%s _, [r2], r6\n endif\n' "$1" "$1" ;;
        esac
        n=$((n + 1))
    done
    printf ' barrier\n if r3\n  lds.load r7, [r2]\n  sv r8, gid.x\n  shl r8, r8, 2\n  store Out[r8], r7\n endif\n end\n'
    echo "expect Out = each $result"
}

kernel64() {            # the same of 64 bits, plain or none: an instruction for each half of the lanes
    cell "$1" "$4"
    [ "$2" != none ] || result=0 high=0
    printf '[numthreads(%s,1,1)] [WaveSize(32)] [groupshared(8)]\nbuffer Out[%s], High[%s]\ndispatch %s\ncode\n' "$4" "$3" "$3" "$3"
    printf ' sv r0, gindex\n mul r5, r0, 3\n add r13, r5, 0x1001\n or r12, r13, 0xf0000000\n mov r2, 0\n eq r3, r0, 0\n'
    printf ' if r3\n  lds.store [r2], r2\n  lds.store [r2+4], r2\n endif\n barrier\n'
    n=0
    while [ $n -lt $times ]; do
        [ "$2" != plain ] || echo ' lds64.add _, [r2], q12'
        n=$((n + 1))
    done
    printf ' barrier\n if r3\n  lds.load r6, [r2]\n  lds.load r7, [r2+4]\n  sv r8, gid.x\n  shl r8, r8, 2\n  store Out[r8], r6\n  store High[r8], r7\n endif\n end\n'
    printf 'expect Out = each %s\nexpect High = each %s\n' "$result" "$high"
}

cycles() {              # OPERATION FORM GROUPS THREADS COALESCE: into `cycles`
    file=$dir/$1-$2-$3x$4.wfk
    [ -s "$file" ] || kernel "$1" "$2" "$3" "$4" >"$file"
    out=$("$wavefold" run "$file" --on rtl --lanes 32 --coalesce "$5" 2>&1) || { echo "FAIL atomics: wavefold run $file --on rtl --lanes 32 --coalesce $5: $out" >&2; status=1; }
    cycles=$(echo "$out" | sed -n 's/.* cycles=\([0-9]*\).*/\1/p')
}

figure() {              # OPERATION FORM GROUPS THREADS COALESCE: cycles of one, to a tenth
    cycles "$1" none "$3" "$4" "$5"
    none=$cycles
    cycles "$@"
    awk "BEGIN { printf \" %.1f |\", ($cycles - $none) / $times / ($3 * $4 / 32) }"
}

[ $# != 0 ] || set -- add or and xor min.s max.s min.u max.u fadd add64
echo '| operation | 64 waves: plain | rewrite | not combined: plain | rewrite | one wave: plain | rewrite | not combined: plain | rewrite |'
echo '|---|---|---|---|---|---|---|---|---|'
for operation; do
    printf '| `%s` |' "$operation"
    for shape in '8 256' '1 32'; do
        for coalesce in on off; do
            for form in plain rewrite; do
                # shellcheck disable=SC2086  # groups and threads
                if [ "$operation $form" = 'add64 rewrite' ]; then printf ' - |'; else figure "$operation" $form $shape $coalesce; fi
            done
        done
    done
    echo
done
exit $status

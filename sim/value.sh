#!/bin/sh
#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# value.sh [-s "SIZES"] [WHAT...] - what the units save: the cycles of an operation with its unit beside those of the way without it, on the RTL, at
# each wave size: one line each, `WHAT SIZE LABEL WAVES WITH WITHOUT`, in cycles per wave, to a tenth.
# A figure is the cycles of a dispatch with 16 of them in each wave, less those of the same dispatch without, divided by 16 and by the waves: of 64 waves
# at once, what one takes from the machine; of one wave alone, what it takes of its time.  Every run compares its results with what they must be.
#   atomics    an add of all lanes to one word of LDS; without: each lane makes a bank operation of its own
#   prefix     the sum of the lanes below with the same label: match and multi-prefix; without: a loop over the labels, one exclusive sum each
#   match      the lanes with the same label; without: a loop that broadcasts one label after another and takes a ballot
#   reduce     the sum of all lanes, integers and f32; without: log2(size) steps of shuffle and add
#   survivors  a group counts the lanes that survive by an atomic of each survivor; without: the wave counts, one lane adds
#   serial     the same two, in an LDS that does not combine
# LABEL: how many labels, the type, or the waves of a group.  Exit status: 1 when a run is wrong.  Environment: BUILD, KEEP=DIR to keep the kernels.
set -u
BUILD=${BUILD:-build} wavefold=$BUILD/bin/wavefold times=16 status=0 sizes='4 8 16 32 64 128'
[ "${1:-}" != -s ] || { sizes=$2; shift 2; }
[ $# != 0 ] || set -- atomics prefix match reduce survivors serial
dir=${KEEP:-$(mktemp -d)}
[ -n "${KEEP:-}" ] || trap 'rm -rf "$dir"' EXIT

lanes_for() { if [ "$1" -gt 32 ]; then echo 128; else echo 32; fi; }

# ---- the code of one operation: FORM SIZE LABEL.  r0 gindex, r1 lane, r3 label, r9 what it leaves ----
atomics_code() { echo ' lds.add _, [r2], r6'; }
prefix_code() {
    case $1 in
    with) printf ' match q4, r3\n wadd.exclusive.multi r9, r1, q4\n' ;;
    without) printf ' loop\n readfirst r10, r3\n eq r11, r10, r3\n if r11\n wadd.exclusive r9, r1\n endif\n breakif r11\n endloop\n' ;;
    esac
}
match_code() {
    case $1 in
    with) echo ' match q4, r3' ;;
    without) printf ' loop\n readfirst r10, r3\n eq r11, r10, r3\n ballot q4, r11\n breakif r11\n endloop\n' ;;
    esac
}
reduce_code() {
    f=
    [ "$3" = u32 ] || f=f
    if [ "$1" = with ]; then echo " w${f}add.reduce r9, r6"; return; fi
    step=1
    echo ' mov r9, r6'
    while [ $step -lt "$2" ]; do
        printf ' shuffle.xor r10, r9, %s\n %sadd r9, r9, r10\n' $step "$f"
        step=$((2 * step))
    done
}
survivors_code() {
    case $1 in
    with) printf ' if r6\n lds.add _, [r2], r6\n endif\n' ;;
    without) printf ' countlanes r10, r6\n isfirst r11\n if r11\n lds.add _, [r2], r10\n endif\n' ;;
    esac
}

# ---- what a thread i must have in the end ----
atomics_expects() { echo "$times * $4"; }
prefix_expects() { echo "(i % $2) / $3 * ((i % $2) % $3) + $3 * ((i % $2) / $3) * ((i % $2) / $3 - 1) / 2"; }
match_expects() { echo "$2 / $3 * 1000 + (i % $2) % $3"; }
reduce_expects() { if [ "$3" = u32 ]; then echo "$2 * ($2 + 1) / 2"; else echo "float($2 * ($2 + 1) / 2)"; fi; }
survivors_expects() { echo "$times * (($4 + 2) / 3)"; }
serial_code() { survivors_code "$@"; }
serial_expects() { survivors_expects "$@"; }

kernel() {              # WHAT FORM SIZE LABEL GROUPS THREADS
    case $4 in [uf]*) mask=0 ;; *) mask=$(($4 - 1)) ;; esac         # of the lane's number: its label
    echo "[numthreads($6,1,1)] [WaveSize($3)] [groupshared(4)]"
    echo "buffer Out[$(($5 * $6))]"
    echo "dispatch $5"
    printf 'code\n sv r0, gindex\n sv r1, lane\n and r3, r1, %s\n mov r2, 0\n mov r6, 1\n' $mask
    case $1 in
    reduce) echo ' add r6, r1, 1'; [ "$4" = u32 ] || echo ' u2f r6, r6' ;;
    survivors | serial) printf ' mulhi.u r6, r0, 0x55555556\n mul r6, r6, 3\n eq r6, r0, r6\n' ;;        # each third thread
    esac
    printf ' eq r7, r0, 0\n if r7\n  lds.store [r2], r2\n endif\n barrier\n'
    n=0
    while [ $n -lt $times ]; do
        [ "$2" = none ] || "$1_code" "$2" "$3" "$4"
        n=$((n + 1))
    done
    echo ' barrier'
    case $1 in
    atomics | survivors | serial) echo ' lds.load r9, [r2]' ;;
    match) printf ' mask.count r9, q4\n mul r9, r9, 1000\n mask.lsb r10, q4\n add r9, r9, r10\n' ;;
    esac
    printf ' sv r8, dtid.x\n shl r8, r8, 2\n store Out[r8], r9\n end\n'
    [ "$2" = none ] || echo "expect Out = each $("$1_expects" "$2" "$3" "$4" "$6")"
}

cycles() {              # WHAT FORM SIZE LABEL GROUPS THREADS: into `cycles`
    case "$1 $2" in 'atomics without' | serial*) coalesce=off ;; *) coalesce=on ;; esac
    file=$dir/$1-$2-$3-$4-$5x$6.wfk
    kernel "$@" >"$file"
    # shellcheck disable=SC2086  # lanes, one word
    out=$("$wavefold" run "$file" --on rtl --races off --lanes "$(lanes_for "$3")" --coalesce $coalesce 2>&1) ||
        { echo "FAIL value: wavefold run $file --on rtl --lanes $(lanes_for "$3") --coalesce $coalesce: $out" >&2; status=1; }
    cycles=$(echo "$out" | sed -n 's/.* cycles=\([0-9]*\).*/\1/p')
}

line() {                # WHAT SIZE LABEL GROUPS THREADS
    cycles "$1" none "$2" "$3" "$4" "$5"
    none=$cycles
    cycles "$1" with "$2" "$3" "$4" "$5"
    with=$cycles
    cycles "$1" without "$2" "$3" "$4" "$5"
    waves=$(($4 * $5 / $2))
    awk "BEGIN { printf \"%s %d %s %d %.1f %.1f\n\", \"$1\", $2, \"$3\", $waves, ($with - $none) / $times / $waves, ($cycles - $none) / $times / $waves }"
}

for what; do
    for size in $sizes; do
        case $what in
        atomics) labels=1 ;;
        reduce) labels='u32 f32' ;;
        prefix | match) labels="1 4" ; [ "$size" = 4 ] || labels="$labels $size" ;;
        survivors | serial) labels='1 2 3 4 5 6 7 8' ;;
        *) echo "value: $what: expected atomics, prefix, match, reduce, survivors or serial" >&2; exit 2 ;;
        esac
        for label in $labels; do
            if [ "$labels" = "1 2 3 4 5 6 7 8" ]; then
                line "$what" "$size" "$label" $((64 / label)) $((label * size))
            else
                line "$what" "$size" "$label" 16 $((4 * size))
                line "$what" "$size" "$label" 1 "$size"
            fi
        done
    done
done
exit $status

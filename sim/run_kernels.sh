#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run_kernels.sh - every kernel at every wave size that the devices of 32 and 128 lanes allow, on the RTL in lock step with the C model; prints a table.
# Wave sizes 4..32 run on the 32-lane build, 64 and 128 on the 128-lane build.  Environment: BUILD, JOBS, SEED (none: no stalls).
set -u
BUILD=${BUILD:-build} JOBS=${JOBS:-2} SEED=${SEED:-}
[ -z "$SEED" ] || "$(dirname "$0")/check_number.sh" SEED "$SEED" 0 4294967295 || exit 2
wavefold=$BUILD/bin/wavefold
out=$BUILD/run/$$                  # of this run alone: another may go on beside it

kernel_name() { basename "$1" | sed 's/\.wfk:/-/; s/\.wfk$//'; }    # FILE[:VARIANT]
arguments() { echo "$1" | sed 's/\.wfk:/.wfk --variant /'; }         # likewise
field() { sed -n "s/.*\"$1\": *\([0-9][0-9]*\).*/\1/p" "$2" | head -n 1; }

row() {         # "FILE[:VARIANT] SIZE": one table row into $out/FILE.SIZE
    file=${1% *} size=${1#* }
    name=$(kernel_name "$file")
    lanes=32; [ "$size" = default ] || [ "$size" -le 32 ] || lanes=128
    # shellcheck disable=SC2046  # likewise
    set -- run $(arguments "$file") --on rtl --lanes $lanes --stats "$out/$name.$size.json"
    [ -z "$SEED" ] || set -- "$@" --seed "$SEED"
    [ "$size" = default ] || set -- "$@" --wave-size "$size"
    if "$wavefold" "$@" >"$out/$name.$size.log" 2>&1; then verdict=pass; else verdict=FAIL; fi
    json=$out/$name.$size.json
    [ -f "$json" ] || : >"$json"
    lds=$(field atomic_operations "$json") lanes_atomic=$(field atomic_lanes "$json")
    ratio=${lds:-0}/${lanes_atomic:-0}
    printf '%-26s %5s %6s %7s %12s %10s %15s  %s\n' "$name" "${size%default}" "$lanes" "$(field waves "$json")" "$(field compared_instructions "$json")" \
        "$(field cycles "$json")" "$ratio" "$verdict" >"$out/$name.$size.row"
    if [ -t 2 ]; then printf '\r\033[K%s of %s  %s' "$(find "$out" -name '*.row' | wc -l)" "$(cat "$out/total")" "$name" >&2; fi
}

if [ "${1-}" = --row ]; then
    out=$2
    row "$3"
    exit 0
fi

mkdir -p "$out"
for file in $("$(dirname "$0")/variants.sh" tb/kernels/*.wfk); do
    # shellcheck disable=SC2046  # see arguments
    for size in $("$wavefold" sizes $(arguments "$file") --lanes 128); do
        echo "$file $size"
    done
done >"$out/list"
wc -l <"$out/list" | tr -d ' ' >"$out/total"
tr '\n' '\0' <"$out/list" | xargs -0 -P "$JOBS" -n 1 sh "$0" --row "$out"
if [ -t 2 ]; then printf '\r\033[K' >&2; fi

for lanes in 32 128; do
    "$wavefold" device --lanes $lanes | sed -n 's/^DEVICE lanes=\([0-9]*\) slots=\([0-9]*\) groups=\([0-9]*\).*/device: \1 lanes, \2 wave slots, \3 resident groups/p'
done
case $SEED in
'' | 0) echo "seed 0: no stalls" ;;
*) echo "seed $SEED: channels stall and memory answers at random; without SEED: cycles without stalls" ;;
esac
printf '%-26s %5s %6s %7s %12s %10s %15s  %s\n' kernel wave device waves 'instructions' cycles 'operations /' verdict
printf '%-26s %5s %6s %7s %12s %10s %15s  %s\n' '' size lanes '' 'compared' '' 'atomic lanes' ''
previous=
while read -r file size; do
    name=$(kernel_name "$file")
    if [ "$name" = "$previous" ]; then
        sed "s/^$name */$(printf '%-26s ' '')/" "$out/$name.$size.row"
    else
        cat "$out/$name.$size.row"
    fi
    previous=$name
done <"$out/list"
printf '\n%-26s %5s %6s %7s %12s %10s\n' '' cores device waves 'instructions' cycles
for cores in 1 2 4; do
    json=$out/cores_hash.$cores.json
    if "$wavefold" run tb/top/cores_hash.wfk --on rtl --cores $cores --stats "$json" ${SEED:+--seed "$SEED"} >"${json%.json}.log" 2>&1; then verdict=pass; else verdict=FAIL; fi
    printf '%-26s %5s %6s %7s %12s %10s %15s  %s\n' cores_hash $cores 32 "$(field waves "$json")" "$(field compared_instructions "$json")" "$(field cycles "$json")" '' $verdict |
        tee "$out/cores_hash.$cores.row"
done
failed=$(cat "$out"/*.row | grep -c 'FAIL$')
total=$(($(cat "$out/total") + 3))
echo "$((total - failed)) of $total runs agree, bit for bit"
if [ "$failed" != 0 ]; then
    grep -l 'FAIL$' "$out"/*.row | sed 's/\.row$/.log/; s/^/  see /'
    exit 1
fi
rm -rf "$out"
[ "$total" != 0 ]

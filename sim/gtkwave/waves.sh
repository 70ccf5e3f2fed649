#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# waves.sh write|show|png KERNEL - run a kernel with a waveform, and look at it.
#   write  $BUILD/waves/NAME.fst, the view $BUILD/waves/NAME.gtkw on it, NAME.trace (a line an instruction), NAME.list (the code)
#   show   write, then GTKWave; without a display, say what to do instead
#   png    write, then draw the view into the file PNG, with a display of its own
# Environment: BUILD, SIM (verilator, icarus), LANES, WAVE_SIZE (empty: the kernel chooses), SEED, ZOOM (pixels a cycle), MARK (marker, cycles after
# the first retirement), PNG.
# Exit: 0, also without a display; 1 when there is no waveform, or the run it shows failed; 3 a package is missing.
set -eu
BUILD=${BUILD:-build} SIM=${SIM:-verilator} LANES=${LANES:-32} WAVE_SIZE=${WAVE_SIZE:-} SEED=${SEED:-1} ZOOM=${ZOOM:-6} MARK=${MARK:-60} PNG=${PNG:-docs/waves.png}
what=$1 kernel=$2
wavefold=$BUILD/bin/wavefold
name=$(basename "$kernel" .wfk)
base=$BUILD/waves/$name
mkdir -p "$BUILD/waves"

# ---- run: a run that fails leaves a waveform too, and that one is looked at all the more ----
size=${WAVE_SIZE:+--wave-size $WAVE_SIZE}
rm -f "$base.fst"
status=0
# shellcheck disable=SC2086  # size is two words or none
"$wavefold" run "$kernel" --on rtl --sim "$SIM" --lanes "$LANES" $size --seed "$SEED" --waves "$base.fst" --trace "$base.trace" || status=1
[ -s "$base.fst" ] || exit 1
# shellcheck disable=SC2086
"$wavefold" asm "$kernel" --listing --lanes "$LANES" $size >"$base.list"

# ---- the view: names, where it starts, how far it reaches ----
sim/gtkwave/filters.sh
sim/gtkwave/filters.sh "$base.list" "$base.code"
# 10 ns = 10000 ps a cycle; the first retirement is some 20 cycles after the first launch
first=$(sed -n 's/^ *\([0-9][0-9]*\) .*/\1/p;T;q' "$base.trace" 2>/dev/null)
origin=$(sed -n 's/^# cycle 0 is at \([0-9]*\)0 ns .*/\1/p' "$base.trace" 2>/dev/null)
first=$((${first:-20} + ${origin:-8}))
top=TOP.        # the scope that Verilator puts around everything
[ "$SIM" = verilator ] || top=
awk -v top="$top" -v fst="$base.fst" -v code="$base.code" -v build="$BUILD" -v first="$first" -v zoom="$ZOOM" -v mark="$MARK" '
    /^\[timestart\]/      { printf "[dumpfile] \"%s\"\n[timestart] %d\n", fst, 10000 * (first - 24); next }
    /^\*/                 { $1 = sprintf("*%.6f", -log(200 * 10000 / zoom) / log(2)); $2 = 10000 * (first + mark) + 5000 }
    /^\^[0-9]+ /          { sub(/build\/gtkwave\/kernel.txt/, code); sub(/ build\//, " " build "/") }
                          { sub(/TOP[.]/, top); print }' sim/gtkwave/wavefold.gtkw >"$base.gtkw"
echo "waveform: $base.fst   view: $base.gtkw   instructions: $base.trace"
gtkwave="gtkwave --rcfile sim/gtkwave/gtkwaverc $base.fst $base.gtkw"

case $what in
write) ;;
show)
    no_display() {
        echo "there is no display ($1): GTKWave was not started"
        echo "    where there is one:  $gtkwave"
        echo "    a picture instead:   make waves-png KERNEL=$kernel ...   (into $base.png)"
        exit $status
    }
    [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || no_display "DISPLAY is not set"
    make -s setup-waves
    $gtkwave >"$base.log" 2>&1 || { tail -n 5 "$base.log" >&2; status=1; }
    ! grep -q 'Could not initialize GTK' "$base.log" || no_display "DISPLAY=${DISPLAY:-} cannot be opened"
    ;;
png)
    make -s setup-waves
    dir=$(mktemp -d)
    server='' viewer=''
    trap '[ -z "$viewer" ] || kill $viewer 2>/dev/null || :; [ -z "$server" ] || kill $server 2>/dev/null || :; rm -rf "$dir"' EXIT
    trap 'exit 1' HUP INT TERM
    Xvfb -displayfd 3 -screen 0 1800x1190x24 -nolisten tcp 3>"$dir/display" >"$dir/xvfb" 2>&1 &
    server=$!
    for _ in $(seq 60); do [ -s "$dir/display" ] && break; sleep 0.5; done
    [ -s "$dir/display" ] || { echo "waves: Xvfb does not start" >&2; cat "$dir/xvfb" >&2; exit 1; }
    DISPLAY=:$(cat "$dir/display")
    export DISPLAY
    unset WAYLAND_DISPLAY
    GDK_BACKEND=x11 $gtkwave >"$base.log" 2>&1 &
    viewer=$!
    # drawn when the picture is no longer nearly empty and stays the same for three looks
    same=0
    : >"$dir/last.png"
    for _ in $(seq 60); do
        sleep 1
        kill -0 $viewer 2>/dev/null || { echo "waves: GTKWave ended early" >&2; tail -n 5 "$base.log" >&2; exit 1; }
        import -window root -strip +dither -colors 64 "PNG8:$dir/now.png" 2>/dev/null || continue
        if [ "$(wc -c <"$dir/now.png")" -gt 15000 ] && cmp -s "$dir/now.png" "$dir/last.png"; then same=$((same + 1)); else same=0; fi
        mv "$dir/now.png" "$dir/last.png"
        [ $same -lt 2 ] || break
    done
    [ $same -ge 2 ] || { echo "waves: GTKWave does not come to rest within a minute" >&2; exit 1; }
    cp "$dir/last.png" "$PNG"
    echo "picture: $PNG, $(wc -c <"$PNG") bytes"
    ;;
*) echo "usage: waves.sh write|show|png KERNEL" >&2; exit 2 ;;
esac
exit $status

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# waves.sh write|show|png|check KERNEL - run a kernel (FILE, or FILE:VARIANT) or a shader with a waveform, and look at it.
#   write  $BUILD/waves/NAME.fst, the view $BUILD/waves/NAME.gtkw on it with NAME.names, NAME.trace (a line an instruction), NAME.json (figures)
#   show   write, then GTKWave; without a display, say what to do instead
#   png    write, then draw the view into the file PNG, with a display of its own
#   check  nothing: what is asked for is checked, before minutes go into a simulator
# Environment: BUILD, SIM (verilator, icarus), LANES, CORES, WAVE_SIZE (empty: the kernel chooses), SEED (empty: no stalls), ZOOM (pixels a cycle, or fit), MARK (cycle
# of the marker), SLOTS (lines of wave slots of a core: a number, or all; empty: as the program chooses), PNG, RUN (more options of `wavefold run`, quoted as in a shell).
# Exit: 0, also without a display; 1 when there is no waveform, or the run it shows failed; 2 a wrong KERNEL or variable; 3 a package is missing.
set -eu
BUILD=${BUILD:-build} SIM=${SIM:-verilator} LANES=${LANES:-32} WAVE_SIZE=${WAVE_SIZE:-} SEED=${SEED:-} RUN=${RUN:-}
ZOOM=${ZOOM:-} MARK=${MARK:-} SLOTS=${SLOTS:-} CORES=${CORES:-1}
case $#${1:-} in 2write | 2show | 2png | 2check) ;; *) echo "usage: sim/gtkwave/waves.sh write|show|png|check KERNEL" >&2; exit 2 ;; esac
what=$1 given=$2 kernel=$2
wavefold=$BUILD/bin/wavefold
usage() { echo "waves: $1" >&2; exit 2; }
is() { printf '%s\n' "$1" | grep -Eqx "$2"; }
# what has a variable of make already would be there twice, and the simulator is built for the variables
eval "set -- $RUN" 2>/dev/null || usage "RUN=$RUN: expected words as the shell reads them"
for word; do
    case $word in
    --on | --on=* | --sim | --sim=* | --lanes | --lanes=* | --cores | --cores=* | --seed | --seed=* | --waves | --waves=* | --view | --view=* | --trace | --trace=* | --stats | --stats=* | --variant | --variant=*)
        usage "RUN: $word is given by make: LANES, CORES, SIM, SEED, ZOOM, MARK, SLOTS, KERNEL=FILE:VARIANT" ;;
    --wave-size | --wave-size=*) [ -z "$WAVE_SIZE" ] || usage "RUN: $word is given by WAVE_SIZE too" ;;
    esac
done
variant=
case $kernel in *.wfk:*) variant="--variant ${kernel##*:}" kernel=${kernel%:*} ;; esac
name=$(basename "$kernel")
name=${name%.*}${variant:+-${variant#* }}
base=$BUILD/waves/$name
PNG=${PNG:-$base.png}

[ -f "$kernel" ] || usage "KERNEL=$kernel: there is no such file"
case $(printf '%s' "$kernel" | tr A-Z a-z) in
*.wfk) sim/variants.sh "$kernel" | grep -qxF -e "$given" || usage "KERNEL=$given: expected one of $(sim/variants.sh "$kernel" | tr '\n' ' ')" ;;
*.spv | *.spvasm | *.comp | *.frag | *.vert | *.tesc | *.tese | *.geom | *.mesh | *.task | *.glsl | *.hlsl | *.slang) ;;
*) usage "KERNEL=$kernel: expected a kernel file, NAME.wfk or NAME.wfk:VARIANT, or a shader" ;;
esac
is "$SIM" 'verilator|icarus' || usage "SIM=$SIM: verilator or icarus"
is "$WAVE_SIZE" '4|8|16|32|64|128|' && [ "${WAVE_SIZE:-1}" -le "$LANES" ] || usage "WAVE_SIZE=$WAVE_SIZE: a power of two from 4 to LANES=$LANES"
is "$ZOOM" 'fit|[0-9]*[1-9][0-9]*(\.[0-9]+)?|0?\.[0-9]*[1-9][0-9]*|' || usage "ZOOM=$ZOOM: pixels a cycle, or fit"
is "$MARK" '[0-9]*' || usage "MARK=$MARK: the cycle of the marker"
is "$CORES" '[1-9]|1[0-6]' || usage "CORES=$CORES: 1 to 16"
[ "$CORES" = 1 ] || [ "$SIM" = verilator ] || [ -n "${WAVEFOLD_SIM:-}" ] || usage "CORES=$CORES: Icarus has one core"
is "$SLOTS" 'all|0*[1-9][0-9]*|' || usage "SLOTS=$SLOTS: how many slots have a line, or all"
[ "$what" != check ] || exit 0
mkdir -p "$BUILD/waves"

# ---- run: a run that fails leaves a waveform too, and that one is looked at all the more ----
status=0
view=${ZOOM:+:zoom=$ZOOM}${MARK:+:mark=$MARK}${SLOTS:+:slots=$SLOTS}
rm -f "$base.fst"
# shellcheck disable=SC2086  # variant is two words or none
set -- run "$kernel" $variant --on rtl --sim "$SIM" --lanes "$LANES" --cores "$CORES" ${WAVE_SIZE:+--wave-size "$WAVE_SIZE"} ${SEED:+--seed "$SEED"} \
    --waves "$base.fst" ${view:+--view "$view"} --trace "$base.trace" --stats "$base.json" "$@"
"$wavefold" "$@" || status=$?
[ $status != 2 ] || exit 2
[ $status -lt 2 ] || exit 1
[ -s "$base.fst" ] || { [ $status != 0 ] || echo "waves: there is no waveform $base.fst" >&2; exit 1; }
echo "waveform: $base.fst   view: $base.gtkw   instructions: $base.trace"

case $what in
write) ;;
show)
    no_display() {
        echo "there is no display ($1): GTKWave was not started"
        echo "    where there is one:  gtkwave --rcfile sim/gtkwave/gtkwaverc '$base.fst' '$base.gtkw'"
        echo "    a picture instead:   make waves-png KERNEL='$given' ...   (into $base.png)"
        exit $status
    }
    [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || no_display "DISPLAY is not set"
    make -s setup-waves
    gtkwave --rcfile sim/gtkwave/gtkwaverc "$base.fst" "$base.gtkw" >"$base.log" 2>&1 || { tail -n 5 "$base.log" >&2; status=1; }
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
    GDK_BACKEND=x11 gtkwave --rcfile sim/gtkwave/gtkwaverc "$base.fst" "$base.gtkw" >"$base.log" 2>&1 &
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
esac
exit $status

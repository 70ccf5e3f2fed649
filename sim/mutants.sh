#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# mutants.sh [NAME...] - plant the bugs of tb/mutants/NAME.patch (default: all) one at a time in a copy of the tree; a bench or test
# of its unit must fail.  A mutant that does not apply or does not build is a failure of its own: it proves nothing.
# Environment: BUILD, JOBS, SEED.
set -u
BUILD=$(mkdir -p "${BUILD:-build}" && cd "${BUILD:-build}" && pwd) JOBS=${JOBS:-2} SEED=${SEED:-1}
"$(dirname "$0")/number.sh" SEED "$SEED" 0 4294967295 || exit 2

catchers() {            # unit -> benches and other targets in the order to try, or "c" for the C tests
    case $1 in
    common)   echo icarus-common bench-common ;;
    fp)       echo icarus-fp icarus-valu-l4 ;;
    xlane)    echo icarus-xlane-l8 bench-xlane-l32 ;;
    lds)      echo icarus-lds-l8 icarus-lds-serial-l8 bench-lds-l32 ;;
    dispatch) echo icarus-dispatch-fit icarus-dispatch-order icarus-dispatch-room-three icarus-dispatch-cores-three bench-dispatch-queue icarus-dispatch-queue icarus-dispatch-l32 bench-dispatch-l32 bench-dispatch-cores bench-dispatch-l16 ;;
    pack)     echo icarus-pack-l32 icarus-quads-l8 icarus-pixels-l32 ;;
    core)     echo icarus-core-sched icarus-core-score icarus-core-fault icarus-core-l8 bench-core-sched bench-core-l8 icarus-top-smoke ;;
    cli)      echo cli ;;
    spirv)    echo cli-shaders spirv shader-set ;;
    advise)   echo advise ;;
    clock)    echo bench-top-smoke lockstep ;;
    memory)   echo icarus-mem-coalesce-l8 icarus-mem-atomic icarus-mem-l1 icarus-axi-memory icarus-memory-l8 icarus-memory-cores-two bench-mem-coalesce-l32 bench-mem-l1 ;;
    queue)    echo icarus-core-l8 queue bench-dispatch-queue ;;
    cores)    echo icarus-dispatch-cores cores-random ;;
    system)   echo icarus-system weak shared icarus-litmus system bench-litmus ;;
    device)   echo icarus-axi-memory run-host run-isolation ;;
    host)     echo icarus-host icarus-host-two bench-host ;;
    waves)    echo view ;;
    top)      echo icarus-top-smoke icarus-kernel lockstep ;;
    *)        echo c ;;
    esac
}

# What the tests read: one that misses a file fails with or without a bug.
parts="rtl c_model tb sim Makefile docs README.md"

# A tree of the units whose catchers are programs in C, built once: each of their mutants is a copy of it in which one file is newer.
base=$BUILD/mutants/base
has_base() { case $1 in spirv | advise) true ;; *) false ;; esac; }
make_base() {
    rm -rf "$base"
    mkdir -p "$base"
    cp -rp $parts "$base"
    in_tree "$base" build-spirv && in_tree "$base" build-shader-set && in_tree "$base" build-advise
}

# A catcher passes in the tree without a bug; asked once of each.
passes_without() {
    [ -e "$base/passes-$1" ] || { in_tree "$base" "$1" >"$base/$1.log" 2>&1 && : >"$base/passes-$1"; }
}

# TREE TARGET; the tree stands in $BUILD/mutants, and names are relative, for there may be spaces before
in_tree() { SHRINK=0 make -s -C "$1" BUILD=build SEED="$SEED" VECTORS_FILE="../../tb/fp/vectors-$SEED.txt" "$2"; }

one() {
    name=$1 unit=${1%%-*} tree=$BUILD/mutants/$1 log=$BUILD/mutants/$1.log
    rm -rf "$tree"
    mkdir -p "$tree"
    if has_base "$unit"; then cp -rp "$base/." "$tree"; else cp -r $parts "$tree"; fi
    if ! (cd "$tree" && patch -s -p1 <"tb/mutants/$name.patch") >"$log" 2>&1; then
        echo "FAIL mutant $name: the patch does not apply"
        return
    fi
    verdict="FAIL mutant $name: survived"
    for catcher in $(catchers "$unit"); do
        build=build-$catcher run=$catcher
        [ "$catcher" != c ] || { build=c-tests; run=run-c-tests; }
        if ! in_tree "$tree" "$build" >>"$log" 2>&1; then
            verdict="FAIL mutant $name: does not build"
            break
        fi
        if ! in_tree "$tree" "$run" >>"$log" 2>&1; then
            verdict="PASS mutant $name: caught by $run"
            has_base "$unit" && ! passes_without "$run" && verdict="FAIL mutant $name: $run fails without it too"
            break
        fi
    done
    echo "$verdict"
    case $verdict in PASS*) rm -rf "$tree" ;; esac
}

if [ "${1-}" = --one ]; then
    one "$2"
    exit 0
fi
make -s BUILD="$BUILD" SEED="$SEED" "$BUILD/tb/fp/vectors-$SEED.txt" || exit 1
[ $# != 0 ] || set -- $(for p in tb/mutants/*.patch; do basename "$p" .patch; done)
for name; do
    has_base "${name%%-*}" || continue
    make_base || exit 1
    break
done
printf '%s\0' "$@" | BUILD=$BUILD xargs -0 -P "$JOBS" -n 1 sh "$0" --one | tee "$BUILD/mutants.log"
rm -rf "$base"
awk '/^PASS/ { p++ } /^FAIL/ { f++ } END { printf "%d passed, %d failed\n", p, f; exit f > 0 || p == 0 }' "$BUILD/mutants.log"

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_scripts.sh - scripts that the pages tell people to start, started wrongly: what was expected, status 1 or 2, and nothing made.
set -u
dir=$(mktemp -d) top=$PWD status=0
trap 'rm -rf "$dir"' EXIT

refused() {     # STATUS "words of the message" FOLDER COMMAND...
    wanted=$1 words=$2 folder=$3
    shift 3
    (cd "$folder" && "$@") >"$dir/out" 2>"$dir/err"
    rc=$?
    if [ $rc = "$wanted" ] && [ ! -s "$dir/out" ] && [ "$(wc -l <"$dir/err")" = 1 ] && grep -q -e "$words" "$dir/err"; then
        echo "PASS scripts: $words"
    else
        echo "FAIL scripts: $* in $folder: status $rc"
        cat "$dir/out" "$dir/err"
        status=1
    fi
}

refused 2 '^usage: sim/gtkwave/waves.sh' . sim/gtkwave/waves.sh
refused 2 '^usage: sim/gtkwave/waves.sh' . sim/gtkwave/waves.sh draw tb/kernels/query_8.wfk
refused 1 'there is no waveform' . env BUILD="$dir" sim/gtkwave/waves.sh view nothere.wfk
refused 2 '^usage: sim/lists.sh UNIT' . sim/lists.sh
refused 2 'neither a folder of rtl/ nor a module' . sim/lists.sh nothere
refused 2 'from the top folder' "$dir" "$top/sim/lists.sh" lds
refused 2 'OUTPUT_DELAY=abc: expected nanoseconds' . env BUILD="$dir/none" OUTPUT_DELAY=abc sim/synth/timing.sh wf_lds_split
exit $status

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pages.sh check|write [PAGE...] - what pages show under "    $ wavefold ..." is what that command prints: a PASS or FAIL line a command.  A line "..." stands for
# any lines, "..." at the end of one for the rest of it.  write puts the numbers of today into lines whose words are the same.  A block of the page that begins
# with ```LANGUAGE NAME is the file NAME of its commands; "    $ glslangValidator ..." compiles one.  Commands that need a simulator that is not built are
# skipped.  Environment: BUILD.
set -u
BUILD=${BUILD:-build} mode=$1 status=0
shift
build=$(cd "$BUILD" && pwd) root=$PWD
[ $# != 0 ] || set -- README.md docs/*.md
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

needs() {               # COMMAND: the files that it needs, of the build
    case $1 in
    'vulkan --on device'*'--waves'*) echo sim/libwavefold_device_l8_trace.so ;;
    vulkan*) echo "vulkan/wavefold_icd.json ${1##*-- build/}" | sed 's/^\([^ ]* [^ ]*\).*/\1/' ;;
    *'--waves'*) echo sim/libwavefold_sim_l32_trace.so ;;
    *'--on rtl'*) echo sim/libwavefold_sim_l32.so ;;
    advise*) echo sim/libwavefold_sim_l32.so sim/libwavefold_sim_l32_serial.so ;;
    esac
}
missing() {
    for file in $(needs "$1"); do [ -e "$BUILD/$file" ] || { echo "$BUILD/$file"; return; }; done
}

for page; do
    sed -n 's/^    \$ \(build\/bin\/\)\{0,1\}wavefold \(.*\)$/\2/p' "$page" | sed 's/  *#.*//' >"$dir/commands"
    # files that the page holds
    ln -sfn "$root/tb" "$dir/tb"
    ln -sfn "$build" "$dir/build"
    awk -v dir="$dir/" '/^```/ { if (name) { close(name); name = "" } else if (NF == 2) { name = dir $2; printf "" >name }; next } name { print >name }' "$page"
    sed -n 's/^    \$ \(glslangValidator .*\)$/\1/p' "$page" >"$dir/compile"
    while read -r command; do
        # shellcheck disable=SC2086  # words of the command
        (cd "$dir" && $command) >"$dir/out" 2>&1 </dev/null || { echo "FAIL pages: $page: $command"; head -n 6 "$dir/out"; status=1; }
    done <"$dir/compile"
    while read -r command; do
        lacks=$(missing "$command")
        [ -z "$lacks" ] || { [ "${ALL-}" = 0 ] || echo "SKIP pages: $page: wavefold $command: $lacks is not built"; continue; }
        # shellcheck disable=SC2086  # words of the command
        (cd "$dir" && "$build/bin/wavefold" $command) >"$dir/out" 2>"$dir/err" </dev/null
        rc=$?
        # the standard output of one run is that of the program
        case $command in vulkan*) cat "$dir/err" >>"$dir/out" ;; esac
        awk -v command="$command" -v mode="$mode" -v page="$dir/page" '
            function shape(line) { gsub(/[0-9][0-9.]*/, "#", line); gsub(/[-+]#/, "#", line); gsub(/ +/, " ", line); return line }
            # the line of the output from `at` on that the page shows as `line`; 0: none.  A line that ends in "..." is a beginning.
            function find(line, loose,    k, open, begin) {
                open = line ~ /\.\.\.$/
                begin = open ? substr(line, 1, length(line) - 3) : line
                for (k = at; k <= lines; k++) {
                    if (open ? index(out[k], begin) == 1 : out[k] == begin) return k
                    if (loose && !open && shape(out[k]) == shape(begin)) return k
                    if (!skips) return 0
                }
                return 0
            }
            NR == FNR { out[++lines] = $0; next }
            /^    \$ (build\/bin\/)?wavefold / { told = $0; sub(/^    \$ (build\/bin\/)?wavefold /, "", told); sub(/  *#.*/, "", told)
                                                 here = told == command; at = 1; skips = 0; if (here) { found = 1; shown = 0 } print; next }
            /^    \$ / || (here && !/^    / && !/^$/) { here = 0 }
            here && /^$/ { if (out[at] == "") at++; print; next }
            here && /^    \.\.\.$/ { skips = 1; print; next }
            here && /^    / {
                line = substr($0, 5); shown++
                hit = find(line, mode == "write")
                if (!hit) { print "the page has: " line >"/dev/stderr"; wrong = 1; print; next }
                at = hit + 1; skips = 0
                print mode == "write" && line !~ /\.\.\.$/ ? "    " out[hit] : $0
                next
            }
            { print }
            END { exit wrong || !found }' "$dir/out" "$page" >"$dir/page" 2>"$dir/why"
        right=$?
        # a command that fails shows it
        [ $rc = 1 ] && grep -q '^FAIL ' "$dir/out" && rc=0
        if [ $right = 0 ] && [ $rc = 0 ]; then
            echo "PASS pages: $page: wavefold $command"
        else
            echo "FAIL pages: $page: wavefold $command: it prints something else; sim/pages.sh write $page"
            cat "$dir/err" "$dir/why" | head -n 6 | sed 's/^/    /'
            status=1
        fi
        [ "$mode" != write ] || cmp -s "$dir/page" "$page" || cat "$dir/page" >"$page"
    done <"$dir/commands"
done
exit $status

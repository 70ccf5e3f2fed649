#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_library.sh - the programs of docs/library.md compile without a warning against the library, and print the output that the page shows; the host
# program of docs/driver.md compiles.
# Environment: BUILD, CC.
# Needs: sim/libwavefold_sim_l8.so
# Reads: docs/library.md docs/driver.md
set -u
BUILD=${BUILD:-build} CC=${CC:-cc} page=docs/library.md status=0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
check() { if [ "$2" = 0 ]; then echo "PASS library: $1"; else echo "FAIL library: $1"; head -n 6 "$dir/log"; status=1; fi; }

awk -v dir="$dir/" '/^```/ { if (name) { close(name); name = "" } else if (NF == 2) { name = dir $2; printf "" >name }; next } name { print >name }' "$page" docs/driver.md README.md
shown() {               # NAME: the indented lines after its block
    awk -v start="\`\`\`c $1" '$0 == start { inside = 1; next } inside == 1 && /^```/ { inside = 2; next } inside == 2 && /^    / { sub(/^    /, ""); print; got = 1; next }
        inside == 2 && got { exit }' "$page"
}
compile() {             # NAME
    # shellcheck disable=SC2086  # CC may be two words
    $CC -std=c11 -Wall -Wextra -Wpedantic -Werror -Ic_model/include "$dir/$1.c" "$BUILD/libwavefold.a" -lm -o "$dir/$1" >"$dir/log" 2>&1
    check "$1.c compiles" $?
}
program() {             # NAME ARGUMENTS...
    name=$1
    shift
    compile "$name"
    "$dir/$name" "$@" >"$dir/got" 2>"$dir/log"
    check "$name.c runs" $?
    shown "$name.c" >"$dir/want"
    cmp "$dir/want" "$dir/got" >"$dir/log" 2>&1 && [ -s "$dir/want" ]
    check "$name.c prints the output of the page" $?
}
compile host
program kernel
program device "$BUILD/sim/libwavefold_sim_l8.so"
if command -v glslangValidator >/dev/null; then
    glslangValidator --target-env vulkan1.1 -o "$dir/sums.spv" "$dir/sums.comp" >"$dir/log" 2>&1
    check "the shader of the README compiles" $?
    program shader "$dir/sums.spv"
else
    echo "SKIP library: glslangValidator is not installed (make setup-test)"
fi
exit $status

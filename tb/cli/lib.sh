# SPDX-License-Identifier: Apache-2.0
# lib.sh - what the tests of the program share; sourced from the top of the tree.  Environment: BUILD.
# What needs a simulator that is not built is reported as skipped, except in `make test` (ALL=0): `make test-all` builds them all.
BUILD=${BUILD:-build}
root=$PWD
wavefold=$root/$BUILD/bin/wavefold
good=tb/kernels/query.wfk
dir=$(mktemp -d)
trap 'chmod -R u+rwx "$dir" 2>/dev/null; rm -rf "$dir"' EXIT
TMPDIR=$dir/tmp         # where the program puts what it cannot put beside its file
export TMPDIR
mkdir -m 1777 "$TMPDIR"
status=0

pass() { echo "PASS cli $1"; }
fail() { echo "FAIL cli $1"; status=1; [ -z "${2-}" ] || sed 's/^/    /' "$2" | head -n 10; }
check() { what=$1; shift; if "$@"; then pass "$what"; else fail "$what"; fi; }      # NAME COMMAND...
same() { if cmp -s "$2" "$3"; then pass "$1"; else fail "$1" "$2"; fi; }            # NAME GOT WANT

# NAME STATUS STDOUT-PATTERN STDERR-PATTERN ARGUMENTS...: a pattern "-" stands for nothing at all, "" for anything; input is standard input
matches() { case $1 in -) [ ! -s "$2" ] ;; "") true ;; *) grep -q -e "$1" "$2" ;; esac; }
expect() {
    name=$1 want=$2 out=$3 err=$4
    shift 4
    timeout 120 "$wavefold" "$@" >"$dir/out" 2>"$dir/err"
    got=$?
    if [ "$got" != "$want" ]; then
        echo "exit status $got, expected $want: wavefold $*" >>"$dir/err"
        fail "$name" "$dir/err"
    elif ! matches "$out" "$dir/out"; then
        fail "$name: standard output of wavefold $*" "$dir/out"
    elif ! matches "$err" "$dir/err"; then
        fail "$name: standard error of wavefold $*" "$dir/err"
    else
        pass "$name"
    fi
}
exec </dev/null

# NAME PATTERN: a line that the last `expect` printed, or one on standard error; PATTERN: one of $dir/checked, a copy
says() { check "$1" grep -q -e "$2" "$dir/out"; }
told() { check "$1" grep -q -e "$2" "$dir/err"; }
checked() { check "check says: $1" grep -q -e "$1" "$dir/checked"; }

# NAME FILE: a number of statistics in JSON
field() { sed -n "s/^ *\"$1\": *\([0-9]*\),*$/\1/p" "$2"; }

# Bytes of HEX digits; of WORD..., little-endian
bytes() { printf '%s' "$1" | sed 's/../& /g' | tr ' ' '\n' | while read -r b; do [ -z "$b" ] || printf "\\$(printf %o "0x$b")"; done; }
words() { for word in "$@"; do for shift in 0 8 16 24; do printf "\\$(printf %o $((word >> shift & 255)))"; done; done; }

# NAME WANT ARGUMENTS...: the run passes, and binding 1.2 holds the words in $dir/result
leaves() {
    name=$1
    words $2 >"$dir/want"
    shift 2
    rm -f "$dir/result"
    expect "$name" 0 "^PASS" - run "$@"
    same "... leaves the right words" "$dir/result" "$dir/want"
}

# FILE PATTERN: the number of the first line of tb/cli/FILE that has it
line() { grep -n "$2" "tb/cli/$1" | head -n 1 | sed 's/:.*//'; }

# COMMAND: compilers of HLSL in $dir/bin; each writes its words to $LOG, and COMMAND copies a module of $SET to "$2"
hlsl_compilers() {
    mkdir "$dir/bin"
    for tool in slangc:-o dxc:-Fo; do
        printf '%s\n' '#!/bin/sh' 'echo "$@" >>"$LOG"' 'case $* in --help) exit 0 ;; esac' "while [ \"\$1\" != ${tool#*:} ]; do shift; done" "$1" \
            >"$dir/bin/${tool%%:*}"
        chmod +x "$dir/bin/${tool%%:*}"
    done
}

# NAME: no temporary file of the program is left
no_leftovers() {
    find "$dir" -name '*wavefold[-.]*' >"$dir/list"
    if [ -s "$dir/list" ]; then fail "$1" "$dir/list"; else pass "$1"; fi
}

# A command as an ordinary user, whom permissions stop; where that is not possible: skipped, status 0 and a line.
as_user() {
    if [ "$(id -u)" != 0 ]; then "$@"
    else setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; fi
}

# A device of the test's own, NAME under $dir: as root a broken program could replace the machine's.
device() {      # null or full
    minor=3; [ "$1" = null ] || minor=7
    if [ "$(id -u)" != 0 ]; then ln -s "/dev/$1" "$dir/$1"
    elif ! mknod -m 666 "$dir/$1" c 1 $minor || ! { : >"$dir/$1"; } 2>/dev/null; then echo "SKIP cli: there are no devices under $dir"; return 1; fi
}

has_rtl() {     # LANES or icarus [trace]
    case $1 in icarus) sim=icarus/wf_sim_l32.vvp ;; *) sim=libwavefold_sim_l$1${2+_trace}.so ;; esac
    [ -e "$root/$BUILD/sim/$sim" ] || { [ "${ALL-}" = 0 ] || echo "SKIP cli: $BUILD/sim/$sim is not built"; return 1; }
}

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_completion.sh - what bash and zsh offer after a word of the command line; make uninstall; who may not write to the prefix.
# Reads: sim/completion.sh sim/prefix.sh sim/install.mk
set -u
. tb/cli/lib.sh

# ---- completion ------------------------------------------------------------------------------------------------------------------------------------------
sim/completion.sh "$wavefold" bash >"$dir/bash"
sim/completion.sh "$wavefold" zsh >"$dir/_wavefold"
sim/completion.sh "$wavefold" fish >"$dir/out" 2>&1
check "another shell is refused" test $? = 2

# SHELL WORD...: what it offers for the last word, one per line, sorted
cat >"$dir/offer.bash" <<'END'
. "$1"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
_wavefold
[ ${#COMPREPLY[@]} = 0 ] || printf '%s\n' "${COMPREPLY[@]}"
END
cat >"$dir/offer.zsh" <<'END'
file=$1
shift
compadd() { shift; for word in "$@"; do [[ $word == ${words[CURRENT]##*=}* ]] && print -r -- "$word"; done; return 0 }
compset() { return 0 }
_files() { for word in ${words[CURRENT]}*(N); do print -r -- "$word"; done; return 0 }
words=("$@") CURRENT=$#
source $file >/dev/null
_wavefold
END
# SHELL NAME WORDS-OFFERED WORD...
offers() {
    shell=$1 name=$2 want=$3
    shift 3
    case $shell in
    bash) bash "$dir/offer.bash" "$dir/bash" "$@" ;;
    zsh) zsh -f "$dir/offer.zsh" "$dir/_wavefold" "$@" ;;
    esac 2>&1 | sort | tr '\n' ' ' | sed 's/ $//' >"$dir/got"
    printf '%s' "$want" >"$dir/want"
    same "$shell: $name" "$dir/got" "$dir/want"
}
offers bash "a program, after --" "xargs" wavefold vulkan --on model -- xargs
for shell in bash zsh; do
    if ! command -v $shell >/dev/null; then echo "SKIP cli completion: $shell is not installed"; continue; fi
    offers $shell "commands" "check" wavefold ch
    offers $shell "... all of them" "$( (grep '^[a-z][a-z]*$' <<END
$("$wavefold" help)
END
        printf '%s\n' help --version) | sort | tr '\n' ' ' | sed 's/ $//')" wavefold ''
    offers $shell "help of a command" "occupancy op" wavefold help o
    offers $shell "options of a command" "--memory-bank-period --memory-banks --memory-latency --memory-lines --memory-order --memory-path --memory-period" wavefold run x.wfk --memory-
    offers $shell "... that another has not" "" wavefold layout --memory-
    offers $shell "one of two in a usage" "--picture" wavefold layout --pi
    offers $shell "an option with an optional value" "--profile" wavefold run --prof
    offers $shell "a short option" "-o" wavefold disasm -o
    offers $shell "words of a choice" "model rtl" wavefold run --on ''
    offers $shell "... by their beginning" "warn" wavefold run --races w
    offers $shell "where a program for Vulkan runs" "device lockstep model rtl" wavefold vulkan --on ''
    offers $shell "sizes" "16" wavefold op WaveMatch --wave-size 16
    offers $shell "types" "f16 f32 f64" wavefold op --type f
    offers $shell "operations" "WaveActiveAllEqual WaveActiveAllTrue WaveActiveAnyTrue" wavefold op WaveActiveA
    offers $shell "instructions" "wfadd wfmax wfmin wfmul" wavefold isa wf
    offers $shell "files" "tb/cli/faults.wfk" wavefold run tb/cli/fau
done
# the shells split words at = in their own way
if command -v bash >/dev/null; then
    offers bash "words of a choice behind =" "rtl" wavefold run --on = r
    offers bash "... all of them" "model rtl" wavefold run --on =
fi
command -v zsh >/dev/null && offers zsh "words of a choice behind =" "rtl" wavefold run --on=r

# every option of the program's own list is offered, and nothing else
"$wavefold" help run | awk 'NR > 1 && /^[^ ]/ { exit } { print }' | grep -o -e '--[a-z-]*' | sort -u >"$dir/want"
sed -n '/^    run)/,/^        ;;/s/^ *options="\(.*\)"/\1/p' "$dir/bash" | tr ' ' '\n' | grep -v -e '^--help$' >"$dir/got"
same "all options of run" "$dir/got" "$dir/want"

# ---- make install and uninstall ------------------------------------------------------------------------------------------------------------------------------
make -s BUILD="$BUILD" install DESTDIR="$dir/de st" PREFIX="/opt/wave fold" >"$dir/out" 2>&1
check "make install" test $? = 0
prefix="$dir/de st/opt/wave fold"
check "installs the completion of bash" cmp -s "$dir/bash" "$prefix/share/bash-completion/completions/wavefold"
check "installs that of zsh" cmp -s "$dir/_wavefold" "$prefix/share/zsh/site-functions/_wavefold"
echo mine >"$prefix/share/wavefold/mine"
echo mine >"$prefix/bin/mine"
make -s BUILD="$BUILD" uninstall DESTDIR="$dir/de st" PREFIX="/opt/wave fold" >"$dir/out" 2>&1
check "make uninstall" test $? = 0
(cd "$prefix" && find . ! -type d | sort) >"$dir/got"
printf '%s\n' ./bin/mine ./share/wavefold/mine >"$dir/want"
same "... removes all that was installed, and no other file" "$dir/got" "$dir/want"
check "... with its folders" test ! -e "$prefix/include/wavefold" -a ! -e "$prefix/share/doc/wavefold" -a ! -e "$prefix/share/wavefold/rtl"
make -s BUILD="$BUILD" uninstall DESTDIR="$dir/de st" PREFIX="/opt/wave fold" >"$dir/out" 2>&1
check "... once more: nothing to do" test $? = 0
make -s BUILD="$BUILD" uninstall PREFIX=here >"$dir/out" 2>&1
check "a relative PREFIX is refused" grep -q 'make uninstall PREFIX=here: expected an absolute path' "$dir/out"

# ---- a folder that cannot be written ----------------------------------------------------------------------------------------------------------------------------
mkdir -m 555 "$dir/closed"
chmod 755 "$dir"
cp sim/prefix.sh "$dir/prefix.sh"
(cd / && HOME=/home/me as_user sh "$dir/prefix.sh" install "$dir/closed/usr/bin") >"$dir/out" 2>"$dir/err"
check "an ordinary user may not write there" test $? = 1
check "... is told where" grep -q "^make install: you cannot write to $dir/closed$" "$dir/err"
check "... and a PREFIX" grep -q "^try: make install PREFIX=/home/me/.local, or the same as root$" "$dir/err"
mkdir -m 777 "$dir/open"
(cd / && as_user sh "$dir/prefix.sh" install "$dir/open/usr/bin" "$dir/open/lib") >"$dir/out" 2>"$dir/err"
check "... where he may, nothing is said" test $? = 0 -a ! -s "$dir/err"
exit $status

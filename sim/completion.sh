#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# completion.sh WAVEFOLD bash|zsh - completion for a shell, made from what the program says of itself: `wavefold help COMMAND`.
set -eu
program=$1 shell=$2
verbs=$("$program" help | grep '^[a-z][a-z]*$')

# COMMAND: a line per option of its usage: the option, and what its value is: words, "file", or nothing
options() {
    "$program" help "$1" | awk '
        NR > 1 && /^[^ ]/ { exit }
        { gsub(/\]/, " "); gsub(/\[=/, "="); gsub(/\[/, " "); usage = usage " " $0 }
        END {
            n = split(usage, word, " ")
            for (i = 1; i <= n; i++) {
                if (word[i] !~ /^--?[a-z]/) continue
                if (word[i] ~ /\|--/) { m = split(word[i], one, "|"); for (k = 1; k <= m; k++) print one[k]; continue }
                name = word[i]; value = word[i + 1] ~ /^-/ ? "" : word[i + 1]
                if (sub(/=.*/, "", name)) value = ""                # "--summary[=OUT]": the value is no word of its own
                if (name == "--wave-size" || name == "--lanes") value = "4 8 16 32 64 128"
                else if (value ~ /^(OUT|FILE|IN)/) value = "file"
                else if (value ~ /^[a-z0-9]+(\|[a-z0-9]+)+$/) gsub(/\|/, " ", value)
                else value = ""
                print name, value
            }
        }' | sort -u
}

# COMMAND: its branches by the word before, and its options
branches() {
    options "$1" | awk -v shell="$shell" '
        { name = $1; $1 = ""; sub(/^ /, "") }
        $0 == "file" { files = files (files ? "|" : "") name }
        $0 != "" && $0 != "file" { printf "        %s) _wavefold_words %s; return ;;\n", name, $0 }
        { all = all " " name }
        END {
            if (files) printf "        %s) _wavefold_files; return ;;\n", files
            printf "        esac\n        options=\"%s --help\"\n", substr(all, 2)
        }'
}

case $shell in
bash) cat <<'END'
# bash completion of wavefold
_wavefold_words() { mapfile -t COMPREPLY < <(compgen -W "$*" -- "$cur"); }
_wavefold_files() { mapfile -t COMPREPLY < <(compgen -f -- "$cur"); compopt -o filenames 2>/dev/null; }
_wavefold_programs() { mapfile -t COMPREPLY < <(compgen -c -- "$cur" | sort -u); }
_wavefold() {
    local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]} options= operands=
    if [ "$cur" = = ]; then cur=; elif [ "$before" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi
    COMPREPLY=()
END
    ;;
zsh) cat <<'END'
#compdef wavefold
_wavefold_words() { compadd -- ${=*} }
_wavefold_files() { _files }
_wavefold_programs() { _command_names -e }
_wavefold() {
    local before=$words[CURRENT-1] cur=$words[CURRENT] verb=$words[2] options= operands=
    if [[ $cur == --*=* ]]; then before=${cur%%=*}; compset -P '*='; fi
END
    ;;
*) echo "usage: $0 WAVEFOLD bash|zsh" >&2; exit 2 ;;
esac
case $shell in
bash) echo '    if [ "$COMP_CWORD" = 1 ]; then' ;;
zsh) echo '    if (( CURRENT == 2 )); then' ;;
esac
echo "        _wavefold_words $(echo "$verbs" | tr '\n' ' ')help --version
        return
    fi
    case \$verb in
    help) _wavefold_words $(echo "$verbs" | tr '\n' ' '); return ;;"
for verb in $verbs; do
    echo "    $verb)"
    case $verb in
    op) echo "        operands='$("$program" op --list | awk '/^(Wave|Quad|subgroup)/ { printf "%s ", $1 }')'" ;;
    atomic) echo "        operands='add sub min max and or xor exchange compare-exchange'" ;;
    isa) echo "        operands='$("$program" isa | awk 'NR > 1 && NF > 3 { printf "%s ", $1 } !NF { exit }')'" ;;
    esac
    [ $verb != vulkan ] || echo '        [ "$before" != -- ] || { _wavefold_programs; return; }'
    echo '        case $before in'
    branches "$verb"
    echo '        ;;'
done
cat <<'END'
    esac
    case $cur in
    -*) _wavefold_words $options ;;
    *) if [ -n "$operands" ]; then _wavefold_words $operands; else _wavefold_files; fi ;;
    esac
}
END
case $shell in
bash) echo 'complete -F _wavefold wavefold' ;;
zsh) echo '_wavefold "$@"' ;;
esac

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# prose.sh [FILE...|--files] - plain English: a sentence has at most 25 words and does not begin with "What", "That" or "Of"; a rate takes "per"; a phrase of
# sim/prose.list has its cure there.  A finding is a line FILE:LINE: problem, and the cure.  GNU style and diction (Debian: diction) find sentences and phrases.
# Pages (*.md) are checked except for code, and the help texts of c_model/cli/help.c.  Phrases and rates alone are checked in the tables of a page that is not
# generated, in comments of C, and in the comment at the head of a Verilog file.  Without FILE: all pages, help texts, C headers, modules, benches, whose
# names --files prints.
set -u
here=$(dirname "$0") status=0 words=25
all="README.md CONTRIBUTING.md $(echo docs/*.md) c_model/cli/help.c $(echo c_model/*/*.h c_model/*/*/*.h rtl/*/*.vh rtl/*/*.v tb/*/*.h tb/*/*.vh tb/*/*.v)"
[ "${1-}" != --files ] || { echo "$all"; exit; }
# shellcheck disable=SC2086  # names
[ $# != 0 ] || set -- $all
for tool in style diction; do
    command -v $tool >/dev/null || { echo "SKIP prose: $tool is not installed (make setup-lint)"; exit 0; }
done
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# The text of FILE, line by line, in a form that style and diction read: they skip a sentence that does not begin with a capital, and end one at each colon.
text() {
    awk -v kind="$1" '
        function flush(end) {
            if (!held) return
            if (end && last ~ /[^ ]/ && last !~ /[.?!]$/) { sub(/[,; ]+$/, "", last); last = last "." }
            print last; held = 0
        }
        function put(line) { flush(0); last = line; held = 1 }
        function fin() { flush(1); open = 0 }
        function gap() { fin(); put("") }
        # a code span is one word
        function spans(line,    out, span) {
            while (match(line, /`[^`]*`/)) {
                span = substr(line, RSTART + 1, RLENGTH - 2); gsub(/[^A-Za-z]/, "", span)
                out = out substr(line, 1, RSTART - 1) "x" span; line = substr(line, RSTART + RLENGTH)
            }
            return out line
        }
        function plain(line,    out) {
            line = spans(line)
            gsub(/!?\[/, "", line); gsub(/\]\([^)]*\)/, "", line); gsub(/\]/, "", line); gsub(/[*]/, "", line)
            gsub(/i\.e\./, "ie", line); gsub(/e\.g\./, "eg", line); gsub(/\.\.+/, "-", line); gsub(/"/, "", line)
            gsub(/[^ ]*:\/\/[^ ]*/, "address", line)
            while (match(line, /[A-Za-z0-9_\/-]+\.[A-Za-z0-9_]+/)) line = substr(line, 1, RSTART - 1) file(substr(line, RSTART, RLENGTH)) substr(line, RSTART + RLENGTH)
            gsub(/:/, ",", line); gsub(/\( */, "", line); gsub(/\)/, "", line)
            if (!open) line = begin(line)
            while (match(line, /[.?!] +[^ A-Z]/)) { out = out substr(line, 1, RSTART); line = " " begin(substr(line, RSTART + RLENGTH - 1)) }
            line = out line
            open = line !~ /[.?!] *$/
            sub(/ +$/, "", line)
            return line
        }
        function file(name) { gsub(/[^A-Za-z0-9]/, "", name); return name }
        function begin(line) {
            if (match(line, /^ *[a-z]/)) return substr(line, 1, RLENGTH - 1) toupper(substr(line, RLENGTH, 1)) substr(line, RLENGTH + 1)
            if (match(line, /^ *[^A-Za-z ]/)) return "X" substr(line, RLENGTH)
            return line
        }
        kind ~ /md|tables/ && /^```/                { code = !code; gap(); next }
        code                                        { put(""); next }
        kind == "md" && /^ *$/                      { gap(); blank = 1; next }
        kind == "md" && blank && /^    /            { put(""); next }
        kind == "md" && /^ *\|/                     { gap(); blank = 1; next }
        kind == "tables" && !/^ *\|/                { gap(); next }
        kind == "tables"                            { gsub(/\\\|/, " "); gsub(/[|]/, ", "); sub(/^[ ,]+/, ""); put(plain($0)); fin(); next }
        kind == "md" && /^#/                        { fin(); sub(/^#+ */, ""); put(plain($0)); fin(); blank = 1; next }
        kind == "md" && /^ *([-*]|[0-9]+\.) /       { fin(); sub(/^ *([-*]|[0-9]+\.) +/, ""); put(plain($0)); blank = 0; next }
        kind == "md"                                { blank = 0; put(plain($0)); next }
        kind == "strings" {
            if ($0 !~ /^ *,? *\{?"/) { gap(); next }
            line = $0; sub(/^ *,? *(\{"[a-z]*",)? */, "", line)
            gsub(/\\"/, "", line); sub(/^[^"]*"/, "", line); ends = line ~ /\\n"[^"]*$/; sub(/"[^"]*$/, "", line); gsub(/\\n/, " ", line); gsub(/%./, "", line)
            if (line ~ /^wavefold |^       |^-|^ *$/ && line !~ /^                      /) { fin() }
            if (line ~ /^wavefold |^ *\[/ || line ~ /^       wavefold/) { gap(); next }
            sub(/^-[^ ]*( [A-Z][^ ]*| [a-z|]+)*  +/, "", line)
            put(plain(line)); next
        }
        kind == "head" && !/^(\/\/|$)/               { exit }
        kind ~ /comments|head/ {
            line = $0; words = ""
            if (inside || line ~ /\/\*/) { words = line; if (!inside) sub(/.*\/\*/, "", words); inside = words !~ /\*\//; sub(/\*\/.*/, "", words); sub(/^ *\*/, "", words) }
            else if (line ~ /\/\//) { words = line; sub(/.*\/\/+/, "", words) }
            else { gap(); next }
            if (words ~ /SPDX/) { gap(); next }
            put(plain(words)); next
        }
        END { flush(1) }' "$2"
}

findings() {            # KIND FILE
    text $1 "$2" >"$dir/text"
    grep -q '[a-z]' "$dir/text" || { [ $1 = md ] && echo "$2:1: no sentence"; return; }
    {
        diction -d -n -s -f "$here/prose.list" "$dir/text" | awk -v file="$2" '
            # a sentence, and on further lines where it goes on; each phrase in it as [phrase -> cure]
            match($0, /^[^ ]*:[0-9]+: /) { number = substr($0, 1, RLENGTH - 2); sub(/.*:/, "", number) }
            { while (match($0, /\[[^]]* -> [^]]*\]/)) { print file ":" number ": " substr($0, RSTART + 1, RLENGTH - 2); $0 = substr($0, RSTART + RLENGTH) } }'
        style -l 1 "$dir/text" | awk -v file="$2" -v kind="$1" '
            /^readability grades/ { exit }
            match($0, /^[^ ]*:[0-9]+: /) {
                number = substr($0, 1, RLENGTH - 2); sub(/.*:/, "", number); line = substr($0, RLENGTH + 1)
                if (kind !~ /comments|head|tables/ && match(line, /^(What|That|Of) /))
                    print file ":" number ": begins with \"" substr(line, 1, RLENGTH - 1) "\" -> name the subject: " substr(line, 1, 60)
                unit = "(cycle|second|lane|wave|group|core|instruction|word|bank|dispatch|operand|request|register|thread|line|row|bit|file|slot|event|step|unit|width|key|round|atomic|access)"
                count = "(X?[0-9][0-9.]*|[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Oo]nce|[Tt]wice|[Mm]any|[Ff]ew|[Rr]egisters|[Ll]anes|[Ww]aves|[Ww]ords|[Bb]ytes|[Ii]nstructions|[Bb]its|[Cc]ycles|[Oo]perations|[Ll]ines|[Ee]vents|[Rr]anges|[Gg]roups)"
                if (match(line, "(^|[ (])" count "( [a-z0-9-]+)? an? (distinct )?" unit "([^a-z]|$)") &&
                    substr(line, RSTART, RLENGTH) !~ / (of|in|by|to|from|for|at|with|on|as|has|have|that|is|are|give|gives|take|takes|and|or|share|after|before|when|while|if|than|like|into|name|per|without|above|below|against|over|under|until|only|but) an? /)
                    print file ":" number ": " substr(line, RSTART, RLENGTH) " -> a rate takes \"per\""
            }'
        [ $1 != md ] && [ $1 != strings ] || style -l $words "$dir/text" | awk -v file="$2" -v words=$words '
            /^readability grades/ { exit }
            match($0, /^[^ ]*:[0-9]+: /) { number = substr($0, 1, RLENGTH - 2); sub(/.*:/, "", number)
                print file ":" number ": more than " words " words -> two sentences, a list or a table: " substr($0, RLENGTH + 1, 60) " ..." }'
    } | sort -s -t: -k2,2n | uniq
}

for file; do
    case $file in
    *.md)                 kind=md ;;
    *help.c)              kind=strings ;;
    *.v)                  kind=head ;;
    *.h | *.c | *.vh | *.def) kind=comments ;;
    *) echo "prose.sh: $file: expected a page, a C or a Verilog file" >&2; exit 2 ;;
    esac
    [ -r "$file" ] || { echo "prose.sh: $file: cannot be read" >&2; exit 2; }
    findings $kind "$file" >"$dir/found"
    [ $kind != md ] || grep -q 'do not edit' "$file" || findings tables "$file" >>"$dir/found"
    if [ -s "$dir/found" ]; then
        cat "$dir/found"
        echo "FAIL prose: $file: $(wc -l <"$dir/found") findings"
        status=1
    else
        echo "PASS prose: $file"
    fi
done
exit $status

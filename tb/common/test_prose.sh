#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_prose.sh - the check of the prose finds each kind of bad sentence, at its line and with its cure, in pages, help texts and comments; and passes good
# ones: code, tables of numbers, and words that only look like a bad one.
# Reads: sim/prose.sh sim/prose.list
set -u
status=0
for tool in style diction; do
    command -v $tool >/dev/null || { echo "SKIP prose: $tool is not installed (make setup-lint)"; exit 0; }
done
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
check() { if [ "$2" = 0 ]; then echo "PASS prose: $1"; else echo "FAIL prose: $1"; status=1; fi; }

found() {               # NAME FILE LINE TEXT: a finding at that line of the file that begins so, and no other
    sim/prose.sh "$dir/$2" >"$dir/out"
    [ $? = 1 ] && grep -qF "$dir/$2:$3: $4" "$dir/out" && [ "$(grep -c "^$dir/$2:" "$dir/out")" = 1 ]
    check "$1" $?
    [ $status = 0 ] || cat "$dir/out"
}
page() { printf '# A page\n\nA good sentence is before.\n%s\n\nA good sentence is after.\n' "$1" >"$dir/page.md"; }
bad() {                 # NAME SENTENCE FINDING
    page "$2"
    found "$1" page.md 4 "$3"
}

# every phrase of the list is found, with its cure, and the first of the list in each kind of text
sed '/^#/d' sim/prose.list >"$dir/list"
[ "$(wc -l <"$dir/list")" -ge 40 ]
check "the list has phrases" $?
missed=0
while IFS='	' read -r phrase cure; do
    phrase=${phrase# }
    page "The unit $phrase the wave."
    sim/prose.sh "$dir/page.md" >"$dir/out"
    grep -F "$dir/page.md:4: " "$dir/out" | grep -qF " -> $cure" || { echo "  not found: $phrase"; missed=1; }
done <"$dir/list"
check "each phrase of sim/prose.list is found with its cure" $missed

long='One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen five six seven eight nine'
bad "a sentence of 26 words" "$long ten eleven." 'more than 25 words -> two sentences, a list or a table: One two three'
bad "... over a colon" "$long: ten eleven." 'more than 25 words -> '
for word in What That Of; do
    bad "a sentence that begins with $word" "$word it does is unclear." "begins with \"$word\" -> name the subject: $word it does"
done
for rate in 'It takes one operation a cycle.' 'It has 16 registers a lane.' 'It launches 1 wave a cycle.' 'It takes one operation a distinct word.' 'There are 12 bytes an instruction.'; do
    bad "a rate without per: $rate" "$rate" ''
    grep -q 'a rate takes "per"' "$dir/out"
    check "... its cure" $?
done
page "The unit tells
the wave."
found "a phrase of a sentence over two lines" page.md 4 'tells -> '
printf '# A page\n\n- The first item.\n- an item that tells\n' >"$dir/page.md"
found "an item of a list, without a capital or a full stop" page.md 4 'tells -> '
printf '# A page\n\nA sentence.\n\n| it | tells |\n|---|---|\n| 7 | it is |\n' >"$dir/page.md"
found "a table" page.md 5 'tells -> '
printf '# It tells\n\nA sentence.\n' >"$dir/page.md"
found "a heading" page.md 1 'tells -> '
mkdir "$dir/cli"
printf 'static const char *h =\n     "Run it.\\n"\n     "--option N            tells N\\n"\n     "--other               nothing\\n";\n' >"$dir/cli/help.c"
found "a help text" cli/help.c 3 'Tells -> '
printf '/* SPDX */\n/* It waits.\n * It tells. */\nint tells;\n' >"$dir/file.h"
found "a comment of C" file.h 3 'tells -> '
printf '// SPDX\n// It waits.\n//   It tells.\nwire tells;    // good\n' >"$dir/file.v"
found "a comment of Verilog" file.v 3 'tells -> '
printf '// SPDX\n// It waits.\n//   It tells\nwire tells;\n' >"$dir/file.v"
found "... without a full stop at its end" file.v 3 'tells -> '
printf '# A page\n' >"$dir/page.md"
printf '```\ncode\n```\n' >"$dir/page.md"
sim/prose.sh "$dir/page.md" >"$dir/out"
check "a page without a sentence" "$([ $? = 1 ] && grep -q "^FAIL prose: " "$dir/out"; echo $?)"
sim/prose.sh "$dir/file.txt" >"$dir/out" 2>&1
check "a file of another kind" "$([ $? = 2 ] && grep -q 'expected a page' "$dir/out"; echo $?)"

cat >"$dir/page.md" <<'END'
# A good page

A sentence of a page. `stands` is code, `a.b tells` too; [a link](tells.md) and an outstanding request, 3.5 ns.
One wave per cycle; a wave of a group; 32 lanes in a wave; a cycle later it is 1 in a lane.
- a list item with `code`

      tells a picture

    what stands here: code that tells

```
tells
```

| a | `tells` |
|---|---|
| 1 | 2 |
END
sim/prose.sh "$dir/page.md" >"$dir/out"
check "a good page" $?
[ $status = 0 ] || cat "$dir/out"
exit $status

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_mutate.sh - wf_mutate on tables of its own: what it plants, and what it says of entries that are out of date and of tables that are wrong.
# Needs: tb/mutants/wf_mutate
set -u
case ${BUILD:-build} in /*) mutate=$BUILD/tb/mutants/wf_mutate ;; *) mutate=$PWD/${BUILD:-build}/tb/mutants/wf_mutate ;; esac
dir=$(mktemp -d) status=0
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
check() { if [ "$2" = 0 ]; then echo "PASS mutate: $1"; else echo "FAIL mutate: $1"; cat out err; status=1; fi; }

printf 'one two\n\ttwo \\ three\nfour\n' >file
printf '%s\n' 'by c-a-b' '# a comment' '' 'unit-first file a word' '- one' '+ 1' 'by c-d-e f' 'unit-second file two places, several lines' '- \\ three\nfour' '+ 3\s' \
    '- one two' '+' >unit.list
printf '1 two\n\ttwo \\ three\nfour\n' >first
printf '\n\ttwo 3 \n' >second
"$mutate" check unit.list >out 2>err
check "a table whose entries apply" "$([ $? = 0 ] && [ "$(cat out)" = "PASS 2 mutants apply" ]; echo $?)"
"$mutate" list unit.list >out 2>err
check "its list" "$([ $? = 0 ] && printf 'unit-first\tfile\tc-a-b\nunit-second\tfile\tc-d-e f\n' | cmp -s - out; echo $?)"
for name in first second; do
    "$mutate" plant unit-$name unit.list >out 2>err
    check "$name: planted" "$([ $? = 0 ] && cmp -s $name out; echo $?)"
done

# STATUS MESSAGE LINE...: a table of these lines
says() {
    wanted=$1 message=$2
    shift 2
    printf '%s\n' "$@" >unit.list
    "$mutate" check unit.list >out 2>err
    check "$message" "$([ $? = "$wanted" ] && cat out err | grep -qxF -e "$message"; echo $?)"
}
says 1 "FAIL mutant unit-a: unit.list:3: expected this once in file, found it 0 times: five" 'by c' 'unit-a file words' '- five' '+ 5'
says 1 "FAIL mutant unit-a: unit.list:3: expected this once in file, found it 2 times: two" 'by c' 'unit-a file words' '- two' '+ 2'
says 1 "FAIL mutant unit-a: unit.list:5: expected places apart in file" 'by c' 'unit-a file words' '- one two' '+ 1' '- e t' '+ 2'
says 1 "FAIL mutant unit-a: unit.list:2: expected a file that can be read: none" 'by c' 'unit-a none words' '- one' '+ 1'
says 2 'unit.list:1: error: expected "by CATCHER..." before the first entry' 'unit-a file words' '- one' '+ 1'
for head in 'other-a file words' 'unit-A file words' 'unit-a file' 'unit-a'; do
    says 2 'unit.list:2: error: expected UNIT-NAME FILE WORDS, the unit that of the table' 'by c' "$head" '- one' '+ 1'
done
says 2 'unit.list:5: error: expected a name that no entry before it has' 'by c' 'unit-a file words' '- one' '+ 1' 'unit-a file words' '- four' '+ 4'
says 2 'unit.list:2: error: expected lines "- OLD" and "+ NEW" in this entry' 'by c' 'unit-a file words'
says 2 'unit.list:2: error: expected lines "- OLD" and "+ NEW" in this entry' 'by c' 'unit-a file words' '- one' 'by d'
says 2 'unit.list:4: error: expected "- OLD" behind an entry'"'"'s first line or behind "+ NEW", eight times at most' 'by c' 'unit-a file words' '- one' '- two'
says 2 'unit.list:3: error: expected "+ NEW" behind "- OLD"' 'by c' 'unit-a file words' '+ one'
says 2 'unit.list:3: error: expected n, s or a backslash after a backslash' 'by c' 'unit-a file words' '- \t' '+ 1'
says 2 'unit.list:4: error: expected a text that is not the old one' 'by c' 'unit-a file words' '- one' '+ one'
says 2 'unit.list:3: error: expected a text after "- "' 'by c' 'unit-a file words' '- ' '+ one'
says 2 'unit.list:0: error: expected an entry' 'by c'
"$mutate" check none.list >out 2>err
check "a table that is not there" "$([ $? = 2 ] && grep -q '^none.list:0: error: expected a table that can be read$' err; echo $?)"
printf '%s\n' 'by c' 'unit-a file words' '- one' '+ 1' >unit.list
"$mutate" plant unit-b unit.list >out 2>err
check "a name that no table has" "$([ $? = 2 ] && grep -q '^wf_mutate: no table has a mutant unit-b$' err; echo $?)"
"$mutate" plant >out 2>err
check "no command" "$([ $? = 2 ] && grep -q '^usage: wf_mutate check ' err; echo $?)"
exit $status

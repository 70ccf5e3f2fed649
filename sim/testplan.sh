#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# testplan.sh - every testpoint of docs/testplan.md stands once, between nothing that is no testpoint, and names at least one test; every
# test it names exists.
set -u
status=0
rows=$(grep '^| ' docs/testplan.md | grep -v '^| testpoint ')
[ -n "$rows" ] || { echo "FAIL testplan: no testpoint"; exit 1; }
echo "$rows" | grep -v '| `.*` |$' && { echo "FAIL testplan: a testpoint without a test, above"; status=1; }
sed '1,/^|---/d' docs/testplan.md | grep -v '^| ' && { echo "FAIL testplan: a line that is no testpoint, above"; status=1; }
echo "$rows" | cut -d'|' -f2 | sort | uniq -d | grep . && { echo "FAIL testplan: a testpoint stands twice, above"; status=1; }
for test in $(echo "$rows" | sed 's/.*| \(`.*`\) |$/\1/' | tr -d '`'); do
    [ -e "$test" ] || { echo "FAIL testplan: $test does not exist"; status=1; }
done
[ $status = 0 ] && echo "PASS testplan: $(echo "$rows" | wc -l) testpoints"
exit $status

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# testplan.sh - every testpoint of docs/testplan.md names at least one test, and every test it names exists.
set -u
status=0
rows=$(grep '^| ' docs/testplan.md | grep -v '^| testpoint ')
[ -n "$rows" ] || { echo "FAIL testplan: no testpoint"; exit 1; }
echo "$rows" | grep -v '| `.*` |$' && { echo "FAIL testplan: a testpoint without a test, above"; status=1; }
for test in $(echo "$rows" | sed 's/.*| \(`.*`\) |$/\1/' | tr -d '`'); do
    [ -e "$test" ] || { echo "FAIL testplan: $test does not exist"; status=1; }
done
[ $status = 0 ] && echo "PASS testplan: $(echo "$rows" | wc -l) testpoints"
exit $status

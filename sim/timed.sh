#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# timed.sh WHAT COMMAND... - run it; its seconds go to the file that TIMES names, for the table that ends `make test`.
if [ -z "${TIMES-}" ]; then shift; exec "$@"; fi
what=$1 start=$(date +%s.%N)
shift
"$@"
rc=$?
echo "$what $start $(date +%s.%N)" | awk '{ printf "%s %.1f\n", $1, $3 - $2 }' >>"$TIMES"
exit $rc

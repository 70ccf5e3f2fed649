#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_number.sh NAME VALUE LEAST MOST - silent when VALUE is a decimal number from LEAST to MOST (below 10^18) that any shell and bench reads alike, so
# without a zero in front; else says on standard error what was expected, and exits 2.
set -eu
case $2 in
    '' | *[!0-9]* | 0?* | ???????????????????*) ;;
    *) [ "$2" -lt "$3" ] || [ "$2" -gt "$4" ] || exit 0 ;;
esac
echo "$1=$2: expected a number from $3 to $4" >&2
exit 2

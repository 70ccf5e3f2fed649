#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# variants.sh FILE... - what kernel files stand for, a line each, as sim/kernel.sh takes it: FILE, then FILE:NAME for each `variant NAME` in it.
[ $# != 0 ] || { echo "usage: sim/variants.sh FILE..." >&2; exit 2; }
exec awk 'FNR == 1 { print FILENAME } $1 == "variant" { sub(/[=:].*/, "", $2); print FILENAME ":" $2 }' "$@"

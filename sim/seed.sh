#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# seed.sh - the seed `make test` takes when none is given, 1..1000000: another one at each commit, the same one for everybody who has
# that commit.  Without git, 1.
set -u
commit=$(git -C "$(dirname "$0")" rev-parse --short=7 HEAD 2>/dev/null) || commit=
printf '%d\n' $((0x${commit:-0} % 1000000 + 1))

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# if_changed.sh NEW FILE - move NEW to FILE, unless FILE is the same already: then its time stays, and nothing that depends on it is done again.
set -eu
if cmp -s "$1" "$2"; then rm "$1"; else mv "$1" "$2"; fi

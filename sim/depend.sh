#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# depend.sh TARGET FILE [MORE...] - print, as a makefile, that TARGET was made from the files that FILE names, one per line as Icarus lists them (-Mall),
# or as Verilator's V*__ver.d has them; of the latter those of the tree.  MORE are others.  One that is gone later is no error: TARGET is made again.
set -eu
target=$1 list=$2
shift 2
case $list in
*__ver.d) tr ' ' '\n' <"$list" | grep -E '^(rtl|tb|sim)/' ;;
*)        sed 's|//|/|g' "$list" ;;
esac | sort -u | awk -v target="$target" -v more="$*" '
    { files = files " \\\n  " $0; gone = gone $0 ":\n" }
    END { printf "%s: %s%s\n%s", target, more, files, gone }'

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_setup.sh - without root and without sudo the set-up prints the command and exits 3; with nothing missing it is silent.
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
printf '#!/bin/sh\necho 1000\n' >"$dir/id"
printf '#!/bin/sh\nexit 1\n' >"$dir/sudo"
chmod +x "$dir/id" "$dir/sudo"
status=0
said=$(PATH="$dir:$PATH" sim/setup.sh no-such-package </dev/null 2>&1)
rc=$?
if [ $rc = 3 ] && echo "$said" | grep -q 'apt-get install .*no-such-package'; then
    echo "PASS setup without root: the command, exit status 3"
else
    echo "FAIL setup without root: exit status $rc: $said"; status=1
fi
said=$(PATH="$dir:$PATH" sim/setup.sh dpkg </dev/null 2>&1)
rc=$?
if [ $rc = 0 ] && [ -z "$said" ]; then
    echo "PASS setup with nothing missing"
else
    echo "FAIL setup with nothing missing: exit status $rc: $said"; status=1
fi
exit $status

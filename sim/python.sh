#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# python.sh PACKAGE==VERSION... - packages of PyPI that checks use, into a virtual environment of their own, $BUILD/python; nothing that is run or
# tested needs them.  What they need in turn has the versions of sim/python.txt.  Where they cannot be had,
# says so and ends well: the checks say SKIP.  Environment: BUILD, PYTHON (makes it: python3).
set -u
folder=${BUILD:-build}/python missing=
for package in "$@"; do
    [ -e "$folder/have-$package" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
mkdir -p "$folder"
echo "installing into $folder:$missing"
# shellcheck disable=SC2086  # a list of words
if { [ -x "$folder/bin/pip" ] || "${PYTHON:-python3}" -m venv "$folder"; } >"$folder/log" 2>&1 &&
        "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 15 \
            --constraint sim/python.txt $missing >>"$folder/log" 2>&1; then
    for package in $missing; do : >"$folder/have-$package"; done
else
    echo "could not be installed, so what needs them is skipped:$missing ($folder/log)" >&2
fi

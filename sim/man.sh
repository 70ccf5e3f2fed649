#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# man.sh WAVEFOLD - the manual page, made from what the program says of itself.
set -eu
version=$("$1" --version)
"$1" help | sed 's/\\/\\e/g; s/-/\\-/g' | awk -v version="$version" '
    function section(name) { if (open) print ".fi"; print name; open = 0 }
    function text(line)    { if (!open) print ".nf"; open = 1; if (line ~ /^[.\047]/) line = "\\&" line; print line }
    NR == 1         { print ".TH WAVEFOLD 1 \"\" \"" version "\""; section(".SH NAME"); print; next }
    /^usage: /      { section(".SH SYNOPSIS"); synopsis = 1 }
    synopsis && NF  { text(substr($0, 8)); next }
    synopsis        { synopsis = 0; section(".SH COMMANDS"); next }
    /^[a-z]+$/      { section(".SS " $0); next }
    /^FILE may be/  { section(".SH FILES") }
    /^exit status:/ { section(".SH EXIT STATUS") }
    NF              { sub(/^  /, ""); text($0) }
    END             { if (open) print ".fi" }'

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# reference.sh PROGRAM FOLDER - each list that the sequential reference, wf_expect, prints becomes a file of FOLDER; one that is as it was keeps its time.
set -eu
program=$1 folder=$2
mkdir -p "$folder"
"$program" >"$folder/.names"
for file in "$folder"/*; do grep -qx "${file##*/}" "$folder/.names" || rm -f "$file"; done
while read -r name; do
    "$program" "$name" >"$folder/.new"
    sim/if_changed.sh "$folder/.new" "$folder/$name"
done <"$folder/.names"

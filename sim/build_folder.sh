#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# build_folder.sh FOLDER [make] - may everything that is made go into FOLDER, and `make clean` remove it?  Says why not, status 2.
# A folder that make made holds CACHEDIR.TAG (https://bford.info/cachedir); "make": make it, with its tag.  `build` here needs none.
set -u
folder=$1
tag='Signature: 8a477f597d28d172789f06886806bc55'
refuse() { echo "BUILD=$folder: expected $1" >&2; exit 2; }
case $folder in
'') refuse "the name of a folder" ;;
*[!-A-Za-z0-9_./+@=,~]*) refuse "a name without blanks, of letters, digits and -_./+@=,~: make takes others for something else" ;;
build | ./build | "$PWD/build") exit 0 ;;
esac
[ ! -e "$folder" ] || [ -d "$folder" ] || refuse "a folder, it is a file"
if [ -d "$folder" ] && [ -n "$(ls -A "$folder")" ] && ! grep -qs "^$tag" "$folder/CACHEDIR.TAG"; then
    refuse "a folder that is empty, or not there, or that make made: it holds other things, which make clean would remove"
fi
[ "${2-}" = make ] || exit 0
mkdir -p "$folder" && [ -e "$folder/CACHEDIR.TAG" ] || printf '%s\n# made by make of wavefold: make clean removes this folder\n' "$tag" >"$folder/CACHEDIR.TAG"

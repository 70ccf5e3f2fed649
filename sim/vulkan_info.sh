#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# vulkan_info.sh write|check - the pages that say what the Vulkan driver has, made from what it reports:
#   docs/vulkan-features.md     its features and extensions
#   tb/vulkan/vulkaninfo.txt    the output of vulkaninfo, without what the loader and the layers of this system add
# check: a PASS or FAIL line each; a feature that no test enables fails too.  Environment: BUILD.
set -u
mode=$1 BUILD=${BUILD:-build}
driver=$PWD/$BUILD/vulkan/wavefold_icd.json
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
for name in $(env | sed -n 's/^\(WAVEFOLD_[A-Z_]*\)=.*/\1/p'); do unset "$name"; done

# the features that a test enables, one a line: .name = VK_TRUE, or a condition
grep -ho '\.[A-Za-z0-9]* = [A-Za-z]*' tb/vulkan/*.[ch] | sed '/= VK_FALSE/d; s/^\.//; s/ = .*//' | sort -u >"$work/enabled"

features() {
    "$BUILD/tb/vulkan/list_features" >"$work/list" || return 1
    cat <<'END'
# Features of the Vulkan device

`sim/vulkan_info.sh` makes this page from what the driver reports on the model, and `make test` compares it. [vulkan.md](vulkan.md) is the page for
users. A program may ask for a structure of features that this page does not have. All its members are false, and a device that is to have one is refused
by its name.

## Features

| feature | structures |
|---|---|
END
    awk '$1 == "feature" { if (!($2 in at)) order[++n] = $2; at[$2] = at[$2] (at[$2] == "" ? "" : ", ") "`" $3 "`" }
         END { for (i = 1; i <= n; i++) printf "| `%s` | %s |\n", order[i], at[order[i]] }' "$work/list"
    printf '\n## Features of Vulkan 1.0 to 1.3 that it does not have\n\n| structure | features |\n|---|---|\n'
    awk '$1 == "lacks" { if (!($3 in of)) order[++n] = $3; of[$3] = of[$3] (of[$3] == "" ? "" : " ") $2 }
         END { for (i = 1; i <= n; i++) printf "| `%s` | %s |\n", order[i], of[order[i]] }' "$work/list"
    printf '\n## Extensions\n\n| extension | version |\n|---|---|\n'
    awk '$1 == "extension" { printf "| `%s` | %s |\n", $2, $3 }' "$work/list"
}

# from the properties on, without what another build or another computer changes
info() {
    XDG_RUNTIME_DIR=$work VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver VK_LOADER_LAYERS_DISABLE='~all~' vulkaninfo 2>/dev/null |
        sed -n '/^Device Properties and Extensions:/,$p' | sed 's/^\(\tapiVersion *= \)1\.3\.[0-9]* .*/\11.3/; /^\t\(driverVersion\|pipelineCacheUUID\) /d; /^\t*budget *= /d; s/[ \t]*$//' |
        expand -t 4 | cat -s
}

one() {         # FILE FUNCTION
    if ! "$2" >"$work/made" || [ ! -s "$work/made" ]; then
        echo "FAIL vulkan-info $1: it cannot be made"
        status=1
    elif [ "$mode" = write ]; then
        cmp -s "$work/made" "$1" || { cat "$work/made" >"$1" && echo "wrote $1"; }
    elif cmp -s "$work/made" "$1"; then
        echo "PASS vulkan-info $1"
    else
        echo "FAIL vulkan-info $1: stale, run make vulkan-info"
        diff "$1" "$work/made" | head -n 20
        status=1
    fi
}

one docs/vulkan-features.md features
untested=$(awk '$1 == "feature" { print $2 }' "$work/list" | sort -u | comm -23 - "$work/enabled" | tr '\n' ' ')
if [ -n "$untested" ]; then
    echo "FAIL vulkan-info: no test enables $untested"
    status=1
elif [ "$mode" = check ]; then
    echo "PASS vulkan-info: a test enables each feature"
fi
if command -v vulkaninfo >/dev/null; then
    one tb/vulkan/vulkaninfo.txt info
else
    echo "SKIP vulkan-info tb/vulkan/vulkaninfo.txt: there is no vulkaninfo (Debian: vulkan-tools)"
fi
exit $status

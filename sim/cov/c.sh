#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# c.sh TEST... - run C tests that clang built with counters, and all kernels and shaders on the model at one wave size.  $BUILD/table gets the lines and
# branches of the library by folder, $BUILD/files those of each file, $BUILD/missed the lines and the ways of conditions that none reached.  What
# tb/cov/c_exclusions.list names is left out; $BUILD/wrong says which of its entries are wrong.
# Environment: BUILD, the folder of that build; SEED.
set -u
rm -rf "$BUILD/profiles"
mkdir -p "$BUILD/profiles"
# all runs of a program add to one file
LLVM_PROFILE_FILE=$(cd "$BUILD" && pwd)/profiles/%m.profraw
export LLVM_PROFILE_FILE
for test; do
    "$test" "$SEED" >"$BUILD/log" 2>&1 </dev/null || { tail -n 5 "$BUILD/log"; echo "FAIL coverage: $test failed"; exit 1; }
done
for name in $(sim/variants.sh tb/kernels/*.wfk tb/shaders/*.wfk); do
    TURN=1 sim/kernel.sh "$name" model 128 "$SEED" >"$BUILD/log" 2>&1 </dev/null || { tail -n 5 "$BUILD/log"; exit 1; }
done
# everything of the library, whether a test links it or not
clang-15 -shared -fprofile-instr-generate -o "$BUILD/all.so" -Wl,--whole-archive "$BUILD/libwavefold.a" -Wl,--no-whole-archive -lm || exit 1
llvm-profdata-15 merge -sparse -o "$BUILD/profile" "$BUILD"/profiles/*.profraw || exit 1
rm -rf "$BUILD/profiles"
llvm-cov-15 export "$BUILD/all.so" -instr-profile="$BUILD/profile" -format=lcov >"$BUILD/lcov" || exit 1
awk '
    /^SF:/ { file = $0; sub(/^SF:/, "", file); sub(/.*\/c_model\//, "c_model/", file) }
    /^LF:/ { lines[file] = substr($0, 4) } /^LH:/ { lines_hit[file] = substr($0, 4) }
    /^BRF:/ { ways[file] = substr($0, 5) } /^BRH:/ { ways_hit[file] = substr($0, 5) }
    END { for (file in lines) print file, lines_hit[file] + 0, lines[file] + 0, ways_hit[file] + 0, ways[file] + 0 }' "$BUILD/lcov" | sort >"$BUILD/counts"
llvm-cov-15 show "$BUILD/all.so" -instr-profile="$BUILD/profile" -show-branches=count -show-instantiations=false -show-expansions=false >"$BUILD/shown" || exit 1
: >"$BUILD/missed"
awk -v holes="$BUILD/missed" -f sim/cov/c.awk tb/cov/c_exclusions.list "$BUILD/counts" "$BUILD/shown" >"$BUILD/files" 2>"$BUILD/wrong"
sort -o "$BUILD/missed" "$BUILD/missed"
rm -f "$BUILD/shown" "$BUILD/lcov"
awk '
    function cell(hit, all) { return sprintf("%7.1f %13s", all ? int(1000 * hit / all) / 10 : 100, hit "/" all) }
    function add(name) { for (i = 2; i <= 6; i++) sum[name, i] += $i }
    { folder = $1; sub(/^c_model\//, "", folder); sub(/\/[^\/]*$/, "", folder); if (!(folder in seen)) { seen[folder]; order[++n] = folder }
      add(folder); add("C library"); if (folder ~ /^model\//) add("C model") }
    END {
        printf "%-20s %21s %21s %9s\n", "folder of c_model", "lines", "branches", "excluded"
        order[++n] = "C model"; order[++n] = "C library"
        for (i = 1; i <= n; i++)
            printf "%-20s %s %s %9d\n", order[i], cell(sum[order[i], 2], sum[order[i], 3]), cell(sum[order[i], 4], sum[order[i], 5]), sum[order[i], 6]
    }' "$BUILD/files" | tee "$BUILD/table"
cat "$BUILD/wrong"

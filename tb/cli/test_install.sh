#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_install.sh - make install into a scratch directory, users of the library in C and C++ against it; flags; a tree in a path with spaces.
set -u
. tb/cli/lib.sh
dest="$dir/de st"
ln -s "de st" "$dir/dest"       # pkg-config does not quote blanks
prefix=$dir/dest/opt/wavefold
version=$(sed -n 's/^#define WF_VERSION "\(.*\)"/\1/p' c_model/include/wavefold/version.h)

make -s BUILD="$BUILD" install DESTDIR="$dest" PREFIX=/opt/wavefold >"$dir/out" 2>&1
check "make install" test $? = 0
make -s BUILD="$BUILD" install DESTDIR="$dest" PREFIX=here >"$dir/out" 2>&1
check "a relative PREFIX is refused" sh -c "[ $? = 2 ] && grep -q 'make install PREFIX=here: expected an absolute path' '$dir/out' && [ ! -e '${dest}here' ]"
for file in bin/wavefold lib/libwavefold.a lib/libwavefold.so "lib/libwavefold.so.$version" lib/pkgconfig/wavefold.pc include/wavefold/kernel.h \
            include/wavefold/isa.def share/man/man1/wavefold.1 share/wavefold/rtl/top/wf_top.v share/wavefold/rtl/common/wf_isa.vh share/wavefold/wavefold.core; do
    check "installs $file" test -s "$prefix/$file"
done
# ---- the Vulkan driver: found from the manifest, and by the installed program ---------------------------------------------------
if [ -e /usr/include/vulkan/vk_icd.h ]; then
    manifest=$prefix/share/vulkan/icd.d/wavefold_icd.x86_64.json
    library=$(sed -n 's/.*"library_path": "\(.*\)".*/\1/p' "$manifest")
    check "the manifest names the driver, from its own folder" test "${library#../}" != "$library" -a -s "$prefix/share/vulkan/icd.d/$library"
    nm -D --defined-only "$prefix/share/vulkan/icd.d/$library" | awk '{ print $3 }' | sort >"$dir/symbols"
    printf '%s\n' vk_icdGetInstanceProcAddr vk_icdGetPhysicalDeviceProcAddr vk_icdNegotiateLoaderICDInterfaceVersion >"$dir/want"
    same "it exports what the loader calls, and nothing else" "$dir/symbols" "$dir/want"
    make -s BUILD="$BUILD" "$BUILD/tb/vulkan/prefix_sum"
    (cd / && "$prefix/bin/wavefold" vulkan -- "$root/$BUILD/tb/vulkan/prefix_sum") >"$dir/out" 2>"$dir/err"
    check "the installed program runs a Vulkan program on it" grep -q "^block 3: 288 after 64 numbers, 1148 in all$" "$dir/out"
    mv "$dir/de st" "$dir/moved"
    "$dir/moved/opt/wavefold/bin/wavefold" vulkan -- "$root/$BUILD/tb/vulkan/prefix_sum" >"$dir/out" 2>"$dir/err"
    check "... after the tree was moved, too" grep -q "^PASS" "$dir/err"
    mv "$dir/moved" "$dir/de st"
    make -s BUILD="$BUILD" uninstall DESTDIR="$dest" PREFIX=/opt/wavefold >"$dir/out" 2>&1
    check "uninstall removes it" test ! -e "$manifest" -a ! -e "$prefix/lib/libvulkan_wavefold.so"
    make -s BUILD="$BUILD" install DESTDIR="$dest" PREFIX=/opt/wavefold >"$dir/out" 2>&1
    make -s BUILD="$BUILD" install DESTDIR="$dir/bare" PREFIX=/opt VULKAN_REGISTRY=/none >"$dir/out" 2>&1
    check "without the registry of Vulkan it is left out" sh -c "grep -q 'without the Vulkan driver: it needs the headers of Vulkan' '$dir/out' && [ ! -e '$dir/bare/opt/share/vulkan' ]"
else
    echo "SKIP cli install: there are no headers of Vulkan (Debian: libvulkan-dev)"
fi

# ---- what stands where is written down, and what help and messages name is there ----------------------------------------------
for file in "$prefix"/include/wavefold/*; do
    check "docs/install.md lists ${file##*/}" grep -q "^| headers.*\`${file##*/}\`" docs/install.md
done
for file in $(sed -n 's/^| headers[^|]*|[^:]*:\(.*\)/\1/p' docs/install.md | tr -d '|,\`' | tr ' ' '\n' | grep '\.'); do
    check "... and no other: $file" test -s "$prefix/include/wavefold/$file"
done
strings "$prefix/bin/wavefold" | grep -o 'docs/[a-z0-9_-]*\.md' | sort -u >"$dir/pages"
check "the program names pages" test "$(wc -l <"$dir/pages")" -ge 4
while read -r page; do
    check "$page, which it names, is installed" test -s "$prefix/share/doc/wavefold/${page#docs/}"
done <"$dir/pages"
for text in run ''; do
    # shellcheck disable=SC2086  # a word or none
    check "help $text says where they are" sh -c "'$prefix/bin/wavefold' help $text | grep -q 'docs/.* in PREFIX/share/doc/wavefold'"
done
check "the man page too" grep -q 'docs/.* in PREFIX/share/doc/wavefold' "$prefix/share/man/man1/wavefold.1"
grep -oh '](\([^):#]*\)' "$prefix"/share/doc/wavefold/*.md | sed 's/^](//; /^$/d' | sort -u | while read -r link; do
    [ -s "$prefix/share/doc/wavefold/$link" ] || echo "$link"
done >"$dir/list"
if [ -s "$dir/list" ]; then fail "links of the installed pages" "$dir/list"; else pass "links of the installed pages"; fi
find "$prefix/" -type f ! -perm -444 >"$dir/list"
check "everybody may read it" test ! -s "$dir/list"

# ---- compilers of shaders find what is installed for them ---------------------------------------------------------------------
mkdir "$dir/tools"
printf '#!/bin/sh\nfor word in "$@"; do echo "$word"; done >"%s"\nexit 1\n' "$dir/asked" >"$dir/tools/slangc"
chmod +x "$dir/tools/slangc"
: >"$dir/x.slang"
PATH=$dir/tools "$prefix/bin/wavefold" check "$dir/x.slang" >"$dir/out" 2>&1
check "a compiler is told where wavefold.hlsli is" test -s "$(sed -n 's/^-I//p' "$dir/asked")/wavefold.hlsli"
check "... where it is installed" grep -q "^-I.*/opt/wavefold/include/wavefold$" "$dir/asked"

# ---- the library exports what its headers declare, nothing else --------------------------------------------------------------
cat "$prefix"/include/wavefold/*.h | tr -c 'a-z0-9_A-Z(' '\n' | sed -n 's/^\(wf_[a-z0-9_]*\)(.*/\1/p' | sort -u >"$dir/declared"
for library in libwavefold.so libwavefold.a; do
    case $library in *.so) flags='-D --defined-only' ;; *) flags='-g --defined-only' ;; esac
    # shellcheck disable=SC2086  # options
    nm $flags "$prefix/lib/$library" | awk 'NF == 3 { print $3 }' | sort -u >"$dir/symbols"
    grep -v '^wf_' "$dir/symbols" >"$dir/list"
    check "$library: every symbol begins with wf_" test -s "$dir/symbols" -a ! -s "$dir/list"
    comm -13 "$dir/declared" "$dir/symbols" >"$dir/list"
    if [ -s "$dir/list" ]; then fail "$library: exports what no header declares" "$dir/list"; else pass "$library: exports only what a header declares"; fi
    check "$library: exports most of what they declare" test "$(comm -12 "$dir/declared" "$dir/symbols" | wc -l)" -ge 40
done

# ---- users ---------------------------------------------------------------------------------------------------------------------
cat >"$dir/user.c" <<'END'
#include <stdio.h>
#include <string.h>
#include <wavefold/kernel.h>
#include <wavefold/lockstep.h>
#if WF_VERSION_MAJOR * 100 + WF_VERSION_MINOR < 2
#error "an old header"
#endif
int main(void)
{
    const char text[] = "[numthreads(1,1,1)]\nbuffer Out[1]\ncode\n mov r0, 0\n mov r1, 42\n store Out[r0], r1\n end\nexpect Out = { 42 }\n";
    struct wf_device device;
    struct wf_buffer buffers[WF_MAX_BUFFERS];
    struct wf_shape shape;
    uint32_t memory[1024];
    struct wf_kernel *kernel;
    struct wf_machine *machine;
    size_t words;
    memset(&device, 0, sizeof device);
    device.lanes = 4; device.waves = 4; device.groups = 4; device.regs = 16; device.lds_words = 64; device.imem_words = 64;
    kernel = wf_kernel_parse(text, sizeof text - 1, &device, 0, NULL, NULL);
    if (!kernel || wf_dispatch_check(&kernel->desc, &device, &shape) != WF_REJECT_NONE)
        return 1;
    words = wf_kernel_place(kernel, buffers);
    wf_kernel_fill(kernel, buffers, memory, words);
    machine = wf_machine_new(&device, &kernel->desc, &shape, kernel->code, kernel->count, buffers, memory, words);
    if (wf_machine_run(machine, 0, 0, NULL, NULL, NULL) != WF_RUN_DONE || wf_kernel_compare(kernel, buffers, memory, words, NULL, NULL))
        return 1;
    wf_machine_free(machine);
    wf_kernel_free(kernel);
    return puts(WF_VERSION) < 0;
}
END
sed 's/kernel = wf_kernel_parse/kernel = ::wf_kernel_parse/' "$dir/user.c" >"$dir/user.cpp"
if command -v pkg-config >/dev/null; then
    pkg() { PKG_CONFIG_LIBDIR=$prefix/lib/pkgconfig pkg-config --define-variable=prefix="$prefix" "$@" wavefold; }
    check "pkg-config knows the version" test "$(pkg --modversion)" = "$version"
    # shellcheck disable=SC2046  # flags
    gcc -std=c99 -Wall -Wextra -Wpedantic -Werror -o "$dir/user" "$dir/user.c" $(pkg --cflags --libs) 2>"$dir/err"
    check "a user in C, shared" test "$(LD_LIBRARY_PATH=$prefix/lib "$dir/user")" = "$version"
    # shellcheck disable=SC2046
    g++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -o "$dir/user++" "$dir/user.cpp" $(pkg --cflags --libs) 2>"$dir/err"
    check "a user in C++, shared" test "$(LD_LIBRARY_PATH=$prefix/lib "$dir/user++")" = "$version"
    # shellcheck disable=SC2046
    gcc $(pkg --cflags) -o "$dir/static" "$dir/user.c" "$prefix/lib/libwavefold.a" -lm 2>"$dir/err"
    check "a user in C, static" test "$("$dir/static")" = "$version"
else
    echo "SKIP cli install: there is no pkg-config"
fi
wavefold=$prefix/bin/wavefold
expect "the installed program runs a kernel" 0 "^PASS" - run "$good"
expect "... and says how to get a simulator" 4 - "build it in the source tree with: make build/sim/libwavefold_sim_l32.so" run "$good" --on rtl
check "... or to name one" grep -q "WAVEFOLD_SIM" "$dir/err"
check "the man page is of this version" grep -q "^.TH WAVEFOLD 1 .*wavefold $version" "$prefix/share/man/man1/wavefold.1"
for section in NAME SYNOPSIS COMMANDS "EXIT STATUS"; do
    check "the man page has $section" grep -q "^.SH $section" "$prefix/share/man/man1/wavefold.1"
done
if command -v groff >/dev/null; then
    groff -man -Tutf8 -ww "$prefix/share/man/man1/wavefold.1" >"$dir/page" 2>"$dir/err"
    check "the man page has no mistake" test -s "$dir/page" -a ! -s "$dir/err"
    check "the man page tells the options" grep -q -e '--memory-latency N' "$dir/page"
fi
if command -v iverilog >/dev/null; then
    (cd "$prefix/share/wavefold/rtl" && iverilog -g2005 -tnull -Icommon -y common -y core -y dispatch -y fp -y lds -y pack -y top -y xlane -s wf_xlane xlane/wf_xlane.v) 2>"$dir/err"
    check "the installed RTL is complete" test $? = 0
fi

# ---- flags and places ----------------------------------------------------------------------------------------------------------
make -n V=1 BUILD="$dir/none" CFLAGS=-O1 CPPFLAGS=-DX "$dir/none/c_model/model/fp/fp.o" >"$dir/out" 2>&1
for flag in -O1 -DX -std=c11 -ffp-contract=off -Ic_model/include; do
    check "CFLAGS and CPPFLAGS of the command line keep $flag" grep -q -e " $flag " "$dir/out"
done
tree="$dir/a b/wave fold"
mkdir -p "$tree"
cp -r Makefile c_model rtl sim tb docs "$tree"
export CCACHE_DISABLE=1
(cd "$tree" && make -s -j2 CFLAGS=-O0 build/bin/wavefold build/tb/fp/test_fp build/sim/icarus/wavefold.vpi build/sim/icarus/wf_sim_l8.vvp) >"$dir/out" 2>&1
if [ $? = 0 ]; then pass "builds in a path with spaces"; else fail "builds in a path with spaces" "$dir/out"; fi
wavefold=$tree/build/bin/wavefold
(cd "$tree" && "$wavefold" run "$good" --on rtl --sim icarus --lanes 8 --trace "$dir/a b/trace" --waves "$dir/a b/w.fst") >"$dir/out" 2>&1
check "runs in a path with spaces" grep -q '^PASS' "$dir/out"
check "... writes there" test -s "$dir/a b/trace" -a -s "$dir/a b/w.fst"
(cd "$tree" && make -n build/sim/libwavefold_sim_l8.so) >"$dir/out" 2>&1
grep -e 'verilator\|_sim_l8' "$dir/out" | grep -F "a b/" && fail "Verilator gets no absolute name" "$dir/out" || pass "Verilator gets no absolute name"
exit $status

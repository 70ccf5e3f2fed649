#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_files.sh - contents from files through the program: read beside the kernel file, little-endian, of exactly the right size;
# whatever else has the name is refused at its line and column, at once: status 4 when it cannot be read, 3 when it is not as the kernel
# file says.  Lists of the reference likewise; variants of a shader, of which only the chosen one is read.  Environment: BUILD.
# Needs: sim/libwavefold_sim_l8.so
set -u
BUILD=${BUILD:-build}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/sub" "$dir/sub/folder"
fails=0

# verdict NAME STATUS PART ARGUMENT...: what the program says of $dir/sub/k.wfk
verdict() {
    name=$1 want=$2 part=$3
    shift 3
    timeout 20 "$BUILD/bin/wavefold" "$@" >"$dir/out" 2>"$dir/err"
    rc=$?
    if [ "$rc" = "$want" ] && cat "$dir/out" "$dir/err" | grep -qF -e "$part"; then
        echo "PASS files $name"
    else
        echo "FAIL files $name: status $rc, wanted $want and: $part"
        cat "$dir/out" "$dir/err"
        fails=1
    fi
}

# reads NAME STATUS FILE PART: a kernel that names FILE for two words
reads() {
    cat >"$dir/sub/k.wfk" <<END
[numthreads(1,1,1)]
buffer A[2] = file "$3"
buffer B[2]
code
    load r1, A[r0]
    load r2, A[r0+4]
    store B[r0], r1
    store B[r0+4], r2
    end
expect B = { 0x04830201, asuint(1.5) }
expect A = file "$3"
END
    verdict "$1" "$2" "$4" run "$dir/sub/k.wfk"
}

printf '\001\002\203\004\000\000\300\077' >"$dir/sub/a.bin"
cp "$dir/sub/a.bin" "$dir/b.bin"
ln -s ../b.bin "$dir/sub/link.bin"
ln -s loop.bin "$dir/sub/loop.bin"
printf '\001\002\203\004\000\000\300' >"$dir/sub/short.bin"
printf '\001\002\203\004\000\000\300\077\000' >"$dir/sub/long.bin"
: >"$dir/sub/empty.bin"
truncate -s 1T "$dir/sub/huge.bin" 2>/dev/null || truncate -s 1G "$dir/sub/huge.bin"
mkfifo "$dir/sub/fifo"
wrong="expected a file of 8 bytes, 4 for each word"

reads "beside the kernel file"     0 a.bin         "PASS k.wfk"
reads "in another folder"          0 ../b.bin      "PASS k.wfk"
reads "with its whole path"        0 "$dir/b.bin"  "PASS k.wfk"
reads "by a link"                  0 link.bin      "PASS k.wfk"
reads "that is missing"            4 none.bin      "k.wfk:2:20: error: \`\"none.bin\"\`: cannot be opened: No such file or directory; $wrong"
reads "that is a folder"           3 folder        "k.wfk:2:20: error: \`\"folder\"\`: is a folder; $wrong"
reads "that is a FIFO"             3 fifo          "\`\"fifo\"\`: is no regular file; $wrong"
reads "that is a device"           3 /dev/zero     "is no regular file; $wrong"
reads "that is a link to itself"   4 loop.bin      "cannot be opened"
reads "one byte short"             3 short.bin     "\`\"short.bin\"\`: has 7 bytes; $wrong"
reads "one byte long"              3 long.bin      "has 9 bytes; $wrong"
reads "that is empty"              3 empty.bin     "has 0 bytes; $wrong"
reads "that is huge"               3 huge.bin      "has 1"
reads "under a file"               4 a.bin/x       "cannot be opened: Not a directory"
if [ "$(id -u)" != 0 ]; then
    cp "$dir/b.bin" "$dir/sub/locked.bin"
    chmod 0 "$dir/sub/locked.bin"
    reads "without permission"     4 locked.bin    "cannot be opened: Permission denied"
fi

# ---- lists of the reference ----------------------------------------------------------------------------------------------
# lists NAME STATUS LIST PART: a kernel that expects LIST of two floats
lists() {
    printf '%s\n' '[numthreads(1,1,1)]' 'buffer A[2] = { 1.5, -2.0e20 }' code end "expect A = reference $3" >"$dir/sub/k.wfk"
    WAVEFOLD_REFERENCE=$dir/lists verdict "a list $1" "$2" "$4" run "$dir/sub/k.wfk"
}
mkdir "$dir/lists" "$dir/lists/folder"
printf '    1.5, -2e+20,\n' >"$dir/lists/floats"
printf '    0x3fc00000,\n    3777853676,\n' >"$dir/lists/words"
printf '    1.5, 0xe12d78ec,\n' >"$dir/lists/both"
printf '    1.5, -2e+20' >"$dir/lists/open"
printf '    1.5, -2e+20, 7,\n' >"$dir/lists/more"
printf '    1.5, nan,\n' >"$dir/lists/other"
printf 'no list\n' >"$dir/lists/none"
lists "of floats"                  0 "floats within 0 ulp"  "PASS k.wfk"
lists "of words"                   0 words         "PASS k.wfk"
lists "of both"                    0 both          "PASS k.wfk"
lists "that differs"               1 other         "A[1] is -2.00000004e+20 (0xe12d78ec), expected nan (0x7fc00000)"
lists "whose end is missing"       3 open          "k.wfk:5:22: error: reference \`open\`: it has 1 words; expected a list of 2 words"
lists "that is too long"           3 more          "it has 3 words; expected a list of 2 words"
lists "that is none"               3 none          "it has 0 words"
lists "that is a folder"           3 folder        "is a folder"
lists "that is missing"            4 missing       "\`missing\`: cannot be opened: No such file or directory in $dir/lists, the lists that tb/expect makes"
lists "without a name"             3 '"words"'     "expected the name of a list of the reference"

# ---- variants of a shader ------------------------------------------------------------------------------------------------
cp tb/shaders/algo_bitonic.spv tb/shaders/algo_bitonic-opt.spv tb/cli/scale.spv "$dir/sub"
variant() { # LINE...: the kernel file with these lines below the first
    { sed -n 1p tb/shaders/algo_bitonic.wfk; printf '%s\n' "$@"; sed '1d; /^shader/d; /^variant/d' tb/shaders/algo_bitonic.wfk; } >"$dir/sub/k.wfk"
}
shader='shader "algo_bitonic.spv"' opt='variant opt = "algo_bitonic-opt.spv"' k=$dir/sub/k.wfk
variant "$shader" "$opt" 'variant gone = "gone.spv"'
verdict "the module without a variant" 0 "PASS k.wfk on=model" run "$k"
verdict "a variant"                0 "PASS k.wfk variant=opt on=model" run "$k" --variant opt --stats "$dir/stats"
verdict "... in the figures"       0 '"variant": "opt"' run "$k" --variant opt --stats -
for verb in sizes asm occupancy; do
    "$BUILD/bin/wavefold" $verb tb/shaders/algo_bitonic.wfk --variant opt >"$dir/whole"
    verdict "... of $verb" 0 "" $verb "$k" --variant opt
    cmp -s "$dir/out" "$dir/whole" || { echo "FAIL files ... of $verb: not the same in another folder"; fails=1; }
done
"$BUILD/bin/wavefold" asm tb/shaders/algo_matmul.wfk >"$dir/first"
"$BUILD/bin/wavefold" asm tb/shaders/algo_matmul.wfk --variant opt >"$dir/other"
if cmp -s "$dir/first" "$dir/other"; then echo "FAIL files a variant has the code of the module"; fails=1; else echo "PASS files a variant has code of its own"; fi
verdict "a variant whose module is missing" 4 "k.wfk:4:16: error: \`gone.spv\`: cannot be opened" run "$k" --variant gone
verdict "a variant that is not there" 3 "k.wfk:2:8: error: no variant \`mm\`; expected one of the file's: opt, gone" run "$k" --variant mm
verdict "... nor for sizes"        3 "k.wfk:2:8: error: no variant \`mm\`" sizes "$k" --variant mm
verdict "... nor to be advised"    3 "k.wfk:2:8: error: no variant \`mm\`" advise "$k" --variant mm
if [ -x "$BUILD/sim/libwavefold_sim_l8.so" ]; then
    verdict "a variant on the hardware" 0 "PASS k.wfk variant=opt on=rtl" run "$k" --variant opt --on rtl --lanes 8
    verdict "... in the line that reproduces" 1 "k.wfk --variant opt --on rtl" run "$k" --variant opt --on rtl --lanes 8 --limit 100
else
    echo "SKIP files: $BUILD/sim/libwavefold_sim_l8.so is not built"
fi
rm "$dir/sub/algo_bitonic.spv"
verdict "a variant alone is read"  0 "PASS k.wfk variant=opt" run "$k" --variant opt
verdict "... else the module"      4 "k.wfk:2:8: error: \`algo_bitonic.spv\`: cannot be opened" run "$k"
cp tb/shaders/algo_bitonic.spv "$dir/sub"
variant "$shader" 'const N = 32' 'variant both = "gone.spv" : N = 64' 'variant small : [WaveSize(4)]'
verdict "constants with a module"  4 "k.wfk:4:16: error: \`gone.spv\`: cannot be opened" run "$k" --variant both
verdict "attributes with the module" 0 "PASS k.wfk variant=small on=model lanes=32 wave-size=4" run "$k" --variant small
variant "$shader" "$opt" 'variant opt = "other.spv"'
verdict "a name twice"             3 "k.wfk:4:9: error: second variant \`opt\`, after that of line 3; expected another name" run "$k" --variant opt
variant "$shader"
verdict "a file without variants"  3 "k.wfk:2:8: error: no variant \`opt\`; expected none: the file has no variants" run "$k" --variant opt
variant "$opt" "$shader"
verdict "a variant before its shader" 3 "k.wfk:2:1: error: \`variant\` of a module without a \`shader\`; expected \`shader \"NAME.spv\"\` above it" run "$k"
variant "$shader" 'variant opt "algo_bitonic-opt.spv"'
verdict "a variant without ="      3 "k.wfk:3:13: error: unexpected \`\"algo_bitonic-opt.spv\"\`; expected \`=\` and a module, or \`:\` and what changes" run "$k"
variant "$shader" 'variant = "algo_bitonic-opt.spv"'
verdict "a variant without a name" 3 "k.wfk:3:9: error: unexpected \`=\`; expected the name of a variant" run "$k"
verdict "a variant of code"        3 "minmaxz.wfk:1:1: error: no variant \`opt\`; expected none" run tb/kernels/minmaxz.wfk --variant opt
verdict "a variant of a shader by itself" 2 "--variant is for kernel files: opt" asm tb/shaders/algo_bitonic.spv --variant opt

variant "$shader" 'reg x = r1'
verdict "a register beside a shader" 3 "k.wfk:3:1: error: \`reg\` without \`code\`; expected it in a file that has one" run "$k"

# ---- bindings ------------------------------------------------------------------------------------------------------------
variant "$shader" 'const N = 32'
verdict "buffers in the order of the bindings" 0 "PASS k.wfk" run "$k"
sed -i 's/^dispatch.*/&\nbind 0.0 = In, Out/' "$k"
verdict "... by name"              0 "PASS k.wfk" run "$k"
sed -i 's/^bind.*/bind 0.0 = Out, In/' "$k"
verdict "... in another order"     1 "Out[0]: 0, expected" run "$k"
sed -i 's/^bind.*/bind 0.1 = Out/' "$k"
verdict "... some alone"           3 "is not bound; expected \`bind 0.0 = BUFFER\`" run "$k"
sed -i 's/^bind.*/bind 0.1 = Out, In/' "$k"
verdict "... one too many"         3 "k.wfk:7:17: error: the module has no binding 0.2; expected one of 0.0, 0.1" run "$k"

sed -i 's/^bind.*/buffer Spare[1]/' "$k"
verdict "... one too many in their order" 3 "k.wfk:7:8: error: the module has no binding 0.2; expected one of 0.0, 0.1" run "$k"
sed -i 's/^buffer Spare.*/&\nconst C = Spare[0]/' "$k"
verdict "... that an expression reads" 0 "PASS k.wfk" run "$k"
sed -i 's/^const C.*/---/' "$k"
verdict "... that may be another dispatch's" 0 "PASS k.wfk" run "$k"

spec() { # NAME VALUE PART: the constant that begins VALUE
    printf '%s\n' 'shader "scale.spv"' "spec $2" >"$k"
    verdict "$1" 3 "k.wfk:2:6: error: $3" run "$k"
}
spec "two words for one"           "3 = 7, 9" "not a value of FACTOR; expected an integer of 32 bits"
spec "a float for an integer"      "3 = 1.5" "not a value of FACTOR; expected an integer of 32 bits"
spec "a bool that is 7"            "4 = 7" "not a value of NEGATE; expected an integer of 1 bit, 0 or 1"

# ---- variants of code ----------------------------------------------------------------------------------------------------
query=tb/kernels/query.wfk
verdict "a variant of code"        0 "PASS query.wfk variant=n6x10 on=model lanes=32 wave-size=16 seed=0 slots=64 group-slots=16 waves=12" \
    run $query --variant n6x10 --wave-size 16
verdict "... with other attributes" 0 "variant=preferred on=model lanes=32 wave-size=8" run $query --variant preferred
verdict "... its wave sizes"       0 16 sizes $query --variant fixed
verdict "... its code"             0 0000040080040530 asm $query --variant n1024 --listing
verdict "... its occupancy"        0 "  4      12         16 " occupancy $query --variant extra_idle
verdict "... its advice"           0 ": 0 atomics" advise $query --variant n1
verdict "... given twice"          2 "--variant is given twice: n100" sizes $query --variant n1 --variant n100
verdict "... that is not there"    3 "query.wfk:1:1: error: no variant \`n2\`; expected one of the file's: n1, n100, n256, " run $query --variant n2

printf '%s\n' '[numthreads(8,1,1)]' '--- one' '[WaveSize(4)]' code end '--- two' '[WaveSize(8)]' code end >"$k"
verdict "dispatches of no common wave size" 0 "k.wfk: note: no wave size fits all dispatches of the file" sizes "$k"

# ---- a program that lies apart from its build folder ---------------------------------------------------------------------
mkdir -p "$dir/build/bin"
cp "$BUILD/bin/wavefold" "$dir/build/bin"
BUILD=$dir/build
verdict "no lists at all"          4 "reference \`minmaxz8\`: there is no folder of lists next to this program; \`make build/bin/wavefold\` makes it" run tb/kernels/numwaves_one.wfk
exit "$fails"

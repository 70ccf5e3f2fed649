#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_files.sh - contents from files through the program: read beside the kernel file, little-endian, of exactly the right size;
# whatever else has the name is refused at its line and column, at once: status 4 when it cannot be read, 3 when it is not as the kernel
# file says.  Environment: BUILD.
set -u
BUILD=${BUILD:-build}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/sub" "$dir/sub/folder"
fails=0

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
    timeout 20 "$BUILD/bin/wavefold" run "$dir/sub/k.wfk" >"$dir/out" 2>"$dir/err"
    rc=$?
    if [ "$rc" = "$2" ] && cat "$dir/out" "$dir/err" | grep -qF "$4"; then
        echo "PASS files $1"
    else
        echo "FAIL files $1: status $rc, wanted $2 and: $4"
        cat "$dir/out" "$dir/err"
        fails=1
    fi
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
exit "$fails"

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_typed.sh - buffers by the types of a shader, and by their names: what is printed, filled, expected and compared.  Expected numbers are those of
# typed.comp, by hand.
set -u
. tb/cli/lib.sh

t="tb/cli/typed.spv --groups 1"
io="--bind Particles=zero:112 --bind Out=values:1,2,3,4"
push="--push scale=2.5 --push offset=1,2,3"
# shellcheck disable=SC2086  # words
{

# ---- what is printed -------------------------------------------------------------------------------------------------------------------------------------
cat >"$dir/want" <<'END'
particles = {
    count = 2,
    transform = {{1.0, 0.0}, {0.0, 1.0}, {3.0, 2.5}},
    item = {
        {position = {1.0, 2.0, 3.0}, tag = -1, mass = 2.5, id = 4294967296},    // 0
        {position = {3.5, 2.0, 3.0}, tag = -2, mass = 5.0, id = 4294967297}    // 1
    }
    // and 2 words after the block: 0x00000007 0xffffffff
}
Out = {
    0.5, 1.0, 1.5, 2.0    // 0
}
END
{ printf '%0224d' 0; printf '07000000ffffffff'; } | tr ' ' 0 >"$dir/hex"
bytes "$(cat "$dir/hex")" >"$dir/in"
expect "a block of all kinds" 0 "^PASS" - run $t --bind "0.0=$dir/in:-" --bind 0.1=values:1,2,3,4:- $push --spec COUNT=2
sed '$d' "$dir/out" >"$dir/printed"
same "... is printed by its types" "$dir/printed" "$dir/want"
expect "... at several wave sizes" 0 "^        {position = {3.5, 2.0, 3.0}, tag = -2, mass = 5.0, id = 4294967297}    // 1$" - \
    run $t --bind "0.0=$dir/in:-" --bind 0.1=zero:16 $push --spec COUNT=2 --wave-size 4,8
expect "... and as bits" 0 "^    0x3f000000, 0x3f800000, 0x3fc00000, 0x40000000    // 0$" - run $t --bind 0.0=zero:112 --bind 0.1=values:1,2,3,4:- $push --hex
expect "a buffer without an element" 0 "^    item = {}$" - run $t --bind 0.0=zero:48:- --bind 0.1=zero:16 $push --spec 7=0
awk 'BEGIN { printf "values:"; for (i = 0; i < 20; i++) printf "%s%d", i ? "," : "", 2 * i }' >"$dir/twenty"
expect "lines of eight" 0 "^    8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0,    // 8$" "warning: model: fault" run tb/cli/typed.spv --groups 5 --bind 0.0=zero:112 --bind "0.1=$(cat "$dir/twenty"):-" $push --spec 7=4
printf '%s\n' 'shader "typed.spv"' 'buffer P[28]' 'buffer O[4] = { 1.0, 2.0, 3.0, 4.0 }' 'buffer C[7] = { 2.5, 0, 0, 0, 1.0, 2.0, 3.0 }' 'push = C' 'expect O = { 0.5, 1.0, 1.5, 2.5 }' >"$dir/typed.wfk"
cp tb/cli/typed.spv "$dir/"
expect "a kernel file: its buffers by the types of the shader" 1 "^        {position = {1.0, 2.0, 3.0}, tag = -1, mass = 2.5, id = 4294967296},    // 0$" "^  O\[3\]: 2.0, expected 2.5$" \
    run "$dir/typed.wfk" --dump P
expect "... or as a list" 1 "^    0x00000001, " "" run "$dir/typed.wfk" --dump P --hex
sed 's/expect.*/expect O = { 0x3f000000, 0x3f800000, 0x3fc00000, 1 }/' "$dir/typed.wfk" >"$dir/words.wfk"
expect "... and words where it expects integers of floats" 1 "^FAIL" "^  O\[3\] is 0x40000000 (1073741824), expected 0x00000001 (1)$" run "$dir/words.wfk"

printf '%s\n' 'shader "typed.spv"' 'buffer O[4] = { 1.0, 2.0, 3.0, 4.0 }' 'buffer P[28]' 'buffer C[7]' 'bind Out = O' 'bind "Particles" = P' 'push = C' 'expect O = { 0.5, 1.0, 1.5, 2.0 }' >"$dir/named.wfk"
expect "... which it binds by name" 0 "^PASS" - run "$dir/named.wfk"
sed 's/bind Out/bind Otu/' "$dir/named.wfk" >"$dir/unnamed.wfk"
expect "... a name that the module has not" 3 - "unnamed.wfk:5:6: error: the module has no binding Otu; expected a name that it has, or a set and a binding" run "$dir/unnamed.wfk"

# ---- names -----------------------------------------------------------------------------------------------------------------------------------------------
expect "variables and blocks by name" 0 "^    0.5, 1.0, 1.5, 2.0    // 0$" - run $t --bind particles=zero:112 --bind Out=values:1,2,3,4:- $push
expect "a name that none has" 1 - "^tb/cli/typed.spv: error: --bind Outt: the module has no such binding; expected one of particles (0.0), Out (0.1)$" \
    run $t --bind Particles=zero:112 --bind Outt=zero:16 $push
check "... with the nearest" grep -q '^nearest: `Out`$' "$dir/err"
expect "one binding by two names" 2 - "error: two buffers for one binding: particles=zero:4$" run $t $io --bind particles=zero:4 $push
expect "... by name and number" 2 - "error: two buffers for one binding: 0.1=zero:4$" run $t $io --bind 0.1=zero:4 $push
expect "... twice" 2 - "error: two buffers for one binding: Out=zero:4$" run $t $io --bind Out=zero:4 $push
expect "push constants are no binding" 1 - "error: --bind push: these are the push constants; expected --push$" run $t $io --bind push=zero:28
expect "--expect by name" 0 "^PASS" - run $t $io $push --expect Out=values:0.5,1,1.5,2
any=$(printf "_,%.0s" $(seq 18))       # before the first id, whose words are 0 and 1
expect "half of a number of 64 bits is expected: its word is told" 1 "^FAIL" "^  particles\[19\] is 0x00000001 (1), expected 0x00000007 (7)$" \
    run $t --bind particles=zero:80 --bind Out=zero:16 $push --expect particles=text:"${any}_,7"
expect "... the lower half" 1 "^FAIL" "^  particles\[18\] is 0x00000000 (0), expected 0x00000007 (7)$" \
    run $t --bind particles=zero:80 --bind Out=zero:16 $push --expect particles=text:"${any}7,..."
expect "... and both" 1 "^FAIL" "^  particles.item\[0\].id: 4294967296, expected 30064771079$" \
    run $t --bind particles=zero:80 --bind Out=zero:16 $push --expect particles=text:"${any}7,7"
expect "... of another" 2 - "error: --expect needs a --bind or an --image of the same binding: particles=zero:4$" run $t --bind Out=zero:16 --expect particles=zero:4 $push
expect "an image and a sampler by name" 0 "^    2.0, 6.0, 12.0, 16.0    // 0$" - \
    run tb/cli/blur.spv --groups 1 --image T=4:r32f:text:0.0,4.0,8.0,16.0 --sampler S=linear,clamp --bind B=zero:16:-
expect "... of another name" 1 - "error: --sampler s: the module has no such binding" \
    run tb/cli/blur.spv --groups 1 --image T=4:r32f:text:0.0,4.0,8.0,16.0 --sampler s=linear,clamp --bind B=zero:16
expect "a block of an array by name" 0 "^PASS" - run tb/shaders/mem_block_array.spv --groups 1 --spec 0=1 --bind data=zero:40 --bind 'data[1]=zero:40' \
    --bind 'data[2]=zero:40' --bind 'data[3]=zero:40' --bind 0.1=zero:1024 --bind 0.2=zero:256 --expect 'data[1]=text:504,0x101,...'
expect "check takes names" 0 "^spec 7          COUNT = 3" - check tb/cli/typed.spv --spec COUNT=3
expect "a constant that none has" 1 - "error: --spec CUONT: the module has no such specialization constant; expected one of COUNT (7)$" run $t $io $push --spec CUONT=1
check "... with the nearest" grep -q '^nearest: `COUNT`$' "$dir/err"
expect "a constant of a module that names none" 1 - "error: --spec N: the module has no such specialization constant; it has none with a name$" \
    run tb/cli/reduce.spv --groups 1 --bind 0.0=zero:4 --spec N=1
expect "a name of a file with a colon" 2 - "--bind needs SET.BINDING=IN or SET.BINDING=IN:OUT, .* not: Out=zero:16:$dir/a:b$" run $t --bind particles=zero:80 --bind Out=zero:16:$dir/a:b $push
expect "a constant twice" 2 - "error: two values for one specialization constant: 7=2$" run $t $io $push --spec COUNT=1 --spec 7=2

# ---- members of push constants ---------------------------------------------------------------------------------------------------------------------------
expect "members, with the name of the block" 0 "position = {1.0, 2.0, 3.0}" - run $t --bind 0.0=zero:112:- --bind 0.1=zero:16 --push push.scale=2.5 --push Push.offset=1,2,3
expect "components" 0 "position = {0.0, 2.0, 0.0}" "^tb/cli/typed.spv: note: --push: not given, and 0: scale, offset.x, offset.z$" run $t --bind 0.0=zero:112:- --bind 0.1=zero:16 --push offset.y=2
expect "a member that is none" 1 - "error: --push sclae=1: sclae: no such member; expected one of scale, offset$" run $t $io --push sclae=1
check "... with the nearest" grep -q '^nearest: `scale`$' "$dir/err"
expect "too few numbers" 1 - "error: --push offset=1,2: 2 numbers; expected 3$" run $t $io --push offset=1,2
expect "too many numbers" 1 - "error: --push offset=1,2,3,4: 4 numbers; expected 3$" run $t $io --push offset=1,2,3,4
expect "no number" 1 - 'error: --push scale=x: "x" is no value of scale; expected a float of 32 bits$' run $t $io --push scale=x
expect "a member twice" 2 - "error: two values for one member of the push constants: scale=2$" run $t $io --push scale=1 --push scale=2
expect "... by another path" 2 - "error: two values for one member of the push constants: offset.y=2$" run $t $io --push offset=1,2,3 --push offset.y=2
expect "... with the name of the block" 2 - "error: two values for one member of the push constants: scale=2$" run $t $io --push push.scale=1 --push scale=2
expect "members of which nothing is given have one name" 0 "^PASS" "^tb/cli/typed.spv: note: --push: not given, and 0: offset$" run $t $io --push scale=1
expect "a number has no members" 1 - "error: --push scale.x=1: scale.x: a number has no members$" run $t $io --push scale.x=1
expect "none of them" 1 - "error: push constants (push) are not given (--push); expected at least 28 bytes$" run $t $io
expect "members and words" 2 - "error: --push has all words, or members by name, not both: scale=1$" run $t $io --push zero:28 --push scale=1
expect "words as before" 0 "position = {1.0, 2.0, 3.0}" - run $t --bind 0.0=zero:112:- --bind 0.1=zero:16 --push text:2.5,0,0,0,1.0,2.0,3.0
expect "values of all members" 0 "position = {1.0, 2.0, 3.0}" - run $t --bind 0.0=zero:112:- --bind 0.1=zero:16 --push values:2.5,1,2,3
expect "no push constants" 1 - "error: --push x=1: the module has no push constants; expected none$" run tb/cli/reduce.spv --groups 1 --bind 0.0=zero:4 --push x=1

# ---- values ----------------------------------------------------------------------------------------------------------------------------------------------
all=2,1,0,0,1,3,2.5,1,2,3,-1,2.5,4294967296
expect "values of all widths" 0 "tag = -1, mass = 2.5, id = 4294967296}    // 0" - run $t --bind particles=values:$all:- --bind Out=zero:16 $push
expect "... are expected" 0 "^PASS" - run $t --bind particles=zero:80 --bind Out=zero:16 $push --expect particles=values:1,${all#2,}
expect "... differ" 1 "^FAIL" "^  particles.item\[0\].mass: 2.5, expected 3.5$" run $t --bind particles=zero:80 --bind Out=zero:16 $push --expect particles=values:1,1,0,0,1,3,2.5,1,2,3,-1,3.5,...
expect "... in both words of a number" 1 "^FAIL" "^  particles.item\[0\].id: 4294967296, expected 1$" run $t --bind particles=zero:80 --bind Out=zero:16 $push \
    --expect particles=values:1,1,0,0,1,3,2.5,1,2,3,-1,2.5,1
check "... which is told once" test "$(grep -c 'item.*id: ' "$dir/err")" = 1
expect "... but those left out" 0 "^PASS" - run $t --bind particles=zero:80 --bind Out=zero:16 $push --expect particles=values:1,_,0,...
expect "... but all left out" 1 - '^--expect Out=values:...: error: every word is left out; expected at least one value$' run $t --bind particles=zero:80 --bind Out=zero:16 $push --expect Out=values:...
expect "... as words" 1 - '^--expect Out=text:_,_,...: error: every word is left out; expected at least one value$' run $t --bind particles=zero:80 --bind Out=zero:16 $push --expect Out=text:_,_,...
expect "... too few, with a hint" 1 - 'error: 2 words; expected 4, those of the buffer, or "..." at the end' run $t --bind particles=zero:80 --bind Out=zero:16 $push --expect Out=values:1,2
expect "... of a part of a word" 1 "^FAIL" "^  particles.item\[0\].tag: -1, expected 5$" run $t --bind particles=zero:80 --bind Out=zero:16 $push --expect particles=values:1,1,0,0,1,3,2.5,1,2,3,5,...
expect "... a count that fits no block" 1 - "error: --bind particles=values:1,2: 2 numbers; expected 7, then 6 for each element$" run $t --bind particles=values:1,2 --bind Out=zero:16 $push
expect "... of another type" 1 - 'error: --bind Out=values:1,x: "x" is no value of Out\[1\]; expected a float of 32 bits$' run $t --bind particles=zero:80 --bind Out=values:1,x $push
expect "... that does not fit" 1 - 'is no value of particles.item\[0\].tag; expected a signed integer of 16 bits$' run $t --bind particles=values:1,1,0,0,1,3,2.5,1,2,3,65536,1,1 --bind Out=zero:16 $push
expect "a number of text: that looks like another type" 0 "^PASS" '^tb/cli/typed.spv: note: --bind Out=text:0,2.0,3,4: 3 is the bits of an integer, but Out\[2\] is a float of 32 bits; "values:" in place' \
    run $t --bind particles=zero:80 --bind Out=text:0,2.0,3,4 $push
expect "... hexadecimal digits are bits" 0 "^PASS" - run $t --bind particles=zero:80 --bind Out=text:0,2.0,0x3,4.0 $push

# ---- differences between wave sizes ----------------------------------------------------------------------------------------------------------------------
expect "a difference has its member" 1 "^Out\[0\].d to Out\[0\].c: 0.25 0.25 4 5 at 4; 0.125 0.125 8 9 at 8$" - run tb/cli/typed_sizes.spv --groups 1 --bind 0.0=zero:48 --wave-size 4,8
expect "numbers of two words" 1 "^Out\[0\].l: 4 at 4; 8 at 8; 4294967312 at 16$" - run tb/cli/typed_sizes.spv --groups 1 --bind 0.0=zero:48 --wave-size 4,8,16
check "... once" test "$(grep -c 'Out\[0\].l' "$dir/out")" = 1
expect "elements with padding between them" 0 "^    {l = 0, d = 0.0, f = 0.0, b = 0, c = 200}    // 1$" - run tb/cli/typed_sizes.spv --groups 1 --bind 0.0=zero:48:- --wave-size 4
}

# ---- names that compilers make -----------------------------------------------------------------------------------------------------------------------------
if command -v glslangValidator >/dev/null; then
    cat >"$dir/names.hlsl" <<'END'
namespace space { RWStructuredBuffer<float> Out : register(u0); }
cbuffer Constants : register(b1) { float4 gain[2]; };
[numthreads(4,1,1)] void main(uint i : SV_DispatchThreadID) { space::Out[i] = gain[1].y * i; }
END
    expect "HLSL: a space, and a cbuffer" 0 "^    0.0, 6.0, 12.0, 18.0    // 0$" - run "$dir/names.hlsl" --groups 1 --bind Out=zero:16:- --bind Constants=values:1,2,3,4,5,6,7,8
    expect "... the whole name" 0 "^    0.0, 6.0, 12.0, 18.0    // 0$" - run "$dir/names.hlsl" --groups 1 --bind space::Out=zero:16:- --bind Constants=values:1,2,3,4,5,6,7,8
    cat >"$dir/two.hlsl" <<'END'
namespace one { RWStructuredBuffer<float> Out : register(u0); }
namespace two { RWStructuredBuffer<float> Out : register(u3); }
[numthreads(4,1,1)] void main(uint i : SV_DispatchThreadID) { one::Out[i] = 1; two::Out[i] = 2; }
END
    expect "two of one name" 1 - "error: --bind Out: several bindings have this name; expected one of 0.0, 0.3$" run "$dir/two.hlsl" --groups 1 --bind Out=zero:16
else
    echo "SKIP cli: names of HLSL: no glslangValidator"
fi
exit $status

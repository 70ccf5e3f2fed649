#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_images.sh - images and samplers on the command line and in kernel files: texels as they are, as text, as PNG; what is wrong and said so.
# What a shader must leave is computed here by hand, from its source.
# Needs: sim/libwavefold_sim_l8.so
set -u
. tb/cli/lib.sh
grey=tb/cli/grey.spv blur=tb/cli/blur.spv

# NAME WORDS ARGUMENTS...: the run passes and prints these words
prints() {
    name=$1 want=$2
    shift 2
    expect "$name" 0 "^    $want    // 0" - run "$@"
}

# ---- raw texels: three columns, two rows ------------------------------------------------------------------------------------
# r / 4 + g / 2 + b / 4: 64 255 16 / 1 50 50
bytes 004080ffffffffff081018ff040000ff006400ff0000c8ff >"$dir/in.raw"
in=0.0=3x2:rgba8:$dir/in.raw
prints "an image from a file, of a byte a texel" "0x0110ff40, 0x00003232" $grey --hex --groups 1 --image "$in" --image 0.1=3x2:r8:zero:-
prints "... by the name that Vulkan has" "0x0110ff40, 0x00003232" $grey --hex --groups 1 --image "$in" --image 0.1=3x2:R8_UNORM:zero:-
prints "... of binary16" "0x3c003404, 0x00002c04" $grey --hex --groups 1 --image 0.0=3x1:rgba8:text:0xff804000,0xffffffff,0xff181008 --image 0.1=3x1:r16f:zero:-
expect "texels are printed as they are read" 0 "^    0.2509804, 1.0, 0.0627451,    // \[0,0\]$" - run $grey --groups 1 --image "$in" --image 0.1=3x2:r8:zero:-
check "... row by row" grep -q "^    0.003921569, 0.19607843, 0.19607843    // \[0,1\]$" "$dir/out"
check "... with the shape of the image" grep -q "^Grey = {    // 3x2 r8$" "$dir/out"
expect "only texels are written to a file" 0 "^PASS" - run $grey --groups 1 --image "$in" --image "0.1=3x2:r8:zero:$dir/out.raw"
bytes 40ff10013232 >"$dir/want.raw"
expect "an image is expected" 0 "^PASS" - run $grey --groups 1 --image "$in" --image 0.1=3x2:r8:zero --expect 0.1=text:0x0110ff40,0x3232
check "... and was compared" sh -c "! grep -q 'nothing compared' '$dir/out'"
expect "... another one" 1 "^FAIL" "1 word of Grey differs from --expect$" run $grey --groups 1 --image "$in" --image 0.1=3x2:r8:zero --expect 0.1=text:0x0110ff41,0x3232
check "... which is named" grep -q "^  Grey\[0,0\]: 0.2509804, expected 0.25490198$" "$dir/err"
same "... in bytes" "$dir/out.raw" "$dir/want.raw"
for size in 4 8 16 32 64 128; do
    prints "wave size $size" "0x0110ff40, 0x00003232" $grey --hex --groups 1 --image "$in" --image 0.1=3x2:r8:zero:- --wave-size $size
done

# ---- samplers ----------------------------------------------------------------------------------------------------------------
T="--hex --image 0.0=4:r32f:text:0.0,4.0,8.0,16.0 --bind 0.2=zero:16:-"
prints "a linear filter" "0x40000000, 0x40c00000, 0x41400000, 0x41800000" $blur --groups 1 $T --sampler 1.3=linear,clamp
prints "... that repeats" "0x40000000, 0x40c00000, 0x41400000, 0x41000000" $blur --groups 1 $T --sampler 1.3=linear,repeat
prints "... with a border" "0x40000000, 0x40c00000, 0x41400000, 0x41080000" $blur --groups 1 $T --sampler 1.3=linear,u=border,v=clamp,white
prints "the nearest" "0x40800000, 0x41000000, 0x41800000, 0x41800000" $blur --groups 1 $T --sampler 1.3=clamp

# ---- what is wrong -------------------------------------------------------------------------------------------------------------
echo old >"$dir/kept"
bad() {     # NAME STATUS MESSAGE ARGUMENTS...
    name=$1 want=$2 message=$3
    shift 3
    expect "$name" "$want" - "$message" run "$@"
    [ "$(cat "$dir/kept")" = old ] || fail "... leaves outputs as they were"
}
O="--image 0.1=3x2:r8:zero:$dir/kept"
bad "no image" 1 "binding 0.0 (Picture) has no image; expected .--image 0.0=SIZE:FORMAT:IN.$" $grey --groups 1 $O
bad "a buffer for an image" 1 "binding 0.0 (Picture) is an image; expected --image for it$" $grey --groups 1 --bind 0.0=zero:24 $O
bad "an image for a buffer" 1 "binding 0.2 (B) is a buffer; expected no image for it$" $blur --groups 1 --image 0.0=4:r32f:zero --image 0.2=4:r32f:zero \
    --sampler 1.3=linear
bad "another format than the shader's" 1 "Picture has the format rgba8; it is bound to an image of format r32f$" $grey --groups 1 --image 0.0=3x2:r32f:zero $O
bad "integers for floats" 1 "Grey reads float32; it is bound to an image of format r32ui$" $grey --groups 1 --image "$in" --image "0.1=3x2:r32ui:zero:$dir/kept"
bad "a format that no shader stores" 1 "Grey is a storage image of format rgba8_srgb; expected one that shaders store$" $grey --groups 1 --image "$in" \
    --image "0.1=3x2:rgba8_srgb:zero:$dir/kept"
bad "layers for no array" 1 "binding 0.1 (Grey) is no array; expected one layer$" $grey --groups 1 --image "$in" --image "0.1=3x2,layers=2:r8:zero:$dir/kept"
bad "a depth for two dimensions" 1 "(Grey) is an image of two dimensions; expected a width and a height$" $grey --groups 1 --image "$in" \
    --image "0.1=3x2x2:r8:zero:$dir/kept"
bad "too few bytes" 1 "$dir/kept: error: has 4 bytes; expected 24, the texels of the image$" $grey --groups 1 --image "0.0=3x2:rgba8:$dir/kept" --image 0.1=3x2:r8:zero
bad "too few words" 1 "error: --image 0.0=3x2:rgba8:text:1: has 1 word; expected 6$" $grey --groups 1 --image 0.0=3x2:rgba8:text:1 $O
bad "no such format" 2 "error: --image: rgba9 is no format; expected one such as rgba8 or R8G8B8A8_UNORM, in: " $grey --groups 1 --image 0.0=3x2:rgba9:zero $O
bad "no width" 2 "error: --image: a width of 0; expected 1 to 16384, in: " $grey --groups 1 --image 0.0=0x2:rgba8:zero $O
bad "too many levels" 2 "error: --image: 3 levels; expected 1 to 2 for its size, in: " $grey --groups 1 --image 0.0=3x2,levels=3:rgba8:zero $O
bad "a size that is none" 2 "error: --image needs SET.BINDING=SIZE:FORMAT:IN" $grey --groups 1 --image 0.0=3by2:rgba8:zero $O
bad "no texels" 2 "error: --image without its texels: expected SET.BINDING=SIZE:FORMAT:IN, not: 0.0=3x2:rgba8$" $grey --groups 1 --image 0.0=3x2:rgba8 $O
bad "a name of a file with a colon" 2 "error: --image needs SET.BINDING=SIZE:FORMAT:IN" $grey --groups 1 --image "$in" --image 0.1=4x4:r32f:zero:$dir/a:b
bad "an image and a buffer for a binding" 2 "error: a buffer and an image for one binding: 0.1=" $grey --groups 1 --image "$in" $O --bind 0.1=zero:24
bad "two images for a binding" 2 "error: two images for one binding: 0.1=" $grey --groups 1 --image "$in" $O $O
bad "no sampler" 1 "binding 1.3 (S) has no sampler; expected .--sampler 1.3=linear,repeat.$" $blur --groups 1 --image 0.0=4:r32f:zero --bind 0.2=zero:16
bad "a sampler that nothing uses" 1 "the module uses no sampler of binding 0.7; expected none$" $grey --groups 1 --image "$in" --sampler 0.7=linear $O
bad "a word of no sampler" 2 "error: --sampler: \"fuzzy\" is no word of a sampler; expected words such as linear" $blur --groups 1 --sampler 1.3=fuzzy
bad "levels of a sampler in disorder" 2 "\"lod=4..1\" is no word of a sampler" $blur --groups 1 --sampler 1.3=lod=4..1
for words in linear,nearest clamp,repeat mag=linear,nearest u=clamp,repeat bias=0.5,bias=1 lod=0..1,lod=0..2 black,white compare=less,compare=less; do
    bad "words that set one thing: $words" 2 "error: --sampler: \"${words#*,}\" sets again what a word before it sets; expected each once" $blur --groups 1 --sampler 1.3=$words
done
prints "a word for one that refines the word for all" "0x40000000, 0x40c00000, 0x41400000, 0x41800000" $blur --groups 1 $T --sampler 1.3=nearest,mag=linear,min=linear,repeat,u=clamp
bad "a count of an image twice" 2 "\-\-image needs SET.BINDING=SIZE:FORMAT:IN" $blur --groups 1 --image 0.0=4,levels=1,levels=1:r32f:zero --bind 0.2=zero:16 --sampler 1.3=linear
bad "repeating texels" 2 "unnormalized coordinates need clamp or border" $blur --groups 1 --sampler 1.3=unnormalized
bad "a sampler that compares" 1 "its sampler compares$" $blur --groups 1 $T --sampler 1.3=compare=less
expect "asm runs nothing" 2 - "this command runs nothing: --image SET.BINDING=SIZE:FORMAT, without OUT" asm $grey --image 0.1=3x2:r8:zero:x
expect "... and takes a format" 0 "atomic.or _, Grey" - asm $grey --image 0.1=3x2:r8
expect "... or another" 0 "store Grey" - asm $grey --image 0.1=3x2:r32f
expect "check names images" 0 "^binding 0.1     Grey: 2D image of float, written$" - check $grey
expect "... and samplers" 0 "^binding 1.3     S: sampler$" - check $blur
expect "a texel outside is a fault of the image" 0 "" ": a texel outside of Four (binding 0.0), which has 60 bytes" run tb/shaders/image_range.spv --groups 1 \
    --image 0.0=3x5:rgba8ui:zero --image 0.1=3x5:r32ui:zero --image 0.2=3x5:r8ui:zero --bind 0.3=zero:3072

# ---- arrays ------------------------------------------------------------------------------------------------------------------------
# element t = i % 6 of T, sampler i / 6 % 4 of S; thread 0 reads T[0], thread 1 T[1]
array=tb/shaders/image_array_range.spv
A="--groups 1 --bind 0.2=zero:5120 --image 0.3[3]=64:rgba8ui:zero --image 0.4[1]=1:r32ui:text:9:-"
expect "elements of arrays" 0 "^    0x00000040    // 0" "fault: .*table.load" run $array $A --hex --image "0.0[1]=1:r32f:zero" --sampler "0.1[2]=linear"
check "... none of which is there" grep -q ": a texel of no image: this element of the array has none; 467 lanes faulted in all$" "$dir/err"
expect "... by name" 0 "^PASS" "fault: " run $array $A --image "T[0]=1:r32f:zero" --sampler "S[0]=linear"
bad "two images of one element" 2 "error: two images for one binding: 0.0\[1\]=" $array --image "0.0[1]=1:r32f:zero" --image "0.0[1]=2:r32f:zero"
bad "two samplers of one element" 2 "error: two samplers for one binding: 0.1\[2\]=" $array --sampler "0.1[2]=linear" --sampler "0.1[2]=nearest"
bad "an array without an image" 1 "binding 0.0\[0\] (T) has no image; expected .--image 0.0\[0\]=SIZE:FORMAT:IN.$" $array $A --sampler 0.1=linear
bad "... without a sampler" 1 "binding 0.1\[0\] (S) has no sampler; expected .--sampler 0.1\[0\]=linear,repeat.$" $array $A --image "0.0[1]=1:r32f:zero"
bad "an element that the array has not" 1 "binding 0.4 (Count) has no element 4; expected 0 to 3$" $array $A --image "0.0[1]=1:r32f:zero" --sampler 0.1=linear \
    --image "0.4[4]=1:r32ui:zero"
bad "... of samplers" 1 "the module uses no sampler of binding 0.1\[3\]; expected none$" $array $A --image "0.0[1]=1:r32f:zero" --sampler 0.1=linear --sampler "0.1[3]=linear"
bad "an element of what is no array" 1 "binding 0.1 (Grey) is one image; expected no element$" $grey --groups 1 --image "$in" --image "0.1[1]=3x2:r8:zero"
bad "another format than the array's" 1 "Image has the format rgba8ui; it is bound to an image of format r32ui$" $array $A --image "0.0[1]=1:r32f:zero" --sampler 0.1=linear \
    --image "0.3[0]=1:r32ui:zero"
number=0 many=
for format in r8 rg8 rgba8 r16 rg16 rgba16 r16f rg16f rgba16f; do many="$many --image 0.0[$number]=1:$format:zero" number=$((number + 1)); done
# shellcheck disable=SC2086  # words
bad "more formats than there is code for" 1 "T has more than 8 formats; expected fewer$" $array $A $many --sampler 0.1=linear
bad "too few words of an element" 1 "error: --image 0.0\[1\]=2:r32f:text:1: has 1 word; expected 2$" $array $A --image "0.0[1]=2:r32f:text:1" --sampler 0.1=linear

# ---- kernel files --------------------------------------------------------------------------------------------------------------
cp $grey $blur "$dir"
kernel() {  # LINE...: a kernel file for grey.spv
    { echo 'shader "grey.spv"'; printf '%s\n' "$@"; } >"$dir/k.wfk"
}
kernel "image In[3,2] rgba8 = { 0xff804000, 0xffffffff, 0xff181008, 0xff000004, 0xff006400, 0xffc80000 }" "image Out[3,2] r8" \
    "expect Out = { 0x0110ff40, 0x00003232 }"
expect "an image in a kernel file" 0 "^PASS" - run "$dir/k.wfk"
mistake() { # NAME MESSAGE LINE...
    name=$1 message=$2
    shift 2
    kernel "$@"
    expect "$name" 3 - "^$dir/k.wfk:$message" run "$dir/k.wfk"
}
mistake "a kernel file: no format" "2:15: error: .*expected the format of the texels" "image In[3,2] = { fill 0 }"
mistake "... no size" "2:10: error: .*expected .\[. and the size of the image" "image In rgba8"
mistake "... a side too many" "2:16: error: .*expected .\]." "image In[3,2,1,1] rgba8"
mistake "... levels that there cannot be" "2:9: error: 9 levels; expected 1 to 2 for its size$" "image In[3,2] rgba8 levels 9"
mistake "... too few words" "2:" "image In[3,2] rgba8 = { 1, 2 }"
mistake "... a buffer for an image" "1:8: error: .grey.spv.: binding 0.0 (Picture) is an image; expected an .image.$" "buffer In[6]" "image Out[3,2] r8"
mistake "... two samplers of one element" "3:9: error: binding 0.5\[1\] has two samplers; expected one$" "sampler 0.5[1] = linear" "sampler 0.5[1] = linear"
mistake "... a picture for a buffer" "2:16: error: .*a picture is of an image$" 'buffer In[6] = "x.png"'
mistake "... a file that is no picture" "2:23: error: .*is no picture; expected a name that ends in .png$" 'image In[3,2] rgba8 = "x.raw"'
mistake "... a sampler that is none" "3:15: error: .*no word of a sampler" "image In[3,2] rgba8" "sampler 0.5 = fuzzy"

# ---- PNG -------------------------------------------------------------------------------------------------------------------------
if "$wavefold" run $grey --groups 1 --image "$in" --image "0.1=3x2:r8:zero:$dir/x.png" 2>&1 | grep -q "without libpng"; then
    echo "SKIP cli: built without libpng"
    exit $status
fi
rgb=89504e470d0a1a0a0000000d49484452000000030000000208020000001216f14d0000001b4944415478da63607068f8ffff3f878004030b0303430a109f00003ef7051e2e5dadb1
end=0000000049454e44ae426082
bytes ${rgb}$end >"$dir/rgb.png"
bytes 89504e470d0a1a0a0000000d494844520000000200000001100000000081d9fc150000000d4944415478da6360606860000001050081fc49a8a0$end >"$dir/grey16.png"
bytes 89504e470d0a1a0a0000000d49484452000000040000000102030000008452e75e0000000c504c544501020328323c46505aff00809a97bc170000000a4944415478da63900600001d001c237c8fac$end \
    >"$dir/palette.png"
kernel 'image In[3,2] rgba8 = "rgb.png"' 'image Out[3,2] r8' "expect Out = { 0x0110ff40, 0x00003232 }"
expect "a PNG in a kernel file" 0 "^PASS" - run "$dir/k.wfk"
kernel 'image In[3,2] rgba8 = "rgb.png"' 'image Out[3,2] r8' 'expect In = "rgb.png"' "expect Out = { 0x0110ff40, 0x00003233 }"
expect "... of which nothing is lost" 1 "^FAIL" "Out\[1\] is 0x00003232, expected 0x00003233\|1 word of Out differs" run "$dir/k.wfk"
kernel 'image In[2,3] rgba8 = "rgb.png"' 'image Out[3,2] r8'
expect "... of another size" 3 - "k.wfk:2:23: error: .*has 3 x 2 pixels; expected 2 x 3$" run "$dir/k.wfk"
kernel 'image In[3,2] rgba8 = "none.png"' 'image Out[3,2] r8'
expect "... that is not there" 4 - "k.wfk:2:23: error: .*cannot be opened: No such file" run "$dir/k.wfk"
prints "a PNG of three colours" "0x0110ff40, 0x00003232" $grey --hex --groups 1 --image "0.0=3x2:rgba8:$dir/rgb.png" --image 0.1=3x2:r8:zero:-
prints "... of 16 bits, grey" "0x00008000" $grey --hex --groups 1 --image "0.0=2x1:rgba8:$dir/grey16.png" --image 0.1=2x1:r8:zero:-
prints "... with a palette" "0x60503202" $grey --hex --groups 1 --image "0.0=4x1:rgba8:$dir/palette.png" --image 0.1=4x1:r8:zero:-
for format in r8 rgba8 r16 rgba16 r16f rgba32f rgb10_a2 rg8 rgba8_snorm; do
    expect "a PNG from $format" 0 "^PASS" - run $grey --groups 1 --image "0.0=3x2:rgba8:$dir/rgb.png" --image "0.1=3x2:$format:zero:$dir/$format.png"
done
cp "$dir/rgb.png" "$dir/RGB.PNG"
expect "names in capitals" 0 "^PASS" - run $grey --groups 1 --image "0.0=3x2:rgba8:$dir/RGB.PNG" --image "0.1=3x2:r8:zero:$dir/R8.PNG"
same "... are of PNG too" "$dir/R8.PNG" "$dir/r8.png"
prints "a PNG that was written is read" "0x0110ff40, 0x00003232" $grey --hex --groups 1 --image "0.0=3x2:rgba8:$dir/r8.png" --image 0.1=3x2:r8:zero:-
prints "... of 16 bits" "0x0110ff40, 0x00003232" $grey --hex --groups 1 --image "0.0=3x2:rgba8:$dir/rgba16.png" --image 0.1=3x2:r8:zero:-
prints "... of floats" "0x0110ff40, 0x00003232" $grey --hex --groups 1 --image "0.0=3x2:rgba8:$dir/rgba32f.png" --image 0.1=3x2:r8:zero:-
expect "a PNG of more than a million columns" 0 "^PASS" - run $grey --groups 1 --image 0.0=3x1:rgba8:zero --image "0.1=1000001x1:r8:zero:$dir/wide.png"
check "... has them" test "$(od -An -tx1 -j16 -N8 "$dir/wide.png" | tr -d ' ')" = 000f424100000001
expect "... and is read" 0 "^PASS" - run $grey --groups 1 --image "0.0=1000001x1:rgba8:$dir/wide.png" --image 0.1=1000001x1:r8:zero
if device full; then
    ln -s "$dir/full" "$dir/full.png"
    head -c 100000 "$wavefold" >"$dir/noise"
    expect "a PNG that cannot be written" 4 - "full.png: error: cannot write the PNG: Write Error$" run $grey --groups 1 --image "$in" --image "0.1=1000x100:r8:$dir/noise:$dir/full.png"
    ! has_rtl 8 || expect "... after a run on the hardware" 4 - "full.png: error: cannot write the PNG: Write Error$" run $grey --on rtl --lanes 8 --groups 1 \
        --image "$in" --image "0.1=1000x100:r8:$dir/noise:$dir/full.png" --stats "$dir/kept"
    check "... with no other output" test "$(cat "$dir/kept")" = old
fi
# NAME WORDS: the samples of a PNG as texels of rgba16, the first of which the shader writes
samples() {
    expect "the samples of a PNG from $1" 0 "^PASS" - run $grey --groups 1 --image 0.0=1x1:rgba8:zero --image "0.1=${3-3x2}:rgba16:$dir/$1.png:$dir/got"
    od -An -v -tx2 -j8 -w8 "$dir/got" | tr -d '\n' >"$dir/got.text"
    # shellcheck disable=SC2086  # words
    printf ' %s' $2 >"$dir/want"
    same "... by hand" "$dir/got.text" "$dir/want"
}
grey_of() { for v in "$@"; do printf '%s %s %s ffff ' "$v" "$v" "$v"; done; }
samples r16 "$(grey_of ffff 1010 0101 3232 3232)"
samples r16f "$(grey_of ffff 1010 0101 3230 3230)"        # of binary16: 50 / 255 is 1606 / 8192
samples rgb10_a2 "$(grey_of ffff 1004 0100 324c 324c)"    # codes 1023, 64, 4, 201
samples rg8 "ffff ffff 0000 ffff 1010 1010 0000 ffff 0101 0101 0000 ffff 3232 3232 0000 ffff 3232 3232 0000 ffff"
samples rgba8_snorm "$(grey_of ffff 1010 0000 3232 3232)" # codes 127, 8, 0, 25
expect "negative numbers and those above 1" 0 "^PASS" - run $grey --groups 1 --image 0.0=1x1:rgba8:zero --image "0.1=3x2:r32f:text:0.0,-1.5,2.0,0.5,-0.0,1.0:$dir/range.png"
samples range "$(grey_of 0000 ffff 8000 0000 ffff)"
expect "... of SNORM" 0 "^PASS" - run $grey --groups 1 --image 0.0=1x1:rgba8:zero --image "0.1=3x2:r8_snorm:text:0x007f8100,0x00007f80:$dir/signed.png"
samples signed "$(grey_of 0000 ffff 0000 0000 ffff)"
# each texel becomes 3 i + 1
list=$(seq -s, 0 59)
expect "slices and layers" 0 "^PASS" - run tb/shaders/image_dims.spv --groups 2 --image 0.0=50:r32ui:zero --image 0.1=5,layers=7:r32ui:zero --image "0.2=4x3x5:r32ui:text:$list:$dir/slices.png" \
    --image "0.3=6x2,layers=4:r32ui:text:${list%,48*}:$dir/layers.png" --image 0.4=3x3,layers=6:r32ui:zero --image 0.5=2x2,layers=12:r32ui:zero --image 0.6=61:r32ui:zero --bind 0.7=zero:68
# shellcheck disable=SC2046  # words
samples slices "$(grey_of $(seq 4 3 178 | xargs printf "%04x "))" 4x15
# shellcheck disable=SC2046
samples layers "$(grey_of $(seq 4 3 142 | xargs printf '%04x '))" 6x8
bad "a PNG of another size" 1 "^$dir/rgb.png: error: has 3 x 2 pixels; expected 2 x 2$" $grey --groups 1 --image "0.0=2x2:rgba8:$dir/rgb.png" $O
bytes $rgb >"$dir/cut.png"
bad "a PNG that is cut" 1 "^$dir/cut.png: error: no PNG that can be read: it ends too early$" $grey --groups 1 --image "0.0=3x2:rgba8:$dir/cut.png" $O
bad "a PNG of levels" 2 "error: --image $dir/rgb.png: a PNG has one level and one sample$" $grey --groups 1 --image "0.0=3x2,levels=2:rgba8:$dir/rgb.png" $O
exit $status

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_draw.sh - fragment shaders on the command line: --draw and what goes with it; sources in each language; what is wrong and said so.
# What a shader must leave is computed here by hand, from its source.
# Needs: sim/libwavefold_sim_l8.so
set -u
. tb/cli/lib.sh
disc=tb/cli/disc.spv

prints() {      # NAME WORDS ARGUMENTS...: the run passes and prints a line with these words
    name=$1 want=$2
    shift 2
    expect "$name" 0 "^    $want    // 0\$" - run --hex "$@"
}

# 4 x 2 pixels, u = (x + .5) / 4, v = (y + .5) / 2: u + v > 1.2 in pixels 6 and 7 (1.375, 1.625)
I="--input 0=text:0,0,1,0,0,1 --input 1=text:7" N="--output 1=r32ui:zero:- --output depth=r32f --bind 0.0=zero:4"
C="--output 0=rgba8 $I"
counts="0x00000007, 0x00000008, 0x00000009, 0x0000000a, 0x00000007, 0x00000008, 0x00000000, 0x00000000"
prints "a rectangle" "$counts" $disc --draw 4x2 $C $N
for size in 4 8 16 32 64 128; do prints "wave size $size" "$counts" $disc --draw 4x2 $C $N --wave-size $size; done
expect "at all wave sizes" 0 "^PASS disc.spv on=model wave-sizes=4,8,16,32,64,128 .* wrong=0" - run $disc --draw 4x2 $C $N --wave-size all
prints "colours in bytes" "0xffff4020, 0xffff4060, 0xffff409f, 0xffff40df, 0xffffbf20, 0xffffbf60, 0x00000000, 0x00000000" \
    $disc --draw 4x2 $I --output 0=rgba8:- --output 1=r32ui --output depth=r32f --bind 0.0=zero:4
prints "... from behind" "0xff404020, 0xff404060, 0xff40409f, 0xff4040df, 0xff40bf20, 0xff40bf60, 0x00000000, 0x00000000" \
    $disc --draw 4x2 $I --output 0=rgba8:- --output 1=r32ui --output depth=r32f --bind 0.0=zero:4 --facing back
# 0 + 0.25 (x + .5) + 0.125 (y + .5)
prints "a depth at three corners" "0x3e400000, 0x3ee00000, 0x3ea00000, 0x3f100000" $disc --draw 2x2 --depth 0,0.5,0.25 --output 0=rgba8 --output 1=r32ui \
    --output depth=d32f:- --bind 0.0=zero:4 --input 0=text:0,0 --input 1=text:7
expect "an input that is too short" 1 - "^$disc: error: input 0 (uv) has 1 word; expected 2, or 6 of three corners$" run $disc --draw 4x2 \
    --output 0=rgba8 --input 0=text:0.5 --input 1=text:7 $N
prints "an input that is the same everywhere, an integer for a float" "0x00000007, 0x00000008" $disc --draw 2x1 --output 0=rgba8 --input 0=text:0,1 \
    --input 1=text:7 $N
prints "an output keeps what it held" "0x00000007, 0x00000008, 0x00000009, 0x0000000a, 0x00000007, 0x00000008, 0x00000004, 0x00000005" $disc --draw 4x2 $C \
    --output 1=r32ui:text:9,9,9,9,9,9,4,5:- --output depth=r32f --bind 0.0=zero:4
prints "... all that it held is one texel" "0x00000007, 0x00000008, 0x00000009, 0x0000000a, 0x00000007, 0x00000008, 0x000000ff, 0x000000ff" $disc --draw 4x2 $C \
    --output 1=r32ui:text:255:- --output depth=r32f --bind 0.0=zero:4
bytes 01010100 >"$dir/three.raw"
prints "... of two bytes" "0x00000000, 0x01020000" tb/shaders/frag_calls.spv --draw 4x1:"$dir/three.raw" --input 0=text:0,0,0,0:pixels --output 0=r16ui:text:0x01020304:-
# helper lanes of covered quads add nothing: 5 pixels are covered
bytes 01000101000000ff01 >"$dir/cover.raw"
expect "coverage in bytes" 0 "^    0x00000007, 0x00000000, 0x00000009, 0x00000007, 0x00000000, 0x00000000, 0x00000000, 0x00000000,    // 0\$" - run --hex $disc \
    --draw 3x3:"$dir/cover.raw" $C $N
expect "... of which each pixel that is covered counts" 0 "^    total = 5$" - run $disc --draw 3x3:"$dir/cover.raw" $C --output 1=r32ui \
    --output depth=r32f --bind 0.0=zero:4:-
bytes 00000000 >"$dir/none.raw"
expect "no pixel is covered" 0 "waves=0 " - run $disc --draw 2x2:"$dir/none.raw" $C $N
prints "values of each pixel" "0x00000064, 0x0000006e, 0x00000078" $disc --draw 3x1 --output 0=rgba8 --input 0=text:0,0 --input 1=text:100,109,118:pixels $N

# ---- built-in inputs by name, values at vertices -----------------------------------------------------------------------------
given=tb/shaders/frag_given.spv at="--draw 2x2 --output 0=rgba32f --output 1=rgba32f:- --output 2=rgba32ui --output 3=rgba32ui"
rest="--input 1=text:7 --input BaryCoordKHR=text:1,0,0 --input BaryCoordNoPerspKHR=text:1,0,0 --input CullDistance=text:3"
# the coordinate of each pixel, the second distance, the only one
expect "built-in inputs by name" 0 "^    0x3e800000, 0x3f000000, 0x40000000, 0x40400000, 0x3f400000, 0x3f800000, 0x40000000, 0x40400000, *// 0$" - run --hex $given $at --input 0=text:1,2 --input PointCoord=text:0.25,0.5,0.75,1,0,0,1,1:pixels \
    --input ClipDistance=text:1,2 $rest
expect "... one is missing" 1 - "^$given: error: input PointCoord is not given; expected \`--input PointCoord=text:.. or FILE\`$" run $given $at --input 0=text:1,2 \
    --input ClipDistance=text:1,2 $rest
expect "... one has too few values" 1 - "^$given: error: input PointCoord has 6 words; expected 8, 2 for each pixel$" run $given $at --input 0=text:1,2 \
    --input PointCoord=text:0,0,0,0,0,0:pixels --input ClipDistance=text:1,2 $rest
expect "... one that the shader has not" 1 - "^$given: error: input Position is nothing that the shader uses; expected one of 0, 1, ClipDistance, " run $given $at \
    --input 0=text:1,2 --input PointCoord=text:0,0 --input ClipDistance=text:1,2 --input Position=text:0,0,0,0 $rest
expect "values of pixels for an input at vertices" 1 - "^$given: error: input 0 (corner) has a value for each pixel, and the shader reads those of vertices" run $given $at \
    --input 0=text:1,2,1,2,1,2,1,2:pixels --input PointCoord=text:0,0 --input ClipDistance=text:1,2 $rest
expect "check of them" 0 "^input 0         corner: vec2, at 3 vertices$" - check $given

# ---- expectations, outputs in files ----------------------------------------------------------------------------------------------
expect "an expectation of an output" 0 "^PASS disc.spv on=model lanes=32 .* instructions=[0-9]*$" - run $disc --draw 4x2 $C --output 1=r32ui \
    --output depth=r32f --bind 0.0=zero:4 --expect 1=text:7,8,9,10,7,8,0,0 --expect depth=text:0.5,...
expect "... that is wrong" 1 "^FAIL" "^  count\[1,0\]: 8, expected 9$" run $disc \
    --draw 4x2 $C --output 1=r32ui --output depth=r32f --bind 0.0=zero:4 --expect 1=text:7,9,...
expect "... within" 0 "^PASS" - run $disc --draw 4x2 $C --output 1=r32ui --output depth=r32f --bind 0.0=zero:4 --expect depth=text:0.5000001,...:within=1e-3
expect "... within, of bytes" 1 - "error: .within. for color; expected an image of floats of 32 bits" run $disc --draw 4x2 $C --output 1=r32ui \
    --output depth=r32f --bind 0.0=zero:4 --expect 0=text:0.5,...:within=1e-3
expect "... of an output that is not there" 2 - "\-\-expect needs an --output of the same location: 5=" run $disc --draw 4x2 $C $N --expect 5=text:1
F="tb/shaders/frag_second.spv --draw 3x1 --samples 2 --output 0=rgba32f"
# (1, 0.5, 0) / 4, to sample 0, 1 and both; 100 x
expect "the second output of a location, and a stencil" 0 "^PASS" - run $F --output 0.second=rgba8:- --output stencil=r8ui:- --expect stencil=text:0x64000000,0xc8c8 \
    --expect 0.second=text:0x00002040,0,0,0x00002040,0x00002040,0x00002040
prints "... is stored to the samples of the mask" "0x64000000, 0x0000c8c8" $F --output 0.second=rgba8 --output stencil=r8ui:-
expect "... that is not given" 1 - "frag_second.spv: error: output 0.second (factor) is not given; expected .--output 0.second=FORMAT:OUT.$" run $F
expect "... into an image of floats" 1 - "output stencil (gl_FragStencilRefARB) goes into an image that holds no stencil; expected the format r8ui$" run $F \
    --output 0.second=rgba8 --output stencil=r32f
expect "... in check" 0 "^output 0.second factor: vec3$" - check tb/shaders/frag_second.spv
expect "an output into a file" 0 "^PASS" - run $disc --draw 2x1 --input 0=text:0,0,1,0,0,0 --input 1=text:7 \
    --output 0=rgba8:"$dir/out.raw" --output 1=r32ui --output depth=r32f --bind 0.0=zero:4
bytes 4000ffffbf00ffff >"$dir/want.raw"
same "... in bytes" "$dir/out.raw" "$dir/want.raw"
if "$wavefold" run $disc --draw 4x2 $I --output 0=rgba8:"$dir/out.png" --output 1=r32ui --output depth=r32f --bind 0.0=zero:4 >/dev/null 2>"$dir/err"; then
    # what was drawn covers: 6 pixels; their colours are not black
    expect "coverage from a PNG" 0 "^    total = 6$" - run $disc --draw 4x2:"$dir/out.png" $C --output 1=r32ui --output depth=r32f --bind 0.0=zero:4:-
    expect "a PNG of another size" 1 - "out.png: error: has 4 x 2 pixels; expected 2 x 2" run $disc --draw 2x2:"$dir/out.png" $C $N
elif grep -q "built without libpng" "$dir/err"; then echo "SKIP cli: PNG, without libpng"
else fail "an output into a PNG" "$dir/err"; fi

# ---- samples ---------------------------------------------------------------------------------------------------------------------
prints "two samples a pixel" "0x00000007, 0x00000007, 0x00000000, 0x00000000" $disc --draw 2x1 --samples 2 $C $N
expect "... and one lane for both" 0 "^    total = 2$" - run $disc --draw 2x1 --samples 2 $C --output 1=r32ui --output depth=r32f --bind 0.0=zero:4:-
expect "a PNG of samples" 2 - "a PNG has one level and one sample\|built without libpng" run $disc --draw 2x1 --samples 2 $I --output 0=rgba8:"$dir/x.png" \
    --output 1=r32ui --output depth=r32f --bind 0.0=zero:4

if command -v glslangValidator >/dev/null; then
    printf '%s\n' '#version 450' '#extension GL_EXT_fragment_invocation_density : require' 'layout(location = 0) out uint n;' \
        'void main() { n = uint(gl_FragInvocationCountEXT) + uint(gl_SampleID >> 8); }' >"$dir/count.frag"
    prints "each sample of a pixel has a lane, and all know how many" "0x00000004, 0x00000004, 0x00000004, 0x00000004" "$dir/count.frag" --draw 1x1 --samples 4 --output 0=r32ui:-
    prints "... of one there is one" "0x00000001" "$dir/count.frag" --draw 1x1 --output 0=r32ui:-
fi

# ---- the hardware ----------------------------------------------------------------------------------------------------------------
if has_rtl 8; then
    prints "on the hardware" "$counts" $disc --draw 4x2 $C $N --on rtl --lanes 8 --seed 3
fi

# ---- sources ---------------------------------------------------------------------------------------------------------------------
if command -v glslangValidator >/dev/null; then
    prints "a source in GLSL" "$counts" tb/cli/disc.frag --draw 4x2 $C $N
    cp tb/cli/disc.frag "$dir/disc.glsl"
    prints "... whose name does not say the stage" "$counts" "$dir/disc.glsl" --draw 4x2 $C $N
    cp tb/cli/disc.frag "$dir/DISC.FRAG"
    prints "... in capitals" "$counts" "$dir/DISC.FRAG" --draw 4x2 $C $N
    cat >"$dir/x.hlsl" <<'END'
float4 paint(float4 at : SV_Position, float2 uv : UV) : SV_Target { return float4(uv, at.xy); }
float4 main(float4 at : SV_Position, float2 uv : UV) : SV_Target { return paint(at, uv); }
END
    prints "a source in HLSL" "0x3e800000, 0x3e800000, 0x3f000000, 0x3f000000, 0x3f400000, 0x3e800000, 0x3fc00000, 0x3f000000" "$dir/x.hlsl" --draw 2x1 \
        --input 0=text:0,0,1,0,0,0.5 --output 0=rgba32f:-
    cat >"$dir/y.hlsl" <<'END'
struct Out { uint one : SV_Target0; float deep : SV_Depth; };
Out main(float4 at : SV_Position) { Out o; o.one = 7; o.deep = at.z * 0.5; return o; }
END
    expect "... outputs that have no names in the module" 0 "^output_0 = {    // 2 r32ui$" - run "$dir/y.hlsl" --draw 2x1 --output 0=r32ui:- --output depth=r32f:-
    check "... and the depth" grep -q "^output_depth = {    // 2 r32f$" "$dir/out"
    cat >"$dir/far.frag" <<'END'
#version 450
layout(binding = 0) buffer In { uint src[]; };
layout(location = 0) out uint color;
void main() { color = gl_FragCoord.y > 1.0 && gl_SampleID == 1 ? src[100] : 0; }
END
    expect "a fault names sample and pixel" 0 "^PASS" "sample 1 of pixel (0,1) of group" run "$dir/far.frag" --draw 1x2 --samples 2 --output 0=r32ui \
        --bind 0.0=zero:16
    sed 's/sample_interlock_ordered/pixel_interlock_ordered/; s/#ifdef SAMPLES/#if 1/' tb/shaders/frag_interlock.frag >"$dir/turns.frag"
    expect "one sample has nobody to wait for" 0 "^PASS" - run "$dir/turns.frag" --draw 1x1 --image 0.0=1x1:r32ui:zero --output 0=r32ui
    if command -v spirv-dis >/dev/null && command -v spirv-as >/dev/null; then
        turns() {       # NAME MESSAGE EDIT
            spirv-dis tb/shaders/frag_turns.spv | sed "$3" >"$dir/turns.spvasm"
            expect "$1" 1 - "$2" run "$dir/turns.spvasm" --draw 1x1 --samples 2 --image 0.0=1x1:r32ui:zero --bind 0.1=zero:4 --output 0=r32ui
        }
        begin=OpBeginInvocationInterlockEXT end=OpEndInvocationInterlockEXT
        turns "a critical section in another one" "$begin at word .*: in a critical section; expected it behind $end" "s/$begin/&\\n&/"
        turns "the end of none" "$end at word .*: expected it in the construct of $begin, behind that" "s/$end/&\\n&/"
        turns "... of one that a branch is within" "$end at word .*: expected it in the construct of $begin" "/$end/d; s/OpKill/$end\\n&/"
        turns "a critical section without an end" "$begin at word .*: a critical section without an end; expected $end" "/$end/d"
    fi
    printf '%s\n' "shader \"$PWD/tb/cli/disc.frag\"" 'quads 4, 2 depth 1.0, 0.0, 1.0' 'buffer Total[1], Uv[6] = { 0.0, 0.0, 1.0, 0.0, 0.0, 1.0 }, Which[1] = { 7 }' \
        'image A[4,2] rgba8' 'image B[4,2] r32ui' 'image Z[4,2] r32f' 'bind 0.0 = Total' 'input 0 = Uv' 'input 1 = Which' 'output 0 = A' 'output 1 = B' \
        'output depth = Z' 'expect Z = { 0.875, 0.625, 0.375, 0.125, 0.875, 0.625, 0.0, 0.0 }' 'expect Total = { 8 }' >"$dir/disc.wfk"
    expect "... in a kernel file" 0 "^PASS disc.wfk" - run "$dir/disc.wfk"
    expect "... at all sizes" 0 "wrong=0" - run "$dir/disc.wfk" --wave-size all
fi

# ---- looking at it -----------------------------------------------------------------------------------------------------------------
expect "check" 0 "^stage           pixel, shader model 6.10$" - check $disc
for line in "invocations     one for each pixel" "input 0         uv: vec2" "input 1         which: int, flat" "output 0        color: vec4" \
    "output 1        count: uint" "output depth    gl_FragDepth: float"; do
    check "... tells $line" grep -q "^$line$" "$dir/out"
done
expect "check of samples" 0 "^invocations     one for each sample$" - check tb/shaders/frag_samples.spv
expect "check --json" 0 "" - check $disc --json
check "... has locations" grep -q '"name": "which"' "$dir/out"
check "... says what each is" test "$(sed -n 's/^ *"kind": "\(.*\)",$/\1/p' "$dir/out" | tr '\n' ' ')" = "input input output output depth "
expect "asm" 0 "sv r[0-9]*, pixel.x" - asm $disc
expect "asm with a format" 0 "atomic.and" - asm $disc --draw 4x4 --output 1=r8ui
expect "asm takes no OUT" 2 - "without OUT, not: 1=r8ui:out" asm $disc --draw 4x4 --output 1=r8ui:out

# ---- what is wrong -----------------------------------------------------------------------------------------------------------------
bad() {     # NAME STATUS MESSAGE ARGUMENTS...
    name=$1 want=$2 message=$3
    shift 3
    expect "$name" "$want" - "$message" run "$@"
}
: >"$dir/empty.frag"
bad "no --draw" 2 "\-\-draw WxH is missing, the pixels that it draws: $dir/empty.frag" "$dir/empty.frag"
many=
n=0
while [ $n -lt 253 ]; do many="$many --buffer b$n=zero:4:$dir/b$n"; n=$((n + 1)); done
# shellcheck disable=SC2086  # a list of options
bad "more outputs than there is room for" 2 "error: too many outputs: " $disc --draw 4x2 $many --bind 0.0=zero:4:"$dir/one" --output 0=rgba8:"$dir/two" --output 1=r32ui:"$dir/three" --output depth=r32f:"$dir/four"
bad "groups for a fragment shader" 1 "^$disc: error: the module has no compute, task or mesh entry point; it has main (fragment shader, which --draw WxH or .quads W, H. draws with)$" $disc --groups 1
bad "both" 2 "a shader that draws has no groups: --draw without: --groups" $disc --draw 4x2 --groups 1
bad "waves of a group" 2 "a shader that draws has no groups: --draw without: --num-waves" $disc --draw 4x2 --num-waves 2
bad "a rectangle for a compute shader" 1 "error: the module has no fragment entry point; it has main (compute shader)$" tb/cli/scale.spv --draw 4x2
bad "samples without --draw" 2 "this option needs --draw WxH: --samples" tb/cli/scale.spv --samples 4 --groups 1
bad "three samples" 2 "\-\-samples is 1, 2, 4, 8 or 16, not: 3" $disc --draw 4x2 --samples 3
for option in "samples 4" "facing back" "depth 0.5" "clip-w 2"; do
    # shellcheck disable=SC2086  # an option and its value
    bad "${option% *} twice" 2 "\-\-${option% *} is given twice: ${option#* }$" $disc --draw 4x2 --$option --$option
done
bad "no pixels" 2 "\-\-draw needs WxH or WxH:COVERAGE" $disc --draw 0x2
bad "too many" 2 "\-\-draw needs WxH or WxH:COVERAGE" $disc --draw 16385x2
bad "an output that is not given" 1 "^$disc: error: output 1 (count) is not given; expected .--output 1=FORMAT:OUT.$" $disc --draw 4x2 $C --output depth=r32f \
    --bind 0.0=zero:4
bad "an input that is not given" 1 "^$disc: error: input 1 (which) is not given; expected .--input 1=text:.. or FILE.$" $disc --draw 4x2 --output 0=rgba8 \
    --input 0=text:0,0 $N
bad "an output that is not there" 1 "^$disc: error: output 3 is nothing that the shader uses; expected one of 0, 1, depth$" $disc --draw 4x2 $C $N --output 3=r32f
bad "an input that is not there" 1 "^$disc: error: input 0.2 is nothing that the shader uses; expected one of 0, 1$" $disc --draw 4x2 $C $N --input 0.2=text:1
bad "a float for an integer" 2 "text: needs integers for this input, with commas between, not: 1=text:1.5" $disc --draw 4x2 --output 0=rgba8 --input 0=text:0,0 \
    --input 1=text:1.5 $N
bad "a shader of groups" 1 "^tb/cli/reduce.comp: error: a compute shader; expected a fragment shader with --draw$" tb/cli/reduce.comp --draw 2x1
bad "... of meshes" 1 "^tb/cli/counts.mesh: error: a mesh shader; expected a fragment shader with --draw$" tb/cli/counts.mesh --draw 2x1
bad "contents of an output without a file for the result" 2 "error: --output needs LOCATION=FORMAT.*not: 0=rgba8:text:0xff$" $disc --draw 4x2 $I --output 0=rgba8:text:0xff
bad "two outputs into one file" 2 "two outputs into one file, --output and --output: $dir/x$" $disc --draw 4x2 $I --output 0=rgba8:"$dir/x" --output 1=r32ui:"$dir/x" \
    --output depth=r32f --bind 0.0=zero:4
bad "... of an output and a buffer" 2 "two outputs into one file, --bind and --output: $dir/x$" $disc --draw 4x2 $C --output 1=r32ui:"$dir/x" --output depth=r32f \
    --bind 0.0=zero:4:"$dir/x"
bad "neither an image nor a texel" 1 "^wavefold: error: --output 1=r32ui:text:1,2:-: has 2 words; expected 8, or 1 of one texel$" $disc --draw 4x2 $C \
    --output 1=r32ui:text:1,2:- --output depth=r32f --bind 0.0=zero:4
bad "a binding where there are none" 1 "^tb/shaders/frag_calls.spv: error: the module has no binding 0.3; expected none$" tb/shaders/frag_calls.spv --draw 1x1 \
    --input 0=text:0 --output 0=r32ui --bind 0.3=zero:4
bad "two values for one input" 2 "two values for one input: 1=text:7" $disc --draw 4x2 $C $N --input 1=text:7
bad "two images for one output" 2 "two images for one output: 0=rgba8" $disc --draw 4x2 $C $N --output 0=rgba8
bad "integers for floats" 1 "output 0 (color) is float32 x 4; it goes into an image of format rgba8ui" $disc --draw 4x2 $I --output 0=rgba8ui $N
bad "a sign for none" 1 "output 1 (count) is uint32; it goes into an image of format r32i" $disc --draw 4x2 $C --output 1=r32i --output depth=r32f --bind 0.0=zero:4
bad "a format that shaders do not store" 1 "output 0 (color) goes into an image of format rgb9_e5; expected one that shaders store" $disc --draw 4x2 $I \
    --output 0=rgb9_e5 $N
bad "no format" 2 "\-\-output: rgb is no format; expected one such as rgba8" $disc --draw 4x2 $I --output 0=rgb $N
bad "a depth of other numbers" 1 "output depth (gl_FragDepth) goes into an image that holds no depth; expected the format r32f, d32f or d16" $disc --draw 4x2 $C \
    --output 1=r32ui --output depth=rgba8 --bind 0.0=zero:4
bad "coverage of another size" 1 "cover.raw: error: has 9 bytes; expected 8, one for each pixel" $disc --draw 4x2:"$dir/cover.raw" $C $N
bad "no coverage" 4 "none.png: error: cannot open" $disc --draw 4x2:"$dir/none.png" $C $N
bad "values of too few pixels" 1 "input 1 (which) has 3 words; expected 8, 1 for each pixel" $disc --draw 4x2 --output 0=rgba8 --input 0=text:0,0 \
    --input 1=text:1,2,3:pixels $N
bad "a w of 0" 2 "\-\-clip-w needs one number above 0, or three" $disc --draw 4x2 --clip-w 1,0,1 $C $N
bad "two corners" 2 "\-\-depth needs one number, or three" $disc --draw 4x2 --depth 1,0 $C $N
bad "rows of too many samples" 1 "error: 4 samples of 8192 rows; expected at most 16384 rows in all" tb/shaders/frag_samples.spv --draw 1x8192 --samples 4 \
    --input 0=text:0,0 --input 1=text:0 --output 0=rgba8 --output 1=rgba32ui
bad "values of pixels at a place of choice" 1 "input 0 (at) has a value for each pixel, and is interpolated at a place" tb/shaders/frag_multi.spv --draw 1x1 \
    --input 0=text:0,0:pixels --input 1=text:0 --output 0=rgba8 --output depth=r32f --bind 0.0=zero:4
mistake() {     # NAME MESSAGE LINE...: of a kernel file
    name=$1 message=$2
    shift 2
    printf '%s\n' "shader \"$PWD/$disc\"" "$@" >"$dir/bad.wfk"
    expect "kernel file: $name" 3 - "$message" run "$dir/bad.wfk"
}
B="buffer Total[1], Uv[2], Which[1]" M="image A[4,2] rgba8, Z[4,2] r32f"
mistake "no quads" "bad.wfk:1:8: error: a pixel shader without .quads. draws nothing; expected .quads WIDTH, HEIGHT.$" "buffer Total[1]"
mistake "a list of quads" "bad.wfk:2:7: error: unexpected .{.; expected the width and the height" "quads { 0, 0, 15 }" "$B"
mistake "three samples" "bad.wfk:2:12: error: 3 samples; expected 1, 2, 4, 8 or 16" "quads 4, 2 samples 3" "$B"
mistake "an integer for a depth" "bad.wfk:2:18: error: a depth is no finite float" "quads 4, 2 depth 1, 2, 3" "$B"
mistake "a w of 0" "bad.wfk:2:1: error: a w of clip coordinates is not positive" "quads 4, 2 w 1.0, 0.0, 1.0" "$B"
mistake "an output twice" "bad.wfk:6:8: error: output 0 is given twice; expected it once" "quads 4, 2" "$B" "$M" "output 0 = A" "output 0 = Z"
mistake "a second output twice" "bad.wfk:6:8: error: output 0 second is given twice; expected it once" "quads 4, 2" "$B" "$M" "output 0 second = A" "output 0 second = Z"
mistake "an input twice" "bad.wfk:5:7: error: input 0 with this component is given twice" "quads 4, 2" "$B" "input 0.2 = Uv" "input 0.2 = Uv"
mistake "a buffer for an image" "bad.wfk:7:8: error: output 0 (color) goes into a buffer; expected an image" "quads 4, 2" "$B" "$M" "bind 0.0 = Total" "input 0 = Uv" \
    "output 0 = Uv"
mistake "an image of another size" "bad.wfk:7:8: error: output 0 (color) goes into an image of 4x2 texels with 1 sample; expected 4x3 with 1" "quads 4, 3" "$B" "$M" \
    "bind 0.0 = Total" "input 0 = Uv" "output 0 = A"
mistake "an image with layers" "bad.wfk:4:8: error: output 0 (color) goes into an image of 1 x 2 x 1 slices, layers and levels; expected one of each" "quads 4, 2" \
    "image A[4,2] rgba8 layers 2" "output 0 = A"
mistake "one image for two outputs" "bad.wfk:5:8: error: A takes another output; expected an image for each$" "quads 4, 2" "$M" "output 0 = A" "output 1 = A"
mistake "an image for an input" "bad.wfk:4:11: error: unexpected .A.; expected the name of a buffer that is declared above" "quads 4, 2" "$M" "input 0 = A"
mistake "no output for an image" "bad.wfk:1:8: error: .$PWD/$disc.: output 1 (count) is not given; expected .output 1 = IMAGE.$" "quads 4, 2" "$B" "$M" "image N[4,2] r32ui" \
    "input 0 = Uv" "input 1 = Which" "output 0 = A" "output depth = Z"
for twice in "samples 2 samples 2" "back back" "depth 0.5, 0.5, 0.5 depth 0.5, 0.5, 0.5" "w 1.0, 1.0, 1.0 back w 1.0, 1.0, 1.0"; do
    mistake "twice: $twice" "bad.wfk:2:[0-9]*: error: second .${twice%% *}.; expected one$" "quads 4, 2 $twice"
done
mistake "a count of an image twice" "bad.wfk:2:29: error: second .layers.; expected one$" "image A[4,2] rgba8 layers 2 layers 3"
mistake "results of a mesh shader" "bad.wfk:12:19: error: .output vertices. with a fragment shader; expected one of another stage$" "quads 4, 2" "$B" "$M" \
    "image N[4,2] r32ui" "bind 0.0 = Total" "input 0 = Uv" "input 1 = Which" "output 0 = A" "output 1 = N" "output depth = Z" "output vertices = Uv"
mistake "a dispatch" "bad.wfk:2:1: error: .dispatch. in a pixel shader; expected .quads." "dispatch 4" "$B"
mistake "another stage" "the module has no compute, task or mesh entry point; it has main (fragment shader, which --draw WxH or .quads W, H. draws with)$" '[shader("compute")]' "quads 4, 2" "$B"
printf '%s\n' '[numthreads(4,1,1)]' 'buffer X[1]' 'input 0 = X' 'code' 'end' >"$dir/bad.wfk"
expect "kernel file: an input without a shader" 3 - "bad.wfk:3:1: error: .input. without a .shader.; expected it in a file that has one" run "$dir/bad.wfk"
exit $status

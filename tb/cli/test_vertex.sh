#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_vertex.sh - vertex shaders on the command line and in kernel files: --vertices and what goes with it, records by name and as bytes, sources in
# each language; what is wrong and said so.  What a shader must leave is computed here by hand, from its source.
# Needs: sim/libwavefold_sim_l8.so
set -u
. tb/cli/lib.sh

square=tb/cli/square.spv set_of=tb/shaders
[ -z "$(command -v glslangValidator)" ] || check "the module is that of its source" sim/shaders.sh check tb/cli/square.vert >"$dir/made"
B="--bind 0.0=zero:4 --push depth=0.5"
I="--input 0=text:0,0,1,0,0,1,1,1 --input 1=text:2"
# NAME STATUS STDOUT STDERR OPTIONS...; the words of B and I are options
# shellcheck disable=SC2086
square() { name=$1 want=$2 out=$3 err=$4; shift 4; expect "$name" "$want" "$out" "$err" run $square $B "$@"; }

# ---- a draw ----------------------------------------------------------------------------------------------------------------------------------
# shellcheck disable=SC2086
{
square "vertices by name" 0 "^vertex 2: Position = 0.0, 2.0, 0.5, 1.0; number = 2, 0; sum = 102$" - --vertices 4 $I --output vertices=-
says "... the verdict" "^PASS square.spv .* waves=1 "
check "... a line each" test "$(grep -c '^vertex' "$dir/out")" = 4
square "... from a first one on" 0 "^vertex 12: Position = 0.0, 2.0, 0.5, 1.0; number = 12, 0; sum = 112$" - --vertices 4 --first-vertex 10 $I --output vertices=-
square "instances" 0 "^instance 7 vertex 1: Position = 2.0, 0.0, 0.5, 1.0; number = 1, 7; sum = 101$" - --vertices 4x3 --first-instance 5 $I --output vertices=-
check "... one after the other" test "$(sed -n 's/^\(instance [0-9] vertex [0-9]\):.*/\1/p' "$dir/out" | sed -n '4p;5p' | tr '\n' ,)" = "instance 5 vertex 3,instance 6 vertex 0,"
square "values of instances" 0 "^instance 1 vertex 3: Position = 3.0, 3.0, 0.5" - --vertices 4x2 --input 0=text:0,0,1,0,0,1,1,1 --input 1=text:2,3:instances --output vertices=-
square "one value for all" 0 "^vertex 3: Position = 2.0, 4.0, 0.5" - --vertices 4 --input 0=text:1,2 --input 1=text:2 --output vertices=-
words 0 0 1065353216 0 0 1065353216 1065353216 1065353216 >"$dir/places"
square "values in a file" 0 "^vertex 1: Position = 2.0, 0.0, 0.5" - --vertices 4 --input 0="$dir/places" --input 1=text:2 --output vertices=-
square "a specialization constant" 0 "sum = 8$" - --vertices 4 $I --spec add=5 --output vertices=-
for size in 4 8 16 32 64 128; do
    expect "each vertex is one invocation, at wave size $size" 0 "^    seen = 37$" - run $square --push depth=0 --vertices 37 --input 0=text:0,0 --input 1=text:1 --bind 0.0=zero:4:- --wave-size $size
done
square "every wave size gives the same records" 0 "wave-sizes=4,8,16,32,64,128 .* wrong=0 differing-words=0" - --vertices 5x3 --input 0=text:1,2 --input 1=text:1 --wave-size all
words 0 0 1056964608 1065353216 0 0 100 >"$dir/want"
square "records as bytes" 0 "^PASS" - --vertices 1 --input 0=text:0,0 --input 1=text:1 --output vertices="$dir/got"
# Position, PointSize, ClipDistance and CullDistance of one element, number, sum
words 0 0 1056964608 1065353216 0 0 0 0 0 100 >"$dir/want"
same "... built-ins by number, then locations" "$dir/got" "$dir/want"
square "on hardware, in lock step" 0 "^PASS square.spv on=rtl lanes=8 .* waves=5 " - --vertices 11x3 --input 0=text:1,2 --input 1=text:1 --on rtl --lanes 8
}

# ---- expectations ----------------------------------------------------------------------------------------------------------------------------
# shellcheck disable=SC2086
{
one="--vertices 1 --input 0=text:0,0 --input 1=text:1"
square "an expectation" 0 "^PASS square.spv .* instructions=[0-9]*$" - $one --expect vertices=text:0,0,0.5,1.0,0,0,0,0,0,100
square "... of some words" 0 "^PASS" - $one --expect vertices=text:_,_,0.5,...
square "... in a file" 0 "^PASS" - $one --expect vertices="$dir/want"
square "... that is wrong" 1 "^FAIL" "^  vertex 0: sum: 100, expected 101$" $one --expect vertices=text:0,0,0.5,1.0,0,0,0,0,0,101
square "... of an instance" 1 "^FAIL" "^  instance 6 vertex 3: Position.y: 0.0, expected 4.0$" --vertices 2x2 --first-vertex 2 --first-instance 5 --input 0=text:0,0 --input 1=text:1 \
    --expect vertices=text:_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,4.0,...
square "... too short" 1 - "\-\-expect vertices=text:0: error: 1 word; expected 10, those of the buffer, or" $one --expect vertices=text:0
square "... within" 2 - "\-\-expect of records compares words; expected no :within in: vertices=text:0,...:within=1ulp" $one --expect vertices=text:0,...:within=1ulp
if command -v glslangValidator >/dev/null; then
    printf '%s\n' '#version 450' 'layout(location = 0) out dvec2 wide;' 'void main() { wide = dvec2(1.5, 2.5 + gl_VertexIndex); }' >"$dir/wide.vert"
    # the high words of 1.0 and 2.5
    expect "... a number of two words, once" 1 "^FAIL" "^  vertex 1: wide.x: 1.5, expected 1.0$" run "$dir/wide.vert" --vertices 2 --expect vertices=text:_,_,_,_,0,0x3ff00000,0,0x40040000
    check "... and each that differs" test "$(grep '^  ' "$dir/err" | tr '\n' ,)" = "  vertex 1: wide.x: 1.5, expected 1.0,  vertex 1: wide.y: 3.5, expected 2.5,"
fi
square "... in any order" 2 - "\-\-expect of records compares them in their order; expected no :any_order in: vertices=text:0,...:any_order" $one --expect vertices=text:0,...:any_order
square "... as values of a block" 2 - "\-\-expect of records takes words; expected text: or a file in: vertices=values:0" $one --expect vertices=values:0
square "... twice" 2 - "two expectations for one binding: vertices=text:1,..." $one --expect vertices=text:0,... --expect vertices=text:1,...
}

# ---- what is wrong ---------------------------------------------------------------------------------------------------------------------------
# shellcheck disable=SC2086
{
if command -v glslangValidator >/dev/null; then
    cp tb/cli/square.vert "$dir/square.glsl"
    expect "a stage that nothing names" 1 - "square.glsl: error: glslangValidator does not compile it as a compute shader; expected a source that it takes, or an ending or option of another stage, such as .vert or --vertices$" \
        check "$dir/square.glsl"
fi
square "no vertices" 2 - "\-\-groups X,Y,Z is missing"
square "groups of a vertex shader" 1 - "^$square: error: the module has no compute, task or mesh entry point; it has main (vertex shader, which --vertices N or .vertices N. runs)$" --groups 1
for bad in 0 4x0 4x 4,2 x2 4294967296 -1; do square "--vertices $bad" 2 - "\-\-vertices needs COUNT or COUNTxINSTANCES, 1 to 4294967295 of each, such as 36 or 36x4, not: $bad$" --vertices $bad $I; done
square "--vertices twice" 2 - "\-\-vertices is given twice" --vertices 1 --vertices 2 $I
square "--first-vertex twice" 2 - "\-\-first-vertex is given twice" --vertices 1 --first-vertex 0 --first-vertex 2 $I
square "--first-vertex that is none" 2 - "\-\-first-vertex needs a number from 0 to 4294967295, not: x" --vertices 1 --first-vertex x $I
square "--first-instance that is none" 2 - "\-\-first-instance needs a number from 0 to 4294967295, not: 1,2" --vertices 1 --first-instance 1,2 $I
square "--first-vertex alone" 2 - "this option needs --vertices COUNT: --first-vertex" --groups 1 --first-vertex 2
for other in "--groups 1" "--num-waves 2" "--extra 1"; do square "with $other" 2 - "a vertex shader has no groups: --vertices without: ${other%% *}" --vertices 4 $I $other; done
square "with --draw" 2 - "one shader runs, not two: --draw without: --vertices" --vertices 4 $I --draw 2x2
square "with --samples" 2 - "this option needs --draw WxH: --samples" --vertices 4 $I --samples 2
square "an output at a location" 2 - "this option needs --draw WxH: --output" --vertices 4 $I --output 0=rgba8
square "results of other stages" 2 - "\-\-output: the shaders of this run leave no such results: counts" --vertices 4 $I --output counts=-
square "an input that is not given" 1 - "^$square: error: input 1 (size) is not given; expected .--input 1=text:.. or FILE.$" --vertices 4 --input 0=text:1,2
square "... that is too short" 1 - "^$square: error: input 0 (place) has 6 words; expected 2, or 8 of 4 vertices$" --vertices 4 --input 0=text:1,2,3,4,5,6 --input 1=text:1
square "... of instances" 1 - "^$square: error: input 1 (size) has 3 words; expected 1, or 2 of 2 instances$" --vertices 4x2 --input 0=text:1,2 --input 1=text:1,2,3:instances
square "... that there is not" 1 - "^$square: error: input 1.1 is nothing that the shader uses; expected one of 0, 1$" --vertices 4 $I --input 1.1=text:1
square "... of pixels" 2 - "\-\-input: values of pixels are of a shader that draws, not: 1=text:1:pixels" --vertices 4 --input 0=text:1,2 --input 1=text:1:pixels
square "... without vertices" 2 - "this option needs --draw WxH, --vertices COUNT, --patches COUNTxPOINTS or --primitives COUNT: --input" --groups 1 --input 0=text:1
square "far too many" 1 - "^$square: error: [0-9]* invocations of a vertex shader; expected at most 4294967295$" --vertices 70000x70000 $I
square "more than memory" 1 - "its vertices take 600000000 words, and the other buffers 2; expected at most 67108864 in all buffers$" --vertices 60000000 --input 0=text:0,0 --input 1=text:1
square "more than memory in all" 1 - "its inputs take [0-9]* words, and the other buffers 50000002; expected at most 67108864 in all buffers$" --vertices 5000000 --input 0=text:0,0 --input 1=text:1
square "more than memory, with an expectation" 1 - "its vertices take 600000000 words, and the other buffers 2; expected at most 67108864 in all buffers$" --vertices 60000000 --input 0=text:0,0 --input 1=text:1 --expect vertices=text:1
square "a task shader before it" 1 - "the module has no task entry point\|no mesh entry point" --vertices 4 $I --task $square
}
expect "values of instances for a fragment shader" 2 - "\-\-input: values of instances are of a vertex shader, not: 0=text:1:instances" run tb/cli/disc.spv --draw 2x2 --input 0=text:1:instances
expect "vertices of a compute shader" 1 - "^tb/cli/reduce.comp: error: a compute shader; expected a vertex shader with --vertices$" run tb/cli/reduce.comp --vertices 2
expect "... of a fragment shader" 1 - "^tb/cli/disc.frag: error: a fragment shader; expected a vertex shader with --vertices$" run tb/cli/disc.frag --vertices 2
expect "... of a module of another stage" 1 - "^tb/cli/disc.spv: error: the module has no vertex entry point; it has main (fragment shader, which --draw WxH or" run tb/cli/disc.spv --vertices 2
expect "a vertex shader that draws" 1 - "^tb/cli/square.vert: error: a vertex shader; expected a fragment shader with --draw$" run tb/cli/square.vert --draw 2x2
expect "... in groups" 2 - "\-\-vertices COUNT is missing, how many there are: tb/cli/square.vert" run tb/cli/square.vert

# ---- check, asm ------------------------------------------------------------------------------------------------------------------------------
expect "check" 0 "^stage           vertex, shader model 6.10$" - check $square
says "... one for each vertex" "^invocations     one for each vertex$"
says "... inputs" "^input 0         place: vec2$"
says "... words of the record of inputs" "^input record    word 4: size, float of 32 bits$"
says "... words of a vertex" "^vertex          word 7: number, uint of 32 bits, 2 components$"
expect "check as JSON" 0 '"stage": "vertex"' - check --json $square
says "... with both records" '"input": {'
expect "check of two entry points of one name" 0 "^stage           vertex, shader model 6.10$" - check $set_of/asm_vert.spv
says "... both" "^stage           compute, shader model 6.10$"
expect "a listing" 0 "(inputs)" - asm $square
expect "... of one of two entry points of one name" 0 "(inputs)" - asm $set_of/asm_vert.spv --vertices 1

# ---- kernel files ----------------------------------------------------------------------------------------------------------------------------
file() { printf '%s\n' 'shader "square.spv"' 'buffer Seen[1], Depth[1] = { 0.5 }' 'bind 0.0 = Seen' 'push = Depth' "$@" >"$dir/x.wfk"; }
in='buffer Place[2] = { 1.0, 2.0 }, Size[2] = { 2.0, 3.0 }'
cp $square tb/cli/disc.spv tb/cli/reduce.spv "$dir"
file "$in" 'buffer V[80]' 'vertices 4 instances 2 first 10 first_instance 5' 'input 0 = Place' 'input 1 = Size instances' 'output vertices = V' 'expect Seen = { 8 }' 'expect V sum = 0' >"$dir/which"
expect "a kernel file" 1 "^FAIL" "x.wfk:12: error: model: the sum of V is" run "$dir/x.wfk"
file "$in" 'buffer V[80]' 'vertices 4 instances 2 first 10 first_instance 5' 'input 0 = Place' 'input 1 = Size instances' 'output vertices = V' 'expect Seen = { 8 }' \
    'expect V = each i % 10 == 0 ? asuint(i < 40 ? 2.0 : 3.0) : i % 10 == 1 ? asuint(i < 40 ? 4.0 : 6.0) : i % 10 == 2 ? 0x3f000000 : i % 10 == 3 ? 0x3f800000 : i % 10 == 7 ? 10 + i / 10 % 4 : i % 10 == 8 ? 5 + i / 40 : i % 10 == 9 ? 110 + i / 10 % 4 : 0'
expect "... that is right" 0 "^PASS x.wfk " - run "$dir/x.wfk"
expect "... by name" 0 "^instance 6 vertex 13: Position = 3.0, 6.0, 0.5, 1.0; number = 13, 6; sum = 113$" - run "$dir/x.wfk" --output vertices=-
wrong() { what=$1 want=$2; shift 2; file "$in" "$@"; expect "kernel file: $what" 3 - "$want" run "$dir/x.wfk"; }
IN='input 0 = Place'
wrong "no vertices" "x.wfk:1:8: error: .square.spv.: a vertex shader without vertices; expected .vertices COUNT.$" "$IN" 'input 1 = Size instances'
wrong "none of them" "x.wfk:6:10: error: the number of vertices is 0; expected 1 to 4294967295$" 'vertices 0' "$IN" 'input 1 = Size instances'
wrong "no instances" "x.wfk:6:22: error: instances is 0; expected 1 to 4294967295$" 'vertices 1 instances 0' "$IN"
wrong "far too many" "x.wfk:6:1: error: 8589934590 invocations of a vertex shader; expected at most 4294967295$" 'vertices 4294967295 instances 2' "$IN" 'input 1 = Size instances'
wrong "a word twice" "x.wfk:6:20: error: second .first.; expected one$" 'vertices 1 first 2 first 3' "$IN"
wrong "another word" "x.wfk:6:12: error: unexpected .last.; expected the end of the line$" 'vertices 1 last 2' "$IN"
wrong "twice" "x.wfk:7:1: error: second .vertices.; expected one$" 'vertices 1' 'vertices 2' "$IN"
wrong "a dispatch" "x.wfk:7:1: error: .dispatch. with a vertex shader; expected .vertices.$" 'vertices 1' 'dispatch 2' "$IN"
wrong "quads" "x.wfk:7:1: error: .quads. in a shader of another stage" 'vertices 1' 'quads 2, 2' "$IN" 'input 1 = Size instances'
wrong "an input too short" "x.wfk:8:7: error: input 1 (size) has 2 words; expected 1, or 3 of 3 vertices$" 'vertices 3' "$IN" 'input 1 = Size'
wrong "an input of pixels" "x.wfk:8:7: error: input 1 (size) has a value for each pixel; expected values of vertices, or of instances$" 'vertices 2' "$IN" 'input 1 = Size pixels'
wrong "an input that is missing" "error: .square.spv.: input 1 (size) is not given; expected .input 1 = BUFFER.$" 'vertices 3' "$IN"
wrong "results too small" "x.wfk:10:19: error: V has 19 words and takes the vertices; expected at least 20$" 'vertices 2' "$IN" 'input 1 = Size' 'buffer V[19]' 'output vertices = V'
wrong "results of a mesh shader" "x.wfk:10:17: error: .output counts. with a vertex shader; expected one of another stage$" 'vertices 2' "$IN" 'input 1 = Size' 'buffer V[19]' 'output counts = V'
wrong "waves of a group" "x.wfk:8:2: error: a number of waves per group with a vertex shader; expected none$" 'vertices 2' "$IN" '[numWaves(2)]' 'input 1 = Size'
wrong "threads of a group" "x.wfk:8:2: error: \[numthreads\] with a vertex shader; expected none$" 'vertices 2' "$IN" '[numthreads(2,1,1)]' 'input 1 = Size'
wrong "derivatives" "x.wfk:8:2: error: \[derivatives\] with a vertex shader; expected none$" 'vertices 2' "$IN" '[derivatives]' 'input 1 = Size'
for attribute in 'numthreads(2,1,1)' 'extra_waves(1)'; do
    wrong "... [$attribute]" "with a vertex shader; expected none$" 'vertices 2' "$IN" "[$attribute]" 'input 1 = Size'
    check "... and no rule of groups beside it" test "$(grep -c numWaves "$dir/err")" = 0
done
wrong "another stage" "x.wfk:8:2: error: the stage compute, but the entry point is one of the stage vertex; expected that, or none$" 'vertices 2' "$IN" '[shader("compute")]' 'input 1 = Size'
file "$in" '[shader("vertex")] [WaveSize(8)]' 'vertices 9' "$IN" 'input 1 = Size instances'
sed -i 's/input 1 = Size instances/input 1 = One/; s/Size\[2\] = { 2.0, 3.0 }/One[1] = { 1.0 }/' "$dir/x.wfk"
expect "its own stage, and a wave size" 0 "wave-size=8 .* waves=2 " - run "$dir/x.wfk"
printf '%s\n' 'shader "disc.spv"' 'quads 2, 2' 'buffer I[2]' 'input 0 = I instances' >"$dir/x.wfk"
expect "kernel file: values of instances in a fragment shader" 3 - "x.wfk:4:7: error: input 0 (uv) has values of instances; expected those of corners, or of pixels$" run "$dir/x.wfk"
printf '%s\n' 'shader "reduce.spv"' 'vertices 2' 'buffer I[2]' >"$dir/x.wfk"
expect "kernel file: a compute shader" 3 - "x.wfk:1:8: error: .reduce.spv.: the module has no vertex entry point; it has main (compute shader)$" run "$dir/x.wfk"
printf '%s\n' 'shader "none.spv"' 'buffer A[1], B[1]' 'bind Seen = A' 'bind Other = B' 'vertices 1' >"$dir/x.wfk"
expect "kernel file: no such shader, and bindings by name" 4 - "x.wfk:1:8: error: .none.spv.: " run "$dir/x.wfk"
check "... that are not bound twice" test "$(grep -c "bound twice" "$dir/err")" = 0
for pair in "reduce.comp:vertices 2:a compute shader; expected a vertex shader with .vertices." "square.vert:primitives 2:a vertex shader; expected a geometry shader with .primitives." \
    "square.vert:patches 2 points 3:a vertex shader; expected a tessellation shader with .patches."; do
    name=${pair%%:*} rest=${pair#*:}
    printf '%s\n' "shader \"$name\"" "${rest%%:*}" >"$dir/x.wfk"
    expect "kernel file: $name with ${rest%%:*}" 3 - "x.wfk:1:8: error: .$name.: ${rest#*:}$" run "$dir/x.wfk"
done
printf '%s\n' 'shader "square.vert"' '[shader("pixel")]' 'quads 2, 2' >"$dir/x.wfk"
expect "kernel file: a vertex shader as one of pixels" 3 - "x.wfk:1:8: error: .square.vert.: a vertex shader; expected a fragment shader with \[shader(.pixel.)\]$" run "$dir/x.wfk"
printf '%s\n' 'vertices 2' 'buffer I[2]' 'code' 'end' >"$dir/x.wfk"
expect "kernel file: without a shader" 3 - "x.wfk:1:1: error: .vertices. without a .shader.; expected it in a file that has one$" run "$dir/x.wfk"

# ---- sources ---------------------------------------------------------------------------------------------------------------------------------
if command -v glslangValidator >"$dir/which"; then
    cp tb/cli/square.vert "$dir"
    # shellcheck disable=SC2086
    {
    expect "GLSL" 0 "^vertex 2: Position = 0.0, 2.0, 0.5" - run "$dir/square.vert" $B --vertices 4 $I --output vertices=-
    cp "$dir/square.vert" "$dir/SQUARE.VERT"
    expect "... in capitals" 0 "^PASS" - run "$dir/SQUARE.VERT" $B --vertices 4 $I
    cp "$dir/square.vert" "$dir/square.glsl"
    expect "... by --vertices alone" 0 "^PASS" - run "$dir/square.glsl" $B --vertices 4 $I
    }
    printf '%s\n' 'shader "square.vert"' 'buffer Seen[1], Depth[1] = { 0.5 }, Place[2], Size[1]' 'bind 0.0 = Seen' 'push = Depth' 'vertices 70' 'input 0 = Place' 'input 1 = Size' 'expect Seen = { 70 }' >"$dir/x.wfk"
    expect "... in a kernel file" 0 "^PASS x.wfk " - run "$dir/x.wfk"
    sed -i 's/square.vert/square.glsl/' "$dir/x.wfk"
    expect "... by the statement alone" 0 "^PASS x.wfk " - run "$dir/x.wfk"
    printf '%s\n' '#version 450' 'layout(binding = 0) buffer All { uint all[]; };' 'void main() { all[gl_VertexIndex] = 1u; }' >"$dir/beyond.vert"
    expect "a record without outputs" 0 "^vertex 1:$" - run "$dir/beyond.vert" --vertices 2 --bind 0.0=zero:8 --output vertices=-
    expect "an access out of bounds names the vertex" 0 "" "  instance 2 vertex 3 of group (0,0,0), wave 0 lane 3: byte 0xc of All (binding 0.0), which has 12 bytes; 6 lanes faulted" run "$dir/beyond.vert" --vertices 6x2 \
        --first-instance 2 --races off --bind 0.0=zero:12 --wave-size 16
    cp $set_of/hlsl_vert.hlsl "$dir/v.hlsl"
    V="--vertices 2 --input 0=text:1,2,3 --input 1=text:4,5 --bind 0.0=zero:64"
    # shellcheck disable=SC2086
    {
    PATH=/usr/bin:/bin expect "HLSL" 0 "^vertex 1: .*key = 5, 4, 1, 0$" - run "$dir/v.hlsl" $V --output vertices=-
    sed '/^\[shader/d' $set_of/hlsl_vert.hlsl >"$dir/w.hlsl"
    PATH=/usr/bin:/bin expect "... without its mark" 0 "^PASS" - run "$dir/w.hlsl" $V
    PATH=/usr/bin:/bin expect "... looked at, with it" 0 "(vertices)" - asm "$dir/v.hlsl"
    }
fi
# they give the module that another compiler made of this source
hlsl_compilers 'cp "$SET/hlsl_vert.spv" "$2"'
cp $set_of/hlsl_vert.hlsl "$dir/v.hlsl"
with_fake() { PATH=$dir/bin:$PATH LOG=$dir/log SET=$set_of "$@"; }
V="--vertices 2 --input 0=text:1,2,3 --input 1=text:4,5 --bind 0.0=zero:64"
# shellcheck disable=SC2086
{
with_fake expect "slangc" 0 "^PASS v.hlsl" - run "$dir/v.hlsl" $V
check "... hears the stage" grep -q -e '-entry main -stage vertex ' "$dir/log"
rm "$dir/bin/slangc"
with_fake expect "dxc" 0 "^PASS v.hlsl" - run "$dir/v.hlsl" $V
check "... hears the stage" grep -q -e '-T vs_6_6 ' "$dir/log"
}
no_leftovers "no temporary file is left"
exit $status

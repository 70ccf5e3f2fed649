#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_geometry.sh - geometry shaders on the command line and in kernel files: --primitives and what goes with it, inputs of vertices of primitives, built-in
# inputs by name, records of what is emitted, by name and as bytes, sources in each language; what is wrong and said so.  What a shader must leave is computed here by hand, from its source.
# Needs: sim/libwavefold_sim_l8.so sim/libwavefold_sim_l32.so sim/libwavefold_sim_l128.so
set -u
. tb/cli/lib.sh

set_of=tb/shaders fan=tb/cli/fan.spv
[ -z "$(command -v glslangValidator)" ] || check "the module is that of its source" sim/shaders.sh check tb/cli/fan.geom >"$dir/made"
I="--input Position=text:0,0,0,1,4,2,0,1 --input 0=text:3,4"
# NAME STATUS STDOUT STDERR OPTIONS...
fan() { name=$1 want=$2 out=$3 err=$4; shift 4; expect "$name" "$want" "$out" "$err" run $fan "$@"; }

# ---- what is emitted -------------------------------------------------------------------------------------------------------------------------
# shellcheck disable=SC2086
{
fan "vertices by name" 0 "^primitive 1 invocation 1: 4 vertices, 2 triangles:$" - --primitives 2 $I --output vertices=-
says "... each of them" "^  vertex 1: Position = 2.0, 1.0, 0.0, 1.0; PrimitiveId = 11; uv = 1.0, 1.0; strip = 0$"
check "... a line each" test "$(grep -c '^  vertex' "$dir/out")" = 14
says "... the verdict" "^PASS fan.spv .* waves=1 .* invocations=4 vertices=14 triangles=6 "
fan "counts by name" 0 "^primitive 0 invocation 0: 3 vertices, 1 triangle$" - --primitives 2 $I --output counts=-
check "... a line each" test "$(grep -c '^primitive' "$dir/out")" = 4
fan "strips that are not whole" 0 "^primitive 0 invocation 0: 2 vertices, 0 triangles:$" - --primitives 1 --input Position=text:1,2,3,4 --input 0=text:2,1 --output vertices=-
says "... of one vertex" "^primitive 0 invocation 1: 1 vertex, 0 triangles:$"
fan "none" 0 "^primitive 0 invocation 1: 0 vertices, 0 triangles$" - --primitives 1 --input Position=text:1,2,3,4 --input 0=text:0 --output vertices=-
fan "too many" 0 "^primitive 0 invocation 1: 7 vertices emitted, 4 kept, 2 triangles:$" "fan.spv: warning: primitive 0 invocation 1: EmitVertex makes 7 vertices; expected at most 4, the OutputVertices of the shader; the others are lost$" \
    --primitives 1 --input Position=text:1,2,3,4 --input 0=text:3,7 --output vertices=-
check "... said of this one alone" test "$(grep -c 'EmitVertex makes' "$dir/err")" = 1
fan "... counts by name, as the record has them" 0 "^primitive 0 invocation 1: 7 vertices emitted, 4 kept, 2 triangles$" "EmitVertex makes 7 vertices" --primitives 1 --input Position=text:1,2,3,4 --input 0=text:3,7 --output counts=-
fan "... as an error" 1 "^FAIL" "fan.spv: error: primitive 0 invocation 1: EmitVertex makes 5 vertices" --primitives 1 --input Position=text:1,2,3,4 --input 0=text:4,5 --bounds error
fan "... the counts are of all" 1 "^FAIL" "^  primitive 0 invocation 1: vertices: 7, expected 0$" --primitives 1 --input Position=text:1,2,3,4 --input 0=text:3,7 --expect counts=text:3,1,0,2
fan "... and the next one has its own" 0 "^PASS" "EmitVertex makes 9" --primitives 2 --input Position=text:1,2,3,4 --input 0=text:9,3 --expect counts=text:9,2,3,1,9,2,3,1
fan "... which nobody overwrites" 0 "^primitive 0 invocation 1: 3 vertices, 1 triangle:$" "EmitVertex makes 9" --primitives 1 --input Position=text:1,2,3,4 --input 0=text:9,3 --output vertices=-
says "... its first vertex" "^  vertex 0: .* uv = 0.0, 1.0; strip = 0$"
fan "a specialization constant" 0 "^  vertex 0: Position = 0.0, 0.0, 0.0, 2.0; " - --primitives 1 $I --spec size=2 --output vertices=-
for size in 4 8 16 32 64 128; do fan "each primitive has its invocations, at wave size $size" 0 "invocations=94 vertices=329 triangles=141 " - --primitives 47 $I --wave-size $size; done
fan "every wave size gives the same records" 0 "wave-sizes=4,8,16,32,64,128 .* wrong=0 differing-words=0" - --primitives 15 $I --wave-size all
# Position, PointSize, ClipDistance and CullDistance of one element, PrimitiveId, uv, strip; 4 vertices of each invocation
fan "records as bytes" 0 "^PASS" - --primitives 1 --input Position=text:0,0,0,1 --input 0=text:0,1 --output vertices="$dir/got"
zeros=$(printf '0 %.0s' $(seq 44)) rest=$(printf '0 %.0s' $(seq 33))
# shellcheck disable=SC2086
words $zeros 0 0 0 1065353216 0 0 0 10 0 1065353216 0 $rest >"$dir/want"
same "... built-ins by number, then locations, then the strip" "$dir/got" "$dir/want"
fan "counts as bytes" 0 "^PASS" - --primitives 1 $I --output counts="$dir/got"
words 3 1 4 2 >"$dir/want"
same "... vertices and primitives" "$dir/got" "$dir/want"
fan "on hardware, in lock step" 0 "^PASS fan.spv on=rtl lanes=8 .* waves=3 .* invocations=22 vertices=77 triangles=33 " - --primitives 11 $I --on rtl --lanes 8
fan "an expectation" 0 "^PASS fan.spv .* triangles=3$" - --primitives 1 $I --expect counts=text:3,1,4,2 --expect vertices=text:0,0,0,1.0,...
fan "... that is wrong" 1 "^FAIL" "^  primitive 0 invocation 0 vertex 0: Position.w: 1.0, expected 2.0$" --primitives 1 $I --expect vertices=text:0,0,0,2.0,...
fan "... too short" 1 - "\-\-expect counts=text:0: error: 1 word; expected 4, those of the buffer, or" --primitives 1 $I --expect counts=text:0
fan "... within" 2 - "\-\-expect of records compares words; expected no :within in: counts=text:0,...:within=1ulp" --primitives 1 $I --expect counts=text:0,...:within=1ulp
fan "... twice" 2 - "two expectations for one binding: counts=text:1,..." --primitives 1 $I --expect counts=text:0,... --expect counts=text:1,...
fan "statistics" 0 '"invocations": 4,' - --primitives 2 $I --stats -
says "... what is given out" '"primitives": 6'
}

# ---- what is wrong ---------------------------------------------------------------------------------------------------------------------------
# shellcheck disable=SC2086
{
fan "no primitives" 2 - "\-\-groups X,Y,Z is missing"
fan "groups of a geometry shader" 1 - "^$fan: error: the module has no compute, task or mesh entry point; it has main (geometry shader, which --primitives N or .primitives N. runs)$" --groups 1
for bad in 0 4x2 4,2 x 4294967296 -1; do fan "--primitives $bad" 2 - "\-\-primitives needs COUNT, 1 to 4294967295, such as 12, not: $bad$" --primitives $bad $I; done
fan "--primitives twice" 2 - "\-\-primitives is given twice" --primitives 1 --primitives 2 $I
fan "with --vertices" 2 - "one shader runs, not two: --primitives without: --vertices" --primitives 1 --vertices 2 $I
fan "with --draw" 2 - "one shader runs, not two: --draw without: --primitives" --primitives 4 $I --draw 2x2
fan "with --first-vertex" 2 - "this option needs --vertices COUNT: --first-vertex" --primitives 4 $I --first-vertex 2
for other in "--groups 1" "--num-waves 2" "--extra 1"; do fan "with $other" 2 - "a geometry shader has no groups: --primitives without: ${other%% *}" --primitives 4 $I $other; done
fan "results of other stages" 2 - "\-\-output: the shaders of this run leave no such results: primitives" --primitives 4 $I --output primitives=-
fan "far too many" 1 - "^$fan: error: [0-9]* invocations of a geometry shader; expected at most 4294967295$" --primitives 3000000000 --input Position=text:0,0,0,0 --input 0=text:1
fan "more than memory" 1 - "its [a-z]* take [0-9]* words; expected at most [0-9]* in all buffers$" --primitives 60000000 --input Position=text:0,0,0,0 --input 0=text:1
}
expect "primitives of a compute shader" 1 - "^tb/cli/reduce.comp: error: a compute shader; expected a geometry shader with --primitives$" run tb/cli/reduce.comp --primitives 2
expect "... of a vertex shader" 1 - "^tb/cli/square.vert: error: a vertex shader; expected a geometry shader with --primitives$" run tb/cli/square.vert --primitives 2
expect "... of a module of another stage" 1 - "^tb/cli/square.spv: error: the module has no geometry entry point; it has main (vertex shader, which --vertices N or" run tb/cli/square.spv --primitives 2
expect "vertices of a geometry shader" 1 - "^tb/cli/fan.geom: error: a geometry shader; expected a vertex shader with --vertices$" run tb/cli/fan.geom --vertices 2
expect "a geometry shader alone" 2 - "\-\-primitives COUNT is missing, how many there are: tb/cli/fan.geom" run tb/cli/fan.geom

# ---- what is captured ------------------------------------------------------------------------------------------------------------------------
# 4 vertices are two triangles, of which the second turns; the strip of two that follows is none
captured=$set_of/geom_capture.spv
C="--primitives 1 --input 0=text:4"
capture() { name=$1 want=$2 out=$3 err=$4; shift 4; expect "$name" "$want" "$out" "$err" run $captured $C "$@"; }
# shellcheck disable=SC2086
{
capture "captured vertices by name" 0 "^xfb0 vertex 4: first = 3$" - --output xfb0=-
check "... those of three strips" test "$(grep -c '^xfb0 vertex' "$dir/out")" = 18
says "... in their order" "^xfb0 vertex 5: first = 2$"
capture "... as bytes" 0 "^PASS" - --output xfb0="$dir/xfb" --expect xfb0=text:0,1,2,1,3,2,100,101,102,101,103,102,104,105,106,105,107,106
check "... no more than there are" test "$(wc -c <"$dir/xfb")" = 72
capture "... that are expected again" 0 "^PASS" - --expect xfb0="$dir/xfb" --on rtl --wave-size all
capture "... of which one is missing" 1 "^FAIL" "  xfb0 vertex 17: first: 106, expected 0$" --expect xfb0=text:0,1,2,1,3,2,100,101,102,101,103,102,104,105,106,105,107
capture "... a part of one" 1 "^FAIL" "  xfb3 vertex 5: second.y: 2.0, expected 2.5$" --expect xfb3=text:_,0,0,_,0,1.0,_,0,2.0,_,0,1.0,_,0,3.0,_,0,2.5,...
capture "a buffer that takes nothing" 2 - "\-\-output: the shaders of this run leave no such results: xfb1" --output xfb1=-
capture "... for what is expected" 2 - "\-\-expect: the shader leaves no such results: xfb1=text:0" --expect xfb1=text:0
expect "no vertices" 0 "^xfb0: no vertices$" - run $captured --primitives 1 --input 0=text:2 --output xfb0=-
expect "check of them" 0 "^vertex          word 1: second, float of 32 bits, 2 components, captured in xfb3 from byte 4$" - check $captured
}

# ---- inputs ----------------------------------------------------------------------------------------------------------------------------------
inputs=$set_of/geom_inputs.spv
six=1,2,3,4,5,6 four=0,0,0,0
ALL="--input PointSize=text:0 --input ClipDistance=text:0,0 --input 0=text:0,0,0 --input 1=text:0,0 --input 2=text:0,0 --input 3=text:0,0 --input 4=text:0 --input 5=text:0 --input 6=text:0 --input 7=text:0"
# NAME STATUS STDOUT STDERR OPTIONS...: all inputs but Position and 8.2 are given
# shellcheck disable=SC2086
given() { name=$1 want=$2 out=$3 err=$4; shift 4; expect "$name" "$want" "$out" "$err" run $inputs $ALL "$@"; }
O="--bind 0.0=zero:264:-"
# shellcheck disable=SC2086
{
given "one value for all" 0 "own = 7.0, primitive = 1, invocation = 2" - --primitives 2 $O --input Position=text:1,2,3,4 --input 8.2=text:7
given "those of one primitive" 0 "own = 6.0, primitive = 1, invocation = 2" - --primitives 2 $O --input Position=text:$four --input 8.2=text:$six
says "... for all" "own = 1.0, primitive = 0, invocation = 0"
given "those of each primitive" 0 "own = 16.0, primitive = 1, invocation = 2" - --primitives 2 $O --input Position=text:$four --input 8.2=text:$six,11,12,13,14,15,16
says "... vertex by vertex" "own = 14.0, primitive = 1, invocation = 1"
given "a built-in by name" 0 "place = 6.0, .*primitive = 0, invocation = 1" - --primitives 1 --bind 0.0=zero:132:- --input Position=text:$four,$four,5,6,7,8,$four,$four,$four --input 8.2=text:0
given "... that is not given" 1 - "^$inputs: error: input Position is not given; expected .--input Position=text:.. or FILE.$" --primitives 2 $O --input 8.2=text:7
given "... with a wrong length" 1 - "^$inputs: error: input Position has 5 words; expected 4, 24 of one primitive, or 48 of 2 primitives$" --primitives 2 $O --input Position=text:1,2,3,4,5 --input 8.2=text:7
given "... twice" 2 - "two values for one input: Position=text:2" --primitives 2 $O --input Position=text:1 --input Position=text:2
given "... that the shader does not read" 1 - "^$inputs: error: input CullDistance is nothing that the shader uses; expected one of 0, 1, 2, 3, 4, 5, 6, 7, 8.2, Position, PointSize, ClipDistance$" --primitives 2 $O \
    --input Position=text:$four --input CullDistance=text:1 --input 8.2=text:7
given "... that there is not" 2 - "\-\-input needs LOCATION=IN or .*, or Position=IN, PointSize=IN, .* (.wavefold check. lists the inputs of a shader; no other names are taken), not: Place=text:1" --primitives 2 --input Place=text:1
given "an input with a wrong length" 1 - "^$inputs: error: input 8.2 (own) has 5 words; expected 1, 6 of one primitive, or 12 of 2 primitives$" --primitives 2 $O --input Position=text:$four --input 8.2=text:1,2,3,4,5
given "values of instances" 2 - "\-\-input: values of instances are of a vertex shader, not: 8.2=text:1:instances" --primitives 2 --input 8.2=text:1:instances
given "values of pixels" 2 - "\-\-input: values of pixels are of a shader that draws, not: 8.2=text:1:pixels" --primitives 2 --input 8.2=text:1:pixels
}
expect "check" 0 "^invocations     3 for each primitive of 6 vertices$" - check $inputs
says "... inputs of each vertex" "^input 8.2       own: float, of 6 vertices$"
says "... built-in ones" "^input           ClipDistance: float\[2\], of 6 vertices$"
check "... that the code reads, and no others" test "$(grep -c CullDistance: "$dir/out")" = 0
says "... the record" "^input record    word 9: Position\[1\], float of 32 bits, 4 components$"

expect "check of what is emitted" 0 "^emitted         at most 4 vertices of 11 words, in triangle strips$" - check $fan
says "... the strip" "^vertex          word 10: strip, uint of 32 bits$"
expect "check of streams" 0 "^vertex          word 5: stream, uint of 32 bits$" - check $set_of/geom_streams.spv
expect "check as JSON" 0 '"input_vertices": 2' - check --json $fan
says "... its stage" '"stage": "geometry"'
says "... invocations" '"invocations": 2'
says "... both records" '"vertex": {'
expect "a listing" 0 "(counts)" - asm $fan
expect "... of one of two entry points of one name" 0 "(counts)" - asm $set_of/asm_geom.spv --primitives 1

# ---- kernel files ----------------------------------------------------------------------------------------------------------------------------
cp $inputs "$dir"
file() { printf '%s\n' 'shader "geom_inputs.spv"' 'buffer R[33], Z[1], Z2[2], Z3[3], Z4[4], Z5[5]' 'bind 0.0 = R' 'primitives 1' "$@" >"$dir/x.wfk"; }
rest() { file 'input PointSize = Z' 'input ClipDistance = Z2' 'input 0 = Z3' 'input 1 = Z2' 'input 2 = Z2' 'input 3 = Z2' 'input 4 = Z' 'input 5 = Z' 'input 6 = Z' 'input 7 = Z2' 'input 8.2 = Z' "$@"; }
rest 'input Position = Z4' 'expect R = each i == 20 ? 0 : i % 11 == 10 ? i / 11 : 0'
expect "a kernel file" 0 "^PASS x.wfk " - run "$dir/x.wfk"
wrong() { what=$1 want=$2; shift 2; rest "$@"; expect "kernel file: $what" 3 - "$want" run "$dir/x.wfk"; }
wrong "a built-in input that is missing" "error: .geom_inputs.spv.: input Position is not given; expected .input Position = BUFFER.$" 'expect R = each 0'
wrong "... too long" "x.wfk:16:7: error: input Position has 5 words; expected 4, 24 of one primitive, or 24 of 1 primitive$" 'input Position = Z5'
wrong "... twice" "x.wfk:17:7: error: input Position is given twice; expected it once$" 'input Position = Z4' 'input Position = Z4'
wrong "... that there is not" "x.wfk:16:7: error: unexpected .Place.; expected a location, or a built-in: Position, PointSize, ClipDistance, CullDistance, TessCoord, TessLevelOuter or TessLevelInner$" 'input Place = Z4'
wrong "... of instances" "x.wfk:16:7: error: input Position has values of instances; expected values of primitives$" 'input Position = Z4 instances'
wrong "... of pixels" "x.wfk:16:7: error: input Position has a value for each pixel; expected values of primitives$" 'input Position = Z4 pixels'
wrong "primitives twice" "x.wfk:16:1: error: second .primitives.; expected one$" 'primitives 2'
wrong "vertices too" "x.wfk:16:1: error: .vertices. with .primitives.; expected one of them$" 'vertices 2'
wrong "a dispatch" "x.wfk:17:1: error: .dispatch. with a geometry shader; expected .primitives.$" 'input Position = Z4' 'dispatch 2'
sed -i 's/^primitives 1/primitives 0/' "$dir/x.wfk"
printf '%s\n' 'shader "fan.spv"' 'buffer P[4] = { 0.0, 0.0, 0.0, 1.0 }, K[2] = { 3, 9 }, V[88], C[4]' 'primitives 1' 'input Position = P' 'input 0 = K' 'output vertices = V' 'output counts = C' >"$dir/fan"
cp $fan "$dir"
cp "$dir/fan" "$dir/fan.wfk"
expect "kernel file: too many vertices" 1 "^FAIL" "error: primitive 0 invocation 1: EmitVertex makes 9 vertices" run "$dir/fan.wfk"
sed 's/K\[2\] = { 3, 9 }/K[2] = { 3, 4 }/' "$dir/fan" >"$dir/fan.wfk"
printf '%s\n' 'expect C = { 3, 1, 4, 2 }' 'expect V = each i % 11 == 3 && i / 11 != 3 ? 0x3f800000 : i % 11 == 7 && i / 11 != 3 ? 10 : i % 11 == 8 && i / 11 != 3 ? asuint(float(i / 11 % 4)) : i % 11 == 9 && i / 11 > 3 ? 0x3f800000 : 0' >>"$dir/fan.wfk"
expect "kernel file: records" 0 "^PASS fan.wfk " - run "$dir/fan.wfk"
expect "... by name" 0 "^primitive 0 invocation 1: 4 vertices, 2 triangles:$" - run "$dir/fan.wfk" --output vertices=-
sed 's/C\[4\]/C[3]/' "$dir/fan" >"$dir/fan.wfk"
expect "kernel file: results too small" 3 - "fan.wfk:7:17: error: C has 3 words and takes the counts; expected at least 4$" run "$dir/fan.wfk"
sed 's/output counts = C/output tasks = C/' "$dir/fan" >"$dir/fan.wfk"
expect "kernel file: results of another stage" 3 - "fan.wfk:7:16: error: .output tasks. with a geometry shader; expected one of another stage$" run "$dir/fan.wfk"
for attribute in 'numWaves(2):a number of waves per group' 'numthreads(2,1,1):\[numthreads\]'; do
    { cat "$dir/fan"; echo "[${attribute%%:*}]"; } >"$dir/fan.wfk"
    expect "kernel file: [${attribute%%:*}]" 3 - "fan.wfk:8:2: error: ${attribute#*:} with a geometry shader; expected none$" run "$dir/fan.wfk"
done
{ cat "$dir/fan"; echo '[shader("compute")]'; } >"$dir/fan.wfk"
expect "kernel file: another stage" 3 - "fan.wfk:8:2: error: the stage compute, but the entry point is one of the stage geometry; expected that, or none$" run "$dir/fan.wfk"
sed '/^primitives/d' "$dir/fan" >"$dir/fan.wfk"
expect "kernel file: no primitives" 3 - "fan.wfk:1:8: error: .fan.spv.: a geometry shader without primitives; expected .primitives COUNT.$" run "$dir/fan.wfk"
expect "kernel file: none of them" 3 - "x.wfk:4:12: error: the number of primitives is 0; expected 1 to 4294967295$" run "$dir/x.wfk"

# ---- sources ---------------------------------------------------------------------------------------------------------------------------------
if command -v glslangValidator >"$dir/which"; then
    cp tb/cli/fan.geom "$dir"
    # shellcheck disable=SC2086
    {
    expect "GLSL" 0 "^  vertex 1: Position = 2.0, 1.0, 0.0" - run "$dir/fan.geom" --primitives 2 $I --output vertices=-
    cp "$dir/fan.geom" "$dir/FAN.GEOM"
    expect "... in capitals" 0 "^PASS" - run "$dir/FAN.GEOM" --primitives 2 $I
    cp "$dir/fan.geom" "$dir/fan.glsl"
    expect "... by --primitives alone" 0 "^PASS" - run "$dir/fan.glsl" --primitives 2 $I
    }
    sed 's/fan.spv/fan.geom/; s/{ 3, 9 }/{ 3, 2 }/' "$dir/fan" >"$dir/fan.wfk"
    expect "... in a kernel file" 0 "invocations=2 vertices=5 triangles=1 " - run "$dir/fan.wfk"
    sed -i 's/fan.geom/fan.glsl/' "$dir/fan.wfk"
    expect "... by the statement alone" 0 "^PASS fan.wfk " - run "$dir/fan.wfk"
    printf '%s\n' '#version 450' 'layout(points, invocations = 3) in;' 'layout(points, max_vertices = 1) out;' 'layout(binding = 0) buffer All { uint all[]; };' \
        'void main() { all[3 * gl_PrimitiveIDIn + gl_InvocationID] = 1u; EmitVertex(); }' >"$dir/beyond.geom"
    expect "an access out of bounds names the invocation" 0 "" "  primitive 1 invocation 2 of group (0,0,0), wave 0 lane 5: byte 0x14 of All (binding 0.0), which has 20 bytes; 4 lanes faulted" \
        run "$dir/beyond.geom" --primitives 3 --races off --bind 0.0=zero:20 --wave-size 16
    # shellcheck disable=SC2086
    {
    G="--primitives 2 --input Position=text:1,2,3,4 --input 0=text:5,6"
    cp $set_of/hlsl_geom.hlsl "$dir/g.hlsl"
    PATH=/usr/bin:/bin expect "HLSL" 0 "^  vertex 5: Position = 2.0, 2.0, 3.0, 4.0; Layer = 0; .*key = 102; strip = 1$" - run "$dir/g.hlsl" $G --output vertices=-
    sed '/^\[shader/d' $set_of/hlsl_geom.hlsl >"$dir/h.hlsl"
    PATH=/usr/bin:/bin expect "... without its mark" 0 "^PASS" - run "$dir/h.hlsl" $G
    PATH=/usr/bin:/bin expect "... looked at, with it" 0 "(vertices)" - asm "$dir/g.hlsl"
    }
fi
# they give the module that another compiler made of this source
hlsl_compilers 'cp "$SET/hlsl_geom.spv" "$2"'
cp $set_of/hlsl_geom.hlsl "$dir/g.hlsl"
with_fake() { PATH=$dir/bin:$PATH LOG=$dir/log SET=$set_of "$@"; }
# shellcheck disable=SC2086
{
G="--primitives 2 --input Position=text:1,2,3,4 --input 0=text:5,6"
with_fake expect "slangc" 0 "^PASS g.hlsl" - run "$dir/g.hlsl" $G
check "... hears the stage" grep -q -e '-entry main -stage geometry ' "$dir/log"
sed 's/^void main/void g/' $set_of/hlsl_geom.hlsl >"$dir/both.hlsl"
printf '%s\n' '[shader("vertex")]' 'float4 v(float4 p : POSITION) : SV_Position { return p; }' >>"$dir/both.hlsl"
with_fake expect "... of two entry points that of the stage" 0 "^PASS both.hlsl" - run "$dir/both.hlsl" $G
check "... hears its name" grep -q -e '-entry g -stage geometry ' "$dir/log"
rm "$dir/bin/slangc"
with_fake expect "dxc" 0 "^PASS g.hlsl" - run "$dir/g.hlsl" $G
check "... hears the stage" grep -q -e '-T gs_6_6 ' "$dir/log"
}
no_leftovers "no temporary file is left"
exit $status

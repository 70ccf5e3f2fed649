#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_tessellation.sh - tessellation shaders on the command line and in kernel files: --patches and what goes with it, inputs of control points and
# patches, results as text and bytes; what is wrong and said so; how compilers are called.  What a shader must leave is computed here by hand, from its
# source.
# Needs: sim/libwavefold_sim_l8.so
set -u
. tb/cli/lib.sh

set_of=tb/shaders control=tb/cli/fan_control.spv points=tb/cli/fan_points.spv
B="--bind 0.0=zero:4" P=text:0,0,0,1,1,0,0,1,2,0,0,1 ONE=text:0,0,0,1
# NAME STATUS STDOUT STDERR OPTIONS...
# shellcheck disable=SC2086
controls() { name=$1 want=$2 out=$3 err=$4; shift 4; expect "$name" "$want" "$out" "$err" run $control $B "$@"; }
# shellcheck disable=SC2086
evaluates() { name=$1 want=$2 out=$3 err=$4; shift 4; expect "$name" "$want" "$out" "$err" run $points $B --input Position=$ONE --input 1=text:5,6 "$@"; }

# ---- control shaders -------------------------------------------------------------------------------------------------------------------------
six=text:1,2,3,4,5,6
controls "vertices of a patch" 0 "^patch 0 vertex 1: Position = 1.0, 0.0, 0.0, 1.0; sum = 5.0$" - --patches 2x3 --input Position=$P --input 0=$six --output vertices=- --output patches=-
says "... of another" "^patch 1 vertex 0: Position = 0.0, 0.0, 0.0, 1.0; sum = 10.0$"
says "... what is of a patch" "^patch 1: TessLevelOuter = {0.0, 21.0, 0.0, 0.0}; number = 1, 3$"
check "... one line for each patch, no more" test "$(grep -c "^patch [0-9]*:" "$dir/out")" = 2
check "... and for each vertex" test "$(grep -c "^patch [0-9]* vertex" "$dir/out")" = 4
says "a group for each patch" "^PASS fan_control.spv .* waves=2 "
controls "... with several waves" 0 "^PASS fan_control.spv .* wave-size=4 .* waves=24 " - --patches 24x3 --input Position=$P --input 0=text:1 --wave-size 4
controls "one value for all" 0 "^patch 1: .*{0.0, 28.0, 0.0, 0.0}" - --patches 2x3 --input Position=$P --input 0=text:7 --output patches=-
controls "those of one patch" 0 "^patch 1 vertex 0: .*sum = 4.0$" - --patches 2x3 --input Position=$P --input 0=text:1,2,3 --output vertices=-
controls "every wave size" 0 "wave-sizes=4,8,16,32,64,128 .*wrong=0" - --patches 5x3 --input Position=$P --input 0=text:1,2,3 --wave-size all
# two vertices of eight words, four of them of the place and three more built in; a patch of six: four levels and two numbers
controls "records as bytes" 0 "^PASS" - --patches 1x3 --input Position=$P --input 0=text:1,2,3 --output vertices="$dir/v" --output patches="$dir/p"
check "... vertices" test "$(wc -c <"$dir/v")" = 64
check "... of the last word" test "$(od -An -tf4 -j60 -N4 "$dir/v" | tr -d ' ')" = 5
check "... patches" test "$(od -An -tx4 -j16 "$dir/p" | tr -d ' \n')" = 0000000000000003
controls "results that are expected" 0 "^PASS" - --patches 1x3 --input Position=$P --input 0=text:1,2,3 --expect "vertices=$dir/v" --expect "patches=$dir/p"
controls "... and others" 1 "^FAIL" "^  patch 0: TessLevelOuter\[1\]: 11.0, expected 9.0$" --patches 1x3 --input Position=$P --input 0=text:1,2,4 --expect "patches=$dir/p"
controls "... with a tolerance" 2 - "\-\-expect of records compares words; expected no :within in: patches=text:1:within=1ulp" --patches 1x3 --input Position=$P --input 0=text:1 --expect patches=text:1:within=1ulp
controls "a control point that there is not" 0 "^PASS .* faults=10 " "  patch 0 vertex 1 of group (0,0,0), wave 0 lane 1: control point 1 of a patch of 1; 10 lanes faulted in all" --patches 2x1 --input Position=$ONE --input 0=text:1
controls "the hardware" 0 "^patch 1 vertex 1: .*sum = 11.0$" - --patches 2x3 --input Position=$P --input 0=$six --output vertices=- --on rtl --lanes 8 --seed 3

# ---- evaluation shaders ----------------------------------------------------------------------------------------------------------------------
COORD=text:0,0,0,0.5,1,0,1,2,0
evaluates "points of each patch" 0 "^patch 1 point 1: Position = 0.0, 0.0, 0.0, 1.0; place = 6.0, 1.0; whole = 5, 6, 1$" - --patches 2x2 --input 0=text:1,3,5,7 --input TessCoord=$COORD --output vertices=-
says "... in one wave" "^PASS fan_points.spv .* waves=1 "
evaluates "other points of each patch" 0 "^patch 1 point 0: .*place = 5.0, 9.0; whole = 5, 6, 1$" - --patches 2x2 --input 0=text:1,3,5,7 --input TessCoord=text:0,8,0,0,9,0:patches --output vertices=-
says "... one of each" "^patch 0 point 0: .*place = 1.0, 8.0; "
check "... and no more" test "$(grep -c '^patch' "$dir/out")" = 2
expect "values of each patch" 0 "^patch 1 point 0: .*whole = 7, 8, 1$" - run $points $B --input Position=$ONE --input 1=text:5,6,7,8 --patches 2x2 --input 0=text:1 --input TessCoord=text:0,0,0 --output vertices=-
evaluates "results that are expected" 0 "^PASS" - --patches 1x2 --input 0=text:0 --input TessCoord=text:0,1,0,0,0,0 --expect "vertices=text:0,0,0,1.0,0,0,0,0,1.0,5,6,0,0,0,0,1.0,0,0,0,0,0,5,6,0"
evaluates "... patches of it" 2 - "\-\-expect: the shader leaves no such results: patches=text:1" --patches 1x2 --input 0=text:0 --input TessCoord=text:0,1,0 --expect patches=text:1
evaluates "... as a result" 2 - "\-\-output: the shaders of this run leave no such results: patches$" --patches 1x2 --input 0=text:0 --input TessCoord=text:0,1,0 --output patches=-
evaluates "no points" 1 - "^$points: error: input TessCoord is not given; expected .--input TessCoord=text:.. or FILE.$" --patches 2x2 --input 0=text:1
evaluates "points with a wrong length" 1 - "^$points: error: input TessCoord has 4 words; expected 3 of each point$" --patches 2x2 --input 0=text:1 --input TessCoord=text:1,2,3,4
evaluates "... of each patch" 1 - "^$points: error: input TessCoord has 9 words; expected 3 of each point of each patch, of all patches as many$" --patches 2x2 --input 0=text:1 --input TessCoord=$COORD:patches
evaluates "another input of points of each patch" 1 - "^$points: error: input 0 (sum) has values of points of each patch; expected that of TessCoord alone$" --patches 2x2 --input 0=text:1:patches --input TessCoord=$COORD
evaluates "... with a wrong length" 1 - "^$points: error: input 0 (sum) has 3 words; expected 1, 2 of one patch, or 4 of 2 patches$" --patches 2x2 --input 0=text:1,2,3 --input TessCoord=$COORD
evaluates "... of instances" 2 - "\-\-input: values of instances are of a vertex shader, not: 0=text:1:instances" --patches 2x2 --input 0=text:1:instances
evaluates "levels that the shader does not read" 1 - "^$points: error: input TessLevelInner is nothing that the shader uses; expected one of 0, 1, Position, TessCoord$" --patches 2x2 --input 0=text:1 --input TessCoord=$COORD --input TessLevelInner=text:1,2
printf '%s\n' '#version 450' 'layout(triangles) in;' 'layout(binding = 0) buffer Seen { uint seen[]; };' 'void main() { atomicAdd(seen[gl_PrimitiveID + gl_PatchVerticesIn], 1u); }' >"$dir/one.tese"
printf '%s\n' '#version 450' 'layout(vertices = 3) out;' 'layout(location = 0) out float v[];' 'void main() { v[gl_InvocationID] = 1.0; if (gl_InvocationID == 0) gl_TessLevelOuter[0] = v[2]; }' >"$dir/race.tesc"
printf '%s\n' '#version 450' 'layout(vertices = 3) out;' 'layout(binding = 0) buffer All { uint all[]; };' 'void main() { all[gl_PrimitiveID + gl_InvocationID] = 1u; }' >"$dir/beyond.tesc"
printf '%s\n' '#version 450' 'layout(vertices = 3) out;' 'layout(location = 0) in float v[];' 'layout(location = 0) out float w[];' 'void main() { w[gl_InvocationID] = v[gl_InvocationID - 1]; }' >"$dir/before.tesc"
printf '%s\n' '#version 450' 'layout(quads) in;' 'layout(binding = 0) buffer All { uint all[]; };' 'void main() { all[gl_PrimitiveID + uint(gl_TessCoord.x)] = 1u; }' >"$dir/beyond.tese"

# ---- options ---------------------------------------------------------------------------------------------------------------------------------
bad() { expect "--patches $1" 2 - "\-\-patches needs COUNTxPOINTS, 1 to 4294967295 patches of 1 to 32 control points, such as 12x3, not: $1$" run $control --patches "$1"; }
bad 2
bad 0x3
bad 2x0
bad 2x33
bad 2x3x4
bad x3
expect "--patches twice" 2 - "\-\-patches is given twice: 2x3" run $control --patches 2x3 --patches 2x3
expect "... and --vertices" 2 - "one shader runs, not two: --patches without: --vertices" run $control --patches 2x3 --vertices 3
expect "... and --draw" 2 - "one shader runs, not two: --draw without: --patches" run $control --patches 2x3 --draw 2x2
expect "... and --groups" 2 - "groups of a tessellation shader are patches: --patches without: --groups" run $control --patches 2x3 --groups 1
expect "... and --num-waves" 2 - "groups of a tessellation shader are patches: --patches without: --num-waves" run $control --patches 2x3 --num-waves 2
expect "without it" 2 - "\-\-patches COUNTxPOINTS is missing, how many there are and their control points: .*race.tesc" run "$dir/race.tesc"
expect "... an evaluation shader" 2 - "\-\-patches COUNTxPOINTS is missing, how many there are and their control points: .*one.tese" run "$dir/one.tese"
expect "--groups without it" 1 - "fan_control.spv: error: the module has no compute, task or mesh entry point; it has main (tessellation control shader, which --patches NxP or .patches N points P. runs)" run $control --groups 1
expect "--patches of a compute shader" 1 - "the module has no tessellation entry point; it has main (compute shader)" run tb/cli/reduce.spv --patches 2x3
expect "... by its name" 1 - "x.comp: error: a compute shader; expected a tessellation shader with --patches" run x.comp --patches 2x3
if command -v glslangValidator >/dev/null; then
    cp tb/cli/fan_points.tese "$dir/points.glsl"
    expect "an evaluation shader by no name of its own" 1 - "points.glsl: error: glslangValidator does not compile it as a tessellation control shader; expected a source that it takes, or .tese in place of .glsl$" \
        run "$dir/points.glsl" --patches 2x3
fi
expect "points of each patch without it" 2 - "\-\-input: values of patches are of a tessellation shader, not: 0=text:1:patches" run tb/cli/square.spv --vertices 2 --input 0=text:1:patches
expect "two entry points" 1 - "the module has several entry points, one must be named: control, evaluation" run $set_of/asm_tess.spv --patches 2x3
expect "... one of them" 0 "^patch 1: level = 9, 4; kept = 9$" - run $set_of/asm_tess.spv --entry control --patches 2x5 --output patches=-
expect "patches of another shader" 2 - "\-\-output: the shaders of this run leave no such results: patches$" run tb/cli/square.spv --vertices 1 --bind 0.0=zero:4 --input 0=text:1,1 --input 1=text:1 --push "$dir/v" --output patches=-
expect "a wrong level, by its name" 1 "^FAIL" "^  patch 1: level.x: 9, expected 8$" run $set_of/asm_tess.spv --entry control --patches 2x5 --expect patches=text:_,_,_,8,...
expect "check" 0 "^invocations     2 for each patch$" - check $control
says "... inputs" "^input 0         height: float, of each control point$"
says "... built-in ones" "^input           Position: vec4, of each control point$"
says "... the record of a patch" "^patch           word 4: number, uint of 32 bits, 2 components$"
expect "... of an evaluation shader" 0 "^invocations     one for each point of each patch$" - check $points
says "... inputs of the patch" "^input 1         number: uvec2, of the patch$"
expect "... in JSON" 0 '"max_vertices": 2' - check $control --json
expect "... built-in inputs in JSON" 0 '"kind": "built-in input",' - check $points --json
check "... by name, at no location" test "$(grep -A 3 '"kind": "built-in input"' "$dir/out" | grep -c '"location": null,\|"name": "Position",')" = 3
expect "a listing" 0 "(patches)" - asm $control

# ---- kernel files ----------------------------------------------------------------------------------------------------------------------------
cp $control $points tb/cli/reduce.spv "$dir"
file() { printf '%s\n' 'shader "fan_control.spv"' 'buffer Seen[1], Place[4] = { 1.0, 2.0, 3.0, 4.0 }, Height[3] = { 1.0, 2.0, 3.0 }, V[32], T[12]' 'bind 0.0 = Seen' 'input Position = Place' "$@" >"$dir/x.wfk"; }
file 'patches 2 points 3' 'input 0 = Height' 'output vertices = V' 'output patches = T' 'expect Seen = { 4 }' 'expect T = each i % 6 == 1 ? asuint(9.0) : i % 6 == 4 ? i / 6 : i % 6 == 5 ? 3 : 0' \
    'expect V = each i % 8 < 4 ? asuint(float(i % 8 + 1)) : i % 8 == 7 ? asuint(float(4 + i / 8 % 2)) : 0'
expect "a kernel file" 0 "^PASS x.wfk " - run "$dir/x.wfk"
expect "... by name" 0 "^patch 1: TessLevelOuter = {0.0, 9.0, 0.0, 0.0}; number = 1, 3$" - run "$dir/x.wfk" --output patches=-
wrong() { what=$1 want=$2; shift 2; file "$@"; expect "kernel file: $what" 3 - "$want" run "$dir/x.wfk"; }
H='input 0 = Height'
wrong "no patches" "x.wfk:1:8: error: .fan_control.spv.: a tessellation control shader without patches; expected .patches COUNT points N.$" "$H"
wrong "none of them" "x.wfk:5:9: error: the number of patches is 0; expected 1 to 4294967295$" 'patches 0 points 3' "$H"
wrong "without their points" "x.wfk:5:10: error: unexpected end of line; expected points, and how many control points a patch has$" 'patches 2' "$H"
wrong "too many of them" "x.wfk:5:18: error: the number of control points is 33; expected 1 to 32$" 'patches 2 points 33' "$H"
wrong "twice" "x.wfk:6:1: error: second .patches.; expected one$" 'patches 2 points 3' 'patches 2 points 3' "$H"
wrong "vertices too" "x.wfk:6:1: error: .vertices. with .patches.; expected one of them$" 'patches 2 points 3' 'vertices 3' "$H"
wrong "a dispatch" "x.wfk:6:1: error: .dispatch. with a tessellation control shader; expected .patches.$" 'patches 2 points 3' 'dispatch 2' "$H"
wrong "an input with a wrong length" "x.wfk:6:7: error: input 0 (height) has 3 words; expected 1, 2 of one patch, or 4 of 2 patches$" 'patches 2 points 2' "$H"
wrong "an input of pixels" "x.wfk:6:7: error: input 0 (height) has a value for each pixel; expected values of patches$" 'patches 2 points 3' "$H pixels"
wrong "an input of instances" "x.wfk:6:7: error: input 0 (height) has values of instances; expected values of patches$" 'patches 2 points 3' "$H instances"
wrong "an input that is missing" "error: .fan_control.spv.: input 0 (height) is not given; expected .input 0 = BUFFER.$" 'patches 2 points 3'
wrong "results too small" "x.wfk:7:18: error: T has 12 words and takes the patches; expected at least 18$" 'patches 3 points 3' "$H" 'output patches = T'
wrong "results of a mesh shader" "x.wfk:7:21: error: .output primitives. with a tessellation control shader; expected one of another stage$" 'patches 2 points 3' "$H" 'output primitives = V'
wrong "waves of a group" "x.wfk:6:2: error: a number of waves per group with a tessellation control shader; expected none$" 'patches 2 points 3' '[numWaves(2)]' "$H"
wrong "threads of a group" "x.wfk:6:2: error: \[numthreads\] with a tessellation control shader; expected none$" 'patches 2 points 3' '[numthreads(2,1,1)]' "$H"
wrong "another stage" "x.wfk:6:2: error: the stage domain, but the entry point is one of the stage hull; expected that, or none$" 'patches 2 points 3' '[shader("domain")]' "$H"
wrong "other dispatches" "a tessellation shader with other dispatches; expected it in a file of its own$" '---' 'patches 2 points 3' "$H" '---' 'patches 2 points 3' "$H"
file '[shader("hull")] [WaveSize(8)]' 'patches 2 points 3' "$H"
expect "its own stage, and a wave size" 0 "wave-size=8 .* waves=2 " - run "$dir/x.wfk"
printf '%s\n' 'shader "fan_points.spv"' 'buffer Seen[1], Place[4], Two[2], C[6]' 'bind 0.0 = Seen' 'patches 3 points 2' 'input Position = Place' 'input 0 = Two' 'input 1 = Two' 'input TessCoord = C' 'expect Seen = { 6 }' >"$dir/y.wfk"
expect "an evaluation shader" 0 "^PASS y.wfk " - run "$dir/y.wfk"
sed 's/= C$/= C patches/; s/{ 6 }/{ 3 }/; s/C\[6\]/C[9]/' "$dir/y.wfk" >"$dir/z.wfk"
expect "... with points of each patch" 0 "^PASS z.wfk " - run "$dir/z.wfk"
sed 's/C\[6\]/C[8]/' "$dir/y.wfk" >"$dir/z.wfk"
expect "... with a part of a point" 3 - "z.wfk:8:7: error: input TessCoord has 8 words; expected 3 of each point$" run "$dir/z.wfk"
sed 's/^output.*//; s/^expect.*/output patches = Two/' "$dir/y.wfk" >"$dir/z.wfk"
expect "... with results of the other" 3 - "z.wfk:9:18: error: .output patches. with a tessellation evaluation shader; expected one of another stage$" run "$dir/z.wfk"
printf '%s\n' 'shader "reduce.spv"' 'patches 2 points 3' 'buffer I[2]' >"$dir/x.wfk"
expect "kernel file: a compute shader" 3 - "x.wfk:1:8: error: .reduce.spv.: the module has no tessellation entry point; it has main (compute shader)$" run "$dir/x.wfk"
printf '%s\n' 'patches 2 points 3' 'buffer I[2]' 'code' 'end' >"$dir/x.wfk"
expect "kernel file: without a shader" 3 - "x.wfk:1:1: error: .patches. without a .shader.; expected it in a file that has one$" run "$dir/x.wfk"

# ---- sources ---------------------------------------------------------------------------------------------------------------------------------
if command -v glslangValidator >"$dir/which"; then
    cp tb/cli/fan_control.tesc tb/cli/fan_points.tese "$dir"
    # shellcheck disable=SC2086
    {
    expect "GLSL" 0 "^patch 1 vertex 0: .*sum = 10.0$" - run "$dir/fan_control.tesc" $B --patches 2x3 --input Position=$P --input 0=$six --output vertices=-
    expect "... an evaluation shader" 0 "^patch 0 point 0: .*whole = 5, 6, 0$" - run "$dir/fan_points.tese" $B --patches 1x2 --input Position=$ONE --input 0=text:1 --input 1=text:5,6 --input TessCoord=text:0,0,0 --output vertices=-
    cp "$dir/fan_control.tesc" "$dir/FAN.TESC"
    expect "... in capitals" 0 "^PASS" - run "$dir/FAN.TESC" $B --patches 2x3 --input Position=$P --input 0=$six
    }
    expect "one point where none is read" 0 "0, 0, 0, 1, 1 " - run "$dir/one.tese" --patches 2x3 --bind 0.0=zero:20:-
    expect "an output of another invocation without a barrier" 0 "" "race.tesc:4: warning: .*race" run "$dir/race.tesc" --patches 2x3 --wave-size 4
    expect "an access out of bounds names the vertex" 0 "" "  patch 1 vertex 2 of group (1,0,0), wave 0 lane 2: byte 0xc of All (binding 0.0), which has 12 bytes; 3 lanes faulted" run "$dir/beyond.tesc" --patches 3x3 --races off --bind 0.0=zero:12
    expect "a control point before the first, which is not told from one that is far beyond" 0 "" "  patch 0 vertex 0 of group (0,0,0), wave 0 lane 0: control point below 0 or above 402653182 of a patch of 3; " run "$dir/before.tesc" --patches 2x3 --input 0=text:1
    expect "... the point" 0 "" "  patch 1 point 2 of group (0,0,0), wave 0 lane 5: byte 0xc of All (binding 0.0), which has 12 bytes; 1 lane" run "$dir/beyond.tese" --patches 2x3 --races off --bind 0.0=zero:12 --input TessCoord=text:0,0,0,1,0,0,2,0,0
    printf '%s\n' 'shader "fan_control.tesc"' 'buffer Seen[1], Place[4], Height[3]' 'bind 0.0 = Seen' 'patches 6 points 3' 'input Position = Place' 'input 0 = Height' 'expect Seen = { 12 }' >"$dir/x.wfk"
    expect "... in a kernel file" 0 "^PASS x.wfk " - run "$dir/x.wfk"
    sed 's/fan_points.spv/fan_points.tese/' "$dir/y.wfk" >"$dir/x.wfk"
    expect "... an evaluation shader" 0 "^PASS x.wfk " - run "$dir/x.wfk"
    cp $set_of/hlsl_hull.hlsl "$dir/h.hlsl"
    cp $set_of/hlsl_domain.hlsl "$dir/d.hlsl"
    H="--patches 2x3 --input 0=text:1,2,3,4,5,6,7,8,9 --input 1=text:4,5,6" D="--patches 1x3 --input Position=$ONE --input 0=text:4,5 --input 1=text:0 --input 2=text:1 --input TessLevelOuter=text:1,2,3,4 --input TessLevelInner=text:1,2"
    # shellcheck disable=SC2086
    {
    PATH=/usr/bin:/bin expect "HLSL" 0 "^patch 1: TessLevelOuter = {1.0, 5.0, 9.0, 0.0}; TessLevelInner = {1.0, 0.0}; " - run "$dir/h.hlsl" $H --output patches=-
    PATH=/usr/bin:/bin expect "... an evaluation shader" 0 "^patch 0 point 0: Position = 0.0, 0.0, 0.0, 0.5; .*level = 2.0$" - run "$dir/d.hlsl" $D --input TessCoord=text:0.5,0,0 --output vertices=-
    for file in h d; do sed '/^\[shader/d' "$dir/$file.hlsl" >"$dir/${file}2.hlsl"; done
    PATH=/usr/bin:/bin expect "... without its mark" 0 "^PASS" - run "$dir/h2.hlsl" $H
    PATH=/usr/bin:/bin expect "... an evaluation shader" 0 "^PASS" - run "$dir/d2.hlsl" $D --input TessCoord=text:0.5,0,0
    PATH=/usr/bin:/bin expect "... looked at, with it" 0 "(patches)" - asm "$dir/h.hlsl"
    }
fi
# they give the module that another compiler made of this source
hlsl_compilers 'case $LOG in *domain) cp "$SET/hlsl_domain.spv" "$2" ;; *) cp "$SET/hlsl_hull.spv" "$2" ;; esac'
cp $set_of/hlsl_hull.hlsl "$dir/h.hlsl"
cp $set_of/hlsl_domain.hlsl "$dir/d.hlsl"
with_fake() { PATH=$dir/bin:$PATH LOG=$dir/$log SET=$set_of "$@"; }
H="--patches 2x3 --input 0=text:1,2,3,4,5,6,7,8,9 --input 1=text:4,5,6"
D="--patches 1x3 --input Position=$ONE --input 0=text:4,5 --input 1=text:0 --input 2=text:1 --input TessLevelOuter=text:1,2,3,4 --input TessLevelInner=text:1,2 --input TessCoord=text:0,0,1"
# shellcheck disable=SC2086
for tool in slangc dxc; do
    log=hull with_fake expect "$tool" 0 "^PASS h.hlsl" - run "$dir/h.hlsl" $H
    log=domain with_fake expect "... of an evaluation shader" 0 "^PASS d.hlsl" - run "$dir/d.hlsl" $D
    rm "$dir/bin/$tool"
done
check "slangc hears the stage" grep -q -e '-entry main -stage hull ' "$dir/hull"
check "... of an evaluation shader" grep -q -e '-entry main -stage domain ' "$dir/domain"
check "dxc hears the stage" grep -q -e '-T hs_6_6 ' "$dir/hull"
check "... of an evaluation shader" grep -q -e '-T ds_6_6 ' "$dir/domain"
no_leftovers "no temporary file is left"
exit $status

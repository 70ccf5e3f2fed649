#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_geometry.sh - geometry shaders on the command line and in kernel files: --primitives and what goes with it, inputs of vertices of primitives, built-in
# inputs by name; what is wrong and said so.  What a shader must leave is computed here by hand, from its source.
# Needs: sim/libwavefold_sim_l8.so
set -u
. tb/cli/lib.sh

set_of=tb/shaders

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
given "... that there is not" 2 - "\-\-input needs LOCATION=IN or .*, or Position=IN, PointSize=IN, ClipDistance=IN or CullDistance=IN, not: Place=text:1" --primitives 2 --input Place=text:1
given "an input with a wrong length" 1 - "^$inputs: error: input 8.2 (own) has 5 words; expected 1, 6 of one primitive, or 12 of 2 primitives$" --primitives 2 $O --input Position=text:$four --input 8.2=text:1,2,3,4,5
given "values of instances" 2 - "\-\-input: values of instances are of a vertex shader, not: 8.2=text:1:instances" --primitives 2 --input 8.2=text:1:instances
given "values of pixels" 2 - "\-\-input: values of pixels are of a shader that draws, not: 8.2=text:1:pixels" --primitives 2 --input 8.2=text:1:pixels
}
expect "check" 0 "^invocations     3 for each primitive of 6 vertices$" - check $inputs
says "... inputs of each vertex" "^input 8.2       own: float, of 6 vertices$"
says "... built-in ones" "^input           ClipDistance: vec2, of 6 vertices$"
check "... that the code reads, and no others" test "$(grep -c CullDistance: "$dir/out")" = 0
says "... the record" "^input record    word 9: Position\[1\], float of 32 bits, 4 components$"

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
wrong "... that there is not" "x.wfk:16:7: error: unexpected .Place.; expected a location, Position, PointSize, ClipDistance or CullDistance$" 'input Place = Z4'
wrong "... of instances" "x.wfk:16:7: error: input Position has values of instances; expected values of primitives$" 'input Position = Z4 instances'
wrong "... of pixels" "x.wfk:16:7: error: input Position has a value for each pixel; expected values of primitives$" 'input Position = Z4 pixels'
wrong "primitives twice" "x.wfk:16:1: error: second .primitives.; expected one$" 'primitives 2'
wrong "vertices too" "x.wfk:16:1: error: .vertices. with .primitives.; expected one of them$" 'vertices 2'
wrong "a dispatch" "x.wfk:17:1: error: .dispatch. with a geometry shader; expected .primitives.$" 'input Position = Z4' 'dispatch 2'
sed -i 's/^primitives 1/primitives 0/' "$dir/x.wfk"
expect "kernel file: none of them" 3 - "x.wfk:4:12: error: the number of primitives is 0; expected 1 to 4294967295$" run "$dir/x.wfk"
no_leftovers "no temporary file is left"
exit $status

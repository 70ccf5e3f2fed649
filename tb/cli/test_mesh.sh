#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_mesh.sh - task and mesh shaders on the command line and in kernel files: pairs, results by name and as bytes, what is reported, refusals.
# Needs: sim/libwavefold_sim_l8.so
set -u
. tb/cli/lib.sh

set_of=tb/shaders mesh=tb/cli/counts.spv emit=tb/cli/emit.spv
[ -z "$(command -v glslangValidator)" ] || check "the modules are those of their sources" sim/shaders.sh check tb/cli/counts.mesh tb/cli/emit.task tb/cli/apart.mesh tb/cli/apart_task.task \
    tb/cli/beyond.mesh >"$dir/made"

sed "s/^expect Counts .*/expect Counts = each 9/; s/^expect Tasks .*/expect Tasks = each 1/; s/^expect Vertices .*/expect Vertices = each 9.0/; s/^expect Primitives .*/expect Primitives = each 9/
    s,\"mesh_nv,\"$PWD/tb/shaders/mesh_nv," tb/shaders/mesh_nv.wfk >"$dir/wrong.wfk"
expect "differences of records have names: of vertices" 1 "^FAIL" "^  mesh group 0 vertex 1: Position.x: 1.0, expected 9.0$" run "$dir/wrong.wfk"
told "... of primitives" "^  mesh group 0 triangle 0: PrimitiveIndicesNV.z: 2, expected 9$"
told "... of counts" "^  mesh group 3: primitives: 5, expected 9$"
told "... of tasks" "^  task group 2: mesh groups.x: 3, expected 1$"

# ---- one shader ------------------------------------------------------------------------------------------------------------------------------
# NAME STATUS STDOUT STDERR IN OPTIONS...: the mesh shader with vertices, primitives, index, mode
mesh() { name=$1 want=$2 out=$3 err=$4 in=$5; shift 5; expect "$name" "$want" "$out" "$err" run $mesh --bind 0.0=text:"$in" "$@"; }
mesh "counts are in the verdict" 0 "^PASS counts.spv .* waves=2 .* mesh-groups=2 vertices=6 lines=4 nothing compared" - 3,2,1,0 --groups 2
mesh "vertices by name, and no member that is not written" 0 "^  vertex 2: Position = 2.0, 0.5, -1.0, 1.0; size = 0$" - 3,2,1,0 --groups 2 --output vertices=-
says "... below their group" "^mesh group 1,0,0: 3 vertices, 2 lines:$"
check "... as many as are announced" test "$(grep -c '^  vertex' "$dir/out")" = 6
mesh "primitives by their indices" 0 "^  line 1: 1, 2$" - 3,2,2,0 --groups 1 --output primitives=-
mesh "counts alone" 0 "^mesh group 0,1,0: 1 vertex, 1 line$" - 1,1,0,0 --groups 1,2 --output counts=-
mesh "no vertex at all" 0 "^mesh group 0,0,0: 0 vertices, 0 lines$" - 0,0,0,0 --groups 1 --output vertices=-
mesh "records as bytes" 0 "" - 3,2,1,0 --groups 2 --output vertices="$dir/v" --output primitives="$dir/p" --output counts="$dir/c"
od -An -v -tu4 -w8 "$dir/c" | tr -s ' ' | tr '\n' ';' >"$dir/got"
check "... two words of counts a group" test "$(cat "$dir/got")" = " 3 2; 3 2;"
# a vertex: Position, PointSize, ClipDistance[1], CullDistance[1], size; a group has room for 4
check "... a group has room for all that the shader may announce" test "$(wc -c <"$dir/v") $(wc -c <"$dir/p")" = "$((2 * 4 * 8 * 4)) $((2 * 2 * 2 * 4))"
od -An -v -tx4 -j $((4 * 8)) -N 16 "$dir/v" | tr -s ' ' >"$dir/got"
check "... the second vertex is behind the first" test "$(cat "$dir/got")" = " 3f800000 3f000000 bf800000 3f800000"
mesh "figures" 0 "" "" 3,2,1,0 --groups 2 --stats "$dir/s.json"
check "... of groups, vertices and primitives" test "$(grep -c -e '^  "mesh_groups": 2,' -e '^  "vertices": 6,' -e '^  "primitives": 4,' "$dir/s.json")" = 3
check "... none of tasks" test "$(grep -c task_groups "$dir/s.json")" = 0
mesh "a vertex that differs by the wave size" 1 "^(vertices)\[7\]: 4 at 4; 8 at 8; 32 at 32$" - 1,0,0,3 --groups 1 --wave-size 4,8,32
mesh "... and none" 0 "differing-words=0" - 1,0,0,0 --groups 1 --wave-size all

# ---- what is reported ------------------------------------------------------------------------------------------------------------------------
mesh "more vertices than the shader may have" 0 "vertices=4 lines=2" "warning: mesh group 0,0,0: SetMeshOutputsEXT announces 6 vertices; expected at most 4, the OutputVertices of the shader" 6,2,1,0 --groups 1
told "... and a vertex that it has not" "^  thread (4,0,0) of group (0,0,0), wave 0 lane 4: vertex 4, which the group has not announced by SetMeshOutputsEXT; "
told "... at its line" "^counts.mesh:18: warning: model: fault: address outside the buffer"
expect "an index beyond an array of an output" 0 "" "3 lanes faulted in all" run tb/cli/beyond.spv --groups 1 --bind 0.0=text:0,2,3,1000000000 --output vertices=-
check "... stores nothing, and what lies behind keeps its value" test "$(grep -c "z = 3.0$" "$dir/out")" = 4
mesh "more primitives" 0 "" "announces 3 primitives; expected at most 2, the OutputPrimitivesEXT of the shader" 4,3,1,0 --groups 1
mesh "... both numbers by name" 0 "^mesh group 0,0,0: 6 vertices announced, 4 kept, 3 lines announced, 2 kept$" "announces 3 primitives" 6,3,1,0 --groups 1 --output counts=-
mesh "an index that is no vertex" 0 "" "warning: mesh group 1,0,0: line 0 has the index 3; expected one below 3, its vertices" 3,1,3,0 --groups 2
mesh "... is an error, where asked" 1 "^FAIL" "error: mesh group 0,0,0: line 0 has the index 3" 3,1,3,0 --groups 1 --bounds error
mesh "... or nothing" 0 "^PASS" - 3,1,3,0 --groups 1 --bounds off
mesh "... each is counted" 0 "" "warning: and 12 more of these$" 3,2,3,0 --groups 10
mesh "arguments that differ" 0 "vertices=2 " "the arguments of SetMeshOutputsEXT differ between invocations (argument 1: 2 to 9); those of the first one count" 2,0,0,1 --groups 1
mesh "a call of some invocations" 0 "" "SetMeshOutputsEXT was called 4 times by 8 invocations; expected one call of each, in uniform control flow" 2,0,0,2 --groups 1
mesh "a grid that is too large" 1 - "error: a grid of 65536,1,1 groups of a mesh shader; expected at most 65535 in each dimension, and 4194304 in all" 2,0,0,2 --groups 65536
mesh "results of 1 GiB" 1 - "its vertices take 67108864 words, and the other buffers 4194308; expected at most 67108864 in all buffers$" 1,1,0,0 --groups 2048,1024

# ---- tasks -----------------------------------------------------------------------------------------------------------------------------------
pair="$mesh --task $emit --bind 0.0=text:2,1,1,0"
# shellcheck disable=SC2086  # words
{
expect "tasks and their mesh groups" 0 "^PASS .* waves=14 .* task-groups=2 mesh-groups=12 vertices=24 lines=12 " - run $pair --bind 0.1=text:3,2,1,0 --groups 2 --output tasks=- --output counts=-
says "... their grids" "^task group 1,0,0: 3,2,1 mesh groups$"
says "... the groups of each" "^mesh group 2,1,0 of task group 1,0,0: 2 vertices, 1 line$"
expect "no mesh group" 0 "task-groups=2 mesh-groups=0 vertices=0 lines=0 " - run $pair --bind 0.1=text:0,2,1,0 --groups 2 --output vertices=-
expect "no task group" 0 "task-groups=0 mesh-groups=0 " - run $pair --bind 0.1=text:1,2,1,0 --groups 0
expect "a grid of mesh groups that is too large" 1 "^FAIL" "error: EmitMeshTasksEXT: task group 0,0,0 emits 65536,1,1 mesh groups; expected at most 65535 in each dimension, and 4194304 in all" run $pair --bind 0.1=text:65536,1,1,0 --groups 1
expect "... or that memory does not hold" 1 "^FAIL" "error: with the results of 4000000 mesh groups all buffers have [0-9]* words; expected at most " run $pair --bind 0.1=text:2000,2000,1,0 --groups 1
expect "grids that differ between invocations" 0 "mesh-groups=1 " "task group 0,0,0: the arguments of EmitMeshTasksEXT differ between invocations (argument 1: 1 to 8); those of the first one count" run $pair --bind 0.1=text:1,1,1,1 --groups 1
expect "a task shader alone" 0 "^task group 0,0,0: 1,2,3 mesh groups$" - run $emit --bind 0.1=text:1,2,3,0 --groups 1 --output tasks=-
says "... in the verdict" "^PASS emit.spv .* task-groups=1 nothing compared"
expect "tasks at every wave size" 0 "^PASS .* wave-sizes=4,8,16,32,64,128 .* wrong=0 differing-words=0 " - run $pair --bind 0.1=text:3,1,1,0 --groups 2 --wave-size all
expect "a shader without its tasks" 1 - "kept is the payload of a task shader, and the mesh shader runs without one; expected --task FILE" run $set_of/mesh_cull.spv --bind 0.0=zero:1024 --groups 1
expect "two payloads" 1 - "error: the payload has 0 words in the task shader and 68 in the mesh shader; expected one type" run $set_of/mesh_cull.spv --task $emit --bind 0.0=zero:1024 --bind 0.1=zero:16 --groups 1
expect "a task shader that is none" 1 - "the module has no task entry point; it has main (mesh shader)" run $mesh --task $mesh --bind 0.0=zero:16 --groups 1
expect "... no shader" 2 - "needs a shader, such as x.task or x.spv, not: $good" run $mesh --task $good --bind 0.0=zero:16 --groups 1
expect "... another shader" 1 - "x.vert: error: a vertex shader; expected a task shader" run $mesh --task x.vert --bind 0.0=zero:16 --groups 1
expect "a binding that neither has" 1 - "the module has no binding 0.2; expected one of 0.1" run $pair --bind 0.1=text:1,1,1,0 --bind 0.2=zero:4 --groups 1
expect "both of one module" 0 "task-groups=2 mesh-groups=4 " - run $set_of/asm_mesh.spv --groups 1,1,2
expect "... by name" 0 "task-groups=2 mesh-groups=4 " - run $set_of/asm_mesh.spv --entry main --task-entry main --groups 1,1,2
expect "... the payload of each" 0 "^task group 0,0,1: payload = 10$" - run $set_of/asm_mesh.spv --groups 1,1,2 --output payload=-
}
expect "an output that the shader has not" 2 - "the shaders of this run leave no such results: tasks$" run $mesh --bind 0.0=zero:16 --groups 1 --output tasks=-
expect "... a compute shader" 2 - "\-\-output: the shaders of this run leave no such results: counts$" run tb/cli/reduce.spv --groups 1 --bind 0.0=zero:4 --output counts=-
expect "... one that there is not" 2 - "needs tasks=OUT, payload=OUT, counts=OUT, vertices=OUT, primitives=OUT, patches=OUT or xfb0=OUT to xfb3=OUT, not: lines=-$" run $mesh --groups 1 --output lines=-
expect "... twice" 2 - "two outputs of one kind: counts=-" run $mesh --groups 1 --output counts=- --output counts=-
expect "... of several runs" 2 - "the output is that of one run: .*, with: --output$" run $mesh --bind 0.0=zero:16 --groups 1 --output counts=- --wave-size 4,8

# ---- the shaders of the set, at one wave size ------------------------------------------------------------------------------------------------
for name in mesh_meshlet mesh_cull mesh_numwaves mesh_types asm_mesh slang_mesh; do
    expect "$name" 0 "^PASS $name.wfk .* mesh-groups=" - run $set_of/$name.wfk --wave-size 8 --seed 2
done

# ---- on the hardware -------------------------------------------------------------------------------------------------------------------------
rtl="run $set_of/mesh_cull.spv --task $set_of/mesh_cull_task.spv --bind 0.0=$dir/items --groups 2 --lanes 8"
head -c 512 /dev/zero | tr '\0' '\1' >"$dir/items"
# shellcheck disable=SC2086  # words
expect "the tasks of 64 items" 0 "task-groups=2 mesh-groups=64 vertices=128 lines=64 " "" $rtl
if has_rtl 8; then
    # shellcheck disable=SC2086  # words
    expect "... on the hardware" 0 "task-groups=2 mesh-groups=64 vertices=128 lines=64 " "" $rtl --on rtl --seed 3 --stats "$dir/h.json" --trace "$dir/trace" --summary="$dir/summary" --profile="$dir/profile"
    awk -f tb/cli/json.awk "$dir/h.json" >"$dir/h"
    number() { sed -n "s/^\.$1 //p" "$dir/h"; }
    stalls=$(awk '/^\.stall_/ { sum += $2 } END { print sum }' "$dir/h")
    check "... cycles are instructions and stalls" test "$(number cycles)" = $(($(number instructions) - $(number folded_instructions) + stalls + $(number cycles_in_flight)))
    check "... the mesh groups begin when the tasks have ended" test "$(number 'dispatches\[1\]\.accepted')" -ge "$(number 'dispatches\[0\]\.answered')"
    check "... so does the trace" test "$(awk '!/^#/ { if ($1 < last) bad++; last = $1 } END { print bad + 0 }' "$dir/trace")" = 0
    check "... the profile has both shaders" test "$(grep -c -e '^# dispatch 1 of 2, task shader: ' -e '^# dispatch 2 of 2, mesh shader: ' "$dir/profile")" = 2
fi

# ---- check -----------------------------------------------------------------------------------------------------------------------------------
expect "check of a mesh shader" 0 "^stage           mesh, shader model 6.10$" - check $mesh
says "... its limits" "^mesh groups     at most 4 vertices of 8 words, 2 lines of 2 words$"
says "... its records" "^vertex          word 5: ClipDistance, float of 32 bits, 1 elements$"
expect "check of two entry points of one name" 0 "^stage           amplification, shader model 6.10$" - check $set_of/asm_mesh.spv
says "... both" "^stage           mesh, shader model 6.10$"
says "... the payload" "^payload         word 0: payload, uint of 32 bits$"
expect "check as JSON" 0 '"max_vertices": 4' - check --json $mesh
says "... with the records" '"name": "Position"'

# ---- kernel files ----------------------------------------------------------------------------------------------------------------------------
file() { printf '%s\n' "$@" >"$dir/x.wfk"; }
cp $mesh $emit "$dir"
file 'shader "counts.spv"' 'buffer In[4] = { 3, 1, 3, 0 }' 'buffer C[2]' 'output counts = C' 'expect C = { 3, 1 }'
expect "a kernel file: what is reported is an error" 1 "^FAIL" "x.wfk: error: mesh group 0,0,0: line 0 has the index 3" run "$dir/x.wfk"
file 'shader "counts.spv"' 'buffer In[4] = { 3, 1, 2, 0 }' 'buffer C[2]' 'output counts = C' 'expect C = { 3, 1 }'
expect "... right" 0 "^PASS x.wfk .* mesh-groups=1 vertices=3 lines=1$" - run "$dir/x.wfk" --output vertices=-
file 'shader "counts.spv"' 'buffer In[4]' 'buffer C[1]' 'output counts = C'
expect "... a buffer that is too small" 3 - "x.wfk:4:17: error: C has 1 words and takes the counts; expected at least 2" run "$dir/x.wfk"
file 'shader "counts.spv"' 'task "emit.spv"' 'buffer In[4] = { 1, 0, 0, 0 }, Grid[4] = { 2, 1, 1, 0 }' 'buffer C[2]' 'output counts = C' 'bind 0.0 = In, Grid'
expect "... or becomes too small" 1 "^FAIL" "x.wfk: error: C takes the counts of the mesh groups and has 2 words; expected at least 4" run "$dir/x.wfk"
file 'task "emit.spv"' 'buffer In[4]'
expect "a task without its shader" 3 - "x.wfk:1:1: error: \`task\` without a mesh shader" run "$dir/x.wfk"
file 'shader "counts.spv"' 'buffer In[4], C[2]' 'output lines = C'
expect "an output that there is not" 3 - "x.wfk:3:8: error: .*of other shaders tasks, payload, counts, vertices, primitives or patches" run "$dir/x.wfk"
file 'shader "counts.spv"' 'buffer In[4], C[2]' 'output counts = C' 'output counts = C'
expect "... twice" 3 - "x.wfk:4:8: error: second buffer for the counts; expected one" run "$dir/x.wfk"
file 'shader "counts.spv"' 'buffer In[4], C[40]' 'output counts = C' 'output vertices = C'
expect "... and one buffer for two kinds" 3 - "x.wfk:4:19: error: C takes the counts; expected a buffer for each kind" run "$dir/x.wfk"
file 'shader "counts.spv"' 'buffer In[4]' 'image C[8,8] r32ui' 'output counts = C'
expect "... into an image" 3 - "x.wfk:4:17: error: unexpected .C.; expected the name of a buffer" run "$dir/x.wfk"
file 'shader "counts.spv"' 'buffer In[4], C[2]' 'input 0 = C' 'bind 0.0 = In'
expect "an input of a fragment shader" 3 - "x.wfk:3:7: error: input 0 of a shader that runs in groups; expected none$" run "$dir/x.wfk"
file 'shader "counts.spv"' 'buffer In[4]' 'image C[8,8] r32ui' 'output 1 = C' 'bind 0.0 = In'
expect "an output of one" 3 - "x.wfk:4:8: error: output 1 of a shader that runs in groups" run "$dir/x.wfk"
cp tb/cli/reduce.spv "$dir"
file 'shader "reduce.spv"' 'buffer Out[1], C[2]' 'output counts = C' 'bind 0.0 = Out'
expect "... of a compute shader" 3 - "\`output counts\` with a compute shader; expected one of another stage" run "$dir/x.wfk"
file '[shader("compute")]' 'shader "counts.spv"' 'buffer In[4]'
expect "another stage" 3 - "x.wfk:1:2: error: the stage compute, but the entry point is one of the stage mesh; expected that, or none" run "$dir/x.wfk"
expect "several dispatches in a command of one" 3 - "several dispatches in one file" asm $set_of/mesh_cull.wfk

# ---- what one shader of two has: its names, types, constants and samplers --------------------------------------------------------------------
# The task shader counts n[0] + add + more = 2 + 1 + 2 mesh groups. It leaves x = texel + scale = 3 + 1.5; v = x * texel + other * k = 4.5 * 5 + 10 * 2.
own="run tb/cli/apart.spv --task tb/cli/apart_task.spv --groups 1 --bind A=text:2 --push pc.add=1 --image Left=1x1:r32f:text:3.0 --sampler Left=nearest --image Right=1x1:r32f:text:5.0 --sampler Right=linear"
# shellcheck disable=SC2086  # words
{
expect "names of each shader" 0 "^  vertex 0: v = 42.5$" - $own --bind B=values:1.5,2,0:- --spec more=2 --spec other=10 --expect b=values:1.5,2,9 --output vertices=-
says "... its types" "^    scale = 1.5,$"
says "... its constants" "^PASS apart.spv .* task-groups=1 mesh-groups=5 "
expect "... at every wave size" 0 "wrong=0 differing-words=0 " - $own --bind B=values:1.5,2,0 --spec more=2 --spec other=10 --wave-size all
expect "... a name of neither" 1 - "apart.spv: error: --bind C: the module has no such binding; expected one of .*a (0.0)" $own --bind C=zero:12
told "... both are listed" "b (0.1)"
expect "... a constant of neither" 1 - "error: --spec none: the module has no such specialization constant; expected one of other (4), more (3)$" $own --bind B=zero:12 --spec none=1
expect "... a sampler of neither" 1 - "the module uses no sampler of binding 1.9; expected none$" $own --bind B=zero:12 --sampler 1.9=linear
}
expect "a module without names" 1 - "error: --bind X: the module has no such binding; it has none with a name$" run $set_of/asm_mesh.spv --groups 1 --bind X=zero:4
expect "the task shader is named" 1 - "^$mesh: error: .$emit.: binding 0.1 " run $mesh --task $emit --groups 1 --bind 0.0=zero:16
cp tb/cli/apart.spv tb/cli/apart_task.spv "$dir"
pair_file() { file 'shader "apart.spv"' 'task "apart_task.spv"' 'spec 3 = 2' 'spec 4 = 10' 'buffer X[1] = { 2 }, Y[3] = { 1.5, 2, 0 }, Q[1] = { 1 }, T[3]' 'image L[1,1] r32f = { 3.0 }, R[1,1] r32f = { 5.0 }' 'push = Q' \
    'sampler 1.0 = nearest' 'sampler 1.1 = linear' 'bind Left = L' 'bind Right = R' 'bind A = X' "$1" 'output tasks = T' 'expect T = { 5, 1, 1 }' 'expect Y = { 1.5, 2, 9 }'; }
pair_file 'bind B = Y'
expect "... in a kernel file" 0 "^PASS x.wfk .* mesh-groups=5 " - run "$dir/x.wfk"
pair_file 'bind C = Y'
expect "... a name of neither there" 3 - "x.wfk:13:6: error: neither module has this binding; expected a name that one has" run "$dir/x.wfk"

# ---- sources ---------------------------------------------------------------------------------------------------------------------------------
if command -v glslangValidator >"$dir/which"; then
    cp tb/cli/counts.mesh tb/cli/emit.task "$dir"
    expect "sources in GLSL" 0 "mesh-groups=2 vertices=2 " - run "$dir/counts.mesh" --task "$dir/emit.task" --bind 0.0=text:1,0,0,0 --bind 0.1=text:2,1,1,0 --groups 1
    printf '%s\n' '#version 450' '#extension GL_NV_mesh_shader : require' 'layout(local_size_x = 4) in;' 'layout(triangles, max_vertices = 3, max_primitives = 2) out;' \
        'layout(location = 0) out float x[];' 'void main() {' 'const uint i = gl_LocalInvocationIndex;' 'x[i] = 1.0;' 'gl_PrimitiveIndicesNV[i * 2u] = 1u + i % 2u;' \
        'if (i == 0u) gl_PrimitiveCountNV = 3u; }' >"$dir/nv.mesh"
    expect "SPV_NV_mesh_shader: indices are a list" 0 "^  triangle 1: 0, 1, 0$" "nv.mesh: warning: mesh group 0,0,0: PrimitiveCountNV is 3; expected at most 2, the OutputPrimitivesEXT of the shader$" \
        run "$dir/nv.mesh" --groups 1 --output primitives=-
    told "... a vertex that it has not" "^  thread (3,0,0) of group (0,0,0), wave 0 lane 3: vertex 3 of a group of 3; 2 lanes faulted in all$"
    sed 's/constant_id = 4/constant_id = 3/' tb/cli/apart.mesh >"$dir/same.mesh"
    expect "one id for two constants" 0 "mesh-groups=5 " "same.mesh: note: --spec more: other of the other shader has its id, 3, and gets the value too$" run "$dir/same.mesh" \
        --task tb/cli/apart_task.spv --groups 1 --bind A=text:2 --bind B=values:1.5,2,0 --push add=1 --image Left=1x1:r32f:zero --sampler Left=nearest --image Right=1x1:r32f:zero \
        --sampler Right=nearest --spec more=2
    # the mesh shader has the first of two members: v = add + texel + other * k = 1 + 0 + 1 * 2; the task shader: x = texel + more_x
    sed 's/^taskPay/layout(push_constant) uniform PC { uint add; } pc; &/; s/x \*/pc.add +/' tb/cli/apart.mesh >"$dir/less.mesh"
    sed 's/uint add;/uint add; float more_x;/; s/+ b.scale/+ pc.more_x/' tb/cli/apart_task.task >"$dir/larger.task"
    expect "two blocks of push constants" 0 "^task group 0,0,0: x = 0.25$" - run "$dir/less.mesh" --task "$dir/larger.task" --groups 1 --bind A=text:2 \
        --bind B=values:1.5,2,0 --push add=1 --push more_x=0.25 --image Left=1x1:r32f:zero --sampler Left=nearest --image Right=1x1:r32f:zero --sampler Right=nearest --output payload=- --output vertices=-
    says "... of which both read one word" "^  vertex 0: v = 3.0$"
    cp tb/cli/counts.mesh "$dir/COUNTS.MESH"
    expect "... in capitals" 0 "mesh-groups=1 vertices=1 " - run "$dir/COUNTS.MESH" --bind 0.0=text:1,0,0,0 --groups 1
    file 'shader "counts.mesh"' 'task "emit.task"' 'buffer In[4] = { 1, 0, 0, 0 }, Grid[4] = { 2, 1, 1, 0 }' 'buffer C[4]' 'output counts = C' 'bind 0.0 = In, Grid' 'expect C = { 1, 0, 1, 0 }'
    expect "... in a kernel file" 0 "^PASS x.wfk .* task-groups=1 mesh-groups=2 " - run "$dir/x.wfk"
fi
for one in rgen:"a ray generation shader" rahit:"a ray-tracing shader of the stage any hit" rmiss:"a ray-tracing shader of the stage miss"; do
    expect "a source of ${one#*:}" 1 - "x.${one%%:*}: error: ${one#*:}, which does not run; expected a shader of a stage that runs" run "$dir/x.${one%%:*}" --groups 1
done
# a compiler that writes down how it is called, and gives the modules that the true one made of this source
mkdir "$dir/bin"
cat >"$dir/bin/slangc" <<'END'
#!/bin/sh
echo "$@" >>"$LOG"
case $* in *amplification*) module=$SET/mesh_numwaves-task.spv ;; *) module=$SET/mesh_numwaves.spv ;; esac
while [ "$1" != -o ]; do shift; done
cp "$module" "$2"
END
chmod +x "$dir/bin/slangc"
cp $set_of/mesh_numwaves.hlsl "$dir/n.hlsl"
with_slangc() { PATH=$dir/bin:$PATH LOG=$dir/log SET=$set_of "$@"; }
with_slangc expect "HLSL with both stages and numWaves" 0 "^PASS n.hlsl .* wave-size=8 .* waves=84 .* task-groups=3 mesh-groups=9 vertices=576 triangles=189 " - run "$dir/n.hlsl" --groups 3 --wave-size 8
check "... each is compiled by itself" test "$(grep -c -e '-entry mesh_main -stage mesh -g -I' -e '-entry task_main -stage amplification -g -DWAVEFOLD_NUM_WAVES=4 -I' "$dir/log")" = 2
with_slangc expect "... where waves of 64 are too wide" 1 - "numWaves times the wave size is above the thread limit of the stage" run "$dir/n.hlsl" --groups 3 --wave-size 64
with_slangc expect "--num-waves is of the tasks alone" 0 "wave-size=8 .* waves=84 .* task-groups=3 mesh-groups=9 vertices=576 " - run "$dir/n.hlsl" --num-waves 4 --groups 3 --wave-size 8
with_slangc expect "numWaves in a mesh shader" 1 - "n.hlsl:34:2: error: numWaves is only valid in compute and amplification shaders" run "$dir/n.hlsl" --entry mesh_main --groups 1 --num-waves 2
sed '/^\[shader/d' $set_of/mesh_numwaves.hlsl >"$dir/n.hlsl"
: >"$dir/log"
with_slangc expect "... a stage that is only in what it calls" 0 "task-groups=3 mesh-groups=9 " - run "$dir/n.hlsl" --entry mesh_main --task-entry task_main --groups 3
check "... is the stage all the same" test "$(grep -c -e '-stage mesh ' -e '-stage amplification ' "$dir/log")" = 2
mv "$dir/bin/slangc" "$dir/bin/dxc"
cat >"$dir/bin/dxc" <<'END'
#!/bin/sh
echo "$@" >>"$LOG"
case $* in --help) exit 0 ;; *as_6*) module=$SET/mesh_numwaves-task.spv ;; *) module=$SET/mesh_numwaves.spv ;; esac
while [ "$1" != -Fo ]; do shift; done
cp "$module" "$2"
END
: >"$dir/log"
with_slangc expect "dxc, which keeps the names of entry points" 1 - "no mesh entry point mesh_main; it has main" run "$dir/n.hlsl" --entry mesh_main --task-entry task_main --groups 3
with_slangc expect "... each" 1 - "entry point task_main; it has main" run "$dir/n.hlsl" --entry task_main --groups 3
check "... gets profiles of the stages" test "$(grep -c -e '-T ms_6_6 ' -e '-T as_6_6 ' "$dir/log")" = 2
no_leftovers "no temporary file is left"
exit $status

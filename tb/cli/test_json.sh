#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_json.sh - the JSON of check, sizes, occupancy, layout and advise is JSON, and has what their text has; docs/program.md names every field.
# Needs: sim/libwavefold_sim_l8.so
set -u
. tb/cli/lib.sh

# NAME COMMAND...: the paths and values of its JSON in $dir/flat
flat() {
    name=$1
    shift
    "$wavefold" "$@" --json >"$dir/json" 2>"$dir/err"
    code=$?
    if [ $code != 0 ] || ! awk -f tb/cli/json.awk "$dir/json" >"$dir/flat" 2>>"$dir/err"; then fail "$name: status $code" "$dir/err"; else pass "$name"; fi
    cat "$dir/flat" >>"$dir/all"
}
# PATH...: their values, a line each
values() { for path in "$@"; do awk -v path="$path" '$1 == path { sub(/^[^ ]* /, ""); print }' "$dir/flat"; done; }
is() { [ "$(values "$1")" = "$2" ] || { echo "$1 is $(values "$1"), expected $2" >"$dir/bad"; return 1; }; }
# NAME PATH VALUE...
all() {
    name=$1 good=1
    shift
    while [ $# -gt 1 ]; do is "$1" "$2" || good=; shift 2; done
    if [ "$good" ]; then pass "$name"; else fail "$name" "$dir/bad"; fi
}
: >"$dir/all"

# ---- the reader ----------------------------------------------------------------------------------------------------------------------------------------
for wrong in '' '{' '{"a":}' '{"a":1,}' '[1 2]' '01' '"a' '{"a":1}x' '{"a":1,"a":2}' 'nul'; do
    if printf '%s' "$wrong" | awk -f tb/cli/json.awk >/dev/null 2>&1; then fail "the reader of the test takes $wrong"; fi
done

# ---- sizes, as their text ------------------------------------------------------------------------------------------------------------------------------
flat "sizes" sizes tb/kernels/query.wfk --lanes 64
"$wavefold" sizes tb/kernels/query.wfk --lanes 64 >"$dir/want"
grep wave_sizes "$dir/flat" | cut -d' ' -f2 >"$dir/got"
same "... the sizes of the text" "$dir/got" "$dir/want"
all "... its device" .lanes 64 .kernel '"tb/kernels/query.wfk"' .variant null .refused false
flat "sizes of a variant that is refused" sizes tb/kernels/reject.wfk --variant numthreads_x
all "... says so" .refused true .variant '"numthreads_x"'
check "... and lists none" test "$(grep -c wave_sizes "$dir/flat")" = 0
expect "sizes of a mistake" 3 - "error:" sizes tb/cli/lib.sh --json

# ---- occupancy -----------------------------------------------------------------------------------------------------------------------------------------
flat "occupancy" occupancy tb/kernels/lds_ops.wfk
"$wavefold" occupancy tb/kernels/lds_ops.wfk | awk 'NR > 4 { print $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 }' >"$dir/want"
for i in 0 1 2 3 4 5; do
    for field in wave_size lanes waves registers groupshared groups_by_slots groups_by_group_slots groups_by_registers groups_by_lds occupancy_groups occupancy_waves; do
        values ".rows[$i].$field"
    done | tr '\n' ' ' | sed 's/ $/\n/'
done >"$dir/got"
same "... the rows of the text" "$dir/got" "$dir/want"
all "... what is exhausted first, and the device" '.rows[0].limited_by[0]' '"slots"' '.rows[3].limited_by[0]' '"group slots"' .wave_slots 64 .group_slots 16 .register_rows 4096 .groupshared 32768
flat "occupancy of several dispatches" occupancy tb/kernels/several_dispatches.wfk
all "... numbers them" '.rows[0].dispatch' 1 '.rows[1].dispatch' 2
flat "occupancy of a shader" occupancy tb/cli/scale.spv

# ---- layout --------------------------------------------------------------------------------------------------------------------------------------------
flat "layout" layout --numthreads 4,2,1 --wave-size 4 --group 1,0,2 --extra 1,idle
"$wavefold" layout --numthreads 4,2,1 --wave-size 4 --group 1,0,2 --extra 1,idle | sed '1d; /-/d' >"$dir/want"
for wave in 0 1; do
    for lane in 0 1 2 3; do
        at=".waves[$wave].lanes[$lane]"
        values ".waves[$wave].wave" "$at.lane" "$at.thread[0]" "$at.thread[1]" "$at.thread[2]" "$at.dispatch_thread[0]" "$at.dispatch_thread[1]" \
            "$at.dispatch_thread[2]" "$at.group_index" | tr '\n' '\t' | sed 's/\t$/\n/'
    done
done >"$dir/got"
same "... the lines of the text" "$dir/got" "$dir/want"
check "... a wave without a thread has no lanes" test "$(grep -c 'waves\[2\]' "$dir/flat")" = 1
expect "a picture and JSON" 2 - "--picture and --json" layout --numthreads 4,2,1 --wave-size 4 --picture --json

# ---- check ---------------------------------------------------------------------------------------------------------------------------------------------
flat "check" check tb/cli/scale.spv
e='.entry_points[0]'
all "... what the module says" "$e.name" '"main"' "$e.stage" '"compute"' "$e.shader_model" '"6.10"' "$e.local_size[0]" 8 "$e.resources[0].binding" 1 \
    "$e.resources[0].access" '"only read"' "$e.resources[1].set" 1 "$e.resources[1].stride" 4 "$e.resources[1].access" '"written"' "$e.resources[2].push_constants" true \
    "$e.resources[2].bytes" 8 "$e.spec_constants[0].id" 3 "$e.spec_constants[0].value" 2 "$e.spec_constants[1].value" false "$e.spec_constants[2].value" 0.5 \
    "$e.spec_constants[2].bits" '"0x3f000000"' "$e.num_waves" null
same_figures() { # FILE
    "$wavefold" check "$1" | awk '/^ +[0-9]/ { print $1, $2, $3, $4, $5, $6, $7 }' >"$dir/want"
    for i in 0 1 2 3 4 5; do
        for field in wave_size lanes waves instructions registers scratch groupshared; do values "$e.wave_sizes[$i].$field"; done | tr '\n' ' ' | sed 's/ $/\n/'
    done >"$dir/got"
    same "... the figures of the text" "$dir/got" "$dir/want"
}
same_figures tb/cli/scale.spv
flat "check of a mesh shader" check tb/shaders/mesh_numwaves.spv
all "... the limits of its source" "$e.max_vertices" 64 "$e.max_primitives" 21 "$e.primitive_vertices" 3 "$e.stage" '"mesh"'
flat "check of a shader that leaves registers of a quad unused" check tb/shaders/mem_block_array.spv
same_figures tb/shaders/mem_block_array.spv
check "... and of the listing" test "$("$wavefold" asm tb/shaders/mem_block_array.spv | sed -n '1s/.* \([0-9]*\) registers.*/\1/p')" = "$(values "$e.wave_sizes[0].registers")"
flat "check of a kernel file" check tb/kernels/query.wfk
e=
same_figures tb/kernels/query.wfk
all "... whose it is" .kernel '"tb/kernels/query.wfk"' .variant null ".wave_sizes[0].refused" null
flat "check of a kernel file that refuses some" check tb/kernels/numwaves_two.wfk
all "... has the reason" ".wave_sizes[0].waves" "" ".wave_sizes[0].refused" "$("$wavefold" check tb/kernels/numwaves_two.wfk | sed -n 's/^ *4  refused: \(.*\)/"\1"/p')"
# all code, and the most that one of the dispatches needs
printf '%s\n' 'buffer Out[8]' '--- small' '[numthreads(8,1,1)]' 'dispatch 1' 'code' ' mov r0, 1' ' end' '--- large' '[numthreads(16,1,1)]' '[groupshared(64)]' 'dispatch 1' 'code' ' mov r12, 1' ' end' >"$dir/two.wfk"
flat "check of two dispatches" check "$dir/two.wfk"
all "... the most that one of them needs" ".wave_sizes[0].instructions" 4 ".wave_sizes[0].waves" 4 ".wave_sizes[0].registers" 13 ".wave_sizes[0].groupshared" 64
e='.entry_points[0]'
flat "check of attributes" check tb/cli/scale.spv --lanes 32 --extra 63 --prefer small
all "... a size that is refused has the reason" "$e.preference" '"small"' "$e.wave_sizes[0].refused" "$("$wavefold" check tb/cli/scale.spv --lanes 32 --extra 63 | sed -n 's/^ *4  refused: \(.*\)/"\1"/p')"

# ---- advise --------------------------------------------------------------------------------------------------------------------------------------------
if has_rtl 8; then
    sed 's/\[WaveSize.*//' tb/kernels/survivors_bad.wfk >"$dir/bad.wfk"
    "$wavefold" advise "$dir/bad.wfk" --lanes 8 >"$dir/text" 2>/dev/null
    "$wavefold" advise "$dir/bad.wfk" --lanes 8 --json >"$dir/json" 2>/dev/null
    awk -f tb/cli/json.awk "$dir/json" >"$dir/flat" 2>"$dir/err" && pass "advise" || fail "advise" "$dir/err"
    cat "$dir/flat" >>"$dir/all"
    all "... the figures of the text" '.sites[0].cycles' "$(awk '/lanes combined/ { print $3 }' "$dir/text")" '.sites[0].cycles_rewritten' "$(awk '/lanes combined/ { print $4 }' "$dir/text")" \
        '.sites[0].results' '"same"' '.not_looked_at' 0 '.sites[0].times' "$(awk '/^  performed/ { print $2 }' "$dir/text")" '.atomics' 1 '.together' null '.sites[0].rewrite[0]' '"countlanes r9, 1"'
    case $(values '.sites[0].advice') in '"leave"') words='leave it' ;; *) words='rewrite it' ;; esac
    check "... and its advice" grep -q "advice: $words" "$dir/text"
fi

# ---- the page names each field -------------------------------------------------------------------------------------------------------------------------
sed -n '/^## JSON/,/^## Global memory/p' docs/program.md | grep -o '`[a-z_]*`' | tr -d '`' | sort -u >"$dir/named"
cut -d' ' -f1 "$dir/all" | tr '.' '\n' | sed 's/\[.*//; /^$/d' | sort -u >"$dir/written"
comm -13 "$dir/named" "$dir/written" | grep -v -e '^groups_by_' -e '^model$' -e '^instructions$' -e '^scratch$' >"$dir/missing"
if [ -s "$dir/missing" ]; then fail "fields that the page does not name" "$dir/missing"; else pass "the page names each field"; fi
exit $status

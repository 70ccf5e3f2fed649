#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_report.sh - the page of --report: it is well-formed and needs nothing else, its figures are those of --stats and --profile, it says what went wrong.
# Needs: sim/libwavefold_sim_l8.so sim/libwavefold_sim_l8_system.so sim/libwavefold_sim_l8_c2.so
set -u
. tb/cli/lib.sh

# FILE: well-formed: tags end in the order in which they begin, attributes are quoted, ampersands name a character
cat >"$dir/formed.awk" <<'END'
{ text = text $0 "\n" }
END {
    sub(/^<!DOCTYPE html>/, "", text)
    while (match(text, /<[^>]*>/)) {
        before = substr(text, 1, RSTART - 1); tag = substr(text, RSTART, RLENGTH); text = substr(text, RSTART + RLENGTH)
        words(before); name = tag; gsub(/^<\/?|[ \n\/>].*$/, "", name)
        if (tag ~ /^<\//) { if (open[depth--] != name) wrong(tag " ends " open[depth + 1]) }
        else {
            words(tag)
            inner = tag; sub(/^<[a-z0-9]+/, "", inner); sub(/ ?\/?>$/, "", inner); gsub(/ [a-zA-Z][a-zA-Z0-9-]*="[^"<]*"/, "", inner)
            if (inner != "") wrong(tag ": no attributes: " inner)
            if (tag !~ /\/>$/) open[++depth] = name
        }
        seen[name]++
    }
    if (depth || text ~ /[<>]/ || !seen["html"] || !seen["table"]) wrong("the end")
    exit bad
}
function words(text) { gsub(/&(amp|lt|gt|quot);/, "", text); if (text ~ /&/) wrong("an ampersand in " text) }
function wrong(what) { if (!bad++) print what }
END
formed() { awk -f "$dir/formed.awk" "$1"; }
# nothing of it is elsewhere, nor a script
alone() { ! grep -Eiq '<script|<link|<img|<iframe|<object|@import|url\(|src=|href="[^#]|[ "]on[a-z]+=|https?:' "$1"; }
# NAME FILE: the figure of a row; a cause, which has a colour, before all others
figure() {
    sed -n "s|^<tr><td>\(<span class=\"key p[0-9]\"></span>\)*$1</td><td class=\"n\">\([0-9?-]*\)</td>.*|\1 \2|p" "$2" | sort -r | sed -n '1s/.* //p'
}
page=$dir/page.html
# NAME: the last page is whole and stands alone
whole() { check "$1: well-formed" formed "$page"; check "... on its own" alone "$page"; }
has() { check "$1" grep -q -e "$2" "$page"; }
# "NAME IN THE PAGE:FIELD" ...: figures of both
equal() {
    for pair; do
        shown=$(figure "${pair%:*}" "$page") told=$(field "${pair#*:}" "$dir/stats.json")
        [ -n "$told" ] && [ "$shown" = "$told" ] || { fail "${pair%:*} is '$shown' on the page, '$told' in --stats"; return; }
    done
    pass "the figures are those of --stats"
}

# ---- the model -------------------------------------------------------------------------------------------------------------------------------
"$wavefold" run tb/cli/figures.wfk --report "$page" --stats "$dir/stats.json" >"$dir/out" 2>"$dir/err" || fail "a report of the model" "$dir/err"
whole "model"
has "... says what needs the hardware" '^<p>The model has no cycles.*<code>--on rtl</code>'
has "... has no caches" 'The model has neither banks nor caches'
check "... a bar per wave" test "$(grep -c '^<rect class="wave' "$page")" = 4
check "... and an axis of instructions" grep -q '>0 instructions</text>' "$page"
# 17 instructions a wave, and the fadd in the two waves with gindex < 8: half of them in 32 lanes, half in 16
has "... issues and lanes of a line" '<td class="n">4</td><td class="n">24.0</td><td class="n soft">17</td><td class="code">    lds.add _'
has "... of one that half of the waves run" '<td class="n">2</td><td class="n">8.0</td><td class="n soft">23</td><td class="code">        fadd'
has "... contents of a buffer" '^<pre>Out = {$'
has "... verdict and command" '<pre class="wrap" id="command">wavefold run tb/cli/figures.wfk --report '
check "the verdict line" test "$(sed -n 's|.*id="verdict">\(PASS .*\)</pre>$|\1|p' "$page")" = "$(cat "$dir/out")"
equal "faults:faults" "races:races" "lanes:lanes" "wave slots:wave_slots" "group slots:groups_by_group_slots"

# ---- what went wrong -------------------------------------------------------------------------------------------------------------------------
expect "a wrong result" 1 "^FAIL" "" run tb/cli/wrong.wfk --report "$page"
whole "wrong"
has "... its verdict" '<span class="verdict fail">FAIL</span><h1>wrong.wfk</h1>'
has "... its messages" '^<pre id="messages">tb/cli/wrong.wfk:10: error: model: 1 word of Out differs'
has "... the words that differ" '^<li>1 word of Out differs: Out\[3\] is 0x00000003 (3), expected 0x00000007 (7)</li>$'
expect "a race" 1 "^FAIL" "" run tb/cli/race.wfk --report "$page" --stats "$dir/stats.json"
equal "races:races"
check "... is one" test "$(figure races "$page")" -gt 0
expect "what is not watched" 1 "^FAIL" "" run tb/cli/race.wfk --races off --report "$page"
has "... is said" '<td>races</td><td class="n">?</td><td>not checked</td>'
expect "a run without an end" 1 "^FAIL" "has not ended within the limit" run tb/cli/spin.wfk --limit 1000 --report "$page"
has "... compares nothing" 'did not come to its end, so its results were not compared'
whole "no end"
expect "no run, no page" 3 - "" run tb/kernels/reject.wfk --variant nothing --report "$dir/none.html"
check "... is written" test ! -e "$dir/none.html"
expect "a refusal that is expected" 0 "^PASS" - run tb/kernels/reject.wfk --variant numthreads_x --report "$page"
has "... ran nothing" 'The dispatch was refused'
has "... and its variant has a name" '<h1>reject.wfk:numthreads_x</h1>'
whole "refused"

# ---- text of other people --------------------------------------------------------------------------------------------------------------------
bad='a<b>&"c'"'"'<script>.wfk'
{
    printf '// <script>alert("&amp;")</script> \001 \303\050\n[numthreads(4,1,1)]\nbuffer Out[4]\ncode\n'
    printf '    sv r0, tid.x     // <b> & "quoted" \377\n    shl r1, r0, 2\n    store Out[r1], r0\n    end\nexpect Out = each i\n'
} >"$dir/$bad"
(cd "$dir" && "$wavefold" run "$bad" --report page.html) >"$dir/out" 2>&1 || fail "text of other people" "$dir/out"
whole "text of other people"
has "... in the title" '^<title>PASS a&lt;b&gt;&amp;&quot;c'"'"'&lt;script&gt;.wfk</title>$'
has "... in the source" '    sv r0, tid.x     // &lt;b&gt; &amp; &quot;quoted&quot; '"$(printf '\357\277\275')"'</td></tr>$'

# ---- the hardware ----------------------------------------------------------------------------------------------------------------------------
if has_rtl 8; then
    expect "a dispatch that is refused" 0 "^PASS" "" run tb/kernels/reject.wfk --variant numthreads_x --on rtl --lanes 8 --report "$page"
    check "... has no buffers" grep -q "no buffer was touched" "$page"
    expect "a report of the hardware" 0 "^PASS" - run tb/kernels/lds_ops.wfk --on rtl --lanes 8 --seed 2 --report "$page" --stats "$dir/stats.json" --profile="$dir/profile"
    whole "hardware"
    equal "no wave resident:stall_empty" "all at barriers:stall_barrier" "unit full:stall_unit" "memory:stall_memory" "LDS:stall_lds" "cross-lane:stall_xlane" \
        "turnaround:stall_turnaround" "fetch:stall_fetch" "sum:cycles" "LDS instructions:lds_instructions" "LDS lanes:lds_lanes" "LDS operations:lds_operations" \
        "bank conflicts:bank_conflict_cycles" "LDS atomic lanes:lds_atomic_lanes" "LDS atomic operations:lds_atomic_operations" \
        "memory instructions:memory_instructions" "line accesses:memory_line_accesses" "memory latency:memory_latency" "wave slots:wave_slots" "registers:groups_by_registers"
    check "... issues" test "$(figure issue "$page")" = $(($(field instructions "$dir/stats.json") - $(field folded_instructions "$dir/stats.json")))
    check "... a bar per wave" test "$(grep -c '^<rect class="wave' "$page")" = "$(field waves "$dir/stats.json")"
    check "... a part per cause" test "$(grep -c '^<path class="p[0-8]" d="M' "$page")" = $((1 + $(grep -c '^ *"stall_[a-z]*": [1-9]' "$dir/stats.json")))
    # line, waited, for, issues, lanes, each
    awk '/^#/ { next } substr($0, 49, 5) + 0 && substr($0, 23, 8) != "        " { cause = substr($0, 12, 10); gsub(/ +$/, "", cause); gsub(/ /, "_", cause)
        print substr($0, 49, 5) + 0, substr($0, 1, 10) + 0, cause "", substr($0, 23, 8) + 0, substr($0, 32, 6) + 0, substr($0, 39, 8) + 0 }' "$dir/profile" >"$dir/want"
    sed -n 's|^<tr id="r[0-9]*"><td class="n" style="background:rgba(214,84,36,[0-9.]*)">[0-9.% ]*</td>\(.*<td class="n soft">[0-9]*</td>\).*|\1|p' "$page" |
        sed 's/<td[^>]*>//g; s|</td>|\t|g' | awk -F '\t' '{ gsub(/ /, "_", $2); print $6 + 0, $1, $2, $3, $4 + 0, $5 + 0 }' >"$dir/got"
    check "there are lines to compare" test "$(wc -l <"$dir/want")" -gt 20
    same "the lines are those of --profile" "$dir/got" "$dir/want"
    check "the costs add up to all cycles but those without a wave" awk '
        match($0, /^<tr id="r[0-9]+"><td class="n" style="[^"]*">[0-9.]+ %/) { cost = substr($0, RSTART, RLENGTH); sub(/.*>/, "", cost); sum += cost } END { exit !(sum > 98 && sum < 102) }' "$page"
    first=$(sed -n 's|^<tr><td class="n">\([0-9.]*\) %</td><td class="n"><a href="#r\([0-9]*\)">line \([0-9]*\)</a></td>.*|\1 \2 \3|p' "$page" | head -n 1)
    check "the dearest line is the first of a long list" test "${first%% *}" = "$(sed -n 's|^<tr id="r[0-9]*"><td class="n" style="[^"]*">\([0-9.]*\) %.*|\1|p' "$page" | sort -rn | head -n 1)"
    has "... which leads to it" "^<tr id=\"r$(echo "$first" | cut -d ' ' -f 2)\">.*<td class=\"n soft\">${first##* }</td>"
    expect "a limit on the hardware" 1 "^FAIL" "" run tb/cli/spin.wfk --on rtl --lanes 8 --limit 300 --report "$page" --stats "$dir/stats.json"
    whole "a limit"
    equal "sum:cycles"
fi
if has_rtl 8_system; then
    expect "caches" 0 "^PASS" - run tb/cli/cache.wfk --on rtl --lanes 8 --memory-path on --report "$page" --stats "$dir/stats.json" --summary
    check "... as known by hand" test "$(figure "cache hits" "$page") $(figure "cache joins" "$page") $(figure "cache misses" "$page")" = "2 1 3"
    equal "cache hits:cache_hits" "cache joins:cache_joins" "cache misses:cache_misses"
    check "... in the summary" grep -q '^cache hits  *2   lines of loads, 1 pending, 3 missed$' "$dir/out"
fi
if has_rtl 8_c2; then
    expect "two cores, several dispatches" 0 "^PASS" - run tb/cli/cores.wfk --on rtl --lanes 8 --cores 2 --report "$page" --stats "$dir/stats.json"
    whole "two cores"
    check "... a row per dispatch" test "$(grep -c '^<tr><td class="n">[0-9]*</td><td class="n">[0-9]*</td><td class="n">[0-9]*</td>.*complete' "$page")" = "$(grep -c '"dispatch": [0-9]*,.*"complete"' "$dir/stats.json")"
    check "... the source of each" test "$(grep -c '^<h3>Dispatch [0-9]*</h3>$' "$page")" = "$(grep -c '"dispatch": ' "$dir/stats.json")"
    check "... cycles of both" test "$(figure sum "$page")" = $((2 * $(field cycles "$dir/stats.json")))
    has "... rows of both" '>c1 s0</text>$'
fi

# ---- a shader, and refusals ------------------------------------------------------------------------------------------------------------------
expect "a shader" 0 "^PASS" - run tb/cli/scale.spv --groups 1 --bind 0.1=text:3,0,10,20,30 --bind 1.2=zero:20 --push text:100,7 --spec 3=3 --report "$page"
whole "shader"
has "... its source" '<th colspan="5">.*scale.comp</th>'
has "... its bindings" '<td>result (binding 1.2)</td>'
typed="tb/cli/typed.spv --groups 1 --bind Particles=zero:112 --bind Out=zero:4000 --push scale=2.5 --push offset=1,2,3"
# shellcheck disable=SC2086  # words
expect "a shader with types" 0 "^PASS" - run $typed --report "$page"
whole "types"
has "... members, as the run prints them" '^    transform = {{1.0, 0.0}, {0.0, 1.0}, {3.0, 2.5}},$'
has "... of a large buffer the first words" '<summary>the first 256 words</summary>'
check "... and how many are left out" test "$(grep -c '^    0.0, .*    // 248$' "$page") $(grep -c '^    0.0, .*    // 256$' "$page") $(grep -c '^    // and 744 more$' "$page")" = "1 0 1"
# shellcheck disable=SC2086  # all words of item[0].id, a number of two words, differ
expect "... a number of two words that differs" 1 "^FAIL" "item\[0\].id: 4294967296, expected 1$" run $typed --expect particles=values:1,_,_,_,_,_,_,_,_,_,_,_,1,... --report "$page"
check "... is one that is told" grep -q 'differ: [^;]*id: 4294967296, expected 1</li>$' "$page"
# shellcheck disable=SC2086
expect "... --hex" 0 "^PASS" - run $typed --hex --report "$page"
has "... has words" '^    0x[0-9a-f]*, 0x.*    // 248$'
expect "several sizes" 2 - "the output is that of one run: .*: --report" run "$good" --wave-size all --report "$page"
expect "several seeds" 2 - "the output is that of one run: .*: --report" run "$good" --seeds 2 --report "$page"
expect "several files" 2 - "the output is that of one file; .*: $page" run "$good" "$good" --report "$page"
expect "two outputs" 2 - "two outputs into one file, --stats and --report: $page" run "$good" --stats "$page" --report "$page"
expect "over the kernel" 2 - "the output is the kernel file itself" run "$dir/$bad" --report "$dir/$bad"
expect "nowhere" 4 "" "cannot write" run "$good" --report "$dir/no/page.html"

# ---- --view: tb/lockstep/test_waves.sh has what it shows -------------------------------------------------------------------------------------
expect "a view needs a waveform" 2 - "this option needs --waves: --view" run "$good" --view x.gtkw
expect "a waveform is of the hardware" 2 - "this option needs --on rtl: --waves" run "$good" --on model --waves x.fst
for words in zoom=0 zoom=2:mark=x :zoom=0 :zoom=wide :mark=x :slots=0 :slots=some :depth=3 :zoom x.gtkw:; do
    expect "--view $words" 2 - "--view is \[OUT\]\[:zoom=PIXELS|fit\]" run "$good" --waves "$dir/x.fst" --view "$words"
done
expect "a view on standard output" 2 - "a view has tables of names beside it" run "$good" --waves "$dir/x.fst" --view -
expect "... without a name" 2 - "the view needs a name" run "$good" --waves - --view zoom=fit
expect "a view of no file" 2 - "the view needs a name" run "$good" --waves - --view :zoom=fit
expect "a view over another output" 2 - "two outputs into one file, --view and --trace" run "$good" --waves "$dir/x.fst" --trace "$dir/x.gtkw"
expect "several sizes have no waveform" 2 - "the output is that of one run: .*: --waves" run "$good" --waves "$dir/x.fst" --wave-size 4,8
no_leftovers "no temporary file is left"
exit $status

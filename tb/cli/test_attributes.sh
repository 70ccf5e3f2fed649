#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_attributes.sh - attributes of HLSL sources and execution modes of SPIR-V, by the headings of the proposals: every shape at every form of
# WaveSize, preference and extra waves, on the model and on the hardware; what the proposals call an error, at its place; what a compiler is asked for.
# What a row must commit and write is computed here, from docs/semantics.md, sections 2 and 3.  Environment: BUILD.
# Needs: sim/libwavefold_sim_l32.so
set -u
. tb/cli/lib.sh

# ---- rows ------------------------------------------------------------------------------------------------------------------
# Shape, WaveSize, preference, extra waves: "T 8,8,1" or "W 3"; "-", "16", "8,32" or "8,32,16"; "-", small or large; 0, 2 or 3,idle.
rows() {
    for shape in "T 64,1,1" "T 16,16,1" "T 6,2,2" "T 7,3,2" "T 1,1,1" "T 1000,1,1" "W 1" "W 3" "W 40"; do
        for size in - 4 8 16 32 128 4,8 8,32 4,32,16 16,64,64; do
            echo "$shape $size - 0"
        done
        for prefer in small large; do
            echo "$shape - $prefer 0"
            echo "$shape 8,32 $prefer 0"
        done
        case $shape in T*) for extra in 2 3,idle; do for size in 4 16 8,32; do echo "$shape $size - $extra"; done; done ;; esac
    done
}
# The rows with what comes of them: "ROW : refused", or "ROW : S waves words..", 1024 words of threads or lanes and 64 of waves.
expected() {
    awk -v lanes="$1" -v slots="$2" '
    function waves_at(s) { return kind == "W" ? n : int((n + s - 1) / s) + extra }
    function commit(   s, k, low, high, best) {
        k = split($3, w, ","); low = k && $3 != "-" ? w[1] : 4; high = $3 == "-" ? 128 : k > 1 ? w[2] : w[1]; best = 0
        for (s = 4; s <= lanes; s *= 2) {
            if (s < low || s > high || waves_at(s) > slots || (kind == "W" && n * s > 1024)) continue
            if (k == 3 && s == w[3]) return s
            if ($4 == "small" ? !best : $4 == "large" ? 1 : !best || s <= 32) best = s
        }
        return best
    }
    # the place of lane 0 of a wave
    function first(wave) { return extra && !idle ? 4 * (wave * int(runs / count) + (wave < runs % count ? wave : runs % count)) : wave * s }
    {
        kind = $1; split($2, xyz, ","); n = kind == "W" ? $2 : xyz[1] * xyz[2] * xyz[3]; split($5, e, ","); extra = e[1]; idle = e[2] == "idle"
        s = commit()
        if (!s) { print $0 " : refused"; next }
        count = waves_at(s); runs = int((n + 3) / 4)
        split("", word)
        for (wave = 0; wave < count; wave++) {
            from = kind == "W" ? wave * s : first(wave)
            end = kind == "W" ? from + s : first(wave + 1); if (end > from + s) end = from + s
            if (kind == "T" && end > n) end = n
            for (t = from; t < end; t++) {
                at = t
                if (kind == "T" && xyz[1] % 2 == 0 && xyz[2] % 2 == 0) {
                    z = int(t / (xyz[1] * xyz[2])); b = int((t - z * xyz[1] * xyz[2]) / 4); p = t % 4
                    at = z * xyz[1] * xyz[2] + (2 * int(b / (xyz[1] / 2)) + int(p / 2)) * xyz[1] + 2 * (b % (xyz[1] / 2)) + p % 2
                }
                word[at] = count * 65536 + s * 256 + (kind == "W" ? wave : end - from)
            }
            word[1024 + wave] = end > from
        }
        line = $0 " : " s " " count
        for (at = 0; at < 1088; at++) line = line " " word[at] + 0
        print line
    }'
}
# A row as a source: the spelling of its attributes changes from row to row.
source_of() {   # NUMBER KIND SHAPE SIZE PREFER
    attribute=$([ "$2" = T ] && echo "numthreads($3)" || echo "numWaves($3)")
    sizes=$([ "$4" = - ] || echo "WaveSize($4)") preferred=$([ "$5" = - ] || echo "[prefer_$5]")
    if [ $(($1 % 2)) = 0 ]; then echo '#include "wavefold.hlsli"'; fi           # without it the program puts it in
    echo 'RWStructuredBuffer<uint> Out;'
    case $(($1 % 5)) in
    0) printf '%s\n' "[$attribute]" ${sizes:+"[$sizes]"} $preferred ;;
    1) printf '%s\n' "#define SHAPE [$attribute]" "#define WITH(a) [a] $preferred" "SHAPE ${sizes:+WITH($sizes)}"; [ -n "$sizes" ] || echo "$preferred" ;;
    2) printf '%s\n' '/* [numWaves(7)] */ // [WaveSize(4)]' "${sizes:+[$sizes]} $preferred [shader(\"compute\")]" "[$attribute]" ;;
    3) printf '%s\n' '#if 0' '[numWaves(9)]' '#else' "[$attribute]" '#endif' "${sizes:+[$sizes]} $preferred" ;;
    4) printf '%s\n' 'static const uint A = 2 * 2;' "[$(echo "${sizes:-$attribute}" | sed 's/(4\([,)]\)/(A\1/; s/(8\([,)]\)/(2 * A\1/; s/(16\([,)]\)/(1u << A\1/; s/(3)/(A - 1)/; s/W/w/')]" \
           ${sizes:+"[$attribute]"} $preferred ;;
    esac
    if [ "$2" = W ]; then cat <<'END'
void main(uint3 group : SV_GroupID)
{
    uint wave = GetGroupWaveIndex();
    Out[wave * WaveGetLaneCount() + WaveGetLaneIndex()] = GetGroupWaveCount() << 16 | WaveGetLaneCount() << 8 | wave;
    if (WaveIsFirstLane()) InterlockedAdd(Out[1024 + wave], 1);
}
END
    else cat <<'END'
void main(uint thread : SV_GroupIndex)
{
    uint wave = GetGroupWaveIndex();
    Out[thread] = GetGroupWaveCount() << 16 | WaveGetLaneCount() << 8 | WaveActiveCountBits(true);
    if (WaveIsFirstLane()) InterlockedAdd(Out[1024 + wave], 1);
}
END
    fi
}
run_rows() {    # NAME LEAST PATTERN LANES SLOTS OPTION...: the rows that match, at least so many
    name=$1 least=$2 lanes=$4 slots=$5
    rows | grep -E -e "$3" | expected "$lanes" "$slots" | awk -v each="${each:-1}" -v seed="${SEED:-1}" '(NR + seed) % each == 0' >"$dir/rows"
    shift 5
    number=0 right=0
    while read -r kind shape size prefer extra colon s waves words; do
        number=$((number + 1))
        source_of $number "$kind" "$shape" "$size" "$prefer" >"$dir/row.hlsl"
        row="$kind $shape $size $prefer $extra"
        rm -f "$dir/out.bin"
        "$wavefold" run "$dir/row.hlsl" --lanes "$lanes" --groups 1 --extra "$extra" --bind "0.0=zero:4352:$dir/out.bin" "$@" >"$dir/out" 2>"$dir/err"
        got=$?
        if [ "$s" = refused ]; then
            if [ $got = 1 ] && grep -q "^$dir/row.hlsl:[0-9]*:[0-9]*: error: " "$dir/err"; then right=$((right + 1)); else fail "$name: $row is refused at its place" "$dir/err"; fi
        elif [ $got = 0 ] && [ ! -s "$dir/err" ] && grep -q " wave-size=$s .* waves=$waves " "$dir/out" && [ "$(echo $(od -An -v -tu4 "$dir/out.bin"))" = "$words" ]; then
            right=$((right + 1))
        else
            fail "$name: $row, expected wave size $s and $waves waves" "$dir/err"
            cat "$dir/out"
        fi
    done <"$dir/rows"
    [ $right != $number ] || [ $number -lt "$least" ] || pass "$name: $number rows"
}


# ---- what is an error ------------------------------------------------------------------------------------------------------
# TEXT SOURCE [OPTION...]: the source, in which @ stands in front of what is wrong, is refused there, with TEXT.  Behind the @ alone counts.
refused() {
    text=$1
    printf '%s\n' "$2" >"$dir/marked"
    shift 2
    sed 's/@//' "$dir/marked" >"$dir/bad.hlsl"
    place=$(awk '{ at = index($0, "@") } at { print FNR ":" at; exit }' "$dir/marked")
    expect "$(tr '\n' ' ' <"$dir/marked" | cut -c 1-90)${1:+ ($*)}: $text" 1 - "^$dir/bad.hlsl:$place: error: $text" \
        run "$dir/bad.hlsl" --groups 1 --bind 0.0=zero:64 "$@"
}
declared='RWStructuredBuffer<uint> Out;'
body='void main() { Out[0] = 1; }'
index='void main() { Out[0] = @GetGroupWaveIndex(); }'
count='void main() { Out[0] = @GetGroupWaveCount(); }'
instead='SV_DispatchThreadID, SV_GroupThreadID and SV_GroupIndex cannot be used with numWaves; use SV_GroupID, GetGroupWaveIndex and WaveGetLaneIndex instead$'
stages='is only valid in compute, node, mesh, and amplification shaders$'
errors() {
    # 0054: ids, both shapes, no shape, X an integer greater than zero, waves that cannot be honoured, stages
    for id in SV_DispatchThreadID SV_GroupThreadID SV_GroupIndex; do
        refused "$id is used: $instead" "$declared [numWaves(2)] void main(uint3 g : SV_GroupID, uint i : @$id) { Out[0] = 1; }"
        refused "$id is used: $instead" "$declared [numthreads(4,1,1)] void main(uint i : @$id) { Out[0] = 1; }" --num-waves 2
    done
    refused "SV_DispatchThreadID is used: $instead" "$declared
struct Inner { uint3 id : @SV_DispatchThreadId; }; struct Ids { uint3 g : SV_GroupID; Inner i; };
[numWaves(2)] void main(Ids ids) { Out[0] = ids.g.x; }"
    refused "both numthreads and numWaves are given; expected one of them$" "$declared
[numWaves(2)]
[@numThreads(64,1,1)] $body"
    refused "both numthreads and numWaves are given; expected one of them$" "$declared [numthreads(64,1,1), @numWaves(2)] $body"
    refused "neither numthreads nor numWaves is given; expected one of them$" "$declared void @main() { Out[0] = 1; }"
    refused "neither numthreads nor numWaves is given; expected one of them, or of a pixel shader .shader(\"pixel\"). or --draw$" "float4 @main(float4 p : SV_Position) : SV_Target { return p; }"
    refused "neither numthreads nor numWaves is given; expected one of them, or of a vertex shader .shader(\"vertex\"). or --vertices$" "float4 @main(uint i : sv_vertexid) : SV_Position { return i; }"
    for x in 0 -1 1.5 2-2; do refused "numWaves(X): X must be an integer greater than zero$" "$declared [@numWaves($x)] $body"; done
    for x in x '"2"' '1/0' '{1}'; do refused "numWaves: this is not made of numbers, macros and .static const. integers, which alone are read here; expected" "$declared [numWaves(@$x)] $body"; done
    refused "numWaves: expected .\[numWaves(N)\].$" "$declared [@numWaves] $body"
    refused "numWaves: expected .\[numWaves(N)\].$" "$declared [@numWaves(1,2)] $body"
    refused "second numwaves, the first is in line 1; expected it once$" "$declared [numWaves(1)] [@numwaves(1)] $body"
    refused "the group needs more waves than the device has slots; expected at most 64 waves$" "$declared [@numWaves(65)] $body"
    refused "numWaves times the wave size is above the thread limit of the stage" "$declared [@numWaves(257)] $body"
    refused "numWaves times the wave size is above the thread limit of the stage" "$declared [shader(\"amplification\")] [@numWaves(33)] $body"
    for stage in mesh node; do
        refused "numWaves is only valid in compute and amplification shaders$" "$declared [shader(\"$stage\")] [@numWaves(2)] $body"
    done
    refused "numWaves needs shader model 6.10$" "$declared [@numWaves(2)] $body" --shader-model 6.9
    refused "numWaves(2) here, and --num-waves 3; expected one number$" "$declared [@numWaves(2)] $body" --num-waves 3
    # 0048: stages, thread-launch nodes, exported functions, shader models
    for stage in pixel vertex hull domain geometry raygeneration intersection anyhit closesthit miss callable; do
        refused "GetGroupWaveIndex $stages" "$declared [shader(\"$stage\")] $index"
        refused "GetGroupWaveCount $stages" "$declared [shader(\"$stage\")] $count"
    done
    for stage in library; do refused "a shader of the stage $stage has no thread groups to run; expected" "$declared [@shader(\"$stage\")] $body"; done
    for stage in miss callable; do refused "the stage $stage of ray tracing is not supported; expected" "$declared [@shader(\"$stage\")] $body"; done
    refused "shader: expected a stage in quotes: compute" "$declared [@shader(\"tessellation\")] [numthreads(1,1,1)] $body"
    refused "GetGroupWaveIndex and GetGroupWaveCount are not valid in thread-launch nodes$" \
        "$declared [shader(\"node\")] [NodeLaunch(\"thread\")] [numthreads(1,1,1)] $index"
    refused "GetGroupWaveIndex and GetGroupWaveCount are not valid in thread-launch nodes$" "$declared [shader(\"node\")] [NodeLaunch(\"thread\")] $index"
    refused "a thread-launch node has groups of one thread; expected numthreads(1,1,1)$" \
        "$declared [shader(\"node\")] [NodeLaunch(\"thread\")] [@numthreads(2,1,1)] $body"
    refused "GetGroupWaveIndex and GetGroupWaveCount are not valid in exported library functions$" \
        "$declared uint wave() { return @GetGroupWaveCount(); } export uint more() { return 1 + wave(); } [numthreads(1,1,1)] $body"
    for call in GetGroupWaveIndex GetGroupWaveCount GetGroupNumWaves GroupGetWaveIndex GroupGetWaveCount; do
        refused "GetGroupWaveIndex and GetGroupWaveCount need shader model 6.10$" "$declared [numthreads(1,1,1)] void main() { Out[0] = @$call(); }" --shader-model 6.9
    done
    refused "GetGroupWaveIndex $stages" "$declared
#define WAVE GetGroupWaveIndex()
uint never() { return WAVE; }
uint wave() { return 1 + @WAVE; }
[shader(\"vertex\")] void main() { Out[0] = wave(); }"
    printf '%s\n' "$declared" 'uint never() { return GetGroupWaveIndex(); } [numthreads(1,1,1)] void main() { Out[0] = 1; }' >"$dir/never.hlsl"
    printf '\357\273\277#define N 0\n%s\n' "$declared [numWaves(N)] $body" >"$dir/mark.hlsl"
    expect "a byte order mark in front" 1 - "^$dir/mark.hlsl:2:32: error: numWaves(X): X must be" run "$dir/mark.hlsl" --groups 1
    expect "a function that the entry point does not call may ask" 0 "^PASS" - run "$dir/never.hlsl" --groups 1 --bind 0.0=zero:4 --shader-model 6.9
    printf '%s\n' "$declared [numWaves(2)] $body" >"$dir/extra.hlsl"
    expect "extra waves that numWaves does not take" 0 "^PASS" "^$dir/extra.hlsl: note: extra waves are not added to numWaves: a group has 2 waves$" \
        run "$dir/extra.hlsl" --groups 1 --bind 0.0=zero:4 --extra 3
    # other spellings, other places: nothing is passed over
    refused "numWaves(X): X must be an integer greater than zero$" "$declared [[@numWaves(0)]] $body"
    refused "vk::numWaves is no attribute; expected .\[numWaves(N)\].$" "$declared [[@vk::numWaves(2)]] [numthreads(1,1,1)] $body"
    refused "vk::WaveSize is no attribute; expected" "$declared [@vk::WaveSize(4)] [numthreads(1,1,1)] $body"
    refused "numWaves is before no entry point; expected it before main$" \
        "$declared [@numWaves(2)] uint helper() { return 3; } [numthreads(1,1,1)] void main() { Out[0] = helper(); }"
    refused "prefer_small is before no entry point; expected it before main$" "$declared [@prefer_small] void other(); [numthreads(1,1,1)] $body"
    refused "WaveSize is before no entry point; expected it before main$" "$declared [@WaveSize(4)] struct S { uint a; }; [numthreads(1,1,1)] $body"
    refused "NodeLaunch: expected \"broadcasting\", \"coalescing\" or \"thread\"$" "$declared [shader(\"node\")] [@NodeLaunch(\"bogus\")] [numthreads(1,1,1)] $body"
    for record in 'struct P { uint a; }' 'struct P { uint a; };' 'struct G<T> { T a; }' 'class C { uint a; }' 'interface I { uint f(); }' 'extension E { }' \
                  'enum E { A, B }' 'enum class E { A, B }' 'struct P { uint a; } p, q;' 'struct P { uint a; } p[2];' 'cbuffer C { uint a; }'; do
        refused "numWaves(X): X must be an integer greater than zero$" "$declared $record [@numWaves(0)] $body"
    done
    refused "numWaves(X): X must be an integer greater than zero$" "$declared namespace N { [@numWaves(0)] $body }" --entry N::main
    refused "another main with attributes; expected one name for each entry point$" \
        "$declared namespace N { [numWaves(1)] $body } namespace M { [numWaves(1)] void @main() { } }" --entry N::main
    refused "numWaves(X): X must be an integer greater than zero$" "$declared
#if __LINE__ == 2
[@numWaves(0)]
#endif
$body"
    mkdir -p "$dir/deep"
    printf '%s\n' '#include "outer.hlsli"' >"$dir/deep/inner.hlsli"
    printf '%s\n' '[WaveSize(8)]' >"$dir/outer.hlsli"
    printf '%s\n' "$declared" '#include "deep/inner.hlsli"' "[numthreads(8,1,1)] $body" >"$dir/beside.hlsl"
    expect "an include beside one that includes" 0 "^PASS.* wave-size=8 " "" run "$dir/beside.hlsl" --groups 1 --bind 0.0=zero:64
    printf '%s\n' "$declared" '#include "nowhere.hlsli"' "[numthreads(8,1,1)] $body" >"$dir/lost.hlsl"
    expect "an include that is not there" 1 - "^$dir/lost.hlsl:2:2: warning: nowhere.hlsli was not found; expected it next to" run "$dir/lost.hlsl" --groups 1
    printf '%s\n' "$declared" '__include parts;' "[numthreads(8,1,1)] $body" >"$dir/brings.hlsl"
    expect "what __include brings" 1 - "^$dir/brings.hlsl:2:1: warning: what __include brings is not read: attributes there say nothing; expected #include$" \
        run "$dir/brings.hlsl" --groups 1
    # WaveSize and the preference
    for size in 3 12 0 8,24 4,16,12; do
        refused "WaveSize is not a power of two; expected 4, 8, 16, 32, 64 or 128$" "$declared [@WaveSize($size)] [numthreads(8,1,1)] $body"
    done
    for size in 2 256 4,256 1,16; do
        refused "WaveSize is outside 4..128; expected a power of two from 4 to 128$" "$declared [@WaveSize($size)] [numthreads(8,1,1)] $body"
    done
    for size in 32,8 16,16; do refused "WaveSize minimum must be below its maximum; expected the smaller" "$declared [@WaveSize($size)] [numthreads(8,1,1)] $body"; done
    refused "WaveSize preferred value is outside its range; expected 8 to 32, not 64$" "$declared [@WaveSize(8,32,64)] [numthreads(8,1,1)] $body"
    refused "WaveSize: expected" "$declared [@WaveSize()] [numthreads(8,1,1)] $body"
    refused "WaveSize: expected" "$declared [@WaveSize(4,8,16,32)] [numthreads(8,1,1)] $body"
    refused "no wave size of the WaveSize attribute is supported by the device; expected one from 4 to 32, or a wider" \
        "$declared [@WaveSize(64)] [numthreads(8,1,1)] $body"
    refused "the wave size 32 that was asked for is not possible here; expected 16, the only one of the attribute$" \
        "$declared [@WaveSize(16)] [numthreads(8,1,1)] $body" --wave-size 32
    refused "WaveMatch and WaveMultiPrefix operations need shader model 6.5$" "$declared [numthreads(8,1,1)] void main() { Out[0] = @WaveMultiPrefixCountBits(true, uint4(1, 0, 0, 0)); }" --shader-model 6.4
    refused "WaveSize needs shader model 6.6$" "$declared [@WaveSize(16)] [numthreads(8,1,1)] $body" --shader-model 6.5
    refused "a range of wave sizes needs shader model 6.8$" "$declared [@WaveSize(4,16)] [numthreads(8,1,1)] $body" --shader-model 6.7
    refused "both PREFER_SMALL and PREFER_LARGE are given; expected one of them$" "$declared [prefer_small] [@prefer_large] [numthreads(8,1,1)] $body"
    refused "numthreads has a zero dimension; expected" "$declared [@numthreads(4,0,1)] $body"
    refused "numthreads Z is above 64; expected 1 to 64, not 65$" "$declared [@numthreads(1,1,65)] $body"
    refused "numthreads X\*Y\*Z is above 128 in a mesh or amplification shader; expected at most 128 threads, not 129$" \
        "$declared [shader(\"mesh\")] [@numthreads(129,1,1)] $body"
    # in an included file
    mkdir -p "$dir/parts"
    printf '%s\n' '#pragma once' '' '  uint wave() { return GetGroupWaveIndex(); }' >"$dir/parts/wave.hlsli"
    printf '%s\n' '#include "parts/wave.hlsli"' '#include "parts/wave.hlsli"' "$declared" '[shader("pixel")] void main() { Out[0] = wave(); }' >"$dir/whole.hlsl"
    expect "a use in an included file" 1 - "^$dir/parts/wave.hlsli:3:24: error: GetGroupWaveIndex $stages" run "$dir/whole.hlsl" --groups 1
    # the preprocessor: which attributes there are, and whose
    printf '%s\n' "$declared" '#define A(n) n##Waves(WAVES' '#if defined(NOT) || (2 > 3)' '[numWaves(9)]' '#elif 1 << 2 == 4 && !0' '[A(num) - 1)]' '#elif 1' '[numWaves(8)]' '#else' '#error' '#endif' \
        '[WaveSize(8)] void second(uint3 g : SV_GroupID) { Out[GroupGetWaveIndex()] = GetGroupNumWaves() * 100 + WaveGetLaneCount(); }' \
        '#line 7 "other.x"' '[numthreads(4,1,1)] void first() { Out[0] = WaveGetLaneCount(); }' >"$dir/two.txt"
    { echo '#define WAVES 4'; cat "$dir/two.txt"; } >"$dir/two.hlsl"
    expect "one of two entry points" 0 "0x00000134, 0x00000134, 0x00000134, 0x00000000" - \
        run "$dir/two.hlsl" --entry second --hex --groups 1 --bind 0.0=zero:16:- --races off
    expect "... the other" 0 " wave-size=32 .* waves=1 " - run "$dir/two.hlsl" --entry first --groups 1 --bind 0.0=zero:16 --races off
    { echo '#define WAVES 4'; sed 's/\[numthreads(4,1,1)\]/[numthreads(4,1,0)]/' "$dir/two.txt"; } >"$dir/two.hlsl"
    expect "... at the place that #line gives" 1 - "^other.x:7:2: error: numthreads has a zero dimension" run "$dir/two.hlsl" --entry first --groups 1
}

# ---- sources that would never end ------------------------------------------------------------------------------------------
endless() {
    much="its macros or includes give too much; expected at most 1048576 words$"
    printf '%s\n' '#include "self.hlsl"' "$body" >"$dir/self.hlsl"
    expect "a source that includes itself" 1 - "^$dir/self.hlsl: error: $much" run "$dir/self.hlsl" --groups 1
    awk 'BEGIN { print "#define M0 x"; for (i = 1; i < 30; i++) printf "#define M%d M%d M%d\n", i, i - 1, i - 1; print "M29" }' >"$dir/double.hlsl"
    expect "macros that double" 1 - "^$dir/double.hlsl: error: $much" run "$dir/double.hlsl" --groups 1
    awk 'BEGIN { print "static const int C0 = 1;"; for (i = 1; i < 60; i++) printf "static const int C%d = C%d + C%d;\n", i, i - 1, i - 1
        print "[numWaves(C59)] void main() {}" }' >"$dir/constant.hlsl"
    expect "constants that double" 1 - "^$dir/constant.hlsl:61:11: error: numWaves: this is not made of numbers, macros and" run "$dir/constant.hlsl" --groups 1
    awk 'BEGIN { print "struct S0 { uint i : SV_GroupIndex; };"; for (i = 1; i < 40; i++) printf "struct S%d { S%d a; S%d b; };\n", i, i - 1, i - 1
        print "[numWaves(1)] void main(S39 s) {}" }' >"$dir/structs.hlsl"
    expect "structs of structs" 1 - "^$dir/structs.hlsl:1:22: error: SV_GroupIndex is used: $instead" run "$dir/structs.hlsl" --groups 1
}

# ---- what check tells, and the wave count in a source ----------------------------------------------------------------------
looks() {
    printf '%s\n' "$declared" '[shader("amplification")] [numWaves(3)] [WaveSize(4,16,8)] [report_wave_size] void main() { Out[GetGroupWaveIndex()] = 1; }' >"$dir/look.hlsl"
    "$wavefold" check "$dir/look.hlsl" --prefer large --shader-model 6.11 >"$dir/out" 2>"$dir/err"
    for line in "stage           amplification, shader model 6.11" "wave size       WaveSize(4,16,8)" "preference      the largest wave size" \
                "wave size       reported before the dispatch runs" "local size      whole waves, numWaves(3)"; do
        check "check tells: $line" grep -qx -F "$line" "$dir/out"
    done
    check "... which sizes there are" grep -q "^       16     32      3 " "$dir/out"
    check "... and which not" grep -q "^       32  refused: line [0-9]*: the wave size 32 .* expected a power of two from 4 to 16, the range of [Wa-z ]*$" "$dir/out"
    sed "s/WaveSize(4,16,8)/WaveSize(8,64)/" "$dir/look.hlsl" >"$dir/range.hlsl"
    expect "a size below the range of the attribute, which passes the device" 0 "^ *4  refused: .* expected a power of two from 8 to 64, the range of the attribute$" - check "$dir/range.hlsl" --lanes 32
    check "... without a warning of the compiler" test ! -s "$dir/err"
    # 0054, third example, as it spells its names: 4 waves of 16 lanes, all of whose pixels are exported
    head -c 8192 /dev/zero | tr '\000' '\005' >"$dir/pixels"
    for size in 16 32; do
        expect "an array sized by the wave count, waves of $size" 0 "$(printf '0x%08x' $((4 * size)))" - run tb/shaders/doc_numwaves_n.hlsl --entry Main --groups 1 \
            --hex --bind "0.0=$dir/pixels" --bind 0.1=zero:4:- --bind 0.2=zero:2048 --bind 0.3=zero:2048 --wave-size $size --races off
    done
    printf '%s\n' '#include "wavefold.hlsli"' "$declared" 'groupshared uint of[GetGroupWaveCount()];' '[numthreads(30,1,1)] void main(uint i : SV_GroupIndex)' \
        '{ uint n = WaveActiveCountBits(true); of[GetGroupWaveIndex()] = n; GroupMemoryBarrierWithGroupSync(); uint sum = 0;' \
        'for (uint w = 0; w < GetGroupWaveCount(); w++) sum += of[w]; Out[i] = sum << 8 | GetGroupWaveCount(); }' >"$dir/sized.hlsl"
    for size in 4:8 8:4 16:2; do
        waves=${size#*:} size=${size%:*}
        expect "... of threads, waves of $size" 0 "$(printf '0x00001e%02x, 0x00001e%02x' "$waves" "$waves")" - \
            run "$dir/sized.hlsl" --hex --groups 1 --bind 0.0=zero:128:- --wave-size "$size" --races off
        expect "... and idle ones" 0 "$(printf '0x00001e%02x, 0x00001e%02x' $((waves + 3)) $((waves + 3)))" - \
            run "$dir/sized.hlsl" --hex --groups 1 --bind 0.0=zero:128:- --wave-size "$size" --extra 3,idle --races off
    done
    expect "the wave count is no constant of the user's" 1 - "^$dir/sized.hlsl: error: the specialization constant 2046 is the number of waves" \
        run "$dir/sized.hlsl" --groups 1 --bind 0.0=zero:128 --spec 2046=7
    printf '%s\n' '#include "wavefold.hlsli"' "$declared" '[numthreads(64,1,1)] void main(uint i : SV_GroupIndex)' \
        '{ uint lane = WaveGetLaneIndex(), odd = WaveActiveBallot(lane & 1).x; uint2 b = WaveActiveBallot((lane & 1) != 0).xy;' \
        'uint4 mask = (lane & 1) != 0 ? WaveActiveBallot((lane & 1) != 0) : WaveActiveBallot((lane & 1) == 0);' \
        'Out[i] = WaveMultiPrefixCountBits(lane % 3 == 0, mask); }' | sed 's/, odd = .*;/;/' >"$dir/bits.hlsl"
    for size in 8 64; do
        want=$(awk -v s=$size 'BEGIN { for (i = 0; i < 64; i++) { n = 0; for (k = 0; k < i % s; k++) n += k % 2 == i % s % 2 && k % 3 == 0
            printf "%s%d", i ? " " : "", n } }')
        rm -f "$dir/out.bin"
        "$wavefold" run "$dir/bits.hlsl" --groups 1 --bind "0.0=zero:256:$dir/out.bin" --wave-size $size >"$dir/out" 2>"$dir/err"
        check "WaveMultiPrefixCountBits, waves of $size" test "$(echo $(od -An -v -tu4 "$dir/out.bin"))" = "$want"
    done
}

# ---- GLSL and modules ------------------------------------------------------------------------------------------------------
glsl() {
    printf '%s\n' '#version 450' '#extension GL_KHR_shader_subgroup_basic : require' 'layout(local_size_x = 64) in;' 'layout(binding = 0) buffer B { uint o[]; };' \
        'void main() { if (subgroupElect()) o[gl_SubgroupID] = gl_WorkGroupSize.x * 1000 + gl_NumSubgroups; }' >"$dir/size.comp"
    expect "gl_WorkGroupSize" 0 "0x0000fa02, 0x0000fa02" - run "$dir/size.comp" --hex --groups 1 --bind 0.0=zero:8:-
    expect "... of whole waves" 1 - "^$dir/size.comp:5:55: error: gl_WorkGroupSize cannot be used with numWaves (--num-waves); use gl_NumSubgroups \* gl_SubgroupSize instead$" \
        run "$dir/size.comp" --groups 1 --bind 0.0=zero:8 --num-waves 2
    sed -i 's/local_size_x = 64/local_size_x_id = 0/; s/gl_WorkGroupSize/SIZE/; 3a #define NOT gl_WorkGroupSize' "$dir/size.comp"
    sed 's/SIZE/gl_NumSubgroups * gl_SubgroupSize * uvec3/; s/uvec3.x/1u/' "$dir/size.comp" >"$dir/other.comp"
    expect "... where only a comment or a macro names it" 0 "0x0000fa02, 0x0000fa02" - run "$dir/other.comp" --hex --groups 1 --bind 0.0=zero:8:- --num-waves 2
    sed 's/SIZE/gl_WorkGroupSize/' "$dir/size.comp" >"$dir/spec.comp"
    if glslangValidator -V -o "$dir/spec.spv" "$dir/spec.comp" --target-env vulkan1.1 >"$dir/err"; then
        expect "the WorkgroupSize of a module is the launched one" 0 "0x0000fa02, 0x0000fa02" - run "$dir/spec.spv" --hex --groups 1 --bind 0.0=zero:8:- --num-waves 2
    else fail "glslangValidator compiles" "$dir/err"; fi
}
module() {      # MODE...: a module of 96 threads with these execution modes, that leaves the size of its waves
    { printf '%s\n' 'OpCapability Shader' 'OpCapability GroupNonUniform' 'OpCapability SubgroupDispatch' 'OpMemoryModel Logical GLSL450' \
        'OpEntryPoint GLCompute %main "main" %size'
      for mode in "$@"; do echo "OpExecutionMode %main $mode"; done | sed '/Id /s/Mode/ModeId/'
      printf '%s\n' 'OpDecorate %size BuiltIn SubgroupSize' 'OpDecorate %b Block' 'OpMemberDecorate %b 0 Offset 0' 'OpDecorate %o DescriptorSet 0' \
        'OpDecorate %o Binding 0' '%v = OpTypeVoid' '%f = OpTypeFunction %v' '%u = OpTypeInt 32 0' '%zero = OpConstant %u 0' '%one = OpConstant %u 1' \
        '%six = OpConstant %u 6' '%pi = OpTypePointer Input %u' '%size = OpVariable %pi Input' '%b = OpTypeStruct %u' '%pb = OpTypePointer StorageBuffer %b' \
        '%o = OpVariable %pb StorageBuffer' '%pu = OpTypePointer StorageBuffer %u' '%main = OpFunction %v None %f' '%l = OpLabel' '%x = OpLoad %u %size' \
        '%a = OpAccessChain %pu %o %zero' '%old = OpAtomicExchange %u %a %one %zero %x' OpReturn OpFunctionEnd; } >"$dir/module.spvasm"
}
runs_module() { expect "$1" 0 " wave-size=$2 .* waves=$3 " - run "$dir/module.spvasm" --groups 1 --bind 0.0=zero:4 $4; }
refuses_module() { expect "$1" 1 - "^$dir/module.spvasm: error: .*$2" run "$dir/module.spvasm" --groups 1 --bind 0.0=zero:4 $3; }
modes() {
    size="LocalSize 96 1 1"
    module "$size" "SubgroupSize 16"
    runs_module "SubgroupSize 16" 16 6 ""
    runs_module "... asked for too" 16 6 "--wave-size 16"
    runs_module "... with extra waves" 16 7 "--extra 1"
    runs_module "... of whole waves" 16 5 "--num-waves 5"
    refuses_module "... and another size" "the wave size 32 that was asked for is not possible here; expected 16, the only one of SubgroupSize$" "--wave-size 32"
    expect "... as check tells it" 0 "^execution mode  SubgroupSize 16$" "" check "$dir/module.spvasm"
    for wrong in 12 2 256; do module "$size" "SubgroupSize $wrong"; refuses_module "SubgroupSize $wrong" "SubgroupSize $wrong; expected a power of two from 4 to 128$" ""; done
    module "$size" "SubgroupSize 0"
    refuses_module "SubgroupSize 0" "OpExecutionMode at word [0-9]*: ExecutionMode SubgroupSize 0; expected 1 or more$" ""
    for mode in "SubgroupsPerWorkgroup 6" "SubgroupsPerWorkgroupId %six"; do
        module "$size" "$mode"
        runs_module "$mode" 16 6 ""
        runs_module "... with extra waves, of another size" 32 6 "--extra 3"
        refuses_module "... and another size" "the wave size 8 that .* expected 16, the only one of SubgroupsPerWorkgroup$" "--wave-size 8"
        refuses_module "... and another number of waves" "SubgroupsPerWorkgroup 6, but 5 waves of a group are asked for (numWaves); expected one number$" "--num-waves 5"
        runs_module "... the same number" 32 6 "--num-waves 6"
    done
    expect "... as check tells it" 0 "^execution mode  SubgroupsPerWorkgroup 6$" "" check "$dir/module.spvasm"
    module "$size" "SubgroupsPerWorkgroup 6" "SubgroupSize 32"
    refuses_module "both, which cannot be" "SubgroupsPerWorkgroup 6: groups of 96 threads and 0 extra waves have so many waves at no wave size that is allowed$" ""
    module "$size" "SubgroupsPerWorkgroup 3" "SubgroupSize 32"
    runs_module "both, which can" 32 3 ""
    for twice in "SubgroupSize 16" "SubgroupsPerWorkgroup 3" "$size"; do
        module "$size" "$twice" "$twice"
        refuses_module "$twice twice" "second ExecutionMode ${twice%% *}; expected it once$" ""
    done
    module "$size" "RoundingModeRTZ 32" "RoundingModeRTE 16"
    runs_module "RoundingModeRTZ of one width, RoundingModeRTE of another" 32 3 ""
    module "$size" "RoundingModeRTZ 32" "RoundingModeRTE 32"
    refuses_module "both of one" "ExecutionMode RoundingModeRTZ and ExecutionMode RoundingModeRTE, both of 32 bits; expected one of them$" ""
    module "$size" "DenormFlushToZero 16" "DenormPreserve 16"
    refuses_module "DenormFlushToZero and DenormPreserve" "ExecutionMode DenormFlushToZero and ExecutionMode DenormPreserve, both of 16 bits; expected one of them$" ""
    module "SubgroupsPerWorkgroup 5"
    runs_module "SubgroupsPerWorkgroup without a local size" 32 5 ""
    module
    refuses_module "neither" "the entry point main has no LocalSize$" ""
    module "$size" "SubgroupSize 16"
    spirv-as --preserve-numeric-ids -o "$dir/module.spv" "$dir/module.spvasm"
    printf '%s\n' '[WaveSize(8,64)]' 'shader "module.spv"' 'buffer Out[1]' 'bind 0.0 = Out' 'expect Out = { 16 }' >"$dir/module.wfk"
    expect "a kernel file with such a module" 0 "^PASS .* wave-size=16 " - run "$dir/module.wfk"
    sed '/^bind/d; /^buffer/d; /^expect/d' "$dir/module.wfk" >"$dir/unbound.wfk"
    expect "... without its buffer" 3 - ": error: .*is not bound; expected .bind 0.0 = BUFFER.$" run "$dir/unbound.wfk"
    sed -i '1s/.*/[WaveSize(32)]/' "$dir/module.wfk"
    expect "... and another attribute" 3 - "^$dir/module.wfk:2:8: error: .*SubgroupSize 16 is none of the wave sizes of the attribute WaveSize; expected one of them$" \
        run "$dir/module.wfk"
}

if command -v glslangValidator >/dev/null; then
    compiler=$(command -v glslangValidator)
    mkdir "$dir/glslang"
    ln -s "$compiler" "$dir/glslang/glslangValidator"
    before=$PATH
    PATH=$dir/glslang:/usr/bin:/bin
    errors
    endless
    looks
    glsl
    # in `make test` every second row on the model and every fifth on the hardware, which gets the same descriptors, by turns
    if [ "${ALL-1}" != 0 ]; then each=1 least=150; else each=2 least=70; fi
    run_rows "attributes on the model" $least . 32 64
    each=1
    run_rows "attributes on the model, waves of 64 and 128" 20 " (128|16,64,64|- large) |3,idle" 128 64
    if [ "${ALL-1}" != 0 ]; then each=1 least=150; else each=5 least=30; fi
    if has_rtl 32; then run_rows "attributes on the hardware" $least . 32 64 --on rtl; fi
    PATH=$before
else
    echo "SKIP cli: glslangValidator is not installed"
fi
if command -v spirv-as >/dev/null; then modes; else echo "SKIP cli: spirv-as is not installed"; fi
exit $status

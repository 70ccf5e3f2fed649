#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_compilers.sh - sources of shaders: by which compiler, with which words, what becomes of what it prints; compilers of the test's own too.
# What a shader must leave is computed in test_shaders.sh by hand, from its source.
set -u
. tb/cli/lib.sh
scale=tb/cli/scale.spv widths=tb/cli/widths.spv
source=0.1=text:3,0,10,20,0x1e,40 result=1.2=zero:20:$dir/result push=text:100,7
number=$(line scale.comp 'source.values\[i\] \* FACTOR')

# from here on the program sees the compilers of one folder alone, where the test says so
built=$wavefold
alone() {       # FOLDER
    printf '#!/bin/sh\nPATH="%s" exec "%s" "$@"\n' "$1" "$built" >"$dir/alone"
    chmod +x "$dir/alone"
    wavefold=$dir/alone
}

# ---- the compilers that are here ------------------------------------------------------------------------------------------
if command -v glslangValidator >/dev/null; then
    cp tb/cli/scale.comp "$dir/own.comp"
    leaves "a GLSL shader" "134 154 174 0x3f000000 0" "$dir/own.comp" --groups 1 --bind $source --bind "$result" --push $push
    cp tb/cli/scale.comp "$dir/own.glsl"
    cp tb/cli/scale.comp "$dir/OWN.COMP"
    leaves "a GLSL shader named .glsl" "134 154 174 0x3f000000 0" "$dir/own.glsl" --groups 1 --bind $source --bind "$result" --push $push
    leaves "a GLSL shader named .COMP" "134 154 174 0x3f000000 0" "$dir/OWN.COMP" --groups 1 --bind $source --bind "$result" --push $push
    expect "a fault in it" 1 "^FAIL own.comp" "^$dir/own.comp:$number: error: model: fault: " \
        run "$dir/own.comp" --groups 2 --bind 0.1=text:20,0,1 --bind 1.2=zero:128 --push zero:8 --bounds error
    cp tb/cli/scale.comp "$dir/-own.comp"
    (cd "$dir" && "$wavefold" check -- -own.comp) >"$dir/out" 2>"$dir/err"
    check "a name that looks like an option" grep -q "^binding 0.1     source" "$dir/out"
    sed 's/uint value = /uint value @ /' tb/cli/scale.comp >"$dir/wrong.comp"
    expect "a GLSL shader that does not compile" 1 - "^ERROR: $dir/wrong.comp:$number: " run "$dir/wrong.comp" --groups 1
    check "... is told so" grep -q "^$dir/wrong.comp: error: glslangValidator does not compile it" "$dir/err"
    cat >"$dir/parts.comp" <<'END'
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
layout(local_size_x = 8) in;
layout(binding = 0) buffer Bytes { u8vec4 bytes[]; };
void main()
{
    bytes[gl_LocalInvocationIndex >> 1].x = uint8_t(bytes[0].y + bytes[1].w);
    if (gl_LocalInvocationIndex == 7u)
        bytes[1] = u8vec4(1);
}
END
    expect "bytes that one lane stores while another stores the whole word" 1 "^FAIL" "^$dir/parts.comp:.*: error: race: byte 4 of Bytes" \
        run "$dir/parts.comp" --groups 1 --bind 0.0=zero:16 --races error
    sed '/== 7u/,+1d' "$dir/parts.comp" >"$dir/apart.comp"
    expect "bytes that one lane stores while others load those beside them" 0 "^PASS" - run "$dir/apart.comp" --groups 1 --bind 0.0=zero:16
    cat >"$dir/called.comp" <<'END'
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) buffer In { uint src[]; };
const uint TABLE[4] = uint[](11u, 22u, 33u, 44u);
uint twice(uint x)
{
    return x * 2u;
}
void main()
{
    uint own[6], i = gl_LocalInvocationIndex, stride = src[1], first = src[2], at = src[3], from = src[4];
    for (uint k = 0u; k < 6u; k++)
        own[k] = k + i;
    src[5u + i * stride] = twice(i);
    if (i < 6u) own[first + i] = 7u;
    src[5u + i] = own[i % 6u + from] + TABLE[at];
}
END
    # shellcheck disable=SC2046,SC2086  # options
    called() { echo run "$dir/called.comp" --groups 1 --races off --bounds error --limit 20000 --bind "0.0=text:0,$1,0,0,0,0,0,0,0,0,0"; }
    own="of the shader's own memory"
    # of few elements in registers, of many in scratch memory: the same is told of both
    beyond() {      # NAME LINE ACCESS LANE LANES STRIDE,FIRST,AT OPTION...
        expect "$1" 1 "^FAIL" "^  thread ($4,0,0) of group (0,0,0), wave 0 lane $4: byte .* $own (scratch); $5" $(called "$6") ${7-}
        check "... has its line" grep -q "^$dir/called.comp:$2: error: model: fault: .*: $3 .*(scratch)" "$dir/err"
    }
    expect "a fault behind a call has its own line" 1 "^FAIL" "^$dir/called.comp:14: error: model: fault: .* store In" $(called 100,0,0)
    beyond "an index beyond a small array of a lane" 15 store.private 5 "1 lane" 1,1,0
    beyond "... of a wave of 4" 15 store.private 2 "4 lanes" 1,4,0 "--wave-size 4"
    beyond "... in a load" 16 load 3 "3 lanes" 1,0,0,3
    sed "s/own\[6\]/own[24]/; s/k < 6u/k < 24u/" "$dir/called.comp" >"$dir/small.comp"
    mv "$dir/small.comp" "$dir/called.comp"
    beyond "an index beyond an array of a lane" 15 store.private 5 "1 lane" 1,19,0
    beyond "... of a wave of 4" 15 store.private 2 "4 lanes" 1,22,0 "--wave-size 4"
    beyond "... in a load" 16 load 3 "3 lanes" 1,0,0,21
    expect "an index beyond a table" 1 "^FAIL" "^$dir/called.comp:16: error: model: fault: .* load r[0-9]*, (table)" $(called 1,0,4)
    expect "... and within them" 0 "^PASS" - $(called 1,0,3)
    cat >"$dir/stuck.comp" <<'END'
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) buffer In { uint src[]; };
void main()
{
    uint step = src[gl_LocalInvocationIndex + 1000u];
    for (uint k = 0u; k < 100u; k += step)
        src[gl_LocalInvocationIndex] += 1u;
}
END
    expect "a run that does not end tells of the fault before" 1 "^FAIL" "^$dir/stuck.comp:6: warning: model: fault: .* load r[0-9]*, In" \
        run "$dir/stuck.comp" --groups 1 --bind 0.0=zero:32 --limit 5000
    awk '/^```glsl/ { p = 1; next } /^```/ { p = 0 } p' README.md >"$dir/sums.comp"
    sed -n 's/^    \$ build\/bin\/wavefold \(run sums.comp .*-\) --wave-size 4$/\1/p' README.md >"$dir/command"
    expect "the first example of the README" 0 "    0, 3, 4, 8, 0, 5, 14, 16    // 0" - \
        $(sed "s|sums.comp|$dir/sums.comp|" "$dir/command") --wave-size 4
    expect "... with waves of 8" 0 "    0, 3, 4, 8, 9, 14, 23, 25    // 0" - \
        $(sed "s|sums.comp|$dir/sums.comp|" "$dir/command") --wave-size 8
    mkdir "$dir/folder.comp"
    expect "a folder" 4 - "^$dir/folder.comp: error: cannot open: Is a directory" run "$dir/folder.comp" --groups 1
    cat >"$dir/own.hlsl" <<'END'
RWStructuredBuffer<uint> Result : register(u2);
[numthreads(4, 1, 1)] void Fill(uint3 id : SV_DispatchThreadID) { Result[id.x] = 3 * id.x; }
END
    cat >"$dir/waves.hlsl" <<'END'
#include "wavefold.hlsli"
RWStructuredBuffer<uint> Result : register(u0);
[numthreads(16, 1, 1)] void main(uint i : SV_GroupIndex)
{
    uint wave = GetGroupWaveIndex();        // of all threads: some compilers have it hold a barrier
    Result[i] = 100 * GetGroupWaveCount() + (wave < 4 ? 1 : 0);
}
END
    mkdir "$dir/glslang"
    ln -s "$(command -v glslangValidator)" "$dir/glslang/glslangValidator"
    alone "$dir/glslang"
    expect "an HLSL shader by glslang" 0 "0x00000000, 0x00000003, 0x00000006, 0x00000009" - \
        run "$dir/own.hlsl" --entry Fill --hex --groups 1 --bind 0.2=zero:16:-
    expect "an entry point that glslang does not find" 1 - "^$dir/own.hlsl: error: no entry point main; expected --entry" check "$dir/own.hlsl"
    printf '%s\n' 'RWStructuredBuffer<uint> Result;' '[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { Result[i] = WavePrefixSum(i); }' >"$dir/scan.hlsl"
    expect "a scan that glslang makes another one of" 0 "^PASS" "^$dir/scan.hlsl: warning: glslang makes WavePrefixSum" \
        run "$dir/scan.hlsl" --groups 1 --bind 0.0=zero:16
    printf '%s\n' 'StructuredBuffer<uint> In : register(t0);' 'RWStructuredBuffer<uint> Result : register(u0);' \
        '[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { Result[i] = In[i] + 1; }' >"$dir/numbers.hlsl"
    expect "t0 and u0, which become one buffer" 0 "^PASS" "^$dir/numbers.hlsl: note: .* and .* (binding 0.0): one buffer, though not Aliased: did" \
        run "$dir/numbers.hlsl" --groups 1 --bind 0.0=zero:16
    expect "... in the check" 0 "^binding 0.0 .*: the same memory as .*, though not Aliased;" - check "$dir/numbers.hlsl"
    sed 's/(u0)/(u1)/' "$dir/numbers.hlsl" >"$dir/numbers1.hlsl"
    expect "... with numbers of their own" 0 "^PASS" - run "$dir/numbers1.hlsl" --groups 1 --bind 0.0=zero:16 --bind 0.1=zero:16
    expect "GetGroupWaveIndex and GetGroupWaveCount" 0 "0x00000191, 0x00000191, 0x00000191" - \
        run "$dir/waves.hlsl" --wave-size 4 --hex --groups 1 --bind 0.0=zero:64:-
    # the last of four pixels goes: its neighbour, of 2 * 2, sees 3 * 3 + 5 there
    for leave in 'discard' 'clip(-1)'; do
        printf '%s\n' "[[vk::binding(0)]] RWStructuredBuffer<int> Seen;" \
            "float2 main(float4 p : SV_Position) : SV_Target { int x = int(p.x), v = x * x; if (x == 3) { v += 5; $leave; }" \
            "  if (x == 3) Seen[0] = 1; return float2(QuadReadAcrossX(v), ddx(float(v))); }" >"$dir/leave.hlsl"
        expect "$leave makes a helper lane" 0 "{14.0, 10.0}, {0.0, 0.0}" - run "$dir/leave.hlsl" --draw 4x1 --bind 0.0=zero:4 --expect 0.0=text:0 --output 0=rg32f:-
    done
    wavefold=$built
    no_leftovers "glslang: no temporary file is left"
    # letters beyond ASCII, which glslang writes wrong into the module: names of folder, shader and included file, comments
    mkdir "$dir/ümläut"
    cat >"$dir/ümläut/größe.comp" <<'END'
#version 450
#extension GL_GOOGLE_include_directive : require
#include "grün.glsl"
layout(local_size_x = 4) in;
layout(binding = 0) buffer Out { uint v[]; } dst;
/* Länge */
void main() { dst.v[four()] = 1; /* über alles */ }
END
    echo 'shared uint x[4]; uint four() { return x[gl_LocalInvocationIndex] + 4; } // grün, é' >"$dir/ümläut/grün.glsl"
    beyond() { expect "$1" 1 "^FAIL größe.comp" "$2" run "$dir/ümläut/größe.comp" --groups 1 --bind 0.0=zero:16 --bounds error; }
    beyond "a shader whose folder and name are beyond ASCII" "^$dir/ümläut/größe.comp:7: error: model: fault"
    beyond "... whose source is" "^ *7 | void main() { dst.v\\[four()\\] = 1; /\\* über alles \\*/ }$"
    expect "... which includes one that is" 0 "^// $dir/ümläut/grün.glsl:1  .*// grün, é$" - asm "$dir/ümläut/größe.comp"
else
    echo "SKIP cli: glslangValidator is not installed"
fi
if command -v spirv-as >/dev/null; then
    expect "an assembly source" 0 "0x00003c00, 0x00000007," - run tb/cli/widths.spvasm --entry short --hex --groups 1 --bind 0.0=zero:16:- --races off
    for aliased in "A B" "A" "B" "" GLSL same; do
        { printf '%s\n' 'OpCapability Shader' 'OpMemoryModel Logical GLSL450' 'OpEntryPoint GLCompute %main "main"' 'OpExecutionMode %main LocalSize 1 1 1' \
            "OpSource $(case $aliased in GLSL) echo GLSL 450 ;; *) echo HLSL 600 ;; esac)" 'OpName %A "A"' \
            "OpName %B \"$(case $aliased in same) echo A ;; *) echo B ;; esac)\"" 'OpDecorate %block Block' 'OpMemberDecorate %block 0 Offset 0'
          for v in A B; do printf 'OpDecorate %%%s DescriptorSet 0\nOpDecorate %%%s Binding 0\n' $v $v; done
          for v in $(echo "$aliased" | sed 's/GLSL//; s/same//'); do echo "OpDecorate %$v Aliased"; done
          printf '%s\n' '%void = OpTypeVoid' '%fn = OpTypeFunction %void' '%uint = OpTypeInt 32 0' '%zero = OpConstant %uint 0' '%block = OpTypeStruct %uint' \
            '%to_block = OpTypePointer StorageBuffer %block' '%to_uint = OpTypePointer StorageBuffer %uint' '%A = OpVariable %to_block StorageBuffer' \
            '%B = OpVariable %to_block StorageBuffer' '%main = OpFunction %void None %fn' '%entry = OpLabel' '%a = OpAccessChain %to_uint %A %zero' \
            '%b = OpAccessChain %to_uint %B %zero' '%x = OpLoad %uint %a' 'OpStore %b %x' OpReturn OpFunctionEnd; } >"$dir/twice.spvasm"
        case $aliased in "A B" | GLSL | same) note=- ;; *) note="twice.spvasm: note: A and B (binding 0.0): one buffer, though not Aliased" ;; esac
        expect "two variables of one binding, Aliased: ${aliased:-none}" 0 "^PASS" "$note" run "$dir/twice.spvasm" --hex --groups 1 --bind 0.0=zero:16
        expect "... at two sizes" 0 "^PASS" "$note" run "$dir/twice.spvasm" --groups 1 --bind 0.0=zero:16 --wave-size 4,8
    done
    sed 's/"A"/"xgrößeööööööööööööööööööö"/' "$dir/twice.spvasm" >"$dir/long.spvasm"       # 31 bytes would end within a character
    expect "a name that has to be cut keeps its characters whole" 0 "load r[0-9]*, xgröße\\(ö\\)\\{11\\}\\[" - asm "$dir/long.spvasm"
    echo "OpNonsense" >"$dir/wrong.spvasm"
    expect "a text that does not assemble" 1 - "^error: 1" run "$dir/wrong.spvasm" --groups 1
    check "... is told so" grep -q "^$dir/wrong.spvasm: error: spirv-as does not compile it" "$dir/err"
else
    echo "SKIP cli: spirv-as is not installed"
fi
# compilers of the test's own: what they are asked for, and what becomes of what they say
mkdir "$dir/path"
compiler() {    # NAME BODY: a compiler that writes down its words; \$out is where its module goes
    { printf '#!/bin/sh\n'
      printf '[ "$1" != --help ] || { echo "%s"; exit 0; }\n' "${3-}"
      printf 'echo "%s $*" >>"%s"\nout=\nfor word in "$@"; do case $last in -o|-Fo) out=$word ;; esac; last=$word; done\n%s\n' "$1" "$dir/words" "$2"
    } >"$dir/path/$1"
    chmod +x "$dir/path/$1"
}
asked() { check "$1" grep -q -e "$2" "$dir/words"; }
module="/bin/cp $root/$widths \"\$out\""
for ending in comp hlsl slang spvasm cl; do : >"$dir/x.$ending"; done
alone "$dir/path"
for ending in comp hlsl slang spvasm cl; do
    expect "no compiler for .$ending" 4 - "^$dir/x.$ending: error: no compiler for it in PATH; expected [a-z]" run "$dir/x.$ending" --groups 1
done
run_x() { expect "$1" "$2" "$3" "$4" run "$dir/x.$5" --entry short --hex --groups 1 --bind 0.0=zero:16:- --races off; }
compiler glslangValidator "$module" "--target-env {vulkan1.0 | vulkan1.1 | vulkan1.3 | opengl}"
run_x ".hlsl by glslangValidator" 0 "0x00003c00, 0x00000007," - hlsl
asked "... what it is asked for" "^glslangValidator -D -S comp -e short -V -g --target-env vulkan1.1 .*-o .* $dir/x.hlsl$"
asked "... where wavefold.hlsli is" " -I$root/c_model/include/wavefold "
compiler dxc "$module" "vulkan1.1 vulkan1.1spirv1.4 vulkan1.2"
run_x ".hlsl by dxc, when it is there" 0 "0x00003c00, 0x00000007," - hlsl
asked "... what it is asked for" "^dxc -spirv -T cs_6_6 -E short -fspv-target-env=vulkan1.2 -Zi .*-Fo .* $dir/x.hlsl$"
attributes() { printf '%s\n' "RWStructuredBuffer<uint> Out;" "$1" "void short() { Out[0] = $2; }" >"$dir/x.hlsl"; }
for profile in 6:'[numthreads(1,1,1)]':1 6:'[numthreads(1,1,1)] [WaveSize(16)]':1 8:'[numthreads(1,1,1)] [WaveSize(8,32)]':1 \
               8:'[WaveSize(8,32,16)] [numthreads(1,1,1)]':1 7:'[numthreads(1,1,1)]':'QuadAny(true)'; do
    rest=${profile#*:}
    attributes "${rest%:*}" "${rest##*:}"
    run_x "dxc: ${rest%:*} ${rest##*:}" 0 "0x00003c00" - hlsl
    tail -n 1 "$dir/words" >"$dir/list"
    check "... is asked for cs_6_${profile%%:*}" grep -q "^dxc -spirv -T cs_6_${profile%%:*} -E short -fspv" "$dir/list"
done
expect "... for the one that the command line names" 0 "0x00003c00" - run "$dir/x.hlsl" --entry short --hex --groups 1 --bind 0.0=zero:16:- --races off --shader-model 6.4
asked "... as it does" "^dxc -spirv -T cs_6_4 -E short"
attributes "[shader(\"amplification\")] [numWaves(3)] [WaveSize(8)]" 1
expect "dxc: numWaves and a stage reach the dispatch" 0 "wave-size=8 .* waves=3 " - run "$dir/x.hlsl" --entry short --groups 1 --bind 0.0=zero:16 --races off
asked "... and what it does not know is hidden from it" "^dxc -spirv -T cs_6_6 -DWAVEFOLD_NUM_WAVES=3 -DnumWaves(n)=numthreads(128,1,1) -Dshader=wavefold_shader -E short"
attributes "[numWaves(3)]" "GetGroupNumWaves()"
expect "dxc: a name of wavefold.hlsli without it" 0 " waves=3 " - run "$dir/x.hlsl" --entry short --groups 1 --bind 0.0=zero:16 --races off
asked "... gets both in one" "^dxc -spirv -T cs_6_6 -DWAVEFOLD_NUM_WAVES=3 -E short .* -I$root/c_model/include/wavefold -I/[^/]* -Fo .*/wavefold[.].*[.]hlsl$"
attributes "[numWaves(3)] [numthreads(1,1,1)]" 1
: >"$dir/words"
expect "dxc: both shapes" 1 - "^$dir/x.hlsl:2:16: error: both numthreads and numWaves are given" run "$dir/x.hlsl" --entry short --groups 1
check "... without asking it" test ! -s "$dir/words"
attributes '#ifdef __hlsl_dx_compiler
[numWaves(5)]
#endif' 1
expect "dxc: its own macro" 0 " waves=5 " - run "$dir/x.hlsl" --entry short --groups 1 --bind 0.0=zero:16 --races off
: >"$dir/x.hlsl"
compiler slangc "/bin/cp $root/$scale \"\$out\""
expect ".hlsl by slangc, before all others; it names the entry point as it likes" 1 "" "^$dir/x.hlsl: error: binding 0.1 (source) has no buffer" \
    run "$dir/x.hlsl" --entry short --groups 1
asked "... what it is asked for" "^slangc $dir/x.hlsl -target spirv -entry short -stage compute -g .*-o "
printf '%s\n' '[numWaves(2)] void main() {}' >"$dir/x.hlsl"
expect "slangc: an entry point without a mark" 1 "" "has no buffer" run "$dir/x.hlsl" --groups 1
asked "... is named, and numWaves hidden" "^slangc $dir/x.hlsl -target spirv -entry main -stage compute -g -DWAVEFOLD_NUM_WAVES=2 -DnumWaves=numthreads "
printf '%s\n' '#ifdef __SLANG__' '[shader("compute")] [numWaves(0)] void a() {}' '[shader("compute")] [numWaves(2)] void b() {}' '#endif' >"$dir/x.slang"
expect "slangc: attributes of several entry points" 1 - "^$dir/x.slang:2:22: error: an attribute of one of 2 entry points; expected --entry" run "$dir/x.slang" --groups 1
expect "... of one of them" 1 - "^$dir/x.slang:2:22: error: numWaves(X): X must be an integer greater than zero$" run "$dir/x.slang" --groups 1 --entry a
: >"$dir/x.slang"
: >"$dir/x.hlsl"
expect ".slang by slangc" 1 "" "has no buffer" run "$dir/x.slang" --groups 1
asked "... all entry points" "^slangc $dir/x.slang -target spirv -g .*-o "
cp "$dir/x.slang" "$dir/x.SLANG"
expect ".SLANG by slangc" 1 "" "has no buffer" run "$dir/x.SLANG" --groups 1
asked "... which is told the language" "^slangc -lang slang $dir/x.SLANG -target spirv -g .*-o "
printf '%s\n' 'float4 main() : SV_Target { discard; return 0; }' >"$dir/x.hlsl"
expect "slangc: a pixel shader with discard" 1 - "no fragment entry point" check "$dir/x.hlsl" --draw 1x1
asked "... which is to make helper lanes" "^slangc $dir/x.hlsl -target spirv -entry main -stage fragment -capability spvDemoteToHelperInvocation -g "
run_x ".comp by glslangValidator" 0 "0x00003c00, 0x00000007," - comp
asked "... what it is asked for" "^glslangValidator -V -g --target-env vulkan1.3 .*-o .* $dir/x.comp$"
compiler spirv-as "$module"
run_x ".spvasm by spirv-as" 0 "0x00003c00, 0x00000007," - spvasm
compiler glslangValidator "echo a note; echo a warning >&2; $module" vulkan1.1
run_x "what a compiler says goes to standard error" 0 "0x00003c00" "^a note$" comp
check "... all of it" grep -q "^a warning$" "$dir/err"
compiler glslangValidator "echo $dir/x.comp; $module" vulkan1.1
run_x "... but the name of the source" 0 "0x00003c00" - comp
compiler glslangValidator "echo it is wrong; exit 2" vulkan1.1
expect "a compiler that refuses" 1 - "^it is wrong$" run "$dir/x.comp" --groups 1
compiler glslangValidator "kill -9 \$\$" vulkan1.1
expect "a compiler that dies" 4 - "^$dir/x.comp: error: .*glslangValidator was ended by signal 9" run "$dir/x.comp" --groups 1
compiler glslangValidator "exit 0" vulkan1.1
expect "a compiler that writes nothing" 1 - "^$dir/x.comp: error: not a SPIR-V module" run "$dir/x.comp" --groups 1
compiler glslangValidator "$module" "no environment"
run_x "a compiler that knows no environment by name" 0 "0x00003c00" - comp
tail -n 1 "$dir/words" >"$dir/list"
check "... gets none" sh -c "! grep -q target-env '$dir/list'"
no_leftovers "compilers: no temporary file is left"
# ended while the compiler works: neither it nor its file is left
compiler glslangValidator "echo \$\$ >$dir/pid; exec /bin/sleep 60" vulkan1.1
(exec "$wavefold" run "$dir/x.comp" --groups 1) 2>/dev/null &
started=$!
for wait in 1 2 3 4 5 6 7 8 9 10; do [ -s "$dir/pid" ] || sleep 0.3; done
kill -TERM $started
wait $started
check "a signal ends the program" test $? = 143
check "... and its compiler" sh -c "! kill -0 $(cat "$dir/pid") 2>/dev/null"
no_leftovers "... and leaves no temporary file"
wavefold=$built
exit $status

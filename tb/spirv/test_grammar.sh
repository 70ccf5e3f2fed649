#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_grammar.sh - grammar.def, made from the grammar of SPIR-V: rows as the specification has them, one name for an opcode, all names of a value,
# the rows of grammar_new.def once whether the grammar has them or not; without a grammar, or with part of one, the build says what to install.
# Needs: c_model/spirv/module/grammar.def
# Reads: sim/spirv/grammar.sh sim/spirv/grammar.awk sim/spirv/grammar_new.def
set -u
BUILD=${BUILD:-build} status=0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

verdict() {     # WHAT COMMAND...
    what=$1
    shift
    if "$@"; then echo "PASS grammar $what"; else echo "FAIL grammar $what"; status=1; fi
}
row_in() { grep -qxF -e "$2" "$1" || { echo "no row $2"; return 1; }; }
rows_in() { while read -r row; do row_in "$1" "$row" || return 1; done; }
once() { [ "$(grep -c -e "$2" "$1")" = 1 ] || { grep -e "$2" "$1"; return 1; }; }

verdict "has rows of the specification" rows_in "$BUILD/c_model/spirv/module/grammar.def" <<'END'
WFS_INSTRUCTION(IAdd, 128, "", "trii")
WFS_INSTRUCTION(Constant, 43, "", "trn")
WFS_INSTRUCTION(EntryPoint, 15, "", "lisi*")
WFS_INSTRUCTION(Phi, 245, "", "trp*")
WFS_INSTRUCTION(ReadClockKHR, 5056, "ShaderClockKHR", "tri")
WFS_INSTRUCTION(GroupNonUniformQuadAnyKHR, 5111, "QuadControlKHR", "tri")
WFS_ENUM(BuiltIn, GlobalInvocationId, 28)
WFS_ENUM(MemorySemantics, UniformMemory, 0x0040)
WFS_ENUM(Capability, QuadControlKHR, 5087)
WFS_GLSL(FMix, 46)
WFS_OPENCL(vstorea_halfn_r, 181)
END

# an older way to give an opcode two names, and a newer one to give a value two; QuadAll is of grammar_new.def too
cat >"$dir/spirv.core.grammar.json" <<'END'
{
  "instructions" : [
    {
      "opname" : "OpFirst",
      "class"  : "Miscellaneous",
      "opcode" : 7000,
      "operands" : [
        { "kind" : "IdResultType" },
        { "kind" : "IdResult" },
        { "kind" : "IdRef", "quantifier" : "*", "name" : "'Operands'" }
      ],
      "capabilities" : [
        "Given",
        "Kept"
      ]
    },
    {
      "opname" : "OpSecond",
      "class"  : "Miscellaneous",
      "opcode" : 7000
    },
    {
      "opname" : "OpGroupNonUniformQuadAllKHR",
      "class"  : "Non-Uniform",
      "opcode" : 5110
    }
  ],
  "operand_kinds" : [
    {
      "category" : "ValueEnum",
      "kind" : "Capability",
      "enumerants" : [
        {
          "enumerant" : "QuadControlKHR",
          "value" : 5087
        },
        {
          "enumerant" : "Given",
          "aliases" : ["Taken", "Kept"],
          "value" : 9000
        }
      ]
    }
  ]
}
END
printf '%s\n' '{' '  "instructions" : [' '    {' '      "opname" : "Round",' '      "opcode" : 1' '    }' '  ]' '}' \
    >"$dir/extinst.glsl.std.450.grammar.json"
printf '%s\n' '{' '  "instructions" : [' '    {' '      "opname" : "acos",' '      "opcode" : 0' '    }' '  ]' '}' \
    >"$dir/extinst.opencl.std.100.grammar.json"
sim/spirv/grammar.sh "$dir" >"$dir/made"
verdict "has what a grammar gives" rows_in "$dir/made" <<'END'
WFS_INSTRUCTION(First, 7000, "Given Kept", "tri*")
WFS_ENUM(Capability, Given, 9000)
WFS_ENUM(Capability, Taken, 9000)
WFS_ENUM(Capability, Kept, 9000)
WFS_GLSL(Round, 1)
WFS_OPENCL(acos, 0)
WFS_INSTRUCTION(ExtInstWithForwardRefsKHR, 4433, "", "trili*")
END
verdict "has an opcode once" once "$dir/made" ', 7000, '
verdict "has an instruction of grammar_new.def once" once "$dir/made" ', 5110, '
verdict "has a name of grammar_new.def once" once "$dir/made" 'Capability, QuadControlKHR'

said() {
    [ $rc != 0 ] && grep -q "^$dir/none/spirv.core.grammar.json is not there; .*apt-get install spirv-headers" "$dir/said" && return
    cat "$dir/said"
    return 1
}
for build in "$dir/build" "$BUILD"; do
    make -s BUILD="$build" SPIRV_GRAMMAR="$dir/none" "$build/c_model/spirv/module/grammar.def" >"$dir/said" 2>&1
    rc=$?
    verdict "that is missing stops the build with what to install, $([ "$build" = "$BUILD" ] && echo made already || echo in a fresh folder)" said
done
verdict "... and leaves none" [ ! -e "$dir/build/c_model/spirv/module/grammar.def" ]
mv "$dir/spirv.core.grammar.json" "$dir/whole"
for damage in 'head -c 300' 'tail -n 5' 'sed s/enumerant/x/' 'echo' true; do
    $damage "$dir/whole" >"$dir/spirv.core.grammar.json"
    sim/spirv/grammar.sh "$dir" >"$dir/made" 2>"$dir/said"
    verdict "that is damaged, by $damage, is refused" test $? = 1 -a ! -s "$dir/made" -a \
        "$(grep -c "^$dir/spirv.core.*json is damaged, it has no" "$dir/said")" = 1
done
exit $status

# SPDX-License-Identifier: Apache-2.0
# grammar.awk - the rows of a grammar file of SPIR-V for sim/spirv/grammar.sh; prefix=GLSL, OPENCL: of an extended instruction set.
# The files are written one member a line, which is all the JSON that is read here.
function text(line) { sub(/^[^:]*: *"/, "", line); sub(/".*$/, "", line); return line }
function number(line) { sub(/^[^:]*: */, "", line); gsub(/[", ]/, "", line); return line }
function letter(kind) {
    if (kind == "IdResultType") return "t"
    if (kind == "IdResult") return "r"
    if (kind == "IdRef" || kind == "IdScope" || kind == "IdMemorySemantics") return "i"
    if (kind == "LiteralString") return "s"
    if (kind == "LiteralContextDependentNumber") return "n"
    if (kind ~ /^Pair/) return "p"
    return "l"
}
/"opname"/ {
    if (name != "") row()
    name = text($0); sub(/^Op/, "", name); needs = ""; code = ""; shape = ""
}
/"capabilities"/ && !kinds { needs = ""; listing = 1; sub(/^[^:]*:/, "") }
listing {
    for (i = 1; i <= split($0, word, /[][", ]+/); i++)
        if (word[i] != "") needs = needs (needs == "" ? "" : " ") word[i]
    if (/]/) listing = 0
}
/"opcode"/ { code = number($0) }
/"operand_kinds"/ { if (name != "") row(); name = "" ; kinds = 1 }
/"kind"/ && !kinds {
    n = split($0, member, /[{},]/)
    for (i = 1; i <= n; i++) {
        if (member[i] ~ /"kind"/) shape = shape letter(text(member[i]))
        if (member[i] ~ /"quantifier"/) shape = shape text(member[i])
    }
}
/"quantifier"/ && !kinds && !/"kind"/ { shape = shape text($0) }
/"kind"/ && kinds && !/"kind" *: *"(Id|Literal)/ && !/\{/ { kind = text($0) }
/"enumerant"/ { names = text($0) }
/"aliases"/ && kinds { gsub(/^[^:]*:|[]["]|, *$/, ""); gsub(/,/, " "); names = names " " $0 }
/"value"/ && kinds && names != "" {
    if (kind ~ /^(Capability|BuiltIn|Decoration|StorageClass|ExecutionMode|ExecutionModel|Scope|GroupOperation|MemorySemantics|AddressingModel|MemoryModel|SourceLanguage|Dim|ImageFormat|ImageOperands|FPRoundingMode)$/)
        for (i = 1; i <= split(names, one, " "); i++)
            printf "WFS_ENUM(%s, %s, %s)\n", kind, one[i], number($0)
    names = ""
}
function row() {
    if (prefix != "")
        printf "WFS_%s(%s, %s)\n", prefix, name, code
    else
        printf "WFS_INSTRUCTION(%s, %s, \"%s\", \"%s\")\n", name, code, needs, shape
}
END { if (name != "") row() }

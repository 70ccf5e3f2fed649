# SPDX-License-Identifier: Apache-2.0
# enumerants.awk - "KIND NAME" lines for test_enumerants.sh.  mode=judged: of enumerants.def; mode=all: of a grammar file of SPIR-V; mode=grammar: of
# those the ones that a module with Shader or Kernel can have.  Of several names of one value one counts.
function judged(line,   word, i, n, kind) {
    kind = line; sub(/^WFS_ENUMERANTS\(/, "", kind); sub(/,.*/, "", kind)
    sub(/^[^"]*"/, "", line)
    sub(/", *"[^"]*("[ ]*"[^"]*)*"\)$/, "", line)       # the words
    gsub(/"/, "", line)
    n = split(line, word, " ")
    for (i = 1; i <= n; i++) print kind, word[i]
}
mode == "judged" && /^WFS_ENUMERANTS\(/ { entry = "" }
mode == "judged" && (/^WFS_ENUMERANTS\(/ || (entry != "" && /^ /)) {
    line = $0; sub(/^ +/, "", line); entry = entry line
    if (line ~ /\)$/) { judged(entry); entry = "" }
}
mode == "judged" { next }

/"operand_kinds"/ { kinds = 1 }
!kinds { next }
/"kind"/ && !/"kind" *: *"(Id|Literal)/ && !/\{/ { kind = $0; sub(/^[^:]*: *"/, "", kind); sub(/".*/, "", kind) }
/"enumerant"/ { name = $0; sub(/^[^:]*: *"/, "", name); sub(/".*/, "", name); id = kind " " name; list[++count] = id }
/"capabilities"/ { listing = 1; sub(/^[^:]*:/, "") }
listing { line = $0; more = line !~ /\]/; gsub(/[][",]/, " ", line); needs[id] = needs[id] " " line; listing = more }
/"value"/ {
    number = $0; sub(/^[^:]*:/, "", number); gsub(/[^0-9a-fx]/, "", number); value[id] = kind " " number
    if (!(value[id] in first) || rank(id) < rank(first[value[id]])) first[value[id]] = id
}

# Shader or Kernel has it, or it can be beside one of them
function reaches(capability,   word, i, n) {
    if (capability ~ /INTEL$/) return 0
    if (capability == "Shader" || capability == "Matrix" || capability == "Kernel") return 1
    if (capability in known) return known[capability]
    known[capability] = 0
    n = split(needs["Capability " capability], word, " ")
    known[capability] = n == 0
    for (i = 1; i <= n; i++) if (reaches(word[i])) known[capability] = 1
    return known[capability]
}
END {
    for (i = 1; i <= count; i++) {
        id = list[i]; split(id, part, " ")
        if (mode == "all") { print id; continue }
        if (part[1] !~ /^(ExecutionModel|ExecutionMode|Decoration|BuiltIn|StorageClass|Dim|ImageOperands|MemoryAccess|MemorySemantics|Scope|GroupOperation|AddressingModel|MemoryModel|FPRoundingMode|PackedVectorFormat|LoopControl|SelectionControl|FunctionControl|FunctionParameterAttribute)$/) continue
        intel = part[2] ~ /(INTEL|ALTERA)$/
        if ((intel && part[1] !~ /^(Decoration|ExecutionMode)$/) || first[value[id]] != id) continue
        n = split(needs[id], word, " "); reached = n == 0 || intel
        for (k = 1; k <= n; k++) if (reaches(word[k])) reached = 1
        if (reached) print id
    }
}
# of names of one value the plain one counts, else that of the Khronos group, and then of several vendors
function rank(id) { return id ~ /GOOGLE$/ ? 4 : id ~ /NV$/ ? 3 : id ~ /EXT$/ ? 2 : id ~ /(KHR|AMD|ARM)$/ ? 1 : 0 }

# SPDX-License-Identifier: Apache-2.0
# frame.awk FRAME SOURCE - print SOURCE, a module in the assembly of SPIR-V.  Lines of FRAME (tb/common/frame.spvasm) complete it:
#   - the capability; the memory model, the entry point and the execution mode, each only if SOURCE has none
#   - definitions of names that SOURCE uses and does not define, with their decorations.  A decoration of SOURCE replaces one with the same words except the last
#   - the function %main, if SOURCE does not define it: the instructions of SOURCE that are in no function become its body
# Each line goes to the part of the module where SPIR-V requires it.
# SOURCE may have lines from "; for n = 1..9" (any bounds) to "; end": they are copied once per n, with the numbers in place of <n> and <n-1>.

# the parts of a module in their order; from BEGINNING on those of %main
BEGIN {
    MODEL = 4; ENTRY = 5; MODE = 6; DECORATIONS = 9; DEFINITIONS = 10; FUNCTIONS = 11
    BEGINNING = 12; VARIABLES = 13; VALUES = 14; BODY = 15; ENDING = 16
}
# 0: an instruction of a function
function part_of(op) {
    if (op == "OpCapability") return 1
    if (op == "OpExtension") return 2
    if (op == "OpExtInstImport") return 3
    if (op == "OpMemoryModel") return MODEL
    if (op == "OpEntryPoint") return ENTRY
    if (op ~ /^OpExecutionMode/) return MODE
    if (op ~ /^Op(String|Source)/) return 7
    if (op ~ /^Op(Name|MemberName|ModuleProcessed|Alias.*Decl.*)$/) return 8
    if (op ~ /^Op(Group|Member|GroupMember)?Decorat/) return DECORATIONS
    if (op ~ /^(Op(Type|Constant|SpecConstant|Undef|Variable)|!)/) return DEFINITIONS
    return 0
}
# all words of a line but the last
function start_of(line) { sub(/ +[^ ]+ *$/, "", line); gsub(/ +/, " ", line); return line }
function note_uses(line) {
    sub(/^ *%[^ ]+ =/, "", line)
    for (; match(line, /%[A-Za-z0-9_]+/); line = substr(line, RSTART + RLENGTH)) used[substr(line, RSTART, RLENGTH)]
}
function source_line(line,   word, op, part) {
    pending = pending line "\n"
    if (line ~ /^ *(;.*)?$/ || line ~ /^ *Op(No)?Line/) return           # goes where the line below goes
    split(line, word, " ")
    op = word[2] == "=" ? word[3] : word[1]
    part = part_of(op)
    if (op == "OpFunction") inside = 1
    if (inside) part = FUNCTIONS
    else if (op == "OpVariable" && word[5] == "Function") part = VARIABLES
    else if (part == 0 || BODY in text) part = BODY
    if (op == "OpFunctionEnd") inside = 0
    text[part] = text[part] pending
    pending = ""
    if (word[2] == "=") defined[word[1]]
    if (part == DECORATIONS) given[start_of(line)]
    if (op == "OpVariable" && word[5] == "Input") inputs = inputs " " word[1]
    note_uses(line)
}

FNR == NR {
    if (!/^ *(;.*)?$/) frame[++lines] = $0
    next
}
/^; for n = / { split($5, bound, /\.\./); block = ""; repeated = 1; next }
/^; end$/ {
    repeated = 0
    count = split(block, body, "\n") - 1
    for (n = bound[1]; n <= bound[2]; n++)
        for (i = 1; i <= count; i++) {
            line = body[i]
            gsub(/<n>/, n, line)
            gsub(/<n-1>/, n - 1, line)
            source_line(line)
        }
    next
}
repeated { block = block $0 "\n"; next }
{ source_line($0) }

END {
    own_main = "%main" in defined
    if (!own_main) note_uses("%void %function")
    for (i = lines; i > 0; i--) {            # backwards, for a definition uses those above it
        split(frame[i], word, " ")
        if (word[2] == "=" && word[1] in used && !(word[1] in defined)) {
            taken[word[1]]
            note_uses(frame[i])
            for (k in word)
                if (word[k] in defined) {
                    print word[1] " is made of " word[k] ", which has another definition here: expected one of " word[1] " too" >"/dev/stderr"
                    exit 1
                }
            if (word[3] == "OpVariable" && word[5] == "Input") inputs = inputs " " word[1]
        }
    }
    for (i = 1; i <= lines; i++) {
        split(frame[i], word, " ")
        part = part_of(word[2] == "=" ? word[3] : word[1])
        if (part == 0) part = word[1] == "%main" || word[3] == "OpLabel" ? BEGINNING : word[2] == "=" ? VALUES : ENDING
        if (part >= BEGINNING ? own_main : part >= MODEL && part <= MODE && part in text) continue
        if (part == DECORATIONS && (!(word[2] in taken) || start_of(frame[i]) in given)) continue
        if (word[2] == "=" && part != BEGINNING && !(word[1] in taken)) continue
        common[part] = common[part] frame[i] (part == ENTRY ? inputs : "") "\n"
    }
    for (part = 1; part <= ENDING; part++) printf "%s%s", common[part], text[part]
    printf "%s", pending
}

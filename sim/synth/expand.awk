# SPDX-License-Identifier: Apache-2.0
# expand.awk MODELS NETLIST - the netlist with an assignment in place of each cell without state: of a module for each gate Verilator would keep every pin,
# some gigabytes for a core.  MODELS: what yosys writes of a Liberty file, an operation per line.  Cells with state remain.
function whole(text) {                                  # without the names of intermediate results
    while (match(text, /_[0-9]+_/)) text = substr(text, 1, RSTART - 1) "(" result[substr(text, RSTART, RLENGTH)] ")" substr(text, RSTART + RLENGTH)
    return text
}
function connected(text,    out, pin) {
    out = ""
    while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
        pin = substr(text, RSTART, RLENGTH)
        out = out substr(text, 1, RSTART - 1) (pin in net ? net[pin] : "1'bx")
        text = substr(text, RSTART + RLENGTH)
    }
    return out text
}
FILENAME == ARGV[1] {
    if ($1 == "module") { cell = $2; sub(/\(.*/, "", cell); plain = 1; count = 0; split("", result) }
    else if ($1 == "output") { sub(/;/, "", $2); output[++count] = $2 }
    else if ($1 == "reg" || $1 == "always" || /'/) plain = 0
    else if ($1 == "assign") { value = $0; sub(/^[^=]*= */, "", value); sub(/;$/, "", value); result[$2] = value }
    else if ($1 == "endmodule" && plain) {
        outputs[cell] = count
        for (k = 1; k <= count; k++) { pin_of[cell, k] = output[k]; function_of[cell, k] = whole(result[output[k]]) }
    }
    next
}
/^  [A-Za-z]/ && /\($/ && $1 in outputs { inside = $1; split("", net); next }
inside && /^    \./ {
    pin = $1
    sub(/^\./, "", pin); sub(/\(.*/, "", pin)
    text = $0
    sub(/^[^(]*\(/, "", text); sub(/\),?$/, "", text)
    net[pin] = text
    next
}
inside && /^  \);/ {
    for (k = 1; k <= outputs[inside]; k++)
        if (net[pin_of[inside, k]] != "") print "  assign " net[pin_of[inside, k]] " = " connected(function_of[inside, k]) ";"
    inside = ""
    next
}
{ print }

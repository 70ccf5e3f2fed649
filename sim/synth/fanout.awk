# SPDX-License-Identifier: Apache-2.0
# fanout.awk - awk -v loads=10 -f fanout.awk NETLIST NETLIST: buffer trees (BUFX4) behind nets with many loads.  abc makes none for
# ports, for flip-flops, nor for what drives a unit synthesized on its own.  Reads yosys' write_verilog of mapped cells: one pin a line, and
# an assign for each further output that a net drives: a row number of a memory that is many macros, say.
function pin_of(line) { sub(/^    \./, "", line); sub(/\(.*/, "", line); return line }
function net_of(line) { sub(/^[^(]*\(/, "", line); sub(/\),?$/, "", line); return line }
function buffered(net) {
    if (!(net in id)) id[net] = ++trees
    return "wfb" id[net] "_0_" int((used[net]++) / loads)
}
/^  assign .* = .*;$/ {
    net = $0; sub(/^.* = /, "", net); sub(/;$/, "", net)
    if (NR == FNR) sinks[net]++
    else if (sinks[net] > loads && net != "clk" && net !~ /^[0-9]+'/) { sub(/ = .*$/, ""); $0 = $0 " = " buffered(net) ";" }
}
/^    \.[A-Z]+\(.*\),?$/ {
    pin = pin_of($0); net = net_of($0)
    if (NR == FNR) {
        if (pin != "Y" && pin != "Q" && pin != "CLK") sinks[net]++
    } else if (pin != "Y" && pin != "Q" && pin != "CLK" && sinks[net] > loads && net != "clk" && net !~ /^[0-9]+'/) {
        tail = $0 ~ /,$/ ? "," : ""
        $0 = "    ." pin "(" buffered(net) ")" tail
    }
}
NR != FNR && /^endmodule/ {
    for (net in id) {
        level = 0
        for (width = int((used[net] - 1) / loads) + 1; ; width = next_width) {
            next_width = int((width - 1) / loads) + 1
            for (k = 0; k < width; k++) {
                from = width <= loads ? net : "wfb" id[net] "_" (level + 1) "_" int(k / loads)
                name = id[net] "_" level "_" k
                print "  wire wfb" name ";\n  BUFX4 wfc" name " (.A(" from "), .Y(wfb" name "));"
            }
            if (width <= loads) break
            level++
        }
    }
}
NR != FNR { print }

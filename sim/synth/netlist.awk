# SPDX-License-Identifier: Apache-2.0
# netlist.awk - awk -v name=MODULE -v loads=10 -v buffer=BUFX4 -v out=FOLDER -f netlist.awk CELLS NAMES LOADS... block.blif
# A block's netlist for OpenSTA, with buffer trees behind nets of more than `loads` pins: abc makes none for ports, for flip-flops, nor for what
# drives another block.  A port of a block in it counts as many pins as its file LOADS says.  Clocks have no tree.
#   CELLS: of library.awk     NAMES: canonical name of a block <tab> its module in the netlist
#   LOADS: lines PORT PINS, each file after "# MODULE"
# Writes FOLDER/net.v, FOLDER/loads, and FOLDER/figures: area N, cells N, flops N, bits N, macro NAME ROWS WIDTH READS PARTS, block CANONICAL NAME.
function wrong(text) { print "netlist.awk: " name ": " text >"/dev/stderr"; failed = 1; exit 1 }
function sanitized(net) { gsub(/[^A-Za-z0-9_]/, "_", net); return net }
function label(net,    s) {
    if (net in of_net) return of_net[net]
    if (net == "$false" || net == "$undef") return of_net[net] = "1'b0"
    if (net == "$true") return of_net[net] = "1'b1"
    if (net in port) s = sanitized(net)
    else if (net ~ /^\$/) s = "n" (++numbered) "_"
    else {
        s = sanitized(net)
        if (s !~ /^[A-Za-z_]/) s = "n" s
        while (s in taken) s = s "_x"
    }
    if (s in taken) wrong("two ports become " s)
    taken[s] = 1
    return of_net[net] = s
}
function root(net) { while (net in same) net = same[net]; return net }
function is_constant(net) { return net == "$false" || net == "$true" || net == "$undef" }
function weight(type, pin,    w) {
    if (type in area) return 1
    if (type SUBSEP pin in port_loads) { w = port_loads[type, pin]; return w == 0 ? 0 : w }
    return 1
}
function is_output(type, pin) {
    if (type in area) return (type, pin) in output
    if (type ~ /^wf_macro_/) return pin ~ /^read_data/
    return (type, pin) in block_output
}
function is_clock(type, pin) { return (type, pin) in clock_pin || (type ~ /^wf_macro_/ && pin == "clk") }
# the net that a new load of so many pins takes; w = 0: a clock or nothing
function tapped(net, w) {
    if (is_constant(net) || w == 0 || total[net] <= loads) return label(net)
    if (!(net in id)) { id[net] = ++trees; used[net] = 1; fill[net] = 0 }
    if (fill[net] + w > loads && fill[net] > 0) { used[net]++; fill[net] = 0 }
    fill[net] += w
    return "wfb" id[net] "_0_" (used[net] - 1)
}
function decode(bits,    k, value) { value = 0; for (k = 1; k <= length(bits); k++) value = 2 * value + substr(bits, k, 1); return value }
function finish(    at_port, count, p, i, j, one, sorted, text, parts, seen) {
    if (type == "") return
    if (type == "wf_macro") {
        for (i = 1; i <= pins; i++) if (pin[i] ~ /^write($|\[)/ && !(root(net[i]) in seen)) { seen[root(net[i])] = 1; parts++ }
        text = "wf_macro_" value_of["ROWS"] "x" value_of["WIDTH"] "_" value_of["READS"] "r" parts
        macro_lines = macro_lines "macro " text " " value_of["ROWS"] " " value_of["WIDTH"] " " value_of["READS"] " " parts "\n"
        bits += value_of["ROWS"] * value_of["WIDTH"]
        type = text
    } else if (type ~ /^wf_/) {
        count = 0
        for (p in value_of) sorted[++count] = p "=" value_of[p]
        for (i = 2; i <= count; i++) { one = sorted[i]; for (j = i - 1; j >= 1 && sorted[j] > one; j--) sorted[j + 1] = sorted[j]; sorted[j + 1] = one }
        text = type
        for (i = 1; i <= count; i++) text = text " " sorted[i]
        if (!(text in module_of)) wrong("no block " text)
        block_lines = block_lines "block " text "\n"
        type = module_of[text]
        for (i = 1; i <= pins; i++) connected[type, pin[i]] = cells + 1
        for (p in port_loads) {
            split(p, at_port, SUBSEP)
            if (at_port[1] == type && connected[p] != cells + 1) wrong(cname " has no " at_port[2])
        }
    } else if (!(type in area)) wrong("no cell " type)
    cell_type[++cells] = type
    cell_name[cells] = cname
    first_pin[cells] = all_pins + 1
    for (i = 1; i <= pins; i++) { pin_of[++all_pins] = pin[i]; net_of[all_pins] = net[i] }
    last_pin[cells] = all_pins
    type = ""
    for (p in value_of) delete value_of[p]
}
FILENAME == ARGV[1] {
    area[$1] = $2; kind[$1] = $3
    if ($7 != "-") clock_pin[$1, $7] = 1
    if ($1 == buffer) { buffer_out = $4; buffer_in = $5 }
    n = split($4, list, ","); for (k = 1; k <= n; k++) output[$1, list[k]] = 1
    next
}
FILENAME == ARGV[2] { split($0, list, "\t"); module_of[list[1]] = list[2]; next }
FILENAME != ARGV[ARGC - 1] {
    if ($1 == "#") of_module = $2
    else if ($2 == "out") block_output[of_module, $1] = 1
    else port_loads[of_module, $1] = $2
    next
}
$1 == ".inputs" { for (k = 2; k <= NF; k++) { ins[++inputs] = $k; port[$k] = 1 } next }
$1 == ".outputs" { for (k = 2; k <= NF; k++) { outs[++outputs] = $k; port[$k] = 1 } next }
$1 == ".subckt" || $1 == ".gate" {
    finish()
    type = $2; pins = NF - 2; cname = ""
    for (k = 3; k <= NF; k++) { at = index($k, "="); pin[k - 2] = substr($k, 1, at - 1); net[k - 2] = substr($k, at + 1) }
    next
}
$1 == ".cname" { cname = $2; next }
$1 == ".param" { value_of[$2] = decode($3); next }
$1 == ".conn" { same[$3] = $2; next }
$1 == ".end" { finish() }
END {
    if (failed) exit 1
    # loads of each net
    for (c = 1; c <= cells; c++)
        for (i = first_pin[c]; i <= last_pin[c]; i++) {
            net_of[i] = root(net_of[i])
            if (is_output(cell_type[c], pin_of[i])) continue
            if (is_clock(cell_type[c], pin_of[i])) { clock[net_of[i]] = 1; continue }
            total[net_of[i]] += weight(cell_type[c], pin_of[i])
        }
    for (k = 1; k <= outputs; k++) total[root(outs[k])]++
    file = out "/net.v"
    printf "module %s (", name >file
    for (k = 1; k <= inputs; k++) printf "%s%s", label(ins[k]), k < inputs + outputs ? ", " : "" >file
    for (k = 1; k <= outputs; k++) printf "%s%s", label(outs[k]), k < outputs ? ", " : "" >file
    print ");" >file
    for (k = 1; k <= inputs; k++) print "  input " label(ins[k]) ";" >file
    for (k = 1; k <= outputs; k++) print "  output " label(outs[k]) ";" >file
    for (c = 1; c <= cells; c++) {
        t = cell_type[c]
        if (t in kind) {
            total_area += area[t]; gates++
            if (kind[t] != "comb") flops++
        }
        text = ""; instance = t in kind ? "" : sanitized(cell_name[c])
        for (i = first_pin[c]; i <= last_pin[c]; i++) {
            is_out = is_output(t, pin_of[i])
            if (is_out && t in kind && kind[t] != "comb" && instance == "") instance = label(net_of[i]) "__ff"
            w = is_clock(t, pin_of[i]) ? 0 : weight(t, pin_of[i])
            text = text (text == "" ? "" : ", ") "." sanitized(pin_of[i]) "(" (is_out ? label(net_of[i]) : tapped(net_of[i], w)) ")"
        }
        if (instance == "") instance = "g" c
        print "  " t " " instance " (" text ");" >file
    }
    for (k = 1; k <= outputs; k++) if (root(outs[k]) != outs[k]) print "  assign " label(outs[k]) " = " tapped(root(outs[k]), 1) ";" >file
    for (n in id) order[id[n]] = n
    for (t = 1; t <= trees; t++) {
        n = order[t]
        level = 0
        for (width = used[n]; ; width = above) {
            above = int((width - 1) / loads) + 1
            for (k = 0; k < width; k++) {
                from = width <= loads ? label(n) : "wfb" t "_" (level + 1) "_" int(k / loads)
                print "  " buffer " wfc" t "_" level "_" k " (." buffer_in "(" from "), ." buffer_out "(wfb" t "_" level "_" k "));" >file
                buffers++
            }
            top_loads[n] = width
            if (width <= loads) break
            level++
        }
    }
    print "endmodule" >file
    for (k = 1; k <= inputs; k++) print ins[k], ins[k] in clock ? 0 : ins[k] in top_loads ? top_loads[ins[k]] : total[ins[k]] + 0 >(out "/loads")
    for (k = 1; k <= outputs; k++) print outs[k], "out" >(out "/loads")
    printf "area %.0f\ncells %d\nbuffers %d\n", total_area + buffers * area[buffer], gates + buffers, buffers >(out "/figures")
    printf "flops %d\nbits %.0f\n%s%s", flops, bits, macro_lines, block_lines >(out "/figures")
}

# SPDX-License-Identifier: Apache-2.0
# library.awk - awk -f library.awk LIBERTY: a line a cell: name, area, kind (ff, latch, comb), output pins (a,b or -), input pins, "buffer" or "plain"
# (a flip-flop with a clock and no clear), and the pin of its clock or enable.
# Reads any Liberty text: groups `name (arguments) {`, attributes `name : value;`, in any order and on any line.
function unquote(text) { gsub(/["\\ \t\r]/, "", text); return text }
function statement(text,    at, key, value) {
    if (!(at = index(text, ":"))) return
    key = unquote(substr(text, 1, at - 1))
    value = unquote(substr(text, at + 1))
    if (depth == 2 && key == "area" && group[2] == "cell") area = value
    else if (depth == 3 && group[3] == "pin" && key == "direction") direction = value
    else if (depth == 3 && group[3] == "pin" && key == "function") does = value
    else if (depth == 3 && kind != "comb" && (key == "clocked_on" || key == "enable")) clocked = value
    else if (depth == 3 && group[3] == "ff" && (key == "clear" || key == "preset")) forced = 1
}
function open_group(text,    name, argument) {
    name = unquote(substr(text, 1, index(text "(", "(") - 1))
    argument = text; sub(/^[^(]*\(/, "", argument); sub(/\)[^)]*$/, "", argument)
    group[++depth] = name
    if (depth == 2 && name == "cell") { cell = unquote(argument); area = 0; kind = "comb"; ins = outs = does_out = clocked = ""; forced = 0 }
    if (depth == 3 && (name == "ff" || name == "ff_bank")) kind = "ff"
    if (depth == 3 && (name == "latch" || name == "latch_bank" || name == "statetable")) kind = "latch"
    if (depth == 3 && name == "pin") { pin = unquote(argument); direction = does = "" }
}
function close_group() {
    if (depth == 3 && group[3] == "pin") {
        if (direction == "output") { outs = outs (outs == "" ? "" : ",") pin; does_out = does }
        else if (direction == "input") ins = ins (ins == "" ? "" : ",") pin
    }
    if (depth == 2 && group[2] == "cell") {
        note = "-"
        if (kind == "comb" && ins != "" && does_out == ins && outs !~ /,/) note = "buffer"
        if (kind == "ff" && !forced && clocked ~ /^[(]?[A-Za-z0-9_]+[)]?$/) note = "plain"
        gsub(/[^A-Za-z0-9_]/, "", clocked)
        print cell, area, kind, outs == "" ? "-" : outs, ins == "" ? "-" : ins, note, clocked == "" ? "-" : clocked
    }
    depth--
}
{
    line = $0
    if (comment) { if (!(at = index(line, "*/"))) next; line = substr(line, at + 2); comment = 0 }
    while (at = index(line, "/*")) {
        rest = substr(line, at + 2)
        if (!(stop = index(rest, "*/"))) { line = substr(line, 1, at - 1); comment = 1; break }
        line = substr(line, 1, at - 1) " " substr(rest, stop + 2)
    }
    while (match(line, /[{};]/)) {
        mark = substr(line, RSTART, 1)
        text = text substr(line, 1, RSTART - 1)
        line = substr(line, RSTART + 1)
        if (mark == "{") open_group(text)
        else { statement(text); if (mark == "}") close_group() }
        text = ""
    }
    text = text line
}

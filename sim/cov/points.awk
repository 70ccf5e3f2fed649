# SPDX-License-Identifier: Apache-2.0
# awk -f bits.awk -f points.awk SIGNALS TOGGLES BINS LINES - what one run of a bench covered, by the place in the source and not by
# instance; a point per line, tabs between:
#   line FILE LINE COUNT                    a line of statements
#   branch FILE LINE COLUMN WAY COUNT       a way out of an if or a case: if, elsif, else, case
#   toggle FILE LINE NAME WIDTH ROSE FELL   bits that rose and that fell, in hexadecimal, in any instance; the widest one's width
#   bin KIND MODULE NAME BIN                functional coverage: channel, event, pair, value
#   module FILE                             a module of which signals are looked at
#   built MODULE                            a module that was built
# SIGNALS is of signals.awk, TOGGLES and BINS of covered.cpp, LINES of Verilator.
# A bus that has a field for each core, id, place or slot is like an array: a bit of any field counts for that bit of the field.  So says its declaration,
# [FIELD*CORES-1:0]; a signal [CORES-1:0] of the module, or of one inside, has their number, or else a parameter.
BEGIN {
    OFS = "\t"; start_bits()
    split("CORES DISPATCHES GROUPS PLACES WAVES D", word, " ")
    for (i in word) counts_fields[word[i]]
    for (i = 0; i < 16; i++) { text = ""; for (b = 8; b >= 1; b /= 2) text = text (int(i / b) % 2); nibble[digit_of(i)] = text; digit_for[text] = digit_of(i) }
}
function text_of(file, line,    n, text) {
    if (!(file in read_in)) {
        read_in[file]
        while ((getline text <file) > 0) source[file, ++n] = text
        close(file)
    }
    return source[file, line]
}
# what stands in front of `-1:0]` in the declaration of a signal
function range_of(where, name,    at, text, found) {
    if ((where, name) in declared) return declared[where, name]
    split(where, at, OFS)
    text = text_of(at[1], at[2])
    found = match(text, "[^A-Za-z0-9_]" name "([^A-Za-z0-9_]|$)")
    text = found ? substr(text, 1, RSTART) : ""
    found = ""
    while (match(text, /\[[^]]*-1:0\]/)) { found = substr(text, RSTART + 1, RLENGTH - 6); text = substr(text, RSTART + RLENGTH) }
    gsub(/ /, "", found)
    return declared[where, name] = found
}
# how many fields a signal of the cell has
function fields_of(cell, range,    n, i, factor, fields, others) {
    n = split(range, factor, "*"); fields = 1
    for (i = 1; i <= n; i++) {
        if (!(factor[i] in counts_fields)) others = 1
        else if ((cell, factor[i]) in number) fields *= number[cell, factor[i]]
        else if ((cell, factor[i]) in inside) fields *= inside[cell, factor[i]]
        else if ((cell, factor[i]) in parameter) fields *= parameter[cell, factor[i]]
        else return 1
    }
    return others ? fields : 1
}
function bits_of(hex, wide,    i, text) {
    for (i = 1; i <= length(hex); i++) text = text nibble[substr(hex, i, 1)]
    while (length(text) < wide) text = "0" text
    return substr(text, length(text) - wide + 1)
}
# of `fields` fields in a row: any of them
function any_field(hex, wide, fields,    text, each, i, f, bit, part, result) {
    text = bits_of(hex, wide); each = wide / fields
    for (i = 1; i <= each; i++) {
        bit = 0
        for (f = 0; f < fields && !bit; f++) bit = substr(text, f * each + i, 1) == "1"
        part = part bit
    }
    while (length(part) % 8) part = "0" part
    for (i = 1; i <= length(part); i += 4) result = result digit_for[substr(part, i, 4)]
    return result
}
# Verilator names cells without the generate blocks around them, so several modules can have one name: a scope is of the one that has most of its signals.
function add_cell(cell, module) { if (index(" " module_of[cell] " ", " " module " ") == 0) module_of[cell] = module_of[cell] " " module }
function read_scopes(    line, part) {
    while ((getline line <ARGV[2]) > 0) { split(line, part, " "); names_in[part[1]] = names_in[part[1]] " " part[2] }
    close(ARGV[2])
}
function module_at(cell, path, scope,    n, list, names, name, i, k, count, best, most) {
    n = split(module_of[cell], list, " "); names = n > 1 ? split(names_in[scope], name, " ") : 0; most = -1
    for (i = 1; i <= n; i++) {
        count = 0
        for (k = 1; k <= names; k++) if ((list[i] " " path name[k]) in place) count++
        if (count > most) { most = count; best = list[i] }
    }
    return best
}
# a scope at run time: the cell around it, and the generate blocks below that
function find_scope(scope,    parts, n, i, cell, path, name) {
    n = split(scope, parts, ".")
    cell = parts[2]; path = ""
    for (i = 3; i <= n; i++) {
        if (cell "." parts[i] in module_of) { cell = cell "." parts[i]; path = "" }
        else { name = parts[i]; sub(/\[.*/, "", name); path = path name "." }
    }
    scope_module[scope] = module_at(cell, path, scope); scope_path[scope] = path; scope_cell[scope] = cell
}
FILENAME == ARGV[1] && $1 == "parameter" { parameter[$2, $3] = $4; next }
FILENAME == ARGV[1] && $1 == "inside" { add_cell($2, $3); next }
FILENAME == ARGV[1] && $1 == "cell" { add_cell($2, $3); if (!($3 in has_cell)) { has_cell[$3]; print "built", $3 } next }
FILENAME == ARGV[1] { sub(/\/\//, "/", $4); if ($1 == "signal") place[$2 " " $3] = $4 OFS $5; if (!($4 in built)) { built[$4]; print "module", $4 } next }
FILENAME == ARGV[2] && FNR == 1 { read_scopes() }
FILENAME == ARGV[2] {
    if (!($1 in scope_module)) find_scope($1)
    key = scope_module[$1] " " scope_path[$1] $2
    if (!(key in place)) next
    declaration = range_of(place[key], $2)
    if (declaration in counts_fields) {
        number[scope_cell[$1], declaration] = $3
        for (above = scope_cell[$1]; sub(/\.[^.]*$/, "", above);) inside[above, declaration] = $3
    }
    row[++rows] = scope_cell[$1] " " place[key] OFS scope_path[$1] $2; row_range[rows] = declaration
    row_width[rows] = $3; row_rose[rows] = $4; row_fell[rows] = $5
    next
}
function judge_rows(    r, cell, key, n, wide, up, down) {
    for (r = 1; r <= rows; r++) {
        cell = row[r]; sub(/ .*/, "", cell); key = substr(row[r], length(cell) + 2)
        wide = row_width[r]; up = row_rose[r]; down = row_fell[r]
        n = fields_of(cell, row_range[r])
        if (n > 1 && wide % n == 0) { up = any_field(up, wide, n); down = any_field(down, wide, n); wide /= n }
        if (!(key in rose)) { order[++toggles] = key; rose[key] = fell[key] = ""; width[key] = 0 }
        if (wide > width[key]) width[key] = wide
        rose[key] = any_bits(rose[key], up)
        fell[key] = any_bits(fell[key], down)
    }
}
FILENAME == ARGV[3] {
    if (!($2 in scope_module)) find_scope($2)
    if (!(scope_module[$2] in has_cell)) next            # of a module of another unit, or one of which a proof has the ports alone
    line = "bin" OFS $1 OFS scope_module[$2] OFS scope_path[$2] $3 OFS $4
    if (!(line in seen_bin)) { seen_bin[line]; print line }
    next
}
/^C / {
    count = $NF
    n = split($0, parts, "\001")
    for (i = 2; i <= n; i++) { split(parts[i], pair, "\002"); sub(/\047.*/, "", pair[2]); field[pair[1]] = pair[2] }
    sub(/\/\//, "/", field["f"])
    if (field["page"] ~ /^v_branch/) branches[field["f"] OFS field["l"] OFS field["n"] OFS field["o"]] += count
    if (field["S"] != "") {
        ranges = split(field["S"], range, ",")
        for (i = 1; i <= ranges; i++) {
            split(range[i] "-" range[i], ends, "-")
            for (l = ends[1]; l <= ends[2]; l++) lines[field["f"] OFS l] += count
        }
    }
    field["S"] = ""
}
END {
    judge_rows()
    for (i = 1; i <= toggles; i++) print "toggle", order[i], width[order[i]], rose[order[i]], fell[order[i]]
    for (key in lines) if (key !~ /wf_isa_[a-z]*\.vh/) print "line", key, lines[key]
    for (key in branches) if (key !~ /wf_isa_[a-z]*\.vh/) print "branch", key, branches[key]
}

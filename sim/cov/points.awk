# SPDX-License-Identifier: Apache-2.0
# awk -f bits.awk -f points.awk SIGNALS TOGGLES BINS LINES - what one run of a bench covered, by the place in the source and not by
# instance; a point per line, tabs between:
#   line FILE LINE COUNT                    a line of statements
#   branch FILE LINE COLUMN WAY COUNT       a way out of an if or a case: if, elsif, else, case
#   toggle FILE LINE NAME WIDTH ROSE FELL   bits that rose and that fell, in hexadecimal, in any instance; the widest one's width
#   bin KIND MODULE NAME BIN                functional coverage: channel, event, pair, value
#   module FILE                             a module that was built
# SIGNALS is of signals.awk, TOGGLES and BINS of covered.cpp, LINES of Verilator.
BEGIN { OFS = "\t"; start_bits() }
# a scope at run time: the cell around it, and the generate blocks below that
function find_scope(scope,    parts, n, i, cell, path, name) {
    n = split(scope, parts, ".")
    cell = parts[2]; path = ""
    for (i = 3; i <= n; i++) {
        if (cell "." parts[i] in module_of) { cell = cell "." parts[i]; path = "" }
        else { name = parts[i]; sub(/\[.*/, "", name); path = path name "." }
    }
    scope_module[scope] = module_of[cell]; scope_path[scope] = path
}
FILENAME == ARGV[1] && $1 == "cell" { module_of[$2] = $3; next }
FILENAME == ARGV[1] { sub(/\/\//, "/", $4); place[$2 " " $3] = $4 OFS $5; if (!($4 in built)) { built[$4]; print "module", $4 } next }
FILENAME == ARGV[2] {
    if (!($1 in scope_module)) find_scope($1)
    key = scope_module[$1] " " scope_path[$1] $2
    if (!(key in place)) next
    key = place[key] OFS scope_path[$1] $2
    if (!(key in rose)) { order[++toggles] = key; rose[key] = fell[key] = "" ; width[key] = 0 }
    if ($3 > width[key]) width[key] = $3
    rose[key] = any_bits(rose[key], $4)
    fell[key] = any_bits(fell[key], $5)
    next
}
FILENAME == ARGV[3] {
    if (!($2 in scope_module)) find_scope($2)
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
    for (i = 1; i <= toggles; i++) print "toggle", order[i], width[order[i]], rose[order[i]], fell[order[i]]
    for (key in lines) print "line", key, lines[key]
    for (key in branches) print "branch", key, branches[key]
}

# SPDX-License-Identifier: Apache-2.0
# signals.awk -v units=UNIT.. [-v unseen="MODULE.SIGNAL.."] - of what Verilator writes with --xml-only: the cells and the signals of the modules in
# rtl/UNIT of each, or in a file of it, UNIT/FILE, one per line:
#   cell HIERARCHY MODULE
#   inside HIERARCHY MODULE           a cell of another module
#   signal MODULE NAME FILE LINE      NAME has the generate blocks around it, without their indices
#   bins MODULE NAME FILE LINE        the same of a module *_bins in tb/UNIT: bins are made of it, and its bits do not count
#   parameter HIERARCHY NAME VALUE    how many cores, dispatches, places, slots or waves a cell has
# unseen: signals that are left out; see tb/cov/unseen.list.
# Parameters, integers and what is inside of functions are none; nor are signals that the RTL names unused*, and t_*, the temporaries
# of a block, of which the last value alone could be seen.
function value(name) {
    if (!match($0, " " name "=\"[^\"]*\"")) return ""
    return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
}
function number(text,    digits, i, n) {          # 32&apos;sh1f, 32&apos;d31
    digits = text; sub(/.*apos;s?[hd]/, "", digits)
    if (text !~ /apos;s?h/) return digits + 0
    for (i = 1; i <= length(digits); i++) n = 16 * n + index("123456789abcdef", substr(digits, i, 1))
    return n + 0
}
BEGIN {
    unseen = " " unseen " "; unit_count = split(units, unit, " ")
    n = split("CORES DISPATCHES GROUPS PLACES WAVES D", word, " "); for (i = 1; i <= n; i++) counts[word[i]]
}
/<file / { file[value("id")] = value("filename") }
/<cell / { hierarchy[++cells] = value("hier"); of[cells] = value("submodname") }
/<module / {
    split(value("loc"), at, ",")
    whole = value("name"); module = value("origName"); original[value("name")] = module
    wanted = 0
    path_of = file[at[1]] "/"; gsub(/\/\/+/, "/", path_of)
    for (i = 1; i <= unit_count; i++) wanted = wanted || index(path_of, "rtl/" unit[i] "/") == 1
    kind = "signal"
    if (index(file[at[1]], "tb/" unit[1] "/") == 1 && module ~ /_bins$/) { wanted = 1; kind = "bins" }
    path = ""; depth = 0
    if (wanted) known[module]
}
/<\/module>/ { wanted = 0 }
!wanted { next }
parameter != "" && /<const / { parameters[whole] = parameters[whole] " " parameter " " number(value("name")) }
{ parameter = /<var / && value("param") != "" && (value("origName") in counts) ? value("origName") : "" }
/<(func|task) / { inside = 1 }
/<\/(func|task)>/ { inside = 0 }
inside { next }
/<begin.*\/>/ { next }
/<begin/ {
    name = value("name"); sub(/\[.*/, "", name)
    before[++depth] = path
    if (name != "") path = path name "."
}
/<\/begin>/ { path = before[depth--] }
/<var / {
    if (value("vartype") !~ /^(logic|bit|)$/ || value("param") != "" || value("localparam") != "") next
    name = value("origName")
    if (name ~ /^(unused|t_)/ || index(unseen, " " module "." path name " ")) next
    split(value("loc"), at, ",")
    line = kind " " module " " path name " " file[at[1]] " " at[2]
    if (!(line in seen)) { seen[line]; print line }
}
END {
    for (i = 1; i <= cells; i++) {
        if (!(original[of[i]] in known)) { print "inside", hierarchy[i], original[of[i]]; continue }
        print "cell", hierarchy[i], original[of[i]]
        n = split(parameters[of[i]], word, " ")
        for (j = 1; j < n; j += 2) print "parameter", hierarchy[i], word[j], word[j + 1]
    }
}

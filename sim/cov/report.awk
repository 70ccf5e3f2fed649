# SPDX-License-Identifier: Apache-2.0
# awk -f bits.awk -f report.awk -v holes=FILE -v places=FILE [-v only="UNIT.."] EXCLUSIONS POINTS... - the table of coverage by unit, from what points.awk left of
# each bench; of some units alone.
#   holes    gets what is not covered, one per line: UNIT<tab>KIND<tab>FILE:LINE<tab>WHAT
#   places   gets every point with what reached it, for the page: FILE<tab>LINE<tab>KIND<tab>WHAT<tab>STATE<tab>BENCH, which alone reaches it
# Control are signals of one bit, and those whose name says valid, ready or state; data are the others.  A bit is covered once it rose and fell in one run.
# Environment: the folder of the tree.  Exit status 1: an exclusion is wrong.
BEGIN { FS = "\t"; start_bits(); n = split(only, word, " "); for (i = 1; i <= n; i++) asked[word[i]] }

# ---- exclusions: FILE KIND WHAT; a reason on indented lines is that of all entries since the last one ------------------------------------------------------
FILENAME == ARGV[1] && (/^#/ || /^ *$/) { next }
FILENAME == ARGV[1] && /^ / { for (i = since; i <= exclusions; i++) reason[i] = reason[i] substr($0, 5) " "; told = 1; next }
FILENAME == ARGV[1] {
    if (told || !exclusions) since = exclusions + 1
    told = 0
    exclusions++
    match($0, / +/); excluded_file[exclusions] = substr($0, 1, RSTART - 1); rest = substr($0, RSTART + RLENGTH)
    match(rest, / +/); excluded_kind[exclusions] = substr(rest, 1, RSTART - 1); excluded_what[exclusions] = substr(rest, RSTART + RLENGTH)
    next
}

FNR == 1 { bench = FILENAME; sub(/.*\//, "", bench); sub(/\.points$/, "", bench) }
only != "" && $1 ~ /^(line|branch|toggle)$/ && !(unit_of($2) in asked) { next }
function found(key, file, line, kind, what) {
    if (key in file_of) return
    file_of[key] = file; line_of[key] = line; kind_of[key] = kind; what_of[key] = what
    order[++points] = key
}
function reached(key) { if (!(key in first)) first[key] = bench; else if (first[key] != bench) first[key] = "-" }
# what the parameters of a proof alone build, a wider bus too, is no point: its witnesses only add to what benches reach
bench == "witnesses" && $1 ~ /^(line|branch)$/ && !(($1 " " $2 ":" $3 ($1 == "branch" ? ":" $4 " " $5 : "")) in file_of) { next }
bench == "witnesses" && $1 == "toggle" && !($5 <= width[$1 " " $2 " " $4]) { next }
$1 == "built" { built[$2] = 1 }
$1 == "line"   { found($1 " " $2 ":" $3, $2, $3, "line", ""); if ($4 > 0) { hit[$1 " " $2 ":" $3]; reached($1 " " $2 ":" $3) } }
$1 == "branch" { key = $1 " " $2 ":" $3 ":" $4 " " $5; found(key, $2, $3, "branch", $5); if ($6 > 0) { hit[key]; reached(key) } }
$1 == "toggle" {
    key = $1 " " $2 " " $4
    found(key, $2, $3, "toggle", $4)
    if ($5 > width[key]) width[key] = $5
    bits[key] = any_bits(bits[key], both_bits($6, $7))
    if (bits[key] ~ /[^0]/) reached(key)
}

function text_of(file, line,    n, text) {
    if (!(file in read_in)) {
        read_in[file]
        while ((getline text <file) > 0) { n++; gsub(/^[ \t]+|[ \t]+$/, "", text); source[file, n] = text }
        close(file)
    }
    return source[file, line]
}
function complain(n, words) { print "FAIL coverage: tb/cov/exclusions.list: " excluded_file[n] " " excluded_kind[n] " " excluded_what[n] ": " words; wrong = 1 }
# KEY -> the number of an exclusion of it, or 0
function exclusion_of(key,    n, kind) {
    kind = kind_of[key] == "branch" ? what_of[key] : kind_of[key]
    n = by[file_of[key], kind, text_of(file_of[key], line_of[key])]
    if (n) { used[n] = 1; if (key in hit) complain(n, "is covered, by " (first[key] == "-" ? "several" : first[key])); }
    return n
}
function unit_of(file,    parts) { split(file, parts, "/"); return parts[2] }
function hole(key, what) {
    printf "%s\t%s\t%s:%d\t%s\n", unit_of(file_of[key]), kind_of[key] == "branch" ? what_of[key] : kind_of[key], file_of[key], line_of[key], what >holes
}
function put_place(key, kind, what, state) { printf "%s\t%d\t%s\t%s\t%s\t%s\n", file_of[key], line_of[key], kind, what, state, first[key] >places }
function count_in(unit, column, covered, all, without) { units[unit]; got[unit, column] += covered; of[unit, column] += all; out[unit, column] += without }
function missing_bits(covered, without, wide,    bit, high, list) {
    for (bit = wide - 1; bit >= 0; bit--) {
        if (is_in(covered, bit) || bit in without) continue
        high = bit
        while (bit > 0 && !is_in(covered, bit - 1) && !((bit - 1) in without)) bit--
        list = list (list == "" ? "" : ",") (high == bit ? bit : high ":" bit)
    }
    return wide == 1 ? "" : "[" list "]"
}
function judge_toggle(key,    n, without, count, bit, ends, ranges, parts, r, column, covered, missing) {
    column = width[key] == 1 || what_of[key] ~ /valid|ready|state/ ? "control" : "data"
    split("", without)
    n = by[file_of[key], "toggle", what_of[key]]
    if (n) {
        used[n] = 1
        ranges = split(excluded_bits[n] == "" ? (width[key] - 1) ":0" : excluded_bits[n], parts, ",")
        for (r = 1; r <= ranges; r++) {
            split(parts[r] ":" parts[r], ends, ":")
            for (bit = ends[2]; bit <= ends[1] && bit < width[key]; bit++) {
                without[bit]; count++
                if (is_in(bits[key], bit)) { complain(n, "bit " bit " is covered"); break }
            }
        }
        if (!count) complain(n, "has no such bits")
    }
    covered = count_bits(bits[key])
    missing = width[key] - covered - count
    count_in(unit_of(file_of[key]), column, covered, width[key] - count, count)
    if (missing) hole(key, what_of[key] missing_bits(bits[key], without, width[key]))
    put_place(key, column, what_of[key] (missing ? missing_bits(bits[key], without, width[key]) : ""),
        missing ? covered ? "partly" : "missed" : count ? "excluded" : "covered")
}
function percent(unit, column) { return of[unit, column] ? int(1000 * got[unit, column] / of[unit, column]) / 10 : 100 }   # cut: 100.0 is all
function cell(unit, column) { return sprintf("%7.1f %13s", percent(unit, column), got[unit, column] + 0 "/" of[unit, column] + 0) }
function row(unit) {
    printf "%-10s %s %s %s %s %9d\n", unit, cell(unit, "lines"), cell(unit, "branches"), cell(unit, "control"), cell(unit, "data"), left_out[unit]
}

END {
    for (n = 1; n <= exclusions; n++) {
        what = excluded_what[n]
        if (reason[n] !~ /[a-z]/) complain(n, "has no reason")
        if (excluded_kind[n] == "toggle" && match(what, /\[[0-9:,]*\]$/)) {
            excluded_bits[n] = substr(what, RSTART + 1, RLENGTH - 2)
            what = substr(what, 1, RSTART - 1)
        }
        # several entries may have bits of one signal
        same_as[n] = n
        if (excluded_kind[n] == "toggle" && ((excluded_file[n], "toggle", what) in by)) {
            same_as[n] = by[excluded_file[n], "toggle", what]
            excluded_bits[same_as[n]] = excluded_bits[same_as[n]] "," excluded_bits[n]
        } else by[excluded_file[n], excluded_kind[n], what] = n
    }
    for (i = 1; i <= points; i++) {
        key = order[i]
        if (kind_of[key] == "toggle") { judge_toggle(key); continue }
        column = kind_of[key] == "line" ? "lines" : "branches"
        n = exclusion_of(key)
        count_in(unit_of(file_of[key]), column, (key in hit) && !n, n ? 0 : 1, n ? 1 : 0)
        if (!n && !(key in hit)) hole(key, text_of(file_of[key], line_of[key]))
        put_place(key, kind_of[key], what_of[key], n ? "excluded" : (key in hit) ? "covered" : "missed")
    }
    for (n = 1; n <= exclusions; n++) if (excluded_kind[n] == "module" && !(excluded_what[n] in built)) used[n] = 1
    for (n = 1; n <= exclusions; n++) if (!(same_as[n] in used)) complain(n, "names nothing that was built")
    printf "%-10s %21s %21s %21s %21s %9s\n", "unit", "lines", "branches", "control bits", "data bits", "excluded"
    columns = split("lines branches control data", column_name, " ")
    for (i = 1; i <= columns; i++)
        for (unit in units) left_out[unit] += out[unit, column_name[i]]
    names = split("common dispatch host xlane lds pack memory core fp top", name, " ")
    for (i = 1; i <= names; i++) {
        if (!(name[i] in units)) continue
        row(name[i])
        for (c = 1; c <= columns; c++) count_in("together", column_name[c], got[name[i], column_name[c]], of[name[i], column_name[c]], 0)
        left_out["together"] += left_out[name[i]]
    }
    row("together")
    exit wrong
}

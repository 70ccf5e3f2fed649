# SPDX-License-Identifier: Apache-2.0
# awk -f c.awk -v holes=FILE EXCLUSIONS FILES SHOWN - exclusions of C code.  SHOWN is what `llvm-cov show --show-branches=count` prints; FILES has "FILE LINES
# HIT ALL WAYS" - lines hit, lines, ways hit, ways - and comes out without what is excluded, with the number of that behind.
#   holes    gets what no test reached and nothing excludes: FILE:LINE<tab>line|true|false<tab>TEXT
# EXCLUSIONS: FILE KIND TEXT, and the reason on indented lines below one or several, as in tb/cov/exclusions.list:
#   FILE true|false TEXT      that way of each condition that begins with TEXT, and of `true` the lines that only it leads to: its own label, lines further in
#   FILE line TEXT            a line
# TEXT may be of several lines that follow each other, ` // ` between: the last is meant.
# An entry that is covered, or that names nothing, is an error, exit status 1.  Where the reason begins with "Host:", it may be covered.
function complain(n, words) { print "FAIL coverage: tb/cov/c_exclusions.list: " file_of[n] " " kind_of[n] " " what_of[n] ": " words >"/dev/stderr"; wrong = 1 }
function trimmed(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }
function indent_of(text) { match(text, /^ */); return RLENGTH }
FILENAME == ARGV[1] && (/^#/ || /^ *$/) { next }
FILENAME == ARGV[1] && /^ / { for (i = since; i <= entries; i++) reason[i] = reason[i] substr($0, 5) " "; told = 1; next }
FILENAME == ARGV[1] {
    if (told || !entries) since = entries + 1
    told = 0
    file_of[++entries] = $1; kind_of[entries] = $2
    what = $0; sub(/^[^ ]+ +[^ ]+ +/, "", what); what_of[entries] = what
    of_file[$1] = of_file[$1] " " entries
    next
}
FILENAME == ARGV[2] { order[++files] = $1; for (i = 2; i <= 5; i++) number[$1, i] = $i; next }

# ---- SHOWN: files one after another ------------------------------------------------------------------------------------------------------------------
function excluded_line(file, line) { if (!((file, line) in without)) { without[file, line]; number[file, 3]--; left_out[file]++ } }
# lines in front of line l are those of an entry but for its last
function follows(n, l,    parts, wanted, k) {
    parts = split(what_of[n], wanted, " // ")
    for (k = 1; k < parts && trimmed(text[l - k]) == wanted[parts - k]; k++) ;
    last_of = wanted[parts]
    return k == parts
}
function judge_way(file, key, way, reached,    n, list, i, count, rest, at) {
    split(key, at, ":")
    rest = substr(text[at[1]], at[2])
    count = split(of_file[file], list, " ")
    for (i = 1; i <= count; i++) {
        n = list[i]
        if (kind_of[n] != way || !follows(n, at[1]) || index(rest, last_of) != 1) continue
        used[n] = 1
        if (reached) { if (reason[n] !~ /^Host:/) complain(n, "is covered, in line " at[1]); return }
        number[file, 5]--; left_out[file]++
        if (way == "true") exclude_behind(file, at[1] + 0)
        return
    }
    if (!reached) hole[at[1] ":" way ":" at[2]] = rest
}
# lines that only this way leads to
function exclude_behind(file, line,    in_by, l) {
    in_by = indent_of(text[line])
    if (lines[line] == "0") excluded_line(file, line)
    for (l = line + 1; l <= last && (text[l] ~ /^ *$/ || indent_of(text[l]) > in_by); l++)
        if (lines[l] == "0") excluded_line(file, l)
    if (text[l] ~ /^ *} *$/ && lines[l] == "0") excluded_line(file, l)
}
function judge_lines(file,    list, i, n, count, l) {
    count = split(of_file[file], list, " ")
    for (i = 1; i <= count; i++) {
        n = list[i]
        if (kind_of[n] != "line") continue
        for (l = 1; l <= last; l++) {
            if (lines[l] == "" || !follows(n, l) || trimmed(text[l]) != last_of) continue
            used[n] = 1
            if (lines[l] != "0") { if (reason[n] !~ /^Host:/) complain(n, "is covered, line " l) }
            else excluded_line(file, l)
        }
    }
}
function end_of_file(    key, l, at) {
    if (file == "") return
    for (key in place) {
        judge_way(file, key, "true", key in yes)
        judge_way(file, key, "false", key in no)
    }
    judge_lines(file)
    for (l = 1; l <= last; l++) if (lines[l] == "0" && !((file, l) in without)) print file ":" l "\tline\t" trimmed(text[l]) >holes
    for (key in hole) { split(key, at, ":"); print file ":" at[1] "\t" at[2] "\t" hole[key] >holes }
    split("", place); split("", yes); split("", no); split("", lines); split("", text); split("", hole)
    last = 0
}
FILENAME != ARGV[3] { next }
/^\/.*:$/ { end_of_file(); file = $0; sub(/:$/, "", file); sub(/.*\/c_model\//, "c_model/", file); next }
/^ *[0-9]+\|/ {
    l = $0; sub(/\|.*/, "", l); l += 0
    rest = $0; sub(/^[^|]*\|/, "", rest)
    count = rest; sub(/\|.*/, "", count); gsub(/ /, "", count)
    sub(/^[^|]*\|/, "", rest)
    text[l] = rest
    if (l > last) last = l
    # of a function in a header each file that includes it has one
    if (lines[l] == "" || lines[l] == "0") lines[l] = count == "" ? lines[l] : count
    next
}
match($0, /Branch \([0-9]+:[0-9]+\): \[/) {
    if ($0 ~ /Folded/) next
    key = substr($0, RSTART + 8); sub(/\).*/, "", key)
    place[key]
    if ($0 !~ /True: 0[],]/) yes[key]
    if ($0 !~ /False: 0[],]/) no[key]
}
END {
    end_of_file()
    for (i = 1; i <= entries; i++) {
        if (!used[i]) complain(i, "names nothing")
        if (reason[i] !~ /[a-z]/) complain(i, "has no reason")
    }
    for (i = 1; i <= files; i++) { f = order[i]; print f, number[f, 2], number[f, 3], number[f, 4], number[f, 5], left_out[f] + 0 }
    exit wrong
}

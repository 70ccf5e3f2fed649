# SPDX-License-Identifier: Apache-2.0
# functional.awk -v units="fp lds.." -v missing=FILE ISA FUNCTIONAL RECORDS POINTS... - the table of functional coverage: bins of
# tb/cov/functional.def that records and benches hit.  Missing bins go to a file, one per line.  Exit status 1: a bin that is `never` was hit, a record has no bin, or the table is wrong.
BEGIN { n = split(units, list, " "); for (i = 1; i <= n; i++) wanted[list[i]] }
function complain(words) { print "FAIL functional coverage: " words; wrong = 1 }
function add_value(name, value) { by_number[name, axis_size[name] + 0] = value; axis_size[name]++; axis[name, axis_size[name]] = value; in_axis[name, value] = 1 }
# values of a table of isa.def: mnemonics, suffixes and names are quoted; rejects, faults and endings go by their identifiers
function isa_axis(name, word, format,    i, parts, quoted, head, value) {
    for (i = 1; i <= isa_lines; i++) {
        if (index(isa[i], word "(") != 1) continue
        split(isa[i], quoted, "\""); split(substr(isa[i], length(word) + 2), parts, / *, */)
        if (format != "" && parts[4] != format) continue
        value = word ~ /REJECT|FAULT|ENDING/ ? parts[1] : quoted[2]
        add_value(name, value)
        by_number[name, parts[2]] = value
    }
    if (!axis_size[name]) complain("isa.def has no " word)
}
FILENAME == ARGV[1] { if (/^WF_/) isa[++isa_lines] = $0; next }
FILENAME == ARGV[2] && (/^#/ || NF == 0) { next }
FILENAME == ARGV[2] && /^ / { for (i = since; i <= nevers; i++) reason[i] = reason[i] $0; told = 1; next }
FILENAME == ARGV[2] {
    if (told || !nevers) since = nevers + 1
    told = 0
    if ($1 == "axis") {
        name = $2; sub(/:$/, "", name)
        if ($3 == "isa") isa_axis(name, $4, $5)
        else for (i = 3; i <= NF; i++) add_value(name, $i)
    } else if ($1 == "cover") {
        name = $2; sub(/:$/, "", name)
        order[++covers] = name; of_axes[name] = NF - 2
        for (i = 3; i <= NF; i++) { axes[name, i - 2] = $i; if (!($i in axis_size)) complain("no axis " $i) }
    } else if ($1 == "event") {
        if (!($2 in events)) event_modules[++modules] = $2
        events[$2]++; event[$2, events[$2]] = $3
    } else if ($1 == "channels") {
        for (i = 2; i <= NF; i++) channels_of[$i]
    } else if ($1 == "never") {
        never[++nevers] = $2; for (i = 3; i <= NF; i++) never[nevers] = never[nevers] " " $i
    } else if ($1 != "value") complain("a line begins with " $1)
    next
}
FILENAME == ARGV[3] { line = $2; for (i = 3; i <= NF; i++) line = line " " $i; hit[line] += $1; next }
$1 == "module" { split($2, part, "/"); name = part[3]; sub(/\.v$/, "", name); unit_of[name] = part[2]; next }
$1 == "bin" {
    if ($2 == "channel") {
        if ($5 == "-") channel[$3 " " $4]
        else hit["channel " $3 " " $4 " " $5]++
    } else if ($2 == "value") {
        name = $3 "." $4
        value_seen[name " " $5]
    } else { split($4, ends, "+"); hit[$2 " " $3 " " $4]++; if (ends[2] != "") hit[$2 " " $3 " " ends[2] "+" ends[1]]++ }
}
function fits(line, pattern,    i, n, words, wanted_words) {
    n = split(line, words, " ")
    if (split(pattern, wanted_words, " ") != n) return 0
    for (i = 1; i <= n; i++) if (wanted_words[i] != "*" && wanted_words[i] != words[i]) return 0
    return 1
}
function bin(cover, line,    i) {
    known[line]
    for (i = 1; i <= nevers; i++) {
        if (!fits(line, never[i])) continue
        excluded[cover]++; used[i]
        if (line in hit) complain(line " is hit, though it is `never`")
        return
    }
    all[cover]++
    if (line in hit) got[cover]++
    else print line >missing
}
function combine(cover, line, depth,    i, name) {
    if (depth > of_axes[cover]) { bin(cover, line); return }
    name = axes[cover, depth]
    for (i = 1; i <= axis_size[name]; i++) combine(cover, line " " axis[name, i], depth + 1)
}
function row(cover) {
    if (!all[cover] && !excluded[cover]) return
    printf "%-28s %6d of %6d %6.1f %8d\n", cover, got[cover], all[cover], all[cover] ? int(1000 * got[cover] / all[cover]) / 10 : 100, excluded[cover]
    all_bins += all[cover]; got_bins += got[cover]; never_bins += excluded[cover]
}
END {
    printf "" >missing
    for (key in value_seen) {
        split(key, part, " "); name = part[1]
        values = split(part[2], number, ","); value = ""
        for (i = 1; i <= values; i++) value = value (i > 1 ? " " : "") ((axes[name, i], number[i]) in by_number ? by_number[axes[name, i], number[i]] : number[i])
        hit[name " " value]++
    }
    for (c = 1; c <= covers; c++) {
        module = order[c]; sub(/\..*/, "", module)
        if (order[c] ~ /\./ ? (unit_of[module] in wanted) : records) combine(order[c], order[c], 1)
    }
    for (m = 1; m <= modules; m++) {
        name = event_modules[m]
        if (!(unit_of[name] in wanted)) continue
        for (i = 1; i <= events[name]; i++) bin("events of " name, "event " name " " event[name, i])
        for (i = 1; i <= events[name]; i++) for (j = i + 1; j <= events[name]; j++) bin("pairs of " name, "pair " name " " event[name, i] "+" event[name, j])
    }
    for (line in channel) {
        split(line, part, " ")
        if (!(unit_of[part[1]] in wanted) || !(unit_of[part[1]] in channels_of)) continue
        cover = "channels of " unit_of[part[1]]
        in_unit[cover]
        bin(cover, "channel " line " taken"); bin(cover, "channel " line " stalled"); bin(cover, "channel " line " waiting")
    }
    for (i = 1; i <= nevers; i++) if (reason[i] !~ /[a-z]/) complain("never " never[i] ": no reason")
    if (records) for (line in hit) if (line !~ /^(event|pair|channel) / && !(line in known) && line !~ /\./ ) complain("a record has no bin: " line)
    printf "%-28s %16s %6s %8s\n", "bins", "hit", "%", "never"
    for (c = 1; c <= covers; c++) row(order[c])
    for (m = 1; m <= modules; m++) { row("events of " event_modules[m]); row("pairs of " event_modules[m]) }
    n = split(units, list, " ")
    for (i = 1; i <= n; i++) row("channels of " list[i])
    printf "%-28s %6d of %6d %6.1f %8d\n", "together", got_bins, all_bins, all_bins ? int(1000 * got_bins / all_bins) / 10 : 100, never_bins
    exit wrong
}

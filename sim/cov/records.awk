# SPDX-License-Identifier: Apache-2.0
# records.awk ISA TRACES - the bins that retired instructions hit, from traces of `wavefold run --trace -`, each followed by the verdict of its run, which has
# the wave size.  A run that failed hits nothing.  Prints "COUNT NAME VALUE...", as tb/cov/functional.def names them.
function class(mask, size,    i, n, digit, bits, count, highest) {
    n = length(mask); bits = 0; count = 0; highest = -1
    for (i = n; i >= 1; i--) {
        digit = index("0123456789abcdef", substr(mask, i, 1)) - 1
        if (digit == 15) { count += 4; highest = 4 * (n - i) + 3; continue }
        for (bits = 0; digit > 0; bits++) { if (digit % 2) { count++; highest = 4 * (n - i) + bits } digit = int(digit / 2) }
    }
    return count == 0 ? "" : count == 1 ? "one" : count == size ? "all" : highest == count - 1 ? "low" : "holes"
}
# the longest name of an operation in front of a word
function operation_of(word) {
    while (word != "" && !(word in operation)) if (!sub(/\.[^.]*$/, "", word)) return ""
    return word
}
function hit(line) { count[line]++ }
# the line of the cache that the first lane on touches
function line_at(text, at) {
    if (!match(text, /@[0-9a-f]+/)) return ""
    at = substr(text, RSTART + 1, RLENGTH - 1)
    while (length(at) < 2) at = "0" at
    return substr(at, 1, length(at) - 2) int((index("0123456789abcdef", substr(at, length(at) - 1, 1)) - 1) / 4)
}
# A fence, in which state it finds the line of the access behind it, by what the wave did last in front of it: nobody touched that line yet; it loaded, and
# has used the value or not; it stored; an atomic.  And what the access is, and of which lanes.
function follow_fence(text,    field, slot, name, suffix, at, to, mask) {
    split(text, field, " "); slot = field[3]; name = operation_of(field[9]); suffix = substr(field[9], length(name) + 2)
    if (operation[name] == "fence") {
        fence[slot] = name " " (suffix != "" ? suffix : name == "barrier" ? "group" : "device")
        fence_line[slot] = last_line[slot]; fence_state[slot] = last_state[slot]; last_line[slot] = last_state[slot] = ""
    } else if (name ~ /^(load|store|atomic)$/) {
        to = text; sub(/\[.*/, "", to); sub(/.*[ ,]/, "", to)
        at = line_at(text)
        if (at == "") return
        mask = text; sub(/^[^;]*; */, "", mask); sub(/[ ;].*/, "", mask)
        at = to " " at
        if (fence[slot] != "" && (at == fence_line[slot] || !(at in touched)))
            fences["cache " fence[slot] " " (at == fence_line[slot] ? fence_state[slot] : "absent") " " name " " size " " class(mask, size)]
        touched[at]; fence[slot] = fence_line[slot] = ""
        last_line[slot] = at; last_state[slot] = name == "load" ? "loading" : name == "store" ? "stored" : "atomic"
        loaded[slot] = name == "load" ? field[10] : ""; sub(/,$/, "", loaded[slot])
    } else if (loaded[slot] != "" && last_state[slot] == "loading" && field[11] == loaded[slot]) last_state[slot] = "here"
}
# in the order of issue, for they retire in another
function follow_fences(    cycle, n, i, text) {
    for (cycle = 0; cycle <= last_issue; cycle++) {
        n = split(issued[cycle], text, "\n")
        for (i = 1; i < n; i++) follow_fence(text[i])
    }
}
function start_run() { split("", issued); last_issue = -1; split("", records); split("", fences); split("", touched); split("", fence); split("", fence_line); split("", last_line); split("", last_state); split("", loaded) }
FILENAME == ARGV[1] {
    if ($0 ~ /^WF_OP\(/) {
        split($0, quoted, "\"")
        operation[quoted[2]] = $0 ~ /, *SCAN, */ ? "scan" : $0 ~ /ATOM(64)?, / ? "atomic" : $0 ~ /, *FENCE, */ ? "fence" : quoted[2] == "sv" ? "sv" : "plain"
    }
    next
}
/^ *[0-9]+ / {
    word = $9; name = operation_of(word)
    if (name == "") { print "records.awk: no operation: " $0 >"/dev/stderr"; bad = 1; next }
    mask = $0; sub(/^[^;]*; */, "", mask); sub(/[ ;].*/, "", mask)
    record = name " " substr(word, length(name) + 2) " " mask " " (operation[name] == "sv" ? $11 : "-")
    records[record]++
    if (name ~ /^(load|store|atomic|mov)$/ || operation[name] == "fence") {
        issued[$2] = issued[$2] $0 "\n"
        if ($2 > last_issue) last_issue = $2 + 0
    }
    next
}
/^(PASS|FAIL) / && match($0, / wave-size=[0-9]+/) {
    size = substr($0, RSTART + 11, RLENGTH - 11)
    if ($1 == "PASS") {
        follow_fences()
        for (line in fences) hit(line)
        for (record in records) {
            split(record, part, " ")
            # without a suffix the mask is the second word
            if (record ~ /  /) { mask = part[2]; suffix = ""; value = part[3] } else { suffix = part[2]; mask = part[3]; value = part[4] }
            lanes = class(mask, size)
            if (lanes == "") continue
            name = part[1]
            hit("operation " name " " size " " lanes)
            if (operation[name] == "scan") {
                mode = suffix; sub(/\..*/, "", mode)
                scope = suffix ~ /cluster/ ? "cluster" : suffix ~ /multi/ ? "multi" : "wave"
                hit("scan " name " " mode " " scope " " size " " lanes)
            }
            if (operation[name] == "atomic") { sub(/\.(low|high)$/, "", suffix); hit("atomic " name " " suffix " " size " " lanes) }
            # without a suffix: the scope that semantics.md gives to each
            if (operation[name] == "fence") hit("fence " name " " (suffix != "" ? suffix : name == "barrier" ? "group" : "device") " " size " " lanes)
            if (operation[name] == "sv") hit("sv " value " " size " " lanes)
        }
        runs++
    } else { print "records.awk: " $0 >"/dev/stderr"; bad = 1 }
    start_run()
}
END {
    for (line in count) print count[line], line
    print "records.awk: " runs + 0 " runs" >"/dev/stderr"
    exit bad || !runs
}

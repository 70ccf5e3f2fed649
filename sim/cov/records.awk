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
    next
}
/^(PASS|FAIL) / && match($0, / wave-size=[0-9]+/) {
    size = substr($0, RSTART + 11, RLENGTH - 11)
    if ($1 == "PASS") {
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
            if (operation[name] == "atomic") { sub(/\.(low|high)$/, "", suffix); hit("atomic " name " " suffix " " lanes) }
            # without a suffix: the scope that semantics.md gives to each
            if (operation[name] == "fence") hit("fence " name " " (suffix != "" ? suffix : name == "barrier" ? "group" : "device") " " size " " lanes)
            if (operation[name] == "sv") hit("sv " value " " size)
        }
        runs++
    } else { print "records.awk: " $0 >"/dev/stderr"; bad = 1 }
    split("", records)
}
END {
    for (line in count) print count[line], line
    print "records.awk: " runs + 0 " runs" >"/dev/stderr"
    exit bad || !runs
}

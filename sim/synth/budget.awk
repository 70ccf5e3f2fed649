# SPDX-License-Identifier: Apache-2.0
# budget.awk - the check of report.sh: awk -v margin= -v period= -v budget= -v whole= -v lib= -f budget.awk BUDGET FIGURES
function says(text) { told = told (told == "" ? "" : "; ") text }
function grown(what, k, unit, scale,    percent, digits) {
    if ($k + 0 == 0 && limit[$1, k] + 0 == 0) return
    percent = limit[$1, k] + 0 == 0 ? 100 : 100 * ($k / limit[$1, k] - 1)
    digits = scale > 1 ? 3 : 0
    if (percent > 3)
        says(sprintf("%s %.*f%s, in the budget %.*f: %+.1f %%, 3 %% are allowed", what, digits, $k / scale, unit, digits, limit[$1, k] / scale, percent))
    if (percent < -3) less = less " " what
}
NR == FNR && /^# library / {
    split($0, words, " ")
    if (words[3] != lib || words[5] != period) {
        print "FAIL synth: the budget is for " words[3] " at " words[5] " ns, this is " lib " at " period " ns"
        wrong = 1
        exit
    }
    next
}
NR == FNR && (/^#/ || /^memory /) { next }
NR == FNR { has[$1] = 1; for (k = 2; k <= NF; k++) limit[$1, k] = $k; next }
{
    seen[$1] = 1
    told = less = ""
    enough = period * margin / 100
    if (!($1 in has)) says("the budget " budget " has no line of it")
    else {
        grown("area", 2, " mm2", 1e6)
        grown("area with its parts", 3, " mm2", 1e6)
        grown("flip-flops", 4, "", 1)
        grown("RAM bits", 6, "", 1)
        if ($8 != "-" && $8 < enough && $8 < limit[$1, 8])
            says(sprintf("slack %+.2f ns, in the budget %+.2f: under the margin of %.2f ns for wires; from %s to %s, %d levels",
                         $8, limit[$1, 8], enough, $10, $11, $9))
    }
    if (told == "") printf "PASS synth %s: %.3f mm2, slack %s%s\n", $1, $2 / 1e6, $8, less == "" ? "" : "; more than 3 % less than the budget:" less
    else { print "FAIL synth " $1 ": " told; wrong = 1 }
}
END {
    if (whole) for (block in has) if (!(block in seen)) { print "FAIL synth " block ": in the budget, not in the machine"; wrong = 1 }
    if (wrong) print "a change that is worth it: sim/synth/synth.sh write puts the figures of today into " budget
    exit wrong
}

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# page.sh FOLDER - one page of what sim/cov/report.sh left in FOLDER: the table, and each file with what is missing beside its line.
set -u
dir=$1
cat <<'END'
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Coverage</title><style>
body { font: 14px sans-serif; margin: 2em } pre, td, th { font: 12px monospace }
td, th { padding: 1px 8px; text-align: right } td:first-child { text-align: left }
pre { margin: 0; line-height: 1.35 } .m { background: #fcc } .p { background: #fec } .x { background: #ddd }
i { color: #a00; font-style: normal } summary { cursor: pointer }
</style></head><body><h1>Coverage of the units by their benches</h1>
<p>Red: missed; yellow: some bits missed, which follow the line; grey: excluded, with a reason in tb/cov/exclusions.list.</p>
END
awk '
    function plain(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text); return text }
    NR == 1 { print "<table><tr><th>unit<th>lines %<th><th>branches %<th><th>control %<th><th>data %<th><th>excluded</tr>"; next }
    { print "<tr>"; for (i = 1; i <= NF; i++) print "<td>" plain($i); print "</tr>" }
    END { print "</table>" }' "$dir/table"
text() { echo "<h2>$2</h2><pre>"; sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g' "$1"; echo "</pre>"; }
text "$dir/bins" "Functional coverage: tb/cov/functional.def"
echo "<details><summary>missing bins: $(wc -l <"$dir/missing")</summary>"; text "$dir/missing" ""; echo "</details>"
[ ! -s "$dir/c/table" ] || {
    text "$dir/c/table" "C code by the C tests, kernels and shaders"
    echo "<details><summary>lines that none of them reaches</summary>"; text "$dir/c/missed" ""; echo "</details>"
}
echo "<h2>Files</h2>"
awk -F '\t' '
    function plain(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text); return text }
    function close_file(    text, n, class) {
        if (file == "") return
        printf "<details><summary>%s: %d missing</summary><pre>", file, missing
        while ((getline text <file) > 0) {
            n++
            class = state[n] == "missed" ? "m" : state[n] == "partly" ? "p" : state[n] == "excluded" ? "x" : ""
            printf "%s%5d  %s%s%s\n", class == "" ? "" : "<span class=" class ">", n, plain(text), class == "" ? "" : "</span>",
                note[n] == "" ? "" : "  <i>" plain(note[n]) "</i>"
        }
        close(file)
        print "</pre></details>"
        split("", state); split("", note); missing = 0
    }
    $1 != file { close_file(); file = $1 }
    $5 == "missed" || $5 == "partly" {
        missing++
        if ($5 == "missed" && ($3 == "line" || $3 == "branch")) state[$2] = "missed"; else if (state[$2] != "missed") state[$2] = "partly"
        if ($3 != "line") note[$2] = note[$2] " " ($3 == "branch" ? "no " : "") $4
    }
    $5 == "excluded" && state[$2] == "" { state[$2] = "excluded" }
    END { close_file() }' "$dir/places"
echo "</body></html>"

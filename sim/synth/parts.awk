# SPDX-License-Identifier: Apache-2.0
# parts.awk - awk -f parts.awk dissolved.list block.il: in yosys' RTLIL after `hierarchy`,
# the cells whose module has no body, a line each: MODULE PARAMETER=VALUE...
FILENAME == ARGV[1] { dissolved[$1] = 1; next }
/^  cell / {
    name = $2
    is_part = name ~ /^\\wf_/ && name != "\\wf_macro" && !(substr(name, 2) in dissolved)
    if (is_part) line = substr(name, 2)
    next
}
is_part && /^    parameter / {
    at = $2 == "signed" ? 3 : 2
    value = $(at + 1)
    if (value ~ /^[0-9]+'[01]+$/) {
        bits = value; sub(/^[0-9]+'/, "", bits)
        value = 0
        for (k = 1; k <= length(bits); k++) value = 2 * value + substr(bits, k, 1)
    }
    parameter[$at] = value
    next
}
is_part && /^  end/ {
    count = 0
    for (p in parameter) { sorted[++count] = substr(p, 2) "=" parameter[p]; delete parameter[p] }
    for (i = 2; i <= count; i++) { one = sorted[i]; for (j = i - 1; j >= 1 && sorted[j] > one; j--) sorted[j + 1] = sorted[j]; sorted[j + 1] = one }
    for (i = 1; i <= count; i++) line = line " " sorted[i]
    print line
    is_part = 0
}

# SPDX-License-Identifier: Apache-2.0
# view.awk - view.list -> the view of one waveform, a save file of GTKWave's.
# Variables: fst, the waveform; code, the names of the kernel's instructions; build; top, the scope around everything; origin, where cycle 0 is;
# window, what window.awk prints; slots, cores.
BEGIN {
    FS = "  +"
    format["hex"] = 22; format["decimal"] = 24; format["bit"] = 28; format["height"] = 8024
    split(window, w, " ")
    from = origin + 1000 * w[1]
    printf "[dumpfile] \"%s\"\n[timestart] %d\n[size] 1800 1190\n[pos] 0 0\n", fst, from < 0 ? 0 : from
    printf "*%.6f %d", -log(200 * 1000 / w[2]) / log(2), origin + 1000 * w[3]
    for (k = 0; k < 26; k++) printf " -1"
    print "\n[sst_width] 200\n[signals_width] 340\n[sst_expanded] 0\n[sst_vpaned_height] 300"
}
function put(line) { section = section line "\n" }
function put_signal(name, signal) {
    if ($1 != "-") put("[color] " $1)
    if ($2 in format) {
        put("@" format[$2])
    } else {
        if (!($2 in number)) number[$2] = ++tables
        put("@2022\n^" number[$2] " " ($2 == "kernel.txt" ? code : build "/gtkwave/" $2))
    }
    put("+{" name "} " top "wf_lockstep_tb.view." signal)
    if ($2 == "height") put("@20000\n-")
}
function flush(    core, copies, text) {
    copies = section ~ /core\[0\]/ ? cores : 1
    for (core = 0; core < copies; core++) {
        text = section
        gsub(/core\[0\]/, "core[" core "]", text)
        if (copies > 1) sub(/@200\n-/, "@200\n-core " core ", ", text)
        printf "%s", text
    }
    section = ""
}
/^#/ || /^$/ { next }
/^\[/ {
    flush()
    put("@200\n-" substr($0, 2, length($0) - 2))
    next
}
{
    sub(/^core[.]/, "core[0].", $4)
    copies = $4 ~ /[.]slot[.]/ ? slots : 1
    for (k = 0; k < copies; k++) {
        signal = $4
        put_signal($3 (sub(/[.]slot[.]/, ".slot[" k "].", signal) ? " " k : ""), signal)
    }
}
END {
    flush()
    print "[pattern_trace] 1\n[pattern_trace] 0"
}

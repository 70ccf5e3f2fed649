# SPDX-License-Identifier: Apache-2.0
# json.awk - reads one JSON value and prints a line per scalar: its path, a blank, the value as written.  Fails on what is no JSON.
#   {"a": [1, "x"]}  ->  .a[0] 1
#                        .a[1] "x"
{ text = text $0 "\n" }
function bad(what) { print "json: " what " at: " substr(text, 1, 40) >"/dev/stderr"; failed = 1; exit 1 }
function blanks() { sub(/^[ \t\n\r]+/, "", text) }
function take(pattern,  found) {
    if (!match(text, "^" pattern)) bad("expected " pattern)
    found = substr(text, 1, RLENGTH)
    text = substr(text, RLENGTH + 1)
    blanks()
    return found
}
function string() { return take("\"([^\"\\\\]|\\\\[\"\\\\/bfnrt]|\\\\u[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F])*\"") }
function value(path,  first, name, n) {
    first = substr(text, 1, 1)
    if (first == "{") {
        take("\\{")
        for (n = 0; substr(text, 1, 1) != "}"; n++) {
            if (n) take(",")
            name = string()
            take(":")
            if ((path, name) in seen) bad("a name twice, " name)
            seen[path, name] = 1
            value(path "." substr(name, 2, length(name) - 2))
        }
        take("\\}")
    } else if (first == "[") {
        take("\\[")
        for (n = 0; substr(text, 1, 1) != "]"; n++) {
            if (n) take(",")
            value(path "[" n "]")
        }
        take("\\]")
    } else if (first == "\"") {
        print path, string()
    } else {
        print path, take("(true|false|null|-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?)")
    }
}
END {
    if (failed) exit 1
    blanks()
    value("")
    if (text != "") bad("something after the value")
}

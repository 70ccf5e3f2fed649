# SPDX-License-Identifier: Apache-2.0
# window.awk TRACE - where the view begins and how much it shows: prints "first cycle, pixels a cycle, cycle of the marker".
#   zoom    pixels a cycle; "fit": the whole run; "": 6, or less where the first LDS and the first cross-lane instruction need it
#   mark    the marker's cycle; "": where the first of those two is issued, or the first instruction of all
#   width   of the window, in pixels       cycles   of the run
# The first LDS and the first cross-lane instruction are in the window from issue to retirement, unless zoom says a number.
BEGIN                     { LAUNCH = 24; MARGIN = 16; PIXELS = 6; first = cycles }      # a wave is launched up to 24 cycles before its first issue
/^#/                      { next }
                          { issue = $2 + 0; retire = $1 + 0; unit = $8 }
issue < first             { first = issue }
unit == "lds" || unit == "xlane" {
    if (!(unit in issued) || issue < issued[unit]) { issued[unit] = issue; retired[unit] = retire }
}
END {
    from = to = ""
    for (unit in issued) {
        if (from == "" || issued[unit] < from) from = issued[unit]
        if (to == "" || retired[unit] > to)    to = retired[unit]
    }
    if (mark == "") mark = from == "" ? first : from
    if (zoom == "fit") { print 0, width / (cycles + 1), mark; exit }
    pixels = zoom == "" ? PIXELS : zoom
    if (from == "" || to + MARGIN - (first - LAUNCH) <= width / pixels)
        from = first - LAUNCH                               # the launches are in the window too
    else
        from -= MARGIN
    if (zoom == "" && to != "" && to + MARGIN - from > width / pixels)
        pixels = width / (to + MARGIN - from)
    print from, pixels, mark
}

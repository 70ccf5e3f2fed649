# SPDX-License-Identifier: Apache-2.0
# macro.awk - of lines "macro NAME ROWS WIDTH READS PARTS": the Liberty text of those memories, each pin a bit.
#   -v access=2.5: ns from the edge of the clock to the data, what drives 10 loads included; -v setup=0.5: ns before the edge in which rows, data and
#   enables are there.
function data_pin(pin) {
    print "    pin(" pin ") { direction : input; capacitance : 0.02;\n      timing() { related_pin : \"clk\"; timing_type : setup_rising;"
    print "        rise_constraint(scalar) { values(\"" setup "\"); } fall_constraint(scalar) { values(\"" setup "\"); } } }"
}
function result(pin) {
    print "    pin(" pin ") { direction : output;\n      timing() { related_pin : \"clk\"; timing_type : rising_edge;"
    print "        cell_rise(scalar) { values(\"" access "\"); } cell_fall(scalar) { values(\"" access "\"); }"
    print "        rise_transition(scalar) { values(\"0.1\"); } fall_transition(scalar) { values(\"0.1\"); } } }"
}
function each(pin, count, is_result,    k, p) {
    for (k = 0; k < count; k++) { p = count == 1 ? pin : pin "_" k "_"; if (is_result) result(p); else data_pin(p) }
}
BEGIN {
    print "library(wf_memories) {"
    print "  delay_model : table_lookup; time_unit : \"1ns\"; capacitive_load_unit(1, pf); voltage_unit : \"1V\"; current_unit : \"1uA\";"
    count = split("rise fall", edge, " ")
    for (k = 1; k <= count; k++) {
        print "  input_threshold_pct_" edge[k] " : 50; output_threshold_pct_" edge[k] " : 50;"
        print "  slew_lower_threshold_pct_" edge[k] " : 20; slew_upper_threshold_pct_" edge[k] " : 80;"
    }
}
$1 == "macro" && !($2 in made) {
    made[$2] = 1
    print "  cell(" $2 ") { area : 0;\n    pin(clk) { direction : input; clock : true; capacitance : 0.02; }"
    for (row = 1; 2 ^ row < $3; row++) ;
    each("read", $5)
    each("read_row", $5 * row)
    each("read_data", $5 * $4, 1)
    each("write", $4)
    each("write_row", row)
    each("write_data", $4)
    print "  }"
}
END { print "}" }

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_gather.sh - a word that an index chooses is the same with sim/synth/gather.v as without, for every index in range: words that fill their
# place or not, a number of words that is no power of two, words that cannot be chosen.  A narrow or a short one is left as it is.
# Reads: sim/synth/gather.v
set -u
command -v yosys >/dev/null || { echo "SKIP gather: yosys is not installed (make setup-test)"; exit 0; }
dir=$(mktemp -d) status=0
trap 'rm -rf "$dir"' EXIT
cat >"$dir/choices.v" <<'END'
module full (input wire [127:0] words, input wire [3:0] at, output wire [7:0] word); assign word = words[{at, 3'd0} +: 8]; endmodule
module part (input wire [127:0] words, input wire [3:0] at, output wire [4:0] word); assign word = words[{at, 3'd0} +: 5]; endmodule
module some (input wire [103:0] words, input wire [3:0] at, output wire [7:0] word);
    assign word = at < 4'd13 ? words[{at, 3'd0} +: 8] : 8'd0;
endmodule
module near (input wire [127:0] words, input wire [3:0] at, output wire [7:0] word);
    wire [127:0] low = words & {88{1'b1}};
    assign word = low[{at, 3'd0} +: 8];
endmodule
module bits (input wire [15:0] words, input wire [3:0] at, output wire word); assign word = words[at]; endmodule
module thin (input wire [63:0] words, input wire [3:0] at, output wire [3:0] word); assign word = words[{at, 2'd0} +: 4]; endmodule
module few (input wire [31:0] words, input wire [1:0] at, output wire [7:0] word); assign word = words[{at, 3'd0} +: 8]; endmodule
END
# MODULE, gathers that stay
try() {
    if yosys -q -p "read_verilog $dir/choices.v; hierarchy -top $1; proc; opt; copy $1 mapped; techmap -map sim/synth/gather.v mapped;
        cd mapped; select -assert-count $2 t:\$shiftx; cd; miter -equiv -flatten -make_outputs $1 mapped miter;
        hierarchy -top miter; sat -verify -prove trigger 0 -show-inputs miter" >"$dir/said" 2>&1; then
        echo "PASS gather: $1"
    else
        echo "FAIL gather: $1"
        tail -n 12 "$dir/said"
        status=1
    fi
}
for module in full part some near; do try $module 0; done
for module in bits thin few; do try $module 1; done
exit $status

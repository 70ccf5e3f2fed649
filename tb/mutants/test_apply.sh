#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_apply.sh - every mutant still applies to the text that it was planted in, and what catches it is there; else it proves nothing (sim/mutants.sh
# runs them); so does each that changes nothing (sim/sprout.sh leaves them out).
# Needs: tb/mutants/wf_mutate
# Reads: rtl/*/*.v c_model/*/*.c tb/mutants/*.list tb/mutants/equivalent/*.list tb/formal/*.v
mutate=${BUILD:-build}/tb/mutants/wf_mutate status=0
"$mutate" check tb/mutants/*.list tb/mutants/equivalent/*.list || status=1
there=$( (ls tb/*/test_*.c | sed 's|^tb/|c-|; s|/|-|; s|\.c$||'; ls tb/*/test_*.sh | sed 's|^tb/|sh-|; s|/|-|; s|\.sh$||'
    sim/bench.sh names icarus | sed 's/^/icarus-/'; sim/bench.sh names verilator | sed 's/^/bench-/'
    sim/formal.sh list | sed 's/^/formal-/; s/ .*//'; sed -n 's/^build-\([a-z-]*\):.*/\1/p' sim/*.mk) | tr '\n' ' ')
for catcher in $("$mutate" list tb/mutants/*.list | cut -f 3 | tr ' ' '\n' | sort -u); do
    case " $there" in
    *" $catcher "*) ;;
    *) echo "FAIL mutants: $(grep -n -w -e "by.* $catcher" tb/mutants/*.list | head -n 1 | cut -d : -f 1,2): no test, bench or target $catcher"; status=1 ;;
    esac
done
[ $status != 0 ] || echo "PASS what catches the mutants is there"
exit $status

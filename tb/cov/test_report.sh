#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The scripts that make the tables of coverage, on numbers made by hand: instances and runs together, bits, exclusions, functional bins, records, floors.
# Reads: sim/cov/points.awk sim/cov/report.awk sim/cov/bits.awk sim/cov/functional.awk sim/cov/records.awk sim/cov/signals.awk sim/cov/scopes.awk
# Reads: sim/cov/report.sh sim/cov/page.sh sim/cov/figures.sh sim/cov/c.awk
set -u
status=0 dir=$(mktemp -d) here=$(pwd)
trap 'rm -rf "$dir"' EXIT
check() {       # NAME EXPECTED GOT
    if [ "$2" = "$3" ]; then echo "PASS coverage $1"; else printf 'FAIL coverage %s: expected\n%s\ngot\n%s\n' "$1" "$2" "$3"; status=1; fi
}
ln -s "$here/sim" "$dir/sim"
mkdir -p "$dir/rtl/fp" "$dir/tb/cov" "$dir/build/cov"
cd "$dir" || exit 1
printf '%s\n' 'module wf_a (input clk);' '    always @(posedge clk)' '        if (go) q <= 1;' '        else q <= 2;' 'endmodule' >rtl/fp/wf_a.v

# ---- what Verilator's tree has: no parameter, integer, variable of a function, unused signal -------------------------------------------------------
cat >xml <<'END'
<file id="f" filename="rtl/fp//wf_a.v"/>
<file id="g" filename="rtl/lds/wf_b.v"/>
<cell loc="a,1,1,1,1" name="u_a" submodname="wf_a__W4" hier="tb.u_a"/>
<cell loc="a,1,1,1,1" name="u_b" submodname="wf_b" hier="tb.u_b"/>
<module loc="f,1,8,1,12" name="wf_a__W4" origName="wf_a">
<var loc="f,2,1,2,2" name="W" vartype="integer" origName="W" param="true">
<var loc="f,3,1,3,2" name="clk" dir="input" vartype="logic" origName="clk"/>
<var loc="f,3,1,3,2" name="data" dir="input" vartype="logic" origName="data"/>
<var loc="f,4,1,4,2" name="i" vartype="integer" origName="i"/>
<var loc="f,5,1,5,2" name="unused_low" vartype="logic" origName="unused_low"/>
<begin loc="f,6,1,6,2" name="g_part[1]">
<begin>
</begin>
<var loc="f,7,1,7,2" name="q" vartype="logic" origName="q"/>
</begin>
<func loc="f,8,1,8,2" name="f">
<var loc="f,8,1,8,2" name="x" vartype="logic" origName="x"/>
</func>
<var loc="f,9,1,9,2" name="m" vartype="" origName="m"/>
</module>
<module loc="g,1,8,1,12" name="wf_b" origName="wf_b">
<var loc="g,3,1,3,2" name="other" vartype="logic" origName="other"/>
</module>
END
check "signals" "signal wf_a clk rtl/fp//wf_a.v 3
signal wf_a data rtl/fp//wf_a.v 3
signal wf_a g_part.q rtl/fp//wf_a.v 7
signal wf_a m rtl/fp//wf_a.v 9
cell tb.u_a wf_a
inside tb.u_b wf_b" "$(awk -v units=fp -f sim/cov/signals.awk xml)"
check "signals that are left out" "clk g_part.q m" "$(awk -v units=fp -v unseen="wf_a.data wf_b.m" -f sim/cov/signals.awk xml | awk '$1 == "signal" { print $3 }' | xargs)"

# ---- points: instances together; the wider of two; rise and fall apart ------------------------------------------------------------------------------
cat >signals <<'END'
cell tb.u_a wf_a
cell tb.u_b.u_a wf_a
signal wf_a g_part.q rtl/fp//wf_a.v 3
signal wf_a go rtl/fp//wf_a.v 2
END
cat >toggles <<'END'
TOP.tb.u_a.g_part[0] q 4 05 01
TOP.tb.u_b.g_x[3].u_a.g_part[1] q 6 08 04
TOP.tb.u_a go 1 01 00
TOP.tb.u_a other 1 01 01
END
printf '%s\n' 'channel TOP.tb.u_a req -' 'channel TOP.tb.u_b.g_x[3].u_a req -' 'channel TOP.tb.u_a req taken' 'value TOP.tb.u_a code 3' >bins
count() { printf "C '\001f\002rtl/fp//wf_a.v\001l\002%s\001n\002%s\001page\002%s/wf_a\001o\002%s%s\001h\002TOP.tb.u_a' %s\n" "$@"; }
{ count 3 9 v_branch if "$(printf '\001S\0023')" 5; count 3 10 v_branch else "$(printf '\001S\0024')" 0; count 2 5 v_line block "$(printf '\001S\0022')" 9
  count 3 9 v_branch if "$(printf '\001S\0023')" 2; } >lines
awk -f sim/cov/bits.awk -f sim/cov/points.awk signals toggles bins lines | sort >one.points
check "points" "$(printf '%s\n' 'bin|channel|wf_a|req|-' 'bin|channel|wf_a|req|taken' 'bin|value|wf_a|code|3' 'branch|rtl/fp/wf_a.v|3|10|else|0' 'branch|rtl/fp/wf_a.v|3|9|if|7' 'built|wf_a' \
    'line|rtl/fp/wf_a.v|2|9' 'line|rtl/fp/wf_a.v|3|7' 'line|rtl/fp/wf_a.v|4|0' 'module|rtl/fp/wf_a.v' \
    'toggle|rtl/fp/wf_a.v|2|go|1|01|00' 'toggle|rtl/fp/wf_a.v|3|g_part.q|6|0d|05')" "$(tr '\t' '|' <one.points)"

# ---- a bus with fields: three of five bits, each core's, whose number another signal or one of a module inside tells; lanes are no fields ----------
printf '%s\n' 'module wf_b (input [CORES-1:0] one, output wire [5*CORES-1:0] many,' '    output wire [5*GROUPS*CORES-1:0] more, output wire [5*LANES-1:0] wide);' >rtl/fp/wf_b.v
cat >fields <<'END'
cell tb.u_b wf_b
cell tb.u_b.u_c wf_c
signal wf_b one rtl/fp//wf_b.v 1
signal wf_b many rtl/fp//wf_b.v 1
signal wf_b more rtl/fp//wf_b.v 2
signal wf_b wide rtl/fp//wf_b.v 2
signal wf_c set rtl/fp//wf_c.v 1
END
printf '%s\n' 'module wf_c (input [GROUPS-1:0] set);' >rtl/fp/wf_c.v
cat >toggles <<'END'
TOP.tb.u_b many 15 0421 4000
TOP.tb.u_b more 30 20000001 00000000
TOP.tb.u_b wide 15 0421 4000
TOP.tb.u_b one 3 07 07
TOP.tb.u_b.u_c set 2 03 03
END
: >nothing
check "fields of a bus" "many|5|01|10 more|5|11|00 one|3|07|07 set|2|03|03 wide|15|0421|4000" \
    "$(awk -f sim/cov/bits.awk -f sim/cov/points.awk fields toggles nothing nothing | awk -F '\t' '$1 == "toggle" { print $4 "|" $5 "|" $6 "|" $7 }' | sort | xargs)"
rm rtl/fp/wf_b.v rtl/fp/wf_c.v
printf '%s\n' 'inside tb.u_c wf_c' 'cell tb.u_c.u_a wf_a' 'signal wf_a go rtl/fp//wf_a.v 2' >below
echo 'TOP.tb.u_c.g_y[0].u_a go 1 01 01' >toggles
check "a module below one of another unit" "go|1|01|01" "$(awk -f sim/cov/bits.awk -f sim/cov/points.awk below toggles nothing nothing |
    awk -F '\t' '$1 == "toggle" { print $4 "|" $5 "|" $6 "|" $7 }')"
printf '%s\n' 'cell tb.u_a wf_a' 'cell tb.u_a wf_d' 'signal wf_a go rtl/fp//wf_a.v 2' 'signal wf_d go rtl/fp//wf_d.v 2' 'signal wf_d it rtl/fp//wf_d.v 3' >both
printf '%s\n' 'TOP.tb.g_y[0].u_a go 1 01 00' 'TOP.tb.g_z[0].u_a go 1 00 01' 'TOP.tb.g_z[0].u_a it 1 01 01' >toggles
check "two modules in cells of one name" "rtl/fp/wf_a.v|go|01|00 rtl/fp/wf_d.v|go|00|01 rtl/fp/wf_d.v|it|01|01" \
    "$(awk -f sim/cov/bits.awk -f sim/cov/points.awk both toggles nothing nothing |
    awk -F '\t' '$1 == "toggle" { print $2 "|" $4 "|" $6 "|" $7 }' | sort | xargs)"

# ---- the table: a bit that rose in one run and fell in another has not toggled ---------------------------------------------------------------------
awk 'BEGIN { FS = OFS = "\t" } $4 == "go" { $6 = "00"; $7 = "01" } $1 == "line" && $3 == 4 { $4 = 1 } { print }' one.points >two.points
report() { awk -f sim/cov/bits.awk -f sim/cov/report.awk -v holes=holes -v places=places exclusions "$@"; }
: >exclusions
check "table of one" "fp 66.6 2/3 50.0 1/2 0.0 0/1 33.3 2/6 0" "$(report one.points | grep '^fp' | xargs)"
check "of other units alone" "" "$(awk -f sim/cov/bits.awk -f sim/cov/report.awk -v only=lds -v holes=holes -v places=places exclusions one.points | grep '^fp')"
report one.points >log
check "holes" "fp|else|rtl/fp/wf_a.v:3|if (go) q <= 1;
fp|line|rtl/fp/wf_a.v:4|else q <= 2;
fp|toggle|rtl/fp/wf_a.v:2|go
fp|toggle|rtl/fp/wf_a.v:3|g_part.q[5:3,1]" "$(sort holes | tr '\t' '|')"
check "table of two" "fp 100.0 3/3 50.0 1/2 0.0 0/1 33.3 2/6 0" "$(report one.points two.points | grep '^fp' | xargs)"
check "reached by one alone" "two" "$(awk -F '\t' '$2 == 4 { print $6 }' places)"
awk 'BEGIN { FS = OFS = "\t" } $4 == "go" { $6 = $7 = "01" } $4 == "g_part.q" { $5 = 7; $6 = $7 = "7f" } $1 == "line" && $3 == 4 { $3 = 1; $4 = 1 } { print }' one.points >witnesses.points
check "witnesses add no points" "fp 66.6 2/3 50.0 1/2 100.0 1/1 33.3 2/6 0" "$(report one.points witnesses.points | grep '^fp' | xargs)"

# ---- exclusions ----------------------------------------------------------------------------------------------------------------------------------
exclude() { printf '%s\n' "$@" >exclusions; report one.points; }
got=$(exclude 'rtl/fp/wf_a.v else if (go) q <= 1;' '    go is 1' 'rtl/fp/wf_a.v line else q <= 2;' '    go is 1' 'rtl/fp/wf_a.v toggle g_part.q[5:3,1]' '    never so large')
check "excluded" "0 fp 100.0 2/2 100.0 1/1 0.0 0/1 100.0 2/2 6" "$? $(echo "$got" | grep '^fp' | xargs)"
got=$(exclude 'rtl/fp/wf_a.v toggle g_part.q[5:3]' '    never so large' 'rtl/fp/wf_a.v toggle g_part.q[1]' '    nor this')
check "excluded in two entries" "0 100.0 2/2" "$? $(echo "$got" | grep '^fp' | xargs | cut -d' ' -f8,9)"
wrong() { got=$(exclude "$2" "$3"); check "an exclusion $1" "1 FAIL coverage: tb/cov/exclusions.list: $4" "$? $(echo "$got" | grep '^FAIL')"; }
wrong "that is covered" 'rtl/fp/wf_a.v if if (go) q <= 1;' '    so' 'rtl/fp/wf_a.v if if (go) q <= 1;: is covered, by one'
wrong "of a bit that toggles" 'rtl/fp/wf_a.v toggle g_part.q[3:1]' '    so' 'rtl/fp/wf_a.v toggle g_part.q[3:1]: bit 2 is covered'
wrong "of no bits" 'rtl/fp/wf_a.v toggle g_part.q[9]' '    so' 'rtl/fp/wf_a.v toggle g_part.q[9]: has no such bits'
wrong "of nothing" 'rtl/fp/wf_a.v toggle gone' '    so' 'rtl/fp/wf_a.v toggle gone: names nothing that was built'
wrong "of a text that is gone" 'rtl/fp/wf_a.v line x <= 2;' '    so' 'rtl/fp/wf_a.v line x <= 2;: names nothing that was built'
wrong "without a reason" 'rtl/fp/wf_a.v toggle go' '' 'rtl/fp/wf_a.v toggle go: has no reason'

# ---- functional coverage -----------------------------------------------------------------------------------------------------------------------------
printf '%s\n' 'WF_OP(ADD, 0x12, "add", DAB, ALU)' 'WF_OP(WADD, 0x78, "wadd", SCAN, XLANE)' 'WF_OP(LDSLD, 0x90, "lds.load", LD, LDS)' 'WF_OP(LDSATOM, 0x92, "lds", ATOM, LDS)' \
    'WF_OP(SV, 0x50, "sv", DV, PACK)' 'WF_REJECT(NONE, 0, "accepted")' 'WF_REJECT(SHAPE, 3, "no shape")' >isa.def
cat >functional.def <<'END'
axis operation: isa WF_OP
axis lanes: one low holes all
axis reject: isa WF_REJECT
cover operation: operation lanes
cover wf_a.code: reject
value wf_a code code valid
event wf_a here a
event wf_a there b
channels fp
END
functional() { awk -f sim/cov/functional.awk -v records=1 -v units=fp -v missing=missing isa.def "$@"; }
printf '%s\n' '3 operation add one' '1 operation wadd all' >records
got=$(functional functional.def records one.points)
check "bins" "0 operation 2 of 20 10.0 0 wf_a.code 1 of 2 50.0 0 events of wf_a 0 of 2 0.0 0 pairs of wf_a 0 of 1 0.0 0 channels of fp 1 of 3 33.3 0 together 4 of 28 14.2 0" \
    "$? $(echo "$got" | sed 1d | xargs)"
check "missing bins" "channel wf_a req stalled channel wf_a req waiting event wf_a here event wf_a there operation add all pair wf_a here+there wf_a.code NONE" \
    "$(grep -v 'operation [wls]\|holes\|low' missing | sort | xargs)"
printf '%s\n' 'never operation add *' '    a reason' >>functional.def
got=$(functional functional.def records one.points)
check "a bin that never is, hit" "1 FAIL functional coverage: operation add one is hit, though it is \`never\`" "$? $(echo "$got" | grep FAIL)"
echo '1 operation sub one' >records
got=$(functional functional.def records one.points)
check "a record without a bin" "1 FAIL functional coverage: a record has no bin: operation sub one" "$? $(echo "$got" | grep FAIL)"

printf '%s\n' 'axis kind: load store' 'axis ways: 1 2' 'value wf_a both kind,ways valid' 'cover wf_a.both: kind ways' >two.def
printf '%s\t%s\t%s\t%s\t%s\n' module rtl/fp/wf_a.v - - - bin value wf_a both 1,0 bin value wf_a both 0,1 >two.points
: >no_records
got=$(awk -f sim/cov/functional.awk -v units=fp -v missing=missing isa.def two.def no_records two.points)
check "values together, by their places in the lists" "0 wf_a.both 2 of 4 50.0 0 wf_a.both load 1 wf_a.both store 2" \
    "$? $(echo "$got" | grep '^wf_a' | xargs) $(sort missing | xargs)"

# ---- records: lanes by number and place; a run that failed counts nothing ------------------------------------------------------------------------------
cat >traces <<'END'
# retire    issue slot group wave    pc  line unit  instruction ; lanes on
      32       21 s0   g0,0,0 w0       0    13 alu   add r0, r1, r2          ; ff ; 0:1
      33       22 s0   g0,0,0 w0       1    13 alu   add r0, r1, r2          ; 10 ;
      34       23 s0   g0,0,0 w0       2    13 alu   add r0, r1, r2          ; 07 ;
      35       24 s0   g0,0,0 w0       3    13 alu   add r0, r1, r2          ; 81 ;
      35       24 s0   g0,0,0 w0       3    13 alu   add r0, r1, r2          ; 00 ;
      36       25 s0   g0,0,0 w0       4    13 xlane wadd.exclusive.cluster4 r0, r1 ; ff ;
      37       26 s0   g0,0,0 w0       5    13 lds   lds.load r0, [r1]       ; ff ;
      38       27 s0   g0,0,0 w0       6    13 lds   lds.max.u r0, [r1], r2  ; 03 ;
      39       28 s0   g0,0,0 w0       7    13 pack  sv r0, dtid.x           ; ff ;
PASS a.wfk on=rtl lanes=8 wave-size=8 seed=1
      40       29 s0   g0,0,0 w0       7    13 pack  sv r0, dtid.y           ; ff ;
FAIL b.wfk on=rtl lanes=8 wave-size=8 seed=1
END
got=$(awk -f sim/cov/records.awk isa.def traces 2>/dev/null)
check "records" "1 1 atomic lds max.u 8 low|1 operation add 8 all|1 operation add 8 holes|1 operation add 8 low|1 operation add 8 one|1 operation lds 8 low|1 operation lds.load 8 all|1 \
operation sv 8 all|1 operation wadd 8 all|1 scan wadd exclusive cluster 8 all|1 sv dtid.x 8 all" "$? $(echo "$got" | sort | paste -sd '|')"

# ---- fences: what the wave left of the line that it touches next, in the order of issue -----------------------------------------------------------------
printf '%s\n' 'WF_OP(LOAD, 0x60, "load", GLD, MEM)' 'WF_OP(STORE, 0x61, "store", GST, MEM)' 'WF_OP(MOV, 0x20, "mov", DB, ALU)' 'WF_OP(BARRIER, 0x0d, "barrier", FENCE, SYNC)' >fence.def
cat >traces <<'END'
      30       10 s0   g0,0,0 w0       0    13 mem   load r1, A[r0]          ; 01 ; 0@4:00000000
      31       12 s0   g0,0,0 w0       0    13 sync  barrier.device          ; 01 ;
      32       11 s0   g0,0,0 w0       0    13 alu   mov r2, r1              ; 01 ; 0:00000000
      33       13 s0   g0,0,0 w0       0    13 mem   store A[r0], r2         ; 01 ; 0@3c=00000000
      34       14 s0   g0,0,0 w0       0    13 sync  barrier                 ; 01 ;
      35       15 s0   g0,0,0 w0       0    13 mem   load r1, A[r0]          ; 03 ; 0@8:00000000
      36       16 s0   g0,0,0 w0       0    13 sync  barrier                 ; 01 ;
      37       17 s0   g0,0,0 w0       0    13 mem   store A[r0], r2         ; 01 ; 0@3c=00000000
      38       18 s0   g0,0,0 w0       0    13 sync  barrier                 ; 01 ;
      39       19 s0   g0,0,0 w0       0    13 mem   store A[r3], r2         ; 01 ; 0@40=00000000
      40       20 s0   g0,0,0 w0       0    13 sync  barrier                 ; 01 ;
      41       21 s0   g0,0,0 w0       0    13 mem   load r3, A[r3]          ; 01 ; 0@8:00000000
PASS a.wfk on=rtl lanes=8 wave-size=8 seed=1
END
check "fences" "1 cache barrier device here store 8 one|1 cache barrier group absent store 8 one|\
1 cache barrier group loading store 8 one|1 cache barrier group stored load 8 low" \
    "$(awk -f sim/cov/records.awk fence.def traces 2>/dev/null | grep cache | sort | paste -sd '|')"

# ---- C code: two conditions in a line, a line that only one way leads to, a function of a header that two files have ------------------------------
cat >shown <<'END'
/x/c_model/model/a.c:
    1|      5|int f(void)
    2|      5|{
    3|      5|    if (a == 0 || b == 0)
  ------------------
  |  Branch (3:9): [True: 0, False: 5]
  |  Branch (3:19): [True: 2, False: 3]
  ------------------
    4|      0|        return stop();
    5|       |
    6|      3|    go();
    7|      0|    return 1;
    8|      3|}
/x/c_model/model/b.h:
    1|      0|    return c;
  ------------------
  |  Branch (1:12): [True: 0, False: 0]
  ------------------
    1|      2|    return c;
  ------------------
  |  Branch (1:12): [True: 2, False: 0]
  ------------------
END
printf '%s\n' 'c_model/model/a.c 5 7 3 4' 'c_model/model/b.h 1 1 1 2' >files
c_holes() { printf '%s\n' "$@" >c_exclusions; : >holes; awk -v holes=holes -f sim/cov/c.awk c_exclusions files shown 2>&1; }
check "C without exclusions" "c_model/model/a.c 5 7 3 4 0 c_model/model/b.h 1 1 1 2 0" "$(c_holes '' | xargs)"
check "C: what is missing" "a.c:3 true a == 0 || b == 0)|a.c:4 line return stop();|a.c:7 line return 1;|b.h:1 false c;" \
    "$(sed 's/^c_model.model.//; s/\t/ /g' holes | sort | paste -sd '|')"
got=$(c_holes 'c_model/model/a.c true a == 0 ||' '    Never.' 'c_model/model/a.c line go(); // return 1;' 'c_model/model/b.h false c;' '    So it is.')
check "C with exclusions" "c_model/model/a.c 5 5 3 3 3 c_model/model/b.h 1 1 1 1 1" "$(echo "$got" | xargs)"
check "C: nothing is missing" "" "$(cat holes)"
c_wrong() { got=$(c_holes "$2" "$3"); check "C: an exclusion $1" "FAIL coverage: tb/cov/c_exclusions.list: c_model/model/a.c $4" "$(echo "$got" | grep '^FAIL')"; }
c_wrong "that is covered" 'c_model/model/a.c true b == 0)' '    Never.' 'true b == 0): is covered, in line 3'
c_wrong "of a line that is covered" 'c_model/model/a.c line go();' '    Never.' 'line go();: is covered, line 6'
c_wrong "of nothing" 'c_model/model/a.c line gone();' '    Never.' 'line gone();: names nothing'
c_wrong "of a line behind another" 'c_model/model/a.c line stop(); // return 1;' '    Never.' 'line stop(); // return 1;: names nothing'
c_wrong "without a reason" 'c_model/model/a.c line return 1;' '' 'line return 1;: has no reason'
check "C: what depends on the host" "" "$(c_holes 'c_model/model/a.c true b == 0)' '    Host: its processor.' | grep FAIL)"

# ---- floors ----------------------------------------------------------------------------------------------------------------------------------------
mkdir -p c_model/include/wavefold
cp isa.def c_model/include/wavefold/isa.def
cp functional.def tb/cov/functional.def
: >tb/cov/exclusions.list
floors() { printf '%s\n' "$@" >tb/cov/floors.list; sim/cov/report.sh some fp one.points 2>&1; }
sed -i '/^never/,$d' tb/cov/functional.def
got=$(floors 'fp:lines 66.6' 'fp:data 20')
check "above the floors" "0 PASS coverage: lines 66.6 %, branches 50.0 %, control 0.0 %, data 33.3 %, bins 25.0 %" "$? $(echo "$got" | tail -n 1)"
got=$(floors 'fp:lines 66.7')
check "below a floor" "1 FAIL coverage: fp:lines: 66.6 % is below its floor, 66.7 %" "$? $(echo "$got" | grep -m 1 '^FAIL')"
touch rtl/fp/wf_new.v
got=$(floors 'fp:lines 1')
check "a module that no bench builds" "1 FAIL coverage: no bench of fp builds rtl/fp/wf_new.v" "$? $(echo "$got" | grep -m 1 '^FAIL')"
grep -q '<span class=m>    4  .*else q &lt;= 2;' build/cov/index.html && echo "PASS coverage page" || { echo "FAIL coverage page: no line 4 that is missed"; status=1; }

# ---- the tables of docs/coverage.md ------------------------------------------------------------------------------------------------------------------
mkdir -p docs build/cov/c
printf '%s\n' 'folder of c_model lines branches excluded' 'asm 84.5 3/4 78.6 5/6 2' 'C model 99.7 7/8 99.2 9/9 100' >build/cov/c/table
printf '%s\n' 'Words.' '| unit | lines % |' '|---|' '| fp | 1 |' '| gone | 2 |' '' '| bins | hit |' \
    '|---|' '' '| folder of `c_model` | lines % |' '|---|' '| asm | 1 |' '' 'End.' >docs/coverage.md
got=$(sim/cov/figures.sh check build/cov)
check "a page that differs" \
    "1 FAIL coverage: the tables of docs/coverage.md are not those of this run: sim/cov/figures.sh write build/cov" "$? $(echo "$got" | tail -n 1)"
sim/cov/figures.sh write build/cov
check "the page that is written" "Words.
| unit | lines % |
|---|
| fp | 66.6 | 50.0 | 0.0 | 33.3 | 0 |

| bins | hit |
|---|
$(awk 'NR > 1 { name = $1; if ($2 == "of") name = name " of " $3; print "| " name " | " $(NF - 4) " | " $(NF - 2) " | " $(NF - 1) " |" }' build/cov/bins)

| folder of \`c_model\` | lines % |
|---|
| asm | 84.5 | 78.6 | 2 |
| C model | 99.7 | 99.2 | 100 |

End." "$(cat docs/coverage.md)"
check "a page that is right" "0" "$(sim/cov/figures.sh check build/cov; echo $?)"
exit $status

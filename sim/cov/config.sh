#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# config.sh "UNIT.." FOLDER ["MODULE.SIGNAL.."] - from what Verilator wrote with --xml-only as FOLDER/xml: FOLDER/signals (signals.awk), and
# FOLDER/covered.vlt, with which Verilator makes the signals of the units' modules public, and counts lines of their files and of the headers that they
# include.  A unit may be a file of one, fp/wf_fpu.v.  The signals named last are left out.
set -u
units=$1 folder=$2 unseen=${3-}
awk -v units="$units" -v unseen="$unseen" -f sim/cov/signals.awk "$folder/xml" >"$folder/signals" || exit 1
{
    echo '`verilator_config'
    awk '$1 == "signal" || $1 == "bins" { sub(/.*\./, "", $3); print "public_flat_rd -module \"" $2 "\" -var \"" $3 "\"" }' "$folder/signals" | sort -u
    for other in rtl/*; do case " $units " in *" ${other#rtl/} "*) ;; *) echo "coverage_off -file \"*$other/*.v\"" ;; esac; done
    for unit in $units; do case $unit in */*) echo "coverage_on -file \"*rtl/$unit\"" ;; esac; done
    # tables made from isa.def: what of them is used, functional coverage says by operation
    echo 'coverage_off -file "*rtl/common/wf_isa_*.vh"'
    echo 'coverage_off -file "*tb/*"'
} >"$folder/covered.vlt"
rm -f "$folder/xml"

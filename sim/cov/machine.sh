#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# machine.sh FOLDER VERILATOR-ARGUMENTS... - what Verilator makes of the machine of wf_system in lock step with the model, built
# so that the coverage of unit top is counted: FOLDER/signals, FOLDER/*.o.  The arguments are those of sim/rtl.mk.  Environment: SIM_CXX.
set -u
folder=$1
shift
rm -rf "$folder"
mkdir -p "$folder"
cp sim/verilator/wf_rtl.cpp c_model/cosim/wf_rtl.h sim/verilator/objects.mk sim/cov/covered.h sim/cov/bins.h "$folder"
run() {
    verilator --xml-only -O0 --xml-output "$folder/xml" --Mdir "$folder" "$@" && sim/cov/config.sh "top fp/wf_fpu.v" "$folder" &&
        verilator "$@" -f sim/cov/counted.f -CFLAGS -DWF_COVER "$folder/covered.vlt" --Mdir "$folder" wf_rtl.cpp &&
        env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make --no-print-directory -C "$folder" CURDIR=. -f Vwf_lockstep_tb.mk -f objects.mk objects runtime \
            CXX="$SIM_CXX" OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1
}
run "$@" >"$folder.log" 2>&1 || { tail -n 40 "$folder.log"; exit 1; }

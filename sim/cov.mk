# SPDX-License-Identifier: Apache-2.0
# cov.mk - coverage, docs/coverage.md: unit benches built once more, in $(BUILD)/cov, with what counts lines and looks at signals.
# UNIT="fp lds": benches of those units alone; COVER_BENCHES="lds-l8 fp": those alone, for a look, for the floors are of all; COVER_RANDOM: random programs a
# width of the device; COVER_MACHINE: of each kind on the machine of unit top
COV           := $(BUILD)/cov
COVER_UNITS   := $(or $(UNIT),$(notdir $(wildcard rtl/*)))
# wide benches take long to compile, and have the same code; fp-eight tries all operands of a format, and reaches no more than the others; of the
# whole machine the small ones
# benches of other units: tb/cov/also.list
COVER_BENCHES ?= $(sort $(filter-out %-l64 %-l128 %-l128-b32 fp-eight system-% top-smoke-%, \
  $(shell sim/bench.sh names verilator $(COVER_UNITS)) $(if $(filter fp,$(COVER_UNITS)),$(filter valu-%,$(shell sim/bench.sh names verilator core)))))
COVER_RUNTIME := $(COV)/bench/runtime/$(notdir $(SIM_CXX))
COVER_POINTS   = $(COVER_BENCHES:%=$(COV)/run/%.points) $(if $(filter top fp,$(COVER_UNITS)),$(COV)/run/machine.points)
# witnesses of the proofs, in simulation; they count as one bench, `witnesses`
COVER_WITNESSES ?= $(shell sim/cov/witness.sh names $(COVER_UNITS))
COVER_TRACES   = $(COVER_WITNESSES:%=$(COV)/witness/%.points)
COVER_RANDOM  ?= 10
COVER_MACHINE ?= 5
# the figures of docs/coverage.md are those of the usual run: other programs reach other bits
COVER_FIGURES  = $(if $(filter 1-10-5,$(SEED)-$(COVER_RANDOM)-$(COVER_MACHINE)),check)
COVER_LOOK    := $(addprefix sim/cov/,covered.cpp covered.h bins.h counted.f)
.PHONY: cov
cov: setup-cov         ## coverage of the units and the C code by their tests; UNIT="fp lds"; page $(BUILD)/cov/index.html
	$(Q)$(MAKE) --no-print-directory -s $(SUBJOBS) $(COVER_POINTS) $(COVER_TRACES) $(if $(UNIT),,$(COV)/records.list)
	$(Q)sim/cov/witness.sh join $(COVER_TRACES) >$(COV)/run/witnesses.points
	$(Q)$(if $(UNIT),,$(MAKE) --no-print-directory -s cov-c)
	$(Q)BUILD=$(BUILD) FIGURES=$(COVER_FIGURES) sim/cov/report.sh $(if $(UNIT),some,all) "$(COVER_UNITS)" $(COVER_POINTS) $(COV)/run/witnesses.points

$(COVER_RUNTIME): sim/verilator/runtime.v sim/verilator/objects.mk
	$(Q)COVER=1 BUILD=$(COV) SIM_CXX="$(SIM_CXX)" sim/bench.sh runtime
$(COV)/bench/%/tb: $(COVER_RUNTIME) $(COVER_LOOK) sim/cov/signals.awk sim/cov/config.sh \
    $(addprefix tb/cov/,also.list unseen.list) | sim/bench.sh
	$(Q)COVER=1 BUILD=$(COV) SIM_CXX="$(SIM_CXX)" sim/bench.sh verilator $*
$(COV)/tb/fp/vectors-%.txt: $(BUILD)/tb/fp/vectors-%.txt
	$(Q)mkdir -p $(@D) && cp $< $@
# the point is what a bench covers, not that it passes; but one that fails covers nothing
$(COV)/run/%.points: $(COV)/bench/%/tb $(COV)/tb/fp/vectors-$(SEED).txt sim/cov/run.sh sim/cov/points.awk sim/cov/bits.awk tb/cov/functional.def
	@mkdir -p $(@D)
	$(Q)BUILD=$(BUILD) sim/cov/run.sh $* $(SEED) $@
-include $(wildcard $(COV)/bench/*/tb.d)
# a witness that is not there, in the cycle that the proofs say, is an error
$(COV)/witness/%.points: $(COVER_RUNTIME) $(COVER_LOOK) $(addprefix sim/cov/,witness.sh replay.cpp config.sh signals.awk points.awk bits.awk) sim/formal.sh tb/cov/functional.def
	@mkdir -p $(@D)
	$(Q)BUILD=$(BUILD) SIM_CXX="$(SIM_CXX)" sim/cov/witness.sh $* $@
-include $(wildcard $(COV)/witness/*.d)
# instructions that retire in lock step
$(COV)/records.list: $(WAVEFOLD) $(foreach l,8 32 128,$(BUILD)/sim/libwavefold_sim_l$(l).so) $(BUILD)/tb/top/wf_random sim/cov/records.sh sim/cov/bins.sh sim/cov/records.awk tb/cov/bins.awk
	@mkdir -p $(@D)
	$(Q)BUILD=$(BUILD) sim/cov/records.sh $(SEED) $(COVER_RANDOM) >$@

# ---- the C code: the library by clang's counters, under the C tests that need neither a simulator nor the Vulkan driver, and under
# kernels and shaders on the model -----------------------------------
COV_C       := $(COV)/c
COVER_TESTS := $(patsubst %.c,%,$(filter-out tb/vulkan/% tb/lockstep/test_devices.c,$(TEST_SRC)))
.PHONY: cov-c
cov-c: setup-cov $(BUILD)/reference/.made
	$(Q)sim/build_folder.sh $(COV_C) make && mkdir -p $(COV_C)/reference && cp -p $(BUILD)/reference/* $(BUILD)/reference/.made $(COV_C)/reference
	$(Q)$(MAKE) --no-print-directory -s $(SUBJOBS) BUILD=$(COV_C) CC="$(CCACHE) clang-15" LDFLAGS=-fprofile-instr-generate TEST_OPT=-Wno-string-conversion \
	  CFLAGS="-O1 -fprofile-instr-generate -fcoverage-mapping" -o $(COV_C)/reference/.made $(COVER_TESTS:%=$(COV_C)/%) $(COV_C)/bin/wavefold
	$(Q)BUILD=$(COV_C) SEED=$(SEED) sim/cov/c.sh $(COVER_TESTS:%=$(COV_C)/%)

# ---- the whole machine: kernels and random programs in lock step, on two cores over the memory path; they count for unit top --------------------
COV_MACHINE := $(COV)/machine
COVER_LIBRARY := $(COV)/libwavefold_sim_cover.so
$(COV_MACHINE)/compiled: sim/cov/machine.sh sim/cov/config.sh $(COVER_LOOK) sim/cov/signals.awk \
    sim/verilator/wf_rtl.cpp c_model/cosim/wf_rtl.h sim/verilator/objects.mk sim/rtl.mk
	$(Q)SIM_CXX="$(SIM_CXX)" sim/cov/machine.sh $(@D) $(SIM_FLAGS) +define+WF_SYSTEM +define+WF_COVER $(SIM_PATHS) \
	  $(addprefix -G,$(call SIM_PARAMS,8) CORES=2) \
	  --top-module wf_lockstep_tb $(SIM_TEXT) tb/top/wf_top_bins.v
	$(Q)sim/depend.sh $@ $(@D)/Vwf_lockstep_tb__ver.d >$@.d
	$(Q)touch $@
-include $(wildcard $(COV_MACHINE)/compiled.d)
$(COVER_LIBRARY): $(COV_MACHINE)/compiled $(BUILD)/c_model/cosim/wf_dpi.o $(DEVICE_OBJ) $(ARCHIVE)
	$(Q)$(SIM_CXX) $(SIM_LINK) -o $@ $(<D)/*.o $(filter-out $<,$^) $(SIM_LIBS)
$(COV)/run/machine.points: $(COVER_LIBRARY) $(WAVEFOLD) $(BUILD)/tb/top/wf_random $(BUILD)/tb/top/wf_shared \
    sim/cov/machine_run.sh tb/cov/machine.sh sim/cov/points.awk sim/cov/bits.awk tb/cov/functional.def
	@mkdir -p $(@D)
	$(Q)BUILD=$(BUILD) sim/cov/machine_run.sh $(SEED) $(COVER_MACHINE) $@

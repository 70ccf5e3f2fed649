# SPDX-License-Identifier: Apache-2.0
# cov.mk - coverage, docs/coverage.md: unit benches built once more, in $(BUILD)/cov, with what counts lines and looks at signals.
# UNIT="fp lds": benches of those units alone; COVER_BENCHES="lds-l8 fp": those alone, for a look, for the floors are of all; COVER_RANDOM: random programs a
# width of the device
COV           := $(BUILD)/cov
COVER_UNITS   := $(or $(UNIT),$(notdir $(wildcard rtl/*)))
# wide benches take long to compile, and have the same code; fp-eight tries all operands of a format, and reaches no more than the others; of the
# whole machine one bench, the least: tb/cov/split.list
COVER_BENCHES ?= $(filter-out %-l64 %-l128 %-l128-b32 fp-eight system% top-smoke-%,$(shell sim/bench.sh names verilator $(COVER_UNITS)))
COVER_RUNTIME := $(COV)/bench/runtime/$(notdir $(SIM_CXX))
COVER_POINTS   = $(COVER_BENCHES:%=$(COV)/run/%.points)
COVER_RANDOM  ?= 10
.PHONY: cov
cov: setup-cov         ## coverage of the units and the C code by their tests; UNIT="fp lds"; page $(BUILD)/cov/index.html
	$(Q)$(MAKE) --no-print-directory -s $(SUBJOBS) $(COVER_POINTS) $(if $(UNIT),,$(COV)/records.list)
	$(Q)$(if $(UNIT),,$(MAKE) --no-print-directory -s cov-c)
	$(Q)BUILD=$(BUILD) sim/cov/report.sh $(if $(UNIT),some,all) "$(COVER_UNITS)" $(COVER_POINTS)

$(COVER_RUNTIME): sim/verilator/runtime.v sim/verilator/objects.mk
	$(Q)COVER=1 BUILD=$(COV) SIM_CXX="$(SIM_CXX)" sim/bench.sh runtime
$(COV)/bench/%/tb: $(COVER_RUNTIME) sim/cov/covered.cpp sim/cov/bins.h sim/cov/signals.awk tb/cov/lines_alone.list | sim/bench.sh
	$(Q)COVER=1 BUILD=$(COV) SIM_CXX="$(SIM_CXX)" sim/bench.sh verilator $*
$(COV)/tb/fp/vectors-%.txt: $(BUILD)/tb/fp/vectors-%.txt
	$(Q)mkdir -p $(@D) && cp $< $@
# the point is what a bench covers, not that it passes; but one that fails covers nothing
$(COV)/run/%.points: $(COV)/bench/%/tb $(COV)/tb/fp/vectors-$(SEED).txt sim/cov/run.sh sim/cov/points.awk sim/cov/bits.awk tb/cov/functional.def
	@mkdir -p $(@D)
	$(Q)BUILD=$(BUILD) sim/cov/run.sh $* $(SEED) $@
-include $(wildcard $(COV)/bench/*/tb.d)
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

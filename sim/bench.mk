# SPDX-License-Identifier: Apache-2.0
# bench.mk - the unit benches: the same text in Verilator, with gated clocks, and in Icarus, without.  tb/<unit>/bench.list lists them, sim/bench.sh
# builds them.  What a bench has read is in its .d file: it is built again when one of those files changes.
# `make bench-NAME` and `make icarus-NAME` build and run one; SEED=n.
BENCHES        := $(shell sim/bench.sh names)
BENCHES_ICARUS := $(shell sim/bench.sh names icarus)
# of that compiler: another one cannot read its headers
BENCH_RUNTIME  := $(BUILD)/bench/runtime/$(notdir $(SIM_CXX))
VECTORS_FILE   ?= $(BUILD)/tb/fp/vectors-$(SEED).txt

# Verilator's runtime and the headers that all benches read, compiled once
$(BENCH_RUNTIME): sim/verilator/runtime.v sim/verilator/objects.mk
	$(Q)BUILD=$(BUILD) SIM_CXX="$(SIM_CXX)" sim/timed.sh benches sim/bench.sh runtime
bench-runtime: $(BENCH_RUNTIME)
$(BUILD)/bench/%/tb: $(BENCH_RUNTIME) | sim/bench.sh
	$(Q)BUILD=$(BUILD) SIM_CXX="$(SIM_CXX)" sim/timed.sh benches sim/bench.sh verilator $*
$(BUILD)/bench/%.vvp: | sim/bench.sh
	$(Q)BUILD=$(BUILD) sim/timed.sh benches sim/bench.sh icarus $*
-include $(wildcard $(BUILD)/bench/*.d $(BUILD)/bench/*/tb.d)

FP_ORACLE := $(BUILD)/tb/fp/wf_fp_oracle.o $(BUILD)/tb/fp/wf_fp_directed.o
$(BUILD)/tb/fp/wf_fp_vectors.linked $(BUILD)/tb/fp/test_oracle.linked: $(FP_ORACLE)
-include $(FP_ORACLE:.o=.d)
# vectors-SEED.txt, 128 lines an operation: a bench with fewer lanes takes several requests from one run
$(BUILD)/tb/fp/vectors-%.txt: $(BUILD)/tb/fp/wf_fp_vectors
	$(Q)$< 1024 $* 128 > $@

.PHONY: bench-runtime benches $(BENCHES:%=bench-%) $(BENCHES:%=build-bench-%) $(BENCHES_ICARUS:%=icarus-%) $(BENCHES_ICARUS:%=build-icarus-%)
benches: $(BENCHES:%=$(BUILD)/bench/%/tb) $(BENCHES_ICARUS:%=$(BUILD)/bench/%.vvp)   ## build every unit bench
$(BENCHES:%=build-bench-%): build-bench-%: $(BUILD)/bench/%/tb $(VECTORS_FILE)
$(BENCHES_ICARUS:%=build-icarus-%): build-icarus-%: $(BUILD)/bench/%.vvp $(VECTORS_FILE)
$(BENCHES:%=bench-%): bench-%: build-bench-%
	$(Q)$$(BUILD=$(BUILD) sim/bench.sh command verilator $* $(SEED))
$(BENCHES_ICARUS:%=icarus-%): icarus-%: build-icarus-%
	$(Q)$$(BUILD=$(BUILD) sim/bench.sh command icarus $* $(SEED))

# SPDX-License-Identifier: Apache-2.0
# bench.mk - the unit benches: same text in Verilator, with gated clocks, and Icarus, without.
#
# A bench a line: NAME ~ tb file ~ PARAMETER=value,... or - ~ plusargs or -, in Verilator and, shorter, in Icarus (none: not run there).
# A bench may include the .vh files beside it.  `make bench-NAME` builds and runs one; SEED=n.
VECTORS_FILE ?= $(BUILD)/tb/fp/vectors-$(SEED).txt
VECTORS  := +vectors=$(VECTORS_FILE)
BENCHES := \
  common~tb/common/wf_common_tb.v~-~-~+cycles=3000 \
  fp~tb/fp/wf_fp_tb.v~-~$(VECTORS)~$(VECTORS) \
  valu-l4~tb/core/wf_valu_tb.v~LANES=4~$(VECTORS)~$(VECTORS) \
  valu-l32~tb/core/wf_valu_tb.v~LANES=32~$(VECTORS)~none \
  xlane-l4~tb/xlane/wf_xlane_tb.v~LANES=4~-~+requests=500 \
  xlane-l8~tb/xlane/wf_xlane_tb.v~LANES=8~-~+requests=500 \
  xlane-l16~tb/xlane/wf_xlane_tb.v~LANES=16~-~none \
  xlane-l32~tb/xlane/wf_xlane_tb.v~LANES=32~-~none \
  xlane-l64~tb/xlane/wf_xlane_tb.v~LANES=64~+requests=1000~none \
  xlane-l128~tb/xlane/wf_xlane_tb.v~LANES=128~-~none \
  lds-l4~tb/lds/wf_lds_tb.v~LANES=4,BANKS=4~-~none \
  lds-l8~tb/lds/wf_lds_tb.v~LANES=8,BANKS=8~-~+count=500 \
  lds-l8-b2~tb/lds/wf_lds_tb.v~LANES=8,BANKS=2,WORDS=64~-~none \
  lds-l16~tb/lds/wf_lds_tb.v~LANES=16~-~none \
  lds-l32~tb/lds/wf_lds_tb.v~LANES=32~-~none \
  lds-l32-b16~tb/lds/wf_lds_tb.v~LANES=32,BANKS=16~-~none \
  lds-l64~tb/lds/wf_lds_tb.v~LANES=64,BANKS=64~+count=1500~none \
  lds-l128-b32~tb/lds/wf_lds_tb.v~LANES=128,BANKS=32~+count=1000~none \
  lds-l128~tb/lds/wf_lds_tb.v~LANES=128,BANKS=128~-~none \
  lds-serial-l8~tb/lds/wf_lds_tb.v~LANES=8,BANKS=4,COALESCE=0~-~+count=500 \
  lds-serial-l32~tb/lds/wf_lds_tb.v~LANES=32,COALESCE=0~-~none \
  pack-l4~tb/pack/wf_pack_tb.v~LANES=4~-~none \
  pack-l16~tb/pack/wf_pack_tb.v~LANES=16~-~none \
  pack-l32~tb/pack/wf_pack_tb.v~LANES=32~-~- \
  pack-l64~tb/pack/wf_pack_tb.v~LANES=64~-~none \
  pack-l128~tb/pack/wf_pack_tb.v~LANES=128~-~none \
  quads-l8~tb/pack/wf_pack_quads_tb.v~LANES=8~-~- \
  quads-l16~tb/pack/wf_pack_quads_tb.v~LANES=16~-~none \
  quads-l32~tb/pack/wf_pack_quads_tb.v~LANES=32~-~none \
  quads-l64~tb/pack/wf_pack_quads_tb.v~LANES=64~-~none \
  quads-l128~tb/pack/wf_pack_quads_tb.v~LANES=128~-~none \
  pixels-l4~tb/pack/wf_pack_pixels_tb.v~LANES=4~-~- \
  pixels-l16~tb/pack/wf_pack_pixels_tb.v~LANES=16~-~none \
  pixels-l32~tb/pack/wf_pack_pixels_tb.v~LANES=32~-~- \
  pixels-l64~tb/pack/wf_pack_pixels_tb.v~LANES=64~-~none \
  dispatch-pixels-l8~tb/dispatch/wf_dispatch_pixels_tb.v~LANES=8~-~- \
  dispatch-pixels-l16~tb/dispatch/wf_dispatch_pixels_tb.v~LANES=16~-~none \
  dispatch-pixels-l32~tb/dispatch/wf_dispatch_pixels_tb.v~LANES=32~-~none \
  dispatch-pixels-l64~tb/dispatch/wf_dispatch_pixels_tb.v~LANES=64~-~none \
  dispatch-fit~tb/dispatch/wf_dispatch_fit_tb.v~-~-~- \
  dispatch-fit-one~tb/dispatch/wf_dispatch_fit_tb.v~PLACES=1,UNITS=1~-~- \
  dispatch-fit-many~tb/dispatch/wf_dispatch_fit_tb.v~PLACES=64,UNITS=512~+rounds=700~none \
  dispatch-order~tb/dispatch/wf_dispatch_order_tb.v~-~-~+count=300 \
  dispatch-order-eight~tb/dispatch/wf_dispatch_order_tb.v~DISPATCHES=8,PASSES=8~-~none \
  dispatch-queue~tb/dispatch/wf_dispatch_queue_tb.v~-~-~+count=500 \
  dispatch-cores~tb/dispatch/wf_dispatch_cores_tb.v~-~-~none \
  dispatch-room~tb/dispatch/wf_dispatch_room_tb.v~-~-~none \
  dispatch-room-three~tb/dispatch/wf_dispatch_room_tb.v~CORES=3,WAVES=12,GROUPS=5~-~- \
  dispatch-cores-two~tb/dispatch/wf_dispatch_cores_tb.v~CORES=2~-~none \
  dispatch-cores-three~tb/dispatch/wf_dispatch_cores_tb.v~CORES=3,DISPATCHES=8,GROUPS=6,WAVES=12~-~+count=400 \
  dispatch-cores-16~tb/dispatch/wf_dispatch_cores_tb.v~CORES=16~-~none \
  dispatch-l4~tb/dispatch/wf_dispatch_tb.v~LANES=4,WAVES=1,GROUPS=1,WAVE_OPS=0~-~none \
  dispatch-l8~tb/dispatch/wf_dispatch_tb.v~LANES=8~-~none \
  dispatch-l16~tb/dispatch/wf_dispatch_tb.v~LANES=16,WAVES=256~-~none \
  dispatch-l32~tb/dispatch/wf_dispatch_tb.v~LANES=32~-~- \
  dispatch-l64~tb/dispatch/wf_dispatch_tb.v~LANES=64~-~none \
  dispatch-l128~tb/dispatch/wf_dispatch_tb.v~LANES=128,WAVES=64,GROUPS=16,LDS_BANKS=128~-~none \
  core-sched~tb/core/wf_core_sched_tb.v~-~-~+phases=3 \
  core-score~tb/core/wf_core_score_tb.v~-~-~+cycles=20000 \
  core-score-w1~tb/core/wf_core_score_tb.v~WAVES=1,INFLIGHT=1~-~none \
  core-score-w20~tb/core/wf_core_score_tb.v~WAVES=20,INFLIGHT=8~+cycles=100000~none \
  core-score-w3~tb/core/wf_core_score_tb.v~WAVES=3,INFLIGHT=3~-~none \
  core-fault~tb/core/wf_core_fault_tb.v~-~-~+count=100 \
  core-fault-16~tb/core/wf_core_fault_tb.v~CORES=16~-~none \
  core-l8~tb/core/wf_core_tb.v~LANES=8~+rounds=1500~+rounds=12 \
  core-l16~tb/core/wf_core_tb.v~LANES=16,INFLIGHT=1~+rounds=150~none \
  core-l32~tb/core/wf_core_tb.v~LANES=32,WAVES=8,POLICY=1,INFLIGHT=3~+rounds=60~none \
  core-l64~tb/core/wf_core_tb.v~LANES=64,WAVES=5,INFLIGHT=8~+rounds=30~none \
  mem-coalesce-l4~tb/memory/wf_mem_coalesce_tb.v~LANES=4,TAG_W=3,ENTRY_W=2,OPERAND_W=1,LTAG_W=2~-~none \
  mem-coalesce-l8~tb/memory/wf_mem_coalesce_tb.v~LANES=8~-~+count=500 \
  mem-coalesce-l32~tb/memory/wf_mem_coalesce_tb.v~LANES=32~-~none \
  mem-coalesce-l128~tb/memory/wf_mem_coalesce_tb.v~LANES=128,ENTRY_W=4~+count=1000~none \
  mem-atomic~tb/memory/wf_mem_atomic_tb.v~-~-~+count=500 \
  mem-atomic-one~tb/memory/wf_mem_atomic_tb.v~SLOT_W=1,RUN=3~-~none \
  mem-l1~tb/memory/wf_mem_l1_tb.v~-~-~+count=500 \
  mem-l1-two~tb/memory/wf_mem_l1_tb.v~LINES=2,UTAG_W=5~-~none \
  mem-l1-all~tb/memory/wf_mem_l1_tb.v~LINES=128~-~none \
  mem-l1-none~tb/memory/wf_mem_l1_tb.v~LINES=0~-~none \
  axi-memory~tb/memory/wf_axi_memory_tb.v~-~-~+count=500 \
  axi-memory-64~tb/memory/wf_axi_memory_tb.v~DATA=64~-~none \
  axi-memory-two~tb/memory/wf_axi_memory_tb.v~SLOT_W=1~-~none \
  memory-l8~tb/memory/wf_memory_tb.v~LANES=8~-~+count=300 \
  memory-l32~tb/memory/wf_memory_tb.v~LANES=32,L1_LINES=64~-~none \
  memory-l32-none~tb/memory/wf_memory_tb.v~LANES=32,L1_LINES=0~-~none \
  memory-cores~tb/memory/wf_memory_cores_tb.v~-~-~none \
  memory-cores-two~tb/memory/wf_memory_cores_tb.v~CORES=2,COUNT=600~-~- \
  memory-cores-none~tb/memory/wf_memory_cores_tb.v~CORES=3,L1_LINES=0~-~none \
  system~tb/top/wf_system_tb.v~LANES=4,CORES=2~-~+count=10 \
  system-64~tb/top/wf_system_tb.v~DATA=64,L1_LINES=2~-~none \
  system-none~tb/top/wf_system_tb.v~LANES=16,L1_LINES=0~-~none \
  litmus~tb/litmus/wf_litmus_tb.v~-~-~+fenced \
  host~tb/host/wf_host_tb.v~-~-~+count=1500 \
  host-one~tb/host/wf_host_tb.v~DISPATCHES=1,DEPTH=1~-~none \
  host-two~tb/host/wf_host_tb.v~DISPATCHES=8,DEPTH=2~-~+count=300 \
  host-deep~tb/host/wf_host_tb.v~DISPATCHES=8,DEPTH=9~-~none \
  top-smoke~tb/top/wf_top_smoke_tb.v~LANES=32~-~- \
  top-smoke-stall~tb/top/wf_top_smoke_tb.v~LANES=32,POLICY=1~+stall=1~none

bench_name    = $(word 1,$(subst ~, ,$(1)))
bench_file    = $(word 2,$(subst ~, ,$(1)))
bench_top     = $(basename $(notdir $(bench_file)))
bench_params  = $(filter-out -,$(subst $(comma), ,$(word 3,$(subst ~, ,$(1)))))
bench_args    = $(filter-out -,$(word 4,$(subst ~, ,$(1))))
bench_icarus  = $(filter-out -,$(word 5,$(subst ~, ,$(1))))
has_icarus    = $(filter-out none,$(word 5,$(subst ~, ,$(1))))
comma := ,

BENCH_VERILATOR := $(foreach b,$(BENCHES),$(BUILD)/bench/$(call bench_name,$(b))/tb)
BENCH_ICARUS    := $(foreach b,$(BENCHES),$(if $(call has_icarus,$(b)),$(BUILD)/bench/$(call bench_name,$(b)).vvp))
BENCH_BIN       := $(BENCH_VERILATOR) $(BENCH_ICARUS) $(VECTORS_FILE)
BENCH_PATHS     := -DWF_STALL -DWF_ASSERT -Irtl/common -Itb/common -Itb/lds -Itb/memory -y tb/common -y tb/top -y tb/memory -y tb/host $(addprefix -y ,$(sort $(dir $(wildcard rtl/*/*.v))))
BENCH_RTL       := $(sort $(wildcard rtl/*/*.v rtl/*/*.vh)) $(sort $(wildcard tb/common/*.v tb/common/*.vh)) tb/top/wf_stall.v tb/memory/wf_axi_checker.v tb/memory/wf_memory_user.v tb/host/wf_axil_checker.v

# Benches are compiled by the compiler of the simulators; of Verilator's make flags, clang takes others for coroutines.
BENCH_FLAGS   := --cc --exe --main --timing --assert -O3 -Wno-fatal -Wno-TIMESCALEMOD -DWF_CLOCK_GATE
BENCH_MAKE     = CURDIR=. -f objects.mk CXX="$(SIM_CXX)" OPT_SLOW="-O0" $(if $(findstring clang,$(SIM_CXX)),CFG_CXXFLAGS_COROUTINES="-std=gnu++20 -w")
BENCH_RUNTIME := $(BUILD)/bench/runtime/compiled
$(BENCH_RUNTIME): sim/verilator/runtime.v sim/verilator/objects.mk sim/bench.mk
	$(Q)rm -rf $(@D) && mkdir -p $(@D) && cp sim/verilator/objects.mk $(@D)
	$(Q)verilator $(BENCH_FLAGS) --Mdir $(@D) $< >$(@D)/build.log 2>&1 || { cat $(@D)/build.log; exit 1; }
	$(if $(dry_run),,$(Q)$(MAKE) --no-print-directory -C $(@D) -f Vruntime.mk $(BENCH_MAKE) \
	  VM_GLOBAL_FAST="verilated verilated_dpi verilated_threads verilated_timing" runtime >>$(@D)/build.log 2>&1 || { tail -n 40 $(@D)/build.log; exit 1; })
	$(Q)touch $@

FP_ORACLE := $(BUILD)/tb/fp/wf_fp_oracle.o $(BUILD)/tb/fp/wf_fp_directed.o
$(BUILD)/tb/fp/wf_fp_vectors $(BUILD)/tb/fp/test_oracle: $(FP_ORACLE)
-include $(FP_ORACLE:.o=.d)
# vectors-SEED.txt, 128 lines an operation: a bench with fewer lanes takes several requests from one run
$(BUILD)/tb/fp/vectors-%.txt: $(BUILD)/tb/fp/wf_fp_vectors
	$(Q)$< 1024 $* 128 > $@

define BENCH_RULE
$(BUILD)/bench/$(call bench_name,$(1))/tb: $(call bench_file,$(1)) $(wildcard $(dir $(call bench_file,$(1)))*.vh) tb/lds/wf_lds_operate.vh $(BENCH_RTL) $(BENCH_RUNTIME)
	$(Q)rm -rf $$(@D) && mkdir -p $$(@D) && cp sim/verilator/objects.mk $$(@D)
	$(Q)verilator $(BENCH_FLAGS) $(BENCH_PATHS) -I$(dir $(call bench_file,$(1))) $(addprefix -G,$(call bench_params,$(1))) \
	  --top-module $(call bench_top,$(1)) --Mdir $$(@D) $$< >$$(@D)/build.log 2>&1 || { cat $$(@D)/build.log; exit 1; }
	$$(if $$(dry_run),,$(Q)$$(MAKE) --no-print-directory -C $$(@D) -f V$(call bench_top,$(1)).mk $(BENCH_MAKE) objects >>$$(@D)/build.log 2>&1 || { tail -n 40 $$(@D)/build.log; exit 1; })
	$(Q)$(SIM_CXX) -o $$@ $$(@D)/*.o $(dir $(BENCH_RUNTIME))*.o -pthread -latomic
$(BUILD)/bench/$(call bench_name,$(1)).vvp: $(call bench_file,$(1)) $(wildcard $(dir $(call bench_file,$(1)))*.vh) tb/lds/wf_lds_operate.vh $(BENCH_RTL) sim/bench.mk
	@mkdir -p $$(@D)
	$(Q)iverilog -g2005 -Wall -Wno-timescale $(BENCH_PATHS) -I$(dir $(call bench_file,$(1))) $(addprefix -P$(call bench_top,$(1)).,$(call bench_params,$(1))) \
	  -s $(call bench_top,$(1)) -o $$@ $$<
.PHONY: bench-$(call bench_name,$(1)) icarus-$(call bench_name,$(1)) build-bench-$(call bench_name,$(1)) build-icarus-$(call bench_name,$(1))
build-bench-$(call bench_name,$(1)): $(BUILD)/bench/$(call bench_name,$(1))/tb $(VECTORS_FILE)
build-icarus-$(call bench_name,$(1)): $(BUILD)/bench/$(call bench_name,$(1)).vvp $(VECTORS_FILE)
bench-$(call bench_name,$(1)): build-bench-$(call bench_name,$(1))
	$(Q)$(BUILD)/bench/$(call bench_name,$(1))/tb $(call bench_args,$(1)) +seed=$(SEED)
icarus-$(call bench_name,$(1)): build-icarus-$(call bench_name,$(1))
	$(Q)vvp -n $(BUILD)/bench/$(call bench_name,$(1)).vvp $(call bench_icarus,$(1)) +seed=$(SEED)
endef
$(foreach b,$(BENCHES),$(eval $(call BENCH_RULE,$(b))))

.PHONY: list-benches benches
benches: $(BENCH_BIN)            ## build every unit bench
list-benches:                    # the jobs of sim/list_tests.sh
	@printf '%b' "$(foreach b,$(BENCHES),bench-$(call bench_name,$(b))\t$(BUILD)/bench/$(call bench_name,$(b))/tb $(call bench_args,$(b)) +seed=$(SEED)\n$(if $(call has_icarus,$(b)),icarus-$(call bench_name,$(b))\tvvp -n $(BUILD)/bench/$(call bench_name,$(b)).vvp $(call bench_icarus,$(b)) +seed=$(SEED)\n))" | sed 's/^ //'

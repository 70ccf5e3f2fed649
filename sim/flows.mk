# SPDX-License-Identifier: Apache-2.0
# flows.mk - lint, mutants, fuzzing, waveforms.

# ---- lint: Verilator and Icarus read each module, Yosys the whole device (4 lanes), slang each unit, without a warning ----------------------------
RTL      := $(sort $(wildcard rtl/*/*.v))
RTL_VH   := $(sort $(wildcard rtl/*/*.vh))
RTL_Y    := $(addprefix -y ,$(sort $(dir $(RTL))))
YOSYS_TOPS := wf_device
.PHONY: lint mutants fuzz
LINT_OK := $(RTL:%.v=$(BUILD)/lint/%.ok) $(BUILD)/lint/cores.ok $(YOSYS_TOPS:%=$(BUILD)/lint/%.yosys.ok) $(BUILD)/lint/bank-ports.ok
$(LINT_OK): | setup-lint
lint: $(LINT_OK)       ## Verilator, Icarus, Yosys and slang accept the RTL, no warning, no latch; the prose of pages
	@for m in $(notdir $(RTL:.v=)) wf_device-of-two-cores $(YOSYS_TOPS:%=yosys-%); do echo "PASS lint $$m"; done
	@BUILD=$(BUILD) sim/slang.sh
	@sim/prose.sh

$(BUILD)/lint/%.ok: %.v
	@mkdir -p $(@D)
	$(Q)sim/timed.sh checks verilator --lint-only -Wall --default-language 1364-2005 -Irtl/common $(RTL_Y) --top-module $(*F) $<
	$(Q)iverilog -g2005 -Wall -Wno-timescale -Irtl/common $(RTL_Y) -Mall=$@.read -s $(*F) -o $@ $<
	$(Q)sim/depend.sh $@ $@.read >$@.d
-include $(wildcard $(BUILD)/lint/rtl/*/*.ok.d)
# Where a module is there twice, Verilator 5.006 takes its names for hidden ones of the module around it.
$(BUILD)/lint/cores.ok: $(RTL) $(RTL_VH)
	@mkdir -p $(@D)
	$(Q)sim/timed.sh checks verilator --lint-only -Wall -Wno-VARHIDDEN --default-language 1364-2005 -Irtl/common $(RTL_Y) -GLANES=8 -GCORES=2 --top-module wf_device rtl/top/wf_device.v
	$(Q)iverilog -g2005 -Wall -Wno-timescale -Irtl/common $(RTL_Y) -Pwf_device.LANES=8 -Pwf_device.CORES=2 -s wf_device -o $@ rtl/top/wf_device.v
	$(Q)touch $@
# opt_clean first: a loop variable of a combinational block is a latch that nothing reads
$(BUILD)/lint/%.yosys.ok: $(RTL) $(RTL_VH)
	@mkdir -p $(@D)
	$(Q)sim/timed.sh checks yosys -q -e '.*' -p 'read_verilog -Irtl/common $(RTL); hierarchy -chparam LANES 4 -top $*; proc -noopt; opt_clean; check -assert; select -assert-none t:$$dlatch'
	$(Q)touch $@

# ---- file lists of the units, docs/fusesoc.md ---------------------------------------------------------------------------------------
.PHONY: lists
lists:                 ## file lists of the units in $(BUILD)/lists, for tools that take -f
	@mkdir -p $(BUILD)/lists
	$(Q)for unit in $$(ls rtl | grep -vx common); do sim/file_lists.sh $$unit > $(BUILD)/lists/wf_$$unit.f && echo $(BUILD)/lists/wf_$$unit.f; done

# a register bank has three read ports and one for writing: a write that reads the row to keep some lanes would cost a fourth, one that
# does not fit in a port with an enable a lane a second
$(BUILD)/lint/bank-ports.ok: rtl/core/wf_core_bank.v
	@mkdir -p $(@D)
	$(Q)sim/timed.sh checks yosys -q -p 'read_verilog -defer $<; hierarchy -top wf_core_bank -chparam LANES 4 -chparam ROWS 4; proc; opt; memory_share' \
	  -p 'select -assert-count 3 t:$$memrd*; select -assert-count 1 t:$$memwr*'
	$(Q)touch $@

RANDOM_LANES ?= 8
RANDOM_COUNT ?= 10
.PHONY: build-lockstep lockstep
build-lockstep: $(WAVEFOLD) $(BUILD)/sim/libwavefold_sim_l$(RANDOM_LANES).so $(BUILD)/tb/top/wf_random
lockstep: build-lockstep ## RANDOM_COUNT random programs from SEED on, on RANDOM_LANES lanes, in lock step
	$(Q)BUILD=$(BUILD) sim/random.sh $(RANDOM_LANES) $(SEED) $(RANDOM_COUNT)

.PHONY: build-queue queue build-cores-random cores-random build-system system
build-queue: $(WAVEFOLD) $(BUILD)/sim/libwavefold_sim_l8.so $(BUILD)/tb/top/wf_random
queue: build-queue     ## RANDOM_COUNT random programs of several dispatches in flight together, in lock step
	$(Q)BUILD=$(BUILD) SEED=$(SEED) tb/lockstep/test_many.sh
	$(Q)BUILD=$(BUILD) sim/random.sh 8 $(SEED) $(RANDOM_COUNT) 100 6
build-cores-random: $(WAVEFOLD) $(BUILD)/sim/libwavefold_sim_l8_c2.so $(BUILD)/tb/top/wf_random
cores-random: build-cores-random   ## the same on two cores
	$(Q)BUILD=$(BUILD) WAVEFOLD_SIM=$(BUILD)/sim/libwavefold_sim_l8_c2.so sim/kernel.sh tb/kernels/fault_second_core.wfk rtl 8 $(SEED)
	$(Q)BUILD=$(BUILD) CORES=2 sim/random.sh 8 $(SEED) $(RANDOM_COUNT) 100 6
build-system: $(WAVEFOLD) $(BUILD)/sim/libwavefold_sim_l8_system.so $(BUILD)/tb/top/wf_random
system: build-system   ## RANDOM_COUNT random programs in lock step over the memory path
	$(Q)WAVEFOLD_SIM=$(BUILD)/sim/libwavefold_sim_l8_system.so BUILD=$(BUILD) sim/random.sh 8 $(SEED) $(RANDOM_COUNT)

.PHONY: build-shared shared
build-shared: $(WAVEFOLD) $(BUILD)/sim/libwavefold_sim_l8_small_system_c2.so $(BUILD)/tb/top/wf_shared
shared: build-shared   ## random files of 8 dispatches that share few lines, on two cores over the memory path; waits and answers in time
	$(Q)BUILD=$(BUILD) SEED=$(SEED) tb/lockstep/test_shared.sh
	$(Q)BUILD=$(BUILD) WAVEFOLD_SIM=$(BUILD)/sim/libwavefold_sim_l8_small_system_c2.so CORES=2 GENERATOR=wf_shared sim/random.sh 8 $(SEED) 40 10 8
	$(Q)BUILD=$(BUILD) WAVEFOLD_SIM=$(BUILD)/sim/libwavefold_sim_l8_small_system_c2.so CORES=2 GENERATOR=wf_shared sim/random.sh 8 $(SEED) 4 10 32

.PHONY: build-icarus-kernel icarus-kernel
build-icarus-kernel: $(WAVEFOLD) $(BUILD)/sim/icarus/wf_sim_l8.vvp $(BUILD)/sim/icarus/wavefold.vpi
icarus-kernel: build-icarus-kernel      # mutants that only a kernel of a certain size, or with a buffer at a certain place, meets
	$(Q)BUILD=$(BUILD) sim/kernel.sh tb/kernels/lds_whole.wfk icarus 8 $(SEED)
	$(Q)BUILD=$(BUILD) sim/kernel.sh tb/kernels/fault_atomics64_part.wfk icarus 8 $(SEED)

# ---- the lists that kernel files expect -----------------------------------------------------------------------------------------------------
EXPECT := $(BUILD)/tb/expect/wf_expect
EXPECT_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard tb/expect/*.c)))
$(EXPECT_OBJ): override CC = gcc      # clang 14 has no binary16 on x86-64
$(EXPECT): $(EXPECT_OBJ)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ -lm
-include $(EXPECT_OBJ:.o=.d)
# of each list a file, which `reference NAME` of a kernel file means: the program finds them beside its own folder
$(BUILD)/reference/.made: $(EXPECT)
	$(Q)sim/reference.sh $< $(@D) && touch $@
$(BUILD)/reference/%: $(BUILD)/reference/.made ; @:
$(WAVEFOLD): | $(BUILD)/reference/.made

# ---- mutants ----------------------------------------------------------------------------------------------------------------------------------
MUTATE := $(BUILD)/tb/mutants/wf_mutate
$(MUTATE): %: %.o
	$(Q)$(CC) $(LDFLAGS) -o $@ $<
-include $(MUTATE).d
SPROUT := $(BUILD)/tb/mutants/wf_sprout
SPROUT_OBJ := $(SPROUT:%=%.o) $(addprefix $(SPROUT)_,verilog.o expression.o c.o c_expression.o reader.o)
$(SPROUT): $(SPROUT_OBJ)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^
-include $(SPROUT_OBJ:.o=.d)
# NAMES="fp-add-halfway fp-fma-carry"; UNIT="fp xlane"; SHARE=10: a tenth, which CHOICE=n chooses, of files that changed since BASE=revision first
mutants: setup-test    ## every mutant of tb/mutants, one at a time: each must be caught; UNIT="fp xlane", NAMES="a b", SHARE=10 (a tenth); AUTO=100 UNIT=fp: so many by rule
	$(Q)$(ALONE); BUILD=$(BUILD) JOBS=$(JOBS) SEED=$(SEED) UNIT="$(UNIT)" $(if $(AUTO),AUTO=$(AUTO) sim/sprout.sh,SHARE=$(SHARE) CHOICE=$(CHOICE) BASE=$(BASE) sim/mutants.sh $(NAMES))

# ---- fuzzing: the assembler and the loader, with ASan and UBSan; FUZZ_SECONDS=600 ------------------------------------------------------
FUZZ_SECONDS ?= 600
FUZZ_CC  := clang-15 -std=c11 -g -O1 -ffp-contract=off -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all $(INCLUDES)
FUZZ_SRC := tb/asm/fuzz_kernel.c $(filter-out c_model/model/isa/wf_gen% c_model/spirv/wf_spirv_gen.c,$(sort $(wildcard $(patsubst %,c_model/%/*.c,asm spirv spirv/* model/core model/dispatch model/fp model/isa model/pack))))
fuzz: setup-fuzz $(GRAMMAR) ## fuzz kernel files for FUZZ_SECONDS (libFuzzer, ASan, UBSan)
	@mkdir -p $(BUILD)/fuzz/corpus
	$(Q)$(FUZZ_CC) -o $(BUILD)/fuzz/fuzz_kernel $(FUZZ_SRC) -lm
	$(Q)$(BUILD)/fuzz/fuzz_kernel -dict=tb/asm/kernel.dict -max_total_time=$(FUZZ_SECONDS) -max_len=4000 -timeout=10 \
	  -artifact_prefix=$(BUILD)/fuzz/ -print_final_stats=1 $(BUILD)/fuzz/corpus tb/asm/corpus

# ---- fuzzing: SPIR-V modules; seeds are those of tb/shaders -------------------------------------------------------------------------------
FUZZ_SPIRV_SRC := tb/spirv/fuzz_spirv.c $(filter-out c_model/cosim/%,$(LIB_SRC))
.PHONY: fuzz-spirv
fuzz-spirv: setup-fuzz $(GRAMMAR) ## fuzz SPIR-V modules for FUZZ_SECONDS (libFuzzer, ASan, UBSan)
	@mkdir -p $(BUILD)/fuzz-spirv/corpus
	$(Q)$(FUZZ_CC) -o $(BUILD)/fuzz-spirv/fuzz_spirv $(FUZZ_SPIRV_SRC) -lm
	$(Q)cp tb/shaders/*.spv $(BUILD)/fuzz-spirv/corpus
	$(Q)$(BUILD)/fuzz-spirv/fuzz_spirv -max_total_time=$(FUZZ_SECONDS) -max_len=60000 -timeout=10 -artifact_prefix=$(BUILD)/fuzz-spirv/ \
	  -print_final_stats=1 $(BUILD)/fuzz-spirv/corpus

# ---- a campaign: many random kernels on all configurations, with KINDS="random corner mutants proof cov" more; docs/campaign.md ------------------
N     ?= 100
HOSTS ?= local
KINDS ?= random
COVER_SEEDS ?= 1
# what shards of one kind share: each would make it
CAMPAIGN_random  = $(BUILD)/tb/top/wf_shared $(sort $(shell awk '/^[a-z]/ { print "$(BUILD)/sim/libwavefold_sim_" $$2 ".so" }' sim/campaign.list))
CAMPAIGN_corner  = $(BUILD)/sim/icarus/wavefold.vpi $(shell awk '/^[a-z]/ { print "$(BUILD)/sim/icarus/wf_sim_" $$1 ".vvp" }' tb/lockstep/machines.list)
CAMPAIGN_mutants = bench-runtime $(SPROUT) $(MUTATE) $(BUILD)/tb/fp/vectors-$(SEED).txt $(BUILD)/sim/libwavefold_sim_l8.so $(BUILD)/reference/.made \
                   $(shell awk '!/^\#/ { gsub(/[,+]/, "\n", $$3); print $$3 }' sim/sprout_model.list | sed 's|^tb/|$(BUILD)/&|; t; s|^c_model/|$(BUILD)/&|; t; s|^|$(BUILD)/tb/|')
CAMPAIGN_cov     = $(COVER_RUNTIME) $(foreach n,$(shell seq $(SEED) $$(($(SEED) + $(COVER_SEEDS) - 1))),$(COV)/tb/fp/vectors-$(n).txt)
.PHONY: campaign
campaign: setup-campaign       ## N=100 shards of random kernels on all configurations, in lock step; HOSTS=slurm, KINDS="random corner mutants proof cov"
	$(Q)$(MAKE) --no-print-directory -s $(WAVEFOLD) $(BUILD)/tb/top/wf_random $(foreach k,$(KINDS),$(CAMPAIGN_$(k)))
	$(Q)$(ALONE); BUILD=$(BUILD) JOBS=$(JOBS) SEED=$(SEED) HOSTS=$(HOSTS) KINDS="$(KINDS)" AUTO=$(or $(AUTO),100) COVER_SEEDS=$(COVER_SEEDS) \
	  COVER_BENCHES="$(COVER_BENCHES)" sim/campaign.sh $(N)

# ---- FPGA: units on a Lattice ECP5; NAMES="pack dispatch" ------------------------------------------------------------------------------------
.PHONY: fpga
fpga: setup-fpga       ## rows of sim/synth/fpga.list placed and routed on an ECP5 of 84,000 LUTs: what each takes, its clock (yosys, nextpnr)
	$(Q)BUILD=$(BUILD) SEED=$(SEED) sim/synth/fpga.sh $(NAMES)

# ---- timing: one module in the OSU 0.18 um library at 5 ns; TOP=wf_fp_add PARAMS="LANES=8" ----------------------------------------------
TOP    ?= wf_fp_add
.PHONY: timing
timing: setup-synth    ## cells, area and slack at 5 ns of one module: TOP=wf_xlane_scan PARAMS="LANES=8" (yosys, OpenSTA)
	$(Q)BUILD=$(BUILD) sim/synth/timing.sh $(TOP) $(PARAMS)

# ---- whole units: SYNTH="dispatch pack" of sim/synth/units.list; LIB: a Liberty file; WRITE=1 ------------------------------------------
SYNTH ?=
.PHONY: synth
synth: setup-synth     ## area, flip-flops, memories and worst path of whole units, and their budget: SYNTH="dispatch lds", LIB=FILE.lib; WRITE=1: a new budget
	$(Q)BUILD=$(BUILD) JOBS=$(JOBS) LIB="$(LIB)" sim/synth/synth.sh $(if $(filter 1,$(WRITE)),write,$(if $(LIB),run,check)) $(SYNTH)

# ---- netlists: UNIT="score lds" of sim/synth/gates.list; LIB: a Liberty file ------------------------------------------------------------
.PHONY: gates
gates: setup-gates $(BUILD)/tb/fp/wf_fp_vectors $(BENCH_RUNTIME)   ## the netlist of each unit in the unit's bench, in Icarus or Verilator: UNIT="score lds", LIB=FILE.lib (yosys)
	$(Q)BUILD=$(BUILD) SEED=$(SEED) LIB="$(LIB)" sim/synth/gates.sh $(UNIT)

# ---- what the units save: docs/value.md ---------------------------------------------------------------------------------------------
.PHONY: bench
bench: setup-bench     ## cycles with each unit and the way without it, at every wave size; tables, and plots in $(BUILD)/value
	$(Q)$(MAKE) --no-print-directory -s $(SUBJOBS) $(WAVEFOLD) $(foreach l,32 128,$(BUILD)/sim/libwavefold_sim_l$(l).so $(BUILD)/sim/libwavefold_sim_l$(l)_serial.so)
	$(Q)mkdir -p $(BUILD)/value
	$(Q)BUILD=$(BUILD) sim/value.sh >$(BUILD)/value/figures
	$(Q)sim/value_page.sh tables $(BUILD)/value/figures
	$(Q)sim/value_page.sh plots $(BUILD)/value/figures $(BUILD)/value

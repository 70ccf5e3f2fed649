# SPDX-License-Identifier: Apache-2.0
# rtl.mk - the whole machine as simulators in lock step with the model.
#   $(BUILD)/sim/l<LANES>/wf_sim        Verilator, fast
#   $(BUILD)/sim/l<LANES>/wf_sim_trace  Verilator, can write waveforms (+waves=FILE); built on demand
#   $(BUILD)/sim/icarus/wf_sim_l<LANES>.vvp with wavefold.vpi  Icarus, four-valued
# c_model/cli/wf_common.c (wf_common_device) states the same sizes for the program.
SIM_LANES  ?= 8 32 128
SIM_WAVES_8   := 256
SIM_WAVES_32  := 64
SIM_WAVES_128 := 64
SIM_PARAMS  = LANES=$(1) WAVES=$(SIM_WAVES_$(1)) GROUPS=16 REGS=64 LDS_WORDS=8192 LDS_BANKS=32 IMEM_WORDS=4096

SIMS        := $(foreach l,32 128,$(BUILD)/sim/l$(l)/wf_sim)
ALL_SIMS    := $(foreach l,$(SIM_LANES),$(BUILD)/sim/l$(l)/wf_sim)
ICARUS_SIMS := $(BUILD)/sim/icarus/wf_sim_l32.vvp $(BUILD)/sim/icarus/wavefold.vpi

SIM_RTL   := $(sort $(wildcard rtl/*/*.v rtl/*/*.vh))
SIM_PATHS := $(foreach d,$(sort $(patsubst %/,%,$(dir $(wildcard rtl/*/*.v)))),-y $(d)) -Irtl/common -Itb/lockstep
SIM_TEXT  := tb/lockstep/wf_lockstep_tb.v
BENCH_SRC := tb/lockstep/wf_bench.c tb/lockstep/wf_memory.c c_model/cli/wf_common.c
BENCH_OBJ := $(BENCH_SRC:%.c=$(BUILD)/%.o)
VERILATOR_DPI = $(shell verilator --getenv VERILATOR_ROOT)/include/vltstd
SIM_FLAGS := --cc --exe --timescale 1ns/1ps --x-assign fast --x-initial fast --noassert -O3 -Wno-fatal -CFLAGS -DVL_USER_FINISH
# Debian 12's gcc 12.2 miscompiles wide vectors with -O2: its superword vectoriser drops words (LDS stores of 128 lanes).
SIM_OPT   := -O2 -fno-tree-slp-vectorize

.PHONY: sims sims-icarus
sims: $(ALL_SIMS)                ## Verilator simulators of every width (SIM_LANES=...)
sims-icarus: $(ICARUS_SIMS)      ## the Icarus simulator

$(BUILD)/tb/lockstep/wf_dpi.o: tb/lockstep/wf_dpi.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) -isystem $(VERILATOR_DPI) $(CFLAGS) -c -o $@ $<
$(BUILD)/tb/lockstep/wf_vpi.o: tb/lockstep/wf_vpi.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) -isystem /usr/include/iverilog $(CFLAGS) -c -o $@ $<

# $(1) lanes, $(2) name of the program, $(3) more flags
define SIM_RULE
$(BUILD)/sim/l$(1)/$(2): $(SIM_TEXT) tb/lockstep/wf_lockstep_dpi.vh $(SIM_RTL) sim/verilator/main.cpp sim/rtl.mk \
                         $(BUILD)/tb/lockstep/wf_dpi.o $(BENCH_OBJ) $(LIB)
	@mkdir -p $$(@D)
	$(Q)rm -rf $$(@D)/$(2).dir
	$(Q)verilator $(SIM_FLAGS) $(3) $(SIM_PATHS) $(addprefix -G,$(call SIM_PARAMS,$(1))) --top-module wf_lockstep_tb \
	  --Mdir $$(@D)/$(2).dir -o ../$(2) $(SIM_TEXT) $$(abspath sim/verilator/main.cpp) \
	  -LDFLAGS "$$(abspath $(BUILD)/tb/lockstep/wf_dpi.o $(BENCH_OBJ) $(LIB)) -lm" >$$@.log 2>&1 || { cat $$@.log; exit 1; }
	$(Q)$$(MAKE) --no-print-directory -C $$(@D)/$(2).dir -f Vwf_lockstep_tb.mk OPT_FAST="$(SIM_OPT)" OPT_SLOW="-O0" OPT_GLOBAL="-O2" \
	  >>$$@.log 2>&1 || { tail -n 40 $$@.log; exit 1; }
endef
$(foreach l,$(SIM_LANES),$(eval $(call SIM_RULE,$(l),wf_sim,)))
$(foreach l,$(SIM_LANES),$(eval $(call SIM_RULE,$(l),wf_sim_trace,--trace-fst +define+WF_TRACE -CFLAGS -DWF_TRACE)))

$(BUILD)/sim/icarus/wf_sim_l%.vvp: $(SIM_TEXT) tb/lockstep/wf_lockstep_dpi.vh $(SIM_RTL) sim/rtl.mk
	@mkdir -p $(@D)
	$(Q)iverilog -g2005 -Wall -Wno-timescale -DWF_TRACE $(SIM_PATHS) $(addprefix -Pwf_lockstep_tb.,$(call SIM_PARAMS,$*)) \
	  -s wf_lockstep_tb -o $@ $<
$(BUILD)/sim/icarus/wavefold.vpi: $(BUILD)/tb/lockstep/wf_vpi.o $(BENCH_OBJ) $(LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) -shared -o $@ $^ -lm

-include $(BENCH_OBJ:.o=.d) $(BUILD)/tb/lockstep/wf_dpi.d $(BUILD)/tb/lockstep/wf_vpi.d
$(BUILD)/tb/lockstep/test_memory: $(BUILD)/tb/lockstep/wf_memory.o

# SPDX-License-Identifier: Apache-2.0
# rtl.mk - the whole machine as simulators in lock step with the model.
#   $(BUILD)/sim/libwavefold_sim_<CONFIGURATION>.so  Verilator: a library, c_model/include/wavefold/sim.h. Its configuration is
#     l<LANES>                                       fast
#     l<LANES>_trace                                 can write waveforms; built on demand
#     l<LANES>_serial, l<LANES>_serial_trace         the same with an LDS that does not combine lanes; built on demand
#     l<LANES>_c<CORES>, l<LANES>_c<CORES>_trace     of 2 to 16 cores; other than 2 and 4 built on demand
#     l<LANES>_alone, l<LANES>_alone_c<CORES>        without the events that the model needs: unchecked, and faster; built on demand
#     l<LANES>_system, l<LANES>_system_c<CORES>      over the memory path and a memory of lines (wf_system); built on demand
#     l8_small_system_c<CORES>                       the same of 16 slots a core, quick to build and to run: for random files that share lines
#   $(BUILD)/sim/icarus/wf_sim_l<LANES>.vvp with wavefold.vpi  Icarus, four-valued
SIM_LANES  ?= 8 32 128
# make builds a simulator of any width that it is asked for
WIDTHS     := 4 8 16 32 64 128
SMALL_PARAMS := WAVES=16 GROUPS=8 REGS=64 LDS_WORDS=256 LDS_BANKS=4 IMEM_WORDS=4096
# the usual device of each width, and its parameters
DEVICES   := $(shell awk -F'[(), ]+' '/^WF_DEVICE/ { for (l = from; l <= $$2; l *= 2) \
  printf "%d~LANES=%d~WAVES=%d~GROUPS=%d~REGS=%d~LDS_WORDS=%d~LDS_BANKS=%d~IMEM_WORDS=%d ", l, l, $$3, $$4, $$5, $$6, $$7, $$8; from = l }' from=4 c_model/cli/devices.def)
SIM_PARAMS = $(wordlist 2,9,$(subst ~, ,$(filter $(1)~%,$(DEVICES))))

# configurations -> libraries
libraries    = $(patsubst %,$(BUILD)/sim/libwavefold_sim_%.so,$(1))
SIMS        := $(call libraries,l32 l128)
# of several cores: 32 lanes for make run, with 8 lanes for the tests
RUN_CORES   := $(call libraries,l32_c2 l32_c4)
ALL_SIMS    := $(call libraries,$(SIM_LANES:%=l%))
ICARUS_SIMS := $(BUILD)/sim/icarus/wf_sim_l32.vvp $(BUILD)/sim/icarus/wavefold.vpi

SIM_PATHS := $(foreach d,$(sort $(patsubst %/,%,$(dir $(wildcard rtl/*/*.v)))),-y $(d)) -Irtl/common -Itb/lockstep
SIM_TEXT  := tb/lockstep/wf_lockstep_tb.v tb/top/wf_stall.v
# a device of c_model/include/wavefold/sim.h but for its simulator
DEVICE_SRC := $(addprefix c_model/cosim/wf_,device.c dispatches.c events.c stalls.c stop.c fst_axis.c lines.c memory.c shadow.c)
DEVICE_OBJ := $(DEVICE_SRC:%.c=$(BUILD)/%.o)
VERILATOR_DPI = $(shell verilator --getenv VERILATOR_ROOT)/include/vltstd
# Without Verilator 5.006's data-flow pass: it turns assignments to slices into concatenations whose size is quadratic in the lanes.
SIM_FLAGS := --cc --timescale 1ns/1ps --x-assign fast --x-initial fast --noassert -O3 -fno-dfg -Wno-fatal +define+WF_STALL +define+WF_CLOCK_GATE $(addprefix -CFLAGS -,DVL_USER_FINISH DVL_USER_STOP DVL_USER_FATAL DVL_USER_WARN DVL_PRINTF=sizeof fPIC fvisibility=hidden)
# clang compiles the simulators faster than gcc, and what it makes runs faster: 1.7 times, and 1.25 times as fast as that of clang 14.  Profiles of runs
# add nothing to clang 15.  SIM_CXX=g++ works too; but Debian 12's gcc 12.2 miscompiles
# wide vectors with -O2: its superword vectoriser drops words (LDS stores of 128 lanes).
SIM_CXX  ?= clang++-15
SIM_OPT   = -O2 $(if $(findstring clang,$(SIM_CXX)),,-fno-tree-slp-vectorize)
# alone is there for speed, is built where it runs, and is not installed: it may use what the processor here has
ALONE_OPT ?= $(if $(shell grep -m1 -w avx2 /proc/cpuinfo 2>/dev/null | grep -w bmi2),-march=x86-64-v3)

.PHONY: sims sims-icarus speed cycles
sims: $(ALL_SIMS)                ## Verilator simulators of every width (SIM_LANES=...)
sims-icarus: $(ICARUS_SIMS)      ## the Icarus simulator
speed: setup-run       ## how fast the model and the simulators are, against their goals
	$(Q)$(MAKE) --no-print-directory -s $(SUBJOBS) $(WAVEFOLD) $(SIMS) $(BUILD)/tb/spirv/wf_spirv_random
	$(Q)BUILD=$(BUILD) sim/speed.sh
cycles: setup-run      ## cycles of the hardware on its own kernels, against their goals
	$(Q)$(MAKE) --no-print-directory -s $(SUBJOBS) $(WAVEFOLD) $(call libraries,l32 l32_c4)
	$(Q)BUILD=$(BUILD) sim/cycles.sh

$(BUILD)/c_model/cosim/wf_dpi.o: c_model/cosim/wf_dpi.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) -isystem $(VERILATOR_DPI) $(CFLAGS) $(VISIBILITY) -c -o $@ $<
$(BUILD)/c_model/cosim/wf_vpi.o: c_model/cosim/wf_vpi.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) -isystem /usr/include/iverilog $(CFLAGS) -c -o $@ $<

# make -n runs the lines that start make, but that of a simulator needs what Verilator writes
dry_run = $(findstring n,$(filter-out -%,$(firstword $(MAKEFLAGS))))
# Names are relative, for the tree may stand in a path with spaces; CURDIR=. keeps a makefile of Verilator's from refusing one.
# What Verilator makes of the RTL is compiled apart from the bench and the model, which a link adds: a change in C costs a second.
# The parts of a configuration say how a simulator is built.  Several cores are much to compile and little to run: compiled in haste.
TRACED   := --trace-fst +define+WF_TRACE -CFLAGS -DWF_TRACE
COUNTS   := $(addprefix c,2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
parts     = $(subst _, ,$(1))
cores_of  = $(patsubst c%,%,$(filter $(COUNTS),$(call parts,$(1))))
lanes_of  = $(patsubst l%,%,$(filter $(WIDTHS:%=l%),$(call parts,$(1))))
is_name   = $(if $(call lanes_of,$(1)),$(if $(filter-out $(WIDTHS:%=l%) small system serial trace alone $(COUNTS),$(call parts,$(1))),,$(1)))
sim_params = $(if $(filter small,$(call parts,$(1))),LANES=$(call lanes_of,$(1)) $(SMALL_PARAMS),$(call SIM_PARAMS,$(call lanes_of,$(1))))
sim_flags = $(addprefix -GCORES=,$(call cores_of,$(1))) $(if $(filter system,$(call parts,$(1))),+define+WF_SYSTEM) \
            $(if $(filter alone,$(call parts,$(1))),+define+WF_ALONE) $(if $(filter serial,$(call parts,$(1))),-GCOALESCE=0) $(if $(filter trace,$(call parts,$(1))),$(TRACED))
SIM_LINK  = -shared -Wl,-z,defs -Wl,--version-script=sim/verilator/exports.map
SIM_LIBS  = -lm -lz -pthread -latomic
# $(1) configuration
define SIM_RULE
$(BUILD)/sim/$(1).dir/compiled: sim/verilator/wf_rtl.cpp c_model/cosim/wf_rtl.h sim/verilator/objects.mk sim/rtl.mk c_model/cli/devices.def
	$(Q)rm -rf $$(@D) && mkdir -p $$(@D) && cp sim/verilator/wf_rtl.cpp c_model/cosim/wf_rtl.h sim/verilator/objects.mk $$(@D)
	$(Q)sim/timed.sh machines verilator $(SIM_FLAGS) $(call sim_flags,$(1)) $(SIM_PATHS) $(addprefix -G,$(call sim_params,$(1))) --top-module wf_lockstep_tb \
	  --Mdir $$(@D) $(SIM_TEXT) wf_rtl.cpp >$$(@D).log 2>&1 || { cat $$(@D).log; exit 1; }
	$(Q)sim/depend.sh $$@ $$(@D)/Vwf_lockstep_tb__ver.d >$$@.d
	$$(if $$(dry_run),,$(Q)sim/timed.sh machines $$(MAKE) --no-print-directory -C $$(@D) CURDIR=. -f Vwf_lockstep_tb.mk -f objects.mk objects runtime \
	  CXX="$(SIM_CXX)" OPT_FAST="$(SIM_OPT) $(if $(filter alone,$(call parts,$(1))),$(ALONE_OPT)) $(if $(call cores_of,$(1)),-O1)" OPT_SLOW="-O0" OPT_GLOBAL="-O2" >>$$(@D).log 2>&1 || { tail -n 40 $$(@D).log; exit 1; })
	$(Q)touch $$@
$(call libraries,$(1)): %: %.linked ; @:
$(addsuffix .linked,$(call libraries,$(1))): $(BUILD)/sim/$(1).dir/compiled $(BUILD)/c_model/cosim/wf_dpi.o $(DEVICE_OBJ) $(ARCHIVE)
	$(Q)$(SIM_CXX) $(SIM_LINK) -o $$(@:.linked=.new) $$(<D)/*.o $$(filter-out $$<,$$^) $(SIM_LIBS) && \
	  sim/if_changed.sh $$(@:.linked=.new) $$(@:.linked=) && touch $$@
endef
# those that rules name, and any that make is asked for
SIM_NAMES := $(sort $(foreach l,$(SIM_LANES:%=l%),$(l) $(addprefix $(l)_,trace serial serial_trace system alone $(foreach c,2 4,c$(c) c$(c)_trace small_system_c$(c)))) \
               $(foreach n,$(patsubst libwavefold_sim_%.so,%,$(filter libwavefold_sim_%.so,$(notdir $(MAKECMDGOALS)))),$(call is_name,$(n))))
$(foreach n,$(SIM_NAMES),$(eval $(call SIM_RULE,$(n))))

# ---- a traced library whose Verilog ends by itself, for tb/lockstep/test_devices.c -----------------------------------------------------
$(call libraries,ended): tb/lockstep/wf_ended.v sim/verilator/wf_rtl.cpp c_model/cosim/wf_rtl.h sim/verilator/objects.mk $(BUILD)/c_model/cosim/wf_dpi.o $(DEVICE_OBJ) $(ARCHIVE)
	$(Q)rm -rf $(@:.so=.dir) && mkdir -p $(@:.so=.dir) && cp $(wordlist 2,4,$^) $(@:.so=.dir)
	$(Q)verilator $(SIM_FLAGS) $(TRACED) --top-module wf_lockstep_tb --Mdir $(@:.so=.dir) $< wf_rtl.cpp >$@.log 2>&1 || { cat $@.log; exit 1; }
	$(if $(dry_run),,$(Q)$(MAKE) --no-print-directory -C $(@:.so=.dir) CURDIR=. -f Vwf_lockstep_tb.mk -f objects.mk objects runtime CXX="$(SIM_CXX)" >>$@.log 2>&1 || { tail -n 40 $@.log; exit 1; })
	$(Q)$(SIM_CXX) $(SIM_LINK) -o $@ $(@:.so=.dir)/*.o $(filter %.o %.a,$^) $(SIM_LIBS)

comma := ,
# Icarus: those of tb/lockstep/machines.list, and devices of the usual widths
machine = $(shell awk '$$1 == "$(1)" { print $$2, $$3 }' tb/lockstep/machines.list)
ICARUS_DEVICE = $(or $(subst $(comma), ,$(word 1,$(call machine,$*))),$(call SIM_PARAMS,$(*:l%=%)))
$(BUILD)/sim/icarus/wf_sim_%.vvp: sim/rtl.mk tb/lockstep/machines.list c_model/cli/devices.def
	@mkdir -p $(@D)
	$(Q)iverilog -g2005 -Wall -Wno-timescale -DWF_STALL -DWF_ASSERT -DWF_TRACE $(filter-out -,$(word 2,$(call machine,$*))) $(SIM_PATHS) \
	  $(addprefix -Pwf_lockstep_tb.,$(ICARUS_DEVICE)) -Mall=$@.read -s wf_lockstep_tb -o $@ $(SIM_TEXT)
	$(Q)sim/depend.sh $@ $@.read >$@.d
$(BUILD)/sim/icarus/wavefold.vpi: $(BUILD)/c_model/cosim/wf_vpi.o
	@mkdir -p $(@D)
	$(Q)$(CC) -shared -o $@ $^

-include $(wildcard $(BUILD)/sim/*.dir/compiled.d $(BUILD)/sim/icarus/*.vvp.d)
$(DEVICE_OBJ) $(BUILD)/c_model/cosim/wf_dpi.o: VISIBILITY := -fvisibility=hidden
-include $(DEVICE_OBJ:.o=.d) $(BUILD)/c_model/cosim/wf_dpi.d $(BUILD)/c_model/cosim/wf_vpi.d
$(BUILD)/tb/lockstep/test_memory.linked: $(BUILD)/c_model/cosim/wf_memory.o
# with itself in the place of a simulator, and of the program's way to one
$(BUILD)/tb/lockstep/test_bench.linked: $(DEVICE_OBJ) $(BUILD)/tb/lockstep/program.a
$(BUILD)/tb/lockstep/program.a: $(patsubst %.c,$(BUILD)/%.o,$(filter-out $(addprefix c_model/cli/,main.c simulator.c validator.c picture.c),$(wildcard c_model/cli/*.c)))
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

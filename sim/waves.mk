# SPDX-License-Identifier: Apache-2.0
# waves.mk - a kernel as a waveform.  docs/waves.md
#   WAVE_SIZE=S insists on a wave size; SEED=N runs with random stalls; SIM=icarus: four-valued, slow; ZOOM=N pixels a cycle, ZOOM=fit the whole run;
#   MARK=N the marker in cycle N; CORES=2 on two cores; SLOTS=N lines of wave slots of a core, SLOTS=all every slot; PNG=FILE where waves-png draws to;
#   RUN="--groups 1 --bind .." more options of wavefold run, quoted as in a shell.
SIM        ?= verilator
CORES      ?= 1
export RUN
WAVES_RUN   = BUILD=$(BUILD) SIM=$(SIM) LANES=$(LANES) CORES=$(CORES) SEED=$(RUN_SEED) WAVE_SIZE=$(WAVE_SIZE) ZOOM=$(ZOOM) MARK=$(MARK) SLOTS=$(SLOTS) \
              PNG="$(or $(PNG),$(BUILD)/waves/$(basename $(lastword $(subst /, ,$(KERNEL)))).png)" sim/gtkwave/waves.sh
WAVES_NEEDS = $(if $(filter 1 2,$(CORES)),,$(error CORES=$(CORES): there are traced simulators of 1 and 2 cores)) \
              $(if $(filter-out 1,$(CORES)),$(if $(filter icarus,$(SIM)),$(error CORES=$(CORES): Icarus has one core))) \
              $(if $(filter $(LANES),$(SIM_LANES)),,$(error LANES=$(LANES): there are simulators of $(SIM_LANES) lanes)) \
              $(WAVEFOLD) $(if $(filter icarus,$(SIM)),$(BUILD)/sim/icarus/wf_sim_l$(LANES).vvp $(BUILD)/sim/icarus/wavefold.vpi, \
              $(BUILD)/sim/libwavefold_sim_l$(LANES)$(if $(filter-out 1,$(CORES)),_c$(CORES))_trace.so)
.PHONY: waves waves-fst waves-png
waves: LOOK := show    ## run KERNEL with a waveform and open it in GTKWave
waves-fst: LOOK := write ## the waveform and its view only
waves-png: LOOK := png ## draw the view without a display into PNG=FILE, else into the build folder
waves waves-fst waves-png: setup-run
	$(Q)$(WAVES_RUN) check "$(KERNEL)"
	@$(MAKE) --no-print-directory -q $(call links,$(WAVES_NEEDS)) 2>/dev/null || echo "building the traced simulator: minutes, once"
	$(Q)$(MAKE) --no-print-directory $(if $(filter 0,$(V)),-s) $(SUBJOBS) $(WAVES_NEEDS)
	$(Q)$(ALONE); $(WAVES_RUN) $(LOOK) "$(KERNEL)"

.PHONY: build-view view
build-view: $(WAVEFOLD) $(BUILD)/tb/lockstep/wf_fst_names $(addprefix $(BUILD)/sim/icarus/,wf_sim_l8.vvp wf_sim_cores.vvp wavefold.vpi)
view: build-view       # what the view shows, under Icarus
	$(Q)BUILD=$(BUILD) LANES=8 tb/lockstep/test_waves.sh

# the view's own signals are part of the traced builds
$(patsubst %,$(BUILD)/sim/%.dir/compiled,$(filter %_trace,$(SIM_NAMES))) $(SIM_LANES:%=$(BUILD)/sim/icarus/wf_sim_l%.vvp): tb/lockstep/wf_waves.vh

$(BUILD)/tb/lockstep/wf_fst_names: $(BUILD)/tb/lockstep/wf_fst_names.o
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ -lz
-include $(BUILD)/tb/lockstep/wf_fst_names.d

# SPDX-License-Identifier: Apache-2.0
# waves.mk - a kernel as a waveform.  docs/waves.md
#   WAVE_SIZE=S insists on a wave size, SEED=0 runs without stalls, ZOOM=N pixels a cycle, PNG=FILE where waves-png draws to.
WAVE_SIZE  ?=
ZOOM       ?= 6
WAVES_RUN   = BUILD=$(BUILD) LANES=$(LANES) SEED=$(SEED) WAVE_SIZE=$(WAVE_SIZE) ZOOM=$(ZOOM) PNG=$(PNG) sim/gtkwave/waves.sh
WAVES_NEEDS = $(WAVEFOLD) $(BUILD)/wf_gen $(BUILD)/sim/l$(LANES)/wf_sim_trace
# the picture of docs/waves.md, unless told otherwise
waves-png: KERNEL    = tb/kernels/specialised.wfk
waves-png: WAVE_SIZE = 32
waves-png: SEED      = 0
PNG        ?= docs/waves.png

.PHONY: waves waves-fst waves-png
waves: setup-run       ## run KERNEL with a waveform and open it in GTKWave
	$(Q)$(MAKE) --no-print-directory -j$(JOBS) $(WAVES_NEEDS)
	$(Q)$(WAVES_RUN) show $(KERNEL)
waves-fst: setup-run   ## the waveform and its view only
	$(Q)$(MAKE) --no-print-directory -j$(JOBS) $(WAVES_NEEDS)
	$(Q)$(WAVES_RUN) write $(KERNEL)
waves-png: setup-run   ## draw that view without a display into PNG=FILE
	$(Q)$(MAKE) --no-print-directory -j$(JOBS) $(WAVES_NEEDS)
	$(Q)$(WAVES_RUN) png $(KERNEL)

# the view's own signals are part of the traced builds
$(foreach l,$(SIM_LANES),$(BUILD)/sim/l$(l)/wf_sim_trace) $(BUILD)/sim/icarus/wf_sim_l32.vvp: tb/lockstep/wf_waves.vh

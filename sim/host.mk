# SPDX-License-Identifier: Apache-2.0
# host.mk - the device on its buses under Verilator.
#   $(BUILD)/sim/host/wf_host_*                                 programs over the driver: its example, and the test of isolation
#   $(BUILD)/sim/libwavefold_device_l<LANES>[_c<CORES>][_trace].so  a library, c_model/include/wavefold/bus.h, for host programs; built on demand;
#                                                                with _trace it can write waveforms
HOST_DIR := $(BUILD)/sim/host
HOST_RUN := $(HOST_DIR)/wf_host_run
HOST_ISOLATION := $(HOST_DIR)/wf_host_isolation
HOST_OBJ := $(BUILD)/tb/host/wf_host_bus.o $(BUILD)/tb/host/wf_axi_slave.o
.PHONY: run-host build-run-host run-isolation build-run-isolation
build-run-isolation: $(HOST_ISOLATION)
run-isolation: build-run-isolation
	$(Q)$(HOST_ISOLATION) $(SEED)
build-run-host: $(HOST_RUN)
run-host: setup-run    ## two kernels through the driver and the registers, on the RTL
	$(Q)$(MAKE) --no-print-directory -s $(SUBJOBS) build-run-host
	$(Q)$(HOST_RUN) $(SEED)

$(HOST_DIR)/compiled: tb/host/wf_device_watched.v sim/verilator/objects.mk sim/host.mk
	$(Q)rm -rf $(@D) && mkdir -p $(@D) && cp sim/verilator/objects.mk $(@D)
	$(Q)sim/timed.sh machines verilator --cc --timescale 1ns/1ps --x-assign fast --x-initial fast -O3 -fno-dfg -Wno-fatal +define+WF_CLOCK_GATE $(SIM_PATHS) -y tb/host -y tb/memory \
	  --top-module wf_device_watched --Mdir $(@D) $< >$(@D).log 2>&1 || { cat $(@D).log; exit 1; }
	$(Q)sim/depend.sh $@ $(@D)/Vwf_device_watched__ver.d >$@.d
	$(if $(dry_run),,$(Q)sim/timed.sh machines $(MAKE) --no-print-directory -C $(@D) CURDIR=. -f Vwf_device_watched.mk -f objects.mk objects runtime \
	  CXX="$(SIM_CXX)" OPT_FAST="-O1" OPT_SLOW="-O0" OPT_GLOBAL="-O2" >>$(@D).log 2>&1 || { tail -n 40 $(@D).log; exit 1; })
	$(Q)touch $@
$(BUILD)/tb/host/wf_host_bus.o: tb/host/wf_host_bus.cpp tb/host/wf_host_bus.h tb/host/wf_axi_slave.h $(HOST_DIR)/compiled
	@mkdir -p $(@D)
	$(Q)$(SIM_CXX) -std=c++17 -O1 -Wall -Wextra -Werror -Ic_model/include -isystem $(HOST_DIR) -isystem $(dir $(VERILATOR_DPI)) -isystem $(VERILATOR_DPI) -c -o $@ $<
# ---- the library: a device as large as the simulator of that width ------------------------------------------------------------------------
BUS_FLAGS := $(SIM_FLAGS) $(SIM_PATHS) -y tb/host -y tb/memory
bus_trace = $(if $(filter trace,$(call parts,$(1))),$(2))
device_name = $(BUILD)/sim/libwavefold_device_$(1).so
# $(1) configuration
define DEVICE_RULE
$(BUILD)/sim/device_$(1).dir/compiled: tb/host/wf_device_watched.v tb/host/wf_host_bus.cpp tb/host/wf_host_bus.h tb/host/wf_axi_slave.h c_model/cosim/wf_fst_axis.h sim/verilator/objects.mk sim/host.mk c_model/cli/devices.def $(addprefix c_model/include/wavefold/,bus.h driver.h host.def) \
    $(call bus_trace,$(1),tb/host/wf_device_waves.vh tb/lockstep/wf_waves.vh)
	$(Q)rm -rf $$(@D) && mkdir -p $$(@D) && cp -r tb/host/wf_host_bus.* tb/host/wf_axi_slave.h c_model/cosim/wf_fst_axis.h sim/verilator/objects.mk c_model/include/wavefold $$(@D)
	$(Q)sim/timed.sh machines verilator $(filter-out --noassert +define+WF_STALL,$(BUS_FLAGS)) $(addprefix -CFLAGS -,DWF_BUS_LIBRARY I.) \
	  $(addprefix -G,$(call sim_params,$(1))) -GCORES=$(or $(call cores_of,$(1)),1) -GDISPATCHES=8 -GL1_LINES=64 $(call bus_trace,$(1),$(TRACED) -Itb/host) \
	  --top-module wf_device_watched --Mdir $$(@D) $$< wf_host_bus.cpp >$$(@D).log 2>&1 || { cat $$(@D).log; exit 1; }
	$(Q)sim/depend.sh $$@ $$(@D)/Vwf_device_watched__ver.d >$$@.d
	$$(if $$(dry_run),,$(Q)sim/timed.sh machines $$(MAKE) --no-print-directory -C $$(@D) CURDIR=. -f Vwf_device_watched.mk -f objects.mk objects runtime \
	  CXX="$(SIM_CXX)" OPT_FAST="-O1" OPT_SLOW="-O0" OPT_GLOBAL="-O2" >>$$(@D).log 2>&1 || { tail -n 40 $$(@D).log; exit 1; })
	$(Q)touch $$@
$(call device_name,$(1)): $(BUILD)/sim/device_$(1).dir/compiled $(BUILD)/tb/host/wf_axi_slave.o $(call bus_trace,$(1),$(BUILD)/c_model/cosim/wf_fst_axis.o)
	$(Q)$(SIM_CXX) $(SIM_LINK) -o $$@ $$(<D)/*.o $$(filter-out $$<,$$^) $(SIM_LIBS)
endef
DEVICE_NAMES := $(sort l8 l8_c2 $(foreach n,$(patsubst libwavefold_device_%.so,%,$(filter libwavefold_device_%.so,$(notdir $(MAKECMDGOALS)))),$(call is_name,$(n))))
$(foreach n,$(DEVICE_NAMES),$(eval $(call DEVICE_RULE,$(n))))
-include $(wildcard $(BUILD)/sim/device_*.dir/compiled.d)

$(HOST_RUN) $(HOST_ISOLATION): $(HOST_DIR)/%: $(BUILD)/tb/host/%.o $(HOST_OBJ) $(HOST_DIR)/compiled $(ARCHIVE)
	$(Q)$(SIM_CXX) -o $@ $< $(HOST_OBJ) $(HOST_DIR)/*.o $(ARCHIVE) -lm -pthread -latomic
-include $(HOST_DIR)/compiled.d $(BUILD)/tb/host/wf_host_run.d $(BUILD)/tb/host/wf_host_isolation.d $(BUILD)/tb/host/wf_axi_slave.d

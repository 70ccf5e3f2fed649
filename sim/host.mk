# SPDX-License-Identifier: Apache-2.0
# host.mk - the device on its buses under Verilator, and on them the driver's example and the test of isolation: $(BUILD)/sim/host/wf_host_*.
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
$(HOST_RUN) $(HOST_ISOLATION): $(HOST_DIR)/%: $(BUILD)/tb/host/%.o $(HOST_OBJ) $(HOST_DIR)/compiled $(LIB)
	$(Q)$(SIM_CXX) -o $@ $< $(HOST_OBJ) $(HOST_DIR)/*.o $(LIB) -lm -pthread -latomic
-include $(HOST_DIR)/compiled.d $(BUILD)/tb/host/wf_host_run.d $(BUILD)/tb/host/wf_host_isolation.d $(BUILD)/tb/host/wf_axi_slave.d

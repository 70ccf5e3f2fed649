# SPDX-License-Identifier: Apache-2.0
# flows.mk - lint, planted bugs, fuzzing, waveforms.

# ---- lint: Verilator, Icarus and Yosys read each module without a warning ---------------------------------------------------------
RTL      := $(sort $(wildcard rtl/*/*.v))
RTL_VH   := $(sort $(wildcard rtl/*/*.vh))
RTL_DIRS := $(sort $(dir $(RTL)))
RTL_Y    := $(RTL_DIRS:%=-y %)
.PHONY: lint mutants fuzz expected waves waves-png
lint: $(RTL:%.v=$(BUILD)/lint/%.ok)   ## Verilator, Icarus and Yosys accept each module, no warning, no latch
	@for m in $(notdir $(RTL:.v=)); do echo "PASS lint $$m"; done

$(BUILD)/lint/%.ok: %.v $(RTL) $(RTL_VH)
	@mkdir -p $(@D)
	$(Q)verilator --lint-only -Wall --default-language 1364-2005 -Irtl/common $(RTL_Y) --top-module $(*F) $<
	$(Q)iverilog -g2005 -Wall -Wno-timescale -Irtl/common $(RTL_Y) -s $(*F) -o /dev/null $<
	$(Q)yosys -q -e '.*' -p 'read_verilog -Irtl/common $<; hierarchy -libdir none -top $(*F); proc; check -assert; select -assert-none t:$$dlatch' $(RTL)
	$(Q)touch $@

expected: $(BUILD)/tb/kernels/wf_expect   ## rewrite the expected lists of the kernels from the sequential reference
	$(Q)sim/expected.sh write $< tb/kernels/*.wfk

mutants: setup-test    ## plant every bug of tb/mutants, one at a time; each must be caught
	$(Q)BUILD=$(BUILD) JOBS=$(JOBS) sim/mutants.sh

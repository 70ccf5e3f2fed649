# SPDX-License-Identifier: Apache-2.0
# formal.mk - proofs of the units' properties, docs/formal.md.
# FORMAL="skid queue-one": those runs alone; FORMAL_SECONDS=20: those that are expected to take at most so long; MUTANTS=1: also the bugs that they refute
FORMAL         ?=
FORMAL_SECONDS ?=
# simulates every input
EXHAUST := $(BUILD)/tb/formal/wf_exhaust
$(EXHAUST): %: %.o
	$(Q)$(CC) $(LDFLAGS) -o $@ $<
-include $(EXHAUST).d
.PHONY: formal
formal: setup-formal   ## prove the properties of the units (yosys, abc): an hour; FORMAL="skid queue", FORMAL_SECONDS=20, MUTANTS=1
	$(Q)$(MAKE) --no-print-directory -s $(EXHAUST)
	$(Q)BUILD=$(BUILD) SECONDS_MOST=$(FORMAL_SECONDS) sim/formal.sh $(FORMAL)
	$(Q)$(if $(filter 1,$(MUTANTS)),$(MAKE) --no-print-directory -s $(MUTATE) && BUILD=$(BUILD) sim/formal.sh mutants $(FORMAL))
# what sim/mutants.sh asks for
build-formal-%: $(EXHAUST) ; @:
formal-%: $(EXHAUST) ; $(Q)BUILD=$(BUILD) sim/formal.sh $*

# SPDX-License-Identifier: Apache-2.0
# oracle.mk - the shaders on a Vulkan device, docs/oracle.md.
ORACLE     := $(BUILD)/tb/oracle/wf_oracle
ORACLE_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard tb/oracle/*.c)))
# options, ORACLE_ARGS="--device NVIDIA"; which kernel files, FILE or FILE:VARIANT; and how many random modules instead of them
ORACLE_ARGS   ?=
ORACLE_KERNELS ?= $(shell sim/variants.sh tb/shaders/*.wfk)
ORACLE_RANDOM  ?=
ORACLE_WHAT = $(if $(ORACLE_RANDOM),--random $(ORACLE_RANDOM) $(ORACLE_ARGS),$(ORACLE_ARGS) $(ORACLE_KERNELS))
$(ORACLE_OBJ): tb/oracle/features.def tb/oracle/capability.def tb/oracle/faults.def tb/oracle/unfit.def
$(ORACLE): $(ORACLE_OBJ) $(addprefix $(BUILD)/c_model/cli/,command_line.o kernel_file.o named_file.o shell.o source.o) $(ARCHIVE)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ -lvulkan -lm
-include $(ORACLE_OBJ:.o=.d)
.PHONY: oracle build-oracle oracle-vulkan
build-oracle: $(ORACLE)
oracle:                ## run the shaders on a Vulkan device too and compare; ORACLE_RANDOM=COUNT random modules; ORACLE_ARGS="--device NAME"
	$(Q)$(ALONE); BUILD=$(BUILD) SEED=$(SEED) sim/oracle.sh $(ORACLE_WHAT)
oracle-vulkan: vulkan  ## the same on the project's own Vulkan driver at six subgroup sizes, and at 8 on lavapipe; ORACLE_RANDOM=COUNT random modules a size
	$(Q)$(ALONE); BUILD=$(BUILD) SEED=$(SEED) sim/oracle_vulkan.sh $(if $(ORACLE_RANDOM),--random $(ORACLE_RANDOM),--least 420)

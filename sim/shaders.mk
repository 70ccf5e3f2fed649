# SPDX-License-Identifier: Apache-2.0
# shaders.mk - the shader test set tb/shaders: its compiled modules, and all of it on the model.

# SLANG: the unpacked wheel slangpy (pip download --no-deps slangpy; unzip), for shaders in HLSL and Slang; without it those stay as they are
SLANGC := $(BUILD)/bin/slangc
SLANG_LIB = $(firstword $(wildcard $(SLANG)/slangpy/libslang-compiler.so*))
$(SLANGC): sim/slangc.cpp
	@mkdir -p $(@D)
	$(Q)$(CXX) -std=c++17 -Wall -Wextra -Wno-deprecated-declarations -isystem $(SLANG)/slangpy/include -o $@ $< \
	  $(SLANG_LIB) -Wl,-rpath,$(dir $(SLANG_LIB))
.PHONY: shaders
shaders: $(if $(SLANG),$(SLANGC)) ## compile the sources of tb/shaders anew (glslang-tools, spirv-tools; SLANG=unpacked wheel for HLSL)
	$(Q)SLANGC=$(SLANGC) sim/shaders.sh build

# what finds mutants of the front-end: the set on the model at these wave sizes, without a simulator
SIZES ?= 4 32 128
# ... those of the part for kernels of OpenCL
.PHONY: build-shader-set shader-set build-opencl-set opencl-set
build-shader-set: $(WAVEFOLD)
build-opencl-set: $(WAVEFOLD)
opencl-set: SET := ocl_[!m]
shader-set: build-shader-set ## the shader set on the model alone, at wave sizes SIZES="4 32 128", until one fails
opencl-set: build-opencl-set ## the kernels of OpenCL among them, without those of mathematics
shader-set opencl-set:
	$(Q)for k in $$(sim/variants.sh tb/shaders/$(SET)*.wfk); do SIZES="$(SIZES)" BUILD=$(BUILD) sim/kernel.sh $$k model 128 $(SEED) || exit 1; done

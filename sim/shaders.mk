# SPDX-License-Identifier: Apache-2.0
# shaders.mk - the shader test set tb/shaders: its compiled modules, and the lists that its kernel files expect.
SHADER_EXPECT := $(BUILD)/tb/shaders/wf_shader_expect
SHADER_EXPECT_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard tb/shaders/wf_shader_expect*.c)))
$(SHADER_EXPECT): $(SHADER_EXPECT_OBJ)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ -lm
-include $(SHADER_EXPECT_OBJ:.o=.d)
test-needs: $(SHADER_EXPECT)

# SLANG: the unpacked wheel slangpy (pip download --no-deps slangpy; unzip), for shaders in HLSL and Slang; without it those stay as they are
SLANG  ?=
SLANGC := $(BUILD)/bin/slangc
SLANG_LIB = $(firstword $(wildcard $(SLANG)/slangpy/libslang-compiler.so*))
$(SLANGC): sim/slangc.cpp
	@mkdir -p $(@D)
	$(Q)$(CXX) -std=c++17 -Wall -Wextra -Wno-deprecated-declarations -isystem $(SLANG)/slangpy/include -o $@ $< \
	  $(SLANG_LIB) -Wl,-rpath,$(dir $(SLANG_LIB))
.PHONY: shaders shaders-expected
shaders: $(if $(SLANG),$(SLANGC)) ## compile the sources of tb/shaders anew (glslang-tools, spirv-tools; SLANG=unpacked wheel for HLSL)
	$(Q)SLANGC=$(SLANGC) sim/shaders.sh build
shaders-expected: $(SHADER_EXPECT)   ## rewrite the expected lists of the shaders from the sequential reference
	$(Q)sim/expected.sh write $< tb/shaders/*.wfk tb/top/*.wfk tb/kernels/*.wfk

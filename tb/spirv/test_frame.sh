#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_frame.sh - what sim/spirv/frame.awk makes of a source that leaves out what a frame has, line by line; a source that it cannot serve is
# an error.
# Reads: sim/spirv/frame.awk
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
status=0

cat >"$dir/frame" <<'END'
; a comment
OpCapability Shader
%set = OpExtInstImport "a set"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 64 1 1
OpDecorate %id BuiltIn GlobalInvocationId
OpDecorate %block Block
OpDecorate %out DescriptorSet 0
OpDecorate %out Binding 1
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%function = OpTypeFunction %void
%block = OpTypeStruct %uint
%to_block = OpTypePointer StorageBuffer %block
%to_input = OpTypePointer Input %uint
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%id = OpVariable %to_input Input
%out = OpVariable %to_block StorageBuffer
%main = OpFunction %void None %function
%begin = OpLabel
%i = OpLoad %uint %id
OpReturn
OpFunctionEnd
END
# WHAT: the source is on the input, $dir/wanted what is made of it
makes() {
    awk -f sim/spirv/frame.awk "$dir/frame" - >"$dir/made" 2>"$dir/err"
    if cmp -s "$dir/wanted" "$dir/made"; then echo "PASS frame $1"; else echo "FAIL frame $1"; diff "$dir/wanted" "$dir/made"; status=1; fi
}

cat >"$dir/wanted" <<'END'
OpCapability Shader
OpCapability Int64
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %id
OpExecutionMode %main LocalSize 8 1 1
OpDecorate %id BuiltIn GlobalInvocationId
OpDecorate %block Block
OpDecorate %out DescriptorSet 0
OpDecorate %out Binding 2
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%function = OpTypeFunction %void
%block = OpTypeStruct %uint
%to_block = OpTypePointer StorageBuffer %block
%to_input = OpTypePointer Input %uint
%u1 = OpConstant %uint 1
%id = OpVariable %to_input Input
%out = OpVariable %to_block StorageBuffer
%u2 = OpConstant %uint 2
%u3 = OpConstant %uint 3
%to_own = OpTypePointer Function %uint
%main = OpFunction %void None %function
%begin = OpLabel
%own = OpVariable %to_own Function
%i = OpLoad %uint %id
; the loop
%r1 = OpIAdd %uint %i %u1
%s1 = OpISub %uint %r1 %r0
%r2 = OpIAdd %uint %i %u2
%s2 = OpISub %uint %r2 %r1
OpStore %out %s2
OpReturn
OpFunctionEnd
END
makes "adds what is used, in its place, and copies a loop" <<'END'
OpCapability Int64
OpExecutionMode %main LocalSize 8 1 1
OpDecorate %out Binding 2
; for n = 2..3
%u<n> = OpConstant %uint <n>
; end
%to_own = OpTypePointer Function %uint
%own = OpVariable %to_own Function
; the loop
; for n = 1..2
%r<n> = OpIAdd %uint %i %u<n>
%s<n> = OpISub %uint %r<n> %r<n-1>
; end
OpStore %out %s2
END

cat >"$dir/wanted" <<'END'
OpCapability Shader
%set = OpExtInstImport "a set"
OpMemoryModel Logical Vulkan
OpEntryPoint GLCompute %main "mine"
OpExecutionMode %main LocalSize 64 1 1
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%u0 = OpConstant %uint 0
%function = OpTypeFunction %void %uint
%main = OpFunction %void None %function
%it = OpFunctionParameter %uint
%first = OpLabel
%y = OpExtInst %uint %set 7 %u0
OpReturn
OpFunctionEnd
END
makes "leaves lines and a function of the source's own as they are" <<'END'
OpMemoryModel Logical Vulkan
OpEntryPoint GLCompute %main "mine"
%function = OpTypeFunction %void %uint
%main = OpFunction %void None %function
%it = OpFunctionParameter %uint
%first = OpLabel
%y = OpExtInst %uint %set 7 %u0
OpReturn
OpFunctionEnd
END

: >"$dir/wanted"
makes "makes nothing of a definition that another is made of" <<'END'
%block = OpTypeStruct %uint %uint
OpStore %out %u0
END
if grep -qxF "%to_block is made of %block, which has another definition here: expected one of %to_block too" "$dir/err"; then
    echo "PASS frame ... and says which is missing"
else
    echo "FAIL frame ... and says which is missing: $(cat "$dir/err")"; status=1
fi
exit $status

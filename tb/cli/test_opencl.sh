#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_opencl.sh - kernels of OpenCL on the command line: arguments, sizes, sources, and what is refused by name.
# Reads: tb/shaders/ocl_core*.spv tb/cli/scale.cl
set -u
. tb/cli/lib.sh

# ---- arguments -------------------------------------------------------------------------------------------------------------------------------------------
saxpy="tb/shaders/ocl_core.spv --entry saxpy --groups 1"
# shellcheck disable=SC2086  # words
{
expect "arguments by name" 0 "^    3.0, 6.0, 3.0, 4.0    // 0$" - \
    run $saxpy --spec local_size_x=4 --bind y=values:1,2,3,4:- --bind x=values:1,2,3,4 --push a=2 --push n=2
expect "... and by number" 0 "^    3.0, 6.0, 3.0, 4.0    // 0$" - \
    run $saxpy --spec 0=4 --bind 0.0=values:1,2,3,4:- --bind 0.1=values:1,2,3,4 --push text:2.0,2
expect "... at all wave sizes" 0 "^PASS" - \
    run $saxpy --spec local_size_x=4 --bind y=values:1,2,3,4 --expect y=values:3,6,3,4 --bind x=values:1,2,3,4 --push a=2 --push n=2 --wave-size all
expect "an element beyond a buffer" 0 "^PASS" "warning: model: fault: address outside the buffer" \
    run $saxpy --spec local_size_x=4 --bind y=values:1,2,3,4 --bind x=values:1 --push a=2 --push n=2
}
expect "sizes and names" 0 "^spec 0          local_size_x = 64 (0x40): integer of 32 bits$" - check tb/shaders/ocl_core.spv --entry saxpy
expect "local memory without a size" 1 - "error: OpTypeArray at word [0-9]*: argument sum points to 0 elements of the memory of a group; expected their number" \
    run tb/shaders/ocl_core.spv --entry reduce --groups 1 --bind in=zero:512 --bind out=zero:4
expect "several kernels" 1 - "error: .*several entry points.*: saxpy, reduce, histogram" run tb/shaders/ocl_core.spv --groups 1
expect "a buffer that addresses of 32 bits do not reach" 1 - "error: buffer y has more than the 33554432 bytes that addresses of 32 bits reach$" \
    run tb/shaders/ocl_core-p32.spv --entry saxpy --groups 1 --bind y=zero:33554436 --bind x=zero:4 --push a=1 --push n=1

expect "a local size that is hinted at by constants" 0 "^spec 0          local_size_x = 32 (0x20): integer of 32 bits$" - check tb/shaders/ocl_rest.spv --entry named
echo 'kernel void f(global uint *p) { p[0] = get_work_dim(); }' >"$dir/dimensions.cl"
for grid in 1 1,1 1,1,1; do
    expect "the dimensions of a grid $grid" 0 "^    $(echo "$grid" | awk -F, '{ print NF }') *// 0$" - run "$dir/dimensions.cl" --groups $grid --spec local_size_x=1 --bind p=zero:4:-
done

echo 'kernel void f(local uint *a, local uint *b, global uint *c, uint y) { if (!get_local_id(0)) c[0] = a[0] + b[1] + y + 10 * get_local_size(0) + 100 * get_local_size(1); }' >"$dir/numbers.cl"
expect "constants are numbered by arguments, then come the local sizes" 0 "^    135 *// 0$" - \
    run "$dir/numbers.cl" --groups 1 --spec 0=1 --spec 1=2 --spec 2=3 --bind c=zero:4:- --push y=5

echo 'global uint a = 5, b[3] = {1, 2, 3}; global uint *constant p[2] = {&a, &b[1]};
kernel void f(global uint *o, uint n) { o[0] = *p[n]; *p[n] = 7; o[1] = *p[n]; o[2] = *p[1 - n]; }' >"$dir/through.cl"
expect "variables of the program that only a constant names" 0 "^    2, 7, 5 *// 0$" - \
    run "$dir/through.cl" --groups 1 --spec local_size_x=1 --bind o=zero:12:- --push n=1

echo 'kernel void f(global const uint *in, global uint *o) { uint i = get_local_id(0); o[i] = work_group_scan_inclusive_add(in[i]) + 100 * work_group_reduce_add(in[i]); }' >"$dir/extra.cl"
for extra in 0 1 3 2,idle; do
    expect "operations on a group with extra waves: $extra" 0 "^PASS" - run "$dir/extra.cl" --groups 1 --spec local_size_x=12 --wave-size 8 --extra $extra \
        --bind in=values:1,2,3,4,5,6,7,8,9,10,11,12 --bind o=zero:48 --expect o=values:7801,7803,7806,7810,7815,7821,7828,7836,7845,7855,7866,7878
done

# ---- sources ---------------------------------------------------------------------------------------------------------------------------------------------
expect "a source" 0 "^    2.5, 5.0, 7.5, 10.0    // 0$" - \
    run tb/cli/scale.cl --groups 1 --bind y=zero:16:- --bind x=values:1,2,3,4 --push a=2.5 --spec local_size_x=4
expect "... and its lines" 0 "scale.cl:6  *y\[i\] = a \* x\[i\];$" - asm tb/cli/scale.cl
echo 'kernel void f(global int *p) { p[0] = nothing; }' >"$dir/bad.cl"
expect "a mistake in a source" 1 - "bad.cl: error: clang-15 does not compile it" check "$dir/bad.cl"

# ---- what is refused -------------------------------------------------------------------------------------------------------------------------------------
# NAME MESSAGE: a kernel whose parameter has the type %t; declarations on standard input
refused() {
    {
        printf "%s\n" "OpCapability Kernel" "OpCapability Addresses" "OpCapability Pipes" "OpMemoryModel Physical64 OpenCL" \
            'OpEntryPoint Kernel %f "f"' 'OpName %p "p"' "%void = OpTypeVoid" "%uint = OpTypeInt 32 0" "%one = OpConstant %uint 1"
        cat
        printf "%s\n" "%fn = OpTypeFunction %void %t" "%f = OpFunction %void None %fn" "%p = OpFunctionParameter %t" "%b = OpLabel" "${3-OpNop}" OpReturn OpFunctionEnd
    } >"$dir/refused.spvasm"
    expect "refused: $1" 1 - "error: $2" run "$dir/refused.spvasm" --groups 1 --bind 0.0=zero:64
    [ "$status" = 0 ] || : >"$dir/failed"           # it is the last of a pipe, in a shell of its own
}
if command -v spirv-as >/dev/null; then
    # pointers of 32 bits: two bytes behind, in words; equal to themselves
    cat >"$dir/narrow.spvasm" <<'E'
OpCapability Kernel
OpCapability Addresses
OpMemoryModel Physical32 OpenCL
OpEntryPoint Kernel %f "f"
OpExecutionMode %f LocalSize 1 1 1
OpName %p "p"
%void = OpTypeVoid
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%one = OpConstant %uint 1
%five = OpConstant %uint 5
%to = OpTypePointer CrossWorkgroup %uint
%fn = OpTypeFunction %void %to
%f = OpFunction %void None %fn
%p = OpFunctionParameter %to
%b = OpLabel
%q = OpPtrAccessChain %to %p %five
%d = OpPtrDiff %uint %p %q
%n = OpPtrNotEqual %bool %p %q
%e = OpPtrEqual %bool %q %q
%x = OpSelect %uint %n %one %five
%y = OpSelect %uint %e %one %five
%z = OpIAdd %uint %x %y
OpStore %p %d
OpStore %q %z
OpReturn
OpFunctionEnd
E
    expect "pointers of 32 bits are subtracted and compared" 0 "^    4294967291, 0, 0, 0, 0, 2 *// 0$" - run "$dir/narrow.spvasm" --groups 1 --bind p=zero:24:-
    # a function without names that calls the kernel; a constant that the module numbers
    cat >"$dir/named.spvasm" <<'E'
OpCapability Kernel
OpCapability Addresses
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %f "f"
OpName %x "first"
OpName %y "second"
OpName %s "step"
OpDecorate %s SpecId 4
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%s = OpSpecConstant %uint 3
%to = OpTypePointer CrossWorkgroup %uint
%fn = OpTypeFunction %void %uint %to
%f = OpFunction %void None %fn
%p = OpFunctionParameter %uint
%q = OpFunctionParameter %to
%b = OpLabel
%c = OpFunctionCall %void %g %p %q
OpReturn
OpFunctionEnd
%g = OpFunction %void None %fn
%x = OpFunctionParameter %uint
%y = OpFunctionParameter %to
%d = OpLabel
%z = OpIMul %uint %x %s
OpStore %y %z
OpReturn
OpFunctionEnd
E
    expect "names of arguments are those of the function that is called" 0 "^    21 *// 0$" - \
        run "$dir/named.spvasm" --groups 1 --bind second=zero:4:- --push first=7 --spec local_size_x=1
    expect "... and constants are numbered after those of the module" 0 "^spec 5 .*local_size_x = 64" - check "$dir/named.spvasm"
    echo "%t = OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly" | refused "images" "OpTypeImage at word [0-9]*: texels of void; expected"
    echo "%t = OpTypeSampler" | refused "samplers" "OpFunctionParameter at word [0-9]*: argument p is of sampler; expected a type with a size"
    echo "%t = OpTypePipe ReadOnly" | refused "pipes" "OpTypePipe at word [0-9]*: pipes lead from kernel to kernel, and a run has one; expected a type that is supported"
    echo "%t = OpTypeQueue" | refused "queues" "OpTypeQueue at word [0-9]*: kernels are enqueued by the host alone; expected a type that is supported"
    printf "%s\n" 'OpDecorate %v LinkageAttributes "v" Import' "%t = OpTypePointer CrossWorkgroup %uint" "%v = OpVariable %t CrossWorkgroup" |
        refused "variables of other modules" "OpVariable at word [0-9]*: %[0-9]* is of another module; expected its definition" "OpStore %v %one"
    # each variable begins with the address of the one before it
    for deep in 150 250; do
        awk -v n=$deep 'BEGIN {
            print "OpCapability Kernel\nOpCapability Addresses\nOpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %f \"f\"\nOpExecutionMode %f LocalSize 1 1 1"
            print "%void = OpTypeVoid\n%uint = OpTypeInt 32 0\n%one = OpConstant %uint 1\n%p0 = OpTypePointer CrossWorkgroup %uint\n%v0 = OpVariable %p0 CrossWorkgroup %one"
            for (i = 1; i <= n; i++) print "%p" i " = OpTypePointer CrossWorkgroup %p" i - 1 "\n%v" i " = OpVariable %p" i " CrossWorkgroup %v" i - 1
            print "%fn = OpTypeFunction %void\n%f = OpFunction %void None %fn\n%b = OpLabel\n%x = OpLoad %p" n - 1 " %v" n " Aligned 8\nOpReturn\nOpFunctionEnd" }' >"$dir/deep$deep.spvasm"
    done
    expect "variables that begin with addresses of others" 0 "" - asm "$dir/deep150.spvasm"
    expect "... of too many" 1 - "OpVariable at word [0-9]*: variables whose first values lead to each other are more than 200 deep" asm "$dir/deep250.spvasm"
    for made in "FunctionRoundingModeINTEL 32 RTP" "SideEffectsINTEL"; do
        printf "%s\n" "OpDecorate %f $made" "%t = OpTypePointer CrossWorkgroup %uint" |
            refused "the decoration $made" "OpDecorate at word [0-9]*: %[0-9a-z]* has the Decoration ${made%% *}, which is not supported"
    done
    printf "%s\n" "OpDecorate %p Alignment 12" "%t = OpTypePointer CrossWorkgroup %uint" "%tv = OpTypePointer Workgroup %uint" "OpDecorate %v Alignment 12" "%v = OpVariable %tv Workgroup" |
        refused "an alignment that is no power of two" "OpVariable at word [0-9]*: %[0-9a-z]* has the Alignment 12; expected a power of two up to 65536" "OpStore %v %one"
    printf "%s\n" "%t = OpTypePointer CrossWorkgroup %uint" |
        refused "an access that is aligned to 3 bytes" "OpStore at word [0-9]*: Aligned 3; expected a power of two" "OpStore %p %one Aligned 3"
    printf "%s\n" "OpExecutionMode %f Initializer" "%t = OpTypePointer CrossWorkgroup %uint" |
        refused "a kernel before all others" "OpExecutionMode at word [0-9]*: %[0-9a-z]* has the ExecutionMode Initializer; expected kernels that only the host runs"
    printf "%s\n" "%t = OpTypePointer CrossWorkgroup %uint" "%none = OpTypeFunction %void" "%g = OpFunction %void None %none" "%of_g = OpLabel" OpReturn OpFunctionEnd |
        refused "a branch into another function" "OpBranch at word [0-9]*: id [0-9]* is no block of the function" "OpBranch %of_g
%more = OpLabel"
    printf "%s\n" "%t = OpTypePointer Generic %uint" | refused "arguments of any class" "OpFunctionParameter at word [0-9]*: argument p points to StorageClass Generic; expected CrossWorkgroup"
    printf "%s\n" "%t = OpTypePointer CrossWorkgroup %uint" "%g = OpConstant %uint 1" | refused "sums of the device" "OpGroupIAdd at word [0-9]*: Scope Device; expected Scope Subgroup or Workgroup" "%s = OpGroupIAdd %uint %g Reduce %one"
else
    echo "SKIP cli: refused kernels: no spirv-as"
fi
[ ! -e "$dir/failed" ] || status=1
exit $status

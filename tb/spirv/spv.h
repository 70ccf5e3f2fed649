/* SPDX-License-Identifier: Apache-2.0
 * spv.h - the numbers of SPIR-V that the interpreter and the generator of the tests use, from "SPIR-V Specification, Unified", section 3,
 * and "SPIR-V Extended Instructions for GLSL".  The tests have them apart from the front-end, so that a wrong number there is found.
 */
#ifndef SPV_H
#define SPV_H

#define SPV_OPS(X) \
    X(Nop, 0) X(Undef, 1) X(SourceContinued, 2) X(Source, 3) X(SourceExtension, 4) X(Name, 5) X(MemberName, 6) X(String, 7) X(Line, 8) \
    X(Extension, 10) X(ExtInstImport, 11) X(ExtInst, 12) X(MemoryModel, 14) X(EntryPoint, 15) X(ExecutionMode, 16) X(Capability, 17) \
    X(TypeVoid, 19) X(TypeBool, 20) X(TypeInt, 21) X(TypeFloat, 22) X(TypeVector, 23) X(TypeMatrix, 24) X(TypeImage, 25) X(TypeSampler, 26) \
    X(TypeSampledImage, 27) X(TypeArray, 28) \
    X(TypeRuntimeArray, 29) X(TypeStruct, 30) X(TypePointer, 32) X(TypeFunction, 33) X(TypeForwardPointer, 39) X(ConstantTrue, 41) \
    X(ConstantFalse, 42) X(Constant, 43) X(ConstantComposite, 44) X(ConstantNull, 46) X(SpecConstantTrue, 48) X(SpecConstantFalse, 49) \
    X(SpecConstant, 50) X(SpecConstantComposite, 51) X(SpecConstantOp, 52) X(Function, 54) X(FunctionParameter, 55) X(FunctionEnd, 56) \
    X(FunctionCall, 57) X(Variable, 59) X(ImageTexelPointer, 60) X(Load, 61) X(Store, 62) X(CopyMemory, 63) X(CopyMemorySized, 64) X(AccessChain, 65) \
    X(InBoundsAccessChain, 66) X(PtrAccessChain, 67) X(ArrayLength, 68) X(InBoundsPtrAccessChain, 70) X(Decorate, 71) \
    X(MemberDecorate, 72) X(DecorationGroup, 73) X(GroupDecorate, 74) X(GroupMemberDecorate, 75) X(VectorExtractDynamic, 77) \
    X(VectorInsertDynamic, 78) X(VectorShuffle, 79) X(CompositeConstruct, 80) X(CompositeExtract, 81) X(CompositeInsert, 82) \
    X(CopyObject, 83) X(Transpose, 84) X(SampledImage, 86) X(ImageSampleImplicitLod, 87) X(ImageSampleExplicitLod, 88) \
    X(ImageSampleDrefImplicitLod, 89) X(ImageSampleDrefExplicitLod, 90) X(ImageSampleProjImplicitLod, 91) X(ImageSampleProjExplicitLod, 92) \
    X(ImageSampleProjDrefImplicitLod, 93) X(ImageSampleProjDrefExplicitLod, 94) X(ImageFetch, 95) X(ImageGather, 96) X(ImageDrefGather, 97) X(ImageRead, 98) \
    X(ImageWrite, 99) X(Image, 100) X(ImageQuerySizeLod, 103) X(ImageQuerySize, 104) X(ImageQueryLod, 105) X(ImageQueryLevels, 106) X(ImageQuerySamples, 107) \
    X(ConvertFToU, 109) X(ConvertFToS, 110) X(ConvertSToF, 111) X(ConvertUToF, 112) X(UConvert, 113) \
    X(SConvert, 114) X(FConvert, 115) X(QuantizeToF16, 116) X(ConvertPtrToU, 117) X(ConvertUToPtr, 120) X(Bitcast, 124) X(SNegate, 126) \
    X(FNegate, 127) X(IAdd, 128) X(FAdd, 129) X(ISub, 130) X(FSub, 131) X(IMul, 132) X(FMul, 133) X(UDiv, 134) X(SDiv, 135) X(FDiv, 136) \
    X(UMod, 137) X(SRem, 138) X(SMod, 139) X(FRem, 140) X(FMod, 141) X(VectorTimesScalar, 142) X(MatrixTimesScalar, 143) \
    X(VectorTimesMatrix, 144) X(MatrixTimesVector, 145) X(MatrixTimesMatrix, 146) X(OuterProduct, 147) X(Dot, 148) X(IAddCarry, 149) \
    X(ISubBorrow, 150) X(UMulExtended, 151) X(SMulExtended, 152) X(Any, 154) X(All, 155) X(IsNan, 156) X(IsInf, 157) X(IsFinite, 158) \
    X(IsNormal, 159) X(SignBitSet, 160) X(LessOrGreater, 161) X(Ordered, 162) X(Unordered, 163) X(LogicalEqual, 164) \
    X(LogicalNotEqual, 165) X(LogicalOr, 166) X(LogicalAnd, 167) X(LogicalNot, 168) X(Select, 169) X(IEqual, 170) X(INotEqual, 171) \
    X(UGreaterThan, 172) X(SGreaterThan, 173) X(UGreaterThanEqual, 174) X(SGreaterThanEqual, 175) X(ULessThan, 176) X(SLessThan, 177) \
    X(ULessThanEqual, 178) X(SLessThanEqual, 179) X(FOrdEqual, 180) X(FUnordEqual, 181) X(FOrdNotEqual, 182) X(FUnordNotEqual, 183) \
    X(FOrdLessThan, 184) X(FUnordLessThan, 185) X(FOrdGreaterThan, 186) X(FUnordGreaterThan, 187) X(FOrdLessThanEqual, 188) \
    X(FUnordLessThanEqual, 189) X(FOrdGreaterThanEqual, 190) X(FUnordGreaterThanEqual, 191) X(ShiftRightLogical, 194) \
    X(ShiftRightArithmetic, 195) X(ShiftLeftLogical, 196) X(BitwiseOr, 197) X(BitwiseXor, 198) X(BitwiseAnd, 199) X(Not, 200) \
    X(BitFieldInsert, 201) X(BitFieldSExtract, 202) X(BitFieldUExtract, 203) X(BitReverse, 204) X(BitCount, 205) X(DPdx, 207) X(DPdy, 208) \
    X(Fwidth, 209) X(DPdxFine, 210) X(DPdyFine, 211) X(FwidthFine, 212) X(DPdxCoarse, 213) X(DPdyCoarse, 214) X(FwidthCoarse, 215) \
    X(EmitVertex, 218) X(EndPrimitive, 219) X(ControlBarrier, 224) X(MemoryBarrier, 225) X(AtomicLoad, 227) X(AtomicStore, 228) X(AtomicExchange, 229) \
    X(AtomicCompareExchange, 230) X(AtomicCompareExchangeWeak, 231) X(AtomicIIncrement, 232) X(AtomicIDecrement, 233) X(AtomicIAdd, 234) \
    X(AtomicISub, 235) X(AtomicSMin, 236) X(AtomicUMin, 237) X(AtomicSMax, 238) X(AtomicUMax, 239) X(AtomicAnd, 240) X(AtomicOr, 241) \
    X(AtomicXor, 242) X(Phi, 245) X(LoopMerge, 246) X(SelectionMerge, 247) X(Label, 248) X(Branch, 249) X(BranchConditional, 250) \
    X(Switch, 251) X(Kill, 252) X(Return, 253) X(ReturnValue, 254) X(Unreachable, 255) X(GroupAll, 261) X(GroupAny, 262) \
    X(GroupBroadcast, 263) X(GroupIAdd, 264) X(GroupFAdd, 265) X(GroupFMin, 266) X(GroupUMin, 267) X(GroupSMin, 268) X(GroupFMax, 269) \
    X(GroupUMax, 270) X(GroupSMax, 271) X(NoLine, 317) \
    X(ModuleProcessed, 330) X(ExecutionModeId, 331) X(DecorateId, 332) X(GroupNonUniformElect, 333) X(GroupNonUniformAll, 334) \
    X(GroupNonUniformAny, 335) X(GroupNonUniformAllEqual, 336) X(GroupNonUniformBroadcast, 337) X(GroupNonUniformBroadcastFirst, 338) \
    X(GroupNonUniformBallot, 339) X(GroupNonUniformInverseBallot, 340) X(GroupNonUniformBallotBitExtract, 341) \
    X(GroupNonUniformBallotBitCount, 342) X(GroupNonUniformBallotFindLSB, 343) X(GroupNonUniformBallotFindMSB, 344) \
    X(GroupNonUniformShuffle, 345) X(GroupNonUniformShuffleXor, 346) X(GroupNonUniformShuffleUp, 347) X(GroupNonUniformShuffleDown, 348) \
    X(GroupNonUniformIAdd, 349) X(GroupNonUniformFAdd, 350) X(GroupNonUniformIMul, 351) X(GroupNonUniformFMul, 352) \
    X(GroupNonUniformSMin, 353) X(GroupNonUniformUMin, 354) X(GroupNonUniformFMin, 355) X(GroupNonUniformSMax, 356) \
    X(GroupNonUniformUMax, 357) X(GroupNonUniformFMax, 358) X(GroupNonUniformBitwiseAnd, 359) X(GroupNonUniformBitwiseOr, 360) \
    X(GroupNonUniformBitwiseXor, 361) X(GroupNonUniformLogicalAnd, 362) X(GroupNonUniformLogicalOr, 363) X(GroupNonUniformLogicalXor, 364) \
    X(GroupNonUniformQuadBroadcast, 365) X(GroupNonUniformQuadSwap, 366) X(CopyLogical, 400) X(PtrEqual, 401) X(PtrNotEqual, 402) \
    X(PtrDiff, 403) X(TerminateInvocation, 4416) X(SubgroupBallotKHR, 4421) X(SubgroupFirstInvocationKHR, 4422) X(SubgroupAllKHR, 4428) \
    X(SubgroupAnyKHR, 4429) X(SubgroupAllEqualKHR, 4430) X(GroupNonUniformRotateKHR, 4431) X(SubgroupReadInvocationKHR, 4432) \
    X(SDot, 4450) X(UDot, 4451) X(SUDot, 4452) X(SDotAccSat, 4453) X(UDotAccSat, 4454) X(SUDotAccSat, 4455) X(GroupIAddNonUniformAMD, 5000) \
    X(GroupFAddNonUniformAMD, 5001) \
    X(GroupFMinNonUniformAMD, 5002) X(GroupUMinNonUniformAMD, 5003) X(GroupSMinNonUniformAMD, 5004) X(GroupFMaxNonUniformAMD, 5005) \
    X(GroupUMaxNonUniformAMD, 5006) X(GroupSMaxNonUniformAMD, 5007) X(ReadClockKHR, 5056) X(GroupNonUniformQuadAllKHR, 5110) \
    X(GroupNonUniformQuadAnyKHR, 5111) \
    X(EmitMeshTasksEXT, 5294) X(SetMeshOutputsEXT, 5295) X(GroupNonUniformPartitionNV, 5296) X(DemoteToHelperInvocation, 5380) \
    X(IsHelperInvocationEXT, 5381) X(AtomicFMinEXT, 5614) \
    X(AtomicFMaxEXT, 5615) X(AssumeTrueKHR, 5630) X(ExpectKHR, 5631) X(DecorateString, 5632) X(MemberDecorateString, 5633) \
    X(AtomicFAddEXT, 6035) X(GroupIMulKHR, 6401) X(GroupFMulKHR, 6402) X(GroupBitwiseAndKHR, 6403) X(GroupBitwiseOrKHR, 6404) \
    X(GroupBitwiseXorKHR, 6405) X(GroupLogicalAndKHR, 6406) X(GroupLogicalOrKHR, 6407) X(GroupLogicalXorKHR, 6408)
enum spv_op {
#define X(name, number) Op##name = number,
    SPV_OPS(X)
#undef X
};

#define SPV_GLSL(X) \
    X(Round, 1) X(RoundEven, 2) X(Trunc, 3) X(FAbs, 4) X(SAbs, 5) X(FSign, 6) X(SSign, 7) X(Floor, 8) X(Ceil, 9) \
    X(Fract, 10) X(Radians, 11) X(Degrees, 12) X(Sin, 13) X(Cos, 14) X(Tan, 15) X(Asin, 16) X(Acos, 17) X(Atan, 18) X(Sinh, 19) \
    X(Cosh, 20) X(Tanh, 21) X(Asinh, 22) X(Acosh, 23) X(Atanh, 24) X(Atan2, 25) X(Pow, 26) X(Exp, 27) X(Log, 28) X(Exp2, 29) X(Log2, 30) \
    X(Sqrt, 31) X(InverseSqrt, 32) X(Determinant, 33) X(MatrixInverse, 34) X(Modf, 35) X(ModfStruct, 36) X(FMin, 37) X(UMin, 38) \
    X(SMin, 39) X(FMax, 40) X(UMax, 41) X(SMax, 42) X(FClamp, 43) X(UClamp, 44) X(SClamp, 45) X(FMix, 46) X(IMix, 47) X(Step, 48) \
    X(SmoothStep, 49) X(Fma, 50) X(Frexp, 51) X(FrexpStruct, 52) X(Ldexp, 53) X(PackSnorm4x8, 54) X(PackUnorm4x8, 55) X(PackSnorm2x16, 56) \
    X(PackUnorm2x16, 57) X(PackHalf2x16, 58) X(PackDouble2x32, 59) X(UnpackSnorm2x16, 60) X(UnpackUnorm2x16, 61) X(UnpackHalf2x16, 62) \
    X(UnpackSnorm4x8, 63) X(UnpackUnorm4x8, 64) X(UnpackDouble2x32, 65) X(Length, 66) X(Distance, 67) X(Cross, 68) X(Normalize, 69) \
    X(FaceForward, 70) X(Reflect, 71) X(Refract, 72) X(FindILsb, 73) X(FindSMsb, 74) X(FindUMsb, 75) X(NMin, 79) X(NMax, 80) X(NClamp, 81) \
    X(Version, 100)
enum spv_glsl {
#define X(name, number) Glsl##name = number,
    SPV_GLSL(X)
#undef X
};

enum {
    DecRelaxedPrecision = 0, DecSpecId = 1, DecBlock = 2, DecBufferBlock = 3, DecRowMajor = 4, DecColMajor = 5, DecArrayStride = 6,
    DecMatrixStride = 7, DecBuiltIn = 11, DecNoPerspective = 13, DecFlat = 14, DecPatch = 15, DecCentroid = 16, DecSample = 17, DecRestrict = 19,
    DecAliased = 20, DecVolatile = 21, DecCoherent = 23, DecNonWritable = 24,
    DecNonReadable = 25, DecLocation = 30, DecComponent = 31, DecIndex = 32, DecBinding = 33, DecDescriptorSet = 34, DecOffset = 35, DecXfbBuffer = 36,
    DecXfbStride = 37, DecNoContraction = 42, DecNonUniform = 5300,
};

enum {
    BiPosition = 0, BiPrimitiveId = 7, BiInvocationId = 8, BiTessLevelOuter = 11, BiTessLevelInner = 12, BiTessCoord = 13, BiPatchVertices = 14,
    BiFragCoord = 15, BiFrontFacing = 17, BiSampleId = 18, BiSamplePosition = 19, BiSampleMask = 20, BiFragDepth = 22, BiHelperInvocation = 23,
    BiNumWorkgroups = 24, BiWorkgroupSize = 25, BiWorkgroupId = 26, BiLocalInvocationId = 27,
    BiGlobalInvocationId = 28, BiLocalInvocationIndex = 29, BiSubgroupSize = 36, BiNumSubgroups = 38, BiSubgroupId = 40,
    BiSubgroupLocalInvocationId = 41, BiVertexIndex = 42, BiInstanceIndex = 43, BiSubgroupEqMask = 4416, BiSubgroupGeMask = 4417, BiSubgroupGtMask = 4418,
    BiSubgroupLeMask = 4419,
    BiSubgroupLtMask = 4420, BiBaseVertex = 4424, BiBaseInstance = 4425, BiDrawIndex = 4426, BiDeviceIndex = 4438, BiFragStencilRef = 5014,
};

enum {
    ScUniformConstant = 0, ScInput = 1, ScUniform = 2, ScOutput = 3, ScWorkgroup = 4, ScPrivate = 6, ScFunction = 7, ScPushConstant = 9,
    ScImage = 11, ScStorageBuffer = 12, ScPhysicalStorageBuffer = 5349, ScTaskPayload = 5402,
};

enum {
    ModeOriginUpperLeft = 7, ModeDepthReplacing = 12, ModeLocalSize = 17, ModeOutputVertices = 26, ModeLocalSizeId = 38, ModeDenormPreserve = 4459,
    ModeDenormFlushToZero = 4460,
    ModeSignedZeroInfNanPreserve = 4461, ModeRoundingModeRTE = 4462, ModeRoundingModeRTZ = 4463,
    ModeStencilRefReplacing = 5027, ModeDerivativeGroupQuadsNV = 5289, ModeDerivativeGroupLinearNV = 5290, ModeMaximallyReconvergesKHR = 6023,
};

enum {
    CapMatrix = 0, CapShader = 1, CapFloat16 = 9, CapFloat64 = 10, CapInt64 = 11, CapInt64Atomics = 12, CapInt16 = 22, CapInt8 = 39, CapSampled1D = 43,
    CapImage1D = 44, CapMinLod = 42, CapImageGatherExtended = 25,
    CapSampledBuffer = 46, CapImageBuffer = 47, CapStorageImageExtendedFormats = 49, CapImageQuery = 50, CapStorageImageReadWithoutFormat = 55,
    CapStorageImageWriteWithoutFormat = 56, CapStorageImageMultisample = 27, CapImageCubeArray = 34, CapSampleRateShading = 35, CapStencilExport = 5013,
    CapSampledCubeArray = 45, CapImageMSArray = 48,
    CapRuntimeDescriptorArray = 5302, CapSampledImageArrayNonUniformIndexing = 5307, CapStorageImageArrayNonUniformIndexing = 5309,
    CapUniformTexelBufferArrayNonUniformIndexing = 5311, CapStorageTexelBufferArrayNonUniformIndexing = 5312,
    CapGroupNonUniform = 61, CapGroupNonUniformVote = 62, CapGroupNonUniformArithmetic = 63, CapGroupNonUniformBallot = 64,
    CapGroupNonUniformShuffle = 65, CapGroupNonUniformShuffleRelative = 66, CapGroupNonUniformClustered = 67, CapGroupNonUniformQuad = 68,
    CapGroupNonUniformPartitionedNV = 5297, CapGroupNonUniformRotateKHR = 6026, CapSubgroupBallotKHR = 4423, CapSubgroupVoteKHR = 4431,
    CapStorageBuffer16BitAccess = 4433, CapUniformAndStorageBuffer16BitAccess = 4434, CapStorageBuffer8BitAccess = 4448,
    CapUniformAndStorageBuffer8BitAccess = 4449, CapVariablePointersStorageBuffer = 4441, CapVariablePointers = 4442,
    CapWorkgroupMemoryExplicitLayoutKHR = 4428, CapWorkgroupMemoryExplicitLayout8BitAccessKHR = 4429,
    CapWorkgroupMemoryExplicitLayout16BitAccessKHR = 4430, CapVulkanMemoryModel = 5345, CapVulkanMemoryModelDeviceScope = 5346,
    CapDeviceGroup = 4437, CapAtomicFloat32AddEXT = 6033, CapAtomicFloat32MinMaxEXT = 5612, CapAtomicFloat64AddEXT = 6034,
    CapAtomicFloat64MinMaxEXT = 5613, CapAtomicFloat16AddEXT = 6095, CapAtomicFloat16MinMaxEXT = 5616, CapDotProduct = 6019,
    CapShaderClockKHR = 5055, CapShaderNonUniform = 5301, CapStorageBufferArrayNonUniformIndexing = 5308, CapPhysicalStorageBufferAddresses = 5347,
    CapDotProductInputAll = 6016, CapDotProductInput4x8Bit = 6017, CapDotProductInput4x8BitPacked = 6018, CapDenormPreserve = 4464,
    CapDenormFlushToZero = 4465, CapRoundingModeRTZ = 4468,
    CapSignedZeroInfNanPreserve = 4466, CapRoundingModeRTE = 4467, CapDerivativeControl = 51, CapComputeDerivativeGroupQuadsNV = 5288,
    CapComputeDerivativeGroupLinearNV = 5350, CapExpectAssumeKHR = 5629, CapDemoteToHelperInvocation = 5379,
};

enum { Dim1D = 0, Dim2D = 1, Dim3D = 2, DimCube = 3, DimBuffer = 5 };

enum { SPV_MAGIC = 0x07230203, SPV_HEADER = 5 };
enum { ScopeDevice = 1, ScopeWorkgroup = 2, ScopeSubgroup = 3, ScopeQueueFamily = 5 };
enum { GroupReduce = 0, GroupInclusive = 1, GroupExclusive = 2, GroupClustered = 3, GroupPartitionedReduce = 6, GroupPartitionedInclusive = 7,
       GroupPartitionedExclusive = 8 };

#endif

# SPDX-License-Identifier: Apache-2.0
"""IREE: a compiler and a runtime of machine learning.  Code that it makes for a GPU takes for granted the subgroup size of that GPU: at that size the
results are right, and at others they are not, which is what a device of any size shows."""
import os

import iree.compiler
import iree.runtime
import numpy

import reference as ref

PRODUCT = """
func.func @main(%a: tensor<32x64xf32>, %b: tensor<64x48xf32>) -> tensor<32x48xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x48xf32>
  %filled = linalg.fill ins(%zero: f32) outs(%empty: tensor<32x48xf32>) -> tensor<32x48xf32>
  %found = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x48xf32>) outs(%filled: tensor<32x48xf32>) -> tensor<32x48xf32>
  return %found : tensor<32x48xf32>
}"""
SUM = """
func.func @main(%a: tensor<4x1024xi32>) -> tensor<4xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<4xi32>
  %filled = linalg.fill ins(%zero: i32) outs(%empty: tensor<4xi32>) -> tensor<4xi32>
  %found = linalg.generic {indexing_maps=[affine_map<(d0,d1)->(d0,d1)>, affine_map<(d0,d1)->(d0)>], iterator_types=["parallel","reduction"]}
           ins(%a: tensor<4x1024xi32>) outs(%filled: tensor<4xi32>) {
    ^bb0(%x: i32, %y: i32):
      %s = arith.addi %x, %y : i32
      linalg.yield %s : i32
  } -> tensor<4xi32>
  return %found : tensor<4xi32>
}"""
SOFTMAX = """
func.func @main(%a: tensor<8x256xf32>) -> tensor<8x256xf32> {
  %empty = tensor.empty() : tensor<8x256xf32>
  %found = linalg.softmax dimension(1) ins(%a : tensor<8x256xf32>) outs(%empty : tensor<8x256xf32>) -> tensor<8x256xf32>
  return %found : tensor<8x256xf32>
}"""
SCAN = """
func.func @main(%a: tensor<16x64xi32>) -> tensor<16x64xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<16x64xi32>
  %row = tensor.empty() : tensor<16xi32>
  %filled = linalg.fill ins(%zero: i32) outs(%row: tensor<16xi32>) -> tensor<16xi32>
  %found:2 = iree_linalg_ext.scan dimension(1) inclusive(true) ins(%a : tensor<16x64xi32>) outs(%empty, %filled : tensor<16x64xi32>, tensor<16xi32>) {
    ^bb0(%x: i32, %y: i32):
      %s = arith.addi %x, %y : i32
      iree_linalg_ext.yield %s : i32
  } -> tensor<16x64xi32>, tensor<16xi32>
  return %found#0 : tensor<16x64xi32>
}"""
SORT = """
func.func @main(%a: tensor<8x64xi32>) -> tensor<8x64xi32> {
  %found = iree_linalg_ext.sort dimension(1) outs(%a : tensor<8x64xi32>) {
    ^bb0(%x: i32, %y: i32):
      %less = arith.cmpi slt, %x, %y : i32
      iree_linalg_ext.yield %less : i1
  } -> tensor<8x64xi32>
  return %found : tensor<8x64xi32>
}"""
BLUR = """
func.func @main(%a: tensor<1x26x34x1xf32>, %k: tensor<3x3x1x1xf32>) -> tensor<1x24x32x1xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x24x32x1xf32>
  %filled = linalg.fill ins(%zero: f32) outs(%empty: tensor<1x24x32x1xf32>) -> tensor<1x24x32x1xf32>
  %found = linalg.conv_2d_nhwc_hwcf ins(%a, %k: tensor<1x26x34x1xf32>, tensor<3x3x1x1xf32>) outs(%filled: tensor<1x24x32x1xf32>) -> tensor<1x24x32x1xf32>
  return %found : tensor<1x24x32x1xf32>
}"""
ANY = "vp_android_baseline_2022"            # GPUs of many makes: no subgroup operations
SIZES = {"valhall": 16, "ampere": 32}       # the size of subgroups on each


def run(source, gpu, *arrays):
    code = iree.compiler.compile_str(source, target_backends=["vulkan-spirv"], extra_args=["--iree-vulkan-target=" + gpu])
    context = iree.runtime.SystemContext(config=config)
    context.add_vm_module(iree.runtime.VmModule.copy_buffer(config.vm_instance, code))
    return numpy.asarray(context.modules.module.main(*arrays)).flatten().tolist()


def product():
    a, b = ref.numbers(32 * 64, 16, 2), ref.numbers(64 * 48, 16, 3)
    want = [float(sum(a[y * 64 + k] * b[k * 48 + x] for k in range(64))) for y in range(32) for x in range(48)]
    arrays = [numpy.array(v, dtype=numpy.float32).reshape(shape) for v, shape in ((a, (32, 64)), (b, (64, 48)))]
    return run(PRODUCT, ANY, *arrays), want


def softmax():
    values = ref.numbers(8 * 256, 8)
    want = []
    for row in range(8):
        powers = [2.718281828459045 ** v for v in values[row * 256:(row + 1) * 256]]
        want += [p / sum(powers) for p in powers]
    return run(SOFTMAX, ANY, numpy.array(values, dtype=numpy.float32).reshape(8, 256)), want, 1e-6


def scan():
    """Inclusive sums of rows."""
    values, want = ref.numbers(16 * 64, 1000), []
    for row in range(16):
        line = values[row * 64:(row + 1) * 64]
        want += [b + v for b, v in zip(ref.exclusive(line), line)]
    return run(SCAN, ANY, numpy.array(values, dtype=numpy.int32).reshape(16, 64)), want


def sort():
    """Of each row."""
    values, want = ref.numbers(8 * 64, 65536), []
    for row in range(8):
        want += sorted(values[row * 64:(row + 1) * 64])
    return run(SORT, ANY, numpy.array(values, dtype=numpy.int32).reshape(8, 64)), want


def blur(width=32, height=24):
    """A convolution with ones, of an image whose edges are repeated."""
    values = ref.numbers(width * height, 256)
    image = numpy.pad(numpy.array(values, dtype=numpy.float32).reshape(height, width), 1, "edge").reshape(1, height + 2, width + 2, 1)
    return run(BLUR, ANY, image, numpy.ones((3, 3, 1, 1), dtype=numpy.float32)), ref.blurred(values, width, height)


def sums(gpu):
    """The sums, where the size is that of the GPU; else the word is that they are others."""
    values = ref.numbers(4 * 1024, 1000)
    want = [sum(values[row * 1024:(row + 1) * 1024]) for row in range(4)]
    got = run(SUM, gpu, numpy.array(values, dtype=numpy.int32).reshape(4, 1024))
    if gpu in SIZES and os.environ.get("WAVEFOLD_WAVE_SIZE") != str(SIZES[gpu]):
        return [int(got != want)], [1]
    return got, want


config = iree.runtime.Config("vulkan")
programs = {"scan": scan, "sort": sort, "product": product, "blur": blur, "softmax": softmax, "sum": lambda: sums(ANY)}
programs.update({"sum-for-" + gpu: (lambda gpu=gpu: sums(gpu)) for gpu in SIZES})
ref.main("iree", programs)

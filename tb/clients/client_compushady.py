# SPDX-License-Identifier: Apache-2.0
"""compushady: buffers and textures on heaps, a uniform block for the parameters, a dispatch a call.  Shaders: the .spv files of the folder SHADERS."""
import os

os.environ["COMPUSHADY_BACKENDS"] = "vulkan"
import compushady
from compushady import formats

import reference as ref


def upload(resource, data):
    staging = compushady.Buffer(len(data), compushady.HEAP_UPLOAD)
    staging.upload(data)
    staging.copy_to(resource)
    return resource


def buffer(data):
    return upload(compushady.Buffer(len(data), stride=4), data)


def read(source, kind="I"):
    staging = compushady.Buffer(source.size, compushady.HEAP_READBACK)
    source.copy_to(staging)
    return ref.unpacked(staging.readback(source.size), kind)


def run(name, buffers, groups, *parameters, textures=()):
    code = open(os.path.join(os.environ["SHADERS"], name + ".spv"), "rb").read()
    block = upload(compushady.Buffer(16), ref.packed((list(parameters) + [0] * 4)[:4]))
    compushady.Compute(code, cbv=[block], srv=list(textures), uav=buffers).dispatch(*(list(groups) + [1, 1])[:3])


def scan(count=3000):
    values, groups = ref.numbers(count, 1000), (count + 255) // 256
    source, sums, totals, offsets, last = (buffer(ref.packed(v)) for v in (values, [0] * count, [0] * groups, [0] * groups, [0]))
    run("scan", [source, sums, totals], [groups], count)
    run("scan", [totals, offsets, last], [1], groups)
    run("add", [sums, offsets], [groups], count)
    return read(sums) + read(last), ref.exclusive(values) + [sum(values)]


def sort(count=256):
    values = ref.numbers(count, 65536)
    data = buffer(ref.packed(values))
    for k, j in ref.bitonic_steps(count):
        run("bitonic", [data], [count // 64], count, k, j)
    return read(data), sorted(values)


def radix():
    values = ref.numbers(256, 4096)
    data = buffer(ref.packed(values))
    run("radix", [data], [1])
    return read(data), sorted(values)


def product(n=32):
    a, b = ref.numbers(n * n, 16, 2), ref.numbers(n * n, 16, 3)
    buffers = [buffer(ref.packed(v, "f")) for v in (a, b, [0] * n * n)]
    run("product", buffers, [n // 8, n // 8], n)
    return read(buffers[2], "f"), ref.product(a, b, n)


def reduce(count=2000):
    values = [n + 5 for n in ref.numbers(count, 60000)]
    buffers = [buffer(ref.packed(values)), buffer(ref.packed([0, 2**32 - 1, 0]))]
    run("reduce", buffers, [(count + 127) // 128], count)
    return read(buffers[1]), [sum(values), min(values), max(values)]


def blur(width=32, height=24):
    values = ref.numbers(width * height, 256)
    before, after = (compushady.Texture2D(width, height, formats.R32_UINT) for _ in range(2))
    upload(before, ref.packed(values))
    run("blur", [after], [(width + 7) // 8, (height + 7) // 8], textures=[before])
    result = buffer(bytes(4 * width * height))
    after.copy_to(result)
    return read(result), ref.blurred(values, width, height)


ref.main("compushady", {"scan": scan, "sort": sort, "radix": radix, "product": product, "reduce": reduce, "blur": blur})

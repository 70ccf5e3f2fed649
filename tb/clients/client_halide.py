# SPDX-License-Identifier: Apache-2.0
"""Halide: it makes SPIR-V of its schedules itself, with shared memory, a memory allocator of its own."""
import halide as hl
import numpy

import reference as ref

TARGET = hl.Target("host-vulkan-vk_int8-vk_int16-vk_int64-vk_float16-vk_v12")
x, y, i, j = (hl.Var(name) for name in ("x", "y", "i", "j"))


def realize(func, *size):
    """The elements, row by row."""
    found = func.realize(list(size), TARGET)
    found.copy_to_host()
    return numpy.array(found).flatten().tolist()


def buffer(values, kind, *shape):
    return hl.Buffer(numpy.array(values, dtype=kind).reshape(shape))


def blur(width=40, height=24):
    """The sums of rows go through the memory of the group."""
    values = ref.numbers(width * height, 256)
    image = buffer(values, numpy.uint32, height, width)
    source = hl.BoundaryConditions.repeat_edge(image)
    rows, result = hl.Func("rows"), hl.Func("result")
    rows[x, y] = source[x - 1, y] + source[x, y] + source[x + 1, y]
    result[x, y] = rows[x, y - 1] + rows[x, y] + rows[x, y + 1]
    result.gpu_tile(x, y, i, j, 8, 8)
    rows.compute_at(result, x).gpu_threads(x, y)
    return realize(result, width, height), ref.blurred(values, width, height)


def product(n=32):
    a, b = ref.numbers(n * n, 16, 2), ref.numbers(n * n, 16, 3)
    left, right = (buffer(v, numpy.float32, n, n) for v in (a, b))
    k, result = hl.RDom([(0, n)]), hl.Func("result")
    result[x, y] = 0.0
    result[x, y] += left[k, y] * right[x, k]
    result.gpu_tile(x, y, i, j, 16, 4)
    result.update().gpu_tile(x, y, i, j, 16, 4)
    return realize(result, n, n), ref.product(a, b, n)


def scan(rows=70, count=50):
    """Inclusive sums along each row, a row a thread."""
    values = ref.numbers(rows * count, 1000)
    source = buffer(values, numpy.uint32, rows, count)
    k, result = hl.RDom([(1, count - 1)]), hl.Func("result")
    result[x, y] = source[x, y]
    result[k, y] = result[k, y] + result[k - 1, y]
    result.gpu_tile(y, j, 32, hl.TailStrategy.GuardWithIf)
    result.update().gpu_tile(y, j, 32, hl.TailStrategy.GuardWithIf)
    want = []
    for row in range(rows):
        line = values[row * count:(row + 1) * count]
        want += [b + v for b, v in zip(ref.exclusive(line), line)]
    return realize(result, count, rows), want


def sort(count=256):
    """A bitonic sort, each step a dispatch."""
    values = ref.numbers(count, 65536)
    before = buffer(values, numpy.uint32, count)
    for step, (run, distance) in enumerate(ref.bitonic_steps(count)):
        result = hl.Func(f"step{step}")
        # not `==` of two truths: Halide makes OpIEqual of it, which is for integers alone
        least = hl.select((x & run) == 0, (x & distance) == 0, (x & distance) != 0)
        mine, other = before[x], before[hl.clamp(x ^ distance, 0, count - 1)]
        result[x] = hl.select(least, hl.min(mine, other), hl.max(mine, other))
        result.gpu_tile(x, i, 64)
        after = hl.Buffer(hl.UInt(32), [count])
        result.realize(after, TARGET)
        before = after              # not earlier: a function does not keep an array of numpy that it reads
    before.copy_to_host()
    return numpy.array(before).tolist(), sorted(values)


def reduce(count=2048, threads=32):
    """Sum, least and greatest: those of strips at first, a strip a thread, then of all strips by one thread."""
    values = [n + 5 for n in ref.numbers(count, 60000)]
    source, found = buffer(values, numpy.uint32, count), []
    for name, start, join in (("sum", 0, lambda a, b: a + b), ("least", 2**31 - 1, hl.min), ("most", 0, hl.max)):
        k, n = hl.RDom([(0, count // threads)]), hl.RDom([(0, threads)])
        strip, result = hl.Func("strips_" + name), hl.Func(name)
        strip[x] = hl.u32(start)
        strip[x] = join(strip[x], source[k * threads + x])
        result[y] = hl.u32(start)
        result[y] = join(result[y], strip[n])
        strip.compute_root().gpu_tile(x, i, 16)
        strip.update().gpu_tile(x, i, 16)
        result.gpu_tile(y, j, 1)
        result.update().gpu_tile(y, j, 1)
        found += realize(result, 1)
    return found, [sum(values), min(values), max(values)]


ref.main("halide", {"blur": blur, "product": product, "scan": scan, "sort": sort, "reduce": reduce})

# SPDX-License-Identifier: Apache-2.0
"""Taichi: kernels in Python, which it compiles; fields, reductions that it makes, subgroup operations, shared memory."""
import os
import tempfile

import taichi as ti
from taichi.lang.simt import subgroup

import reference as ref

WIDTH, HEIGHT, COUNT, N = 37, 21, 1024, 24


@ti.kernel
def step(value: ti.template(), distance: ti.i32):
    for i in range(COUNT):
        value[i, 1] = value[i, 0]
        if i >= distance:
            value[i, 1] += value[i - distance, 0]
    for i in range(COUNT):
        value[i, 0] = value[i, 1]


def scan():
    """Inclusive sums by steps of a doubled distance."""
    values = ref.numbers(COUNT, 1000)
    value = ti.field(ti.u32, (COUNT, 2))
    for i, v in enumerate(values):
        value[i, 0] = v
    distance = 1
    while distance < COUNT:
        step(value, distance)
        distance *= 2
    return [int(value[i, 0]) for i in range(COUNT)], [b + v for b, v in zip(ref.exclusive(values), values)]


@ti.kernel
def bitonic(value: ti.template(), run: ti.i32, distance: ti.i32):
    for i in range(256):
        other = i ^ distance
        if other > i:
            a, b = value[i], value[other]
            if (a > b) == ((i & run) == 0):
                value[i] = b
                value[other] = a


def sort():
    values = ref.numbers(256, 65536)
    value = ti.field(ti.i32, 256)
    for i, v in enumerate(values):
        value[i] = v
    for run, distance in ref.bitonic_steps(256):
        bitonic(value, run, distance)
    return [int(value[i]) for i in range(256)], sorted(values)


@ti.kernel
def multiply(a: ti.template(), b: ti.template(), c: ti.template()):
    for y, x in c:
        total = 0.0
        for k in range(N):
            total += a[y, k] * b[k, x]
        c[y, x] = total


def product():
    a, b = ref.numbers(N * N, 16, 2), ref.numbers(N * N, 16, 3)
    fields = [ti.field(ti.f32, (N, N)) for _ in range(3)]
    for field, values in zip(fields, (a, b)):
        for i, v in enumerate(values):
            field[i // N, i % N] = v
    multiply(*fields)
    return [float(fields[2][i // N, i % N]) for i in range(N * N)], ref.product(a, b, N)


@ti.kernel
def total(value: ti.template()) -> ti.i32:
    found = 0
    for i in value:
        found += value[i]
    return found


@ti.kernel
def extremes(value: ti.template(), found: ti.template()):
    for i in value:
        ti.atomic_min(found[0], value[i])
        ti.atomic_max(found[1], value[i])


@ti.kernel
def waves(value: ti.template(), found: ti.template()):
    ti.loop_config(block_dim=128)
    for i in range(COUNT):
        mine = subgroup.reduce_add(value[i])
        if subgroup.elect():
            ti.atomic_add(found[2], mine)


def reduce():
    values = [n + 5 for n in ref.numbers(COUNT, 60000)]
    value, found = ti.field(ti.i32, COUNT), ti.field(ti.i32, 3)
    for i, v in enumerate(values):
        value[i] = v
    found[0] = 2**31 - 1
    extremes(value, found)
    waves(value, found)
    return [int(v) for v in (total(value), found[0], found[1], found[2])], [sum(values), min(values), max(values), sum(values)]


@ti.kernel
def filtered(before: ti.template(), after: ti.template()):
    for y, x in after:
        found = 0
        for j, i in ti.static(ti.ndrange((-1, 2), (-1, 2))):
            found += before[ti.min(ti.max(y + j, 0), HEIGHT - 1), ti.min(ti.max(x + i, 0), WIDTH - 1)]
        after[y, x] = found


def blur():
    values = ref.numbers(WIDTH * HEIGHT, 256)
    before, after = (ti.field(ti.i32, (HEIGHT, WIDTH)) for _ in range(2))
    for i, v in enumerate(values):
        before[i // WIDTH, i % WIDTH] = v
    filtered(before, after)
    return [int(after[i // WIDTH, i % WIDTH]) for i in range(WIDTH * HEIGHT)], ref.blurred(values, WIDTH, HEIGHT)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        ti.init(arch=ti.vulkan, offline_cache=False, offline_cache_file_path=folder, log_level=ti.TRACE if os.environ.get("V") else ti.ERROR)
        if ti.cfg.arch != ti.vulkan:
            raise SystemExit("FAIL client taichi: it runs on " + str(ti.cfg.arch))
        ref.main("taichi", {"scan": scan, "sort": sort, "product": product, "reduce": reduce, "blur": blur})

# SPDX-License-Identifier: Apache-2.0
"""slangpy: shaders in Slang, which it compiles to SPIR-V; its device sets descriptors by name and waits by timeline semaphores."""
import os
import pathlib

import numpy
import slangpy

import reference as ref

STORAGE = slangpy.BufferUsage.shader_resource | slangpy.BufferUsage.unordered_access


def buffer(data):
    found = device.create_buffer(size=len(data), struct_size=4, usage=STORAGE)
    found.copy_from_numpy(numpy.frombuffer(data, dtype=numpy.uint32).copy())
    return found


def read(source, kind="I"):
    return ref.unpacked(source.to_numpy().tobytes(), kind)


def run(*dispatches):
    """(entry point, threads, variables), in one submission."""
    encoder = device.create_command_encoder()
    for entry, threads, variables in dispatches:
        kernel = device.create_compute_kernel(device.load_program("programs.slang", [entry]))
        kernel.dispatch(thread_count=(list(threads) + [1, 1])[:3], vars=variables, command_encoder=encoder)
    device.submit_command_buffer(encoder.finish())
    device.wait_for_idle()


def scan(count=3000):
    values, groups = ref.numbers(count, 1000), (count + 255) // 256
    source, sums, totals, offsets, last = (buffer(ref.packed(v)) for v in (values, [0] * count, [0] * groups, [0] * groups, [0]))
    run(("scan", [count], {"source": source, "target": sums, "total": totals, "count": count}),
        ("scan", [groups], {"source": totals, "target": offsets, "total": last, "count": groups}),
        ("add", [count], {"source": offsets, "target": sums, "count": count}))
    return read(sums) + read(last), ref.exclusive(values) + [sum(values)]


def sort():
    values = ref.numbers(256, 4096)
    data = buffer(ref.packed(values))
    run(("sort", [256], {"target": data}))
    return read(data), sorted(values)


def product(n=32):
    a, b = ref.numbers(n * n, 16, 2), ref.numbers(n * n, 16, 3)
    x, y, z = (buffer(ref.packed(v, "f")) for v in (a, b, [0] * n * n))
    run(("product", [n, n], {"a": x, "b": y, "c": z, "count": n}))
    return read(z, "f"), ref.product(a, b, n)


def reduce(count=2000):
    values = [n + 5 for n in ref.numbers(count, 60000)]
    source, found = buffer(ref.packed(values)), buffer(ref.packed([0, 2**32 - 1, 0]))
    run(("reduce", [count], {"source": source, "total": found, "count": count}))
    return read(found), [sum(values), min(values), max(values)]


def blur(width=37, height=21):
    values = ref.numbers(width * height, 256)
    usage = slangpy.TextureUsage.shader_resource | slangpy.TextureUsage.unordered_access
    before, after = (device.create_texture(width=width, height=height, format=slangpy.Format.r32_uint, usage=usage) for _ in range(2))
    before.copy_from_numpy(numpy.array(values, dtype=numpy.uint32).reshape(height, width))
    run(("blur", [width, height], {"before": before, "after": after}))
    return read(after), ref.blurred(values, width, height)


device = slangpy.Device(type=slangpy.DeviceType.vulkan, enable_debug_layers=False,
                        compiler_options={"include_paths": [pathlib.Path(os.path.dirname(os.path.abspath(__file__)))]})
ref.main("slangpy", {"scan": scan, "sort": sort, "product": product, "reduce": reduce, "blur": blur})

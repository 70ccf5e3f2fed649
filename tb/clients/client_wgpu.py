# SPDX-License-Identifier: Apache-2.0
"""wgpu-native, by the Python package wgpu: shaders in WGSL, layouts by the shader, textures, dispatches in one pass without barriers."""
import os

import wgpu
from wgpu.backends.wgpu_native import extras

import reference as ref

SCAN = """
@group(0) @binding(0) var<storage, read> value: array<u32>;
@group(0) @binding(1) var<storage, read_write> before: array<u32>;
@group(0) @binding(2) var<storage, read_write> total: array<u32>;
var<workgroup> sum: array<u32, 64>;
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32,
        @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32) {
    let i = id.x;
    let wave = local / size;
    var mine = 0u;
    if (i < arrayLength(&value)) { mine = value[i]; }
    let scan = subgroupInclusiveAdd(mine);
    if (lane == size - 1) { sum[wave] = scan; }
    workgroupBarrier();
    // as many steps as there are subgroups, which may be more than lanes in one
    for (var d = 1u; d < 256 / size; d *= 2) {
        var other = 0u;
        if (local < 256 / size && local >= d) { other = sum[local - d]; }
        workgroupBarrier();
        if (local < 256 / size) { sum[local] += other; }
        workgroupBarrier();
    }
    var offset = 0u;
    if (wave > 0) { offset = sum[wave - 1]; }
    if (i < arrayLength(&value)) { before[i] = offset + scan - mine; }
    if (local == 255) { total[group.x] = offset + scan; }
}"""
ADD = """
@group(0) @binding(0) var<storage, read_write> value: array<u32>;
@group(0) @binding(1) var<storage, read> offset: array<u32>;
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {
    if (id.x < arrayLength(&value)) { value[id.x] += offset[group.x]; }
}"""
BITONIC = """
@group(0) @binding(0) var<storage, read_write> value: array<u32>;
@group(0) @binding(1) var<uniform> step: vec4u;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    let other = i ^ step.y;
    if (other <= i) { return; }
    let a = value[i];
    let b = value[other];
    if ((a > b) == ((i & step.x) == 0)) { value[i] = b; value[other] = a; }
}"""
PRODUCT = """
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
override n: u32 = 8;
var<workgroup> left: array<array<f32, 8>, 8>;
var<workgroup> right: array<array<f32, 8>, 8>;
@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) at: vec3u, @builtin(local_invocation_id) local: vec3u) {
    var sum = 0.0;
    for (var tile = 0u; tile < n; tile += 8) {
        left[local.y][local.x] = a[at.y * n + tile + local.x];
        right[local.y][local.x] = b[(tile + local.y) * n + at.x];
        workgroupBarrier();
        for (var k = 0u; k < 8; k++) { sum = fma(left[local.y][k], right[k][local.x], sum); }
        workgroupBarrier();
    }
    c[at.y * n + at.x] = sum;
}"""
REDUCE = """
@group(0) @binding(0) var<storage, read> value: array<u32>;
@group(0) @binding(1) var<storage, read_write> found: array<atomic<u32>, 3>;
@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(subgroup_invocation_id) lane: u32) {
    if (id.x < arrayLength(&value)) {
        let mine = value[id.x];
        let sum = subgroupAdd(mine);
        let least = subgroupMin(mine);
        let most = subgroupMax(mine);
        if (lane == subgroupBroadcastFirst(lane)) {
            atomicAdd(&found[0], sum);
            atomicMin(&found[1], least);
            atomicMax(&found[2], most);
        }
    }
}"""
BLUR = """
@group(0) @binding(0) var before: texture_2d<u32>;
@group(0) @binding(1) var after: texture_storage_2d<r32uint, write>;
@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = vec2i(id.xy);
    let last = vec2i(textureDimensions(before)) - 1;
    if (any(at > last)) { return; }
    var sum = 0u;
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) { sum += textureLoad(before, clamp(at + vec2i(x, y), vec2i(0), last), 0).x; }
    }
    textureStore(after, at, vec4u(sum));
}"""

STORAGE = wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC | wgpu.BufferUsage.COPY_DST


def buffer(data, usage=STORAGE):
    return device.create_buffer_with_data(data=data, usage=usage)


def read(source, kind="I"):
    return ref.unpacked(device.queue.read_buffer(source), kind)


def pipeline(code, **constants):
    return device.create_compute_pipeline(layout="auto", compute={"module": device.create_shader_module(code=code), "entry_point": "main", "constants": constants})


def dispatch(work, shader, resources, *groups):
    entries = [{"binding": n, "resource": {"buffer": r, "offset": 0, "size": r.size} if isinstance(r, wgpu.GPUBuffer) else r} for n, r in enumerate(resources)]
    work.set_pipeline(shader)
    work.set_bind_group(0, device.create_bind_group(layout=shader.get_bind_group_layout(0), entries=entries))
    work.dispatch_workgroups(*groups)


def run(record):
    encoder = device.create_command_encoder()
    work = encoder.begin_compute_pass()
    record(work)
    work.end()
    device.queue.submit([encoder.finish()])


def scan(count=3000):
    values, groups = ref.numbers(count, 1000), (count + 255) // 256
    source, sums, totals, offsets, last = (buffer(ref.packed(v)) for v in (values, [0] * count, [0] * groups, [0] * groups, [0]))
    shader, add = pipeline(SCAN), pipeline(ADD)

    def record(work):
        dispatch(work, shader, [source, sums, totals], groups)
        dispatch(work, shader, [totals, offsets, last], 1)
        dispatch(work, add, [sums, offsets], groups)
    run(record)
    return read(sums) + read(last), ref.exclusive(values) + [sum(values)]


def sort(count=512):
    values = ref.numbers(count, 65536)
    data, shader = buffer(ref.packed(values)), pipeline(BITONIC)
    steps = [buffer(ref.packed([k, j, 0, 0]), wgpu.BufferUsage.UNIFORM) for k, j in ref.bitonic_steps(count)]
    run(lambda work: [dispatch(work, shader, [data, step], count // 64) for step in steps])
    return read(data), sorted(values)


def product(n=32):
    a, b = ref.numbers(n * n, 16, 2), ref.numbers(n * n, 16, 3)
    buffers = [buffer(ref.packed(v, "f")) for v in (a, b, [0] * n * n)]
    run(lambda work: dispatch(work, pipeline(PRODUCT, n=n), buffers, n // 8, n // 8))
    return read(buffers[2], "f"), ref.product(a, b, n)


def reduce(count=2000):
    values = [n + 5 for n in ref.numbers(count, 60000)]
    buffers = [buffer(ref.packed(values)), buffer(ref.packed([0, 2**32 - 1, 0]))]
    run(lambda work: dispatch(work, pipeline(REDUCE), buffers, (count + 127) // 128))
    return read(buffers[1]), [sum(values), min(values), max(values)]


def blur(width=37, height=21):
    values = ref.numbers(width * height, 256)
    size, usage = (width, height, 1), wgpu.TextureUsage
    before = device.create_texture(size=size, format="r32uint", usage=usage.TEXTURE_BINDING | usage.COPY_DST)
    after = device.create_texture(size=size, format="r32uint", usage=usage.STORAGE_BINDING | usage.COPY_SRC)
    device.queue.write_texture({"texture": before}, ref.packed(values), {"bytes_per_row": 4 * width, "rows_per_image": height}, size)
    shader = pipeline(BLUR)
    run(lambda work: dispatch(work, shader, [before.create_view(), after.create_view()], (width + 7) // 8, (height + 7) // 8))
    rows = device.queue.read_texture({"texture": after}, {"bytes_per_row": 4 * width, "rows_per_image": height}, size)
    return ref.unpacked(rows), ref.blurred(values, width, height)


extras.set_instance_extras(backends=["Vulkan"], flags=["AllowUnderlyingNoncompliantAdapter"])
adapter = wgpu.gpu.request_adapter_sync()
if os.environ.get("V"):
    print(adapter.info)
device = adapter.request_device_sync(required_features=["subgroup"])
ref.main("wgpu", {"scan": scan, "sort": sort, "product": product, "reduce": reduce, "blur": blur})

# SPDX-License-Identifier: Apache-2.0
"""ncnn: neural networks of a few layers on the Vulkan device, against ncnn's own code for processors."""
import os
import tempfile

import ncnn
import numpy

import reference as ref

# name: (input shape, layers, numbers of each layer with weights: weights and biases)
NETWORKS = {
    "small": ((3, 12, 12), """Convolution c 1 1 data a 0=8 1=3 4=1 5=1 6=216 9=1
Pooling p 1 1 a b 0=0 1=2 2=2
InnerProduct f 1 1 b prob 0=5 1=1 2=1440
""", [(216, 8), (1440, 5)]),
    "convolutions": ((3, 32, 32), """Convolution c1 1 1 data a 0=16 1=3 4=1 5=1 6=432 9=1
Pooling p1 1 1 a b 0=0 1=2 2=2
Convolution c2 1 1 b c 0=32 1=3 4=1 5=1 6=4608 9=1
InnerProduct f 1 1 c d 0=10 1=1 2=81920
Softmax s 1 1 d prob 0=0
""", [(432, 16), (4608, 32), (81920, 10)]),
    "depthwise": ((8, 17, 15), """ConvolutionDepthWise c1 1 1 data a 0=8 1=3 3=2 4=1 5=1 6=72 7=8 9=1
Convolution c2 1 1 a b 0=24 1=1 5=1 6=192
Split s 1 2 b b1 b2
Convolution c3 1 1 b1 c 0=24 1=1 5=1 6=576 9=1
BinaryOp sum 2 1 c b2 d 0=0
Pooling p 1 1 d prob 0=1 4=1
""", [(72, 8), (192, 24), (576, 24)]),
    "attention": ((1, 16, 24), """Reshape r 1 1 data x 0=24 1=16
LayerNorm n 1 1 x y 0=24 1=0.001 2=0
Split s 1 2 y y1 y2
MatMul m 2 1 y1 y2 z 0=1
Softmax t 1 1 z prob 0=1 1=1
""", []),
}


def write(folder, name):
    """The files of the network: its weights are small, so that no output is beyond bounds."""
    shape, layers, weights = NETWORKS[name]
    lines = layers.splitlines()
    blobs = 1 + sum(int(line.split()[3]) for line in lines)
    with open(os.path.join(folder, name + ".param"), "w", encoding="ascii") as file:
        file.write(f"7767517\n{len(lines) + 1} {blobs}\nInput data 0 1 data 0={shape[2]} 1={shape[1]} 2={shape[0]}\n{layers}")
    with open(os.path.join(folder, name + ".bin"), "wb") as file:
        for count, biases in weights:
            file.write(bytes(4))            # floats of 32 bits follow
            file.write(ref.packed([(n - 128) / 2048 for n in ref.numbers(count + biases, 256, count)], "f"))


def run(folder, name, on_device, half):
    network = ncnn.Net()
    network.opt.use_vulkan_compute = on_device
    for option in ("use_fp16_packed", "use_fp16_storage", "use_fp16_arithmetic", "use_bf16_storage", "use_bf16_packed"):
        if hasattr(network.opt, option):
            setattr(network.opt, option, half and on_device and "fp16" in option)
    if on_device:
        network.set_vulkan_device(0)
    if network.load_param(os.path.join(folder, name + ".param")) or network.load_model(os.path.join(folder, name + ".bin")):
        raise RuntimeError("the network cannot be loaded")
    shape = NETWORKS[name][0]
    values = ref.numbers(shape[0] * shape[1] * shape[2], 256)
    array = numpy.array([value / 256 for value in values], dtype=numpy.float32).reshape(shape)
    data = ncnn.Mat(array).clone()          # a Mat of an array does not keep the array
    extractor = network.create_extractor()
    extractor.input("data", data)
    status, found = extractor.extract("prob")
    if status:
        raise RuntimeError(f"the network does not run: {status}")
    return numpy.array(found).flatten().tolist()


def program(name, half):
    with tempfile.TemporaryDirectory() as folder:
        write(folder, name)
        # halves have eleven bits, and a sum of hundreds of products loses some more
        return run(folder, name, True, half), run(folder, name, False, False), 0.02 if half else 1e-5


if ncnn.get_gpu_count() != 1:
    raise SystemExit(f"FAIL client ncnn: {ncnn.get_gpu_count()} devices, expected 1")
programs = {name: (lambda name=name: program(name, False)) for name in NETWORKS}
programs.update({name + "-half": (lambda name=name: program(name, True)) for name in NETWORKS})
ref.main("ncnn", programs)

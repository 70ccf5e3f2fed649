# SPDX-License-Identifier: Apache-2.0
"""The Python binding of Vulkan itself: buffers, images, push constants, barriers, a fence.  Shaders: the .spv files of the folder SHADERS."""
import os
import struct

import vulkan as vk

import reference as ref


class Device:
    def __init__(self):
        application = vk.VkApplicationInfo(apiVersion=vk.VK_MAKE_VERSION(1, 1, 0))
        self.instance = vk.vkCreateInstance(vk.VkInstanceCreateInfo(pApplicationInfo=application), None)
        self.physical = vk.vkEnumeratePhysicalDevices(self.instance)[0]
        families = vk.vkGetPhysicalDeviceQueueFamilyProperties(self.physical)
        family = next(i for i, f in enumerate(families) if f.queueFlags & vk.VK_QUEUE_COMPUTE_BIT)
        queue = vk.VkDeviceQueueCreateInfo(queueFamilyIndex=family, queueCount=1, pQueuePriorities=[1.0])
        self.device = vk.vkCreateDevice(self.physical, vk.VkDeviceCreateInfo(pQueueCreateInfos=[queue]), None)
        self.queue = vk.vkGetDeviceQueue(self.device, family, 0)
        self.pool = vk.vkCreateCommandPool(self.device, vk.VkCommandPoolCreateInfo(queueFamilyIndex=family), None)
        sizes = [vk.VkDescriptorPoolSize(type=t, descriptorCount=16) for t in
                 (vk.VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, vk.VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, vk.VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE)]
        self.descriptors = vk.vkCreateDescriptorPool(self.device, vk.VkDescriptorPoolCreateInfo(maxSets=16, pPoolSizes=sizes), None)

    def memory(self, needs, flags):
        types = vk.vkGetPhysicalDeviceMemoryProperties(self.physical).memoryTypes
        index = next(i for i in range(32) if needs.memoryTypeBits >> i & 1 and types[i].propertyFlags & flags == flags)
        return vk.vkAllocateMemory(self.device, vk.VkMemoryAllocateInfo(allocationSize=needs.size, memoryTypeIndex=index), None)

    def run(self, record):
        """Commands that `record` records, to their end."""
        commands = vk.vkAllocateCommandBuffers(self.device, vk.VkCommandBufferAllocateInfo(
            commandPool=self.pool, level=vk.VK_COMMAND_BUFFER_LEVEL_PRIMARY, commandBufferCount=1))[0]
        vk.vkBeginCommandBuffer(commands, vk.VkCommandBufferBeginInfo())
        record(commands)
        vk.vkEndCommandBuffer(commands)
        fence = vk.vkCreateFence(self.device, vk.VkFenceCreateInfo(), None)
        vk.vkQueueSubmit(self.queue, 1, [vk.VkSubmitInfo(pCommandBuffers=[commands])], fence)
        vk.vkWaitForFences(self.device, 1, [fence], vk.VK_TRUE, 2**64 - 1)
        vk.vkDestroyFence(self.device, fence, None)


class Buffer:
    kind = vk.VK_DESCRIPTOR_TYPE_STORAGE_BUFFER

    def __init__(self, dev, data):
        usage = vk.VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | vk.VK_BUFFER_USAGE_TRANSFER_SRC_BIT | vk.VK_BUFFER_USAGE_TRANSFER_DST_BIT
        self.dev, self.size = dev, len(data)
        self.buffer = vk.vkCreateBuffer(dev.device, vk.VkBufferCreateInfo(size=len(data), usage=usage), None)
        needs = vk.vkGetBufferMemoryRequirements(dev.device, self.buffer)
        memory = dev.memory(needs, vk.VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | vk.VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)
        vk.vkBindBufferMemory(dev.device, self.buffer, memory, 0)
        self.data = vk.vkMapMemory(dev.device, memory, 0, len(data), 0)
        self.data[:len(data)] = data

    def read(self, kind="I"):
        return ref.unpacked(self.data[:self.size], kind)

    def write(self, at):
        info = vk.VkDescriptorBufferInfo(buffer=self.buffer, offset=0, range=self.size)
        return vk.VkWriteDescriptorSet(dstSet=at[0], dstBinding=at[1], descriptorType=self.kind, descriptorCount=1, pBufferInfo=[info])


class Image:
    def __init__(self, dev, width, height, kind):
        usage = vk.VK_IMAGE_USAGE_STORAGE_BIT | vk.VK_IMAGE_USAGE_SAMPLED_BIT | vk.VK_IMAGE_USAGE_TRANSFER_SRC_BIT | vk.VK_IMAGE_USAGE_TRANSFER_DST_BIT
        self.kind, self.extent = kind, vk.VkExtent3D(width, height, 1)
        self.image = vk.vkCreateImage(dev.device, vk.VkImageCreateInfo(
            imageType=vk.VK_IMAGE_TYPE_2D, format=vk.VK_FORMAT_R32_UINT, extent=self.extent, mipLevels=1, arrayLayers=1,
            samples=vk.VK_SAMPLE_COUNT_1_BIT, tiling=vk.VK_IMAGE_TILING_OPTIMAL, usage=usage, initialLayout=vk.VK_IMAGE_LAYOUT_UNDEFINED), None)
        needs = vk.vkGetImageMemoryRequirements(dev.device, self.image)
        vk.vkBindImageMemory(dev.device, self.image, dev.memory(needs, 0), 0)
        self.range = vk.VkImageSubresourceRange(vk.VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1)
        self.view = vk.vkCreateImageView(dev.device, vk.VkImageViewCreateInfo(
            image=self.image, viewType=vk.VK_IMAGE_VIEW_TYPE_2D, format=vk.VK_FORMAT_R32_UINT, subresourceRange=self.range), None)

    def write(self, at):
        info = vk.VkDescriptorImageInfo(imageView=self.view, imageLayout=vk.VK_IMAGE_LAYOUT_GENERAL)
        return vk.VkWriteDescriptorSet(dstSet=at[0], dstBinding=at[1], descriptorType=self.kind, descriptorCount=1, pImageInfo=[info])

    def region(self):
        layers = vk.VkImageSubresourceLayers(vk.VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1)
        return vk.VkBufferImageCopy(imageSubresource=layers, imageExtent=self.extent)

    def ready(self, commands):
        """From nothing to the layout for everything."""
        barrier = vk.VkImageMemoryBarrier(
            dstAccessMask=vk.VK_ACCESS_MEMORY_READ_BIT | vk.VK_ACCESS_MEMORY_WRITE_BIT, oldLayout=vk.VK_IMAGE_LAYOUT_UNDEFINED,
            newLayout=vk.VK_IMAGE_LAYOUT_GENERAL, srcQueueFamilyIndex=vk.VK_QUEUE_FAMILY_IGNORED,
            dstQueueFamilyIndex=vk.VK_QUEUE_FAMILY_IGNORED, image=self.image, subresourceRange=self.range)
        vk.vkCmdPipelineBarrier(commands, vk.VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, vk.VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, None, 0, None, 1, [barrier])


class Shader:
    """A pipeline, with a set of these resources; `bindings`: their numbers, 0, 1, .. unless given."""

    def __init__(self, dev, name, resources, bindings=None):
        bindings = bindings or range(len(resources))
        code = open(os.path.join(os.environ["SHADERS"], name + ".spv"), "rb").read()
        module = vk.vkCreateShaderModule(dev.device, vk.VkShaderModuleCreateInfo(codeSize=len(code), pCode=code), None)
        slots = [vk.VkDescriptorSetLayoutBinding(binding=b, descriptorType=r.kind, descriptorCount=1, stageFlags=vk.VK_SHADER_STAGE_COMPUTE_BIT)
                 for b, r in zip(bindings, resources)]
        layout = vk.vkCreateDescriptorSetLayout(dev.device, vk.VkDescriptorSetLayoutCreateInfo(pBindings=slots), None)
        push = vk.VkPushConstantRange(vk.VK_SHADER_STAGE_COMPUTE_BIT, 0, 12)
        self.layout = vk.vkCreatePipelineLayout(dev.device, vk.VkPipelineLayoutCreateInfo(pSetLayouts=[layout], pPushConstantRanges=[push]), None)
        stage = vk.VkPipelineShaderStageCreateInfo(stage=vk.VK_SHADER_STAGE_COMPUTE_BIT, module=module, pName="main")
        self.pipeline = vk.vkCreateComputePipelines(dev.device, vk.VK_NULL_HANDLE, 1, [vk.VkComputePipelineCreateInfo(stage=stage, layout=self.layout)], None)[0]
        vk.vkDestroyShaderModule(dev.device, module, None)
        self.set = vk.vkAllocateDescriptorSets(dev.device, vk.VkDescriptorSetAllocateInfo(descriptorPool=dev.descriptors, pSetLayouts=[layout]))[0]
        writes = [r.write((self.set, b)) for b, r in zip(bindings, resources)]
        vk.vkUpdateDescriptorSets(dev.device, len(writes), writes, 0, None)

    def dispatch(self, commands, groups, *parameters):
        vk.vkCmdBindPipeline(commands, vk.VK_PIPELINE_BIND_POINT_COMPUTE, self.pipeline)
        vk.vkCmdBindDescriptorSets(commands, vk.VK_PIPELINE_BIND_POINT_COMPUTE, self.layout, 0, 1, [self.set], 0, None)
        data = vk.ffi.new("char[]", struct.pack("3I", *(parameters + (0, 0, 0))[:3]))
        vk.vkCmdPushConstants(commands, self.layout, vk.VK_SHADER_STAGE_COMPUTE_BIT, 0, 12, data)
        vk.vkCmdDispatch(commands, *(groups + (1, 1))[:3])
        barrier = vk.VkMemoryBarrier(srcAccessMask=vk.VK_ACCESS_SHADER_WRITE_BIT,
                                     dstAccessMask=vk.VK_ACCESS_SHADER_READ_BIT | vk.VK_ACCESS_SHADER_WRITE_BIT | vk.VK_ACCESS_TRANSFER_READ_BIT | vk.VK_ACCESS_HOST_READ_BIT)
        after = vk.VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | vk.VK_PIPELINE_STAGE_TRANSFER_BIT | vk.VK_PIPELINE_STAGE_HOST_BIT
        vk.vkCmdPipelineBarrier(commands, vk.VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, after, 0, 1, [barrier], 0, None, 0, None)


def scan(count=3000):
    """Groups, then their totals, then both together, in one command buffer."""
    values, groups = ref.numbers(count, 1000), (count + 255) // 256
    source, sums = Buffer(device, ref.packed(values)), Buffer(device, bytes(4 * count))
    totals, offsets, last = (Buffer(device, bytes(4 * n)) for n in (groups, groups, 1))
    parts = [(Shader(device, "scan", [source, sums, totals]), (groups,), count), (Shader(device, "scan", [totals, offsets, last]), (1,), groups),
             (Shader(device, "add", [sums, offsets]), (groups,), count)]
    device.run(lambda commands: [shader.dispatch(commands, grid, n) for shader, grid, n in parts])
    return sums.read() + last.read(), ref.exclusive(values) + [sum(values)]


def sort(count=512):
    values = ref.numbers(count, 65536)
    data = Buffer(device, ref.packed(values))
    shader = Shader(device, "bitonic", [data])
    device.run(lambda commands: [shader.dispatch(commands, (count // 64,), count, k, j) for k, j in ref.bitonic_steps(count)])
    return data.read(), sorted(values)


def radix():
    values = ref.numbers(256, 4096)
    data = Buffer(device, ref.packed(values))
    device.run(lambda commands: Shader(device, "radix", [data]).dispatch(commands, (1,)))
    return data.read(), sorted(values)


def product(n=32):
    a, b = ref.numbers(n * n, 16, 2), ref.numbers(n * n, 16, 3)
    buffers = [Buffer(device, ref.packed(a, "f")), Buffer(device, ref.packed(b, "f")), Buffer(device, bytes(4 * n * n))]
    device.run(lambda commands: Shader(device, "product", buffers).dispatch(commands, (n // 8, n // 8), n))
    return buffers[2].read("f"), ref.product(a, b, n)


def reduce(count=2000):
    values = [n + 5 for n in ref.numbers(count, 60000)]
    buffers = [Buffer(device, ref.packed(values)), Buffer(device, ref.packed([0, 2**32 - 1, 0]))]
    device.run(lambda commands: Shader(device, "reduce", buffers).dispatch(commands, ((count + 127) // 128,), count))
    return buffers[1].read(), [sum(values), min(values), max(values)]


def blur(width=37, height=21):
    values = ref.numbers(width * height, 256)
    source, result = Buffer(device, ref.packed(values)), Buffer(device, bytes(4 * width * height))
    before, after = (Image(device, width, height, kind) for kind in (vk.VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, vk.VK_DESCRIPTOR_TYPE_STORAGE_IMAGE))
    shader = Shader(device, "blur", [after, before], [0, 8])

    def record(commands):
        before.ready(commands)
        after.ready(commands)
        vk.vkCmdCopyBufferToImage(commands, source.buffer, before.image, vk.VK_IMAGE_LAYOUT_GENERAL, 1, [before.region()])
        barrier = vk.VkMemoryBarrier(srcAccessMask=vk.VK_ACCESS_TRANSFER_WRITE_BIT, dstAccessMask=vk.VK_ACCESS_SHADER_READ_BIT)
        vk.vkCmdPipelineBarrier(commands, vk.VK_PIPELINE_STAGE_TRANSFER_BIT, vk.VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, [barrier], 0, None, 0, None)
        shader.dispatch(commands, ((width + 7) // 8, (height + 7) // 8))
        vk.vkCmdCopyImageToBuffer(commands, after.image, vk.VK_IMAGE_LAYOUT_GENERAL, result.buffer, 1, [after.region()])
    device.run(record)
    return result.read(), ref.blurred(values, width, height)


device = Device()
ref.main("vulkan", {"scan": scan, "sort": sort, "radix": radix, "product": product, "reduce": reduce, "blur": blur})

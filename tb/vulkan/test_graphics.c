/* SPDX-License-Identifier: Apache-2.0
 * test_graphics.c - commands of Vulkan 1.0 to 1.3 that need graphics: each ends in VK_ERROR_FEATURE_NOT_PRESENT, with its name in a
 * message, and the device goes on.
 * Not validated: all of it is invalid usage.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"

#include <stdlib.h>
#include <string.h>

static struct kit kit;

/* ---- commands of a command buffer -------------------------------------------------------------------------------- */

/* A recording of the command alone fails, by its name. */
#define RECORD(name, ...) \
    do { \
        VkCommandBuffer c = kit_begin(&kit); \
        name(c, __VA_ARGS__); \
        CHECK_EQ(vkEndCommandBuffer(c), VK_ERROR_FEATURE_NOT_PRESENT); \
        CHECK(kit_said(&kit, #name ": ")); \
        vkFreeCommandBuffers(kit.device, kit.pool, 1, &c); \
    } while (0)
#define RECORD_ALONE(name) \
    do { \
        VkCommandBuffer c = kit_begin(&kit); \
        name(c); \
        CHECK_EQ(vkEndCommandBuffer(c), VK_ERROR_FEATURE_NOT_PRESENT); \
        CHECK(kit_said(&kit, #name ": ")); \
        vkFreeCommandBuffers(kit.device, kit.pool, 1, &c); \
    } while (0)

static void draws(VkBuffer buffer)
{
    const VkDeviceSize offset = 0, size = 4;

    RECORD(vkCmdDraw, 3, 1, 0, 0);
    RECORD(vkCmdDrawIndexed, 3, 1, 0, 0, 0);
    RECORD(vkCmdDrawIndirect, buffer, 0, 1, 16);
    RECORD(vkCmdDrawIndexedIndirect, buffer, 0, 1, 20);
    RECORD(vkCmdDrawIndirectCount, buffer, 0, buffer, 16, 1, 16);
    RECORD(vkCmdDrawIndexedIndirectCount, buffer, 0, buffer, 16, 1, 20);
    RECORD(vkCmdBindIndexBuffer, buffer, 0, VK_INDEX_TYPE_UINT32);
    RECORD(vkCmdBindVertexBuffers, 0, 1, &buffer, &offset);
    RECORD(vkCmdBindVertexBuffers2, 0, 1, &buffer, &offset, &size, &size);
}

static void state(void)
{
    const float blend[4] = {0};
    const VkViewport viewport = {0, 0, 8, 8, 0, 1};
    const VkRect2D rectangle = {{0, 0}, {8, 8}};

    RECORD(vkCmdSetViewport, 0, 1, &viewport);
    RECORD(vkCmdSetScissor, 0, 1, &rectangle);
    RECORD(vkCmdSetLineWidth, 1);
    RECORD(vkCmdSetDepthBias, 0, 0, 0);
    RECORD(vkCmdSetBlendConstants, blend);
    RECORD(vkCmdSetDepthBounds, 0, 1);
    RECORD(vkCmdSetStencilCompareMask, VK_STENCIL_FACE_FRONT_BIT, 1);
    RECORD(vkCmdSetStencilWriteMask, VK_STENCIL_FACE_FRONT_BIT, 1);
    RECORD(vkCmdSetStencilReference, VK_STENCIL_FACE_FRONT_BIT, 1);
    RECORD(vkCmdSetCullMode, VK_CULL_MODE_NONE);
    RECORD(vkCmdSetFrontFace, VK_FRONT_FACE_CLOCKWISE);
    RECORD(vkCmdSetPrimitiveTopology, VK_PRIMITIVE_TOPOLOGY_POINT_LIST);
    RECORD(vkCmdSetViewportWithCount, 1, &viewport);
    RECORD(vkCmdSetScissorWithCount, 1, &rectangle);
    RECORD(vkCmdSetDepthTestEnable, VK_FALSE);
    RECORD(vkCmdSetDepthWriteEnable, VK_FALSE);
    RECORD(vkCmdSetDepthCompareOp, VK_COMPARE_OP_LESS);
    RECORD(vkCmdSetDepthBoundsTestEnable, VK_FALSE);
    RECORD(vkCmdSetStencilTestEnable, VK_FALSE);
    RECORD(vkCmdSetStencilOp, VK_STENCIL_FACE_FRONT_BIT, VK_STENCIL_OP_KEEP, VK_STENCIL_OP_KEEP, VK_STENCIL_OP_KEEP, VK_COMPARE_OP_LESS);
    RECORD(vkCmdSetRasterizerDiscardEnable, VK_FALSE);
    RECORD(vkCmdSetDepthBiasEnable, VK_FALSE);
    RECORD(vkCmdSetPrimitiveRestartEnable, VK_FALSE);
}

static void passes(void)
{
    const VkRenderPassBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
    const VkSubpassBeginInfo first = {.sType = VK_STRUCTURE_TYPE_SUBPASS_BEGIN_INFO};
    const VkSubpassEndInfo last = {.sType = VK_STRUCTURE_TYPE_SUBPASS_END_INFO};
    const VkRenderingInfo rendering = {.sType = VK_STRUCTURE_TYPE_RENDERING_INFO};
    const VkClearAttachment clear = {.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT};
    const VkClearRect rectangle = {.layerCount = 1};

    RECORD(vkCmdBeginRenderPass, &begin, VK_SUBPASS_CONTENTS_INLINE);
    RECORD(vkCmdNextSubpass, VK_SUBPASS_CONTENTS_INLINE);
    RECORD_ALONE(vkCmdEndRenderPass);
    RECORD(vkCmdBeginRenderPass2, &begin, &first);
    RECORD(vkCmdNextSubpass2, &first, &last);
    RECORD(vkCmdEndRenderPass2, &last);
    RECORD(vkCmdBeginRendering, &rendering);
    RECORD_ALONE(vkCmdEndRendering);
    RECORD(vkCmdClearAttachments, 1, &clear, 1, &rectangle);
}

/* ---- objects ----------------------------------------------------------------------------------------------------- */

#define REFUSED(call, name, object) \
    do { \
        memset(&(object), 0xff, sizeof(object)); \
        CHECK_EQ((call), VK_ERROR_FEATURE_NOT_PRESENT); \
        CHECK(kit_said(&kit, name ": ")); \
        CHECK((object) == VK_NULL_HANDLE); \
    } while (0)

static void objects(void)
{
    const VkRenderPassCreateInfo pass = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
    const VkRenderPassCreateInfo2 pass2 = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO_2};
    const VkFramebufferCreateInfo frame = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO};
    const VkGraphicsPipelineCreateInfo pipeline = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
    const VkSamplerYcbcrConversionCreateInfo conversion = {.sType = VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_CREATE_INFO};
    VkExtent2D area;
    VkRenderPass made;
    VkFramebuffer framebuffer;
    VkPipeline graphics;
    VkSamplerYcbcrConversion converts;

    REFUSED(vkCreateRenderPass(kit.device, &pass, NULL, &made), "vkCreateRenderPass", made);
    REFUSED(vkCreateRenderPass2(kit.device, &pass2, NULL, &made), "vkCreateRenderPass2", made);
    REFUSED(vkCreateFramebuffer(kit.device, &frame, NULL, &framebuffer), "vkCreateFramebuffer", framebuffer);
    REFUSED(vkCreateGraphicsPipelines(kit.device, VK_NULL_HANDLE, 1, &pipeline, NULL, &graphics), "vkCreateGraphicsPipelines", graphics);
    REFUSED(vkCreateSamplerYcbcrConversion(kit.device, &conversion, NULL, &converts), "vkCreateSamplerYcbcrConversion", converts);
    vkGetRenderAreaGranularity(kit.device, VK_NULL_HANDLE, &area);
    CHECK(kit_said(&kit, "vkGetRenderAreaGranularity: "));
    /* programs destroy what they did not get */
    vkDestroyRenderPass(kit.device, VK_NULL_HANDLE, NULL);
    vkDestroyFramebuffer(kit.device, VK_NULL_HANDLE, NULL);
    vkDestroySamplerYcbcrConversion(kit.device, VK_NULL_HANDLE, NULL);
    CHECK(!kit_said(&kit, ""));
}

int main(int argc, char **argv)
{
    (void)argc;
    unsetenv("WF_VALIDATE");
    kit_choose(argv[0]);
    kit_open(&kit, NULL);
    struct kit_buffer buffer = kit_buffer(&kit, 64);

    draws(buffer.buffer);
    state();
    passes();
    objects();
    /* the device does what it can as before */
    VkCommandBuffer commands = kit_begin(&kit);
    vkCmdFillBuffer(commands, buffer.buffer, 0, 64, 7);
    CHECK_EQ(kit_submit(&kit, commands), VK_SUCCESS);
    CHECK_EQ(buffer.word[15], 7);
    kit_buffer_free(&kit, &buffer);
    kit_close(&kit);
    return check_end("vulkan_graphics");
}

/* SPDX-License-Identifier: Apache-2.0
 * test_broken.c [FILE.spv...] - modules that are broken, through vkCreateComputePipelines: each is refused with a message or
 * made, and nothing crashes.  Without files: changes of the modules of these tests, and cuts.
 * Not validated: the modules are wrong.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"

#include <stdlib.h>
#include <string.h>

#include "matmul.spv.h"
#include "meet.spv.h"
#include "prefix.spv.h"
#include "spec.spv.h"

static struct kit kit;
static VkPipelineLayout layout;
static unsigned made, refused;

static uint64_t state = 88172645463325252u;
static uint32_t draw(uint32_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % below;
}

/* What Vulkan lets the call return for a module that is none. */
static void try(const uint32_t *word, size_t bytes)
{
    VkShaderModule module;
    VkPipeline pipeline = VK_NULL_HANDLE;

    KIT_NEED(vkCreateShaderModule(kit.device, &(VkShaderModuleCreateInfo){.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = bytes, .pCode = word}, NULL, &module));
    kit.said[0] = '\0';
    const VkResult result = vkCreateComputePipelines(kit.device, VK_NULL_HANDLE, 1, &(VkComputePipelineCreateInfo){
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = layout,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = module, .pName = "main"}}, NULL, &pipeline);
    if (result == VK_SUCCESS)
        made++;
    else {
        refused++;
        CHECK(result == VK_ERROR_UNKNOWN || result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY);
        CHECK(pipeline == VK_NULL_HANDLE);
        CHECK(result != VK_ERROR_UNKNOWN || !strncmp(kit.said, "vkCreateComputePipelines: main: ", 32));
    }
    vkDestroyPipeline(kit.device, pipeline, NULL);
    vkDestroyShaderModule(kit.device, module, NULL);
}

/* A word, a bit, an operand that becomes another one of the module, an instruction that comes twice or not at all. */
static void damage(const uint32_t *from, size_t words, unsigned changes)
{
    uint32_t *word = malloc(8 * words + 8);

    memcpy(word, from, 4 * words);
    while (changes-- > 0) {
        const uint32_t at = 5 + draw((uint32_t)words - 5), other = 5 + draw((uint32_t)words - 5);
        switch (draw(5)) {
        case 0: word[at] = draw(UINT32_MAX); break;
        case 1: word[at] ^= 1u << draw(32); break;
        case 2: word[at] = word[other]; break;
        case 3: word[at] = draw(word[3] + 2); break;
        default: memmove(word + at, word + other, 4 * (words - (at > other ? at : other))); break;
        }
    }
    try(word, 4 * words);
    free(word);
}

static void try_file(const char *path)
{
    static uint32_t word[1 << 20];
    FILE *file = fopen(path, "rb");
    const size_t words = file ? fread(word, 4, sizeof word / 4, file) : 0;

    if (file)
        fclose(file);
    if (!words)
        return;
    try(word, 4 * words);
    for (unsigned i = 0; i < 4 && words > 20; i++)
        damage(word, words, 1 + i);
}

int main(int argc, char **argv)
{
    static const struct { const uint32_t *word; size_t words; } base[] = {
        {matmul, sizeof matmul / 4}, {meet, sizeof meet / 4}, {prefix, sizeof prefix / 4}, {spec, sizeof spec / 4}};
    const char *layers = getenv("WF_VALIDATE");

    if (layers && *layers) {
        puts("PASS vulkan_broken checks=1 (invalid modules are the business of the layer)");
        return 0;
    }
    kit_choose(argv[0]);
    kit_open(&kit, NULL);
    KIT_NEED(vkCreatePipelineLayout(kit.device, &(VkPipelineLayoutCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO}, NULL, &layout));
    for (int i = 1; i < argc; i++)
        try_file(argv[i]);
    for (size_t i = 0; argc < 2 && i < sizeof base / sizeof *base; i++) {
        for (size_t cut = 1; cut < base[i].words; cut += 1 + cut / 8)
            try(base[i].word, 4 * cut);
        for (unsigned n = 0; n < 80; n++)
            damage(base[i].word, base[i].words, 1 + n % 4);
    }
    CHECK(argc > 1 || (made > 5 && refused > 100));
    if (argc > 1)
        printf("%u made, %u refused\n", made, refused);
    kit.said[0] = '\0';
    vkDestroyPipelineLayout(kit.device, layout, NULL);
    kit_said(&kit, "");                /* of the last module */
    kit_close(&kit);
    return check_end("vulkan_broken");
}

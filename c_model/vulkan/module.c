/* SPDX-License-Identifier: Apache-2.0
 * module.c - VkShaderModule: a copy of its words.
 */
#include "pipeline.h"

#include <string.h>

VkResult wfv_CreateShaderModule(VkDevice handle, const VkShaderModuleCreateInfo *pCreateInfo,
                                const VkAllocationCallbacks *pAllocator, VkShaderModule *pShaderModule)
{
    struct wfv_device *d = wfv_device_of(handle);
    struct wfv_module *m =
        wfv_new(pAllocator, d->own, sizeof *m + pCreateInfo->codeSize, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);

    if (!m)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    m->words = pCreateInfo->codeSize / 4;
    memcpy(m->word, pCreateInfo->pCode, 4 * m->words);
    wfv_digest_add(&m->digest, m->word, 4 * m->words);
    *pShaderModule = wfv_module_handle(m);
    return VK_SUCCESS;
}

void wfv_DestroyShaderModule(VkDevice device, VkShaderModule shaderModule, const VkAllocationCallbacks *pAllocator)
{
    wfv_delete(pAllocator, wfv_own(device), wfv_module_of(shaderModule));
}

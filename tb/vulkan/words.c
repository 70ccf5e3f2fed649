/* SPDX-License-Identifier: Apache-2.0 */
#include "words.h"

#include "stage.h"

#include <string.h>

void words_open(struct words *w, struct kit *kit)
{
    *w = (struct words){.kit = kit, .in = kit_buffer(kit, 4 * WORDS_IN * WORDS_THREADS),
                        .out = kit_buffer(kit, 4 * WORDS_OUT * WORDS_THREADS)};
}

void words_close(struct words *w)
{
    kit_buffer_free(w->kit, &w->in);
    kit_buffer_free(w->kit, &w->out);
}

void words_fill(struct words *w, uint64_t seed)
{
    for (uint32_t i = 0; i < WORDS_IN * WORDS_THREADS; i++)
        w->in.word[i] = check_random(&seed);
}

void words_begin_sized(struct words *w, uint32_t version, uint32_t width, uint32_t height)
{
    struct module *m = &w->m;

    module_begin(m, version);
    module_extension(m, "SPV_KHR_storage_buffer_storage_class");
    module_main(m, (const uint32_t[]){width, height, 1});
    w->word = module_u32(m);
    w->real = UNIQUE(m, SpvOpTypeFloat, 0, 32);
    w->boolean = module_unique(m, SpvOpTypeBool, 0, NULL, 0);
    w->from = module_buffer(m, 0);
    w->to = module_buffer(m, 1);
    w->index = module_builtin(m, SpvBuiltInLocalInvocationIndex, 1);
}

void words_begin(struct words *w, uint32_t version)
{
    words_begin_sized(w, version, WORDS_THREADS, 1);
}

void words_run(struct words *w, uint32_t size)
{
    struct stage stage = {.buffers = 2, .required = size < w->kit->widest ? size : w->kit->widest};
    struct kit_pipeline p;

    module_main_end(&w->m);
    stage.module = module_end(&w->m, &stage.bytes);
    memset(w->out.word, 0x5a, w->out.size);
    KIT_NEED(stage_pipeline(w->kit, &stage, &p));
    const VkDescriptorSet set = kit_set(w->kit, &p, (const struct kit_buffer *const[]){&w->in, &w->out}, 2);
    const VkCommandBuffer commands = kit_begin(w->kit);
    kit_dispatch(commands, &p, set, 1, 1, 1);
    CHECK_EQ(kit_submit(w->kit, commands), VK_SUCCESS);
    KIT_NEED(vkFreeDescriptorSets(w->kit->device, w->kit->descriptors, 1, &set));
    kit_pipeline_free(w->kit, &p);
    module_free(&w->m);
}

uint32_t words_at(struct words *w, uint32_t n)
{
    return OP(&w->m, SpvOpIAdd, w->word, w->index, module_const(&w->m, n * WORDS_THREADS));
}

uint32_t words_get(struct words *w, uint32_t n)
{
    return module_load(&w->m, w->from, words_at(w, n));
}

uint32_t words_get_real(struct words *w, uint32_t n)
{
    return OP(&w->m, SpvOpBitcast, w->real, words_get(w, n));
}

void words_put(struct words *w, uint32_t n, uint32_t value)
{
    module_store(&w->m, w->to, words_at(w, n), value);
}

void words_put_real(struct words *w, uint32_t n, uint32_t value)
{
    words_put(w, n, OP(&w->m, SpvOpBitcast, w->word, value));
}

void words_put_truth(struct words *w, uint32_t n, uint32_t truth)
{
    words_put(w, n, OP(&w->m, SpvOpSelect, w->word, truth, module_const(&w->m, 1), module_const(&w->m, 0)));
}

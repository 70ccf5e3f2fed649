/* SPDX-License-Identifier: Apache-2.0
 * test_subgroup_ops.c - every operation of a subgroup on every type, at each size from 4 to 128, in subgroups that are whole,
 * half active, or hardly so, against plain C (waves.c).  The argument is a seed of the values.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"
#include "subgroup_module.h"

#include "../../c_model/vulkan/newer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct type types[] = {{'u', 8}, {'u', 16}, {'u', 32}, {'u', 64}, {'s', 8}, {'s', 16}, {'s', 32}, {'s', 64},
                                    {'f', 16}, {'f', 32}, {'f', 64}, {'b', 1}};

static struct kit kit;
static struct kit_buffer in, out;
static uint64_t random_state = 1;
static bool newer;                      /* what came after the validation layer of this system */
static unsigned long results;           /* that are defined */

/* ---- values ---- */

static uint64_t random_value(const struct work *w)
{
    const struct type *t = &w->type;
    const uint32_t r = check_random(&random_state);
    const enum arith arith = w->op[0].what < BROADCAST ? w->op[0].arith : MIN;

    if (t->kind != 'f')
        return ((uint64_t)check_random(&random_state) << 32 | r) & (t->kind == 'b' ? 1 : t->width == 64 ? UINT64_MAX : (UINT64_C(1) << t->width) - 1);
    /* sums and products that are exact in any order */
    if (arith == ADD)
        return bits_of(t, (double)(r % 15) - 7);
    if (arith == MUL)
        return bits_of(t, (r & 1 ? -1 : 1) * (r % 32 == 0 ? 2 : r % 32 == 9 ? 0.5 : 1));
    return bits_of(t, ((double)(r % 2000) - 1000) / 8);
}

/* Every group has its own kind of subgroups: whole ones, half of the lanes, few of them. */
static bool is_active(unsigned group)
{
    const uint32_t r = check_random(&random_state);

    return group == 0 || r % (group == 1 ? 2 : 7) == 0;
}

static void fill(const struct work *w)
{
    for (unsigned i = 0; i < ALL_THREADS; i++) {
        uint32_t *word = in.word + STRIDE * i;
        const uint64_t value = random_value(w), alike = i / w->size % 2 ? value : 1;
        word[0] = (uint32_t)value;
        word[1] = (uint32_t)(value >> 32);
        word[2] = check_random(&random_state) % 3 << 1 | is_active(i / THREADS);
        word[3] = (uint32_t)alike;
        word[4] = (uint32_t)(alike >> 32);
    }
    memset(out.word, 0x5a, out.size);
}

/* ---- results ---- */

static void gather(const struct work *w, unsigned group, unsigned first, struct wave *wave)
{
    memset(wave, 0, sizeof *wave);
    wave->size = w->size;
    for (unsigned lane = 0; lane < w->size && first + lane < THREADS; lane++) {
        const uint32_t *word = in.word + STRIDE * (group * THREADS + first + lane);
        wave->active[lane] = word[2] & 1;
        wave->value[lane] = (uint64_t)word[1] << 32 | word[0];
        wave->alike[lane] = (uint64_t)word[4] << 32 | word[3];
        wave->key[lane] = word[2] >> 1;
    }
}

static void check_lane(const struct work *w, const struct wave *wave, unsigned n, unsigned thread, unsigned lane)
{
    const struct op *o = &w->op[n];
    const uint32_t *word = out.word + 2 * (n * ALL_THREADS + thread);
    const uint64_t got = (uint64_t)word[1] << 32 | word[0];
    uint64_t wanted = UINT64_C(0x5a5a5a5a5a5a5a5a);

    if (wave->active[lane] && !wave_result(wave, &w->type, o->what, o->arith, o->number, lane, &wanted))
        return;
    results++;
    if (got != wanted)
        printf("%c%u size %u what %d arith %d number %u thread %u lane %u:\n", w->type.kind, w->type.width, w->size, (int)o->what, (int)o->arith, o->number,
               thread, lane);
    CHECK_EQ(got, wanted);
}

static void check(const struct work *w)
{
    struct wave wave;

    for (unsigned group = 0; group < GROUPS; group++)
        for (unsigned first = 0; first < THREADS; first += w->size) {
            gather(w, group, first, &wave);
            for (unsigned n = 0; n < w->ops; n++)
                for (unsigned lane = 0; lane < w->size && first + lane < THREADS; lane++)
                    check_lane(w, &wave, n, group * THREADS + first + lane, lane);
        }
}

static void run(const struct work *w)
{
    struct module m;
    size_t bytes;
    const uint32_t *word = subgroup_module(&m, w, &bytes);
    struct kit_pipeline p = kit_pipeline(&kit, word, bytes, 2, 0, w->size);
    const VkDescriptorSet set = kit_set(&kit, &p, (const struct kit_buffer *const[]){&in, &out}, 2);
    const VkCommandBuffer commands = kit_begin(&kit);

    fill(w);
    kit_dispatch(commands, &p, set, GROUPS, 1, 1);
    CHECK_EQ(kit_submit(&kit, commands), VK_SUCCESS);
    check(w);
    KIT_NEED(vkFreeDescriptorSets(kit.device, kit.descriptors, 1, &set));
    kit_pipeline_free(&kit, &p);
    module_free(&m);
}

/* ---- what is tried ---- */

static void add(struct work *w, enum what what, enum arith arith, unsigned number)
{
    w->op[w->ops++] = (struct op){what, arith, number};
}

static void arithmetic(struct work *w, enum arith arith)
{
    w->ops = 0;
    for (int what = REDUCE; what <= EXCLUSIVE; what++)
        add(w, (enum what)what, arith, 0);
    for (unsigned cluster = 1; cluster <= w->size; cluster *= 2)
        add(w, CLUSTERED, arith, cluster);
    for (int what = PARTITIONED_REDUCE; what <= PARTITIONED_EXCLUSIVE; what++)
        add(w, (enum what)what, arith, 0);
    run(w);
}

static void moves(struct work *w)
{
    w->ops = 0;
    add(w, BROADCAST, ADD, check_random(&random_state) % w->size);
    add(w, BROADCAST_FIRST, ADD, 0);
    add(w, SHUFFLE, ADD, 5);
    for (unsigned mask = 1; mask < w->size; mask = 2 * mask + 1)
        add(w, SHUFFLE_XOR, ADD, mask);
    add(w, SHUFFLE_UP, ADD, 1);
    add(w, SHUFFLE_UP, ADD, w->size / 2);
    add(w, SHUFFLE_DOWN, ADD, 1);
    add(w, SHUFFLE_DOWN, ADD, w->size - 1);
    for (unsigned i = 0; i < 4; i++)
        add(w, QUAD_BROADCAST, ADD, i);
    for (int what = QUAD_HORIZONTAL; what <= ALL_EQUAL; what++)
        add(w, (enum what)what, ADD, 0);
    if (newer) {
        add(w, ROTATE, ADD, 1);
        add(w, ROTATE, ADD, w->size + 3);
        for (unsigned cluster = 2; cluster <= w->size; cluster *= 2)
            add(w, ROTATE_CLUSTERED, ADD, cluster);
    }
    run(w);
}

static void votes(struct work *w)
{
    w->ops = 0;
    for (int what = ELECT; what <= (newer ? QUAD_ANY : PARTITION_HIGH); what++)
        add(w, (enum what)what, ADD, w->size / 2 + 1);
    run(w);
}

static void open_device(void)
{
    static const char *const extension[] = {"VK_NV_shader_subgroup_partitioned", "VK_KHR_shader_subgroup_rotate", "VK_KHR_shader_quad_control"};
    VkPhysicalDeviceShaderQuadControlFeaturesKHR quad = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_QUAD_CONTROL_FEATURES_KHR, .shaderQuadControl = VK_TRUE};
    VkPhysicalDeviceShaderSubgroupRotateFeaturesKHR rotate = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_ROTATE_FEATURES_KHR, .pNext = &quad,
                                                              .shaderSubgroupRotate = VK_TRUE, .shaderSubgroupRotateClustered = VK_TRUE};
    VkPhysicalDeviceVulkan13Features v13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .pNext = newer ? &rotate : NULL,
                                            .subgroupSizeControl = VK_TRUE};
    VkPhysicalDeviceVulkan12Features v12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &v13, .shaderInt8 = VK_TRUE,
                                            .shaderFloat16 = VK_TRUE, .shaderSubgroupExtendedTypes = VK_TRUE, .bufferDeviceAddress = VK_TRUE};
    const VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &v12,
                                                .features = {.shaderInt16 = VK_TRUE, .shaderInt64 = VK_TRUE, .shaderFloat64 = VK_TRUE}};

    kit_open(&kit, &(struct kit_wishes){.extension = extension, .extensions = newer ? 3 : 1, .features = &features});
    VkPhysicalDeviceSubgroupProperties subgroup = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};
    vkGetPhysicalDeviceProperties2(kit.physical, &(VkPhysicalDeviceProperties2){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &subgroup});
    CHECK_EQ(subgroup.supportedOperations, 0x7ff);      /* basic to quad, partitioned, rotate, rotate in clusters */
    in = kit_buffer(&kit, 4 * STRIDE * ALL_THREADS);
    out = kit_buffer(&kit, 8 * ALL_THREADS * MOST_OPS);
}

int main(int argc, char **argv)
{
    struct work w;
    unsigned sizes = 0;

    random_state += argc > 1 ? strtoull(argv[1], NULL, 0) : 0;
    newer = !kit_validates();
    kit_choose(argv[0]);
    open_device();
    for (w.size = 4; w.size <= kit.widest; w.size *= 2, sizes++)
        for (unsigned i = 0; i < sizeof types / sizeof *types; i++) {
            w.type = types[i];
            w.newer = newer;
            for (int arith = ADD; arith < ARITHS; arith++)
                if (has_arith(&w.type, (enum arith)arith))
                    arithmetic(&w, (enum arith)arith);
            moves(&w);
            if (w.type.kind == 'b')
                votes(&w);
        }
    CHECK(sizes > 0 && results > 160000 * sizes);
    kit_buffer_free(&kit, &in);
    kit_buffer_free(&kit, &out);
    kit_close(&kit);
    return check_end("vulkan_subgroup_ops");
}

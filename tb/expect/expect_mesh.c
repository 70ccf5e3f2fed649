/* SPDX-License-Identifier: Apache-2.0
 * expect_mesh.c - the lists of mesh_*: records of task and mesh groups, one after another, word by word (docs/mesh.md).
 */
#include "expect.h"

#include <stddef.h>

static void zeros(uint32_t count)
{
    while (count--)
        put(0);
}

/* ---- mesh_meshlet ---- */

static const uint32_t meshlet[6][2] = {{33, 24}, {0, 0}, {1, 1}, {40, 7}, {32, 2}, {5, 0}};

static void meshlet_vertex(uint32_t group, uint32_t i)
{
    const uint32_t h = hash(group << 8 | i);
    put_float((float)(h & 255U)), put_float((float)(h >> 8 & 255U)), put_float((float)group), put_float(1);
    put_float(0.5f * (float)i);         /* point size */
    put_float(0), put_float((float)i - 4);
    put_float(0);                       /* cull distance */
    put_float(0), put_float(1), put_float((float)(i & 3));
    put(0 - i);
    put_float((float)group), put_float((float)(h >> 16 & 15U));
    put_float((float)(1 - (i & 1))), put_float((float)(i & 1));
}

static void mesh_meshlet_vertices(void)
{
    for (uint32_t group = 0; group < 6; group++) {
        for (uint32_t i = 0; i < meshlet[group][0]; i++)
            meshlet_vertex(group, i);
        zeros((40 - meshlet[group][0]) * 16);
    }
}

static void mesh_meshlet_primitives(void)
{
    for (uint32_t group = 0; group < 6; group++) {
        for (uint32_t i = 0; i < meshlet[group][1]; i++) {
            const uint32_t h = hash(1000 + (group << 8 | i)), vertices = meshlet[group][0];
            put(h % vertices), put((h >> 8) % vertices), put((h >> 16) % vertices);
            put(10 * group + i), put(group & 3), put(i & 1), put(h >> 24 & 1), put(0);
            put(h >> 24), put(group);
        }
        zeros((24 - meshlet[group][1]) * 10);
    }
}

/* ---- mesh_cull ---- */

static uint32_t item(uint32_t id) { return hash(id) & 0xff; }

struct kept { uint32_t count, id[64]; };

static struct kept kept_of(uint32_t group)
{
    struct kept k = {0, {0}};
    for (uint32_t id = 64 * group; id < 64 * group + 64; id++)
        if ((item(id) & 3) == 1 && group != 1)
            k.id[k.count++] = id;
    return k;
}

static void mesh_cull_tasks(void)
{
    for (uint32_t group = 0; group < 4; group++)
        put(kept_of(group).count), put(1 + (group & 1)), put(1);
}

static void mesh_cull_payload(void)
{
    for (uint32_t group = 0; group < 4; group++) {
        const struct kept k = kept_of(group);
        put(group), put(k.count);
        for (unsigned n = 0; n < 64; n++)
            put(k.id[n]);
        put(group & 1), put(0);
    }
}

/* For each mesh group, in the order of the task groups and then of their grids. */
static void each_mesh_group(void (*print)(uint32_t group, const struct kept *k, uint32_t x, uint32_t y))
{
    for (uint32_t group = 0; group < 4; group++) {
        const struct kept k = kept_of(group);
        for (uint32_t y = 0; y < 1 + (group & 1); y++)
            for (uint32_t x = 0; x < k.count; x++)
                print(group, &k, x, y);
    }
}

static void cull_counts(uint32_t group, const struct kept *k, uint32_t x, uint32_t y)
{
    (void)group, (void)k, (void)x;
    put(2 + 2 * y), put(1 + y);
}

static void cull_vertices(uint32_t group, const struct kept *k, uint32_t x, uint32_t y)
{
    const uint32_t id = k->id[x], count = 2 + 2 * y;
    for (uint32_t i = 0; i < count; i++) {
        put_float((float)item(id)), put_float((float)id), put_float((float)(group & 1)), put_float(0);
        zeros(3);
        put(x), put(y), put(k->count * 16 + 1 + (group & 1));
        put((4 * x + i) << 8 | 4 * y);
    }
    zeros((4 - count) * 11);
}

static void cull_primitives(uint32_t group, const struct kept *k, uint32_t x, uint32_t y)
{
    (void)x;
    for (uint32_t i = 0; i <= y; i++)
        put(2 * i + 1), put(2 * i), put(120 * k->count + group);
    zeros((1 - y) * 3);
}

static void mesh_cull_counts(void) { each_mesh_group(cull_counts); }
static void mesh_cull_vertices(void) { each_mesh_group(cull_vertices); }
static void mesh_cull_primitives(void) { each_mesh_group(cull_primitives); }

/* ---- mesh_nv: task groups 0, 1 and 2 emit 1, 0 and 3 groups ---- */

static void mesh_nv_tasks(void)
{
    for (uint32_t group = 0; group < 3; group++)
        put(group == 1 ? 0 : group + 1), put(1), put(1);
}

static void mesh_nv_payload(void)
{
    for (uint32_t group = 0; group < 3; group++) {
        put(100 * group);
        for (uint32_t i = 0; i < 5; i++)
            put(i), put(group);
    }
}

/* The task group of each mesh group, and the place of each in its grid. */
static const struct { uint32_t task, x; } nv_group[4] = {{0, 0}, {2, 0}, {2, 1}, {2, 2}};

static void mesh_nv_counts(void)
{
    for (uint32_t n = 0; n < 4; n++)
        put(9), put(7 - nv_group[n].x);
}

static void mesh_nv_vertices(void)
{
    for (uint32_t n = 0; n < 4; n++)
        for (uint32_t i = 0; i < 9; i++) {
            put_float((float)i), put_float((float)nv_group[n].x), put_float((float)(100 * nv_group[n].task));
            put_float(1), put_float(0);
            put((i + nv_group[n].x) % 5), put(nv_group[n].task);
        }
}

/* Index k is byte k % 4 of the packed word of thread k / 4, unless it is one of the last four. */
static uint32_t nv_index(uint32_t k, uint32_t corners)
{
    const uint32_t from_end = 7 * corners - 1 - k;

    return from_end < 4 ? from_end + 4 : k % 4 + k / 4;
}

static void nv_primitives(uint32_t corners)
{
    for (uint32_t n = 0; n < 4; n++)
        for (uint32_t p = 0; p < 7; p++) {
            for (uint32_t c = 0; c < corners; c++)
                put(nv_index(corners * p + c, corners));
            put(p + 10 * nv_group[n].x), put(0), put(0), put(nv_group[n].x + 1);
            for (uint32_t i = 0; i < 8; i++)        /* of each of four views: layer, mask */
                put(0);
            put(nv_index((corners * p + 4) % (corners * 7), corners));
        }
}

static void mesh_nv_primitives(void)
{
    nv_primitives(3);
}

static void mesh_nv_lines_primitives(void)
{
    nv_primitives(2);
}

/* ---- mesh_numwaves: task group g emits 4 - g groups ---- */

static void mesh_numwaves_payload(void)
{
    for (uint32_t group = 0; group < 3; group++) {
        put(group), put(4);
        for (uint32_t wave = 0; wave < 4; wave++)
            put(100 * group + wave);
    }
}

static void mesh_numwaves_vertices(void)
{
    for (uint32_t group = 0; group < 3; group++)
        for (uint32_t x = 0; x < 4 - group; x++)
            for (uint32_t i = 0; i < 64; i++) {
                put_float((float)(100 * group + x)), put_float((float)group), put_float(4), put_float(1);
                put(i), put(64);
            }
}

static void mesh_numwaves_primitives(void)
{
    for (uint32_t group = 0; group < 3; group++)
        for (uint32_t x = 0; x < 4 - group; x++)
            for (uint32_t i = 0; i < 21; i++)
                put(3 * i), put(3 * i + 1), put(3 * i + 2), put(i + 21 * x), put(i % 3 == 2);
}

/* ---- mesh_types ---- */

static void mesh_types_vertices(void)
{
    for (unsigned group = 0; group < 2; group++) {
        for (uint32_t i = 0; i < 7; i++) {
            put64(double_bits(1.0 / (i + 1)));
            put64((uint64_t)-5 * ((uint64_t)i << 33)), put64((uint64_t)i << 33);
            put_float(2 * (float)i), put_float(2), put_float(4), put_float(3), put_float(4), put_float(5);
            zeros(3);
            put(100 * i), put(100 * i + 1), put(100 * i + 2);
        }
        zeros(18);
    }
}

static void mesh_types_primitives(void)
{
    for (unsigned group = 0; group < 2; group++) {
        for (uint32_t i = 0; i < 7; i++)
            put(6 - i), put(half_bits((half)((float)i / 4))), put(half_bits((half)-1.0f)), put((0 - i) & 0xff);
        zeros(4);
    }
}

/* ---- asm_mesh: six task groups, of which one emits nothing ---- */

static void each_asm_group(void (*print)(uint32_t from, uint32_t x, uint32_t z, uint32_t depth))
{
    for (uint32_t task_z = 0; task_z < 2; task_z++)
        for (uint32_t task_x = 0; task_x < 3; task_x++) {
            const uint32_t from = 10 * task_z + task_x, width = task_x ? 2 : 1, depth = task_x ? 1 : 2;
            for (uint32_t z = 0; z < depth && from != 1; z++)
                for (uint32_t x = 0; x < width; x++)
                    print(from, x, z, depth);
        }
}

static void asm_vertices(uint32_t from, uint32_t x, uint32_t z, uint32_t depth)
{
    for (uint32_t i = 0; i < 3; i++) {
        put_float((float)(i == 1 ? from : x)), put_float((float)z), put_float((float)depth), put_float(i == 1 ? 2 : 1);
        put_float(i == 2 && z == 0 ? 2 : 0), put_float(i == 2 && z == 1 ? 2 : 0);
    }
}

static void asm_primitives(uint32_t from, uint32_t x, uint32_t z, uint32_t depth)
{
    (void)x, (void)z, (void)depth;
    put(2), put(0), put(10);            /* the first value of the word */
    put(0), put(1), put(from);
    put(1), put(0), put(from + 10);
}

static void asm_mesh_vertices(void) { each_asm_group(asm_vertices); }
static void asm_mesh_primitives(void) { each_asm_group(asm_primitives); }

/* ---- slang_mesh ---- */

static const uint32_t slang_count[4] = {16, 0, 3, 8};

static void slang_mesh_vertices(void)
{
    for (uint32_t group = 0; group < 4; group++) {
        for (uint32_t i = 0; i < slang_count[group]; i++) {
            const uint32_t x = i % 8;
            put_float((float)x), put_float((float)(i / 8)), put_float((float)group), put_float(1);
            put_float(2);
            put_float((float)i), put_float(-1);
            put((i % 2 ? x : 0) + i);   /* of the pair the one before: its x, and 1 */
        }
        zeros((16 - slang_count[group]) * 8);
    }
}

static void slang_mesh_primitives(void)
{
    for (uint32_t group = 0; group < 4; group++) {
        for (uint32_t i = 0; i < slang_count[group] / 2; i++)
            put(2 * i), put(2 * i + 1), put(group), put(i), put_float(0.25f * (float)i);
        zeros((8 - slang_count[group] / 2) * 5);
    }
}

const struct list mesh_lists[] = {
    LIST(mesh_nv_tasks), LIST(mesh_nv_payload), LIST(mesh_nv_counts), LIST(mesh_nv_vertices), LIST(mesh_nv_primitives),
    LIST(mesh_nv_lines_primitives),
    LIST(mesh_meshlet_vertices), LIST(mesh_meshlet_primitives), LIST(mesh_cull_tasks), LIST(mesh_cull_payload),
    LIST(mesh_cull_counts), LIST(mesh_cull_vertices), LIST(mesh_cull_primitives), LIST(mesh_numwaves_payload),
    LIST(mesh_numwaves_vertices), LIST(mesh_numwaves_primitives), LIST(mesh_types_vertices),
    LIST(mesh_types_primitives), LIST(asm_mesh_vertices), LIST(asm_mesh_primitives), LIST(slang_mesh_vertices),
    LIST(slang_mesh_primitives),
    {0}
};

/* SPDX-License-Identifier: Apache-2.0
 * expect_address.c - the lists of shaders that follow addresses.
 */
#include "expect.h"
#include <stddef.h>

/* ---- address_list: NODES nodes, of which node k is followed by a later one, or by none; lane i begins at one of them or at none ---- */
enum { NODES = 80, LANES = 96, NONE = 1000 };

static uint32_t after(uint32_t k) { return hash(k) % 8 == 0 || k + 1 + hash(k) % 5 >= NODES ? NONE : k + 1 + hash(k) % 5; }
static uint32_t first(uint32_t i) { return hash(i + 500) % 9 == 0 ? NONE : hash(i + 500) % NODES; }
static uint32_t content(uint32_t k) { return hash(k + 900) & 0xff; }

static void list_next(void)
{
    for (uint32_t k = 0; k < NODES; k++)
        put(after(k));
}

static void list_first(void)
{
    for (uint32_t i = 0; i < LANES; i++)
        put(first(i));
}

static void list_value(void)
{
    for (uint32_t k = 0; k < NODES; k++)
        put(content(k));
}

static uint32_t sum_of(uint32_t i)
{
    uint32_t sum = 0;
    for (uint32_t k = first(i); k != NONE; k = after(k))
        sum = sum * 3 + content(k);
    return sum;
}

static void list_sums(void)
{
    uint32_t all = 0;
    put(0), put(0);             /* the shader has the address of what follows */
    for (uint32_t i = 0; i < LANES; i++) {
        put(sum_of(i));
        all += sum_of(i);
    }
    put(all);
}

/* of an even lane the first value of its own list, of the others that of lane 5's */
static void list_out(void)
{
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t from = i % 2 == 0 && first(i) != NONE ? first(i) : first(5), steps = 0;
        for (uint32_t k = first(i); k != NONE; k = after(k))
            steps++;
        put(content(from) + (first(i) == first(5) ? 1000000 : 0));
        put(steps);
    }
}

/* ---- asm_addresses: items of 12 words: number; 16 bits, 8 bits, 8 bits beside them; a double; a matrix; the next item; a float; one more ---- */
enum { ITEMS = 32 };

static uint32_t next_item(uint32_t i) { return (7 * i + 3) % ITEMS; }
static uint32_t word_b(uint32_t w) { return hash(w + 3000) & 0xffff; }
static uint32_t word_d(uint32_t w) { return hash(w + 4000) & 0xffff; }
static float quarters(uint32_t i) { return (float)(i + 1) * 1.25f; }
static uint32_t parts(uint32_t i) { return hash(i + 5000); }

/* what the shader leaves: 7 more, 200 more, twice, transposed, and the whole part */
static void items(int later)
{
    for (uint32_t i = 0; i < ITEMS; i++) {
        const uint32_t p = parts(i), low = ((p & 0xffff) + 7) & 0xffff, high = ((p >> 16 & 0xff) + 200) & 0xff;
        put(hash(i) & 0xfff);
        put(later ? low | high << 16 | (p & 0xff000000u) : p);
        put64(double_bits((i + 1) * 0.375 * (later ? 2 : 1)));
        for (uint32_t k = 0; k < 4; k++)
            put(float_bits((float)(10 * i + (later ? (k % 2) * 2 + k / 2 : k))));
        put(48 * next_item(i)), put(0);         /* the high word is the kernel file's */
        put(float_bits(later ? (float)(int)quarters(i) : quarters(i)));
        put(hash(i + 6000) & 0xfff);
    }
}
static void items_in(void) { items(0); }
static void items_out(void) { items(1); }

static void addresses_b(void)
{
    for (uint32_t w = 0; w < 40; w++)
        put(word_b(w));
}

static void addresses_d(void)
{
    for (uint32_t w = 0; w < 101; w++)
        put(word_d(w));
}

static void addresses_d_later(void)
{
    for (uint32_t w = 0; w < 101; w++)
        put(w < 32 ? word_d(w) : w < 64 ? word_b(w - 32 + 4) : w < 96 ? w - 64 : word_d(w) + (w == 100 ? 3 * ITEMS : 0));
}

static void addresses_out(void)
{
    for (uint32_t i = 0; i < ITEMS; i++) {
        const uint32_t p = parts(i), here = word_b(i + 4), before = word_b(i + 3), behind = word_b(i + 2);
        const uint32_t met = i & 1 ? hash(5 + 6000) & 0xfff : before, flipped = word_b((i ^ 1) + 4);
        const float f = quarters(i), rest = f - (float)(int)f;
        put((hash(i) & 0xfff) + (p & 0xffff) + (p >> 16 & 0xff) + 10 * i + 2);
        put((hash(next_item(i)) & 0xfff) + (next_item(i) == 0 ? 1000 : 0));
        put(before + 1000 * behind);
        put((i & 1 ? here : word_d(0)) + met);
        put(i % 4 == 0 ? here : i % 4 == 1 ? before : i % 4 == 2 ? met : 7);
        put(flipped + (word_b(3) & 0xffff));
        put(word_d(64 + i));
        put(float_bits(rest * f));
    }
}

/* ---- slang_pointers: a search tree of nodes {left, right, key, count}; keys that it has and keys that it has not ---- */
enum { TREE = 24, SEARCHED = 32 };

static uint32_t tree_key_of(uint32_t n) { return 2 * (hash(n + 7000) % 100000) + 1; }
static uint32_t searched(uint32_t i) { return i % 3 == 2 || i >= 36 ? 2 * (hash(i + 7100) % 100000) : tree_key_of(i / 3 * 2 + i % 3); }

/* children[2 * n] and [2 * n + 1] of node n; NONE: none */
static void grow(uint32_t *children)
{
    for (uint32_t n = 0; n < 2 * TREE; n++)
        children[n] = NONE;
    for (uint32_t n = 1; n < TREE; n++) {
        uint32_t *at = &children[tree_key_of(n) < tree_key_of(0) ? 0 : 1];
        while (*at != NONE)
            at = &children[2 * *at + (tree_key_of(n) < tree_key_of(*at) ? 0 : 1)];
        *at = n;
    }
}

static void tree_children(void)
{
    uint32_t children[2 * TREE];
    grow(children);
    for (uint32_t n = 0; n < 2 * TREE; n++)
        put(children[n]);
}

static void tree_keys(void)
{
    for (uint32_t n = 0; n < TREE; n++)
        put(tree_key_of(n));
}

static void tree_searched(void)
{
    for (uint32_t i = 0; i < SEARCHED + 1; i++)
        put(searched(i));
}

static uint32_t find(const uint32_t *children, uint32_t key, uint32_t *depth)
{
    uint32_t at = 0;
    for (*depth = 0; at != NONE && tree_key_of(at) != key; ++*depth)
        at = children[2 * at + (key < tree_key_of(at) ? 0 : 1)];
    return at;
}

static void tree_counts(void)
{
    uint32_t children[2 * TREE], counts[TREE] = {0}, depth;
    grow(children);
    for (uint32_t i = 0; i < SEARCHED; i++)
        if (find(children, searched(i), &depth) != NONE)
            counts[find(children, searched(i), &depth)] = i + 1;
    for (uint32_t n = 0; n < TREE; n++)
        put(counts[n]);
}

static void tree_out(void)
{
    uint32_t children[2 * TREE], depth;
    grow(children);
    for (uint32_t i = 0; i < SEARCHED; i++) {
        const uint32_t at = find(children, searched(i), &depth);
        put(at == NONE ? 1000 + depth : depth);
        put(searched(i + 1) + 4 * (i & 3) + 3);
    }
}

/* ---- slang_pointer_bounds: lane i walks over the first values, forwards and backwards ---- */
enum { WALKED = 20 };

static uint32_t walked(uint32_t i) { return hash(i + 7200); }

static void walked_values(void)
{
    for (uint32_t i = 0; i < 32; i++)
        put(walked(i));
}

static void walked_out(void)
{
    for (uint32_t lane = 0; lane < 32; lane++) {
        const uint32_t count = lane < WALKED ? lane : WALKED;
        uint32_t forwards = 0, backwards = 0;
        for (uint32_t k = 0; k < count; k++) {
            forwards = forwards * 3 + walked(k);
            backwards = backwards * 3 + walked(count - 1 - k);
        }
        put(forwards);
        put(backwards);
        put(count);
        put(walked(lane) + 3 * lane);
    }
}

/* ---- hlsl_addresses: 64 nodes, node n below node (n - 1) / 2; words that were read from the end ---- */

enum { HEAP_NODES = 64 };

static int is_above(int above, int node)
{
    for (; node > above; node = (node - 1) / 2)
        ;
    return node == above;
}

static void heap_sums(void)
{
    for (int lane = 0; lane < HEAP_NODES; lane++) {
        uint32_t sum = 0;
        for (int node = 0; node < HEAP_NODES; node++)
            if (is_above(node, lane))
                sum += 7 * (uint32_t)node + 1;
        put(sum);
        put(1000 + HEAP_NODES - 1 - (uint32_t)lane);
    }
}

static void heap_visits(void)
{
    for (int node = 0; node < HEAP_NODES; node++) {
        uint32_t visits = 0;
        for (int lane = 0; lane < HEAP_NODES; lane++)
            visits += (uint32_t)is_above(node, lane);
        put(visits);
    }
}

const struct list address_lists[] = {
    LIST(list_next), LIST(list_first), LIST(list_value), LIST(list_sums), LIST(list_out),
    LIST(items_in), LIST(items_out), LIST(addresses_b), LIST(addresses_d), LIST(addresses_d_later), LIST(addresses_out),
    LIST(tree_children), LIST(tree_keys), LIST(tree_searched), LIST(tree_counts), LIST(tree_out),
    LIST(heap_sums), LIST(heap_visits), LIST(walked_values), LIST(walked_out),
    {0}
};

// SPDX-License-Identifier: Apache-2.0
// wf_exhaust.c - simulates a harness of tb/formal with every value of its inputs, one after the other, in a row of cycles.
//
//     wf_exhaust FILE.aig FILE.aim MOST     the gates and the map of Yosys; at most so many bits of input
//
// Prints "all N" (2^N values, no output was ever 1), or "violated" and the values of the inputs in the cycles up to it.
// For units whose answer depends on the inputs of one cycle alone, whatever comes before and after: then this is a proof by cases.
// Inputs that no gate looks at are not counted.  Registers without a reset begin with arbitrary bits.
// Method: a word of 64 bits has one bit of 64 simulations; each gate is evaluated for GROUP words at a time.  The lowest bits of the inputs
// differ between simulations, the others count up from cycle to cycle; a few more cycles let the last values come out.
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP = 16, GROUP_LOG2 = 4, LANE_BITS = 6 + GROUP_LOG2, DRAIN = 64, NAME = 64, LATEST = 64 };

typedef struct {
    uint64_t bit[GROUP];
} word;

typedef struct {
    unsigned left, right;                    // literals: 2 * variable, 1 more for its inverse
} gate;

typedef struct {
    unsigned variables, inputs, latches, outputs, gates;
    unsigned *next, *output;                 // literals
    gate *gate;
    char (*name)[NAME];                      // of inputs; "" for the first state of a register
} circuit;

static void stop(const char *text)
{
    fprintf(stderr, "wf_exhaust: %s\n", text);
    exit(2);
}

static void *room(size_t count, size_t size)
{
    void *at = calloc(count ? count : 1, size);
    if (!at) stop("out of memory");
    return at;
}

static unsigned delta(FILE *file)
{
    unsigned value = 0, shift = 0;
    int c;
    do {
        c = getc(file);
        if (c == EOF || shift > 28) stop("the gates end early");
        value |= ((unsigned)c & 0x7fU) << shift;
        shift += 7;
    } while (c & 0x80);
    return value;
}

static unsigned number(FILE *file)
{
    char line[64];
    if (!fgets(line, sizeof line, file)) stop("the file ends early");
    return (unsigned)strtoul(line, NULL, 10);
}

static circuit read_gates(const char *path)
{
    circuit c = {0};
    FILE *file = fopen(path, "rb");
    char line[160];
    if (!file || !fgets(line, sizeof line, file) || sscanf(line, "aig %u %u %u %u %u", &c.variables, &c.inputs, &c.latches, &c.outputs, &c.gates) != 5)
        stop("no gates");
    c.next   = room(c.latches, sizeof *c.next);
    c.output = room(c.outputs, sizeof *c.output);
    c.gate   = room(c.gates, sizeof *c.gate);
    c.name   = room(c.inputs, sizeof *c.name);
    for (unsigned i = 0; i < c.latches; i++) c.next[i] = number(file);
    for (unsigned i = 0; i < c.outputs; i++) c.output[i] = number(file);
    for (unsigned i = 0; i < c.gates; i++) {
        unsigned self  = 2 * (1 + c.inputs + c.latches + i);
        c.gate[i].left  = self - delta(file);
        c.gate[i].right = c.gate[i].left - delta(file);
        if (c.gate[i].left >= self || c.gate[i].right >= self) stop("a gate looks at a later one");
    }
    fclose(file);
    return c;
}

static void read_names(circuit *c, const char *path)
{
    FILE *file = fopen(path, "r");
    char line[256], name[NAME - 16];
    unsigned at, bit;
    if (!file) stop("no map");
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "input %u %u %47s", &at, &bit, name) == 3 && at < c->inputs) snprintf(c->name[at], NAME, "%s[%u]", name, bit);
    fclose(file);
}

// the named inputs that a gate or a register looks at
static unsigned used_inputs(const circuit *c, unsigned *list)
{
    bool *seen = room(c->variables + 1, sizeof *seen);
    unsigned count = 0;
    for (unsigned i = 0; i < c->gates; i++) seen[c->gate[i].left / 2] = seen[c->gate[i].right / 2] = true;
    for (unsigned i = 0; i < c->latches; i++) seen[c->next[i] / 2] = true;
    for (unsigned i = 0; i < c->inputs; i++)
        if (seen[1 + i] && c->name[i][0]) list[count++] = i;
    free(seen);
    return count;
}

static uint64_t lane_pattern(unsigned bit, unsigned group)
{
    static const uint64_t inside[6] = {0xaaaaaaaaaaaaaaaaU, 0xccccccccccccccccU, 0xf0f0f0f0f0f0f0f0U,
                                       0xff00ff00ff00ff00U, 0xffff0000ffff0000U, 0xffffffff00000000U};
    return bit < 6 ? inside[bit] : group >> (bit - 6) & 1 ? ~(uint64_t)0 : 0;
}

static void evaluate(const circuit *c, word *value)
{
    word *out = value + 1 + c->inputs + c->latches;
    for (unsigned i = 0; i < c->gates; i++, out++) {
        const word *left = &value[c->gate[i].left / 2], *right = &value[c->gate[i].right / 2];
        const uint64_t turn_left = 0 - (uint64_t)(c->gate[i].left & 1), turn_right = 0 - (uint64_t)(c->gate[i].right & 1);
        for (unsigned g = 0; g < GROUP; g++) out->bit[g] = (left->bit[g] ^ turn_left) & (right->bit[g] ^ turn_right);
    }
}

// the values of the inputs in a cycle, for the simulation that violates
static void show(const circuit *c, const unsigned *list, unsigned count, uint64_t cycle, unsigned lane)
{
    uint64_t all = (count < LANE_BITS ? 0 : cycle << LANE_BITS) | lane;
    printf("    cycle %" PRIu64 ":", cycle);
    for (unsigned i = 0; i < count; i++) printf(" %s=%" PRIu64, c->name[list[i]], all >> i & 1);
    putchar('\n');
}

int main(int argc, char **argv)
{
    if (argc != 4) stop("arguments: FILE.aig FILE.aim MOST");
    circuit c = read_gates(argv[1]);
    read_names(&c, argv[2]);
    unsigned *list = room(c.inputs, sizeof *list);
    unsigned count = used_inputs(&c, list);
    if (c.outputs == 0 || count > strtoul(argv[3], NULL, 10) || count > 40) {
        fprintf(stderr, "wf_exhaust: %u outputs, %u bits of input\n", c.outputs, count);
        return 2;
    }
    word *value = room(c.variables + 1, sizeof *value), *state = room(c.latches, sizeof *state);
    uint64_t random = 88172645463325252U;
    for (unsigned i = 0; i < c.inputs; i++)
        for (unsigned g = 0; g < GROUP; g++) {
            random ^= random << 13, random ^= random >> 7, random ^= random << 17;
            value[1 + i].bit[g] = random;    // also what registers begin with
        }
    uint64_t last = count > LANE_BITS ? (uint64_t)1 << (count - LANE_BITS) : 1;
    for (uint64_t cycle = 0; cycle < last + DRAIN; cycle++) {
        for (unsigned i = 0; i < count; i++)
            for (unsigned g = 0; g < GROUP; g++)
                value[1 + list[i]].bit[g] = i < LANE_BITS ? lane_pattern(i, g) : 0 - (cycle >> (i - LANE_BITS) & 1);
        for (unsigned i = 0; i < c.latches; i++) value[1 + c.inputs + i] = state[i];
        evaluate(&c, value);
        for (unsigned o = 0; o < c.outputs; o++)
            for (unsigned g = 0; g < GROUP; g++) {
                uint64_t bad = value[c.output[o] / 2].bit[g] ^ (0 - (uint64_t)(c.output[o] & 1));
                if (!bad) continue;
                unsigned lane = 64 * g;
                while (!(bad >> (lane % 64) & 1)) lane++;
                printf("violated %" PRIu64 "\n", cycle);
                for (uint64_t from = cycle < 7 ? 0 : cycle - 7; from <= cycle; from++) show(&c, list, count, from, lane);
                return 1;
            }
        for (unsigned i = 0; i < c.latches; i++)
            for (unsigned g = 0; g < GROUP; g++) state[i].bit[g] = value[c.next[i] / 2].bit[g] ^ (0 - (uint64_t)(c.next[i] & 1));
    }
    printf("all %u\n", count);
    return 0;
}

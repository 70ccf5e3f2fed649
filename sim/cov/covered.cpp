// SPDX-License-Identifier: Apache-2.0
// covered.cpp - the main of a bench whose coverage is measured: Verilator 5.006's own (--main) writes none.  BENCH_CLASS is the class that Verilator made.
//   +coverage=NAME   leaves NAME.lines, Verilator's counts of lines and branches, and NAME.toggles: of each public signal "SCOPE SIGNAL WIDTH ROSE FELL",
//                    the bits that were seen to rise and to fall, in hexadecimal; and NAME.bins, functional coverage (bins.h).
//   +bins=FILE       events and values to be counted
// Signals are looked at when a time is settled, so a glitch is no toggle.  Verilator's own toggle counts have code for each bit: the simulation of a core takes
// hundreds of times as long with them.  Of an array, a bit of any element counts for that bit of the element's width; an array of more than MOST_BYTES is a
// memory and is left out.
#include <verilated.h>
#include <verilated_cov.h>
#include <verilated_syms.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "bins.h"

#define TEXT(words) #words
#define HEADER(name) TEXT(name.h)
#include HEADER(BENCH_CLASS)

namespace {

const size_t MOST_BYTES = 2048;

struct Signal {
    const VerilatedScope *scope;
    const VerilatedVar *variable;
    const uint8_t *now;
    size_t element, bytes;                  // bytes of one element, of all
    std::vector<uint8_t> rose, fell;
};

// Signals that lie together are compared at once, for most do not change.
const size_t BLOCK_BYTES = 512, GAP_BYTES = 64;
struct Block {
    const uint8_t *now;
    size_t first, end;                      // of the signals
    std::vector<uint8_t> last;
};

size_t bytes_of(const VerilatedVar &variable)
{
    switch (variable.vltype()) {
    case VLVT_UINT8:  return 1;
    case VLVT_UINT16: return 2;
    case VLVT_UINT32: return 4;
    case VLVT_UINT64: return 8;
    case VLVT_WDATA:  return 4 * static_cast<size_t>((variable.packed().elements() + 31) / 32);
    default:          return 0;
    }
}

std::vector<Signal> signals_of(VerilatedContext &context)
{
    std::vector<Signal> signals;
    for (const auto &named : *context.scopeNameMap()) {
        if (!named.second->varsp())
            continue;
        for (const auto &entry : *named.second->varsp()) {
            const VerilatedVar &variable = entry.second;
            const size_t element = bytes_of(variable);
            size_t bytes = element;
            for (int dimension = 1; dimension <= variable.udims(); dimension++)
                bytes *= static_cast<size_t>(variable.elements(dimension));
            if (variable.isParam() || bytes == 0 || bytes > MOST_BYTES)
                continue;
            const uint8_t *now = static_cast<const uint8_t *>(variable.datap());
            signals.push_back({named.second, &variable, now, element, bytes, std::vector<uint8_t>(element), std::vector<uint8_t>(element)});
        }
    }
    std::sort(signals.begin(), signals.end(), [](const Signal &a, const Signal &b) { return a.now < b.now; });
    return signals;
}

std::vector<Block> blocks_of(const std::vector<Signal> &signals)
{
    std::vector<Block> blocks;
    for (size_t i = 0; i < signals.size();) {
        const size_t first = i;
        const uint8_t *end = signals[i].now + signals[i].bytes;
        while (++i < signals.size() && signals[i].now - end <= static_cast<ptrdiff_t>(GAP_BYTES) && signals[i].now < signals[first].now + BLOCK_BYTES)
            end = std::max(end, signals[i].now + signals[i].bytes);
        blocks.push_back({signals[first].now, first, i, {signals[first].now, end}});
    }
    return blocks;
}

void look(std::vector<Signal> &signals, std::vector<Block> &blocks)
{
    for (Block &block : blocks) {
        if (std::memcmp(block.now, block.last.data(), block.last.size()) == 0)
            continue;
        for (size_t s = block.first; s < block.end; s++) {
            Signal &signal = signals[s];
            const uint8_t *last = block.last.data() + (signal.now - block.now);
            if (std::memcmp(signal.now, last, signal.bytes) == 0)
                continue;
            for (size_t i = 0, byte = 0; i < signal.bytes; i++, byte = byte + 1 == signal.element ? 0 : byte + 1) {
                const uint8_t changed = static_cast<uint8_t>(signal.now[i] ^ last[i]);
                signal.rose[byte] |= static_cast<uint8_t>(changed & signal.now[i]);
                signal.fell[byte] |= static_cast<uint8_t>(changed & last[i]);
            }
        }
        std::memcpy(block.last.data(), block.now, block.last.size());
    }
}

void print_bits(FILE *file, const std::vector<uint8_t> &bits)
{
    std::fputc(' ', file);
    for (size_t i = bits.size(); i-- > 0;)
        std::fprintf(file, "%02x", bits[i]);
}

bool write(const std::string &name, const std::vector<Signal> &signals)
{
    FILE *file = std::fopen(name.c_str(), "w");
    if (!file)
        return false;
    for (const Signal &signal : signals) {
        std::fprintf(file, "%s %s %d", signal.scope->name(), signal.variable->name(), std::max(1, signal.variable->packed().elements()));
        print_bits(file, signal.rose);
        print_bits(file, signal.fell);
        std::fputc('\n', file);
    }
    return std::fclose(file) == 0;
}

}

static std::string argument(VerilatedContext &context, const char *name)
{
    const std::string found = context.commandArgsPlusMatch(name);
    return found.empty() ? found : found.substr(found.find('=') + 1);
}

int main(int count, char **words)
{
    const std::unique_ptr<VerilatedContext> context{new VerilatedContext};
    context->commandArgs(count, words);
    const std::unique_ptr<BENCH_CLASS> top{new BENCH_CLASS{context.get()}};
    std::vector<Signal> signals = signals_of(*context);
    std::vector<Block> blocks = blocks_of(signals);
    bins::Bins functional(*context, argument(*context, "bins="));
    while (!context->gotFinish()) {
        top->eval();
        look(signals, blocks);
        functional.look();
        if (!top->eventsPending())
            break;
        context->time(top->nextTimeSlot());
    }
    top->final();
    const std::string name = argument(*context, "coverage=");
    if (name.empty())
        return 0;
    context->coveragep()->write((name + ".lines").c_str());
    FILE *file = std::fopen((name + ".bins").c_str(), "w");
    if (!file)
        return 1;
    functional.print(file);
    return std::fclose(file) == 0 && write(name + ".toggles", signals) ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
// covered.h - the coverage of one simulation: Verilator's counts of lines and branches, the bits that were seen to rise and to fall, and functional
// coverage (bins.h).  Signals are looked at when a time is settled, so a glitch is no toggle.  Verilator's own toggle counts have code for each bit: the
// simulation of a core takes hundreds of times as long with them.  Of an array, a bit of any element counts for that bit of the element's width; an array of
// more than MOST_BYTES is a memory and is left out.
#pragma once
#include <verilated.h>
#include <verilated_cov.h>
#include <verilated_syms.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "bins.h"

namespace covered {

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

inline size_t bytes_of(const VerilatedVar &variable)
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

class Coverage {
    VerilatedContext &context;
    std::vector<Signal> signals;
    std::vector<Block> blocks;
    bins::Bins functional;

    static std::vector<Signal> signals_of(VerilatedContext &context)
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

    static std::vector<Block> blocks_of(const std::vector<Signal> &signals)
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

    static void print_bits(FILE *file, const std::vector<uint8_t> &bits)
    {
        std::fputc(' ', file);
        for (size_t i = bits.size(); i-- > 0;)
            std::fprintf(file, "%02x", bits[i]);
    }

    // `one_run`: what both rose and fell, so that the files of several runs can stand behind each other
    bool write_toggles(const std::string &name, bool one_run) const
    {
        FILE *file = std::fopen(name.c_str(), "w");
        if (!file)
            return false;
        for (const Signal &signal : signals) {
            std::fprintf(file, "%s %s %d", signal.scope->name(), signal.variable->name(), std::max(1, signal.variable->packed().elements()));
            std::vector<uint8_t> rose = signal.rose, fell = signal.fell;
            for (size_t i = 0; one_run && i < rose.size(); i++)
                rose[i] = fell[i] = rose[i] & fell[i];
            print_bits(file, rose);
            print_bits(file, fell);
            std::fputc('\n', file);
        }
        return std::fclose(file) == 0;
    }

public:
    // `list`: the file of events and values that bins.h reads
    Coverage(VerilatedContext &of, const std::string &list) : context(of), signals(signals_of(of)), blocks(blocks_of(signals)), functional(of, list) {}

    void look()
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
        functional.look();
    }

    // NAME.lines; NAME.toggles: of each public signal "SCOPE SIGNAL WIDTH ROSE FELL", in hexadecimal; NAME.bins
    bool write(const std::string &name, bool one_run = false) const
    {
        context.coveragep()->write((name + ".lines").c_str());
        FILE *file = std::fopen((name + ".bins").c_str(), "w");
        if (!file)
            return false;
        functional.print(file);
        return std::fclose(file) == 0 && write_toggles(name + ".toggles", one_run);
    }
};

}

// SPDX-License-Identifier: Apache-2.0
// bins.h - functional coverage of a simulation, of signals that are public; docs/coverage.md.
//   channels   each NAME_valid with its NAME_ready in a scope, and each of AXI, NAMEvalid with NAMEready: taken, stalled, ready without an offer
//   a file of lines, SCOPE a hierarchical name:
//     event SCOPE NAME SIGNAL...              holds when all hold; !SIGNAL: when it does not.  Vectors of one width: in one bit at least
//     value SCOPE NAME SIGNAL,... SIGNAL...   the values of the first ones together, when all the others hold
// Of the events of a scope all pairs are counted that hold in one cycle, and each alone.  Nothing counts while the scope's rst holds.
// A bin counts while the clock is low: then its signals are those that the next rising edge takes.  After a rising edge a bench that drives at the falling
// one still offers what was taken, and that is no stall.
#pragma once
#include <verilated.h>
#include <verilated_syms.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace bins {

struct Net {
    const void *data = nullptr;
    size_t bytes = 0;
    bool inverted = false;
    uint64_t ones = 0;
    uint64_t value() const
    {
        uint64_t bits = 0;
        std::memcpy(&bits, data, bytes);
        return (inverted ? ~bits : bits) & ones;
    }
};

// a signal of at most 64 bits, no array
inline bool find(const VerilatedScope &scope, std::string name, Net &net)
{
    net.inverted = name[0] == '!';
    if (net.inverted)
        name.erase(0, 1);
    const VerilatedVar *variable = scope.varFind(name.c_str());
    if (!variable || variable->udims() != 0)
        return false;
    switch (variable->vltype()) {
    case VLVT_UINT8:  net.bytes = 1; break;
    case VLVT_UINT16: net.bytes = 2; break;
    case VLVT_UINT32: net.bytes = 4; break;
    case VLVT_UINT64: net.bytes = 8; break;
    default:          return false;
    }
    const int width = variable->packed().elements();
    net.ones = width >= 64 ? ~0ull : (1ull << (width < 1 ? 1 : width)) - 1;
    net.data = variable->datap();
    return true;
}

using Nets = std::vector<Net>;
inline bool all_hold(const Nets &nets)
{
    uint64_t bits = ~0ull;
    for (const Net &net : nets)
        bits &= net.value();
    return bits != 0;
}

struct Channel {
    std::string name;
    Net valid, ready;
    bool taken = false, stalled = false, waiting = false;
};
struct Event {
    std::string name;
    Nets nets;
};
struct Values {
    std::string name;
    Nets nets, when;
    std::map<std::vector<uint64_t>, uint64_t> seen;
};
struct Scope {
    std::string name;
    Net reset;
    std::vector<Channel> channels;
    std::vector<Event> events;
    std::map<std::pair<size_t, size_t>, uint64_t> pairs;
    std::vector<Values> values;
};

class Bins {
    std::vector<Scope> scopes;
    Net clock;                       // of the outermost scope that has one: those inside may be gated

    static Nets nets_of(const VerilatedScope &scope, std::istream &words, const std::string &line)
    {
        Nets nets;
        for (std::string word; words >> word;) {
            Net net;
            if (!find(scope, word, net))
                vl_fatal("functional coverage", 0, "", (word + ": no such signal: " + line).c_str());
            nets.push_back(net);
        }
        return nets;
    }

    // of a cell: without the generate loops around it, which the list does not name
    static std::string without_loops(const std::string &name)
    {
        if (name.back() == ']')
            return name;
        std::string plain, part;
        std::istringstream parts(name);
        while (std::getline(parts, part, '.'))
            if (part.find('[') == std::string::npos)
                plain += (plain.empty() ? "" : ".") + part;
        return plain;
    }

public:
    Bins(VerilatedContext &context, const std::string &file)
    {
        std::map<std::string, std::vector<std::string>> lines;
        std::ifstream stream(file);
        for (std::string line; std::getline(stream, line);) {
            std::istringstream words(line);
            std::string kind, scope;
            words >> kind >> scope;
            lines[scope].push_back(line);
        }
        size_t outermost = SIZE_MAX;
        for (const auto &named : *context.scopeNameMap()) {
            const VerilatedScope &of = *named.second;
            Net clk;
            if (of.varsp() && std::strlen(of.name()) < outermost && find(of, "clk", clk)) {
                outermost = std::strlen(of.name());
                clock = clk;
            }
            Scope scope;
            scope.name = of.name();
            if (!of.varsp())
                continue;
            find(of, "rst", scope.reset);
            for (const auto &entry : *of.varsp()) {
                const std::string valid = entry.first;
                if (valid.size() < 6 || valid.compare(valid.size() - 5, 5, "valid") != 0)
                    continue;
                const std::string stem = valid.substr(0, valid.size() - 5);      // req_, s_axi_aw
                Channel channel;
                channel.name = stem.back() == '_' ? stem.substr(0, stem.size() - 1) : stem;
                if (find(of, valid, channel.valid) && find(of, stem + "ready", channel.ready))
                    scope.channels.push_back(channel);
            }
            for (const std::string &line : lines[without_loops(scope.name)]) {
                std::istringstream words(line);
                std::string kind, where, name, list;
                words >> kind >> where >> name;
                if (kind == "event") {
                    scope.events.push_back({name, nets_of(of, words, line)});
                } else {
                    words >> list;
                    for (char &letter : list)
                        letter = letter == ',' ? ' ' : letter;
                    std::istringstream what(list);
                    Values values;
                    values.name = name;
                    values.nets = nets_of(of, what, line);
                    values.when = nets_of(of, words, line);
                    scope.values.push_back(values);
                }
            }
            if (!scope.channels.empty() || !scope.events.empty() || !scope.values.empty())
                scopes.push_back(scope);
        }
    }

    void look()
    {
        if (clock.data && clock.value() != 0)
            return;
        std::vector<size_t> now;
        for (Scope &scope : scopes) {
            if (scope.reset.data && scope.reset.value() != 0)
                continue;
            for (Channel &channel : scope.channels) {
                const uint64_t valid = channel.valid.value(), ready = channel.ready.value();
                channel.taken |= (valid & ready) != 0;
                channel.stalled |= (valid & ~ready) != 0;
                channel.waiting |= (~valid & ready) != 0;
            }
            now.clear();
            for (size_t i = 0; i < scope.events.size(); i++)
                if (all_hold(scope.events[i].nets))
                    now.push_back(i);
            for (size_t i = 0; i < now.size(); i++)
                for (size_t j = i; j < now.size(); j++)
                    scope.pairs[{now[i], now[j]}]++;
            for (Values &values : scope.values) {
                if (!values.when.empty() && !all_hold(values.when))
                    continue;
                std::vector<uint64_t> value;
                for (const Net &net : values.nets)
                    value.push_back(net.value());
                values.seen[value]++;
            }
        }
    }

    // lines "channel SCOPE NAME BIN", "event SCOPE NAME", "pair SCOPE NAME+NAME", "value SCOPE NAME NUMBER,..": what was seen
    void print(FILE *file) const
    {
        for (const Scope &scope : scopes) {
            const char *name = scope.name.c_str();
            for (const Channel &channel : scope.channels) {
                std::fprintf(file, "channel %s %s -\n", name, channel.name.c_str());
                if (channel.taken)
                    std::fprintf(file, "channel %s %s taken\n", name, channel.name.c_str());
                if (channel.stalled)
                    std::fprintf(file, "channel %s %s stalled\n", name, channel.name.c_str());
                if (channel.waiting)
                    std::fprintf(file, "channel %s %s waiting\n", name, channel.name.c_str());
            }
            for (const auto &pair : scope.pairs) {
                const std::string &one = scope.events[pair.first.first].name, &other = scope.events[pair.first.second].name;
                if (pair.first.first == pair.first.second)
                    std::fprintf(file, "event %s %s\n", name, one.c_str());
                else
                    std::fprintf(file, "pair %s %s+%s\n", name, one.c_str(), other.c_str());
            }
            for (const Values &values : scope.values)
                for (const auto &seen : values.seen) {
                    std::fprintf(file, "value %s %s ", name, values.name.c_str());
                    for (size_t i = 0; i < seen.first.size(); i++)
                        std::fprintf(file, "%s%llu", i ? "," : "", static_cast<unsigned long long>(seen.first[i]));
                    std::fputc('\n', file);
                }
        }
    }
};

}

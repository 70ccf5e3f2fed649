// SPDX-License-Identifier: Apache-2.0
// replay.cpp RUN MAP "PROPERTY.." FOLDER BINS NAME:CYCLE... - drives a harness of tb/formal, the top module, with the trace that abc found of each witness,
// FOLDER/NAME.trace, and leaves what each covered as FOLDER/NAME.lines and so on (covered.h).  HARNESS is the class that Verilator made.
// MAP is that of yosys' `write_aiger -vmap`.  Input N is a bit of an input of the harness, of an answer of a module that is cut, or of the value with which a
// register without reset begins.  It is written to each signal that carries it: a register keeps it, and what is not a register is computed again.
// The first state of the trace counts for no toggle.  A register that the witness does not depend on begins at 0.
// A line for each: PASS, when w_NAME is 1 in that cycle first, and no property is violated up to it.  Exit status 1: one of them is not.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include "covered.h"

#define TEXT(words) #words
#define HEADER(name) TEXT(name.h)
#include HEADER(HARNESS)

namespace {

struct Bit {
    std::string name;
    int index;
};
struct Map {
    std::map<size_t, std::vector<Bit>> inputs;      // of each cycle
    std::map<size_t, std::vector<Bit>> begins;      // of registers
};
struct Place {
    uint8_t *byte;
    uint8_t mask;
};

// The blocks that yosys alone names, genblk1, of an `else if` in a generate block
std::string name_of(std::string name)
{
    for (size_t at = 0; (at = name.find("genblk", at)) != std::string::npos;)
        name.erase(at, name.find('.', at) + 1 - at);
    return name;
}

Map read_map(const char *file)
{
    std::ifstream in(file);
    Map map;
    std::string kind, name;
    size_t number;
    for (int index; in >> kind >> number >> index >> name;) {
        if (name[0] == '$' || name == "clk")
            continue;
        if (kind == "init")
            map.begins[number].push_back({name_of(name), index});
        else if (kind == "input")
            map.inputs[number].push_back({name_of(name), index});
        else if (kind == "wire" && number % 2 == 0)
            map.inputs[number / 2 - 1].push_back({name_of(name), index});
    }
    return map;
}

// Where Verilator keeps a bit; none, of a signal that it does not have: one that an array of registers became
Place place_of(const VerilatedContext &context, const std::string &above, const Bit &bit)
{
    const size_t dot = bit.name.rfind('.');
    std::string name = bit.name.substr(dot == std::string::npos ? 0 : dot + 1);
    const VerilatedScope *scope = context.scopeFind((above + (dot == std::string::npos ? "" : "." + bit.name.substr(0, dot))).c_str());
    int element = 0;
    const size_t bracket = name.find('[');
    if (bracket != std::string::npos) {
        element = std::atoi(name.c_str() + bracket + 1);
        name.resize(bracket);
    }
    const VerilatedVar *variable = scope ? scope->varFind(name.c_str()) : nullptr;
    if (scope && !variable)                         // a word of C++
        variable = scope->varFind(("__SYM__" + name).c_str());
    if (!variable || covered::bytes_of(*variable) == 0)
        return {nullptr, 0};
    const int at = bit.index - (variable->packed().elements() ? variable->packed().low() : 0);
    if (bracket != std::string::npos)
        element -= variable->udims() ? variable->unpacked().low() : 0;
    uint8_t *const bytes = static_cast<uint8_t *>(variable->datap()) + static_cast<size_t>(element) * covered::bytes_of(*variable);
    return {bytes + at / 8, static_cast<uint8_t>(1 << at % 8)};
}
using Places = std::map<size_t, std::vector<Place>>;
Places places_of(const VerilatedContext &context, const std::string &top, const std::map<size_t, std::vector<Bit>> &bits)
{
    Places places;
    for (const auto &entry : bits)
        for (const Bit &bit : entry.second)
            for (const std::string &above : {top, std::string("TOP.TOP")}) {          // an input is one of the top as well
                const Place place = place_of(context, above, bit);
                if (place.byte)
                    places[entry.first].push_back(place);
            }
    return places;
}
void put(const Places &places, const std::string &row)
{
    for (const auto &entry : places)
        for (const Place &place : entry.first < row.size() ? entry.second : std::vector<Place>{})      // else a gate
            *place.byte = static_cast<uint8_t>(row.at(entry.first) == '1' ? *place.byte | place.mask : *place.byte & ~place.mask);
}

// What was wrong, or nothing
std::string replay(const Map &map, const std::string &properties, const std::string &name, size_t cycle, const std::string &at, const std::string &bins)
{
    VerilatedContext context;
    context.randReset(0);
    HARNESS top{&context};
    const std::string module = std::string("TOP.") + (top.modelName() + 1);
    std::ifstream trace(at + ".trace");
    std::string row;
    std::getline(trace, row);                       // the latches that have a reset: all 0
    const Places inputs = places_of(context, module, map.inputs), begins = places_of(context, module, map.begins);
    std::unique_ptr<covered::Coverage> coverage;
    const auto value = [&](const std::string &output) {
        const Place place = place_of(context, module, {output, 0});
        return place.byte && *place.byte & place.mask;
    };
    for (size_t now = 0; now <= cycle; now++) {
        if (!std::getline(trace, row))
            return "its trace ends in cycle " + std::to_string(now);
        row.resize(std::min(row.size(), row.find('#')));
        if (now == 0)
            put(begins, row);
        put(inputs, row);
        top.clk = 0;
        top.eval();
        if (now == 0)
            coverage = std::make_unique<covered::Coverage>(context, bins);
        coverage->look();
        std::istringstream words(properties);
        for (std::string property; words >> property;)
            if (value("p_" + property))
                return "p_" + property + " is violated in cycle " + std::to_string(now);
        if (value("w_" + name) != (now == cycle))
            return "it is " + std::string(now == cycle ? "not " : "") + "there in cycle " + std::to_string(now);
        top.clk = 1;
        top.eval();
        coverage->look();
    }
    top.final();
    return coverage->write(at, true) ? "" : "its coverage cannot be written";
}

}

int main(int count, char **words)
{
    if (count < 6)
        return 2;
    const Map map = read_map(words[2]);
    int status = 0;
    for (int i = 6; i < count; i++) {
        const std::string witness = words[i], name = witness.substr(0, witness.find(':'));
        const size_t cycle = std::strtoul(witness.c_str() + name.size() + 1, nullptr, 10);
        const std::string wrong = replay(map, words[3], name, cycle, std::string(words[4]) + "/" + name, words[5]);
        const std::string said = wrong.empty() ? " in cycle " : ": " + wrong + "; expected in cycle ";
        std::printf("%s witness %s/%s%s%zu\n", wrong.empty() ? "PASS" : "FAIL", words[1], name.c_str(), said.c_str(), cycle);
        status |= !wrong.empty();
    }
    return status;
}

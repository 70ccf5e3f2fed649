// SPDX-License-Identifier: Apache-2.0
// covered.cpp - the main of a bench whose coverage is measured: Verilator 5.006's own (--main) writes none.  BENCH_CLASS is the class that Verilator made.
//   +coverage=NAME   leaves what covered.h writes
//   +bins=FILE       events and values to be counted
#include <memory>

#include "covered.h"

#define TEXT(words) #words
#define HEADER(name) TEXT(name.h)
#include HEADER(BENCH_CLASS)

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
    covered::Coverage coverage(*context, argument(*context, "bins="));
    while (!context->gotFinish()) {
        top->eval();
        coverage.look();
        if (!top->eventsPending())
            break;
        context->time(top->nextTimeSlot());
    }
    top->final();
    const std::string name = argument(*context, "coverage=");
    return name.empty() || coverage.write(name) ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
// slangc.cpp - slangc, out of the Slang library: the wheel `slangpy` of PyPI holds the library and its headers but not the program.
// The options are slangc's own (https://shader-slang.org); sim/shaders.mk builds this where the wheel is unpacked.
#include <cstdio>
#include <slang.h>

static void print(char const *message, void *)
{
    std::fputs(message, stderr);
}

static SlangResult compile(slang::IGlobalSession *session, int argc, char **argv)
{
    slang::ICompileRequest *request = nullptr;
    SlangResult result = session->createCompileRequest(&request);
    if (SLANG_FAILED(result))
        return result;
    request->setDiagnosticCallback(print, nullptr);
    request->setCommandLineCompilerMode();
    result = request->processCommandLineArguments(argv + 1, argc - 1);
    if (SLANG_SUCCEEDED(result))
        result = request->compile();
    request->release();
    return result;
}

int main(int argc, char **argv)
{
    slang::IGlobalSession *session = nullptr;
    if (SLANG_FAILED(slang_createGlobalSession(SLANG_API_VERSION, &session))) {
        std::fputs("slangc: the Slang library does not start\n", stderr);
        return 1;
    }
    SlangResult result = compile(session, argc, argv);
    session->release();
    slang_shutdown();
    return SLANG_FAILED(result) ? 1 : 0;
}

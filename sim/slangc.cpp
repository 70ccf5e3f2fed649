// SPDX-License-Identifier: Apache-2.0
// slangc.cpp - slangc, out of the Slang library: the wheel `slangpy` of PyPI holds the library and its headers but not the program.
// The options are slangc's own (https://shader-slang.org); sim/shaders.mk builds this where the wheel is unpacked.
// One thing differs: a file has the name that it was called by, not its place in the whole file system, in debug information too, so that what
// is compiled does not depend on where the tree lies.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <slang.h>
#include <string>

namespace {

class Files : public ISlangFileSystem {
public:
    SlangResult queryInterface(SlangUUID const &id, void **out) override
    {
        *out = castAs(id);
        return *out ? SLANG_OK : SLANG_E_NO_INTERFACE;
    }
    uint32_t addRef() override { return 1; }    // lives as long as the program
    uint32_t release() override { return 1; }
    void *castAs(SlangUUID const &id) override
    {
        SlangUUID known[] = {ISlangUnknown::getTypeGuid(), ISlangCastable::getTypeGuid(), ISlangFileSystem::getTypeGuid()};
        bool mine = false;
        for (SlangUUID const &own : known)
            mine |= std::memcmp(&own, &id, sizeof id) == 0;
        return mine ? static_cast<ISlangFileSystem *>(this) : nullptr;
    }
    SlangResult loadFile(char const *path, ISlangBlob **out) override
    {
        std::ifstream file(path, std::ios::binary);
        if (!file)
            return SLANG_E_NOT_FOUND;
        std::string text{std::istreambuf_iterator<char>(file), {}};
        *out = slang_createBlob(text.c_str(), text.size());
        return *out ? SLANG_OK : SLANG_FAIL;
    }
};

void print(char const *message, void *)
{
    std::fputs(message, stderr);
}

SlangResult compile(slang::IGlobalSession *session, int argc, char **argv)
{
    static Files files;
    slang::ICompileRequest *request = nullptr;
    SlangResult result = session->createCompileRequest(&request);
    if (SLANG_FAILED(result))
        return result;
    request->setFileSystem(&files);
    request->setDiagnosticCallback(print, nullptr);
    request->setCommandLineCompilerMode();
    result = request->processCommandLineArguments(argv + 1, argc - 1);
    if (SLANG_SUCCEEDED(result))
        result = request->compile();
    request->release();
    return result;
}

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

// SPDX-License-Identifier: Apache-2.0
// slangc.cpp - slangc, out of the Slang library: the wheel `slangpy` of PyPI holds the library and its headers but not the program.
// The options are slangc's own (https://shader-slang.org); sim/shaders.mk builds this where the wheel is unpacked.
// One thing differs: a file has the name that it was called by, not its place in the whole file system, in debug information too, so that what
// is compiled does not depend on where the tree lies.  That name is what tells files apart: without it the library puts a hash behind it.
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <slang.h>
#include <string>

namespace {

SlangResult give(std::string const &text, ISlangBlob **out)
{
    *out = slang_createBlob(text.c_str(), text.size() + 1);     // with the 0 behind it
    return *out ? SLANG_OK : SLANG_FAIL;
}

class Files : public ISlangFileSystemExt {
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
        SlangUUID known[] = {ISlangUnknown::getTypeGuid(), ISlangCastable::getTypeGuid(), ISlangFileSystem::getTypeGuid(),
                             ISlangFileSystemExt::getTypeGuid()};
        bool mine = false;
        for (SlangUUID const &own : known)
            mine |= std::memcmp(&own, &id, sizeof id) == 0;
        return mine ? static_cast<ISlangFileSystemExt *>(this) : nullptr;
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
    SlangResult getFileUniqueIdentity(char const *path, ISlangBlob **out) override
    {
        return give(std::filesystem::path(path).lexically_normal().string(), out);
    }
    SlangResult calcCombinedPath(SlangPathType kind, char const *from, char const *path, ISlangBlob **out) override
    {
        std::filesystem::path folder(from);
        if (kind == SLANG_PATH_TYPE_FILE)
            folder = folder.parent_path();
        return give((folder / path).string(), out);
    }
    SlangResult getPathType(char const *path, SlangPathType *out) override
    {
        std::error_code error;
        auto const status = std::filesystem::status(path, error);
        *out = std::filesystem::is_directory(status) ? SLANG_PATH_TYPE_DIRECTORY : SLANG_PATH_TYPE_FILE;
        return std::filesystem::exists(status) ? SLANG_OK : SLANG_E_NOT_FOUND;
    }
    SlangResult getPath(PathKind, char const *path, ISlangBlob **out) override { return give(path, out); }
    void clearCache() override {}
    SlangResult enumeratePathContents(char const *, FileSystemContentsCallBack, void *) override { return SLANG_E_NOT_IMPLEMENTED; }
    OSPathKind getOSPathKind() override { return OSPathKind::Direct; }
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

/* SPDX-License-Identifier: Apache-2.0
 * wf_fst_names FILE - the full names of the signals in an FST waveform, one a line: SCOPE.SCOPE.NAME[7:0].
 * Reads the hierarchy block alone (gzip or LZ4, once or twice), so a test can look into a waveform without GTKWave.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { BLOCK_HIER_GZ = 4, BLOCK_HIER_LZ4 = 6, BLOCK_HIER_LZ4_TWICE = 7 };
enum { TAG_ATTRIBUTE = 252, TAG_ATTRIBUTE_END = 253, TAG_SCOPE = 254, TAG_UPSCOPE = 255 };
enum { PATH_SIZE = 4096, MOST = 1 << 28 };

struct bytes {
    unsigned char *at;
    size_t size;
};

static _Noreturn void bad(const char *what)
{
    fprintf(stderr, "wf_fst_names: %s\n", what);
    exit(1);
}

static void *space(size_t size)
{
    void *p = size <= MOST ? malloc(size + 1) : NULL;
    if (!p)
        bad("no memory");
    return p;
}

static struct bytes read_file(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (!file)
        bad("cannot open the file");
    if (fseek(file, 0, SEEK_END))
        bad("cannot read the file");
    long size = ftell(file);
    if (size < 0 || fseek(file, 0, SEEK_SET))
        bad("cannot read the file");
    struct bytes b = {space((size_t)size), (size_t)size};
    if (fread(b.at, 1, b.size, file) != b.size)
        bad("cannot read the file");
    fclose(file);
    return b;
}

static uint64_t big_endian(const unsigned char *p)
{
    uint64_t value = 0;
    for (int i = 0; i < 8; i++)
        value = value << 8 | p[i];
    return value;
}

static size_t lz4_length(struct bytes in, size_t *i, size_t length)
{
    if (length == 15)
        for (;;) {
            if (*i >= in.size)
                bad("LZ4 data is cut short");
            length += in.at[*i];
            if (in.at[(*i)++] != 255)
                break;
        }
    return length;
}

static struct bytes lz4(struct bytes in, uint64_t size)
{
    struct bytes out = {space(size), size};
    size_t i = 0, o = 0;
    while (i < in.size) {
        unsigned token = in.at[i++];
        size_t literals = lz4_length(in, &i, token >> 4);
        if (literals > in.size - i || literals > out.size - o)
            bad("LZ4 data is cut short");
        memcpy(out.at + o, in.at + i, literals);
        i += literals;
        o += literals;
        if (i == in.size)
            break;
        if (in.size - i < 2)
            bad("LZ4 data is cut short");
        size_t back = in.at[i] | (size_t)in.at[i + 1] << 8;
        i += 2;
        size_t length = lz4_length(in, &i, token & 15) + 4;
        if (back == 0 || back > o || length > out.size - o)
            bad("LZ4 data is damaged");
        for (; length; length--, o++)
            out.at[o] = out.at[o - back];
    }
    if (o != out.size)
        bad("LZ4 data has the wrong size");
    return out;
}

static struct bytes gunzip(struct bytes in, uint64_t size)
{
    struct bytes out = {space(size), size};
    z_stream z = {.next_in = in.at, .avail_in = (uInt)in.size, .next_out = out.at, .avail_out = (uInt)size};
    if (inflateInit2(&z, 15 + 32) != Z_OK || inflate(&z, Z_FINISH) != Z_STREAM_END || z.total_out != size)
        bad("gzip data is damaged");
    inflateEnd(&z);
    return out;
}

static struct bytes hierarchy(struct bytes file)
{
    for (size_t at = 0; file.size - at >= 9;) {
        unsigned type = file.at[at];
        uint64_t length = big_endian(file.at + at + 1);
        if (length < 8 || length > file.size - at - 1)
            bad("a block is cut short");
        struct bytes data = {file.at + at + 9, (size_t)length - 8};
        size_t head = type == BLOCK_HIER_LZ4_TWICE ? 16 : 8;
        if (type == BLOCK_HIER_GZ || type == BLOCK_HIER_LZ4 || type == BLOCK_HIER_LZ4_TWICE) {
            if (data.size < head)
                bad("a block is cut short");
            uint64_t size = big_endian(data.at);
            struct bytes rest = {data.at + head, data.size - head};
            if (size > MOST)
                bad("the hierarchy is too large");
            if (type == BLOCK_HIER_GZ)
                return gunzip(rest, size);
            if (type == BLOCK_HIER_LZ4)
                return lz4(rest, size);
            struct bytes once = lz4(rest, big_endian(data.at + 8));
            struct bytes out = lz4(once, size);
            free(once.at);
            return out;
        }
        at += 1 + (size_t)length;
    }
    bad("no hierarchy: not an FST file, or it was not closed");
}

static struct bytes text;
static size_t next;

static unsigned byte(void)
{
    if (next >= text.size)
        bad("the hierarchy is cut short");
    return text.at[next++];
}

static const char *string(void)
{
    const char *s = (const char *)text.at + next;
    while (byte())
        ;
    return s;
}

static void number(void)
{
    while (byte() & 0x80)
        ;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: wf_fst_names FILE\n", stderr);
        return 2;
    }
    struct bytes file = read_file(argv[1]);
    text = hierarchy(file);
    char path[PATH_SIZE] = "";
    while (next < text.size) {
        unsigned tag = byte();
        if (tag == TAG_SCOPE) {
            byte();
            const char *name = string();
            string();                               /* the module's name */
            size_t used = strlen(path);
            if (used + strlen(name) + 2 > sizeof path)
                bad("a name is too long");
            snprintf(path + used, sizeof path - used, "%s.", name);
        } else if (tag == TAG_UPSCOPE) {
            size_t used = strlen(path);
            if (!used)
                bad("more scopes end than begin");
            path[used - 1] = '\0';
            char *dot = strrchr(path, '.');
            *(dot ? dot + 1 : path) = '\0';
        } else if (tag == TAG_ATTRIBUTE) {
            byte();
            byte();
            string();
            number();
        } else if (tag != TAG_ATTRIBUTE_END) {      /* a signal; the tag is its type */
            byte();
            const char *name = string();
            number();
            number();
            fputs(path, stdout);
            for (; *name; name++)
                if (*name != ' ')
                    putchar(*name);
            putchar('\n');
        }
    }
    free(text.at);
    free(file.at);
    return fflush(stdout) || ferror(stdout) ? 1 : 0;
}

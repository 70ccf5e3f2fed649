// SPDX-License-Identifier: Apache-2.0
// wf_sprout.c - plants bugs by rule, in many places: changed operators, constants and conditions, missing enables and assignments, stuck bits.
//
//     wf_sprout UNIT SEED COUNT FOLDER CATCHERS FILE...
//
// Chooses COUNT places in FILE..., modules of Verilog, or files of C, which end in .c or .h (all of them, if there are fewer).  Writes a table that wf_mutate
// reads on standard output, and each module with all its bugs as FOLDER/FILE; a file of C is compiled with each bug alone.
// There the plusarg +mutant=N plants bug N: 1592590337 for UNIT-auto-1, one more for each after it.  Such a
// number stands nowhere else: where the simulator's code lacks it, nothing was built of the place.  One build so serves for all bugs.
// Exit status: 0, 2 the command or a file is wrong.
#include "wf_sprout.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FIRST_NUMBER = 0x5eed0000 };

typedef struct {
    sprout_file *file;
    const sprout *at;
    uint64_t key;             // by this order they are chosen
    unsigned number;
} choice;

void *sprout_must(void *memory)
{
    if (!memory) {
        fputs("wf_sprout: no memory left\n", stderr);
        exit(2);
    }
    return memory;
}

static void fail(const char *name, const char *what)
{
    fprintf(stderr, "wf_sprout: %s: %s\n", name, what);
    exit(2);
}

static unsigned long number(const char *name, const char *text, unsigned long least, unsigned long most)
{
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || value < least || value > most) {
        fprintf(stderr, "wf_sprout: %s=%s: expected a number from %lu to %lu\n", name, text, least, most);
        exit(2);
    }
    return value;
}

static char *read_file(const char *name)
{
    FILE *in = fopen(name, "rb");
    if (!in)
        fail(name, "expected a file that can be read");
    size_t size = 0, room = 1 << 16;
    char *text = sprout_must(malloc(room + 1));
    for (size_t got; (got = fread(text + size, 1, room - size, in)) > 0;) {
        size += got;
        if (size == room)
            text = sprout_must(realloc(text, (room *= 2) + 1));
    }
    text[size] = '\0';
    if (ferror(in) || strlen(text) != size)
        fail(name, "expected a text");
    fclose(in);
    return text;
}

// ---- the choice ----
static uint64_t mixed(uint64_t x)                     // splitmix64
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}
static int by_key(const void *a, const void *b)
{
    const choice *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}
// As they stand in the files: those around others first.
static int by_place(const void *a, const void *b)
{
    const choice *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    if (x->at->from != y->at->from)
        return x->at->from < y->at->from ? -1 : 1;
    if (x->at->to != y->at->to)
        return x->at->to > y->at->to ? -1 : 1;
    if (x->at->statement != y->at->statement)
        return x->at->statement ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

// ---- the modules ----
static void put(FILE *out, const char *text, size_t from, size_t to) { fwrite(text + from, 1, to - from, out); }

// text[from..to) with the bugs list[0..count), all within
static void put_with(FILE *out, const char *text, size_t from, size_t to, const choice *list, size_t count)
{
    for (size_t i = 0; i < count;) {
        size_t same = i, within;
        const sprout *s = list[i].at;
        while (same < count && list[same].at->from == s->from && list[same].at->to == s->to)
            same++;
        for (within = same; within < count && list[within].at->to <= s->to; within++)
            ;
        put(out, text, from, s->from);
        fputs(s->statement ? "begin if (" : "(", out);
        for (size_t k = i; k < same; k++)
            if (s->statement)
                fprintf(out, "%swf_mutant != 32'd%u", k > i ? " && " : "", list[k].number);
            else
                fprintf(out, "wf_mutant == 32'd%u ? %s : ", list[k].number, list[k].at->with);
        fputs(s->statement ? ") " : "(", out);
        put_with(out, text, s->from, s->to, list + same, within - same);
        fputs(s->statement ? " end" : "))", out);
        from = s->to;
        i = within;
    }
    put(out, text, from, to);
}

static void make_folders(char *path)
{
    for (char *slash = path; (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            fail(path, "expected a folder that can be made");
        *slash = '/';
    }
}

static void write_module(const char *folder, const sprout_file *f, const choice *list, size_t count)
{
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", folder, f->name) >= (int)sizeof path)
        fail(f->name, "expected a shorter name");
    make_folders(path);
    FILE *out = fopen(path, "wb");
    if (!out)
        fail(path, "expected a file that can be written");
    put(out, f->text, 0, f->inside);
    fputs(" reg [31:0] wf_mutant; initial if (!$value$plusargs(\"mutant=%d\", wf_mutant)) wf_mutant = 0;", out);
    put_with(out, f->text, f->inside, strlen(f->text), list, count);
    if (fclose(out) != 0)
        fail(path, "expected a file that can be written");
}

// ---- the table ----
static void put_escaped(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\n')
            fputs("\\n", stdout);
        else if (text[i] == '\\')
            fputs("\\\\", stdout);
        else if (text[i] == ' ' && (i == 0 || i == length - 1))
            fputs("\\s", stdout);
        else
            putchar(text[i]);
}

static size_t times(const char *text, size_t from, size_t to)
{
    char *part = sprout_must(malloc(to - from + 1));
    memcpy(part, text + from, to - from);
    part[to - from] = '\0';
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        n++;
    free(part);
    return n;
}

static void put_entry(const char *unit, const choice *c)
{
    const char *text = c->file->text;
    size_t from = c->at->from, to = c->at->to, end = strlen(text);
    // what stands around it, until this is there once
    for (bool left = true; times(text, from, to) > 1; left = !left)
        if (left ? from > 0 : to == end)
            from--;
        else
            to++;
    printf("%s-auto-%u %s %s\n- ", unit, c->number - FIRST_NUMBER, c->file->name, c->at->words);
    put_escaped(text + from, to - from);
    fputs("\n+ ", stdout);
    put_escaped(text + from, c->at->from - from);
    put_escaped(c->at->with, strlen(c->at->with));
    put_escaped(text + c->at->to, to - c->at->to);
    putchar('\n');
}

int main(int argc, char **argv)
{
    if (argc < 7) {
        fputs("usage: wf_sprout UNIT SEED COUNT FOLDER CATCHERS FILE...\n", stderr);
        return 2;
    }
    uint64_t seed = number("SEED", argv[2], 0, 4294967295);
    size_t most = number("COUNT", argv[3], 1, 60000), files = (size_t)argc - 6, all = 0, at = 0;
    sprout_file *file = sprout_must(calloc(files, sizeof *file));
    for (size_t i = 0; i < files; i++) {
        file[i] = (sprout_file){.name = argv[6 + i], .text = read_file(argv[6 + i])};
        const char *end = strrchr(file[i].name, '.');
        (end && (strcmp(end, ".c") == 0 || strcmp(end, ".h") == 0) ? sprout_c : sprout_verilog)(&file[i]);
        all += file[i].count;
    }
    choice *list = sprout_must(calloc(all + 1, sizeof *list));
    size_t open = 0;
    for (size_t i = 0; i < files; i++)
        for (size_t k = 0; k < file[i].count; k++, at++)
            if (!file[i].list[k].barred)
                list[open++] = (choice){.file = &file[i], .at = &file[i].list[k], .key = mixed(mixed(seed) + at)};
    if (open == 0)
        fail(argv[1], "expected a place for a bug in its files");
    qsort(list, open, sizeof *list, by_key);
    size_t count = open < most ? open : most;
    for (size_t i = 0; i < count; i++)
        list[i].number = FIRST_NUMBER + 1 + (unsigned)i;
    qsort(list, count, sizeof *list, by_place);
    printf("# of %zu places, %zu by seed %s\nby %s\n", open, count, argv[2], argv[5]);
    for (size_t i = 0; i < count; i++)
        put_entry(argv[1], &list[i]);
    for (size_t i = 0, from = 0, to; i < files; i++, from = to) {
        for (to = from; to < count && list[to].file == &file[i]; to++)
            ;
        if (file[i].inside > 0)
            write_module(argv[4], &file[i], list + from, to - from);
    }
    for (size_t i = 0; i < files; i++) {
        for (size_t k = 0; k < file[i].count; k++)
            free(file[i].list[k].with);
        free(file[i].list);
        free(file[i].text);
    }
    free(file);
    free(list);
    return fflush(stdout) != 0 || ferror(stdout) ? 2 : 0;
}

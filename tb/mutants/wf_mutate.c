// SPDX-License-Identifier: Apache-2.0
// wf_mutate.c - the mutants (planted bugs) of tb/mutants/<unit>.list: checks them, lists them, writes the file with the bug in it.
//
//     wf_mutate check TABLE...      each entry's old text stands in its file exactly once; one FAIL line an entry that is out of date
//     wf_mutate list TABLE...       a line an entry: name, file, what catches it, between tabs
//     wf_mutate plant NAME TABLE... that entry's file, with the bug, on standard output
//
// Run from the top folder.  A table:
//
//     by CATCHER...                 what catches the entries from here on, in the order to try
//     UNIT-NAME FILE WORDS...       an entry; UNIT is the table's name, WORDS say what the bug does
//     - OLD                         a text that stands once in FILE; \n is the end of a line, \s a blank, \\ a backslash
//     + NEW                         what stands there instead; the pair again for a bug of several places
//
// Empty lines and those that begin with # are comments.  Exit status: 0, 1 an entry is out of date, 2 a table or the command is wrong.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PAIRS = 8 };

typedef struct {
    char *from, *to;
    unsigned line;
} pair;

typedef struct {
    const char *table;
    unsigned line;
    char *name, *file, *catchers;
    pair pairs[MOST_PAIRS];
    unsigned count;
} entry;

typedef struct {
    entry *list;
    size_t count, room;
} entries;

static void *must(void *memory)
{
    if (!memory) {
        fputs("wf_mutate: no memory left\n", stderr);
        exit(2);
    }
    return memory;
}

static void wrong(const char *table, unsigned line, const char *expected)
{
    fprintf(stderr, "%s:%u: error: expected %s\n", table, line, expected);
    exit(2);
}

// The whole text of a file, or NULL.
static char *read_file(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (!file)
        return NULL;
    size_t size = 0, room = 1 << 16;
    char *text = must(malloc(room + 1));
    for (size_t got; (got = fread(text + size, 1, room - size, file)) > 0;) {
        size += got;
        if (size == room)
            text = must(realloc(text, (room *= 2) + 1));
    }
    bool bad = ferror(file) != 0;
    fclose(file);
    text[size] = '\0';
    if (!bad && strlen(text) == size)
        return text;
    free(text);
    return NULL;
}

// In place: \n, \s and \\ of a table's line.
static char *unescaped(char *text, const char *table, unsigned line)
{
    char *out = text;
    for (const char *in = text; *in; in++) {
        if (*in != '\\') {
            *out++ = *in;
            continue;
        }
        in++;
        if (*in != 'n' && *in != 's' && *in != '\\')
            wrong(table, line, "n, s or a backslash after a backslash");
        *out++ = *in == 'n' ? '\n' : *in == 's' ? ' ' : '\\';
    }
    *out = '\0';
    return text;
}

static bool is_entry_of(const char *unit, size_t length, const char *name)
{
    return strncmp(name, unit, length) == 0 && name[length] == '-' && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name);
}

static entry *new_entry(entries *all)
{
    if (all->count == all->room)
        all->list = must(realloc(all->list, (all->room = all->room ? 2 * all->room : 256) * sizeof *all->list));
    entry *e = &all->list[all->count++];
    *e = (entry){0};
    return e;
}

static void check_complete(const entries *all, size_t first)
{
    if (all->count == first)
        return;
    const entry *e = &all->list[all->count - 1];
    if (e->count == 0 || !e->pairs[e->count - 1].to)
        wrong(e->table, e->line, "lines \"- OLD\" and \"+ NEW\" in this entry");
}

// The entries point into the text of the table, which stays.
static void read_table(entries *all, const char *table)
{
    const char *unit = strrchr(table, '/') ? strrchr(table, '/') + 1 : table;
    size_t length = strcspn(unit, "."), first = all->count;
    char *at = read_file(table), *catchers = NULL;
    if (!at)
        wrong(table, 0, "a table that can be read");
    for (unsigned line = 1; *at; line++) {
        char *text = at, *end = at + strcspn(at, "\n");
        at = *end ? end + 1 : end;
        *end = '\0';
        entry *e = all->count > first ? &all->list[all->count - 1] : NULL;
        if (*text == '\0' || *text == '#')
            continue;
        if (strncmp(text, "by ", 3) == 0) {
            check_complete(all, first);
            catchers = text + 3;
        } else if (strncmp(text, "- ", 2) == 0) {
            if (!e || e->count == MOST_PAIRS || (e->count && !e->pairs[e->count - 1].to))
                wrong(table, line, "\"- OLD\" behind an entry's first line or behind \"+ NEW\", eight times at most");
            if (!text[2])
                wrong(table, line, "a text after \"- \"");
            e->pairs[e->count++] = (pair){.from = unescaped(text + 2, table, line), .line = line};
        } else if (strcmp(text, "+") == 0 || strncmp(text, "+ ", 2) == 0) {
            if (!e || e->count == 0 || e->pairs[e->count - 1].to)
                wrong(table, line, "\"+ NEW\" behind \"- OLD\"");
            pair *last = &e->pairs[e->count - 1];
            last->to = unescaped(text + (text[1] ? 2 : 1), table, line);
            if (strcmp(last->from, last->to) == 0)
                wrong(table, line, "a text that is not the old one");
        } else {
            check_complete(all, first);
            char *name = strtok(text, " "), *file = strtok(NULL, " ");
            if (!catchers)
                wrong(table, line, "\"by CATCHER...\" before the first entry");
            if (!file || !strtok(NULL, " ") || !is_entry_of(unit, length, name))
                wrong(table, line, "UNIT-NAME FILE WORDS, the unit that of the table");
            for (size_t i = first; i < all->count; i++)
                if (strcmp(all->list[i].name, name) == 0)
                    wrong(table, line, "a name that no entry before it has");
            e = new_entry(all);
            e->table = table, e->line = line, e->name = name, e->file = file, e->catchers = catchers;
        }
    }
    check_complete(all, first);
    if (all->count == first)
        wrong(table, 0, "an entry");
}

// Where each old text stands in the text; false and a message when one does not stand there once, or two share a character.
static bool locate(const entry *e, const char *text, const char *place[MOST_PAIRS])
{
    for (unsigned i = 0; i < e->count; i++) {
        const char *from = e->pairs[i].from;
        unsigned found = 0;
        for (const char *at = text; (at = strstr(at, from)); at++, found++)
            place[i] = at;
        if (found != 1) {
            printf("FAIL mutant %s: %s:%u: expected this once in %s, found it %u times: %s\n", e->name, e->table, e->pairs[i].line, e->file, found, from);
            return false;
        }
        for (unsigned k = 0; k < i; k++) {
            const char *low = place[i] < place[k] ? place[i] : place[k], *high = place[i] < place[k] ? place[k] : place[i];
            if ((size_t)(high - low) < strlen(e->pairs[low == place[i] ? i : k].from)) {
                printf("FAIL mutant %s: %s:%u: expected places apart in %s\n", e->name, e->table, e->pairs[i].line, e->file);
                return false;
            }
        }
    }
    return true;
}

static bool check(const entry *e, const char *text)
{
    const char *place[MOST_PAIRS];
    if (!text) {
        printf("FAIL mutant %s: %s:%u: expected a file that can be read: %s\n", e->name, e->table, e->line, e->file);
        return false;
    }
    return locate(e, text, place);
}

static int check_all(const entries *all)
{
    const char *file = NULL;
    char *text = NULL;
    size_t bad = 0;
    for (size_t i = 0; i < all->count; i++) {
        const entry *e = &all->list[i];
        if (!file || strcmp(file, e->file) != 0) {      // entries of a file stand together
            free(text);
            text = read_file(file = e->file);
        }
        bad += !check(e, text);
    }
    free(text);
    if (bad == 0)
        printf("PASS %zu mutants apply\n", all->count);
    return bad != 0;
}

static int plant(const entries *all, const char *name)
{
    const entry *e = NULL;
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->list[i].name, name) == 0)
            e = &all->list[i];
    if (!e) {
        fprintf(stderr, "wf_mutate: no table has a mutant %s\n", name);
        return 2;
    }
    char *text = read_file(e->file);
    const char *place[MOST_PAIRS];
    if (!check(e, text) || !locate(e, text, place))
        return 1;
    for (const char *at = text; *at;) {
        unsigned i = 0;
        while (i < e->count && place[i] != at)
            i++;
        if (i == e->count) {
            putchar(*at++);
        } else {
            fputs(e->pairs[i].to, stdout);
            at += strlen(e->pairs[i].from);
        }
    }
    free(text);
    return fflush(stdout) != 0 || ferror(stdout) ? 2 : 0;
}

int main(int argc, char **argv)
{
    bool plants = argc > 3 && strcmp(argv[1], "plant") == 0;
    bool lists = argc > 2 && strcmp(argv[1], "list") == 0;
    if (!plants && !lists && !(argc > 2 && strcmp(argv[1], "check") == 0)) {
        fputs("usage: wf_mutate check TABLE... | list TABLE... | plant NAME TABLE...\n", stderr);
        return 2;
    }
    entries all = {0};
    for (int i = plants ? 3 : 2; i < argc; i++)
        read_table(&all, argv[i]);
    if (plants)
        return plant(&all, argv[2]);
    if (!lists)
        return check_all(&all);
    for (size_t i = 0; i < all.count; i++)
        printf("%s\t%s\t%s\n", all.list[i].name, all.list[i].file, all.list[i].catchers);
    return 0;
}

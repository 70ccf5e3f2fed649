/* SPDX-License-Identifier: Apache-2.0
 * wf_gen_record.c - print what is derived from record.def: the Verilog header, and the tables of docs/isa.md.
 */
#include <stdbool.h>

#include "wf_gen.h"

/* A width or a place: so many of each unit, which is a parameter of the module or a macro. */
#define UNITS(UNIT) UNIT(BIT, "1") UNIT(LANES, "LANES") UNIT(SLOT_W, "SLOT_W") UNIT(GSLOT_W, "GSLOT_W") \
    UNIT(ID_W, "ID_W") UNIT(TAG_W, "TAG_W") UNIT(ERROR_W, "`WF_ACCESS_ERROR_W") UNIT(LREQ_W, "`WF_LREQ_W")
enum unit {
#define UNIT(id, text) id,
    UNITS(UNIT)
#undef UNIT
    UNIT_COUNT
};
static const char *const unit_text[UNIT_COUNT] = {
#define UNIT(id, text) [id] = text,
    UNITS(UNIT)
#undef UNIT
};

struct sum {
    unsigned of[UNIT_COUNT];
};

static void print_sum(const struct sum *sum)
{
    const char *plus = "";

    for (unsigned u = 0; u < UNIT_COUNT; u++) {
        if (!sum->of[u])
            continue;
        if (u == BIT)
            printf("%s%u", plus, sum->of[u]);
        else if (sum->of[u] == 1)
            printf("%s%s", plus, unit_text[u]);
        else
            printf("%s%u*%s", plus, sum->of[u], unit_text[u]);
        plus = " + ";
    }
    if (!*plus)
        putchar('0');
}

static void end_vh(const char *record, struct sum *place)
{
    if (record) {
        printf("`define WF_%s_%-9s (", record, "W");
        print_sum(place);
        puts(")");
    }
    *place = (struct sum){{0}};
}

static void field_vh(const char *record, const char *id, struct sum *place, unsigned count, enum unit unit)
{
    struct sum width = {{0}};

    width.of[unit] = count;
    printf("`define WF_%s_%-9s ", record, id);
    print_sum(place);
    printf(" +: ");
    print_sum(&width);
    putchar('\n');
    place->of[unit] += count;
}

void wf_gen_record_vh(void)
{
    const char *record = NULL;
    struct sum place = {{0}};

    wf_gen_head("wf_record.vh - fields of the records that cross the hardware as one bus each, as part-selects",
                "record.def");
    puts("//   LANES, SLOT_W and so on are parameters of the module.  rt[`WF_RT_PC]; of core c rt[`WF_RT_W*c + "
         "`WF_RT_PC].  Docs: docs/isa.md\n`ifndef WF_RECORD_VH\n`define WF_RECORD_VH\n`include \"wf_access.vh\"");
#define WF_RECORD(id, port, text) end_vh(record, &place), record = #id;
#define WF_FIELD(id, count, unit, text) field_vh(record, #id, &place, count, unit);
#include "record.def"
    end_vh(record, &place);
    puts("`endif");
}

static void begin_md(const char *record, const char *port, const char *text)
{
    printf("\n`%s`, fields `WF_%s_*`: %s.\n\n| id | bits | meaning |\n|---|---|---|\n", port, record, text);
}

static void field_md(const char *id, unsigned count, enum unit unit, const char *text)
{
    const bool is_macro = unit_text[unit][0] == '`';
    struct sum width = {{0}};

    width.of[unit] = count;
    printf("| `%s` | %s", id, is_macro ? "`` " : "");
    print_sum(&width);
    printf("%s | %s |\n", is_macro ? " ``" : "", text);
}

void wf_gen_record_md(void)
{
    puts("\n## Records of the hardware\n\nEach crosses the hierarchy as one bus, with its `_valid` and `_ready` next "
         "to it. In Verilog a field is `` rt[`WF_RT_PC] ``.\nIn a vector of several cores the field of core c is `` "
         "rt[`WF_RT_W*c + `WF_RT_PC] ``. Widths are those of the parameters `LANES`, `SLOT_W`, `GSLOT_W`, `ID_W` "
         "and\n`TAG_W` of the module.");
#define WF_RECORD(id, port, text) begin_md(#id, port, text);
#define WF_FIELD(id, count, unit, text) field_md(#id, count, unit, text);
#include "record.def"
}

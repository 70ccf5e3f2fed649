/* SPDX-License-Identifier: Apache-2.0
 * rtl_counts.h - the table of dispatches: the hardware's instructions of each against the model's.
 */
#ifndef WF_RTL_COUNTS_H
#define WF_RTL_COUNTS_H

#include "rtl_checks.h"

#include <sys/wait.h>
#include <unistd.h>

enum { COUNTED = 12 };
struct rtl_row { unsigned long long instructions, cycles; };

/* Instructions and cycles of each row of a table.  The number of rows. */
static inline unsigned rtl_read_rows(const char *path, struct rtl_row row[2 * COUNTED])
{
    static const char instructions[] = "\"instructions\": ", cycles[] = "\"cycles\": ";
    char line[4096];
    unsigned rows = 0;
    FILE *table = fopen(path, "r");

    while (table && fgets(line, sizeof line, table)) {
        const char *i = strstr(line, instructions), *c = strstr(line, cycles);
        if (!i || !c || rows == 2 * COUNTED)
            continue;
        row[rows].instructions = strtoull(i + sizeof instructions - 1, NULL, 10);
        row[rows++].cycles = strtoull(c + sizeof cycles - 1, NULL, 10);
    }
    if (table)
        fclose(table);
    return rows;
}

/* COUNTED dispatches of other numbers of groups at two wave sizes: all in flight together, then one after the other. */
static inline bool rtl_run_counted(const char *on)
{
    bool right = true;
    struct rtl r;

    rtl_open(&r, on, "", 4, NULL);
    struct kit_pipeline wide = kit_pipeline(&r.kit, rtl, sizeof rtl, 2, 8, 8);
    const VkDescriptorSet set = kit_set(&r.kit, &wide, (const struct kit_buffer *const[]){&r.a, &r.b}, 2);
    for (int apart = 0; apart < 2; apart++) {
        const VkCommandBuffer commands = kit_begin(&r.kit);
        for (uint32_t n = 0; n < COUNTED; n++) {
            rtl_record(&r, commands, n % 2 ? &wide : &r.pipeline, n % 2 ? set : r.set, SUM, 1, 1 + n % 4);
            if (apart)
                rtl_barrier(commands);
        }
        right &= kit_submit(&r.kit, commands) == VK_SUCCESS;
    }
    kit_pipeline_free(&r.kit, &wide);
    rtl_close(&r);
    return right;
}

/* Its table.  The number of rows; a process has one table. */
static inline unsigned rtl_count(const char *on, struct rtl_row row[2 * COUNTED])
{
    char path[] = "/tmp/wavefold-stats-XXXXXX.json";
    const int made = mkstemps(path, 5);
    int status = 1;

    close(made);
    const pid_t child = fork();
    if (!child) {
        setenv("WAVEFOLD_STATS", path, 1);
        _exit(!rtl_run_counted(on));
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_EQ(status, 0);
    const unsigned rows = rtl_read_rows(path, row);
    unlink(path);
    return rows;
}

/* Each dispatch has the instructions that it has on the model, also while others run. */
static inline void rtl_check_counts(const char *on)
{
    struct rtl_row hardware[2 * COUNTED] = {{0, 0}}, model[2 * COUNTED] = {{0, 0}};
    unsigned long long together = 0, apart = 0;

    CHECK_EQ(rtl_count(on, hardware), 2 * COUNTED);
    CHECK_EQ(rtl_count("model", model), 2 * COUNTED);
    for (unsigned n = 0; n < 2 * COUNTED; n++) {
        CHECK(model[n].instructions > 0);
        CHECK_EQ(hardware[n].instructions, model[n].instructions);
        *(n < COUNTED ? &together : &apart) += hardware[n].cycles;
    }
    CHECK(together > apart + apart / 2);        /* those together wait for one another: they did overlap */
}

#endif

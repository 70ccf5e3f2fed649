/* SPDX-License-Identifier: Apache-2.0
 * check.h - what wavefold check finds of a shader, for its text and its JSON.
 */
#ifndef WF_CLI_CHECK_H
#define WF_CLI_CHECK_H

#include "json.h"
#include "shader_file.h"
#include "size_table.h"

/* One entry point. */
struct check_entry {
    const struct wf_shader *shader;
    const struct wf_shader_dispatch *dispatch;
    struct size_table sizes;
};

struct check_row {
    const struct wf_shader_resource *r;
    unsigned number;            /* of its buffer in the kernel: those that are used, in the order of the module */
};
/* The resources in the order of their bindings; their number, and rows that the caller frees, NULL without memory. */
size_t check_rows(const struct check_entry *entry, struct check_row **row);
/* "not used", "read only", "written", "only read"; "": not known. */
const char *check_access(const struct check_entry *entry, const struct check_row *row);
/* "GroupNonUniformShuffleRelative" is "shuffle relative", "GroupNonUniform" alone "basic"; false: not of subgroups. */
bool check_feature(const char *capability, char text[64]);
/* The constant is one that the program fills in. */
bool check_is_filled_in(const struct check_entry *entry, const struct wf_shader_constant *constant);
/* The stage of an entry point: that of the module, or one with groups that the source names. */
enum wf_stage check_stage(const struct check_entry *entry);
/* Waves of a group of whole waves, from the command line or the source; 0: groups have threads. */
uint32_t check_num_waves(const struct check_entry *entry);

/* ---- JSON (check_json.c) ----------------------------------------------------------------------------------------- */

/* `message`: of the validator, NULL: valid; `version` NULL: there is none. */
void check_json_begin(struct json *json, const char *file, const char *version, const char *message);
void check_json_other(struct json *json, const struct wf_shader_entry_point *entry);
void check_json_entries(struct json *json);
void check_json_entry(struct json *json, const struct check_entry *entry);
/* A kernel file has its wave sizes alone. */
void check_json_file(struct json *json, const char *file, const char *variant, const struct size_table *sizes);
void check_json_end(struct json *json);

#endif

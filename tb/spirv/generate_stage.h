/* SPDX-License-Identifier: Apache-2.0
 * generate_stage.h - the stages other than compute: what they run for, take and give.
 */
#ifndef GENERATE_STAGE_H
#define GENERATE_STAGE_H

#include "generate_state.h"

/* ---- fragment shaders: generate_pixel.c ---- */
bool has_quads(const struct gen *g);                /* derivatives are defined; those of compute shaders too */
void choose_rectangle(struct gen *g);
void declare_pixels(struct gen *g);
void begin_pixel(struct gen *g);                    /* at the start of the entry point; of vertex shaders too */
void begin_outputs(struct gen *g);                  /* each gets a value */
void random_pixel(struct gen *g);                   /* in the entry point; likewise */
void random_demotion(struct gen *g);                /* likewise */
void pixel_place(struct gen *g, uint32_t place[2]); /* column and row, words */
uint32_t pixel_number(struct gen *g);
/* In a helper lane, where some results are undefined, something else. */
uint32_t of_active_lane(struct gen *g, kind k, uint32_t id);

/* ---- vertex shaders: generate_vertex.c ---- */
void choose_vertices(struct gen *g);
void declare_vertices(struct gen *g);
uint32_t vertex_number(struct gen *g);
void declare_vertex_outputs(struct gen *g);
/* Of one, of as many as there are vertices, or another number of things[]; with `points` an array, of the vertices of a primitive. */
void declare_vertex_input(struct gen *g, unsigned n, const uint32_t things[3], uint32_t points);
kind kind_of_record(struct gen *g);
uint32_t words_of(kind k);                           /* an input or output in a record, and its words */
unsigned new_records(struct gen *g, const char *name, uint32_t words);      /* the number of a buffer */

/* ---- geometry shaders: generate_geometry.c ---- */
void choose_primitives(struct gen *g);
void declare_geometry(struct gen *g);
void random_emission(struct gen *g);                /* in the entry point */
uint32_t primitive_number(struct gen *g);

void declare_capture(struct gen *g);                /* generate_capture.c: of the outputs that are declared */

/* ---- tessellation shaders: generate_patch.c ---- */
void choose_control(struct gen *g, uint32_t local[3]);
void choose_evaluation(struct gen *g);
void declare_control(struct gen *g);
void declare_evaluation(struct gen *g);
uint32_t control_number(struct gen *g);
uint32_t evaluation_number(struct gen *g);
void begin_control(struct gen *g);                  /* at the start of the entry point */
void random_patch_round(struct gen *g);             /* uniform flow only */
void load_own_output(struct gen *g);                /* of a control shader, in the entry point */

/* ---- task shaders, and mesh groups of tasks: generate_task.c ---- */
void declare_task(struct gen *g);
void begin_task(struct gen *g);                     /* at the start of the entry point; at its end */
void end_task(struct gen *g);
void random_payload(struct gen *g);                 /* in the entry point */
void random_payload_round(struct gen *g);           /* of a task shader; uniform flow only */
void choose_tasks(struct gen *g);
void declare_tasks(struct gen *g);
uint32_t groups_before(struct gen *g);              /* those of the tasks before */

/* ---- mesh shaders: generate_mesh.c ---- */
void declare_mesh(struct gen *g);
void begin_mesh(struct gen *g);                     /* at the start of the entry point */

#endif

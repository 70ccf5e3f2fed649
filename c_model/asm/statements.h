/* SPDX-License-Identifier: Apache-2.0
 * statements.h - what a line of the text can be: attributes, buffers, expectations, code.
 */
#ifndef WAVEFOLD_ASM_STATEMENTS_H
#define WAVEFOLD_ASM_STATEMENTS_H

#include "state.h"

/* attr.c, rejects.c */
void wfa_attributes(struct wfa *p);                 /* at '[' */
void wfa_variant_attributes(struct wfa *p, bool chosen);    /* likewise, up to the first that is none */
void wfa_commit_shape(struct wfa *p);               /* between the passes */
void wfa_check_dispatch(struct wfa *p);             /* after the second pass */

/* buffer.c, expect.c: after the word */
bool wfa_buffer(struct wfa *p);
/* NAME, what `shape` reads after it into `words` (and `image`), `= values`, and again after a comma.  `what` is expected
 * when there is no name.  False after a message, as `shape` is. */
bool wfa_buffers(struct wfa *p, const char *what, bool (*shape)(struct wfa *p, struct wf_kernel_buffer *buffer));
/* In the first pass, at the word: which buffers and images there will be, for addresses. */
void wfa_note_buffers(struct wfa *p);
/* There is room for so many words; false after a message at `pos`. */
bool wfa_buffer_fits(struct wfa *p, struct wfa_pos pos, uint64_t words);
/* For a message about one that does not fit: ", and the other buffers 12", or nothing where there are none. */
const char *wfa_other_words(const struct wfa *p, char text[60]);
bool wfa_expectation(struct wfa *p, struct wfa_pos pos);    /* of the word */
bool wfa_variant_reject(struct wfa *p, bool chosen);        /* at `reject` */

/* image.c: after the words */
bool wfa_image(struct wfa *p);
bool wfa_sampler(struct wfa *p);

/* quads.c: after the word; after the second pass; a pixel shader without any, when nothing else is wrong */
bool wfa_quads(struct wfa *p, struct wfa_pos pos);
void wfa_finish_quads(struct wfa *p);
void wfa_check_quads(struct wfa *p);

/* invocations.c: after the word, `vertices` or another.  Of a shader whose lanes are its invocations, when the wave
 * size is known: its groups, false after a message; the contents of WF_MESH_INPUTS; what is wrong with the words of an
 * input, NULL: nothing. */
bool wfa_lanes(struct wfa *p, struct wfa_pos pos, enum wf_stage stage);
/* patches.c: after the word. */
bool wfa_patches(struct wfa *p, struct wfa_pos pos);
/* TessCoord of an evaluation shader.  From its words: how many points of the domain there are. */
bool wfa_is_coord(const struct wfa *p, const struct wf_shader_location *at);
void wfa_count_points(struct wfa *p);
/* Words of all records of control points and patches in WF_MESH_INPUTS. */
uint64_t wfa_words_of_patches(const struct wf_shader_lanes *lanes, const struct wf_mesh_layout *layout);
/* io.c: no other statement before has what a shader of some stage runs for; false after a message. */
bool wfa_begin_lanes(struct wfa *p, struct wfa_pos pos, enum wf_stage stage);
/* "vertices": the word of that statement. */
const char *wfa_counted(enum wf_stage stage);
bool wfa_place_lanes(struct wfa *p);
void wfa_fill_inputs(struct wfa *p, uint32_t *to);
const char *wfa_misfit_of_lanes(const struct wfa *p, const struct wfa_io *io, const struct wf_shader_location *at,
                                   char text[160]);

/* variant.c: after the word */
bool wfa_variant(struct wfa *p, struct wfa_pos pos);
/* Between the passes: an error when the caller names a variant that the file does not have. */
void wfa_choose_variant(struct wfa *p);

/* shader.c: after the words.  shader_open.c: between the passes.  shader_code.c: after the second pass */
bool wfa_shader(struct wfa *p, struct wfa_pos pos);
bool wfa_task(struct wfa *p, struct wfa_pos pos);
/* The module of a variant, after its `=`; `pos` is that of `variant`. */
bool wfa_variant_module(struct wfa *p, struct wfa_pos pos, bool chosen);
bool wfa_spec(struct wfa *p);
bool wfa_bind(struct wfa *p);
bool wfa_set_and_binding(struct wfa *p, struct wfa_bind *bind);
/* [ELEMENT] after it, if there is one: of an array. */
bool wfa_element(struct wfa *p, struct wfa_bind *bind);
bool wfa_add_binding(struct wfa *p, const struct wfa_bind *bind);
/* Of one set, binding and element. */
bool wfa_same_binding(const struct wfa_bind *x, const struct wfa_bind *y);
bool wfa_push(struct wfa *p, struct wfa_pos pos);
void wfa_open_shader(struct wfa *p);
/* With all specialization constants: those that depend on the wave size are known by then, and must not change the
 * group. */
bool wfa_open_shader_again(struct wfa *p);
void wfa_lower_shader(struct wfa *p);
/* shader_bind.c: buffers for all that the entry point uses, large enough; numbers for arrays of blocks.  False after an
 * error. */
bool wfa_take_bindings(struct wfa *p);
/* shader_layout.c: keep its layout with the buffer that is bound to it; the first of several. */
void wfa_keep_layout(struct wfa *p, struct wf_kernel_buffer *b, const struct wf_shader_resource *r);
/* Of struct wf_shader_target; `user` is the wfa. */
uint32_t wfa_buffer_number(void *user, uint32_t set, uint32_t binding, bool is_push, uint32_t *elements);
/* Likewise: the buffer whose memory it is, that of a view or its own. */
uint32_t wfa_buffer_memory(void *user, uint32_t number);
/* A number without a buffer, for addresses.  False after a message. */
bool wfa_add_nothing(struct wfa *p);
/* It is no sampler. */
bool wfa_needs_buffer(const struct wf_shader_resource *resource);
/* shader_image.c.  Of a module's images: the part of the target about them, and the `count` words of their descriptors,
 * which the caller frees.  False after a message. */
bool wfa_bind_images(struct wfa *p, struct wf_shader_target *target, uint32_t **words, size_t *count);
/* Of an image without a known format; NONE: it is no image. */
enum wf_image_format wfa_format_to_look(const struct wf_shader_resource *resource);
/* An error about the shader as a whole: at its name in the kernel file, or nowhere. */
void wfa_complain(struct wfa *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* An error when the attribute is given, because the module states it. */
void wfa_refuse_attribute(struct wfa *p, enum wfa_attribute which, const char *what);

/* shader_mesh.c: `output` of a shader that has records, at the kind; whether a buffer is one. */
bool wfa_at_mesh_output(const struct wfa *p);
bool wfa_mesh_output(struct wfa *p);
bool wfa_is_output(const struct wfa *p, unsigned buffer);
/* Of a task shader that belongs to a mesh shader: the buffers of that.  False after an error, as the next. */
bool wfa_take_mesh_buffers(struct wfa *p);
/* Of a shader that has records: the buffers of its results, when the others are there. */
bool wfa_make_mesh_buffers(struct wfa *p);
/* io.c: after the words. */
bool wfa_input(struct wfa *p, struct wfa_pos pos);
bool wfa_output(struct wfa *p, struct wfa_pos pos);
bool wfa_add_io(struct wfa *p, const struct wfa_io *io);
/* Of the module: what is at this location; NULL: nothing is. */
const struct wf_shader_location *wfa_location(const struct wfa *p, enum wf_location_kind kind, uint32_t location,
                                              uint32_t component);
/* Of the file: the statement about this location; NULL: there is none. */
const struct wfa_io *wfa_io_of(const struct wfa *p, const struct wf_shader_location *at);
/* draw.c.  Of a fragment shader that has a rectangle, or another shader that takes locations: each input and output is
 * given and fits.  Messages name the rest. */
void wfa_check_locations(struct wfa *p);
/* Of another shader: it has none. */
void wfa_refuse_locations(struct wfa *p);
/* The part of the target about its inputs and outputs, which the caller frees as
 * wfa_free_drawn, and the words of its hidden buffer.  False after a message. */
bool wfa_bind_drawn(struct wfa *p, struct wf_shader_drawn *drawn, uint32_t **words, size_t *count);
void wfa_free_drawn(struct wf_shader_drawn *drawn);
/* quads.c: the quads of a rectangle, in rows. */
bool wfa_add_quads(struct wfa *p, struct wfa_pos pos, const struct wf_shader_rectangle *rectangle);
/* Each quad once for each sample, in rows of its own: those of sample s are s << *shift below. */
bool wfa_split_quads(struct wfa *p, unsigned samples, unsigned *shift);

/* source_shader.c: what the source of a shader states, where the file does not; an error where the two differ. */
void wfa_take_source(struct wfa *p, const struct wf_shader_attributes *attributes);
/* The stage of the module that is open, if it has records. */
void wfa_take_stage(struct wfa *p);

/* repeat.c: after the words; where none may be open */
bool wfa_repeat(struct wfa *p, struct wfa_pos pos);
bool wfa_endrepeat(struct wfa *p, struct wfa_pos pos);
void wfa_no_repeat(struct wfa *p);

/* insn.c, mnemonic.c, flow.c */
/* What the dispatch rules ask of an instruction. */
bool wfa_note_use(struct wfa *p, struct wfa_pos pos, const struct wf_insn *insn);
bool wfa_instruction(struct wfa *p);
/* Takes the mnemonic: opcode and, from its suffixes, mod and imm16.  `both`: a 64-bit atomic without a half is the
 * instructions of both; the other one follows. */
bool wfa_mnemonic(struct wfa *p, struct wf_insn *insn, bool *both);
bool wfa_emit(struct wfa *p, struct wfa_pos pos, const struct wf_insn *insn);
/* `loops`: which loop a break or continue is about, 1 the innermost, 2 the one around it. */
bool wfa_flow(struct wfa *p, struct wfa_pos pos, uint8_t op, uint8_t a, unsigned loops);
void wfa_finish_code(struct wfa *p);

/* parse.c: the whole text, one pass */
void wfa_statements(struct wfa *p);

#endif

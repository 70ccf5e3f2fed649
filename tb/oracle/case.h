/* SPDX-License-Identifier: Apache-2.0
 * case.h - one kernel file for one wave size: read, run on the C model, and compared.
 */
#ifndef WFO_CASE_H
#define WFO_CASE_H

#include "facts.h"

#include "../../c_model/cli/kernel_file.h"
#include "wavefold/kernel.h"

enum { WFO_TEXT = 400 };

/* What came of it.  KNOWN: wrong as a listed fault of the device is. */
enum wfo_verdict { WFO_PASS, WFO_FAIL, WFO_KNOWN, WFO_SKIP, WFO_VERDICTS };

struct wfo_case {
    const char *path;
    struct wf_kernel *kernel;
    struct wf_shape shape;
    struct wf_shader *shader;           /* the module, opened for what it needs */
    struct wfo_facts facts;
    struct wf_buffer place[WF_MAX_BUFFERS];
    size_t words;                       /* of global memory */
    uint32_t *model, *device;           /* [words] its contents, after the run on the model and on the device */
    uint8_t *open;                      /* [words], 1: depends on which wave goes first, as further runs on the model show */
    bool ran;                           /* on the model, to the end */
    bool is_changed;                    /* it has another module than the file names, and may meet any fault */
    bool refuses_size;                  /* skipped for the wave size alone */
    size_t compared;                    /* words that were compared in addition to the file's own expectations */
    char text[WFO_TEXT];                /* why it was skipped, or what is wrong */
};

/* Read a kernel file, FILE[:VARIANT], for waves of `wave_size` lanes.  PASS: the model can run it; else see text. */
enum wfo_verdict wfo_case_read(struct wfo_case *c, const char *path, unsigned wave_size);
/* The same from a text of which `path` is the place. */
enum wfo_verdict wfo_case_text(struct wfo_case *c, const char *path, const struct wf_text *text, unsigned wave_size);
/* Run it on the model: PASS when the model gives what the file expects. */
enum wfo_verdict wfo_case_model(struct wfo_case *c, uint64_t seed);
/* Run on the model what the file of `c` is with this module in place of its own: e->model.  False: e->text has the reason. */
bool wfo_case_instead(struct wfo_case *e, const struct wfo_case *c, const uint32_t *module, size_t words, uint64_t seed);
/* Compare what the device gave: with the file, and with the model where the file expects nothing. */
enum wfo_verdict wfo_case_compare(struct wfo_case *c);
/* Whether the device gave what the file expects; leaves c->text alone. */
bool wfo_case_expected(struct wfo_case *c);
void wfo_case_free(struct wfo_case *c);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "run_texts.h"

#include <string.h>

void run_texts_open(struct run_texts *texts, const struct run *run)
{
    *texts = (struct run_texts){.run = run, .sources = {.kernel = run->kernel, .path = run->file}};
}

static const struct wf_text *find_text(void *user, const struct wf_kernel *kernel, const char *name)
{
    struct run_texts *t = user;
    if (!name)
        return t->run->is_shader ? NULL : &t->run->input.text;
    if (t->sources.kernel != kernel) {          /* each dispatch has a module of its own */
        wf_sources_free(&t->sources);
        t->sources = (struct wf_sources){.kernel = kernel, .path = t->run->file};
    }
    const char *text = wf_source_text(&t->sources, name);
    t->text = (struct wf_text){.text = (char *)text, .length = text ? strlen(text) : 0};      /* nobody writes there */
    return text ? &t->text : NULL;
}

struct wf_profile_texts run_texts_finder(struct run_texts *texts)
{
    return (struct wf_profile_texts){find_text, texts};
}

void run_texts_free(struct run_texts *texts)
{
    wf_sources_free(&texts->sources);
}

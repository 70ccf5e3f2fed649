/* SPDX-License-Identifier: Apache-2.0
 * pipeline.h - VkShaderModule and compute pipelines.
 *
 * Code depends on the formats of the images and on the samplers that it is used with.  So a pipeline has a list of
 * codes, one for each set of these that it met: most have one.
 */
#ifndef WAVEFOLD_VULKAN_PIPELINE_H
#define WAVEFOLD_VULKAN_PIPELINE_H

#include "codes.h"
#include "held.h"
#include "layout.h"

/* Numbers of the buffers that the driver adds to those of a dispatch. */
enum { WFV_NUMBER_TABLE = 249, WFV_NUMBER_SCRATCH, WFV_NUMBER_IMAGES, WFV_NUMBER_BASE,
       WFV_NUMBER_NULL,                 /* no bytes: of records of descriptors of nothing, and */
       WFV_NUMBER_UNWRITTEN };          /* of those that were never written */

/* Bytes of a name of an object, with its end. */
enum { WFV_CALLED = 64 };

struct wfv_module {
    char called[WFV_CALLED];            /* by VK_EXT_debug_utils, or "" */
    struct wfv_digest digest;
    size_t words;
    uint32_t word[];
};
WFV_HANDLE(VkShaderModule, wfv_module)

/* A binding that the shader uses: its elements have numbers that follow each other. */
struct wfv_slot {
    enum wf_shader_kind kind;
    bool is_push, is_array, is_written;
    bool is_uniform;                    /* nothing writes it while the dispatch runs */
    uint32_t set, binding;
    uint32_t elements;
    uint64_t least;                     /* bytes that code may take for there, of a block that is no array; else 0 */
    enum wf_image_format otherwise;     /* of an image: what code is made for where none is bound */
    bool is_far;                        /* its elements have records instead of numbers: */
    uint32_t record;                    /* the byte of the first, after the descriptors of images */
    uint32_t number;                    /* of the first, of what is no sampler; WF_MAX_BUFFERS: it has none */
    uint32_t image;                     /* of images: the first of their descriptors */
    uint32_t key;                       /* of images and samplers: the first of their elements in a key */
};

/* What an element of a slot with images or samplers is bound to, as far as code depends on it. */
struct wfv_key {
    enum wf_image_format format;
    uint8_t swizzle[4];
    bool has_sampler;
    struct wf_sampler sampler;
};

/* Dispatches of a code on the model, those in parts (parts.c) and those on one machine; how many are to go without
 * parts, and how many after the next that fails. */
struct wfv_runs {
    atomic_ullong in_parts, whole;
    unsigned pause, next;
};
struct wfv_code {
    struct wfv_code *next;
    uint64_t number;                    /* no other of the process has it */
    struct wfv_lowered *lowered;        /* held */
    struct wf_shader_code code;         /* that of `lowered` */
    struct wf_desc desc;                /* except its grid */
    bool has_base;                      /* its groups are numbered from a base on, in the buffer WFV_NUMBER_BASE */
    bool is_careful; /* buffers may be smaller than their blocks, and may end within words and scalars */
    bool fits_parts;                    /* wf_claims_fit */
    struct wfv_runs *runs;              /* the engine's, changed with its lock held */
    uint64_t table_at;                  /* the table of constants in the arena; 0: it has none */
    struct wfv_key key[];               /* [pipeline->keys] */
};

struct wfv_pipeline {
    struct wfv_held held;
    struct wfv_pipeline_layout *layout;
    struct wf_shader *shader;
    struct wfv_source source;           /* of its codes */
    const char *name;                   /* of the entry point */
    char called[WFV_CALLED];            /* by VK_EXT_debug_utils: it or its module; or "" */
    uint32_t hash;                      /* of its module: differs for entry points of one name */
    uint32_t wave_size;
    uint32_t shown_wave_size;           /* that the shader reads */
    uint32_t slots, keys, images;       /* images: descriptors of them */
    uint32_t inline_bytes;              /* of inline uniform blocks */
    uint32_t record_bytes;              /* of slots that are far */
    bool has_wide;                      /* scalars of 64 bits */
    struct wfv_slot *slot;
    pthread_mutex_t lock;               /* of the codes */
    struct wfv_code *code;
};
WFV_HANDLE(VkPipeline, wfv_pipeline)

/* shape.c: the wave size that the pipeline runs at, and the one that its shader reads.  False with a message: the size
 * of its groups is none that the device has. */
bool wfv_pipeline_shape(const struct wfv_device *device, struct wfv_pipeline *pipeline,
                        const VkPipelineShaderStageCreateInfo *stage, char message[WF_SHADER_MESSAGE]);

/* The code for a key of pipeline->keys elements and a base of groups, made now if need be.  NULL with a message. */
const struct wfv_code *wfv_pipeline_code(struct wfv_device *device, struct wfv_pipeline *pipeline,
                                         const struct wfv_key *key, const uint32_t base[3], bool careful,
                                         char message[WF_SHADER_MESSAGE]);

/* The slots of its shader.  An error: no memory, or with a message, the device has too few numbers. */
VkResult wfv_pipeline_slots(struct wfv_pipeline *pipeline, char message[WF_SHADER_MESSAGE]);
void wfv_pipeline_drop_codes(struct wfv_device *device, struct wfv_pipeline *pipeline);

#endif

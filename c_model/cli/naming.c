/* SPDX-License-Identifier: Apache-2.0
 * naming.c - see naming.h.
 */
#include "naming.h"

#include <inttypes.h>
#include <stdlib.h>

void wf_name_instruction(const struct wf_kernel *kernel, size_t pc, char *text, size_t size)
{
    const char *source = pc < kernel->count ? wf_kernel_source(kernel, pc) : "(no instruction)";
    if (*source)
        snprintf(text, size, "%s", source);
    else
        wf_kernel_disassemble_at(kernel, pc, text, size);
}

void wf_name_thread(const struct wf_kernel *kernel, const struct wf_shape *shape, const uint32_t group[3], unsigned wave, unsigned lane,
                    char *text, size_t size)
{
    uint32_t tid[3], pixel[2], index;
    bool helper;
    char thread[64] = "no thread";
    if (kernel->desc.stage == WF_STAGE_PIXEL && wf_pack_pixel_of(&kernel->desc, shape->wave_size, group[0], lane, pixel, &helper))
        snprintf(thread, sizeof thread, "%s (%" PRIu32 ",%" PRIu32 ")", helper ? "helper pixel" : "pixel", pixel[0], pixel[1]);
    else if (wf_pack_thread(&kernel->desc, shape, wave, lane, tid, &index))
        snprintf(thread, sizeof thread, "thread (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")", tid[0], tid[1], tid[2]);
    snprintf(text, size, "%s of group (%" PRIu32 ",%" PRIu32 ",%" PRIu32 "), wave %u lane %u", thread, group[0], group[1], group[2], wave, lane);
}

void wf_name_memory(const struct wf_kernel *kernel, size_t pc, char *text, size_t size)
{
    const struct wf_insn insn = wf_insn_decode(pc < kernel->count ? kernel->code[pc] : 0);
    const struct wf_op_info *info = wf_op_info(insn.op);
    unsigned number = insn.mod >> 4;
    if (!info || info->unit != WF_UNIT_MEM)
        snprintf(text, size, "groupshared memory, which has %" PRIu32 " bytes", kernel->desc.groupshared_bytes);
    else if (number < kernel->buffers)
        snprintf(text, size, "%s, which has %" PRIu32 " bytes", kernel->buffer[number].name, 4 * kernel->buffer[number].words);
    else
        snprintf(text, size, "buffer %u, which the file does not declare", number);
}

const char *wf_name_unit(uint8_t op)
{
    const struct wf_op_info *info = wf_op_info(op);
    if (!info)
        return "?";
    switch (info->unit) {
    case WF_UNIT_FLOW:  return "flow";
    case WF_UNIT_ALU:   return "alu";
    case WF_UNIT_FPU:   return "fpu";
    case WF_UNIT_PACK:  return "pack";
    case WF_UNIT_XLANE: return "xlane";
    case WF_UNIT_LDS:   return "lds";
    case WF_UNIT_MEM:   return "mem";
    case WF_UNIT_SYNC:  return "sync";
    }
    return "?";
}

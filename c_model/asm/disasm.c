/* SPDX-License-Identifier: Apache-2.0
 * disasm.c - one instruction word as text that the assembler reads back; of a break or continue that names an outer
 * loop only with the code around it, which says how many loops lie between.
 */
#include "wavefold/kernel.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

/* Text goes out piece by piece; `length` counts on when the room is used up, as snprintf does. */
struct out {
    char *text;
    size_t size;
    size_t length;
    const struct wf_kernel *kernel;     /* whose buffers have names, or NULL */
    unsigned loops;                     /* which loop outwards a break or continue names; 1 when it is not known */
};

static void put_char(struct out *o, char c)
{
    if (o->length + 1 < o->size)
        o->text[o->length] = c;
    o->length++;
}

/* Nothing more is put. */
static int end(struct out *o)
{
    if (o->size)
        o->text[o->length < o->size ? o->length : o->size - 1] = '\0';
    return (int)o->length;
}

static void put_text(struct out *o, const char *text)
{
    while (*text)
        put_char(o, *text++);
}

/* At least so many digits. */
static void put_number(struct out *o, unsigned number, unsigned base, unsigned digits)
{
    char digit[10];
    unsigned n = 0;

    while (number || n < digits) {
        digit[n++] = "0123456789abcdef"[number % base];
        number /= base;
    }
    while (n)
        put_char(o, digit[--n]);
}

static void put(struct out *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* As printf, for a tenth of its time: %s, %c, %u and, with eight digits, %x.  Every instruction of a shader is put into
 * words. */
static void put(struct out *o, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    for (; *format; format++) {
        if (*format != '%') {
            put_char(o, *format);
            continue;
        }
        switch (*++format) {
        case 's': put_text(o, va_arg(arguments, const char *)); break;
        case 'c': put_char(o, (char)va_arg(arguments, int)); break;
        case 'u': put_number(o, va_arg(arguments, unsigned), 10, 1); break;
        default:
            assert(!strncmp(format, "08x", 3));
            format += 2;
            put_number(o, va_arg(arguments, unsigned), 16, 8);
        }
    }
    va_end(arguments);
}

static const char *atom_name(unsigned number)
{
    switch (number) {
#define WF_ATOM(id, n, suffix, text) case n: return suffix;
#include "wavefold/isa.def"
    default: return "?";
    }
}

static const char *half_name(enum wf_half number)
{
    switch (number) {
#define WF_HALF(id, n, suffix, text) case WF_HALF_##id: return suffix;
#include "wavefold/isa.def"
    }
    return "?";
}

static const char *mode_name(unsigned number)
{
    switch (number) {
#define WF_SCAN_MODE(id, n, suffix, text) case n: return suffix;
#include "wavefold/isa.def"
    default: return "?";
    }
}

static const char *sv_name(unsigned number)
{
    switch (number) {
#define WF_SV(id, n, name, text) case n: return name;
#include "wavefold/isa.def"
    default: return NULL;
    }
}

static void put_mnemonic(struct out *o, const struct wf_insn *n, const struct wf_op_info *info)
{
    put(o, "%s", info->mnemonic);
    if (wf_op_is_atomic(n->op))
        put(o, ".%s", atom_name(wf_insn_atom(n)));
    if (wf_op_is_atomic64(n->op))
        put(o, ".%s", half_name(wf_insn_half(n)));
    if (*wf_fence_suffix(n->op, n->mod))
        put(o, ".%s", wf_fence_suffix(n->op, n->mod));
    if (info->format != WF_FMT_SCAN)
        return;
    put(o, ".%s", mode_name(n->mod & 3));
    if ((n->mod >> 2 & 3) == WF_SCOPE_CLUSTER)
        put(o, ".cluster%u", 1u << (n->mod >> 4 & 7));
    else if ((n->mod >> 2 & 3) == WF_SCOPE_MULTI)
        put(o, ".multi");
}

static void put_b(struct out *o, const struct wf_insn *n)
{
    if (!n->has_imm)
        put(o, "r%u", n->b);
    else if (wf_op_immediate(n->op) == WF_WORD_FLOAT)
        put(o, "0x%08x", n->imm);
    else if (n->imm < 65536)
        put(o, "%u", n->imm);
    else if (n->imm > 0xffff0000)
        put(o, "-%u", 0 - n->imm);
    else
        put(o, "0x%08x", n->imm);
}

/* One of a word that no assembler made may have no name. */
static void put_sv(struct out *o, unsigned number)
{
    if (sv_name(number))
        put(o, "%s", sv_name(number));
    else
        put(o, "%u", number);
}

static void put_buffer(struct out *o, unsigned number)
{
    if (o->kernel && number < o->kernel->buffers)
        put(o, "%s", o->kernel->buffer[number].name);
    else
        put(o, "b%u", number);
}

static void put_address(struct out *o, const struct wf_insn *n)
{
    if (wf_op_is_table(n->op))
        put(o, "[r%u]", wf_op_is_atomic64(n->op) ? n->b : n->c);
    else if (wf_op_info(n->op)->unit == WF_UNIT_MEM)
        put_buffer(o, n->mod);
    put(o, wf_insn_offset(n) ? "[r%u+%u]" : "[r%u]", n->a, wf_insn_offset(n));
}

static void put_atomic(struct out *o, const struct wf_insn *n)
{
    const bool wide = wf_op_is_atomic64(n->op);

    if (n->no_dst)
        put(o, "_, ");
    else
        put(o, "%c%u, ", wide ? 'q' : 'r', n->dst);
    put_address(o, n);
    if (wide) {
        put(o, ", q%u", n->c);
        return;
    }
    put(o, ", r%u", n->b);
    if (wf_insn_atom(n) == WF_ATOM_CAS)
        put(o, ", r%u", n->c + (n->op == WF_OP_TATOM));
}

static void put_match(struct out *o, const struct wf_insn *n)
{
    if (n->mod == 1)
        put(o, "q%u, r%u", n->dst, n->c);
    else
        put(o, "q%u, q%u, %u", n->dst, n->c, n->mod);
}

static void put_loops(struct out *o, const char *before)
{
    if (o->loops > 1)
        put(o, "%s%u", before, o->loops);
}

static void put_operands(struct out *o, const struct wf_insn *n, const struct wf_op_info *info)
{
    char d = info->words == 4 ? 'q' : 'r';

    switch (info->format) {
    case WF_FMT_NONE: case WF_FMT_FENCE: case WF_FMT_FLOW: break;
    case WF_FMT_IF:    put(o, "r%u", n->a); break;
    case WF_FMT_LEAVE: put_loops(o, ""); break;
    case WF_FMT_LEAVEIF:
        put(o, "r%u", n->a);
        put_loops(o, ", ");
        break;
    case WF_FMT_D:     put(o, "%c%u", d, n->dst); break;
    case WF_FMT_DB:    put(o, "%c%u, ", d, n->dst); put_b(o, n); break;
    case WF_FMT_DAB:   put(o, "%c%u, r%u, ", d, n->dst, n->a); put_b(o, n); break;
    case WF_FMT_DABC:  put(o, "%c%u, r%u, r%u, r%u", d, n->dst, n->a, n->b, n->c); break;
    case WF_FMT_DV:    put(o, "%c%u, ", d, n->dst); put_sv(o, n->mod); break;
    case WF_FMT_SIZE:  put(o, "%c%u, ", d, n->dst); put_buffer(o, n->mod); break;
    case WF_FMT_SCAN:
        put(o, "%c%u, r%u", d, n->dst, n->a);
        if ((n->mod >> 2 & 3) == WF_SCOPE_MULTI)
            put(o, ", q%u", n->c);
        break;
    case WF_FMT_DQ:    put(o, "%c%u, q%u", d, n->dst, n->c); break;
    case WF_FMT_DQB:   put(o, "%c%u, q%u, r%u", d, n->dst, n->c, n->b); break;
    case WF_FMT_MATCH: put_match(o, n); break;
    case WF_FMT_LD: case WF_FMT_GLD: case WF_FMT_TLD:
        put(o, "%c%u, ", d, n->dst);
        put_address(o, n);
        break;
    case WF_FMT_ST: case WF_FMT_GST: case WF_FMT_TST:
        put_address(o, n);
        put(o, ", r%u", n->b);
        break;
    case WF_FMT_ATOM: case WF_FMT_GATOM: case WF_FMT_TATOM:
    case WF_FMT_ATOM64: case WF_FMT_GATOM64: case WF_FMT_TATOM64:
        put_atomic(o, n);
        break;
    case WF_FMT_COUNT: break;
    }
}

/* Where a FLOW instruction may go: the assembler finds this from the structure. */
static void put_targets(struct out *o, const struct wf_insn *n, const struct wf_op_info *info)
{
    if (info->unit != WF_UNIT_FLOW || info->format == WF_FMT_NONE || info->format == WF_FMT_FENCE)
        return;
    put(o, "  // to %u", n->imm16);
    if (n->mod)
        put(o, ", level %u", n->mod);
    if (n->op == WF_OP_ENDLOOP)
        put(o, ", back to %u", n->back);
}

static bool has_operands(const struct out *o, enum wf_format format)
{
    return format != WF_FMT_NONE && format != WF_FMT_FENCE && format != WF_FMT_FLOW &&
           (format != WF_FMT_LEAVE || o->loops > 1);
}

static int put_word(struct out *o, uint64_t word)
{
    const struct wf_insn n = wf_insn_decode(word);
    const struct wf_op_info *info = wf_op_info(n.op);

    if (!info) {
        put(o, "// no instruction: 0x%08x%08x", (unsigned)(word >> 32), (unsigned)word);
        return end(o);
    }
    put_mnemonic(o, &n, info);
    if (has_operands(o, info->format))
        put(o, " ");
    put_operands(o, &n, info);
    put_targets(o, &n, info);
    return end(o);
}

/* Backwards to the loop of the level that instruction `at` names: how many loops around it are open until there. */
static unsigned loops_outwards(const uint64_t *code, size_t at)
{
    const uint8_t level = wf_insn_decode(code[at]).mod;
    unsigned loops = 0, closed = 0;

    while (at-- > 0) {
        const struct wf_insn n = wf_insn_decode(code[at]);
        const bool opens = n.op == WF_OP_IF || n.op == WF_OP_LOOP;
        if (n.op == WF_OP_ENDIF || n.op == WF_OP_ENDLOOP)
            closed++;
        else if (opens && closed)
            closed--;
        else if (opens) {
            loops += n.op == WF_OP_LOOP;
            if (n.mod <= level)
                return loops;
        }
    }
    return 1;
}

static int put_instruction(struct out *o, const uint64_t *code, size_t at)
{
    const uint8_t op = wf_insn_decode(code[at]).op;

    if (op == WF_OP_BREAK || op == WF_OP_BREAKIF || op == WF_OP_CONTINUE)
        o->loops = loops_outwards(code, at);
    return put_word(o, code[at]);
}

int wf_kernel_disassemble_at(const struct wf_kernel *kernel, size_t at, char *text, size_t size)
{
    return put_instruction(&(struct out){text, size, 0, kernel, 1}, kernel->code, at);
}

int wf_code_disassemble(const uint64_t *code, size_t at, char *text, size_t size)
{
    return put_instruction(&(struct out){text, size, 0, NULL, 1}, code, at);
}

int wf_disassemble(uint64_t word, char *text, size_t size)
{
    return put_word(&(struct out){text, size, 0, NULL, 1}, word);
}

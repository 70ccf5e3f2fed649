/* SPDX-License-Identifier: Apache-2.0 */
#include "contents.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "half.h"
#include "kernel_file.h"

enum { MOST_BYTES = 256 << 20 };        /* of all buffers together: the library's limit */

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

bool contents_are_values(const char *in)
{
    return begins(in, "values:");
}

size_t contents_length(const char *in)
{
    const size_t prefix = begins(in, "zero:") || begins(in, "text:") ? 5 : contents_are_values(in) ? 7 : 0;
    return prefix + strcspn(in + prefix, ":");
}

/* ---- a number ---------------------------------------------------------------------------------------------------- */

/* Digits alone, so that strtod takes nothing else: no hexadecimal floats, no "infinity". */
static bool is_decimal_float(const char *text)
{
    const char *at = text + (*text == '-' || *text == '+');
    if (!strcmp(at, "inf") || !strcmp(at, "nan"))
        return true;
    const size_t whole = strspn(at, "0123456789");
    at += whole;
    const size_t part = *at == '.' ? strspn(at + 1, "0123456789") : 0;
    at += *at == '.' ? 1 + part : 0;
    if (!whole && !part)
        return false;
    if (*at != 'e' && *at != 'E')
        return !*at;
    at += 1 + (at[1] == '-' || at[1] == '+');
    return *at && !at[strspn(at, "0123456789")];
}

static bool is_hex(const char *text)
{
    return text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && text[2] &&
           !text[2 + strspn(text + 2, "0123456789abcdefABCDEF")];
}

static bool is_integer(const char *text)
{
    text += *text == '-' || *text == '+';
    return *text && !text[strspn(text, "0123456789")];
}

bool contents_number(const char *text, size_t length, struct contents_number *number)
{
    char copy[64];
    if (length == 0 || length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    *number = (struct contents_number){.is_hex = is_hex(copy), .is_negative = *copy == '-'};
    errno = 0;
    if (number->is_hex)
        number->magnitude = strtoull(copy + 2, NULL, 16);
    else if (is_integer(copy))
        number->magnitude = strtoull(copy + (*copy == '-' || *copy == '+'), NULL, 10);
    else if (is_decimal_float(copy))
        number->is_float = true;
    else
        return false;
    if (errno)
        return false;
    number->real = strtod(copy, NULL);
    number->single = strtof(copy, NULL);        /* too large or too small ones are infinity and the nearest small one */
    return true;
}

bool contents_fits(const struct contents_number *number, unsigned width, uint64_t *bits)
{
    const uint64_t top = UINT64_C(1) << (width - 1), mask = top | (top - 1);
    *bits = (number->is_negative ? 0 - number->magnitude : number->magnitude) & mask;
    return !number->is_float && number->magnitude <= (number->is_negative ? top : mask);
}

bool contents_word(const struct contents_number *number, uint32_t *word)
{
    uint64_t bits;
    const bool fits = contents_fits(number, 32, &bits);
    if (number->is_float)
        memcpy(word, &number->single, sizeof *word);
    else
        *word = (uint32_t)bits;
    return fits || number->is_float;
}

void contents_float_bits(const struct contents_number *n, unsigned width, uint32_t word[2])
{
    uint64_t bits = 0;
    if (width == 64)
        memcpy(&bits, &n->real, sizeof n->real);
    else if (width == 32)
        memcpy(&bits, &n->single, sizeof n->single);
    else
        bits = half_of(n->real);
    memcpy(word, (uint32_t[2]){(uint32_t)bits, (uint32_t)(bits >> 32)}, 2 * sizeof *word);
}

/* ---- the three forms --------------------------------------------------------------------------------------------- */

static enum wf_exit misuse(const char *option, const char *what, const char *in)
{
    char text[160];
    snprintf(text, sizeof text, "%s: %s, not", option, what);
    return cli_misuse(text, in);
}

static enum wf_exit zeros(const char *option, const char *in, struct contents *contents)
{
    uint64_t bytes;
    const char *end = cli_digits(in + 5, MOST_BYTES, &bytes);
    if (!end || *end || bytes < 4 || bytes % 4)
        return misuse(option, "zero: needs a number of bytes, a multiple of 4 from 4 to 268435456", in);
    contents->words = (uint32_t)(bytes / 4);
    return WF_EXIT_OK;
}

bool contents_address(const char *text, size_t length, const struct contents_buffers *buffers, uint32_t word[2])
{
    struct piece piece;
    if (*text != '@' || piece_take(text + 1, &piece) != text + length || !buffers)
        return false;
    word[0] = (uint32_t)piece.from;
    word[1] = buffers->high(buffers->user, &piece.of);
    return word[1] != 0;
}

static enum wf_exit list(const char *option, const char *in, const struct contents_buffers *buffers,
                         struct contents *contents)
{
    const char *at = in + 5, *end = at + strlen(at);
    contents->word = calloc(strlen(at) + 2, sizeof *contents->word);        /* an address, "@A", is two words */
    if (!contents->word)
        return cli_no_memory();
    for (bool more = true; more;) {
        const size_t length = strcspn(at, ",");
        struct contents_number number;
        const bool address = *at == '@';
        if (address && !contents_address(at, length, buffers, &contents->word[contents->words]))
            return misuse(option, "text: needs addresses such as @0.1 or @NAME+16, of a --bind or a --buffer", in);
        if (!address && (!contents_number(at, length, &number) ||
                         !contents_word(&number, &contents->word[contents->words])))
            return misuse(option, "text: needs words of 32 bits such as 1,-2,3.5,0x10, or addresses such as @0.1", in);
        contents->words += 1 + address;
        at += length;
        more = at < end;
        at += more;
    }
    return WF_EXIT_OK;
}

/* Little-endian words, whatever the machine. */
static enum wf_exit words_of(const char *path, const struct wf_text *text, struct contents *contents)
{
    const unsigned char *byte = (const unsigned char *)text->text;
    if (!text->length || text->length % 4)
        return cli_tell(WF_EXIT_WRONG, "%s: error: %s%zu bytes; expected words of 4 bytes, 4 bytes or more\n", path,
                        text->length ? "has " : "is empty, ", text->length);
    contents->words = (uint32_t)(text->length / 4);
    contents->word = malloc(text->length);
    if (!contents->word)
        return cli_no_memory();
    for (size_t i = 0; i < contents->words; i++)
        contents->word[i] = byte[4 * i] | (uint32_t)byte[4 * i + 1] << 8 | (uint32_t)byte[4 * i + 2] << 16 |
                            (uint32_t)byte[4 * i + 3] << 24;
    return WF_EXIT_OK;
}

static enum wf_exit from_file(const char *path, struct wf_inputs *inputs, struct contents *contents)
{
    struct wf_text text;
    enum wf_exit status = wf_text_read_up_to(path, MOST_BYTES, &text);
    if (!status && !wf_inputs_add(inputs, path))
        status = cli_no_memory();
    if (!status)
        status = words_of(path, &text, contents);
    free(text.text);
    return status == WF_EXIT_INPUT ? WF_EXIT_WRONG : status;
}

enum wf_exit contents_read(const char *option, const char *in, struct wf_inputs *inputs,
                           const struct contents_buffers *buffers, struct contents *contents)
{
    *contents = (struct contents){NULL, 0};
    if (begins(in, "zero:"))
        return zeros(option, in, contents);
    return begins(in, "text:") ? list(option, in, buffers, contents) : from_file(in, inputs, contents);
}

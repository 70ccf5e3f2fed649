/* SPDX-License-Identifier: Apache-2.0
 * lex.c - text to words, numbers and punctuation.  Never fails: what is no token becomes WFA_BAD with a complaint.
 */
#include "lex.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wavefold/utf8.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

void wfa_lex_start(struct wfa_lexer *lexer, const char *text, size_t length)
{
    *lexer = (struct wfa_lexer){.text = text, .length = length, .line = 1, .fresh = true};
    if (length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))    /* byte order mark */
        lexer->at = lexer->line_start = 3;
}

static char peek(const struct wfa_lexer *l, size_t ahead)
{
    return l->at + ahead < l->length ? l->text[l->at + ahead] : '\0';
}

static void skip_blanks(struct wfa_lexer *l)
{
    while (l->at < l->length) {
        char c = l->text[l->at];
        if (c == '#' || (c == '/' && peek(l, 1) == '/')) {
            const char *end = memchr(l->text + l->at, '\n', l->length - l->at);
            l->at = end ? (size_t)(end - l->text) : l->length;
            return;
        }
        if (c != ' ' && c != '\t' && c != '\r')
            return;
        l->at++;
    }
}

/* ---- numbers ---- */

typedef const struct wfa_complaint *complaint;

static const struct wfa_complaint
    too_large = {"number does not fit in 32 bits", "at most 4294967295 (0xffffffff)"},
    no_digits = {"number without digits", "digits after 0x or 0b: 0x2a, 0b101010"},
    no_power = {"float exponent without digits", "digits after the e: 1e-3"},
    huge_float = {"float is too large for 32 bits", "at most 3.4028235e38, or inf"},
    many_digits = {"float with more than 100 digits", "at most 100"},
    no_first_digit = {"float without a digit before its point", "one: 0.5"},
    with_suffix = {"number with a suffix", "none: integers are 42, 0x2a and 0b101010, floats 1.5 and 1e-3, also 1.5f"},
    no_number = {"not a number", "an integer such as 42, 0x2a or 0b101010, or a float such as 1.5, 1e-3 or 1.5f"},
    open_text = {"text without closing quote", NULL},
    no_text = {"byte that is not text", NULL},
    beyond_ascii = {"character beyond ASCII", NULL},
    stray = {"stray character", NULL};

/* The letters that C and HLSL put behind a number. */
static bool is_suffix(const char *text, const char *end)
{
    if (text == end || end - text > 3)
        return false;
    for (; text < end && strchr("uUlLhHfF", *text); text++)
        continue;
    return text == end;
}

static complaint integer(const char *text, size_t length, unsigned base, uint32_t *value)
{
    uint64_t sum = 0;

    if (!length)
        return &no_digits;
    for (size_t n = 0; n < length; n++) {
        char c = text[n];
        unsigned digit = is_digit(c) ? (unsigned)(c - '0') : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                       : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : 99;
        if (digit >= base)
            return n && is_suffix(text + n, text + length) ? &with_suffix : &no_number;
        sum = sum * base + digit;
        if (sum > UINT32_MAX)
            return &too_large;
    }
    *value = (uint32_t)sum;
    return NULL;
}

/* The parts of a decimal float: digits without the point, and a power of ten. */
struct decimal {
    char digits[104];
    size_t count;
    long exponent;
};

static complaint mantissa(const char **at, const char *end, struct decimal *d)
{
    bool point = false, any = false;

    for (; *at < end && (is_digit(**at) || (**at == '.' && !point)); ++*at) {
        if (**at == '.') {
            point = true;
            continue;
        }
        any = true;
        if (d->count || **at != '0') {
            if (d->count == 100)
                return &many_digits;
            d->digits[d->count++] = **at;
        }
        d->exponent -= point;
    }
    return any ? NULL : &no_number;
}

static complaint exponent(const char **at, const char *end, struct decimal *d)
{
    long power = 0;
    bool negative = false;

    if (*at == end || (**at != 'e' && **at != 'E'))
        return NULL;
    ++*at;
    if (*at < end && (**at == '+' || **at == '-'))
        negative = *(*at)++ == '-';
    if (*at == end || !is_digit(**at))
        return &no_power;
    for (; *at < end && is_digit(**at); ++*at)
        if (power < 100000)
            power = power * 10 + (**at - '0');
    d->exponent += negative ? -power : power;
    return NULL;
}

/* Written without a point for strtof, so that the locale's decimal point does not matter. */
static complaint floating(const char *text, size_t length, uint32_t *bits)
{
    const char *at = text, *end = text + length;
    complaint bad;
    struct decimal d = {.count = 0};
    char plain[128];
    float value;

    if ((bad = mantissa(&at, end, &d)) || (bad = exponent(&at, end, &d)))
        return bad;
    if (at < end && *at == 'f')
        at++;
    if (at != end)
        return is_suffix(at, end) ? &with_suffix : &no_number;
    d.digits[d.count] = '\0';
    snprintf(plain, sizeof plain, "%se%ld", d.count ? d.digits : "0", d.count ? d.exponent : 0);
    value = strtof(plain, NULL);
    if (isinf(value))
        return &huge_float;
    memcpy(bits, &value, sizeof *bits);
    return NULL;
}

static void number(struct wfa_lexer *l, struct wfa_token *t)
{
    const char *text = t->text;
    bool prefixed =
        text[0] == '0' && (peek(l, 1) == 'x' || peek(l, 1) == 'X' || peek(l, 1) == 'b' || peek(l, 1) == 'B');
    bool decimal = true;

    while (is_digit(peek(l, 0)) || is_letter(peek(l, 0)) || peek(l, 0) == '.') {
        char c = peek(l, 0), sign = peek(l, 1);
        if (!is_digit(c))
            decimal = false;
        l->at += !prefixed && (c == 'e' || c == 'E') && (sign == '+' || sign == '-') ? 2 : 1;
    }
    t->length = (size_t)(l->text + l->at - text);
    t->kind = WFA_INT;
    if (prefixed)
        t->complaint = integer(text + 2, t->length - 2, text[1] == 'x' || text[1] == 'X' ? 16 : 2, &t->value);
    else if (decimal)
        t->complaint = integer(text, t->length, 10, &t->value);
    else {
        t->kind = WFA_FLOAT;
        t->complaint = floating(text, t->length, &t->value);
    }
    if (!t->complaint && text[0] == '.')
        t->complaint = &no_first_digit;
    if (t->complaint)
        t->kind = WFA_BAD;
}

/* ---- the rest ---- */

static void word(struct wfa_lexer *l, struct wfa_token *t)
{
    t->kind = WFA_WORD;
    while (is_letter(peek(l, 0)) || is_digit(peek(l, 0)) ||
           (peek(l, 0) == '.' && (is_letter(peek(l, 1)) || is_digit(peek(l, 1)))))
        l->at++;
    t->length = (size_t)(l->text + l->at - t->text);
}

static void string(struct wfa_lexer *l, struct wfa_token *t)
{
    do
        l->at++;
    while (l->at < l->length && peek(l, 0) != '"' && peek(l, 0) != '\n');
    if (peek(l, 0) == '"')
        l->at++;
    t->length = (size_t)(l->text + l->at - t->text);
    t->kind = t->length > 1 && t->text[t->length - 1] == '"' ? WFA_STRING : WFA_BAD;
    t->complaint = t->kind == WFA_BAD ? &open_text : NULL;
}

/* Bytes of the character at the lexer's place; 0 when it is none. */
static size_t character(const struct wfa_lexer *l)
{
    char bytes[5] = "";

    memcpy(bytes, l->text + l->at, l->length - l->at < 4 ? l->length - l->at : 4);
    return wf_utf8_length(bytes);
}

static void punctuation(struct wfa_lexer *l, struct wfa_token *t)
{
    static const struct {
        char text[3];
        int kind;
    } pairs[] = {{"<<", WFA_SHL}, {">>", WFA_SHR}, {"<=", WFA_LE}, {">=", WFA_GE},
                 {"==", WFA_EQ}, {"!=", WFA_NE}, {"&&", WFA_ANDAND}, {"||", WFA_OROR}};
    char c = peek(l, 0);

    for (size_t n = 0; n < sizeof pairs / sizeof pairs[0]; n++) {
        if (c == pairs[n].text[0] && peek(l, 1) == pairs[n].text[1]) {
            t->kind = pairs[n].kind;
            t->length = 2;
            l->at += 2;
            return;
        }
    }
    t->length = character(l) > 1 ? character(l) : 1;
    l->at += t->length;
    if (strchr("[](){},=+-*/%&|^~!<>?:", c) && c) {
        t->kind = c;
    } else {
        t->kind = WFA_BAD;
        t->complaint = t->length > 1 ? &beyond_ascii : c < ' ' || c > '~' ? &no_text : &stray;
    }
}

struct wfa_token wfa_lex(struct wfa_lexer *l)
{
    skip_blanks(l);
    struct wfa_token t = {.text = l->text + l->at, .length = 1, .first = l->fresh};
    l->fresh = false;
    t.pos = (struct wfa_pos){l->line, (uint32_t)(l->at - l->line_start + 1)};
    if (l->at == l->length) {
        t.kind = WFA_EOF;
        t.length = 0;
    } else if (*t.text == '\n') {
        t.kind = WFA_NEWLINE;
        l->line_start = ++l->at;
        l->line++;
        l->fresh = true;
    } else if (is_digit(*t.text) || (*t.text == '.' && is_digit(peek(l, 1)))) {
        number(l, &t);
    } else if (is_letter(*t.text)) {
        word(l, &t);
    } else if (*t.text == '"') {
        string(l, &t);
    } else {
        punctuation(l, &t);
    }
    return t;
}

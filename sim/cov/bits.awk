# SPDX-License-Identifier: Apache-2.0
# bits.awk - sets of bits as hexadecimal words, for the scripts beside it.
function digit_of(n) { return substr("0123456789abcdef", n + 1, 1) }
function start_bits(    a, b, bit, x, y, both_of, any_of, count) {
    for (a = 0; a < 16; a++)
        for (b = 0; b < 16; b++) {
            both_of = any_of = count = 0; x = a; y = b
            for (bit = 8; bit >= 1; bit /= 2) {
                if (x >= bit && y >= bit) both_of += bit
                if (x >= bit || y >= bit) any_of += bit
                if (x >= bit) { x -= bit; count++; has_bit[digit_of(a), bit] = 1 }
                if (y >= bit) y -= bit
            }
            bits_both[digit_of(a) digit_of(b)] = digit_of(both_of)
            bits_any[digit_of(a) digit_of(b)] = digit_of(any_of)
            bits_in[digit_of(a)] = count
        }
}
function combine(a, b, table,    i, n, result) {
    while (length(a) < length(b)) a = "0" a
    while (length(b) < length(a)) b = "0" b
    n = length(a)
    for (i = 1; i <= n; i++) result = result table[substr(a, i, 1) substr(b, i, 1)]
    return result
}
function any_bits(a, b) { return a == b ? a : combine(a, b, bits_any) }
function both_bits(a, b) { return a == b ? a : combine(a, b, bits_both) }
function count_bits(a,    i, n, count) { n = length(a); for (i = 1; i <= n; i++) count += bits_in[substr(a, i, 1)]; return count + 0 }
function is_in(a, bit,    digit) {
    digit = substr(a, length(a) - int(bit / 4), 1)
    return ((digit == "" ? "0" : digit), 2 ^ (bit % 4)) in has_bit
}

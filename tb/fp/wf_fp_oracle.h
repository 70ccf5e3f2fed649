/* SPDX-License-Identifier: Apache-2.0
 * wf_fp_oracle.h - what each float operation of the machine must give, computed with integers alone from the definitions of
 * IEEE 754-2019 and docs/isa.md: no float of the host takes part.
 */
#ifndef WF_FP_ORACLE_H
#define WF_FP_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

/* *result = op(a, b, c) for the opcodes FADD FSUB FMUL FMA FMIN FMAX FEQ..FGE FLOOR CEIL TRUNC RNDNE F2I F2U I2F U2F F2H H2F; operations of
 * one operand take b.  False for every other opcode. */
bool wf_fp_oracle(uint8_t op, uint32_t a, uint32_t b, uint32_t c, uint32_t *result);

/* Operands worth trying with an operation: vector `index` of a fixed list; false after its end.  The list holds all
 * pairs (of fma all triples) of 16 special values and of 16 edges, exact ties and their neighbours, ties with something
 * tiny far below, nearly complete cancellations, and the borders of the subnormal numbers and of the integers. */
bool wf_fp_directed(uint8_t op, unsigned index, uint32_t operand[3]);

#endif

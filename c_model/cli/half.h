/* SPDX-License-Identifier: Apache-2.0
 * half.h - binary16 on the host.
 */
#ifndef WF_HALF_H
#define WF_HALF_H

#include <stdint.h>

/* A binary16 of the same value, to nearest even; and back. */
uint32_t half_of(double value);
double half_value(uint32_t bits);

#endif

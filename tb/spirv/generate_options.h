/* SPDX-License-Identifier: Apache-2.0
 *
 * generate_options.h - options of the generator as a command line has them.
 */
#ifndef GENERATE_OPTIONS_H
#define GENERATE_OPTIONS_H

#include "generate.h"

/* --seed, --size, --wave-size, --lanes, --with, --without.  False, with a message to stderr, where it is none or has a wrong value. */
bool generate_option(struct generate_options *o, const char *name, const char *value);
bool generate_options_good(const struct generate_options *o);       /* in range; says what is not */
void generate_list_features(void);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "stub.h"

#include <stdio.h>
#include <stdlib.h>

void wfv_stub(const char *command)
{
    const char *log = getenv("WAVEFOLD_LOG");

    if (log && *log)
        fprintf(stderr, "wavefold: %s: this device has no graphics\n", command);
}

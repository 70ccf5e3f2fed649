/* SPDX-License-Identifier: Apache-2.0 */
#include "cli.h"
enum wf_exit cli_atomic(int argc, char **argv)
{
    (void)argc, (void)argv;
    return WF_EXIT_OK;
}

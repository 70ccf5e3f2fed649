/* SPDX-License-Identifier: Apache-2.0
 * test_device.c - WAVEFOLD_ON=device: programs by way of the C driver, the registers and the memory bus.
 *
 * Needs: vulkan/wavefold_icd.json sim/libwavefold_device_l8.so
 */
#include "rtl_checks.h"
#include "rtl_counts.h"
#include "rtl_robust.h"

int main(int argc, char **argv)
{
    (void)argc;
    rtl_check_all(argv[0], "device");
    rtl_check_counts("device");
    robust_check_all("device");
    return check_end("vulkan_device");
}

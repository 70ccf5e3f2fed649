/* SPDX-License-Identifier: Apache-2.0
 * test_rtl.c - WAVEFOLD_ON=rtl: programs on the RTL alone; and what there is when the simulator is not.
 *
 * Needs: vulkan/wavefold_icd.json sim/libwavefold_sim_l8_alone.so
 */
#include "rtl_checks.h"

#include <fcntl.h>
#include <unistd.h>

/* vkCreateInstance fails, and standard error says this. */
static void check_refused(const char *name, const char *value, const char *says)
{
    char text[4096] = "";
    FILE *said = tmpfile();
    const int error = dup(2);
    VkInstance instance;

    CHECK(said != NULL);
    if (!said)
        return;
    setenv(name, value, 1);
    dup2(fileno(said), 2);
    CHECK(vkCreateInstance(&(VkInstanceCreateInfo){.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO}, NULL, &instance) != VK_SUCCESS);
    dup2(error, 2);
    close(error);
    rewind(said);
    text[fread(text, 1, sizeof text - 1, said)] = '\0';
    fclose(said);
    CHECK(strstr(text, says) != NULL);
    unsetenv(name);
}

int main(int argc, char **argv)
{
    (void)argc;
    rtl_check_all(argv[0], "rtl");
    check_refused("WAVEFOLD_SIM", "/nowhere/libwavefold_sim.so", "WAVEFOLD_SIM=/nowhere/libwavefold_sim.so: no simulator is there");
    check_refused("WAVEFOLD_SIM", "/proc/self/exe", "wavefold: ");
    check_refused("WAVEFOLD_CORES", "13", "make build/sim/libwavefold_sim_l8_alone_c13.so");
    return check_end("vulkan_rtl");
}

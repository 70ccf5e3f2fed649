/* SPDX-License-Identifier: Apache-2.0
 * test_rtl.c - WAVEFOLD_ON=rtl: programs on the RTL alone; and what there is when the simulator is not.
 *
 * Needs: vulkan/wavefold_icd.json sim/libwavefold_sim_l8_alone.so
 */
#include "rtl_checks.h"
#include "rtl_counts.h"
#include "rtl_robust.h"

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

/* A simulator by its name: lanes and wave size are its own; what the environment says of them must be so. */
static void check_named(const char *program)
{
    char path[4096];
    const char *slash = strrchr(program, '/');

    snprintf(path, sizeof path, "%.*s/../../sim/libwavefold_sim_l8_alone.so", slash ? (int)(slash - program) : 1, slash ? program : ".");
    setenv("WAVEFOLD_SIM", path, 1);
    setenv("WAVEFOLD_LANES", "16", 1);
    check_refused("WAVEFOLD_CORES", "1", "has 8 lanes");
    unsetenv("WAVEFOLD_LANES");
    check_refused("WAVEFOLD_CORES", "2", "has 1 cores");
    check_refused("WAVEFOLD_WAVE_SIZE", "32", "has 8 lanes");
    rtl_check_machine("rtl");
    rtl_check_chain("rtl", 0);
    unsetenv("WAVEFOLD_SIM");
}

int main(int argc, char **argv)
{
    (void)argc;
    rtl_check_all(argv[0], "rtl");
    rtl_check_counts("rtl");
    robust_check_all("rtl");
    check_named(argv[0]);
    check_refused("WAVEFOLD_SIM", "/nowhere/libwavefold_sim.so", "WAVEFOLD_SIM=/nowhere/libwavefold_sim.so: no simulator is there");
    check_refused("WAVEFOLD_SIM", "/proc/self/exe", "wavefold: ");
    setenv("WAVEFOLD_LANES", "8", 1);
    check_refused("WAVEFOLD_CORES", "13", "make build/sim/libwavefold_sim_l8_alone_c13.so");
    return check_end("vulkan_rtl");
}

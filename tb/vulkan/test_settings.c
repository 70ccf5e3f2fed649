/* SPDX-License-Identifier: Apache-2.0
 * test_settings.c - the variables WAVEFOLD_*: right ones, wrong ones and misspelt ones; the table of dispatches, the profile and the log.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "reports.spv.h"

enum { TEXT = 1 << 16 };
static char folder[] = "/tmp/wf_settings_XXXXXX";

static char *in_folder(const char *name)
{
    static char path[4][sizeof folder + 40];
    static unsigned next;
    char *at = path[next++ % 4];

    snprintf(at, sizeof path[0], "%s/%s", folder, name);
    return at;
}

static const char *read_file(const char *path)
{
    static char text[TEXT];
    FILE *file = fopen(path, "rb");
    const size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;

    text[length] = '\0';
    if (file)
        fclose(file);
    return text;
}

static void expect(const char *text, const char *words)
{
    const bool has = strstr(text, words);

    CHECK(has);
    if (!has)
        printf("  no \"%s\" in:\n%s\n", words, text);
}

static unsigned count(const char *text, const char *words)
{
    unsigned found = 0;

    for (const char *at = text; (at = strstr(at, words)); at += strlen(words))
        found++;
    return found;
}

/* The work in a process of its own, whose standard error goes to a file: the settings are those of a process. */
static pid_t last_child;
static int apart(int (*work)(void *), void *user)
{
    int status;

    fflush(stdout);
    const pid_t child = fork();
    if (!child) {
        const int file = open(in_folder("err"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(file, 2);
        dup2(open("/dev/null", O_WRONLY), 1);   /* what the kit prints of a failure that is meant */
        exit(work(user));
    }
    last_child = child;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status));
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

struct setting {
    const char *name, *value, *also, *also_value;       /* also: another one, or NULL */
    const char *says;                                   /* on standard error; NULL: it is right */
};
static const struct setting settings[] = {
    {"WAVEFOLD_ON", "model", NULL, NULL, NULL},
    {"WAVEFOLD_ON", "", NULL, NULL, NULL},
    {"WAVEFOLD_ON", "gpu", NULL, NULL, "WAVEFOLD_ON=gpu: expected model, rtl, lockstep or device"},
    {"WAVEFOLD_LANES", "8", NULL, NULL, NULL},
    {"WAVEFOLD_LANES", "7", NULL, NULL, "WAVEFOLD_LANES=7: expected 4, 8, 16, 32, 64 or 128, at most 128"},
    {"WAVEFOLD_LANES", "256", NULL, NULL, "WAVEFOLD_LANES=256: expected 4, 8, 16, 32, 64 or 128, at most 128"},
    {"WAVEFOLD_LANES", "x", NULL, NULL, "WAVEFOLD_LANES=x: expected 4, 8, 16, 32, 64 or 128, at most 128"},
    {"WAVEFOLD_WAVE_SIZE", "128", NULL, NULL, NULL},
    {"WAVEFOLD_WAVE_SIZE", "16", "WAVEFOLD_LANES", "8", "WAVEFOLD_WAVE_SIZE=16: expected 4, 8, 16, 32, 64 or 128, at most 8"},
    {"WAVEFOLD_WAVE_SIZE", "0", NULL, NULL, "WAVEFOLD_WAVE_SIZE=0: expected 4, 8"},
    {"WAVEFOLD_CORES", "2", NULL, NULL, NULL},
    {"WAVEFOLD_CORES", "0", NULL, NULL, "WAVEFOLD_CORES=0: expected a number from 1 to 16"},
    {"WAVEFOLD_CORES", "17", NULL, NULL, "WAVEFOLD_CORES=17: expected a number from 1 to 16"},
    {"WAVEFOLD_SEED", "18446744073709551615", NULL, NULL, NULL},
    {"WAVEFOLD_SEED", "18446744073709551616", NULL, NULL, "WAVEFOLD_SEED=18446744073709551616: expected a number from 0 to"},
    {"WAVEFOLD_SEED", "-1", NULL, NULL, "WAVEFOLD_SEED=-1: expected a number from 0 to"},
    {"WAVEFOLD_SEED", " 1", NULL, NULL, "WAVEFOLD_SEED= 1: expected a number from 0 to"},
    {"WAVEFOLD_SEED", "1x", NULL, NULL, "WAVEFOLD_SEED=1x: expected a number from 0 to"},
    {"WAVEFOLD_LIMIT", "0", NULL, NULL, NULL},
    {"WAVEFOLD_LIMIT", "many", NULL, NULL, "WAVEFOLD_LIMIT=many: expected a number from 0 to"},
    {"WAVEFOLD_DEADLINE", "0", NULL, NULL, NULL},
    {"WAVEFOLD_DEADLINE", "soon", NULL, NULL, "WAVEFOLD_DEADLINE=soon: expected a number from 0 to"},
    {"WAVEFOLD_RACES", "0", NULL, NULL, NULL},
    {"WAVEFOLD_RACES", "1", NULL, NULL, NULL},
    {"WAVEFOLD_RACES", "all", NULL, NULL, NULL},
    {"WAVEFOLD_RACES", "yes", NULL, NULL, "WAVEFOLD_RACES=yes: expected 0, 1 or all"},
    {"WAVEFOLD_RACES", "1", "WAVEFOLD_ON", "rtl", "WAVEFOLD_RACES=1: the model finds races: expected WAVEFOLD_ON=model"},
    {"WAVEFOLD_LOG", "/none/log", NULL, NULL, "WAVEFOLD_LOG=/none/log: cannot write it: No such file"},
    {"WAVEFOLD_STATS", "/none/table", NULL, NULL, "WAVEFOLD_STATS=/none/table: cannot write it: No such file"},
    {"WAVEFOLD_PROFILE", "/none/lines", NULL, NULL, "WAVEFOLD_PROFILE=/none/lines: cannot write it: No such file"},
    {"WAVEFOLD_PROFILE", "-", "WAVEFOLD_ON", "rtl", "WAVEFOLD_PROFILE=-: the model counts instructions by line: expected WAVEFOLD_ON=model"},
    {"WAVEFOLD_WAVES", "w.fst:2", NULL, NULL, "WAVEFOLD_WAVES=w.fst:2: expected WAVEFOLD_ON=rtl, lockstep or device, which have waveforms"},
    {"WAVEFOLD_WAVES", "w.fst", "WAVEFOLD_ON", "rtl", "WAVEFOLD_WAVES=w.fst: expected FILE.fst:N, with the number of a dispatch from 1 on"},
    {"WAVEFOLD_WAVES", "w.fst:0", "WAVEFOLD_ON", "rtl", "WAVEFOLD_WAVES=w.fst:0: expected FILE.fst:N"},
    {"WAVEFOLD_WAVES", "w.fst:2x", "WAVEFOLD_ON", "rtl", "WAVEFOLD_WAVES=w.fst:2x: expected FILE.fst:N"},
    {"WAVEFOLD_WAVES", "w.vcd:2", "WAVEFOLD_ON", "rtl", "WAVEFOLD_WAVES=w.vcd:2: expected FILE.fst:N"},
    {"WAVEFOLD_WAVES", ".fst:2", "WAVEFOLD_ON", "rtl", "WAVEFOLD_WAVES=.fst:2: expected FILE.fst:N"},
    {"WAVEFOLD_TRACE", "t:1", NULL, NULL, NULL},
    {"WAVEFOLD_TRACE", "t", NULL, NULL, "WAVEFOLD_TRACE=t: expected FILE:N, with the number of a dispatch from 1 on"},
    {"WAVEFOLD_TRACE", ":1", NULL, NULL, "WAVEFOLD_TRACE=:1: expected FILE:N"},
    {"WAVEFOLD_TRACE", "t:0", NULL, NULL, "WAVEFOLD_TRACE=t:0: expected FILE:N"},
    {"WAVEFOLD_TRACE", "t:1", "WAVEFOLD_ON", "rtl", "WAVEFOLD_TRACE=t:1: the model writes traces: expected WAVEFOLD_ON=model"},
    {"WAVEFOLD_WAVESIZE", "8", NULL, NULL, "WAVEFOLD_WAVESIZE: no such setting; did you mean WAVEFOLD_WAVE_SIZE?"},
    {"WAVEFOLD_STAT", "x", NULL, NULL, "WAVEFOLD_STAT: no such setting; did you mean WAVEFOLD_STATS?"},
    {"WAVEFOLD_FOO_BAR", "", NULL, NULL, "WAVEFOLD_FOO_BAR: no such setting; docs/vulkan.md lists them"},
    {"WAVEFOLD_", "x", NULL, NULL, "WAVEFOLD_: no such setting; docs/vulkan.md lists them"},
    {"WAVEFOLD_SIM", "x", NULL, NULL, NULL},            /* of another program */
    {"WAVEFOLDS", "x", NULL, NULL, NULL},
};

static int make_instance(void *user)
{
    const struct setting *s = user;
    VkInstance instance;

    setenv(s->name, s->value, 1);
    if (s->also)
        setenv(s->also, s->also_value, 1);
    const VkResult result = vkCreateInstance(&(VkInstanceCreateInfo){.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO}, NULL, &instance);
    if (result != VK_SUCCESS)           /* as the loader says it when its only driver has failed */
        return result == VK_ERROR_INCOMPATIBLE_DRIVER || result == VK_ERROR_INITIALIZATION_FAILED ? 1 : 2;
    vkDestroyInstance(instance, NULL);
    return 0;
}

static void values(void)
{
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct setting s = settings[i];
        const int status = apart(make_instance, &s);
        const char *err = read_file(in_folder("err"));
        CHECK_EQ(status, s.says ? 1 : 0);
        if (status != (s.says ? 1 : 0))
            printf("  %s=%s\n", s.name, s.value);
        if (s.says) {
            expect(err, "wavefold: WAVEFOLD_");
            expect(err, s.says);
        } else
            CHECK_EQ(err[0], 0);
    }
}

/* Where lanes are fewer than the usual wave size, that is theirs. */
static int show_size(void *user)
{
    VkPhysicalDeviceVulkan11Properties core = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES};
    VkPhysicalDeviceProperties2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &core};
    struct kit kit;

    setenv("WAVEFOLD_LANES", user, 1);
    kit_open(&kit, NULL);
    vkGetPhysicalDeviceProperties2(kit.physical, &all);
    kit_close(&kit);
    return (int)core.subgroupSize;
}

static void fewer_lanes(void)
{
    char few[] = "8", many[] = "64";

    CHECK_EQ(apart(show_size, few), 8);
    CHECK_EQ(apart(show_size, many), 32);
}

/* A name that is too long for any file system. */
static void long_name(void)
{
    char name[3000];
    struct setting s = {"WAVEFOLD_STATS", name, NULL, NULL, NULL};

    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    CHECK_EQ(apart(make_instance, &s), 1);
    expect(read_file(in_folder("err")), "WAVEFOLD_STATS: expected the name of a file, of less than 1024 bytes");
}

/* ---- what they write --------------------------------------------------------------------------------------------- */

enum { GROUPS = 3, WORDS = 96 };

/* Two dispatches on each of two devices, the second of another size; `mode` as reports.comp has it. */
struct job {
    uint32_t mode;
    bool leaves, crashes;               /* without the end of device and instance; at once */
    bool is_deaf;                       /* without a messenger */
    bool forks;                         /* a copy ends a little later */
};

static void name_object(struct kit *kit, VkObjectType type, uint64_t handle, const char *name)
{
    const PFN_vkSetDebugUtilsObjectNameEXT set = (PFN_vkSetDebugUtilsObjectNameEXT)vkGetInstanceProcAddr(kit->instance, "vkSetDebugUtilsObjectNameEXT");

    KIT_NEED(set(kit->device, &(VkDebugUtilsObjectNameInfoEXT){.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT, .objectType = type,
                                                               .objectHandle = handle, .pObjectName = name}));
}

static VkResult dispatch(struct kit *kit, const struct job *job, uint32_t size, const char *name)
{
    struct kit_buffer in = kit_buffer(kit, 4 * WORDS), out = kit_buffer(kit, 4 * WORDS);
    struct kit_pipeline p = kit_pipeline(kit, reports, sizeof reports, 2, 8, size);
    const VkDescriptorSet set = kit_set(kit, &p, (const struct kit_buffer *const[]){&in, &out}, 2);
    const VkCommandBuffer commands = kit_begin(kit);
    const uint32_t push[2] = {job->mode, 0};

    if (name)
        name_object(kit, VK_OBJECT_TYPE_PIPELINE, (uint64_t)(uintptr_t)p.pipeline, name);
    vkCmdPushConstants(commands, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, push);
    kit_dispatch(commands, &p, set, GROUPS, 1, 1);
    const VkResult result = kit_submit(kit, commands);
    kit_pipeline_free(kit, &p);
    kit_buffer_free(kit, &in);
    kit_buffer_free(kit, &out);
    return result;
}

static int two_devices(void *user)
{
    const struct job *job = user;
    struct kit kit;

    for (int n = 0; n < 2; n++) {
        kit_open(&kit, NULL);
        if (job->is_deaf) {
            const PFN_vkDestroyDebugUtilsMessengerEXT destroy =
                (PFN_vkDestroyDebugUtilsMessengerEXT)vkGetInstanceProcAddr(kit.instance, "vkDestroyDebugUtilsMessengerEXT");
            destroy(kit.instance, kit.messenger, NULL);
            kit.messenger = VK_NULL_HANDLE;
        }
        if (dispatch(&kit, job, n ? 8 : 32, n ? "smal\n \"wa\\es\"" : NULL) == VK_SUCCESS)
            dispatch(&kit, job, 16, NULL);
        if (job->forks && !n && !fork()) {
            nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
            exit(0);
        }
        if (job->crashes)
            _exit(0);
        if (job->leaves)
            exit(0);
        if (job->mode != 99)            /* of those the driver tells */
            kit_said(&kit, "");
        kit_close(&kit);
    }
    return 0;
}

static void table_of_text(void)
{
    struct job job = {.mode = 99};

    setenv("WAVEFOLD_STATS", in_folder("table"), 1);
    CHECK_EQ(apart(two_devices, &job), 0);
    const char *text = read_file(in_folder("table"));
    CHECK_EQ(count(text, "\n"), 5);
    expect(text, "dispatch shader ");
    expect(text, "\n       1 reports.comp             32,1,1       3,1,1            32          3 ");
    expect(text, "\n       2 reports.comp             32,1,1       3,1,1            16          6 ");
    expect(text, "\n       3 smal_ \"wa\\es\"            32,1,1       3,1,1             8         12 ");
    expect(text, "\n       4 reports.comp             32,1,1       3,1,1            16          6 ");
    CHECK_EQ(count(text, "        -  complete\n"), 4);       /* races: nobody looked for them */
    expect(text, "   25        0        -  complete\n");       /* a core has room for 8 groups of 4 waves, of 128 */
    CHECK_EQ(count(text, "             -   "), 4);           /* cycles: the model has none */
    job.mode = 3;                       /* one that does not end */
    setenv("WAVEFOLD_LIMIT", "1000", 1);
    CHECK_EQ(apart(two_devices, &job), 0);
    CHECK_EQ(count(read_file(in_folder("table")), "  limit\n"), 2);
    unsetenv("WAVEFOLD_LIMIT");
    job.mode = 2;
    CHECK_EQ(apart(two_devices, &job), 0);
    CHECK_EQ(count(read_file(in_folder("table")), "  complete\n"), 4);
    setenv("WAVEFOLD_STATS", in_folder("of.%p.txt"), 1);
    job = (struct job){.mode = 99, .is_deaf = true};
    char name[40];
    CHECK_EQ(apart(two_devices, &job), 0);
    snprintf(name, sizeof name, "of.%ld.txt", (long)last_child);
    CHECK_EQ(count(read_file(in_folder(name)), "  complete\n"), 4);
    setenv("WAVEFOLD_STATS", "-", 1);
    job.mode = 99;
    CHECK_EQ(apart(two_devices, &job), 0);
    expect(read_file(in_folder("err")), "\n       2 reports.comp ");
    unsetenv("WAVEFOLD_STATS");
}

static void table_of_json(void)
{
    struct job job = {.mode = 4, .crashes = true};

    setenv("WAVEFOLD_STATS", in_folder("table.json"), 1);
    setenv("WAVEFOLD_RACES", "1", 1);
    CHECK_EQ(apart(two_devices, &job), 0);
    const char *text = read_file(in_folder("table.json"));     /* whole, though the program ended in the middle */
    expect(text, "{\n  \"on\": \"model\",\n  \"lanes\": 128,\n  \"cores\": 1,\n  \"seed\": 0,\n  \"races_watched\": true,\n  \"dispatches\": [\n    {\"dispatch\": 1, \"shader\": \"reports.comp\", "
           "\"entry\": \"main\", \"local_size\": [32, 1, 1], \"groups\": [3, 1, 1], \"wave_size\": 32, \"waves\": 3, ");
    expect(text, "\"cycles\": null, ");
    expect(text, "\"races\": 96, \"equal_stores\": 0, \"divergent_barriers\": 0, \"ended\": \"complete\"},\n    {\"dispatch\": 2, ");
    expect(text, "\"ended\": \"complete\"}\n  ],\n  \"command_races\": 0\n}\n");
    CHECK_EQ(count(text, "\"dispatch\": "), 2);
    job = (struct job){.mode = 7};
    CHECK_EQ(apart(two_devices, &job), 0);
    text = read_file(in_folder("table.json"));
    expect(text, "\"shader\": \"smal_ \\\"wa\\\\es\\\"\"");
    expect(text, "\"races\": 0, \"equal_stores\": 0, \"divergent_barriers\": ");
    CHECK_EQ(count(text, "\"divergent_barriers\": 0"), 0);
    CHECK_EQ(count(text, "\"dispatch\": "), 4);
    unsetenv("WAVEFOLD_STATS");
    unsetenv("WAVEFOLD_RACES");
}

/* Each thread of the default branch runs its line once, in whole waves: 3 waves of 32, 12 of 8, 6 of 16 on both devices. */
static void lines(void)
{
    struct job job = {.mode = 99};

    setenv("WAVEFOLD_PROFILE", in_folder("lines"), 1);
    for (int n = 0; n < 2; n++) {
        CHECK_EQ(apart(two_devices, &job), 0);
        const char *text = read_file(in_folder("lines"));
        expect(text, "# shader reports.comp, wave size 32: 1 dispatch\n");
        expect(text, job.leaves ? "# shader reports.comp, wave size 16: 1 dispatch\n" : "# shader reports.comp, wave size 16: 2 dispatches\n");
        expect(text, "# tb/vulkan/reports.comp\n");
        CHECK_EQ(count(text, "           0            15          dst[at] = src[at + index];              // a load beyond the end\n"), job.leaves ? 2 : 3);
        CHECK_EQ(count(text, "# shader smal_ \"wa\\es\", wave size 8: 1 dispatch\n"), job.leaves ? 0 : 1);
        expect(text, "          21   32.0     53          dst[at] = src[at] + index;\n");
        expect(text, "   16.0     53          dst[at] = src[at] + index;\n");
        expect(text, "   sum\n");
        job.leaves = true;              /* the end of the process is enough */
    }
    job = (struct job){.mode = 99, .forks = true};
    CHECK_EQ(apart(two_devices, &job), 0);
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    expect(read_file(in_folder("lines")), "# shader reports.comp, wave size 16: 2 dispatches\n");
    unsetenv("WAVEFOLD_PROFILE");
}

/* A process and its fork, which makes a device of its own: each has a table and lines of its own by its number.  TSan allows such a fork no
 * thread. */
#ifndef __SANITIZE_THREAD__
static int with_a_fork(void *user)
{
    const struct job job = {.mode = 99};
    struct kit kit;

    kit_open(&kit, NULL);
    dispatch(&kit, &job, 32, NULL);
    const pid_t child = fork();
    if (!child) {
        struct kit own;
        alarm(20);
        kit_open(&own, NULL);
        dispatch(&own, &job, 16, NULL);
        kit_close(&own);
        exit(0);
    }
    FILE *file = fopen(user, "w");
    fprintf(file, "%ld", (long)child);
    fclose(file);
    int status = 1;
    waitpid(child, &status, 0);
    dispatch(&kit, &job, 8, NULL);
    kit_close(&kit);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static const char *file_of(const char *kind, long process)
{
    char name[64];

    snprintf(name, sizeof name, "fork.%ld.%s", process, kind);
    return read_file(in_folder(name));
}

static void files_of_a_fork(void)
{
    char child_file[256];

    snprintf(child_file, sizeof child_file, "%s", in_folder("child"));
    setenv("WAVEFOLD_STATS", in_folder("fork.%p.json"), 1);
    setenv("WAVEFOLD_PROFILE", in_folder("fork.%p.lines"), 1);
    CHECK_EQ(apart(with_a_fork, child_file), 0);
    const long child = strtol(read_file(child_file), NULL, 10);
    const char *text = file_of("json", last_child);
    CHECK_EQ(count(text, "{\"dispatch\": "), 2);
    expect(text, "{\"dispatch\": 1, \"shader\": \"reports.comp\"");
    expect(text, "\"wave_size\": 8, \"waves\": 12, ");
    expect(text, "\"ended\": \"complete\"}\n  ],\n  \"command_races\": 0\n}\n");
    text = file_of("json", child);
    CHECK_EQ(count(text, "{\"dispatch\": "), 1);
    expect(text, "    {\"dispatch\": 1, \"shader\": \"reports.comp\"");
    expect(text, "\"wave_size\": 16, \"waves\": 6, ");
    expect(text, "\"ended\": \"complete\"}\n  ],\n  \"command_races\": 0\n}\n");
    text = file_of("lines", last_child);
    CHECK_EQ(count(text, "# shader reports.comp, wave size "), 2);
    expect(text, "wave size 32: 1 dispatch\n");
    expect(text, "wave size 8: 1 dispatch\n");
    text = file_of("lines", child);
    CHECK_EQ(count(text, "# shader reports.comp, wave size "), 1);
    expect(text, "wave size 16: 1 dispatch\n");
    unsetenv("WAVEFOLD_STATS");
    unsetenv("WAVEFOLD_PROFILE");
}
#else
static void files_of_a_fork(void)
{
    printf("SKIP vulkan_settings: TSan allows no thread in a fork of several\n");
}
#endif

/* Who is told: the program's messenger; the log, if there is one; else, when the program does not listen, standard error. */
static void messages(void)
{
    static const char fault[] = ": error: model: dispatch 1 (reports.comp, wave size 32) has not ended within the limit of 1000 instructions";
    struct job job = {.mode = 3};

    setenv("WAVEFOLD_LIMIT", "1000", 1);
    CHECK_EQ(apart(two_devices, &job), 0);
    CHECK_EQ(read_file(in_folder("err"))[0], 0);
    job.is_deaf = true;
    CHECK_EQ(apart(two_devices, &job), 0);
    expect(read_file(in_folder("err")), fault);
    setenv("WAVEFOLD_LOG", in_folder("log"), 1);
    for (unsigned n = 1; n <= 2; n++) {
        CHECK_EQ(apart(two_devices, &job), 0);
        CHECK_EQ(read_file(in_folder("err"))[0], 0);
        const char *text = read_file(in_folder("log"));        /* which grows */
        CHECK_EQ(count(text, fault), n);
        expect(text, "wavefold: reports.comp: error: ");
        job.is_deaf = false;
    }
    setenv("WAVEFOLD_LOG", in_folder("log"), 1);        /* it has what is wrong with other settings, too */
    setenv("WAVEFOLD_LANES", "5", 1);
    CHECK_EQ(apart(two_devices, &job), 1);
    expect(read_file(in_folder("log")), "wavefold: WAVEFOLD_LANES=5: expected 4, 8");
    unsetenv("WAVEFOLD_LANES");
    setenv("WAVEFOLD_LOG", "-", 1);
    CHECK_EQ(apart(two_devices, &job), 0);
    CHECK_EQ(count(read_file(in_folder("err")), fault), 1);
    unsetenv("WAVEFOLD_LOG");
    unsetenv("WAVEFOLD_LIMIT");
}

int main(int argc, char **argv)
{
    char command[sizeof folder + 20];

    (void)argc;
    kit_choose(argv[0]);
    if (!mkdtemp(folder))
        return 1;
    values();
    long_name();
    fewer_lanes();
    table_of_text();
    table_of_json();
    lines();
    files_of_a_fork();
    messages();
    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK_EQ(system(command), 0);
    return check_end("vulkan_settings");
}

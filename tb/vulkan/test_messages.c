/* SPDX-License-Identifier: Apache-2.0
 * test_messages.c - who hears of an error: messengers, those of an instance that is made or destroyed, and the log.
 * Not validated: an instance of its own, and commands that the device does not have.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "work.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- what is heard ----------------------------------------------------------------------------------------------- */

struct ear {
    char text[4096];
    unsigned count, severities, types;
};

static VkBool32 hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types, const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
{
    struct ear *ear = user;

    const size_t length = strlen(ear->text);
    snprintf(ear->text + length, sizeof ear->text - length, "%s\n", data->pMessage);
    ear->count++;
    ear->severities |= severity;
    ear->types |= types;
    return VK_FALSE;
}

static VkDebugUtilsMessengerCreateInfoEXT messenger(struct ear *ear, VkDebugUtilsMessageSeverityFlagsEXT severities)
{
    return (VkDebugUtilsMessengerCreateInfoEXT){.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT, .messageSeverity = severities,
                                                .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, .pfnUserCallback = hear, .pUserData = ear};
}

#define ERRORS VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT
#define WARNINGS VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT

static VkResult new_instance(const void *next, VkInstance *instance)
{
    static const char *const extension[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};

    return vkCreateInstance(&(VkInstanceCreateInfo){.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pNext = next, .pApplicationInfo = &application,
                                                    .enabledExtensionCount = 1, .ppEnabledExtensionNames = extension}, NULL, instance);
}

/* ---- the instance ------------------------------------------------------------------------------------------------ */

static void wrong_setting(void)
{
    struct ear ear = {.count = 0}, deaf = {.count = 0};
    VkDebugUtilsMessengerCreateInfoEXT second = messenger(&deaf, WARNINGS), first = messenger(&ear, ERRORS);
    VkInstance instance;

    first.pNext = &second;
    setenv("WAVEFOLD_LANES", "7", 1);
    CHECK(new_instance(&first, &instance) != VK_SUCCESS);
    unsetenv("WAVEFOLD_LANES");
    CHECK(strstr(ear.text, "WAVEFOLD_LANES=7: expected 4, 8, 16, 32, 64 or 128") != NULL);
    CHECK_EQ(ear.severities, ERRORS);
    CHECK(strstr(deaf.text, "WAVEFOLD_LANES") == NULL);
}

static VkDevice new_device(VkPhysicalDevice physical)
{
    const float one = 1;
    const VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &one};
    VkDevice device;

    KIT_NEED(vkCreateDevice(physical, &(VkDeviceCreateInfo){.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue}, NULL, &device));
    return device;
}

/* The messengers of the creation hear of it and of the destruction, and of nothing between. */
static void birth_and_death(void)
{
    struct ear birth = {.count = 0}, life = {.count = 0}, other = {.count = 0}, second = {.count = 0};
    const VkDebugUtilsMessengerCreateInfoEXT at_birth = messenger(&birth, ERRORS | WARNINGS), at_life = messenger(&life, ERRORS | WARNINGS), too = messenger(&second, ERRORS);
    VkDebugUtilsMessengerCreateInfoEXT of_others = messenger(&other, ERRORS | WARNINGS);
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDebugUtilsMessengerEXT handle, handle_of_others, handle_of_second;
    uint32_t one = 1;

    KIT_NEED(new_instance(&at_birth, &instance));
    KIT_NEED(vkEnumeratePhysicalDevices(instance, &one, &physical));
    const PFN_vkCreateDebugUtilsMessengerEXT create = (PFN_vkCreateDebugUtilsMessengerEXT)vkGetInstanceProcAddr(instance, "vkCreateDebugUtilsMessengerEXT");
    const PFN_vkDestroyDebugUtilsMessengerEXT destroy = (PFN_vkDestroyDebugUtilsMessengerEXT)vkGetInstanceProcAddr(instance, "vkDestroyDebugUtilsMessengerEXT");
    const PFN_vkSubmitDebugUtilsMessageEXT submit = (PFN_vkSubmitDebugUtilsMessageEXT)vkGetInstanceProcAddr(instance, "vkSubmitDebugUtilsMessageEXT");
    KIT_NEED(create(instance, &at_life, NULL, &handle));
    of_others.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;     /* the driver has none of these */
    KIT_NEED(create(instance, &of_others, NULL, &handle_of_others));
    KIT_NEED(create(instance, &too, NULL, &handle_of_second));
    const VkDevice device = new_device(physical);
    const PFN_vkQueueBindSparse sparse = (PFN_vkQueueBindSparse)vkGetDeviceProcAddr(device, "vkQueueBindSparse");
    VkQueue queue;
    vkGetDeviceQueue(device, 0, 1, &queue);                 /* one that was not asked for */
    CHECK(queue == NULL);
    vkGetDeviceQueue(device, 0, 0, &queue);
    CHECK_EQ(sparse(queue, 0, NULL, VK_NULL_HANDLE), VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK_EQ(life.count, 1);
    CHECK(strstr(life.text, "vkQueueBindSparse: ") != NULL);
    CHECK_EQ(other.count, 0);
    CHECK_EQ(second.count, 1);                              /* all who asked for it */
    destroy(instance, handle_of_others, NULL);
    destroy(instance, handle_of_second, NULL);
    CHECK_EQ(sparse(queue, 0, NULL, VK_NULL_HANDLE), VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK_EQ(life.count, 2);                                /* the one that is left */
    CHECK_EQ(second.count, 1);
    CHECK_EQ(life.severities, ERRORS);
    CHECK_EQ(life.types, VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT);
    submit(instance, WARNINGS, VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &(VkDebugUtilsMessengerCallbackDataEXT){.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT, .pMessage = "from the program"});
    CHECK(life.count >= 3);
    CHECK(strstr(life.text, "from the program\n") != NULL);
    const unsigned of_life = life.count, of_birth = birth.count;
    submit(instance, WARNINGS, VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT, &(VkDebugUtilsMessengerCallbackDataEXT){.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT, .pMessage = "of another type"});
    CHECK_EQ(life.count, of_life);
    destroy(instance, handle, NULL);
    vkQueueBindSparse(queue, 0, NULL, VK_NULL_HANDLE);      /* nobody hears: standard error */
    CHECK_EQ(life.count, of_life);
    CHECK_EQ(birth.count, of_birth);
    vkDestroyDevice(device, NULL);
    vkDestroyInstance(instance, NULL);
    CHECK_EQ(birth.count, of_birth);
    CHECK(strstr(birth.text, "vkQueueBindSparse") == NULL && strstr(birth.text, "from the program") == NULL);
}

/* The program forgot a device. */
static void left_device(void)
{
    struct ear birth = {.count = 0};
    const VkDebugUtilsMessengerCreateInfoEXT at_birth = messenger(&birth, ERRORS | WARNINGS);
    VkInstance instance;
    VkPhysicalDevice physical;
    uint32_t one = 1;

    KIT_NEED(new_instance(&at_birth, &instance));
    KIT_NEED(vkEnumeratePhysicalDevices(instance, &one, &physical));
    new_device(physical);
    CHECK(strstr(birth.text, "vkDestroyInstance: ") == NULL);
    vkDestroyInstance(instance, NULL);
    CHECK(strstr(birth.text, "vkDestroyInstance: devices that were not destroyed: 1\n") != NULL);
}

/* ---- stubs: of each kind of object that a command is called on ---------------------------------------------------- */

static void stubs(void)
{
    struct kit kit;

    kit_open(&kit, NULL);
    VkPipeline pipeline[2] = {(VkPipeline)(uintptr_t)1, (VkPipeline)(uintptr_t)2};
    const VkGraphicsPipelineCreateInfo graphics[2] = {{.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO}, {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO}};
    VkRenderPass pass = (VkRenderPass)(uintptr_t)3;
    CHECK_EQ(vkCreateGraphicsPipelines(kit.device, VK_NULL_HANDLE, 2, graphics, NULL, pipeline), VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK(kit_said(&kit, "vkCreateGraphicsPipelines: "));
    CHECK(pipeline[0] == VK_NULL_HANDLE && pipeline[1] == VK_NULL_HANDLE);
    CHECK_EQ(vkCreateRenderPass(kit.device, &(VkRenderPassCreateInfo){.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO}, NULL, &pass), VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK(kit_said(&kit, "vkCreateRenderPass: "));
    CHECK(pass == VK_NULL_HANDLE);
    vkDestroyRenderPass(kit.device, VK_NULL_HANDLE, NULL);  /* allowed, and no error */
    CHECK(!kit_said(&kit, ""));
    CHECK_EQ(vkQueueBindSparse(kit.queue[0], 0, NULL, VK_NULL_HANDLE), VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK(kit_said(&kit, "vkQueueBindSparse: "));
    VkCommandBuffer commands = kit_begin(&kit);
    vkCmdSetLineWidth(commands, 1);
    CHECK(kit_said(&kit, "vkCmdSetLineWidth: "));
    CHECK_EQ(vkEndCommandBuffer(commands), VK_ERROR_FEATURE_NOT_PRESENT);
    vkFreeCommandBuffers(kit.device, kit.pool, 1, &commands);
    kit_close(&kit);
}

/* ---- the log ----------------------------------------------------------------------------------------------------- */

enum { THREADS = 4, PROGRAMS = 2, LINES = 50 };

static void *talk(void *user)
{
    struct kit *kit = user;
    VkQueryPool pool;

    for (int i = 0; i < LINES; i++)
        vkCreateQueryPool(kit->device, &(VkQueryPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_OCCLUSION, .queryCount = 1}, NULL, &pool);
    return NULL;
}

static void program(void)
{
    struct kit kit;
    pthread_t thread[THREADS];

    kit_open(&kit, NULL);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, talk, &kit))
            exit(1);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    if (!kit_said(&kit, "vkCreateQueryPool: "))
        exit(1);
    kit_close(&kit);
}

/* Two programs of four threads each write to one file: each message is a line of its own. */
static void log_file(void)
{
    char name[] = "/tmp/wavefold-log-XXXXXX", line[400], first[400] = "";
    const int made = mkstemp(name);
    unsigned lines = 0;
    int status;

    setenv("WAVEFOLD_LOG", name, 1);
    if (made < 0 || write(made, "kept\n", 5) != 5)
        exit(1);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        program();
        _exit(0);
    }
    program();
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status));
    FILE *file = fopen(name, "r");
    if (!file || !fgets(line, sizeof line, file))
        exit(1);
    CHECK_EQ(strcmp(line, "kept\n"), 0);
    while (fgets(line, sizeof line, file)) {
        if (!lines++)
            strcpy(first, line);
        CHECK_EQ(strcmp(line, first), 0);
    }
    CHECK_EQ(lines, PROGRAMS * THREADS * LINES);
    CHECK_EQ(strncmp(first, "wavefold: vkCreateQueryPool: queries of type 0x0", 48), 0);
    fclose(file);
    close(made);
    unlink(name);
    /* one that cannot be written is no log: there is no instance */
    struct ear ear = {.count = 0};
    const VkDebugUtilsMessengerCreateInfoEXT at_birth = messenger(&ear, ERRORS);
    VkInstance instance;
    setenv("WAVEFOLD_LOG", "/nowhere/log", 1);
    CHECK(new_instance(&at_birth, &instance) != VK_SUCCESS);
    CHECK(strstr(ear.text, "WAVEFOLD_LOG=/nowhere/log: cannot write it: No such file or directory") != NULL);
    unsetenv("WAVEFOLD_LOG");
}

int main(int argc, char **argv)
{
    (void)argc;
    unsetenv("WF_VALIDATE");
    kit_choose(argv[0]);
    log_file();
    wrong_setting();
    birth_and_death();
    left_device();
    stubs();
    return check_end("vulkan_messages");
}

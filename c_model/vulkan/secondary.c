/* SPDX-License-Identifier: Apache-2.0
 * secondary.c - secondary command buffers, and what a submission or another command buffer may execute.
 */
#include "command.h"

#include <string.h>

/* ---- what may be executed ---------------------------------------------------------------------------------------- */

static bool is_as_it_was(const struct wfv_executed *e)
{
    return e->commands->before && e->commands->number == e->number && !wfv_commands_refusal(e->commands);
}

const char *wfv_commands_refusal(const struct wfv_commands *c)
{
    static const char *const states[] = {
        [WFV_INITIAL] = "was not recorded", [WFV_RECORDING] = "is not ended", [WFV_INVALID] = "has commands that failed"};

    if (c->state != WFV_EXECUTABLE)
        return states[c->state];
    if (c->is_once && c->was_submitted)
        return "was to be submitted once, and was";
    for (const struct wfv_use *u = c->use; u; u = u->next)
        if (wfv_is_gone(u->held))
            return u->held->kind->gone;
    for (const struct wfv_executed *e = c->executed; e; e = e->next)
        if (!is_as_it_was(e))
            return "executes one that was freed, reset or recorded anew";
    return NULL;
}

/* ---- submissions ------------------------------------------------------------------------------------------------- */

void wfv_commands_pend(struct wfv_commands *c)
{
    wfv_commands_hold(c);
    atomic_fetch_add(&c->pending, 1);
    c->was_submitted = true;
    for (const struct wfv_use *u = c->use; u; u = u->next)
        wfv_pend(u->held);
    for (const struct wfv_executed *e = c->executed; e; e = e->next)
        wfv_commands_pend(e->commands);
}

void wfv_commands_end_pending(struct wfv_commands *c)
{
    for (const struct wfv_executed *e = c->executed; e; e = e->next)
        wfv_commands_end_pending(e->commands);
    for (const struct wfv_use *u = c->use; u; u = u->next)
        wfv_end_pending(u->held);
    atomic_fetch_sub(&c->pending, 1);
    wfv_commands_release(c);
}

/* ---- vkCmdExecuteCommands ---------------------------------------------------------------------------------------- */

static void run_secondary(struct wfv_execution *x, void *payload)
{
    const struct wfv_executed *e = payload;

    wfv_commands_run(e->commands, x);
}

static void execute(struct wfv_commands *c, struct wfv_commands *secondary)
{
    const char *why = c == secondary ? "is the one that executes it" : wfv_commands_refusal(secondary);

    if (why) {
        wfv_fail(c, VK_ERROR_VALIDATION_FAILED_EXT, "vkCmdExecuteCommands: a command buffer %s", why);
        return;
    }
    struct wfv_executed *e = wfv_record(c, run_secondary, sizeof *e);
    if (!e)
        return;
    wfv_commands_hold(secondary);
    *e = (struct wfv_executed){.next = c->executed, .commands = secondary, .number = secondary->number};
    c->executed = e;
}

void wfv_CmdExecuteCommands(VkCommandBuffer commandBuffer, uint32_t commandBufferCount,
                            const VkCommandBuffer *pCommandBuffers)
{
    struct wfv_commands *c = wfv_commands_of(commandBuffer);

    for (uint32_t i = 0; i < commandBufferCount; i++)
        execute(c, wfv_commands_of(pCommandBuffers[i]));
    /* what was bound is undefined from here on */
    memset(&c->bound, 0, sizeof c->bound);
}

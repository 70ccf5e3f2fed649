/* SPDX-License-Identifier: Apache-2.0
 * test_wave_size.c - the wave size that the caller insists on.
 */
#include "wfk.h"

#define HEAD "[numthreads(8,1,1)]\n"
#define TAIL "\ncode\n  end\n"

static void wave_size_of_the_caller(void)
{
    static struct wfk_told told;
    struct wf_kernel *k = wfk_parse_at(HEAD "[WaveSize(4,16)]\nbuffer A[WAVE_SIZE] = each WAVES" TAIL, 4, &told);

    CHECK(k && k->buffer[0].words == 4 && k->buffer[0].initial[3] == 2);
    CHECK(k && k->desc.wavesize_kind == WF_WAVESIZE_FIXED && k->desc.wavesize_min == 4);
    wf_kernel_free(k);
    k = wfk_parse_at(HEAD TAIL, 8, &told);
    CHECK(k && k->desc.wavesize_kind == WF_WAVESIZE_FIXED && k->desc.wavesize_min == 8);
    wf_kernel_free(k);
    CHECK(!wfk_parse_at(HEAD "[WaveSize(4,16)]" TAIL, 32, &told));
    CHECK(told.count == 1 && told.at[0].line == 2 && told.at[0].column == 2 && strstr(told.at[0].text, "from 4 to 16"));
    CHECK(!wfk_parse_at(HEAD TAIL, 64, &told));
    CHECK(told.count == 1 && told.at[0].line == 1 && strstr(told.at[0].text, "from 4 to 32"));
    CHECK(!wfk_parse_at(HEAD TAIL, 12, &told) && told.count == 1);
}

/* Refusals of a size that the caller insists on say so when another size that the attribute allows would do. */
static void refused_size_of_the_caller(void)
{
    static struct wfk_told told;
    static const struct {
        const char *attributes;
        unsigned size;
        const char *text;
    } refused[] = {
#define WAVES "the group needs more waves than the device has slots"
#define LANES "numWaves times the wave size is above the thread limit of the stage (1024; 128 in amplification)"
        {"[numthreads(251,1,1)] [extra_waves(2)]", 8, WAVES ": 34 with --wave-size 8; expected at most 16 waves: a larger --wave-size, or none"},
        {"[numthreads(16,4,2)] [WaveSize(4,16)]", 4, WAVES ": 32 with --wave-size 4; expected at most 16 waves: a larger --wave-size, or none"},
        {"[numthreads(128,1,1)] [WaveSize(4)]", 4, WAVES "; expected at most 16 waves"},
        {"[numthreads(1024,1,1)]", 8, WAVES "; expected at most 16 waves"},
        {"[numthreads(128,1,1)] [WaveSize(4)]", 0, WAVES "; expected at most 16 waves"},
        {"[numWaves(17)]", 4, WAVES "; expected at most 16 waves"},
        {"[shader(\"amplification\")] [numWaves(9)]", 16, LANES ": 9 times 16 with --wave-size 16; expected a smaller --wave-size, or none"},
        {"[shader(\"amplification\")] [numWaves(9)] [WaveSize(16,32)]", 16, LANES},
        {"[shader(\"amplification\")] [numWaves(9)] [WaveSize(16)]", 0, LANES}};
#undef WAVES
#undef LANES
    char text[200];

    for (unsigned n = 0; n < sizeof refused / sizeof refused[0]; n++) {
        snprintf(text, sizeof text, "%s" TAIL, refused[n].attributes);
        CHECK(!wfk_parse_at(text, refused[n].size, &told));
        CHECK(told.count == 1 && !strcmp(told.at[0].text, refused[n].text));
    }
}

int main(void)
{
    wave_size_of_the_caller();
    refused_size_of_the_caller();
    return check_end("asm_wave_size");
}

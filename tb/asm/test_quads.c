/* SPDX-License-Identifier: Apache-2.0
 * test_quads.c - the quads of a pixel shader: both ways of writing them, what they may not be, and what may not stand beside them.
 */
#include "wfk.h"

#define PIXEL "[shader(\"pixel\")]\n"
#define TAIL "\ncode\n  end\n"

static void drawn(const char *text, size_t quads, const struct wf_quad *wanted, uint32_t waves)
{
    struct wf_kernel *k = wfk_good(text);

    if (!k)
        return;
    CHECK_EQ(k->desc.quads, quads);
    for (size_t n = 0; n < quads && n < k->desc.quads; n++) {
        CHECK_EQ(k->desc.quad[n].x, wanted[n].x);
        CHECK_EQ(k->desc.quad[n].y, wanted[n].y);
        CHECK_EQ(k->desc.quad[n].coverage, wanted[n].coverage);
    }
    CHECK_EQ(k->desc.grid[0], waves);
    CHECK_EQ(k->desc.grid[1], 1);
    CHECK_EQ(k->desc.grid[2], 1);
    wf_kernel_free(k);
}

static void written(void)
{
    const struct wf_quad three[] = {{0, 2, 15}, {16382, 0, 1}, {4, 16382, 0}};
    const struct wf_quad image[] = {{0, 0, 6}, {2, 0, 1}, {0, 2, 2}};      /* pixels 1, 2, 3 and 7 of 3 x 3 */

    drawn(PIXEL "quads { 0, 2, 0b1111,\n  16382, 0, 1,\n 4, 16382, 0, }" TAIL, 3, three, 1);
    drawn(PIXEL "[WaveSize(4)]\nquads { 0,2,15, 16382,0,1, 4,16382,0 }" TAIL, 3, three, 2);     /* the uncovered one fills nothing */
    drawn(PIXEL "quads 3, 3 covered i == 1 || i == 2 || i == 3 || i == 7" TAIL, 3, image, 1);
    drawn(PIXEL "quads { }" TAIL, 0, NULL, 0);
    drawn(PIXEL "quads 8, 8 covered 0" TAIL, 0, NULL, 0);
}

static void refused(void)
{
    wfk_first(PIXEL "quads" TAIL, 2, 6, "expected an expression");
    wfk_first(PIXEL "quads { 1, 0, 15 }" TAIL, 2, 9, "x of a quad is 1; expected an even number from 0 to 16382");
    wfk_first(PIXEL "quads { 0, 16384, 15 }" TAIL, 2, 12, "y of a quad is 16384; expected an even number from 0 to 16382");
    wfk_first(PIXEL "quads { 0, 0, 16 }" TAIL, 2, 15, "the coverage of a quad is 16; expected 0 to 15");
    wfk_first(PIXEL "quads { 0, 0 }" TAIL, 2, 14, "expected `,` between x, y and coverage");
    wfk_first(PIXEL "quads { 0, 0, 1" TAIL, 3, 1, "expected `,` or `}` in a list of quads");
    wfk_first(PIXEL "quads { 0, 0, 1," TAIL, 3, 1, "expected `}` at the end of the quads");
    wfk_first(PIXEL "quads { 0, 0, 1 2 }" TAIL, 2, 17, "expected `,` or `}` in a list of quads");
    wfk_first(PIXEL "quads 16385, 2 covered 1" TAIL, 2, 7, "the width of the image is 16385; expected 0 to 16384");
    wfk_first(PIXEL "quads 2 covered 1" TAIL, 2, 9, "expected `,` and the height of the image");
    wfk_first(PIXEL "quads 2, 2" TAIL, 2, 11, "expected `covered`");
    wfk_first(PIXEL "quads 2, 2 covered 1.0" TAIL, 2, 20, "whether a pixel is covered is no integer; expected one, as a comparison gives");
    wfk_first(PIXEL "buffer A[67108863]\nquads 2, 2 covered 1" TAIL, 3, 1, "too many quads; expected at most 33554432, less what the buffers take");
    wfk_first(PIXEL "quads { 2, -2, 15 }" TAIL, 2, 12, "y of a quad is -2; expected an even number from 0 to 16382");
    wfk_first(PIXEL "quads { 2, 2, 1.0 }" TAIL, 2, 15, "the coverage of a quad is a float; expected an integer, 0 to 15");
    wfk_first(PIXEL "quads 2, 2 covered nothing" TAIL, 2, 20, "unknown name `nothing`");
    wfk_first(PIXEL "quads { }\nquads { }" TAIL, 3, 1, "second `quads`; expected one");
    wfk_first("[numthreads(4,1,1)]\nquads { }" TAIL, 2, 1, "`quads` in a shader of another stage");
    wfk_first(PIXEL "dispatch 2" TAIL, 2, 1, "`dispatch` in a pixel shader; expected `quads`");
    wfk_first("[numthreads(4,1,1)]\ncode\n  sv r0, pixel.x\n  end\n", 3, 3, "SV_Position in a shader of another stage");
    wfk_only(PIXEL TAIL, 1, 2, "a pixel shader without `quads` draws nothing; expected `quads { x, y, coverage }`");
    wfk_only(PIXEL "[numthreads(4,1,1)]" TAIL, 2, 2, "a pixel shader has no thread group");
    wfk_only(PIXEL "[groupshared(4)]" TAIL, 2, 2, "a pixel shader has no thread group");
    wfk_only(PIXEL "code\n  sv r0, tid.x\n  end\n", 3, 3, "a pixel shader has no thread group");
    wfk_first(PIXEL "code\n  sv r0, wave\n  end\n", 3, 3, "GetGroupWaveIndex");
}

int main(void)
{
    written();
    refused();
    return check_end("asm_quads");
}

/* SPDX-License-Identifier: Apache-2.0
 * help.c - the help of each verb.
 */
#include <stdio.h>
#include <string.h>

#include "cli.h"

/* Of run, between its text and what follows. */
static const char run_outputs[] =
    "--summary[=OUT]       rtl: figures of the run, one per line: cycles, stalls by cause, lanes active, occupancy,\n"
    "                      LDS, atomics ..\n"
    "--profile[=OUT]       rtl: the source with the cost of each line: cycles waited there by cause, issues, lanes\n"
    "--timeline OUT.json   rtl: the activity of each wave slot, for ui.perfetto.dev\n"
    "--trace OUT           one line per instruction (docs/program.md explains the columns)\n"
    "--waves OUT.fst       a waveform; the run is on rtl. OUT.gtkw is its view for GTKWave, with the folder OUT.names\n"
    "--view WORDS          words with colons between; the first may be another name for the view. zoom=N: pixels per\n"
    "                      cycle; zoom=fit: the whole run. mark=N: cycle of the marker. slots=N: wave slots shown\n"
    "--report OUT.html     the run as one page: verdict, occupancy, waves over time, the source with its cost, memory,\n"
    "                      buffers. Cycles, their causes and caches need --on rtl\n"
    "--stats OUT.json      the counts and the verdict. Cycles, stalls and figures of units need --on rtl, because\n"
    "                      the model has no cycles\n"
    "--junit OUT.xml       the verdicts of all files as a report of JUnit\n"
    "--dump BUFFER[=OUT]   contents of a buffer after the run, as a list that a kernel file takes; may be given for\n"
    "                      several buffers. A buffer that is bound to a shader is printed by its types\n"
    "--hex                 buffers are printed as hexadecimal words, not by types\n";

/* ... and behind what follows: a text has at most 4095 characters. */
static const char run_last[] =
    "--spec ID=VALUE       a specialization constant, by its id or its name: a number, or true or false; for a float\n"
    "                      hexadecimal digits are its bits\n"
    "--entry NAME          the entry point; needed when there are several, and by dxc and glslangValidator when it\n"
    "                      is not main\n"
    "--task FILE           the task shader whose groups emit those of the mesh shader; --groups is its grid\n"
    "--task-entry NAME     its entry point, in FILE or in the same module. A module with one task and one mesh shader\n"
    "                      needs neither\n"
    "--output KIND=OUT     results of task and mesh shaders: tasks, payload, counts, vertices or primitives. Other\n"
    "                      stages have vertices, counts, patches, and what they capture: xfb0 to xfb3. OUT gets\n"
    "                      the records as bytes (docs/mesh.md, docs/vertex.md); - prints them by name. For kernel\n"
    "                      files too\n"
    "--extra N[,idle]      N waves per group more than its threads need; idle: they get no thread\n"
    "--num-waves N         groups of N whole waves, whatever threads the shader has; its own numWaves must agree\n"
    "--shader-model M.N    features that the shader may use: 6.10 (default) is all\n"
    "--prefer small|large  the smallest or the largest of the allowed wave sizes, not the nearest to 32.\n"
    "--precise-division on|off  off: f32 division and square roots by the bounds of Vulkan, in 12 instructions.\n"
    "                      Default on: correctly rounded\n"
    "Attributes of HLSL and Slang (numWaves, WaveSize, shader, prefer_small ..) are read from the source, with every\n"
    "compiler.\n"
    "\n"
    "The simulator is ../sim/libwavefold_sim_l<lanes>.so relative to this program. WAVEFOLD_SIM names another; the\n"
    "program asks it for its lanes and whether it writes waveforms.\n";

static const struct { const char *verb, *usage, *text, *more; } helps[] = {
    {"run",
     "wavefold run FILE... [--variant NAME] [--on model|rtl] [--lanes N] [--wave-size S|all|S,S..] [--seed N]\n"
     "                    [--seeds N] [--differ error|ok] [--limit N] [--sim verilator|icarus] [--memory-latency N]\n"
     "                    [--memory-lines N] [--summary[=OUT]] [--profile[=OUT]] [--timeline OUT.json]\n"
     "                    [--trace OUT] [--waves OUT.fst] [--view [OUT][:zoom=N|fit][:mark=N][:slots=N|all]]\n"
     "                    [--report OUT.html] [--stats OUT.json] [--junit OUT.xml]\n"
     "                    [--dump BUFFER[=OUT]] [--races error|warn|off] [--race-watch auto|all]\n"
     "                    [--bounds error|warn|off] [--coalesce on|off] [--cores 1..16] [--memory-path on|off]\n"
     "                    [--memory-period N] [--memory-banks N] [--memory-bank-period N] [--memory-order asked|any]\n"
     "                    [--reset-at N] [--first-group N] [--hex]\n"
     "       wavefold run SHADER... --groups X,Y,Z [--bind SET.BINDING=IN[:OUT]]... [--buffer NAME=IN[:OUT]]...\n"
     "                    [--push IN|MEMBER=X,Y]... [--spec ID=VALUE]...\n"
     "                    [--image SET.BINDING=SIZE:FORMAT:IN[:OUT]]... [--sampler SET.BINDING=WORDS]...\n"
     "                    [--expect SET.BINDING=IN[:within=..][:any_order]]... [--entry NAME]\n"
     "                    [--extra N[,idle]] [--num-waves N] [--shader-model M.N] [--prefer small|large]\n"
     "                    [--task FILE] [--task-entry NAME] [--output KIND=OUT]...\n"
     "                    [--precise-division on|off] [options as above, but --dump and --variant]\n"
     "       wavefold run SHADER... --draw WxH[:COVERAGE] [--input LOCATION=IN[:pixels]]...\n"
     "                    [--output LOCATION=FORMAT[[:IN]:OUT]]... [--samples N] [--facing front|back]\n"
     "                    [--depth Z[,Z,Z]] [--clip-w W[,W,W]]\n"
     "                    [options as above, but --groups and --extra and --num-waves]\n"
     "       wavefold run SHADER... --vertices COUNT[xINSTANCES] [--first-vertex N] [--first-instance N]\n"
     "                    [--input LOCATION=IN[:instances]]... [--output vertices=OUT] [--expect vertices=IN]\n"
     "                    [options as with --draw]\n"
     "       wavefold run SHADER... --patches COUNTxPOINTS [--input LOCATION|NAME=IN]...\n"
     "                    [--input TessCoord=IN[:patches]] [--output vertices|patches=OUT]\n"
     "                    [--expect vertices|patches=IN] [options as with --draw]\n"
     "       wavefold run SHADER... --primitives COUNT [--input LOCATION|NAME=IN]...\n"
     "                    [--output vertices|counts=OUT] [--expect vertices|counts=IN] [options as with --draw]\n",
     "Run a kernel file and compare the results with its expectations; or run a shader.\n"
     "Several files run one after another, each with the same options; the worst exit status counts.\n"
     "--variant NAME        this variant of the kernel file\n"
     "--on model (default)  the C model alone\n"
     "--on rtl              the hardware, every instruction compared with the model, which also looks for\n"
     "                      races, in a run of its own\n"
     "--lanes N             widest wave of the device: 4 .. 128; on rtl 8, 32 or 128. Default 32, or 128 with a\n"
     "                      larger --wave-size\n"
     "--wave-size S         force this wave size. all: every size that the file and a device allow; or a list such as\n"
     "                      4,8,32. One table, and the words of buffers that differ. Without --lanes each size has a\n"
     "                      device that takes it, of 32, 8 or 128 lanes\n"
     "--seeds N             N runs at each size, from the seed of --seed on; verdicts and results are compared\n"
     "--differ error|ok     several runs: results that differ are wrong (default), or not\n"
     "--seed N              0 (default): no stalls on rtl, waves in order on the model. Else on rtl the stalls and\n"
     "                      memory latencies (1, 5, 9 ..: light; 2, 6, ..: heavy; 3, 7, ..: bursts; 4, 8, ..: late\n"
     "                      memory answers). On the model the interleaving of the waves\n"
     "--limit N             instructions (model) or cycles (rtl) before giving up; default 50000000 and 5000000\n"
     "--sim NAME            rtl: verilator (default) or icarus, four-valued and slow\n"
     "--memory-latency N    rtl: 1 to 4294967295 cycles from the last line of a request to global memory to its\n"
     "                      answer. Default 20; seeds above 0 choose their own\n"
     "--memory-lines N      rtl: lines of 128 bytes that global memory accesses per cycle, 1 to 4294967295 (1)\n"
     "--memory-path on|off  rtl: on: caches and the path of wf_system to a memory of lines. Its options are cycles\n"
     "                      per line, number of banks, cycles per line of one bank, and the order of answers\n"
     "--memory-period N     --memory-banks N     --memory-bank-period N     --memory-order asked|any\n"
     "--cores N             compute units, 1 (default) to 16\n"
     "--coalesce on|off     rtl: off: lanes of an atomic that share a word of LDS are not combined, each makes its\n"
     "                      own operation\n"
     "--races WHAT          races and divergent barriers: error, warn or off. Default error; races of a shader warn,\n"
     "                      and so do barriers after some threads of a shader returned. A race: two lanes touch one\n"
     "                      word, one of them writes, not both by atomics. No barrier is between them; in one wave,\n"
     "                      no memory_barrier\n"
     "--race-watch auto|all auto (default): after the first 524288 accesses those of every fourth group, with a note\n"
     "--bounds WHAT         accesses out of bounds: error, warn or off. Default error; in a shader warn\n"
     "--reset-at N          rtl, for tests: reset the machine in cycle N, and do all from the beginning\n"
     "--first-group N       rtl, for tests: hardware and model begin at group N of the grid, x fastest\n"
     "\n"
     "SHADER ends in .spv, .spvasm, .comp, .vert, .tesc, .tese, .geom, .frag, .mesh, .task, .glsl,\n"
     ".hlsl, .slang or .cl, in any letter case. It may be -, with a module on standard input. Compilers are looked for\n"
     "in PATH. For .spvasm it is spirv-as. For .hlsl it is slangc, else dxc, else glslangValidator; for .slang it\n"
     "is slangc, for .cl clang with llvm-spirv. For the others it is glslangValidator.\n"
     "docs/spirv.md lists the supported part of SPIR-V.\n",
     "--groups X,Y,Z        groups of the grid; X or X,Y suffice\n"
     "--draw WxH[:COVERAGE] a fragment shader draws these pixels. COVERAGE: a PNG, or a file with a byte for each\n"
     "                      pixel; 0 is not covered\n"
     "--input L=IN          an input of a fragment shader, at location L, or L.C with a component. IN: text:0.5,1, or\n"
     "                      a file of words. It has the values everywhere, or at three corners: upper left, upper\n"
     "                      right, lower left. :pixels after it: a value for each pixel\n"
     "--output L=FORMAT:OUT the image of an output. L is a location, depth, stencil, or L.second of an output of\n"
     "                      Index 1. OUT as of --image. In L=FORMAT:IN:OUT the texels before the run are\n"
     "                      IN; text: may have one for all\n"
     "--vertices N[xI]      a vertex shader runs for N vertices of each of I instances. --input L=IN has the value of\n"
     "                      one vertex, or of each; :instances after it: of instances\n"
     "--first-vertex N      VertexIndex and InstanceIndex begin with these numbers. Default 0\n"
     "--first-instance N\n"
     "--patches NxP         a tessellation shader of either stage runs for N patches of P control points. --input L=IN\n"
     "                      has one value, or one for each point of one patch, or of all. An input of the patch has\n"
     "                      one, or one for each patch. L may be a built-in as below, TessLevelOuter or\n"
     "                      TessLevelInner\n"
     "--input TessCoord=IN  the points of a patch: u, v and w of each. :patches after it: those of all patches\n"
     "--primitives N        a geometry shader runs for N primitives. --input L=IN has one value, or one for each vertex\n"
     "                      of a primitive, or of all primitives. L may be Position, PointSize, ClipDistance or\n"
     "                      CullDistance\n"
     "--samples N           samples of a pixel: 1 (default), 2, 4, 8 or 16\n"
     "--facing front|back   FrontFacing. Default front\n"
     "--depth Z[,Z,Z]       FragCoord.z, or that of the three corners. Default 0.5\n"
     "--clip-w W[,W,W]      w of clip coordinates likewise. Default 1\n"
     "--bind S.B=IN[:OUT]   the buffer of set S, binding B, or of this name. IN: a file of bytes, zero:BYTES,\n"
     "                      text:1,-2,3.5,0x10, words of 32 bits, or values:1,2.5, by the types of the block.\n"
     "                      OUT: a file that gets the bytes after the run; - prints the members\n"
     "                      S.B[2] is an element of an array of blocks. IN may be another buffer, @0.1 or @NAME, or\n"
     "                      bytes of it: @0.1+256 or @0.1+256,64, the first and their number\n"
     "--buffer NAME=IN[:OUT] memory without a binding, for addresses and pieces. In text: @0.1, @0.1+16, @NAME are\n"
     "                      addresses of PhysicalStorageBuffer: two words, the low one first. In values: and in\n"
     "                      --push MEMBER= they are one number\n"
     "--push IN             push constants\n"
     "--push MEMBER=X,Y..   one of their members: scale=2.5, offset=1,2,3 or light.colour[1]=1,0,0\n"
     "--expect S.B=IN       the right contents of that buffer after the run, L=IN of an output. IN as above; in\n"
     "                      text: and values: _ is not compared, and with ... at the end nothing more. For floats of\n"
     "                      32 bits :within=2ulp or :within=1e-6 may follow. :any_order compares the words in any\n"
     "                      order\n"
     "--image S.B=SIZE:FORMAT:IN[:OUT]  an image: SIZE is W, WxH or WxHxD, then perhaps ,layers=N ,levels=N\n"
     "                      ,samples=N. FORMAT: rgba8 or R8G8B8A8_UNORM. IN: a file of texels, a .png, zero, or\n"
     "                      text:1,2. OUT: a file or a .png; - prints texels. S.B[2]: an element of an array\n"
     "--sampler S.B=WORDS   a sampler: linear, mip=linear, repeat, u=clamp, border, white, compare=less, bias=0.5,\n"
     "                      lod=0..4, unnormalized, with commas between\n"},
    {"check", "wavefold check FILE [--json] [--variant NAME] [--lanes N]\n"
     "       wavefold check SHADER [--json] [--entry NAME] [--spec ID=VALUE]... [--lanes N] [--extra N[,idle]]\n"
     "                    [--num-waves N] [--shader-model M.N] [--prefer small|large]\n"
     "                    [--image SET.BINDING=SIZE:FORMAT]... [--sampler SET.BINDING=WORDS]...\n"
     "                    [--draw WxH] [--samples N] [--output LOCATION=FORMAT]... [--vertices N]\n"
     "                    [--patches NxP] [--primitives N]\n"
     "                    [--precise-division on|off]\n",
     "The needs of a shader, without running it: entry points, stage, wave sizes, threads or waves per group,\n"
     "bindings. It lists push and specialization constants and features of subgroups. For each wave size:\n"
     "a device that takes it and the cost of its code, or the reason of a refusal. A kernel file has this list alone.\n"
     "--json                the same as JSON\n"
     "--lanes N             the widest wave of the one device: 4 .. 128; else 32, 8 or 128, by the wave size\n"
     "the others            as in run\n", ""},
    {"asm",
     "wavefold asm FILE [--variant NAME] [--listing] [--dump PASS] [--lanes N] [--wave-size S] [-o OUT]\n"
     "       wavefold asm SHADER [--dump PASS] [--entry NAME] [--spec ID=VALUE]... [--extra N[,idle]]\n"
     "                    [--num-waves N] [--lanes N] [--shader-model M.N] [--prefer small|large] [--wave-size S]\n"
     "                    [--image SET.BINDING=SIZE:FORMAT]... [--sampler SET.BINDING=WORDS]...\n"
     "                    [--draw WxH] [--samples N] [--output LOCATION=FORMAT]... [--vertices N]\n"
     "                    [--patches NxP] [--primitives N]\n"
     "                    [--precise-division on|off]\n"
     "                    [-o OUT]\n",
     "Assemble: hexadecimal instruction words, one per line. For a shader: the listing, with each source line above\n"
     "its instructions.\n"
     "--listing             index, word, line and instruction\n"
     "--dump PASS           the code of a shader, in a kernel file too, after a pass of its lowering; a wrong name\n"
     "                      lists the passes\n"
     "--variant, --lanes, --wave-size  as in run\n"
     "-o OUT                write there\n", ""},
    {"disasm", "wavefold disasm FILE [-o OUT]\n",
     "Disassemble. FILE holds hexadecimal words, one per line, or the output of asm --listing.\n"
     "-o OUT                write there\n", ""},
    {"layout", "wavefold layout --numthreads X,Y,Z --wave-size S [--group GX,GY,GZ] [--extra N[,idle]]\n"
     "                    [--picture|--json]\n",
     "The thread of each lane of each wave, as SV_GroupThreadID (x y z), SV_DispatchThreadID (dispatch_x ..) and\n"
     "SV_GroupIndex.\n"
     "One line per thread, in the order of the lanes, tab-separated, under a heading. A wave without a thread has one\n"
     "line of dashes.\n"
     "\n"
     "--numthreads X,Y,Z    threads of a group: X and Y from 1 to 1024, Z from 1 to 64, at most 1024 in all\n"
     "--wave-size S         4, 8, 16, 32, 64 or 128\n"
     "--group GX,GY,GZ      which group (default 0,0,0)\n"
     "--extra N             N waves more than the group needs: its quads are dealt out over all waves\n"
     "--extra N,idle        ... and the added ones get no thread\n"
     "--picture             draw the group as a grid of wave.lane instead, a slice of z below the other\n"
     "--json                each wave with its lanes as JSON\n", ""},
    {"sizes", "wavefold sizes FILE [--variant NAME] [--lanes N] [--json]\n",
     "The wave sizes that a kernel file allows on the device, one per line; \"default\" when a refusal is expected.\n"
     "When none fits, standard error has the reason.\n"
     "--lanes N             widest wave of the device: 4 .. 128 (32)\n"
     "--json                as JSON; sizes that are refused as expected are an empty list, with \"refused\": true\n"
     "--variant NAME        as in run\n", ""},
    {"occupancy",
     "wavefold occupancy FILE [--variant NAME] [--lanes N] [--wave-size S] [--json]\n"
     "       wavefold occupancy SHADER [--entry NAME] [--spec ID=VALUE]... [--extra N[,idle]] [--num-waves N]\n"
     "                    [--shader-model M.N] [--prefer small|large] [--precise-division on|off]\n"
     "                    [--image SET.BINDING=SIZE:FORMAT]... [--sampler SET.BINDING=WORDS]...\n"
     "                    [--draw WxH] [--samples N] [--output LOCATION=FORMAT]... [--vertices N]\n"
     "                    [--patches NxP] [--primitives N]\n"
     "                    [--lanes N] [--wave-size S] [--json]\n",
     "The number of groups and waves of a kernel that are resident at once, at each wave size that the kernel allows.\n"
     "For each it has the resources of a group (registers per lane in steps of 8). It has the groups that each\n"
     "resource alone would hold: wave slots, places for groups, the register file and groupshared memory. The last\n"
     "column is the resource that is exhausted first.\n"
     "--lanes N             widest wave of the device: 4 .. 128; default 32, or 128 with a larger --wave-size\n"
     "--wave-size S         this wave size alone\n"
     "--json                the table as JSON\n"
     "the others            as in run\n", ""},
    {"isa", "wavefold isa [NAME]\n",
     "The instructions; or the meaning of one name. NAME is an instruction (wadd.reduce), a family (lt), or a\n"
     "system value (tid.x). It may be a reject code or a fault (NUMTHREADS_ZERO), an attribute (numthreads), a\n"
     "stage (pixel). Names of HLSL (WaveActiveSum), GLSL (subgroupAdd) and SPIR-V (OpGroupNonUniformIAdd) give the\n"
     "instructions for them.\n", ""},
    {"advise", "wavefold advise FILE [--variant NAME] [--lanes N] [--wave-size S] [--limit N] [--json]\n"
     "                    [--memory-latency N] [--memory-lines N]\n",
     "Atomics that all lanes of a wave aim at one word, with a rewrite. It reduces over the wave and lets one\n"
     "lane perform one atomic. The command reports whether the results are the same, the cycles of both on the\n"
     "hardware, and the advice. The cycles are measured with and without the combining of lanes in groupshared\n"
     "memory. The second simulator is the one of --coalesce off.\n"
     "--json                the same as JSON, without the words of HLSL and GLSL\n"
     "options               as in run\n", ""},
    {"op", "wavefold op NAME [--on model|rtl] [--lanes N] [--wave-size S] [--active MASK] [--helper MASK]\n"
     "                    [--type u32|i32|f32|u64|i64|f64|f16|bool] [--index I0,I1,..] [--mask M0,M1,..]\n"
     "                    [--cluster N] [--hex] [VALUE]...\n"
     "       wavefold op --list\n",
     "One cross-lane operation. NAME is the one of HLSL or GLSL. VALUE is that of lane 0, then of lane 1, and so on.\n"
     "The result is one line with a word for each lane. A lane without a value has the word -.\n"
     "VALUE                 decimal, 0x hexadecimal, a float, true or false; - for an inactive lane. The components\n"
     "                      of a vector are joined by a colon. For a float type hexadecimal digits are its bits\n"
     "--wave-size S         lanes of the wave: 4 .. 128. Default: the smallest that holds the values\n"
     "--type T              u32, i32, f32, u64, i64, f64, f16 or bool. Default: f32 where a value is a float, i32\n"
     "                      where one is negative, else u32; bool for operations on conditions\n"
     "--active MASK         lanes that run, lane 0 in the lowest bit. Default: all that have a value\n"
     "--helper MASK         helper lanes. They run, but only operations on quads read them\n"
     "--index I0,I1,..      WaveReadLaneAt and the like: the lane to read, one for each value, or one for all\n"
     "--mask M0,M1,..       multi-prefix: the lanes that each lane combines, one mask for each value, or one for all\n"
     "--cluster N           sums and the like: of each run of N lanes, a power of two\n"
     "--hex                 results as bits in hexadecimal\n"
     "--list                the operations, with what each takes\n"
     "--on, --lanes         as in run\n", ""},
    {"atomic", "wavefold atomic OP --addr A0,A1,.. [--cmp C0,C1,..] [--init W0,W1,..] [--on model|rtl] [--lanes N]\n"
     "                    [--wave-size S] [--type u32|i32|f32|u64|i64] [--active MASK] [--hex] VALUE...\n",
     "One atomic instruction on groupshared memory; on 64 bits one for each half of the lanes of the device. It\n"
     "prints the values that are returned and the words that change. The last line has the cycles for which the\n"
     "banks are busy. On rtl they are measured. On the model they follow the rule of docs/lds.md. OP is add, sub,\n"
     "min, max, and, or, xor, exchange, or compare-exchange. The names of HLSL and GLSL are taken too.\n"
     "--addr A0,A1,..       byte address, one for each value, or one for all\n"
     "--cmp C0,C1,..        compare-exchange: the value to compare with, likewise\n"
     "--init W0,W1,..       values of the memory before, from address 0. Default: zeros\n"
     "VALUE and the others  as in op\n", ""},
    {"device", "wavefold device [--lanes N] [--cores 1..16] [--sim verilator|icarus] [--coalesce on|off]\n"
     "                    [--memory-path on|off]\n",
     "Print the parameters of a simulator in one line. It is the simulator that `run` uses with these options.\n"
     "options               as in run\n", ""},
    {"vulkan", "wavefold vulkan [--on model|rtl|lockstep|device] [--lanes N] [--wave-size S|all|S,S..] [--seed N] [--seeds N]\n"
     "                    [--differ error|ok] [--races error|warn|off] [--cores 1..16] [--limit N] [--timeout N]\n"
     "                    [--stats OUT] [--profile OUT] [--report OUT.html] [--junit OUT.xml]\n"
     "                    [--trace OUT] [--waves OUT.fst] [--dispatch N] [--driver FILE] -- PROGRAM [WORD]...\n",
     "Run a program for Vulkan on this machine's driver, unchanged. The run fails if the exit status is not 0, or\n"
     "a dispatch faults or does not end. So does one that does not open the driver.\n"
     "With several sizes or seeds the whole program runs once for each. Its standard output and its exit status are\n"
     "compared: \"differs at 8 and 64\". The program then has no standard input.\n"
     "--on WHERE            model (default); rtl: the hardware; lockstep: each instruction compared with the model;\n"
     "                      device: the whole device, with driver, registers and queue\n"
     "--wave-size S         the subgroup size of pipelines that ask for none. all: 4 to 128; or a list such as 4,8,32\n"
     "--lanes N             widest wave of the device. Default 128 on the model; else 32, or 128 for a larger wave\n"
     "--seed N, --seeds N   the order of waves, or the stalls of the hardware; N runs at each size\n"
     "--differ error|ok     several runs: outputs that differ are wrong (default), or not\n"
     "--races WHAT          model: look for races, and divergent barriers in each dispatch: error or warn; off (default)\n"
     "--limit N             instructions or cycles of a dispatch before the device is lost; 0: any number\n"
     "--timeout N           seconds before the program is ended\n"
     "--stats OUT           the table of dispatches; as JSON, with the verdict, when OUT ends in .json\n"
     "--profile OUT         model: instructions by source line. A shader has lines when it was compiled with -g\n"
     "--report OUT.html     the runs and their dispatches as one page, with messages and lines\n"
     "--junit OUT.xml       each run as a test case of JUnit\n"
     "--trace OUT           model: one line per instruction of one dispatch, of number N by --dispatch; default 1\n"
     "--waves OUT.fst       rtl, lockstep, device: the waveform of that dispatch\n"
     "--driver FILE         the manifest of the driver. Default: that of this build, or the one installed with it\n"
     "Variables WAVEFOLD_* choose the same without this command (docs/vulkan.md).\n", ""},
};
enum { HELPS = sizeof helps / sizeof helps[0] };

static const char *outputs_of(int help)
{
    return strcmp(helps[help].verb, "run") ? "" : run_outputs;
}

static const char *last_of(int help)
{
    return strcmp(helps[help].verb, "run") ? "" : run_last;
}

static const char common[] =
    "FILE may be \"-\", standard input, or a pipe. OUT may be \"-\", standard output. Devices, pipes and links are\n"
    "written through. A regular file appears whole or not at all and keeps its mode.\n"
    "\"--name=value\" is \"--name value\"; \"--\" ends the options.\n"
    "Pages named docs/... are in the source tree, and installed in PREFIX/share/doc/wavefold.\n"
    "\n"
    "exit status: 0 right; 1 a wrong result: expectation, fault, race (--bounds, --races), hang, hardware and model\n"
    "             differ; a shader with an error or an unsupported feature, or a buffer or constant that does not\n"
    "             fit it; 2 the command line;\n"
    "             3 input rejected by the assembler or the loader, or a dispatch refused against expectation;\n"
    "             4 the environment: no simulator, a file that cannot be read or written, no memory\n";

static void put_indented(const char *text)
{
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        printf("%s%.*s\n", *line == '\n' ? "" : "  ", (int)strcspn(line, "\n"), line);
}

bool cli_help(const char *verb)
{
    if (verb) {
        for (int i = 0; i < HELPS; i++)
            if (!strcmp(verb, helps[i].verb)) {
                printf("usage: %s\n%s%s%s%s\n%s", helps[i].usage, helps[i].text, outputs_of(i), helps[i].more, last_of(i),
                       common);
                return true;
            }
        return false;
    }
    puts("wavefold - run, assemble and lay out kernels of the Wavefold machine\n");
    for (int i = 0; i < HELPS; i++)
        printf("%s%s", i ? "       " : "usage: ", helps[i].usage);
    puts("       wavefold help [COMMAND]\n       wavefold --version");
    for (int i = 0; i < HELPS; i++) {
        printf("\n%s\n", helps[i].verb);
        put_indented(helps[i].text);
        put_indented(outputs_of(i));
        put_indented(helps[i].more);
        put_indented(last_of(i));
    }
    printf("\n%s", common);
    return true;
}

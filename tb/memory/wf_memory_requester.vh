// SPDX-License-Identifier: Apache-2.0
// wf_memory_requester.vh - the requester in the benches of the memory path: channel, tags in flight, times of answers.
//   wf_memory_core.vh and wf_memory_asker.vh include it; they have requests, check_data and the tags on the channel.
//   The bench has TAG_W, AREA, cycle, fail(what).

localparam integer TAGS = 1 << TAG_W, ATOMS = `WF_ATOM_FMAX + 1, PAIR_ATOMS = `WF_ATOM_CAS + 1;
reg               req_valid = 1'b0, rsp_ready = 1'b0;
wire              req_ready, rsp_valid;
reg [REQ_W-1:0]   req = 0;
wire [RSP_W-1:0]  rsp;

reg [31:0]  memory [0:16*AREA-1];                // as it is when all that was asked is performed
reg         out [0:TAGS-1];                      // asked for, not answered
integer     sent_at [0:TAGS-1], took_at [0:TAGS-1];
integer     asked = 0, sent = 0, answered = 0, checks = 0, errors = 0, first_sent = 0, last_took = 0;
integer     watched = -1, watched_took = 0;      // the tag of a request whose cycles matter, and its cycles

// The request being built.
reg [1:0]   kind;
reg [3:0]   atom;
integer     tag;

task any_tag;
    begin
        below(TAGS, tag);
        while (out[tag]) tag = (tag + 1) % TAGS;
        out[tag] = 1'b1;
    end
endtask

function room(input integer tags);               // so many tags are free
    room = asked - answered <= TAGS - tags;
endfunction

reg                   rsp_stalled = 1'b0;
reg [TAG_W+RSP_W-1:0] rsp_before;
task check_answers;
    begin
        if (req_valid && req_ready) begin
            sent_at[req_tag] = cycle;
            sent = sent + 1;
        end
        if (rsp_stalled && (rsp_valid !== 1'b1 || {rsp_tag, rsp} !== rsp_before)) fail("an answer changed while it was stalled");
        rsp_stalled = rsp_valid === 1'b1 && !rsp_ready;
        rsp_before  = {rsp_tag, rsp};
        if (rsp_valid === 1'bx) fail("an answer's valid is unknown");
        if (rsp_valid && rsp_ready) begin
            if (out[rsp_tag] !== 1'b1 || ^rsp_tag === 1'bx) fail("an answer that nobody waits for");
            check_data;
            if (rsp_tag == watched) begin        // its tag may be another's soon
                watched_took = cycle - sent_at[watched];
                watched      = -1;
            end
            out[rsp_tag] = 1'b0;
            took_at[rsp_tag] = cycle;
            last_took = cycle;
            answered  = answered + 1;
            checks    = checks + 1;
        end
    end
endtask

// With nothing in flight below, and nothing on a channel there, a request advances within `most` cycles.
integer still = 0;
task check_still(input below_idle, input integer most);
    begin
        still = asked != answered && below_idle && !(req_valid && req_ready) && rsp_valid !== 1'b1 ? still + 1 : 0;
        if (still > most) fail("a request stands still");
    end
endtask

task forget;                                     // a reset: nothing is out
    integer t;
    begin
        for (t = 0; t < TAGS; t = t + 1) out[t] = 1'b0;
        answered = asked;
        sent     = asked;
        rsp_stalled = 1'b0;
        still    = 0;
    end
endtask

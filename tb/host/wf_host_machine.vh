// SPDX-License-Identifier: Apache-2.0
// wf_host_machine.vh - a machine that takes descriptors, answers in any order and faults; what it counts changes in every cycle.

reg [DISPATCHES-1:0] in_flight = 0;
reg [31:0] machine_prng = 1;
reg [7:0]  machine_eager = 128;
integer    m;
reg [ID_W-1:0] m_id;

function [ID_W-1:0] id_of(input [2:0] id);
    id_of = id[ID_W-1:0];
endfunction

task move_machine;
    begin
        machine_prng = xorshift32(machine_prng);
        if (desc_valid && desc_ready && !machine_rst) begin
            in_flight[id_of(desc[`WF_DESC_ID])] = 1'b1;
            fault_valid[id_of(desc[`WF_DESC_ID])] <= 1'b0;
        end
        desc_ready <= machine_prng[7:0] < machine_eager;
        if (done_valid && done_ready) begin
            in_flight[done_id] = 1'b0;
            done_valid <= 1'b0;
        end
        if (!done_valid || done_ready) begin     // nothing of an answer that is none counts
            done_id  <= machine_prng[24:22];
            done_all <= {machine_prng[5:4], ~machine_prng};
        end
        m_id = machine_prng[10:8];
        if (machine_prng[10:8] < DISPATCHES && in_flight[m_id]) begin
            if (machine_prng[18:11] < machine_eager && (!done_valid || done_ready)) begin
                done_valid <= 1'b1;
                done_id    <= m_id;
                done_all   <= {machine_prng[1:0], xorshift32(machine_prng)};
            end else if (machine_prng[21:19] == 0)
                fault_valid[m_id] <= 1'b1;
        end
        // fields and counters of no meaning, new in every cycle: a read gives those of one
        fault       <= {fault, machine_prng, ~machine_prng, machine_prng + 32'd77, machine_prng ^ 32'h55555555, xorshift32(machine_prng),
                        machine_prng + 32'd5, {machine_prng[15:0], machine_prng[31:16]}, ~machine_prng - 32'd9};
        counters    <= {counters, machine_prng ^ 32'h33333333};
        retired     <= {retired, machine_prng ^ 32'hcccccccc};
        memory_all  <= machine_prng[28:0];
        if (machine_prng[27:20] == 0) memory_fault <= 1'b1;
        // most need time after their reset, others none
        machine_held <= (machine_rst && machine_prng[26:25] != 0) || (machine_held && machine_prng[31:27] != 0);
        if (machine_rst || machine_held) begin
            memory_fault <= 1'b0;
            in_flight = 0;
            done_valid  <= 1'b0;
            fault_valid <= 0;
        end
    end
endtask

# SPDX-License-Identifier: Apache-2.0
# awk -v size=S [-v stage=pixel] -f bins.awk ISA - a kernel for waves of S lanes that runs each instruction of the table in isa.def by one lane, by the
# lowest lanes, by others, and by all: the bins of functional.def that instructions hit.  It expects nothing: it is for lock step, which compares each
# instruction with the model.
#   groups 0 to 3    each with one of these sets of lanes; the others have returned, so that the end is of the set too
#   groups 4 to 7    the same, and these return
#   groups 8 to 11   the same, and all of them become helper lanes
# Groups 0 to 3 also have a line in each state at each fence, and each access to it after that: buffer Fresh.  A group has its own lines there, for the others
# do not wait at its fences.
function op(text) { print "    " text }
function note(prefix, quoted, parts) { split($0, quoted, "\""); split($0, parts, /, */); name = quoted[2]; format = parts[4] }
BEGIN {
    if (stage == "pixel") {
        printf "[shader(\"pixel\")]\nquads {\n"
        for (i = 0; i < size / 2; i++) printf "    %d, 2, 0b%d%d%d1,\n", 2 * i, i % 2, 1 - i % 2, i % 3 == 0
        print "}\nbuffer Out[1]\ncode"
        sets = split("eq r5, r4, 1;lt.u r5, r4, " size / 2 ";and r5, r4, 1;mov r5, 1", set, ";")
        op("sv r4, lane")
        for (i = 1; i <= sets; i++) { op(set[i]); op("if r5"); op("sv r0, pixel.x"); op("sv r1, pixel.y"); op("endif") }
        op("end")
        exit
    }
    own = size < 16 ? 16 : size                          # words of a group in a row of Fresh: at least a line
    printf "[numthreads(%d,1,1)]\n[WaveSize(%d)]\n[groupshared(%d)]\n", size, size, 8 * size
    printf "buffer Out[%d]\nbuffer Wide[%d]\nbuffer Fresh[%d]\ndispatch 12\ncode\n", 12 * size, 24 * size, 60 * 4 * own
    op("sv r1, lane"); op("sv r2, gid.x"); op("and r3, r2, 3")
    op("eq r4, r1, 1"); op("lt.u r5, r1, " size / 2); op("and r6, r1, 1"); op("mov r8, 1")
    op("eq r7, r3, 2"); op("sel r8, r7, r6, r8"); op("eq r7, r3, 1"); op("sel r8, r7, r5, r8"); op("eq r7, r3, 0"); op("sel r8, r7, r4, r8")
    op("eq r8, r8, 0"); op("if r8"); op("ret"); op("endif")
    op("ge.u r8, r2, 8"); op("if r8"); op("demote"); op("endif")
    # r9: number of the lane in all; its byte in Out, in Wide, in the LDS; operands; the number of a buffer and what table.cas compares with; q44: sets of lanes
    op("mul r9, r2, " size); op("add r9, r9, r1"); op("shl r10, r9, 2"); op("shl r11, r9, 3"); op("shl r12, r1, 2"); op("shl r13, r1, 3")
    op("mul r16, r9, 0x9e3779b9"); op("mul r17, r16, 0x85ebca6b"); op("mul r18, r17, 0xc2b2ae35"); op("mul r19, r18, 0x27d4eb2f")
    op("mov r20, 0"); op("mov r21, 0"); op("mov r22, 1"); op("and r23, r1, 1"); op("match q44, r23")
}
stage == "pixel" { exit }
/^WF_ATOM\(/ { note(); atom[++atoms] = name; split($0, parts, /, */); wide[atoms] = parts[2] < 11; next }
/^WF_SV\(/ { note(); if (name !~ /^pixel/) sv[++values] = name; next }
/^WF_OP\(/ {
    note()
    if (format ~ /^(IF|FLOW|LEAVE|LEAVEIF)$/ || name == "end") next                 # below
    if (format == "NONE") op(name)
    else if (format == "FENCE") { op(name); op(name (name == "barrier" ? ".device" : ".group")) }
    else if (format == "DB") op(name (name ~ /^match/ ? " q28" : name == "ballot" ? " q28" : " r24") ", r16")
    else if (format == "DAB") op(name " r24, r16, r17")
    else if (format == "DABC") op(name " r24, r16, r17, r18")
    else if (format == "SIZE") op(name " r24, Out")
    else if (format == "D") op(name " r24")
    else if (format == "DQ") op(name " r24, q44")
    else if (format == "DQB") op(name " r24, q44, r1")
    else if (format == "MATCH") op(name " q28, r23")
    else if (format == "LD") op(name " r24, [r12]")
    else if (format == "ST") op(name " [r12], r16")
    else if (format == "GLD") op(name " r24, Out[r10]")
    else if (format == "GST") op(name " Out[r10], r16")
    else if (format == "TLD") op(name " r24, [r20][r10]")
    else if (format == "TST") op(name " [r20][r10], r16")
    else if (format == "SCAN") {
        for (m = split("reduce inclusive exclusive", mode, " "); m >= 1; m--) {
            op(name "." mode[m] " r24, r16"); op(name "." mode[m] ".cluster4 r24, r17"); op(name "." mode[m] ".multi r24, r18, q44")
        }
    } else if (format ~ /ATOM/) later[++laters] = name " " format
}
END {
    if (stage == "pixel") exit
    for (i = 1; i <= values; i++) op("sv r24, " sv[i])
    for (i = 1; i <= laters; i++) {
        split(later[i], part, " ")
        for (a = 1; a <= atoms; a++) {
            cas = atom[a] == "cas"
            if (part[2] == "ATOM") op(part[1] "." atom[a] " r24, [r12], r16" (cas ? ", r17" : ""))
            else if (part[2] == "GATOM") op(part[1] "." atom[a] " r24, Out[r10], r16" (cas ? ", r17" : ""))
            else if (part[2] == "TATOM") op(part[1] "." atom[a] " r24, [r20][r10], r16" (cas ? ", r21" : ""))
            else if (!wide[a]) continue
            else if (part[2] == "ATOM64") op(part[1] "." atom[a] " q28, [r13], q16")
            else if (part[2] == "GATOM64") op(part[1] "." atom[a] " q28, Wide[r11], q16")
            else op(part[1] "." atom[a] " q28, [r22][r11], q16")
        }
    }
    op("lt.u r26, r2, 4"); op("if r26"); op("mul r29, r2, " 4 * own); op("add r29, r29, r12")
    fences = split("barrier,barrier.device,memory_barrier,memory_barrier.group", fence, ",")
    for (f = 1; f <= fences; f++)
        for (s = split("absent here loading stored atomic", state, " "); s >= 1; s--)
            for (n = 0; n < 3; n++) {
                op("add r27, r29, " 4 * 4 * own * line++)
                if (state[s] ~ /here|loading/) op("load r24, Fresh[r27]")
                if (state[s] == "here") op("mov r28, r24")
                if (state[s] == "stored") op("store Fresh[r27], r16")
                if (state[s] == "atomic") op("atomic.add r24, Fresh[r27], r16")
                op(fence[f])
                op(n == 0 ? "load r28, Fresh[r27]" : n == 1 ? "store Fresh[r27], r17" : "atomic.add r28, Fresh[r27], r17")
            }
    op("endif")
    op("mov r25, 0"); op("loop"); op("add r25, r25, 1"); op("eq r26, r25, 1"); op("if r26"); op("continue"); op("else"); op("nop"); op("endif")
    op("ge.u r26, r25, 3"); op("breakif r26"); op("if r25"); op("nop"); op("else"); op("nop"); op("endif"); op("continuing"); op("nop"); op("endloop")
    op("loop"); op("break"); op("endloop")
    op("sub r25, r2, 4"); op("lt.u r25, r25, 4"); op("if r25"); op("ret"); op("endif"); op("end")
}

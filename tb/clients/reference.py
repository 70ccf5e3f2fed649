# SPDX-License-Identifier: Apache-2.0
"""Inputs of the clients' programs, what must come out of them in plain Python, and the lines that report it."""
import array
import json
import os
import sys
import traceback


def numbers(count, most, seed=1):
    """Numbers below `most`, at most 2^16, of a linear congruential generator."""
    found, state = [], seed
    for _ in range(count):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        found.append((state >> 12) % most)
    return found


def exclusive(values):
    found, total = [], 0
    for value in values:
        found.append(total)
        total = total + value & 0xFFFFFFFF
    return found


def product(a, b, n):
    """Of matrices of small whole numbers, which floats of 32 bits have without error."""
    return [float(sum(a[y * n + k] * b[k * n + x] for k in range(n))) for y in range(n) for x in range(n)]


def blurred(image, width, height):
    """Sums of 3 x 3 texels, where those beyond an edge are the texel at the edge."""
    def texel(x, y):
        return image[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
    return [sum(texel(x + i, y + j) for j in (-1, 0, 1) for i in (-1, 0, 1)) for y in range(height) for x in range(width)]


def bitonic_steps(count):
    """(length of the runs, distance of the pairs) of each step of a bitonic sort."""
    return [(1 << k, 1 << j) for k in range(1, count.bit_length()) for j in range(k - 1, -1, -1)]


def packed(values, kind="I"):
    return array.array(kind, values).tobytes()


def unpacked(data, kind="I"):
    found = array.array(kind)
    found.frombytes(bytes(data))
    return found.tolist()


def compare(got, want, tolerance=0):
    """None, or what differs first.  Nothing to compare is a difference, too."""
    if len(got) != len(want) or not want:
        return f"{len(got)} results, expected {len(want)}"
    for i, (g, w) in enumerate(zip(got, want)):
        if not abs(g - w) <= tolerance:
            return f"[{i}] is {g}, expected {w}" + (f" within {tolerance}" if tolerance else "")
    return None


def ran(table):
    """Rows of the driver's table of dispatches; none before its device is there."""
    if not os.path.exists(table):
        return {"dispatches": []}
    with open(table, encoding="utf-8") as file:
        return json.load(file)


def unlike(found, rows):
    """None, or in what these dispatches are not what was asked for: a program that runs elsewhere shows nothing of the driver."""
    if not rows:
        return "the driver ran no dispatch"
    on, size = os.environ["WAVEFOLD_ON"], int(os.environ["WAVEFOLD_WAVE_SIZE"])
    if found["on"] != on:
        return f"it ran on={found['on']}"
    for row in rows:
        what = f"dispatch {row['dispatch']} ({row['shader']}) "
        if row["ended"] != "complete":
            return what + "ended: " + row["ended"]
        if row["wave_size"] != size and "WAVEFOLD_VARYING" not in os.environ:
            return what + f"has the wave size {row['wave_size']}"
        # the hardware counts cycles, the model the instructions of lanes, lock step both
        if row["instructions"] and (bool(row["cycles"]), bool(row["lane_instructions"])) != (on != "model", on in ("model", "lockstep")):
            return what + f"has {row['cycles']} cycles and {row['lane_instructions']} instructions of lanes"
    return None


def main(package, programs):
    """Runs the programs that the command line names, or all: {name: function that returns (got, want), or (got, want, tolerance)}.
    TABLE is the file of WAVEFOLD_STATS, which has to show for each program that the driver ran it; without it, nothing is asked of the driver."""
    table, before, failed = os.environ.get("TABLE"), 0, 0
    for name in sys.argv[1:] or programs:
        try:
            result = programs[name]()
            got, wrong = result[0], compare(*result)
        except Exception as error:
            if os.environ.get("V"):
                traceback.print_exc()
            got, wrong = [], f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
        counted = ""
        if table:
            found = ran(table)
            rows, before = found["dispatches"][before:], len(found["dispatches"])
            wrong, counted = wrong or unlike(found, rows), f" dispatches={len(rows)}"
        failed += wrong is not None
        print(f"{'FAIL' if wrong else 'PASS'} client {package} {name} " + (wrong or f"compared={len(got)}{counted}"), flush=True)
    sys.exit(failed != 0)

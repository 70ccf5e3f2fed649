#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# value_page.sh tables|plots|write FIGURES [FOLDER] - the lines of sim/value.sh in FIGURES as tables, or as plots in FOLDER (gnuplot), value-WHAT.svg
# each.  write: both into docs/value.md and docs/.
set -u
mode=$1 figures=$2 page=docs/value.md

table() {               # WHAT: one row a size and label, of 64 waves and of one
    case $1 in
    survivors | serial)
        echo '| wave size | 1 wave per group: atomics, count | 2 waves | 3 | 4 | 5 | 6 | 7 | 8 |'
        echo '|---|---|---|---|---|---|---|---|---|'
        awk -v what="$1" '$1 == what { size[$2] = 1; cell[$2 " " $3] = $5 ", " $6; if (!($2 in seen)) { order[++n] = $2; seen[$2] = 1 } }
            END { for (k = 1; k <= n; k++) { printf "| %d |", order[k]; for (w = 1; w <= 8; w++) printf " %s |", cell[order[k] " " w]; print "" } }' "$figures" ;;
    *)
        case $1 in
        atomics) head='| wave size |' rule='|---|' ;;
        reduce) head='| wave size | type |' rule='|---|---|' ;;
        *) head='| wave size | labels |' rule='|---|---|' ;;
        esac
        echo "$head 64 waves: with | without | ratio | one wave: with | without | ratio |"
        echo "$rule---|---|---|---|---|---|"
        awk -v what="$1" '$1 != what { next }
            { key = $2 " " $3; figure = $5 " | " $6 " | " sprintf("%.1f", $6 / $5) }
            $4 > 1 { many[key] = figure; next }
            { printf "| %d |%s %s | %s |\n", $2, what == "atomics" ? "" : " " $3 " |", many[key], figure }' "$figures" ;;
    esac
}

plot() {                # WHAT TITLE LABEL-OF-X CURVES: a curve is COLUMN:LABEL:WORDS:STYLE, words with _ for blanks
    curves=
    for curve in $4; do
        column=${curve%%:*} rest=${curve#*:}
        label=${rest%%:*} rest=${rest#*:}
        words=$(echo "${rest%%:*}" | tr _ ' ')
        awk -v what="$1" -v label="$label" -v column="$column" \
            '$1 == what && $4 > 1 && (label == "size" ? $3 == $2 || $2 == 4 && $3 == 4 : $3 == label) { print $2, $column }' "$figures" >"$work/$1-$column-$label"
        curves="$curves${curves:+, }'$work/$1-$column-$label' with linespoints linewidth 2 pointtype 7 pointsize 0.6 dashtype ${rest#*:} title '$words'"
    done
    gnuplot <<END
set terminal svg size 640,360 font 'sans-serif,13' background '#ffffff'
set output '$folder/value-$1.svg'
set title '$2'
set logscale xy 2
set xtics (4, 8, 16, 32, 64, 128)
set xlabel '$3'
set ylabel 'cycles per wave'
set grid
set key outside right top
plot $curves
END
}

plots() {
    folder=$1 work=$(mktemp -d)
    mkdir -p "$folder"
    plot atomics 'An atomic of all lanes to one word of LDS' 'wave size' '5:1:combined:1 6:1:one_by_one:2'
    plot prefix 'Sum of the lanes below with the same label' 'wave size' \
        '5:4:multi-prefix:1 6:1:loop,_1_label:2 6:4:loop,_4_labels:2 6:size:loop,_a_label_per_lane:2'
    plot match 'Lanes with the same label' 'wave size' '5:4:match:1 6:1:loop,_1_label:2 6:4:loop,_4_labels:2 6:size:loop,_a_label_per_lane:2'
    plot reduce 'Sum of all lanes' 'wave size' '5:u32:u32:1 6:u32:u32,_shuffles:2 5:f32:f32:1 6:f32:f32,_shuffles:2'
    plot survivors 'Counting survivors, lanes combined' 'wave size' '5:4:atomics_of_the_survivors:1 6:4:count,_one_atomic:2'
    plot serial 'Counting survivors, lanes not combined' 'wave size' '5:4:atomics_of_the_survivors:1 6:4:count,_one_atomic:2'
    rm -rf "$work"
}

case $mode in
tables)
    for what in atomics prefix match reduce survivors serial; do
        grep -q "^$what " "$figures" || continue
        echo "<!-- $what -->"
        table $what
    done ;;
plots) plots "$3" ;;
write)
    work=$(mktemp -d)
    for what in atomics prefix match reduce survivors serial; do
        table $what >"$work/table"
        awk -v mark="<!-- $what -->" 'NR == FNR { table = table $0 "\n"; next }
            { if (!(skip && /^\|/)) print; if (!/^\|/) skip = 0 } $0 == mark { printf "%s", table; skip = 1 }' "$work/table" $page >"$work/page"
        cat "$work/page" >$page
    done
    rm -rf "$work"
    plots docs ;;
*) echo "value_page: expected tables, plots or write" >&2; exit 2 ;;
esac

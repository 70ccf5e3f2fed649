#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_sprout_c.sh - wf_sprout on C: which bugs it finds in a function, and where none; sim/sprout_model.sh on a table of its own: each verdict.
# Needs: tb/mutants/wf_sprout tb/mutants/wf_mutate bin/wavefold sim/libwavefold_sim_l8.so vulkan/wavefold_icd.json tb/top/wf_random
# Needs: tb/isa/test_encode tb/isa/test_code_check tb/isa/test_utf8 tb/isa/test_explain
# Reads: sim/sprout_model.sh sim/sprout_model.list
set -u
top=$PWD made=${BUILD:-build}
case $made in /*) ;; *) made=$PWD/$made ;; esac
sprout=$made/tb/mutants/wf_sprout mutate=$made/tb/mutants/wf_mutate dir=$(mktemp -d) status=0
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
check() { if [ "$2" = 0 ]; then echo "PASS sprout of C: $1"; else echo "FAIL sprout of C: $1"; head -n 40 out err; status=1; fi; }

# STATEMENT...: a function of these, a line each
function() { printf '%s\n' '#include "some.h"' 'int f(int a, int *b, const struct s *p)' '{' "$@" '}' >f.c; }
sprouted() { "$sprout" unit "${1-1}" "${2-1000}" - none f.c >unit.list 2>err; }
planted() { for name in $("$mutate" list unit.list | cut -f 1); do "$mutate" plant "$name" unit.list | diff f.c - | sed -n 's/^> *//p'; done; }
# STATEMENT LINE...: the lines that it becomes, and no others
becomes() {
    function "$1"
    printf '%s\n' "$1" >out
    shift
    printf '%s\n' "$@" | LC_ALL=C sort >wanted
    sprouted && planted | LC_ALL=C sort >found
    check "bugs of $(cat out)" "$(diff wanted found >err; echo $?)"
}
becomes 'return a - 2;' 'return (a + 2);' 'return (2 - a);' 'return (a & ~1) - 2;' 'return (a | 1) - 2;' 'return a - (2 + 1);' 'return a - (2 - 1);'
becomes 'if (N == 0u) b[a] = M;' 'if (!(N == 0u)) b[a] = M;' 'if (1) b[a] = M;' 'if (0) b[a] = M;' 'if ((N != 0u)) b[a] = M;' 'if ((N + 1) == 0u) b[a] = M;' \
    'if ((N - 1) == 0u) b[a] = M;' 'if (N == (0u + 1)) b[a] = M;' 'if (N == (0u - 1)) b[a] = M;' 'if (N == 0u) b[a] = (M + 1);' 'if (N == 0u) b[a] = (M - 1);' 'if (N == 0u) ;'
becomes 'for (;; *b += true) break;' 'for (;; *b -= true) break;' 'for (;; *b = true) break;' 'for (;; *b += false) break;' 'for (;; *b += true) ;'
becomes 'do a = call(&a, "text %d" , N) ? !p->q.r : (int)~b[1]; while (0 < a);' 'do a = (call(&a, "text %d" , N) ? ((int)~b[1]) : (!p->q.r)); while (0 < a);' \
    'do a = 1 ? !p->q.r : (int)~b[1]; while (0 < a);' 'do a = 0 ? !p->q.r : (int)~b[1]; while (0 < a);' 'do a = call(&a, "text %d" , N) ? p->q.r : (int)~b[1]; while (0 < a);' \
    'do a = call(&a, "text %d" , N) ? !(p->q.r & ~1) : (int)~b[1]; while (0 < a);' 'do a = call(&a, "text %d" , N) ? !(p->q.r | 1) : (int)~b[1]; while (0 < a);' \
    'do a = call(&a, "text %d" , N) ? !p->q.r : (int)b[1]; while (0 < a);' 'do a = call(&a, "text %d" , N) ? !p->q.r : (int)~(b[1] & ~1); while (0 < a);' \
    'do a = call(&a, "text %d" , N) ? !p->q.r : (int)~(b[1] | 1); while (0 < a);' 'do a = call(&a, "text %d" , N) ? !p->q.r : (int)~b[(1 + 1)]; while (0 < a);' \
    'do a = call(&a, "text %d" , N) ? !p->q.r : (int)~b[(1 - 1)]; while (0 < a);' 'do ; while (0 < a);' 'do a = call(&a, "text %d" , N) ? !p->q.r : (int)~b[1]; while (!(0 < a));' \
    'do a = call(&a, "text %d" , N) ? !p->q.r : (int)~b[1]; while ((0 <= a));' 'do a = call(&a, "text %d" , N) ? !p->q.r : (int)~b[1]; while ((a < 0));' \
    'do a = call(&a, "text %d" , N) ? !p->q.r : (int)~b[1]; while ((0 + 1) < a);' 'do a = call(&a, "text %d" , N) ? !p->q.r : (int)~b[1]; while ((0 - 1) < a);' \
    'do a = call(&a, "text %d" , N) ? !p->q.r : (int)~b[1]; while (0 < (a & ~1));' 'do a = call(&a, "text %d" , N) ? !p->q.r : (int)~b[1]; while (0 < (a | 1));'
becomes 'call(N, N);' 'call((N + 1), N);' 'call((N - 1), N);' 'call(N, (N + 1));' 'call(N, (N - 1));' ';'
becomes 'const struct s c = {.d = f(UINT32_C(8), N)}, *e;' 'const struct s c = {.d = f(N, UINT32_C(8))}, *e;' 'const struct s c = {.d = f((UINT32_C(8) + 1), N)}, *e;' \
    'const struct s c = {.d = f((UINT32_C(8) - 1), N)}, *e;' 'const struct s c = {.d = f(UINT32_C(8), (N + 1))}, *e;' 'const struct s c = {.d = f(UINT32_C(8), (N - 1))}, *e;'

# STATEMENT: not one
for statement in 'assert(a > 1 && "what");' 'static_assert(1 + 1 == 2, "sum");' '/* a = b + 1; */' '// a = b + 1;' 'report("%d", a + 1);' 'char text[8 + 1];' 'static const int table[] = {1, 2};' \
    'size_t (*g)(int);' 'return a++, "text";' 'return sizeof(struct s) ? "one" : "two";' 'case A + 1:;' "return 'a';" '#define X (a + 1)'; do
    function "$statement"
    sprouted
    case $statement in report*) wanted='a statement is left out' ;; *) wanted= ;; esac
    words=$("$mutate" list unit.list 2>/dev/null | wc -l)
    [ "$words" = "$([ -n "$wanted" ] && echo 1 || echo 0)" ]
    check "none in $statement" $?
done
printf '%s\n' 'static const int table[] = { 1 + 2 };' 'enum { ROOM = 1 << 4 };' 'struct s { int a[ROOM + 1]; };' '#if X' 'int f(int a) { return 1; }' '#else' 'int f(int a) { return 2; }' '#endif' >f.c
sprouted && planted | LC_ALL=C sort >found
check 'none in tables, types, and what another compiler gets' "$(printf '%s\n' 'int f(int a) { return (1 + 1); }' 'int f(int a) { return (1 - 1); }' | diff - found >err; echo $?)"
function 'return a + ;'
sprouted
check 'what cannot be read has its line' "$([ $? = 2 ] && grep -qxF 'f.c:4: error: expected an operand' err; echo $?)"

# ---- a table by hand on the model: what does not compile, gives the same object, is found by a test, is known to change nothing, is not found ----
cd "$top" || exit 1
file=c_model/model/isa/utf8.c
line=$(grep -m 1 '^#include' $file)
cat >"$dir/table" <<END
by none
model-isa-unbuilt $file no text of C
- $line
+ $line\\n#error unbuilt
model-isa-same $file nothing
- $line
+ $line\\nenum { NOTHING };
model-isa-length $file one byte more
- return bad ? 0 : length;
+ return bad ? 0 : length + 1;
model-isa-more $file a function that nothing calls
- $line
+ $line\\nint nothing_calls_it(void);\\nint nothing_calls_it(void) { return 1; }
END
for turn in first second; do
    UNIT=model-isa AUTO=9 JUDGES=test TABLE=$dir/table FOLDER=$dir/auto BUILD=${BUILD:-build} JOBS=1 sim/sprout.sh >"$dir/out" 2>"$dir/err"
    result=$?
    cd "$dir" || exit 1
    check "$turn run: status 1 with a survivor" "$([ $result = 1 ] && grep -qx 'FAIL mutant model-isa-more: survived' out; echo $?)"
    check "$turn run: counts" "$(grep -q '^model-isa  *2 mutants  *1 caught by its tests  *0 equivalent  *1 survived  *0 caught by the suite  *1 more give the same object ' out; echo $?)"
    check "$turn run: what is not found is a table" "$([ "$("$mutate" list "auto/model-isa/survived/model-isa.list" | cut -f 1)" = model-isa-more ]; echo $?)"
    cd "$top" || exit 1
done
check 'a second run does what is not decided' "$(! ls "$dir"/auto/model-isa/tree/log/model-* >"$dir/out" 2>&1; echo $?)"
for set in 'UNIT=model-none' 'UNIT=model-isa AUTO=0' 'UNIT=model-isa SEED=x' 'UNIT='; do
    env $set BUILD="$made" sim/sprout_model.sh >"$dir/out" 2>"$dir/err"
    check "$set is refused" "$([ $? = 2 ] && grep -q expected "$dir/err"; echo $?)"
done
exit $status

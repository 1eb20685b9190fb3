#!/bin/sh
# timed-driver.sh DRIVER ARGUMENT...: runs automake's driver of a test and adds a line to the ledger of times of this build,
# tests/times.tsv: script, build, wall-clock time [s], processor time of the processes that were waited for [s].
name=
for argument; do
    case $name in
    next) name=${argument#tests/} && break ;;
    esac
    test "$argument" != --test-name || name=next
done
started=$(date +%s.%N)
"$@"
status=$?
# the shell's own times, then those of its children, as 1m2.34s; not in a pipe, whose shell has no children
used=$QUIRE_BUILDDIR/tests/times.$$
times >"$used"
echo "$started $(date +%s.%N)" >>"$used"
# one write, so that lines of tests that end together stay whole
LC_ALL=C awk -v name="$name" -v build="$QUIRE_BUILD" '
    function seconds(text) { split(text, part, "[ms]"); return 60 * part[1] + part[2] }
    NR == 2 { used = seconds($1) + seconds($2) }
    NR == 3 { printf "%s\t%s\t%.1f\t%.1f\n", name, build, $2 - $1, used }' "$used" >>"$QUIRE_BUILDDIR/tests/times.tsv"
rm -f "$used"
exit $status

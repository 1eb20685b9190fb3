#!/bin/sh
# Leaks and numbers that were never set, in the command, in the workers of a study and in unit tests, of which Criterion would hide them: it is the logs
# that are judged, not exit codes. SUITES are the unit tests (patterns, "none", or all that read, write and keep things), JOBS run side by side.
set -u
work=$QUIRE_WORK/check-valgrind
rm -rf "$work"
mkdir -p "$work/logs" && cd "$work" || exit 99
if ! command -v valgrind >/dev/null; then
    echo 'make check-valgrind: valgrind is missing (Debian: valgrind)' >&2
    exit 1
fi
suites=${SUITES:-actions arena assemblies attacks augment convert defaults describe diag dxf expression figures file format formula include like manifest number object
    parameters place plan pool prepared read record report resolve settings store study suggest summary svg tables text trajectory units upgrade value witness}
test "$suites" != none || suites=

watched() {
    valgrind -q --trace-children=yes --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite --child-silent-after-fork=no \
        --trace-children-skip='*/localedef' \
        --log-file="$work/logs/%p" "$@" >out 2>err </dev/null
}
# a command that must end well: 0, or what a run with another verdict ends with
command_ends() {
    watched "$@"
    code=$?
    case $code in [0178]) true ;; *) false ;; esac || { echo "ends with $code: $*"; head -n 3 err; failed=1; }
}
failed=0
QUIRE=$QUIRE_BUILDDIR/build-quick/quire
QUIRE_LIBRARY_PATH=$QUIRE_SRCDIR/models
export QUIRE_LIBRARY_PATH

# ---- the command: every verb, short runs of each sort of machine

sed 's/end="0.3 s"/end="0.02 s"/' "$QUIRE_SRCDIR/tests/data/studies/machine.xml" >machine.xml
cat >study.xml <<'XML'
<study version="1" name="few" model="machine.xml"><factor parameter="load" levels="4 N, 8 N"/><factor parameter="segments" levels="10, 20"/>
<design kind="full-factorial"/><response name="arrival" from="s1.lead.time"/></study>
XML
printf 'penetration [mm],force [N]\n0.1,1\n0.2,2.1\n0.3,2.9\n' >data.csv
cp "$QUIRE_SRCDIR/tests/data/old/old-0-model.xml" old.xml
for model in a4-turn/a4-turn duplex/duplex speed-deskew/speed-deskew soft-roller/soft-roller; do
    test ! -e "$QUIRE_SRCDIR/samples/$model.xml" || command_ends "$QUIRE" run "$QUIRE_SRCDIR/samples/$model.xml" -q --end=20ms -o "run-${model##*/}"
done
command_ends "$QUIRE" run machine.xml -q --end=20ms -o run
command_ends "$QUIRE" check machine.xml
command_ends "$QUIRE" check --resolved machine.xml
command_ends "$QUIRE" verify run
command_ends "$QUIRE" compare run run
command_ends "$QUIRE" explain run
command_ends "$QUIRE" report run
for format in vtk csv svg; do
    command_ends "$QUIRE" convert run --to $format
done
command_ends "$QUIRE" export machine.xml -q -o machine.dxf
command_ends "$QUIRE" fmt -q machine.xml
command_ends "$QUIRE" upgrade old.xml -o new.xml
command_ends "$QUIRE" import mtt "$QUIRE_SRCDIR/samples/from-mtt/feeder.csv" -o feeder.xml
command_ends "$QUIRE" fit data.csv --law linear
command_ends "$QUIRE" describe --reference
command_ends "$QUIRE" doe plan study.xml
command_ends "$QUIRE" doe run study.xml -q -d study -j 2
command_ends "$QUIRE" doe status study.xml -d study
command_ends "$QUIRE" doe export study.xml -q -d study -o table.csv
command_ends "$QUIRE" doe report study.xml -q -d study
for file in "$QUIRE_SRCDIR"/tests/data/bad/bad-truncated.xml "$QUIRE_SRCDIR"/tests/data/bad/bad-unknown-element.xml \
    "$QUIRE_SRCDIR"/tests/data/bad/bad-like-in-a-circle.xml; do
    watched "$QUIRE" check "$file"
    test $? -eq 3 || { echo "$file is not refused"; failed=1; }
done

# ---- unit tests

for suite in $suites; do
    watched "$QUIRE_BUILDDIR/build-quick/tests/unit_tests" -j"${JOBS:-2}" --filter "$suite/*"
done

found=0
for log in logs/*; do
    if test -s "$log"; then
        found=$((found + 1))
        test $found -gt 5 || head -n 30 "$log"
    fi
done
echo "check-valgrind: $(ls logs | wc -l) processes, $found with findings; the logs are in $work/logs"
test $failed -eq 0 && test $found -eq 0

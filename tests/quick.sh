#!/bin/sh
# After an edit: make check-quick, in the build folder; two minutes at most. In build-quick (one instruction set, -O1): tests that need no run, unit tests
# of the rooms with changed files and of all rooms that use them, samples and cheap scripts that tests/scripts.tsv names for the changed rooms.
# Changed is what differs from the last commit, or from revision SINCE.
set -u
cd "$QUIRE_SRCDIR" || exit 99
work=$QUIRE_WORK/quick
quick=$QUIRE_BUILDDIR/build-quick
mkdir -p "$work" || exit 99
{ git diff --name-only "${SINCE:-HEAD}" && git ls-files --others --exclude-standard; } >"$work/changed" || exit 99
sed -n 's,^\(src\|tests/unit\)/\(.*\)/[^/]*$,\2,p' "$work/changed" | sort -u >"$work/rooms"
# rooms that include a header of these, and so on
grep -rH '^#include "' src --include='*.[ch]' | awk '
    FILENAME ~ /rooms$/ { reached[$1] = 1; print $1; next }
    {
        user = $0
        sub(/^src\//, "", user)
        sub(/\/[^\/]*:.*/, "", user)
        used = $2
        gsub(/"/, "", used)
        sub(/\/[^\/]*$/, "", used)
        if (user != used && !((user, used) in pair)) { pair[user, used]; uses[++n] = user SUBSEP used }
    }
    END {
        do {
            again = 0
            for (i = 1; i <= n; i++) {
                split(uses[i], part, SUBSEP)
                if (part[2] in reached && !(part[1] in reached)) { reached[part[1]] = 1; print part[1]; again = 1 }
            }
        } while (again)
    }' "$work/rooms" - >"$work/reached"
# scripts of the changed rooms, the cheapest for which 25 s of processor time suffice by times.tsv; samples first
awk -F'\t' '
    FILENAME ~ /rooms$/ { room[$1]; next }
    FILENAME ~ /times.tsv$/ { if (!/^#/ && !($1 in used)) { used[$1] = $4 } next }
    /^#/ || $1 == "script" || $2 == "house" || $2 == "unit" || $3 == "-" { next }
    {
        n = split($5, covers, " ")
        for (i = 1; i <= n; i++) {
            for (name in room) { if (name == covers[i] || index(name, covers[i] "/") == 1) { print ($1 == "check-samples.sh" ? 0 : 1), ($1 in used ? used[$1] : 99), $1; next } }
        }
    }' "$work/rooms" tests/times.tsv tests/scripts.tsv | sort -n -k 1,1 -k 2,2 | awk '{ sum += $2 } sum <= 25 { print "tests/" $3 }' | sort -u >"$work/scripts"

awk -F'\t' '$2 == "scans" { print "tests/" $1 }' tests/scripts.tsv >"$work/scans"

echo "changed rooms: $(tr '\n' ' ' <"$work/rooms")"
echo "rooms that use them: $(wc -l <"$work/reached") with themselves"
cd "$quick" || exit 99
# all processors, where make was not told how many
case ${MAKEFLAGS-} in *-j* | *jobserver*) jobs= ;; *) jobs=-j$(nproc) ;; esac
$MAKE $jobs V=0 all || exit 1
unit=
rooms=$(while read -r room; do ! test -d "$QUIRE_SRCDIR/tests/unit/$room" || echo "$room"; done <"$work/reached" | paste -s -d '|')
if test -n "$rooms"; then
    rm -f tests/unit_quick
    $MAKE $jobs V=0 tests/unit_quick QUIRE_ROOMS="$rooms" || exit 1
    unit=tests/unit.tap
fi
if grep -q -x -F -f "$work/scripts" "$work/scans"; then $MAKE $jobs V=0 scan-programs || exit 1; fi
house=$(awk -F'\t' '$2 == "house" && $1 != "check-symbols.sh" { print "tests/" $1 }' "$QUIRE_SRCDIR/tests/scripts.tsv") # which needs the shared library
QUIRE_UNIT=unit_quick exec $MAKE $jobs check-TESTS check_PROGRAMS= check_LTLIBRARIES= TESTS="$(echo $unit $(cat "$work/scripts") $house)" quire_build=quick QUIRE_PARTS=yes QUIRE_AGAIN=yes

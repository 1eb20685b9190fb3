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
# their suites of unit tests
while read -r room; do
    for file in "tests/unit/$room"/*.c; do test -f "$file" && echo "$file"; done
done <"$work/reached" | xargs -r sed -n 's/^Test(\([a-z_0-9]*\),.*/\1/p; s/^ParameterizedTest([^,]*, *\([a-z_0-9]*\),.*/\1/p' | sort -u | tr '\n' '|' >"$work/suites"
# scripts of the changed rooms, the cheapest for which 40 s of processor time suffice by times.tsv; samples first
awk -F'\t' '
    FILENAME ~ /rooms$/ { room[$1]; next }
    FILENAME ~ /times.tsv$/ { if (!/^#/ && !($1 in used)) { used[$1] = $4 } next }
    /^#/ || $1 == "script" || $2 == "house" || $2 == "unit" || $3 == "-" { next }
    {
        n = split($5, covers, " ")
        for (i = 1; i <= n; i++) {
            for (name in room) { if (name == covers[i] || index(name, covers[i] "/") == 1) { print ($1 == "check-samples.sh" ? 0 : $1 in used ? used[$1] : 99), $1; next } }
        }
    }' "$work/rooms" tests/times.tsv tests/scripts.tsv | sort -n | awk '{ sum += $1 } sum <= 40 { print "tests/" $2 }' | sort -u >"$work/scripts"

echo "changed rooms: $(tr '\n' ' ' <"$work/rooms")"
echo "rooms that use them: $(wc -l <"$work/reached") with themselves"
unit=
suites=$(sed 's/|$//' "$work/suites")
test -z "$suites" || unit=tests/unit.tap
cd "$quick" || exit 99
$MAKE V=0 all && { test -z "$unit" || $MAKE V=0 tests/unit_tests; } || exit 1
house=$(awk -F'\t' '$2 == "house" && $1 != "check-symbols.sh" { print "tests/" $1 }' "$QUIRE_SRCDIR/tests/scripts.tsv") # which needs the shared library
QUIRE_SUITES="@($suites)/*" exec $MAKE check-TESTS check_PROGRAMS= check_LTLIBRARIES= TESTS="$(echo $unit $(cat "$work/scripts") $house)" quire_build=quick

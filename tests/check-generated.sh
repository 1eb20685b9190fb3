#!/bin/sh
# The generated files of the source tree are what `make regen` would write today. tests/regen.sh writes below
# $QUIRE_REGEN_DIR, under the names the files have in the source tree.
set -u

regen=$QUIRE_SRCDIR/tests/regen.sh
if test ! -x "$regen"; then
    echo 'tests/regen.sh is not there yet'
    exit 77
fi
work=$QUIRE_WORK/check-generated
QUIRE_REGEN_DIR=$work/tree
export QUIRE_REGEN_DIR
rm -rf "$work" && mkdir -p "$QUIRE_REGEN_DIR" || exit 99
"$regen" || { echo 'tests/regen.sh failed'; exit 1; }

cd "$QUIRE_REGEN_DIR" || exit 99
find . -type f | sed 's,^\./,,' | LC_ALL=C sort >../files
test -s ../files || { echo 'tests/regen.sh wrote nothing'; exit 1; }
bad=0
while IFS= read -r file; do
    if ! diff -u "$QUIRE_SRCDIR/$file" "$file"; then
        echo "$file is out of date: run make regen"
        bad=1
    fi
done <../files
exit $bad

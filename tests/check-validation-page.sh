#!/bin/sh
# The manual's page of the validation cases speaks of each of them, shows pictures that are there, and no row of it fails. Whether it still
# says what the cases do, make validate tells.
set -u
page=$QUIRE_SRCDIR/doc/validation/index.md
bad=0
complain() {
    echo "$*"
    bad=1
}

ids=$(sed -n 's/^ *\.id = "\(.*\)",$/\1/p' "$QUIRE_SRCDIR"/tests/validate/case_*.c)
listed=$(grep -c '^CASE(' "$QUIRE_SRCDIR/tests/validate/cases.h")
test "$(echo "$ids" | wc -l)" -eq "$listed" || complain "cases.h lists $listed cases, there are" $ids
for id in $ids; do
    grep -q "^## $id " "$page" || complain "$id is not in doc/validation: run make validation-page"
done
for picture in $(sed -n 's/^!\[.*\](\(.*\))$/\1/p' "$page"); do
    tail -n 1 "$QUIRE_SRCDIR/doc/validation/$picture" | grep -q '^</svg>$' || complain "doc/validation/$picture is not there, or not whole"
done
for picture in "$QUIRE_SRCDIR"/doc/validation/*.svg; do
    grep -q "($(basename "$picture"))" "$page" || complain "$picture is not shown any more"
done
if grep -n '| \*\*no\*\* |' "$page"; then
    complain 'rows of doc/validation fail'
fi
exit $bad

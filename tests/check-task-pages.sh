#!/bin/sh
# Task pages are as their models: each has its picture, which shows today's run, and its elements are lines of the model that it names.
# tests/check-guide.tap runs their commands.
set -u
QUIRE_REGEN_DIR=$QUIRE_WORK/check-task-pages
export QUIRE_REGEN_DIR
rm -rf "$QUIRE_REGEN_DIR" && mkdir -p "$QUIRE_REGEN_DIR" || exit 99
sh "$QUIRE_SRCDIR/tests/task-pictures.sh" || { echo 'tests/task-pictures.sh failed'; exit 1; }

cd "$QUIRE_REGEN_DIR" || exit 99
bad=0
complain() { echo "$*"; bad=1; }
"$QUIRE" new feed >/dev/null || exit 99

for file in doc/guide/tasks/*.svg; do
    awk -v other="$QUIRE_SRCDIR/$file" -f "$QUIRE_SRCDIR/tests/tools/same-picture.awk" "$file" || bad=1
done
test "$bad" -eq 0 || echo 'pictures are out of date: run make gallery'
for file in "$QUIRE_SRCDIR"/doc/guide/tasks/*.svg; do
    test -e "doc/guide/tasks/${file##*/}" || complain "$file: of no run in tests/task-pictures.sh"
done

for page in "$QUIRE_SRCDIR"/doc/guide/task-*.md; do
    name=${page##*/task-}
    name=${name%.md}
    grep -q "^!\[.*](tasks/$name.svg)\$" "$page" || complain "$page: no picture tasks/$name.svg"
    case $name in
    feed) model=feed.xml ;;
    register) model=$QUIRE_SRCDIR/doc/guide/tasks/register.xml ;;
    *) model=$QUIRE_SRCDIR/$(grep -o '`samples/[a-z0-9-]*/[a-z0-9-]*\.xml`:$' "$page" | tr -d '`:' | head -1) ;;
    esac
    test -f "$model" || { complain "$page: names no model"; continue; }
    # of the first block alone: others are changes
    awk -v page="$page" '
        { line = $0; gsub(/^ +| +$/, "", line) }
        NR == FNR { known[line]; next }
        /^```/ { if (inside) { exit } inside = $0 == "```xml"; next }
        inside { found++ }
        inside && !(line in known) { print page ":" FNR ": not a line of the model: " line; bad = 1 }
        END { exit bad || !found }' "$model" "$page" || bad=1
done
exit $bad

#!/bin/sh
# Writes the manual's gallery below $QUIRE_REGEN_DIR: doc/guide/gallery.md with the first paragraph of each sample's README, its command and
# a small picture of it, and the list of these pictures for make. It shows their runs (tests/sample-runs.sh).
set -eu

work=$QUIRE_WORK/gallery
guide=$QUIRE_REGEN_DIR/doc/guide
rm -rf "$work"
mkdir -p "$work" "$guide/gallery"
. "$QUIRE_SRCDIR/tests/sample-runs.sh"

# the first paragraph below the title
paragraph() { awk 'NR > 1 && NF { found = 1; print } found && !NF { exit }' "$1"; }

# the printer of the first page, in motion
moving_picture() {
    LC_ALL=C awk -v title='A desktop printer: three pages from the cassette to the output tray' -v left=-350 -v right=275 -v down=-46 -v up=205 \
        -v labels='cassette,-230,-18;pick,-60,30;retard,0,32;feed nip,60,-28;registration,15,108;transfer,-44,118;fuser,-164,124;output tray,60,140' \
        -f "$QUIRE_SRCDIR/tests/tools/moving-picture.awk" "$1/events.csv" "$1/series.csv" "$1/trajectory.jsonl"
}

# which chapter a run's trajectory belongs to
chapter_of() {
    if sed -n 1p "$1" | grep -q '"sheets":\[\]'; then
        echo bodies
    elif sed -n 1p "$1" | grep -q '"motion":"spatial"'; then
        echo space
    else
        echo side
    fi
}

list=
for expected in "$QUIRE_SRCDIR"/samples/*/expected.txt; do
    folder=$(dirname "$expected")
    name=$(basename "$folder")
    sample_run "$name"
    run=$runs/$name/$name.run
    case $(cat "$runs/$name/code") in [0178]) ;; *) cat "$runs/$name/errors"; exit 1 ;; esac
    "$QUIRE" convert --quiet "$run" --to=strip -o "$work/$name.pictures"
    cp "$work/$name.pictures/strip.svg" "$guide/gallery/$name.svg"
    list="$list doc/guide/gallery/$name.svg"
    film=
    if test "$name" = printer; then
        film=gallery/$name-film.svg
        moving_picture "$run" >"$guide/$film"
        list="$list doc/guide/$film"
    fi
    {
        echo
        sed -n '1s/^# /### /p' "$folder/README.md"
        echo
        paragraph "$folder/README.md"
        echo
        echo "    quire run samples/$name/$name.xml"
        echo
        echo "![$name](gallery/$name.svg)"
        test -z "$film" || printf '\n![%s, moving](%s)\n' "$name" "$film"
    } >>"$work/$(chapter_of "$run/trajectory.jsonl").md"
done

{
    cat <<'MD'
# Gallery

All samples, each with some moments of its run. `quire report` on the folder of results that the command writes shows it in motion. `samples/NAME/README.md` lists
more commands to try. `make gallery` writes this page.

## Sheets seen from the side
MD
    cat "$work/side.md"
    printf '\n## Spatial models\n'
    cat "$work/space.md"
    printf '\n## Bodies and rollers\n'
    cat "$work/bodies.md"
} >"$guide/gallery.md"
{
    echo '# written by make gallery'
    printf 'EXTRA_DIST += doc/guide/gallery.md'
    printf ' \\\n    %s' $list
    echo
} >"$guide/gallery/local.mk"

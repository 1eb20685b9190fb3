#!/bin/sh
# Writes the man pages below $QUIRE_REGEN_DIR/doc/man: one for each verb from its own help, one for each format of files from the reference
# pages below $QUIRE_REGEN_DIR/doc/reference and doc/formats.md; and the list of them for make. doc/man/prose has what help has no room for.
set -eu

parts=$QUIRE_SRCDIR/doc/man
reference=$QUIRE_REGEN_DIR/doc/reference
man=$QUIRE_REGEN_DIR/doc/man
date=2026-11-22
mkdir -p "$man"
trap 'rm -f "$man/list" "$man/help" "$man/help.doe" "$man/verbs"' EXIT

# "run", "doe run", ...: what help lists below "verbs:"
list_verbs() {
    sed -n '/^verbs:/,/^$/s/^  \([a-z][a-z-]*\)  *.*/\1/p'
}

# verb_page VERB COMMAND...: the page of a verb from what the command prints
verb_page() {
    page=$(echo "$1" | tr ' ' -)
    prose=$parts/prose/$page
    test -f "$prose" || prose=/dev/null
    verb=$1
    shift
    "$QUIRE" "$@" | awk -v verb="$verb" -v date=$date -v prose="$prose" -f "$parts/verb.awk" >"$man/quire-$page.1"
    echo "quire-$page.1" >>"$man/list"
}

# file_page NAME SUMMARY FILE.md...
file_page() {
    name=$1
    {
        echo '.\" generated from the tables of kinds, or from doc/formats.md: make regen'
        echo ".TH $(echo "$1" | tr a-z A-Z) 5 $date quire \"Quire's manual\""
        printf '.SH NAME\n%s \\- %s\n' "$(echo "$1" | sed 's/-/\\-/g')" "$2"
        if test -f "$parts/prose/$1"; then
            echo '.SH DESCRIPTION'
            cat "$parts/prose/$1"
        fi
        shift 2
        awk -v level=1 -f "$parts/markdown.awk" "$@"
        echo '.SH "SEE ALSO"'
        echo '.BR quire (1)'
    } >"$man/$name.5"
    echo "$name.5" >>"$man/list"
}

# "(1)" of each verb's page with its summary
verb_list() {
    sed -n '/^verbs:/,/^$/s/^  \([a-z][a-z-]*\)  *\(.*\)/.TP\n.BR quire\\-\1 (1)\n\2/p'
}

: >"$man/list"
"$QUIRE" --help >"$man/help"
for verb in $(list_verbs <"$man/help"); do
    verb_page "$verb" help "$verb"
done
"$QUIRE" doe --help >"$man/help.doe"
for verb in $(list_verbs <"$man/help.doe"); do
    verb_page "doe $verb" doe "$verb" --help
done
verb_list <"$man/help" >"$man/verbs"
sed -e "/^@verbs@\$/{r $man/verbs" -e 'd;}' "$parts/quire.in" >"$man/quire.1"
echo quire.1 >>"$man/list"

cd "$reference"
file_page quire-study 'studies of a model' studies.md designs.md
file_page quire-model 'models of machines and sheets' model.md $(ls | grep -v -e '^model\.md$' -e '^index\.md$' -e '^library\.md$' -e '^studies\.md$' -e '^designs\.md$')
file_page quire-library 'papers, films, cards and surfaces that models can include' library.md
file_page quire-results 'files that runs and studies write' "$QUIRE_SRCDIR/doc/formats.md"

{
    echo '# generated: make regen'
    LC_ALL=C sort "$man/list" | sed 's,^,dist_man_MANS += doc/man/,'
} >"$man/pages.mk"

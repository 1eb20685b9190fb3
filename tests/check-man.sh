#!/bin/sh
# Man pages: one for each verb, and nothing in any that mandoc would warn of.
set -u
bad=0
man=$QUIRE_SRCDIR/doc/man
verbs() { sed -n '/^verbs:/,/^$/s/^  \([a-z][a-z-]*\)  *.*/\1/p'; }
for page in $("$QUIRE" --help | verbs | sed 's/^/quire-/') $("$QUIRE" doe --help | verbs | sed 's/^/quire-doe-/') quire; do
    if ! grep -q "doc/man/$page.1\$" "$man/pages.mk" || test ! -s "$man/$page.1"; then
        echo "no page $page(1): run make regen"
        bad=1
    fi
done
if ! command -v mandoc >/dev/null; then
    test $bad -ne 0 || echo 'no mandoc: the pages are not looked at'
    test $bad -ne 0 || exit 77
    exit 1
fi
mandoc -T lint -W warning "$man"/*.[15] || bad=1
# each option of a verb's help has an entry
for page in "$man"/quire-*.1; do
    verb=$(basename "$page" .1 | sed 's/^quire-//; s/^doe-/doe /')
    text=$(mandoc -T ascii "$page" | sed 's/.\x08//g')
    for option in $("$QUIRE" $verb --help | sed -n 's/^  \(    \|-., \)\(--[a-z-]*\).*/\2/p'); do
        echo "$text" | grep -q -e "$option" || { echo "$page says nothing of $option"; bad=1; }
    done
done
exit $bad

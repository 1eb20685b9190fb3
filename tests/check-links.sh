#!/bin/sh
# Links and pictures of all pages lead to files that are there, and so do the paths that pages name; the manual's index knows every page of
# the guide and of the theory, and the index of decisions lists each of them once.
set -u
cd "$QUIRE_SRCDIR" || exit 99
bad=0
complain() { echo "$*"; bad=1; }

for page in README.md SECURITY.md $(find doc samples tests -name '*.md'); do
    folder=$(dirname "$page")
    for link in $(sed 's/](\([^)]*\))/\n@\1\n/g' "$page" | sed -n 's/^@\([^ #]*\).*/\1/p'); do
        case $link in
        *://* | mailto:*) ;;
        *) test -e "$folder/$link" || complain "$page: $link is not there" ;;
        esac
    done
done
# `doc/guide/skew.md`, `samples/droop` in text; decisions speak of what was there
for page in README.md doc/NEWS.md $(find doc/guide doc/theory doc/validation samples -name '*.md'); do
    for path in $(grep -o '`\(doc\|samples\|models\|tests\|src\|include\)/[a-z0-9_./-]*`' "$page" | tr -d '`'); do
        test -e "$path" || complain "$page: $path is not there"
    done
done
for page in doc/guide/*.md doc/theory/*.md doc/theory/*/*.md; do
    test -e "$page" || continue
    name=${page#doc/guide/}
    name=${name#doc/}
    test "$name" != "${name#theory/}" && name=../$name
    test "$name" = index.md || grep -qF "]($name)" doc/guide/index.md || complain "doc/guide/index.md does not know $page"
done
for page in doc/adr/0*.md; do
    name=${page#doc/adr/}
    test "$(grep -cF "]($name)" doc/adr/index.md)" -eq 1 || complain "doc/adr/index.md does not list $page once"
    test "$(ls -d "doc/adr/${name%%-*}"-*.md | wc -l)" -eq 1 || complain "$page: another page has this number"
    ! grep -q "^| ${name%%-*} |" doc/adr/index.md || complain "$page: the page of this number moved"
done
exit $bad

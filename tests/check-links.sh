#!/bin/sh
# Links and pictures of all pages lead to files and places that are there, and so do the paths that pages name; the glossary has the terms
# that the guide defines; the manual's index knows every page of
# the guide and of the theory, and the index of decisions lists each of them once. Decisions have the state that the index gives, name each
# other where one replaces another, and those in force name files and functions that exist.
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
# places in pages: glossary.md#creep is an <a id="creep"> or a heading there
for page in README.md doc/formats.md $(find doc/guide doc/theory doc/reference doc/validation -name '*.md'); do
    for link in $(sed 's/](\([^)]*\))/\n@\1\n/g' "$page" | sed -n 's/^@\([^ ]*#[^ ]*\).*/\1/p'); do
        target=$(dirname "$page")/${link%%#*}
        test -n "${link%%#*}" || target=$page
        case $link,$target in *://*) continue ;; *.md) test -e "$target" || continue ;; *) continue ;; esac
        {
            grep -o '<a id="[^"]*"' "$target" | cut -d '"' -f 2
            sed -n 's/^#\{1,6\} *//p' "$target" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
        } | grep -qxF -e "${link#*#}" || complain "$page: $link is not a place of that page"
    done
done
# a term that a page of the guide defines ("A **pile** is ...") is in the glossary
for term in $(grep -ohE "(^|[ (|])(A|An) \*\*[a-z][a-z -]*\*\* (is|consists|has|means)" doc/guide/*.md | sed 's/^[^*]*\*\*//; s/\*\*.*//; s/ /-/g' | sort -u); do
    grep -qF "<a id=\"$term\"></a>" doc/theory/glossary.md || complain "doc/theory/glossary.md: '$term' is not there, but a page of the guide defines it"
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
# "**State.** In part: 0204 makes ..., 0206 adds ..." below the title of each decision that is not in force as a whole
state_of() { sed -n "s/^- \[$1\](.*\*\([^*]*\)\*\$/\1/p" doc/adr/index.md; }
names() { grep -qE "(^|[^0-9-])$1([^0-9]|\$)" "$2"; }
for page in doc/adr/0*.md; do
    number=${page#doc/adr/}
    number=${number%%-*}
    state=$(state_of "$number")
    own=$(sed -n 's/^\*\*State\.\*\* //p' "$page")
    case $state in
    'In force.') test -z "$own" || complain "$page: its state is '$own', but the index has it in force" ;;
    'In part: '*. | 'Replaced by '*.) test "$own" = "$state" || complain "$page: its state is '$own', in the index '$state'" ;;
    *) complain "doc/adr/index.md: the state of $number is '$state', not in force, in part or replaced" ;;
    esac
    for other in $(echo "$state" | grep -oE '\b0[0-9]{3}\b'); do
        later=$(ls doc/adr/"$other"-*.md 2>/dev/null)
        test -n "$later" || { complain "$page: there is no decision $other"; continue; }
        names "$number" "$later" || complain "$later does not name $number, whose state names it"
        case $(state_of "$other") in "Replaced by "*"$number"*) complain "$number and $other replace each other" ;; esac
    done
    # what a page says that it replaces is not in force
    for other in $(grep -v '^\*\*State' "$page" | grep -oE '([Rr]eplaces|[Ii]nstead of|in place of)[^.;|]{0,40}\b0[0-9]{3}\b' | grep -oE '0[0-9]{3}$'); do
        case $(state_of "$other") in *"$number"*) ;; *) complain "$page replaces $other, whose state does not say so" ;; esac
    done
    case $state in Replaced*) continue ;; esac
    for path in $(grep -oE '`(src|tests|include)/[a-zA-Z0-9_./-]*`' "$page" | tr -d '`'); do
        test -e "$path" || complain "$page: $path is not there"
    done
done
# files by name alone, functions and structs of the pages in force
sources=$(find src include tests -type f)
for page in doc/adr/0*.md; do
    ! grep -q '^\*\*State\.\*\* Replaced' "$page" || continue
    for file in $(grep -oE '`[a-z0-9_-]+\.(c|h|sh|tap)`' "$page" | tr -d '`' | sort -u); do
        echo "$sources" | grep -qF "/$file" || complain "$page: there is no $file"
    done
    for name in $(grep -oE '`(struct )?(quire|doe|cli)_[a-z0-9_]+(\(\))?`' "$page" | sed 's/`//g; s/^struct //; s/()//' | sort -u); do
        grep -rqwF --include='*.[ch]' "$name" src include || complain "$page: there is no $name"
    done
done
exit $bad

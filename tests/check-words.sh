#!/bin/sh
# The words of the manual and of the program: no wording of the house list (words.txt) in the pages of words-pages.txt, in strings of
# sources, in comments of public headers and in docstrings. The pages have at most 18 words a sentence on average and none of more
# than 40. Where codespell is installed, it finds no error of spelling in pages, sources and headers; codespell.txt has the names and
# abbreviations that it takes for one. QUIRE_WORDS=doc/guide/jams.md checks one page, in the list or not.
set -u
work=$QUIRE_WORK/check-words
rm -rf "$work"
mkdir -p "$work" && cd "$QUIRE_SRCDIR" || exit 99
average=18
longest=40
bad=0

held=${QUIRE_WORDS:-$(cat tests/words-pages.txt)} || exit 99
LC_ALL=C sort -u tests/words-pages.txt | cmp -s - tests/words-pages.txt || { echo "tests/words-pages.txt: not sorted, or a page twice"; bad=1; }

# one line an entry: pattern, files, context, better wording, with tabs between
awk '
function entry() { if (find != "") print find "\t" where "\t" wrong "\t" write; find = where = wrong = write = "" }
/^#/ { next }
/^$/ { entry(); next }
{ name = $1; sub(/^[a-z]+: */, "") }
name == "find:" { find = $0; next }
name == "where:" { where = $0; next }
name == "wrong:" { wrong = $0; next }
name == "write:" { write = $0; next }
{ print "tests/words.txt:" NR ": not a field" >"/dev/stderr"; failed = 1; exit }
END { entry(); exit failed }
' tests/words.txt >"$work/entries" || exit 1

# "file:line" and text of what the program says
texts() { LC_ALL=C awk -f tests/tools/texts.awk -v what="$1" $(shift; find "$@" | grep -v -e uplot -e search_pages -e completion_text | LC_ALL=C sort); }
if test -z "${QUIRE_WORDS-}"; then
    { texts strings src -name '*.[ch]' -o -name '*.js' && texts comments include -name '*.h' && texts docstrings src/python -name '*.py'; } \
        >"$work/texts" || exit 99
    cut -f 2- "$work/texts" >"$work/texts.text"
fi

# pages of each entry; then all of them as one text without code, so that each pattern is looked for once: FILE, line of it, text
tab=$(printf '\t')
number=0
while IFS=$tab read -r find where wrong write; do
    number=$((number + 1))
    for one in $where; do
        if test "$one" = held; then echo "$held"; elif test -z "${QUIRE_WORDS-}"; then echo $one; fi
    done | tr ' ' '\n' >"$work/pages.$number"
done <"$work/entries"
cat "$work"/pages.* | sort -u | grep . >"$work/pages"
while read -r file; do
    test -e "$file" || { echo "$file: named in tests/words-pages.txt or tests/words.txt, does not exist"; exit 1; }
    awk -f tests/tools/sentences.awk -v prose=1 "$file" | awk -v file="$file" '{ print file "\t" FNR "\t" $0 }'
done <"$work/pages" >"$work/prose" || exit 1
cut -f 3- "$work/prose" >"$work/prose.text"

number=0
while IFS=$tab read -r find where wrong write; do
    number=$((number + 1))
    grep -nwiE -e "$find" "$work/prose.text" >"$work/found"
    test $? -le 1 || { echo "tests/words.txt: '$find' is no regular expression"; exit 1; }
    if test -s "$work/found"; then
        cut -d : -f 1 "$work/found" | awk -F '\t' '
            FILENAME ~ /pages/ { held[$1]; next }
            FILENAME ~ /prose$/ { if (FNR in bad && $1 in held) { print substr($1 ":" $2 ":" $3, 1, 160) } next }
            { bad[$1] }' "$work/pages.$number" - "$work/prose" >"$work/wrong"
        if test -s "$work/wrong"; then
            cat "$work/wrong"
            echo "    '$find': $wrong. Write: $write"
            bad=1
        fi
    fi
    case $where in held*) ;; *) continue ;; esac
    test -z "${QUIRE_WORDS-}" || continue
    grep -nwiE -e "$find" "$work/texts.text" | cut -d : -f 1 >"$work/found"
    test -s "$work/found" || continue
    awk 'NR == FNR { bad[$1]; next } FNR in bad' "$work/found" "$work/texts" | cut -c1-160
    echo "    '$find': $wrong. Write: $write"
    bad=1
done <"$work/entries"

for page in $held; do
    test -e "$page" || continue
    set -- $(awk -f tests/tools/sentences.awk "$page")
    test $(($2 * 10)) -le $(($1 * average * 10)) || { echo "$page: $(($2 / $1)) words a sentence on average or more, $average are allowed"; bad=1; }
    if test "$3" -gt $longest; then
        echo "$page: sentences of more than $longest words:"
        awk -f tests/tools/sentences.awk -v list=1 "$page" | awk -F '\t' -v most=$longest '$1 > most { printf "    line %d, %d words: %s\n", $2, $1, $3 }'
        bad=1
    fi
    echo "$page: $1 sentences, $(($2 * 10 / $1 / 10)).$(($2 * 10 / $1 % 10)) words on average, $3 the longest"
done
if test -z "${QUIRE_WORDS-}" && command -v codespell >/dev/null; then
    codespell -q 3 -I tests/codespell.txt README.md SECURITY.md doc/man/prose $(find doc samples -name '*.md') \
        $(find src include -name '*.[ch]' -o -name '*.py' -o -name '*.js' | grep -v -e uplot -e search_pages -e completion_text) || bad=1
fi
exit $bad

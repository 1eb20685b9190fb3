#!/bin/sh
# Kinds do not leak: no source compares text with the name of a family, an element, a variant or an event. What a kind is stands in its table: its family,
# its roles, its address. Whoever reads text is free to: the reader (xml), the catalog, readers of outside formats, and commands, which know the public API alone.
# Each exception below says why it is one, and must still be needed.
set -u
LC_ALL=C
export LC_ALL
QUIRE_SRCDIR=${QUIRE_SRCDIR:-$(cd "$(dirname "$0")/.." && pwd)}
work=${QUIRE_WORK:-$QUIRE_SRCDIR/build/tests/work}/check-kinds
rm -rf "$work" && mkdir -p "$work" && cd "$QUIRE_SRCDIR" || exit 99
readers='^src/(xml|catalog|cad|text|cli|doe)/'
cat >"$work/exceptions" <<'LIST'
src/exchange/import_mtt_read.c parameter a column of a table in an outside format
src/trace/trajectory_read.c cuboid a shape in trajectory.json, read back
src/live/range.c parameters the group of the file as it is written
src/live/range.c instance an element of the file as it is written, before it is expanded
src/kind/value.c surface an attribute, where attributes are read
src/review/suspect_guesses.c gap an attribute that engineers set, not the check
src/review/suspect_guesses.c load an attribute that engineers set, not the element
src/review/suspect_guesses.c speed an attribute that engineers set, not the sensor
LIST
bad=0
complain() {
    echo "$*"
    bad=$((bad + 1))
}

# the names: of the kinds' tables, of the families, and of events
find src -name '*.[ch]' | sort >"$work/sources"
{
    xargs grep -hoE '\.(element|variant) = "[^"]*"' <"$work/sources"
    sed -n '/^#define QUIRE_FAMILIES/,/^$/p' src/kind/family.h | grep -oE '"[^"]*"'
    sed -n '/^#define QUIRE_EVENTS/,/^$/p' src/kind/event.h | grep -oE '"[^"]*"'
} | sed 's/.*"\(.*\)"/\1/' | sort -u >"$work/names"
for name in roller path-piece nip-entry wrap mtt-indentation; do
    grep -qx "$name" "$work/names" || complain "the names of kinds are not found: '$name' is missing"
done

# calls that compare with a word, though they go over several lines, and words of lists that are compared with one by one: FILE WORD
flat='[^;{}"()]'
nested="($flat|\\(($flat|\\(($flat|\\($flat*\\))*\\))*\\))*"
call='(str(n|case)?cmp|equal|same|_is|quire_object_(child|next|following)[a-z_]*|quire_compile_count|named)'
# a file of names -> each source as a line
flatten() { LC_ALL=C xargs awk 'FNR == 1 && NR > 1 { print "" } { printf "%s ", $0 } END { print "" }' <"$1" >"$work/flat"; }
words() { # FILE-OF-NAMES
    flatten "$1"
    {
        grep -noE "$call\\($nested\"[^\"]*\"" "$work/flat" | sed 's,^\([0-9]*\):.*"\(.*\)",\1 \2,'
        grep -noE 'char \*const [a-z_]+\[[A-Z_0-9]*\] = \{[^;]*;' "$work/flat" | while IFS=: read -r number list; do
            name=$(echo "$list" | sed 's/char \*const \([a-z_]*\).*/\1/')
            sed -n "${number}p" "$work/flat" | grep -qE "cmp\\([^;]*[^a-z_]$name\\[" && echo "$list" | grep -oE '"[^"]*"' | sed "s/^\"\(.*\)\"\$/$number \1/"
        done
    } | awk 'NR == FNR { name[NR] = $0; next } { sub(/^[0-9]+/, name[$1]); print }' "$1" -
}
printf '%s\n' 'x = strcmp(((const struct a *)(o->params))->surface,' '"roller") == 0;' 'static const char *const word[] = {"nip", [1] = "wrap"};' 'y = strcmp(name, word[k]);' >"$work/planted"
echo "$work/planted" >"$work/planted.list"
test "$(words "$work/planted.list" | sed 's,^.* ,,' | tr '\n' ' ')" = 'roller nip wrap ' || complain 'planted comparisons are not found'
grep -vE "$readers" "$work/sources" >"$work/others"
words "$work/others" | sort -u >"$work/compared"
test -s "$work/compared" || complain 'no comparison is found'

awk -v names="$work/names" -v exceptions="$work/exceptions" '
    BEGIN {
        while ((getline line < names) > 0) name[line] = 1
        while ((getline line < exceptions) > 0) { split(line, part, " "); allowed[part[1] " " part[2]] = 1 }
    }
    $2 in name && NF == 2 {
        if ($0 in allowed) seen[$0] = 1
        else print $1 ": compares with \"" $2 "\", the name of a kind: ask for its family, its roles or its address (src/kind/kind.h)"
    }
    END { for (what in allowed) if (!(what in seen)) print "tests/check-kinds.sh: an exception is not needed any more: " what }
' "$work/compared" | sort >"$work/leaks"
while read -r line; do complain "$line"; done <"$work/leaks"
exit $((bad > 0))

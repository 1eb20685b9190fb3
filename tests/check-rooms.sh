#!/bin/sh
# The rooms of src/LAYERS and the folders of src are the same; each says its purpose in the first line of its local.mk, and src/README.md and
# doc/rooms.svg show all of them so; sources that comments and pages name are there; a list of make names a file once; a room lists its own
# sources for libraries; it has 25 files and 5000 lines at most, or says in its local.mk why ("# large: ...").
set -u
LC_ALL=C
export LC_ALL
QUIRE_SRCDIR=${QUIRE_SRCDIR:-$(cd "$(dirname "$0")/.." && pwd)}
export QUIRE_SRCDIR
work=${QUIRE_WORK:-$QUIRE_SRCDIR/build/tests/work}/check-rooms
rm -rf "$work" && mkdir -p "$work" && cd "$QUIRE_SRCDIR" || exit 99
bad=0
complain() {
    echo "$*"
    bad=$((bad + 1))
}

grep -v '^#' src/LAYERS | tr -s ' ' '\n' | grep . | sort >"$work/rooms"
find src -name '*.[ch]' | sed 's,^src/,,; s,/[^/]*$,,' | sort -u >"$work/folders"
test -s "$work/rooms" || complain 'src/LAYERS names no room'
for room in $(uniq -d "$work/rooms"); do complain "src/LAYERS names $room twice"; done
for room in $(comm -13 "$work/rooms" "$work/folders"); do complain "src/$room is not in src/LAYERS"; done
for room in $(comm -23 "$work/rooms" "$work/folders"); do complain "src/LAYERS names $room, which has no sources"; done

for room in $(cat "$work/rooms"); do
    files=$(ls "src/$room" | grep -c '\.[ch]$')
    lines=$(cat "src/$room"/*.[ch] | wc -l)
    if test "$files" -gt 25 || test "$lines" -gt 5000; then
        grep -q '^# large: ' "src/$room/local.mk" || complain "src/$room has $files files, $lines lines: part it, or say in its local.mk why it is large"
    elif grep -q '^# large: ' "src/$room/local.mk"; then
        complain "src/$room is not large: $files files, $lines lines"
    fi
done

# what a list of make names it names once, and the sources of libraries are listed by their room
find src tests doc models samples debian include -name local.mk | sort >"$work/lists"
awk '
    FNR == 1 { room = FILENAME; sub(/\/local\.mk$/, "", room); line = "" }
    /^#/ { next }
    sub(/\\$/, "") { line = line $0 " "; next }
    {
        n = split(line $0, word, /[ \t]+/)
        line = ""
        if (word[2] != "=" && word[2] != "+=") next
        for (i = 3; i <= n; i++) {
            file = word[i]
            if (file !~ /\// || file ~ /\$/) continue
            if ((word[1], file) in listed) print FILENAME ": " word[1] " has " file " twice" (listed[word[1], file] == FILENAME ? "" : ", already in " listed[word[1], file])
            listed[word[1], file] = FILENAME
            folder = file
            sub(/\/[^\/]*$/, "", folder)
            if (word[1] ~ /_la_SOURCES$/ && folder != room) print FILENAME ": " file " is of another room"
        }
    }
' Makefile.am $(cat "$work/lists") >"$work/listed"
while read -r line; do complain "$line"; done <"$work/listed"

# sources that comments and pages name by their rooms are there
find src -name '*.[ch]' | sed 's,^src/,,' >"$work/sources"
find src tests doc README.md -name '*.[ch]' -o -name '*.md' ! -path 'doc/adr/*' -o -name '*.sh' -o -name '*.tap' | sort >"$work/texts"
awk -v list="$work/texts" '
    FNR == NR { there[$0] = 1; split($0, part, "/"); top[part[1]] = 1; next }
    END {
        while ((getline file < list) > 0) {
            for (n = 1; (getline line < file) > 0; n++) {
                while (line !~ /^#include/ && match(line, /(^|[^a-zA-Z0-9_\/.-])(src\/)?[a-z]+(\/[a-z]+)?\/[a-z0-9_]+\.[ch]/)) {
                    path = substr(line, RSTART, RLENGTH)
                    line = substr(line, RSTART + RLENGTH)
                    sub(/^[^a-z]/, "", path)
                    sub(/^src\//, "", path)
                    split(path, part, "/")
                    if (line !~ /^[a-zA-Z0-9_]/ && part[1] in top && !(path in there)) {
                        print file ":" n ": src/" path " is not there"
                    }
                }
            }
            close(file)
        }
    }
' "$work/sources" /dev/null >"$work/lost"
while read -r line; do complain "$line"; done <"$work/lost"

QUIRE_REGEN_DIR=$work/regen
export QUIRE_REGEN_DIR
tests/rooms.sh || bad=$((bad + 1))
for file in src/README.md doc/rooms.svg; do
    diff -u "$file" "$work/regen/$file" || complain "$file is out of date: make regen"
done
test "$bad" -eq 0

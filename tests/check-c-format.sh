#!/bin/sh
# Sources are laid out by .clang-format, and no line of them is wider than 100 columns.
set -u
work=$QUIRE_WORK/check-c-format
mkdir -p "$work" && cd "$QUIRE_SRCDIR" || exit 99

find src include tests -name '*.[ch]' | LC_ALL=C sort >"$work/files"
test "$(wc -l <"$work/files")" -gt 100 || { echo "few files were found"; exit 1; }

# columns are characters: bytes without those that continue one in UTF-8
LC_ALL=C xargs awk '
    { gsub(/[\200-\277]/, "") }
    length > 100 { printf "%s:%d: %d columns\n", FILENAME, FNR, length }
' <"$work/files" >"$work/wide" || exit 99
cat "$work/wide"
test ! -s "$work/wide" || exit 1

# another version of clang-format lays out other lines
version=$(clang-format --version 2>/dev/null | sed -n 's/.*version \([0-9]*\).*/\1/p')
test "${version:-0}" -eq 14 || { echo "clang-format 14 is not there: columns alone were looked at"; exit 0; }
xargs clang-format --dry-run -Werror <"$work/files" || exit 1

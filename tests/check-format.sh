#!/bin/sh
# All samples and the model of `quire new` are in house form; `quire fmt` puts them into it.
set -u
work=$QUIRE_WORK/check-format
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 99
"$QUIRE" new first >new.txt || exit 1
find "$QUIRE_SRCDIR/samples" first.xml -name '*.xml' -exec "$QUIRE" fmt --check {} +

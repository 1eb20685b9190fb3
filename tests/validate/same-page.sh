#!/bin/sh
# Whether two versions of the validation page say the same, but for the last digits of results: same-page.sh COMMITTED NEW
set -u

# all but the columns of results and errors, and pictures by name
essence() {
    awk -F ' [|] ' '/^[|] case [|] [|]/ { skip = 1 } /^$/ { skip = 0 } skip { next }
        /^[|]/ && NF == 7 { print $1, $2, $3, $6, $7; next } { print }' "$1/index.md"
    cat "$1/local.mk"
}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
essence "$1" >"$work/committed" && essence "$2" >"$work/new" || exit 99
if ! diff -u "$work/committed" "$work/new"; then
    echo 'doc/validation is out of date: run make validation-page'
    exit 1
fi

#!/bin/sh
# Each code that a problem can carry (src/base/codes.c) is what some test expects: in the first line of a model, in a unit test, or in a script.
set -u
cd "$QUIRE_SRCDIR" || exit 99
# nothing that a user does can raise them: a bug of ours, and an iteration that is started from vectors which suit every system
exempt=' E-INTERNAL E-NUM-NO-MODES '
missing=0
total=0
for code in $(sed -n 's/^ *{"\([EWN]-[A-Z-]*\)".*/\1/p' src/base/codes.c); do
    total=$((total + 1))
    case $exempt in *" $code "*) continue ;; esac
    if ! grep -rhaE --include='*.xml' --include='*.c' --include='*.tap' --include='*.sh' --include=expected.txt -e "(^|[^A-Z-])$code([^A-Z-]|\$)" \
        tests/data tests/unit tests/check-*.tap samples |
        grep -qv '", QUIRE_ERROR_'; then # a table of all codes and their statuses raises none
        echo "no test expects $code"
        missing=$((missing + 1))
    fi
done
echo "$total codes, $missing without a test"
test $total -gt 0 && test $missing -eq 0

# For tests of what is refused, which set $work, their folder: limits, the form of messages, another locale.

n=0 failed=0
result() { # GOOD NAME [EXPLANATION]
    n=$((n + 1))
    if test "$1" = 0; then
        echo "ok $n - $2"
    else
        echo "not ok $n - $2"
        failed=$((failed + 1))
        printf '%s\n' "$3" | sed 's/^/# /'
    fi
}

# a hang is a failure, and so is more than a file may take; sanitizers need more
if test "$QUIRE_SANITIZE" = yes; then
    limited() { timeout -k 1 20 "$@"; }
else
    limited() { (ulimit -t 1 && ulimit -v 262144 && exec timeout -k 1 20 "$@"); }
fi
quire() {
    limited "$QUIRE" "$@" >"$work/out" 2>"$work/err"
}

# the same words with a decimal comma; under the sanitizers this would only be the same once more
LOCPATH=$work/locale
mkdir -p "$LOCPATH"
localedef -i de_DE -f UTF-8 "$LOCPATH/de_DE.UTF-8" >"$work/locale.log" 2>&1
comma=$(LOCPATH=$LOCPATH LC_ALL=de_DE.UTF-8 locale decimal_point 2>&1)
in_other_words() { # ARGUMENT...
    test "$comma" = , && test "$QUIRE_SANITIZE" != yes || return 1
    LOCPATH=$LOCPATH LC_ALL=de_DE.UTF-8 limited "$QUIRE" "$@" >"$work/out.de" 2>"$work/err.de"
    ! cmp -s "$work/out" "$work/out.de" || ! cmp -s "$work/err" "$work/err.de"
}

# What is wrong with the form of the messages. Each error has a line and a column, but for rows of tables and what concerns a file as a whole; under it stand that line
# and a mark; where a word or a value is wrong it is named; and the message for an unknown word lists the known ones.
malformed() {
    LC_ALL=C awk '
        function bad(what) { print what ": " line; exit }
        /[\001-\010\013-\037\177]/ { line = $0; bad("control characters") }
        marked == 1 { marked = 2; if ($0 !~ /^    /) bad("no source line"); next }
        marked == 2 { marked = 0; if ($0 !~ /^ +\^$/) bad("no mark"); next }
        / (error|warning|note) \[[A-Z-]+\]: / {
            line = $0
            if ($0 ~ /^[^ ]+:[0-9]+:[0-9]+: / || $0 ~ /^[^ ]+\.csv:[0-9]+: /) marked = 1
            else if ($0 !~ /^[^ ]+\.(dxf|svg): error / && $0 !~ /^[^ ]+: error \[E-(LIMIT|ENCODING|XML|FILE|DOCTYPE)\]: /) bad("no place")
            sub(/^[^\]]*\]: /, "")
            if ($0 !~ /[\047"<0-9]/ && line !~ /\[E-(XML|ENCODING|DOCTYPE|FILE|MODEL|MISSING)\]/) bad("names nothing")
            if (line ~ /\[E-UNKNOWN/ && $0 !~ /; |can have no/) bad("no help")
            next
        }
        { line = $0; bad("no message") }' "$work/err"
}

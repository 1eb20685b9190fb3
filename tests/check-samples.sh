#!/bin/sh
# Compares exit code, verdict, figures and texts of every sample's run (tests/sample-runs.sh) with its expected.txt; looks at the result files; where
# expected.txt says "spatial", the sample is run in space, too. Under sanitizers a run ends where a line "brief" there says, and then only its files
# are looked at. The deep check has some runs repeated from their manifests.
set -u
work=$QUIRE_WORK/check-samples
rm -rf "$work" && mkdir -p "$work" || exit 99
. "$QUIRE_SRCDIR/tests/sample-runs.sh"
bad=0
complain() {
    echo "$sample: $*"
    bad=$((bad + 1))
}

# check_line KIND REST: one line of expected.txt
check_line() {
    case $1 in
    exit) test "$code" -eq "$2" || complain "exit code $code instead of $2" ;;
    verdict) shift; grep -q "\"verdict\": *\"$*\"" "$out/summary.json" || complain "the verdict is not $*" ;;
    figure)
        # the name in quotes, up to the comma
        awk -v name="\"$2\":" -v want="$3" -v slack="$4" '
            $1 == name { found = 1; value = $2; sub(/,$/, "", value); d = value - want; good = value ~ /^[-0-9]/ && d <= slack && -d <= slack; exit }
            END { if (!found) { print name " is missing" } else if (!good) { print name " " value " instead of " want " +- " slack } }
        ' "$out/summary.json" >"$out.figure"
        test ! -s "$out.figure" || complain "$(cat "$out.figure")"
        ;;
    brief | spatial | warning) ;;
    text) shift; grep -qF -e "$*" "$out.text" || complain "the lines do not say '$*'" ;;
    *) complain "expected.txt: what is '$1'?" ;;
    esac
}

# all lines of expected.txt
check_lines() {
    while read -r kind rest; do
        case $kind in
        '' | '#'*) ;;
        text) check_line text "$rest" ;;
        *) check_line "$kind" $rest ;;
        esac
    done <"$expected"
}

# where expected.txt says "spatial", that in space the sample comes to the same
check_in_space() {
    out=$work/$sample.space
    code=0
    "$QUIRE" run --motion=spatial "$folder/$sample.xml" -o "$out" >"$out.text" 2>"$out.errors" || code=$?
    check_lines
}

# whether a sample's run is repeated
repeats() {
    test "${QUIRE_DEEP:-}" = yes || return 1
    test "${QUIRE_AGAIN:-}" != yes && return
    case $1 in contact-data | droop | stopped-nip | two-nips-skew | soft-disc) ;; *) return 1 ;; esac
}

for expected in "$QUIRE_SRCDIR"/samples/*/expected.txt; do
    folder=$(dirname "$expected")
    sample=$(basename "$folder")
    out=$work/$sample.run
    code=0 brief=
    test "$QUIRE_SANITIZE" != yes || brief=$(sed -n 's/^brief //p' "$expected")
    if test -n "$brief"; then
        "$QUIRE" run --end="$brief" "$folder/$sample.xml" -o "$out" >"$out.text" 2>"$out.errors" || code=$?
    else
        sample_run "$sample"
        code=$(cat "$runs/$sample/code")
        cp "$runs/$sample/text" "$out.text" && cp "$runs/$sample/errors" "$out.errors" && ln -s "$runs/$sample/$sample.run" "$out"
    fi
    if ! test -f "$out/summary.json"; then
        complain "no summary.json, exit code $code"
        cat "$out.errors"
        continue
    fi
    case $brief,$code in ,* | *,[0178]) ;; *) complain "exit code $code" ;; esac
    test -n "$brief" || check_lines
    for file in summary.json series.csv events.csv trajectory.jsonl filmstrip.svg; do
        test -s "$out/$file" || complain "$file is missing or empty"
        if grep -n -i -w -E -e '[-+]?(nan|inf|infinity)' "$out/$file"; then
            complain "$file holds a number that is none"
        fi
    done
    ! repeats "$sample" || "$QUIRE" verify "$out" >"$out.verify" 2>&1 || { complain 'the run cannot be repeated'; cat "$out.verify"; }
    test -f "$folder/README.md" || complain 'there is no README.md'
    test "$QUIRE_SANITIZE" = yes || ! grep -q '^spatial$' "$expected" || check_in_space
done
test "$bad" -eq 0

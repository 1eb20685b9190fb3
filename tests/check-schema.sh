#!/bin/sh
# Every sample model, and the one with every element, is valid by models/quire.xsd; models that an editor should mark are not.
set -u

if ! command -v xmllint >/dev/null 2>&1; then
    echo 'xmllint is not there'
    exit 77
fi
schema=$QUIRE_SRCDIR/models/quire.xsd
good=$QUIRE_SRCDIR/tests/data/models/good-every-element.xml
work=$QUIRE_WORK/check-schema
rm -rf "$work" && mkdir -p "$work" || exit 99
bad=0

for model in "$good" "$QUIRE_SRCDIR"/samples/*/*.xml; do
    test -f "$model" || continue
    grep -q '<model ' "$model" || continue # studies have another root
    if ! xmllint --noout --nonet --schema "$schema" "$model" 2>"$work/log"; then
        cat "$work/log"
        bad=1
    fi
done

# refuse WORDS SED: the good model with one thing changed must not be valid, for the reason given by the words
refuse() {
    sed "$2" "$good" >"$work/bad.xml"
    if cmp -s "$good" "$work/bad.xml"; then
        echo "nothing was changed by: $2"
        bad=1
    elif xmllint --noout --nonet --schema "$schema" "$work/bad.xml" 2>"$work/log"; then
        echo "valid, but should not be: $2"
        bad=1
    elif ! grep -q "$1" "$work/log"; then
        echo "refused, but not for '$1': $2"
        cat "$work/log"
        bad=1
    fi
}
refuse "'radiu' is not allowed" 's/<idler radius=/<idler radiu=/'
refuse "'gap'.*'3' is not accepted" 's/gap="3 mm"/gap="3"/'
refuse "'gap'.*'3,5 mm' is not accepted" 's/gap="3 mm"/gap="3,5 mm"/'
refuse "'dynamic-coefficient'.*'0.2 mm' is not accepted" 's/dynamic-coefficient="0.2"/dynamic-coefficient="0.2 mm"/'
refuse "'grammage' is required\|'version' is required" 's/ version="1"//'
refuse "'law'.*'mtt-ste'" 's/law="mtt-step"/law="mtt-ste"/'
refuse "Element 'nipp'" 's/<nip /<nipp /;s,</nip>,</nipp>,'
refuse "Element 'friction'" 's,<overdrive factor="1e-3 N^-1"/>,<friction law="mtt-step" dynamic-coefficient="1"/>,'
refuse "'points'.*is not accepted" 's/points="-700 mm, 0 mm;/points="-700 mm 0 mm;/'
exit $bad

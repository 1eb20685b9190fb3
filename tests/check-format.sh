#!/bin/sh
# All samples, the library and the model of `quire new` are in house form; `quire fmt` puts them into it. Models and samples of all sorts, with other blanks,
# mean the same afterwards, value by value, and a second time changes nothing.
set -u
work=$QUIRE_WORK/check-format
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 99
"$QUIRE" new first >new.txt || exit 1
find "$QUIRE_SRCDIR/samples" "$QUIRE_SRCDIR/models" first.xml -name '*.xml' -exec "$QUIRE" fmt --check {} + || exit 1

cp -R "$QUIRE_SRCDIR/samples" "$QUIRE_SRCDIR/models" "$QUIRE_SRCDIR/tests/data/good" . && cp -R "$QUIRE_SRCDIR/tests/data/models" every && chmod -R u+w . || exit 99
QUIRE_LIBRARY_PATH=$work/good/include/library:$work/models
export QUIRE_LIBRARY_PATH
find . -name '*.xml' >all

# what each is understood as, without the remarks, which tell lines; studies and what cannot be resolved come to nothing
understand() { # FOLDER
    mkdir "$1"
    i=0
    while read -r file; do
        i=$((i + 1))
        "$QUIRE" check --resolved "$file" 2>err | grep -v '^ *<!-- .* -->$' >"$1/$i.xml"
    done <all
}

# other blanks where they mean nothing: between elements, and before attributes, so that no two lines are as before
spoil() { # FILE
    LC_ALL=C sed -e 's/^  *</\t  </' -e 's/\(<[a-z-]*\) \([a-z-]*="\)/\1   \2/' -e 's/"\/>$/"  \/>/' -e 's/^\(\t  <[a-z-]* *\)\([a-z-]*="[^"]*"\) /\1\2\n\n /' "$1" >spoilt &&
        cat spoilt >"$1"
}

understand before
while read -r file; do
    spoil "$file"
done <all
find . -name '*.xml' ! -path './before/*' -exec "$QUIRE" fmt {} + >changed || exit 1
find . -name '*.xml' ! -path './before/*' -exec "$QUIRE" fmt {} + >again || exit 1
test ! -s again || { echo "a second time differs:"; cat again; exit 1; }
test "$(wc -l <changed)" -gt 90 || { echo "few files were changed"; exit 1; }
understand after
diff -r before after >differences || { head -40 differences; exit 1; }
test "$(find before -type f -size +0 | wc -l)" -gt 80 || { echo "few files were understood"; exit 1; }

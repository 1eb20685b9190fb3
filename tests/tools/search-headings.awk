# Titles, and with headings=1 also headings, of pages of the manual, for tests/search-pages.sh: WHAT NAME ALSO TEXT MORE. The text is what the
# tables of the index say of a page, if that is read first. Rows of the tables of what Quire does not do are headings too.
function plain(text) {
    gsub(/[`*\\]/, "", text)
    gsub(/\[/, "", text)
    gsub(/\]\([^)]*\)/, "", text)
    return text
}
FNR == 1 { title = ""; fenced = 0 }
/^```/ { fenced = !fenced }
fenced { next }
/^# / || (headings && /^###? /) {
    heading = $0
    sub(/^#+ */, "", heading)
    heading = plain(heading)
    if (title == "") {
        title = heading
        name = FILENAME
        sub(/.*\//, "", name)
        printf "page\t%s\t\t%s\t%s\n", heading, about[name], FILENAME
    } else {
        printf "page\t%s\t%s\t\t%s\n", heading, title, FILENAME
    }
}
FILENAME ~ /guide\/index[.]md$/ && /^\| .*[.]md/ {
    split($0, cell, / *\| */)
    rest = cell[3]
    while (match(rest, /[(][a-z-]+[.]md/)) {
        about[substr(rest, RSTART + 1, RLENGTH - 1)] = cell[2]
        rest = substr(rest, RSTART + RLENGTH)
    }
}
FILENAME ~ /guide\/limits[.]md$/ && /^\| / && !/^\| not / {
    split(plain($0), cell, / *\| */)
    printf "page\t%s\t%s\t%s\t%s\n", cell[2], title, "outside of Quire; nearest: " cell[3], FILENAME
}

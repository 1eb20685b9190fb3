# Titles, and with headings=1 also headings, of pages of the manual, for tests/search-pages.sh: WHAT NAME ALSO TEXT MORE.
FNR == 1 { title = ""; fenced = 0 }
/^```/ { fenced = !fenced }
fenced { next }
/^# / || (headings && /^###? /) {
    heading = $0
    sub(/^#+ */, "", heading)
    gsub(/[`*\\]/, "", heading)
    gsub(/\[/, "", heading)
    gsub(/\]\([^)]*\)/, "", heading)
    if (title == "") {
        title = heading
        printf "page\t%s\t\t\t%s\n", heading, FILENAME
    } else {
        printf "page\t%s\t%s\t\t%s\n", heading, title, FILENAME
    }
}

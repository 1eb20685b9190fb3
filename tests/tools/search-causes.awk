# Rows of the tables of signs and causes in doc/guide/jams.md, for tests/search-pages.sh: WHAT NAME ALSO TEXT MORE.
BEGIN { FS = " *[|] *" }
/^\| (sign|cause) \|/ { what = $2; next }
!/^\|/ { what = "" }
what == "" || /^\|--/ { next }
{
    text = $3
    gsub(/\[/, "", text)
    gsub(/\]\([^)]*\)/, "", text)
    gsub(/`/, "", text)
    n = split($2, name, /, */)
    for (i = 1; i <= n; i++) {
        gsub(/`/, "", name[i])
        if (name[i] ~ /^[a-z-]+$/ && !((what, name[i]) in seen)) {
            seen[what, name[i]] = 1
            printf "%s\t%s\t\t%s\t%s\n", what, name[i], text, FILENAME
        }
    }
}

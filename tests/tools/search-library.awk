# Named elements of the library's files, for tests/search-pages.sh: WHAT NAME ALSO TEXT MORE.
FNR == 1 { file = FILENAME; sub(/\.xml$/, "", file); printf "library\t%s\t%s\t\tquire describe library %s\n", file, FILENAME, file }
/^  <[a-z-]+ .*name="/ {
    element = $1
    sub(/^</, "", element)
    name = $0
    sub(/.* name="/, "", name)
    sub(/".*/, "", name)
    if (!((element, name) in seen)) {
        seen[element, name] = 1
        printf "library\t%s\t%s of %s\t\tquire describe library %s\n", name, element, file, name
    }
}

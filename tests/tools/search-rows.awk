# The tables of C from lines of five fields, WHAT NAME ALSO TEXT MORE, and of two, WORD OTHERS (src/catalog/search_words.tsv). Literals are cut between words, and lines filled.
BEGIN {
    FS = "\t"
    print "/* Generated from the verbs' help, the library and the manual: make regen */"
    print "#include \"catalog/search.h\"\n"
    print "/* clang-format off */"
    print "static const struct quire_search_row rows[] = {"
}
function put(piece) {
    if (length(line) + length(piece) > 98) {
        print line
        line = "       "
    }
    line = line " " piece
}
function literal(text, after,    n, word, i, part) {
    gsub(/[\\"]/, "\\\\&", text)
    n = split(text, word, / /)
    part = ""
    for (i = 1; i <= n; i++) {
        if (part != "" && length(part word[i]) > 75) {
            put("\"" part "\"")
            part = ""
        }
        part = part word[i] (i < n ? " " : "")
    }
    put("\"" part "\"" after)
}
NF == 5 {
    line = "    {\"" $1 "\","
    for (i = 2; i <= 5; i++) {
        literal($i, i < 5 ? "," : "},")
    }
    print line
}
# a line of words that are ignored has one entry for each
NF == 2 && !/^#/ {
    n_ignored = $1 == "-" ? split($2, ignored, / /) : 0
    if (n_ignored == 0) { words[++n_word] = "    {\"" $1 "\", \"" $2 "\"}," }
    for (i = 1; i <= n_ignored; i++) { words[++n_word] = "    {\"" ignored[i] "\", QUIRE_SEARCH_IGNORED}," }
}
END {
    print "};\n"
    print "static const struct quire_search_word words[] = {"
    for (i = 1; i <= n_word; i++) { print words[i] }
    print "};"
    print "/* clang-format on */\n"
    print "const struct quire_search_row *"
    print "quire_search_pages(size_t *n)"
    print "{"
    print "    *n = sizeof rows / sizeof rows[0];"
    print "    return rows;"
    print "}"
    print "\nconst struct quire_search_word *"
    print "quire_search_words(size_t *n)"
    print "{"
    print "    *n = sizeof words / sizeof words[0];"
    print "    return words;"
    print "}"
}

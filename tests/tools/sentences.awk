# Sentences of Markdown pages: awk -f sentences.awk -v list=1 PAGE.
# Without code blocks, headings and rules of tables. A paragraph, a list item and a table cell each end their sentence; cells
# of less than four words are no sentences. A piece of `code`, a formula and a path count as one word.
# Prints "sentences words longest line-of-the-longest"; with list=1 instead every sentence as "words<TAB>line<TAB>text"; with
# prose=1 instead the page's lines with code blanked out, for patterns to look at.
function plain(text) {
    gsub(/`[^`]*`/, " code ", text)
    gsub(/\$[^$]*\$/, " formula ", text)
    gsub(/!\[[^]]*\]\([^)]*\)/, "", text)
    gsub(/\]\([^)]*\)/, "]", text)
    gsub(/<!--.*-->/, "", text)
    gsub(/[][*]/, "", text)
    return text
}
function count(sentence,    part, n, i, words) {
    n = split(sentence, part, /[ \t]+/)
    for (i = 1; i <= n; i++) {
        words += part[i] ~ /[A-Za-z0-9]/
    }
    return words
}
function take(sentence, least,    words) {
    words = count(sentence)
    if (words < least || words == 0) {
        return
    }
    if (list) {
        printf "%d\t%d\t%s\n", words, began, sentence
    }
    n_sentence++
    n_word += words
    if (words > longest) {
        longest = words
        longest_line = began
    }
}
function flush(least,    text) {
    text = plain(held)
    held = ""
    while (match(text, /[.?!][)"_]* +[A-Z0-9(+-]|[.?!][)"_]* +code/)) {
        take(substr(text, 1, RSTART), least)
        text = substr(text, RSTART + 1)
    }
    take(text, least)
}
/^ *```/ { flush(1); fenced = !fenced; if (prose) print ""; after_blank = 0; next }
fenced || (/^    / && after_blank) { if (prose) print ""; next }
prose {
    # what is quoted as code, and where links lead, is nobody's wording
    line = $0
    gsub(/`[^`]*`/, "`-`", line)
    gsub(/\]\([^)]*\)/, "]()", line)
    print line
    after_blank = line == ""
    next
}
/^[ \t]*$/ { flush(1); after_blank = 1; next }
{ after_blank = 0 }
/^#/ || /^\|[-:| ]*\|$/ { flush(1); next }
/^\|/ {
    flush(1)
    n_cell = split($0, cell, "|")
    for (c = 1; c <= n_cell; c++) {
        began = FNR
        held = cell[c]
        flush(4)
    }
    next
}
/^ *([-*+]|[0-9]+\.) / { flush(1); began = FNR; sub(/^ *([-*+]|[0-9]+\.) /, ""); held = $0; next }
{ if (held == "") began = FNR; held = held " " $0 }
END {
    if (prose) exit
    flush(1)
    if (!list) {
        printf "%d %d %d %d\n", n_sentence, n_word, longest, longest_line
    }
}

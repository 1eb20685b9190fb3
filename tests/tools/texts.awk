# Texts of sources that people read: awk -f texts.awk -v what=strings|comments|docstrings FILE...
# Prints "file:line<TAB>text". Strings are those of C and of JavaScript, adjacent ones joined, at the line of the first; only
# those with a blank, for others are names and keys. Comments are those of C, a line of the file each. Docstrings are Python's.
function put(text, line) {
    gsub(/\\n|\\t/, " ", text)
    gsub(/\\"/, "\"", text)
    gsub(/`[^`]*`/, "-", text)
    if (text ~ /[^ ] +[^ ]/) print FILENAME ":" line "\t" text
}
function flush() {
    if (has) put(held, began)
    has = 0
    held = ""
}
function add(text) {
    if (!has) began = FNR
    has = 1
    held = held text
}
FNR == 1 { flush(); in_comment = in_string = in_doc = 0 }
what == "docstrings" {
    line = $0
    while ((at = index(line, "\"\"\"")) > 0) {
        if (in_doc) put(substr(line, 1, at - 1), FNR)
        in_doc = !in_doc
        line = substr(line, at + 3)
    }
    if (in_doc) put(line, FNR)
    next
}
{
    rest = $0
    sub(/[ \t]*\\$/, "", rest) # lines of a macro
    while (rest != "") {
        if (in_comment) {
            at = index(rest, "*/")
            if (what == "comments") put(at ? substr(rest, 1, at - 1) : rest, FNR)
            if (!at) break
            in_comment = 0
            rest = substr(rest, at + 2)
            continue
        }
        if (in_string) { # a template of JavaScript goes on over lines
            if (!match(rest, /`/)) { add(rest " "); break }
            add(substr(rest, 1, RSTART - 1))
            flush()
            in_string = 0
            rest = substr(rest, RSTART + 1)
            continue
        }
        if (!match(rest, /"|`|'.'|'\\.'|\/\*|\/\//)) { # macros such as PRIu64 stand between parts of one string
            if (rest ~ /[;{}=]|\)[ ,]*$|,$/) flush()
            break
        }
        head = substr(rest, 1, RSTART - 1)
        mark = substr(rest, RSTART, RLENGTH)
        if (head ~ /[^ \t\\]/ && head !~ /^[ \t]*PRI[a-zA-Z0-9]+[ \t]*$/) flush()
        rest = substr(rest, RSTART + RLENGTH)
        if (mark == "/*") {
            in_comment = 1
        } else if (mark == "//") {
            break
        } else if (mark == "`") {
            flush()
            in_string = FILENAME ~ /\.js$/
        } else if (mark == "\"" && match(rest, /^([^"\\]|\\.)*"/)) {
            if (what == "strings") add(substr(rest, 1, RLENGTH - 1))
            rest = substr(rest, RLENGTH + 1)
        }
    }
}
END { flush() }

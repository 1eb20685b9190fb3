# Markdown, as our reference pages have it, becomes the body of a man page (macros of man(7)). -v level=1: headings of the first level
# become sections, those below subsections.

# text as it must stand in a man page; `code` bold, **strong** too, [text](link) without its link
function plain(s,    out, n, part, i) {
    gsub(/\\\|/, "\001", s) # a bar that separates no cells
    gsub(/\]\([^)]*\)/, "]", s)
    out = ""
    n = split(s, part, /`/)
    for (i = 1; i <= n; i++) {
        if (i % 2 == 0 && i < n) {
            out = out "\\fB" literal(part[i]) "\\fR"
        } else {
            out = out flow(part[i])
        }
    }
    gsub(/\001/, "|", out)
    sub(/^[.']/, "\\\\\\&&", out)
    return out
}
function literal(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); return s }
function flow(s) {
    s = bold(s)
    gsub(/!?\[/, "", s)
    gsub(/\]/, "", s)
    gsub(/\002/, "[", s)
    gsub(/\003/, "]", s)
    return s
}
# escapes first, so that brackets that are meant stay
function bold(s,    n, part, i, out) {
    gsub(/\\\[/, "\002", s)
    gsub(/\\\]/, "\003", s)
    gsub(/\\[<>*_#]/, "\004&", s)
    gsub(/\004\\/, "", s)
    n = split(s, part, /\*\*/)
    out = part[1]
    for (i = 2; i <= n; i++) { out = out (i % 2 == 0 && i < n ? "\\fB" : i % 2 == 1 ? "\\fR" : "**") part[i] }
    return out
}
function trim(s) { gsub(/^ +| +$/, "", s); return s }

# a new paragraph before text, but none after a heading
function paragraph() {
    if (pending && !fresh) { print ".PP" }
    pending = fresh = 0
}

# a row: its first cell, and below it the others
function row(line,    n, cell, i, text, value) {
    gsub(/\\\|/, "\005", line)
    n = split(substr(line, 2), cell, /\|/)
    if (line ~ /\| *$/) { n-- }
    print ".TP"
    value = trim(cell[1])
    gsub(/\005/, "|", value)
    print value == "" ? "\\&" : plain(value)
    text = ""
    for (i = 2; i <= n; i++) {
        value = trim(cell[i])
        gsub(/\005/, "|", value)
        if (value != "") { text = text (text == "" ? "" : i == n && n > 2 ? ": " : "; ") value }
    }
    print text == "" ? "\\&" : plain(text)
}

/^```/ { code = !code; pending = 1; if (code) { paragraph() } print code ? ".nf" : ".fi"; next }
code { gsub(/\\/, "\\e"); sub(/^[.']/, "\\\\\\&&"); print; next }
/^    / { if (!block) { pending = 1; paragraph(); print ".nf" } block = 1; s = $0; gsub(/\\/, "\\e", s); print s; next }
block { print ".fi"; block = 0 }
/^#+ / {
    depth = index($0, " ") - 1
    s = substr($0, depth + 2)
    gsub(/`/, "", s)
    print (depth <= level ? ".SH " : ".SS ") "\"" plain(depth <= level ? toupper(s) : s) "\""
    fresh = 1
    table = 0
    next
}
/^\|/ {
    if (!table) { table = 1; next } # the titles
    if ($0 ~ /^\|[-| ]*$/) { next }
    row($0)
    next
}
table { table = fresh = 0; pending = 1 }
/^[-*] / { print ".IP \\(bu 2\n" plain(substr($0, 3)); fresh = 0; next }
/^$/ { pending = 1; next }
{
    paragraph()
    print plain($0)
}
END { if (block || code) { print ".fi" } }

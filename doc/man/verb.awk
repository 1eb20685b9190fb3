# What `quire VERB --help` prints becomes a man page. -v verb="doe run"; -v date=2026-11-22; -v prose=FILE: paragraphs for its description (macros of man(7)).
function escape(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); sub(/^[.']/, "\\\\\\&&", s); return s }

# "-o, --output=DIR", "--set NAME=VALUE", "MODEL.xml": words of its user in italics
function tag(s,    n, part, i, out, at) {
    n = split(s, part, /, /)
    out = ""
    for (i = 1; i <= n; i++) {
        if (part[i] ~ /^-/) {
            at = match(part[i], /[= ]/)
            out = out (i > 1 ? ", " : "") "\\fB" escape(at ? substr(part[i], 1, at - 1) : part[i]) "\\fR"
            if (at) { out = out substr(part[i], at, 1) "\\fI" escape(substr(part[i], at + 1)) "\\fR" }
        } else {
            out = out (i > 1 ? ", " : "") "\\fI" escape(part[i]) "\\fR"
        }
    }
    return out
}

NR == 1 { summary = $0; sub(/\.$/, "", summary); next }
/^usage: |^       quire / { s = substr($0, 8); synopsis[++n_synopsis] = s; next }
# a row begins with an option, or has a gap behind its name
/^  (    )?-/ || /^  [^ ].*[^ ]  +[^ ]/ {
    sub(/^ +/, "  ")
    at = match(substr($0, 3), /   *[^ ]/)
    name = at ? substr($0, 3, at - 1) : substr($0, 3)
    text = at ? substr($0, at + 2) : ""
    sub(/^ +/, "", text)
    rest = rest ".TP\n" tag(name) "\n" (text != "" ? escape(text) "\n" : "")
    options = 1
    gap = 0
    next
}
/^                    / { sub(/^ +/, ""); rest = rest escape($0) "\n"; next }
/^example: / { example = substr($0, 10); next }
/^exit codes: / { codes = substr($0, 13); exits = 1; next }
/^$/ { gap = 1; exits = 0; next }
exits { codes = codes " " $0; next }
{
    sub(/^ +/, "")
    if (!options) {
        free = free (gap && free != "" ? ".PP\n" : "") escape($0) "\n"
    } else {
        rest = rest (gap || !after ? ".PP\n" : "") escape($0) "\n"
        after = 1
    }
    gap = 0
}
END {
    page = verb
    gsub(/ /, "-", page)
    print ".\\\" generated from the verb's own help: make regen"
    print ".TH QUIRE-" toupper(page) " 1 " date " quire \"Quire's manual\""
    print ".SH NAME\nquire\\-" escape(page) " \\- " tolower(substr(summary, 1, 1)) escape(substr(summary, 2))
    print ".SH SYNOPSIS"
    for (i = 1; i <= n_synopsis; i++) { print (i > 1 ? ".br\n" : "") escape(synopsis[i]) }
    found = 0
    while ((getline line < prose) > 0) {
        if (!found) { print ".SH DESCRIPTION" }
        found = 1
        print line
    }
    if (free != "") { printf "%s%s", (found ? ".PP\n" : ".SH DESCRIPTION\n"), free }
    printf ".SH OPTIONS\n.TP\n\\fB\\-\\-help\\fR\nPrint this help.\n%s", rest
    print ".SH \"EXIT STATUS\""
    if (codes != "") { print escape(codes) "." } else { print "See" }
    print (codes != "" ? "For other codes see\n" : "") ".BR quire (1)."
    if (example != "") { print ".SH EXAMPLES\n.nf\n" escape(example) "\n.fi" }
    print ".SH \"SEE ALSO\"\n.BR quire (1),\n.BR quire\\-model (5),\n.BR quire\\-study (5),\n.BR quire\\-results (5)"
}

#!/bin/sh
# Calls that this program must not make, with the reason. Comments and texts in quotes are not looked at.
set -u
work=$QUIRE_WORK/check-forbidden
mkdir -p "$work" && cd "$QUIRE_SRCDIR" || exit 99

find src include -name '*.[ch]' | LC_ALL=C sort >"$work/files" || exit 99
awk -v list="$work/files" '
function forbid(scope, names, reason,    part, n, i) {
    n = split(names, part, " ")
    for (i = 1; i <= n; i++) {
        n_rule++
        rule_scope[n_rule] = scope
        rule_name[n_rule] = part[i]
        rule_reason[n_rule] = reason
    }
}
# code of a line without comments and quoted texts; in_comment lasts from line to line
function code_of(line,    out, i, c, two, quote) {
    out = ""
    quote = ""
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        two = substr(line, i, 2)
        if (in_comment) {
            if (two == "*/") { in_comment = 0; i++ }
        } else if (quote != "") {
            if (c == "\\") { i++ } else if (c == quote) { quote = ""; out = out c }
        } else if (two == "/*") {
            in_comment = 1; i++
        } else if (two == "//") {
            break
        } else {
            if (c == "\"" || c == "\047") { quote = c }
            out = out c
        }
    }
    return out
}
function complain(text) {
    printf "%s:%d: %s\n", file, line_number, text
    bad++
}
BEGIN {
    # "call": a function; "word": any use of the name; "library": a name the library must not use, the command may
    forbid("call", "atof strtof strtold atoi atol sscanf fscanf scanf", "reads numbers loosely: use the number reader in base")
    forbid("call", "sprintf vsprintf strcpy strcat gets alloca", "has no bound")
    forbid("call", "system popen", "runs a shell")
    forbid("call", "setlocale", "changes the whole process")
    forbid("call", "tmpnam mktemp tempnam", "names a file somebody else can make first")
    forbid("call", "rand srand random drand48", "hides a state that runs share")
    forbid("call", "xmlReadFile xmlParseFile xmlCtxtReadFile xmlReadFd xmlXIncludeProcess", "opens files and addresses by itself: read the bytes")
    forbid("word", "XML_PARSE_NOENT XML_PARSE_XINCLUDE XML_PARSE_HUGE XML_PARSE_DTDLOAD XML_PARSE_DTDATTR XML_PARSE_DTDVALID XML_PARSE_RECOVER HUGE NOENT XINCLUDE",
        "opens the door to hostile files")
    forbid("library", "exit _exit _Exit quick_exit abort raise", "ends the program that embeds the library")
    forbid("library", "printf vprintf puts putchar perror", "prints; the library never does")
    forbid("library-word", "stdout stderr stdin", "belongs to the program that embeds the library")

    while ((getline file < list) > 0) {
        n_file++
        in_comment = 0
        line_number = 0
        library = file !~ /^src\/(cli|doe|jobs|live|store)\//
        while ((getline line < file) > 0) {
            line_number++
            code = code_of(line)
            if (code ~ /^[ \t]*#[ \t]*include/ || code !~ /[A-Za-z]/) {
                continue
            }
            for (r = 1; r <= n_rule; r++) {
                if (index(code, rule_name[r]) == 0 || (!library && rule_scope[r] ~ /^library/)) {
                    continue
                }
                pattern = "(^|[^A-Za-z0-9_])" rule_name[r] (rule_scope[r] ~ /word/ ? "([^A-Za-z0-9_]|$)" : "[ \t]*\\(")
                if (code ~ pattern) {
                    complain(rule_name[r] ": " rule_reason[r])
                }
            }
            if (code ~ /(^|[^A-Za-z0-9_])strtod(_l)?[ \t]*\(/) {
                if (file !~ /^src\/text\// || (reader != "" && reader != file)) {
                    complain("strtod: one file of text alone turns text into numbers" (reader != "" ? ": " reader : ""))
                }
                reader = file
            }
            if (line ~ /fast-math|Ofast/ && line ~ /attribute|pragma/) {
                complain("fast-math changes results")
            }
        }
        close(file)
    }
    printf "%d files, %d rules, %d broken\n", n_file, n_rule + 2, bad
    exit bad > 0 || n_file == 0
}
' </dev/null || exit 1

# the build must not ask for it either
find src tests include models samples doc -name local.mk -print | LC_ALL=C sort |
    xargs grep -n -E -e '-ffast-math|-Ofast|-funsafe-math' configure.ac Makefile.am |
    grep -v -E ':[0-9]+:(dnl|#)' && { echo 'fast-math changes results'; exit 1; }
exit 0

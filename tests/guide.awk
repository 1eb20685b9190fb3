# Takes the blocks of a page apart, one step a block, into files WORK/NNN.KIND:
#   command  a line that is run; exact or part beside it: what it must print
#   xml      elements of a model or study; edit, with the file's name in its first line: lines that an own file is given
#   (blocks in other languages have tests of their own)
#   other    a line that is neither, which the test must know
function begin(kind, text) { step++; name = sprintf("%s/%03d", work, step); print text > (name "." kind); last = kind }

/^```/ {
    fence = !fence
    if (!fence) { next }
    sort = substr($0, 4)
    fresh = 1
    next
}
fence && sort == "xml" {
    if (fresh && match(before, /`[^`\/]*\.xml`:$/)) {
        begin("edit", substr(before, RSTART + 1, RLENGTH - 3))
    } else if (fresh) {
        begin("xml", $0)
        fresh = 0
        next
    }
    fresh = 0
    print > (name "." last)
    next
}
fence {
    if (sub(/^\$ /, "")) { begin("command", $0); program = 1 } else if (fresh) { program = 0 } else if (program) { print > (name ".part") }
    fresh = 0
    next
}
/^    \$ / { sub(/^    \$ /, ""); begin("command", $0); printf "" > (name ".exact"); open = 1; next }
/^    / && open { sub(/^    /, ""); print > (name ".exact"); next }
/^     *[^ ]/ { sub(/^ +/, ""); begin(/^(build\/)?quire / ? "command" : "other", $0); next }
/[^ ]/ { open = 0; before = $0 }

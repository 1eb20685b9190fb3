#!/bin/sh
# The sources keep to the order of src/LAYERS: a room (the deepest folder that holds a file) uses itself and the rooms of earlier lines, by
# what its files include and by the symbols that its objects use. Nowhere is there a circle: not of headers that include each other, not of
# objects that use each other's symbols. The command sees public headers only; libxml2 is known to the rooms of xml alone, SUNDIALS to integ.
#
# tests/layers-exceptions.txt lists what does not keep to it yet: "include FROM TO why", "symbol FROM TO why". A line that is not needed any
# more is an error, so the list can only become shorter. After a merge, check-layers.sh --cut takes such lines out; --list prints what there is.
set -u
LC_ALL=C
export LC_ALL
source=${QUIRE_SRCDIR:-$(cd "$(dirname "$0")/.." && pwd)}
build=${QUIRE_BUILDDIR:-$source/build}
work=${QUIRE_WORK:-$build/tests/work}/check-layers
exceptions=$source/tests/layers-exceptions.txt
mkdir -p "$work" && cd "$source" || exit 99

find src include -name '*.[ch]' | sort >"$work/files" || exit 99

# The objects: of a library those that its .lo files name, of a program src/room/PROGRAM-x.o; others are left from an older build.
list_objects() {
    find src -name '*.lo' -print0 | xargs -0 awk -v quote="'" '
        function name_of(line) {
            gsub(quote, "", line)
            sub(/^[^=]*=/, "", line)
            return line
        }
        FNR == 1 { pic = "" }
        /^pic_object=/ { pic = name_of($0) }
        /^non_pic_object=/ {
            folder = FILENAME
            sub(/[^\/]*$/, "", folder)
            name = name_of($0)
            print folder (name == "none" ? pic : name)
        }' /dev/null
    find src -name '*.o' ! -path '*/.libs/*' | sed 's/\.o$//' >"$work/plain"
    find src -name '*.lo' | sed 's/\.lo$//' >"$work/of_library"
    grep -vxFf "$work/of_library" "$work/plain" | sed 's/$/.o/'
}
# symbols of the objects, one line each: source, type, name
list_symbols() {
    cd "$build" || exit 99
    list_objects | sort >"$work/objects"
    tr '\n' '\0' <"$work/objects" | xargs -0 ${NM:-nm} -A 2>/dev/null | awk '
        {
            at = index($0, ".o:")
            file = substr($0, 1, at - 1)
            sub(/\/\.libs\//, "/", file)
            name = file
            sub(/.*\//, "", name)
            sub(/.*-/, "", name)
            sub(/[^\/]*$/, "", file)
            n = split(substr($0, at + 3), part, " ")
            sub(/\..*/, "", part[n])   # a version for another processor
            print file name ".c", part[n - 1], part[n]
        }'
}
(list_symbols) >"$work/symbols"

awk -v files="$work/files" -v symbols="$work/symbols" -v bad_edges="$work/bad" '
function complain(text) {
    printf "%s:%d: %s\n", file, line_number, text
    bad++
}
function room_of(path) {
    sub(/^src\//, "", path)
    return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/) - 1) : ""
}
# one file uses another: whether the other may be used from there; edges of headers, and of objects, make a graph each
function edge(sort, from, to,    a, b) {
    a = room_of(from)
    b = room_of(to)
    if (a != b && layer[b] >= layer[a]) {
        print sort, from, to, "against the order of rooms" >bad_edges
        n_bad[sort]++
        listed[sort, from, to] = 1
    }
    if (sort == "symbol" || (from ~ /\.h$/ && to ~ /\.h$/)) {
        n_edge++
        kind[n_edge] = sort
        tail[n_edge] = from
        head[n_edge] = to
    }
}
# edges that lie in a circle: what nobody uses, or what uses nothing, is in none and is taken away until nothing more goes
function find_circles(sort,    i, changed, out, in_, gone, used, first, last, queue, seen, v, k) {
    for (i = 1; i <= n_edge; i++) {
        used[i] = kind[i] == sort
    }
    do {
        changed = 0
        split("", out)
        split("", in_)
        for (i = 1; i <= n_edge; i++) {
            if (used[i]) {
                out[tail[i]] = out[tail[i]] " " i
                in_[head[i]] = 1
            }
        }
        for (i = 1; i <= n_edge; i++) {
            if (used[i] && (!(head[i] in out) || !(tail[i] in in_))) {
                used[i] = 0
                changed = 1
            }
        }
    } while (changed)
    for (i = 1; i <= n_edge; i++) {
        if (!used[i]) {
            continue
        }
        # does the head lead back to the tail?
        split("", seen)
        first = last = 1
        queue[1] = head[i]
        seen[head[i]] = 1
        while (first <= last && !(tail[i] in seen)) {
            n = split(out[queue[first++]], next_edge, " ")
            for (k = 1; k <= n; k++) {
                v = head[next_edge[k]]
                if (used[next_edge[k]] && !(v in seen)) {
                    seen[v] = 1
                    queue[++last] = v
                }
            }
        }
        if (tail[i] in seen && !((sort, tail[i], head[i]) in listed)) {
            print sort, tail[i], head[i], "in a circle of " (sort == "symbol" ? "sources" : "headers") >bad_edges
            n_bad[sort]++
        }
    }
}
function check_own(name) {                     # #include "name"
    if (name == "config.h") {
        return
    }
    if (room == "public") {
        complain("public header includes the internal \"" name "\"")
    } else if (!(("src/" name) in is_file)) {
        complain("\"" name "\" is no file of src; it must be named from there, as \"room/file.h\"")
    } else if (room == "cli" && name !~ /^cli\//) {
        complain("the command includes the internal \"" name "\"; only <quire/...> is allowed")
    } else {
        edge("include", file, "src/" name)
    }
}
function check_system(name) {                  # #include <name>
    if (name ~ /^libxml\// && room !~ /^xml\//) {
        complain("only rooms of xml may include <" name ">")
    }
    if (name ~ /^(cvodes?|nvector|sundials|sunmatrix|sunlinsol|sunnonlinsol|kinsol|klu)[\/.]/ && room != "integ") {
        complain("only room integ may include <" name ">")
    }
    if (room == "public" && name !~ /^quire\// && name !~ /^std(def|bool|int|arg)\.h$/) {
        complain("public header includes <" name ">; users need not have it")
    }
}
FILENAME == "src/LAYERS" {
    if ($0 !~ /^#/ && NF > 0) {
        depth++
        for (i = 1; i <= NF; i++) {
            layer[$i] = depth
        }
    }
    next
}
END {
    printf "" >bad_edges
    while ((getline file < files) > 0) {
        is_file[file] = ++n_file
        path[n_file] = file
    }
    for (f = 1; f <= n_file; f++) {
        file = path[f]
        line_number = 0
        room = file ~ /^include\// ? "public" : room_of(file)
        if (room != "public" && !(room in layer)) {
            complain("folder src/" room " is not in src/LAYERS")
            continue
        }
        while ((getline line < file) > 0) {
            line_number++
            if (line !~ /^[ \t]*#[ \t]*include/) {
                continue
            }
            name = line
            if (line ~ /"/) {
                sub(/^[^"]*"/, "", name)
                sub(/".*/, "", name)
                check_own(name)
            } else {
                sub(/^[^<]*</, "", name)
                sub(/>.*/, "", name)
                check_system(name)
            }
            n_include++
        }
        close(file)
    }
    while ((getline line < symbols) > 0) {
        split(line, part, " ")
        if (!(part[1] in is_file)) {
            continue # of a source that has gone
        }
        if (part[2] ~ /[TDRBVWiC]/) {
            home[part[3]] = part[1]
        } else if (part[2] == "U") {
            n_use++
            user[n_use] = part[1]
            symbol[n_use] = part[3]
        }
    }
    for (i = 1; i <= n_use; i++) {
        to = home[symbol[i]]
        if (to != "" && to != user[i]) {
            n_symbol++
            if (!((user[i], to) in known)) {
                known[user[i], to] = 1
                edge("symbol", user[i], to)
            }
        }
    }
    find_circles("include")
    find_circles("symbol")
    printf "%d includes in %d files, %d against the order or in a circle; ", n_include, n_file, n_bad["include"]
    if (n_symbol > 0) {
        printf "%d symbols used, %d pairs of sources against the order or in a circle\n", n_symbol, n_bad["symbol"]
    } else {
        print "the objects show no symbols"
    }
    exit bad > 0 || n_file == 0 || depth == 0
}
' src/LAYERS >"$work/said"
status=$?
sort -o "$work/bad" "$work/bad"
case ${1-} in
--list)
    cat "$work/bad"
    exit 0
    ;;
esac
cat "$work/said"
if test -s "$work/objects" && grep -q 'no symbols' "$work/said"; then
    echo "there are objects, but '${NM:-nm}' lists no symbols"
    exit 1
fi

touch "$work/none"
test -f "$exceptions" || exceptions=$work/none
grep -v '^#' "$exceptions" | sort >"$work/excepted"
# without symbols nothing is known of theirs
grep -q 'no symbols' "$work/said" && grep '^symbol ' "$work/excepted" | sort -m -o "$work/bad" - "$work/bad"
comm -13 "$work/excepted" "$work/bad" >"$work/new"
comm -23 "$work/excepted" "$work/bad" >"$work/over"
if test "${1-}" = --cut; then
    grep -vxFf "$work/over" "$exceptions" >"$work/cut" 2>/dev/null
    test ! -s "$work/over" || cp "$work/cut" "$exceptions"
    : >"$work/over"
fi
if test -s "$work/new"; then
    echo 'new, and not allowed:'
    cat "$work/new"
fi
if test -s "$work/over"; then
    echo 'no longer needed: delete these lines of tests/layers-exceptions.txt (tests/check-layers.sh --cut does it):'
    cat "$work/over"
fi
test "$status" -eq 0 && test ! -s "$work/new" && test ! -s "$work/over"

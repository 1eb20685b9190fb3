# Writes doc/reference/library.md from the files of the library: each comment with its sources, and the elements below it as a table.
# Bending stiffnesses that are not given follow from modulus and thickness, at 50 % relative humidity.
BEGIN {
    print "# The library"
    print ""
    print "Made from `models/*.xml`; do not edit. The sources of the values are given above each table. Measure values marked as an estimate if results depend on them."
    print "A model includes a file of the library with `<include library=\"papers\"/>`; see `doc/guide/large-models.md`."
    print "The bending stiffness is E t^3/12 unless the element gives one. Derivation of the values, and effect of humidity: `doc/theory/papers.md`."
    head["media"] = "medium|grammage|thickness|E along|E across|bending stiffness along|across|damping ratio"
    head["surface"] = "surface|Young's modulus|Poisson's ratio"
    head["contact"] = "contact|normal law|friction law|more"
    head["pair"] = "media|surface|contact"
    head["assembly"] = "assembly, for instances"
    head["parameter"] = "parameter|value|meaning"
}
FNR == 1 { flush_file(); file = FILENAME; sub(/.*\//, "", file); text = "" }
{ text = text $0 "\n" }
END { flush_file() }

function flush_file(    end, tag) {
    while (file != "" && (end = index(text, "<")) > 0) {
        text = substr(text, end)
        if (substr(text, 1, 4) == "<!--") {
            end = index(text, "-->")
            comment(substr(text, 5, end - 5))
            text = substr(text, end + 3)
        } else {
            end = index(text, ">")
            tag = substr(text, 2, end - 2)
            text = substr(text, end + 1)
            element(tag)
        }
    }
    flush_row()
    table = ""
}

function squeeze(s) { gsub(/[ \n]+/, " ", s); sub(/^ /, "", s); sub(/ $/, "", s); return s }

function comment(s,    at) {
    flush_row()
    table = ""
    s = squeeze(s)
    if (!(file in titled)) {
        titled[file] = 1
        base = file
        sub(/\.xml$/, "", base)
        print "\n## " base "\n\n" s
        return
    }
    at = index(s, " Sources: ")
    print "\n" (at > 0 ? substr(s, 1, at - 1) "\n\nSources: " substr(s, at + 10) : s)
}

function attribute(tag, name,    at, rest) {
    at = index(tag, " " name "=\"")
    if (at == 0) {
        return ""
    }
    rest = substr(tag, at + length(name) + 3)
    return substr(rest, 1, index(rest, "\"") - 1)
}

# "{4 GPa * paper_stiffness}" as it is while the factor is 1
function plain(s) { if (sub(/^\{/, "", s)) { sub(/ \* [a-z_]+\}$/, "", s) } return s }

# all attributes but the first one named
function others(tag, but,    s, out, name) {
    s = tag
    while (match(s, /[a-z-]+="[^"]*"/)) {
        name = substr(s, RSTART, index(substr(s, RSTART), "=") - 1)
        if (name != but) {
            out = out (out == "" ? "" : ", ") name " " plain(substr(s, RSTART + length(name) + 2, RLENGTH - length(name) - 3))
        }
        s = substr(s, RSTART + RLENGTH)
    }
    return out
}

function row(kind, cells,    n, i, titles) {
    if (kind != table) {
        n = split(head[kind], titles, "|")
        printf "\n|"
        for (i = 1; i <= n; i++) { printf " %s |", titles[i] }
        printf "\n|"
        for (i = 1; i <= n; i++) { printf "---|" }
        printf "\n"
        table = kind
    }
    print "| " cells " |"
}

# mN*m from what is given, or from E [GPa] and t [m]
function stiffness(tag, side,    b, e, t, part) {
    b = plain(attribute(tag, "bending-stiffness-" side))
    if (b != "") {
        return b
    }
    split(plain(attribute(tag, "modulus-" side)), part, " ")
    e = part[1] * 1e9
    split(attribute(tag, "thickness"), part, " ")
    t = part[1] * (part[2] == "um" ? 1e-6 : 1e-3)
    return sprintf("%.3g mN*m", e * t * t * t / 12 * 1e3)
}

function flush_row() {
    if (contact != "") {
        row("contact", "`" contact "` | " normal " | " friction " | " more)
    }
    contact = ""
}

function element(tag,    kind) {
    tag = squeeze(tag)
    kind = tag
    sub(/[ \/].*/, "", kind)
    if (kind == "contact") {
        flush_row()
        contact = attribute(tag, "name")
        normal = friction = more = ""
    } else if (kind == "normal" || kind == "friction") {
        kind == "normal" ? normal = attribute(tag, "law") ": " others(tag, "law") : friction = attribute(tag, "law") ": " others(tag, "law")
    } else if (kind == "overdrive" || kind == "vertex") {
        more = more (more == "" ? "" : "; ") kind ": " others(tag, "")
    } else if (kind in head) {
        flush_row()
        plain_row(kind, tag)
    }
}

function range(tag) { return attribute(tag, "choices") != "" ? ", of " attribute(tag, "choices") : attribute(tag, "minimum") == "" ? "" : ", from " attribute(tag, "minimum") " to " attribute(tag, "maximum") }

function plain_row(kind, tag) {
    if (kind == "media") {
        row(kind, "`" attribute(tag, "name") "` | " attribute(tag, "grammage") " | " attribute(tag, "thickness") " | " plain(attribute(tag, "modulus-md")) " | " \
            plain(attribute(tag, "modulus-cd")) " | " stiffness(tag, "md") " | " stiffness(tag, "cd") " | " attribute(tag, "damping-ratio"))
    } else if (kind == "surface") {
        row(kind, "`" attribute(tag, "name") "` | " attribute(tag, "modulus") " | " attribute(tag, "poisson-ratio"))
    } else if (kind == "pair") {
        row(kind, attribute(tag, "media") " | `" attribute(tag, "surface") "` | `" attribute(tag, "contact") "`")
    } else if (kind == "assembly") {
        row(kind, "`" attribute(tag, "name") "`")
    } else if (kind == "parameter") {
        row(kind, "`" attribute(tag, "name") "` | " attribute(tag, "value") range(tag) " | " attribute(tag, "doc"))
    }
}

# A moving picture (SVG with SMIL, without scripts) of a planar run without gates: awk -f moving-picture.awk DIR/events.csv DIR/series.csv DIR/trajectory.jsonl
#   -v labels="TEXT,X,Y;..."  names beside parts, at millimetres of the model
#   -v every=2                uses every second frame of the trajectory
#   -v left=, right=, down=, up=   what is shown, in millimetres of the model
# Sheets, turning rollers and lit sensors repeat in real time, with a second's rest at the end. Numbers are of a fifth of a millimetre.
function unit(mm) { return mm * 5 }
function round(v) { return v < 0 ? -int(0.5 - v) : int(v + 0.5) }
function px(um) { return round(unit(um / 1000 - left)) }
function py(um) { return round(unit(up - um / 1000)) }

# the text between the brackets that follow "NAME":
function list_of(line, name,    at, depth, i, c) {
    at = index(line, "\"" name "\":[")
    if (!at) { return "" }
    line = substr(line, at + length(name) + 4)
    # lists of numbers and objects are nested at most twice
    depth = 1
    for (i = 1; depth > 0; i++) {
        c = substr(line, i, 1)
        if (c == "[") { depth++ } else if (c == "]") { depth-- }
    }
    return substr(line, 1, i - 2)
}

# objects of a list, into item[1...]
function objects(text, item,    n) {
    n = split(text, item, /\},\{/)
    return n
}
function name_of(text) { match(text, /"name":"[^"]*"/); return substr(text, RSTART + 8, RLENGTH - 9) }

function line_of(text,    v, k, i, out) {
    k = split(text, v, ",")
    out = "M" px(v[1]) " " py(v[2]) "L"
    for (i = 3; i < k; i += 2) { out = out (i > 3 ? " " : "") px(v[i]) " " py(v[i + 1]) }
    return out
}

# a sheet's place: its first node, then steps of every second node
function shape(text,    v, k, i, x, y, lx, ly, nx, ny, out) {
    k = split(text, v, ",")
    x = v[1]; y = v[2]
    lx = px(x); ly = py(y)
    out = "M" lx " " ly "l"
    for (i = 3; i < k; i += 2) {
        x += v[i]; y += v[i + 1]
        if ((i - 1) % 4 != 0) { continue }
        nx = px(x); ny = py(y)
        out = out (i > 5 ? " " : "") (nx - lx) " " (ny - ly)
        lx = nx; ly = ny
    }
    return out
}

# whether a roller is on the left of the path beside it: 1, or -1
function side_of(x, y,    i, d, least, px0, py0, s) {
    least = 1e18
    for (i = 1; i + 3 <= way_n; i += 2) {
        px0 = way[i]; py0 = way[i + 1]
        d = (x - px0) * (x - px0) + (y - py0) * (y - py0)
        if (d < least) {
            least = d
            s = (way[i + 2] - px0) * (y - py0) - (way[i + 3] - py0) * (x - px0)
        }
    }
    return s > 0 ? 1 : -1
}

BEGIN { FS = ","; if (!every) { every = 2 } }
FNR == 1 { part++ }

# sensors: when each is covered
part == 1 && $2 == "sensor" && $4 == "lead" { lit[$3] = lit[$3] " " $1 " 1" }
part == 1 && $2 == "sensor" && $4 == "trail" { lit[$3] = lit[$3] " " $1 " 0" }

# rollers: how far their surfaces have gone
part == 2 && FNR == 1 {
    for (i = 1; i <= NF; i++) {
        if ($i ~ /\.speed \[m\/s\]$/) { name = $i; sub(/\.speed .*/, "", name); column[name] = i }
    }
    next
}
part == 2 {
    for (name in column) { gone[name] += $(column[name]) * ($1 - before) }
    before = $1
    rows++
    row_time[rows] = $1
    for (name in column) { gone_at[rows, name] = gone[name] }
    next
}

part == 3 && FNR == 1 {
    machine = $0
    next
}
part == 3 {
    match($0, /"time":[0-9.e+-]+/)
    now = substr($0, RSTART + 7, RLENGTH - 7)
    last_line = $0
    last_time = now
    if ((FNR - 2) % every == 0) { keep($0, now) }
}

function keep(line, now,    text, one, k) {
    frames++
    time[frames] = now
    text = list_of(line, "sheets")
    for (k = 1; text != ""; k++) {
        if (sub(/^,/, "", text)) { }
        if (text ~ /^null/) { place[frames, k] = ""; text = substr(text, 5); continue }
        one = substr(text, 2, index(text, "]") - 2)
        text = substr(text, length(one) + 3)
        place[frames, k] = shape(one)
    }
    sheets = k - 1
    if (frames == 1) { centres = list_of(line, "rollers") }
}

END {
    if (time[frames] != last_time) { keep(last_line, last_time) }
    total = last_time + 1
    width = round(unit(right - left)); height = round(unit(up - down))
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" font-family=\"DejaVu Sans,Verdana,Arial,sans-serif\" font-size=\"52\">\n", width, height, width / 3, height / 3
    print "<title>" title "</title>"
    printf "<rect width=\"%d\" height=\"%d\" rx=\"30\" fill=\"#fcfcfb\"/>\n", width, height
    print "<g fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\">"
    # paths, for the rollers' sense of turning
    n = objects(list_of(machine, "paths"), item)
    way_n = split(list_of(item[1], "points"), way, ",")
    print "<g stroke=\"#4a4a4a\" stroke-width=\"7\">"
    n = objects(list_of(machine, "guides"), item)
    for (i = 1; i <= n; i++) { print "<path d=\"" line_of(list_of(item[i], "points")) "\"/>" }
    print "</g>"
    n = objects(list_of(machine, "rollers"), item)
    split(centres, c, ",")
    for (i = 1; i <= n; i++) {
        name = name_of(item[i])
        match(item[i], /"radius":[0-9]+/)
        r = substr(item[i], RSTART + 9, RLENGTH - 9)
        key = name
        sub(/\.driver$/, "", key)
        printf "<g transform=\"translate(%d %d)\" stroke=\"#666\" stroke-width=\"5\"><circle r=\"%d\" fill=\"%s\"/><path d=\"M0 %dV%dM%d 0H%d\">", px(c[2 * i - 1]), py(c[2 * i]), round(unit(r / 1000)), name ~ /idler$/ ? "#f1f1f1" : "#d5e2ee", -round(unit(r / 2000)), round(unit(r / 2000)), -round(unit(r / 2000)), round(unit(r / 2000))
        if (key in column) { turn(key, r / 1e6, side_of(c[2 * i - 1], c[2 * i])) }
        print "</path></g>"
    }
    n = objects(list_of(machine, "sensors"), item)
    for (i = 1; i <= n; i++) {
        name = name_of(item[i])
        split(list_of(item[i], "at"), v, ",")
        printf "<circle cx=\"%d\" cy=\"%d\" r=\"14\" stroke=\"#7a4b00\" stroke-width=\"4\" fill=\"#fff\">", px(v[1]), py(v[2])
        lamp(lit[name])
        print "</circle>"
    }
    split("#0072b2 #d55e00 #009e73 #cc79a7 #56b4e9", colour, " ")
    middle = int(frames * 0.45)
    for (k = 1; k <= sheets; k++) { move(k) }
    print "</g>"
    # what time it is: a bar
    printf "<rect x=\"60\" y=\"%d\" width=\"%d\" height=\"6\" fill=\"#ddd\"/><rect x=\"60\" y=\"%d\" height=\"6\" fill=\"#888\" width=\"0\">", height - 40, width - 120, height - 40
    printf "<animate attributeName=\"width\" dur=\"%.4gs\" repeatCount=\"indefinite\" values=\"0;%d;%d\" keyTimes=\"0;%.4f;1\"/></rect>\n", total, width - 120, width - 120, last_time / total
    print "<g fill=\"#222\" text-anchor=\"middle\">"
    n = split(labels, item, ";")
    for (i = 1; i <= n; i++) {
        split(item[i], v, ",")
        printf "<text x=\"%d\" y=\"%d\">%s</text>\n", px(v[2] * 1000), py(v[3] * 1000), v[1]
    }
    print "</g>"
    print "</svg>"
}

# whole degrees would stutter; tenths of them, at every twelfth row and where nothing changes only at the ends
function turn(key, r, side,    i, a, old, values, times, m, angle, when) {
    m = 0
    for (i = 1; i <= rows; i += 12) {
        m++
        angle[m] = round(-side * gone_at[i, key] / r * 57.29578)
        when[m] = row_time[i]
    }
    values = angle[1]; times = "0"
    for (i = 2; i <= m; i++) {
        if (i < m && angle[i] - angle[i - 1] == angle[i + 1] - angle[i]) { continue }
        values = values ";" angle[i]
        times = times ";" sprintf("%.4f", when[i] / total)
    }
    printf "<animateTransform attributeName=\"transform\" type=\"rotate\" dur=\"%.4gs\" repeatCount=\"indefinite\" values=\"%s;%s\" keyTimes=\"%s;1\"/>", total, values, angle[m], times
}

function lamp(text,    v, k, i, values, times) {
    k = split(text, v, " ")
    values = "#fff"; times = "0"
    for (i = 1; i < k; i += 2) {
        values = values ";" (v[i + 1] ? "#ffb000" : "#fff")
        times = times ";" sprintf("%.4f", v[i] / total)
    }
    if (k) { printf "<animate attributeName=\"fill\" calcMode=\"discrete\" dur=\"%.4gs\" repeatCount=\"indefinite\" values=\"%s\" keyTimes=\"%s\"/>", total, values, times }
}

# a sheet moves from frame to frame; frames at which it rests are left out
function move(k,    i, at, values, times) {
    at = place[middle, k]
    printf "<path stroke=\"%s\" stroke-width=\"11\" d=\"%s\">\n", colour[(k - 1) % 5 + 1], at
    printf "<animate attributeName=\"d\" dur=\"%.4gs\" repeatCount=\"indefinite\" values=\"%s", total, place[1, k]
    times = "0"
    for (i = 2; i <= frames; i++) {
        if (i < frames && place[i, k] == place[i - 1, k] && place[i, k] == place[i + 1, k]) { continue }
        printf ";\n%s", place[i, k]
        times = times ";" sprintf("%.4f", time[i] / total)
    }
    printf ";\n%s\"\nkeyTimes=\"%s;1\"/></path>\n", place[frames, k], times
}

# The floors and rooms of src/LAYERS, with the purpose that the first line of each room's local.mk says: as a table for src/README.md, or
# with -v picture=1 as doc/rooms.svg. Run in the top folder: awk -f tests/tools/rooms.awk src/LAYERS
function purpose_of(room,    line, file) {
    file = "src/" room "/local.mk"
    line = ""
    if ((getline line < file) > 0) {
        close(file)
    }
    if (line !~ /^# [a-z0-9A-Z]/) {
        print "rooms: " file " does not begin with \"# purpose\"" >"/dev/stderr"
        failed = 1
    }
    return substr(line, 3)
}
# why a room is larger than others, from a line of its local.mk
function large_because(room,    line, file, why) {
    file = "src/" room "/local.mk"
    while ((getline line < file) > 0) {
        if (sub(/^# large: /, "", line)) {
            why = line
        }
    }
    close(file)
    return why
}
/^# == / {
    floor++
    title[floor] = $3
    sub(/:$/, "", title[floor])
    about[floor] = $0
    sub(/^# == [^:]*: */, "", about[floor])
    next
}
/^#/ || NF == 0 {
    next
}
floor == 0 {
    print "rooms: src/LAYERS has a room above its first floor" >"/dev/stderr"
    failed = 1
    exit
}
{
    row[floor]++
    for (i = 1; i <= NF; i++) {
        n[floor]++
        name[floor, n[floor]] = $i
        line_of[floor, n[floor]] = row[floor]
    }
}
# what an engineer reads: highest floor first
function write_table(    f, i, why) {
    for (f = 1; f <= floor; f++) {
        printf "\n### %s: %s\n\n| room | holds |\n|---|---|\n", title[f], about[f]
        for (i = 1; i <= n[f]; i++) {
            why = large_because(name[f, i])
            printf "| `%s` | %s%s |\n", name[f, i], purpose_of(name[f, i]), why != "" ? " (large: " why ")" : ""
        }
    }
}
function write_rows(f, y,    i, k, x, last, width, group) {
    # boxes from the left, as many in a row as fit; those of one line of src/LAYERS touch
    x = LEFT
    rows = 1
    last = 0
    for (i = 1; i <= n[f]; i++) {
        width = 7.4 * length(name[f, i]) + 16
        group = line_of[f, i] == last
        if (x + width > RIGHT) {
            x = LEFT
            rows++
        } else if (i > 1) {
            x += group ? 0 : 14
        }
        left[i] = x
        wide[i] = width
        at[i] = rows
        x += width
        last = line_of[f, i]
    }
    for (i = 1; i <= n[f] && y >= 0; i++) {
        printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"24\" class=\"room\"/>", left[i], y + (rows - at[i]) * 32, wide[i]
        printf "<text x=\"%.1f\" y=\"%.1f\" class=\"name\">%s</text>\n", left[i] + wide[i] / 2, y + (rows - at[i]) * 32 + 16.5, name[f, i]
    }
    return rows * 32 - 8
}
function write_picture(    f, y, height, total) {
    LEFT = 24
    RIGHT = 876
    total = 44
    for (f = 1; f <= floor; f++) {
        total += write_rows(f, -1) + 52
    }
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 %d\" width=\"900\" height=\"%d\" role=\"img\">\n", total, total
    print "<title>The floors and rooms of src: each uses those below it and to its left</title>"
    print "<style>text { font-family: sans-serif; fill: #222 } .title { font-size: 15px; font-weight: bold } .about { font-size: 13px }"
    print ".name { font: 12px monospace; text-anchor: middle } .floor { fill: #eef2f6; stroke: #b8c4d0 } .room { fill: #fff; stroke: #56789a }</style>"
    printf "<rect width=\"900\" height=\"%d\" fill=\"#fff\"/>\n", total
    y = 10
    for (f = floor; f >= 1; f--) {
        height = write_rows(f, -1) + 42
        printf "<rect x=\"10\" y=\"%d\" width=\"880\" height=\"%d\" class=\"floor\"/>", y, height
        printf "<text x=\"24\" y=\"%d\"><tspan class=\"title\">%s</tspan><tspan class=\"about\" dx=\"10\">%s</tspan></text>\n", y + 21, title[f], about[f]
        write_rows(f, y + 32)
        y += height + 10
    }
    printf "<text x=\"24\" y=\"%d\" class=\"about\">A room uses the floors below it and, on its own floor, rooms to its left and in rows below; boxes that touch do not see each other.</text>\n", y + 14
    print "</svg>"
}
END {
    if (!failed && picture) {
        write_picture()
    } else if (!failed) {
        write_table()
    }
    exit failed
}

#!/bin/sh
# Feed speed over nominal speed against nip load, of the soft roller and of the rigid one with an overdrive factor: runs the model at
# several loads and writes feed-speed.svg here. Needs quire in the PATH, or its name in $QUIRE.
set -eu
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for load in 0.5 1 2 4 6 8 10 12 14 16; do
    "${QUIRE-quire}" run "$here/soft-roller.xml" --set "nip_load=$load N" -o "$work/$load" --quiet >&2
    awk -v load="$load" '
        $1 == "\"above.lead.speed\":" && !soft { soft = $2 + 0 }
        $1 == "\"below.lead.speed\":" && !rigid { rigid = $2 + 0 }
        END { print load, 100 * (soft / 0.2 - 1), 100 * (rigid / 0.2 - 1) }' "$work/$load/summary.json"
done | awk '
    function x(load) { return 60 + load * 25 }
    function y(percent) { return 280 - percent * 130 }
    function line(list, style) { printf "<polyline fill=\"none\" stroke-width=\"2\" %s points=\"%s\"/>\n", style, list }
    { soft = soft sprintf("%.1f,%.1f ", x($1), y($2)); rigid = rigid sprintf("%.1f,%.1f ", x($1), y($3))
      dots = dots sprintf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#0a5\"/>\n", x($1), y($2)) }
    END {
        print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 560 330\" font-family=\"sans-serif\" font-size=\"12\">"
        print "<rect width=\"560\" height=\"330\" fill=\"#fff\"/>"
        for (load = 0; load <= 16; load += 4) {
            printf "<path stroke=\"#ddd\" d=\"M%d 280V46\"/><text x=\"%d\" y=\"296\" text-anchor=\"middle\">%d</text>\n", x(load), x(load), load
        }
        for (p = 0; p <= 1.5; p += 0.5) {
            printf "<path stroke=\"#ddd\" d=\"M60 %dH460\"/><text x=\"54\" y=\"%d\" text-anchor=\"end\">%.1f</text>\n", y(p), y(p) + 4, p
        }
        line(rigid, "stroke=\"#777\" stroke-dasharray=\"6 4\""); line(soft, "stroke=\"#0a5\""); printf "%s", dots
        print "<text x=\"260\" y=\"318\" text-anchor=\"middle\">nip load [N]</text>"
        print "<text x=\"60\" y=\"20\" font-weight=\"bold\">Feed speed above nominal speed [%]</text>"
        printf "<text x=\"466\" y=\"%d\" fill=\"#0a5\">soft roller</text>\n", y(1.32) + 8
        printf "<text x=\"466\" y=\"%d\" fill=\"#555\">rigid, 0.001/N</text>\n", y(1.6) + 4
        print "</svg>"
    }' >"$here/feed-speed.svg"

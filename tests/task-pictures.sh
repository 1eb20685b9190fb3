#!/bin/sh
# Writes the pictures of the manual's task pages, doc/guide/tasks/*.svg, below $QUIRE_REGEN_DIR: moments of runs.
set -eu

work=$QUIRE_WORK/task-pictures
out=$QUIRE_REGEN_DIR/doc/guide/tasks
rm -rf "$work"
mkdir -p "$work" "$out" && cd "$work"

# The machine with the names of its parts, which is the head of a filmstrip (names: yes), and frames at some moments, COLUMNS side by side;
# from LEFT to RIGHT and from TOP of the drawing, in percent of its width and height. Lines of standard input: RUN TIME NOTE
moments() { # NAME LEFT RIGHT TOP COLUMNS NAMES
    name=$1
    {
        if test "$6" = yes; then echo "panel $name.run/filmstrip.svg names"; fi
        while read -r run time note; do
            test -d "$run.frames" || "$QUIRE" convert --quiet "$run.run" --to=svg -o "$run.frames"
            # the nearest frame
            grep -H '<text class="time"' "$run.frames"/*.svg | sed 's/^\([^:]*\):.*: \([0-9.]*\) s<.*/\1 \2/' |
                awk -v time="$time" '{ d = $2 - time; if (d < 0) { d = -d } if (NR == 1 || d < least) { least = d; file = $1 } } END { print file }' >frame.txt
            echo "panel $(cat frame.txt) $time s: $note"
        done
    } | awk -v left="$2" -v right="$3" -v crop="$4" -v columns="$5" '
        # the lines of a picture with names of its own for what it defines
        function copy(file, n, head,    line, ended) {
            ended = 0
            while ((getline line <file) > 0) {
                if (line ~ /^<\/?svg/ || line ~ /^<\?xml/) {
                    if (line ~ /^<svg/) { split(line, part, "\""); width = part[4]; height = part[6] }
                    continue
                }
                if (line ~ /^<style>/) { styling = 1 }
                if (styling) {
                    if (!(line in styles)) { styles[line]; style = style line "\n" }
                    if (line ~ /<\/style>/) { styling = 0 }
                    continue
                }
                if (head && line ~ /<text class="time"/) { ended = 1 }
                if (ended || line ~ /<text class="(time|title|note)/ || line ~ /^<rect width=/) { continue }
                if (line ~ /<path class="bar"/) { bar = line; continue }
                gsub(/id="/, "id=\"p" n "-", line)
                gsub(/url\(#/, "url(#p" n "-", line)
                gsub(/href="#/, "href=\"#p" n "-", line)
                text = text line "\n"
            }
            close(file)
        }
        # lowest line of the head: where its frames begin
        function head_of(file,    line, part, y) {
            while ((getline line <file) > 0) {
                if (line ~ /<text class="time"/) { match(line, /y="[0-9.]+/); y = substr(line, RSTART + 3, RLENGTH - 3); break }
            }
            close(file)
            return y
        }
        {
            file = $2
            names = $3 == "names"
            note = $0
            sub(/^panel [^ ]* /, "", note)
            text = ""
            copy(file, NR, names)
            top = names ? 44 : 40 + (height - 50) * crop / 100
            bottom = names ? head_of(file) - 36 : height - 10
            x = width * left / 100
            w = width * (right - left) / 100
            shown = names ? 900 : 900 / columns
            h = (bottom - top) * shown / w
            at = 0
            if (!names) {
                at = shown * (count++ % columns)
                body = body sprintf("<text class=\"moment\" x=\"%.0f\" y=\"%.0f\">%s</text>\n", at + 12, y + 20, note)
            }
            body = body sprintf("<svg x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" viewBox=\"%.0f %.0f %.0f %.0f\">\n", at, y + (names ? 0 : 26), shown, h, x, top, w, bottom - top) text "</svg>\n"
            if (names || count % columns == 0) { y += h + (names ? 6 : 32) }
        }
        END {
            print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
            printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"%.0f\" viewBox=\"0 0 900 %.0f\">\n", y + 6, y + 6
            printf "%s", style
            print "<style>.moment{font-size:14px;font-weight:bold}</style>"
            printf "<rect width=\"900\" height=\"%.0f\" fill=\"#fff\"/>\n", y + 6
            printf "%s</svg>\n", body
        }' >"$out/$name.svg"
}

run() { # NAME MODEL OPTION...
    name=$1
    model=$2
    shift 2
    code=0
    "$QUIRE" run --quiet "$model" "$@" -o "$name.run" 2>"$name.errors" || code=$?
    case $code in [0178]) ;; *) cat "$name.errors"; exit 1 ;; esac
}
sample() { # NAME SAMPLE: as it is
    sample_run "$2"
    ln -s "$runs/$2/$2.run" "$1.run"
}
samples=$QUIRE_SRCDIR/samples
. "$QUIRE_SRCDIR/tests/sample-runs.sh"

"$QUIRE" new feed >/dev/null
run feed feed.xml
moments feed 12 100 30 2 yes <<'END'
feed 0.2 driven by n1 and n2
feed 0.5 driven by n3
END

sample separate separation-roller
moments separate 34 78 0 1 yes <<'END'
separate 0.16 pages 1 and 2 reach the separation nip; page 2 is held back
separate 0.5 page 1 is in the transport nip; the feed motor stops
separate 1 the transport nip pulls page 1 through the one-way clutches
END

run register "$QUIRE_SRCDIR/doc/guide/tasks/register.xml"
moments register 12 94 0 1 yes <<'END'
register 0.13 the sheet approaches the stopped nip n2
register 0.3 buckle: the feed nip is stopped, the leading edge is in the mouth of n2
register 0.45 both nips drive
END

run deskew "$samples/speed-deskew/speed-deskew.xml" --set 'yaw=3 deg'
moments deskew 0 50 0 2 no <<'END'
deskew 0 skewed by 3 degrees
deskew 0.06 the right nip is stopped
deskew 0.07 square to the path
deskew 0.2 both nips drive
END

sample duplex duplex
moments duplex 0 100 0 1 yes <<'END'
duplex 0.7 first pass: below the flap into the reverser
duplex 1.3 the reverser runs backward; the sheet passes over the flap
duplex 2.2 second pass: through the entry again, other side up
END

sample hold vacuum-belt
moments hold 0 100 0 1 yes <<'END'
hold 0.3 driven by the nip and the belt
hold 0.6 held by the belt alone
hold 0.78 the valve is closed: the sheet has fallen on the tray
END

sample timers registration-stop
moments timers 10 88 0 1 yes <<'END'
timers 0.3 the feed motor is stopped, the timer of rule release runs
timers 0.33 the stop is down
timers 0.42 the leading edge reaches sensor out
END

sample margin card-u-turn
run cured "$samples/card-u-turn/card-u-turn.xml" --set 'radius=35 mm'
moments margin 55 100 0 2 no <<'END'
margin 0.34 radius 25 mm, jam
cured 0.46 radius 35 mm, passes
END

sample plain a4-turn
run card "$samples/a4-turn/a4-turn.xml" --set medium=card-300
moments media 45 100 60 2 no <<'END'
plain 0.45 plain-80
card 0.45 card-300
END

lip=$samples/lip-jam/lip-jam.xml
sample jam lip-jam
# no longer than the jam, so that all pictures have one scale
run low "$lip" --end=0.34s --set 'lip=-4 mm'
sed 's/110 mm, {lip}/120 mm, {lip}/' "$lip" >ramp.xml
run ramp ramp.xml --end=0.34s --set 'lip=0 mm'
moments lip 58 100 0 1 no <<'END'
jam 0.33 lip at 4 mm: jam
low 0.33 lip at -4 mm
ramp 0.33 a ramp before the lip
END

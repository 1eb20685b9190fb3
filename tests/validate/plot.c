/* Draws figures as SVG: one file that looks after itself, readable on light and dark pages. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "figure.h"

#define WIDTH      720.0 /* of the picture [px] */
#define HEIGHT     400.0 /* of the frame, unless both axes share a scale */
#define LEFT       78.0
#define RIGHT      22.0
#define TOP        14.0
#define BOTTOM     56.0
#define ROW        21.0 /* of the legend */
#define KEY        34.0 /* its samples of lines */
#define CHARACTER  6.9  /* width of one in the 12 px font */
#define MARGIN     0.04 /* around the data, of the range */
#define NEAR       0.6  /* points of lines closer than this are left out [px] */
#define COLOURS    6
#define MOST_TICKS 40

struct axis {
    double low, high; /* data or their logarithms */
    double from, to;  /* [px] */
    bool log;
};

struct plot {
    FILE *out;
    const struct figure *figure;
    struct axis x, y;
    double legend; /* its height [px] */
};

/* ---- text ---- */

static void
put_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc(*text, out);
        }
    }
}

static double
text_width(const char *text)
{
    double n = 0;
    for (; *text != '\0'; text++) {
        n += ((unsigned char)*text & 0xc0) != 0x80; /* bytes that begin a character */
    }
    return CHARACTER * n;
}

/* ---- axes ---- */

static double
on_axis(const struct axis *axis, double value)
{
    const double v = axis->log ? log10(value) : value;
    return axis->from + (v - axis->low) / (axis->high - axis->low) * (axis->to - axis->from);
}

static bool
is_shown(const struct axis *axis, double value)
{
    return isfinite(value) && (!axis->log || value > 0);
}

static void
include(struct axis *axis, double value)
{
    const double v = axis->log ? log10(value) : value;
    axis->low = fmin(axis->low, v);
    axis->high = fmax(axis->high, v);
}

static void
find_ranges(struct plot *p)
{
    p->x = (struct axis){.low = HUGE_VAL, .high = -HUGE_VAL, .log = p->figure->log_x};
    p->y = (struct axis){.low = HUGE_VAL, .high = -HUGE_VAL, .log = p->figure->log_y};
    for (size_t k = 0; k < p->figure->n; k++) {
        const struct curve *c = p->figure->curve + k;
        for (size_t i = 0; i < c->n; i++) {
            if (is_shown(&p->x, c->x[i]) && is_shown(&p->y, c->y[i])) {
                include(&p->x, c->x[i]);
                include(&p->y, c->y[i]);
            }
        }
    }
    struct axis *both[2] = {&p->x, &p->y};
    for (int k = 0; k < 2; k++) {
        struct axis *a = both[k];
        if (!(a->low <= a->high)) {
            *a = (struct axis){.low = 0, .high = 1, .log = a->log};
        }
        const double range = a->high - a->low, around = range > 0          ? MARGIN * range
                                                        : fabs(a->low) > 0 ? 0.1 * fabs(a->low)
                                                                           : 1;
        a->low -= around;
        a->high += around;
    }
}

static void
widen(struct axis *axis, double range)
{
    const double more = 0.5 * (range - (axis->high - axis->low));
    if (more > 0) {
        axis->low -= more;
        axis->high += more;
    }
}

/* places the frame below the legend; a frame for shapes is as high as they need */
static void
lay_out(struct plot *p)
{
    const double width = WIDTH - LEFT - RIGHT;
    double height = HEIGHT - TOP - BOTTOM;
    if (p->figure->same_scale) {
        const double x = p->x.high - p->x.low, y = p->y.high - p->y.low;
        height = fmin(fmax(width * y / x, 120), 520);
        widen(&p->x, width * y / height);
        widen(&p->y, height * x / width);
    }
    p->x.from = LEFT;
    p->x.to = WIDTH - RIGHT;
    p->y.to = TOP + p->legend;
    p->y.from = p->y.to + height;
}

/* round numbers 1, 2 or 5 apart; of a logarithmic axis decades, and other digits between them if
 * these are few */
static size_t
find_ticks(const struct axis *axis, double distance, double tick[MOST_TICKS])
{
    const double range = axis->high - axis->low;
    size_t n = 0;
    if (axis->log) {
        const double every = range > 9 ? ceil(range / 9) : 1;
        for (double decade = floor(axis->low / every) * every;
             decade <= axis->high && n + 9 < MOST_TICKS; decade += every) {
            for (double digit = 1; digit<10; digit = range> 2.5 ? 10
                                   : range < 1                  ? digit + 1
                                   : digit == 1                 ? 2
                                   : digit == 2                 ? 5
                                                                : 10) {
                const double v = decade + log10(digit);
                if (v >= axis->low && v <= axis->high) {
                    tick[n++] = digit * pow(10, decade);
                }
            }
        }
        return n;
    }
    const double least = range * distance / fabs(axis->to - axis->from),
                 decade = pow(10, floor(log10(least)));
    const double step = decade * (least <= decade       ? 1
                                  : least <= 2 * decade ? 2
                                  : least <= 5 * decade ? 5
                                                        : 10);
    for (double k = ceil(axis->low / step); k * step <= axis->high && n < MOST_TICKS; k++) {
        tick[n++] = k == 0 ? 0 : k * step;
    }
    return n;
}

static void
put_number(const struct axis *axis, FILE *out, double value, double step)
{
    const double decade = axis->log ? log10(value) : 0;
    if (axis->log && axis->high - axis->low > 2.5 && fabs(decade) > 1.5) { /* decades alone */
        fprintf(out, "10<tspan dy=\"-5\" font-size=\"9\">%.0f</tspan>", round(decade));
    } else if (axis->log || step < 1e-6 || step >= 1e6) {
        fprintf(out, "%.6g", value);
    } else {
        fprintf(out, "%.*f", (int)fmax(0, ceil(-log10(step) - 1e-9)), value);
    }
}

static void
draw_axes(const struct plot *p)
{
    double tick[MOST_TICKS];
    FILE *out = p->out;
    size_t n = find_ticks(&p->x, 80, tick);
    for (size_t i = 0; i < n; i++) {
        const double x = on_axis(&p->x, tick[i]);
        fprintf(out,
                "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n<text text-anchor=\"middle\" "
                "x=\"%.1f\" y=\"%.1f\">",
                x, p->y.to, p->y.from, x, p->y.from + 18);
        put_number(&p->x, out, tick[i], n > 1 ? tick[1] - tick[0] : tick[i]);
        fputs("</text>\n", out);
    }
    n = find_ticks(&p->y, 44, tick);
    for (size_t i = 0; i < n; i++) {
        const double y = on_axis(&p->y, tick[i]);
        fprintf(out,
                "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>\n<text text-anchor=\"end\" "
                "x=\"%.1f\" y=\"%.1f\">",
                p->x.from, y, p->x.to, p->x.from - 7, y + 4);
        put_number(&p->y, out, tick[i], n > 1 ? tick[1] - tick[0] : tick[i]);
        fputs("</text>\n", out);
    }
    fprintf(out, "<rect class=\"frame\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
            p->x.from, p->y.to, p->x.to - p->x.from, p->y.from - p->y.to);
    fprintf(out, "<text class=\"axis\" text-anchor=\"middle\" x=\"%.1f\" y=\"%.1f\">",
            0.5 * (p->x.from + p->x.to), p->y.from + 42);
    put_text(out, p->figure->x);
    fprintf(out,
            "</text>\n<text class=\"axis\" text-anchor=\"middle\" transform=\"translate(18 %.1f) "
            "rotate(-90)\">",
            0.5 * (p->y.from + p->y.to));
    put_text(out, p->figure->y);
    fputs("</text>\n", out);
}

/* ---- curves ---- */

static bool
is_reference(const struct curve *c)
{
    return c->look == REFERENCE_MARKS || c->look == REFERENCE_LINE;
}

static void
draw_line(const struct plot *p, const struct curve *c, const char *class)
{
    double last_x = 0, last_y = 0;
    bool joined = false;
    fprintf(p->out, "<path class=\"%s\" d=\"", class);
    for (size_t i = 0; i < c->n; i++) {
        if (!is_shown(&p->x, c->x[i]) || !is_shown(&p->y, c->y[i])) {
            joined = false;
            continue;
        }
        const double x = on_axis(&p->x, c->x[i]), y = on_axis(&p->y, c->y[i]);
        if (joined && i + 1 < c->n && hypot(x - last_x, y - last_y) < NEAR) {
            continue;
        }
        fprintf(p->out, "%s%.1f %.1f", joined ? "L" : "M", x, y);
        last_x = x;
        last_y = y;
        joined = true;
    }
    fputs("\"/>\n", p->out);
}

static void
draw_marks(const struct plot *p, const struct curve *c, const char *class, double radius)
{
    for (size_t i = 0; i < c->n; i++) {
        if (is_shown(&p->x, c->x[i]) && is_shown(&p->y, c->y[i])) {
            fprintf(p->out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", class,
                    on_axis(&p->x, c->x[i]), on_axis(&p->y, c->y[i]), radius);
        }
    }
}

static void
draw_curve(const struct plot *p, const struct curve *c, int colour)
{
    char line[32], dot[32];
    snprintf(line, sizeof line, "%s c%d", c->look == JOINED_DOTS ? "thin" : "line", colour);
    snprintf(dot, sizeof dot, "dot f%d", colour);
    switch (c->look) {
    case CURVE: draw_line(p, c, line); break;
    /* those that fall together lie on each other */
    case DOTS: draw_marks(p, c, dot, fmax(2.2, 5.6 - 1.6 * colour)); break;
    case JOINED_DOTS:
        draw_line(p, c, line);
        draw_marks(p, c, dot, 2.8);
        break;
    case REFERENCE_MARKS: draw_marks(p, c, "ring", 4.2); break;
    case REFERENCE_LINE: draw_line(p, c, "dash"); break;
    }
}

/* references lie over the curves that should meet them */
static void
draw_curves(const struct plot *p, bool references)
{
    int colour = -1;
    for (size_t k = 0; k < p->figure->n; k++) {
        const struct curve *c = p->figure->curve + k;
        if (!is_reference(c) && (c->label != NULL || colour < 0)) {
            colour++;
        }
        if (is_reference(c) == references) {
            draw_curve(p, c, colour < 0 ? 0 : colour % COLOURS);
        }
    }
}

/* ---- the legend ---- */

/* lines of entries from left to right; without a file only its height is found */
static double
legend(const struct plot *p, bool draw)
{
    double x = LEFT, y = TOP;
    int colour = -1;
    bool any = false;
    for (size_t k = 0; k < p->figure->n; k++) {
        const struct curve *c = p->figure->curve + k;
        if (!is_reference(c) && (c->label != NULL || colour < 0)) {
            colour++;
        }
        if (c->label == NULL) {
            continue;
        }
        const double width = KEY + 6 + text_width(c->label) + 22;
        if (any && x + width > WIDTH) {
            x = LEFT;
            y += ROW;
        }
        any = true;
        if (draw) {
            double at_x[2] = {x, x + KEY}, at_y[2] = {y + 6, y + 6}, middle = x + 0.5 * KEY;
            const bool marks = c->look == DOTS || c->look == REFERENCE_MARKS;
            const struct axis plain_x = {.low = 0, .high = 1, .from = 0, .to = 1},
                              plain_y = plain_x;
            struct plot sample = {.out = p->out, .figure = p->figure, .x = plain_x, .y = plain_y};
            struct curve key = {.look = c->look == JOINED_DOTS ? CURVE : c->look,
                                .x = marks ? &middle : at_x,
                                .y = at_y,
                                .n = marks ? 1 : 2};
            draw_curve(&sample, &key, colour < 0 ? 0 : colour % COLOURS);
            if (c->look == JOINED_DOTS) {
                key = (struct curve){.look = JOINED_DOTS, .x = &middle, .y = at_y, .n = 1};
                draw_curve(&sample, &key, colour % COLOURS);
            }
            fprintf(p->out, "<text x=\"%.1f\" y=\"%.1f\">", x + KEY + 6, y + 10);
            put_text(p->out, c->label);
            fputs("</text>\n", p->out);
        }
        x += width;
    }
    return any ? y + ROW + 4 - TOP : 0;
}

/* ---- the whole ---- */

static void
put_style(FILE *out)
{
    static const char *const light[COLOURS] = {"#0072b2", "#d55e00", "#009e73",
                                               "#cc79a7", "#b8860b", "#56b4e9"},
                             *const dark[COLOURS] = {"#4ea8de", "#f28c38", "#3cc79a",
                                                     "#e39ac4", "#e6c04d", "#8fd0f5"};
    fputs(
        "<style>\n"
        "text{font-family:\"DejaVu "
        "Sans\",Verdana,Helvetica,Arial,sans-serif;font-size:12px;fill:#333}.axis{font-size:13px}\n"
        "path,.frame{fill:none}.paper{fill:#fff}.grid{stroke:#e3e3e3}.frame{stroke:#777}\n"
        ".line{stroke-width:1.8;stroke-linejoin:round}.thin{stroke-width:1}\n"
        ".dash{stroke:#111;stroke-width:1.3;stroke-dasharray:6 "
        "4}.ring{fill:none;stroke:#111;stroke-width:1.3}\n",
        out);
    for (int i = 0; i < COLOURS; i++) {
        fprintf(out, ".c%d{stroke:%s}.f%d{fill:%s}\n", i, light[i], i, light[i]);
    }
    fputs("@media "
          "(prefers-color-scheme:dark){text{fill:#ccc}.paper{fill:#14171a}.grid{stroke:#33383d}."
          "frame{stroke:#8a8f94}\n"
          ".dash,.ring{stroke:#f2f2f2}\n",
          out);
    for (int i = 0; i < COLOURS; i++) {
        fprintf(out, ".c%d{stroke:%s}.f%d{fill:%s}\n", i, dark[i], i, dark[i]);
    }
    fputs("}\n</style>\n", out);
}

bool
figure_write(const struct figure *figure, const char *path)
{
    struct plot p = {.out = fopen(path, "w"), .figure = figure};
    if (p.out == NULL) {
        return false;
    }
    p.legend = legend(&p, false);
    find_ranges(&p);
    lay_out(&p);
    const double height = p.y.from + BOTTOM;
    fprintf(p.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 "
            "0 %.0f %.0f\">\n<title>",
            WIDTH, height, WIDTH, height);
    put_text(p.out, figure->caption);
    fputs("</title>\n", p.out);
    put_style(p.out);
    fprintf(p.out, "<rect class=\"paper\" width=\"%.0f\" height=\"%.0f\"/>\n", WIDTH, height);
    legend(&p, true);
    draw_axes(&p);
    draw_curves(&p, false);
    draw_curves(&p, true);
    fputs("</svg>\n", p.out);
    return fclose(p.out) == 0;
}

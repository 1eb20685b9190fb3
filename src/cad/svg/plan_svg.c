#include "cad/svg/plan_svg.h"

#include <math.h>

#include "cad/svg/outline_svg.h"
#include "geometry/outline.h"

#define MM     1000.0
#define MARGIN 5.0 /* [mm] */

/* whole millimetres around all that is drawn */
static void
bounds(const struct quire_plan *plan, double low[2], double high[2])
{
    low[0] = low[1] = high[0] = high[1] = 0.0;
    for (size_t i = 0; i < plan->n; i++) {
        double a[2], b[2];
        quire_outline_bounds(plan->line[i].outline, a, b);
        for (int k = 0; k < 2; k++) {
            low[k] = i == 0 ? a[k] : fmin(low[k], a[k]);
            high[k] = i == 0 ? b[k] : fmax(high[k], b[k]);
        }
    }
    for (int k = 0; k < 2; k++) {
        low[k] = floor(MM * low[k] - MARGIN);
        high[k] = ceil(MM * high[k] + MARGIN);
    }
}

void
quire_plan_write_svg(struct quire_text *out, const struct quire_plan *plan)
{
    static const char *const colour[] = {"#000", "#c00", "#a80", "#080",
                                         "#088", "#00c", "#808", "#444"};
    double low[2], high[2];
    bounds(plan, low, high);
    const double width = high[0] - low[0], height = high[1] - low[1];
    quire_text_format(out,
                      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "
                      "xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0fmm\" "
                      "height=\"%.0fmm\" viewBox=\"%.0f %.0f %.0f %.0f\">\n<g fill=\"none\" "
                      "stroke-width=\"0.25\">\n",
                      width, height, low[0], -high[1], width, height);
    for (size_t i = 0; i < plan->n; i++) {
        const struct quire_plan_line *line = &plan->line[i];
        quire_text_format(out, "<path id=\"%s-", line->sort);
        quire_text_xml(out, line->name);
        quire_text_format(out, "\" stroke=\"%s\" d=\"", colour[line->colour & 7]);
        quire_outline_svg(out, line->outline);
        quire_text_add(out, "\"/>\n");
    }
    quire_text_add(out, "</g>\n</svg>\n");
}

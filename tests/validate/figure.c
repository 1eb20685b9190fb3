#include "figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "validate.h"

#define MOST_FIGURES 100

static struct figure figures[MOST_FIGURES];
static size_t n_figure;
static struct figure spare; /* of a case run in space */

static void *
copy(const void *from, size_t size)
{
    void *to = malloc(size > 0 ? size : 1);
    if (to == NULL) {
        fputs("validate: out of memory\n", stderr);
        exit(1);
    }
    return memcpy(to, from, size);
}

static char *
copy_text(const char *text)
{
    return copy(text, strlen(text) + 1);
}

static void
clear_figure(struct figure *f)
{
    for (size_t k = 0; k < f->n; k++) {
        free(f->curve[k].label);
        free(f->curve[k].x);
        free(f->curve[k].y);
    }
    free(f->curve);
    free(f->caption);
    free(f->x);
    free(f->y);
    *f = (struct figure){.n = 0};
}

struct figure *
figure_open(const char *file, const char *caption, const char *x, const char *y)
{
    if (n_figure == MOST_FIGURES) {
        fputs("validate: too many figures\n", stderr);
        exit(1);
    }
    struct figure *f = running_in_space() ? &spare : figures + n_figure++;
    clear_figure(&spare);
    *f = (struct figure){
        .of = running_case(), .caption = copy_text(caption), .x = copy_text(x), .y = copy_text(y)};
    snprintf(f->file, sizeof f->file, "%s.svg", file);
    return f;
}

void
figure_add(struct figure *f, const char *label, enum look look, const double *x, const double *y,
           size_t n)
{
    struct curve *more = realloc(f->curve, (f->n + 1) * sizeof *more);
    if (more == NULL) {
        fputs("validate: out of memory\n", stderr);
        exit(1);
    }
    f->curve = more;
    f->curve[f->n++] = (struct curve){.label = label != NULL ? copy_text(label) : NULL,
                                      .look = look,
                                      .x = copy(x, n * sizeof *x),
                                      .y = copy(y, n * sizeof *y),
                                      .n = n};
}

const struct figure *
all_figures(size_t *n)
{
    *n = n_figure;
    return figures;
}

void
figures_clear(void)
{
    for (size_t i = 0; i < n_figure; i++) {
        clear_figure(figures + i);
    }
    clear_figure(&spare);
    n_figure = 0;
}

/* A calibration's results as text and as JSON. */
#ifndef QUIRE_CALIBRATE_REPORT_H
#define QUIRE_CALIBRATE_REPORT_H

#include "calibrate/fit.h"
#include "text/text.h"

void doe_fit_text(struct quire_text *out, const struct doe_fit *fit);
void doe_fit_json(struct quire_text *out, const struct doe_fit *fit);

/* Sentences that both have. Each appends one, without a line's end. */
void doe_fit_say_unknown(struct quire_text *out, const struct doe_fit *fit, size_t unknown);
void doe_fit_say_misfit(struct quire_text *out, const struct doe_fit *fit);
/* First of all: which unknowns are determined, and whether the model fits. */
void doe_fit_conclude(struct quire_text *out, const struct doe_fit *fit);
void doe_fit_say_combination(struct quire_text *out, const struct doe_fit *fit, size_t number);
void doe_fit_say_advice(struct quire_text *out, const struct doe_fit *fit, size_t number);
void doe_fit_say_scatter(struct quire_text *out, const struct doe_fit *fit);
/* The elements to paste into the model, a line each. */
void doe_fit_write_elements(struct quire_text *out, const struct doe_fit *fit);

#endif

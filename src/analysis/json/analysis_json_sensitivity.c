#include "analysis/json/analysis_json.h"

/* the indices of factors, or of noise */
static void
write_indices(struct quire_json *out, const struct quire_runs *runs, const struct quire_indices *x,
              bool noise)
{
    for (size_t v = 0, i = 0; v < runs->n_varied && x->n > 0; v++) {
        if (!quire_varied_is_input(&runs->varied[v], noise)) {
            continue;
        }
        quire_json_open_item(out);
        quire_json_number(out, "variable", (double)v);
        quire_json_string(out, "method", x->morris != NULL ? "morris" : "sobol");
        quire_json_number(out, "rows", (double)x->rows);
        if (x->morris != NULL) {
            quire_json_number(out, "mu", x->morris[i].mean);
            quire_json_number(out, "sigma", x->morris[i].deviation);
            quire_json_number(out, "mu_star", x->morris[i].size.value);
            quire_json_interval(out, "mu_star_interval", x->morris[i].size.interval);
        } else {
            quire_json_number(out, "first", x->first[i].value);
            quire_json_interval(out, "first_interval", x->first[i].interval);
            quire_json_number(out, "total", x->whole[i].value);
            quire_json_interval(out, "total_interval", x->whole[i].interval);
        }
        quire_json_close(out, '{');
        i++;
    }
}

/* indices of two-factor interactions, by the numbers of the variables */
static void
write_pairs(struct quire_json *out, const struct quire_runs *runs, const struct quire_indices *x,
            bool noise)
{
    size_t pair = 0;

    for (size_t v = 0; v < runs->n_varied && x->second != NULL; v++) {
        for (size_t w = v + 1; w < runs->n_varied; w++) {
            if (quire_varied_is_input(&runs->varied[v], noise) &&
                quire_varied_is_input(&runs->varied[w], noise)) {
                quire_json_open_item(out);
                quire_json_number(out, "first", (double)v);
                quire_json_number(out, "second", (double)w);
                quire_json_number(out, "index", x->second[pair].value);
                quire_json_interval(out, "interval", x->second[pair].interval);
                quire_json_close(out, '{');
                pair++;
            }
        }
    }
}

void
quire_json_sensitivity(struct quire_json *out, const struct quire_runs *runs,
                       const struct quire_measured_analysis *m)
{
    const struct quire_indices *one = m->of_factors.n > 0 ? &m->of_factors : &m->of_noise;

    quire_json_break(out, QUIRE_LINE_PART);
    if (one->n == 0) {
        quire_json_string(out, "sensitivity", NULL);
        return;
    }
    quire_json_open(out, "sensitivity", '{', true);
    quire_json_string(out, "method", one->morris != NULL ? "morris" : "sobol");
    quire_json_count(out, "rows", one->rows);
    quire_json_open(out, "factors", '[', true);
    write_indices(out, runs, &m->of_factors, false);
    write_indices(out, runs, &m->of_noise, true);
    quire_json_close(out, '[');
    if (m->of_factors.second != NULL || m->of_noise.second != NULL) {
        quire_json_open(out, "pairs", '[', true);
        write_pairs(out, runs, &m->of_factors, false);
        write_pairs(out, runs, &m->of_noise, true);
        quire_json_close(out, '[');
    }
    quire_json_close(out, '{');
}

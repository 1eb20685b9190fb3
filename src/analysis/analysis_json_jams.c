/* How often runs jam, as JSON. */
#include "analysis/analysis_json.h"

#include <math.h>

static void
write_rate(struct quire_text *out, const struct quire_rate *r)
{
    quire_text_format(out, "{\"count\": %zu, \"undecided\": %zu, \"n\": %zu", r->count,
                      r->undecided, r->n);
    number(out, "share", r->undecided == 0 ? r->share.low : (double)NAN);
    interval(out, "shares", r->share);
    interval(out, "exact", r->exact);
    interval(out, "wilson", r->wilson);
    interval(out, "bound", r->bound);
    quire_text_add(out, "}");
}

static void
write_rates(struct quire_text *out, const char *name, const struct quire_analysis *a,
            const struct quire_level_rates *by)
{
    quire_text_add(out, ",\n  ");
    key(out, name);
    quire_text_add(out, "[");
    for (size_t i = 0; i < a->runs->n_varied; i++) {
        quire_text_add(out, i > 0 ? ",\n    " : "\n    ");
        if (by[i].rate == NULL) {
            quire_text_add(out, "null");
            continue;
        }
        quire_text_add(out, "{\"p\": ");
        quire_text_json_number(out, a->runs->sampling == QUIRE_SAMPLING_INDEPENDENT ? by[i].least_p
                                                                                    : (double)NAN);
        number(out, "level", (double)by[i].level);
        quire_text_add(out, ", \"rates\": [");
        for (size_t l = 0; l < a->runs->varied[i].n_level; l++) {
            quire_text_add(out, l > 0 ? ", " : "");
            write_rate(out, &by[i].rate[l]);
        }
        quire_text_add(out, "]}");
    }
    quire_text_add(out, "\n  ]");
}

static void
write_odds(struct quire_text *out, const struct quire_analysis *a)
{
    static const char *const words[] = {"none", "quasi-complete", "complete"};

    if (!a->has_odds) {
        quire_text_add(out, ",\n  \"jam_odds\": null");
        return;
    }
    quire_text_add(out, ",\n  \"jam_odds\": {\"separation\": ");
    quire_text_json_string(out, words[a->odds.separation]);
    truth(out, "penalised", a->odds.penalised);
    truth(out, "converged", a->odds.converged);
    number(out, "deviance", a->odds.deviance);
    number(out, "null_deviance", a->odds.null_deviance);
    quire_text_add(out, ", \"columns\": [");
    for (size_t j = 0; j < a->odds.n; j++) {
        const struct quire_odds *o = &a->odds.odds[j];
        open_item(out, j, "value", o->aliased ? (double)NAN : o->value);
        quire_json_column_name(out, a->runs, a->odds_predictor, a->odds_term, &a->odds_x, j);
        number(out, "error", o->error);
        number(out, "p", o->p);
        number(out, "low", o->low);
        number(out, "high", o->high);
        quire_text_add(out, "}");
    }
    quire_text_add(out, "]}");
}

/* settings of the factors: the rate of each, the first of its runs in this file's order */
static void
write_settings(struct quire_text *out, const struct quire_analysis *a, size_t most)
{
    struct quire_text name = {0};
    const size_t n = a->n_setting < most ? a->n_setting : most;

    quire_text_format(out, ",\n  \"n_settings\": %zu, \"settings\": [", a->n_setting);
    for (size_t s = 0; s < n; s++) {
        quire_text_clear(&name);
        quire_analysis_setting_name(&name, a->runs, a->setting[s].run);
        quire_text_add(out, s > 0 ? ",\n    {\"name\": " : "\n    {\"name\": ");
        quire_text_json_string(out, name.data);
        quire_text_add(out, ", \"jam\": ");
        write_rate(out, &a->setting[s].jam);
        quire_text_add(out, "}");
        out->failed = out->failed || name.failed;
    }
    quire_text_clear(&name);
    quire_text_add(out, "]");
}

static void
write_comparison(struct quire_text *out, const struct quire_matched *m,
                 const struct quire_varied *v)
{
    quire_text_add(out, "{\"of\": ");
    quire_text_json_string(out, v->level[m->b]);
    text(out, "less", v->level[m->a]);
    quire_text_format(out, ", \"draws\": %zu, \"left_out\": %zu, \"more\": %zu, \"fewer\": %zu",
                      m->n, m->left_out, m->more, m->fewer);
    number(out, "difference", m->difference);
    number(out, "error", m->error);
    interval(out, "interval", (struct quire_interval){m->low, m->high});
    number(out, "p", m->p);
    number(out, "sign_p", m->sign_p);
    quire_text_add(out, "}");
}

/* by variable: pairs of levels, compared within the draws of noise that both met */
void
quire_json_matched(struct quire_text *out, const struct quire_runs *runs,
                   struct quire_matched *const *matched)
{
    quire_text_add(out, "[");
    for (size_t i = 0; i < runs->n_varied; i++) {
        quire_text_add(out, i > 0 ? ", " : "");
        if (matched[i] == NULL) {
            quire_text_add(out, "null");
            continue;
        }
        quire_text_add(out, "[");
        for (size_t k = 0; k < quire_matched_pairs(runs->varied[i].n_level); k++) {
            quire_text_add(out, k > 0 ? ",\n    " : "\n    ");
            write_comparison(out, &matched[i][k], &runs->varied[i]);
        }
        quire_text_add(out, "]");
    }
    quire_text_add(out, "]");
}

void
quire_json_jams(struct quire_text *out, const struct quire_analysis *a, size_t most)
{
    struct quire_text sentence = {0};

    quire_text_add(out, ",\n  \"jam\": ");
    write_rate(out, &a->jam);
    quire_analysis_sentence(&sentence, a);
    quire_text_add(out, ",\n  \"jam_sentence\": ");
    quire_text_json_string(out, sentence.data);
    quire_text_clear_part(&sentence, out);
    write_settings(out, a, most);
    write_rates(out, "jam_by", a, a->jam_by);
    quire_text_add(out, ",\n  \"jam_matched\": ");
    quire_json_matched(out, a->runs, a->jam_matched);
    write_rates(out, "unknown_by", a, a->unknown_by);
    write_odds(out, a);
}

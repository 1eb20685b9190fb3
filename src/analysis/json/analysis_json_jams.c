/* How often runs jam, as JSON. */
#include "analysis/json/analysis_json.h"

#include <math.h>

static void
write_rate(struct quire_json *out, const char *key, const struct quire_rate *r)
{
    quire_json_open(out, key, '{', true);
    quire_json_count(out, "count", r->count);
    quire_json_count(out, "undecided", r->undecided);
    quire_json_count(out, "n", r->n);
    quire_json_number(out, "share", r->undecided == 0 ? r->share.low : (double)NAN);
    quire_json_interval(out, "shares", r->share);
    quire_json_interval(out, "exact", r->exact);
    quire_json_interval(out, "wilson", r->wilson);
    quire_json_interval(out, "bound", r->bound);
    quire_json_close(out, '{');
}

static void
write_rates(struct quire_json *out, const char *key, const struct quire_analysis *a,
            const struct quire_level_rates *by)
{
    const bool tested = a->runs->sampling == QUIRE_SAMPLING_INDEPENDENT;

    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_open(out, key, '[', true);
    for (size_t i = 0; i < a->runs->n_varied; i++) {
        quire_json_break(out, QUIRE_LINE_ITEM);
        if (by[i].rate == NULL) {
            quire_json_string(out, NULL, NULL);
            continue;
        }
        quire_json_open(out, NULL, '{', true);
        quire_json_number(out, "p", tested ? by[i].least_p : (double)NAN);
        quire_json_number(out, "level", (double)by[i].level);
        quire_json_open(out, "rates", '[', true);
        for (size_t l = 0; l < a->runs->varied[i].n_level; l++) {
            write_rate(out, NULL, &by[i].rate[l]);
        }
        quire_json_close(out, '[');
        quire_json_close(out, '{');
    }
    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_close(out, '[');
}

static void
write_odds(struct quire_json *out, const struct quire_analysis *a)
{
    static const char *const words[] = {"none", "quasi-complete", "complete"};

    quire_json_break(out, QUIRE_LINE_KEY);
    if (!a->has_odds) {
        quire_json_string(out, "jam_odds", NULL);
        return;
    }
    quire_json_open(out, "jam_odds", '{', true);
    quire_json_string(out, "separation", words[a->odds.separation]);
    quire_json_bool(out, "penalised", a->odds.penalised);
    quire_json_bool(out, "converged", a->odds.converged);
    quire_json_number(out, "deviance", a->odds.deviance);
    quire_json_number(out, "null_deviance", a->odds.null_deviance);
    quire_json_open(out, "columns", '[', true);
    for (size_t j = 0; j < a->odds.n; j++) {
        const struct quire_odds *o = &a->odds.odds[j];
        quire_json_break(out, QUIRE_LINE_ITEM);
        quire_json_open(out, NULL, '{', true);
        quire_json_number(out, "value", o->aliased ? (double)NAN : o->value);
        quire_json_column_name(out, a->runs, a->odds_predictor, a->odds_term, &a->odds_x, j);
        const struct quire_term *t = &a->odds_term[a->odds_x.term[j]];
        const size_t first = quire_analysis_first_column(&a->odds_x, j);
        quire_json_number(out, "of",
                          t->order > 0 ? (double)a->odds_predictor[t->predictor[0]] : (double)NAN);
        quire_json_count(out, "contrast", j - first);
        quire_json_number(out, "error", o->error);
        quire_json_number(out, "p", o->p);
        quire_json_number(out, "low", o->low);
        quire_json_number(out, "high", o->high);
        quire_json_close(out, '{');
    }
    quire_json_close(out, '[');
    quire_json_close(out, '{');
}

/* settings of the factors: the rate of each, the first of its runs in this file's order */
static void
write_settings(struct quire_json *out, const struct quire_analysis *a, size_t most)
{
    const size_t n = a->n_setting < most ? a->n_setting : most;

    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_count(out, "n_settings", a->n_setting);
    quire_json_open(out, "settings", '[', true);
    for (size_t s = 0; s < n; s++) {
        struct quire_text name = {0};
        quire_analysis_setting_name(&name, a->runs, a->setting[s].run);
        quire_json_break(out, QUIRE_LINE_ITEM);
        quire_json_open(out, NULL, '{', true);
        quire_json_string(out, "name", name.data);
        quire_text_clear_part(&name, out->text);
        write_rate(out, "jam", &a->setting[s].jam);
        quire_json_close(out, '{');
    }
    quire_json_close(out, '[');
}

static void
write_comparison(struct quire_json *out, const struct quire_matched *m,
                 const struct quire_varied *v)
{
    quire_json_break(out, QUIRE_LINE_ITEM);
    quire_json_open(out, NULL, '{', true);
    quire_json_string(out, "of", v->level[m->b]);
    quire_json_string(out, "less", v->level[m->a]);
    quire_json_count(out, "draws", m->n);
    quire_json_count(out, "left_out", m->left_out);
    quire_json_count(out, "more", m->more);
    quire_json_count(out, "fewer", m->fewer);
    quire_json_number(out, "difference", m->difference);
    quire_json_number(out, "error", m->error);
    quire_json_interval(out, "interval", (struct quire_interval){m->low, m->high});
    quire_json_number(out, "p", m->p);
    quire_json_number(out, "sign_p", m->sign_p);
    quire_json_close(out, '{');
}

void
quire_json_matched(struct quire_json *out, const char *key, const struct quire_runs *runs,
                   struct quire_matched *const *matched)
{
    quire_json_open(out, key, '[', true);
    for (size_t i = 0; i < runs->n_varied; i++) {
        if (matched[i] == NULL) {
            quire_json_string(out, NULL, NULL);
            continue;
        }
        quire_json_open(out, NULL, '[', true);
        for (size_t k = 0; k < quire_matched_pairs(runs->varied[i].n_level); k++) {
            write_comparison(out, &matched[i][k], &runs->varied[i]);
        }
        quire_json_close(out, '[');
    }
    quire_json_close(out, '[');
}

void
quire_json_jams(struct quire_json *out, const struct quire_analysis *a, size_t most)
{
    struct quire_text sentence = {0};

    quire_json_break(out, QUIRE_LINE_KEY);
    write_rate(out, "jam", &a->jam);
    quire_analysis_sentence(&sentence, a);
    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_string(out, "jam_sentence", sentence.data);
    quire_text_clear_part(&sentence, out->text);
    write_settings(out, a, most);
    write_rates(out, "jam_by", a, a->jam_by);
    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_matched(out, "jam_matched", a->runs, a->jam_matched);
    write_rates(out, "unknown_by", a, a->unknown_by);
    write_odds(out, a);
}

/* What is said of a store that is damaged. */
#include "store/store_parts.h"

#include "base/diag.h"

quire_status
doe_store_tell_damage(struct doe_store *self, uint64_t index, bool mend, quire_diag *diag)
{
    const struct quire_place at = {self->sql.path, 0, 0};

    if (!mend) {
        return quire_diag_error(
            diag, "E-FILE", at, NULL, "'quire doe run' does it again",
            "the row of run %llu is damaged: its contents differ from the written ones",
            (unsigned long long)index);
    }
    quire_diag_warning(diag, "W-FILE", at, NULL, NULL,
                       "the row of run %llu is damaged: the run is done again",
                       (unsigned long long)index);
    return QUIRE_OK;
}

static quire_status
refuse_counts(struct doe_store *self, const struct doe_tally *counted, const struct doe_tally *rows,
              const char *hint, quire_diag *diag)
{
    const struct quire_place at = {self->sql.path, 0, 0};
    int i = 0;

    if (counted->done != rows->done) {
        return quire_diag_error(diag, "E-FILE", at, NULL, hint,
                                "the database is damaged: it counts %llu runs and holds %llu",
                                (unsigned long long)counted->done, (unsigned long long)rows->done);
    }
    while (i + 1 < DOE_STATUSES && counted->status[i] == rows->status[i]) {
        i++;
    }
    return quire_diag_error(diag, "E-FILE", at, NULL, hint,
                            "the database is damaged: it counts %llu runs as '%s' and holds %llu",
                            (unsigned long long)counted->status[i],
                            doe_status_word((enum doe_status)i),
                            (unsigned long long)rows->status[i]);
}

/* SQLite counts by indices and gives out rows by tables; a damaged page can make these differ, and
 * rows would be missing silently */
quire_status
doe_store_check_count(struct doe_store *self, const struct doe_tally *rows, quire_diag *diag)
{
    struct doe_tally counted;
    const quire_status status = doe_store_tally(self, &counted);

    return status != QUIRE_OK || doe_tally_is_same(&counted, rows)
               ? status
               : refuse_counts(self, &counted, rows, "'quire doe run' mends what can be mended",
                               diag);
}

quire_status
doe_store_mend_count(struct doe_store *self, const struct doe_tally *rows, bool harmed,
                     quire_diag *diag)
{
    const struct quire_place at = {self->sql.path, 0, 0};
    struct doe_tally kept;
    const quire_status status = doe_store_tally(self, &kept);

    if (status != QUIRE_OK || doe_tally_is_same(&kept, rows)) {
        return status;
    }
    if (!harmed) {
        quire_diag_warning(diag, "W-FILE", at, NULL, NULL,
                           "the counts of runs were damaged and are made anew");
    }
    return doe_store_renew_tally(self);
}

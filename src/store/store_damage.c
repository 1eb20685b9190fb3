/* What is said of a store that is damaged. */
#include "store/store_parts.h"

#include "base/diag.h"

quire_status
doe_store_tell_damage(struct doe_store *self, uint64_t index, bool mend, quire_diag *diag)
{
    const struct quire_place at = {self->sql.path, 0, 0};

    if (!mend) {
        return quire_diag_error(diag, "E-FILE", at, NULL, "'quire doe run' does it again",
                                "the row of run %llu is damaged: it does not hold what was written",
                                (unsigned long long)index);
    }
    quire_diag_warning(diag, "W-FILE", at, NULL, NULL,
                       "the row of run %llu is damaged: the run is done again",
                       (unsigned long long)index);
    return QUIRE_OK;
}

/* SQLite counts by indices and gives out rows by tables; a damaged page can make these differ, and
 * rows would be missing silently */
quire_status
doe_store_check_count(struct doe_store *self, uint64_t rows, bool mend, quire_diag *diag)
{
    const struct quire_place at = {self->sql.path, 0, 0};
    struct doe_tally tally;
    quire_status status = doe_store_tally(self, &tally);

    if (status == QUIRE_OK && tally.done != rows && mend) {
        quire_diag_warning(diag, "W-FILE", at, NULL, NULL,
                           "the database's indices were damaged and are made anew");
        status = doe_sql_do(&self->sql, "REINDEX");
        status = status == QUIRE_OK ? doe_store_tally(self, &tally) : status;
    }
    if (status == QUIRE_OK && tally.done != rows) {
        return quire_diag_error(diag, "E-FILE", at, NULL,
                                mend ? "move it away" : "'quire doe run' mends what can be mended",
                                "the database is damaged: it counts %llu runs and holds %llu",
                                (unsigned long long)tally.done, (unsigned long long)rows);
    }
    return status;
}

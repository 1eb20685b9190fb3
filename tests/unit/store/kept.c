#include "kept.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char model[] = "<model version=\"1\" name=\"drop\">\n"
                            "<parameters> <parameter name=\"speed\" value=\"1 m/s\"/> <parameter "
                            "name=\"cover\" value=\"rubber\"/> </parameters>\n"
                            "<settings> <run end=\"10 ms\" sample=\"1 ms\"/> </settings>\n"
                            "<disc name=\"ball\" surface=\"{cover}\" radius=\"10 mm\" mass=\"10 "
                            "g\" centre=\"0 mm, 100 mm\" velocity=\"{speed}, 0 m/s\"/>\n"
                            "</model>\n";

static const char usual[] = "<factor parameter=\"speed\" levels=\"0.5 m/s, 1 m/s, 2 m/s\"/> "
                            "<factor parameter=\"cover\" levels=\"rubber, steel\"/>\n"
                            "<design kind=\"full-factorial\" replicates=\"2\"/>\n";

static void
write_file(const struct kept *self, const char *name, const char *head, const char *middle,
           const char *tail)
{
    char path[64];

    snprintf(path, sizeof path, "%s/%s", self->folder, name);
    FILE *f = fopen(path, "w");
    cr_assert(f != NULL && fputs(head, f) >= 0 && fputs(middle, f) >= 0 && fputs(tail, f) >= 0 &&
              fclose(f) == 0);
}

void
kept_plan(struct kept *self, const char *study)
{
    char path[64];

    doe_work_clear(&self->work);
    write_file(self, "study.xml", "<study version=\"1\" name=\"drops\" model=\"drop.xml\">\n",
               study != NULL ? study : usual,
               "<response name=\"way\" from=\"ball.x\"/> <response name=\"height\" "
               "from=\"ball.y\"/>\n</study>\n");
    snprintf(path, sizeof path, "%s/study.xml", self->folder);
    const quire_status status = doe_work_load(&self->work, path, NULL, self->diag);
    cr_assert(eq(int, status, QUIRE_OK), "%s",
              quire_diag_count(self->diag) > 0 ? quire_diag_get(self->diag, 0)->text : "");
}

void
kept_begin(struct kept *self, const char *study)
{
    *self = (struct kept){.folder = "/tmp/quire-store-XXXXXX", .diag = quire_diag_create()};
    cr_assert(mkdtemp(self->folder) != NULL);
    snprintf(self->file, sizeof self->file, "%s/" DOE_STORE_FILE, self->folder);
    write_file(self, "drop.xml", model, "", "");
    kept_plan(self, study);
}

void
kept_end(struct kept *self)
{
    char command[64];

    doe_work_clear(&self->work);
    quire_diag_destroy(self->diag);
    snprintf(command, sizeof command, "rm -rf '%s'", self->folder);
    cr_assert(eq(int, system(command), 0));
}

struct doe_store *
kept_open(struct kept *self, bool write)
{
    struct doe_store *store;
    const quire_status status =
        doe_store_open(&store, self->folder, &self->work,
                       &(struct doe_store_options){.write = write, .fast = true}, self->diag);

    cr_assert(eq(int, status, QUIRE_OK), "%s",
              quire_diag_count(self->diag) > 0
                  ? quire_diag_get(self->diag, quire_diag_count(self->diag) - 1)->text
                  : "");
    return store;
}

void
kept_last_problem(const struct kept *self, const char *code, const char *words)
{
    char text[2000] = "";
    const size_t n = quire_diag_count(self->diag);

    cr_assert(gt(sz, n, 0), "nothing was said, instead of: %s", words);
    quire_diag_format(self->diag, n - 1, text, sizeof text);
    cr_assert(eq(str, (char *)quire_diag_get(self->diag, n - 1)->code, (char *)code), "%s", text);
    cr_assert(strstr(text, words) != NULL, "'%s' is not in: %s", words, text);
}

void
kept_refuse(struct kept *self, const struct doe_store_options *options, quire_status expected,
            const char *code, const char *words)
{
    struct doe_store *store;

    cr_assert(
        eq(int, doe_store_open(&store, self->folder, &self->work, options, self->diag), expected),
        "%s", words);
    cr_assert(store == NULL);
    kept_last_problem(self, code, words);
}

quire_status
kept_add(const struct kept *self, struct doe_store *store, uint64_t index, enum doe_status status,
         double number)
{
    struct doe_run run;
    struct doe_record record;

    cr_assert(doe_run_init(&run, &self->work) && doe_record_init(&record, self->work.n_response));
    cr_assert(eq(int, doe_work_run(&self->work, index, &run, NULL), QUIRE_OK));
    doe_record_reset(&record, index, run.id);
    record.status = status;
    record.response[0] = number;
    strcpy(record.unit[0], "m");
    quire_status added = doe_store_add(store, &run, &record);
    added = added == QUIRE_OK ? doe_store_commit(store) : added;
    doe_record_clear(&record);
    doe_run_clear(&run);
    return added;
}

void
kept_fill(struct kept *self)
{
    struct doe_store *store = kept_open(self, true);

    for (uint64_t i = 0; i < self->work.n_run; i++) {
        cr_assert(eq(int, kept_add(self, store, i, DOE_PASSED, 1.0), QUIRE_OK));
    }
    doe_store_close(store);
}

static sqlite3 *
connect(const struct kept *self)
{
    sqlite3 *db;

    cr_assert(eq(int, sqlite3_open(self->file, &db), SQLITE_OK));
    return db;
}

void
kept_do(const struct kept *self, const char *statements)
{
    sqlite3 *db = connect(self);

    cr_assert(eq(int, sqlite3_exec(db, statements, NULL, NULL, NULL), SQLITE_OK), "%s: %s",
              statements, sqlite3_errmsg(db));
    sqlite3_close(db);
}

long
kept_count(const struct kept *self, const char *query)
{
    sqlite3 *db = connect(self);
    sqlite3_stmt *s;

    cr_assert(eq(int, sqlite3_prepare_v2(db, query, -1, &s, NULL), SQLITE_OK), "%s",
              sqlite3_errmsg(db));
    cr_assert(eq(int, sqlite3_step(s), SQLITE_ROW));
    const long n = (long)sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    sqlite3_close(db);
    return n;
}

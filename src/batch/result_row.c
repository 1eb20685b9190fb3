#include "batch/result_row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"

#define DOE_STATUS_SIZE 16 /* of a status in words */

static const char *const words[DOE_STATUSES] = {
    [DOE_PASSED] = "ok",
    [DOE_JAM] = "jam",
    [DOE_LIMIT] = "limit",
    [DOE_DOUBTFUL] = "doubtful",
    [DOE_NOT_EVALUATED] = "not-evaluated",
    [DOE_REFUSED] = "refused",
    [DOE_UNSOLVED] = "solver",
    [DOE_TIMED_OUT] = "time-out",
    [DOE_MEMORY] = "memory",
    [DOE_CRASHED] = "crashed",
    [DOE_LOST] = "lost",
};

const char *
doe_status_word(enum doe_status status)
{
    return words[status];
}

const char *
doe_status_text(enum doe_status status)
{
    return status == DOE_PASSED          ? "passed"
           : status == DOE_LIMIT         ? "failed"
           : status == DOE_NOT_EVALUATED ? "not evaluated"
                                         : words[status];
}

enum doe_status
doe_status_read(const char *word)
{
    int i = 0;

    while (i < DOE_STATUSES && strcmp(words[i], word) != 0) {
        i++;
    }
    return (enum doe_status)i;
}

bool
doe_status_has_verdict(enum doe_status status)
{
    return status <= DOE_NOT_EVALUATED;
}

bool
doe_status_is_chance(enum doe_status status)
{
    return status >= DOE_TIMED_OUT;
}

bool
doe_record_init(struct doe_record *self, size_t n_response)
{
    *self = (struct doe_record){.n_response = n_response,
                                .response = malloc((n_response + 1) * sizeof(double)),
                                .unit = calloc(n_response + 1, sizeof *self->unit)};
    if (self->response == NULL || self->unit == NULL) {
        doe_record_clear(self);
        return false;
    }
    doe_record_reset(self, 0, "");
    return true;
}

void
doe_record_clear(struct doe_record *self)
{
    free(self->response);
    free(self->unit);
    self->response = NULL;
    self->unit = NULL;
}

void
doe_record_reset(struct doe_record *self, uint64_t index, const char *id)
{
    *self = (struct doe_record){.index = index,
                                .status = DOE_LOST,
                                .end_time = NAN,
                                .attempt = 1,
                                .n_response = self->n_response,
                                .response = self->response,
                                .unit = self->unit};
    strncpy(self->id, id, DOE_ID_SIZE - 1);
    for (size_t i = 0; i < self->n_response; i++) {
        self->response[i] = NAN;
        memcpy(self->unit[i], "?", 2);
    }
}

void
doe_record_copy(struct doe_record *self, const struct doe_record *other)
{
    const struct doe_record before = *self;

    memcpy(before.response, other->response, other->n_response * sizeof *other->response);
    memcpy(before.unit, other->unit, other->n_response * sizeof *other->unit);
    *self = *other;
    self->response = before.response;
    self->unit = before.unit;
}

void
doe_record_put(struct quire_text *out, const struct doe_record *self)
{
    doe_put_u64(out, self->index);
    doe_put_text(out, self->id);
    doe_put_text(out, words[self->status]);
    doe_put_text(out, self->diagnosis);
    doe_put_text(out, self->message);
    doe_put_double(out, self->end_time);
    doe_put_u32(out, (uint32_t)self->n_response);
    for (size_t i = 0; i < self->n_response; i++) {
        doe_put_double(out, self->response[i]);
        doe_put_text(out, self->unit[i]);
    }
    doe_put_u32(out, self->attempt);
    doe_put_double(out, self->wall);
    doe_put_double(out, self->cpu);
    doe_put_u64(out, self->steps);
}

bool
doe_record_get(struct doe_record *self, const char *bytes, size_t size)
{
    struct doe_reader in = {bytes, size, 0, false};

    self->index = doe_get_u64(&in);
    doe_get_text(&in, self->id, sizeof self->id);
    char status[DOE_STATUS_SIZE];
    doe_get_text(&in, status, sizeof status);
    doe_get_text(&in, self->diagnosis, sizeof self->diagnosis);
    doe_get_text(&in, self->message, sizeof self->message);
    self->end_time = doe_get_double(&in);
    self->status = doe_status_read(status);
    if (self->status == DOE_STATUSES || doe_get_u32(&in) != self->n_response) {
        return false;
    }
    for (size_t i = 0; i < self->n_response; i++) {
        self->response[i] = doe_get_double(&in);
        doe_get_text(&in, self->unit[i], sizeof self->unit[i]);
    }
    self->attempt = doe_get_u32(&in);
    self->wall = doe_get_double(&in);
    self->cpu = doe_get_double(&in);
    self->steps = doe_get_u64(&in);
    return !in.failed && in.at == in.size;
}

/* all that is no number is one */
static void
add_number(struct quire_sha256 *sha, double value)
{
    quire_sha256_add_double(sha, isnan(value) ? (double)NAN : value == 0 ? 0.0 : value);
}

void
doe_record_checksum(const struct doe_record *self, char hex[17])
{
    struct quire_sha256 sha;
    char whole[65];

    quire_sha256_init(&sha);
    quire_sha256_add(&sha, self->id, strlen(self->id) + 1);
    quire_sha256_add(&sha, words[self->status], strlen(words[self->status]) + 1);
    quire_sha256_add(&sha, self->diagnosis, strlen(self->diagnosis) + 1);
    quire_sha256_add(&sha, self->message, strlen(self->message) + 1);
    add_number(&sha, self->end_time);
    for (size_t i = 0; i < self->n_response; i++) {
        add_number(&sha, self->response[i]);
    }
    quire_sha256_finish(&sha, whole);
    memcpy(hex, whole, 16);
    hex[16] = '\0';
}

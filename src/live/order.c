/* What the body of a request asks for. */
#include <math.h>
#include <microhttpd.h>
#include <string.h>

#include <jansson.h>

#include "base/json_read.h"
#include "live/server.h"

#define SETTINGS_MOST 2000
#define WORD_MOST     1000 /* bytes of a name or a value */
#define VALUES_MOST   32   /* of one probe */

/* letters, digits and '-' */
static bool
is_tab(const char *text)
{
    const size_t n = text != NULL ? strlen(text) : 0;
    return n > 0 && n < LIVE_TAB &&
           strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") == n;
}

/* The settings of an object of texts, which they are borrowed from. */
static bool
read_settings(const json_t *object, quire_setting *out, size_t *n)
{
    const char *name;
    json_t *value;
    *n = 0;
    if (!json_is_object(object) || json_object_size(object) > SETTINGS_MOST) {
        return false;
    }
    json_object_foreach((json_t *)object, name, value)
    {
        const char *text = json_string_value(value);
        if (text == NULL || strlen(text) > WORD_MOST || strlen(name) > WORD_MOST ||
            name[0] == '\0') {
            return false;
        }
        out[(*n)++] = (quire_setting){.name = name, .value = text};
    }
    return true;
}

/* The parameter of a probe and its values, which are borrowed from the object. */
static bool
read_values(const json_t *asked, struct live_order *order, const char *value[VALUES_MOST])
{
    const json_t *list = json_object_get(asked, "values");
    order->parameter = json_string_value(json_object_get(asked, "parameter"));
    order->value = value;
    order->n_value = json_array_size(list);
    bool good = order->parameter != NULL && order->parameter[0] != '\0' &&
                strlen(order->parameter) <= WORD_MOST && order->n_value > 0 &&
                order->n_value <= VALUES_MOST;
    for (size_t i = 0; good && i < order->n_value; i++) {
        value[i] = json_string_value(json_array_get(list, i));
        good = value[i] != NULL && strlen(value[i]) <= WORD_MOST;
    }
    return good;
}

/* The background has slots of its own: it never takes those of others. */
static struct live_job *
find_free(struct live_server *server, bool background)
{
    const size_t end = background ? LIVE_SLOTS : LIVE_JOBS;
    for (size_t i = background ? LIVE_JOBS : 0; i < end; i++) {
        if (!server->job[i].used) {
            return &server->job[i];
        }
    }
    return NULL;
}

static void
kill_older(struct live_server *server, const char *tab)
{
    for (size_t i = 0; i < LIVE_SLOTS; i++) {
        struct live_job *job = &server->job[i];
        if (job->used && strcmp(job->tab, tab) == 0) {
            live_job_kill(job, LIVE_END_NEWER);
        }
    }
}

void
live_probes_tend(struct live_server *server)
{
    bool busy = server->model.job.used;
    for (size_t i = 0; i < LIVE_JOBS; i++) {
        busy = busy || (server->job[i].used && server->job[i].pid > 0);
    }
    for (size_t i = LIVE_JOBS; i < LIVE_SLOTS; i++) {
        if (server->job[i].used) {
            live_job_pause(&server->job[i], busy);
        }
    }
}

/* a request that has been understood */
static struct live_job *
begin(struct live_server *server, const struct live_order *order, const char *tab, unsigned *code)
{
    if (order->task != LIVE_SAVE) {
        kill_older(server, tab);
    }
    struct live_job *job = find_free(server, live_is_background(order->task));
    *code = MHD_HTTP_SERVICE_UNAVAILABLE;
    if (job == NULL || !live_job_start(job, order)) {
        return NULL;
    }
    if (order->task != LIVE_SAVE) {
        memcpy(job->tab, tab, strlen(tab) + 1);
    }
    live_probes_tend(server);
    return job;
}

struct live_job *
live_order(struct live_server *server, enum live_task task, const char *body, size_t size,
           unsigned *code)
{
    quire_setting settings[SETTINGS_MOST];
    const char *value[VALUES_MOST];
    json_t *asked = quire_json_read(body, size, JSON_REJECT_DUPLICATES, NULL);
    const json_t *version = json_object_get(asked, "version"),
                 *until = json_object_get(asked, "until");
    const char *tab = json_string_value(json_object_get(asked, "tab"));
    struct live_order order = {.task = task,
                               .model = server->model.path,
                               .settings = settings,
                               .time_limit = server->time_limit,
                               .until =
                                   json_is_number(until) ? json_number_value(until) : (double)NAN,
                               .start = json_is_true(json_object_get(asked, "start")),
                               .print = server->model.bytes};
    struct live_job *job = NULL;
    *code = MHD_HTTP_BAD_REQUEST;
    if (read_settings(json_object_get(asked, "settings"), settings, &order.n_setting) &&
        is_tab(tab) && (task != LIVE_PROBE || read_values(asked, &order, value)) &&
        (until == NULL || order.until > 0)) {
        if ((task == LIVE_SAVE || live_is_background(task)) &&
            (json_integer_value(version) != (json_int_t)server->model.version ||
             !live_model_is_current(&server->model))) {
            *code = MHD_HTTP_CONFLICT; /* the file is no longer as the page knows it */
        } else {
            job = begin(server, &order, tab, code);
        }
    }
    json_decref(asked);
    return job;
}

/* Requests: who may ask, and what for. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "base/worker.h"
#include "live/server.h"

#define BODY_MOST (512u * 1024) /* bytes */
#define BLOCK     (256u * 1024)
#define PATIENCE  4.0 /* [s] for a request to come whole, and between two of a connection */

/* What a request asks for. */
enum what { PAGE, MODEL, RUN, FIGURES, PROBE, CURES, SAVE, N_WHAT };

struct request {
    enum what what;
    struct quire_text body;
};

static const struct {
    const char *name; /* behind the token */
    bool posted;
    enum live_task task;
} known[N_WHAT] = {
    [PAGE] = {"", false, LIVE_LOOK},       [MODEL] = {"model", false, LIVE_LOOK},
    [RUN] = {"run", true, LIVE_RUN},       [FIGURES] = {"figures", true, LIVE_FIGURES},
    [PROBE] = {"probe", true, LIVE_PROBE}, [CURES] = {"cures", true, LIVE_CURES},
    [SAVE] = {"save", true, LIVE_SAVE}};

/* ---- answers ---- */

/* The policy of the page itself stands in it, with the hashes of its parts. */
static enum MHD_Result
send_response(struct MHD_Connection *connection, unsigned code, struct MHD_Response *response,
              const char *type, bool page)
{
    static const char *const header[][2] = {{"X-Content-Type-Options", "nosniff"},
                                            {"Cache-Control", "no-store"},
                                            {"Referrer-Policy", "no-referrer"},
                                            {"Cross-Origin-Resource-Policy", "same-origin"},
                                            {"Cross-Origin-Opener-Policy", "same-origin"},
                                            {"X-Frame-Options", "DENY"}};
    if (response == NULL) {
        return MHD_NO;
    }
    for (size_t i = 0; i < sizeof header / sizeof *header; i++) {
        MHD_add_response_header(response, header[i][0], header[i][1]);
    }
    MHD_add_response_header(response, "Content-Security-Policy",
                            page ? "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
                                 : "default-src 'none'; frame-ancestors 'none'; sandbox");
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    if (code == MHD_HTTP_METHOD_NOT_ALLOWED) {
        MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, "GET, POST");
    }
    const enum MHD_Result result = MHD_queue_response(connection, code, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result
send_text(struct MHD_Connection *connection, unsigned code, struct quire_text *text,
          const char *type, bool page)
{
    if (text->failed) {
        return MHD_NO;
    }
    struct MHD_Response *response = MHD_create_response_from_buffer(
        text->size, text->data != NULL ? text->data : (char *)"", MHD_RESPMEM_MUST_COPY);
    return send_response(connection, code, response, type, page);
}

static enum MHD_Result
refuse(struct MHD_Connection *connection, unsigned code)
{
    struct quire_text text = {0};
    quire_text_format(&text, "{\"kind\":\"error\",\"code\":%u}\n", code);
    const enum MHD_Result result =
        send_text(connection, code, &text, "application/json; charset=utf-8", false);
    quire_text_clear(&text);
    return result;
}

/* ---- who asks ---- */

static const char *
header_of(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static enum MHD_Result
count_host(void *n, enum MHD_ValueKind kind, const char *name, const char *value)
{
    (void)kind;
    (void)value;
    *(int *)n += strcasecmp(name, MHD_HTTP_HEADER_HOST) == 0;
    return MHD_YES;
}

/* RFC 9112, 3.2 */
static bool
has_two_hosts(struct MHD_Connection *connection)
{
    int n = 0;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, count_host, &n);
    return n > 1;
}

/* A page of another site that a name server leads here still names its own host. */
static bool
is_for_us(const struct live_server *server, struct MHD_Connection *connection)
{
    const char *host = header_of(connection, MHD_HTTP_HEADER_HOST),
               *origin = header_of(connection, MHD_HTTP_HEADER_ORIGIN);
    if (host == NULL ||
        (strcmp(host, server->host[0]) != 0 && strcmp(host, server->host[1]) != 0)) {
        return false;
    }
    return origin == NULL || (strncmp(origin, "http://", 7) == 0 && strcmp(origin + 7, host) == 0);
}

/* what comes behind "/TOKEN/"; NULL without it. Takes the same time whatever is wrong. */
static const char *
behind_token(const struct live_server *server, const char *url)
{
    unsigned char other = 0;
    if (strlen(url) < LIVE_TOKEN + 2) {
        return NULL;
    }
    for (size_t i = 0; i < LIVE_TOKEN; i++) {
        other |= (unsigned char)(url[1 + i] ^ server->token[i]);
    }
    return other == 0 && url[0] == '/' && url[1 + LIVE_TOKEN] == '/' ? url + LIVE_TOKEN + 2 : NULL;
}

static bool
is_json(struct MHD_Connection *connection)
{
    static const char wanted[] = "application/json";
    const char *type = header_of(connection, MHD_HTTP_HEADER_CONTENT_TYPE);
    return type != NULL && strncasecmp(type, wanted, sizeof wanted - 1) == 0 &&
           strchr("; ", type[sizeof wanted - 1]) != NULL;
}

static bool
is_too_long(struct MHD_Connection *connection)
{
    const char *length = header_of(connection, MHD_HTTP_HEADER_CONTENT_LENGTH);
    return length != NULL && strtoull(length, NULL, 10) > BODY_MOST;
}

/* the code of a refusal; 0: it is welcome */
static unsigned
check(const struct live_server *server, struct MHD_Connection *connection, const char *url,
      const char *method, enum what *what)
{
    const char *rest = behind_token(server, url);
    if (rest == NULL) {
        return MHD_HTTP_NOT_FOUND;
    }
    if (has_two_hosts(connection)) {
        return MHD_HTTP_BAD_REQUEST;
    }
    if (!is_for_us(server, connection)) {
        return MHD_HTTP_FORBIDDEN;
    }
    for (*what = 0; *what < N_WHAT && strcmp(rest, known[*what].name) != 0; (*what)++) {
    }
    if (*what == N_WHAT) {
        return MHD_HTTP_NOT_FOUND;
    }
    if (strcmp(method, known[*what].posted ? "POST" : "GET") != 0) {
        return MHD_HTTP_METHOD_NOT_ALLOWED;
    }
    if (is_too_long(connection)) {
        return MHD_HTTP_CONTENT_TOO_LARGE;
    }
    return known[*what].posted && !is_json(connection) ? MHD_HTTP_UNSUPPORTED_MEDIA_TYPE : 0;
}

/* ---- answers of processes ---- */

static ssize_t
read_job(void *user, uint64_t position, char *buf, size_t size)
{
    struct live_job *job = user;
    (void)position;
    const ssize_t n = live_job_read(job, buf, size);
    if (n == 0) {
        return MHD_CONTENT_READER_END_OF_STREAM;
    }
    if (n < 0) { /* until its pipe can be read */
        MHD_suspend_connection(job->connection);
        job->suspended = true;
        return 0;
    }
    return n;
}

static void
clear_job(void *user)
{
    live_job_clear(user);
}

static enum MHD_Result
send_job(struct MHD_Connection *connection, struct live_job *job)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    job->connection = connection;
    job->socket = info != NULL ? info->connect_fd : -1;
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_job, job, clear_job);
    if (response == NULL) {
        live_job_clear(job);
        return MHD_NO;
    }
    return send_response(connection, MHD_HTTP_OK, response, "application/x-ndjson; charset=utf-8",
                         false);
}

/* What is said of a search that a change of the file ends: this one came too late to begin. */
static enum MHD_Result
send_newer(struct MHD_Connection *connection)
{
    struct quire_text text = {0};
    quire_text_add(&text, "{\"kind\":\"ended\",\"why\":\"newer\"}\n");
    const enum MHD_Result result =
        send_text(connection, MHD_HTTP_OK, &text, "application/x-ndjson; charset=utf-8", false);
    quire_text_clear(&text);
    return result;
}

static enum MHD_Result
send_model(const struct live_model *model, struct MHD_Connection *connection)
{
    struct quire_text text = {0};
    quire_text_format(&text, "{\"version\":%u,\"processors\":%d,\"model\":", model->version,
                      quire_processors());
    quire_text_add(&text, model->text.size > 0 ? model->text.data : "null");
    quire_text_add(&text, "}\n");
    const enum MHD_Result result =
        send_text(connection, MHD_HTTP_OK, &text, "application/json; charset=utf-8", false);
    quire_text_clear(&text);
    return result;
}

/* ---- connections ---- */

size_t
live_unescape(void *server, struct MHD_Connection *connection, char *text)
{
    (void)server;
    (void)connection;
    return strlen(text);
}

void
live_guest_note(void *user, struct MHD_Connection *connection, void **closure,
                enum MHD_ConnectionNotificationCode code)
{
    struct live_server *server = user;
    struct live_guest *guest = *closure;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        if (guest != NULL) {
            guest->socket = 0;
        }
        return;
    }
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    for (size_t i = 0; i < LIVE_CONNECTIONS && info != NULL && *closure == NULL; i++) {
        if (server->guest[i].socket == 0) {
            server->guest[i] = (struct live_guest){info->connect_fd, false, live_now()};
            *closure = &server->guest[i];
        }
    }
}

static struct live_guest *
guest_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info != NULL ? info->socket_context : NULL;
}

static void
note_served(struct MHD_Connection *connection, bool served)
{
    struct live_guest *guest = guest_of(connection);
    if (guest != NULL) {
        guest->served = served;
        guest->since = live_now();
    }
}

/* the library sees the end of what it reads, and closes them */
void
live_guests_tend(struct live_server *server)
{
    for (size_t i = 0; i < LIVE_CONNECTIONS; i++) {
        const struct live_guest *guest = &server->guest[i];
        if (guest->socket != 0 && !guest->served && live_now() - guest->since > PATIENCE) {
            shutdown(guest->socket, SHUT_RDWR);
        }
    }
}

/* ---- requests ---- */

static enum MHD_Result
answer(struct live_server *server, struct MHD_Connection *connection, const struct request *request)
{
    if (request->what == PAGE) {
        return send_text(connection, MHD_HTTP_OK, &server->page, "text/html; charset=utf-8", true);
    }
    if (request->what == MODEL) {
        return send_model(&server->model, connection);
    }
    if (server->ending) {
        return refuse(connection, MHD_HTTP_SERVICE_UNAVAILABLE);
    }
    unsigned code;
    struct live_job *job =
        live_order(server, known[request->what].task,
                   request->body.data != NULL ? request->body.data : "", request->body.size, &code);
    if (job == NULL && live_is_background(known[request->what].task) && code == MHD_HTTP_CONFLICT) {
        return send_newer(connection);
    }
    return job != NULL ? send_job(connection, job) : refuse(connection, code);
}

enum MHD_Result
live_answer(void *user, struct MHD_Connection *connection, const char *url, const char *method,
            const char *version, const char *data, size_t *size, void **closure)
{
    struct live_server *server = user;
    struct request *request = *closure;
    (void)version;
    if (request == NULL) { /* the headers have come */
        enum what what = N_WHAT;
        const unsigned code = check(server, connection, url, method, &what);
        if (code != 0) {
            return refuse(connection, code);
        }
        request = calloc(1, sizeof *request);
        *closure = request;
        if (request == NULL) {
            return MHD_NO;
        }
        request->what = what;
        return MHD_YES;
    }
    if (*size > 0) {
        if (*size > BODY_MOST - request->body.size) {
            return MHD_NO; /* of a length that was not said */
        }
        quire_text_add_bytes(&request->body, data, *size);
        *size = 0;
        return request->body.failed ? MHD_NO : MHD_YES;
    }
    note_served(connection, true);
    return answer(server, connection, request);
}

void
live_request_end(void *user, struct MHD_Connection *connection, void **closure,
                 enum MHD_RequestTerminationCode code)
{
    struct request *request = *closure;
    (void)user;
    (void)code;
    note_served(connection, false);
    if (request != NULL) {
        quire_text_clear(&request->body);
        free(request);
        *closure = NULL;
    }
}

/* The server of one model's page, for this machine alone. */
#ifndef QUIRE_LIVE_SERVER_H
#define QUIRE_LIVE_SERVER_H

#include <stdint.h>
#include <sys/types.h>

#include <microhttpd.h>

#include "live/job.h"
#include "text/text.h"

#define LIVE_JOBS        8 /* processes at a time, the one that looks at the model not counted */
#define LIVE_PROBES      4 /* of them beside, in the background */
#define LIVE_SLOTS       (LIVE_JOBS + LIVE_PROBES)
#define LIVE_TOKEN       32  /* hexadecimal digits */
#define LIVE_CONNECTIONS 128 /* at a time */

/* What the page is about: the model's file as it was last looked at. */
struct live_model {
    const char *path;
    const quire_setting *settings; /* (n_setting): of the command line */
    size_t n_setting;
    char **file; /* (n_file): it and what it includes */
    size_t n_file;
    uint64_t print;         /* of the files' sizes, times and places on the disk */
    uint64_t bytes;         /* print of the model's own file; 0: none */
    struct quire_text text; /* a line of JSON; "" before the first look */
    unsigned version;       /* how often it was looked at */
    struct live_job job;    /* that looks at it */
    struct quire_text coming;
};

/* A connection, and whether it has said yet what it wants. */
struct live_guest {
    int socket; /* 0: no connection */
    bool served;
    double since; /* on the monotonic clock [s]: it waits, or its answer has ended */
};

struct live_server {
    struct MHD_Daemon *daemon;
    char token[LIVE_TOKEN + 1];
    char host[2][32];  /* that a request may name: 127.0.0.1:PORT, localhost:PORT */
    double time_limit; /* of a run [s] */
    struct live_model model;
    struct live_job job[LIVE_SLOTS]; /* those in the background last */
    struct live_guest guest[LIVE_CONNECTIONS];
    struct quire_text page;
    bool ending; /* begins nothing any more */
};

/* ---- model.c ---- */

/* Looks at the model if its files have changed since. */
void live_model_watch(struct live_server *server);
/* Whether its files are as they were looked at, and no look is going on. */
bool live_model_is_current(const struct live_model *model);
/* Takes what the process says that looks at it. */
void live_model_hear(struct live_server *server);
void live_model_clear(struct live_model *model);

/* ---- page.c ---- */

/* The page, without data that it gets later. */
void live_page_write(struct quire_text *out, const struct live_model *model);

/* ---- request.c ---- */

/* For MHD_start_daemon(), with the server as their closure. */
enum MHD_Result live_answer(void *server, struct MHD_Connection *connection, const char *url,
                            const char *method, const char *version, const char *data, size_t *size,
                            void **request);
void live_request_end(void *server, struct MHD_Connection *connection, void **request,
                      enum MHD_RequestTerminationCode code);
/* Notes who comes and goes. */
void live_guest_note(void *server, struct MHD_Connection *connection, void **guest,
                     enum MHD_ConnectionNotificationCode code);
/* Leaves the escapes of an address: no name that is served has one, nor a NUL. */
size_t live_unescape(void *server, struct MHD_Connection *connection, char *text);

/* Closes connections that have not said for too long what they want. */
void live_guests_tend(struct live_server *server);

/* ---- order.c ---- */

/* Begins what the body of a request asks for: NULL with the response code in *code. */
struct live_job *live_order(struct live_server *server, enum live_task task, const char *body,
                            size_t size, unsigned *code);

/* Background processes wait while another one runs. */
void live_probes_tend(struct live_server *server);

#endif

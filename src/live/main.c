/* The program `quire-live`: `quire live MODEL.xml` runs it. */
#include "cli/live_page.h"

#include <arpa/inet.h>
#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "cli/cli.h"
#include "live/server.h"

#define IDLE       30  /* [s] after which a silent connection is closed */
#define LOOK_EVERY 200 /* [ms] between two looks at the model's files */
#define TIME_LIMIT 60.0
#define NO_PORT    0 /* any that is free */

struct arguments {
    struct cli_settings settings;
    double time_limit;
    int port;
    bool quiet; /* opens no browser */
};

enum { PORT = CLI_LONG_ONLY, NO_BROWSER };

static const struct option options[] = {
    {"set", required_argument, NULL, 's'},
    {"port", required_argument, NULL, PORT},
    {"no-browser", no_argument, NULL, NO_BROWSER},
    {"time-limit", required_argument, NULL, 't'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static bool
take_port(const struct cli_verb *verb, const char *text, int *port)
{
    char *end;
    const long number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || number < 1 || number > 65535) {
        cli_usage_error(verb, "a port is a number from 1 to 65535, not", text);
        return false;
    }
    *port = (int)number;
    return true;
}

static bool
take_option(const struct cli_verb *verb, struct arguments *a, int c)
{
    switch (c) {
    case 's': return cli_settings_add(&a->settings, optarg);
    case 't':
        if (!cli_take_quantity("--time-limit", optarg, "s", &a->time_limit)) {
            return false;
        }
        if (!(a->time_limit > 0 && a->time_limit < 1e6)) {
            cli_usage_error(verb, "a time limit is longer than 0 s, not", optarg);
            return false;
        }
        return true;
    case PORT: return take_port(verb, optarg, &a->port);
    case NO_BROWSER: a->quiet = true; return true;
    default: return false;
    }
}

/* ---- start ---- */

/* a socket that only this machine reaches; -1 after a message */
static int
listen_here(int *port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)*port)};
    socklen_t size = sizeof at;
    const int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0 &&
        bind(fd, (struct sockaddr *)&at, size) == 0 && listen(fd, LIVE_CONNECTIONS) == 0 &&
        getsockname(fd, (struct sockaddr *)&at, &size) == 0) {
        *port = ntohs(at.sin_port);
        return fd;
    }
    const int number = errno;
    if (number == EADDRINUSE) {
        fprintf(stderr, "quire live: port %d is taken; without --port a free one is chosen\n",
                *port);
    } else {
        fprintf(stderr, "quire live: port %d cannot be opened: %s\n", *port, strerror(number));
    }
    if (fd >= 0) {
        close(fd);
    }
    return -1;
}

static bool
make_token(char token[LIVE_TOKEN + 1])
{
    unsigned char bytes[LIVE_TOKEN / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        fputs("quire live: no random numbers\n", stderr);
        return false;
    }
    for (size_t i = 0; i < sizeof bytes; i++) {
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    }
    return true;
}

static bool
start(struct live_server *server, const struct arguments *a)
{
    int port = a->port;
    if (!make_token(server->token)) {
        return false;
    }
    const int fd = listen_here(&port);
    if (fd < 0) {
        return false;
    }
    snprintf(server->host[0], sizeof server->host[0], "127.0.0.1:%d", port);
    snprintf(server->host[1], sizeof server->host[1], "localhost:%d", port);
    live_page_write(&server->page, &server->model);
    server->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, live_answer, server,
        MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT, (unsigned)LIVE_CONNECTIONS,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE, MHD_OPTION_NOTIFY_COMPLETED,
        live_request_end, server, MHD_OPTION_NOTIFY_CONNECTION, live_guest_note, server,
        MHD_OPTION_UNESCAPE_CALLBACK, live_unescape, server, MHD_OPTION_END);
    if (server->daemon == NULL || server->page.failed) {
        fputs("quire live: the server cannot be started\n", stderr);
        if (server->daemon == NULL) {
            close(fd);
        }
        return false;
    }
    return true;
}

/* Not a child of the server's: it may live longer. */
static void
open_browser(const char *address)
{
    const char *display = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    if ((display == NULL || display[0] == '\0') && (wayland == NULL || wayland[0] == '\0')) {
        return;
    }
    const pid_t pid = fork();
    if (pid == 0) {
        if (fork() == 0) {
            setsid();
            for (int fd = 3; fd < 1024; fd++) {
                close(fd);
            }
            (void)!freopen("/dev/null", "w", stdout);
            (void)!freopen("/dev/null", "w", stderr);
            execlp("xdg-open", "xdg-open", address, (char *)NULL);
            _exit(1);
        }
        _exit(0);
    }
    if (pid > 0) {
        waitpid(pid, NULL, 0);
    }
}

/* ---- the loop ---- */

struct watched {
    struct pollfd fd[3 + 2 * LIVE_SLOTS];
    nfds_t n;
};

static void
watch(struct watched *w, int fd, short events)
{
    if (fd >= 0) {
        w->fd[w->n++] = (struct pollfd){.fd = fd, .events = events};
    }
}

/* Connections that wait for a process are not the library's to watch: who leaves is seen here. */
static void
gather(struct watched *w, const struct live_server *server, int signals)
{
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    w->n = 0;
    watch(w, signals, POLLIN);
    watch(w, info != NULL ? info->epoll_fd : -1, POLLIN);
    watch(w, server->model.job.used ? server->model.job.pipe : -1, POLLIN);
    for (size_t i = 0; i < LIVE_SLOTS; i++) {
        const struct live_job *job = &server->job[i];
        if (job->used && job->suspended) {
            watch(w, job->pipe, POLLIN);
            watch(w, job->socket, POLLRDHUP);
        }
    }
}

static short
seen(const struct watched *w, int fd)
{
    for (nfds_t i = 0; fd >= 0 && i < w->n; i++) {
        if (w->fd[i].fd == fd) {
            return w->fd[i].revents;
        }
    }
    return 0;
}

static void
tend_job(struct live_job *job, const struct watched *w)
{
    const short left = seen(w, job->socket) & (POLLRDHUP | POLLHUP | POLLERR);
    if (left != 0 && job->suspended) {
        live_job_kill(job, LIVE_END_LEFT);
    }
    if (!job->paused && live_now() > job->deadline) {
        live_job_kill(job, LIVE_END_TIME);
    }
    if (job->suspended && (left != 0 || seen(w, job->pipe) != 0)) {
        job->suspended = false;
        MHD_resume_connection(job->connection);
    }
}

static int
patience(const struct live_server *server)
{
    MHD_UNSIGNED_LONG_LONG wait;
    return MHD_get_timeout(server->daemon, &wait) == MHD_YES && wait < LOOK_EVERY ? (int)wait
                                                                                  : LOOK_EVERY;
}

static void
serve(struct live_server *server, int signals)
{
    struct watched w = {.n = 0};
    double looked = 0;
    while (!cli_was_interrupted()) {
        if (live_now() - looked >= 1e-3 * LOOK_EVERY) {
            looked = live_now();
            live_model_watch(server);
        }
        gather(&w, server, signals);
        if (poll(w.fd, w.n, patience(server)) < 0 && errno != EINTR) {
            perror("quire live: poll");
            return;
        }
        if (server->model.job.used) {
            if (live_now() > server->model.job.deadline) {
                live_job_kill(&server->model.job, LIVE_END_TIME);
            }
            live_model_hear(server);
        }
        for (size_t i = 0; i < LIVE_SLOTS; i++) {
            if (server->job[i].used) {
                tend_job(&server->job[i], &w);
            }
        }
        live_guests_tend(server);
        MHD_run(server->daemon);
        live_probes_tend(server);
    }
}

/* No process and no connection remains. */
static void
finish(struct live_server *server)
{
    server->ending = true; /* requests still come, and may not wait for a process */
    for (size_t i = 0; i < LIVE_SLOTS; i++) {
        struct live_job *job = &server->job[i];
        if (job->used) { /* its answer ends here: one that waited could not be stopped */
            struct MHD_Connection *waits = job->suspended ? job->connection : NULL;
            live_job_clear(job);
            if (waits != NULL) {
                MHD_resume_connection(waits);
            }
        }
    }
    if (server->daemon != NULL) {
        MHD_run(server->daemon);
        MHD_stop_daemon(server->daemon);
    }
    live_model_clear(&server->model);
    quire_text_clear(&server->page);
}

/* A model that cannot be read to begin with is a wrong name; later it may come and go as editors
 * save it. */
static bool
is_there(const char *path)
{
    struct stat st;
    const int number = stat(path, &st) != 0      ? errno
                       : S_ISDIR(st.st_mode)     ? EISDIR
                       : access(path, R_OK) != 0 ? errno
                                                 : 0;
    if (number == 0) {
        return true;
    }
    quire_diag *diag = cli_need(quire_diag_create());
    const quire_status status = quire_diag_file_error(diag, path, "cannot be opened", number);
    cli_print_problems(diag, false, status);
    quire_diag_destroy(diag);
    return false;
}

static int
run(const struct cli_verb *verb, struct arguments *a, const char *path)
{
    static struct live_server server;
    (void)verb;
    server.model.path = path;
    server.model.settings = a->settings.list;
    server.model.n_setting = a->settings.n;
    server.time_limit = a->time_limit;
    const int signals = cli_wait_for_signals();
    int code = QUIRE_ERROR_FILE;
    if (signals >= 0 && is_there(path) && start(&server, a)) {
        char address[sizeof server.host[0] + LIVE_TOKEN + 16];
        snprintf(address, sizeof address, "http://%s/%s/", server.host[0], server.token);
        printf("%s\n", address);
        fflush(stdout);
        if (!a->quiet) {
            open_browser(address);
        }
        serve(&server, signals);
        code = QUIRE_OK;
    }
    finish(&server);
    return code;
}

static int
live(const struct cli_verb *verb, int argc, char **argv)
{
    struct arguments a = {.time_limit = TIME_LIMIT, .port = NO_PORT};
    int c, code = QUIRE_ERROR_USAGE;
    while ((c = cli_next_option(verb, argc, argv, options)) != -1) {
        if (c == 'h' || !take_option(verb, &a, c)) {
            cli_settings_clear(&a.settings);
            return c == 'h' ? QUIRE_OK : QUIRE_ERROR_USAGE;
        }
    }
    if (optind >= argc) {
        cli_usage_error(verb, "which model file?", NULL);
    } else if (optind + 1 < argc) {
        cli_usage_error(verb, "one model file at a time; unexpected:", argv[optind + 1]);
    } else if (strcmp(argv[optind], "-") == 0) {
        cli_usage_error(verb,
                        "the page follows a file while it is edited; a model from standard input "
                        "is in none: write it to a file first",
                        NULL);
    } else {
        code = run(verb, &a, argv[optind]);
    }
    cli_settings_clear(&a.settings);
    return code;
}

int
main(int argc, char **argv)
{
    static const struct cli_verb verb = {"live", CLI_LIVE_SUMMARY, CLI_LIVE_USAGE, live};
    cli_begin_output();
    return cli_end_output("quire live", live(&verb, argc, argv));
}

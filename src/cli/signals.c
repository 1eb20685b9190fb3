/* Signals that ask a program to stop: noticed, so that it can put its things in order, and obeyed
 * in the end. */
#include "cli/cli.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t noticed; /* the signal; 0: none */
/* the writing end of a pipe that tells of it; -1: nobody waits */
static int wake = -1;

static void
notice(int number)
{
    const int before = errno;

    if (noticed != 0) {
        _exit(128 + number);
    }
    noticed = number;
    if (wake >= 0) {
        (void)!write(wake, "x", 1);
    }
    errno = before;
}

static void catch (int number)
{
    struct sigaction action, before;

    memset(&action, 0, sizeof action);
    action.sa_handler = notice;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    /* what the caller ignores (nohup) stays ignored */
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
        sigaction(number, &action, NULL);
    }
}

void
cli_catch_signals(void)
{
    catch (SIGINT);
    catch (SIGTERM);
    catch (SIGHUP);
}

int
cli_wait_for_signals(void)
{
    int ends[2];

    if (pipe(ends) != 0) {
        perror("quire: pipe");
        return -1;
    }
    wake = ends[1];
    cli_catch_signals();
    catch (SIGUSR1); /* clusters send it before they take a node back */
    return ends[0];
}

bool
cli_was_interrupted(void)
{
    return noticed != 0;
}

void
cli_raise_signal(void)
{
    if (noticed != 0) {
        const int number = noticed;
        fflush(NULL);
        signal(number, SIG_DFL);
        raise(number);
        _exit(128 + number);
    }
}

void
cli_begin_output(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

static bool
reader_has_left(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO};

    return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

int
cli_end_output(const char *program, int code)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) {
        return code;
    }
    const int number = errno;
    if (number != EPIPE && !reader_has_left()) {
        /* of what failed long ago the C library has forgotten why */
        fprintf(stderr, "%s: stdout cannot be written%s%s\n", program, number != 0 ? ": " : "",
                number != 0 ? strerror(number) : "");
    }
    return code > CLI_CHECK_FAILED ? code : QUIRE_ERROR_FILE;
}

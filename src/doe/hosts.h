/* Slices of a study done on other hosts over ssh, each by a worker that is started there. */
#ifndef QUIRE_DOE_HOSTS_H
#define QUIRE_DOE_HOSTS_H

#include <stdbool.h>
#include <stdint.h>

#include <quire/diag.h>

#define DOE_HOSTS_FOLDER "hosts" /* in the study's folder: the script, and a log of each host */

struct doe_host;

struct doe_hosts {
    struct doe_host *host; /* (n); owned */
    size_t n;
    uint64_t slots; /* of all hosts */
    char *text;     /* their names; owned */
    char *ssh;      /* words of the command (n_word); owned */
    const char **word;
    size_t n_word;
};

/* Reads "a,b:4,user@c": hosts with the tasks that each does at once (1). command: "ssh -p 2222";
 * NULL: ssh with what notices hosts that are gone. False after a message. Start with {0}; clear in
 * the end. */
bool doe_hosts_read(struct doe_hosts *out, const char *list, const char *command);
void doe_hosts_clear(struct doe_hosts *self);

struct doe_hosts_work {
    const char *directory; /* the study's folder, absolute */
    const char *script;    /* absolute; its argument is the number of a slice */
    uint64_t slices;
    bool *done;   /* (slices): nothing is left to do; becomes true */
    double grace; /* for workers when the study is to stop [s] */
    int stop_fd;  /* can be read from when it is to stop */
    bool quiet, dry_run;
};

enum doe_hosts_end {
    DOE_HOSTS_DONE,
    DOE_HOSTS_STOPPED, /* as stop_fd said */
    DOE_HOSTS_LOST     /* no host is left, and slices are */
};

/* Starts a task in each free slot until all slices are done. A slice whose host fails is given to
 * another; a host that fails twice in a row is left out. */
enum doe_hosts_end doe_hosts_run(struct doe_hosts *self, const struct doe_hosts_work *work);

#endif

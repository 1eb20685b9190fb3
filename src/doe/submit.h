/* What the files share that give a study to other machines: scripts, and which slices are missing.
 */
#ifndef QUIRE_DOE_SUBMIT_H
#define QUIRE_DOE_SUBMIT_H

#include "doe/hosts.h"
#include "doe/verbs.h"

#define DOE_SUBMIT_ARGUMENTS 64

struct submission {
    struct doe_arguments *common;
    bool slurm, missing, dry_run;
    uint64_t tasks;       /* 0: by the time a run takes */
    uint64_t array;       /* tasks of one array, at most */
    const char *job_name; /* NULL: that of the study */
    char name[256];       /* of the jobs */
    const char *extra[DOE_SUBMIT_ARGUMENTS / 2];
    size_t n_extra;
    const char *host_list, *ssh; /* NULL: not given */
    struct doe_hosts hosts;
    char *study, *directory, *program; /* absolute; owned */
};

/* Appends the program, a verb and the study's folder (submit_scripts.c). */
void doe_submit_add_command(struct quire_text *out, const struct submission *s, const char *verb);
/* Appends the command of a worker; `slice` is a word of a shell. */
void doe_submit_add_worker(struct quire_text *out, const struct submission *s, const char *slice);
/* Writes a script into a folder below the study's, and clears its text. */
quire_status doe_submit_save_script(const struct submission *s, const char *below, const char *name,
                                    struct quire_text *text, quire_diag *diag);

/* Bits of runs that are in the store or in shards, to be freed; there may be no store yet. */
quire_status doe_submit_find_done(const struct submission *s, struct doe_work *work,
                                  unsigned char **done, quire_diag *diag);
bool doe_submit_is_missing(const struct doe_work *work, const unsigned char *done, uint64_t slice,
                           uint64_t slices);

/* Runs the slices on hosts and collects (submit_hosts.c); returns the exit code. */
int doe_submit_to_hosts(struct submission *s, struct doe_work *work, quire_diag *diag);

#endif

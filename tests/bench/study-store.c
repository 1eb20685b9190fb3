/* How long status, export and report take over a store of many runs, and how much memory. The store
 * is filled by results of a formula: nothing is simulated. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "store/store.h"

#define REPLICATES 10
#define BATCH      10000

static const char model[] =
    "<model version=\"1\" name=\"tiny\" motion=\"planar\">\n"
    "  <parameters>\n"
    "    <parameter name=\"a\" value=\"1\"/><parameter name=\"b\" value=\"1\"/>"
    "<parameter name=\"c\" value=\"1\"/>\n"
    "    <parameter name=\"u\" value=\"0\"/><parameter name=\"v\" value=\"0\"/>\n"
    "  </parameters>\n"
    "  <settings><run end=\"1 ms\" sample=\"1 ms\"/></settings>\n"
    "  <drive name=\"d\" speed=\"{(1+a*b+c*c+0.1*u+0.05*v*a)*1 mm/s}\"/>\n"
    "  <roller name=\"r\" centre=\"0 mm, 0 mm\" radius=\"10 mm\" surface=\"rubber\" drive=\"d\"/>\n"
    "</model>\n";

static const char study[] =
    "<study version=\"1\" name=\"tiny\" model=\"tiny.xml\" seed=\"1\">\n"
    "  <factor parameter=\"a\" low=\"0\" high=\"1\"/><factor parameter=\"b\" low=\"0\" "
    "high=\"1\"/>"
    "<factor parameter=\"c\" low=\"0\" high=\"1\"/>\n"
    "  <noise parameter=\"u\" distribution=\"normal\" mean=\"0\" deviation=\"1\"/>\n"
    "  <noise parameter=\"v\" distribution=\"uniform\" low=\"-1\" high=\"1\"/>\n"
    "  <design kind=\"sobol\" points=\"%ld\" replicates=\"%d\"/>\n"
    "  <response name=\"w\" from=\"r.speed\" maximum=\"4 mm/s\"/>\n"
    "</study>\n";

static void
must(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "study-store: %s failed\n", what);
        exit(1);
    }
}

static void
write_files(long rows)
{
    FILE *f = fopen("tiny.xml", "w");

    must(f != NULL && fputs(model, f) >= 0 && fclose(f) == 0, "tiny.xml");
    f = fopen("study.xml", "w");
    must(f != NULL && fprintf(f, study, rows / REPLICATES, REPLICATES) > 0 && fclose(f) == 0,
         "study.xml");
}

static void
make_result(struct doe_record *record, const struct doe_run *run)
{
    const struct quire_study_value *v = run->of.value;
    const double speed =
        1 + v[0].si * v[1].si + v[2].si * v[2].si + 0.1 * v[3].si + 0.05 * v[4].si * v[0].si;

    doe_record_reset(record, run->of.index, run->id);
    record->status = v[0].si + 0.5 * v[3].si > 2 ? DOE_JAM : DOE_PASSED;
    snprintf(record->diagnosis, sizeof record->diagnosis, "%s",
             record->status == DOE_JAM ? "stall" : "");
    record->end_time = 0.001;
    record->response[0] = speed / 1000;
    snprintf(record->unit[0], DOE_UNIT_SIZE, "m/s");
    record->attempt = 1;
    record->wall = record->cpu = 0.001;
}

static void
fill(void)
{
    struct doe_work work;
    struct doe_store *store;
    struct doe_run run;
    struct doe_record record;
    const struct doe_store_options options = {.write = true, .fast = true};

    must(doe_work_load(&work, "study.xml", NULL, NULL) == QUIRE_OK, "study.xml");
    must(doe_store_open(&store, "study.doe", &work, &options, NULL) == QUIRE_OK, "the store");
    must(doe_run_init(&run, &work) && doe_record_init(&record, work.n_response), "memory");
    for (uint64_t i = 0; i < work.n_run; i++) {
        must(doe_work_run(&work, i, &run, NULL) == QUIRE_OK, "a run");
        make_result(&record, &run);
        must(doe_store_add(store, &run, &record) == QUIRE_OK, "a row");
        if (i % BATCH == BATCH - 1) {
            must(doe_store_commit(store) == QUIRE_OK, "a commit");
        }
    }
    must(doe_store_commit(store) == QUIRE_OK, "a commit");
    doe_store_close(store);
    doe_record_clear(&record);
    doe_run_clear(&run);
    doe_work_clear(&work);
}

static void
measure(const char *quire, const char *verb, const char *format)
{
    struct rusage used;
    int how = 0;
    const double began = quire_clock_wall();
    const pid_t pid = fork();

    must(pid >= 0, "fork");
    if (pid == 0) {
        const int out = open("out", O_WRONLY | O_CREAT | O_TRUNC, 0666);
        dup2(out, STDOUT_FILENO);
        execl(quire, quire, "doe", verb, "study.xml", "--format", format,
              strcmp(verb, "status") == 0 ? NULL : "--output=-", NULL);
        _exit(127);
    }
    must(wait4(pid, &how, 0, &used) == pid && WIFEXITED(how) && WEXITSTATUS(how) != 127, verb);
    printf("%-7s %-5s %7.2f s, user %.2f s, %ld MB\n", verb, format, quire_clock_wall() - began,
           (double)used.ru_utime.tv_sec + 1e-6 * (double)used.ru_utime.tv_usec,
           used.ru_maxrss / 1024);
    fflush(stdout);
}

int
main(int argc, char **argv)
{
    if (argc < 4) {
        fputs("usage: study-store QUIRE ROWS FOLDER (an absolute path, an empty folder)\n", stderr);
        return 2;
    }
    must(chdir(argv[3]) == 0, argv[3]);
    const double began = quire_clock_wall();
    if (access("study.doe", F_OK) != 0) {
        write_files(strtol(argv[2], NULL, 10));
        fill();
        printf("filled in %.1f s\n", quire_clock_wall() - began);
    }
    measure(argv[1], "status", "text");
    measure(argv[1], "export", "csv");
    measure(argv[1], "report", "json");
    return 0;
}

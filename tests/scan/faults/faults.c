/* Machines with a fault, and healthy ones: whether verdicts are right and name cause, place and
 * first sign.
 *     faults faults.json SEED FAULTS HEALTHY [VERDICT PLACE CAUSE SIGN ALARMS]
 * The truth is written into faults.json before the first run, what came out behind it. Bounds are
 * in percent of the machines that fail by the raw record; ends with 1 when one is broken. */
#include <stdlib.h>

#include "faults.h"

int
main(int argc, char **argv)
{
    if ((argc != 5 && argc != 10) || !draw_works()) {
        fputs("usage: faults faults.json SEED FAULTS HEALTHY [VERDICT PLACE CAUSE SIGN ALARMS]\n",
              stderr);
        return 2;
    }
    const unsigned seed = (unsigned)strtoul(argv[2], NULL, 10);
    const size_t bad = strtoul(argv[3], NULL, 10), n = bad + strtoul(argv[4], NULL, 10);
    double bounds[4] = {98, 95, 95, 90};
    size_t alarms = 0;
    struct machine *m = calloc(n + 1, sizeof *m);
    FILE *json = fopen(argv[1], "w");

    if (json == NULL || m == NULL) {
        fprintf(stderr, "faults: cannot write %s\n", argv[1]);
        return 1;
    }
    if (argc == 10) {
        for (int k = 0; k < 4; k++) {
            bounds[k] = strtod(argv[5 + k], NULL);
        }
        alarms = strtoul(argv[9], NULL, 10);
    }
    fputs("{\"truth\": [\n", json);
    for (size_t i = 0; i < n; i++) {
        draw_machine(m + i, seed, (unsigned)i, i < bad);
        write_truth(json, m + i);
        fputs(i + 1 < n ? ",\n" : "\n], \"outcome\": [\n", json);
    }
    fflush(json);
    for (size_t i = 0; i < n; i++) {
        judge_machine(m + i);
        write_outcome(json, m + i);
        fputs(i + 1 < n ? ",\n" : "\n]}\n", json);
        fflush(json);
    }
    const bool kept = report(m, n, bounds, alarms);
    free(m);
    return fclose(json) == 0 && kept ? 0 : 1;
}

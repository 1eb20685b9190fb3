/* What `quire calibrate` says of itself, in the command and in the program that does it. */
#ifndef QUIRE_CLI_CALIBRATE_H
#define QUIRE_CLI_CALIBRATE_H

#define CLI_CALIBRATE_SUMMARY "Fit parameters of a model to measurements."
#define CLI_CALIBRATE_USAGE                                                                        \
    "usage: quire calibrate CALIBRATION.xml [options]\n\n"                                         \
    "  CALIBRATION.xml            the unknowns and the measurements\n"                             \
    "  -o, --output=DIR           write there (default: CALIBRATION.calibration)\n"                \
    "      --force                overwrite existing results\n"                                    \
    "  -f, --format=WORD          text (default) or json\n"                                        \
    "      --runs=NUMBER          of the model at most (default: 3000)\n"                          \
    "      --starts=NUMBER        places from which a search begins (default: 4)\n"                \
    "      --confidence=SHARE     of intervals (default: 0.95)\n"                                  \
    "      --no-profile           intervals by standard errors, with fewer runs\n"                 \
    "      --no-advice            do not search which other measurement would help\n"              \
    "      --anyway               results even if no values explain the measurements\n"            \
    "  -j, --workers=NUMBER       worker processes (default: one for each processor)\n"            \
    "  -t, --time-limit=TIME      give a run up after so much processor time (default: 10min)\n"   \
    "      --memory-limit=SIZE    address space of a worker, such as 2GB\n"                        \
    "      --tries=NUMBER         of a run that kills its worker (default: 3)\n"                   \
    "      --grace=TIME           for runs in hand after an interrupt (default: 5s)\n"             \
    "  -q, --quiet                print problems only\n\n"                                         \
    "exit codes: 0 every unknown has an interval and the model fits, 1 not so, 3 the "             \
    "measurements cannot be used or explained, others as everywhere\n"

#endif

/* The verb `quire live`, which another program does: what it is called and how it is used. */
#ifndef QUIRE_CLI_LIVE_PAGE_H
#define QUIRE_CLI_LIVE_PAGE_H

#define CLI_LIVE_SUMMARY "Open a page on which parameters are turned and the sheet moves."
#define CLI_LIVE_USAGE                                                                             \
    "usage: quire live MODEL.xml [options]\n\n"                                                    \
    "Serves the page to this machine alone, under an address with a secret word, and prints the "  \
    "address. Each change of a parameter runs the model again. Ctrl-C ends it.\n\n"                \
    "  MODEL.xml                  it is read again whenever it changes\n"                          \
    "  -s, --set NAME=VALUE       begin with another value of a parameter; may be repeated\n"      \
    "      --port=NUMBER          listen there (default: a port that is free)\n"                   \
    "      --no-browser           print the address, open no browser\n"                            \
    "  -t, --time-limit=TIME      give a run up after so much processor time (default: 60s)\n\n"   \
    "exit codes: 0 ended by Ctrl-C, 5 the model file cannot be opened, the port is taken or the "  \
    "program quire-live is not installed, others as everywhere\n"

#endif

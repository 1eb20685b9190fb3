#include "space/curl.h"

double
quire_curl_energy(const struct quire_ladder *ladder, const struct quire_ladder_work *work, const double *q)
{
    (void)ladder;
    (void)work;
    (void)q;
    return 0;
}

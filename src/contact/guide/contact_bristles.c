/* Where sheets touch a bed of bristles: along their curve, which sinks into the tips. The ends of
 * sheets do not run against them, as there is no solid. doc/theory/contact-kernel.md, 14. */
#include "contact/guide/contact_line.h"

struct quire_candidates
quire_bristle_places(const struct scatter *c, const struct quire_candidates *nodes)
{
    const int n = c->state->system->sheet[c->sheet].chain.n;
    struct quire_candidates spans = *nodes;

    spans.low = nodes->low > 1 ? nodes->low : 1;
    spans.high = nodes->high < n ? nodes->high : n;
    return spans;
}

#include "state/powers.h"

void
quire_powers_add(struct quire_powers *sum, const struct quire_powers *p)
{
    sum->drives += p->drives;
    sum->belts += p->belts;
    sum->loads += p->loads;
    sum->friction += p->friction;
    sum->contact += p->contact;
    sum->bearings += p->bearings;
    sum->sheet += p->sheet;
    sum->integrator += p->integrator;
    sum->elements += p->elements;
    sum->given += p->given;
}

void
quire_powers_scale(struct quire_powers *p, double by)
{
    p->drives *= by;
    p->belts *= by;
    p->loads *= by;
    p->friction *= by;
    p->contact *= by;
    p->bearings *= by;
    p->sheet *= by;
    p->integrator *= by;
    p->elements *= by;
    p->given *= by;
}

#include "integ/budget.h"

void
quire_budget_init(struct quire_budget *b, double rate, double t)
{
    *b = (struct quire_budget){.rate = rate, .credit = QUIRE_STEP_CREDIT, .t = t, .since = t};
}

bool
quire_budget_spend(struct quire_budget *b, double t)
{
    const double gained = b->rate * (t - b->t);

    b->t = t;
    b->steps++;
    if (b->credit + gained >= QUIRE_STEP_CREDIT) {
        b->credit = QUIRE_STEP_CREDIT;
        b->since = t;
        b->steps = 1;
        b->failed = 0;
    } else {
        b->credit += gained;
    }
    b->credit -= 1;
    return b->rate <= 0 || b->credit > 0;
}

void
quire_budget_charge(struct quire_budget *b, long failed)
{
    b->failed += failed;
    b->credit -= (double)failed;
}

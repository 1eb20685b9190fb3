#include "integ/step_rate_limit.h"

#include "integ/constants.h"

void
quire_step_rate_limit_init(struct quire_step_rate_limit *b, double rate, double t)
{
    *b = (struct quire_step_rate_limit){
        .rate = rate, .tokens = QUIRE_STEP_TOKENS, .t = t, .since = t};
}

bool
quire_step_rate_limit_spend(struct quire_step_rate_limit *b, double t)
{
    const double gained = b->rate * (t - b->t);

    b->t = t;
    b->steps++;
    if (b->tokens + gained >= QUIRE_STEP_TOKENS) {
        b->tokens = QUIRE_STEP_TOKENS;
        b->since = t;
        b->steps = 1;
        b->failed = 0;
    } else {
        b->tokens += gained;
    }
    b->tokens -= 1;
    return b->rate <= 0 || b->tokens > 0;
}

void
quire_step_rate_limit_charge(struct quire_step_rate_limit *b, long failed)
{
    b->failed += failed;
    b->tokens -= (double)failed;
}

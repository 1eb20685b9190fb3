/* What a run came to, decided from its result. */
#include <criterion/criterion.h>
#include <string.h>

#include "fixtures/record_stage.h"
#include "result/verdict.h"

static struct stage s;
static struct quire_result *const result = &s.result;

static void
begin(void)
{
    stage_begin(&s, false);
}

static void
end(void)
{
    stage_end(&s);
}

TestSuite(verdict, .init = begin, .fini = end);

static void
expect(quire_verdict verdict)
{
    cr_assert_str_eq(quire_verdict_text(quire_result_verdict(result)), quire_verdict_text(verdict));
}

static void
judge(size_t check, enum quire_check_verdict verdict)
{
    s.check[check].result.verdict = verdict;
}

Test(verdict, passed_with_a_built_in_check_that_does_not_apply)
{
    expect(QUIRE_VERDICT_PASSED);
}

Test(verdict, a_check_of_the_model_that_was_not_evaluated)
{
    judge(0, QUIRE_NOT_EVALUATED);
    expect(QUIRE_VERDICT_NOT_EVALUATED);
    cr_assert(quire_check_is_open(&s.check[0]) && !quire_check_is_open(&s.check[2]));
}

/* of one sheet nobody can ask for a gap: the others decide, if there are any */
Test(verdict, a_check_that_cannot_apply)
{
    judge(0, QUIRE_NOT_EVALUATED);
    s.check[0].result.inapplicable = true;
    expect(QUIRE_VERDICT_PASSED);
    judge(1, QUIRE_NOT_EVALUATED);
    expect(QUIRE_VERDICT_NOT_EVALUATED);
}

Test(verdict, nothing_evaluated)
{
    s.check[0].object = NULL;
    judge(0, QUIRE_NOT_EVALUATED);
    expect(QUIRE_VERDICT_PASSED); /* the second check is evaluated */
    judge(1, QUIRE_NOT_EVALUATED);
    expect(QUIRE_VERDICT_NOT_EVALUATED);
    result->n_check = 0;
    expect(QUIRE_VERDICT_NOT_EVALUATED);
}

Test(verdict, a_state_of_rest_is_an_answer_unless_checks_are_asked_for)
{
    result->kind = QUIRE_RUN_EQUILIBRIUM;
    result->n_check = 0;
    expect(QUIRE_VERDICT_PASSED);
    result->n_check = 1;
    judge(0, QUIRE_NOT_EVALUATED);
    expect(QUIRE_VERDICT_NOT_EVALUATED);
}

Test(verdict, precedence)
{
    struct quire_tunnelling found = {.sheet = "page", .target = "tray"};
    struct quire_doubt doubt[QUIRE_DOUBTS];

    judge(0, QUIRE_NOT_EVALUATED);
    result->tunnelling = &found;
    result->n_tunnelling = 1;
    expect(QUIRE_VERDICT_DOUBTFUL);
    judge(2, QUIRE_FAILED);
    expect(QUIRE_VERDICT_FAILED);
    cr_assert(quire_result_doubts(result, doubt) == 1 &&
                  strstr(doubt->text, "'page' through 'tray'") != NULL,
              "it is still told");
    result->status = QUIRE_ERROR_LIMIT;
    expect(QUIRE_VERDICT_NONE);
    result->status = QUIRE_OK;
    result->end = QUIRE_RUN_FAILED;
    expect(QUIRE_VERDICT_NONE);
}

Test(verdict, the_check_that_is_told_is_a_jam_if_there_is_one)
{
    cr_assert_null(quire_result_failed(result));
    judge(0, QUIRE_FAILED);
    cr_assert_eq(quire_result_failed(result), &s.check[0]);
    judge(1, QUIRE_FAILED);
    cr_assert_eq(quire_result_failed(result), &s.check[1]);
}

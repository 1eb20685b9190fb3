/* The table of closed forms: one number a line, known by case and quantity. */
#ifndef QUIRE_TESTS_VALIDATE_CLOSED_FORM_H
#define QUIRE_TESTS_VALIDATE_CLOSED_FORM_H

double closed_form(const char *name, const char *quantity);

#endif

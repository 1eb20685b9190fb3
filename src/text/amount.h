/* Numbers in sentences for people: three significant digits, never an exponent. */
#ifndef QUIRE_TEXT_AMOUNT_H
#define QUIRE_TEXT_AMOUNT_H

#define QUIRE_AMOUNT_SIZE 352 /* the largest double has 309 digits before the point */

/* "313", "31.3", "0.00313" after rounding; all digits before the point of what is 1000 or more,
 * "less than 0.001" of what is smaller without being zero. Returns buf. */
const char *quire_amount_write(char buf[QUIRE_AMOUNT_SIZE], double value);

/* Of a value that is known to within `error`, of the same unit: two significant digits of the
 * error, but three of the value at least and six at most, and no exponent however small it is. An
 * error of 0, or none that is finite, leaves three digits of the value. */
const char *quire_amount_write_within(char buf[QUIRE_AMOUNT_SIZE], double value, double error);

/* Of a moment in seconds: to the millisecond, and to three significant digits at least, but no
 * finer than a tenth of one. */
const char *quire_amount_write_time(char buf[QUIRE_AMOUNT_SIZE], double seconds);

/* Of a place [m], in millimetres without the unit: 0 within a micrometre. */
const char *quire_amount_write_place(char buf[QUIRE_AMOUNT_SIZE], double metres);

/* Of a force [N], with its unit: mN where the largest force of the same sentence is below 0.1 N. */
const char *quire_amount_write_force(char buf[QUIRE_AMOUNT_SIZE], double force, double largest);

/* The same as arguments: their text lasts as long as the block in which they stand. */
#define QUIRE_AMOUNT(value) quire_amount_write((char[QUIRE_AMOUNT_SIZE]){""}, value)
#define QUIRE_AMOUNT_WITHIN(value, error)                                                          \
    quire_amount_write_within((char[QUIRE_AMOUNT_SIZE]){""}, value, error)
#define QUIRE_AMOUNT_TIME(seconds) quire_amount_write_time((char[QUIRE_AMOUNT_SIZE]){""}, seconds)
#define QUIRE_AMOUNT_PLACE(metres) quire_amount_write_place((char[QUIRE_AMOUNT_SIZE]){""}, metres)
#define QUIRE_AMOUNT_FORCE(force, largest)                                                         \
    quire_amount_write_force((char[QUIRE_AMOUNT_SIZE]){""}, force, largest)

#endif

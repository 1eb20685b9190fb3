/* Under sanitizers all takes some twenty times as long, and what they look for does not need as
 * many repetitions: tests of statistics, of limits and of long runs may leave some of them out
 * where SANITIZED is 1. */
#ifndef QUIRE_TESTS_SANITIZED_H
#define QUIRE_TESTS_SANITIZED_H

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#endif

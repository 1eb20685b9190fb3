/* The kinds of the family "check". */
#ifndef QUIRE_CHECK_KINDS_H
#define QUIRE_CHECK_KINDS_H

#include "kind/kind.h"

extern const struct quire_kind quire_kind_check_arrival, quire_kind_check_stall, quire_kind_check_late, quire_kind_check_wrap,
    quire_kind_check_buckle, quire_kind_check_out_of_channel, quire_kind_check_inside;

#endif

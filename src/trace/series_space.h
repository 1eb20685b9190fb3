/* What sheets, nips, lone rollers and guides have in spatial models alone. */
#ifndef QUIRE_TRACE_SERIES_SPACE_H
#define QUIRE_TRACE_SERIES_SPACE_H

#include "trace/series_writer.h"

void quire_series_put_spatial_sheet(struct quire_series_writer *w,
                                    const struct quire_sheet_view *sheet);
void quire_series_put_spatial_nip(struct quire_series_writer *w, const char *name,
                                  const struct quire_roller_view *driver,
                                  const struct quire_roller_view *idler);
void quire_series_put_spatial_roller(struct quire_series_writer *w,
                                     const struct quire_roller_view *roller);
void quire_series_put_spatial_guide(struct quire_series_writer *w,
                                    const struct quire_guide_view *guide);

#endif

/* The parts of a picture that can be moved, and by which attributes. */
#ifndef QUIRE_LIVE_HANDLES_H
#define QUIRE_LIVE_HANDLES_H

#include "base/json.h"
#include "kind/view.h"
#include "model/object.h"
#include "xml/tree/built.h"

/* Writes an array: one handle for each attribute that places a part of the model. `built` is of the
 * reading of the model, `view` of its start. False when memory runs out.
 *
 * {"id": "nip[n2]@at" (xml/rewrite/parameters.h), "of": the part's name, "label", "attribute",
 *  "way": "along" a path, "aside" to its left, "across" the feed, "point", "rim", "turn",
 *  "raw": its text in the file, null: none yet; "why": it cannot be moved; null: it can;
 *  "path", "s", "aside" [m]: its place along a path, and to its left; "at": [x, y, z] where no path
 *  is, or what it turns or measures from;
 *  "parts": its numbers [{"text", "value" [SI], "unit", "size" of the unit [SI], "least", "most"
 *  [SI], "parameter" that it is, "why" it cannot be changed}]} */
bool live_handles_write(struct quire_json *json, const char *key,
                        const struct quire_built_list *built, const struct quire_model *model,
                        const struct quire_view *view);

#endif

/* Names that others have for what models say: those of the dialogs of RecurDyn's Media Transport
 * Toolkits, and usual short forms. They are never read; the message for one names ours. */
#ifndef QUIRE_KIND_SYNONYMS_H
#define QUIRE_KIND_SYNONYMS_H

struct quire_synonym {
    const char *name;      /* "Rebound Damping Factor", "RDF" */
    const char *attribute; /* of a model file: "rebound-damping-factor" */
    /* that has the attribute, where its name alone says little; NULL: see the attribute */
    const char *element;
    /* as quire law calls it, of what is around a friction law; NULL: it is the attribute */
    const char *around;
    const char *term; /* in a table for quire import mtt; NULL: there is none */
};

/* Whatever its case, and with other marks, or none, between its words; NULL: nobody calls anything
 * so. */
const struct quire_synonym *quire_synonym_find(const char *name);

#endif

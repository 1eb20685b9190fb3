/* Which libxml2 is in use. */
#ifndef QUIRE_XML_TEXT_VERSION_H
#define QUIRE_XML_TEXT_VERSION_H

/* "2.9.14" of the library in use; static storage. */
const char *quire_xml_version(void);

#endif

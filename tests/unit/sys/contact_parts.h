/* Parts of models in which something touches a soft sheet: it is soft so that its own stiffness
 * does not hide the contacts', and friction has wide thresholds, so that most of it is below them.
 */
#ifndef QUIRE_TESTS_CONTACT_PARTS_H
#define QUIRE_TESTS_CONTACT_PARTS_H

#define HEAD                                                                                       \
    "<settings><gravity vector=\"0.3 m/s^2, -9.8 m/s^2\"/></settings>"                             \
    "<media name=\"soft\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "        \
    "bending-stiffness-md=\"0.3 mN*m\" damping-ratio=\"0.5\" damping-frequency=\"160 Hz\" "        \
    "axial-damping-time=\"40 us\"/>"                                                               \
    "<drive name=\"feed\" speed=\"0.4 m/s\"/><drive name=\"shaft\" shaft-speed=\"-30 rad/s\"/>"    \
    "<drive name=\"push\" torque=\"5 mN*m\"/><drive name=\"motor\" torque=\"5 mN*m\" "             \
    "no-load-speed=\"90 rad/s\"/>"
#define GRIP(normal, more)                                                                         \
    "<contact name=\"grip\"><normal law=\"mtt-indentation\" force=\"8 N\" at-penetration=\"0.05 "  \
    "mm\" " normal                                                                                 \
    "/><friction law=\"mtt-step\" dynamic-coefficient=\"1\" threshold-velocity=\"0.8 m/s\"/>" more \
    "</contact>"                                                                                   \
    "<pair surface=\"rubber\" contact=\"grip\"/>"
#define PLAIN_GRIP GRIP("damping=\"1e8 N*s/m^2.5\" rebound-damping-factor=\"0.1\"", "")
#define GLIDE(normal, more)                                                                        \
    "<contact name=\"glide\"><normal law=\"mtt-boundary\" stiffness=\"2e6 N/m^1.3\" "              \
    "exponent=\"1.3\" "                                                                            \
    "damping=\"5 N*s/m\" boundary-penetration=\"0.08 mm\" " normal "/>"                            \
    "<friction law=\"mtt-linear\" static-coefficient=\"0.5\" dynamic-coefficient=\"0.2\" "         \
    "static-velocity=\"0.6 m/s\" "                                                                 \
    "dynamic-velocity=\"1.5 m/s\"/>" more "</contact><pair surface=\"steel\" contact=\"glide\"/>"
#define PLAIN_GLIDE GLIDE("rebound-damping-factor=\"0.2\"", "")
#define SHEET                                                                                      \
    "<sheet name=\"s\" media=\"soft\" length=\"60 mm\" width=\"100 mm\" segments=\"12\">"          \
    "<start from=\"0 mm, 0 mm\"/></sheet>"
#define SHEET_AT(name, from, heading)                                                              \
    "<sheet name=\"" name "\" media=\"soft\" length=\"60 mm\" width=\"100 mm\" segments=\"12\">"   \
    "<start from=\"" from "\" heading=\"" heading "\"/></sheet>"
#define PATH                                                                                       \
    "<path name=\"p\" from=\"-100 mm, 0 mm\" heading=\"0 deg\"><line length=\"300 mm\"/></path>"
#define ON_PATH                                                                                    \
    "<sheet name=\"s\" media=\"soft\" length=\"60 mm\" width=\"100 mm\" segments=\"12\">"          \
    "<start path=\"p\" lead=\"160 mm\"/></sheet>"

#define ROLLER(attributes) "<roller name=\"r\" radius=\"10 mm\" surface=\"rubber\" " attributes "/>"
#define SMALL_ROLLER(name, centre, surface, more)                                                  \
    "<roller name=\"" name "\" radius=\"4 mm\" centre=\"" centre "\" surface=\"" surface           \
    "\" " more "/>"
#define BELOW "centre=\"27 mm, -10 mm\" "

#define GUIDE(attributes, shape)                                                                   \
    "<guide name=\"g\" surface=\"steel\" " attributes ">" shape "</guide>"

#endif
